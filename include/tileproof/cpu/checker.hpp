// SPDX-License-Identifier: BSL-1.0
//
// Defines checker: it judges every access of a launch (bounds, alignment, races, cp.async,
// unwritten memory), and keeps its findings in a report.
//
// An access is an `attempt`, so many bits at a place of a region, by a thread. It is judged in this
// order. The first and the third refuse it (a read then gives zeros, a write does nothing), the
// others report it and let it happen:
//
//   out_of_bounds    a bit that belongs to no element of the region
//   out_of_bounds    a coordinate outside of its mode led there (cpu/coordinates.hpp)
//   misaligned       an address that is no multiple of the access's alignment
//   in_flight        a pending cp.async uses the bytes (cpu/flight.hpp)
//   race             another thread's access, one of the two a write, is unordered with this one
//   unwritten        a read of memory that nobody has written, decided when the interval ends
//
// Each is found whichever thread runs first: a read before a write in one interval is a race, not a
// read of unwritten memory. Not found: an access by a plain pointer, a wrong value in written
// memory, and anything on a path that the data did not take.
#pragma once

#include <tileproof/cpu/region.hpp>
#include <tileproof/cpu/report.hpp>

#include <algorithm>
#include <compare>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// A coordinate outside of its mode: in a tensor of shape (4,8), coordinate 4 of mode 0, a mode of
// extent 4.
struct outside {
  int mode = -1;  // -1: none is
  std::int64_t coordinate = 0;
  std::int64_t extent = 0;

  friend auto operator<=>(outside const&, outside const&) = default;
  std::string text(std::string const& of) const {
    return "coordinate " + std::to_string(coordinate) + " of mode " + std::to_string(mode) +
           " of a tensor in " + of + ", a mode of " + std::to_string(extent) + " elements";
  }
};

// A place in memory: a region, and an offset in bits from its element 0, which may lie outside.
struct place {
  region const* in = nullptr;
  std::int64_t bit = 0;             // counted from element 0 of the region
  outside const* wrong = nullptr;  // the first coordinate outside of its mode that led there
};

// An access that a thread is about to make: `bits` bits from a place on, by an instruction. The
// address must be a multiple of `alignment` bytes.
struct attempt : place {
  int bits;
  int alignment;  // the address is a multiple of so many bytes
  bool writes;
  int thread;
  instruction by = instruction::access;

  // The first element that it touches, and the beginning of its sentence: "thread 3 writes ".
  std::int64_t element() const { return bit / in->element_bits; }
  std::string does() const {
    return "thread " + std::to_string(thread) + (writes ? " writes " : " reads ");
  }
};

// The checks of one launch. The block tells it which thread runs and when an interval (the time
// between two barriers) ends; pointers, cp.async and instructions tell it each access. Cost of an
// access: O(cells that it covers), at most 16 for 16 bytes.
class checker {
 public:
  // The findings so far; the thread that runs now; the number of writes by all threads, with which
  // a reference finds that it is old.
  report said;
  int thread = 0;  // the thread that runs now
  std::uint64_t writes = 0;

  explicit checker(options const& o) : records_(o.records) {
    said.kernel = o.kernel;
    time_.launch = time_.block = time_.now = ++last_interval;
  }

  // Checks and notes an access. Returns the bytes to access; null where they must not be touched.
  unsigned char* access(attempt const& a) {
    if (!may_touch(a)) return nullptr;
    touch(a);
    return a.in->address(a.bit);
  }
  // Whether the access lies inside its region and is aligned; reports it otherwise. Also reports a
  // coordinate outside of its mode, which does not forbid the access. Records the access, if
  // options::records is set.
  bool may_touch(attempt const& a) {
    if (!a.in->contains(a.bit, a.bits)) {
      std::int64_t const i = first_outside(a);
      add(fault::out_of_bounds, a, -1, i, a.does() + a.in->element(i));
      return false;
    }
    if (a.wrong != nullptr)
      add(fault::out_of_bounds, a, -1, a.element(),
          "thread " + std::to_string(a.thread) + " uses " + a.wrong->text(a.in->name) + ", for " +
              a.in->element(a.element()));
    if (!is_aligned(a)) return false;
    if (records_)
      said.accesses.push_back({static_cast<int>(number_), a.thread, interval(), a.in->field,
                               a.in->field < 0 ? std::string_view(a.in->name) : std::string_view(),
                               a.element(), a.bits, a.writes, a.by});
    return true;
  }
  // A copy of o that lives as long as the checker.
  outside const* kept(outside const& o) { return &*outside_.insert(o).first; }
  // Whether the address of an access is aligned; reports it otherwise.
  bool is_aligned(attempt const& a) {
    auto const address = reinterpret_cast<std::uintptr_t>(a.in->address(a.bit));
    if (address % static_cast<std::uintptr_t>(a.alignment) == 0) return true;
    add(fault::misaligned, a, -1, a.element(),
        a.does() + std::to_string(a.bits / 8) + " bytes from " + a.in->element(a.element()) +
            " on");
    return false;
  }
  // Checks the access against those of other threads, and notes it. Pre: may_touch(a).
  void touch(attempt const& a) {
    judged j;
    every_cell(a, [&](cell const& c, std::int64_t byte) { judge(a, c, byte, j); });
    note(a);
  }
  // The destination of a cp.async counts as written when it is issued and when it has landed. No
  // access may touch it in between: take_off marks its cells with the thread, land clears them and
  // notes the write.
  void take_off(attempt const& to) {
    every_cell(
        to, [&](cell& c, std::int64_t) { c.copying = static_cast<std::uint16_t>(to.thread + 1); });
  }
  void land(attempt const& to) {
    every_cell(to, [&](cell& c, std::int64_t) { c.copying = 0; });
    note(to);
  }
  // The source of a cp.async counts as read when it is issued and when it has landed. No access may
  // write it in between: leave counts the copies that read a cell, have_left takes one away.
  void leave(attempt const& from) {
    every_cell(from, [&](cell& c, std::int64_t) { ++c.leaving; });
  }
  void have_left(attempt const& from) {
    every_cell(from, [&](cell& c, std::int64_t) { --c.leaving; });
    note(from);
  }
  // Gives the thread whose cp.async reads a byte of a region; -1: none. The block sets it.
  std::function<int(region const&, std::int64_t)> who_copies;

