#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Changes each comparison, extent, stride, 64-bit integer, count and quotient of the kernels once,
and shows what refuses the change.

usage: index_faults.py [--list] [--only KERNEL]... [--every=N] INCLUDE_DIRECTORY DRIVERS_DIRECTORY
                       COMPILER ARGUMENT... -- LIBRARY...

The changes are read from the headers of kernel/ (index_changes.py), of the declarations that a
kernel of kernel_faults.py, its driver or its launcher names, directly or through others. Left out
are theorems (a declaration that names one of OF_THEOREM), checks (they return a status, and
device_tests/launch_arguments.cpp tests them) and the headers of NO_INDEX.

A change is tried on the kernels that have its code, until one shows it:
  theorem   the kernel's type, its driver or a static test of the changed header does not compile,
            and an error names a property
  test      such a static test does not compile otherwise
  compiler  it does not compile otherwise
  run       the driver, on the CPU, finds a fault or a wrong element
  same      the driver's object code is the same, or SAME says why it computes the same
  nothing   none of these; so are changes of code that the driver does not use
The tool fails where nothing sees a change.
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile
import threading

from index_changes import header
from index_known import CHOICES, SAME, VARIANTS
from kernel_faults import KERNELS, build, plain, property_of
from nearest_tests import Tree
from seeding import paths, replaced, said_by

BY = ("theorem", "test", "compiler", "run", "same", "nothing")

OF_THEOREM = {"sentences", "is_described_layout", "unknown", "unknowns", "report", "mapping",
              "refuse_unless"}
# They compute values of elements, choose between right kernels, have layouts for theorems alone, or
# are checks.
NO_INDEX = {"softmax.hpp", "exponentials.hpp", "choice.hpp", "global_tile.hpp", "proofs.hpp",
            "operand_memory.hpp"}

change = collections.namedtuple("change", "kernels header declaration kind begin end new")


class sources:
    """The headers of the kernels, and the changes of each kernel."""

    def __init__(self, include, drivers):
        self.include, self.drivers = include, pathlib.Path(drivers)
        self.tree = Tree(self.drivers.parent.parent)
        root = pathlib.Path(include, "tileproof")
        self.headers = {name: header(include, name) for name in sorted(
            str(file.relative_to(root)) for file in (root / "kernel").rglob("*/*.hpp"))}
        self.common = "".join(sorted({
            f"#include <tileproof/{one}>\n" for h in self.headers.values() for one in h.includes
            if one not in self.headers}))

    def header_of(self, kernel):
        """The header that declares a kernel, or None for a kernel of examples/."""
        name = re.search(r"KERNEL=(\w+)", " ".join(KERNELS[kernel]))[1]
        return next((h for h in self.headers.values()
                     if any(n == name and "struct" in h.words(a, b) for n, a, b in h.declarations)),
                    None)

    def reached(self, kernel):
        """{(header, first token, last token)} of the declarations that a kernel names"""
        own = self.header_of(kernel)
        if own is None:
            return set()
        included, stack = {}, [own.name]
        while stack:
            name = stack.pop()
            if name in self.headers and name not in included:
                included[name] = self.headers[name]
                stack += included[name].includes
        by_name = collections.defaultdict(list)
        for h in included.values():
            for name, first, last in h.declarations:
                by_name[name].append((h, first, last))
        driver = (self.drivers / (KERNELS[kernel][0] + ".cpp")).read_text(encoding="utf-8")
        names = [*re.findall(r"\w+", driver + " ".join(KERNELS[kernel])),
                 *(name for name in by_name if name.startswith("launch"))]
        functions = {name for name, of in by_name.items() if any(
            name in h.calls(a, b) and "struct" not in h.words(a, b) for h, a, b in of)}
        reached = set()
        while names:
            name = names.pop()
            for h, first, last in by_name.pop(name, []) if name not in CHOICES else []:
                words = h.words(first, last)
                is_launcher = any(b <= h.t[first].begin < e for b, e in h.hidden)
                is_check = "status" in words and not is_launcher
                if not is_check and not words & OF_THEOREM:
                    reached.add((h.name, first, last))
                    names += [w for w in words if w in h.calls(first, last) or not functions & {w}]
        return reached

    def changes(self, kernels):
        """Each change, with those of the kernels that reach its declaration."""
        of_text = {}
        for kernel in kernels:
            for name, first, last in sorted(self.reached(kernel)):
                h = self.headers[name]
                if pathlib.Path(name).name in NO_INDEX:
                    continue
                for kind, begin, end, new in h.changes(first, last):
                    one = change([], name, (h.t[first].begin, h.t[last].end), kind, begin, end, new)
                    text = re.sub(r"[()]", "", h.text[:begin] + new + h.text[end:])
                    of_text.setdefault((name, text), one).kernels.append(kernel)
        for one in of_text.values():
            one.kernels[:] = dict.fromkeys(one.kernels)
        return sorted(of_text.values(), key=lambda one: (kernels.index(one.kernels[0]), one.header,
                                                         one.begin))

    def changed(self, one):
        """The text of a header with a change."""
        text = self.headers[one.header].text
        return text[:one.begin] + one.new + text[one.end:]

    def said(self, one):
        """(its place, the changed line)"""
        line = self.headers[one.header].text.count("\n", 0, one.begin)
        return f"{one.header}:{line + 1}", self.changed(one).splitlines()[line].strip()


