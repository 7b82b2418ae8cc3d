#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Tests compile_time.py and budget.py without a compiler.

usage: compile_time_test.py
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import budget
import compilers
import ratios
from cases import CASES, HERE, is_of_uses, render, ROOT, use

TOOL = ROOT / HERE / "compile_time.py"
# A compiler that takes no time, and nothing with four uses.
FAKE = """#!/bin/sh
test "$1" = --version && echo "g++ (fake) 12.2.0" && exit
for word; do case $word in *.cpp) source=$word; esac; done
! grep -q use_5 "$source"
"""


def rows(compiler, library, case, costs, memory=0.0, **more):
    """A row for each number of uses: {uses: seconds}."""
    return [{**dict.fromkeys(ratios.COLUMNS, ""), "compiler": compiler, "library": library,
             "case": case, "uses": str(uses), "repeat": "1", "wall_s": str(seconds),
             "cpu_s": str(seconds), "peak_mib": str(memory * uses + 50), "date": "2026-01-01",
             **more} for uses, seconds in costs.items()]


def line(samples, name, kind="g++"):
    lines = ratios.lines_of(ratios.medians(samples), {"g++": kind})
    return next(line for line in lines if line.case == name)


class Render(unittest.TestCase):
    def test_every_case_and_library(self):
        for case in CASES.values():
            for library in case.libraries:
                text = render(case.name, library, 3)
                self.assertTrue(text or case.name == "empty", case.name)

    def test_uses_are_distinct(self):
        for case in CASES.values():
            if is_of_uses(case):
                bodies = {re.sub(r"\buse_\d+", "", use(case.name, p)) for p in range(2, 2 + 128)}
                self.assertEqual(len(bodies), 128, case.name)
                text = render(case.name, "tileproof", 128)
                self.assertTrue(all(use(case.name, p) in text for p in range(2, 2 + 128)))

    def test_kernels_are_there(self):
        for case in CASES.values():
            for library in case.libraries:
                if case.kind == "file":
                    for part in render(case.name, library).split('"')[1::2]:
                        self.assertTrue(pathlib.Path(part).exists(), part)


class Ratios(unittest.TestCase):
    include = rows("g++", "tileproof", "include all", {0: 1}) + rows(
        "g++", "cute", "include all", {0: 3})

    def test_slope(self):
        self.assertAlmostEqual(ratios.slope([(1, 3), (2, 5), (128, 257)]), 2)
        self.assertAlmostEqual(ratios.slope([(0, 0), (1, 2), (2, 1)]), 0.5)

    def test_median_of_repeats(self):
        samples = [row for cost in (5, 1, 2) for row in rows("g++", "cute", "coalesce", {1: cost})]
        self.assertEqual(ratios.medians(samples)["g++", "cute", "coalesce", 1]["wall_s"], 2)

    def operation(self, ours, theirs, memory=(1, 10), kind="g++"):
        return line(self.include +
                    rows("g++", "tileproof", "coalesce", {n: 1 + ours * n for n in (1, 2, 8)},
                         memory[0]) +
                    rows("g++", "cute", "coalesce", {n: 3 + theirs * n for n in (1, 2, 8, 16)},
                         memory[1]), "coalesce", kind)

    def test_bars_of_operations(self):
        self.assertTrue(self.operation(0.19, 1).met)
        self.assertFalse(self.operation(0.21, 1).met)
        self.assertTrue(self.operation(0.21, 1, kind="nvcc").met)
        self.assertFalse(self.operation(0.26, 1, kind="nvcc").met)
        self.assertFalse(self.operation(0.1, 1, memory=(4, 10)).met)

    def test_what_is_net(self):
        of = self.operation(0.1, 1)
        self.assertAlmostEqual(of.ours["wall_s"], 0.1)
        self.assertAlmostEqual(of.theirs["wall_s"], 1)
        self.assertAlmostEqual(of.theirs["peak_mib"], 80)  # of the largest number that both have

    def test_not_looked_at_without_cute(self):
        of = line(self.include + rows("g++", "tileproof", "coalesce", {1: 1, 2: 2}), "coalesce")
        self.assertIsNone(of.met)

    def proof(self, name, on, off=0.001):
        return (rows("g++", "tileproof", name, {n: 1 + on * n for n in (1, 100)}) +
                rows("g++", "no proofs", name, {n: 1 + off * n for n in (1, 100)}))

    def test_bars_of_proofs(self):
        small = self.proof("bijectivity", 0.011)
        self.assertTrue(line(small, "bijectivity").met)
        self.assertAlmostEqual(line(small, "bijectivity").ours["cpu_s"], 0.010)
        self.assertFalse(line(self.proof("banks", 0.022), "banks").met)
        large = "bijectivity, 2^40"
        self.assertTrue(line(small + self.proof(large, 0.0125), large).met)
        self.assertFalse(line(small + self.proof(large, 0.0135), large).met)

    def test_bars_of_files(self):
        empty = rows("g++", "tileproof", "empty", {0: 0.5}) + rows("g++", "cute", "empty", {0: 0.5})

        def of(name, ours):
            return empty + rows("g++", "tileproof", name, {0: ours}) + rows("g++", "cute", name,
                                                                            {0: 10.5})
        # Both files have 50 MiB, as the empty one.
        memory = {"peak_mib": "100"}
        for name, most in (("include all", 2.5), ("sgemm", 10 / 3)):
            for ours, met in ((most - 0.1, True), (most + 0.1, False)):
                samples = of(name, 0.5 + ours)
                samples[-1].update(memory)
                self.assertEqual(line(samples, name).met, met, name)

    def test_samples_of_two_machines(self):
        a = rows("g++", "cute", "coalesce", {1: 1}, machine="a")
        b = rows("g++", "cute", "coalesce", {2: 1}, machine="b")
        self.assertIsNone(ratios.different(a + a))
        self.assertIn("g++", ratios.different(a + b))


