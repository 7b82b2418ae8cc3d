#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the explorer as a user does: the cases of cases.tsv, carets, JSON, lines on standard input.

usage: test_cli.py TILEPROOF CASES.TSV
"""
import json
import os
import pathlib
import pty
import shlex
import subprocess
import sys

PROGRAM = sys.argv[1]
failed = []


def run(words, lines=""):
    return subprocess.run([PROGRAM, *words], input=lines, capture_output=True, text=True,
                          check=False)


def expect(holds, what):
    if not holds:
        failed.append(what)
        print(what)


def cases(path):
    number = 0
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        number += 1
        status, words, out, err = (line.split("\t") + ["", ""])[:4]
        done = run(shlex.split(words))
        expect(done.returncode == int(status) and out in done.stdout and err in done.stderr,
               f"tileproof {words}\n  expected {status}, {out!r}, {err!r}\n  has {done.returncode}, "
               f"{done.stdout!r}, {done.stderr!r}")
        # Exactly one of the streams has the refusal, and a result has no error beside it, though a note.
        expect(done.returncode != 0 or not done.stderr or err and done.stderr.startswith("note: "),
               f"tileproof {words}: {done.stderr!r}")
    return number


def carets():
    for expression, at, length in [("composition((_4,_8):(_1,_4),)", 28, 1),
                                   ("(_4,_8):(_1,_4)x", 15, 1),
                                   ("zipped_divide((_4,_8):(_1,_4),Sw<3,3,3>)", 30, 9),
                                   ("size(foo)", 5, 3), ("  _4:", 5, 1),
                                   ("get<7>((_4,_8):(_1,_4))", 0, 23),
                                   ("Sw<1,2,99>", 7, 2)]:
        done = run(["eval", expression])
        shown = done.stderr.splitlines()
        expect(len(shown) == 3 and shown[1] == expression and
               shown[2] == " " * at + "^" + "~" * (length - 1),
               f"{expression}: the caret is {shown[2:]}, not at {at}, {length} long")


def json_is_valid():
    for words in (["eval", "_4:_1", ")", "let A = 4", "(_4,?):(_1,_4)", "composition(_4:_2,4:?)",
                   "a\x01\\\"\u00e9"],
                  ["prove", "injective", "(_4,_2):(_1,_3)"], ["prove", "compact", "_8:_1"],
                  ["prove", "composable", "let m = ?", "(m,_8):(_1,_100)", "_8:_1"],
                  ["explain", "zipped_divide(_8:_1,_2)"], ["banks", "_32:_1"], ["sectors", "_32:_1"],
                  ["suggest", "width", "(_32,_4):(_4,_1)"], ["suggest", "threads", "(_128,_64)" ":(_64,_1)"],
                  ["suggest", "swizzle", "(_8,_64):(_64,_1)", "ldmatrix<4>",
                   "((_8,_4),_8):((_1,_64),_8)"]):
        done = run([words[0], "--json", "--", *words[1:]])
        lines = done.stdout.splitlines()
        try:
            objects = [json.loads(line) for line in lines]
        except ValueError as wrong:
            objects = []
            print(wrong)
        expect(objects and all(isinstance(o, dict) for o in objects) and not done.stderr,
               f"--json {words}: {done.stdout!r} {done.stderr!r}")
        if words[0] == "eval":
            expect([o["status"] for o in objects] ==
                   ["result", "bad input", "result", "result", "result", "bad input"] and
                   len(objects) == 6, f"statuses of {objects}")


def standard_input():
    done = run(["eval"], "# a comment\nlet A = (_4,_8):(_8,_1)\n\nA(1,2)\nbad\nsize(A)\n")
    expect(done.stdout == "10\n_32\n" and done.returncode == 2, f"lines: {done}")
    expect(run(["eval"], "").stdout == "", "no line")
    done = run(["prove"], "let A = (4,8):(8,1)\ninjective A\n\ncomposable A; 4:3\nfoo A\ncontiguous<8> A\n")
    lines = done.stdout.splitlines()
    expect([line.split(":")[0].split(",")[0] for line in lines] == ["holds", "refuted", "refuted"] and
           "`foo` is no property" in done.stderr and done.returncode == 2, f"proofs: {done}")
    done = run(["prove", "--json"], "injective 4:1\nfoo 4:1\ninjective 4:0\n")
    expect([json.loads(line).get("answer") for line in done.stdout.splitlines()] ==
           ["yes", None, "no"] and not done.stderr, f"proofs in JSON: {done}")


def answers_as_they_come():
    """Another program may ask line by line."""
    with subprocess.Popen([PROGRAM, "eval"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        for question, answer in [("let A = (4,8):(8,1)", None), ("A(1,2)", "_10"), ("size(A)", "_32")]:
            process.stdin.write(question + "\n")
            process.stdin.flush()
            if answer is not None:
                got = process.stdout.readline().strip()
                expect(got == answer, f"{question}: {got!r}")
        process.stdin.close()


def prompt():
    done = run(["repl"], "let A = (_4,_8):(_8,_1)\nA(1,2)\nprove injective A\nprove composable A; 4:3\n"
               "print A\nbanks A --type float\nprove foo A\nsuggest width A --type float\nbanks --til\n"
               "quit\nsize(A)\n")
    out = done.stdout
    expect(out.startswith("10\nholds") and "refuted: composition" in out and
           " 8  9 10 11" in out and "shared_load<32>: 8 wavefronts" in out and
           "128 bits, 4 elements" in out and "_32" not in out and
           "`foo` is no property" in done.stderr and "`--til` is no option" in done.stderr and
           done.returncode == 2, f"prompt: {done}")


def arrays():
    """Layouts in JSON are arrays, of each command that has one."""
    def objects(words):
        return [json.loads(line) for line in run([words[0], "--json", "--", *words[1:]]).stdout.splitlines()]
    values = [o.get("value") for o in objects(
        ["eval", "let m = ?", "(_4,(2,_8)):(_1,(8,m))", "Sw<3,3,3> o (_8,_64):(_64,_1)", "14 o (_2,2):(6,_1)",
         "(_4,_)", "5", "(_4,_8):(_1@0,_1@1)", "gemm_wgmma"])]
    expect(values[1:] == [
        {"kind": "layout", "shape": [4, [2, 8]], "stride": [1, [8, "m"]]},
        {"kind": "layout", "shape": [8, 64], "stride": [64, 1],
         "outside": [{"swizzle": [3, 3, 3], "offset": 0}]},
        {"kind": "tensor", "shape": [2, 2], "stride": [6, 1], "offset": 14},
        {"kind": "tuple", "value": [4, None]}, {"kind": "integer", "value": 5},
        {"kind": "layout", "shape": [4, 8], "stride": ["_1@0", "_1@1"]},
        {"kind": "protocol", "text": "gemm_wgmma(stages=3)"}], f"arrays: {values}")
    layout = {"kind": "layout", "shape": [4, 8], "stride": [1, 4]}
    text = "(_4,_8):(_1,_4)"
    expect(objects(["prove", "injective", text])[0]["values"] == [layout] and
           objects(["explain", f"coalesce({text})"])[0]["value"]["shape"] == 32 and
           objects(["banks", text])[0]["layout"] == layout and
           objects(["sectors", text])[0]["layout"] == layout and
           objects(["suggest", "threads", "(_128,_64):(_64,_1)"])[0]["value"]["threads"]["shape"] == [16, 8] and
           objects(["draw", text])[0]["faults"] == [] and
           all("meaning" in o for o in objects(["prove", "--list"])[:0] or
               [json.loads(line) for line in run(["prove", "--list", "--json"]).stdout.splitlines()]),
           "arrays of the other commands")


def colours():
    """Red in a terminal alone."""
    words = [PROGRAM, "banks", "_32:_32"]
    expect("\x1b" not in run(words[1:]).stdout, "a colour without a terminal")
    expect("\x1b[30;48;5;" in run(["print", "_4:_1", "--color", "always"]).stdout, "--color always")
    for variable, is_red in ({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True):
        shown = in_terminal(words, variable)
        if shown is None:
            print("no terminal here: colours are not tested")
            return
        expect((b"\x1b[31mX" in shown) == is_red, f"colours in a terminal with {variable}")


def in_terminal(words, variables):
    """What a program writes to a terminal; None where there is none."""
    try:
        reader, writer = pty.openpty()
    except OSError:
        return None
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(words, stdout=writer, env=env | variables) as process:
        os.close(writer)
        shown = b""
        while True:
            try:
                part = os.read(reader, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        process.wait()
    os.close(reader)
    return shown


def scripts_parse():
    for shell in ("bash", "zsh", "fish"):
        script = run(["completion", shell]).stdout
        try:
            done = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True,
                                  check=False)
        except FileNotFoundError:
            print(f"{shell} is not here: its completion is not parsed")
            continue
        expect(done.returncode == 0, f"{shell}: {done.stderr}")
    words = subprocess.run(
        ["bash", "-c", f"eval \"$(cat)\"; COMP_WORDS=(tileproof $1 $2); COMP_CWORD=2; _tileproof;"
         " echo ${COMPREPLY[@]}", "-", "prove", "inj"],
        input=run(["completion", "bash"]).stdout, text=True, capture_output=True, check=False)
    expect(words.stdout == "injective\n", f"completion of `prove inj`: {words.stdout!r}")


def main():
    number = cases(sys.argv[2])
    carets()
    json_is_valid()
    standard_input()
    answers_as_they_come()
    prompt()
    arrays()
    colours()
    scripts_parse()
    print(f"{number} cases, {len(failed)} failed")
    return 1 if failed or number == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
