#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Evaluates calls in pycute, tensor-layouts or CuTe DSL.

usage: other_programs.py pycute|tensor_layouts|dsl < CALLS > ANSWERS

A line of CALLS is the repr of a call as oracle.py describes it. A line of ANSWERS is JSON: the operands as the program
prints them, and its answer, an exception or the signal that ended it. A child evaluates, and another one goes on
where a child has died.
"""
import ast
import json
import os
import signal
import sys

SECONDS = 10  # that a call may take


class Package:
    """The operations that are called alike in the package."""
    names = {}

    def operand(self, x):
        if isinstance(x, tuple) and x[0] == "L":
            return self.layout(*x[1:])
        if isinstance(x, tuple) and x[0] == "Z":
            return self.swizzled(*x[1:])
        if isinstance(x, tuple) and x[0] == "T":
            return tuple(self.operand(e) for e in x[1:])
        return x

    def text(self, x):
        if isinstance(x, tuple):
            return "(" + ", ".join(map(self.text, x)) + ("," if len(x) == 1 else "") + ")"
        return str(x)

    def call(self, op, *args):
        return getattr(self.module, self.names.get(op, op))(*args)


class Pycute(Package):
    def __init__(self):
        import pycute
        self.module = pycute

    def layout(self, shape, stride):
        return self.module.Layout(shape, stride)

    def call(self, op, *args):
        m = self.module
        if op in ("offset", "slice"):
            return args[0](*args[1]) if isinstance(args[1], tuple) else args[0](args[1])
        if op == "flatten":
            return m.Layout(m.flatten(args[0].shape), m.flatten(args[0].stride))
        return super().call(op, *args)


class TensorLayouts(Package):
    names = {"composition": "compose"}

    def __init__(self):
        import tensor_layouts
        self.module = tensor_layouts

    def layout(self, shape, stride):
        return self.module.Layout(shape, stride)

    def swizzled(self, swizzle, shape, stride):
        return self.module.compose(self.module.Swizzle(*swizzle), self.layout(shape, stride))

    def call(self, op, *args):
        if op == "offset":
            return args[0](*args[1]) if isinstance(args[1], tuple) else args[0](args[1])
        if op == "slice":
            cut, start = self.module.slice_and_offset(args[1], args[0])
            return f"{start} @ {cut}" if isinstance(args[0], self.module.ComposedLayout) else cut
        return super().call(op, *args)


class Dsl(Package):
    def __init__(self):
        from cutlass import cute
        self.module = cute

    def layout(self, shape, stride):
        return self.module.make_layout(shape, stride=stride)

    def swizzled(self, swizzle, shape, stride):
        return self.module.make_composed_layout(self.module.make_swizzle(*swizzle), 0, self.layout(shape, stride))

    def call(self, op, *args):
        m = self.module
        if op == "offset":
            return m.crd2idx(args[1], args[0])
        if op == "slice":
            return m.slice_(args[0], args[1])
        if op == "coalesce" and len(args) == 2:
            return m.coalesce(args[0], target_profile=args[1])
        if op == "flatten":
            return m.make_layout(m.flatten_to_tuple(args[0].shape), stride=m.flatten_to_tuple(args[0].stride))
        if op == "upcast":
            return m.recast_layout(args[1] * 8, 8, args[0])
        if op == "downcast":
            return m.recast_layout(8, args[1] * 8, args[0])
        return super().call(op, *args)


def answer(package, line):
    op, *args = ast.literal_eval(line)
    result = {}
    try:
        args = [package.operand(x) for x in args]
        result["operands"] = [package.text(x) for x in args]
        result["says"] = str(package.call(op, *args))
    except Exception as e:  # whatever a program raises is its answer
        result["raises"] = f"{type(e).__name__}: {e}".strip()
    return result


def answers(package, lines):
    """Prints the answers; a child that dies has died of the call after the last one that it answered."""
    done = 0
    while done < len(lines):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            for line in lines[done:]:
                signal.alarm(SECONDS)
                os.write(writer, (json.dumps(answer(package, line)) + "\n").encode())
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            for text in pipe:
                print(text, end="")
                done += 1
        _pid, status = os.waitpid(child, 0)
        if done < len(lines):
            name = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit {status >> 8}"
            print(json.dumps({"dies": name}))
            done += 1
    sys.stdout.flush()


def main():
    lines = sys.stdin.read().splitlines()
    package = {"pycute": Pycute, "tensor_layouts": TensorLayouts, "dsl": Dsl}[sys.argv[1]]()
    if sys.argv[1] != "dsl":
        answers(package, lines)
        return

    @package.module.jit
    def inside():
        answers(package, lines)
    inside()


if __name__ == "__main__":
    main()