def refused(words, otherwise):
    """(theorem, its property) of what a compiler says, or (otherwise, its first error)"""
    by = property_of(words)
    error = next((w for w in words.splitlines() if "error:" in w), words)
    return ("theorem", by.what) if by.by else (otherwise, error.partition("error: ")[2])


class judge:
    def __init__(self, all_sources, tool, directory):
        self.sources, self.tool, self.directory = all_sources, tool, pathlib.Path(directory)
        self.sound, self.used, self.lock = {}, {}, threading.Lock()

    def stopped(self, kernel, path, types):
        """What stops the compiler at the theorems of these types, or None"""
        proof = self.directory / f"{kernel}_{abs(hash(types))}.cpp"
        proof.write_text(f"#include <tileproof/{self.sources.header_of(kernel).name}>\n"
                         "using namespace tileproof;\n" +
                         "".join(f"static_assert({one}::proofs::hold);\n" for one in types),
                         encoding="utf-8")
        status, words = said_by([*self.tool.command, *path, str(proof), "-fsyntax-only"])
        return words if status else None

    def tests_stopped(self, one, path):
        """refused of the static tests of a header, a theorem before others; or None"""
        found = None
        for kind, test in self.sources.tree.tests(one.header):
            if kind < 2 and test.parent.name == "kernel" and test.parent.parent.name == "static_tests":
                status, words = said_by([*self.tool.command, *path, "-fsyntax-only", str(test)])
                by = refused(words, "test") if status else None
                if by and by[0] == "theorem":
                    return by
                found = found or by
        return found

    def compiled(self, kernel, path, to):
        """What stops the compiler at a kernel's type, or at its driver, whose object file is `to`;
        or None"""
        driver, *defines = KERNELS[kernel]
        name = next(d for d in defines if d.startswith("-DKERNEL=")).partition("=")[2]
        words = self.stopped(kernel, path, (name,))
        if words is None:
            status, words = said_by([*self.tool.command, *defines, *path, "-c", "-o", str(to),
                                     str(self.tool.drivers / (driver + ".cpp"))])
            return words if status else None
        return words

    def ran(self, objects):
        status, words = said_by([self.tool.command[0], str(objects), "-o", str(objects) + "ut",
                                 *self.tool.libraries])
        return (status, words) if status else said_by([str(objects) + "ut"], timeout=120)

    def sound_code(self, kernel):
        with self.lock:
            if kernel not in self.sound:
                objects = self.directory / (kernel + ".o")
                words = self.compiled(kernel, paths(self.sources.include), objects)
                status, words = (1, words) if words else self.ran(objects)
                if status != 0:
                    raise RuntimeError(f"{kernel} without a change:\n{words}")
                self.sound[kernel] = objects.read_bytes()
            return self.sound[kernel]

    def is_used(self, kernel, one):
        """Whether a kernel's driver does not compile without the declaration of a change."""
        key = kernel, one.header, one.declaration
        if key not in self.used:
            text = self.sources.headers[one.header].text
            begin, end = one.declaration
            with replaced(self.sources.include, one.header, text[:begin] + text[end:]) as path:
                self.used[key] = self.compiled(kernel, path, pathlib.Path(path[1], "driver.o"))
        return self.used[key] is not None

    def on(self, kernel, one):
        """(one of BY, its words) of a change of a kernel"""
        with replaced(self.sources.include, one.header, self.sources.changed(one)) as path:
            objects = pathlib.Path(path[1], "driver.o")
            to_include = [*path, f"-fmacro-prefix-map={path[1]}={self.sources.include}"]
            words = self.compiled(kernel, to_include, objects)
            by = refused(words, "compiler") if words else None
            if by and by[0] == "theorem":
                return by
            # The tests are the same for each kernel.
            of_test = self.tests_stopped(one, to_include) if kernel == one.kernels[0] else None
            if of_test:
                return of_test
            is_same = words is None and objects.read_bytes() == self.sound_code(kernel)
            if is_same:
                words = self.stopped(kernel, to_include, VARIANTS.get(kernel, ()))
            if words:
                return refused(words, "compiler")
            unseen = ""
            if is_same and self.is_used(kernel, one):
                return "same", "its object code is the same"
            if is_same:
                unseen = "the driver does not use it"
            else:
                status, words = self.ran(objects)
                if status != 0:
                    return "run", plain(words.partition("\n")[0])
        reason = SAME.get(self.sources.said(one)[1])
        return ("same", reason) if reason else ("nothing", unseen)

    def __call__(self, one):
        """(kernel, one of BY, its words)"""
        found = []
        for kernel in one.kernels:
            found.append((kernel, *self.on(kernel, one)))
            if found[-1][1] not in ("same", "nothing"):
                return found[-1]
            if found[0][1] == "same":
                break
        return found[0]


