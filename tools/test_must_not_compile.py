#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that must_not_compile.py takes a refusal, and nothing else, for a refusal.

usage: test_must_not_compile.py COMPILER ARGUMENT...
"""
import pathlib
import sys
import tempfile
from mistakes_together import correct, groups, split
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


# Messages of nvcc about a.cpp and b.cpp compiled together, and which of the two get a message.
ERROR_IN_A = "r.hpp(1): error: too small\n  instantiation of class C at line 2 of /a.cpp\n\n"
ERROR_IN_B = "/b.cpp(3): error: too small\n\n"
OF_BOTH = '2 errors detected in the compilation of "together.cpp".\n'
MESSAGES = {
    ERROR_IN_A + ERROR_IN_B + OF_BOTH: ["/a.cpp", "/b.cpp"],
    ERROR_IN_A + ERROR_IN_A + OF_BOTH: ["/a.cpp"],
    ERROR_IN_A + "r.hpp(1): error: no file is named\n\n" + OF_BOTH: [],
    ERROR_IN_A[:-1] + ERROR_IN_B + OF_BOTH: [],
    ERROR_IN_A + ERROR_IN_B + "Error limit reached.\n": [],
    ERROR_IN_A + ERROR_IN_B: [],
    "": [],
}


def failures_of_together():
    """mistakes_together gives each error to the one file that it names, and no other."""
    failed = 0
    for message, expected in MESSAGES.items():
        of = split(message, ["/a.cpp", "/b.cpp"])
        if list(of) != expected:
            failed += 1
            print(f"expected messages for {expected}, got {of} of\n{message}")
    alone = ERROR_IN_B + '1 error detected in the compilation of "/b.cpp".\n'
    if split(ERROR_IN_A + ERROR_IN_B + OF_BOTH, ["/a.cpp", "/b.cpp"]).get("/b.cpp") != alone:
        failed += 1
        print("the message is not the one that the file has alone")
    with tempfile.TemporaryDirectory() as directory:
        files = [pathlib.Path(directory, name) for name in "abcd"]
        for file, text in zip(files, ("", "", "#define X\n", "#include <utility>\n")):
            file.write_text(text, encoding="utf-8")
        if list(groups(files)) != [((), files[:2])]:
            failed += 1
            print(f"the groups are {list(groups(files))}")
    return failed


def failures_of_correct(command):
    """Corrections compile together where each of them does, and only there."""
    failed = 0
    for correction in CORRECTION, MISTAKE:
        with tempfile.TemporaryDirectory() as directory:
            files = [pathlib.Path(directory, name) for name in ("a.cpp", "b.cpp")]
            files[0].write_text(source(MISTAKE, CORRECTION, "too small"), encoding="utf-8")
            files[1].write_text(source(MISTAKE, correction, "too small"), encoding="utf-8")
            if correct(command, files, directory) != (set(files) if correction == CORRECTION
                                                      else set()):
                failed += 1
                print(f"the corrections {CORRECTION} and {correction} are judged wrongly")
    return failed


def main(command):
    failed = failures_of_together() + failures_of_correct(command)
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
    print(f"{len(CASES) + len(MESSAGES) + 13 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
