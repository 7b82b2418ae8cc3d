#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Seeds one mistake at a time into the headers, and shows that a law catches it.

usage: mutants.py [--only NAME | --every=N]... INCLUDE_DIRECTORY LAWS_DIRECTORY COMPILER ARGUMENT...

A mutant is killed if the compiler stops at a law, or at a static test: programs of run-time leaves
have no law. The build has shown that laws and tests hold without a mutant; one file of laws is
compiled without a mutant to show that the command is right.
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import sys

from seeding import chosen, moved, said_by, seeded

# file of laws in their directory, header, [(name, mistake, correct text, text of the mutant)]
MUTANTS = [
    ("coalesce", "core/coalesce.hpp", [
        ("coalesce-over-gap", "merges modes with a gap between them",
         "reach == m.stride.value) {", "reach <= m.stride.value) {"),
        ("coalesce-loses-mode", "loses the mode that it merges",
         "back.extent = cx.mul(back.extent, m.extent);",
         "back.extent = cx.mul(fixed(1), m.extent);"),
        ("coalesce-drops-extent-2", "drops modes of extent 2",
         "if (!l.at[i].extent.is_fixed(1)) merge(cx, r, l.at[i]);",
         "if (!l.at[i].extent.is_fixed(2)) merge(cx, r, l.at[i]);"),
        ("coalesce-beyond-profile", "coalesces the modes past the profile",
         "out.copy(l, p);", "out.copy(coalesce_leaves(cx, l, p, l.skip(p)));"),
    ]),
    ("filter", "core/coalesce.hpp", [
        ("filter-extent-2", "leaves an extent of 2 where the stride is 0",
         "l.at[i].extent = fixed(1);", "l.at[i].extent = fixed(2);"),
        ("filter-keeps-zeros", "keeps the modes of stride 0",
         "return coalesce(cx, filter_zeros(l));", "return coalesce(cx, l);"),
    ]),
    ("filter", "core/inverse.hpp", [
        ("nullspace-stride-1", "gives every mode of the nullspace stride 1",
         "fixed(0) : index[i], 0});", "fixed(0) : fixed(1), 0});"),
    ]),
    ("composition", "core/composition_mode.hpp", [
        ("composition-forgets-stride", "forgets the stride of the right-hand mode",
         "out.push({e, cx.mul(d, a.at[i].stride), a.at[i].axis});",
         "out.push({e, a.at[i].stride, a.at[i].axis});"),
        ("composition-drops-last-mode", "drops what reaches into the last mode",
         "if (out.count == begin || !s.is_fixed(1))", "if (out.count == begin)"),
        ("composition-extra-step", "takes one step too many into a mode",
         "integer e = cx.min(next_extent, s);",
         "integer e = cx.min(cx.add(next_extent, fixed(1)), s);"),
        ("composition-single-mode", "does not compose with a single mode",
         "return out.push({b.extent, cx.mul(b.stride, back.stride), back.axis});",
         "return out.push({b.extent, b.stride, back.axis});"),
    ]),
    ("composition_of_tuples", "core/composition_mode.hpp", [
        ("composition-no-carry", "does not see that modes carry",
         "++modes[a_mode];", ""),
        ("composition-leaves-mode", "takes a mode for one that it leaves",
         "step <= (n.value - 1) / (s.value - 1)", "step <= n.value / (s.value - 1)"),
    ]),
    ("composition_strided", "core/composition_search.hpp", [
        ("composition-prefix-too-long", "searches a linear prefix that is too long",
         "std::int64_t e = 2;", "std::int64_t e = 3;"),
    ]),
    ("composition_by_mode", "core/tiler.hpp", [
        ("composition-first-mode-only", "applies every tiler to the first mode",
         "by_mode(cx, a, p, tiler, q, replace, beyond, out); q = tiler.skip(q);",
         "by_mode(cx, a, first(a), tiler, q, replace, beyond, out); q = tiler.skip(q);"),
    ]),
    ("complement", "core/complement.hpp", [
        ("complement-gap-stride", "gives a gap the stride of the mode above it",
         "r.push({gap, filled, 0});", "r.push({gap, s.stride, 0});"),
        ("complement-no-gaps", "drops the gaps",
         "r.push({gap, filled, 0});", "static_cast<void>(gap);"),
        ("complement-too-few", "stops one repetition too early",
         "r.push({cx.ceil_div(missing, filled), filled, 0});",
         "r.push({cx.div(missing, filled), filled, 0});"),
        ("complement-extent-uncounted", "does not count the extent of a mode",
         "filled = cx.mul(s.stride, s.extent);", "filled = s.stride;"),
    ]),
    ("inverse", "core/inverse.hpp", [
        ("inverse-unsorted", "takes the strides in the order of the modes",
         "{c.at[best[i]].extent, index[best[i]], 0}", "{c.at[best[i]].extent, index[i], 0}"),
        ("inverse-drops-last-mode", "drops the last mode of the chain",
         "best_depth = depth;", "best_depth = depth - 1;"),
        ("inverse-chains-gaps", "chains modes one element apart",
         "!m.stride.is_fixed(reach)", "!m.stride.is_fixed(reach + (reach > 1))"),
    ]),
    ("inverse", "core/left_inverse.hpp", [
        ("left-inverse-own-stride",
         "takes the stride of the mode itself for that of the mode below",
         "merge(cx, r, {cx.div(d, below), from, 0});",
         "merge(cx, r, {cx.div(d, below), index[sorted.at[i].axis], 0});"),
        ("left-inverse-drops-last-mode", "drops the last mode",
         "merge(cx, r, {extent, from, 0});", ""),
        ("left-inverse-large-radix", "makes the radices one too large",
         "merge(cx, r, {cx.div(d, below), from, 0});",
         "merge(cx, r, {cx.add(cx.div(d, below), fixed(1)), from, 0});"),
        ("left-inverse-digit-short", "ends a searched layout one digit too early",
         "for (int i = 0; i < search.digits;", "for (int i = 0; i + 1 < search.digits;"),
    ]),
    ("divide", "core/divide.hpp", [
        ("divide-swapped", "puts the rest before the tile",
         "pair(by, beyond)", "pair(beyond, by)"),
        ("divide-fills-twice", "fills twice the layout",
         "size(cx, coalesce(cx, of))", "cx.mul(fixed(2), size(cx, coalesce(cx, of)))"),
        ("divide-drops-rest", "drops the rest",
         "pair(by, beyond)", "pair(by, (static_cast<void>(beyond), number(fixed(1))))"),
        ("divide-tiles-apart", "puts the tiles of a run apart",
         "fixed(first.extent.value / n.value), cx.mul(n, first.stride)",
         "fixed(first.extent.value / n.value), first.stride"),
        ("divide-too-many-tiles", "gives a run too many tiles",
         "fixed(first.extent.value / n.value)", "fixed(first.extent.value)"),
    ]),
    ("divide_rearranged", "core/tiler.hpp", [
        ("zipped-divide-swapped", "takes the tile for the rest",
         "zip_by_mode(cx, a, p, tiler, q, split, tile, rest);",
         "zip_by_mode(cx, a, p, tiler, q, split, rest, tile);"),
        ("zipped-divide-drops-rest", "drops the modes that the tiler does not reach",
         "rest.copy(a, p);", "rest.leaf({fixed(1), fixed(0), 0});"),
        ("flat-divide-swapped", "puts the rest first in a flat divide",
         "splice(both, tile, r); splice(both, rest, r);",
         "splice(both, rest, r); splice(both, tile, r);"),
    ]),
    ("product", "core/product.hpp", [
        ("product-overlapping", "does not move the blocks apart",
         "return pair(block, composition(cx, rest, tiler));",
         "return static_cast<void>(rest), pair(block, tiler);"),
        ("product-ignores-tiler", "ignores the tiler",
         "return pair(block, composition(cx, rest, tiler));", "return pair(block, rest);"),
    ]),
    ("product_ranked", "core/product.hpp", [
        ("ranked-product-repeats-block", "repeats the block by itself",
         "interleave::blocks ? 1 : 0", "interleave::blocks ? 0 : 1"),
        ("ranked-product-first-mode", "keeps the first mode of the tiler",
         "q = r.copy(both, q);", "r.copy(both, q);"),
    ]),
    ("tile_to_shape", "core/product.hpp", [
        ("tile-to-shape-once-more", "repeats the block once too often",
         "repeat.at[i].extent = cx.ceil_div(t, b);",
         "repeat.at[i].extent = cx.add(cx.ceil_div(t, b), fixed(1));"),
        ("tile-to-shape-no-order", "ignores the order",
         "compact_order(cx, repeat, order)", "compact_left(cx, repeat)"),
    ]),
    ("coordinate", "core/slice.hpp", [
        ("coordinate-no-carry", "does not carry an index into the next mode",
         "if (!last) index = cx.div(index, m.extent);", ""),
        ("coordinate-large-digit", "takes digits one too large",
         "cx.mod(index, m.extent);", "cx.mod(index, cx.add(m.extent, fixed(1)));"),
        ("coordinate-last-offset", "keeps the offset of the last mode alone",
         "sum = cx.add(sum, slice(cx, l, p, coord, q, kept, kept_modes, axes));",
         "sum = slice(cx, l, p, coord, q, kept, kept_modes, axes);"),
    ]),
    ("slice", "core/slice.hpp", [
        ("slice-keeps-first", "keeps the first mode for every `_`",
         "kept.copy(l, p); ++kept_modes;", "kept.copy(l, first(l)); ++kept_modes;"),
        ("slice-extra-mode", "counts one kept mode too many",
         "++kept_modes;", "kept_modes += 2;"),
        ("slice-loses-offset", "loses the offset of what it fixes",
         "coordinate_along(cx, axes) : single({sum, fixed(0), 0});",
         "coordinate_along(cx, axes) : single({cx.sub(sum, sum), fixed(0), 0});"),
    ]),
    ("coordinate_inverse", "core/coordinate.hpp", [
        ("coordinate-inverse-undivided", "does not divide by the stride",
         "m.extent = cx.mod(cx.div(index, m.stride), m.extent);",
         "m.extent = cx.mod(index, m.extent);"),
    ]),
    ("coordinate_refined", "core/coordinate.hpp", [
        ("coordinate-refined-first", "takes the first coordinate for every mode",
         "p = shape.skip(p); q = coord.skip(q);", "p = shape.skip(p);"),
    ]),
    ("stride", "core/stride.hpp", [
        ("stride-row-major-short", "leaves the first mode out of a row-major layout",
         "for (int i = l.count - 1; i >= 0; --i) {", "for (int i = l.count - 1; i > 0; --i) {"),
        ("stride-extent-1", "gives an extent of 1 a stride",
         "return m.extent.is_fixed(1) ? fixed(0) : product;",
         "return m.extent.is_fixed(2) ? fixed(0) : product;"),
        ("stride-adds-extents", "adds extents where it multiplies them",
         "i < l.count; ++i) { l.at[i].stride = compact_stride(l.at[i], start); l.at[i].axis = 0;"
         " start = cx.mul(", "i < l.count; ++i) { l.at[i].stride = compact_stride(l.at[i], start);"
         " l.at[i].axis = 0; start = cx.add("),
        ("stride-order-reversed", "lays the modes out in the opposite order",
         "rank_of[i].value < rank_of[next].value", "rank_of[i].value > rank_of[next].value"),
    ]),
    ("recast", "core/recast.hpp", [
        ("recast-wide-stride", "keeps the stride of a wide element",
         "m.stride = fixed(d / n);", "m.stride = fixed(d);"),
        ("recast-large-group", "makes groups one too large",
         "integer const group = fixed(n / magnitude(d));",
         "integer const group = fixed(n / magnitude(d) + 1);"),
        ("recast-short-unit-mode", "does not make the unit mode longer",
         "m.extent = cx.mul(m.extent, fixed(n));", ";"),
        ("recast-short-move", "moves by one element less",
         "m.stride = cx.mul(m.stride, fixed(n));", "m.stride = cx.mul(m.stride, fixed(n - 1));"),
    ]),
    ("swizzle", "algebra/swizzle.hpp", [
        ("swizzle-reads-target", "reads the target bits",
         "<< (M + (S > 0 ? S : 0))", "<< M"),
        ("swizzle-reads-extra-bit", "reads one bit too many",
         "((std::int64_t{1} << B) - 1)", "((std::int64_t{2} << B) - 1)"),
        ("swizzle-reads-high", "reads the bits one place too high",
         "((offset >> S) &", "((offset >> (S + 1)) &"),
        ("swizzle-upcast-base", "keeps the base under an upcast",
         "M - detail::log2_v<N>, S>", "M, S>"),
    ]),
    ("slice", "algebra/composed_layout.hpp", [
        ("composed-slice-offset", "drops the offset of a slice",
         "detail::offset_inside(l.offset(), parts.rest), r.layout", "l.offset(), r.layout"),
        ("composed-slice-periods", "loses the whole periods of a slice",
         "r.layout), parts.through);", "r.layout), Int<0>{});"),
    ]),
    ("common", "core/inverse.hpp", [
        ("common-one-layout", "forgets the second layout",
         "layout inverse = right_inverse(cx, b);",
         "static_cast<void>(b); layout inverse = right_inverse(cx, a);"),
        ("common-with-gaps", "takes vectors with gaps",
         "!run.stride.is_fixed(1) || run.axis != 0", "run.stride.is_fixed(0) || run.axis != 0"),
    ]),
    ("partition", "core/partition.hpp", [
        ("partition-all-tiles", "keeps every tile",
         "detail::open_filled(whole, coord, rank(both, nth(both, 1)));",
         "static_cast<void>(coord); detail::open_all_kept(whole, rank(both, nth(both, 1)));"),
    ]),
    ("partition_projected", "core/partition.hpp", [
        ("projection-threads-only", "projects the tile of the threads alone",
         "coord = dice(cx, coord, *projection);", ""),
        ("projection-tiler-only", "projects the tiler alone",
         "layout const at = dice(cx, coord, *projection); if (cx.refused()) return sliced{};",
         "layout const at = coord; if (cx.refused()) return sliced{};"),
    ]),
    ("partition_threads", "core/partition.hpp", [
        ("thread-digits-stride-1", "takes the digits of a mode with stride 1",
         "sum = cx.add(sum, cx.mul(digit, scale));", "sum = cx.add(sum, digit);"),
        ("thread-digits-undivided", "does not divide by the stride of the threads",
         "integer const above = cx.div(index, m.stride);", "integer const above = index;"),
        ("thread-digits-last-mode", "drops all but the last thread mode",
         "sum = cx.add(sum, cx.mul(digit, scale));", "sum = cx.mul(digit, scale);"),
    ]),
    ("../core/arithmetic", "core/program.hpp", [
        ("program-leaf-is-constant", "takes leaves and constants for one another",
         "at[i].value == n.value && at[i].does == n.does", "at[i].does == n.does"),
        ("program-operation-is-any", "takes operations on the same operands for one another",
         "at[i].value == n.value && at[i].does == n.does", "at[i].value == n.value"),
        ("program-ceil-div-down", "rounds quotients down",
         "x / y + (code == op::ceil_div && x % y != 0)", "x / y"),
    ]),
    ("../core/arithmetic", "core/arithmetic.hpp", [
        ("arithmetic-drops-factor", "drops the first of two factors",
         "return mul(integer{0, inner.a}, fixed(r));",
         "return mul(integer{0, inner.a}, fixed(b.value));"),
        ("arithmetic-drops-dividend-factor", "drops the factor of what it divides",
         "fixed(n.value / b.value));", "fixed(1));"),
        ("arithmetic-multiple-of-sum",
         "takes a sum for a multiple of what one term is a multiple of",
         "op::add, a, b, gcd(multiple(a), multiple(b))", "op::add, a, b, multiple(a)"),
        ("arithmetic-multiple-of-difference",
         "takes a difference for a multiple of what one term is a multiple of",
         "op::sub, a, b, gcd(multiple(a), multiple(b))", "op::sub, a, b, multiple(b)"),
        ("arithmetic-multiple-of-minimum",
         "takes the lesser for a multiple of what one number is a multiple of",
         "op::min, a, b, gcd(multiple(a), multiple(b))", "op::min, a, b, multiple(a)"),
        ("arithmetic-multiple-of-quotient",
         "takes a quotient for a multiple of what the dividend is a multiple of",
         "n.multiple % b.value == 0 ? n.multiple / b.value : 1", "n.multiple"),
        ("arithmetic-exact-div", "divides exactly what may leave a remainder",
         "multiple(a) % b.value == 0) return div(a, b);",
         "b.value % multiple(a) == 0) return div(a, b);"),
        ("arithmetic-zero-remainder", "takes a remainder for 0",
         "multiple(a) % b.value == 0 && !a.is_known()",
         "b.value % multiple(a) == 0 && !a.is_known()"),
        ("arithmetic-condition-twice", "requires a condition twice",
         "if (record->owed[i].node == condition.node) return;", ";"),
        ("arithmetic-true-condition", "requires a condition that always holds",
         "if (a == b) return fixed(1); if (has_ranges() && is_at_most(a, b)) return fixed(1);",
         "if (has_ranges() && is_at_most(a, b)) return fixed(1);"),
        ("arithmetic-narrow-second", "keeps 32 bits where the second operand has 64",
         "n.wide = is_wide(n.does.a) || is_wide(n.does.b);", "n.wide = is_wide(n.does.a);"),
        ("arithmetic-narrow-constant", "takes constants of 64 bits for narrow ones",
         "x.value < INT32_MIN || x.value > INT32_MAX", "x.value < INT32_MIN"),
    ]),
    ("../lift/evaluate_unchecked", "lift/evaluate_device.hpp", [
        ("evaluate-narrow-leaf", "cuts 64-bit leaves to 32 bits",
         "v.wide[i] = static_cast<std::int64_t>(t);", "v.wide[i] = static_cast<int>(t);"),
        ("evaluate-narrow-coordinate", "leaves narrow coordinates where the program is wide",
         "if constexpr (AllWide || sizeof(T) > 4)", "if constexpr (sizeof(T) > 4)"),
        ("evaluate-first-width", "computes in the width of the first operand",
         "std::conditional_t<is_wide_operand<Does.a> || is_wide_operand<Does.b>, std::int64_t, int>",
         "std::conditional_t<is_wide_operand<Does.a>, std::int64_t, int>"),
        ("evaluate-constant-for-leaf", "takes the constant for a leaf of 64 bits",
         "if constexpr (is_wide_operand<From>) return v.wide[i];",
         "if constexpr (is_wide_operand<From>) return constant;"),
        ("evaluate-ceil-div-up", "rounds quotients up where nothing is left",
         "static_cast<U>(x) + (static_cast<U>(y) - 1)", "static_cast<U>(x) + static_cast<U>(y)"),
        ("evaluate-signed-ceil-div", "rounds quotients up within signed numbers",
         "static_cast<S>((static_cast<U>(x) + (static_cast<U>(y) - 1)) / static_cast<U>(y))",
         "(x + (y - 1)) / y"),
    ]),
    ("../lift/evaluate", "lift/application.hpp", [
        ("application-32-bits", "does not see offsets that leave 32 bits",
         "core::cosize(cx, l).value - 1 > INT32_MAX", "core::cosize(cx, l).value < 0"),
    ]),
]

