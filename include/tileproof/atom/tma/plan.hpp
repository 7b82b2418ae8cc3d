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

#include <tileproof/atom/tma/merge.hpp>
#include <tileproof/atom/tma/runs.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(in_swizzle);       // of bytes: <bits,base,shift>
TILEPROOF_CLUE(box_extent);       // in elements
TILEPROOF_CLUE(shared_elements);  // of the layout in shared memory
TILEPROOF_CLUE(tile_elements);    // of the tile that a copy cuts
TILEPROOF_CLUE(in_shares);        // one for each block of a cluster

namespace detail {

// The computation of a plan, in the order of its functions: those of tma_runs, then take_box,
// check_box, check_rest, share, write_values, add_other_dimensions. Each refuses by plan.is, and
// the later ones are then left out. O(runs^2).
struct tma_planner : tma_runs {
  int boxed = 0;           // the first runs, which make the box
  std::int64_t dealt = 1;  // blocks of a cluster to which whole boxes are dealt

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
constexpr tma_plan plan_of_modes(mapping const& shared, mapping const& tile, int element_bits,
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
    p.plan.is.because(answer::no)
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
  p.plan.modes = p.dimensions;
  for (int i = 0; i < p.dimensions; ++i) {
    p.plan.to[i] = i;
    p.plan.scale[i] = 1;
  }
  return p.plan;
}
// plan_of_modes; where that is refused and modes of the tensor merge, of the merged ones, and if
// that is refused too, with the reason of the first.
constexpr tma_plan plan_tma(mapping const& shared, mapping const& tile, int element_bits,
                            int blocks) {
  tma_plan const plan = plan_of_modes(shared, tile, element_bits, blocks);
  if (plan.is.holds()) return plan;
  tma_merge const merged = merge_modes(tile);
  if (!merged.is_merged) return plan;
  tma_plan other = plan_of_modes(shared, merged.tile, element_bits, blocks);
  if (!other.is.holds()) return plan;
  other.modes = merged.modes;
  for (int i = 0; i < merged.modes; ++i) {
    other.to[i] = merged.to[i];
    other.scale[i] = merged.scale[i];
  }
  return other;
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
