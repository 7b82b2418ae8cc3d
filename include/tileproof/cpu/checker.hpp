// SPDX-License-Identifier: BSL-1.0
//
// Defines checker: it judges every access of a launch (bounds, alignment, races, pending copies,
// proxies, unwritten memory); its findings are in cpu/findings.hpp.
//
// An access is an `attempt`: a number of bits at a place of a region, by a thread. It is judged in
// the following order. The first and the third fault refuse it (a read then gives zeros, a write
// does nothing); the others are reported, and the access happens:
//
//   out_of_bounds    a bit that belongs to no element of the region
//   out_of_bounds    a coordinate outside of its mode led there (cpu/coordinates.hpp)
//   misaligned       an address that is no multiple of the access's alignment
//   barrier          an mbarrier lives in the bytes, which only its own operations may access
//   in_flight        a pending cp.async, TMA copy or wgmma uses the bytes
//   race             another agent's access, one of the two a write, is unordered with this one
//   proxy            TMA or wgmma reads, or TMA overwrites, bytes that a thread accessed, without a proxy
//                    fence in between
//   unwritten        a read of memory that nobody has written, decided when the interval ends
//
// Threads are numbered through the blocks of a cluster that run together (cpu/order.hpp).
//
// The faults do not depend on which thread runs first: a read before a write in one interval is a
// race, not a read of unwritten memory. Not found: an access by a plain pointer, a wrong value in
// written memory, and anything on a path that the data did not take.
#pragma once

#include <tileproof/cpu/access_history.hpp>
#include <tileproof/cpu/bank_conflicts.hpp>

#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The checks of one launch. The block tells it which thread runs and when an interval (the time
// between two __syncthreads) ends; pointers, cp.async and instructions tell it each access. Cost of
// an access: O(cells that it covers), at most 16 for 16 bytes.
class checker : public access_history {
 public:
  int thread = 0;  // the running thread

  checker(options const& o, int threads, int blocks)
      : access_history(o, threads, blocks), records_(o.records) {
    if (o.counts_bank_conflicts) banks_.emplace();
  }

  // Checks and notes an access. Returns the bytes to access; null where they must not be touched.
  unsigned char* access(attempt const& a) {
    if (!may_touch(a)) return nullptr;
    bool const is_of_block = a.in->block == happens.block_of(a.thread);
    if (a.in->block >= 0 && !is_of_block) visits(a);
    if (banks_ && is_of_block) banks_->note(a, in_block(a.thread));
    touch(a);
    return a.in->address(a.bit);
  }
  // Whether the access lies inside its region and is aligned; reports it otherwise. Also reports a
  // coordinate outside of its mode, which does not forbid the access. Records the access, if
  // options::records is set.
  bool may_touch(attempt const& a) {
    if (!a.in->contains(a.bit, a.bits)) {
      std::int64_t const i = first_outside(a);
      add(fault::out_of_bounds, a, -1, i, does(a) + a.in->element(i));
      return false;
    }
    if (a.wrong != nullptr)
      add(fault::out_of_bounds, a, -1, a.element(),
          who(a.thread) + " uses " + a.wrong->text(a.in->name) + ", for " +
              a.in->element(a.element()));
    if (!is_aligned(a)) return false;
    if (records_)
      said.accesses.push_back(
          {number_of(a.thread), in_block(a.thread), interval(a.thread), a.in->field,
           a.in->field < 0 ? std::string_view(a.in->name) : std::string_view(), a.element(), a.bits,
           a.writes, a.by, static_cast<std::int64_t>(said.actions.size())});
    return true;
  }
  // A copy of o that lives as long as the checker.
  outside const* kept(outside const& o) { return &*outside_.insert(o).first; }
  // Whether the address of an access is aligned; reports it otherwise.
  bool is_aligned(attempt const& a) {
    auto const address = reinterpret_cast<std::uintptr_t>(a.in->address(a.bit));
    if (address % static_cast<std::uintptr_t>(a.alignment) == 0) return true;
    add(fault::misaligned, a, -1, a.element(),
        does(a) + std::to_string(a.bits / 8) + " bytes from " + a.in->element(a.element()) + " on");
    return false;
  }
  // touch: checks the access against those of other threads, and notes it. judge: only checks it.
  // Pre: may_touch(a).
  void touch(attempt const& a) {
    judge(a);
    note(a, happens.now(a.thread));
  }
  void judge(attempt const& a) {
    if (a.in->in->has_barrier(a.in->at + a.bit / 8, (a.bits + 7) / 8))
      add(fault::barrier, a, -1, a.element(),
          does(a) + a.in->element(a.element()) +
              ", where an mbarrier lives: only mbarrier operations may access it before "
              "mbarrier.inval");
    judged j;
    every_cell(a, [&](cell const& c, std::int64_t byte) { judge(a, c, byte, j); });
  }
  // A reduction by TMA. It reads and writes, and races with every access except other reductions.
  void reduce(attempt const& to) {
    attempt read = to;
    read.writes = false;
    judge(read);
    judge(to);
    note(to, happens.next(order::reducer));
  }
  // An access of a flag. It races with every access except other accesses of flags.
  void use_flag(attempt const& a) {
    judge(a);
    note(a, happens.next(order::flags));
  }
  bool has_mbarriers = false;  // the launch uses mbarriers
  // Notes an access by a thread to another block's shared memory. mbarriers set it.
  std::function<void(attempt const&)> visits;
  // Returns the thread whose cp.async reads a byte of a region; -1: none does. The block sets it.
  std::function<int(region const&, std::int64_t)> who_copies;
  // Whether a pending cp.async of a thread uses a byte of a region. The block sets it.
  std::function<bool(int, region const&, std::int64_t)> is_cp_async;

