#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lists the proofs of folders of static_tests, a line each: their .cpp files without a main function.

usage: proofs.py STATIC_TESTS FOLDER...
"""
import pathlib
import re
import sys


def main(static_tests, *folders):
    for folder in folders:
        for file in sorted(pathlib.Path(static_tests, folder).glob("*.cpp")):
            if not re.search(r"^int main\(", file.read_text(encoding="utf-8"), re.M):
                print(file.relative_to(static_tests).as_posix())


if __name__ == "__main__":
    main(*sys.argv[1:])
