# SPDX-License-Identifier: BSL-1.0
"""The commands of the program as functions."""
# The names of the program: pylint: disable=redefined-builtin
from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import (Any, Iterable, List, Literal, Mapping, Optional, Type, TypeVar, Union, overload)

from tileproof import _explorer
from tileproof._layout import value_of
from tileproof._picture import Picture
from tileproof._run import Facts, options_of, run, run_text, words_of, words_with

__tracebackhide__ = True  # in pytest
Names = Optional[Mapping[str, object]]
Number = Union[int, str, None]


def eval(*expressions: object, run_time: bool = False, let: Names = None, **names: object) -> Any:
    """The value of the last expression: a Layout, an int, a tuple of ints, or a Value.

        eval("composition(A,B)", A="(_6,_2):(_8,_2)", B=Layout((4, 3), (3, 1)))

    Each keyword binds a name to an expression or to an object, as tileproof.layout and tuples of
    integers are; `let` binds those that are keywords of this function. operations() lists the
    operations. With run_time, 4 is a run-time integer also in an expression without any such as _4."""
    words = words_with("eval", expressions, let, names)
    return value_of(run("eval", words, options_of({"run_time": run_time}))[-1])


class Proof:
    """The answer to a property: `answer` is 'yes', 'no' or 'undecided', and a Proof is true exactly
    if it is 'yes'. `sentence` states the witness or the bound, `clues` has the witness by name, and
    `conditions` are the facts on unknown integers that decide; of a protocol `trace` has the actions
    that lead to the fault. str() is all of it but the trace."""

    def __init__(self, found: Facts):
        self.property: str = found["property"]
        self.arguments: tuple[str, ...] = tuple(found["arguments"])
        self.answer: Literal["yes", "no", "undecided"] = found["answer"]
        self.sentence: str = found.get("sentence", "")
        self.clues: dict[str, list[int]] = found["clues"]
        self.conditions: tuple[str, ...] = tuple(found.get("conditions", ()))
        self.trace: tuple[str, ...] = tuple(found.get("trace", ()))

    def __bool__(self) -> bool:
        return self.answer == "yes"

    def __repr__(self) -> str:
        word = {"yes": "holds", "no": "refuted", "undecided": "undecided"}[self.answer]
        facts = f"  if {' and '.join(self.conditions)}" if self.conditions else ""
        return word + facts + (f": {self.sentence}" if self.sentence else "")


class Refuted(AssertionError):
    """A property that does not hold, or is undecided: str() is the sentence, `proof` the Proof."""

    def __init__(self, proof: Proof):
        super().__init__(f"{proof.property}: {proof!r}")
        self.proof = proof

    def __reduce__(self) -> tuple[Any, ...]:  # for processes of multiprocessing
        return type(self), (self.proof,)


def prove(property: str, /, *expressions: object, run_time: bool = False, let: Names = None,
          **names: object) -> Proof:
    """Decides a property of layouts: prove("bank_ways<ldmatrix<4>,half_t>", "T o R", T=..., R=...).
    properties() lists them; keywords are those of eval."""
    words = words_of([property], {}) + words_with("prove", expressions, let, names)
    return Proof(run("prove", words, options_of({"run_time": run_time}))[-1])


def require(property: str, /, *expressions: object, run_time: bool = False, let: Names = None,
            **names: object) -> Proof:
    """The Proof that a property holds; Refuted, an AssertionError with the sentence, where not."""
    proof = prove(property, *expressions, run_time=run_time, let=let, **names)
    if not proof:
        raise Refuted(proof)
    return proof


@dataclass(frozen=True)
class Explanation:
    """The steps of an expression, `result` as a text, and where there is none the `message`."""
    steps: tuple[str, ...]
    result: Optional[str]
    message: str

    def __repr__(self) -> str:
        lines = self.steps or (() if self.result is None else (self.result,))
        return "\n".join((*lines, f"refused: {self.message}") if self.message else lines)


def explain(*expressions: object, run_time: bool = False, let: Names = None,
            **names: object) -> Explanation:
    """Works an expression step by step; a refused one up to the step that fails. Keywords are those
    of eval, which raises the errors of an expression that is not of the grammar."""
    words = words_with("explain", expressions, let, names)
    options = options_of({"run_time": run_time})
    found = run("explain", words, options)[-1]
    if not found["steps"] and "message" in found:
        run("eval", words, options)
    return Explanation(tuple(found["steps"]), found.get("result"), found.get("message", ""))