def table(title, rows):
    """A line for each key of {key: how often each of BY}"""
    print(f"{title:22} | " + " | ".join(f"{by:8}" for by in BY) +
          " | of faults by a theorem, or a test")
    for key, n in rows.items():
        faults = n["theorem"] + n["test"] + n["run"] + n["nothing"]
        print(f"{key:22} | " + " | ".join(f"{n[by]:8}" for by in BY) +
              (f" | {100 * n['theorem'] / faults:5.1f} %, "
               f"{100 * (n['theorem'] + n['test']) / faults:5.1f} %" if faults else " |"))


def main(*arguments):
    arguments = list(arguments)
    is_list = arguments[0] == "--list" and bool(arguments.pop(0))
    kernels = []
    while arguments[0] == "--only":
        kernels.append(arguments[1])
        del arguments[:2]
    every = int(arguments.pop(0)[8:]) if arguments[0].startswith("--every=") else 1
    include, drivers, *command = arguments
    all_sources = sources(include, drivers)
    changes = all_sources.changes(kernels or list(KERNELS))[::every]
    if is_list:
        for one in changes:
            print(" | ".join((",".join(one.kernels), one.kind, *all_sources.said(one))))
        print(f"{len(changes)} changes")
        return 0
    split = command.index("--")
    of_kernel, of_kind = (collections.defaultdict(collections.Counter) for _ in range(2))
    missed = 0
    with tempfile.TemporaryDirectory() as directory, \
            concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        tool = build(pathlib.Path(include), pathlib.Path(drivers), command[:split],
                     command[split + 1:], directory, all_sources.common)
        tried = pool.map(judge(all_sources, tool, directory), changes)
        for one, (kernel, by, words) in zip(changes, tried):
            where, line = all_sources.said(one)
            of_kernel[kernel][by] += 1
            of_kind[one.kind][by] += 1
            missed += by == "nothing"
            print(" | ".join((by, kernel, one.kind, where, line, words)), flush=True)
    table("kernel", of_kernel)
    table("change", of_kind)
    print(f"{len(changes)} changes, {missed} seen by nothing")
    return 1 if missed or not changes else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
