#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the PTX of the entries by_layout and by_hand of a .cu file.

usage: compare_ptx.py FILE NVCC [ARGS...]

Fails where by_layout uses local memory, branches, calls, or has more instructions than by_hand.
"""
import re
import subprocess
import sys

INSTRUCTION = re.compile(r"^\s+(?:@!?%p\d+\s+)?([a-z][a-z0-9_.]*)\s?.*;")


def entry(ptx, name):
    body = re.search(r"\.entry " + name + r"\(.*?\)\s*\{(.*?)^\}", ptx, re.S | re.M)
    if body is None:
        sys.exit(f"no entry {name} in the PTX")
    return body.group(1)


def main():
    file, nvcc = sys.argv[1], sys.argv[2:]
    run = subprocess.run([*nvcc, "-ptx", "-o", "-", file], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    count = {}
    failed = 0
    for name in ("by_layout", "by_hand"):
        body = entry(run.stdout, name)
        ops = [m.group(1) for m in map(INSTRUCTION.match, body.splitlines()) if m]
        count[name] = len(ops)
        local = len(re.findall(r"\.local|\.depot", body))
        jumps = sum(op.split(".")[0] in ("bra", "call", "brx") for op in ops)
        print(f"{name}: {len(ops)} instructions, {local} uses of local memory, {jumps} jumps")
        failed |= local > 0 or jumps > 0
    failed |= count["by_layout"] > count["by_hand"] or count["by_hand"] < 10
    print("0 passed, 1 failed" if failed else "1 passed, 0 failed")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