@dataclass(frozen=True)
class Found:
    """A result of a command: str() is what the program prints, `facts` its JSON object."""
    text: str
    facts: Facts = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, repr=False)
class SwizzleFound(Found):
    """`swizzle`, Sw<0,0,0> for none, takes `wavefronts` where `at_least` are possible and `without` it
    is the number; `tried` swizzles were."""
    swizzle: str
    wavefronts: int
    at_least: int
    without: int
    tried: int


@dataclass(frozen=True, repr=False)
class WidthFound(Found):
    """The widest access: `bits`, `elements` in each, `instructions` for the values of a thread, and
    the `alignment` of the base in bytes."""
    bits: int
    elements: int
    instructions: int
    alignment: int


@dataclass(frozen=True, repr=False)
class ThreadsFound(Found):
    """An arrangement: a layout of `threads`, the shape of the `values` of each, and what it costs:
    `sectors`, or `wavefronts` in shared memory."""
    threads: str
    values: str
    bits: int
    at_least: int
    instructions: int
    sectors: Optional[int] = None
    wavefronts: Optional[int] = None


@dataclass(frozen=True, repr=False)
class BanksFound(Found):
    """The `wavefronts` of a block's accesses to shared memory, of which `at_least` are possible;
    `of_instruction` is about the one that the text shows, of a `warp` at a `step`."""
    access: str
    wavefronts: int
    at_least: int
    decided: bool
    warp: int
    step: int
    of_instruction: dict[str, Any]


@dataclass(frozen=True, repr=False)
class SectorsFound(Found):
    """The `sectors` of global memory in so many `requests` of `bits` a lane; `of_instruction` is
    about the one that the text shows, of a `warp` at a `step`."""
    bits: int
    sectors: int
    requests: int
    warp: int
    step: int
    of_instruction: dict[str, Any]


Kind = TypeVar("Kind", bound=Found)


def _found(of: Type[Kind], text: str, facts: Facts) -> Kind:
    known = {f.name: facts[f.name] for f in fields(of) if f.name in facts}
    return of(text=text.rstrip("\n"), facts=facts, **known)


@overload
def suggest(what: Literal["swizzle"], /, *expressions: object, type: Optional[str] = None,
            run_time: bool = False, let: Names = None, **names: object) -> SwizzleFound: ...
@overload
def suggest(what: Literal["width"], /, *expressions: object, type: Optional[str] = None,
            run_time: bool = False, let: Names = None, **names: object) -> WidthFound: ...
@overload
def suggest(what: Literal["threads"], /, *expressions: object, type: Optional[str] = None,
            threads: Number = None, memory: Optional[Literal["global", "shared"]] = None,
            most: Number = None, run_time: bool = False, let: Names = None,
            **names: object) -> List[ThreadsFound]: ...
def suggest(what: str, /, *expressions: object, type: Optional[str] = None,
            threads: Any = None, memory: Any = None, most: Any = None, run_time: bool = False,
            let: Names = None, **names: object) -> Any:
    """Finds what costs least.

        suggest("swizzle", TILE, ACCESS, TV, ...)   the swizzle with the fewest wavefronts; ACCESS is an
                                                    instruction, TV (thread,value) -> element of TILE
        suggest("width", TV, ...)                   the widest access that all sides of a copy allow
        suggest("threads", TILE, threads=128)       arrangements of threads, the cheapest first

    `type` is the element type, half_t if none is given; `memory` "global" or "shared", where `threads`
    count; `most` the number of arrangements, 5 if none is given."""
    words = [what] + words_with("suggest", expressions, let, names)
    options = options_of({"type": type, "threads": threads, "memory": memory, "most": most,
                          "run_time": run_time})
    of: Type[Found] = {"swizzle": SwizzleFound, "width": WidthFound}.get(what, ThreadsFound)
    found = run("suggest", words, options)
    lines = run_text("suggest", words, options).splitlines()
    made = [_found(of, line, facts) for line, facts in zip(lines, found)]
    return made if what == "threads" else made[0]


