# SPDX-License-Identifier: BSL-1.0
"""Runs a command of the explorer in this process, with its errors as exceptions."""
from __future__ import annotations

import json
import re
import sys
from typing import Any, Mapping, NoReturn, Optional, Sequence

from tileproof import _explorer
from tileproof._text import line_of, text_of

Facts = dict[str, Any]  # one JSON object of a command
__tracebackhide__ = True  # in pytest an error is at the caller's line


class InputError(SyntaxError):
    """An expression that is not of the grammar, or an argument that is not expected. `text` is the
    expression and `offset` the column of the error, from 1, where there is one."""

    def __init__(self, message: str, text: Optional[str] = None, at: int = 0, length: int = 1):
        if text is None:
            super().__init__(message)
        elif sys.version_info >= (3, 10):
            super().__init__(message, ("<tileproof>", 1, at + 1, text, 1, at + 1 + length))
        else:
            super().__init__(message, ("<tileproof>", 1, at + 1, text))
        self._given = (message, text, at, length)

    def __reduce__(self) -> tuple[Any, ...]:  # for processes of multiprocessing
        return type(self), self._given


class Refused(ValueError):
    """An operation that has no exact result: str() is the sentence with the witness, `expression`
    the expression, and `expression[at:at + length]` the call."""

    def __init__(self, message: str, expression: Optional[str] = None, at: int = 0, length: int = 0):
        super().__init__(message)
        self.expression, self.at, self.length = expression, at, length


def words_of(expressions: Sequence[object], names: Mapping[str, object]) -> list[str]:
    """The words of a command line: `let NAME = VALUE` for each name, then the expressions."""
    words = [f"let {name} = {line_of(value)}" for name, value in names.items()]
    words += [line_of(expression) for expression in expressions]
    for word in words:
        if "\n" in word or "\0" in word:
            raise InputError("an expression is one line", word.replace("\n", " "), 0, 0)
    return words


def words_with(command: str, expressions: Sequence[object], let: Optional[Mapping[str, object]],
               names: Mapping[str, object], options: Optional[Mapping[str, str]] = None) -> list[str]:
    """The words of a function's expressions, `let` and keywords. A keyword that no expression names
    is none of the function: most likely an option that is misspelt."""
    words = words_of(expressions, {**(let or {}), **names})
    every = " ".join((*words, *(options or {}).values()))
    for name in names:
        if len(re.findall(rf"\b{name}\b", every)) < 2:  # one is the `let`
            known = [option for option, _ in _explorer.options(command) if option != "o"]
            raise TypeError(f"{command}: no expression names {name}, and it is no option; those are "
                            f"{', '.join(known)}")
    return words


def options_of(given: Mapping[str, object]) -> dict[str, str]:
    """The options that are given, as texts. None and False are those that are not."""
    def text(value: object) -> str:
        return str(int(value)) if isinstance(value, int) else text_of(value)
    return {name.rstrip("_").replace("_", "-"): text(value)
            for name, value in given.items() if value is not None and value is not False}


def run_text(command: str, words: list[str], options: dict[str, str]) -> str:
    """The text that the program prints."""
    out, err, status = _explorer.run(command, words, options, False)
    if status == 2 or not out:
        raise_error(err, words)
    return out


def run(command: str, words: list[str], options: Optional[dict[str, str]] = None) -> list[Facts]:
    """The JSON objects that the program prints, one for each result."""
    out, err, _ = _explorer.run(command, words, options or {}, True)
    objects: list[Facts] = json.loads(f"[{','.join(out.splitlines())}]")
    for found in objects:
        if found.get("status") in ("refused", "bad input"):
            blamed = in_python(found["expression"], found["at"], found["length"])
            raise_one(found["status"] == "refused", found["message"], *blamed)
    if err or not objects:
        raise_error(err, words)
    return objects


def in_python(text: str, at: int, length: int) -> tuple[str, int, int]:
    """An expression of a JSON object, in which each byte is a character, with its place."""
    bytes_ = text.encode("latin-1", "replace")

    def count(end: int) -> int:
        return len(bytes_[:end].decode("utf-8", "replace"))
    return bytes_.decode("utf-8", "replace"), count(at), count(at + length) - count(at)


def raise_one(is_refused: bool, message: str, *where: Any) -> NoReturn:
    raise (Refused if is_refused else InputError)(message, *where)


def raise_error(err: str, words: list[str]) -> NoReturn:
    """The exception of "refused: SENTENCE", the line, and a caret under the place."""
    lines = err.splitlines() or [f"no result of {' '.join(words)}"]
    caret = re.fullmatch(r"( *)(\^~*)", lines[2]) if len(lines) > 2 else None
    where = (lines[1], len(caret[1]), len(caret[2])) if caret else ()
    word, _, sentence = lines[0].partition(": ")
    raise_one(word == "refused", sentence or lines[0], *where)
