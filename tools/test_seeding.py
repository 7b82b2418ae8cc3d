#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that each mutant and kernel fault finds its place in headers that are formatted in another
way, and that a place which has moved is reported by name.

usage: test_seeding.py INCLUDE_DIRECTORY
"""
import collections
import contextlib
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import kernel_faults
import mutants
import seeding
from seeding import chosen, file_of, headers_of, moved, places, seeded, text_of

# text, correct text, places
PLACES = [
    ("f(a);", "f ( a ) ;", 1),
    ("f(\n    a);", "f(a);", 1),
    ("f(a /* b */);  // c", "f(a);", 1),
    ("f(a);", "f(a);  // c", 1),
    ("#define M f( \\\n  a);", "f(a);", 1),
    ("x<<y>>z", "x << y >> z", 1),
    ("f(a); f(a);", "f(a);", 2),
    ("// f(a);\n", "f(a);", 0),
    ("/* f(a); */", "f(a);", 0),
    ('"f(a);"', "f(a);", 0),
    ('"//"; f(a);', "f(a);", 1),
    ("n = 1'000; f('\\'');", "f('\\'');", 1),
    ("ff(a);", "f(a);", 0),
    ("f(ab);", "f(a b);", 0),
    ("f(a, b);", "f(a);", 0),
]


def rewrapped(text):
    """Breaks lines after commas, brackets and operators, and indents by tabs."""
    lines = [line if re.search(r'//|"|#', line) else re.sub(r"(, |[({]| [=+*<] )", r"\1\n\t\t", line)
             for line in text.splitlines()]
    return "\n".join(lines)


def commented(text):
    """Has a comment at the end of each line of code."""
    return re.sub(r"(?<=[;,({])$", "  // return;", text, flags=re.MULTILINE)


def formatted(columns):
    style = f"--style={{BasedOnStyle: Google, ColumnLimit: {columns}, IndentWidth: 3}}"
    return lambda text: subprocess.run(["clang-format", style], input=text, text=True, check=True,
                                       stdout=subprocess.PIPE).stdout


def said(include, seeds):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        moved(include, seeds)
    return out.getvalue()


def write(include, header, text):
    file = file_of(include, header)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def problems_of(include):
    """Yields what is wrong, for each check None or a sentence."""
    for text, correct, n in PLACES:
        found = len(places(text, correct))
        yield None if found == n else f"{correct!r} is found {found} times in {text!r}, not {n}"

    ways = [str, rewrapped, commented]
    if shutil.which("clang-format"):
        ways += [formatted(40), formatted(160)]
    for seeds in (mutants.ALL, kernel_faults.ALL):
        names = collections.Counter(seed.name for seed in seeds)
        yield None if max(names.values()) == 1 else f"a name stands twice: {names.most_common(1)}"
        for way in ways:
            with tempfile.TemporaryDirectory() as directory:
                copy = pathlib.Path(directory, "include")
                for header in {header for where in {seed.header for seed in seeds}
                               for header in headers_of(include, where)}:
                    write(copy, header, way(text_of(include, header)))
                yield said(copy, seeds) or None

    # A header without the place of a seed, and one with two.
    seed = mutants.ALL[0]
    with seeded(include, seed) as (_, directory, *_):
        for text, n in ((seed.wrong, 0), (f"{seed.correct}\n" * 2, 2)):
            write(directory, seed.header, text)
            words = said(directory, mutants.ALL[:1])
            right = words.startswith(f"FAILED: {seed.name}: its place has moved") and \
                f"{n} times in tileproof/{seed.header}" in words
            yield None if right else f"a place that stands {n} times is reported as {words!r}"

    picked, others = chosen(("--only", seed.name, "include", "--only"), mutants.ALL)
    yield None if (picked, others) == ([seed], ("include", "--only")) else "--only picks others"
    picked, others = chosen(("--every=3", "include"), mutants.ALL)
    yield None if (picked, others) == (mutants.ALL[::3], ("include",)) else "--every picks others"
    try:
        chosen(("--only", "no-name"), mutants.ALL)
        yield "a name that is not in the table is taken"
    except SystemExit as e:
        yield None if "no-name" in str(e) else f"an unknown name is reported as {e}"

    seeding.LIMIT = 1
    status, words = seeding.said_by(["sh", "-c", "while :; do :; done"])
    yield None if status and words.startswith("ended after 1 seconds") else \
        f"a command without an end has status {status} and says {words!r}"


def main(include):
    checks = list(problems_of(include))
    failed = [problem for problem in checks if problem]
    print(*failed, sep="\n", end="\n" if failed else "")
    print(f"{len(checks) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
