#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the explorer with the compiled library on random expressions and properties.

usage: agree_with_library.py TILEPROOF COUNT SEED COMPILER...

The program COMPILER (with the flags after it) compiles the same expressions against the headers.
Texts must be equal. For each third expression a property is asked of random layouts as well: its
answer and its sentence must be those of prove and sentence. Where the explorer refuses run-time integers, layout_error must have its
sentence; where it refuses static ones, the library's questions (composable and its like) must say
no, or the call must not compile, which is left to the tests of refusals.
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple


class Both(NamedTuple):
    """One expression in the explorer's grammar and in C++."""
    text: str
    cpp: str
    question: str = ""  # in C++: whether the library accepts it


class Draw:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.kind = "static"  # of the integers of one expression: static, run_time, mixed

    def integer(self, v) -> Both:
        static = self.kind == "static" or (self.kind == "mixed" and self.r.random() < 0.5)
        return Both(f"_{v}", f"Int<{v}>{{}}") if static else Both(f"{v}", f"rt({v})")

    def static(self, v) -> Both:
        return Both(f"_{v}", f"Int<{v}>{{}}")

    def tree(self, profile, leaves, make) -> Both:
        if profile is None:
            return self.integer(leaves.pop(0))
        parts = [self.tree(p, leaves, make) for p in profile]
        return Both("(" + ",".join(p.text for p in parts) + ")",
                    f"make_{make}(" + ", ".join(p.cpp for p in parts) + ")")

    def profile(self, deep=True):
        r = self.r.random()
        if r < 0.2:
            return None
        rank = self.r.choice([1, 2, 2, 2, 3])
        return [self.profile(False) if deep and self.r.random() < 0.25 else None
                for _ in range(rank)]

    @staticmethod
    def count(profile):
        return 1 if profile is None else sum(Draw.count(p) for p in profile)

    def extents(self, n):
        return [self.r.choice([1, 2, 2, 3, 4, 4, 6, 8]) for _ in range(n)]

    def strides(self, extents):
        order = list(range(len(extents)))
        how = self.r.random()
        if how < 0.4:
            self.r.shuffle(order)
        strides, reach = [0] * len(extents), 1
        for i in order:
            strides[i] = reach
            reach *= extents[i]
            if how > 0.75:
                reach += self.r.choice([0, 0, 1, reach])
        if self.r.random() < 0.12:
            strides[self.r.randrange(len(strides))] = self.r.choice([0, 0, 3, 5, 7])
        return strides

    def shape(self, profile=False) -> Both:
        profile = self.profile() if profile is False else profile
        return self.tree(profile, self.extents(self.count(profile)), "shape")

    def layout(self, profile=False) -> Both:
        profile = self.profile() if profile is False else profile
        extents = self.extents(self.count(profile))
        strides = self.strides(extents)
        s = self.tree(profile, extents, "shape")
        d = self.tree(profile, strides, "stride")
        return Both(f"{s.text}:{d.text}", f"make_layout({s.cpp}, {d.cpp})")

    def vector(self) -> Both:
        n, d = self.r.choice([1, 2, 2, 3, 4, 4, 6, 8]), self.r.choice([1, 1, 1, 2, 2, 3, 4])
        s, t = self.integer(n), self.integer(d)
        return Both(f"{s.text}:{t.text}", f"make_layout({s.cpp}, {t.cpp})")

    def tiler(self, rank) -> Both:
        if self.r.random() < 0.4:
            return self.vector()
        parts = [self.r.choice([self.vector, lambda: self.integer(self.r.choice([1, 2, 4]))])()
                 for _ in range(self.r.randint(1, rank))]
        return Both("<" + ",".join(p.text for p in parts) + ">",
                    "make_tile(" + ", ".join(p.cpp for p in parts) + ")")

    def coordinate(self, rank, keep) -> Both:
        if rank == 0 or (not keep and self.r.random() < 0.3):
            return self.integer(self.r.randrange(12))
        parts = [Both("_", "_") if keep and self.r.random() < 0.5
                 else self.integer(self.r.randrange(4)) for _ in range(rank)]
        return Both("(" + ",".join(p.text for p in parts) + ")",
                    "make_coord(" + ", ".join(p.cpp for p in parts) + ")")

    def swizzled(self) -> Both:
        b, m, s = self.r.choice([(1, 0, 1), (2, 0, 2), (2, 1, 3), (3, 3, 3), (1, 2, -2), (0, 4, 3)])
        kind, self.kind = self.kind, "static"
        inner = self.layout([None, None])
        self.kind = kind
        return Both(f"(Sw<{b},{m},{s}> o {inner.text})",
                    f"composition(Swizzle<{b}, {m}, {s}>{{}}, {inner.cpp})")

    def call(self, name, *args, angles="", question=""):
        text = f"{name}{f'<{angles}>' if angles else ''}({','.join(a.text for a in args)})"
        cpp = f"{name}{f'<{angles}>' if angles else ''}({', '.join(a.cpp for a in args)})"
        asked = f"{question}({', '.join(a.cpp for a in args)})" if question else ""
        return Both(text, cpp, asked)

    def tensor(self, profile) -> Both:
        """A layout, in C++ the tensor of its offsets."""
        l = self.layout(profile)
        return Both(l.text, f"make_tensor(counting_iterator<int>{{0}}, {l.cpp})")

    def expression(self) -> Both:
        self.kind = self.r.choice(["static", "static", "run_time", "mixed"])
        two, three = [None, None], [None, None, None]
        pick = self.r.choice
        flat = self.r.choice([two, three])
        choices = {
            "coalesce": lambda: self.call("coalesce", self.layout()),
            "coalesce_by": lambda: self.call("coalesce", self.layout(flat), Both(
                "(_1,_1)", "Step<_1, _1>{}")),
            "filter": lambda: self.call("filter", self.layout()),
            "filter_zeros": lambda: self.call("filter_zeros", self.layout()),
            "flatten": lambda: self.call("flatten", self.layout()),
            "composition": lambda: self.call("composition", self.layout(), self.layout(),
                                             question="composable"),
            "composition_v": lambda: self.call("composition", self.layout(), self.vector(),
                                               question="composable"),
            "composition_t": lambda: self.call("composition", self.layout(flat), self.tiler(2),
                                               question="composable"),
            "complement": lambda: self.call(
                "complement", self.layout(), self.integer(self.r.choice([12, 24, 48, 96])),
                question="complementable"),
            "complement_1": lambda: self.call("complement", self.layout(),
                                              question="complementable"),
            "right_inverse": lambda: self.call("right_inverse", self.layout()),
            "left_inverse": lambda: self.call("left_inverse", self.layout(),
                                              question="left_invertible"),
            "nullspace": lambda: self.call("nullspace", self.layout()),
            "max_common_layout": lambda: self.call("max_common_layout", self.layout(),
                                                   self.layout()),
            "max_common_vector": lambda: self.call("max_common_vector", self.layout(),
                                                   self.layout()),
            "blocked_product": lambda: self.call("blocked_product", self.layout(flat),
                                                 self.layout(two)),
            "raked_product": lambda: self.call("raked_product", self.layout(flat),
                                               self.layout(two)),
            "group": lambda: self.call("group", self.layout(three),
                                       angles=self.r.choice(["0,2", "1,3", "0,3", "1,1"])),
            "take": lambda: self.call("take", self.layout(three),
                                      angles=self.r.choice(["0,2", "1,3", "0,3", "1,2"])),
            "select": lambda: self.call("select", self.layout(three),
                                        angles=self.r.choice(["1,0", "2,0,1", "2", "0,0"])),
            "get": lambda: self.call("get", self.layout([None, two]),
                                     angles=self.r.choice(["0", "1", "1,0", "1,1"])),
            "append": lambda: self.call("append", self.layout(), self.vector()),
            "append_n": lambda: self.call("append", self.layout(flat), angles="4"),
            "prepend": lambda: self.call("prepend", self.layout(), self.vector()),
            "replace": lambda: self.call("replace", self.layout(flat), self.vector(), angles="1"),
            "shape": lambda: self.call("shape", self.layout()),
            "stride": lambda: self.call("stride", self.layout(flat), angles="1"),
            "size": lambda: self.call("size", self.layout()),
            "size_1": lambda: self.call("size", self.layout([None, two]), angles="1"),
            "rank": lambda: self.call("rank", self.layout()),
            "depth": lambda: self.call("depth", self.layout()),
            "cosize": lambda: self.call("cosize", self.layout()),
            "make_layout": lambda: self.call("make_layout", self.shape()),
            "make_layout_right": lambda: (lambda s: Both(
                f"make_layout({s.text},LayoutRight)",
                f"make_layout({s.cpp}, LayoutRight{{}})"))(self.shape()),
            "make_layout_like": lambda: self.call("make_layout_like", self.layout()),
            "make_identity_layout": lambda: self.call("make_identity_layout", self.shape()),
            "make_ordered_layout": lambda: self.call(
                "make_ordered_layout", self.shape(three),
                Both("(_2,_3,_1)", "Step<_2, _3, _1>{}")),
            "compact_row_major": lambda: self.call("compact_row_major", self.shape()),
            "product_each": lambda: self.call("product_each", self.shape([None, two])),
            "ceil_div": lambda: self.call("ceil_div", self.shape(three), self.shape(two)),
            "ceil_div_i": lambda: self.call("ceil_div", self.shape(two), self.integer(6)),
            "round_up": lambda: self.call("round_up", self.shape(two), self.shape(two)),
            "crd2idx": lambda: self.call("crd2idx", self.coordinate(2, False),
                                         self.shape([None, two])),
            "idx2crd": lambda: self.call("idx2crd", self.integer(self.r.randrange(30)),
                                         self.shape([two, None])),
            "crd2crd": lambda: self.call("crd2crd", self.coordinate(2, False), self.shape(two),
                                         self.shape(three)),
            "elem_less": lambda: self.call(
                pick(["elem_less", "elem_leq", "elem_gtr", "elem_geq", "lex_less", "lex_leq",
                      "colex_less", "colex_geq"]), self.shape(two), self.shape(two)),
            "after_swizzle": lambda: self.call("composition", self.r.choice([
                Both("_512:_2", "Layout<Int<512>, _2>{}"), Both("_64:_1", "Layout<_64, _1>{}"),
                Both("(_64,_4):(_2,_256)", "Layout<Shape<_64, _4>, Stride<_2, Int<256>>>{}"),
                Both("_64:_3", "Layout<_64, _3>{}")]), self.swizzled()),
            "inverse_of_swizzled": lambda: self.call(pick(["right_inverse", "left_inverse"]), Both(
                "(Sw<2,1,3> o (_8,_16):(_16,_1))", "composition(Swizzle<2, 1, 3>{}, "
                "Layout<Shape<_8, _16>, Stride<_16, _1>>{})")),
            "vector_after_swizzle": lambda: self.call("max_common_vector", self.swizzled(),
                                                       self.layout(two)),
            "make_composed_layout": lambda: self.call(
                "make_composed_layout", Both("Sw<1,0,2>", "Swizzle<1, 0, 2>{}"), self.integer(4),
                self.layout(two)),
            "get_coord": lambda: (lambda l, i, name: Both(
                f"{name}({l.text},{i.text})", f"{l.cpp}.{name}({i.cpp})"))(
                self.layout([None, two]), self.integer(7),
                pick(["get_hier_coord", "get_flat_coord", "get_1d_coord"])),
            "tile_member": lambda: (lambda l, a, b: Both(
                f"tile({l.text},{a.text},{b.text})", f"{l.cpp}.tile({a.cpp}, {b.cpp})"))(
                self.layout(two), self.static(2), self.static(2)),
            "compatible": lambda: self.call("shape_div", self.integer(24), self.integer(
                self.r.choice([2, 3, 4, 48]))),
            "slice": lambda: self.call("slice", self.coordinate(2, True), self.layout(two)),
            "dice": lambda: self.call("dice", Both("(1,X,1)", "Step<_1, X, _1>{}"),
                                      self.layout(three)),
            "apply": lambda: (lambda l, c: Both(f"{l.text}({c.text})", f"{l.cpp}({c.cpp})"))(
                self.layout([None, two]), self.coordinate(2, False)),
            "apply_keep": lambda: (lambda l, c: Both(f"{l.text}({c.text})", f"{l.cpp}({c.cpp})"))(
                self.layout([None, two]), self.coordinate(2, True)),
            "apply_swizzled": lambda: (lambda l, c: Both(f"{l.text}({c.text})",
                                                         f"{l.cpp}({c.cpp})"))(
                self.swizzled(), self.coordinate(2, False)),
            "swizzled_keep": lambda: (lambda l, c: Both(f"{l.text}({c.text})",
                                                        f"{l.cpp}({c.cpp})"))(
                self.swizzled(), self.coordinate(2, True)),
            "swizzled_divide": lambda: self.call("zipped_divide", self.swizzled(),
                                                 Both("<_2,_2>", "make_tile(_2{}, _2{})")),
            "swizzled_cosize": lambda: self.call("cosize", self.swizzled()),
            "with_shape": lambda: (lambda l: Both(
                f"with_shape({l.text},(_2,_2))", f"with_shape({l.cpp}, make_shape(_2{{}}, _2{{}}))",
                f"composable({l.cpp}, Layout<Shape<_2, _2>>{{}})"))(self.layout(two)),
            "local_tile": lambda: self.call("local_tile", self.tensor(two), Both(
                "<_2,_4>", "make_tile(_2{}, _4{})"), self.coordinate(2, True)),
            "local_tile_step": lambda: self.call(
                "local_tile", self.tensor(two), Both("<_2,_4,_2>", "make_tile(_2{}, _4{}, _2{})"),
                self.coordinate(3, True), Both("<1,X,1>", "Step<_1, X, _1>{}")),
            "outer_partition": lambda: self.call("outer_partition", self.tensor(two), Both(
                "<_2,_2>", "make_tile(_2{}, _2{})"), self.coordinate(2, True)),
            "local_partition": lambda: self.call("local_partition", self.tensor(two), Both(
                "(_2,_4):(_4,_1)", "Layout<Shape<_2, _4>, Stride<_4, _1>>{}"),
                self.integer(self.r.randrange(8))),
        }
        for name in ("logical_divide", "zipped_divide", "tiled_divide", "flat_divide"):
            choices[name] = lambda name=name: self.call(
                name, self.layout(flat), self.tiler(2), question="divisible")
        for name in ("logical_product", "zipped_product", "tiled_product", "flat_product"):
            choices[name] = lambda name=name: self.call(
                name, self.layout(flat), self.tiler(2), question="repeatable")
        for n in (2, 4):
            choices[f"upcast{n}"] = lambda n=n: self.call("upcast", self.layout(), angles=str(n),
                                                          question=f"upcastable<{n}>")
            choices[f"downcast{n}"] = lambda n=n: self.call("downcast", self.layout(),
                                                            angles=str(n))
        return choices[self.r.choice(sorted(choices))]()


    def property(self):
        """The name as in C++, and the arguments."""
        self.kind = self.r.choice(["static", "run_time"])
        pick, two = self.r.choice, [None, None]
        element = pick(["float", "half_t", "bfloat16_t", "double"])
        shared = pick(["shared_load<32>", "shared_load<64>", "shared_load<128>",
                       "shared_store<64>", "shared_store<128>"])
        bits = int(shared[shared.index("<") + 1:-1])
        wide = pick(["float", "half_t"])
        lanes = pick(["(_32,_4):(_4,_1)", "(_32,_4):(_5,_1)", "(_32,_8):(_8,_1)",
                      "((_8,_4),_8):((_8,_64),_1)", "((_8,_4),_8):((_64,_8),_1)",
                      "(_64,_4):(_4,_1)", "(_32,_1):(_32,_1)", "(_32,_2):(_3,_1)"])
        tv = Both(lanes, "Layout<" + ", ".join(
            self.spelled(part, name) for part, name in zip(lanes.split(":"), ("Shape", "Stride"))) +
            ">{}")
        return pick([
            lambda: ("injective", [self.layout()]),
            lambda: ("onto_interval", [self.layout()]),
            lambda: ("bijective_onto_interval", [self.layout()]),
            lambda: ("compact", [self.layout()]),
            lambda: ("equivalent", [self.layout(), self.layout()]),
            lambda: (f"contiguous<{pick([1, 2, 4, 8])}>", [pick([self.layout, self.swizzled])()]),
            lambda: (f"aligned<{pick([8, 16, 32])}, {element}>", [self.layout()]),
            lambda: (f"access_width<{pick([64, 128])}, {wide}>", [pick([lambda: tv, lambda:
                                                                       self.layout(two)])()]),
            lambda: (f"owns_every_element<{pick([1, 1, 2])}>", [self.layout(two), self.shape(two)]),
            lambda: ("same_elements", [self.layout(two), self.layout(two)]),
            lambda: ("written_by_one_thread", [self.layout(two)]),
            lambda: ("tiles_cover", [self.shape(two), self.shape(two)]),
            lambda: ("tiles_evenly", [self.shape(two), self.shape(two)]),
            lambda: (f"bank_ways<{shared}, {wide}, {pick([1, 2])}>", [tv]),
            lambda: (f"free_of_bank_conflicts<ldmatrix<{pick([1, 2, 4])}>, half_t>", [tv]),
            lambda: (f"sector_efficiency<global_load<{bits}>, {wide}, {pick([50, 100])}>", [tv]),
            lambda: (f"swizzle_fits<{pick([1, 2, 8])}>", [self.swizzled()]),
            lambda: (f"fits_in_bytes<{pick([64, 512])}, {element}>", [self.layout(),
                                                                      self.layout()]),
            lambda: (f"fits_in_registers<{pick([8, 64])}, {element}>", [self.layout()]),
            lambda: ("offsets_fit_32_bits", [self.layout()]),
            lambda: ("linear_over_gf2", [self.layout()]),
            lambda: ("every_thread_has_one_place", [self.layout(two)]),
            lambda: ("every_owner_has_one_element", [self.layout(two), self.layout(two)]),
            lambda: ("fits_whole_tiles", [self.layout(two), self.shape(two), self.shape(two)]),
            lambda: (f"expects_arrivals<{pick([8, 12])}>", [self.shape([two, two])]),
            lambda: (f"expects_bytes<{pick([48, 64])}>", [Both(*pick([
                ("(_1,_16,_1)", "Shape<Int<1>, Int<16>, Int<1>>{}"),
                ("(_2,_16,_1)", "Shape<Int<2>, Int<16>, Int<1>>{}"),
                ("(_1,_24,_2)", "Shape<Int<1>, Int<24>, Int<2>>{}")])) for _ in range(2)]),
            lambda: (f"fits_register_file<{pick([256, 384])}>", [Both(*pick([
                ("(_24,_240,_240)", "Shape<Int<24>, Int<240>, Int<240>>{}"),
                ("(_32,_240,_240)", "Shape<Int<32>, Int<240>, Int<240>>{}"),
                ("(_40,_232)", "Shape<Int<40>, Int<232>>{}"), ("(_40,_233)", "Shape<Int<40>, Int<233>>{}")]))]),
            lambda: (f"canonical_for_wgmma<GMMA::Major::{pick(['K', 'MN'])}, half_t>",
                     [self.layout(two)]),
        ])()

    @staticmethod
    def spelled(text, name):
        """(_8,_4) as Shape<Int<8>, Int<4>>."""
        text = re.sub(r"_(\d+)", r"Int<\1>", text)
        return text.replace("(", name + "<").replace(")", ">").replace(",", ", ")


