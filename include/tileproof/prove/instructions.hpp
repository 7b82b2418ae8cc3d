// SPDX-License-Identifier: BSL-1.0
//
// instruction_kinds: groups the warp instructions of a block by cost, so that a proof examines one
// of each kind.
//
// A block's instructions repeat. Two cost the same if their addresses differ by a whole number of
// periods (of the swizzle, and of the words or sectors that an access consists of), or by an xor
// with one constant. One instruction of each kind is examined and counted as often as its kind
// occurs: five stages of a buffer take as long to prove as one.
#pragma once

#include <tileproof/prove/warp.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// A kind of instruction: the first one is step `step` of warp `warp`, and the block has `times` of
// them.
struct instruction_kind {
  std::int64_t warp = 0;
  std::int64_t step = 0;
  std::int64_t times = 1;
};

// The kinds of instructions of a layout (thread,value), or of the two sides of a copy. Adding a
// multiple of `unit` bytes to all addresses, or xor-ing all with one multiple of `aligned` bytes,
// must not change the cost; both are powers of two.
class instruction_kinds {
 public:
  constexpr instruction_kinds(warp_steps const& a, warp_steps const* b, int unit, int aligned)
      : side_{&a, b}, sides_(b == nullptr ? 1 : 2) {
    for (int s = 0; s < sides_; ++s) {
      period_[s] = side_[s]->tv.swizzle.period();
      while (period_[s] * side_[s]->bits % (8 * unit) != 0) period_[s] *= 2;
    }
    add_modes(true, warp_size, a.warps);
    add_modes(false, a.width, a.steps);
    bool is_one = true;
    for (int i = 0; i < modes_; ++i) is_one = is_one && mode_[i].cycle == 1;
    if (!is_one) merge_by_xor(aligned);
    for (int i = 0; i < modes_; ++i)
      if (core::mul_overflows(count_, mode_[i].seen(), count_)) count_ = INT64_MAX;
  }

  constexpr std::int64_t count() const { return count_; }
  // Undecided if the instructions to examine have more lanes than enumeration_bound; `size` is that
  // of the layout.
  constexpr report too_many(std::int64_t size) const {
    std::int64_t const lanes = side_[0]->threads < warp_size ? side_[0]->threads : warp_size;
    if (count_ <= enumeration_bound / lanes) return report{};
    std::int64_t points = 0;
    report r = undecided_about(core::mul_overflows(count_, lanes, points) ? size : points);
    r.points = size;
    return r;
  }

  // Kind i, in the order of their first instructions: by step, and then by warp.
  constexpr instruction_kind at(std::int64_t i) const {
    instruction_kind r;
    for (int k = 0; k < modes_; ++k) {
      mode const& m = mode_[k];
      std::int64_t const digit = i % m.seen();
      i /= m.seen();
      (m.is_of_warps ? r.warp : r.step) += digit * m.unit;
      r.times *= (m.extent - 1 - digit) / m.cycle + 1;
    }
    return r;
  }

 private:
  // One mode of the warps or of the steps: `unit` of them lie between k and k + 1, and the offset
  // grows by `stride`.
  struct mode {
    std::int64_t extent = 1;
    std::int64_t stride[2]{};
    std::int64_t unit = 1;
    std::int64_t cycle = 1;  // k and k + cycle are of one kind
    bool is_of_warps = false;
    bool is_whole = true;  // otherwise each k counts as a kind of its own

    constexpr std::int64_t seen() const { return extent < cycle ? extent : cycle; }
  };