  // Begins a block of the grid, and an interval. `number` is its linear index.
  void begin_block(block_index const& block, std::int64_t number) {
    block_ = block;
    number_ = number;
    behind_.clear();
    time_.block = time_.now = ++last_interval;
    starts_.push_back({time_.now, block});
  }
  // Ends an interval: all threads of the block are at a barrier, or have returned. `barrier` is its
  // place in the source, for the findings of the next interval.
  void end_interval(std::string const& barrier) {
    settle_doubts();
    time_.now = ++last_interval;
    behind_ = barrier;
  }
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
        is_written = is_written && c.write.interval > r.must_be_written_after;
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
  // The number of the last interval so far, of any launch.
  static std::uint32_t latest() { return last_interval; }

  // The number of barriers that this block has passed.
  int interval() const { return static_cast<int>(time_.now - time_.block); }

  // Adds a finding. `what` is its sentence; `other` is the second thread of a race, or -1.
  void add(fault kind, attempt const& a, int other, std::int64_t element, std::string const& what) {
    add(kind, a.in, {kind, block_, a.thread, other, a.in->name, element, interval(), what, 1});
  }
  // Adds a finding in memory that is no region: registers.
  void add(fault kind, int who, std::string const& memory, std::int64_t element,
           std::string const& what) {
    add(kind, nullptr, {kind, block_, who, -1, memory, element, interval(), what, 1});
  }
  void add(fault kind, int who, std::string const& what) {
    add(kind, nullptr, {kind, block_, who, -1, {}, -1, interval(), what, 1});
  }

 private:
  static constexpr std::size_t most_findings = 64;
  static inline std::uint32_t last_interval = 0;  // the last interval of any launch

  struct start {
    std::uint32_t interval;
    block_index block;
  };

  bool records_;
  moment time_;
  block_index block_{};
  std::int64_t number_ = 0;
  std::string behind_;
  std::vector<attempt> doubts_;  // reads of memory that was unwritten by then
  std::vector<start> starts_;    // the intervals in which blocks began, ascending
  std::set<outside> outside_;
  std::map<std::tuple<fault, region const*, std::uint32_t>, std::size_t> first_;

  // The faults that an access has shown so far: one of each kind is reported, although it may cover
  // several cells.
  struct judged {
    bool in_flight = false;
    bool race = false;
    bool doubt = false;  // the last of doubts_ is part of this access
  };

