#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares what the memory model expects of each launch of a program with the GPU's counters.

usage: compare_counters.py PROGRAM [--ncu NCU] [--table FILE] [--commit COMMIT]

The program prints a line for each launch: instruction, layout, mask of active lanes, expected
wavefronts (shared memory) or sectors (global memory), and addresses, with tabs between them. It
runs once more under ncu, and the counters are divided by the executed instructions and compared
for equality. --table writes what was measured. The exit status is 0 where all are equal, 1 where
one is not, and 77 where there is no GPU, no ncu, or ncu may not read the counters.
"""
import argparse
import csv
import datetime
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from typing import List, NamedTuple, Union

ROOT = pathlib.Path(__file__).resolve().parents[1]
SKIPPED = 77
WAVEFRONTS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
EXECUTED = "smsp__sass_inst_executed_op_{}.sum"
SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum"

# The counters, by the beginning of an instruction: its figure, and how often it was executed.
COUNTERS = {
    "ld.shared": (WAVEFRONTS.format("ld"), EXECUTED.format("shared_ld")),
    "st.shared": (WAVEFRONTS.format("st"), EXECUTED.format("shared_st")),
    "ldmatrix": (WAVEFRONTS.format("ldsm"), EXECUTED.format("ldsm")),
    "stmatrix": (WAVEFRONTS.format("stsm"), EXECUTED.format("shared_stsm")),
    "cp.async": (WAVEFRONTS.format("ldgsts"), EXECUTED.format("ldgsts")),
    "ld.global": (SECTORS.format("ld"), REQUESTS.format("ld")),
    "st.global": (SECTORS.format("st"), REQUESTS.format("st")),
}
METRICS = [metric for pair in COUNTERS.values() for metric in pair]

# Messages of ncu where the counters are out of reach.
UNREADABLE = ("ERR_NVGPUCTRPERM", "Failed to initialize the profiler", "not supported on this GPU",
              "The application returned an error code (77)", "No kernels were profiled")


class Launch(NamedTuple):
    instruction: str
    layout: str
    mask: str
    expected: str
    addresses: str


class Row(NamedTuple):
    launch: Launch
    measured: Union[Fraction, str]
    equal: bool


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def launches_of(text) -> List[Launch]:
    return [Launch(*line.split("\t", 4)) for line in text.splitlines() if "\t" in line]


def command(ncu, program, log):
    return [ncu, "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw",
            "--print-units", "base", "--metrics", ",".join(METRICS), "--log-file", log, program]


def counted(ncu, program):
    """The output of the program under ncu, and ncu's row for each launch."""
    with tempfile.TemporaryDirectory() as directory:
        log = pathlib.Path(directory, "counters.csv")
        run = subprocess.run(command(ncu, program, str(log)), text=True, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT)
        text = log.read_text() if log.exists() else ""
    rows = list(csv.DictReader(line for line in text.splitlines() if line.startswith('"')))
    rows = [row for row in rows if row["ID"]]  # the first one holds units
    if not rows:
        said = [line for line in (text + run.stdout).splitlines()
                if any(sign in line for sign in UNREADABLE)]
        if said:
            skip("ncu cannot read the counters: " + said[0])
    if run.returncode != 0 or not rows:
        sys.exit(f"ncu failed with {run.returncode}:\n{text}{run.stdout}")
    return run.stdout, rows


def compare(launch: Launch, row) -> Row:
    figure, executions = next(pair for start, pair in COUNTERS.items()
                              if launch.instruction.startswith(start))
    executed = int(row[executions].replace(",", ""))
    measured = Fraction(int(row[figure].replace(",", "")), executed) if executed else "nothing"
    return Row(launch, measured, measured == int(launch.expected))


def first_line(*args):
    try:
        run = subprocess.run(args, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return run.stdout.splitlines()[0].strip()
    except (OSError, IndexError):
        return "unknown"


def write(table, rows: List[Row], ncu, program, device, commit):
    name = os.path.relpath(program)
    driver = first_line("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader")
    said = subprocess.run([ncu, "--version"], text=True, stdout=subprocess.PIPE).stdout
    version = re.search(r"Version (\S+)", said)
    commit = commit or first_line("git", "-C", str(ROOT), "describe", "--always", "--dirty")
    with open(table, "w") as out:
        print("# One warp instruction a line, measured by tools/compare_counters.py with",
              "# " + shlex.join(command("ncu", name, "LOG")),
              f"# {device}, driver {driver}, ncu {version.group(1) if version else 'unknown'}, "
              f"{datetime.date.today()}, commit {commit}",
              "# instruction, layout of (thread,value), mask of active lanes (hex), measured: "
              "wavefronts (shared) or",
              "# 32-byte sectors (global) of one execution, byte address of each lane 0..31; of "
              "cp.async, the",
              "# addresses in shared memory, then those in global memory",
              sep="\n", file=out)
        for row in rows:
            launch = row.launch
            print(launch.instruction, launch.layout, launch.mask, row.measured, launch.addresses,
                  sep="\t", file=out)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--ncu", default=shutil.which("ncu") or shutil.which(
        "/usr/local/cuda/bin/ncu"))
    parser.add_argument("--table")
    parser.add_argument("--commit", help="for the header of the table; by default git says")
    args = parser.parse_args()
    program = str(pathlib.Path(args.program).resolve())

    alone = subprocess.run([program], text=True, stdout=subprocess.PIPE)
    if alone.returncode != 0:
        print(alone.stdout.strip())
        return alone.returncode
    if args.ncu is None:
        skip("no ncu")
    printed, counters = counted(args.ncu, program)
    launches = launches_of(printed)
    if launches != launches_of(alone.stdout) or len(launches) != len(counters):
        sys.exit(f"{len(launches)} launches and {len(counters)} rows of counters")
    rows = [compare(*pair) for pair in zip(launches, counters)]

    if args.table:
        device = next(line[2:] for line in printed.splitlines() if line.startswith("# "))
        write(args.table, rows, args.ncu, program, device, args.commit)
    total, equal = (Counter(row.launch.instruction for row in some)
                    for some in (rows, [row for row in rows if row.equal]))
    for row in rows:
        if not row.equal:
            print("\t".join(row.launch[:3]), f"expected {row.launch.expected}, measured "
                  f"{row.measured}", row.launch.addresses, sep="\t")
    for instruction in total:
        print(f"{instruction:20} {equal[instruction]} of {total[instruction]} equal")
    distinct = len({(row.launch.instruction, row.launch.mask, row.launch.addresses)
                    for row in rows})
    print(f"{sum(equal.values())} of {len(rows)} launches equal, {distinct} distinct accesses")
    return 0 if all(row.equal for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