class Compilers(unittest.TestCase):
    def test_passes_of_nvcc(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "time")
            phases = (("gcc (preprocessing 4)", 100), ("cudafe++", 200.5),
                      ("gcc (preprocessing 1)", 10), ("cicc", 300), ("ptxas", 20),
                      ("fatbinary", 5), ("gcc (compiling)", 400), ("nvcc (driver)", 7))
            file.write_text("source file name , phase name , phase input files , phase output file"
                            " , arch , tool, metric , unit\n" +
                            "".join(f"a.cu , {phase} , a.cu  , a.ii , , nvcc , {ms} , ms\n"
                                    for phase, ms in phases))
            host, device = compilers.passes(file)
        self.assertAlmostEqual(host, 0.7005)
        self.assertAlmostEqual(device, 0.335)

    def test_names_in_a_trace(self):
        event = (b'1,"tid":1,"ts":2,"ph":"X","dur":0,"name":"%s","args":{"detail":"a<\\"b\\">"}},')
        for name, matches in ((b"InstantiateClass", True), (b"InstantiateFunction", True),
                              (b"ParseClass", False), (b"Total InstantiateClass", False)):
            found = compilers.INSTANTIATION.search(event % name)
            self.assertEqual(bool(found), matches, name)
            if found:
                self.assertEqual(found.group(1), b'"a<\\"b\\">"')


class Budget(unittest.TestCase):
    def test_verdicts(self):
        self.assertEqual(budget.verdict(100, 100), "")
        self.assertEqual(budget.verdict(101, 100), "over budget")
        self.assertEqual(budget.verdict(95, 100), "")
        self.assertEqual(budget.verdict(94, 100), "far below budget")

    def test_the_file_has_every_case(self):
        versions, lines = budget.read(ROOT / HERE / "budget.tsv")
        self.assertEqual(list(lines), budget.cases())
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder, "budget.tsv")
            budget.write(copy, versions, lines)
            self.assertEqual(copy.read_text(), (ROOT / HERE / "budget.tsv").read_text())


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.compiler = pathlib.Path(self.folder.name, "g++")
        self.compiler.write_text(FAKE)
        self.compiler.chmod(0o755)
        self.file = pathlib.Path(self.folder.name, "samples.csv")

    def tearDown(self):
        self.folder.cleanup()

    def run_tool(self, *arguments):
        return subprocess.run([sys.executable, TOOL, "--csv", self.file, "--compiler",
                               self.compiler, "--commit", "c", "--case", "coalesce", *arguments],
                              capture_output=True, text=True)

    def samples(self):
        with self.file.open(newline="") as lines:
            return [(row["library"], row["case"], row["uses"], row["repeat"])
                    for row in csv.DictReader(lines)]

    def test_interleaved_and_continued(self):
        self.assertEqual(self.run_tool("--counts", "1,2", "--repeats", "2").returncode, 0)
        first = self.samples()
        # Two libraries; empty file, include, one and two uses; two repeats.
        self.assertEqual(len(first), 2 * 4 * 2)
        self.assertEqual([row[0] for row in first if row[1:] == ("coalesce", "1", "1")],
                         ["tileproof", "hana"])
        self.assertEqual([row[0] for row in first if row[1:] == ("coalesce", "1", "2")],
                         ["hana", "tileproof"])
        self.assertEqual(self.run_tool("--counts", "1,2,3", "--repeats", "2").returncode, 0)
        self.assertEqual(self.samples()[:len(first)], first)
        self.assertEqual(len(self.samples()), len(first) + 2 * 2)
        self.assertNotEqual(self.run_tool("--commit", "d", "--counts", "1").returncode, 0)
        self.assertTrue((self.file.parent / "compile_time.svg").exists())

    def test_what_fails_is_not_tried_with_more_uses(self):
        done = self.run_tool("--counts", "1,4,8", "--repeats", "2")
        self.assertEqual(done.returncode, 1)
        self.assertEqual({row[2] for row in self.samples()}, {"0", "1"})
        self.assertEqual(done.stdout.count("coalesce, 4 uses: failed"), 2)
        self.assertNotIn("8 uses: failed", done.stdout)

    def test_check(self):
        # No bar can be looked at without CuTe.
        once = ("--counts", "1,2", "--repeats", "1")
        self.assertEqual(self.run_tool(*once).returncode, 0)
        self.assertEqual(self.run_tool(*once, "--check").returncode, 1)


if __name__ == "__main__":
    unittest.main()
