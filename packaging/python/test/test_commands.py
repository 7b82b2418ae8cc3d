# SPDX-License-Identifier: BSL-1.0
"""The commands of the module: results, errors, options."""
import inspect
import pickle
import threading

import pytest

import tileproof as tp
from tileproof import _explorer

TILE, ROWS = "(_8,_64):(_64,_1)", "((_8,_4),_8):((_1,_64),_8)"


def test_eval_gives_objects():
    r = tp.eval("composition(A,B)", A="(_6,_2):(_8,_2)", B="(_4,_3):(_3,_1)")
    assert isinstance(r, tp.Layout) and str(r) == "((_2,_2),_3):((_24,_2),_8)"
    assert tp.eval("size(A)", A=r) == 12
    assert tp.eval("A(1,2)", A="(_4,_8):(_8,_1)") + 1 == 11
    assert tp.eval("shape(A)", A=r) == ((2, 2), 3)
    assert tp.eval("A", A=(4,)) == (4,) and tp.eval("(_4,_)") == (4, None)
    assert tp.eval("-1") == -1
    assert tp.eval("let A = (4,8):(8,1)", "size(A)") == 32
    swizzle = tp.eval("Sw<3,3,3>")
    assert isinstance(swizzle, tp.Value) and swizzle == "Sw<3,3,3>" and swizzle.kind == "swizzle"
    assert tp.eval("tile", let={"tile": "(4,8)"}) == (4, 8)


def test_integers_are_static_except_with_run_time():
    expression = "right_inverse((8,64):(64,1))"
    assert str(tp.eval(expression)) == "(_64,_8):(_8,_1)"
    assert str(tp.eval(expression, run_time=True)) == "_1:_0"
    # and beside a name that is bound to an object
    for square in (tp.Layout((4, 8), (8, 1)), "(4,8):(8,1)"):
        assert str(tp.eval("composition((8,64):(64,1),T)", T=square)) == "(_4,_8):(_1,_64)"
    assert tp.eval("A", A=tp.Layout((4, 8), (-1, 4))) == tp.Layout((4, 8), (-1, 4))
    mixed = tp.eval("local_tile((4,6):(6,_1),(_2,_2),(1,1))")
    assert repr(tp.eval("A", A=mixed)) == repr(mixed) == "14 o (_2,_2):(6,_1)"


def test_run_time_layouts_stay_so():
    r = tp.eval("layout<1>((_2,4):(_1,2))")
    assert str(r) == "4:2" and not r.is_static and r.shape == 4
    assert str(tp.eval("A", A=r)) == "4:2" and str(tp.eval("A", A=(r, r))) == "(4:2,4:2)"
    assert str(tp.eval("shape(coalesce(A))", A=r)) == "4"


def test_unknown_integers_have_conditions():
    r = tp.eval("composition((m,_8):(_1,_100),_8:_1)", m="?")
    assert r.conditions == ("100 == m or min(m,8) divides 8",)
    assert "  if 100 == m" in repr(r)
    with pytest.raises(ValueError, match="unknown"):
        r.shape  # pylint: disable=pointless-statement
    assert str(tp.eval("A", m="?", A=tp.eval("(m,8):(1,m)", m="?"))) == "(m,_8):(_1,m)"


def test_errors_have_places():
    with pytest.raises(tp.InputError) as bad:
        tp.eval("(_4,_8:(_8,_1)")
    assert isinstance(bad.value, SyntaxError) and bad.value.text == "(_4,_8:(_8,_1)"
    assert bad.value.offset == 15
    with pytest.raises(tp.Refused) as refused:
        tp.eval("composition((_6,_2):(_1,_7),_4:_2)")
    e = refused.value
    assert e.expression[e.at:e.at + e.length] == e.expression and "coordinate 3" in str(e)
    for call in (lambda: tp.eval("two\nlines"), lambda: tp.prove("no_such_property", "_4:_1"),
                 lambda: tp.prove("injective", "(_4"), lambda: tp.draw("(_4"),
                 lambda: tp.explain("(_4"), lambda: tp.suggest("speed", "_4:_1"),
                 lambda: tp.banks("_4:_1", op="mov"), lambda: tp.eval()):
        with pytest.raises(tp.InputError):
            call()
    with pytest.raises(tp.InputError) as bad:
        tp.eval("größe(_4:_1)")
    assert bad.value.text == "größe(_4:_1)"


def test_proofs():
    p = tp.prove("injective", "(_4,_2):(_1,_3)")
    assert not p and p.answer == "no" and "offset, 3" in p.sentence and p.clues
    assert repr(p) == f"refuted: {p.sentence}"
    assert tp.prove("injective", "(_4,_2):(_1,_4)")
    assert tp.require("injective", "(_4,_2):(_1,_4)").answer == "yes"
    with pytest.raises(AssertionError, match="one offset, 3") as refuted:
        tp.require("injective", "(_4,_2):(_1,_3)")
    assert refuted.value.proof.answer == "no"
    undecided = tp.prove("tiles_evenly", "(m,_8)", "<_128,_8>", m="?")
    assert undecided.answer == "undecided" and not undecided


def test_explain():
    e = tp.explain("composition(A,(_4,_3):(_3,_1))", A=tp.Layout((6, 2), (8, 2)))
    assert e.result == "((_2,_2),_3):((_24,_2),_8)" and not e.message
    assert "  R(1) = A(B(1,0)) = A(3) = A(3,0) = 24" in repr(e).splitlines()
    e = tp.explain("composition((_6,_2):(_1,_7),_4:_2)")
    assert e.result is None and "no layout equals" in e.message and len(e.steps) == 3


