# SPDX-License-Identifier: BSL-1.0
"""Layouts of GPU kernels: evaluated, proved and drawn.

    >>> import tileproof as tp
    >>> A = tp.Layout((6, 2), (8, 2))
    >>> A.composition(tp.Layout((4, 3), (3, 1)))
    ((_2,_2),_3):((_24,_2),_8)
    >>> tp.prove("injective", "(_4,_2):(_1,_3)")
    refuted: coordinates (3,0) and (0,1) of (_4,_2):(_1,_3) have one offset, 3. Leaf 1, of stride 3, \
overlaps leaves that reach offset 3: stride 4 does not.
    >>> tp.draw(A)    # a picture, in a notebook
    <tileproof.Picture of (6,2):(8,2)>

The library computes in this process. Expressions are those of the program `tileproof`: names may be
bound by keyword, and stand for texts, integers, tuples and the objects that `layout` takes. Bad input
raises InputError, a SyntaxError that shows the place; what the library refuses raises Refused.
Functions may be called by several threads, and then run at the same time.
"""
import pathlib

from tileproof._commands import (BanksFound, Explanation, Found, Proof, Refuted, SectorsFound,
                                 SwizzleFound, ThreadsFound, WidthFound, banks, draw, eval, explain,
                                 manual, operations, properties, prove, require, sectors, suggest)
from tileproof._explorer import version as __version__
from tileproof._layout import Layout, Tensor, layout
from tileproof._picture import Picture
from tileproof._run import InputError, Refused
from tileproof._values import ScaledBasis, Value

__all__ = ["BanksFound", "Explanation", "Found", "InputError", "Layout", "Picture", "Proof",
           "Refused", "Refuted", "ScaledBasis", "SectorsFound", "SwizzleFound", "Tensor",
           "ThreadsFound", "Value", "WidthFound", "__version__", "banks", "cmake_dir", "draw", "eval",
           "explain", "include_dir", "layout", "manual", "operations", "pkgconfig_dir", "properties",
           "prove", "require", "sectors", "suggest"]


def include_dir() -> str:
    """The directory for -I."""
    return str(pathlib.Path(__file__).parent / "include")


def cmake_dir() -> str:
    """The directory for -Dtileproof_DIR of CMake."""
    return str(pathlib.Path(__file__).parent / "share" / "cmake" / "tileproof")


def pkgconfig_dir() -> str:
    """The directory for PKG_CONFIG_PATH."""
    return str(pathlib.Path(__file__).parent / "share" / "pkgconfig")


for _name in __all__:  # Errors and help() name them as a program does.
    if hasattr(globals()[_name], "__module__"):
        globals()[_name].__module__ = __name__
