#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Measures the compile time of the layout algebra, atoms, proofs and kernels, beside CuTe.

    compile_time.py [--cutlass-include DIR] [--csv FILE] [what to measure]
    compile_time.py --report FILE... [--output DIR]

For each compiler found (g++, clang++, nvcc) it compiles the files of cases.py and measures wall
time, processor time, the peak memory of the largest process, nvcc's passes for host and device, and
the instantiations that clang counts. One run interleaves all: a repeat visits every case, number of
uses and compiler, and compiles it for one library right after the other, the order alternating from
repeat to repeat. Figures are medians over the repeats. With --jobs each job does so for a case of
its own: of processors to spare, few enough that they do not slow each other.

Every sample goes to the CSV file at once. A file that is there is continued: what it has is not
measured again, so that a long run may be stopped, and cases or compilers added. --report makes of
one or more such files the table of ratios and the curves, DIR/compile_time.txt and .svg; samples of
a compiler must be of one machine, version and commit.

The exit status is 1 if something did not compile or, with --check, if a bar is missed or could not
be looked at. Without CuTe's headers only this library is measured.
"""
import argparse
import concurrent.futures
import csv
import datetime
import fnmatch
import itertools
import pathlib
import re
import sys
import tempfile
import threading
from typing import Dict, List, Set, Tuple

import ratios
from cases import CASES, is_of_uses, render
from compilers import (command_of, commit, compile_once, Compiler, CUDA, Failed, find_compilers,
                       find_libraries, for_record, instantiations, Library, processor)

# The trace of a file with more fills gigabytes; the counts are on a line.
MOST_USES_TRACED = 16


def cases_of(options: argparse.Namespace) -> List[str]:
    """Those that are wanted, and what they are counted net of."""
    wanted = [case for case in CASES.values()
              if (any(fnmatch.fnmatchcase(case.name, pattern) for pattern in options.case)
                  if options.case else case.by_default) and
              not (options.whole_files and is_of_uses(case))]
    if not wanted:
        raise SystemExit("no such case; there are: " + ", ".join(CASES))
    names = {"empty", *(case.name for case in wanted), *(case.base for case in wanted)}
    return [name for name in CASES if name in names]


def is_for(case: str, compiler: Compiler, library: str) -> bool:
    of = CASES[case]
    side = "nvcc" if compiler.kind == "nvcc" else "host"
    return library in of.libraries and of.only in ("", side)


def measure(options: argparse.Namespace, compilers: List[Compiler], libraries: Dict[str, Library],
            folder: pathlib.Path, old: List[ratios.Row]) -> bool:
    """False if something did not compile. A failed case is not tried again, nor with more uses."""
    machine, at = processor(), options.commit or commit()
    have = {(row["compiler"], row["library"], row["case"], int(row["uses"]), int(row["repeat"]))
            for row in old}
    now = {c.name: dict(compiler=c.name, version=c.version, machine=machine, commit=at)
           for c in compilers}
    reason = ratios.different([*old, *now.values()])
    if reason:
        raise SystemExit(f"{options.csv} was measured otherwise: {reason}")
    failed: Set[Tuple[str, str, str]] = set()
    names = [(case, uses) for case in cases_of(options)
             for uses in (options.counts if is_of_uses(CASES[case]) else [0])]
    if options.jobs > 1:  # so that no job is left with a long one at the end
        names.sort(key=lambda name: -name[1])
    # Repeat 0 warms the file cache, and is not kept.
    steps = itertools.chain([(0, "include all", 0)],
                            ((repeat, *name) for repeat in range(1, options.repeats + 1)
                             for name in names))
    with options.csv.open("a", newline="") as file:
        writer = csv.DictWriter(file, ratios.COLUMNS)
        if not old:
            writer.writeheader()
        writing = threading.Lock()

        def visit(repeat: int, case: str, uses: int, compiler: Compiler) -> None:
            at_work = folder / f"{compiler.name} {repeat}"
            at_work.mkdir(exist_ok=True)
            for library in list(libraries.values())[::1 if repeat % 2 else -1]:
                key = (compiler.name, library.name, case)
                if (not is_for(case, compiler, library.name) or key in failed or
                        (*key[:2], "include all") in failed or (*key, uses, repeat) in have):
                    continue
                name = re.sub(r"\W+", "_", f"{library.name} {case} {uses}")
                source = at_work / f"{name}{compiler.suffix}"
                source.write_text(render(case, library.name, uses))
                try:
                    cost = compile_once(compiler, library, source, options.limit)
                    counted = (sum(1 for _ in instantiations(compiler, library, source))
                               if compiler.kind == "clang++" and repeat == 1 and
                               uses <= MOST_USES_TRACED else "")
                except Failed as error:
                    failed.add(key)
                    print(f"{' / '.join(key)}, {uses} uses: failed\n{error}", flush=True)
                    continue
                if not repeat:
                    continue
                command = for_record(command_of(compiler, library), options.cutlass_include,
                                     options.cuda_root)
                with writing:
                    writer.writerow({
                        **now[compiler.name], "library": library.name, "case": case, "uses": uses,
                        "repeat": repeat, "wall_s": f"{cost.wall:.3f}", "cpu_s": f"{cost.cpu:.3f}",
                        "peak_mib": f"{cost.memory:.1f}",
                        "host_s": "" if cost.host is None else f"{cost.host:.3f}",
                        "device_s": "" if cost.device is None else f"{cost.device:.3f}",
                        "instantiations": counted, "command": command, "date":
                        datetime.datetime.now().astimezone().isoformat(timespec="seconds")})
                    file.flush()
                    print(f"{repeat}/{options.repeats}  {' / '.join(key):48}{uses or '':>4}"
                          f"{cost.wall:8.2f} s{cost.cpu:8.2f} s cpu{cost.memory:7.0f} MiB",
                          flush=True)

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
            visits = [workers.submit(visit, *step, compiler)
                      for step in steps for compiler in compilers]
            try:
                for done in concurrent.futures.as_completed(visits):
                    done.result()
            except BaseException:
                workers.shutdown(wait=False, cancel_futures=True)
                raise
    return not failed


def report(files: List[pathlib.Path], output: pathlib.Path) -> Tuple[bool, str]:
    """Writes table and curves; whether every bar is met, and the table."""
    rows = [row for file in files for row in ratios.read(file)]
    if not rows:
        raise SystemExit("nothing was measured")
    reason = ratios.different(rows)
    if reason:
        raise SystemExit(f"not of one run: {reason}")
    kinds = {}
    text = ""
    for name, row in {row["compiler"]: row for row in rows}.items():
        kinds[name] = next(kind for kind in ("nvcc", "clang++", "g++") if kind in name)
        text += f"{name}: {row['version']}\n    {row['machine']}, commit {row['commit']}\n"
        commands = {r["library"]: r["command"] for r in rows if r["compiler"] == name}
        text += "".join(f"    {library}: {command}\n" for library, command in commands.items())
        repeats: Dict[int, int] = {}
        for r in rows:
            if r["compiler"] == name:
                uses = int(r["uses"])
                repeats[uses] = max(repeats.get(uses, 0), int(r["repeat"]))
        text += "    medians, of the uses (repeats, at most): "
        text += ", ".join(f"{uses} ({n})" for uses, n in sorted(repeats.items())) + "\n"
    of = ratios.medians(rows)
    dates = sorted({row["date"][:10] for row in rows})
    text += " to ".join(dict.fromkeys((dates[0], dates[-1]))) + "\n\n"
    lines = ratios.lines_of(of, kinds)
    text += ratios.table(lines) + ratios.passes_table(lines)
    bars = [line for line in lines if line.bar]
    met = sum(1 for line in bars if line.met)
    missed = sum(1 for line in bars if line.met is False)
    text += f"\n{met} bars met, {missed} missed, {len(bars) - met - missed} not looked at\n"
    output.mkdir(parents=True, exist_ok=True)
    (output / "compile_time.txt").write_text(text)
    (output / "compile_time.svg").write_text(ratios.svg(
        of, list(kinds), f"net of the include; {dates[-1]}, {rows[-1]['commit']}"))
    return met == len(bars), text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", type=pathlib.Path, nargs="+", metavar="FILE",
                        help="of earlier runs; nothing is measured")
    parser.add_argument("--output", type=pathlib.Path, metavar="DIR",
                        help="for table and curves; by default beside the (first) CSV file")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a bar is missed")
    parser.add_argument("--csv", type=pathlib.Path, default=pathlib.Path("compile_time.csv"),
                        metavar="FILE")
    parser.add_argument("--case", action="append", default=[], metavar="PATTERN",
                        help="only these cases, as in a shell; may be repeated")
    parser.add_argument("--whole-files", action="store_true", help="neither operations nor proofs")
    parser.add_argument("--compiler", action="append", metavar="COMMAND",
                        help="only this compiler; may be repeated")
    parser.add_argument("--counts", default="1,2,4,8,16,32,64,128", metavar="N,N...",
                        type=lambda text: sorted(int(n) for n in text.split(",")),
                        help="of uses (by default %(default)s)")
    parser.add_argument("--repeats", type=int, default=5, metavar="N")
    parser.add_argument("--jobs", type=int, default=1, metavar="N",
                        help="compile N files at a time (by default 1)")
    parser.add_argument("--limit", type=float, metavar="SECONDS",
                        help="what takes longer counts as failed")
    parser.add_argument("--cutlass-include", default="", metavar="DIR",
                        help="folder that holds cute/tensor.hpp; without it CuTe is skipped")
    parser.add_argument("--cuda-root", default=CUDA, metavar="DIR",
                        help="the CUDA toolkit, for CuTe with g++ and clang")
    parser.add_argument("--include", action="append", default=[], metavar="DIR",
                        help="a further include folder, Boost's for example")
    parser.add_argument("--commit", default="", help="where git does not tell")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR",
                        help="leave the rendered sources there")
    options = parser.parse_args()

    files = options.report
    compiled = True
    if not files:
        files = [options.csv]
        options.csv.parent.mkdir(parents=True, exist_ok=True)
        old = ratios.read(options.csv) if options.csv.exists() else []
        libraries = find_libraries(options.cutlass_include, options.cuda_root, options.include)
        with tempfile.TemporaryDirectory() as scratch:
            folder = (options.keep or pathlib.Path(scratch)).resolve()
            folder.mkdir(parents=True, exist_ok=True)
            compiled = measure(options, find_compilers(options.compiler), libraries, folder, old)
    all_met, text = report(files, options.output or files[0].parent)
    print("\n" + text, end="")
    return 0 if compiled and (all_met or not options.check) else 1


if __name__ == "__main__":
    sys.exit(main())
