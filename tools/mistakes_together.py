# SPDX-License-Identifier: BSL-1.0
"""Compiles many mistakes in one file with nvcc, and gives each the message that it has alone; and
many corrections, with any compiler.

Each mistake is included into a namespace of its own, after the headers that all of a group
include, and so the headers are read once. nvcc stops at no error below its limit of 100; each
error ends with the line of the mistake that it came from.

A template is instantiated once, and so an error that two mistakes share is reported for the first
of them only. Therefore each group is compiled in both orders: a mistake whose messages differ in
length is left to be compiled alone, and the others are compiled again, until none differs. Messages
of one length differ at most in names of types (_1 is C<1>): those that another mistake wrote first.
"""
import pathlib
import re

from seeding import said_by

AT_MOST = 40  # mistakes in a file


def groups(files):
    """The files that include the same headers and define no macro."""
    found = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        if not re.search(r"^\s*#\s*(define|undef|pragma)\b", text, re.M):
            includes = tuple(re.findall(r"^#include .*\n", text, re.M))
            found.setdefault(includes, []).append(file)
    for includes, members in found.items():
        for first in range(0, len(members), AT_MOST):
            if len(members[first:first + AT_MOST]) > 1:
                yield includes, members[first:first + AT_MOST]


def split(message, files):
    """{file: its message} of a message about all FILES; empty where an error has no one file."""
    *blocks, last = message.split("\n\n")
    if not re.match(r'\d+ errors? detected in the compilation of ', last):
        return {}
    of = {}
    for block in blocks:
        named = [file for file in files if re.search(
            rf"^{re.escape(str(file))}\(|\bof {re.escape(str(file))}$", block, re.M)]
        if len(named) != 1:
            return {}
        of.setdefault(named[0], []).append(block)
    return {file: "\n\n".join(errors) + f"\n\n{len(errors)} error{'s' * (len(errors) > 1)} "
            f'detected in the compilation of "{file}".\n' for file, errors in of.items()}


def compile_as_one(command, includes, files, folder):
    """(the exit status, the message) where FILES are compiled as one, in this order."""
    whole = pathlib.Path(folder, "together.cpp")
    whole.write_text("".join(includes) + "".join(
        f'namespace mistake_{n} {{\n#include "{file.resolve()}"\n}}\n'
        for n, file in enumerate(files)), encoding="utf-8")
    return said_by([*command, whole])


def correct(command, files, folder):
    """The files whose corrections compile, as far as those of a group do together."""
    return {file for includes, members in groups(files)
            if compile_as_one([*command, "-DTILEPROOF_CONTROL"], includes, members,
                              folder)[0] == 0
            for file in members}


def compile_all(command, includes, files, folder):
    """{file: its message} where FILES are compiled as one, in this order."""
    _, message = compile_as_one(command, includes, files, folder)
    paths = {file.resolve(): file for file in files}
    said = re.sub(r"\bmistake_\d+::", "", message)
    return {paths[path]: words for path, words in split(said, list(paths)).items()}


def messages(command, files, folder):
    """{file: nvcc's messages about it, in both orders}, without the files that have to be compiled
    alone."""
    found = {}
    for includes, members in groups(files):
        while len(members) > 1:
            there = compile_all(command, includes, members, folder)
            back = compile_all(command, includes, members[::-1], folder)
            both = {file: (there[file], back[file]) for file in members
                    if file in there and file in back
                    and there[file].count("\n") == back[file].count("\n")}
            if len(both) == len(members):
                found.update(both)
                break
            members = list(both)
    return found
