// SPDX-License-Identifier: BSL-1.0
//
// Defines flags: counters in global memory by which blocks wait for one another (atom/flag.hpp), on
// the CPU.
//
//   ctx.arrive_flag(p)     adds 1: red.release.gpu
//   ctx.wait_flag(p, 3)    suspends the thread until the counter has come to 3: ld.acquire.gpu
//   ctx.reset_flag(p)      makes it 0 for the next launch: st.relaxed.gpu
//
// A thread that waits for a count is ordered after the arrivals up to that count, and not after
// later ones, although these may have come: on a GPU the thread may look at the very moment at
// which the count is reached. So a read whose wait counts one arrival too few is a race in every
// order of the threads.
//
// Found: a plain access of a counter in the same launch (fault::race), a reset by a thread that has
// not waited for all arrivals, and a use after a reset (fault::race), a counter that is not in
// global memory (fault::wrong_memory), a wait that never ends (fault::deadlock), and a wait for
// arrivals of blocks that do not run together with the waiting one (fault::barrier;
// options::resident). Not found here: a counter that was not 0 at launch. Reads that come too early
// because of it are found.
#pragma once

#include <tileproof/cpu/block.hpp>
#include <tileproof/cpu/copy_instructions.hpp>

#include <map>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class flags {
 public:
  explicit flags(block& b) : block_(b), check_(b.check) {
    b.at_begin.push_back([this] { begin(); });
  }

  // red.release.gpu.global.add.u32 of 1.
  void arrive(place const& p) {
    attempt const a = use(p, true);
    if (!check_.may_touch(a)) return;
    check_.use_flag(a);
    flag& f = flag_at(a);
    history h = f.after.empty() ? history{} : f.after.back();
    check_.happens.release(check_.thread, h);
    f.after.push_back(std::move(h));
    std::uint32_t const sum = value_of(a) + 1;
    std::memcpy(a.in->address(a.bit), &sum, sizeof(sum));
  }
  // ld.acquire.gpu.global.u32, until the counter has come to `count`.
  void wait(place const& p, std::uint32_t count) {
    attempt const a = use(p, false);
    if (!check_.may_touch(a)) return;
    flag& f = flag_at(a);
    block_.wait_for(flag_wait(a, count, block_.others_in_grid));
    check_.use_flag(a);
    // The number of awaited arrivals of the blocks that run now, and of blocks that have ended.
    std::int32_t const counted = static_cast<std::int32_t>(count - f.first);
    if (counted > 0 && !f.after.empty()) {
      std::size_t const n = std::min(static_cast<std::size_t>(counted), f.after.size());
      check_.happens.acquire(check_.thread, f.after[n - 1]);
      f.waited[check_.thread] = std::max(f.waited[check_.thread], n);
    }
    if (counted + static_cast<std::int32_t>(f.before) > 0 && f.before > 0)
      check_.add(fault::barrier, check_.thread,
                 check_.who(check_.thread) + " waits for flag " + a.in->element(a.element()) +
                     " to come to " + std::to_string(count) +
                     ", and it counts arrivals of blocks that do not run beside it: a flag orders "
                     "blocks that are resident together (options::resident)");
  }

  // st.relaxed.gpu.global.u32 of 0.
  void reset(place const& p) {
    attempt const a = use(p, true);
    if (!check_.may_touch(a)) return;
    check_.use_flag(a);
    flag& f = flag_at(a);
    if (f.waited[check_.thread] != f.after.size())
      check_.add(fault::race, check_.thread,
                 check_.who(check_.thread) + " resets flag " + a.in->element(a.element()) +
                     ", and has not waited for all arrivals there");
    f.is_reset = true;
    std::uint32_t const none = 0;
    std::memcpy(a.in->address(a.bit), &none, sizeof(none));
  }

 private:
  // A counter, since the running blocks began.
  struct flag {
    std::uint32_t first = 0;            // its value then
    std::uint32_t before = 0;           // earlier arrivals in this launch
    std::vector<history> after;         // what the first 1, 2, ... arrivals published
    std::map<int, std::size_t> waited;  // by a thread: the arrivals that it has waited for
    bool is_reset = false;              // in this launch
  };
  static std::uint32_t value_of(attempt const& a) {
    std::uint32_t n = 0;
    std::memcpy(&n, a.in->address(a.bit), sizeof(n));
    return n;
  }
  class flag_wait final : public waiting {
   public:
    flag_wait(attempt const& at, std::uint32_t count, std::int64_t others)
        : at_(at), count_(count), others_(others) {}
    bool has_come() const override { return missing() <= 0; }
    std::string text() const override {
      return "flag " + at_.in->element(at_.element()) + " to come to " + std::to_string(count_) +
             ", which is " + std::to_string(value_of(at_)) + ": " + std::to_string(missing()) +
             (missing() == 1 ? " arrival is missing" : " arrivals are missing") +
             (others_ == 0 ? ""
                           : " (" + std::to_string(others_) +
                                 " blocks of the grid do not run beside these: options::resident)");
    }

   private:
    attempt at_;
    std::uint32_t count_;
    std::int64_t others_;
    std::int32_t missing() const { return static_cast<std::int32_t>(count_ - value_of(at_)); }
  };

  block& block_;
  checker& check_;
  std::map<std::pair<memory const*, std::int64_t>, flag> all_;

  attempt use(place const& p, bool writes) const {
    attempt const a{p, 32, 4, writes, check_.thread, instruction::flag};
    require_memory(a, false);
    return a;
  }
  // The counter of a use, and whether that comes too late.
  flag& flag_at(attempt const& a) {
    auto const [found, is_new] = all_.try_emplace({a.in->in, a.in->at + a.bit / 8});
    if (is_new) found->second.first = value_of(a);
    if (found->second.is_reset)
      check_.add(fault::race, check_.thread,
                 check_.who(check_.thread) + " uses flag " + a.in->element(a.element()) +
                     " after its reset: a reset is the last use in a launch");
    return found->second;
  }
  // Called when blocks begin: they are not ordered after earlier blocks.
  void begin() {
    for (auto& [at, f] : all_) {
      std::uint32_t const came = static_cast<std::uint32_t>(f.after.size());
      f.first += came, f.before += came;
      f.after.clear(), f.waited.clear();
    }
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
