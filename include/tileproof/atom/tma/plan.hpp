// SPDX-License-Identifier: BSL-1.0
//
// plan_tma: the boxes with which TMA moves a tile, computed from the tile's layout in shared
// memory. canonical_for_tma and make_tma_copy use it.
//
// A box has 1 to 5 dimensions, each a mode of the global tensor and at most 256 elements long; the
// first is the mode of stride 1. In shared memory its elements are consecutive, the first dimension
// fastest. With a swizzle of 2^B * 16 bytes (B = 1, 2, 3) each row of the first dimension occupies
// that many bytes, even if it is shorter, and bits [7,7+B) of the address are xored into bits
// [4,4+B), which is Swizzle<B,4,3> of bytes. From the CUDA Driver API, "cuTensorMapEncodeTiled",
// and PTX ISA, "Tensor Swizzling Modes". Two facts were measured on an H200 (sm_90): the length of
// short rows, and that the bits are those of the address in shared memory.
//
// A tensor map takes extents of 1 to 2^32, and strides of a multiple of 16 bytes below 2^40, which
// may be 0 or overlap. The driver's answers (580.159, H200) agree with that, but for a dimension of
// extent 1, whose stride it checks: tma/descriptor.hpp gives it 16 bytes.
//
// Rows may be padded without a swizzle: a box of 72 elements moves rows of 64 where the tensor's
// mode is exactly 64 elements long, since what lies outside of the tensor is not stored, and is
// loaded as 0. Shape (64,M,N/64) with strides (1,ld,64) makes such a tensor of an M x N matrix.
#pragma once

#include <tileproof/prove/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A tile as TMA moves it: the box of one instruction, and the tile's elements in the order of
// boxes. If no boxes match, the report `is` has the witness: the mode of the shared layout, what
// was found there and what is expected.
struct tma_plan {
  static constexpr int most_dimensions = 5;

  report is;
  int rank = 0;                            // dimensions of a box
  int leaf[most_dimensions]{};             // of the global layout, one for each dimension
  std::int64_t extent[most_dimensions]{};  // of the elements that one instruction moves
  std::int64_t length[most_dimensions]{};  // of its box: the extent, or more where it is padded
  std::int64_t pitch[most_dimensions]{};   // in shared memory, in elements
  core::layout values{};  // (block, (element of a box, instruction)) -> index in the tile
};

namespace detail {

// A run of the tile's elements with one stride in each of both memories. The modes of the shared
// layout and those of the tile are cut until each run lies in one mode of either.
struct tma_run {
  std::int64_t extent = 1;
  std::int64_t shared = 0;  // its strides: in shared memory,
  std::int64_t tile = 0;    // in the index of the tile,
  std::int64_t step = 0;    // along a leaf of the global layout
  int leaf = 0;
  int mode = 0;  // of the shared layout
};

// The computation of a plan, in the order of its functions: check_injective, read, check_first,
// check_global, take_box, check_box, check_rest, share, write_values, add_other_dimensions. Each
// refuses by plan.is, and the later ones are then left out. O(runs^2).
struct tma_planner {
  tma_plan plan{};
  int bytes = 1;  // of an element
  int bits = 0;   // of the swizzle
  // Of the global layout: a stride is 0 for a run-time integer and where the extent is 1, an extent
  // 0 for a run-time integer and -1 where there are no elements.
  std::int64_t strides[core::max_leaves]{};
  std::int64_t extents[core::max_leaves]{};
  int dimensions = 0;
  tma_run run[2 * core::max_leaves]{};
  int runs = 0;
  int boxed = 0;                             // the first runs, which make the box
  std::int64_t dealt = 1;                    // blocks of a cluster to which whole boxes are dealt
  int mode_of[tma_plan::most_dimensions]{};  // the mode that a dimension begins with

  // Refuses at a mode of the shared layout; the caller adds what was found.
  constexpr report& refuse(int mode) {
    return plan.is.because(answer::no).say(clue::in_mode, mode);
  }
  constexpr bool refused() const { return !plan.is.holds(); }

