// SPDX-License-Identifier: BSL-1.0
//
// canonical_for_tma: TMA (Tensor Memory Accelerator) can move a tile between a global tensor and a
// layout in shared memory. make_tma_atom requires it; ask for it where you choose the tile's
// layout.
#pragma once

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/atom/tma/plan.hpp>
#include <tileproof/prove/interval.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The tile that Tiler cuts out of a tensor with layout Global, as a subject of canonical_for_tma.
// Leaves of Global may be run-time integers.
template <class Global, class Tiler>
struct tma_tile {};

namespace detail {

// A tma_tile as a mapping: mode 0 is the tile, with the leaves of the global layout as axes; mode 1
// has the stride of each leaf, or 0 for a run-time integer, and as extent one more than the leaf's,
// or 1 for a run-time integer, or 0 where the leaf has none. `tile` is the identity layout of the
// global shape after the tiler.
constexpr mapping tma_tile_of(core::layout const& global, core::layout tile) {
  core::arithmetic cx;
  core::layout const whole = core::identity(cx, global);
  for (int i = 0; i < tile.count; ++i) {
    int leaf = 0;
    while (leaf < whole.count && whole.at[leaf].axis != tile.at[i].axis) ++leaf;
    tile.at[i].axis = leaf;
  }
  core::layout strides;
  for (int i = 0; i < global.count; ++i) {
    bool const known = global.at[i].stride.is_fixed() && !global.at[i].extent.is_fixed(1);
    std::int64_t const elements = global.at[i].extent.value;
    std::int64_t const extent = !global.at[i].extent.is_fixed() ? 1
                                : elements > 0                  ? elements + 1
                                                                : 0;
    strides.push({core::fixed(extent), core::fixed(known ? global.at[i].stride.value : 0), 0});
  }
  core::close_flat(strides);
  return mapping(core::pair(tile, strides));
}

template <class Global, class Tiler>
struct mapping_from<tma_tile<Global, Tiler>> {
  static constexpr bool is_static = true;
  static constexpr mapping make() {
    using cut =
        decltype(composition(make_identity_layout(tileproof::shape(std::declval<Global const&>())),
                             std::declval<Tiler const&>()));
    static_assert(__is_empty(cut), "tileproof: a TMA box needs a tile with static extents");
    return tma_tile_of(reading_of<Global>::value.into, reading_of<cut>::value.into);
  }
  static constexpr mapping make(tma_tile<Global, Tiler> const&) { return make(); }
};

// canonical_for_tma<Element, blocks>, with the bits of an Element and the blocks as values.
constexpr report tma_report(mapping const& shared, mapping const& tile, int bits, int blocks) {
  report r;
  if (bits >= 8 && bits <= 64)
    r = plan_tma(shared, tile, bits, blocks).is;
  else
    r.because(answer::no).say(clue::in_bits, bits);
  r.points = shared.size;
  return r;
}
// Writes, for a stride or an extent that no tensor map takes, one that would do.
constexpr void put_tensor_remedy(core::remedy& t, report const& r, mapping const& shared,
                                 mapping const& tile, int bits, int blocks) {
  mapping other = tile;
  core::mode& leaf = other.of.at[core::nth(tile.of, 1).leaf + r(clue::in_mode)];
  bool const is_stride = r.has(clue::global_stride);
  std::int64_t const unit = 16 * 8 / bits;  // 16 bytes, in elements
  std::int64_t n = r(clue::found);
  if (is_stride && r.has(clue::aligned_to))
    leaf.stride = core::fixed(n = round_down(r(clue::global_stride), unit) + unit);
  else if (is_stride && r.has(clue::at_least))
    leaf.stride = core::fixed(n = -r(clue::global_stride));
  else if (is_stride)
    leaf.stride = core::fixed(n = r(clue::at_most) * 8 / bits);
  else if (n > 0)
    leaf.extent = core::fixed((n = r(clue::at_most)) + 1);
  if (!plan_tma(shared, other, bits, blocks).is.holds()) return;
  if (is_stride && r.has(clue::aligned_to)) {
    t.put("rows padded to a stride of ");
    t.put(n);
    t.put(" would do");
  } else if (is_stride && r.has(clue::at_least)) {
    t.put("the mode from its other end, of stride ");
    t.put(n);
    t.put(", would do");
  } else {
    t.put(is_stride ? "a stride of at most " : "a tensor map for each part of at most ");
    t.put(n);
    t.put(" elements would do");
  }
}
// Writes a tensor that a tensor map takes, or, for padded rows over a mode of the tensor that goes
// on, the cut of it that makes them boxes.
constexpr void put_tma_remedy(core::remedy& t, report const& r, mapping const& shared,
                              mapping const& tile, int bits, int blocks) {
  if ((r.has(clue::global_stride) && r.has(clue::in_bytes)) ||
      (r.has(clue::at_most) && r.has(clue::found)) ||
      (r.has(clue::global_stride) && r.has(clue::at_least)))
    return put_tensor_remedy(t, r, shared, tile, bits, blocks);
  if (!r.has(clue::shared_stride)) return;
  core::place const global = core::nth(tile.of, 1);
  mapping cut = tile;
  for (int leaf = 0; global.leaf + leaf < tile.of.count; ++leaf) {
    std::int64_t extent = 1;
    for (int i = 0; i < global.leaf; ++i)
      if (tile.of.at[i].axis == leaf)
        extent += (tile.of.at[i].extent.value - 1) * tile.of.at[i].stride.value;
    cut.of.at[global.leaf + leaf].extent = core::fixed(extent + 1);
  }
  tma_plan const p = plan_tma(shared, cut, bits, blocks);
  int d = 0;
  while (d < p.rank && p.length[d] == p.extent[d]) ++d;
  if (!p.is.holds() || d == p.rank) return;
  t.put("padding would do over a mode of exactly ");
  t.put(p.extent[d]);
  t.put(" elements: view that mode of the tensor as (_");
  t.put(p.extent[d]);
  t.put(",n)");
}

}  // namespace detail

