#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the table of verbs of a page with what a program prints.

usage: verbs.py [--accept] PAGE PROGRAM

--accept writes what is printed into the page.
"""
import difflib
import pathlib
import subprocess
import sys


def main():
    accept = sys.argv[1] == "--accept"
    name, program = sys.argv[1 + accept:]
    page = pathlib.Path(name)
    lines = page.read_text(encoding="utf-8").splitlines()
    printed = subprocess.run([program], check=True, stdout=subprocess.PIPE,
                             text=True).stdout.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith("| verb |")), None)
    if first is None:
        sys.exit(f"{page}: no table begins with '| verb |'")
    last = next(i for i in range(first, len(lines) + 1)
                if i == len(lines) or not lines[i].startswith("|"))
    if accept:
        lines[first:last] = printed
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    difference = list(difflib.unified_diff(lines[first:last], printed, name, "rows.hpp",
                                           lineterm=""))
    print("\n".join(difference) or f"{len(printed) - 2} verbs as in the rows")
    return int(bool(difference))


if __name__ == "__main__":
    sys.exit(main())
