#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Formulas over unknown integers against numbers.

usage: formulas.py TILEPROOF COUNT SEED

Random calls with unknowns m and n are evaluated, and their formulas computed here for values of m
and n. Where their conditions hold, the same call of these numbers must have the same result; where
a call of numbers is refused, a condition must not hold.
"""
import json
import random
import subprocess
import sys


def explore(program, lines):
    run = subprocess.run([program, "eval", "--json", "--run-time"], input="\n".join(lines) + "\n",
                         capture_output=True, text=True, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


def operand(text, at, step):
    """Where the operand that begins or ends at AT, which has no space outside of parentheses, ends."""
    opens = "(" if step > 0 else ")"
    depth = 0
    while 0 <= at < len(text) and (depth > 0 or text[at] not in " ()" or text[at] == opens):
        depth += {opens: 1, "(" if opens == ")" else ")": -1}.get(text[at], 0)
        at += step
    return at


def python_of(text):
    word = " divides "
    while word in text:
        at = text.index(word)
        begin, end = operand(text, at - 1, -1) + 1, operand(text, at + len(word), 1)
        text = (f"{text[:begin]}(({text[at + len(word):end]}) % ({text[begin:at]}) == 0)"
                f"{text[end:]}")
    return text.replace("/", "//")


class Number(int):
    """An integer of the library's programs: a quotient or remainder by 0 is 0."""


def operator(name):
    plain = getattr(int, name)
    by = "r" in name[2:4] and name.endswith(("floordiv__", "mod__"))

    def apply(a, b):
        if name.endswith(("floordiv__", "mod__")) and int(a if by else b) == 0:
            return Number(0)
        return Number(plain(int(a), int(b)))
    return apply


for sign in ("add", "sub", "mul", "floordiv", "mod"):
    for form in (f"__{sign}__", f"__r{sign}__"):
        setattr(Number, form, operator(form))


def computed(text, numbers):
    names = {"ceil_div": lambda a, b: Number(-(-Number(a) // Number(b))),
             "min": lambda a, b: Number(min(a, b)),
             **{name: Number(v) for name, v in numbers.items()}}
    return int(eval(python_of(text), {"__builtins__": {}}, names))  # pylint: disable=eval-used


def close_of(text, at):
    """Where the parenthesis at AT is closed."""
    depth = 0
    while True:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at
        at += 1


def value(text, numbers):
    """The text of a result with its formulas computed."""
    if " o " in text:
        return " o ".join(value(part, numbers) for part in text.split(" o "))
    parts, begin, at = [], 0, 0
    while at < len(text):
        if text[at] == "(":
            close = close_of(text, at)
            # A tuple begins where an element begins, and no operator stands after it.
            if at == begin and text[close + 1:close + 2] in ("", ",", ":"):
                parts.append("(" + value(text[at + 1:close], numbers) + ")")
                begin = close + 1
            at = close
        elif text[at] in ",:":
            parts += [element(text[begin:at], numbers), text[at]]
            begin = at + 1
        at += 1
    return "".join(parts + [element(text[begin:], numbers)])


def element(text, numbers):
    return text if text.startswith("_") or not text else str(computed(text, numbers))


def call(r):
    shape = r.choice(["(m,_8):(_1,m)", "(m,n):(_1,m)", "(m,n):(n,_1)", "(_4,m):(_1,_4)",
                      "(m,_8):(_1,_100)", "((_2,m),n):((_1,_2),m)"])
    return r.choice([
        lambda: f"logical_divide({shape},<_{r.choice([2, 4])},_{r.choice([2, 8])}>)",
        lambda: f"zipped_divide({shape},<_4,_2>)",
        lambda: f"local_tile({shape},<_2,_4>,(1,_))",
        lambda: f"local_partition({shape},(_2,_4):(_1,_2),{r.choice(['3', 'k'])})",
        lambda: f"composition({shape},_{r.choice([2, 4, 8])}:_{r.choice([1, 2, 3])})",
        lambda: f"composition({shape},<_2,_4>)",
        lambda: f"coalesce({shape})",
        lambda: f"complement(m:_{r.choice([1, 2])},n)",
        lambda: f"ceil_div((m,n),(_4,_{r.choice([2, 3])}))",
        lambda: f"size({shape})", lambda: f"cosize({shape})",
        lambda: f"({shape})(3,k)", lambda: f"make_layout((m,(n,_2)))",
        lambda: "logical_product((_2,_4):(_4,_1),m:_1)",
    ])()


def main(program, count, seed):
    r = random.Random(int(seed))
    calls = [call(r) for _ in range(int(count))]
    bound = ["let m = ?", "let n = ?4", "let k = ?"]
    symbolic = explore(program, bound + calls)[3:]
    compared = wrong = 0
    for _ in range(8):
        numbers = {"m": r.choice([1, 2, 3, 4, 6, 8, 100]), "n": 4 * r.choice([1, 2, 3, 25]),
                   "k": r.randrange(8)}
        plain = explore(program, [f"let {n} = {v}" for n, v in numbers.items()] + calls)[3:]
        for text, s, p in zip(calls, symbolic, plain):
            if s["status"] != "result":
                continue
            if not all(computed(c, numbers) for c in s.get("conditions", [])):
                continue
            compared += 1
            if p["status"] != "result" or value(s["result"], numbers) != p["result"]:
                wrong += 1
                print(f"{text} for {numbers}: {s['result']} is {value(s['result'], numbers)}, and "
                      f"with numbers {p.get('result', p.get('message'))}")
    print(f"{compared} values of formulas, {wrong} wrong")
    return 1 if wrong or not compared else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
