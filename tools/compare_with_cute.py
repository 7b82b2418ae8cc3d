#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the functions that docs/from_cute.md calls the same with NVIDIA's own on drawn arguments.

usage: compare_with_cute.py [--calls N] [--seed N] INCLUDE CUTE_INCLUDE CUDA_INCLUDE COMPILER ARGUMENT...

One program with drawn calls, each printed with its value, is compiled with <tileproof/cute.hpp> and with
<cute/tensor.hpp> of CUTE_INCLUDE, the folder that has cute/. COMPILER takes both as C++: g++, with CUDA's
headers in CUDA_INCLUDE. Calls that NVIDIA's headers do not compile are left out, by the lines of its errors,
and new ones are drawn; those that only this library refuses are counted, with the first sentence. Fails where
a value differs, or a name has fewer calls than asked for.
"""
import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile


AT_ONCE = 12  # names in one program
SHOWN = 4     # calls of a name that differ or are refused


class Draw:
    """Drawn arguments, as C++ expressions that both libraries read."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def among(self, *choices):
        return self.random.choice(choices)

    def number(self):
        return self.among(1, 2, 2, 3, 4, 4, 6, 8, 8, 12, 16, 24, 32)

    def integer(self, value=None, fixed=0.8):
        value = self.number() if value is None else value
        return f"Int<{value}>{{}}" if self.random.random() < fixed else str(value)

    def tree(self, leaf, depth=2, least=1):
        """A tuple of leaves and tuples."""
        n = self.among(1, 2, 2, 3) if least < 2 else self.among(2, 2, 3)
        inner = [self.tree(leaf, depth - 1) if depth > 1 and self.random.random() < 0.3 else leaf()
                 for _ in range(n)]
        return f"make_tuple({','.join(inner)})"

    def shape(self):
        return self.tree(self.integer)

    def flat(self, n=None, fixed=0.8):
        n = n or self.among(1, 2, 3)
        return f"make_tuple({','.join(self.integer(fixed=fixed) for _ in range(n))})"

    def pair(self, same_profile=True):
        """Two tuples of one profile."""
        leaves = []

        def build(depth):
            n = self.among(1, 2, 3)
            parts = []
            for _ in range(n):
                if depth > 1 and self.random.random() < 0.3:
                    parts.append(build(depth - 1))
                else:
                    leaves.append(None)
                    parts.append("%s")
            return f"make_tuple({','.join(parts)})"

        form = build(2)
        fill = lambda: form % tuple(self.integer() for _ in leaves)
        return fill(), fill()

    def layout(self, fixed=0.85, one_to_one=True):
        """A layout of one to four modes whose strides, in a drawn order, are compact or have gaps."""
        n = self.among(1, 2, 2, 3, 4)
        extents = [self.among(1, 2, 2, 3, 4, 4, 8) for _ in range(n)]
        strides = [0] * n
        step = 1
        for i in self.random.sample(range(n), n):
            if not one_to_one and self.random.random() < 0.3:
                strides[i] = self.among(0, 1, 2, step)
                continue
            strides[i] = step
            step *= extents[i] * self.among(1, 1, 1, 2, 3)
        shape = [self.integer(e, fixed) for e in extents]
        stride = [self.integer(d, fixed) for d in strides]
        if n > 2 and self.random.random() < 0.5:
            join = lambda x: [f"make_tuple({x[0]},{x[1]})"] + x[2:]
            shape, stride = join(shape), join(stride)
        return f"make_layout(make_tuple({','.join(shape)}),make_tuple({','.join(stride)}))"

    def tile(self):
        extent = self.among(1, 2, 2, 4)
        return self.among(f"Int<{extent}>{{}}", f"make_layout(Int<{extent}>{{}},Int<{self.among(1, 2, 4)}>{{}})")

    def tiler(self, n=None):
        return f"make_tile({','.join(self.tile() for _ in range(n or self.among(1, 2)))})"

    def swizzle(self):
        bits = self.among(0, 1, 2, 3)
        return f"Swizzle<{bits},{self.among(0, 1, 2, 3)},{self.among(3, 4, -3)}>{{}}"


