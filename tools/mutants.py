#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Seeds one mistake at a time into the headers, and shows that a law catches it.

usage: mutants.py INCLUDE_DIRECTORY LAWS_DIRECTORY COMPILER ARGUMENT...

A mutant is killed where the compiler stops at a law, or at a static test of what has none: programs
of run-time leaves. That these hold without a mutant the build has shown; here one of them shows it
of the command.
"""
import concurrent.futures
import os
import pathlib
import re
import sys

from seeding import said_by, seeded

# file of laws in their directory, header, [(mistake, correct text, text of the mutant)]
MUTANTS = [
    ("coalesce", "core/coalesce.hpp", [
        ("merges modes with a gap between them",
         "reach == m.stride.value) {", "reach <= m.stride.value) {"),
        ("loses the mode that it merges",
         "back.extent = cx.mul(back.extent, m.extent);",
         "back.extent = cx.mul(fixed(1), m.extent);"),
        ("drops modes of extent 2",
         "if (!l.at[i].extent.is_fixed(1)) merge(cx, r, l.at[i]);",
         "if (!l.at[i].extent.is_fixed(2)) merge(cx, r, l.at[i]);"),
        ("coalesces the modes behind the profile",
         "      out.copy(l, p);", "      out.copy(coalesce(cx, l, p, l.skip(p)));"),
    ]),
    ("filter", "core/coalesce.hpp", [
        ("leaves an extent of 2 where the stride is 0",
         "l.at[i].extent = fixed(1);", "l.at[i].extent = fixed(2);"),
        ("keeps the modes of stride 0",
         "return coalesce(cx, filter_zeros(l));", "return coalesce(cx, l);"),
    ]),
    ("filter", "core/inverse.hpp", [
        ("gives every mode of the nullspace stride 1",
         "r.push({l.at[i].extent, index[i], 0});", "r.push({l.at[i].extent, fixed(1), 0});"),
    ]),
    ("composition", "core/composition.hpp", [
        ("forgets the stride of the right-hand mode",
         "out.push({e, cx.mul(d, a.at[i].stride), a.at[i].axis});",
         "out.push({e, a.at[i].stride, a.at[i].axis});"),
        ("drops what reaches into the last mode",
         "if (out.count == begin || !s.is_fixed(1))\n", "if (out.count == begin)\n"),
        ("takes one step too many into a mode",
         "integer e = cx.min(next_extent, s);",
         "integer e = cx.min(cx.add(next_extent, fixed(1)), s);"),
        ("does not compose with a single mode",
         "return out.push({b.extent, cx.mul(b.stride, back.stride), back.axis});",
         "return out.push({b.extent, b.stride, back.axis});"),
    ]),
    ("composition_of_tuples", "core/composition.hpp", [
        ("does not see that modes carry", "++modes[a_mode];", ""),
        ("takes a mode for one that it leaves",
         "step <= (n.value - 1) / (s.value - 1)", "step <= n.value / (s.value - 1)"),
    ]),
    ("composition_strided", "core/composition_search.hpp", [
        ("searches a linear prefix that is too long", "std::int64_t e = 2;", "std::int64_t e = 3;"),
    ]),
    ("composition_by_mode", "core/tiler.hpp", [
        ("applies every tiler to the first mode",
         "by_mode(cx, a, p, tiler, q, replace, beyond, out);\n      q = tiler.skip(q);",
         "by_mode(cx, a, first(a), tiler, q, replace, beyond, out);\n      q = tiler.skip(q);"),
    ]),
    ("complement", "core/complement.hpp", [
        ("gives a gap the stride of the mode above it",
         "r.push({gap, filled, 0});", "r.push({gap, s.stride, 0});"),
        ("drops the gaps", "r.push({gap, filled, 0});", "static_cast<void>(gap);"),
        ("stops one repetition too early",
         "r.push({cx.ceil_div(missing, filled), filled, 0});",
         "r.push({cx.div(missing, filled), filled, 0});"),
        ("does not count the extent of a mode",
         "filled = cx.mul(s.stride, s.extent);", "filled = s.stride;"),
    ]),
    ("inverse", "core/inverse.hpp", [
        ("takes the strides in the order of the modes",
         "{c.at[best[i]].extent, index[best[i]], 0}", "{c.at[best[i]].extent, index[i], 0}"),
        ("drops the last mode of the chain",
         "    best_depth = depth;\n", "    best_depth = depth - 1;\n"),
        ("chains modes one element apart",
         "!m.stride.is_fixed(reach)", "!m.stride.is_fixed(reach + (reach > 1))"),
    ]),
    ("inverse", "core/left_inverse.hpp", [
        ("takes the stride of the mode itself for that of the mode below",
         "merge(cx, r, {cx.div(d, below), from, 0});",
         "merge(cx, r, {cx.div(d, below), index[sorted.at[i].axis], 0});"),
        ("drops the last mode",
         "  merge(cx, r, {extent, from, 0});\n", ""),
        ("makes the radices one too large",
         "merge(cx, r, {cx.div(d, below), from, 0});",
         "merge(cx, r, {cx.add(cx.div(d, below), fixed(1)), from, 0});"),
        ("ends a searched layout one digit too early",
         "for (int i = 0; i < search.digits;", "for (int i = 0; i + 1 < search.digits;"),
    ]),
    ("divide", "core/divide.hpp", [
        ("puts the rest before the tile", "pair(by, beyond)", "pair(beyond, by)"),
        ("fills twice the layout",
         "size(cx, coalesce(cx, of))", "cx.mul(fixed(2), size(cx, coalesce(cx, of)))"),
        ("drops the rest",
         "pair(by, beyond)", "pair(by, (static_cast<void>(beyond), number(fixed(1))))"),
        ("puts the tiles of a run apart",
         "fixed(first.extent.value / n.value), cx.mul(n, first.stride)",
         "fixed(first.extent.value / n.value), first.stride"),
        ("gives a run too many tiles",
         "fixed(first.extent.value / n.value)", "fixed(first.extent.value)"),
    ]),
    ("divide_rearranged", "core/tiler.hpp", [
        ("takes the tile for the rest",
         "zip_by_mode(cx, a, p, tiler, q, split, tile, rest);",
         "zip_by_mode(cx, a, p, tiler, q, split, rest, tile);"),
        ("drops the modes that the tiler does not reach",
         "      rest.copy(a, p);", "      rest.leaf({fixed(1), fixed(0), 0});"),
        ("puts the rest first in a flat divide",
         "  splice(both, tile, r);\n  splice(both, rest, r);",
         "  splice(both, rest, r);\n  splice(both, tile, r);"),
    ]),
    ("product", "core/product.hpp", [
        ("does not move the blocks apart",
         "return pair(block, composition(cx, rest, tiler));",
         "return static_cast<void>(rest), pair(block, tiler);"),
        ("ignores the tiler",
         "return pair(block, composition(cx, rest, tiler));", "return pair(block, rest);"),
    ]),
    ("product_ranked", "core/product.hpp", [
        ("repeats the block by itself",
         "interleave::blocks ? 1 : 0", "interleave::blocks ? 0 : 1"),
        ("keeps the first mode of the tiler", "    q = r.copy(both, q);", "    r.copy(both, q);"),
    ]),
    ("tile_to_shape", "core/product.hpp", [
        ("repeats the block once too often",
         "repeat.at[i].extent = cx.ceil_div(t, b);",
         "repeat.at[i].extent = cx.add(cx.ceil_div(t, b), fixed(1));"),
        ("ignores the order", "compact_order(cx, repeat, order)", "compact_left(cx, repeat)"),
    ]),
    ("coordinate", "core/slice.hpp", [
        ("does not carry an index into the next mode",
         "    if (!last) index = cx.div(index, m.extent);\n", ""),
        ("takes digits one too large",
         "cx.mod(index, m.extent);", "cx.mod(index, cx.add(m.extent, fixed(1)));"),
        ("keeps the offset of the last mode alone",
         "sum = cx.add(sum, slice(cx, l, p, coord, q, kept, kept_modes, axes));",
         "sum = slice(cx, l, p, coord, q, kept, kept_modes, axes);"),
    ]),
    ("slice", "core/slice.hpp", [
        ("keeps the first mode for every `_`",
         "kept.copy(l, p);\n    ++kept_modes;", "kept.copy(l, first(l));\n    ++kept_modes;"),
        ("counts one kept mode too many", "++kept_modes;", "kept_modes += 2;"),
        ("loses the offset of what it fixes",
         "coordinate_along(cx, axes) : single({sum, fixed(0), 0});",
         "coordinate_along(cx, axes) : single({cx.sub(sum, sum), fixed(0), 0});"),
    ]),
    ("coordinate_inverse", "core/coordinate.hpp", [
        ("does not divide by the stride",
         "m.extent = cx.mod(cx.div(index, m.stride), m.extent);",
         "m.extent = cx.mod(index, m.extent);"),
    ]),
    ("coordinate_refined", "core/coordinate.hpp", [
        ("takes the first coordinate for every mode",
         "    p = shape.skip(p);\n    q = coord.skip(q);", "    p = shape.skip(p);"),
    ]),
    ("stride", "core/stride.hpp", [
        ("leaves the first mode out of a row-major layout",
         "for (int i = l.count - 1; i >= 0; --i) {", "for (int i = l.count - 1; i > 0; --i) {"),
        ("gives an extent of 1 a stride",
         "return m.extent.is_fixed(1) ? fixed(0) : product;",
         "return m.extent.is_fixed(2) ? fixed(0) : product;"),
        ("adds extents where it multiplies them",
         "start = cx.mul(start, l.at[i].extent);\n  }\n  return l;\n}\n\n// The last",
         "start = cx.add(start, l.at[i].extent);\n  }\n  return l;\n}\n\n// The last"),
        ("lays the modes out in the opposite order",
         "rank_of[i].value < rank_of[next].value", "rank_of[i].value > rank_of[next].value"),
    ]),
    ("recast", "core/recast.hpp", [
        ("keeps the stride of a wide element", "m.stride = fixed(d / n);", "m.stride = fixed(d);"),
        ("makes groups one too large",
         "integer const group = fixed(n / magnitude(d));",
         "integer const group = fixed(n / magnitude(d) + 1);"),
        ("does not make the unit mode longer", "m.extent = cx.mul(m.extent, fixed(n));", ";"),
        ("moves by one element less",
         "m.stride = cx.mul(m.stride, fixed(n));", "m.stride = cx.mul(m.stride, fixed(n - 1));"),
    ]),
    ("swizzle", "algebra/swizzle.hpp", [
        ("reads the target bits", "<< (M + (S > 0 ? S : 0))", "<< M"),
        ("reads one bit too many", "((std::int64_t{1} << B) - 1)", "((std::int64_t{2} << B) - 1)"),
        ("writes the bits one place too low", ">> S);", ">> (S + 1));"),
        ("keeps the base under an upcast", "M - detail::log2_v<N>, S>", "M, S>"),
    ]),
    ("slice", "algebra/composed_layout.hpp", [
        ("drops the offset of a slice",
         "detail::sum(l.offset(), inside), r.layout", "l.offset(), r.layout"),
        ("loses the whole periods of a slice",
         "r.layout),\n                      outside);", "r.layout), Int<0>{});"),
    ]),
    ("common", "core/inverse.hpp", [
        ("forgets the second layout",
         "layout inverse = right_inverse(cx, b);",
         "static_cast<void>(b);\n  layout inverse = right_inverse(cx, a);"),
        ("takes vectors with gaps",
         "!run.stride.is_fixed(1) || run.axis != 0", "run.stride.is_fixed(0) || run.axis != 0"),
    ]),
    ("partition", "core/partition.hpp", [
        ("keeps every tile",
         "detail::open_filled(whole, coord, rank(both, nth(both, 1)));",
         "static_cast<void>(coord);\n  detail::open_all_kept(whole, rank(both, nth(both, 1)));"),
    ]),
    ("partition_projected", "core/partition.hpp", [
        ("projects the tile of the threads alone", "coord = dice(cx, coord, *projection);", ""),
        ("projects the tiler alone",
         "layout const at = dice(cx, coord, *projection);", "layout const at = coord;"),
    ]),
    ("partition_threads", "core/partition.hpp", [
        ("takes the digits of a mode with stride 1",
         "sum = cx.add(sum, cx.mul(digit, scale));", "sum = cx.add(sum, digit);"),
        ("does not divide by the stride of the threads",
         "integer const above = cx.div(index, m.stride);", "integer const above = index;"),
        ("drops all but the last thread mode",
         "sum = cx.add(sum, cx.mul(digit, scale));", "sum = cx.mul(digit, scale);"),
    ]),
    ("../core/arithmetic", "core/program.hpp", [
        ("takes leaves and constants for one another",
         "at[i].value == n.value && at[i].does == n.does", "at[i].does == n.does"),
        ("takes operations on the same operands for one another",
         "at[i].value == n.value && at[i].does == n.does", "at[i].value == n.value"),
        ("rounds quotients down", "x / y + (code == op::ceil_div && x % y != 0)", "x / y"),
    ]),
    ("../core/arithmetic", "core/arithmetic.hpp", [
        ("drops the first of two factors",
         "return mul(integer{0, inner.a}, fixed(r));",
         "return mul(integer{0, inner.a}, fixed(b.value));"),
        ("drops the factor of what it divides",
         "fixed(n.value / b.value));", "fixed(1));"),
        ("takes a sum for a multiple of what one term is a multiple of",
         "op::add, a, b, gcd(multiple(a), multiple(b))", "op::add, a, b, multiple(a)"),
        ("takes a difference for a multiple of what one term is a multiple of",
         "op::sub, a, b, gcd(multiple(a), multiple(b))", "op::sub, a, b, multiple(b)"),
        ("takes the lesser for a multiple of what one number is a multiple of",
         "op::min, a, b, gcd(multiple(a), multiple(b))", "op::min, a, b, multiple(a)"),
        ("takes a quotient for a multiple of what the dividend is a multiple of",
         "n.multiple % b.value == 0 ? n.multiple / b.value : 1", "n.multiple"),
        ("divides exactly what may leave a remainder",
         "multiple(a) % b.value == 0) return div(a, b);",
         "b.value % multiple(a) == 0) return div(a, b);"),
        ("takes a remainder for 0",
         "multiple(a) % b.value == 0 && !a.is_known()",
         "b.value % multiple(a) == 0 && !a.is_known()"),
        ("owes a condition twice", "if (record->owed[i].node == condition.node) return;", ";"),
        ("owes what always holds",
         "if (a == b) return fixed(1);\n    return expression(op::less_equal",
         "return expression(op::less_equal"),
        ("keeps 32 bits where the second operand has 64",
         "n.wide = is_wide(n.does.a) || is_wide(n.does.b);", "n.wide = is_wide(n.does.a);"),
        ("takes constants of 64 bits for narrow ones",
         "x.value < INT32_MIN || x.value > INT32_MAX", "x.value < INT32_MIN"),
    ]),
    ("../lift/evaluate_unchecked", "lift/evaluate_device.hpp", [
        ("cuts 64-bit leaves to 32 bits",
         "v.wide[i] = static_cast<std::int64_t>(t);", "v.wide[i] = static_cast<int>(t);"),
        ("leaves narrow coordinates where the program is wide",
         "if constexpr (AllWide || sizeof(T) > 4)", "if constexpr (sizeof(T) > 4)"),
        ("computes in the width of the first operand",
         "std::conditional_t<is_wide_operand<Does.a> || is_wide_operand<Does.b>, std::int64_t, int>",
         "std::conditional_t<is_wide_operand<Does.a>, std::int64_t, int>"),
        ("takes the constant for a leaf of 64 bits",
         "    return v.wide[i];\n  else\n    return v.narrow[i];\n}\n\n// Node",
         "    return constant;\n  else\n    return v.narrow[i];\n}\n\n// Node"),
        ("rounds quotients up where nothing is left",
         "static_cast<U>(x) + (static_cast<U>(y) - 1)", "static_cast<U>(x) + static_cast<U>(y)"),
        ("rounds quotients up within signed numbers",
         "static_cast<S>((static_cast<U>(x) + (static_cast<U>(y) - 1)) / static_cast<U>(y))",
         "(x + (y - 1)) / y"),
    ]),
    ("../lift/evaluate", "lift/application.hpp", [
        ("does not see offsets that leave 32 bits",
         "core::cosize(cx, l).value - 1 > INT32_MAX", "core::cosize(cx, l).value < 0"),
    ]),
]


def compiles(command, headers, source):
    """Whether a file compiles with these headers; and the compiler's words."""
    status, words = said_by([*command, "-Wfatal-errors", *headers, str(source)])
    return status == 0, words


