#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints each C++ file that is not as .clang-format says.

usage: formatted.py ROOT [--write]

Needs clang-format of version 19, as clang-format-19 or clang-format: other versions format otherwise. The
exit status is 77 where there is none, 1 if a file differs. With --write the files are formatted.
"""
import pathlib
import re
import shutil
import subprocess
import sys

FOLDERS = ("include", "static_tests", "device_tests", "bench", "examples", "tools")
ENDINGS = (".hpp", ".cpp", ".cu")


def formatter():
    for name in ("clang-format-19", "clang-format"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], text=True, stdout=subprocess.PIPE).stdout
            if re.search(r"version 19\.", said):
                return name
    return None


def main(root, *options):
    program = formatter()
    if program is None:
        print("skipped: no clang-format of version 19; apt-get install clang-format-19, or pip install "
              "clang-format==19.1.7")
        return 77
    files = sorted(str(file) for folder in FOLDERS for file in pathlib.Path(root, folder).rglob("*")
                   if file.suffix in ENDINGS)
    if "--write" in options:
        return subprocess.run([program, "-i", *files]).returncode
    said = subprocess.run([program, "--dry-run", "-Werror", *files], text=True,
                          stderr=subprocess.PIPE).stderr
    differ = sorted(set(re.findall(r"^(.*?):\d+:\d+: error", said, re.M)))
    print(*differ, sep="\n", end="\n" if differ else "")
    print(f"{len(files)} files, {len(differ)} not as .clang-format says" +
          (": python3 tools/formatted.py . --write" if differ else ""))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
