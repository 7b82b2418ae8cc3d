#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the names that docs/from_cute.md calls the same with NVIDIA's own on drawn arguments.

usage: compare_with_cute.py [--calls N] [--seed N] [--only PATTERN] [--jobs N] INCLUDE CUTE_INCLUDE CUDA_INCLUDE COMPILER ARGUMENT...

The calls of tools/cute_calls/, each printed with its value, are compiled with <tileproof/cute.hpp> and with
<cute/tensor.hpp> of CUTE_INCLUDE, the folder that has cute/. COMPILER takes both as C++: g++, with CUDA's
headers in CUDA_INCLUDE. Calls that NVIDIA's headers do not compile, or that end their program, are left out,
and new ones are drawn. Fails where a value differs, where only this library refuses a call of a name that
is not in REFUSES, where a name has fewer equal calls than asked for, and where a name that docs/from_cute.md
calls the same has neither calls nor a reason in NOT_COMPARED.

--only draws the calls whose label matches the pattern (fnmatch), and says nothing of the other names.
"""
import argparse
import collections
import fnmatch
import json
import multiprocessing
import pathlib
import re
import subprocess
import sys
import tempfile

from cute_calls import algebra, atoms, containers, numbers, tensors, tuples, types
from cute_calls.draw import ROOT, Draw, names_called_same
from cute_calls.reasons import NOT_COMPARED, REFUSES

LINES = 600   # calls in one program
SHOWN = 3     # calls of a label that differ or are refused

# logical_reduce asserts compatible((4,_), shape), which is false of CuTe's `_`.
CUTE = """<cute/tensor.hpp>
#define NDEBUG
#include <cassert>
#include <cute/algorithm/tensor_reduce.hpp>
#undef NDEBUG
#include <cassert>"""
# Compiled once for all programs.
HEADER = """#define CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED  // CuTe's wgmma of each N
#include {header}
#include "values.hpp"
"""
PROGRAM = """#include "{name}.hpp"
using namespace cute;
{lines}
int main(int, char** argv) {{
  drawn::run({{{table}}}, std::atoi(argv[1]));
}}
"""


def calls_of(draw):
    """{label: a function that draws a call}. A label is a name of CuTe and, after a colon, how it is called.
    A call is an expression, or a pair: the expression and how many drawn values it shows."""
    return {label: make for module in (algebra, atoms, containers, numbers, tensors, tuples, types)
            for label, make in module.calls_of(draw).items()}


def as_static(ours, theirs):
    """Whether the values are equal, and what is static in theirs is so in ours."""
    numbers = r"_?-?\d+"
    if re.sub(numbers, "#", ours) != re.sub(numbers, "#", theirs):
        return False
    return all(a == b or a == "_" + b for a, b in zip(re.findall(numbers, ours), re.findall(numbers, theirs)))


def without_parentheses(text):
    """The text without the parentheses of one element: ((_2),_4) is (_2,_4)."""
    while True:
        shorter = re.sub(r"\(([^(),]*|\([^()]*\))\)", r"\1", text)
        if shorter == text:
            return text
        text = shorter


def answer(ours, theirs):
    """How the values compare. A layout is followed by its function: modes of extent 1 and of one element may
    be written otherwise."""
    (ours, *function), (theirs, *their_function) = ours.split("\x1f"), theirs.split("\x1f")
    if as_static(ours, theirs):
        return "equal"
    if function:
        same = function[0].replace("_", "") == their_function[0].replace("_", "")
    else:
        same = as_static(without_parentheses(ours), without_parentheses(theirs))
    if same:
        return "written otherwise"
    return "different"


def output_of(program, lines):
    """{line: value} of a compiled program, and {line: the signal} of the lines that end it."""
    values, ended = {}, {}
    first = 0
    while True:
        done = subprocess.run([program, str(first)], capture_output=True, text=True, errors="replace")
        shown = [line.lstrip("\n").split(" ", 1) for line in done.stdout.split("\x1e")]
        values |= {int(line[0]): line[1].split("\x1d")[-1] for line in shown[:-1]}
        if done.returncode == 0:
            return values, ended
        at = int(shown[-1][0] if shown[-1][0] else min(n for n in lines if n >= first))
        ended[at] = f"ends by signal {-done.returncode}"
        first = at + 1


