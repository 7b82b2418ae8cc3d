// SPDX-License-Identifier: BSL-1.0
//
// Defines the shadow memory: for each few bytes (a cell), the last write and the reads that matter
// for races.
//
//   thread 3 writes cell c; thread 5 reads c               race: nothing orders them
//   thread 3 writes c; barrier; thread 5 reads c           ordered: thread 5 knows the write
//
// cpu/order.hpp decides which accesses a thread knows, that is, is ordered after. A cell keeps the
// last write, since a write that was unordered with an earlier one was reported when it happened.
// It also keeps each read since that write, unless a later read knew it.
//
// Reads through the generic proxy are kept longer: a later write by TMA requires a proxy fence
// after them, and a read by TMA or wgmma in between does not replace this fence. So such a read
// does not remove them; when every thread knows several of them, one is kept for all.
//
// Cost: a cell has 32 bytes and stands for 16 to 1 bytes of memory; an access visits the cells that
// it covers. Unordered reads of one cell by many threads cost 8 bytes each.
#pragma once

#include <tileproof/cpu/order.hpp>

#include <iterator>
#include <set>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The history of one cell.
struct cell {
  event write;
  event read;                 // the last one
  event read_before;          // in global memory: the last one by an earlier block of this launch
  std::uint16_t copying = 0;  // 1 + the thread whose pending copy writes here; 0: none
  std::uint16_t leaving = 0;  // the number of pending operations that read here
  std::uint32_t crowd = 0;    // more reads, unordered with the last one: memory::crowd; 0: none
};

// Bytes and their history. A cell stands for `granule` bytes: 16 at first, halved for the whole
// memory whenever an access covers a part of a cell, so that no two elements share one by chance.
class memory {
 public:
  // `size` bytes owned by the caller, without history: the shared memory of block `block` of those
  // that run together, or global memory (-1).
  memory(unsigned char* bytes, std::int64_t size, int block)
      : block(block),
        is_shared(block >= 0),
        bytes_(bytes),
        size_(size),
        cells_(static_cast<std::size_t>((size + granule_ - 1) / granule_)) {}

  int const block;
  bool const is_shared;

  unsigned char* bytes() const { return bytes_; }

  // An mbarrier occupies the 8 bytes from `byte` on, from mbarrier.init to mbarrier.inval or the
  // end of the block. The last function returns whether one occupies some of the bytes [from, from
  // + n).
  void begin_barrier(std::int64_t byte) { barriers_.insert(byte); }
  void end_barrier(std::int64_t byte) { barriers_.erase(byte); }
  void end_barriers() { barriers_.clear(); }
  bool has_barrier(std::int64_t from, std::int64_t n) const {
    if (barriers_.empty() || from + n <= *barriers_.begin()) return false;
    auto const next = barriers_.lower_bound(from + n);
    return next != barriers_.begin() && *std::prev(next) + 8 > from;
  }

  // The number of bytes of a cell.
  std::int64_t granule() const { return granule_; }
  // Calls f(cell, its first byte) for the cells of bytes [from, from + n). Pre: they lie in the
  // memory.
  template <class F>
  void every_cell(std::int64_t from, std::int64_t n, F const& f) {
    while (from % granule_ != 0 || n % granule_ != 0) halve();
    for (std::int64_t at = from; at < from + n; at += granule_)
      f(cells_[static_cast<std::size_t>(at / granule_)], at);
  }

  // The reads of a cell besides the last one.
  std::vector<event> const& crowd(cell const& c) const { return crowds_[c.crowd].reads; }

  // Notes a write by `e`. Pre: it was judged. Earlier reads need no longer be kept; a proxy fence
  // after the write is after them, too.
  void note_write(cell& c, event e) {
    c.write = e;
    c.read.is_async = true;
    if (c.crowd != 0) crowds_[c.crowd].reads.clear();
  }
  // Notes a read. An earlier read that the agent of e knows need no longer be kept, since whoever
  // knows e knows it, too. With `keeps_generic`, an earlier read through the generic proxy is kept
  // if e is not one.
  void note_read(cell& c, event e, order const& o, bool keeps_generic) {
    if (c.read.agent == e.agent && c.read.time == e.time) {
      c.read.is_async = c.read.is_async && e.is_async;
      return;
    }
    if (keeps_generic && e.is_async && !c.read.is_async && c.read.time >= o.cluster())
      keep(c, o);
    else if (!o.is_past(c.read))
      replace(c, e, o);
    c.read = e;
  }

 private:
  struct some_reads {
    std::vector<event> reads;  // the last read of each agent and proxy, sorted by agent
    std::uint32_t floor = 0;   // the floor of the block when they were last checked
  };

  unsigned char* bytes_;
  std::int64_t size_;
  std::int64_t granule_ = 16;
  std::vector<cell> cells_;
  std::vector<some_reads> crowds_{1};
  std::set<std::int64_t> barriers_;

  // Replaces the last read of a cell by e, and keeps the old one among the other reads if it is
  // still needed.
  void replace(cell& c, event e, order const& o) {
    if (c.read.time < o.cluster()) {
      if (!is_shared) c.read_before = c.read;
    } else if (c.read.agent != e.agent && !(o.is_thread(e.agent) && o.knows(e.agent, c.read))) {
      keep(c, o);
    }
  }
  // Adds the last read of a cell to its other reads.
  void keep(cell& c, order const& o) {
    if (c.crowd == 0) {
      c.crowd = static_cast<std::uint32_t>(crowds_.size());
      crowds_.emplace_back();
    }
    auto& [reads, floor] = crowds_[c.crowd];
    // Reads that all threads know need not be kept, and neither do reads from before the cluster.
    // One of the reads that await a proxy fence is enough: a fence after it comes after the others,
    // too.
    if (std::uint32_t const known = o.lowest_floor(); floor < known) {
      floor = known;
      bool has_one = false;
      std::erase_if(reads, [&](event r) {
        if (r.time < o.cluster()) return true;
        if (r.time >= known || !o.is_thread(r.agent)) return false;
        return r.is_async || o.is_fenced_for_all(r, block) || std::exchange(has_one, true);
      });
    }
    auto const is_before = [](event r, event e) {
      return r.agent < e.agent || (r.agent == e.agent && r.is_async < e.is_async);
    };
    auto const at = std::lower_bound(reads.begin(), reads.end(), c.read, is_before);
    if (at != reads.end() && !is_before(c.read, *at))
      *at = c.read;
    else
      reads.insert(at, c.read);
  }
  // Divides each cell into two, both with its history.
  void halve() {
    granule_ /= 2;
    std::vector<cell> finer(static_cast<std::size_t>((size_ + granule_ - 1) / granule_));
    for (std::size_t i = 0; i < finer.size(); ++i) {
      finer[i] = cells_[i / 2];
      if (i % 2 == 0 || finer[i].crowd == 0) continue;
      finer[i].crowd = static_cast<std::uint32_t>(crowds_.size());
      some_reads same = crowds_[cells_[i / 2].crowd];
      crowds_.push_back(std::move(same));
    }
    cells_.swap(finer);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
