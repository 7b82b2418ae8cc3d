// SPDX-License-Identifier: BSL-1.0
//
// expects_arrivals: a barrier counts as many arrivals a phase as threads arrive, of all blocks. Use
// it for the mbarriers of a pipeline; pipeline/census.hpp reads the threads off a protocol's roles.
//
//   // The leader of each of 4 warps of a consumer releases a stage in each of 2 blocks.
//   require<expects_arrivals<8>>(Shape<Shape<_4, _2>>{});
#pragma once

#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// expects_arrivals<arrivals>, with the number as a value.
constexpr report arrivals_of(mapping const& arriving, std::int64_t arrivals) {
  core::arithmetic cx;
  report r;
  std::int64_t sum = 0;
  for (int i = 0; i < core::rank(arriving.of); ++i) {
    core::integer const n = core::size(cx, arriving.of, core::nth(arriving.of, i));
    if (core::add_overflows(sum, n.value, sum) || !arriving.fits) return beyond_64_bits(arriving);
  }
  r.points = sum;
  if (sum != arrivals) r.because(answer::no);
  return r.say(clue::found, sum).say(clue::expected, arrivals);
}

}  // namespace detail

// The arrivals of a phase are those that the barrier counts. Argument: a shape with a mode for each
// role that arrives, (threads that arrive, blocks that they are in). Decided from the numbers. The
// leaders of 4 warps of two consumers in 2 blocks, at a barrier that counts 8:
//   "no: found 16, expected 8"
template <int Arrivals>
struct expects_arrivals {
  static constexpr char const* sentences[] = {
      "the barrier counts {expected} arrival{|s} a phase, and {found} come: {0} are (threads, "
      "blocks) of "
      "the roles that arrive",
      nullptr};
  static constexpr report decide(mapping const& arriving) {
    return detail::arrivals_of(arriving, Arrivals);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
