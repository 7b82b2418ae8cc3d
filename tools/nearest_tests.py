#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Names the tests of a header, the nearest first, and runs the nearest.

usage: nearest_tests.py HEADER [--run] [--build=BUILD] [--root=ROOT]
       nearest_tests.py --all [--root=ROOT]

HEADER is as an #include names it, tileproof/algebra/divide.hpp or algebra/divide.hpp, or its path. A test
is nearest in this order:

1. by name: it has the header's name and stands in the folder that the map of docs/README.md gives to the
   tests of the header's folder: static_tests/algebra/divide.cpp; with the ending _run or the beginning cpu_ too
2. by its include: it includes the header itself; those of the map's folder first
3. by a helper: it includes a file of the tests that includes the header
4. as a mistake: a file of static_tests/reject that includes the header

--run compiles the nearest: the tests by name, or else the first three, two at a time; a program is run too
where BUILD (build, if there is such) is a folder of meson. The exit status is 1 if the header has no test or a
test fails.

--all checks that each header has a test of one of the first three kinds, and that each header that a test
includes exists. A header that does nothing but include others needs none: former names, tileproof.hpp.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

INCLUDE = re.compile(r"^\s*#\s*include\s*<tileproof/([^>]+)>", re.M)
QUOTED = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
FOLDERS = ("static_tests", "device_tests", "examples")
KINDS = ("by name", "by its include", "by a helper", "as a mistake")


