#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The library and the oracle about drawn protocols.

  sample.py RANDOM CXX INCLUDE [--count 30] [--seed 1] [--per-file 15] [--jobs 1] [--keep DIR] [--list]
            [--machine device_tests/pipeline]

RANDOM is the program of random.cpp, or of faults.cpp with its table of pairs. It draws protocols, as many
sound as not, and writes programs that ask the library; these are compiled with CXX and run. Exit status 1:
the library accepts a protocol of which the oracle has a schedule that fails; or decide(), where RANDOM has
it, names another fault than the library does for the protocol as C++.

With --machine the protocols are accepted ones, and the programs run them by the library's own machine on
the CPU (drawn_machine.hpp); or, where CXX is "nvcc -x cu" with options for sm_90a, on a GPU. Exit status 1: a
read sees another value than the table's, an action is not the protocol's, or the run reports a fault; 77:
there is no such GPU.
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

SKIPPED = 77


def ask(command, source):
    """The lines of a program; where it does not compile, of its protocols one by one."""
    program = source.with_suffix("")
    done = subprocess.run([str(source) if x == "SOURCE" else x for x in command] + ["-o", str(program)],
                          capture_output=True, text=True)
    if done.returncode == 0:
        ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=600)
        program.unlink()
        lines = [line.split("\t", 3) for line in ran.stdout.splitlines()]
        if ran.returncode == SKIPPED:
            print(ran.stdout, end="")
            sys.exit(SKIPPED)
        if ran.returncode != 0:
            lines.append([f"program {source.name}", "crash", "0", str(ran.returncode)])
        return lines
    protocols, calls = source.read_text().split("int main() {")
    head, *pieces = re.split(r"(?=^// seed )", protocols, flags=re.M)
    if len(pieces) == 1:
        seed = re.match(r"// seed (\d+)", pieces[0]).group(1)
        error = next((x for x in done.stderr.splitlines() if "error" in x), "?")
        return [[seed, "no compilation", "0", error]]
    lines = []
    for i, piece in enumerate(pieces):
        seed = re.match(r"// seed (\d+)", piece).group(1)
        one = source.with_name(f"{source.stem}_{i}.cpp")
        call = next(x for x in calls.splitlines() if f"<p{seed}::drawn>" in x)
        one.write_text(f"{head}{piece}int main() {{ {call} }}\n")
        lines += ask(command, one)
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
    parser.add_argument("--machine", help="the directory of drawn_machine.hpp")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        at = pathlib.Path(o.keep or temporary)
        at.mkdir(parents=True, exist_ok=True)
        subprocess.run([o.random, "--machines" if o.machine else "--sample", str(at), "--count", o.count,
                        "--seed", o.seed, "--per-file", o.per_file, "--sound", o.sound,
                        "--agents", o.agents], check=True, stdout=subprocess.DEVNULL)
        oracle = {}
        for line in (at / "oracle.tsv").read_text().splitlines():
            seed, *said = line.split("\t")
            oracle[seed] = said
        command = shlex.split(o.cxx) + ["-std=c++20", "-O0", "-w", f"-I{o.include}", "SOURCE"]
        if o.machine:
            command.append(f"-I{o.machine}")
            if "nvcc" not in o.cxx:
                more = "-fconstexpr-steps" if "clang" in o.cxx else "-fconstexpr-ops-limit"
                command += [f"{more}=200000000", "-lboost_context"]
        answers = {}
        sources = [at / f"{n}.cpp" for n in sorted({int(x[0]) for x in oracle.values()})]
        with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
            for lines in pool.map(lambda s: ask(command, s), sources):
                for seed, fault, states, sentence in lines:
                    answers[seed] = (fault, sentence)
        if o.machine:
            return count_runs(at, oracle, answers)
        (at / "answers.tsv").write_text("".join(f"{s}\t{f}\t{t}\n" for s, (f, t) in answers.items()))
        return compare(at, oracle, answers, o.list)


def count_runs(at, oracle, answers):
    said = {seed: answers.get(seed, ("no answer", "")) for seed in oracle}
    print(dict(collections.Counter(x[0] for x in said.values())))
    wrong = {seed: x for seed, x in said.items() if x[0] != "ran"}
    for seed, (what, text) in wrong.items():
        print(f"\n// seed {seed}: {what}: {text}\n" + (at / f"{seed}.txt").read_text())
    return 1 if wrong or not said else 0


def compare(at, oracle, answers, lists):
    counts = collections.Counter()
    false_yes, false_no = [], []
    unlike = []
    for seed, (_, reason, how, by_value) in oracle.items():
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
