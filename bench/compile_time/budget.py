#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Holds what the headers cost to compile to a budget: the templates that clang 19 instantiates.

usage: budget.py [--update] [--budget FILE] [--case PATTERN]...

Unlike times, the counts are the same in every run and on every machine, so a change that makes
compiling dearer shows in review, as a change of budget.tsv. It has a line for each file: every
operation and proof of cases.py with 16 uses, what the umbrella headers instantiate by being
included, and the two GEMM kernels as a compiler of the host sees them.

    own     classes and functions of namespace tileproof
    all     those of the standard library and of Boost too: held only where both have the versions
            that the budget was made with

None may hold a template that only a refusal needs: diagnostics cost nothing where nothing fails.

A count that is larger than its budget fails. One that is smaller by more than 5 % fails too: what
was gained would be given away by the next changes and nobody would see it. --update writes the
counts of now. The exit status is 1 if a count fails, and 77 (skipped) without clang 19.
"""
import argparse
import fnmatch
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Dict, NamedTuple, Tuple

from cases import CASES, HERE, is_of_uses, render, ROOT
from compilers import Compiler, find_compilers, find_libraries, instantiations, Library

CLANG = "clang++-19"
USES = 16
SLACK = 0.05
SKIPPED = 77
OF_REFUSALS = re.compile(r"tileproof::(no_exact_result|detail::(clue_of|clue_type|stop|stopped))\b")
# The witness of a layout that is not compact, and no error.
A_REFUSAL = """#include <tileproof/tileproof.hpp>
auto* const witness = tileproof::detail::clue_of<
    tileproof::detail::proof<tileproof::compact, tileproof::Layout<tileproof::_4, tileproof::_2>>,
    0>::get();
"""


class Counts(NamedTuple):
    own: int
    all: int
    refusals: int = 0


def cases():
    files = ("include all", "include atoms", "sgemm host", "f16 host")
    return [name for name, case in CASES.items() if is_of_uses(case) or name in files]


def library_versions(compiler: Compiler, library: Library) -> str:
    """The versions of the included libraries: "libstdc++ 20220819, Boost 107400"."""
    text = "#include <version>\n#include <boost/version.hpp>\n"
    done = subprocess.run([compiler.path, *compiler.flags, *library.flags, "-E", "-dM", "-x", "c++",
                           "-"], input=text, cwd=ROOT, capture_output=True, text=True, check=True)
    macros = dict(re.findall(r"^#define (\w+) (.*)", done.stdout, re.M))
    standard = (f"libc++ {macros['_LIBCPP_VERSION']}" if "_LIBCPP_VERSION" in macros else
                f"libstdc++ {macros.get('__GLIBCXX__')}")
    return f"{standard}, Boost {macros.get('BOOST_VERSION')}"


def count(text: str, compiler: Compiler, library: Library, folder: pathlib.Path) -> Counts:
    source = folder / "budget.cpp"
    source.write_text(text)
    own = everything = refusals = 0
    for name in instantiations(compiler, library, source):
        own += name.startswith("tileproof::")
        everything += 1
        refusals += bool(OF_REFUSALS.match(name))
    return Counts(own, everything, refusals)


def read(file: pathlib.Path) -> Tuple[str, Dict[str, Counts]]:
    versions, budget = "", {}
    for line in file.read_text().splitlines():
        if line.startswith("# with "):
            versions = line[len("# with "):]
        elif not line.startswith("#"):
            case, *numbers = line.split("\t")
            budget[case] = Counts(*map(int, numbers))
    return versions, budget


def write(file: pathlib.Path, versions: str, budget: Dict[str, Counts]) -> None:
    text = (f"# Templates instantiated by {CLANG}, by {HERE}/budget.py --update\n"
            f"# with {versions}\n# case, own, all\n")
    text += "".join(f"{case}\t{counts.own}\t{counts.all}\n" for case, counts in budget.items())
    file.write_text(text)


def verdict(now: int, budget: int) -> str:
    """Empty where the count keeps to its budget."""
    if now > budget:
        return "over budget"
    return "far below budget" if now < (1 - SLACK) * budget else ""


def change(now: int, budget: int) -> str:
    per_cent = f", {100 * (now - budget) / budget:+.1f} %" if budget else ""
    return f"{now}" if now == budget else f"{now} (budget {budget}{per_cent})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the budget")
    parser.add_argument("--budget", type=pathlib.Path, default=ROOT / HERE / "budget.tsv",
                        metavar="FILE")
    parser.add_argument("--case", action="append", default=[], metavar="PATTERN",
                        help="only these lines; may be repeated")
    parser.add_argument("--include", action="append", default=[], metavar="DIR",
                        help="a further include folder, Boost's for example")
    options = parser.parse_args()

    if not shutil.which(CLANG):
        print(f"skipped: no {CLANG}")
        return SKIPPED
    compiler, = find_compilers([CLANG])
    library = find_libraries(include=options.include)["tileproof"]
    versions = library_versions(compiler, library)
    of_versions, budget = read(options.budget) if options.budget.exists() else ("", {})
    same = versions == of_versions
    if not same and not options.update:
        print(f"own templates only: {versions}; the budget is of {of_versions}")
    wanted = [case for case in cases() if not options.case or
              any(fnmatch.fnmatchcase(case, pattern) for pattern in options.case)]
    failed = 0
    new = {}
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        if not count(A_REFUSAL, compiler, library, folder).refusals:
            raise SystemExit("no template that only a refusal needs is known by its name")
        for case in wanted:
            text = render(case, "tileproof", USES if is_of_uses(CASES[case]) else 0)
            now = new[case] = count(text, compiler, library, folder)
            held = budget.get(case)
            if held is None:
                said, says = f"own {now.own}, all {now.all}", "no budget"
            else:
                said = f"own {change(now.own, held.own)}"
                says = verdict(now.own, held.own)
                if same:
                    said += f", all {change(now.all, held.all)}"
                    says = says or verdict(now.all, held.all)
            if now.refusals:
                says = f"{now.refusals} templates of refusals"
            failed += bool(says)
            print(f"{case:24}{said}{': ' if says else ''}{says}", flush=True)
    gone = [] if options.case else [case for case in budget if case not in new]
    for case in gone:
        print(f"{case:24}has a budget and is no case")
    failed += len(gone)
    if options.update:
        if options.case and budget and not same:
            raise SystemExit("the other lines are of other libraries: update all of them")
        keep = {case: new.get(case) or budget[case] for case in cases()
                if case in new or case in budget}
        write(options.budget, versions, keep)
        return 1 if any(counts.refusals for counts in new.values()) else 0
    if failed:
        print(f"{failed} of {len(wanted)} do not keep to the budget; where that is meant, run"
              f" {HERE}/budget.py --update and commit budget.tsv")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
