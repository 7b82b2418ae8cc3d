#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Shows that tileproof-errors prints the same sentence and line whichever compiler refuses.

usage: test_tileproof_errors.py PROGRAM RECORDED [DIRECTORY [--every=N] [--precompiled=HEADER...]
           -- G++ ARGUMENT... [-- COMPILER ARGUMENT...]...]

RECORDED has messages of compilers, NAME.txt, and what PROGRAM makes of each, NAME.expected.

Every N-th mistake of DIRECTORY (must_not_compile.py) is compiled by each COMPILER. g++ without a
definition prints the sentence by itself; PROGRAM has to find in its message the texts of
`expect-sentence`, and in that of each other compiler exactly the sentences and lines that it finds
in g++'s; a type in a sentence may have the other compiler's spelling. PROGRAM runs each compiler on
the first of them, g++ with the definition too: the exit status is the compiler's, also where it is
0. Prints how many files agree.
"""
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import mistakes_together
from must_not_compile import MARK, compile_file, precompiled


# Mistakes that the preprocessor or the language refuses, in a line that every compiler prints.
BY_COMPILER = ["cute_beside_the_real_one.cpp", "operation_that_is_misspelt.cpp"]
# clang's trace about it ends in the library, and so the line is the library's.
WITHOUT_A_LINE = ["zero_fill_without_a_predicate.cpp"]


def load(path):
    loader = importlib.machinery.SourceFileLoader("tileproof_errors", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def translated(errors, message, verbose=False):
    said = []
    errors.translate(message.splitlines(keepends=True), said.append, verbose)
    return "".join(said)


def refusals(errors, message):
    """[(lines, kind, sentence)] of the refusals in a compiler's message; lines are the user's,
    (file, line), innermost first."""
    found = []
    for block in errors.messages(message.splitlines(keepends=True)):
        refusal = errors.Message(block).refusal()
        if refusal:
            lines = [(pathlib.Path(file).name, line)
                     for file, line in errors.Message(block).frames()]
            if refusal[0] == "interleaving":  # printed below its sentence, without a line
                lines = found[-1][0] if found else []
            found.append((lines, *refusal))
    return found


def check_recorded(program, errors, folder):
    """The number of recorded messages that PROGRAM turns into something else than is expected."""
    wrong = 0
    recorded = sorted(folder.glob("*.txt"))
    for file in recorded:
        message = file.read_text(encoding="utf-8")
        said = subprocess.run([program], cwd=folder, input=message, encoding="utf-8",
                              check=True, stdout=subprocess.PIPE).stdout
        if said != file.with_suffix(".expected").read_text(encoding="utf-8"):
            print(f"{file.name} becomes\n{said}")
            wrong += 1
        all_of_it = translated(errors, message, verbose=True)
        if lost := [line for line in message.splitlines() if line not in all_of_it]:
            print(f"{file.name}: --verbose loses\n" + "\n".join(lost))
            wrong += 1
    print(f"{len(recorded)} recorded messages, {wrong} wrong")
    return wrong if recorded else 1


def check_status(program, command, mistake):
    """What is wrong with the exit status and the streams of PROGRAM as a launcher, or None."""
    run = [program, *command]
    one = subprocess.run([*run, str(mistake)], encoding="utf-8", capture_output=True)
    alone = subprocess.run([*command, str(mistake)], encoding="utf-8", capture_output=True)
    if one.returncode != alone.returncode or one.returncode == 0:
        return f"exit status {one.returncode}, and the compiler's is {alone.returncode}"
    if ": error: " not in one.stderr or "encoded_sentence" in one.stderr or one.stdout:
        return f"stderr has no sentence:\n{one.stderr}{one.stdout}"
    good = subprocess.run([*run, "-DTILEPROOF_CONTROL", str(mistake)], encoding="utf-8",
                          capture_output=True)
    if good.returncode != 0:
        return f"exit status {good.returncode} where the program is correct:\n{good.stderr}"
    version = subprocess.run([program, command[0], "--version"], encoding="utf-8", capture_output=True)
    direct = subprocess.run([command[0], "--version"], encoding="utf-8", capture_output=True)
    if (version.returncode, version.stdout) != (direct.returncode, direct.stdout):
        return "--version is not the compiler's"
    return None


def messages(command, files, headers, folder):
    """{file: a function that gives the compiler's message about it, the message of a group first}"""
    is_nvcc = "nvcc" in pathlib.Path(command[0]).name
    together = mistakes_together.messages(command, files, folder) if is_nvcc else {}
    before = {} if is_nvcc else {
        f"#include <{header}>\n": precompiled(
            command, f"#include <{header}>\n",
            pathlib.Path(folder, f"{len(command)}_{header.replace('/', '_')}"))
        for header in headers}

    def alone(file):
        text = file.read_text(encoding="utf-8")
        more = next((arguments for line, arguments in before.items()
                     if line in text and "#define" not in text), [])
        return compile_file([*command, *more], file)[1]
    return {file: [lambda said=said: said for said in together.get(file, ())]
            + [lambda file=file: alone(file)] for file in files}


def check_all(program, errors, directory, options, commands):
    values = [option[2:].split("=") for option in options]
    every = next((int(n) for name, n in values if name == "every"), 1)
    headers = [header for name, header in values if name == "precompiled"]
    files = sorted(pathlib.Path(directory).glob("*.cpp"))[::every]
    wrong = 0
    expected = {}
    for position, command in enumerate(commands):
        name = pathlib.Path(command[0]).name
        for problem in filter(None, [check_status(program, command, files[0])]):
            print(f"{name}: {files[0].name}: {problem}")
            wrong += 1
        equal = spelled = 0
        with tempfile.TemporaryDirectory() as folder:
            said = messages([*command, errors.DEFINITION] if position > 0 else command, files,
                            headers, folder)
            for file in files:
                if position == 0:
                    expected[file] = refusals(errors, said[file][-1]())
                    problem = unexpected(expected[file], file)
                else:
                    problem = None
                    for message in said[file]:
                        found = refusals(errors, message())
                        problem = different(found, expected[file], file)
                        if problem and not different(found, expected[file], file,
                                                     with_spelling_of_gcc):
                            problem, spelled = None, spelled + 1
                        if not problem:
                            break
                equal += problem is None
                if problem:
                    print(f"{name}: {file.name}: {problem}", flush=True)
        wrong += len(files) - equal
        print(f"{name}: {len(files)} files, {equal} "
              + ("with the sentence that they state" if position == 0 else
                 f"with the sentence and the line of {pathlib.Path(commands[0][0]).name}, "
                 f"{spelled} of them with another spelling of a type"))
    return wrong if files else 1


def different(found, expected, file, in_words=lambda sentence: sentence):
    """Where the refusals of a compiler differ from g++'s, or None. The name in brackets may be an
    alias, and the line another one of the same statement. nvcc's trace leaves out a function whose
    return type is deduced: its first line may be a later one of g++'s."""
    source = file.read_text(encoding="utf-8").splitlines()

    def is_in_statement(line, other):
        first, last = sorted((int(line[1]), int(other[1])))
        return line[0] == other[0] and not any(";" in text for text in source[first - 1:last - 1])

    def is_like(one, other):
        sentences = (in_words(re.sub(r" \[[^\]]*\]$", "", refusal[2])) for refusal in (one, other))
        return (one[1] == other[1] and len(set(sentences)) == 1
                and (any(is_in_statement(one[0][0], line) for line in other[0])
                     or file.name in WITHOUT_A_LINE))
    # After an error of the language, where g++ stops, others may go on to a sentence.
    if not expected or len(found) == len(expected) and all(map(is_like, found, expected)):
        return None
    return f"\n  {found}\nin place of\n  {expected}"


def with_spelling_of_gcc(sentence):
    """A sentence with the types in it as g++ spells them: no default arguments, long unsigned int."""
    for there, here in ((r"\bunsigned long\b", "long unsigned int"), (r"\bsigned int\b", "int"),
                        (r"\bshort\b(?! int)", "short int"), (r"<(\w+), \1>", r"<\1>")):
        sentence = re.sub(there, here, sentence)
    return sentence


def unexpected(found, file):
    """What the refusals of g++ lack of what a file states, or None."""
    source = file.read_text(encoding="utf-8")
    if not found:
        return None if file.name in BY_COMPILER else "no refusal"
    texts = re.findall(r"^// expect-sentence: (.+?)\s*$", source, re.M)
    for text in texts:
        if text not in found[0][2]:
            return f"'{found[0][2]}' lacks '{text}'"
    marked = [str(number) for number, line in enumerate(source.splitlines(), 1)
              if line.endswith(MARK)]
    if marked and found[0][0][0][1] not in marked:
        return f"line {found[0][0][0][1]} in place of {marked}"
    return None


def main(arguments):
    split = [i for i, argument in enumerate(arguments) if argument == "--"] + [len(arguments)]
    program, recorded, *more = arguments[:split[0]]
    program = pathlib.Path(program).resolve()
    commands = [arguments[a + 1:b] for a, b in zip(split, split[1:])]
    errors = load(program)
    wrong = check_recorded(program, errors, pathlib.Path(recorded))
    if more:
        wrong += check_all(program, errors, more[0], more[1:], commands)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
