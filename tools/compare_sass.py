#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Checks which machine instructions the kernels of a file have, and which they do not.

usage: compare_sass.py FILE NVCC [ARGS...]

FILE states them, a line for each of its kernels, whose names are extern "C":

    // sass release_stage: SYNCS.ARRIVE, no MEMBAR, no CCTL

The kernel must have an instruction that begins with `SYNCS.ARRIVE` and none that begins with
`MEMBAR` or `CCTL`. A text may contain operands: `BAR.ARV 0x4`. Predicates are left out. A kernel
without such a line fails, and so does a line without a kernel. The disassembler is cuobjdump, from
nvcc's directory or the PATH; without it the exit status is 77 (skipped).
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def expectations(source):
    """{kernel: (texts that it has, texts that it has not)}"""
    found = {}
    for name, texts in re.findall(r"^// sass (\w+): (.+)$", source, re.M):
        texts = [text.strip() for text in texts.split(",")]
        found[name] = ([text for text in texts if not text.startswith("no ")],
                       [text[3:] for text in texts if text.startswith("no ")])
    return found


def disassembled(file, nvcc, arguments):
    """What cuobjdump prints of the kernels of a file; None where there is no cuobjdump."""
    beside = pathlib.Path(shutil.which(nvcc) or nvcc).with_name("cuobjdump")
    cuobjdump = str(beside) if beside.exists() else shutil.which("cuobjdump")
    if cuobjdump is None:
        return None
    with tempfile.TemporaryDirectory() as directory:
        cubin = str(pathlib.Path(directory, "kernels.cubin"))
        subprocess.run([nvcc, *arguments, "-cubin", "-o", cubin, file], check=True)
        return subprocess.run([cuobjdump, "-sass", cubin], check=True, capture_output=True,
                              text=True).stdout


def instructions(sass):
    """{kernel: its instructions, without predicates} of what cuobjdump prints"""
    found = {}
    for part in sass.split("Function : ")[1:]:
        lines = re.findall(r"^\s*/\*[0-9a-f]+\*/\s+(?:@!?\w+\s+)?(\S[^;]*?)\s*;", part, re.M)
        found[part.split(None, 1)[0]] = lines
    return found


def differences(expected, found):
    """What the kernels have against what is expected, as sentences."""
    wrong = [f"{name}: no line `// sass {name}: ...`" for name in sorted(found.keys() - expected)]
    for name, (there, absent) in expected.items():
        code = found.get(name)
        if code is None:
            wrong.append(f"{name}: no kernel has this name")
            continue
        wrong += [f"{name}: has no instruction {text}" for text in there
                  if not any(line.startswith(text) for line in code)]
        wrong += [f"{name}: has the instruction {line}" for text in absent
                  for line in code if line.startswith(text)]
    return wrong


def main(file, nvcc, *arguments):
    sass = disassembled(file, nvcc, arguments)
    if sass is None:
        print("skipped: no cuobjdump")
        return 77
    expected = expectations(pathlib.Path(file).read_text(encoding="utf-8"))
    found = instructions(sass)
    wrong = differences(expected, found)
    for sentence in wrong:
        print(sentence)
    checked = sum(len(there) + len(absent) for there, absent in expected.values())
    print(f"{len(found)} kernels, {checked} statements, {len(wrong)} wrong")
    return int(bool(wrong) or not expected)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