def calls_of(d):
    """{name: an expression with drawn arguments}"""
    shape, layout, flat = d.shape, d.layout, d.flat
    two = d.pair
    fixed = lambda: d.layout(1.0)
    unary_tuple = ("rank depth size product sum flatten unwrap product_each front back reverse"
                   " filter_zeros compact_col_major compact_row_major max min gcd").split()
    relations = ("congruent weakly_congruent compatible elem_less elem_leq elem_gtr elem_geq lex_less"
                 " lex_leq lex_gtr lex_geq colex_less colex_leq colex_gtr colex_geq").split()
    on_layout = ("coalesce flatten cosize size rank depth filter nullspace coshape coprofile shape stride"
                 " make_layout_like make_fragment_like max_alignment").split()
    on_one_to_one = "right_inverse left_inverse".split()
    by_tiler = "logical_divide zipped_divide tiled_divide flat_divide".split()
    products = "logical_product zipped_product tiled_product flat_product".split()
    calls = {name: lambda name=name: f"cute::{name}({shape()})" for name in unary_tuple}
    calls |= {f"{name} of a layout": lambda name=name: f"cute::{name}({layout(one_to_one=False)})"
              for name in on_layout}
    calls |= {name: lambda name=name: f"cute::{name}({fixed()})" for name in on_one_to_one}
    calls |= {name: lambda name=name: "cute::%s(%s,%s)" % (name, *two()) for name in relations}
    calls |= {name: lambda name=name: f"cute::{name}({layout()},{d.among(d.tile(), d.tiler())})"
              for name in by_tiler}
    calls |= {name: lambda name=name: f"cute::{name}({fixed()},{fixed()})" for name in products}

    def layout_of_rank(n):
        extents = [d.among(2, 4, 8) for _ in range(n)]
        order = d.random.sample(range(n), n)
        return (f"make_ordered_layout(make_tuple({','.join(f'Int<{e}>{{}}' for e in extents)}),"
                f"make_tuple({','.join(f'Int<{o}>{{}}' for o in order)}))")

    for name in ("blocked_product", "raked_product"):
        calls[name] = lambda name=name: (lambda n: f"cute::{name}({layout_of_rank(n)},{layout_of_rank(n)})")(
            d.among(1, 2, 3))
    calls["composition"] = lambda: f"cute::composition({layout()},{d.among(layout(), d.tiler(), d.tile())})"
    calls["complement"] = lambda: f"cute::complement({fixed()},{d.integer(d.among(16, 24, 64, 100, 256), 1.0)})"
    calls["complement of cosize"] = lambda: f"cute::complement({fixed()})"
    calls["max_common_vector"] = lambda: f"cute::max_common_vector({fixed()},{fixed()})"
    calls["max_common_layout"] = lambda: f"cute::max_common_layout({fixed()},{fixed()})"
    calls["coalesce by profile"] = lambda: f"cute::coalesce({layout()},{d.among('Int<1>{}', 'make_tuple(Int<1>{},Int<1>{})')})"
    calls["upcast"] = lambda: f"cute::upcast<{d.among(2, 4)}>({layout_of_rank(2)})"
    calls["downcast"] = lambda: f"cute::downcast<{d.among(2, 4)}>({layout()})"
    calls["recast_layout"] = lambda: f"cute::recast_layout<{d.among('uint8_t', 'uint16_t', 'uint32_t')},{d.among('uint8_t', 'uint16_t', 'uint64_t')}>({layout_of_rank(2)})"
    calls["tile_to_shape"] = lambda: ("cute::tile_to_shape(%s,make_tuple(%s))" % (
        layout_of_rank(2), ",".join(f"Int<{d.among(8, 16, 32)}>{{}}" for _ in range(2))))
    calls["ceil_div"] = lambda: f"cute::ceil_div({d.among(shape(), d.integer())},{d.among(d.integer(), flat())})"
    calls["shape_div"] = lambda: f"cute::shape_div({d.among(shape(), d.integer())},{d.among(d.integer(), flat())})"
    calls["round_up"] = lambda: f"cute::round_up({d.among(flat(2), d.integer())},{d.among(d.integer(), flat(2))})"
    calls["evenly_divides"] = lambda: f"cute::evenly_divides({d.among(shape(), d.integer())},{d.among(d.integer(), flat(), d.tiler(), d.tile())})"
    calls["weakly_compatible"] = lambda: f"cute::weakly_compatible({d.among(shape(), d.integer())},{shape()})"
    calls["inner_product"] = lambda: "cute::inner_product(%s,%s)" % two()
    calls["elem_scale"] = lambda: "cute::elem_scale(%s,%s)" % two()
    calls["product_like"] = lambda: f"cute::product_like({shape()},{flat(1)})"
    calls["gcd of two"] = lambda: f"cute::gcd({d.integer()},{d.integer()})"
    calls["compact_order"] = lambda: (lambda n: "cute::compact_order(%s,make_tuple(%s))" % (
        flat(n), ",".join(f"Int<{i}>{{}}" for i in d.random.sample(range(n), n))))(d.among(1, 2, 3))
    calls["make_ordered_layout"] = lambda: (lambda n: "cute::make_ordered_layout(%s,make_tuple(%s))" % (
        flat(n), ",".join(f"Int<{i}>{{}}" for i in d.random.sample(range(n), n))))(d.among(1, 2, 3))
    calls["make_layout"] = lambda: f"cute::make_layout({shape()}{d.among('', ',LayoutLeft{}', ',LayoutRight{}')})"
    calls["make_identity_layout"] = lambda: f"cute::make_identity_layout({shape()})"
    calls["make_basis_like"] = lambda: f"cute::make_basis_like({shape()})"
    calls["repeat_like"] = lambda: f"cute::repeat_like({shape()},{d.integer()})"
    calls["repeat"] = lambda: f"cute::repeat<{d.among(1, 2, 3)}>({d.among(shape(), d.integer())})"
    calls["append"] = lambda: f"cute::append({d.among(shape(), layout())},{d.integer()})" if d.among(0, 1) else f"cute::append<{d.among(3, 4)}>({flat()},{d.integer()})"
    calls["prepend"] = lambda: f"cute::prepend<{d.among(3, 4)}>({flat()},{d.integer()})"
    calls["insert"] = lambda: f"cute::insert<{d.among(0, 1)}>({shape()},{d.integer()})"
    calls["remove"] = lambda: f"cute::remove<{d.among(0, 1)}>({flat(3)})"
    calls["replace"] = lambda: f"cute::replace<{d.among(0, 1)}>({flat(3)},{d.integer()})"
    calls["take"] = lambda: f"cute::take<{d.among(0, 1)},{d.among(2, 3)}>({d.among(flat(3), layout_of_rank(3))})"
    calls["select"] = lambda: f"cute::select<{d.among(0, 1, 2)},{d.among(0, 1, 2)}>({d.among(flat(3), layout_of_rank(3))})"
    calls["group"] = lambda: f"cute::group<{d.among(0, 1)},{d.among(2, 3)}>({d.among(flat(3), layout_of_rank(3))})"
    calls["group_modes"] = lambda: f"cute::group_modes<{d.among(0, 1)},{d.among(2, 3)}>({layout_of_rank(3)})"
    calls["tuple_cat"] = lambda: f"cute::tuple_cat({shape()},{shape()})"
    calls["wrap"] = lambda: f"cute::wrap({d.among(shape(), d.integer())})"
    calls["zip"] = lambda: "cute::zip(%s,%s)" % two()
    calls["escan"] = lambda: f"cute::escan({flat()},Int<1>{{}},multiplies{{}})"
    calls["iscan"] = lambda: f"cute::iscan({flat()},Int<1>{{}},multiplies{{}})"
    calls["fold"] = lambda: f"cute::fold({flat()},Int<0>{{}},plus{{}})"
    calls["transform"] = lambda: "cute::transform(%s,%s,plus{})" % (lambda n: (flat(n), flat(n)))(d.among(1, 2, 3))
    calls["transform_leaf"] = lambda: f"cute::transform_leaf({shape()},[](auto x) {{ return x + Int<1>{{}}; }})"
    calls["crd2idx"] = lambda: (lambda pair: f"cute::crd2idx({d.among(str(d.number()), pair[0])},{pair[1]})")(two())
    calls["idx2crd"] = lambda: f"cute::idx2crd({d.random.randrange(24)},{shape()})"
    calls["crd2crd"] = lambda: f"cute::crd2crd({d.random.randrange(24)},{shape()},{shape()})"
    calls["a layout at an index"] = lambda: f"{layout()}({d.random.randrange(16)})"
    calls["a slice of a layout"] = lambda: f"{layout_of_rank(3)}(_,{d.random.randrange(2)},{d.among('_', '1', 'Int<1>{}')})"
    calls["get_hier_coord"] = lambda: f"{layout()}.get_hier_coord({d.random.randrange(16)})"
    calls["get_flat_coord"] = lambda: f"{layout()}.get_flat_coord({d.random.randrange(16)})"
    calls["get_1d_coord"] = lambda: f"{layout_of_rank(2)}.get_1d_coord(make_tuple({d.random.randrange(2)},{d.random.randrange(2)}))"
    calls["with_shape"] = lambda: f"{layout_of_rank(2)}.with_shape({flat(2)})"
    calls["slice"] = lambda: f"cute::slice(make_tuple(_,{d.integer()},_),{flat(3)})"
    calls["dice"] = lambda: f"cute::dice(make_tuple(_,{d.integer()},_),{flat(3)})"
    calls["domain_distribute"] = lambda: f"cute::domain_distribute({flat(2, 1.0)},Int<{d.among(2, 4, 6, 8)}>{{}})"
    calls["swizzle at an index"] = lambda: f"{d.swizzle()}({d.random.randrange(4096)})"
    calls["composition with a swizzle"] = lambda: f"cute::composition({d.swizzle()},Int<0>{{}},{layout_of_rank(2)})({d.random.randrange(4)},{d.random.randrange(2)})"
    calls["max_alignment of a swizzle"] = lambda: f"cute::max_alignment(cute::composition({d.swizzle()},Int<{d.among(0, 8, 64)}>{{}},{fixed()}))"
    calls["size of a swizzled layout"] = lambda: f"cute::{d.among('size', 'cosize', 'rank', 'shape')}(cute::composition({d.swizzle()},Int<0>{{}},{layout_of_rank(2)}))"
    calls["shiftr and shiftl"] = lambda: f"cute::{d.among('shiftr', 'shiftl')}({d.random.randrange(1 << 12)},{d.among(-3, -1, 0, 2, 5)})"
    calls["bits"] = lambda: f"(int)cute::{d.among('has_single_bit', 'bit_width', 'bit_ceil', 'bit_floor', 'countl_zero', 'countr_zero', 'countr_one', 'popcount')}({d.random.randrange(1, 1 << 16)}u)"
    calls["safe_div"] = lambda: f"cute::safe_div(Int<{(q := d.number()) * d.number()}>{{}},Int<{q}>{{}})"
    calls["signum and abs"] = lambda: f"cute::{d.among('signum', 'abs')}({d.among('Int<-3>{}', '-7', 'Int<5>{}', '0')})"
    return calls


