# SPDX-License-Identifier: BSL-1.0
"""The results of expressions that are no layouts, and their integers."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Tuple, Union

IntTuple = Union[int, Tuple["IntTuple", ...]]


@dataclass(frozen=True, repr=False)
class ScaledBasis:
    """A stride that moves a coordinate: `_2@1` is ScaledBasis(2, (1,)), 2 in mode 1."""
    value: int
    path: tuple[int, ...]

    def _tileproof_text_(self) -> str:
        return f"_{self.value}" + "".join(f"@{axis}" for axis in reversed(self.path))

    __repr__ = _tileproof_text_


Strides = Union[int, ScaledBasis, Tuple["Strides", ...]]


class Value(str):
    """A result that is no layout and no integers, in CuTe's notation. `kind` is 'swizzle', 'list',
    'mma', 'copy', 'atom' or another word; 'integer' and 'tuple' where an integer is unknown.
    `conditions` are those on unknown integers under which the result is right."""
    kind: str
    conditions: tuple[str, ...]

    def __new__(cls, text: str, kind: str = "", conditions: tuple[str, ...] = ()) -> Value:
        self = super().__new__(cls, text)
        self.kind, self.conditions = kind, conditions
        return self

    def __repr__(self) -> str:
        return with_conditions(self, self.conditions)


def with_conditions(text: str, conditions: tuple[str, ...]) -> str:
    return f"{text}  if {' and '.join(conditions)}" if conditions else str(text)


def parsed(text: str) -> Any:
    """The integers of ((_2,4),_3@0), in nested tuples; `_` is None. ValueError for others."""
    tokens = re.findall(r"[(),]|[^(),]+", text)[::-1]

    def read() -> Any:
        token = tokens.pop()
        if token == "(":
            parts = []
            while tokens[-1] != ")":
                parts.append(read())
                if tokens[-1] == ",":
                    tokens.pop()
            tokens.pop()
            return tuple(parts)
        number = re.fullmatch(r"_?(-?\d+)((?:@\d+)*)", token)
        if number is None and token != "_":
            raise ValueError(f"{text} has an integer that is unknown")
        if number is None or not number[2]:
            return None if number is None else int(number[1])
        return ScaledBasis(int(number[1]), tuple(map(int, number[2].split("@")[:0:-1])))
    made = read()
    if tokens:
        raise ValueError(f"{text} has an integer that is unknown")
    return made
