// SPDX-License-Identifier: BSL-1.0
//
// bank_ways: no instruction of a block's partition of shared memory meets more than so many words
// in one bank.
#pragma once

#include <tileproof/prove/cp_async.hpp>
#include <tileproof/prove/instructions.hpp>
#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// All instructions of a block: their wavefronts and their minimum, and the worst one.
struct block_cost {
  answer is = answer::yes;
  decided how = decided::by_structure;
  report why{};  // where nothing was looked at
  std::int64_t wavefronts = 0;
  std::int64_t minimum = 0;
  std::int64_t misaligned = -1;  // an address
  std::int64_t warp = 0;
  std::int64_t step = 0;
  shared_cost worst{};
};

// The lanes whose addresses an instruction takes.
constexpr bool looks_at(shared_instruction is, int lane) {
  return is.matrices == 0 || lane < 8 * is.matrices;
}

// For cp.async, `source` is where it reads: the same threads and values in global memory.
constexpr block_cost cost_of_block(shared_instruction is, mapping const& tv, int element_bits,
                                   mapping const* source = nullptr) {
  warp_steps const all(tv, is.bits, element_bits);
  warp_steps const reads(source == nullptr ? tv : *source, is.bits, element_bits);
  block_cost r;
  int const aligned = is.bits / 8;
  int const unit = is.op == shared_op::cp_async_cg ? 128 : is.bits < 32 ? 4 : aligned;
  mapping const& to_blame = !tv.fits || (tv.first < 0 && reads.tv.fits) ? tv : reads.tv;
  if (!tv.fits || !reads.tv.fits)
    r.why = beyond_64_bits(to_blame);
  else if (tv.first < 0 || reads.tv.first < 0)
    r.why = below_zero(to_blame);
  else if (reads.threads != all.threads || reads.steps != all.steps)
    r.why.because(answer::undecided)
        .say(clue::found, reads.threads, reads.steps)
        .say(clue::expected, all.threads, all.steps);
  r.is = r.why.is;
  if (!r.why.holds() || tv.size == 0) return r;
  instruction_kinds const kinds(all, source == nullptr ? nullptr : &reads, unit, aligned);
  std::int64_t const lanes = all.threads < warp_size ? all.threads : warp_size;
  if (kinds.count() > enumeration_bound / lanes) {
    std::int64_t points = 0;
    r.why = undecided_about(core::mul_overflows(kinds.count(), lanes, points) ? tv.size : points);
    r.is = answer::undecided;
    return r;
  }
  r.how = kinds.count() > 1 ? decided::by_enumeration : decided::by_structure;
  for (std::int64_t i = 0; i < kinds.count(); ++i) {
    instruction_kind const one = kinds.at(i);
    warp_access const a = all.at(one.warp, one.step);
    warp_access const from = source == nullptr ? a : reads.at(one.warp, one.step);
    for (int lane = 0; lane < warp_size; ++lane) {
      if (!a.is_active(lane) || !looks_at(is, lane)) continue;
      bool const writes_aligned = a.address[lane] % aligned == 0;
      if (writes_aligned && from.address[lane] % aligned == 0) continue;
      r.is = answer::no;
      r.misaligned = writes_aligned ? from.address[lane] : a.address[lane];
      r.warp = one.warp;
      r.step = one.step;
      r.worst.lane[0] = lane;
      return r;
    }
    shared_cost const c = source == nullptr ? cost_of(is, a) : cost_of(is, a, from);
    r.wavefronts += c.wavefronts * one.times;
    r.minimum += c.minimum * one.times;
    if (!c.is_decided) r.is = answer::undecided;
    if (c.ways <= r.worst.ways) continue;
    r.worst = c;
    r.warp = one.warp;
    r.step = one.step;
  }
  return r;
}

}  // namespace detail

// The layout is (thread,value) -> offset, its first mode the threads, in shared memory, in Elements
// from a base that is aligned to the access; for ldmatrix and stmatrix a thread's values are the
// row of 16 bytes whose address it gives. Undecided where an offset may be negative. Every
// instruction costs at most MostWays wavefronts a phase: 1 is free of conflicts. For cp.async a
// second layout may give the offsets of the source in global memory, from a base that is aligned to
// 128 bytes: what it costs depends on them.
template <class Access, class Element, int MostWays = 1>
struct bank_ways {
  static_assert(Access::value.bits % sizeof_bits_v<Element> == 0, "bank_ways: whole elements");

  static constexpr report decide(mapping const& tv) {
    return reported(detail::cost_of_block(Access::value, tv, sizeof_bits_v<Element>), tv);
  }
  static constexpr report decide(mapping const& tv, mapping const& source) requires(
      Access::value.op == shared_op::cp_async_ca || Access::value.op == shared_op::cp_async_cg) {
    return reported(detail::cost_of_block(Access::value, tv, sizeof_bits_v<Element>, &source), tv);
  }

 private:
  static constexpr report reported(detail::block_cost const& c, mapping const& tv) {
    report r = c.why;
    r.points = tv.size;
    if (!r.holds()) return r;
    r.is = c.is;
    r.how = c.how;
    if (c.misaligned >= 0)
      return r.say(clue::in_warp, c.warp)
          .say(clue::at_step, c.step)
          .say(clue::of_lanes, c.worst.lane[0])
          .say(clue::in_bytes, c.misaligned)
          .say(clue::aligned_to, Access::value.bits / 8);
    if (r.is == answer::yes && c.worst.ways > MostWays) r.is = answer::no;
    r.say(clue::in_ways, c.worst.ways);
    if (c.worst.ways > 1) r.say(clue::of_lanes, c.worst.lane[0], c.worst.lane[1]);
    if (c.worst.meeting > 1)
      r.say(clue::in_bank, c.worst.bank).say(clue::on_words, c.worst.word[0], c.worst.word[1]);
    if (c.worst.ways > 1) r.say(clue::in_warp, c.warp).say(clue::at_step, c.step);
    return r.say(clue::in_wavefronts, c.wavefronts).say(clue::at_least, c.minimum);
  }
};

template <class Access, class Element>
using free_of_bank_conflicts = bank_ways<Access, Element, 1>;

// What one instruction costs: step `step` of warp `warp`. Pre: as for cost_of.
template <class Access, class Element, class L>
constexpr shared_cost shared_cost_of(L const& tv, std::int64_t warp = 0, std::int64_t step = 0) {
  mapping const m = detail::mapping_from<L>::make(tv);
  return cost_of(Access::value,
                 detail::warp_steps(m, Access::value.bits, sizeof_bits_v<Element>).at(warp, step));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