PROGRAM = """#include {header}
#include <cstdio>
{more}
using namespace cute;
template <class T> void shows(int n, T const& x) {{ std::printf("%d ", n); print(x); std::printf("\\n"); }}
int main() {{
{lines}
}}
"""


def as_static(ours, theirs):
    """Whether the values are equal, and what is static in theirs is so in ours."""
    numbers = r"_?-?\d+"
    if re.sub(numbers, "#", ours) != re.sub(numbers, "#", theirs):
        return False
    return all(a == b or a == "_" + b for a, b in zip(re.findall(numbers, ours), re.findall(numbers, theirs)))


def run(header, more, lines, command, folder, name):
    """{line: value} of the calls, and {line: the first error} of those that do not compile."""
    wrong = {}
    for _ in range(8):
        left = {n: call for n, call in lines.items() if n not in wrong}
        body = [""] * (max(lines) + 1)
        for n, call in left.items():
            body[n] = f"  shows({n}, {call});"
        text = PROGRAM.format(header=header, more=more, lines="\n".join(body))
        first = text[:text.index("int main()")].count("\n") + 2
        file = pathlib.Path(folder, name + ".cpp")
        file.write_text(text)
        done = subprocess.run([*command, str(file), "-o", str(file.with_suffix(""))],
                              capture_output=True, text=True, errors="replace")
        if done.returncode == 0:
            out = subprocess.run([file.with_suffix("")], capture_output=True, text=True).stdout
            return dict(line.split(" ", 1) for line in out.splitlines() if " " in line), wrong
        found = 0
        for block in re.split(r"(?m)^(?=.*?: In |In file included from)", done.stderr):
            error = re.search(r"error: (.*)", block)
            for at in re.findall(re.escape(str(file)) + r":(\d+):", block):
                n = int(at) - first
                if n in left and n not in wrong:
                    wrong[n] = error.group(1)[:300] if error else ""
                    found += 1
        if not found:
            sys.exit(f"{name} does not compile:\n{done.stderr[:3000]}")
    sys.exit(f"{name} still does not compile")


