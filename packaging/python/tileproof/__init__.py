# SPDX-License-Identifier: BSL-1.0
"""Layouts of GPU kernels: evaluated, proved and drawn.

    >>> import tileproof
    >>> tileproof.eval("composition(A,B)", A="(_6,_2):(_8,_2)", B="(_4,_3):(_3,_1)")
    ((_2,_2),_3):((_24,_2),_8)
    >>> bool(tileproof.prove("injective", "(_4,_2):(_1,_3)"))
    False
    >>> tileproof.draw("(_4,_8):(_8,_1)")    # a picture, in a notebook

The expressions are those of the program `tileproof`, which is installed beside this module and does
the work; names may be bound by keyword, as A and B above. Bad input raises InputError, a SyntaxError
that shows the place; what the library refuses raises Refused.
"""
import importlib.metadata
import json
import pathlib
import re
import shutil
import subprocess

__all__ = ["InputError", "Picture", "Proof", "Refused", "Value", "cmake_dir", "draw", "eval",
           "include_dir", "pkgconfig_dir", "prove"]


class InputError(SyntaxError):
    """An expression that is not of the grammar, or an argument that is not expected. `text` is the
    expression and `offset` the column of the error, from 1, where there is one."""

    def __init__(self, message, text=None, at=0, length=1):
        where = () if text is None else (("<tileproof>", 1, at + 1, text, 1, at + 1 + length),)
        super().__init__(message, *where)


class Refused(ValueError):
    """An operation that has no exact result: str() is the sentence with the witness, `expression`
    the expression, and `expression[at:at + length]` the call."""

    def __init__(self, message, expression=None, at=0, length=0):
        super().__init__(message)
        self.expression, self.at, self.length = expression, at, length


class Value(str):
    """A result in CuTe's notation. `kind` is 'layout', 'integer', 'tuple', 'tensor', 'swizzle',
    'list' or 'atom'; `conditions` are those on unknown integers under which it is right. int() of an
    integer is its value."""

    def __new__(cls, text, kind, conditions=()):
        self = super().__new__(cls, text)
        self.kind, self.conditions = kind, tuple(conditions)
        return self

    def __repr__(self):
        return str(self) + "".join(f"  if {' and '.join(self.conditions)}" for _ in self.conditions[:1])

    def __int__(self):
        return int(self.lstrip("_"))


class Proof:
    """The answer to a property: `answer` is 'yes', 'no' or 'undecided', and a Proof is true exactly
    if it is 'yes'. `sentence` states the witness or the bound, `clues` has the witness by name, and
    `conditions` are the facts on unknown integers that decide."""

    def __init__(self, found):
        self.property, self.arguments = found["property"], tuple(found["arguments"])
        self.answer, self.sentence = found["answer"], found.get("sentence", "")
        self.clues, self.conditions = found["clues"], tuple(found.get("conditions", ()))

    def __bool__(self):
        return self.answer == "yes"

    def __repr__(self):
        word = {"yes": "holds", "no": "refuted", "undecided": "undecided"}[self.answer]
        facts = "".join(f"  if {' and '.join(self.conditions)}" for _ in self.conditions[:1])
        return word + facts + (f": {self.sentence}" if self.sentence else "")


class Picture:
    """A picture: `svg` is its text, which a notebook shows."""

    def __init__(self, svg):
        self.svg = svg

    def _repr_svg_(self):
        return self.svg

    def save(self, file):
        """Writes the SVG to a file."""
        pathlib.Path(file).write_text(self.svg, encoding="utf-8")


def _program():
    """The path of the program: as this package installed it, else on the PATH."""
    try:
        for file in importlib.metadata.distribution("tileproof").files or ():
            if file.name in ("tileproof", "tileproof.exe"):
                return str(file.locate())
    except importlib.metadata.PackageNotFoundError:
        pass
    found = shutil.which("tileproof")
    if found is None:
        raise FileNotFoundError("the program tileproof is neither in this package nor on the PATH")
    return found


def _bindings(names):
    return [f"let {name} = {value}" for name, value in names.items()]


def _raise(is_refused, message, *where):
    raise (Refused if is_refused else InputError)(message, *where)


def _run(command, words, options=()):
    """The JSON objects that the program prints; its errors as exceptions."""
    words = [str(word) for word in words]
    for word in words:
        if "\n" in word or "\0" in word:
            raise InputError("an expression is one line", word, 0, 0)
    done = subprocess.run([_program(), command, "--json", *options, "--", *words],
                          capture_output=True, encoding="utf-8", check=False)
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    for found in objects:
        if found.get("status") in ("refused", "bad input"):
            _raise(found["status"] == "refused", found["message"], found["expression"],
                   found["at"], found["length"])
    if done.stderr or done.returncode not in (0, 1):
        # refused: SENTENCE, the line, and a caret under the place
        lines = done.stderr.splitlines() or [f"the program ended with status {done.returncode}"]
        caret = re.fullmatch(r"( *)(\^~*)", lines[2]) if len(lines) > 2 else None
        where = (lines[1], len(caret[1]), len(caret[2])) if caret else ()
        word, _, sentence = lines[0].partition(": ")
        _raise(word == "refused", sentence or lines[0], *where)
    return objects


def eval(expression, **names):  # pylint: disable=redefined-builtin
    """The value of an expression, a Value. Each keyword binds a name to a value or an expression:
    eval("size(A)", A="(_4,_8):(_8,_1)")."""
    found = _run("eval", [*_bindings(names), expression])[-1]
    return Value(found["result"], found["kind"], found.get("conditions", ()))


def prove(property, *expressions, **names):  # pylint: disable=redefined-builtin
    """Decides a property of layouts, a Proof: prove("bank_ways<ldmatrix<4>,half_t>", "T o R", T=...,
    R=...). The properties are those of `tileproof prove --list`."""
    return Proof(_run("prove", [property, *_bindings(names), *expressions])[-1])


def draw(expression, *, options=None, **names):
    """A Picture of a layout, an atom or a pipeline by its name. `options` are those of `tileproof draw`:
    draw("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", options={"tile": "(_16,_8)"})."""
    given = [f"--{name}={value}" for name, value in (options or {}).items()]
    found = _run("draw", [*_bindings(names), expression], ["--format=svg", *given])[-1]
    return Picture(found["document"])


def include_dir():
    """The directory for -I."""
    return str(pathlib.Path(__file__).parent / "include")


def cmake_dir():
    """The directory for -Dtileproof_DIR of CMake."""
    return str(pathlib.Path(__file__).parent / "share" / "cmake" / "tileproof")


def pkgconfig_dir():
    """The directory for PKG_CONFIG_PATH."""
    return str(pathlib.Path(__file__).parent / "share" / "pkgconfig")
