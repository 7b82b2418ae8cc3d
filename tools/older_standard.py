#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that a compiler in C++17 mode gets one error that names C++20.

usage: older_standard.py INCLUDE -- COMPILER ARGUMENT...

Each header of INCLUDE/tileproof, tileproof.hpp and its neighbours, is included by a program that
uses the library. The message has one error and at most 6 lines.
"""
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """#include <tileproof/{}>
using namespace tileproof;
static_assert(size(Layout<Shape<_4, _8>>{{}}) == 32);
"""


def main(include, _, *command):
    include = pathlib.Path(include).resolve()
    failed = 0
    headers = sorted((include / "tileproof").glob("*.hpp"))
    for header in headers:
        if header.name == "version.hpp":  # macros alone
            continue
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "program.cpp")
            file.write_text(PROGRAM.format(header.name), encoding="utf-8")
            done = subprocess.run([*command, "-std=c++17", f"-I{include}", str(file)], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder)
        lines = done.stdout.splitlines()
        errors = [line for line in lines if "error:" in line]
        is_right = (done.returncode != 0 and len(errors) == 1 and "needs C++20" in errors[0]
                    and len(lines) <= 6)
        failed += not is_right
        print(f"{header.name}: {len(lines)} lines" if is_right
              else f"{header.name}: FAILED:\n" + "\n".join(lines[:40]))
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
