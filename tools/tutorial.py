#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the commands that the pages of a directory show, and draws their pictures.

usage: tutorial.py DIRECTORY TILEPROOF [PAGE...] [--write]

A command is a line `$ tileproof ...` of a ```console block; a backslash at its end continues it. The
lines after it are its output. A command with `-o FILE` draws a picture; FILE is relative to the
page and lies in DIRECTORY. PAGEs are other pages, whose pictures lie in DIRECTORY too.
Without --write, fails where an output or a committed picture differs, where a page shows a picture
that no command draws, and where a picture is shown on no page; and where C++ of a page that names a
program of examples/ as its source is no part of it. With --write, draws the pictures.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def commands_of(text):
    """(the words after `tileproof`, the output that the page shows) of each command"""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        for part in re.split(r"^(?=\$ )", block.replace("\\\n", " "), flags=re.M)[1:]:
            line, _, shown = part.partition("\n")
            yield shlex.split(line)[2:], shown.rstrip("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("tileproof", type=pathlib.Path)
    parser.add_argument("pages", type=pathlib.Path, nargs="*")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    faults = []
    count = 0
    drawn, shown = set(), set()
    for page in [*sorted(given.directory.glob("*.md")), *given.pages]:
        text = page.read_text(encoding="utf-8")
        shown |= {(page.parent / file).resolve()
                  for file in re.findall(r"!\[[^\]]*\]\(([^)]+\.svg)\)", text)}
        for source in re.findall(r"\]\((\.\./\.\./examples/\w+\.cpp)\)", text):
            program = (given.directory / source).read_text(encoding="utf-8")
            faults += [f"{page.name}: a block is no part of {source}"
                       for code in re.findall(r"^```cpp\n(.*?)^```", text, re.S | re.M)
                       if code not in program]
        for words, output in commands_of(text):
            count += 1
            file = words[words.index("-o") + 1] if "-o" in words else None
            with tempfile.TemporaryDirectory() as folder:
                if file:
                    kept = (page.parent / file).resolve()
                    drawn.add(kept)
                    (pathlib.Path(folder) / file).parent.mkdir(parents=True, exist_ok=True)
                done = subprocess.run([given.tileproof.resolve(), *words], cwd=folder, text=True,
                                      capture_output=True, check=False)
                printed = (done.stdout + done.stderr).rstrip("\n")
                if printed != output:
                    faults.append(f"{page.name}: {shlex.join(words)} prints\n{printed}")
                made = pathlib.Path(folder) / file if file else None
                if made and not made.exists():
                    faults.append(f"{page.name}: {file} was not drawn")
                elif made and given.write:
                    kept.write_bytes(made.read_bytes())
                elif made and (not kept.exists() or kept.read_bytes() != made.read_bytes()):
                    faults.append(f"{page.name}: {file} is out of date: run tools/tutorial.py --write")
    there = {path.resolve() for path in given.directory.glob("**/*.svg")}
    faults += [f"{file}: no command draws it" for file in sorted((shown | there) - drawn)]
    faults += [f"{file}: no page shows it" for file in sorted((drawn | there) - shown)]
    print("\n".join([*faults, f"{count} commands, {len(drawn)} pictures, {len(faults)} faults"]))
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