  // The row of the swizzle, and the alignment of boxes (128 bytes), in elements.
  constexpr std::int64_t row() const { return (16 << bits) / bytes; }
  constexpr std::int64_t unit() const { return 128 / bytes; }
  // The stride at which the elements of the next dimension must be in shared memory.
  constexpr std::int64_t next_pitch() const {
    int const last = plan.rank - 1;
    if (last < 0) return 1;
    return last == 0 && bits > 0 ? row() : plan.pitch[last] * plan.length[last];
  }
  // The length of the last dimension with which the next one is at `pitch`: a padded one, where
  // the tile has all of the tensor along it and no other box could begin there; or 0.
  constexpr std::int64_t padded_to(std::int64_t pitch) const {
    int const last = plan.rank - 1;
    if (last < 0 || bits > 0 || pitch <= next_pitch() || pitch % unit() == 0 ||
        pitch % plan.pitch[last] != 0 || plan.extent[last] != extents[plan.leaf[last]])
      return 0;
    return pitch / plan.pitch[last];
  }

  // Requires an injective layout in shared memory, and adds the mode in which two coordinates
  // collide.
  constexpr void check_injective(mapping const& shared) {
    plan.is = injective::decide(shared);
    if (plan.is.is != answer::no) return;
    int mode = 0;
    while (plan.is(clue::at_coordinate, mode) == plan.is(clue::and_coordinate, mode)) ++mode;
    plan.is.say(clue::in_mode, mode);
  }

  // Cuts the modes of both layouts into common runs, in the order of shared memory. Refused where
  // an extent of one does not divide that of the other.
  constexpr void read(core::layout const& shared, core::layout const& tile) {
    // The mode of each leaf of the shared layout, for messages.
    int mode_of_leaf[core::max_leaves]{};
    core::place p = core::first(shared);
    for (int mode = 0; mode < core::rank(shared); ++mode) {
      core::place const end = shared.skip(p);
      for (int i = p.leaf; i < end.leaf; ++i) mode_of_leaf[i] = mode;
      p = end;
    }
    // The current leaf of either layout, s in shared memory and t in the tile, is consumed run by
    // run; both run through the tile's elements in the same order.
    core::mode s{core::fixed(1), {}, 0};
    core::mode t{core::fixed(1), {}, 0};
    std::int64_t index = 1;
    for (int i = 0, j = 0;;) {
      while (s.extent.value == 1 && i < shared.count) s = shared.at[i++];
      while (t.extent.value == 1 && j < tile.count) t = tile.at[j++];
      std::int64_t const m = s.extent.value;
      std::int64_t const n = t.extent.value;
      std::int64_t const e = m < n ? m : n;
      if (m == 1 && n == 1) break;
      int const mode = mode_of_leaf[i > 0 ? i - 1 : 0];
      if (e == 1 || (m > n ? m : n) % e != 0) {
        refuse(mode).say(clue::found, m).say(clue::expected, n);
        return;
      }
      run[runs++] = {e, s.stride.value, index, t.stride.value, t.axis, mode};
      s = {core::fixed(m / e), core::fixed(s.stride.value * e), 0};
      t = {core::fixed(n / e), core::fixed(t.stride.value * e), t.axis};
      index *= e;
    }
    for (int k = 1; k < runs; ++k)  // in the order of shared memory
      for (int i = k; i > 0 && run[i].shared < run[i - 1].shared; --i)
        std::swap(run[i], run[i - 1]);
  }

  // Requires that the leaf of stride 1 comes first and covers the tile along it.
  constexpr void check_first() {
    for (int i = 0; i < dimensions; ++i)
      if (strides[i] == 1) return check_first(i);
    refuse(runs > 0 ? run[0].mode : 0)
        .say(clue::global_stride, runs > 0 ? strides[run[0].leaf] : 0)
        .say(clue::expected, 1);
  }
  constexpr void check_first(int leaf) {
    plan.rank = 1;
    plan.leaf[0] = leaf;
    plan.extent[0] = plan.length[0] = plan.pitch[0] = 1;
    mode_of[0] = leaf;
    for (int k = 0; k < runs; ++k)
      if (run[k].leaf == leaf) {
        mode_of[0] = run[k].mode;
        if (run[k].step == 1 && run[k].shared != 1)
          refuse(run[k].mode).say(clue::shared_stride, run[k].shared).say(clue::expected, 1);
        return;
      }
  }