  // Calls f(cell, its first byte in the region) for each cell of an access.
  template <class F>
  static void every_cell(attempt const& a, F const& f) {
    std::int64_t const first = a.bit / 8;
    std::int64_t const end = (a.bit + a.bits + 7) / 8;
    a.in->in->every_cell(a.in->at + first, end - first,
                         [&](cell& c, std::int64_t byte) { f(c, byte - a.in->at); });
  }
  // Notes an access in the history of its cells.
  void note(attempt const& a) {
    if (a.writes) ++writes;
    event const now{time_.now, static_cast<std::uint16_t>(a.thread)};
    every_cell(a, [&](cell& c, std::int64_t) {
      if (a.writes)
        c.write = now;
      else
        note_read(c, now, time_, a.in->in->is_shared);
    });
  }
  // Judges an access against the history of one cell, whose first byte in the region is `byte`.
  // Only the first fault of the list above is reported. The happens-before test is
  // moment::unordered (cpu/shadow.hpp).
  void judge(attempt const& a, cell const& c, std::int64_t byte, judged& j) {
    bool const is_shared = a.in->in->is_shared;
    std::int64_t const i = byte * 8 / a.in->element_bits;
    if (c.copying != 0 || (a.writes && c.leaving != 0)) {
      if (!std::exchange(j.in_flight, true)) add_in_flight(a, c, byte);
      return;
    }
    // ldmatrix gives a lane elements that others have written: its own write may be theirs.
    int const reader = a.by == instruction::matrix ? -1 : a.thread;
    if (time_.unordered(c.write, a.writes ? a.thread : reader, is_shared))
      return add_race(a, c.write, "wrote", i, j);
    if (a.writes && time_.unordered(c.read, a.thread, is_shared))
      return add_race(a, c.read, "read", i, j);
    if (a.writes && time_.unordered(c.read_before, a.thread, is_shared))
      return add_race(a, c.read_before, "read", i, j);
    // Unwritten so far: a write before the next barrier would make it a race.
    if (!a.writes && !a.in->is_written && c.write.interval < (is_shared ? time_.block : 1))
      add_doubt(a, byte, j);
  }
  // Reports an access that meets a pending copy: to the bytes that it writes, or a write to those
  // that it reads.
  void add_in_flight(attempt const& a, cell const& c, std::int64_t byte) {
    std::int64_t const i = byte * 8 / a.in->element_bits;
    int const other = c.copying != 0 ? c.copying - 1 : who_copies ? who_copies(*a.in, byte) : -1;
    add(fault::in_flight, a, other, i,
        a.does() + a.in->element(i) +
            (c.copying != 0
                 ? ", where a cp.async of thread " + std::to_string(other) + " is on its way"
                 : ", which a cp.async of thread " + std::to_string(other) +
                       " may still read: write it behind the wait for that copy"));
  }
  // Reports a race with the earlier access `before`, which `did` ("wrote", "read") element i.
  void add_race(attempt const& a, event before, char const* did, std::int64_t i, judged& j) {
    if (std::exchange(j.race, true)) return;
    std::string who = "thread " + std::to_string(before.thread);
    if (before.interval < time_.block) who += " of block " + block_of(before.interval);
    add(fault::race, a, before.thread, i,
        a.does() + a.in->element(i) + ", which " + who + " " + did);
  }
  // Keeps a read of a cell that is unwritten so far: another thread may still write it in this
  // interval, and then it is a race. Cells in line are one doubt.
  void add_doubt(attempt const& a, std::int64_t byte, judged& j) {
    std::int64_t const begin = std::max(a.bit, byte * 8);
    std::int64_t const end = std::min(a.bit + a.bits, (byte + a.in->in->granule()) * 8);
    if (j.doubt && doubts_.back().bit + doubts_.back().bits == begin) {
      doubts_.back().bits += static_cast<int>(end - begin);
      return;
    }
    j.doubt = true;
    doubts_.push_back(a);
    doubts_.back().bit = begin;
    doubts_.back().bits = static_cast<int>(end - begin);
  }
  // Ends an interval: a doubt that no write of another thread in the interval explains is a read of
  // unwritten memory.
  void settle_doubts() {
    std::vector<attempt> doubts;
    doubts.swap(doubts_);
    for (attempt const& a : doubts) {
      std::int64_t unwritten = -1;
      every_cell(a, [&](cell const& c, std::int64_t byte) {
        bool const raced = c.write.interval == time_.now && c.write.thread != a.thread;
        if (!raced && unwritten < 0) unwritten = std::max(a.bit, byte * 8) / a.in->element_bits;
      });
      if (unwritten >= 0)
        add(fault::unwritten, a, -1, unwritten,
            a.does() + a.in->element(unwritten) + ", which nobody has written");
    }
  }
  // Counts a fault, and keeps it as a finding if it is the first of its kind on this region in this
  // interval and there is room; otherwise it raises the count of the finding that is there.
  void add(fault kind, region const* in, finding f) {
    ++said.faults;
    auto const [place, is_new] =
        first_.try_emplace(std::tuple(kind, in, time_.now), said.findings.size());
    if (!is_new && place->second < said.findings.size()) ++said.findings[place->second].count;
    // The first finding of a kind always has room.
    if (!is_new) return;
    if (said.findings.size() >= most_findings && said.found(kind)) {
      place->second = std::numeric_limits<std::size_t>::max();
      return;
    }
    f.text = std::string(to_string(kind)) + ": kernel " + said.kernel + ", block " + text(block_) +
             ", " + f.text + "; interval " + std::to_string(interval());
    if (!behind_.empty()) f.text += ", behind the barrier at " + behind_;
    said.findings.push_back(std::move(f));
  }
  // The first element of an access that is outside of its region: negative before the beginning.
  static std::int64_t first_outside(attempt const& a) {
    int const n = a.in->element_bits;
    std::int64_t i = a.bit < 0 ? -((-a.bit + n - 1) / n) : a.bit / n;
    while (a.in->contains(i * n, n)) ++i;
    return i;
  }
  // The index of the block that ran in an earlier interval of this launch.
  std::string block_of(std::uint32_t interval) const {
    auto s = starts_.rbegin();
    while (s->interval > interval) ++s;
    return text(s->block);
  }
  static std::string text(block_index const& b) {
    return "(" + std::to_string(b[0]) + "," + std::to_string(b[1]) + "," + std::to_string(b[2]) +
           ")";
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
