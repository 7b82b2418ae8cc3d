#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The tables and plots under bench/results are what report.py makes of the figures beside them.

usage: report_test.py REPORT RESULTS
"""
import pathlib
import subprocess
import sys
import tempfile

report, results = sys.argv[1:]
stale = []
measured = sorted(pathlib.Path(results).glob("*/kernels.json"))
for file in measured:
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, report, "--json", file, "--output", scratch], check=True,
                       stdout=subprocess.DEVNULL)
        for name in ("kernels.txt", "kernels.svg"):
            if file.with_name(name).read_text() != pathlib.Path(scratch, name).read_text():
                stale.append(file.with_name(name))
for path in stale:
    print(f"{path} is not what report.py makes of kernels.json")
print(f"{len(measured)} runs")
sys.exit(1 if stale else 0 if measured else 77)
