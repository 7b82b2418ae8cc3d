# SPDX-License-Identifier: BSL-1.0
"""For pytest, which loads it where tileproof is installed: the whole sentence of a property that a
failed assert is about, and where two layouts differ."""
from __future__ import annotations

import sys
from typing import Any, Generator, Optional

import pytest


def pytest_assertrepr_compare(op: str, left: object, right: object) -> Optional[list[str]]:
    """The lines below `assert L == M`."""
    if "tileproof" not in sys.modules or op != "==":
        return None
    from tileproof import InputError, Layout, Refused, prove
    if not isinstance(left, Layout) or not isinstance(right, Layout):
        return None
    try:
        same = prove("equivalent", left, right)
    except (InputError, Refused):  # layouts of coordinates, or with unknown integers
        return [f"{left} == {right}"]
    return [f"{left} == {right}", "they are the same function" if same else f"equivalent: {same!r}"]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(call: Any) -> Generator[None, Any, None]:
    """Adds the sentences that pytest shortens."""
    outcome = yield
    if call.excinfo is None or "tileproof" not in sys.modules:
        return
    report = outcome.get_result()
    shown = str(report.longrepr)
    sentences = [repr(proof) for proof in _refuted(call.excinfo.tb) if repr(proof) not in shown]
    if issubclass(call.excinfo.type, AssertionError) and sentences:
        report.sections.append(("tileproof", "\n".join(sentences)))


def _refuted(trace: Any) -> list[Any]:
    """The proofs that do not hold in the frame of the assert: of its own calls, else of variables."""
    from tileproof import Proof
    while trace.tb_next is not None:
        trace = trace.tb_next
    found = {name: value for name, value in trace.tb_frame.f_locals.items()
             if isinstance(value, Proof) and not value}
    of_assert = {name: value for name, value in found.items() if name.startswith("@py_")}
    return list((of_assert or found).values())