def test_suggest():
    s = tp.suggest("swizzle", TILE, "ldmatrix<4>", ROWS)
    assert (s.swizzle, s.wavefronts, s.at_least, s.without) == ("Sw<3,3,3>", 4, 4, 32)
    assert str(s).startswith("Sw<3,3,3>: 4 wavefronts")
    w = tp.suggest("width", "(_32,_4):(_4,_1)", "(_32,_4):(_2,_1)", type="float")
    assert (w.bits, w.elements, w.instructions, w.alignment) == (64, 2, 2, 8)
    t = tp.suggest("threads", "(_128,_64):(_64,_1)", threads=128, most=2)
    assert [a.threads for a in t] == ["(_16,_8):(_8,_1)", "(_32,_4):(_4,_1)"]
    assert t[0].sectors == 512 and t[0].wavefronts is None


def test_banks_and_sectors():
    b = tp.banks("(_8,_1):(_16,_1)", type="float")
    assert (b.wavefronts, b.at_least, b.of_instruction["ways"]) == (4, 1, 4)
    assert "a 4-way conflict" in str(b)
    assert tp.banks(op="st", width=64, addresses=[0, 8, 256, 264]).wavefronts == 2
    assert tp.banks(op="st", width=64, addresses=[0, 8, 256, 264], mask=0b0011).wavefronts == 1
    s = tp.sectors("(_32,_1):(_3,_1)", type="float")
    assert (s.sectors, s.requests, s.of_instruction["per_cent"]) == (12, 1, 33)


def test_pictures(tmp_path):
    svg = tp.draw("A", A="(_4,_8):(_8,_1)")._repr_svg_()
    assert svg.startswith("<svg") and ">31<" in svg
    assert tp.draw("SM80_16x8x16_F32F16F16F32_TN").svg.count("<") > 100
    assert tp.draw("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", tile=(16, 8)).svg != \
        tp.draw("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))").svg
    assert tp.draw(TILE, global_="(1024,1024):(1024,_1)", tile=(8, 64)).svg
    tp.draw(TILE).save(tmp_path / "a.tex")
    assert r"\documentclass" in (tmp_path / "a.tex").read_text()
    tp.draw(TILE).save(tmp_path / "a.svg")
    assert "</svg>" in (tmp_path / "a.svg").read_text()


def test_manual():
    assert ".TH TILEPROOF 1" in tp.manual()
    assert tp.operations()["composition(A,B)"] == "the layout c -> A(B(c))"
    assert tp.properties()["injective L"]
    assert tp.__version__.count(".") == 2


@pytest.mark.parametrize("command", ["eval", "prove", "explain", "suggest", "draw", "banks", "sectors"])
def test_each_option_is_a_keyword(command):
    function = getattr(tp, command)
    known = {name.rstrip("_") for name, p in inspect.signature(function).parameters.items()
             if p.kind is p.KEYWORD_ONLY}
    # `list` is properties(), o and format are Picture.save and .latex, check is .faults
    options = {name.replace("-", "_") for name, _ in _explorer.options(command)}
    assert options - {"list", "o", "format", "check"} == known - {"let"}


def test_a_picture_is_text_and_names_what_is_wrong():
    assert tp.draw("(_2,_3):(_3,_1)").text.splitlines()[-1].split() == ["1", "3", "4", "5"]
    right = tp.draw("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", tile=(16, 8))
    assert right.faults == () and "T31V2 T31V3" in right.text
    wrong = tp.draw("((_4,_4),(_2,_2)):((_8,_1),(_4,_7))", tile=(8, 8))
    assert len(wrong.faults) == 2 and "T1 V0 and T4 V2" in wrong.faults[0]


def test_protocols_have_a_trace():
    assert tp.prove("sound_protocol", "gemm_wgmma(stages=4)").trace == ()
    p = tp.prove("sound_protocol", "without(tma_wgmma(stages=3),2)")
    assert not p and "race" in p.sentence and p.trace[-1].endswith("wgmma reads A[0]")
    assert isinstance(tp.eval("gemm_wgmma"), tp.Value)


def test_an_option_that_is_none_is_refused():
    with pytest.raises(TypeError, match="it is no option; those are .*tile"):
        tp.draw("(_4,_8):(_8,_1)", tiel=(4, 8))
    with pytest.raises(TypeError, match="no option"):
        _explorer.run("eval", [], {"tile": "1"}, True)
    with pytest.raises(ValueError, match="no command"):
        _explorer.run("evla", [], {}, True)
    with pytest.raises(TypeError):
        _explorer.run("eval", [1], {}, True)


def test_results_and_errors_go_to_other_processes():
    for value in (tp.Layout((4, 8)), tp.eval("Sw<3,3,3>"), tp.eval("(m,8):(1,m)", m="?"),
                  tp.prove("injective", "4:1"), tp.banks("_32:_1"), tp.draw("4:1"), tp.explain("4:1")):
        again = pickle.loads(pickle.dumps(value))
        assert type(again) is type(value) and repr(again) == repr(value)
    for call in (lambda: tp.eval("(4"), lambda: tp.eval("composition((6,2):(1,7),4:2)"),
                 lambda: tp.require("injective", "2:0")):
        with pytest.raises(Exception) as raised:
            call()
        again = pickle.loads(pickle.dumps(raised.value))
        assert type(again) is type(raised.value) and str(again) == str(raised.value)


def test_threads_do_not_meet():
    expressions = [f"composition((_{n},_4):(_4,_1),_{n}:_1)" for n in range(1, 9)]
    alone = [str(tp.eval(e)) for e in expressions]
    found = {}

    def work(k):
        found[k] = [str(tp.eval(e)) for _ in range(50) for e in expressions]
    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[k] == alone * 50 for k in range(4))