class Library:
    """A library, and the compiler's command for it."""

    def __init__(self, name, header, folder, command):
        self.name, self.folder = name, folder
        self.command = [*command, f"-I{ROOT}/tools/cute_calls"]
        file = pathlib.Path(folder, name + ".hpp")
        file.write_text(HEADER.format(header=header))
        subprocess.run([*self.command, "-x", "c++-header", str(file), "-o", f"{file}.gch"], check=True)

    def values(self, lines):
        """{line: value} of the calls, and {line: the first error} of those that have none."""
        wrong = {}
        file = pathlib.Path(self.folder, self.name + ".cpp")
        for _ in range(12):
            left = {n: call for n, call in lines.items() if n not in wrong}
            if not left:
                return {}, wrong
            body = [""] * (max(lines) + 1)
            for n, call in left.items():
                body[n] = f"static void call{n}() {{ drawn::shows({call}); }}"
            text = PROGRAM.format(name=self.name, lines="\n".join(body), table=",".join(f"{{{n}, call{n}}}" for n in left))
            first = text[:text.index("static void")].count("\n") + 1 - min(left)
            file.write_text(text)
            done = subprocess.run([*self.command, str(file), "-o", str(file.with_suffix(""))],
                                  capture_output=True, text=True, errors="replace")
            if done.returncode == 0:
                values, ended = output_of(file.with_suffix(""), left)
                return values, wrong | ended
            found = 0
            for block in re.split(r"(?m)^(?=\S*: In |In file included from)", done.stderr):
                error = re.search(r"error: (.*)", block)
                for at in re.findall(re.escape(str(file)) + r":(\d+):", block):
                    n = int(at) - first
                    if n in left and n not in wrong:
                        wrong[n] = error.group(1)[:300] if error else ""
                        found += 1
            if not found:
                sys.exit(f"{self.name} does not compile:\n{done.stderr[:3000]}")
        sys.exit(f"{self.name} still does not compile")


def compare(drawn, cute, tileproof, o, count):
    """Compiles the drawn calls (label, call, values) with both libraries, and counts their values by label."""
    lines = dict(enumerate(call for _label, call, _values in drawn))
    theirs, none = cute.values(lines)
    for n, error in none.items():
        count[drawn[n][0]]["not in CuTe"] += 1
        if count[drawn[n][0]]["not in CuTe"] <= o.errors:
            print(f"{drawn[n][0]}: {lines[n]}: CuTe: {error}")
    lines = {n: call for n, call in lines.items() if n in theirs}
    ours, wrong = tileproof.values(lines)
    wrong |= {n: value for n, value in ours.items() if value.startswith("refused: ")}
    for n, call in lines.items():
        label, _call, values = drawn[n]
        what = "refused here" if n in wrong else answer(ours[n], theirs[n])
        count[label][what] += values
        if what in ("refused here", "different") and count[label][what] <= SHOWN * values:
            print(f"{label}: {call} {what}: {(wrong.get(n) or ours[n])[:300]}, with CuTe {theirs[n][:300]}")
    if o.counts:
        o.counts.write_text(json.dumps(count, indent=0))


def name_of(label):
    return label.split(": ")[0]


def compared(count):
    return count["equal"] + count["written otherwise"]


