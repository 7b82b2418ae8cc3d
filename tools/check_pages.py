#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles the C++ of the pages of a directory; where the compiler is nvcc, their kernels.

usage: check_pages.py DIRECTORY COMPILER [ARGS...]

Blocks are compiled after the #includes and usings that the page shows indented, or else README.md.
A block that an error follows must fail with it: of a refusal, the sentence and the name of the
property are compared; of another error, the text after its last ": ". Any other block must pass.
"""
import collections
import pathlib
import re
import sys
import tempfile
from check_readme import agree, compile_text
from must_not_compile import precompiled


def preamble(page):
    return "".join(re.findall(r"^ {4}((?:#include|using) .*\n)", page, re.M))


def blocks_of(directory, language):
    """(page, what stands before the block, the block, the error that follows it) of each block"""
    pages = {page: page.read_text(encoding="utf-8")
             for page in sorted(pathlib.Path(directory).glob("*.md"))}
    common = "".join(preamble(text) for page, text in pages.items() if page.name == "README.md")
    return [(page, preamble(text) or common, code, error) for page, text in pages.items()
            for code, error in re.findall(r"^```" + language + r"\n(.*?)^```"
                                          r"(?:\n\n```\n(error: .*?)^```)?", text, re.S | re.M)]


def main(directory, *command):
    with tempfile.TemporaryDirectory() as folder:
        return check_all(directory, command, folder)


def check_all(directory, command, folder):
    passed = failed = 0
    is_nvcc = pathlib.Path(command[0]).name == "nvcc"
    blocks = blocks_of(directory, "cuda" if is_nvcc else "cpp")
    # The headers are compiled once for the blocks after the same #includes.
    uses = collections.Counter(before for _, before, _, _ in blocks)
    headers = {} if is_nvcc else {
        before: precompiled(command, before, pathlib.Path(folder, f"{number}.hpp"))
        for number, before in enumerate(uses) if uses[before] > 2}
    for page, before, code, error in blocks:
        done = compile_text(before + code, [*command, *headers.get(before, [])])
        first = next((line for line in done.stderr.splitlines() if "error: " in line), "")
        if error:
            holds = done.returncode != 0 and agree(first, error)
        else:
            holds = done.returncode == 0
        passed, failed = passed + holds, failed + (not holds)
        if not holds:
            print(f"{page.name}: expected {error or 'no error'}", code, first, sep="\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