  // Requires of the extents and strides that are known what a tensor map takes: extents of at most
  // 2^32, and but for the first dimension strides of a multiple of 16 bytes in [0,2^40). The mode
  // is the leaf of the global layout. Run-time integers are checked by make_tma_copy on the host
  // (tma/descriptor.hpp).
  constexpr void check_global() {
    constexpr std::int64_t most_elements = std::int64_t{1} << 32;
    constexpr std::int64_t most_bytes = (std::int64_t{1} << 40) - 16;
    for (int i = 0; i < dimensions && !refused(); ++i) {
      if (extents[i] > most_elements || extents[i] < 0)
        refuse(i)
            .say(clue::found, extents[i] < 0 ? 0 : extents[i])
            .say(clue::at_most, most_elements);
      else if (i == plan.leaf[0])
        continue;
      else if (strides[i] < 0)
        refuse_stride(i).say(clue::at_least, 0);
      else if (strides[i] > most_bytes / bytes)
        refuse_stride(i).say(clue::at_most, most_bytes);
      else if (strides[i] * bytes % 16 != 0)
        refuse(i)
            .say(clue::global_stride, strides[i])
            .say(clue::in_bytes, strides[i] * bytes)
            .say(clue::aligned_to, 16);
    }
  }
  constexpr report& refuse_stride(int leaf) {
    return refuse(leaf).say(clue::global_stride, strides[leaf]).say(clue::in_bytes, bytes);
  }

  // Takes the longest sequence of runs that forms a box.
  constexpr void take_box() {
    for (; boxed < runs; ++boxed) {
      tma_run const& r = run[boxed];
      int const last = plan.rank - 1;
      bool is_new = r.step == 1;
      for (int d = 0; d < plan.rank; ++d) is_new = is_new && plan.leaf[d] != r.leaf;
      // The run continues the last dimension, or starts a dimension at the pitch that a box has
      // there; otherwise the box is complete.
      if (r.leaf == plan.leaf[last] && r.step == plan.extent[last] &&
          r.shared == plan.pitch[last] * plan.extent[last]) {
        plan.length[last] = plan.extent[last] *= r.extent;
      } else if (is_new && (r.shared == next_pitch() || padded_to(r.shared) > 0)) {
        if (r.shared != next_pitch()) plan.length[last] = padded_to(r.shared);
        mode_of[plan.rank] = r.mode;
        plan.leaf[plan.rank] = r.leaf;
        plan.pitch[plan.rank] = next_pitch();
        plan.length[plan.rank] = plan.extent[plan.rank] = r.extent;
        ++plan.rank;
      } else {
        return;
      }
    }
  }

  // Requires rows of a multiple of 16 bytes that fit the swizzle, and at most 256 elements along
  // each dimension.
  constexpr void check_box() {
    std::int64_t const inner = plan.length[0] * bytes;
    if (inner % 16 != 0)
      refuse(mode_of[0]).say(clue::in_bytes, inner).say(clue::expected, 16);
    else if (bits > 0 && inner > 16 << bits)
      refuse(mode_of[0]).say(clue::in_bytes, inner).say(clue::expected, 16 << bits);
    for (int d = 0; d < plan.rank && !refused(); ++d)
      if (plan.length[d] > 256)
        refuse(mode_of[d]).say(clue::box_extent, plan.length[d]).say(clue::expected, 256);
  }

