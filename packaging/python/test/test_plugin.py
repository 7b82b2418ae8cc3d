# SPDX-License-Identifier: BSL-1.0
"""What pytest prints of failed asserts, with the plugin as it is installed."""
import subprocess
import sys

import tileproof as tp

LAYOUTS = [tp.Layout((2,) * 16, tuple(range(16))), tp.Layout((2,) * 16, (*range(15), 9))]
FAILING = f'''
import tileproof as tp

LONG = dict(T="(_8,_64):(_64,_1)", R="((_8,_4),_8):((_1,_64),_8)")

def test_call():
    assert tp.prove("free_of_bank_conflicts<ldmatrix<4>,half_t>", "T o R", **LONG)

def test_variable():
    proof = tp.prove("equivalent", *{[str(layout) for layout in LAYOUTS]})
    assert proof

def test_require():
    tp.require("injective", "(_4,_2):(_1,_3)")

def test_layouts():
    assert tp.Layout((4, 8), (8, 1)) == tp.Layout((4, 8))

def test_same_function():
    assert tp.Layout((4, 8)) == tp.Layout(32)

def test_holds():
    assert tp.prove("injective", "(_4,_2):(_1,_4)")
'''


def test_failed_asserts(tmp_path):
    (tmp_path / "test_failing.py").write_text(FAILING)
    printed = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tmp_path],
                             cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert "5 failed, 1 passed" in printed and "tileproof/_" not in printed  # no lines of the module
    assert "32 wavefronts where 4 are possible. Swizzle<3,3,3> removes it." in printed
    assert "coordinates (3,0) and (0,1) of (_4,_2):(_1,_3) have one offset, 3." in printed
    assert "equivalent: refuted: at coordinate (1,0)" in printed
    assert "they are the same function" in printed
    # The sentence of test_variable is longer than what pytest prints of a value.
    proof = tp.prove("equivalent", *LAYOUTS)
    assert len(repr(proof)) > 240 and repr(proof) in printed
