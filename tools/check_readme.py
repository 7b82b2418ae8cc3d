#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles the C++ of README.md: the second block must fail as README.md says, the others pass.

usage: check_readme.py README COMPILER [ARGS...]

The sentence of the refusal and the name of the property are compared with the error that follows the
second block.
"""
import re
import subprocess
import sys
import tempfile


def compile_text(text, command):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as file:
        file.write(text)
        file.flush()
        return subprocess.run([*command, file.name], capture_output=True, text=True)


def bare(text):
    return re.sub(r"\s|tileproof::|v0::|detail::", "", text)


SENTENCE = re.compile(r'refused<[^"]*"((?:[^"\\]|\\.)*)"[^,]*, (.*)>')


def essence(error):
    """The sentence of a refusal and the names after it, without their template arguments; of
    another error, the text after its last ": "."""
    refusal = SENTENCE.search(error)
    if refusal:
        return refusal.group(1).replace("\\'", "'"), bare(refusal.group(2)).partition("<")[0]
    return error.strip().rpartition(": ")[2]


def agree(said, expected):
    """Whether a compiler said the error of a page. One that prints types in place of the sentence
    (clang in C++20, nvcc) is compared by the first name that it has in common with the page."""
    refusal = SENTENCE.search(expected)
    if refusal and not SENTENCE.search(said):
        return f"refused<{essence(expected)[1]}" in bare(said)
    return essence(said) == essence(expected)


def main():
    with open(sys.argv[1]) as file:
        blocks = re.findall(r"^```(\w*)\n(.*?)^```", file.read(), re.S | re.M)
    good, bad, error = (text for _, text in blocks[:3])
    others = [compile_text(text, sys.argv[2:]) for language, text in blocks[3:] if language == "cpp"]
    passes = compile_text(good, sys.argv[2:])
    fails = compile_text(bad, sys.argv[2:])
    first = next((line for line in fails.stderr.splitlines() if "error: " in line), "")
    checks = {
        "the first block compiles": passes.returncode == 0,
        "the second does not": fails.returncode != 0,
        "its first error line is the README's": agree(first, error),
        "every other block of C++ compiles": all(other.returncode == 0 for other in others),
    }
    print(passes.stderr, *(other.stderr for other in others), end="")
    for check, holds in checks.items():
        print(f"{'ok' if holds else 'FAILED'}: {check}")
    if not all(checks.values()):
        print(fails.stderr)
    return int(not all(checks.values()))


if __name__ == "__main__":
    sys.exit(main())