def draw_all(calls, o):
    """{label: how many drawn values are equal, different, refused here}"""
    count = collections.defaultdict(collections.Counter)
    if o.counts and o.counts.exists():
        count |= {label: collections.Counter(c) for label, c in json.loads(o.counts.read_text()).items()}
    labels = collections.defaultdict(list)
    for label in calls:
        labels[name_of(label)].append(label)

    def share(label):
        """The calls of its name that a label draws: none once CuTe compiled no call of it"""
        of_name = labels[name_of(label)]
        alive = [l for l in of_name if compared(count[l]) or not count[l]["not in CuTe"]] or of_name
        return -(-o.calls // len(alive)) if label in alive else 0

    def more(label):
        """Calls for what the label still lacks, none twice."""
        result, values = {}, compared(count[label])
        for _ in range(3 * o.calls):
            if values >= share(label) * 1.05:
                break
            call = calls[label]()
            call, shows = call if isinstance(call, tuple) else (call, 1)
            if call not in result:
                result[call] = shows
                values += shows
        return [(label, call, shows) for call, shows in result.items()]

    with tempfile.TemporaryDirectory() as folder:
        cute = Library("theirs", CUTE, folder,
                       [*o.command, f"-I{o.cute}", f"-I{o.cuda}", f"-I{o.cuda}/cccl"])
        tileproof = Library("ours", "<tileproof/cute.hpp>", folder, [*o.command, f"-I{o.include}"])
        for _round in range(12):
            batch = []
            for label in calls:
                if compared(count[label]) >= share(label):
                    continue
                batch += more(label)
                if len(batch) >= LINES:
                    compare(batch, cute, tileproof, o, count)
                    batch = []
            if batch:
                compare(batch, cute, tileproof, o, count)
    return count


def report(count, calls, o):
    """Prints the sums by header and the names that are not compared; whether the comparison holds."""
    same = {name: header for name, (_kind, header) in names_called_same().items()}
    of_name = collections.defaultdict(collections.Counter)
    for label in calls:
        of_name[name_of(label)] += count[label]
    whole = o.only == "*"
    unknown = [name for name in of_name if name not in same]
    few = [name for name, c in of_name.items() if compared(c) < o.calls]
    refuses = [name for name, c in of_name.items() if c["refused here"] and name not in REFUSES]
    reason = {name: why for why, patterns in NOT_COMPARED.items() for name in same
              if any(fnmatch.fnmatchcase(name, p) for p in patterns.split())}
    without = [name for name in same if whole and name not in of_name and name not in reason]
    both = [name for name in reason if name in of_name]
    by_header = collections.defaultdict(list)
    for name in of_name:
        by_header[same.get(name, "")].append(name)
    for header, names in sorted(by_header.items()):
        total = sum((of_name[name] for name in names), collections.Counter())
        print(f"{header}: {len(names)} names, " + ", ".join(f"{n} {what}" for what, n in total.items() if n))
    for why in NOT_COMPARED if whole else ():
        names = [name for name in reason if reason[name] == why]
        print(f"not compared, {why}: {len(names)} names: {' '.join(names)}")
    total = sum(of_name.values(), collections.Counter())
    print(f"{len(same)} names called the same; {len(of_name)} compared, each in at least {o.calls} drawn calls;"
          f" {len(reason)} not compared; {compared(total)} calls equal, of which {total['written otherwise']} are layouts with"
          f" modes of one element written otherwise; {total['different']} different, {total['refused here']} refused here")
    faults = {"not in docs/from_cute.md as the same": unknown, f"fewer than {o.calls} equal calls": few,
              "refused here without a reason": refuses, "neither compared nor given a reason": without,
              "compared and given a reason": both}
    for what, names in faults.items():
        if names:
            print(f"{what}: {len(names)}: {' '.join(names)}")
    return not total["different"] and not any(faults.values())


def chosen(o, part=0):
    """{label: a function that draws a call} of those that --only asks for"""
    return {label: make for label, make in calls_of(Draw(o.seed + part)).items()
            if any(fnmatch.fnmatchcase(label, p) for p in o.only.split(","))}


def draw_part(part, o):
    """{label: how many drawn values are equal, different, refused here} of each o.jobs-th name"""
    calls = chosen(o, part)
    names = set(list(dict.fromkeys(map(name_of, calls)))[part::o.jobs])
    if o.counts and o.jobs > 1:
        o.counts = o.counts.with_suffix(f".{part}")
    return draw_all({label: make for label, make in calls.items() if name_of(label) in names}, o)


def main():
    a = argparse.ArgumentParser(usage=__doc__)
    a.add_argument("--calls", type=int, default=100)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--only", default="*")
    a.add_argument("--counts", type=pathlib.Path, help="a file that keeps the counts: a run that was stopped goes on")
    a.add_argument("--jobs", type=int, default=1, help="processes, each of which draws a part of the calls")
    a.add_argument("--errors", type=int, default=0, help="errors of CuTe to show for each label")
    a.add_argument("include")
    a.add_argument("cute")
    a.add_argument("cuda")
    a.add_argument("command", nargs=argparse.REMAINDER)
    o = a.parse_args()
    if o.jobs == 1:
        count = draw_part(0, o)
    else:
        with multiprocessing.Pool(o.jobs) as pool:
            parts = pool.starmap(draw_part, [(part, o) for part in range(o.jobs)], 1)
        count = collections.defaultdict(collections.Counter)
        for part in parts:
            count.update(part)
    return 0 if report(count, chosen(o), o) else 1


if __name__ == "__main__":
    sys.exit(main())
