# SPDX-License-Identifier: BSL-1.0
"""Calls in the explorer and in other programs, each in its own text, and what their answers are worth."""
import ast
import json
import pathlib
import re
import subprocess

PROGRAMS = {"pycute": "pycute", "tensor_layouts": "tensor-layouts", "dsl": "CuTe DSL"}
# The operations of each, of those that are drawn.
LACKS = {"pycute": "flat_divide flat_product blocked_product raked_product upcast downcast max_common_vector".split(),
         "tensor_layouts": [], "dsl": []}


def other_answers(python, program, calls):
    """[{"operands", and "says", "raises" or "dies"}]"""
    run = subprocess.run([python, pathlib.Path(__file__).with_name("other_programs.py"), program],
                         input="".join(f"{call!r}\n" for call in calls), capture_output=True, text=True, check=False)
    result = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    if len(result) != len(calls):
        raise SystemExit(f"{program}: {len(result)} answers to {len(calls)} calls\n{run.stderr[-2000:]}")
    return result


def pasted(call, operands):
    """A line for the explorer, of operands as a program prints them."""
    op, *args = call
    if op in ("offset", "slice"):
        index = operands[1] if operands[1].startswith("(") else f"({operands[1]})"
        return f"({operands[0]}){index}"
    if op in ("upcast", "downcast"):
        return f"{op}<{operands[1]}>({operands[0]})"
    return f"{op}({','.join(operands)})"


def plain(call):
    """The operands of a call in the notation of CuTe DSL."""
    def text(x):
        if isinstance(x, tuple) and x and x[0] == "L":
            return f"{x[1]}:{x[2]}".replace(" ", "")
        if isinstance(x, tuple) and x and x[0] == "Z":
            return "S<{},{},{}> o 0 o ".format(*x[1]) + f"{x[2]}:{x[3]}".replace(" ", "")
        if isinstance(x, tuple):
            x = x[1:] if x and x[0] == "T" else x
            return "(" + ",".join(map(text, x)) + ("," if len(x) == 1 else "") + ")"
        return str(x)
    return [text(x) for x in call[1:]]


def explored(tileproof, lines):
    """The explorer's answers as JSON objects."""
    run = subprocess.run([tileproof, "eval", "--json"], input="".join(line + "\n" for line in lines),
                         capture_output=True, text=True, check=False)
    result = [json.loads(line) for line in run.stdout.splitlines()]
    if len(result) != len(lines):
        raise SystemExit(f"{len(result)} answers to {len(lines)} lines: {run.stderr[-1000:]}")
    return result


def unwrapped(t):
    if isinstance(t, tuple):
        return unwrapped(t[0]) if len(t) == 1 else tuple(map(unwrapped, t))
    return t


def value(text):
    """A printed result as oracle.py reads it, None where it is no number and no layout."""
    text = re.sub(r"[_\s]", "", text)
    found = re.fullmatch(r"(?:S|Sw)<(\d+),(-?\d+),(-?\d+)>o(?:(-?\d+)o)?(.*)", text) or re.fullmatch(
        r"\(Swizzle\((\d+),(\d+),(-?\d+)\)\)o(?:\{?(-?\d+)\}?o)?\((.*)\)", text)
    try:
        if found:
            inner = value(found[5])
            return inner and ("Z", tuple(int(found[i]) for i in (1, 2, 3)), int(found[4] or 0), *inner[1:])
        if ":" in text:
            shape, stride = text.split(":")
            return ("L", unwrapped(ast.literal_eval(shape)), unwrapped(ast.literal_eval(stride)))
        return int(text)
    except (ValueError, SyntaxError):
        return None
