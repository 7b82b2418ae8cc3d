// SPDX-License-Identifier: BSL-1.0
//
// Defines tma_plan, the box with which TMA moves a tile, and tma_runs: the tile's elements as runs
// with one stride in each of both memories, from which tma/plan.hpp takes the box.
#pragma once

#include <tileproof/prove/injective.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(global_stride);  // in elements; 0: a run-time integer
TILEPROOF_CLUE(shared_stride);  // in elements

// A tile as TMA moves it: the box of one instruction, and the tile's elements in the order of
// boxes. If no boxes match, the report `is` has the witness: the mode of the shared layout, what
// was found there and what is expected.
struct tma_plan {
  static constexpr int most_dimensions = 5;

  report is;
  int rank = 0;                            // dimensions of a box
  int leaf[most_dimensions]{};             // of the merged layout, one for each dimension
  std::int64_t extent[most_dimensions]{};  // of the elements that one instruction moves
  std::int64_t length[most_dimensions]{};  // of its box: the extent, or more where it is padded
  std::int64_t pitch[most_dimensions]{};   // in shared memory, in elements
  int modes = 0;                           // leaves of the global layout
  int to[core::max_leaves]{};              // the leaf of the merged layout for each
  std::int64_t scale[core::max_leaves]{};  // and its step there (tma/merge.hpp)
  core::layout values{};  // (block, (element of a box, instruction)) -> index in the tile
};

namespace detail {

// A run of the tile's elements with one stride in shared and one in global memory. The modes of the
// shared layout and those of the tile are cut until each run lies in one mode of each.
struct tma_run {
  std::int64_t extent = 1;
  std::int64_t shared = 0;  // its strides: in shared memory,
  std::int64_t tile = 0;    // in the index of the tile,
  std::int64_t step = 0;    // along a leaf of the global layout
  int leaf = 0;
  int mode = 0;  // of the shared layout
};

// The runs, what TMA asks of them and of the global layout: check_injective, read, check_first,
// check_global.
struct tma_runs {
  tma_plan plan{};
  int bytes = 1;  // of an element
  int bits = 0;   // of the swizzle
  // The dimensions of the global layout. A stride is 0 where it is a run-time integer or the extent
  // is 1; an extent is 0 where it is a run-time integer, and -1 where there are no elements.
  std::int64_t strides[core::max_leaves]{};
  std::int64_t extents[core::max_leaves]{};
  int dimensions = 0;
  tma_run run[2 * core::max_leaves]{};
  int runs = 0;
  int mode_of[tma_plan::most_dimensions]{};  // the mode that a dimension begins with

  // Refuses at a mode of the shared layout; the caller adds what was found.
  constexpr report& refuse(int mode) {
    return plan.is.because(answer::no).say(clue::in_mode, mode);
  }
  constexpr bool refused() const { return !plan.is.holds(); }

  // The row of the swizzle, and the alignment of boxes (128 bytes), in elements.
  constexpr std::int64_t row() const { return (16 << bits) / bytes; }
  constexpr std::int64_t unit() const { return 128 / bytes; }

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
};

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
