#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""report.py fails, and writes no results, where a program measured nothing or with a debug build of
Google Benchmark; plot_sizes.py draws each size at the ratio to the better rival.

usage: report_test.py REPORT
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Optional, Tuple

report, = sys.argv[1:]
faults = []

# A program that measures: it writes OUTPUT where Google Benchmark would, and ends with STATUS.
PROGRAM = """#!/usr/bin/env python3
import sys
for option in sys.argv[1:]:
    if option.startswith("--benchmark_out="):
        open(option.split("=", 1)[1], "w").write(OUTPUT)
sys.exit(STATUS)
"""


def google_benchmark(build: str, sizes: Tuple[str, ...]) -> str:
    counters = {"median_us": 2.0, "ratio": 1.0, "ratio_q1": 1.0, "ratio_q3": 1.0, "cv": 0.0,
                "sm_mhz": 1500.0, "kept": 30, "taken": 30, "error_over_bound": 0.5, "TFLOP/s": 600.0}
    return json.dumps({
        "context": {"library_build_type": build, "gpu": "a GPU", "date": "2026-01-02T03:04:05"},
        "benchmarks": [{"run_name": f"gemm/{size}/cuBLAS/cold/iterations:1", "run_type": "iteration",
                        "time_unit": "us", **counters} for size in sizes]})


def report_of(output: str, status: int) -> Tuple[int, str, Optional[str]]:
    """report.py's exit status, its words, and the table if it wrote one, where one was before."""
    with tempfile.TemporaryDirectory() as scratch:
        program = pathlib.Path(scratch, "program")
        program.write_text(PROGRAM.replace("OUTPUT", repr(output)).replace("STATUS", str(status)))
        program.chmod(0o755)
        json_file = pathlib.Path(scratch, "kernels.json")
        json_file.write_text("of an earlier run")
        made = subprocess.run([sys.executable, report, "--program", program, "--output", scratch,
                               "--commit", "abc"], capture_output=True, text=True)
        table = pathlib.Path(scratch, "kernels.txt")
        written = table.read_text() if table.exists() and json_file.exists() else None
        return made.returncode, made.stdout + made.stderr, written


def expect(what: str, holds: bool) -> None:
    if not holds:
        faults.append(what)


SIZES = ("8192", "4096x14336x4096")
status, words, table = report_of(google_benchmark("release", SIZES), 0)
expect("a run of a release is reported", status == 0 and table is not None)
expect("sizes need not be numbers", "4096x14336x4096 cold" in (table or ""))
expect("600 TFLOP/s at 1500 MHz are 400 a GHz", "600.0   400.0" in (table or ""))
expect("a wrong result is reported, and fails", report_of(google_benchmark("release", SIZES), 1)[0] == 1)
status, words, table = report_of(google_benchmark("debug", SIZES), 0)
expect("a debug build fails, and says so", status == 1 and table is None and "debug build" in words)
for nothing in ("", google_benchmark("release", ())[:-9], google_benchmark("release", ())):
    status, words, table = report_of(nothing, 1)
    expect(f"nothing measured fails: {nothing[:9]!r}",
           status == 1 and table is None and "measured nothing" in words)
expect("a skip stays one", report_of("", 77)[0] == 77)

with tempfile.TemporaryDirectory() as scratch:
    drawn, plot = pathlib.Path(scratch, "drawn.txt"), pathlib.Path(scratch, "drawn.svg")
    drawn.write_text("commit abc\nsizes drawn 2 1; a GPU\nm x n x k   tileproof us   cuBLASLt   ratio\n"
                     "1x8x16   10.0   20.0   2.000   10.0   1.000 pingpong 64x256\n"
                     "64x8x16  10.0   20.0   2.000\n2 sizes, seed 1: median 1.500\n")
    subprocess.run([sys.executable, pathlib.Path(report).with_name("plot_sizes.py"), drawn, plot],
                   check=True)
    heights = re.findall(r'<circle [^/]* cy="([0-9.]+)"', plot.read_text())
    # 30 from the top is 2.1; 204 is 0.
    expect(f"a plot has ratios of 1 and 2, by rows and in their order: {heights}",
           heights == ["121.1", "38.3", "121.1", "38.3"])

for fault in faults:
    print(f"not so: {fault}")
sys.exit(1 if faults else 0)
