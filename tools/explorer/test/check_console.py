#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the commands of a page's ```console blocks and compares what they print.

usage: check_console.py [--accept] PAGE TILEPROOF

A line `$ COMMAND` is run by a shell in which `tileproof` is the program; the lines after it are
what it prints on both streams. --accept writes what is printed into the page.
"""
import pathlib
import re
import subprocess
import sys


def printed(command, program):
    shell = f'tileproof() {{ "{program}" "$@" 2>&1; }}\n{command}'
    return subprocess.run(["sh", "-c", shell], capture_output=True, text=True,
                          check=False).stdout


def main():
    accept = sys.argv[1] == "--accept"
    page, program = pathlib.Path(sys.argv[1 + accept]), pathlib.Path(sys.argv[2 + accept]).resolve()
    text = page.read_text(encoding="utf-8")
    wrong = count = 0

    def checked(block):
        nonlocal wrong, count
        result = "```console\n"
        for part in re.split(r"^(?=\$ )", block[1], flags=re.M):
            if not part:
                continue
            command, expected = part.split("\n", 1)
            while command.endswith("\\"):
                line, expected = expected.split("\n", 1)
                command += "\n" + line
            has = printed(command[2:], program)
            count += 1
            if has != expected:
                wrong += 1
                print(f"{command}\nexpected:\n{expected}has:\n{has}")
            result += command + "\n" + has
        return result + "```\n"

    new = re.sub(r"^```console\n(.*?)^```\n", checked, text, flags=re.S | re.M)
    if accept:
        page.write_text(new, encoding="utf-8")
        return 0
    print(f"{count} commands, {wrong} print something else")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