def _list(addresses: Union[str, Iterable[int], None]) -> Optional[str]:
    return addresses if addresses is None or isinstance(addresses, str) else \
        ",".join(map(str, addresses))


def banks(*expressions: object, op: Optional[str] = None, width: Number = None,
          type: Optional[str] = None, warp: Number = None, step: Number = None,
          addresses: Union[str, Iterable[int], None] = None,
          source_addresses: Union[str, Iterable[int], None] = None,
          mask: Union[int, str, None] = None, run_time: bool = False, let: Names = None,
          **names: object) -> BanksFound:
    """Counts the wavefronts of accesses to shared memory, with a picture of one warp instruction.

    The expression is a layout (thread,value) -> offset in elements, and for cp.async after it that of
    the source. `op` is ld, st, ldmatrix, stmatrix (.x1, .x2, .x4), cp.async.ca or cp.async.cg; `width`
    the bits that each lane moves, 32 if none is given; `type` the element type, else of one access;
    `warp` and `step` choose the instruction that is shown, else the worst. In place of a layout,
    `addresses` are byte addresses of the lanes and `mask` the active ones."""
    words = words_with("banks", expressions, let, names)
    options = options_of({
        "op": op, "width": width, "type": type, "warp": warp, "step": step,
        "addresses": _list(addresses), "source_addresses": _list(source_addresses),
        "mask": f"{mask:x}" if isinstance(mask, int) else mask, "run_time": run_time})
    return _found(BanksFound, run_text("banks", words, options), run("banks", words, options)[-1])


def sectors(*expressions: object, width: Number = None, type: Optional[str] = None,
            warp: Number = None, step: Number = None,
            addresses: Union[str, Iterable[int], None] = None, mask: Union[int, str, None] = None,
            run_time: bool = False, let: Names = None, **names: object) -> SectorsFound:
    """Counts the sectors of global memory that accesses touch, with a picture of one warp
    instruction. The expression and the keywords are those of banks."""
    words = words_with("sectors", expressions, let, names)
    options = options_of({
        "width": width, "type": type, "warp": warp, "step": step, "addresses": _list(addresses),
        "mask": f"{mask:x}" if isinstance(mask, int) else mask, "run_time": run_time})
    return _found(SectorsFound, run_text("sectors", words, options),
                  run("sectors", words, options)[-1])


def draw(expression: object, /, *, tile: object = None, access: object = None,
         op: Optional[str] = None, width: Number = None, type: Union[int, str, None] = None,
         threads: object = None, values: object = None, atoms: object = None,
         global_: object = None, steps: Number = None, tiles: Number = None,
         run_time: bool = False, let: Names = None, **names: object) -> Picture:
    """A Picture of a layout, of an atom by its name, or of a pipeline.

        draw("(_4,_8):(_8,_1)")                         the offsets of a layout
        draw("SM80_16x8x16_F32F16F16F32_TN")            the fragments of an atom
        draw(TV, tile=(16, 8))                          threads and values of a tile
        draw(TILE, access=TV, op="ldmatrix.x4")         banks, before and after the best swizzle
        draw(TILE, global_=TENSOR, tile=(64, 64))       TMA boxes
        draw(COPY, threads="(_16,_8):(_8,_1)", values=(1, 8))   a tiled copy
        draw(MMA, atoms="(_2,_2):(_1,_2)", tile=(32, 32, 16))   a tiled MMA
        draw("tma_wgmma(stages=3)", steps=5, tiles=1)   the timeline of a pipeline

    `type` is the element type or its bits, half_t if none is given; `width` the bits of one ld or st,
    32 if none is given. Other keywords bind names."""
    options = options_of({
        "tile": tile, "access": access, "op": op, "width": width, "type": type, "threads": threads,
        "values": values, "atoms": atoms, "global": global_, "steps": steps, "tiles": tiles,
        "run_time": run_time})
    return Picture(words_with("draw", [expression], let, names, options), options)


def manual() -> str:
    """The manual page of the program, in roff."""
    return run_text("manual", [], {})


def operations() -> dict[str, str]:
    """Each operation of the grammar, composition(A,B), with its meaning."""
    return dict(_explorer.operations())


def properties() -> dict[str, str]:
    """Each property of prove with its parameters and arguments, and its meaning."""
    return dict(_explorer.properties())
