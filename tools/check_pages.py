#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles the C++ of the pages of docs/proofs.

usage: check_pages.py DIRECTORY COMPILER [ARGS...]

A block that an error follows must fail with it: of a refusal, the name of the property and the
witness are compared; of another error, what stands behind its last ": ". Any other block must pass.
"""
import pathlib
import re
import sys
from check_readme import bare, compile_text

PREAMBLE = "#include <tileproof/tileproof.hpp>\nusing namespace tileproof;\n"


def essence(error):
    """('injective', ['at_coordinate<1,0>', ...]): compilers differ in a property's arguments"""
    refusal = re.search(r"refused<(.*)>", re.sub(r"(?<=\d)[UL]+\b", "", bare(error)))
    if not refusal:
        return error.strip().rpartition(": ")[2]
    depth, parts = 0, [""]
    for c in refusal.group(1):
        depth += (c == "<") - (c == ">")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return parts[0].partition("<")[0], parts[1:]


def main(directory, *command):
    passed = failed = 0
    for page in sorted(pathlib.Path(directory).glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for code, error in re.findall(r"^```cpp\n(.*?)^```(?:\n\n```\n(error: .*?)^```)?", text,
                                      re.S | re.M):
            done = compile_text(PREAMBLE + code, command)
            first = next((line for line in done.stderr.splitlines() if "error: " in line), "")
            if error:
                holds = done.returncode != 0 and essence(first) == essence(error)
            else:
                holds = done.returncode == 0
            passed, failed = passed + holds, failed + (not holds)
            if not holds:
                print(f"{page.name}: expected {error or 'no error'}", code, first, sep="\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