mutant = collections.namedtuple("mutant", "laws header name mistake correct wrong")
ALL = [mutant(laws, header, *row) for laws, header, rows in MUTANTS for row in rows]


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


def try_mutant(command, include, laws, one):
    """(None where the mutant is killed, or else what is wrong with it; the law that kills it)"""
    with seeded(include, one) as headers:
        ok, words = compiles(command, headers, laws)
        law = law_of(words)
        return ("it survives" if ok else None if law else "no law catches it\n" + words), law


def main(*arguments):
    mutants, (include, laws_directory, *command) = chosen(arguments, ALL)
    if moved(include, mutants):
        return 1
    file_of = {one.laws: pathlib.Path(laws_directory, one.laws + ".cpp").resolve(strict=True)
               for one in ALL}
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sound = pool.submit(compiles, command, ["-I", include], file_of["inverse"])
        tried = [(one, pool.submit(try_mutant, command, include, file_of[one.laws], one))
                 for one in mutants]
        ok, words = sound.result()
        if not ok:
            failed += 1
            print(f"FAILED: without a mutant\n{words}", flush=True)
        for one, future in tried:
            problem, law = future.result()
            failed += problem is not None
            what = f"{one.name}: {one.header} {one.mistake}"
            print(f"FAILED: {what}: {problem}" if problem else f"killed: {what}: {law}", flush=True)
    print(f"{1 + len(tried) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
