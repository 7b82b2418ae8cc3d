# SPDX-License-Identifier: BSL-1.0
"""Calls in CuTe C++: each is compiled alone, with static integers, and printed by a program on the host."""
import pathlib
import re
import subprocess
import tempfile

PROGRAM = """#include <cstdlib>
#include <cute/layout.hpp>
#include <cute/layout_composed.hpp>
using namespace cute;
int main(int, char** arg) {{ switch (std::atoi(arg[1])) {{
{}
}} }}
"""


def number(n):
    return f"Int<{n}>{{}}"


def tuple_of(t, make="make_shape"):
    return f"{make}({','.join(tuple_of(x, make) for x in t)})" if isinstance(t, tuple) else number(t)


def operand(x):
    if x is None:
        return "_"
    if isinstance(x, int):
        return number(x)
    if x[0] == "T":
        return f"make_tile({','.join(map(operand, x[1:]))})"
    if x[0] == "L":
        return f"make_layout({tuple_of(x[1])},{tuple_of(x[2], 'make_stride')})"
    return tuple_of(x)


def expression(call):
    op, a, *rest = call
    if op in ("upcast", "downcast"):
        return f"{op}<{rest[0]}>({operand(a)})"
    return f"{op}({','.join(map(operand, (a, *rest)))})"


def answers(command, calls):
    """[{"says", "dies", or "raises": the first error}]"""
    errors = {}
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "calls.cpp"), pathlib.Path(folder, "calls")
        first = PROGRAM[:PROGRAM.index("{}\n")].count("\n") + 1
        while True:
            source.write_text(PROGRAM.format("\n".join(
                "" if n in errors else f"case {n}: print({expression(c)}); break;" for n, c in enumerate(calls))),
                encoding="utf-8")
            done = subprocess.run([*command, source, "-o", program], capture_output=True, text=True, errors="replace",
                                  check=False)
            if done.returncode == 0:
                break
            before = len(errors)
            for block in re.split(r"(?m)^(?=In file included from|\S+: In )", done.stderr):
                error = re.search(r"error: (.*)", block)
                for line in re.findall(re.escape(str(source)) + r":(\d+):", block) if error else []:
                    errors.setdefault(int(line) - first, re.sub("static assertion failed:? ?", "", error[1]).strip())
            if len(errors) == before:
                raise SystemExit(done.stderr[:3000])
        result = []
        for n in range(len(calls)):
            if n in errors:
                result.append({"raises": "does not compile: " + errors[n]})
                continue
            run = subprocess.run([program, str(n)], capture_output=True, text=True, check=False)
            died = {"dies": f"signal {-run.returncode}"}
            result.append({"says": run.stdout.strip()} if run.returncode == 0 else died)
    return result
