# SPDX-License-Identifier: BSL-1.0
"""Objects of Python as expressions of the grammar, with integers as static ones."""
from __future__ import annotations

import operator
import re
from typing import Any, NoReturn, Optional, Sequence

RUN_TIME = "  # run-time"


def text_of(value: object) -> str:
    """The expression for a value. See tileproof.layout for the kinds of objects."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool):
        raise TypeError(f"{value} is neither an integer nor a layout")
    if isinstance(value, int):
        return f"_{int(value)}"
    if value is None or (isinstance(value, slice) and value == slice(None)):
        return "_"
    if isinstance(value, (tuple, list)):
        return _of_tuple([text_of(part) for part in value])
    return _of_object(value) or _of_integer(value) or _of_array(value) or _of_composition(value) or \
        _of_swizzle(value) or _of_modes(value) or _refuse(value)


def line_of(value: object) -> str:
    """The same as a line of its own, in which static integers are written as (4,8) where all are:
    a name that a line with _4 binds would make a plain integer beside it a run-time one."""
    text = text_of(value)
    if isinstance(value, str) or text.endswith(RUN_TIME):
        return text
    rest = re.sub(r"Sw?<[^>]*>|\{[^}]*\}|@\d+|\b_-?\d+|[A-Za-z]\w*", "", text)
    return text if re.search(r"\d", rest) else re.sub(r"\b_(?=-?\d)", "", text)


def _refuse(value: object) -> NoReturn:
    raise TypeError(f"an object of {_name(type(value))} is no integer, no tuple and no layout: "
                    "tileproof.layout names what is")


def _of_tuple(parts: list[str]) -> str:
    """The mark of a layout of run-time integers is a comment, and stands at the end of the line."""
    mark = RUN_TIME if any(part.endswith(RUN_TIME) for part in parts) else ""
    parts = [part[:-len(RUN_TIME)] if part.endswith(RUN_TIME) else part for part in parts]
    return f"({','.join(parts)}{',' if len(parts) == 1 else ''}){mark}"


def _name(of: type) -> str:
    return f"{of.__module__}.{of.__qualname__}"


def _of_object(value: Any) -> Optional[str]:
    """The text of an object that prints as an expression: of this module, CuTe DSL, Triton."""
    if hasattr(value, "_tileproof_text_"):
        return str(value._tileproof_text_())
    package = type(value).__module__.partition(".")[0]
    if package == "triton":
        return str(value)
    if package == "cutlass":  # CuTe DSL
        text = str(value.layout if hasattr(value, "layout") else value)
        if "\n" not in text:
            return _static(text)
        raise TypeError(f"an object of {_name(type(value))} has several layouts: name one, such as "
                        "its tv_layout_C_tiled")
    return None


def _of_integer(value: Any) -> Optional[str]:
    """An integer of another package; an array of one is one where it has no dimension."""
    try:
        return f"_{operator.index(value)}" if getattr(value, "shape", ()) == () else None
    except TypeError:
        return None


def _static(text: str) -> str:
    """The text of CuTe DSL with its integers written as static ones: (_4,_8):(_8,_1). Those of
    S<3,4,3>, ?{div=8} and of the path of 1@0 stay."""
    return re.sub(r"S<[^>]*>|\{[^}]*\}|@\d+|-?\d+",
                  lambda found: found[0] if found[0][0] in "S{@" else "_" + found[0], text)


def _of_array(value: Any) -> Optional[str]:
    """The layout of an array or a tensor: its strides in elements. NumPy's are in bytes,
    those of PyTorch a function."""
    shape = getattr(value, "shape", None)
    strides = getattr(value, "stride", None)
    if isinstance(shape, tuple) and callable(strides) and hasattr(value, "element_size"):
        return _of_extents(shape, tuple(strides()))
    size, in_bytes = getattr(value, "itemsize", None), getattr(value, "strides", None)
    if not (isinstance(shape, tuple) and isinstance(size, int) and isinstance(in_bytes, tuple)):
        return None
    for stride in in_bytes:
        if stride % max(size, 1):
            raise TypeError(f"a stride of {stride} bytes is no multiple of the element's {size}")
    return _of_extents(shape, tuple(stride // max(size, 1) for stride in in_bytes))


def _of_extents(shape: Sequence[int], strides: Sequence[int]) -> str:
    """A scalar is the layout of one element."""
    return f"{text_of(tuple(shape))}:{text_of(tuple(strides))}" if shape else "_1:_0"


def _of_composition(value: Any) -> Optional[str]:
    """outer(offset + inner(c)), as pycute and tensor-layouts have it."""
    for outer, inner in (("layoutB", "layoutA"), ("outer", "inner")):
        if all(hasattr(value, name) for name in (outer, "offset", inner)):
            parts = (getattr(value, outer), value.offset, getattr(value, inner))
            return " o ".join(text_of(part) for part in parts)
    return None


def _of_swizzle(value: Any) -> Optional[str]:
    numbers = tuple(getattr(value, name, None) for name in ("bits", "base", "shift"))
    return "Sw<{},{},{}>".format(*numbers) if all(isinstance(n, int) for n in numbers) else None


def _of_modes(value: Any) -> Optional[str]:
    """shape:stride, of pycute, tensor-layouts and others. A swizzle is applied after it."""
    modes: tuple[Any, Any] = getattr(value, "shape", None), getattr(value, "stride", None)
    if not all(isinstance(part, (int, tuple, list)) for part in modes):
        return None
    text = ":".join(text_of(part) for part in modes)
    swizzle = getattr(value, "swizzle", None)
    return text if swizzle is None else f"{text_of(swizzle)} o {text}"