  constexpr bool is_padded() const {
    for (int d = 0; d < plan.rank; ++d)
      if (plan.length[d] != plan.extent[d]) return true;
    return false;
  }
  // Requires that the other boxes are aligned too, in both memories, and beside padded ones, that
  // none meets another's padding.
  constexpr void check_rest() {
    if (is_padded()) {
      int const last = plan.rank - 1;
      std::int64_t const box = plan.pitch[last] * plan.length[last];
      core::layout boxes;
      boxes.push({core::fixed(box), core::fixed(1), 0});
      for (int k = boxed; k < runs; ++k)
        boxes.push({core::fixed(run[k].extent), core::fixed(run[k].shared), 0});
      core::close_flat(boxes);
      if (!injective::decide(mapping(boxes)).holds())
        refuse(run[boxed].mode)
            .say(clue::shared_stride, run[boxed].shared)
            .say(clue::expected, box)
            .say(clue::aligned_to, 128);
    }
    for (int k = boxed; k < runs && !refused(); ++k)
      if (run[k].shared % unit() != 0)
        refuse(run[k].mode)
            .say(clue::shared_stride, run[k].shared)
            .say(clue::expected, next_pitch())
            .say(clue::aligned_to, 128);
      else if (run[k].leaf == plan.leaf[0] && run[k].step * bytes % 16 != 0)
        refuse(run[k].mode).say(clue::in_bytes, run[k].step * bytes).say(clue::expected, 16);
  }

  // The number of `blocks` that the run takes from outside, and how many are left for the runs
  // inside; 0 if it cannot be cut so.
  static constexpr std::int64_t taken(std::int64_t extent, std::int64_t blocks) {
    return extent % blocks == 0 ? blocks : blocks % extent == 0 ? extent : 0;
  }
  // Deals the boxes out to the blocks of a cluster; where there are too few, splits each box among
  // them, the last dimension first. Each block issues its part, which must begin at a multiple of
  // 128 bytes in shared memory.
  constexpr void share(std::int64_t blocks) {
    std::int64_t left = blocks;
    for (int k = runs - 1; k >= boxed && left > 1; --k) {
      std::int64_t const n = taken(run[k].extent, left);
      if (n == 0) break;
      left /= n;
    }
    if (left == 1) {
      dealt = blocks;
      return;
    }
    left = blocks;
    for (int d = plan.rank - 1; d >= 0 && left > 1; --d) {
      std::int64_t const n = plan.extent[d];
      if ((n % left != 0 && left % n != 0) || plan.length[d] != n) {
        refuse(mode_of[d]).say(clue::box_extent, n).say(clue::in_shares, left);
        return;
      }
      plan.length[d] = plan.extent[d] = n % left == 0 ? n / left : 1;
      left = n % left == 0 ? 1 : left / n;
      // The parts of two blocks must start at multiples of 128 bytes.
      std::int64_t const apart = plan.pitch[d] * plan.length[d];
      if (left == 1 && apart % unit() != 0)
        refuse(mode_of[d])
            .say(clue::shared_stride, apart)
            .say(clue::in_shares, blocks)
            .say(clue::aligned_to, 128);
    }
    if (left > 1) refuse(mode_of[0]).say(clue::box_extent, 1).say(clue::in_shares, left);
  }

  // Writes plan.values: each run belongs to a block, to the elements of one instruction, or to the
  // sequence of instructions.
  constexpr void write_values() {
    core::arithmetic cx;
    core::layout part[3];  // of a block, of an instruction, instructions
    std::int64_t left = 1;
    for (int d = 0; d < plan.rank; ++d) left *= plan.extent[d];
    std::int64_t blocks_of[2 * core::max_leaves]{};  // of a run of whole boxes
    std::int64_t deal = dealt;
    for (int k = runs - 1; k >= boxed; --k) {
      blocks_of[k] = deal > 1 ? taken(run[k].extent, deal) : 1;
      deal /= blocks_of[k];
    }
    for (int k = 0; k < runs; ++k) {
      tma_run const& r = run[k];
      std::int64_t const here =
          k < boxed ? (left < r.extent ? left : r.extent) : r.extent / blocks_of[k];
      if (r.extent % here != 0 || (k < boxed && left % here != 0)) {
        refuse(r.mode).say(clue::found, r.extent).say(clue::expected, here);
        return;
      }
      if (k < boxed) left /= here;
      if (here > 1) part[k < boxed ? 1 : 2].push({core::fixed(here), core::fixed(r.tile), 0});
      if (here < r.extent)
        part[0].push({core::fixed(r.extent / here), core::fixed(r.tile * here), 0});
    }
    for (core::layout& l : part) {
      core::close_flat(l);
      l = core::coalesce(cx, l);
    }
    plan.values = core::pair(part[0], core::pair(part[1], part[2]));
  }

