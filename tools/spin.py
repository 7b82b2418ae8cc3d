#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs SPIN on the models that a program writes (static_tests/pipeline/promela.cpp).

  spin.py PROGRAM CC [NAME...]

PROGRAM FOLDER writes NAME.FAULT.pml and `list`, whose lines are NAME.FAULT, a tab, the answer of the
proof. Every model without a fault (NAME.none) has to be free of errors in all its states, and be
accepted by the proof; in every other one SPIN has to find an error, and the proof too. CC compiles
the checkers that SPIN writes. Exits with 77 where there is no SPIN.
"""
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# The meanings of the failed assertions of promela.hpp.
MEANINGS = [
    (r"^invalid end state", "hang"),
    (r"filled\[", "read of a stage that is not written, or not in this lap"),
    (r"by\[", "write of a stage in use"),
    (r"^assertion violated \(+rd\[\d+\]==0\)&&\(wr\[\d+\]==0\)+$", "under way at the end"),
    (r"dirty\[", "no fence of the proxies"),
    (r"pending\[", "too many arrivals"),
    (r"busy\[", "registers of a wgmma under way"),
    (r"clean\[", "no wgmma.fence"),
    (r"ready\[|fenced\[", "a barrier that is not initialised"),
]


def check(folder, name, cc):
    """What SPIN says about a model, how many states it has seen, and whether these are all."""
    place = folder / (name + ".d")
    place.mkdir()
    said = subprocess.run(["spin", "-a", "../" + name + ".pml"], cwd=place, capture_output=True,
                          text=True)
    if not (place / "pan.c").exists():
        sys.exit(f"spin -a {name}.pml: {said.stdout}{said.stderr}")
    effort = "-O1" if name.endswith(".none") else "-O0"  # states of a fault are few
    subprocess.run([*cc, "-x", "c", effort, "-w", "-DSAFETY", "-DVECTORSZ=8192", "-o", "pan",
                    "pan.c"], cwd=place, check=True)
    said = subprocess.run(["./pan", "-m100000"], cwd=place, capture_output=True, text=True).stdout
    errors = int(re.search(r"errors: (\d+)", said)[1])
    states = int(float(re.search(r"([\d.e+]+) states, stored", said)[1]))
    is_whole = "Search not completed" not in said and "max search depth" not in said
    found = re.search(r"pan:\d+: (.*) \(at depth", said)
    what = "-" if not errors else found[1] if found else "?"
    for pattern, meaning in MEANINGS:
        if re.search(pattern, what):
            what = meaning
            break
    return what, states, is_whole


def main():
    program, cc, names = sys.argv[1], sys.argv[2].split(), sys.argv[3:]
    if not shutil.which("spin"):
        print("skipped: no spin")
        return 77
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        subprocess.run([program, str(folder)], check=True)
        for line in (folder / "list").read_text().splitlines():
            name, proof = line.split("\t")
            if names and not any(n in name for n in names):
                continue
            start = time.time()
            spin, states, is_whole = check(folder, name, cc)
            is_sound = name.endswith(".none")
            is_right = (spin == "-" and is_whole and proof == "none") if is_sound else (
                spin != "-" and proof != "none")
            wrong += not is_right
            print(f"{name:44} proof: {proof:28} SPIN: {spin[:56]:56} {states:8} states"
                  f"{'' if is_right else '  WRONG'} {time.time() - start:.1f} s", flush=True)
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
