#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Random calls in the explorer and in pycute, tensor-layouts and CuTe DSL, as these print them.

usage: random_calls.py TILEPROOF PYTHON COUNT SEED [PROGRAM...]

PYTHON is an interpreter that has the packages. Each program evaluates COUNT calls; the explorer reads their operands
in that program's text. Where the answers differ, oracle.py judges both; it judges every answer of the explorer. The
status is 1 if the explorer is wrong, or cannot read a line.
"""
import collections
import json
import random
import sys

import beside
import oracle

EXTENTS = (1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 6, 7, 8, 8)
LIMIT = 256  # elements of an operand


class Draw:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def profile(self, rank):
        r = self.random
        while True:
            shape = tuple(r.choice(EXTENTS) if r.random() < .65 else (r.choice(EXTENTS), r.choice(EXTENTS))
                          for _ in range(rank))
            if oracle.size((shape, shape)) <= LIMIT:
                return shape if rank > 1 else shape[0]

    def layout(self, rank=None, limit=LIMIT):
        r = self.random
        while True:
            shape = self.profile(rank or r.choice((1, 1, 2, 2, 3)))
            if oracle.size((shape, shape)) <= limit:
                break
        extents, kind = oracle.flat(shape), r.choice(("compact", "permuted", "padded", "zero", "odd"))
        order = list(range(len(extents)))
        if kind != "compact":
            r.shuffle(order)
        strides, step = [0] * len(extents), 1
        for i in order:
            strides[i] = step
            step *= extents[i]
            if kind == "padded" and r.random() < .5:
                step += r.choice((1, 2, step))
        if kind == "zero":
            strides[r.randrange(len(strides))] = 0
        if kind == "odd":
            strides = [r.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16)) for _ in strides]
        left = iter(strides)

        def fill(t):
            return tuple(map(fill, t)) if isinstance(t, tuple) else next(left)
        return ("L", shape, fill(shape))

    def vector(self, limit=64):
        """A layout to compose with or to divide by: most have one mode."""
        r = self.random
        if r.random() < .35:
            return self.layout(limit=limit)
        return ("L", r.choice(EXTENTS), r.choice((0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 8)))

    def tiler(self, a, nones=True):
        r = self.random
        return ("T", *[r.choice((2, 3, 4, r.choice(EXTENTS), self.vector(16), None if nones else 4))
                       for _ in oracle.modes(oracle.layout(a))])

    def swizzle(self):
        r = self.random
        bits = r.choice((1, 2, 3))
        return (bits, r.choice((0, 1, 2, 3)), r.randrange(bits, 5))

    def swizzled(self):
        _l, shape, stride = self.layout()
        return ("Z", self.swizzle(), shape, stride)

    def coordinate(self, a):
        return tuple(self.random.randrange(oracle.size(m)) for m in oracle.modes(oracle.layout(a)))

    def call(self, program):
        r = self.random
        while True:
            call = r.choice(CALLS)(self)
            if call[0] not in beside.LACKS[program] and not (program == "pycute" and call[1][0] == "Z"):
                return call


def sliced(d):
    a = d.layout(rank=d.random.choice((2, 3)))
    index = list(d.coordinate(a))
    index[d.random.randrange(len(index))] = None
    return ("slice", a, tuple(index))


def with_tiler(op, nones=True):
    def draw(d):
        a = d.layout(rank=d.random.choice((2, 3)))
        return (op, a, d.tiler(a, nones))
    return draw


def block(op):
    def draw(d):
        rank = d.random.choice((1, 2, 2))
        return (op, d.layout(rank, 32), d.layout(rank, 16))
    return draw


CALLS = [
    lambda d: ("coalesce", d.layout()),
    lambda d: (lambda a: ("coalesce", a, (1,) * len(oracle.modes(a[1:]))))(d.layout(rank=2)),
    lambda d: ("flatten", d.layout()),
    lambda d: ("size", d.layout()),
    lambda d: ("cosize", d.layout()),
    lambda d: (lambda a: ("offset", a, d.coordinate(a)))(d.layout(rank=2)),
    lambda d: (lambda a: ("offset", a, d.random.randrange(oracle.size(a[1:]))))(d.layout()),
    sliced,
    lambda d: ("composition", d.layout(), d.vector()),
    lambda d: ("composition", d.layout(), d.vector()),
    lambda d: ("composition", d.layout(), d.layout(limit=64)),
    with_tiler("composition", nones=False),
    lambda d: ("complement", d.layout(limit=64), d.random.choice((1, 16, 24, 60, 64, 100, 128))),
    lambda d: ("right_inverse", d.layout()),
    lambda d: ("left_inverse", d.layout(limit=64)),
    lambda d: ("logical_divide", d.layout(), d.vector(16)),
    lambda d: ("logical_divide", d.layout(), d.vector(16)),
    lambda d: ("zipped_divide", d.layout(), d.vector(16)),
    with_tiler("logical_divide"), with_tiler("zipped_divide"), with_tiler("tiled_divide"), with_tiler("flat_divide"),
    lambda d: ("logical_product", d.layout(limit=32), d.vector(16)),
    lambda d: ("zipped_product", d.layout(limit=32), d.vector(16)),
    lambda d: ("tiled_product", d.layout(limit=32), d.vector(16)),
    lambda d: ("flat_product", d.layout(limit=32), d.layout(limit=16)),
    block("blocked_product"), block("raked_product"),
    lambda d: ("upcast", d.layout(), d.random.choice((2, 4, 8))),
    lambda d: ("downcast", d.layout(), d.random.choice((2, 4, 8))),
    lambda d: ("max_common_vector", d.layout(), d.layout()),
    lambda d: ("coalesce", d.swizzled()),
    lambda d: (lambda a: ("offset", a, d.coordinate(a)))(("Z", d.swizzle(), *d.layout(rank=2)[1:])),
    lambda d: ("composition", d.swizzled(), d.vector()),
    lambda d: ("logical_divide", d.swizzled(), d.vector(16)),
]


NOT_WRONG = ("right", "open", "short", oracle.BEYOND)


def classify(call, other, ours):
    """The class of two answers, and the judgements (ours, theirs)."""
    if ours["status"] == "bad input":
        return "the explorer does not read it", None, None
    mine = beside.value(ours["result"]) if ours["status"] == "result" else None
    theirs = beside.value(other["says"]) if "says" in other else None
    judged = oracle.judge(call, mine) if mine is not None else None
    if judged not in (None, *NOT_WRONG):
        if judged == oracle.COINCIDE:
            return "tileproof: " + judged, judged, None
        if mine == theirs:
            return "both wrong", judged, judged
        return "tileproof wrong", judged, None
    if "says" in other and theirs is None:
        return "not understood", judged, None
    if theirs is None:
        how = "dies" if "dies" in other else "raises"
        if mine is None:
            found = oracle.exists(call)
            return f"both refuse{' although a layout exists' if found else ''}", None, how
        return f"tileproof {judged}, the other {how}", judged, how
    if mine == theirs:
        return "same text", judged, judged
    their_own = oracle.judge(call, theirs)
    kind = their_own if their_own in NOT_WRONG else "wrong"
    if mine is None:
        return f"tileproof refuses, the other is {kind}", None, their_own
    if {judged, kind} <= {"right", oracle.BEYOND}:
        if any(isinstance(x, tuple) and x[0] == "T" and None in x for x in call[1:]):
            return "both right, `None` read otherwise", judged, their_own
        return "same function, other form", judged, their_own
    return f"tileproof {judged}, the other {kind}", judged, their_own


BAD = ("tileproof wrong", "both wrong", "the explorer does not read it", "not understood")


def main():
    tileproof, python, count, seed, *programs = sys.argv[1:]
    bad = 0
    for program in programs or list(beside.PROGRAMS):
        draw = Draw(f"{seed} {program}")
        calls = [draw.call(program) for _ in range(int(count))]
        others = beside.other_answers(python, program, calls)
        lines = [beside.pasted(c, o["operands"] if "operands" in o else beside.plain(c))
                 for c, o in zip(calls, others)]
        classes, examples = collections.Counter(), collections.defaultdict(list)
        for call, other, ours, line in zip(calls, others, beside.explored(tileproof, lines), lines):
            kind, *_judged = classify(call, other, ours)
            classes[kind] += 1
            examples[kind].append((line, ours, other, _judged))
        print(f"{beside.PROGRAMS[program]}: {len(calls)} calls")
        for kind, n in classes.most_common():
            line, ours, other, judged = min(examples[kind], key=lambda e: len(e[0]))
            print(f"{n:7} {kind}: {line}: tileproof {ours.get('result', ours.get('message'))}, "
                  f"the other {other.get('says') or other.get('raises') or other.get('dies')} {judged}")
            if kind in BAD:
                bad += n
                for e in sorted(examples[kind], key=lambda e: len(e[0]))[:40]:
                    print("       ", json.dumps(e), file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
