# SPDX-License-Identifier: BSL-1.0
"""The examples of docs/python.md, and of the module itself."""
import doctest
import pathlib
import re

import tileproof

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "python.md"


def test_examples_print_as_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```pycon\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    example = doctest.DocTestParser().get_doctest("".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert doctest.DocTestRunner().run(example).failed == 0
    assert len(example.examples) >= 20 and (tmp_path / "fragment.svg").read_text().startswith("<svg")
    assert doctest.testmod(tileproof) == (0, 5)
