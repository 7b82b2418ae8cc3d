#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles each header alone, included twice; of the forwarders in cute/forward, which
forwarders.py shows to be all the same, the first. Those of beside/, which NVIDIA's headers precede, are
compiled by the tests of static_tests/beside.

usage: compile_headers.py INCLUDE_DIRECTORY COMPILER ARGUMENT...

Most of the time would go into reading the same headers again. Therefore a few are compiled once
(precompiled headers of g++ and clang). A header is compiled after one of them that it includes
itself, directly or through others, at its top, and after nothing else: an include that it lacks is
still missing.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
from must_not_compile import precompiled

AT_MOST = 6  # precompiled headers


def top_includes(text):
    """The headers that TEXT includes in any case, before its own code and its first macro."""
    names = []
    depth = 0
    for line in text.splitlines():
        directive, rest = re.match(r"(?:\s*#\s*(\w+))?\s*(.*)", line).groups()
        if directive in ("define", "undef") or not (directive or rest[:2] in ("", "//")):
            break
        depth += {"if": 1, "ifdef": 1, "ifndef": 1, "endif": -1}.get(directive, 0)
        if directive == "include" and depth == 0:
            names += re.findall(r"^<(.*?)>", rest)
    return names


def closures(texts):
    """{header: all headers that it includes, directly or not} of {header: text}"""
    direct = {name: top_includes(text) for name, text in texts.items()}

    def add(name, found):
        for included in direct.get(name, []):
            if included not in found:
                found.add(included)
                add(included, found)
        return found

    return {name: add(name, set()) for name in direct}


def shared_headers(closure):
    """{header: the one to find there, or None}: those that save reading the most files."""
    best = {name: None for name in closure}

    def saved(name):
        return len(closure[name]) + 1 if name else 0

    def gain(candidate, name):
        useful = candidate in closure[name] and name not in closure[candidate]
        return max(0, saved(candidate) - saved(best[name])) if useful else 0

    for _ in range(AT_MOST):
        chosen = max(closure, key=lambda candidate: sum(gain(candidate, name) for name in closure))
        best.update({name: chosen for name in closure if gain(chosen, name) > 0})
    return best


def main(include, *command):
    headers = [header for header in sorted(pathlib.Path(include).rglob("*.hpp"))
               if "beside" not in header.parts and header.name != "beside_cute.hpp"]
    forwarders = [header for header in headers if "forward" in header.parts]
    texts = {header.relative_to(include).as_posix(): header.read_text(encoding="utf-8")
             for header in headers if header not in forwarders[1:]}
    before = shared_headers(closures(texts))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        there = {}
        for name in sorted(set(before.values()) - {None}):
            file = pathlib.Path(folder, name.replace("/", "_"))
            try:
                there[name] = precompiled(command, f"#include <{name}>\n", file)
            except SystemExit:  # it fails below, where it is compiled alone
                pass
        for name in texts:
            done = subprocess.run([*command, *there.get(before[name], []), "-x", "c++", "-"],
                                  input=f"#include <{name}>\n" * 2, text=True)
            print("FAILED:" if done.returncode else "compiles:", name, flush=True)
            passed, failed = passed + (done.returncode == 0), failed + (done.returncode != 0)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
