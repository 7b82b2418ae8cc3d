// SPDX-License-Identifier: BSL-1.0
//
// Defines the partitions of a tile by copy instructions: thread-value (TV) layouts of a tiled copy,
// the partition of a tensor by a thread, and the check that no two threads write one element.
//
//   threads (32,8):(8,1), each with values (1,8): a 32x64 tile, raked_thread_value maps
//   (thread,value) to its place in the tile; copy_partition gives the elements of one thread
//
// A place is a column-major linear index of the tile; the tensor's own layout is composed with it
// afterwards.
#pragma once

#include <tileproof/core/injective.hpp>
#include <tileproof/core/recast.hpp>
#include <tileproof/core/tiled_mma.hpp>

#include <initializer_list>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

namespace detail {

// l read in column-major order, in the extents of `shape`.
constexpr layout with_shape(arithmetic& cx, layout const& l, layout const& shape) {
  return composition(cx, l, compact_left(cx, shape));
}

// The integer tuple of a list of integers.
constexpr layout extents(std::initializer_list<integer> list) {
  layout r;
  r.open(static_cast<int>(list.size()));
  for (integer const n : list) r.leaf({n, fixed(0), 0});
  return r;
}

}  // namespace detail

// (thread,value) -> place in the tile, column-major, from a layout of threads and one of values:
// places -> thread and places -> value. The values of a thread form a block, blocks lie beside one
// another as the threads do: element (m,n) of the tile belongs to thread (m / vm, n / vn). Refused
// where the ranked product or the right inverse is.
constexpr layout raked_thread_value(arithmetic& cx, layout const& threads, layout const& values) {
  layout const places = ranked_product(cx, threads, values, interleave::rakes);
  if (cx.refused()) return threads;
  return detail::with_shape(cx, right_inverse(cx, places),
                            detail::extents({size(cx, threads), size(cx, values)}));
}

// (thread,(value of an instruction, repetition)) -> place of the tile on one side of a copy. `tv`
// is the partition in terms of the atom's RefLayout, (thread,value) -> place; `ref` the RefLayout,
// `side` the SrcLayout or DstLayout, both (thread,bit) -> bit of the instruction or in the same
// unit. The threads of an instruction have consecutive indices.
constexpr layout copy_thread_value(arithmetic& cx, layout const& tv, layout const& ref,
                                   layout const& side) {
  // (thread,value) of the side -> (thread,value) of the reference, through the elements of the
  // instruction, which both layouts number alike.
  layout const to_ref = composition(cx, right_inverse(cx, ref), side);
  if (cx.refused()) return tv;
  layout const atoms = zipped_divide(
      cx, tv, as_tiler(detail::extents({size(cx, ref, nth(ref, 0)), size(cx, ref, nth(ref, 1))})));
  if (cx.refused()) return tv;
  layout const both = composition_by(cx, atoms, detail::by_mode_0(to_ref));
  if (cx.refused()) return tv;
  place const atom = nth(both, 0);
  place const rest = nth(atoms, 1);
  layout const zipped =
      pair(pair(subtree(both, nth(both, 0, atom)), subtree(atoms, nth(atoms, 0, rest))),
           pair(subtree(both, nth(both, 1, atom)), subtree(atoms, nth(atoms, 1, rest))));
  layout profile;
  profile.open(2);
  profile.leaf({fixed(1), fixed(0), 0});
  profile.open(2);
  profile.leaf({fixed(1), fixed(0), 0});
  profile.leaf({fixed(1), fixed(0), 0});
  return coalesce_by(cx, zipped, profile);
}

// (thread,(value,repetition),(RestM,RestN,...)) of a tensor: CuTe's name, "thread id, fragment".
// `tiler` is the tile, `tv` its (thread,value) -> place. RestM, RestN, ... are the repetitions of
// the tile.
constexpr layout tidfrg(arithmetic& cx, layout const& tensor, layout const& tiler,
                        layout const& tv) {
  layout const tiles = zipped_divide(cx, tensor, tiler);
  if (cx.refused()) return tensor;
  layout const tile = composition(cx, detail::mode_at(tiles, 0), tv);
  layout r;
  r.open(3);
  r.copy(tile, nth(tile, 0));
  r.copy(tile, nth(tile, 1));
  r.copy(tiles, nth(tiles, 1));
  return r;
}

