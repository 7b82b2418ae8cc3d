#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The library and the oracle about drawn protocols.

  sample.py RANDOM CXX INCLUDE [--count 30] [--seed 1] [--per-file 15] [--jobs 1] [--keep DIR] [--list]

RANDOM is the program of random.cpp, or of faults.cpp with its table of pairs. It draws protocols, as many sound as not, and writes programs that
ask the library; these are compiled with CXX and run. Exit status 1: the library accepts a protocol of
which the oracle has a schedule that fails; or decide(), where RANDOM has it, names another fault than the
library does for the protocol as C++.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def ask(cxx, include, source):
    """The lines of a program; where it does not compile, of its protocols one by one."""
    program = source.with_suffix("")
    done = subprocess.run(shlex.split(cxx) + ["-std=c++20", "-O0", "-w", f"-I{include}", str(source), "-o", str(program)],
                          capture_output=True, text=True)
    if done.returncode == 0:
        ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=600)
        program.unlink()
        lines = [line.split("\t", 3) for line in ran.stdout.splitlines()]
        if ran.returncode != 0:
            lines.append([f"program {source.name}", "crash", "0", str(ran.returncode)])
        return lines
    text = source.read_text()
    head, *pieces = re.split(r"(?=^// seed )", text.split("int main() {")[0], flags=re.M)
    if len(pieces) == 1:
        seed = re.match(r"// seed (\d+)", pieces[0]).group(1)
        error = next((x for x in done.stderr.splitlines() if "error" in x), "?")
        return [[seed, "no compilation", "0", error]]
    lines = []
    for i, piece in enumerate(pieces):
        seed = re.match(r"// seed (\d+)", piece).group(1)
        one = source.with_name(f"{source.stem}_{i}.cpp")
        one.write_text(f'{head}{piece}int main() {{ ask<p{seed}::drawn>("{seed}"); }}\n')
        lines += ask(cxx, include, one)
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("random")
    parser.add_argument("cxx")
    parser.add_argument("include")
    parser.add_argument("--count", default="30")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--per-file", default="15")
    parser.add_argument("--agents", default="63", help="the most that a protocol has")
    parser.add_argument("--sound", default="50", help="of 100")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", help="a directory for the programs; answers.tsv is the library's")
    parser.add_argument("--list", action="store_true", help="each protocol on which the two differ")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        at = pathlib.Path(o.keep or temporary)
        at.mkdir(parents=True, exist_ok=True)
        subprocess.run([o.random, "--sample", str(at), "--count", o.count, "--seed", o.seed, "--per-file",
                        o.per_file, "--sound", o.sound,
                        "--agents", o.agents], check=True, stdout=subprocess.DEVNULL)
        oracle = {}
        for line in (at / "oracle.tsv").read_text().splitlines():
            seed, program, reason, how, by_value = line.split("\t")
            oracle[seed] = (program, reason, by_value)
        sources = [at / f"{n}.cpp" for n in sorted({int(x[0]) for x in oracle.values()})]
        answers = {}
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            for lines in pool.map(lambda s: ask(o.cxx, o.include, s), sources):
                for seed, fault, states, sentence in lines:
                    answers[seed] = (fault, sentence)
        (at / "answers.tsv").write_text("".join(f"{s}\t{f}\t{t}\n" for s, (f, t) in answers.items()))
        return compare(at, oracle, answers, o.list)


def compare(at, oracle, answers, lists):
    counts = collections.Counter()
    false_yes, false_no = [], []
    unlike = []
    for seed, (_, reason, by_value) in oracle.items():
        fault, sentence = answers.get(seed, ("no answer", ""))
        if by_value not in ("-", fault):
            unlike.append((seed, f"{fault}, by value {by_value}", sentence))
        kind = ("accepted" if fault == "none" else "undecided" if fault == "undecided" else
                "refused" if fault not in ("no answer", "no compilation") else "not asked")
        counts[kind, "sound" if reason == "none" else "fails"] += 1
        if kind == "accepted" and reason != "none":
            false_yes.append((seed, reason, sentence))
        elif kind != "accepted" and reason == "none":
            false_no.append((seed, fault, sentence))
    print(f"{'the library':<12} {'oracle: sound':>14} {'oracle: fails':>14}")
    for kind in ("accepted", "refused", "undecided", "not asked"):
        if counts[kind, "sound"] + counts[kind, "fails"]:
            print(f"{kind:<12} {counts[kind, 'sound']:>14} {counts[kind, 'fails']:>14}")
    wrong = [x for x in answers if x not in oracle]
    for title, found in (("ACCEPTED, AND A SCHEDULE FAILS", false_yes),
                         ("ANOTHER ANSWER BY VALUE", unlike),
                         ("refused, and no schedule fails", false_no)):
        by = collections.Counter(x[1] for x in found)
        print(f"\n{title}: {len(found)}", dict(by.most_common()))
        for seed, what, sentence in found:
            if lists or found is not false_no:
                print(f"\n// seed {seed}: {what}: {sentence}\n" + (at / f"{seed}.txt").read_text())
    if wrong:
        print("no answer of", wrong)
    return 1 if false_yes or unlike or wrong or any(k[0] == "not asked" for k in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
