// SPDX-License-Identifier: BSL-1.0
//
// Defines the partitions of a tile by MMA instructions: which thread owns an element, and as which
// of its values.
//
//   4 warps as (2,2,1) of SM80_16x8x16, C a tile of 32x16: each warp has one atom of 16x8;
//   thread 33 (lane 1 of warp 1) owns elements (16,2), (16,3), (24,2), (24,3)
//
// The way from a tensor to a thread's partition, in CuTe's terms: permute the modes, cut them in
// atoms, replace the elements of an atom by (thread,value), deal the atoms to the threads (thrfrg),
// take the coordinate of one thread (mma_partition).
#pragma once

#include <tileproof/core/partition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// The parameters of a tiled MMA for one operand, a matrix of two modes: m and n of C, m and k of A,
// n and k of B.
struct mma_operand {
  layout atom{};         // a tiler: (ThrV,FrgV) -> element of an atom, column-major; and `_`
  layout atom_shape{};   // a tiler: (AtomM,AtomN)
  layout permutation{};  // a tiler of two modes
  int modes[2]{};        // the modes of (M,N,K) that it has: m and k of A are 0 and 2
};

namespace detail {

// Mode i of l, as a layout of its own.
constexpr layout mode_at(layout const& l, int i) { return subtree(l, nth(l, i)); }

// Whether a tile n:1 divides the mode at p, a static leaf: then (tile,rest) coalesces to the mode,
// and the division can be left out, which saves compile time. With a run-time stride it does not
// coalesce, and the rest has two modes.
constexpr bool leaves_mode_as_it_is(layout const& l, place const& p, layout const& tiler,
                                    place const& q) {
  mode const& m = l.at[p.leaf];
  return l.token[p.token] == leaf_token && m.extent.is_fixed() && m.stride.is_fixed() &&
         tiler.token[q.token] == tile_token && is_run(tiler, {q.token + 1, q.leaf}) &&
         tiler.at[q.leaf].extent.value > 0 && m.extent.value % tiler.at[q.leaf].extent.value == 0;
}

// logical_divide by a permutation of two modes, for a layout that is divided again: a mode that it
// would leave as it is stays whole.
constexpr layout permuted(arithmetic& cx, layout const& tensor, layout const& permutation) {
  if (rank(tensor) < 2) return logical_divide(cx, tensor, permutation);
  layout by;
  by.open(2);
  place p = first(tensor);
  place q = first(permutation);
  for (int i = 0; i < 2; ++i, p = tensor.skip(p), q = permutation.skip(q)) {
    if (leaves_mode_as_it_is(tensor, p, permutation, q))
      by.open(keep_token);
    else
      by.copy(permutation, q);
  }
  return by.count == 0 ? tensor : logical_divide(cx, tensor, by);
}

// The tiler (tile,_): acts on mode 0, keeps mode 1.
constexpr layout by_mode_0(layout const& tile) {
  layout r;
  r.open(2);
  r.open(tile_token);
  r.copy(tile);
  r.open(keep_token);
  return r;
}

}  // namespace detail

// ((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,...))) of a tensor (M,N,...): CuTe's name, "thread,
// fragment". `threads` are (V,M,N,K): ThrV threads of an atom, atoms along M, N and K; o.modes
// choose the two that the operand has. FrgV are the values of an instruction, RestM and RestN its
// repetitions. Refused where a division or composition is.
constexpr layout thrfrg(arithmetic& cx, layout const& tensor, mma_operand const& o,
                        layout const& threads) {
  layout const permuted = detail::permuted(cx, tensor, o.permutation);
  if (cx.refused()) return tensor;
  layout const atoms = zipped_divide(cx, permuted, o.atom_shape);
  if (cx.refused()) return tensor;
  // ((AtomM,AtomN),(RestM,RestN,...)) to ((ThrV,FrgV),(RestM,RestN,...))
  layout const values = composition_by(cx, atoms, o.atom);
  if (cx.refused()) return tensor;
  // The atoms are dealt to the threads: ThrM atoms along the first mode, ThrN along the second.
  layout extents;  // a tiler: (ThrM,ThrN)
  extents.open(2);
  for (int const m : o.modes) {
    extents.open(tile_token);
    extents.leaf({size(cx, threads, nth(threads, 1 + m)), fixed(1), 0});
  }
  place const thread = first(values, first(values));
  place const fragment = values.skip(thread);
  place const repeats = values.skip(fragment);
  layout rest = zipped_divide_at(cx, values, repeats, extents);
  if (cx.refused()) return tensor;
  for (int i = 0; i < 2; ++i)
    if (extents.at[i].extent.is_fixed(1)) rest.at[i].stride = fixed(0);
  layout r;
  r.open(2);
  r.open(2);
  r.copy(values, thread, fragment);
  place const after = r.copy(rest, first(rest));
  r.open(2);
  r.copy(values, fragment, repeats);
  r.copy(rest, after);
  return r;
}

