// SPDX-License-Identifier: BSL-1.0
//
// fits_register_file: after setmaxnreg, the registers of all warpgroups are those that the block
// was launched with, or fewer. Use it where a kernel moves registers from its producer to its
// consumers.
//
//   // 384 threads: 168 registers each at launch, 504 for each triple of threads
//   require<fits_register_file<384>>(Shape<_24, _240, _240>{});
//   require<fits_register_file<384>>(Shape<_32, _240, _240>{});  // refused: 512
#pragma once

#include <tileproof/prove/registers_at_launch.hpp>
#include <tileproof/prove/require.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(threads_of_block);  // of a kernel

namespace detail {

// fits_register_file<threads, at_launch>, with its numbers as values.
constexpr report register_file_of(mapping const& warpgroups, std::int64_t threads,
                                  std::int64_t at_launch) {
  report r;
  if (threads < 1 || threads > threads_of_largest_block)
    return r.because(answer::no)
        .say(clue::threads_of_block, threads)
        .say(clue::at_most, threads_of_largest_block);
  if (at_launch < 1 || at_launch > registers_of_thread)
    return r.because(answer::no)
        .say(clue::found, at_launch)
        .say(clue::at_least, 1)
        .say(clue::at_most, registers_of_thread);
  if (warpgroups.of.full) return too_many_leaves(warpgroups.size);
  std::int64_t const allocated = (at_launch + 7) / 8 * 8;
  std::int64_t const all = allocated * threads_with_registers(threads);
  if (all > registers_of_sm) {
    r.because(answer::no);
    if (threads_with_registers(threads) != threads)
      r.say(clue::threads_of_block, threads, threads_with_registers(threads));
    else
      r.say(clue::threads_of_block, threads);
    return r.say(clue::found, all).say(clue::expected, registers_of_sm);
  }
  if (warpgroups.of.count > threads / 128)
    return r.because(answer::no)
        .say(clue::threads_of_block, threads)
        .say(clue::found, int{warpgroups.of.count})
        .say(clue::at_most, threads / 128);
  std::int64_t sum = 0;
  report::named each{&clue::in_registers, 0, {}};
  for (int i = 0; i < warpgroups.of.count; ++i) {
    std::int64_t const n = warpgroups.of.at[i].extent.value;
    if (n < 24 || n > 256 || n % 8 != 0)
      return r.because(answer::no)
          .say(clue::found, n)
          .say(clue::expected, 8)
          .say(clue::at_least, 24)
          .say(clue::at_most, 256);
    sum += n;
    if (each.count < report::most_numbers) each.at[each.count++] = n;
  }
  std::int64_t const given = warpgroups.of.count * allocated;
  if (sum > given) r.because(answer::no);
  return r.add(each).say(clue::found, sum).say(clue::expected, given);
}

// The warpgroup of the fewest or the most registers.
constexpr int extreme_warpgroup(core::layout const& m, bool is_least) {
  int at = 0;
  for (int i = 1; i < m.count; ++i) {
    std::int64_t const more = m.at[i].extent.value - m.at[at].extent.value;
    if (is_least ? more < 0 : more > 0) at = i;
  }
  return at;
}
// Writes the numbers that would do: the smallest lowered, where that is enough, or else the largest
// ones.
constexpr void put_register_remedy(core::remedy& t, report const& r, core::layout m) {
  if (!r.has(clue::in_registers)) return;
  std::int64_t const excess = r(clue::found) - r(clue::expected);
  bool const is_least = m.at[extreme_warpgroup(m, true)].extent.value - excess >= 24;
  for (std::int64_t less = 0; less < excess; less += 8) {
    core::integer& n = m.at[extreme_warpgroup(m, is_least)].extent;
    n = core::fixed(n.value - 8);
  }
  for (int i = 0; i < m.count; ++i) {
    t.put(i == 0 ? "(" : ",");
    t.put(m.at[i].extent.value);
  }
  t.put(") would do");
}

}  // namespace detail

// setmaxnreg leaves no warpgroup without registers. The argument is a shape: the registers of a
// thread in each warpgroup that executes it. Each is a multiple of 8 from 24 to 256, and together
// they are at most what these warpgroups were launched with, AtLaunch a thread (allocated in
// multiples of 8): otherwise an increase waits for ever. The block has 1 to 1024 Threads, at least
// 128 for each of these warpgroups; each thread had AtLaunch registers, 1 to 255, which an SM must
// have for the block's warps in groups of four. From PTX ISA, "setmaxnreg". Decided from the
// numbers alone. The report has the registers of one thread of each warpgroup, and those at launch:
//   "no: in registers (32,240,240), found 512, expected 504"
template <int Threads, int AtLaunch = registers_at_launch(Threads)>
struct fits_register_file {
  static constexpr std::int64_t wanted = AtLaunch;
  static constexpr char const* sentences[] = {
      "setmaxnreg: {found} registers a thread are asked for, and it must be a multiple of "
      "{expected} "
      "from {at_least} to {at_most}",
      "setmaxnreg: {in_registers} registers a thread are {found} in all, and the warpgroups have "
      "{expected}, "
      "{wanted} each at launch: an increase waits for ever",
      "a block of {threads_of_block:0} threads has the registers of {threads_of_block:1}, whole "
      "groups of four warps: with {wanted} each it takes {found}, and an SM has {expected}",
      "a block of {threads_of_block} threads with {wanted} registers each takes {found}, and an SM "
      "has "
      "{expected}",
      "setmaxnreg: {found} warpgroups change their registers, and a block of {threads_of_block} "
      "threads has {at_most}",
      "a block of {threads_of_block} threads: it has 1 to {at_most}",
      "a thread is launched with {at_least} to {at_most} registers, and {found} are stated",
      nullptr};

  static constexpr report decide(mapping const& warpgroups) {
    return detail::register_file_of(warpgroups, Threads, AtLaunch);
  }

  static constexpr void remedy(core::remedy& t, report const& r, mapping const& warpgroups) {
    detail::put_register_remedy(t, r, warpgroups.of);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