def law_of(words):
    """The law that the compiler was checking, or what a static test asserts, or None."""
    found = (re.findall(r"(?:instance<|checked<|Law = |static_assert\()(?:laws::)?([a-z]\w*_\w+)",
                        words) or
             re.findall(r"static_assert\((.+)", words))
    return found[0] if found else None


def try_mutant(command, include, laws, header, correct, wrong):
    """None where the mutant is killed by a law that is then named; else what is wrong with it."""
    try:
        with seeded(include, header, correct, wrong) as headers:
            ok, words = compiles(command, headers, laws)
            law = law_of(words)
            return ("it survives" if ok else None if law else "no law catches it\n" + words), law
    except ValueError as e:
        return str(e), None


def main(include, laws_directory, *command):
    include = pathlib.Path(include)
    file_of = {laws: pathlib.Path(laws_directory, laws + ".cpp").resolve(strict=True)
               for laws, _, _ in MUTANTS}
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sound = pool.submit(compiles, command, ["-I", str(include)], file_of["inverse"])
        tried = [(laws, header, mistake,
                  pool.submit(try_mutant, command, include, file_of[laws], header, correct, wrong))
                 for laws, header, mutants in MUTANTS for mistake, correct, wrong in mutants]
        ok, words = sound.result()
        if not ok:
            failed += 1
            print(f"FAILED: without a mutant\n{words}", flush=True)
        for laws, header, mistake, future in tried:
            problem, law = future.result()
            failed += problem is not None
            print(f"FAILED: {header} {mistake}: {problem}" if problem else
                  f"killed: {header} {mistake}: {law}", flush=True)
    print(f"{1 + len(tried) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