  // Ends an interval of a block: all its threads are at a barrier, or have returned. `barrier` is
  // its place in the source, for the findings of the next interval.
  void end_interval(int rank, std::string const& barrier) {
    if (blocks() == 1) settle_doubts();
    happens.meet(rank);
    pass_barrier(rank, barrier);
  }
  // Ends the cluster.
  void end_cluster() {
    settle_doubts();
    if (banks_) banks_->end_cluster();
  }
  // Ends the launch, and gives up its report.
  report end_launch() {
    if (banks_) said.bank_conflicts = banks_->conflicts();
    return std::move(said);
  }

 private:
  // A read of memory that was unwritten at that time.
  struct unresolved_read : attempt {
    event by;
  };

  bool records_;
  std::optional<bank_counter> banks_;
  std::vector<unresolved_read> unresolved_reads_;
  std::set<outside> outside_;

  // Whether `holds` is true for one of the threads that execute the access together and get the
  // bytes that it reads.
  template <class Holds>
  bool any_lane(attempt const& a, Holds const& holds) const {
    int const together = a.by == instruction::matrix ? 32 : a.by == instruction::wgmma ? 128 : 1;
    int const first = a.thread - in_block(a.thread) % together;
    for (int t = first; t < first + together; ++t)
      if (holds(t)) return true;
    return false;
  }
  // The faults that an access has shown so far: one of each kind is reported, although it may cover
  // several cells.
  struct judged {
    bool in_flight = false;
    bool race = false;
    bool proxy = false;
    bool unresolved_read = false;  // the last of unresolved_reads_ is part of this access
  };