PROGRAM = """// Written by agree_with_library.py.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>
#include <string>
#include <string_view>

using namespace tileproof;

static int wrong = 0;
static int volatile zero = 0;
static int rt(int v) { return v + zero; }

template <class T>
std::string text(T const& t) {
  if constexpr (requires { t.data(); t.layout(); })
    return std::to_string(*t.data()) + " o " + std::string(std::string_view(to_string(t.layout())));
  else
    return std::string(std::string_view(to_string(t)));
}
template <class F>
void same(char const* expression, F f, char const* expected, bool is_sentence) {
  std::string r;
  bool refused = false;
  try {
    r = text(f());
  } catch (layout_error const& e) {
    refused = true;
    r = e.what();
  }
  if (refused == is_sentence && (r == expected || (is_sentence && std::string_view(expected).substr(0, r.size()) == r))) return;
  ++wrong;
  std::printf("%%s: the explorer has %%s, the library %%s\\n", expression, expected, r.c_str());
}
template <class P, class... Ls>
void property_is(char const* asked, char const* answer_is, std::string_view expected, Ls const&... ls) {
  report const r = prove<P>(ls...);
  std::string_view const is = r.is == answer::yes ? "yes" : r.is == answer::no ? "no" : "undecided";
  core::text const s = sentence<P>(ls...);
  std::string_view words = s;
  if (words.substr(0, 11) == "undecided: ") words.remove_prefix(11);
  if (is == answer_is && words == expected) return;
  ++wrong;
  std::printf("%%s: the explorer has %%s %%s, the library %%s %%s\\n", asked, answer_is,
              std::string(expected).c_str(), std::string(is).c_str(), std::string(words).c_str());
}
static void refused_too(char const* expression, bool accepted) {
  wrong += accepted;
  if (accepted) std::printf("%%s: refused by the explorer, accepted by the library\\n", expression);
}

%s
int main() {
%s
  return wrong == 0 ? 0 : 1;
}
"""


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def explore(program, expressions):
    run = subprocess.run([program, "eval", "--json", "--run-time"], input="\n".join(expressions) + "\n",
                         capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if len(lines) != len(expressions):
        raise RuntimeError(f"{len(lines)} results of {len(expressions)}: {run.stderr}")
    return lines


def main(program, count, seed, *compiler):
    draw = Draw(int(seed))
    cases = [draw.expression() for _ in range(int(count))]
    results = explore(program, [c.text for c in cases])
    functions, calls, skipped, refused = [], [], 0, 0
    for i, (case, result) in enumerate(zip(cases, results)):
        if result["status"] == "bad input":
            print(f"{case.text}: {result['message']}")
            return 1
        accepted = result["status"] == "result"
        refused += not accepted
        is_static = "rt(" not in case.cpp
        if accepted or not (is_static or case.question or
                             result["message"].startswith(("downcast", "the result has more"))):
            expected = result["result"] if accepted else result["message"]
            body = (f"same({quoted(case.text)}, [] {{ return {case.cpp}; }}, "
                    f"{quoted(expected)}, {'false' if accepted else 'true'});")
        elif case.question:
            body = f"refused_too({quoted(case.text)}, {case.question});"
        else:
            skipped += 1
            continue
        functions.append(f"static void case_{i}() {{\n  {body}\n}}")
        calls.append(f"  case_{i}();")
    asked = [draw.property() for _ in range(int(count) // 3)]
    for i, (name, layouts) in enumerate(asked):
        word = name.replace("GMMA::Major::", "").replace(" ", "")
        verdict = json.loads(subprocess.run(
            [program, "prove", "--json", "--run-time", word, *(l.text for l in layouts)], capture_output=True,
            text=True, check=False).stdout or '{"answer": "none", "sentence": ""}')
        text = f"{word} {' '.join(l.text for l in layouts)}"
        functions.append(f"static void property_{i}() {{\n  property_is<{name}>({quoted(text)}, "
                         f"{quoted(verdict['answer'])}, {quoted(verdict.get('sentence', ''))}, "
                         f"{', '.join(l.cpp for l in layouts)});\n}}")
        calls.append(f"  property_{i}();")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "cases.cpp")
        source.write_text(PROGRAM % ("\n".join(functions), "\n".join(calls)), encoding="utf-8")
        built = subprocess.run([*compiler, "-O0", "-o", f"{folder}/cases", str(source)],
                               capture_output=True, text=True, check=False)
        if built.returncode != 0:
            print("\n".join(l[:600] for l in built.stderr.splitlines() if "error" in l)[:6000])
            return 1
        ran = subprocess.run([f"{folder}/cases"], capture_output=True, text=True, check=False)
    print(ran.stdout, end="")
    print(f"{len(calls)} expressions and properties compared, {refused} of them refused by both; {skipped} "
          "refusals of static arguments without a question")
    return ran.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
