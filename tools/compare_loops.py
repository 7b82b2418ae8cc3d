#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the loops of kernels: each of one has no more machine instructions than that of another,
or than a stated part more.

usage: compare_loops.py FILE NVCC [ARGS...]

FILE states which, a line for each pair, by parts of their mangled names:

    // loops gemm_kernel: no more than gemm_by_hand
    // loops gemm_kernel: no more than gemm_by_hand and 10 %

A loop is a natural loop of the control flow graph, so that it does not matter where the compiler
places its blocks. Loops with the same kinds of instructions (KINDS) are compared, the largest with
the largest and so on; a loop that the other kernel has not is larger than none. The disassembler is
cuobjdump, from nvcc's directory or the PATH; without it the exit status is 77 (skipped).
"""
import pathlib
import re
import sys

from compare_sass import disassembled

KINDS = ("HGMMA", "HMMA", "UTMALDG", "UTMASTG", "LDGSTS", "SYNCS", "BAR")


def code_of(sass):
    """{kernel: [(address, instruction)]} of what cuobjdump prints"""
    found = {}
    for part in sass.split("Function : ")[1:]:
        lines = re.findall(r"^\s*/\*([0-9a-f]+)\*/\s+(\S[^;]*?)\s*;", part, re.M)
        found[part.split(None, 1)[0]] = [(int(address, 16), text) for address, text in lines]
    return found


def successors(code):
    """For each instruction those that may come next, as indices."""
    index = {address: i for i, (address, _) in enumerate(code)}
    found = []
    for i, (_, text) in enumerate(code):
        after = [i + 1] if i + 1 < len(code) else []
        predicate = re.match(r"@!?U?P\w+ ", text)
        operation, *operands = (text[predicate.end():] if predicate else text).split()
        target = re.search(r"0x([0-9a-f]+)$", text)
        if operation.startswith("BRA") and target and int(target[1], 16) in index:
            may_fall = predicate or re.match(r"!?U?P\d", operands[0]) or ".ANY" in operation
            found.append([index[int(target[1], 16)]] + (after if may_fall else []))
        elif operation.startswith(("EXIT", "RET", "BRX")):
            found.append(after if predicate else [])
        else:
            found.append(after)
    return found


def loops(code):
    """The natural loops of a kernel: {kinds of instructions: numbers of instructions, the largest
    first}"""
    after = successors(code)
    before = [[] for _ in code]
    order, seen, stack = [], {0}, [(0, iter(after[0]))]
    while stack:  # depth first; `order` is reverse postorder in the end
        at, rest = stack[-1]
        for to in rest:
            if to not in seen:
                seen.add(to)
                stack.append((to, iter(after[to])))
                break
        else:
            order.append(at)
            stack.pop()
    order.reverse()
    for at in order:
        for to in after[at]:
            before[to].append(at)
    everything = (1 << len(code)) - 1
    dominators = dict.fromkeys(order, everything)  # sets of instructions as bits
    dominators[0] = 1
    changes = True
    while changes:
        changes = False
        for at in order[1:]:
            common = everything
            for by in before[at]:
                common &= dominators[by]
            common |= 1 << at
            changes = changes or common != dominators[at]
            dominators[at] = common
    bodies = {}  # of a loop, by its first instruction
    for at in order:
        for head in after[at]:
            if head != at and dominators[at] >> head & 1:
                body = bodies.setdefault(head, {head})
                work = [at]
                while work:
                    inside = work.pop()
                    if inside not in body:
                        body.add(inside)
                        work += before[inside]
    found = {}
    for body in sorted(bodies.values(), key=len, reverse=True):
        kinds = " ".join(kind for kind in KINDS if any(kind in code[i][1] for i in body))
        found.setdefault(kinds, []).append(len(body))
    return found


def named(kernels, part):
    """The kernel whose name has this part."""
    found = [name for name in kernels if part in name]
    if len(found) != 1:
        raise SystemExit(f"{len(found)} kernels have {part!r} in their names")
    return found[0]


def main(file, nvcc, *arguments):
    sass = disassembled(file, nvcc, arguments)
    if sass is None:
        print("skipped: no cuobjdump")
        return 77
    kernels = code_of(sass)
    source = pathlib.Path(file).read_text(encoding="utf-8")
    pairs = re.findall(r"^// loops (\w+): no more than (\w+)(?: and (\d+) %)?$", source, re.M)
    wrong = 0
    for ours, theirs, more in pairs:
        first, second = (kernels[named(kernels, part)] for part in (ours, theirs))
        mine, other = loops(first), loops(second)
        print(f"{ours}, {len(first)} instructions; {theirs}, {len(second)}")
        for kinds in sorted(mine.keys() | other):
            sizes, limits = mine.get(kinds, []), other.get(kinds, [])
            padded = [n * (100 + int(more or 0)) // 100 for n in limits] + [0] * len(sizes)
            larger = sum(size > limit for size, limit in zip(sizes, padded))
            wrong += larger
            print(f"  {'LARGER ' if larger else ''}loops of {kinds or 'none of these'}: {sizes}; {limits}")
    print(f"{len(pairs)} pairs, {wrong} loops larger")
    return int(bool(wrong) or not pairs)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
