#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs an example and compares what it prints with its first comment.

The comment has a line `// Prints:`, and after it the lines that are printed; a long one goes on in
the next line, which is indented further. Exits with 77 where the program does: it was skipped.

usage: example_output.py [--accept] SOURCE PROGRAM [ARGS...]

--accept writes what is printed into the comment.
"""
import difflib
import subprocess
import sys
import textwrap


def commented(printed):
    return [line for text in printed for line in
            textwrap.wrap(text, 100, initial_indent="//   ", subsequent_indent="//     ",
                          break_long_words=False, replace_whitespace=False)]


def main():
    accept = sys.argv[1] == "--accept"
    source, *program = sys.argv[1 + accept:]
    with open(source) as file:
        lines = file.read().splitlines()
    comment = next(i for i, line in enumerate(lines) if not line.startswith("//"))
    if "// Prints:" not in lines[:comment]:
        sys.exit(f"{source}: its first comment has no line '// Prints:'")
    first = lines.index("// Prints:") + 1

    run = subprocess.run(program, stdout=subprocess.PIPE, text=True)
    if run.returncode == 77:
        print(run.stdout, end="")
        return 77
    printed = run.stdout.splitlines()
    if accept:
        lines[first:comment] = commented(printed)
        with open(source, "w") as file:
            file.write("\n".join(lines) + "\n")
        return run.returncode
    difference = list(difflib.unified_diff(lines[first:comment], commented(printed), "expected",
                                           "printed", lineterm=""))
    print("\n".join(difference) or f"{len(printed)} lines as expected")
    if run.returncode != 0:
        print(f"exit status {run.returncode}")
    return int(bool(difference) or not printed or run.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
