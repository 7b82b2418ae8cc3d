# SPDX-License-Identifier: BSL-1.0
"""Layout, a layout as an object, and the values of expressions."""
from __future__ import annotations

import itertools
import re
from functools import cached_property
from typing import Any, Iterator, Optional

from tileproof._picture import Picture
from tileproof._run import Facts, InputError, Refused, options_of, run, words_of
from tileproof._text import RUN_TIME, text_of
from tileproof._values import IntTuple, Strides, Value, parsed, with_conditions

__tracebackhide__ = True  # in pytest


class Layout:
    """A layout: `shape` and `stride` are integers or nested tuples of them, `L(1, 2)` is the offset
    of a coordinate, and the operations of the algebra are methods. All are the library's own.

        L = Layout((4, 8), (8, 1))
        L(1, 2)     # 10
        L[0]        # mode 0, _4:_8
        L[:, 2]     # the part at column 2, (_4):(_8), without its offset
        L @ M       # composition, c -> L(M(c))

    Integers of Python are static. Without a stride the layout is compact and column-major. A notebook
    shows a layout as a picture."""
    _text: str
    conditions: tuple[str, ...]

    def __init__(self, shape: IntTuple, stride: Optional[Strides] = None):
        of = f"make_layout({text_of(shape)})"
        if stride is not None:
            of = f"{text_of(shape)}:{text_of(stride)}"
        made = layout(of)
        self._text, self.conditions = made._text, made.conditions

    @classmethod
    def _of(cls, text: str, conditions: tuple[str, ...]) -> Layout:
        self = cls.__new__(cls)
        self._text, self.conditions = text, conditions
        return self

    # Text

    def __str__(self) -> str:
        """CuTe's notation, in which _4 is a static integer and 4 a run-time one."""
        return self._text

    def __repr__(self) -> str:
        return with_conditions(self._text, self.conditions)

    def _tileproof_text_(self) -> str:
        is_run_time = re.search(r"\d", self._text) and not re.search(r"\b_-?\d", self._text)
        return self._text + RUN_TIME if is_run_time else self._text

    def _repr_svg_(self) -> Optional[str]:
        try:
            return self.draw().svg
        except (InputError, Refused):  # of three modes, or too large
            return None

    # Integers

    @property
    def _parts(self) -> list[str]:
        """What is applied after the strides, the last first, and the strides."""
        return self._text.split(" o ")

    @cached_property
    def shape(self) -> IntTuple:
        """The extents. ValueError where one of them is unknown."""
        shape: IntTuple = parsed(self._parts[-1].partition(":")[0])
        return shape

    @cached_property
    def stride(self) -> Strides:
        """The strides, before a swizzle. ValueError where one of them is unknown."""
        stride: Strides = parsed(self._parts[-1].partition(":")[2])
        return stride

    @property
    def swizzle(self) -> Optional[str]:
        """Sw<3,3,3>, where one is applied after the strides."""
        return next((part for part in self._parts if part.startswith("Sw<")), None)

    @property
    def is_static(self) -> bool:
        """Whether every integer is static."""
        return re.fullmatch(r"([(),:]|\b_-?\d+|@\d+)*", self._parts[-1]) is not None

    @cached_property
    def size(self) -> int:
        """The number of coordinates."""
        return int(self._call("size(A)"))

    @cached_property
    def cosize(self) -> int:
        """One more than the largest offset."""
        return int(self._call("cosize(A)"))

    @cached_property
    def rank(self) -> int:
        """The number of modes."""
        return int(self._call("rank(A)"))

    @cached_property
    def depth(self) -> int:
        """The levels of nesting."""
        return int(self._call("depth(A)"))

    def __len__(self) -> int:
        return self.rank

    def __eq__(self, other: object) -> bool:
        """Whether shapes, strides and swizzles are equal; prove("equivalent", A, B) compares them as
        functions. Layouts with unknown integers are equal only to themselves."""
        if not isinstance(other, Layout):
            return NotImplemented
        return self is other or (self._key == other._key and self._is_known)

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _is_known(self) -> bool:
        """Whether the text has signs and integers alone, and no name of an unknown."""
        return re.fullmatch(r"(Sw<[-,\d]*>| o |[(),:@_\d-])*", self._text) is not None

    @property
    def _key(self) -> str:
        return re.sub(r"\b_(?=-?\d)", "", self._text)

    # A function of coordinates

    def __call__(self, *coordinate: Any) -> Any:
        """The offset of a coordinate, L(1, 2) or L(9); of a layout of coordinates, a tuple. With None
        the part that it keeps, as L[:, 2]."""
        return self._call(f"A({','.join(text_of(c) for c in coordinate)})")

    def __getitem__(self, key: Any) -> Layout:
        """L[0] and L[-1] are modes, L[0:2] the layout of several, L[:, 2] and L[None, 2] the part at
        a coordinate, without its offset."""
        if isinstance(key, tuple):
            if not any(part is None or isinstance(part, slice) for part in key):
                raise TypeError(f"L{list(key)}: the offset of a coordinate is L(...), and a mode of "
                                "a mode L[i][k]")
            return self._layout(f"A({','.join(text_of(part) for part in key)})")
        if isinstance(key, slice):
            modes = range(self.rank)[key]
            if not modes:
                raise IndexError("a layout of no modes")
            return self.select(*modes)
        return self._layout(f"layout<{range(self.rank)[key]}>(A)")

    def __iter__(self) -> Iterator[Layout]:
        """The modes."""
        return (self[mode] for mode in range(self.rank))

    def tolist(self) -> list[Any]:
        """The offsets, L(i, k) at [i][k]; each mode is counted by its index."""
        sizes = [mode.size for mode in self]
        every = [f"A({','.join(map(str, c))})" for c in itertools.product(*map(range, sizes))]
        offsets: list[Any] = [value_of(found)
                              for found in run("eval", words_of(every, {"A": self}))[1:]]
        for size in reversed(sizes[1:]):
            offsets = [offsets[i:i + size] for i in range(0, len(offsets), size)]
        return offsets

    # The algebra

    def _call(self, expression: str, **names: object) -> Any:
        return value_of(run("eval", words_of([expression], {"A": self, **names}))[-1])

    def _layout(self, expression: str, **names: object) -> Layout:
        made = self._call(expression, **names)
        if not isinstance(made, Layout):
            raise TypeError(f"{expression} is no layout: {made!r}")
        return made

    def composition(self, other: object) -> Layout:
        """The layout c -> self(other(c)); `other` is a layout or a tiler. Also self @ other."""
        return self._layout("composition(A,B)", B=other)

    __matmul__ = composition

    def __rmatmul__(self, other: object) -> Layout:
        return self._layout("composition(B,A)", B=other)

    def coalesce(self, profile: object = None) -> Layout:
        """The same function of an index with as few modes as possible; by mode with a profile."""
        return self._layout("coalesce(A)") if profile is None else \
            self._layout("coalesce(A,B)", B=profile)

    def complement(self, size: object = None) -> Layout:
        """The layout of the offsets that this one leaves out, up to a size."""
        return self._layout("complement(A)") if size is None else \
            self._layout("complement(A,B)", B=size)

    def right_inverse(self) -> Layout:
        """R with self(R(i)) == i."""
        return self._layout("right_inverse(A)")

    def left_inverse(self) -> Layout:
        """I with self(I(self(i))) == self(i)."""
        return self._layout("left_inverse(A)")

    def flatten(self) -> Layout:
        """The modes without nesting."""
        return self._layout("flatten(A)")

    def filter(self) -> Layout:
        """Coalesced, without the modes of stride 0."""
        return self._layout("filter(A)")

    def group(self, begin: int, end: int) -> Layout:
        """Modes begin to end - 1 gathered into one."""
        return self._layout(f"group<{begin},{end}>(A)")

    def select(self, *modes: int) -> Layout:
        """These modes, in this order."""
        return self._layout(f"select<{','.join(map(str, modes))}>(A)")

    def upcast(self, count: int) -> Layout:
        """`count` elements become one."""
        return self._layout(f"upcast<{count}>(A)")

    def downcast(self, count: int) -> Layout:
        """One element becomes `count`."""
        return self._layout(f"downcast<{count}>(A)")

    def logical_divide(self, tiler: object) -> Layout:
        """By mode (tile,rest)."""
        return self._layout("logical_divide(A,B)", B=tiler)

    def zipped_divide(self, tiler: object) -> Layout:
        """((tiles),(rests))."""
        return self._layout("zipped_divide(A,B)", B=tiler)

    def tiled_divide(self, tiler: object) -> Layout:
        """((tiles),rest,...)."""
        return self._layout("tiled_divide(A,B)", B=tiler)

    def flat_divide(self, tiler: object) -> Layout:
        """(tile,...,rest,...)."""
        return self._layout("flat_divide(A,B)", B=tiler)

    def logical_product(self, tiler: object) -> Layout:
        """This layout, repeated: (block,repetition)."""
        return self._layout("logical_product(A,B)", B=tiler)

    def zipped_product(self, tiler: object) -> Layout:
        """((blocks),(repetitions))."""
        return self._layout("zipped_product(A,B)", B=tiler)

    def tiled_product(self, tiler: object) -> Layout:
        """((blocks),repetition,...)."""
        return self._layout("tiled_product(A,B)", B=tiler)

    def flat_product(self, tiler: object) -> Layout:
        """(block,...,repetition,...)."""
        return self._layout("flat_product(A,B)", B=tiler)

    def blocked_product(self, other: object) -> Layout:
        """The product by mode, blocks kept together."""
        return self._layout("blocked_product(A,B)", B=other)

    def raked_product(self, other: object) -> Layout:
        """The product by mode, blocks interleaved."""
        return self._layout("raked_product(A,B)", B=other)

    def draw(self, **options: object) -> Picture:
        """The picture, with the options of tileproof.draw."""
        return Picture([self._tileproof_text_()], options_of(options))