  // Whether nothing orders event e before an access of a thread now, to shared or global memory.
  // Shared memory of an earlier block has no history. Where several lanes do the access, each of
  // them has to know event e.
  bool unordered(event e, attempt const& a) const {
    std::uint32_t const cluster = happens.cluster();
    if (e.agent == order::reducer && a.by == instruction::reduction) return false;
    if (e.agent == order::flags && a.by == instruction::flag) return false;
    if (e.time < cluster) return !a.in->in->is_shared && e.time >= happens.launch();
    if (a.writes) return !happens.is_over(a.thread, e);
    return any_lane(a, [&](int t) { return !happens.knows(t, e); });
  }
  // Judges an access against the history of one cell, whose first byte in the region is `byte`.
  // Only the first fault of the list above is reported.
  void judge(attempt const& a, cell const& c, std::int64_t byte, judged& j) {
    auto const i = [&] { return byte * 8 / a.in->element_bits; };
    if (c.copying != 0 || (a.writes && c.leaving != 0)) {
      if (!std::exchange(j.in_flight, true)) add_in_flight(a, c, byte);
      return;
    }
    if (!happens.is_past(c.write) && unordered(c.write, a))
      return add_race(a, c.write, "wrote", i(), j);
    if (a.writes) {
      if (!happens.is_past(c.read) && unordered(c.read, a))
        return add_race(a, c.read, "read", i(), j);
      if (!happens.is_past(c.read_before) && unordered(c.read_before, a))
        return add_race(a, c.read_before, "read", i(), j);
      if (c.crowd != 0)
        for (event const& e : a.in->in->crowd(c))
          if (unordered(e, a)) return add_race(a, e, "read", i(), j);
    }
    if (is_asynchronous(a.by)) {
      judge_proxy(a, c.write, "wrote", i(), j);
      if (a.writes && judges_reads_) {
        judge_proxy(a, c.read, "read", i(), j);
        if (c.crowd != 0)
          for (event const& e : a.in->in->crowd(c)) judge_proxy(a, e, "read", i(), j);
      }
    }
    // The cell is unwritten so far; a write before the next barrier would make the read a race.
    if (!a.writes && !a.in->is_written &&
        c.write.time < (a.in->in->is_shared ? happens.cluster() : 1))
      add_doubt(a, byte, j);
  }
  // Reports an access through the async proxy to bytes that were accessed through the generic proxy
  // before, as event `before`, if no fence.proxy.async for that memory is in between. The fence may
  // be by the thread that made the earlier access, before it synchronised, or by a thread that
  // comes after it. From PTX ISA, "Causality order": operations through two proxies on one address
  // are ordered by a proxy fence along the way. (Two through the async proxy need none: the
  // completion of the first one is followed by an implicit fence.)
  void judge_proxy(attempt const& a, event before, char const* did, std::int64_t i, judged& j) {
    bool const is_shared = a.in->in->is_shared;
    if (before.is_async || order::is_atomic(before.agent) || before.time < happens.cluster())
      return;
    auto const is_unfenced = [&](int t) {
      return !happens.is_fenced(t, before, a.in->in->block, a.writes);
    };
    if (!any_lane(a, is_unfenced) || std::exchange(j.proxy, true)) return;
    add(fault::proxy, a, before.agent, i,
        does(a) + a.in->element(i) + (a.by == instruction::wgmma ? " by wgmma" : " by TMA") +
            ", which " + who(before.agent) + " " + did + ", and no " +
            (is_shared ? "fence_view_async_shared()" : "fence_view_async()") + " is in between");
  }
  // Reports an access to the bytes that a pending copy writes, or a write to the bytes that it
  // reads.
  void add_in_flight(attempt const& a, cell const& c, std::int64_t byte) {
    std::int64_t const i = byte * 8 / a.in->element_bits;
    int const other = c.copying != 0 ? c.copying - 1 : who_copies ? who_copies(*a.in, byte) : -1;
    // A cell knows the thread of a pending cp.async; other pending copies are by TMA.
    std::string const pending =
        is_cp_async && is_cp_async(other, *a.in, byte) ? "a cp.async of " : "a copy by TMA of ";
    add(fault::in_flight, a, other, i,
        does(a) + a.in->element(i) +
            (c.copying != 0 ? ", where " + pending + who(other) + " is on its way"
             : other < 0    ? ", which a TMA store or wgmma may still read: write it after the "
                              "wait for that"
                            : ", which " + pending + who(other) +
                               " may still read: write it after the wait for that copy"));
  }
  // Reports a race with the earlier access `before`, which `did` ("wrote", "read") element i.
  void add_race(attempt const& a, event before, char const* did, std::int64_t i, judged& j) {
    if (std::exchange(j.race, true)) return;
    add(fault::race, a, before.agent, i,
        does(a) + a.in->element(i) + ", which " + who_did(before) + " " + did);
  }
  // Keeps a read of a cell that is unwritten so far: if another thread writes it later in this
  // interval, it is a race. Adjacent cells are one unresolved_read.
  void add_doubt(attempt const& a, std::int64_t byte, judged& j) {
    std::int64_t const begin = std::max(a.bit, byte * 8);
    std::int64_t const end = std::min(a.bit + a.bits, (byte + a.in->in->granule()) * 8);
    if (j.unresolved_read &&
        unresolved_reads_.back().bit + unresolved_reads_.back().bits == begin) {
      unresolved_reads_.back().bits += static_cast<int>(end - begin);
      return;
    }
    j.unresolved_read = true;
    unresolved_reads_.push_back({a, happens.now(a.thread)});
    unresolved_reads_.back().bit = begin;
    unresolved_reads_.back().bits = static_cast<int>(end - begin);
  }
  // Called at the end of an interval. An unresolved_read without an unordered write of another
  // agent is a read of unwritten memory.
  void settle_doubts() {
    std::vector<unresolved_read> unresolved_reads;
    unresolved_reads.swap(unresolved_reads_);
    for (unresolved_read const& a : unresolved_reads) {
      std::int64_t unwritten = -1;
      every_cell(a, [&](cell const& c, std::int64_t byte) {
        int const writer = happens.is_thread(c.write.agent) || order::is_atomic(c.write.agent) ||
                                   c.write.time < happens.cluster()
                               ? c.write.agent
                               : agent_at(c.write.agent).issuer;
        bool const raced = c.write.time >= happens.cluster() && c.write.agent != a.thread &&
                           !order::is_atomic(c.write.agent) && !happens.is_over(writer, a.by);
        if (!raced && unwritten < 0) unwritten = std::max(a.bit, byte * 8) / a.in->element_bits;
      });
      if (unwritten >= 0)
        add(fault::unwritten, a, -1, unwritten,
            does(a) + a.in->element(unwritten) + ", which nobody has written");
    }
  }
  // The first element of an access that is outside of its region; negative if it is before the
  // beginning.
  static std::int64_t first_outside(attempt const& a) {
    int const n = a.in->element_bits;
    std::int64_t i = a.bit < 0 ? -((-a.bit + n - 1) / n) : a.bit / n;
    while (a.in->contains(i * n, n)) ++i;
    return i;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