// The partition of thread `index`: ((value,repetition),RestM,RestN,...), and the offset of its
// first element.
constexpr sliced copy_partition(arithmetic& cx, layout const& tensor, layout const& tiler,
                                layout const& tv, integer index) {
  layout const all = tidfrg(cx, tensor, tiler, tv);
  if (cx.refused()) return sliced{};
  layout coordinate;
  coordinate.open(3);
  coordinate.leaf({index, fixed(0), 0});
  coordinate.open(keep_token);
  detail::open_all_kept(coordinate, rank(all, nth(all, 2)));
  return slice(cx, all, coordinate);
}

// Refused (one_writer_an_element, one_writer_decided) where coordinates of two threads share an
// offset in (thread,(value,repetition),(RestM,RestN,...)). One thread may write an element several
// times. Pre: no run-time leaf is unknown, and (thread,value) -> place gives no place to two
// threads, so that an injective tensor, which the strides alone decide in most cases, has one
// writer an element.
constexpr void require_one_writer(arithmetic& cx, layout const& tensor, layout const& tiler,
                                  layout const& tv) {
  // The strides of the tensor alone decide the common case: no search budget is given.
  arithmetic by_structure;
  by_structure.spent = search_budget;
  if (injective(by_structure, tensor) == answer::yes) return;
  layout const all = tidfrg(cx, tensor, tiler, tv);
  if (cx.refused()) return;
  int const thread_leaves = all.skip(first(all)).leaf;
  std::int64_t difference[max_leaves]{};
  answer const v = injective(cx, all, thread_leaves, difference);
  if (v == answer::yes || cx.refused()) return;
  if (v == answer::undecided) return cx.refuse(property::one_writer_decided);
  // The witness: two threads, from the digits in which their coordinates differ, and the offset
  // they share.
  std::int64_t thread[2]{};
  std::int64_t offset = 0;
  std::int64_t unit = 1;
  for (int i = 0; i < all.count; ++i) {
    std::int64_t const d = difference[i];
    if (d > 0) offset += d * all.at[i].stride.value;
    if (i < thread_leaves) thread[d < 0] += magnitude(d) * unit;
    if (i < thread_leaves) unit *= all.at[i].extent.value;
  }
  cx.refuse({property::one_writer_an_element, static_cast<int>(thread[0]), 0, thread[1], offset});
}

// The values that a thread holds, partitioned (V,RestM,RestN,...) by an MMA or another copy whose V
// values are consecutive in `tv`, arranged as this copy repeats over them:
// ((value,repetition),RestM,RestN,...). A view of the same registers: nothing moves. `tile` is the
// shape of the copy's tile, `atom_values` the values of one instruction of the copy. Pre: the size
// of mode 0 of the tensor and of `tv` are static.
constexpr sliced retile(arithmetic& cx, layout const& tensor, layout const& tile, layout const& tv,
                        std::int64_t atom_values) {
  std::int64_t const v = size(cx, tensor, nth(tensor, 0)).value;
  std::int64_t const threads = size(cx, tv, nth(tv, 0)).value;
  // place -> index of the group of V values of a thread
  layout const which = upcast(
      cx, detail::with_shape(cx, right_inverse(cx, tv), product_each(cx, tile)), threads * v);
  if (cx.refused()) return sliced{};
  layout const values = product(cx, single({fixed(v), fixed(1), 0}), right_inverse(cx, which));
  if (cx.refused()) return sliced{};
  // (value of an instruction, repetition) -> (v,m,n,...)
  layout const instruction =
      zipped_divide(cx, values, as_tiler(single({fixed(atom_values), fixed(0), 0})));
  if (cx.refused()) return sliced{};
  layout whole;
  layout const repeats = product_each(cx, which);
  whole.open(1 + rank(repeats));
  whole.leaf({fixed(v), fixed(0), 0});
  splice(repeats, {}, whole);
  layout const tiles = zipped_divide(cx, tensor, as_tiler(whole));
  if (cx.refused()) return sliced{};
  layout const repeated = composition(cx, detail::mode_at(tiles, 0), instruction);
  if (cx.refused()) return sliced{};
  layout const both = pair(repeated, detail::mode_at(tiles, 1));
  int const n = rank(both, nth(both, 1));
  layout coordinate;
  coordinate.open(2);
  coordinate.open(keep_token);
  coordinate.open(n);
  coordinate.leaf({fixed(0), fixed(0), 0});
  for (int i = 1; i < n; ++i) coordinate.open(keep_token);
  return slice(cx, both, coordinate);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
