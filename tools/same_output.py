#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs a program and compares what it prints, addresses apart, with a file.

usage: same_output.py EXPECTED PROGRAM [ARGS...]
"""
import difflib
import re
import subprocess
import sys


def main():
    with open(sys.argv[1]) as file:
        expected = file.read().splitlines()
    run = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, text=True, check=True)
    printed = re.sub(r"0x[0-9a-f]+", "ADDRESS", run.stdout).splitlines()
    difference = list(difflib.unified_diff(expected, printed, "expected", "printed", lineterm=""))
    print("\n".join(difference) or f"{len(printed)} lines as expected")
    return int(bool(difference) or not printed)


if __name__ == "__main__":
    sys.exit(main())