def compare(drawn, o, count):
    """Compiles the drawn calls (name, call) with both, and counts them by name."""
    lines = dict(enumerate(call for _name, call in drawn))
    with tempfile.TemporaryDirectory() as folder:
        theirs, _wrong = run("<cute/tensor.hpp>", "", lines, [
            *o.command, f"-I{o.cute}", f"-I{o.cuda}", f"-I{o.cuda}/cccl"], folder, "theirs")
        lines = {n: call for n, call in lines.items() if str(n) in theirs}
        if not lines:
            return
        ours, wrong = run("<tileproof/cute.hpp>", "#include <tileproof/print/print.hpp>", lines,
                          [*o.command, f"-I{o.include}"], folder, "ours")
    for n, call in lines.items():
        name = drawn[n][0]
        what = ("refused here" if n in wrong else
                "equal" if as_static(ours[str(n)], theirs[str(n)]) else "different")
        count[name][what] += 1
        if what != "equal" and count[name][what] <= SHOWN:
            print(f"{name}: {call} = {wrong.get(n) or ours[str(n)]}, with CuTe {theirs[str(n)]}")


def main():
    a = argparse.ArgumentParser(usage=__doc__)
    a.add_argument("--calls", type=int, default=100)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--only", default="")
    a.add_argument("include")
    a.add_argument("cute")
    a.add_argument("cuda")
    a.add_argument("command", nargs=argparse.REMAINDER)
    o = a.parse_args()
    draw = Draw(o.seed)
    calls = {name: make for name, make in calls_of(draw).items() if o.only in name}
    count = collections.defaultdict(collections.Counter)
    names = list(calls)
    for first in range(0, len(names), AT_ONCE):
        left = names[first:first + AT_ONCE]
        for _ in range(4):
            drawn = [(name, call) for name in left for call in dict.fromkeys(
                calls[name]() for _ in range(o.calls - count[name]["equal"] + o.calls // 2 + 5))]
            compare(drawn, o, count)
            left = [name for name in left if count[name]["equal"] < o.calls]
            if not left:
                break
        for name in names[first:first + AT_ONCE]:
            print(f"{name}: " + ", ".join(f"{n} {what}" for what, n in count[name].items()), flush=True)
    compared, different, refused = (sum(c[what] for c in count.values())
                                    for what in ("equal", "different", "refused here"))
    few = [name for name in names if count[name]["equal"] < o.calls]
    print(f"{len(calls)} names, {compared} calls equal, {different} different, {refused} refused here;"
          f" fewer than {o.calls}: {', '.join(few) or 'none'}")
    return 1 if different or few else 0


if __name__ == "__main__":
    sys.exit(main())
