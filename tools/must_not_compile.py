#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that each mistake is refused, and refused for the reason it gives.

usage: must_not_compile.py DIRECTORY [--limits] [--witness=M] [--mistakes-alone] [--sentences]
           [--together] [--every=N] [--precompiled=HEADER...] -- COMPILER ARGUMENT...

Each DIRECTORY/*.cpp holds a mistake and its correction, and says what the compiler must answer:

    // expect-error: refused<tileproof::composable
    // expect-error: mode 0
    // expect-sentence: in mode 0 of B, at coordinate 5, A(B(c)) is 2
    #ifdef TILEPROOF_CONTROL
    (the correction)
    #else
    (the mistake)
    #endif

The mistake must not compile: the first text stands in the first line that reports an error, the
others in its first M lines. With --sentences, for g++ and for C++26, the first error's line has the
texts of all `expect-sentence` in place of those of `expect-error`, where a file has some. A file
that marks a line of code with `// the mistake`, as those of typical mistakes do, must have that
line in the trace. With --limits its whole message has at most 15 lines with g++ and nvcc, 25 with
clang; that of another file 10 lines more. The correction must compile, and so a typo cannot pass
for a refusal (many are compiled as one, and alone where that fails); --mistakes-alone leaves that
to another compiler.
--together, for nvcc, compiles many mistakes at once (mistakes_together.py); where a message is not
as expected, the mistake is compiled alone, and that message decides.
--every=N takes every N-th file, for a compiler beside the one that takes all.
--precompiled=tileproof/atom.hpp compiles a header once, for the files that include it: g++, clang.
"""
import pathlib
import re
import sys
import tempfile
import mistakes_together
from seeding import said_by


def compile_file(command, file, *more):
    """(whether FILE compiles, what the compiler says about it)"""
    status, message = said_by([*command, *more, file])
    return status == 0, message


MARK = "// the mistake"


def most_lines(command, source):
    """the lines that this compiler's message about SOURCE may have"""
    lines = 28 if "clang" in pathlib.Path(command[0]).name else 15  # clang shows 3 lines a frame
    return lines if re.search(MARK + "$", source, re.M) else lines + 10


def check(command, file, limited=False, witness_lines=None, with_correction=True,
          sentences=False, said=None):
    """(what is wrong with FILE, or None; the number of lines of the compiler's message); SAID is
    that message, where the mistake has been compiled already."""
    source = file.read_text(encoding="utf-8")
    texts = re.findall(r"^// expect-error: (.+?)\s*$", source, re.M)
    sentence = re.findall(r"^// expect-sentence: (.+?)\s*$", source, re.M) if sentences else []
    if not texts:
        return "it has no line '// expect-error: TEXT'", 0
    if with_correction:
        compiles, message = compile_file(command, file, "-DTILEPROOF_CONTROL")
        if not compiles:
            return "the correction does not compile:\n" + message, 0
    compiles, message = (False, said) if said else compile_file(command, file)
    lines = message.splitlines()
    if compiles:
        return "the mistake compiles", len(lines)
    first = next((line for line in lines if "error:" in line), "").replace("\\'", "'")
    for text in sentence:
        if text not in first:
            return f"the first error does not say '{text}':\n" + message, len(lines)
    for number, line in enumerate(source.splitlines(), 1):
        place = rf"{re.escape(file.name)}[:(]{number}\b|\bline {number}\b"
        if line.endswith(MARK) and not re.search(place, message):
            return f"the trace does not show line {number}:\n" + message, len(lines)
    if sentence:
        texts = []
    if texts and texts[0] not in first:
        return f"the first error does not say '{texts[0]}':\n" + message, len(lines)
    for text in texts[1:]:
        if text not in message:
            return f"the message does not say '{text}':\n" + message, len(lines)
    for text in texts if witness_lines is not None else []:
        if text not in "\n".join(lines[:witness_lines]):
            return f"the first {witness_lines} lines do not say '{text}':\n" + message, len(lines)
    most = most_lines(command, source)
    if limited and len(lines) > most:
        return f"the message has more than {most} lines:\n" + message, len(lines)
    return None, len(lines)


def precompiled(command, text, file):
    """The arguments with which TEXT is there before another file, compiled once: g++, clang."""
    pathlib.Path(file).write_text(text, encoding="utf-8")
    whole = [argument for argument in command if argument != "-fsyntax-only"]
    compiles, message = compile_file([*whole, "-x", "c++-header", "-o", f"{file}.gch"], file)
    if not compiles:
        raise SystemExit(f"it does not compile:\n{text}{message}")
    return ["-include", str(file)]


def main(arguments):
    with tempfile.TemporaryDirectory() as folder:
        return check_all(arguments, folder)


def check_all(arguments, folder):
    split = arguments.index("--")
    (directory, *options), command = arguments[:split], arguments[split + 1:]
    with_correction = "--mistakes-alone" not in options
    values = [option[2:].split("=") for option in options if "=" in option]
    witness_lines = next((int(n) for name, n in values if name == "witness"), None)
    headers = [(line, precompiled(command, line, pathlib.Path(folder, header.replace("/", "_"))))
               for name, header in values if name == "precompiled"
               for line in [f"#include <{header}>\n"]]
    every = next((int(n) for name, n in values if name == "every"), 1)
    files = sorted(pathlib.Path(directory).glob("*.cpp"))[::every]
    corrected = mistakes_together.correct(command, files, folder) if with_correction else set()
    together = {}
    if "--together" in options:
        together = mistakes_together.messages(command, files, folder)
    passed = failed = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        # A macro that a file defines is for the headers after it.
        before = next((arguments for line, arguments in headers
                       if line in text and "#define" not in text), [])
        tries_correction = with_correction and file not in corrected
        verdicts = [check([*command, *before], file, "--limits" in options, witness_lines,
                          tries_correction, "--sentences" in options, said)
                    for said in together.get(file, ())]
        if not verdicts or any(problem for problem, _ in verdicts):
            verdicts = [check([*command, *before], file, "--limits" in options, witness_lines,
                              tries_correction, "--sentences" in options)]
        problem, lines = verdicts[0]
        passed, failed = passed + (problem is None), failed + (problem is not None)
        verdict = f"FAILED: {problem}" if problem else f"refused, {lines} lines"
        print(f"{pathlib.Path(command[0]).name}: {file.name}: {verdict}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
