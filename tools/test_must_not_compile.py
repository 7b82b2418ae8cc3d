#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that must_not_compile.py takes a refusal, and nothing else, for a refusal.

usage: test_must_not_compile.py COMPILER ARGUMENT...
"""
import pathlib
import sys
import tempfile
from must_not_compile import check

MISTAKE = "static_assert(sizeof(int) == 1, \"too small\");"
CORRECTION = "static_assert(sizeof(int) == 4, \"just right\");"


def source(mistake, correction, *texts):
    return "".join(f"// expect-error: {text}\n" for text in texts) + (
        f"#ifdef TILEPROOF_CONTROL\n{correction}\n#else\n{mistake}\n#endif\n")


# The verdict on each file: None where it is a refusal.
CASES = {
    source(MISTAKE, CORRECTION, "too small"): None,
    source(MISTAKE, CORRECTION, "too small", "sizeof(int) == 1"): None,
    source(MISTAKE, CORRECTION): "it has no line",
    source(MISTAKE, MISTAKE, "too small"): "the correction does not compile",
    source(CORRECTION, CORRECTION, "too small"): "the mistake compiles",
    source("statik_assert();", CORRECTION, "too small"): "the first error does not say 'too small'",
    source("statik_assert();\n" + MISTAKE, CORRECTION, "too small"):
        "the first error does not say 'too small'",
    source(MISTAKE, CORRECTION, "too small", "absent"): "the message does not say 'absent'",
    source("statik_assert();", "statik_assert();", "statik_assert"):
        "the correction does not compile",
    source("#include <no_such_header>", CORRECTION, "too small"):
        "the first error does not say 'too small'",
}


def main(command):
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory, "case.cpp")
        for text, expected in CASES.items():
            file.write_text(text, encoding="utf-8")
            problem, _ = check(command, file)
            if problem != expected and not (expected and problem and problem.startswith(expected)):
                failed += 1
                print(f"expected {expected}, got {problem} for\n{text}")
        # 30 errors are too long a message, of a typical mistake the half of them too.
        for errors, mark in ((30, ""), (15, "  // the mistake")):
            text = source(MISTAKE * errors + mark, CORRECTION, "too small")
            file.write_text(text, encoding="utf-8")
            problem, lines = check(command, file, limited=True)
            if not (problem and problem.startswith("the message has more than")):
                failed += 1
                print(f"expected a long message, got {lines} lines: {problem}")
        file.write_text(source(MISTAKE, CORRECTION, "too small"), encoding="utf-8")
        problem, lines = check(command, file, limited=True)
        if problem:
            failed += 1
            print(f"expected a short message, got {lines} lines: {problem}")
        # The sentence stands in the place of expect-error, where it is asked for.
        text = "// expect-sentence: small\n" + source(MISTAKE, CORRECTION, "absent")
        for sentences, expected in ((True, None), (False, "the first error does not say 'absent'")):
            file.write_text(text, encoding="utf-8")
            problem, _ = check(command, file, sentences=sentences)
            if (problem or "").split(":")[0] != (expected or ""):
                failed += 1
                print(f"expected {expected}, got {problem}")
        # The user's line.
        for text, expected in (
                (source(f"{MISTAKE}  // the mistake", CORRECTION, "too small"), None),
                (source(f"int x;  // the mistake\n{MISTAKE}", CORRECTION, "too small"),
                 "the trace does not show line 5")):
            file.write_text(text, encoding="utf-8")
            problem, _ = check(command, file)
            if (problem or "").split(":")[0] != (expected or ""):
                failed += 1
                print(f"expected {expected}, got {problem}")
        later = MISTAKE.replace("too small", "far too small")
        text = source(f"{MISTAKE}\n" * 9 + later, CORRECTION, "too small", "far too small")
        file.write_text(text, encoding="utf-8")
        for most, expected in (100, None), (9, "the first 9 lines do not say 'far too small'"):
            problem, _ = check(command, file, witness_lines=most)
            if (problem or "").split(":")[0] != (expected or ""):
                failed += 1
                print(f"expected {expected}, got {problem}")
    print(f"{len(CASES) + 9 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