  // Adds the dimensions of the tensor map along which the box has one element.
  constexpr void add_other_dimensions() {
    for (int i = 0; i < dimensions; ++i) {
      bool is_there = false;
      for (int d = 0; d < plan.rank; ++d) is_there = is_there || plan.leaf[d] == i;
      if (is_there) continue;
      plan.pitch[plan.rank] = next_pitch();
      plan.leaf[plan.rank] = i;
      plan.length[plan.rank] = plan.extent[plan.rank] = 1;
      ++plan.rank;
    }
  }
};

// The plan for a layout in shared memory and a tile, the latter as mapping_from<tma_tile> gives it
// (tma/canonical.hpp). element_bits is 8 to 64; `blocks` blocks of a cluster share each box. The
// swizzle must be Swizzle<1..3,4,3> of bytes. An offset inside is one from a base that is aligned
// to the swizzle's period: since TMA swizzles the address in shared memory, a box may begin there
// at any multiple of 128 bytes, as one does in a stage of 4 rows of 128 bytes.
constexpr tma_plan plan_tma(mapping const& shared, mapping const& tile, int element_bits,
                            int blocks) {
  tma_planner p;
  p.check_injective(shared);
  p.bytes = element_bits / 8;
  p.bits = shared.swizzle.bits;
  core::place const global = core::nth(tile.of, 1);
  p.dimensions = tile.of.count - global.leaf;
  for (int i = 0; i < p.dimensions; ++i) {
    p.strides[i] = tile.of.at[global.leaf + i].stride.value;
    p.extents[i] = tile.of.at[global.leaf + i].extent.value - 1;
  }
  if (!p.refused() && p.dimensions > tma_plan::most_dimensions)
    p.refuse(tma_plan::most_dimensions)
        .say(clue::found, p.dimensions)
        .say(clue::expected, tma_plan::most_dimensions);
  int base = shared.swizzle.base;
  for (int b = p.bytes; b > 1; b /= 2) ++base;
  if (!p.refused() && p.bits > 0 && (p.bits > 3 || base != 4 || shared.swizzle.shift != 3))
    p.plan.is.because(answer::no)
        .say(clue::in_swizzle, p.bits, base, shared.swizzle.shift)
        .say(clue::expected, p.bits < 3 ? p.bits : 3, 4, 3);
  if (!p.refused() && shared.offset % p.unit() != 0)
    p.plan.is.because(answer::no)
        .say(clue::at_offset, shared.offset)
        .say(clue::in_bytes, p.bytes)
        .say(clue::aligned_to, 128);
  core::arithmetic cx;
  std::int64_t const cut = core::size(cx, tile.of, core::nth(tile.of, 0)).value;
  if (!p.refused() && shared.size != cut)
    p.plan.is.because(answer::no)
        .say(clue::shared_elements, shared.size)
        .say(clue::tile_elements, cut);
  if (!p.refused()) p.read(shared.of, core::subtree(tile.of, core::nth(tile.of, 0)));
  if (!p.refused()) p.check_first();
  if (!p.refused()) p.check_global();
  if (!p.refused()) p.take_box();
  if (!p.refused()) p.check_box();
  if (!p.refused()) p.check_rest();
  if (!p.refused()) p.share(blocks);
  if (!p.refused()) p.write_values();
  if (!p.refused()) p.add_other_dimensions();
  return p.plan;
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
