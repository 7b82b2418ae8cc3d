// SPDX-License-Identifier: BSL-1.0
//
// expects_arrivals: a barrier counts as many arrivals a phase as threads arrive, of all blocks. Use
// it for the mbarriers of a pipeline; protocol/arrival_counts.hpp reads the threads off a
// protocol's roles.
//
//   // The leader of each of 4 warps of a consumer releases a stage in each of 2 blocks.
//   require<expects_arrivals<8>>(Shape<Shape<_4, _2>>{});
#pragma once

#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The most arrivals that an mbarrier counts in a phase, and the most bytes that are outstanding in
// one (PTX ISA, "mbarrier.init", "mbarrier.expect_tx").
inline constexpr std::int64_t most_arrivals = (1 << 20) - 1;
inline constexpr std::int64_t most_bytes_of_phase = (1 << 20) - 1;

namespace detail {

// expects_arrivals<arrivals>, with the number as a value.
constexpr report arrivals_of(mapping const& arriving, std::int64_t arrivals) {
  core::arithmetic cx;
  report r;
  if (arrivals < 1 || arrivals > most_arrivals)
    return r.because(answer::no).say(clue::expected, arrivals).say(clue::at_most, most_arrivals);
  std::int64_t sum = 0;
  if (!arriving.fits) return beyond_64_bits(arriving);
  for (int i = 0; i < core::rank(arriving.of); ++i) {
    core::place const role = core::nth(arriving.of, i);
    // A negative pair would pass for a role of as many arrivals.
    for (int k = role.leaf; k < arriving.of.skip(role).leaf; ++k)
      if (arriving.of.at[k].extent.value < 1)
        return r.because(answer::no)
            .say(clue::in_mode, i)
            .say(clue::found, arriving.of.at[k].extent.value);
    if (arriving.of.at[role.leaf].extent.value > 1024)
      return r.because(answer::no)
          .say(clue::in_mode, i)
          .say(clue::found, arriving.of.at[role.leaf].extent.value)
          .say(clue::at_most, 1024);
    core::integer const n = core::size(cx, arriving.of, role);
    if (core::add_overflows(sum, n.value, sum)) return beyond_64_bits(arriving);
  }
  r.points = sum;
  if (sum != arrivals) r.because(answer::no);
  return r.say(clue::found, sum).say(clue::expected, arrivals);
}

}  // namespace detail

// The arrivals of a phase are those that the barrier counts. Argument: a shape with a mode for each
// role that arrives, (threads that arrive, blocks that they are in): 1 to 1024 threads, 1 block or
// more. Arrivals is 1 to 2^20-1, what mbarrier.init takes. Decided from the numbers. The leaders of
// 4 warps of two consumers in 2 blocks, at a barrier that counts 8:
//   "no: found 16, expected 8"
template <int Arrivals>
struct expects_arrivals {
  static constexpr char const* sentences[] = {
      "the barrier counts {expected} arrival{|s} a phase, and {found} come: {0} are (threads, "
      "blocks) of "
      "the roles that arrive",
      "an mbarrier counts 1 to {at_most} arrivals a phase, and {expected} {is|are} stated",
      "role {in_mode} of {0}, (threads, blocks), arrives with {found} threads, and a block has at "
      "most {at_most}",
      "role {in_mode} of {0}, (threads, blocks), has the number {found}: a role that arrives has "
      "at "
      "least 1 thread in 1 block",
      nullptr};
  static constexpr report decide(mapping const& arriving) {
    return detail::arrivals_of(arriving, Arrivals);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