// Requires that the tile divides the run-time extents of a tensor (tile_divides_tensor, with mode
// and extents); static extents are checked by a proof (fits_whole_tiles).
constexpr void require_whole_tiles(arithmetic& cx, layout const& tensor, layout const& tile) {
  for (int i = 0; i < rank(tile) && i < rank(tensor); ++i) {
    integer const extent = size(cx, tensor, nth(tensor, i));
    integer const t = size(cx, tile, nth(tile, i));
    if (!extent.is_fixed())
      cx.require(cx.divides(t, extent),
                 {property::tile_divides_tensor, i, 0, extent.value, t.value});
  }
}

// The partition of thread `index`: (FrgV,RestM,RestN,...), and the offset of its first element.
// `by_index` is the right inverse of the threads' layout, so that the index gives (v,m,n,k).
// Refused (threads_are_distinct) unless each thread has one place.
constexpr sliced mma_partition(arithmetic& cx, layout const& tensor, mma_operand const& o,
                               layout const& threads, layout const& by_index, integer index) {
  layout const all = thrfrg(cx, tensor, o, threads);
  if (cx.refused()) return sliced{};
  layout const at = flat_coordinate(cx, threads, by_index, index);  // (v,m,n,k)
  if (cx.refused()) return sliced{};
  place const thread = first(all, first(all));
  place const fragment = all.skip(first(all));
  place along = first(all, all.skip(thread));
  layout axes;
  integer sum = index_offset(cx, all, thread, at.at[0].extent, axes);
  for (int const m : o.modes) {
    sum = cx.add(sum, index_offset(cx, all, along, at.at[1 + m].extent, axes));
    along = all.skip(along);
  }
  sliced r;
  r.offset = offset_of(cx, all, sum, axes);
  place const value = first(all, fragment);
  place const rest = all.skip(value);
  r.kept.open(1 + rank(all, rest));
  r.kept.copy(all, value, rest);
  splice(all, rest, r.kept);
  return r;
}

// (thread index, (FrgV,(RestM,RestN))) -> element of `tile` (M,N), the TV layout that proofs look
// at: threads along the mode that the operand lacks have the same elements (stride 0). `by_index`
// as for mma_partition.
constexpr layout mma_thread_value(arithmetic& cx, layout const& tile, mma_operand const& o,
                                  layout const& threads, layout const& by_index) {
  layout const all = thrfrg(cx, tile, o, threads);
  if (cx.refused()) return tile;
  place const thr = nth(all, 0);
  place const along = nth(all, 1, thr);
  layout vmnk;  // (ThrV,ThrM,ThrN,ThrK) -> element
  vmnk.open(4);
  vmnk.copy(all, nth(all, 0, thr));
  for (int m = 0; m < 3; ++m) {
    if (m == o.modes[0] || m == o.modes[1])
      vmnk.copy(all, nth(all, m == o.modes[0] ? 0 : 1, along));
    else
      vmnk.leaf({size(cx, threads, nth(threads, 1 + m)), fixed(0), 0});
  }
  mode const& all_in_order = by_index.at[0];
  layout const of_thread =
      by_index.count == 1 && all_in_order == mode{size(cx, threads), fixed(1), 0}
          ? coalesce(cx, vmnk)
          : composition(cx, vmnk, by_index);
  return cx.refused() ? tile : pair(of_thread, detail::mode_at(all, 1));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