class Tensor(Layout):
    """A layout behind a pointer: `offset` is what the pointer adds, and part of L(1, 2)."""

    @property
    def offset(self) -> Any:
        return parsed(self._parts[0])

    @property
    def layout(self) -> Layout:
        """The layout without the offset."""
        return Layout._of(" o ".join(self._parts[1:]), self.conditions)


def layout(value: object) -> Layout:
    """The layout of a text in the grammar, or of an object; its integers are static. Objects are
    layouts of this module, of CuTe DSL (while it traces), pycute and tensor-layouts, with swizzles;
    arrays and tensors of NumPy and PyTorch, with strides in elements; layouts of Triton and
    Gluon, as (thread,value) -> element of the column-major tile."""
    if isinstance(value, Layout):
        return value
    text = text_of(value)
    made = value_of(run("eval", words_of([text], {}))[-1])
    if not isinstance(made, Layout):
        raise TypeError(f"{text} is no layout; tileproof.Layout makes one of a shape and a stride")
    return made


def value_of(found: Facts) -> Any:
    """The object for a result of `eval`: a Layout or Tensor, an int, a tuple of ints, a ScaledBasis,
    or a Value."""
    kind, text, conditions = found["kind"], found["result"], tuple(found.get("conditions", ()))
    if kind in ("layout", "tensor"):
        return (Tensor if kind == "tensor" else Layout)._of(text, conditions)
    if kind in ("integer", "tuple") and not conditions:
        try:
            return parsed(text)
        except ValueError:  # unknown integers, or a tiler with layouts
            pass
    return Value(text, kind, conditions)
