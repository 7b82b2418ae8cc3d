# SPDX-License-Identifier: BSL-1.0
"""Picture, what `draw` makes."""
from __future__ import annotations

import pathlib
from functools import cached_property
from typing import Union

from tileproof._run import run


class Picture:
    """A picture, which a notebook shows. `svg` is its text, `latex` the same for LaTeX with TikZ, and
    `text` tables for a terminal; `faults` are sentences about elements of a tile that have several
    owners or none, which are red."""

    def __init__(self, words: list[str], options: dict[str, str]):
        self._words, self._options = words, options
        found = run("draw", words, {**options, "format": "svg"})[-1]
        self.svg = str(found["document"])
        self.faults: tuple[str, ...] = tuple(found["faults"])

    @cached_property
    def latex(self) -> str:
        return str(run("draw", self._words, {**self._options, "format": "latex"})[-1]["document"])

    @cached_property
    def text(self) -> str:
        return str(run("print", self._words, self._options)[-1]["document"])

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<tileproof.Picture of {self._words[-1]}>"

    def save(self, file: Union[str, pathlib.Path]) -> None:
        """Writes the picture to a file: LaTeX where its name ends in .tex, and else SVG."""
        text = self.latex if str(file).endswith(".tex") else self.svg
        pathlib.Path(file).write_text(text, encoding="utf-8")
