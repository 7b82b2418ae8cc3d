// SPDX-License-Identifier: BSL-1.0
//
// Defines access_history, a base of cpu/checker.hpp. It notes accesses in the cells of memory that
// they cover, and marks the cells that a pending copy will write or read. It also finds elements
// that were never written.
#pragma once

#include <tileproof/cpu/findings.hpp>

#include <cstdint>
#include <stdexcept>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

class access_history : public findings {
 public:
  // The number of writes by all threads. A reference compares it with the number at its own
  // construction, to find out that it is old.
  std::uint64_t writes = 0;

  access_history(options const& o, int threads, int blocks)
      : findings(o, threads, blocks), judges_reads_(!o.reads_need_no_proxy_fence) {}

  // The destination of a pending copy counts as written when it is issued and when it has landed.
  // No access may touch it in between: take_off marks its cells with the thread, land clears them
  // and notes the write as the event `by`.
  void take_off(attempt const& to) {
    every_cell(
        to, [&](cell& c, std::int64_t) { c.copying = static_cast<std::uint16_t>(to.thread + 1); });
  }
  void land(attempt const& to, event by) {
    every_cell(to, [&](cell& c, std::int64_t) { c.copying = 0; });
    note(to, by);
    if (!happens.is_thread(by.agent) && !order::is_atomic(by.agent))
      agent_at(by.agent).issuer = to.thread;
  }
  void land(attempt const& to) { land(to, happens.now(to.thread)); }
  // The source of a pending copy counts as read when it is issued and when it has landed. No access
  // may write it in between: leave counts the operations that read a cell, have_left takes one
  // away.
  void leave(attempt const& from) {
    every_cell(from, [&](cell& c, std::int64_t) {
      if (++c.leaving == 0) throw std::length_error("more than 65535 copies of one address");
    });
  }
  void have_left(attempt const& from, event by) {
    let_go(from);
    note(from, by);
  }
  void have_left(attempt const& from) { have_left(from, happens.now(from.thread)); }
  void let_go(attempt const& from) {
    every_cell(from, [&](cell& c, std::int64_t) { --c.leaving; });
  }
  // Notes a read by an agent that is not a thread.
  void note_read(attempt const& a, event by) { note(a, by); }
  // Reports the elements of an output that no thread of the launch has written
  // (fault::not_written): one finding, the first element as the example. O(elements).
  void require_written(region const& r) {
    std::int64_t missing = 0;
    std::int64_t first = 0;
    for (std::int64_t i = r.elements - 1; i >= 0; --i) {
      attempt const a{{&r, i * r.element_bits}, r.element_bits, 1, true, -1};
      if (!r.contains(a.bit, a.bits)) continue;
      bool is_written = true;
      every_cell(a, [&](cell const& c, std::int64_t) {
        is_written = is_written && c.write.time > r.must_be_written_after;
      });
      if (is_written) continue;
      ++missing;
      first = i;
    }
    if (missing == 0) return;
    said.faults += missing;
    said.findings.push_back({fault::not_written, block_index{}, -1, -1, r.name, first, 0,
                             std::string(to_string(fault::not_written)) + ": kernel " +
                                 said.kernel + ", no thread of the launch has written " +
                                 r.element(first) +
                                 "; check the tiles, the predicates and the size of the grid",
                             missing});
  }
  // The last time so far, of any launch.
  static std::uint32_t latest() { return order::last; }

 protected:
  bool judges_reads_;  // whether reads of the generic proxy matter before a write by TMA

  // Whether an instruction accesses memory through the async proxy.
  static bool is_asynchronous(instruction by) {
    return by == instruction::tma || by == instruction::reduction || by == instruction::wgmma;
  }
  // Calls f(cell, its first byte in the region) for each cell of an access.
  template <class F>
  static void every_cell(attempt const& a, F const& f) {
    std::int64_t const first = a.bit / 8;
    std::int64_t const end = (a.bit + a.bits + 7) / 8;
    a.in->in->every_cell(a.in->at + first, end - first,
                         [&](cell& c, std::int64_t byte) { f(c, byte - a.in->at); });
  }
  // Notes an access in the history of its cells, as event `by`.
  void note(attempt const& a, event by) {
    if (a.writes) ++writes;
    by.is_async = is_asynchronous(a.by);
    every_cell(a, [&](cell& c, std::int64_t) {
      if (a.writes)
        a.in->in->note_write(c, by);
      else
        a.in->in->note_read(c, by, happens, judges_reads_);
    });
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
