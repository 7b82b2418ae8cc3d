#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Asks the SMT solver z3 whether answers about unknowns are right (static_tests/lift/conditions.cpp).

  judge_conditions.py PROGRAM [CASES [SEED]]

PROGRAM CASES SEED prints a case a line: facts, property, arguments, answer, values, condition. The
queries are written from the definition of the property, and know no formula of the library:

  yes         no values have the facts and violate the property
  no          the values have the facts, and violate it
  it holds if no values have the facts, meet the condition and violate the property; and no values have
              the facts and the property, and do not meet the condition, unless the layout is empty

The exit status is 1 where an answer is wrong, or z3 does not know about more than one case in 10 (a
product of unknowns is beyond Presburger arithmetic), and 77 where there is no z3.
"""
import ast
import collections
import re
import select
import shutil
import subprocess
import sys
import time

TIMEOUT = 1  # of a query, in seconds
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "div", ast.Mod: "mod",
             ast.LtE: "<=", ast.Lt: "<", ast.Eq: "=", ast.And: "and", ast.Or: "or"}


def smt(formula, values=None):
    """A formula of C++ as one of SMT-LIB, with numbers for the unknowns that have values."""
    def of(node):
        if isinstance(node, ast.Constant):
            return str(node.value)
        if isinstance(node, ast.Name):
            return signed((values or {}).get(node.id, node.id))
        if isinstance(node, ast.UnaryOp):
            return f"(- {of(node.operand)})"
        if isinstance(node, ast.BoolOp):
            return f"({OPERATORS[type(node.op)]} {' '.join(map(of, node.values))})"
        if isinstance(node, ast.Compare):
            assert len(node.ops) == 1, formula
            return f"({OPERATORS[type(node.ops[0])]} {of(node.left)} {of(node.comparators[0])})"
        if isinstance(node, ast.Call):
            a, b = map(of, node.args)
            return (f"(ite (<= {a} {b}) {a} {b})" if node.func.id == "min"
                    else f"(div (+ {a} {b} (- 1)) {b})")
        return f"({OPERATORS[type(node.op)]} {of(node.left)} {of(node.right)})"
    python = formula.replace("/", "//").replace("&&", " and ").replace("||", " or ").strip()
    return of(ast.parse(python, mode="eval").body)


def signed(number):
    return f"(- {-number})" if isinstance(number, int) and number < 0 else str(number)


def any_of(terms):
    return f"(or false {' '.join(terms)})"


def all_of(terms):
    return f"(and true {' '.join(terms)})"


def total(terms):
    return f"(+ 0 {' '.join(terms)})"


def times(digit, least, extent, stride):
    """The product of a digit, which is at least `least`, and a stride: linear where the extent is a
    small number."""
    if not extent.isdigit() or int(extent) > 8 or stride.isdigit():
        return f"(* {digit} {stride})"
    text = "0"
    for value in range(least, int(extent)):
        text = f"(ite (= {digit} {signed(value)}) (* {signed(value)} {stride}) {text})"
    return text


def violates_injective(modes):
    """Two coordinates have one offset. Only their differences count, which lie in (-extent,extent)."""
    digits = [f"x{i}" for i in range(len(modes))]
    inside = [f"(and (<= 1 {e}) (< (- {e}) {x}) (< {x} {e}))" for x, (e, _) in zip(digits, modes)]
    offsets = [times(x, 1 - int(e) if e.isdigit() else 0, e, d) for x, (e, d) in zip(digits, modes)]
    return all_of(inside + [any_of(f"(distinct {x} 0)" for x in digits), f"(= 0 {total(offsets)})"])


def violates_offsets_fit(modes):
    digits = [f"x{i}" for i in range(len(modes))]
    inside = [f"(and (<= 0 {x}) (< {x} {e}))" for x, (e, _) in zip(digits, modes)]
    offset = total(times(x, 0, e, d) for x, (e, d) in zip(digits, modes))
    return all_of(inside + [f"(not (and (<= (- 2147483648) {offset}) (<= {offset} 2147483647)))"])


def violates_aligned(modes):
    """A coordinate has an offset that is no multiple of 4."""
    digits = [f"x{i}" for i in range(len(modes))]
    inside = [f"(and (<= 0 {x}) (< {x} {e}))" for x, (e, _) in zip(digits, modes)]
    offset = total(times(x, 0, e, d) for x, (e, d) in zip(digits, modes))
    return all_of(inside + [f"(distinct 0 (mod {offset} 4))"])


def violates_contiguous(modes):
    """The coordinate after x0, x1, x2, not the first of four, has another offset than the next; or
    four do not divide the size."""
    digits = [f"x{i}" for i in range(len(modes))]
    inside = all_of(f"(and (<= 0 {x}) (< {x} {e}))" for x, (e, _) in zip(digits, modes))
    number, size = "0", "1"
    for x, (e, _) in zip(reversed(digits), reversed(modes)):
        number = f"(+ {x} (* {e} {number}))"
    for e, _ in modes:
        size = f"(* {e} {size})"
    # The next coordinate: digits before mode i become 0, and digit i one more.
    steps = [all_of([*(f"(= {x} (- {e} 1))" for x, (e, _) in list(zip(digits, modes))[:i]),
                     f"(< (+ {digits[i]} 1) {modes[i][0]})",
                     f"(distinct 1 (- {modes[i][1]} {total(f'(* (- {e} 1) {d})' for e, d in modes[:i])}))"])
             for i in range(len(modes))]
    return any_of([f"(and {inside} (distinct 3 (mod {number} 4)) {any_of(steps)})",
                   f"(and {all_of(f'(<= 1 {e})' for e, _ in modes)} (distinct 0 (mod {size} 4)))"])


def violates_compact(modes):
    """Two coordinates have one offset, or one lies outside of [0,size)."""
    digits = [f"x{i}" for i in range(len(modes))]
    inside = [f"(and (<= 0 {x}) (< {x} {e}))" for x, (e, _) in zip(digits, modes)]
    offset = total(times(x, 0, e, d) for x, (e, d) in zip(digits, modes))
    size = "1"
    for e, _ in modes:
        size = f"(* {e} {size})"
    outside = all_of(inside + [f"(not (and (<= 0 {offset}) (< {offset} {size})))"])
    return any_of([violates_injective(modes), outside])


def last_offset_fits(modes):
    """There is a last coordinate, and it has such an offset: it follows for layouts that are not empty."""
    last = total(f"(* (- {e} 1) {d})" for e, d in modes)
    some = all_of(f"(<= 1 {e})" for e, _ in modes)
    return f"(and {some} (<= (- 2147483648) {last}) (<= {last} 2147483647))"


def violates_evenly(modes, tiles):
    return any_of(f"(and (< 0 {e}) (or (<= {t} 0) (distinct 0 (mod {e} {t}))))"
                  for (e, _), (t, _) in zip(modes, tiles))


def violates_cover(modes, tiles):
    """An element x0 is in no tile of the first ones that are as many as have to be, or tile x1 of these
    begins outside."""
    def mode(e, t):
        many = f"(div (+ {e} {t} (- 1)) {t})"
        missed = f"(and (<= 0 x0) (< x0 {e}) (not (< (div x0 {t}) {many})))"
        return f"(and (< 0 {e}) (or (<= {t} 0) {missed} (and (<= 0 x1) (< x1 {many}) (<= {e} (* x1 {t})))))"
    return any_of(mode(e, t) for (e, _), (t, _) in zip(modes, tiles))


def violates_accesses(extent, bound, guard, tile, width, values):
    """An access at x0, in a tile with an element inside, is admitted and its last element is outside."""
    e = smt(extent, values)
    admitted = smt(guard, {"c": "x0", "bound": smt(bound, values)})
    return (f"(and (<= 0 x0) (= 0 (mod x0 {width})) (< (* {tile} (div x0 {tile})) {e}) {admitted} "
            f"(<= {e} (+ x0 {int(width) - 1})))")


def violation(name, arguments, values=None):
    """The negation of a property, and what follows from the property and from there being elements."""
    if name == "claim":
        return f"(not {smt(arguments, values)})", None
    if name == "accesses":
        return violates_accesses(*arguments.split(" ; "), values), None
    layouts = [[tuple(smt(of, values) for of in mode.split(" : ")) for mode in layout.split(" ; ")]
               for layout in arguments.split(" by ")]
    if name == "injective":
        return violates_injective(*layouts), None
    if name in ("aligned", "contiguous", "compact"):
        return {"aligned": violates_aligned, "contiguous": violates_contiguous,
                "compact": violates_compact}[name](*layouts), None
    if name == "offsets_fit":
        return violates_offsets_fit(*layouts), last_offset_fits(*layouts)
    violated = (violates_evenly if name == "tiles_evenly" else violates_cover)(*layouts)
    return violated, f"(not {violated})"


def queries_of(case):
    """(what is asked, formula, the answer that is right) of a case."""
    facts, name, arguments, answer, values, condition = case
    facts = smt(facts)
    violated, held = violation(name, arguments)
    if answer == "yes":
        yield "yes", f"(and {facts} {violated})", "unsat"
    if answer == "no":
        at = {name: int(value) for name, value in re.findall(r"(\w+)=(-?\d+)", values)}
        yield "no", f"(and {smt(case[0], at)} {violation(name, arguments, at)[0]})", "sat"
    if condition:
        condition = smt(condition)
        yield "if", f"(and {facts} {condition} {violated})", "unsat"
        if held:
            yield "only if", f"(and {facts} (not {condition}) {held})", "unsat"


def ask(formulas):
    """z3's answers, sat or unsat or unknown, one after the other. One that takes too long is killed."""
    declared = "".join(f"(declare-const {x} Int)" for x in ["m", "n", "ld", "x0", "x1", "x2"])
    z3 = None
    for formula in formulas:
        z3 = z3 or subprocess.Popen(["z3", "-in"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    bufsize=0)
        z3.stdin.write(f"(reset){declared}(assert {formula})(check-sat-using smt)\n".encode())
        is_open = not select.select([z3.stdout], [], [], TIMEOUT)[0]
        said = "unknown" if is_open else z3.stdout.readline().decode().strip()
        if said not in ("sat", "unsat", "unknown"):
            sys.exit(f"z3 says {said} of {formula}")
        if is_open:
            z3.kill()
            z3.wait()
            z3 = None
        yield said
    if z3:
        z3.communicate()


def main():
    if not shutil.which("z3"):
        print("skipped: no z3")
        return 77
    start = time.time()
    drawn = subprocess.run([sys.argv[1], *(sys.argv[2:] or ["1000"])], capture_output=True, text=True,
                           check=True).stdout
    cases = [line.split("\t") for line in drawn.splitlines()]
    asked = [(number, *query) for number, case in enumerate(cases) for query in queries_of(case)]
    counts = collections.defaultdict(collections.Counter)
    unknown, wrong = set(), set()
    for (number, what, _, right), said in zip(asked, ask([query[2] for query in asked])):
        is_known = said in ("sat", "unsat")
        counts[what]["unknown" if not is_known else "right" if said == right else "wrong"] += 1
        if not is_known:
            unknown.add(number)
        elif said != right:
            wrong.add(number)
            print(f"WRONG ({what}):", " | ".join(cases[number]))
    for what, of in counts.items():
        print(f"{what:10}", ", ".join(f"{n} {is_what}" for is_what, n in sorted(of.items())))
    for name in sorted({case[1] for case in cases}):
        of = [number for number, case in enumerate(cases) if case[1] == name]
        answers = collections.Counter(cases[number][3] for number in of)
        print(f"{name:12} {len(of):5}:", ", ".join(f"{n} {is_what}" for is_what, n in answers.items()),
              f"; z3 does not know of {len(unknown.intersection(of))}")
    print(f"{len(cases)} cases, {len(asked)} queries, {len(wrong)} WRONG, z3 does not know of "
          f"{len(unknown)}, {time.time() - start:.0f} s")
    return bool(wrong) or len(unknown) * 10 > len(cases)


if __name__ == "__main__":
    sys.exit(main())