  // Adds the modes of the warps (or of the steps) that both sides have in common. Adds a single
  // mode with !is_whole if a warp (a vector) ends inside a mode, or if the sides have none in
  // common.
  constexpr void add_modes(bool of_warps, std::int64_t inside, std::int64_t all) {
    core::layout outer[2]{};
    bool is_split = true;
    for (int s = 0; s < sides_ && is_split; ++s) {
      mapping const& tv = side_[s]->tv;
      int const threads = tv.thread_leaves();
      core::layout inner;
      is_split = split_at(tv.of, of_warps ? 0 : threads, of_warps ? threads : tv.of.count, inside,
                          inner, outer[s]);
    }
    int const before = modes_;
    int at[2]{};
    std::int64_t used[2] = {1, 1};  // of the extent at[s]
    std::int64_t unit = 1;
    while (is_split && at[0] < outer[0].count && (sides_ == 1 || at[1] < outer[1].count)) {
      std::int64_t n = 0;  // the smaller rest
      for (int s = 0; s < sides_; ++s) {
        std::int64_t const rest = outer[s].at[at[s]].extent.value / used[s];
        n = s == 0 || rest < n ? rest : n;
      }
      mode m{n, {0, 0}, unit, 1, of_warps, true};
      for (int s = 0; s < sides_; ++s) {
        std::int64_t const extent = outer[s].at[at[s]].extent.value;
        m.stride[s] = outer[s].at[at[s]].stride.value * used[s];
        is_split = is_split && extent / used[s] % n == 0;
        used[s] *= n;
        if (used[s] != extent) continue;
        ++at[s];
        used[s] = 1;
      }
      for (int s = 0; s < sides_; ++s)
        while (low_bits(m, m.cycle, s) != 0) m.cycle *= 2;
      is_split = is_split && modes_ < most_modes;
      if (is_split) mode_[modes_++] = m;
      unit *= n;
    }
    if (is_split && unit == all) return;
    modes_ = before;
    mode_[modes_++] = {all, {0, 0}, 1, all < 1 ? 1 : all, of_warps, false};
  }

  // Offsets add without a carry, in the bits below the period, if no bit is used twice. A mode
  // whose bits are all its own then changes every address by one xor, and its instructions are of
  // one kind if that xor is a multiple of `aligned`. Any other mode may carry into all bits from
  // its lowest one upwards.
  constexpr void merge_by_xor(int aligned) {
    std::uint64_t lanes[2]{};  // used by those of every warp and step that is looked at
    for (int s = 0; s < sides_; ++s) {
      mapping const& tv = side_[s]->tv;
      for (std::int64_t lane = 0; lane < warp_size && lane < side_[s]->threads; ++lane)
        lanes[s] |= static_cast<std::uint64_t>(tv.offset + tv.part(lane, 0, tv.thread_leaves()));
    }
    bool is_free[most_modes]{};
    for (int i = 0; i < modes_; ++i) {
      is_free[i] = mode_[i].is_whole;
      if (mode_[i].is_whole) continue;
      lanes[0] = lanes[1] = ~std::uint64_t{0};
    }
    for (bool changes = true; changes;) {
      changes = false;
      std::uint64_t used[2] = {lanes[0], lanes[1]};
      for (int i = 0; i < modes_; ++i)
        for (int s = 0; s < sides_ && !is_free[i]; ++s) used[s] |= from_lowest(mode_[i], s);
      for (int i = 0; i < modes_ && !changes; ++i) {
        bool const was_free = is_free[i];
        for (int s = 0; s < sides_; ++s)
          is_free[i] = is_free[i] && is_xor(mode_[i], s, aligned, used[s]);
        changes = was_free && !is_free[i];
      }
    }
    for (int i = 0; i < modes_; ++i)
      if (is_free[i]) mode_[i].cycle = 1;
  }
  // The bits below the period of k strides.
  constexpr std::uint64_t low_bits(mode const& m, std::int64_t k, int s) const {
    return static_cast<std::uint64_t>(m.stride[s]) * static_cast<std::uint64_t>(k) &
           (static_cast<std::uint64_t>(period_[s]) - 1);
  }
  // The bits that multiples of the stride may set.
  static constexpr std::uint64_t from_lowest(mode const& m, int s) {
    std::uint64_t const d = static_cast<std::uint64_t>(m.stride[s]);
    return d == 0 ? 0 : ~((d & (~d + 1)) - 1);
  }
  // True if steps along this mode change the offset by an xor: no bit below the period is in
  // `used`, and the xor is a multiple of `aligned` bytes. Adds the mode's bits to `used`.
  constexpr bool is_xor(mode const& m, int s, int aligned, std::uint64_t& used) const {
    for (std::int64_t k = 1; k < m.seen(); k *= 2) {
      std::uint64_t const bits = low_bits(m, k, s);
      if ((used & bits) != 0) return false;
      used |= bits;
      if (side_[s]->tv.swizzle(static_cast<std::int64_t>(bits)) * side_[s]->bits % (8 * aligned) !=
          0)
        return false;
    }
    return true;
  }

  static constexpr int most_modes = 2 * core::max_leaves;
  warp_steps const* side_[2];
  int sides_;
  std::int64_t period_[2] = {1, 1};
  mode mode_[most_modes]{};
  int modes_ = 0;
  std::int64_t count_ = 1;
};

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
