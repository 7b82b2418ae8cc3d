#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that the end of the proof report is true when pasted.

usage: check_report.py SOURCE_ROOT REPORT COMPILER...

REPORT prints refusals, each with a second sentence that says what would do; then a program and a
command. The command, with COMPILER in place of g++, refuses the program with the last of these
sentences, and takes it with the remedy.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
from check_readme import SENTENCE


def main(root, report, *compiler):
    said = subprocess.run([report], text=True, stdout=subprocess.PIPE, check=True).stdout
    refused, ask = said.split("\nRefused, and what would do:\n")[1].split("\nTo ask about")
    sentences = re.findall(r"^ {4}(.*)$", refused, re.M)
    *program, command = re.findall(r"^ {4}(.*)$", ask, re.M)
    name, *arguments = command.split()
    checks = {
        "two refusals": len(sentences) == 2,
        "each with a remedy": all(re.search(r"\. \S.*\.$", each) for each in sentences),
        "a command of g++": name == "g++" and arguments[-1] == "ask.cpp"}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "ask.cpp")

        def compile_it(lines):
            file.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return subprocess.run([*compiler, *arguments[:-1], str(file)], text=True, cwd=root,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        done = compile_it(program)
        first = next((line for line in done.stdout.splitlines() if "error:" in line), "")
        shown = SENTENCE.search(first)  # clang in C++20 prints types in place of the sentence
        checks["the program is refused"] = done.returncode != 0 and "refused<" in first
        checks["with the last sentence"] = not shown or shown.group(1) == sentences[-1]
        mended = compile_it([line.replace("_3", "_4") for line in program])
        checks["and compiles with its remedy"] = mended.returncode == 0
    for check, holds in checks.items():
        print(f"{'ok' if holds else 'FAILED'}: {check}")
    if not all(checks.values()):
        print(said[-1500:], first)
    return int(not all(checks.values()))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
