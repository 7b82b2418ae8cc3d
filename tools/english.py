#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Prints the sentences of comments and pages whose subject comes late, and "behind" in include/.

usage: english.py ROOT

No sentence begins with What, Of, Those, Who, Whose, How, That of, That which or The same of; a question
may, and so may a heading. Comments of include/ say after, past or with, not behind. Looks at comments of
C++ and Python, and at Markdown outside of code and tables. The exit status is 1 if a sentence is found.
"""
import pathlib
import re
import sys

FOLDERS = ("include", "static_tests", "device_tests", "bench", "examples", "tools", "docs")
MARKS = {".hpp": "//", ".cpp": "//", ".cu": "//", ".py": "#"}
LATE = re.compile(r"(?:^|(?<=[.?!:] ))(?:What|Of|Those|Who|Whose|How|That of|That which|The same of)"
                  r"\b[^.?!]*[.?!]?")


def comments(text, mark):
    """(line, words) of each paragraph of comments, and of each comment beside code"""
    start, words = 0, []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        alone = re.match(rf"\s*{mark} ?(?! )(.+)", line)
        if alone:
            start, words = start if words else number, [*words, alone[1]]
            continue
        if words:
            yield start, " ".join(words)
        words = []
        for beside in re.findall(rf'  {mark} ([^"]*)$', line):
            yield number, beside


def paragraphs(text):
    """(line, words) of each paragraph and item of a page"""
    text = re.sub(r"^```.*?^```$", lambda code: "\n" * code[0].count("\n"), text, flags=re.M | re.S)
    number = 1
    for part in re.split(r"\n(?=\n|[-*|#] |\d+\. )", text):
        if not re.match(r"\n*([|#]| {4})", part):
            yield number, re.sub(r"^([-*]|\d+\.) ", "", " ".join(part.split()))
        number += part.count("\n") + 1


def main(root):
    found = 0
    for file in (f for folder in FOLDERS for f in sorted(pathlib.Path(root, folder).rglob("*"))):
        if file.suffix not in (*MARKS, ".md"):
            continue
        text, mark = file.read_text(encoding="utf-8"), MARKS.get(file.suffix)
        for number, words in comments(text, mark) if mark else paragraphs(text):
            late = [sentence for sentence in LATE.findall(words) if not sentence.endswith("?")]
            if file.is_relative_to(pathlib.Path(root, "include")):
                late += re.findall(r"(?<!`)\bbehind\b.*", words, re.I)
            for sentence in late:
                found += 1
                print(f"{file}:{number}: {sentence[:80]}")
    print(f"{found} sentences to be turned round")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