// TMA can move the tile with instructions whose boxes match the shared layout element by element.
// Arguments: the layout in shared memory, of Elements, and a tma_tile. Each of `Blocks` blocks of a
// cluster issues its share of every box (multicast).
//
// Example: a tile of 128 x 64 f16 elements of a row-major matrix, in a layout of
// Layout_K_SW128_Atom, is one box; with Blocks = 2 each block issues 64 of its 128 rows. The rule
// is that of tma/plan.hpp. Witness: the mode of the shared layout or of the tile that no box can
// follow, with the stride or extent that a box would have; or the leaf of the global layout that no
// tensor map takes. Extents and strides of the tensor that are run-time integers, and its address,
// are left to make_tma_copy, which checks them on the host.
//   // 60 elements of 2 bytes along the mode of stride 1:
//   "no: in mode 1, in bytes 120, expected 16"
template <class Element, int Blocks = 1>
struct canonical_for_tma {
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "TMA has no elements of {in_bits} bits, as {element} has: it takes 8, 16, 32 or 64; view "
      "both tensors as such elements, recast<std::uint64_t>(tensor)",
      "TMA: the layout in shared memory, {0}, has {shared_elements} elements, and the tile of the "
      "copy has {tile_elements}: both must be one tile, product_each(shape(layout))",
      "TMA: coordinates {at_coordinate} and {and_coordinate} of {0} have one offset, {at_offset}",
      "TMA has no swizzle Sw<{in_swizzle:0},{in_swizzle:1},{in_swizzle:2}> of bytes; "
      "Sw<{expected:0},{expected:1},{expected:2}> would do",
      "TMA: mode {in_mode} has the stride {global_stride} in global memory, and the tile needs a "
      "mode of stride {expected}",
      "TMA: mode {in_mode} of the global tensor has the stride {global_stride}, {in_bytes} bytes, "
      "and a tensor map takes multiples of {aligned_to} bytes",
      "TMA: mode {in_mode} of the global tensor has the stride {global_stride}, of elements of "
      "{in_bytes} byte{|s}, and a tensor map takes at most {at_most} bytes",
      "TMA: mode {in_mode} of the global tensor has the stride {global_stride}, and a tensor map "
      "takes none below {at_least}",
      "TMA: mode {in_mode} of the global tensor has {found} elements, and a tensor map takes 1 to "
      "{at_most}",
      "TMA: the parts of {in_shares} blocks lie {shared_stride} elements apart in mode {in_mode}, "
      "no multiple of {aligned_to} bytes",
      "TMA: {in_shares} blocks cannot share the {box_extent} elements of mode {in_mode}",
      "TMA: mode {in_mode} of {0} has the stride {shared_stride} in shared memory, and a box has "
      "{expected}, or a multiple of {aligned_to} bytes",
      "TMA: mode {in_mode} of {0} has the stride {shared_stride} in shared memory, and a box has "
      "{expected}",
      "TMA: a row of {in_bytes} bytes in mode {in_mode} does not fit a box: a multiple of 16 "
      "bytes is needed, and with a swizzle at most its row of 32, 64 or 128 bytes",
      "TMA: the box has {box_extent} elements in mode {in_mode}, and {expected} is the most",
      "TMA: the tile begins at offset {at_offset} inside the swizzle, of elements of {in_bytes} "
      "byte{|s}, and a box begins at a multiple of {aligned_to} bytes",
      "TMA: the tile in shared memory is known to begin at a multiple of {aligned_to} bytes, and "
      "{expected} are needed; assume_aligned<{expected}>(p), or a field declared "
      "alignas({expected}), states it",
      "TMA: in mode {in_mode}, the extents {found} of the shared layout and {expected} of the "
      "tile do not divide each other",
      "TMA: the global tensor has {found} modes that do not merge for this tile, and {expected} is "
      "the most",
      nullptr};
  static constexpr unsigned coordinates = 0b10;
  static constexpr tma_plan plan(mapping const& shared, mapping const& tile) {
    return detail::plan_tma(shared, tile, sizeof_bits_v<Element>, Blocks);
  }
  static constexpr void remedy(core::remedy& t, report const& r, mapping const& shared,
                               mapping const& tile) {
    detail::put_tma_remedy(t, r, shared, tile, sizeof_bits_v<Element>, Blocks);
  }
  static constexpr report decide(mapping const& shared, mapping const& tile) {
    return detail::tma_report(shared, tile, sizeof_bits_v<Element>, Blocks);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