def rooms_with_tests(page):
    """{folder of headers: folders of its tests}, from the map."""
    section = page.split("## The map of the headers", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| ([\w/]+)/ \|[^|]*\|([^|]*)\|$", section, re.M)
    return {room: re.findall(r"[\w/]+", tests) for room, tests in rows}


def only_includes(text):
    """Whether a header does nothing but include others, or refuse to be included."""
    lines = (re.sub(r"//.*", "", line).strip() for line in text.splitlines())
    return all(re.match(r"#\s*(pragma once|include\b|error\b)", line) for line in lines if line)


class Tree:
    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.headers = self.root / "include/tileproof"
        self.rooms = rooms_with_tests((self.root / "docs/README.md").read_text(encoding="utf-8"))
        self.texts = {file: file.read_text(encoding="utf-8")
                      for folder in FOLDERS for file in sorted((self.root / folder).rglob("*"))
                      if file.suffix in (".cpp", ".cu", ".hpp")}
        self.includes = {file: set(INCLUDE.findall(text)) for file, text in self.texts.items()}
        self.helpers = {file: self.helpers_of(file) for file in self.texts if file.suffix != ".hpp"}
        self.included_by = collections.defaultdict(set)
        self.helped_by = collections.defaultdict(set)
        for file, helpers in self.helpers.items():
            for header in self.includes[file]:
                self.included_by[header].add(file)
            for helper in helpers:
                for header in self.includes[helper]:
                    self.helped_by[header].add(file)

    def helpers_of(self, file):
        """The files of the tests that a test includes, at any depth."""
        found, left = set(), [file]
        while left:
            at = left.pop()
            for name in QUOTED.findall(self.texts[at]):
                other = (at.parent / name).resolve()
                if other in self.texts and other not in found:
                    found.add(other)
                    left.append(other)
        return found

    def test_folders(self, header):
        room = max((room for room in self.rooms if header.startswith(room + "/")), key=len, default="")
        return [self.root / folder for folder in self.rooms.get(room, [])]

    def tests(self, header):
        """[(kind, file)], the nearest first."""
        folders = self.test_folders(header)
        stem = pathlib.PurePath(header).stem
        named = [folder / name for folder in folders
                 for name in (stem + ".cpp", stem + "_run.cpp", "cpu_" + stem + ".cpp")
                 if folder / name in self.texts]
        found = [(0, file) for file in named]
        def nearness(file):
            return (file.parent not in folders, file.suffix == ".cu",
                    FOLDERS.index(file.relative_to(self.root).parts[0]), str(file))
        for kind, files in ((1, self.included_by[header]), (2, self.helped_by[header])):
            for file in sorted(files, key=nearness):
                if file not in (other for _, other in found):
                    found.append((3 if file.parent.name == "reject" else kind, file))
        return sorted(found, key=lambda test: test[0])

    def name(self, file):
        return file.relative_to(self.root).as_posix()


class Build:
    """The tests of a folder of meson, by their sources."""

    def __init__(self, folder):
        self.folder = folder
        read = lambda name: json.loads((folder / "meson-info" / name).read_text(encoding="utf-8"))
        targets = {target["id"]: target for target in read("intro-targets.json")}
        self.tests = []
        for test in read("intro-tests.json"):
            made = [targets[id] for id in test["depends"] if id in targets]
            sources = {pathlib.Path(source) for target in made for part in target["target_sources"]
                       for source in part.get("sources", [])}
            names = {target["name"] for target in made}
            outputs = [os.path.relpath(name, folder) for target in made for name in target["filename"]]
            self.tests.append((test["name"], sources, names, outputs))

    def commands(self, file):
        """The commands that build and run the programs that have FILE, one after the other; none if there is
        no such program."""
        found = [(name, outputs) for name, sources, names, outputs in self.tests
                 if file in sources or file.stem in names]
        if not found:
            return []
        outputs = sorted({output for _, outputs in found for output in outputs})
        return [["ninja", "-C", str(self.folder), "-j", "2", *outputs],
                ["meson", "test", "--no-rebuild", "-C", str(self.folder), *(name for name, _ in found)]]


def is_program(text):
    return re.search(r"^int main\(|^TEST_CASE\(", text, re.M) is not None


def commands(tree, file, build):
    """The commands that compile or run a test, one after the other."""
    include = str(tree.headers.parent)
    if file.suffix == ".cu":
        return [["nvcc", "-std=c++20", "-arch=sm_90a", "-I", include, "-o", os.devnull, "-ptx", str(file)]]
    compiler = os.environ.get("CXX", "g++").split()
    if is_program(tree.texts[file]) and build and build.commands(file):
        return build.commands(file)
    if file.parent.name == "reject":
        return [[*compiler, "-std=c++20", "-fsyntax-only", "-DTILEPROOF_CONTROL", "-I", include, str(file)]]
    return [[*compiler, "-std=c++20", "-fsyntax-only", "-I", include, str(file)]]


def shown(command):
    return " ".join(f"'{word}'" if " " in word else word for word in command)


def run(commands):
    """(status, seconds, what the commands print)"""
    begin, text = time.monotonic(), ""
    for command in commands:
        done = subprocess.run(command, text=True, errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        text += done.stdout
        if done.returncode:
            break
    return done.returncode, time.monotonic() - begin, text


def nearest(tests):
    """The tests that --run runs."""
    named = [file for kind, file in tests if kind == 0]
    return named or [file for kind, file in tests if kind == tests[0][0]][:3]


def check_all(tree):
    headers = {file.relative_to(tree.headers).as_posix(): file
               for file in sorted(tree.headers.rglob("*.hpp"))}
    faults, counts = [], collections.Counter()
    for header, file in headers.items():
        if only_includes(file.read_text(encoding="utf-8")):
            counts["that only include others"] += 1
            continue
        tests = tree.tests(header)
        if not tests or tests[0][0] == 3:
            faults.append(f"include/tileproof/{header}: no test has its name, and none includes it")
        else:
            counts["with a test " + KINDS[tests[0][0]]] += 1
    for file, included in tree.includes.items():
        faults += [f"{tree.name(file)}: there is no tileproof/{header}"
                   for header in sorted(included) if not (tree.headers / header).exists()]
    for fault in faults:
        print(fault)
    print(f"{len(headers)} headers:", ", ".join(f"{n} {what}" for what, n in sorted(counts.items())) +
          f", {len(faults)} faults")
    return 1 if faults or not headers else 0


def main(arguments):
    options = dict(argument[2:].partition("=")[::2] for argument in arguments if argument.startswith("--"))
    names = [argument for argument in arguments if not argument.startswith("--")]
    root = pathlib.Path(options.get("root") or pathlib.Path(__file__).parent.parent)
    tree = Tree(root)
    if "all" in options:
        return check_all(tree)
    if len(names) != 1 or set(options) - {"run", "build", "root"}:
        sys.exit(__doc__)
    header = names[0].replace("\\", "/").rpartition("tileproof/")[2]
    if not (tree.headers / header).is_file():
        sys.exit(f"there is no tileproof/{header}")
    folder = pathlib.Path(options.get("build") or tree.root / "build")
    build = Build(folder) if (folder / "meson-info").is_dir() else None
    tests = tree.tests(header)
    for kind, file in tests:
        print(f"{KINDS[kind]}: {tree.name(file)}")
        for command in commands(tree, file, build):
            print("    " + shown(command))
    if not tests:
        print(f"tileproof/{header} has no test")
        return 1
    if "run" not in options:
        return 0
    status, begin = 0, time.monotonic()
    chosen = {file: commands(tree, file, build) for file in nearest(tests)}
    chosen = {file: steps for file, steps in chosen.items() if shutil.which(steps[0][0])}
    built = [file for file, steps in chosen.items() if len(steps) > 1]  # one ninja at a time
    compiled = [file for file in chosen if file not in built]
    results = [(file, run(chosen[file])) for file in built]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results += zip(compiled, pool.map(run, (chosen[file] for file in compiled)))
    for file, (code, seconds, text) in results:
        what = "run" if file in built else "compiled"
        if what == "compiled" and is_program(tree.texts[file]):
            what = "compiled, not run, as there is no folder of meson"
        print(f"{seconds:6.1f} s  {tree.name(file)}: {'failed' if code else what}")
        if code:
            print(text[-4000:])
            status = 1
    used = os.times()
    print(f"{len(chosen)} tests in {time.monotonic() - begin:.1f} s, "
          f"{used.children_user + used.children_system:.1f} s of processors")
    return status if chosen else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
