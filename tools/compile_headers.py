#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles each header alone, included twice; of the forwarders in cute/forward, which
forwarders.py shows to be all the same, the first.

usage: compile_headers.py INCLUDE_DIRECTORY COMPILER ARGUMENT...
"""
import pathlib
import subprocess
import sys


def main(include, *command):
    passed = failed = 0
    headers = sorted(pathlib.Path(include).rglob("*.hpp"))
    forwarders = [header for header in headers if "forward" in header.parts]
    for header in headers:
        if header in forwarders[1:]:
            continue
        name = header.relative_to(include).as_posix()
        done = subprocess.run([*command, "-x", "c++", "-"], input=f"#include <{name}>\n" * 2,
                              text=True)
        print("FAILED:" if done.returncode else "compiles:", name, flush=True)
        passed, failed = passed + (done.returncode == 0), failed + (done.returncode != 0)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
