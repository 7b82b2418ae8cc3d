#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Writes docs/cute_says.md: the smallest inputs on which programs for CuTe's layouts are wrong or die.

usage: page.py [--check] [--cute COMMAND] TILEPROOF PYTHON PAGE

PYTHON is an interpreter with the PyPI packages nvidia-cutlass (pycute), nvidia-cutlass-dsl and tensor-layouts. COMMAND
compiles a C++ program with CuTe's headers, which nvidia-cutlass holds too; without it CuTe C++ is left out. Each
operation is evaluated on small layouts, the smallest first; oracle.py judges each answer. --check compares the page
with what would be written, and exits with 77 where a package is missing.
"""
import argparse
import collections
import datetime
import itertools
import pathlib
import re
import shlex
import subprocess
import sys

import beside
import cute_cpp
import oracle
import random_calls

PACKAGES = ("nvidia-cutlass", "nvidia-cutlass-dsl", "tensor-layouts")
DRAWN = 400  # random calls of each operation
LOOKED_AT = 4000  # small calls of each operation
NAMES = {**beside.PROGRAMS, "cpp": "CuTe C++", "tileproof": "tileproof"}
RIGHT = ("right", oracle.BEYOND)

# The definition of each operation, and what its programs ask of their arguments.
OPERATIONS = {
    "coalesce": "the same function with fewer modes. With a profile such as (1,1): each mode for itself.",
    "composition": "R with R(c) = A(B(c)) for every c, and the shape of B or one that divides it further. CuTe's page on "
                   "the algebra asks that strides and extents of B divide the extents of A, and its C++ checks a part "
                   "of that.",
    "complement": "R, ordered, such that (A,R) visits no offset twice, and reaches M. CuTe C++ asserts that A is "
                  "injective.",
    "right_inverse": "R with L(R(i)) = i.",
    "left_inverse": "I with L(I(L(i))) = L(i); for L without equal offsets, I(L(i)) = i.",
    "logical_divide": "A(B,C), where C is the complement of B up to the size of A.",
    "zipped_divide": "the tiles of each mode, then what is left of each mode. `None` or `_` leaves a mode whole.",
    "flat_divide": "zipped_divide with all its modes side by side.",
    "logical_product": "A, and its copies at the places of B; no two elements in one place.",
    "flat_product": "logical_product with all its modes side by side.",
    "blocked_product": "logical_product, mode by mode: (A0,B0), (A1,B1).",
    "raked_product": "blocked_product, with (B0,A0), (B1,A1).",
    "upcast": "N elements become one: offsets are divided by N.",
    "downcast": "one element becomes N consecutive ones.",
}


def weight(call):
    numbers = [n for x in call[1:] for n in oracle.flat(x if isinstance(x, tuple) else (x,)) if isinstance(n, int)]
    return (len(numbers), sum(numbers), repr(call))


def flat_layouts(rank, extents, strides):
    for shape in itertools.product(extents, repeat=rank):
        for stride in itertools.product(strides, repeat=rank):
            yield ("L", *((shape, stride) if rank > 1 else (shape[0], stride[0])))


def small_calls(op):
    """The calls of an operation, the smallest first."""
    one = list(flat_layouts(1, range(1, 7), range(0, 7)))
    two = list(flat_layouts(2, range(1, 5), range(0, 7)))
    deep = [("L", ((a, b), c), ((d, e), f)) for a, b, c in itertools.product((2, 3), repeat=3)
            for d, e, f in itertools.product((1, 2, 4, 6), repeat=3)]
    three = list(flat_layouts(3, (2, 3), range(0, 7)))
    if op in ("right_inverse", "left_inverse"):
        calls = [(op, a) for a in one + two + three + deep]
    elif op == "coalesce":
        calls = [(op, a) for a in one + two + three + deep] + [(op, a, (1, 1)) for a in two + deep]
    elif op == "complement":
        calls = [(op, a, m) for a in one + two for m in (1, 4, 8, 12, 16)]
    elif op in ("upcast", "downcast"):
        calls = [(op, a, n) for a in one + two for n in (2, 3, 4)]
    elif op in ("zipped_divide", "flat_divide"):
        calls = [(op, a, ("T", s, t)) for a in list(flat_layouts(2, (2, 3, 4), range(0, 5))) + deep[::7]
                 for s, t in itertools.product((1, 2, 3, None), repeat=2)]
    elif op in ("blocked_product", "raked_product"):
        calls = [(op, a, b) for a, b in itertools.product(one, one)]
        calls += [(op, a, b) for a in flat_layouts(2, (2, 3), range(0, 7)) for b in flat_layouts(2, (1, 2), (0, 1, 2))]
    else:
        calls = [(op, a, b) for a, b in itertools.product(one, one)]
        calls += [(op, a, b) for a in two for b in one if b[1] > 1 and b[2] < 5]
    return sorted(calls, key=weight)[:LOOKED_AT]


def drawn_calls(op):
    draw = random_calls.Draw(f"page {op}")
    makers = [make for make in random_calls.CALLS if make(random_calls.Draw(1))[0] == op]
    calls = []
    while len(calls) < DRAWN:
        call = draw.random.choice(makers)(draw)
        if call[1][0] == "L" and not any(isinstance(x, tuple) and x[0] == "T" and None in x for x in call[1:]):
            calls.append(call)
    return calls


def fault(call, answer):
    """The kind of what is wrong with an answer, or None; of a layout that is right, "right"."""
    if "dies" in answer:
        return "dies"
    said = beside.value(answer["says"]) if "says" in answer else None
    if said is None:
        return "refuses" if oracle.exists(call) else None
    judged = oracle.judge(call, said)
    if judged in random_calls.NOT_WRONG:
        return "right" if judged in RIGHT else None
    return "wrong where no layout is right" if oracle.exists(call) is False else "wrong"


def all_answers(o, calls):
    """{program: its answers}; None where it lacks the operation"""
    found = {}
    for program in beside.PROGRAMS:
        asked = [n for n, c in enumerate(calls) if c[0] not in beside.LACKS[program]]
        found[program] = [None] * len(calls)
        for n, answer in zip(asked, beside.other_answers(o.python, program, [calls[n] for n in asked])):
            found[program][n] = answer
    found["tileproof"] = [
        {"says": ours["result"].replace("_", "")} if ours["status"] == "result" else {"raises": ours["message"]}
        for ours in beside.explored(o.tileproof, [beside.pasted(c, beside.plain(c)) for c in calls])]
    return found


def listed(offsets):
    """The first offsets; that an answer differs further on, its reason says."""
    return " ".join(map(str, offsets[:32])) + (f" ... ({len(offsets)})" if len(offsets) > 32 else "")


def truth(call):
    """The right result, by the definition."""
    op, a, *_rest = call
    if op == "upcast":
        return "the offsets " + listed(oracle.table(oracle.layout(a))) + f" in groups of {call[2]}"
    found = oracle.tables_of(call)
    if found:
        good = [t for good, t in found if good]
        values = good[0] if good else found[0][1]
        text = listed(["." if v is oracle.ANY else v for v in values])
        return text if good else f"no layout: {text} is none"
    if op == "left_inverse":
        return f"L is {listed(oracle.table(oracle.layout(a)))}"
    if op == "complement":
        made = oracle.complements(oracle.layout(a), call[2])
        return "no layout: A is not injective" if made == [] else (
            " ".join(map(str, oracle.sums(*[tuple(x * d for x in range(s)) for s, d in made[0]]))) if made
            else "A is " + " ".join(map(str, oracle.table(oracle.layout(a)))))
    if op in oracle.PRODUCTS and found is None:
        return f"A is {' '.join(map(str, oracle.table(oracle.layout(a))))}, and none of its copies touches another"
    return "not decided" if found is None else "no layout: A is not injective"


def shown(call, answer):
    """An answer, its offsets and what is wrong with it."""
    if "dies" in answer:
        return f"the process dies: {answer['dies']}"
    if "raises" in answer:
        return " ".join(re.sub(r"Operation creation failed:|error: unknown: ", "", answer["raises"]).split())[:150]
    said = beside.value(answer["says"])
    text = re.sub(r"[\s_]", "", answer["says"])
    if isinstance(said, int) or said is None or min(oracle.flat(said[-2])) < 1:
        return text + ("   WRONG: an extent of 0" if said and not isinstance(said, int) else "")
    judged = oracle.judge(call, said)
    values = listed(oracle.table(said[1:]))
    judged = {"short": "short of M", "open": ""}.get(judged, "" if judged in RIGHT else f"WRONG: {judged}")
    return f"{text}   {values}   {judged}".rstrip()


KINDS = {"wrong": "Another function", "wrong where no layout is right": "An answer where no layout is right",
         "dies": "The process dies"}


def chosen(calls, faults):
    """[(kind, call number)]: for each kind the smallest call, and more while a program has a fault in none of them."""
    result = []
    for kind in KINDS:
        left = {p for p, f in faults.items() if kind in f and p != "tileproof"}
        for n in range(len(calls)):
            here = {p for p in left if faults[p][n] == kind}
            if here:
                result.append((kind, n))
                left -= here
    return result


def section(calls, answers):
    """The examples of an operation, and those on which tileproof is worse."""
    faults = {p: [a and fault(c, a) for c, a in zip(calls, list_)] for p, list_ in answers.items()}
    examples = [(kind, calls[n], {p: list_[n] for p, list_ in answers.items() if list_[n]})
                for kind, n in chosen(calls, faults)]
    return examples, worse(calls[0][0], calls, answers, faults)


def worse(op, calls, answers, faults):
    """[(what, call, its answers)]: the smallest call on which tileproof is worse than another program."""
    found = {}
    for n, call in enumerate(calls):
        at = {p: list_[n] for p, list_ in answers.items() if list_[n]}
        ours = faults["tileproof"][n]
        others = [p for p in at if p != "tileproof" and faults[p][n] == "right"]
        said = {p: beside.value(at[p]["says"]) for p in (*others, "tileproof") if "says" in at[p]}
        if ours in ("wrong", "wrong where no layout is right"):
            found.setdefault("two copies of A in one place" if op in oracle.PRODUCTS else "WRONG", (call, at))
        elif "raises" in at["tileproof"] and others:
            exact = any(oracle.judge(call, said[p]) == "right" for p in others)
            found.setdefault("refused, though another answer is right" if exact else
                             "refused, where A is asked beyond its end", (call, at))
        elif op == "left_inverse" and others and "tileproof" in said and ours == "right" and min(
                len(oracle.leaves(said[p][1:])) for p in others) < len(oracle.leaves(said["tileproof"][1:])):
            found.setdefault("right, with more modes than needed", (call, at))
    return [(what, *rest) for what, rest in found.items()]


def counts(calls, answers):
    """{program: "wrong / dies / refuses although a layout is right"} of the drawn calls"""
    result = {}
    for program, list_ in answers.items():
        kinds = collections.Counter(fault(c, a) for c, a in zip(calls, list_) if a)
        wrong = kinds["wrong"] + kinds["wrong where no layout is right"]
        result[program] = f"{wrong} / {kinds['dies']} / {kinds['refuses']}" if list_[0] else ""
    return result


def block(call, answers):
    lines = [beside.pasted(call, beside.plain(call)), f"  {'by definition':15} {truth(call)}"]
    order = ("cpp", "dsl", "pycute", "tensor_layouts", "tileproof")
    lines += [f"  {NAMES[p]:15} {shown(call, answers[p])}" for p in order if p in answers]
    return "".join(f"    {line}\n" for line in lines) + "\n"


def versions(python):
    code = "import importlib.metadata as m\nfor p in {}: print(p, m.version(p))".format(PACKAGES)
    run = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    if run.returncode:
        print("skipped: " + run.stderr.strip().splitlines()[-1])
        sys.exit(77)
    return ", ".join(run.stdout.splitlines())


def page(o):
    small, drawn = {op: small_calls(op) for op in OPERATIONS}, {op: drawn_calls(op) for op in OPERATIONS}
    calls = [c for lists in (small, drawn) for list_ in lists.values() for c in list_]
    answers, at = all_answers(o, calls), 0
    parts = []
    for lists in (small, drawn):
        parts.append({})
        for op, list_ in lists.items():
            parts[-1][op] = (list_, {p: a[at:at + len(list_)] for p, a in answers.items()})
            at += len(list_)
    found = {}
    for op, (list_, their) in parts[0].items():  # after the small calls the drawn ones, the smallest first
        more, their_more = parts[1][op]
        order = sorted(range(len(more)), key=lambda n: weight(more[n]))
        found[op] = section(list_ + [more[n] for n in order],
                            {p: a + [their_more[p][n] for n in order] for p, a in their.items()})
    every = [e for examples, bad in found.values() for e in examples + bad]
    if o.cute:
        for (_k, _call, answers), answer in zip(every, cute_cpp.answers(shlex.split(o.cute), [e[1] for e in every])):
            answers["cpp"] = answer
    text = pathlib.Path(__file__).with_name("head.md").read_text(encoding="utf-8").format(
        versions=versions(o.python), date=datetime.date.today().isoformat(), drawn=DRAWN)
    rows = {op: counts(*part) for op, part in parts[1].items()}
    programs = ("dsl", "pycute", "tensor_layouts", "tileproof")
    text += "| operation | " + " | ".join(NAMES[p] for p in programs) + " |\n" + "| --- " * 5 + "|\n"
    for op, row in rows.items():
        text += f"| `{op}` | " + " | ".join(row[p] for p in programs) + " |\n"
    for op, (examples, _bad) in found.items():
        if not examples:
            continue
        text += f"\n## {op}\n\n`{op}` is {OPERATIONS[op]}\n"
        for kind in KINDS:
            same = [e for e in examples if e[0] == kind]
            if same:
                text += f"\n{KINDS[kind]}:\n\n" + "".join(block(call, answers) for _k, call, answers in same)
                text = text[:-1]
    text += "\n" + pathlib.Path(__file__).with_name("tail.md").read_text(encoding="utf-8")
    for op, (_examples, bad) in found.items():
        for what, call, answers in bad:
            text += f"{op}, {what}:\n\n" + block(call, answers)
    return text.rstrip("\n") + "\n"


def main():
    a = argparse.ArgumentParser(usage=__doc__)
    a.add_argument("--check", action="store_true")
    a.add_argument("--cute")
    for name in ("tileproof", "python", "page"):
        a.add_argument(name)
    o = a.parse_args()
    versions(o.python)
    text, file = page(o), pathlib.Path(o.page)
    if not o.check:
        file.write_text(text, encoding="utf-8")
        return 0

    def lasting(t):
        return [line for line in t.splitlines() if not line.startswith("Made on ")
                and (o.cute or not line.startswith(f"      {NAMES['cpp']} "))]
    wrong = [pair for pair in itertools.zip_longest(lasting(file.read_text(encoding="utf-8")), lasting(text))
             if pair[0] != pair[1]]
    for old, new in wrong[:20]:
        print(f"- {old}\n+ {new}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
