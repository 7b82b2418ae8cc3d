#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Lists the proofs: the .cpp files of the folders of static_tests that are named as the rooms of the
library, a line each.

usage: proofs.py STATIC_TESTS FOLDER...
"""
import pathlib
import sys


def main(static_tests, *folders):
    for folder in folders:
        for file in sorted(pathlib.Path(static_tests, folder).glob("*.cpp")):
            print(file.relative_to(static_tests).as_posix())


if __name__ == "__main__":
    main(*sys.argv[1:])
