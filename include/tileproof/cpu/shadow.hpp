// SPDX-License-Identifier: BSL-1.0
//
// The history of memory: for each few bytes, the last write and the reads that matter for races.
//
// The only synchronisation between threads is the barrier of a block, so the vector clocks of a
// block's threads are equal after each: a clock is the number of an interval, the time between two
// barriers. Two accesses of one block are ordered if one thread made both or a barrier is between
// them. Accesses of two blocks of one launch are never ordered, those of two launches always.
// Interval numbers grow through all launches of a process.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// An access: its interval and its thread.
struct event {
  std::uint32_t interval = 0;  // 0: never
  std::uint16_t thread = 0;
};

// The history of one cell. Two reads are enough: of any set of reads, a write that is unordered
// with one of them is also unordered with the last, or with one that differs from it in its thread
// or its block.
struct cell {
  event write;
  event read;
  event read_before;
  std::uint16_t copying = 0;  // 1 + the thread whose pending cp.async writes here; 0: none
  std::uint32_t leaving = 0;  // the number of pending cp.async that read here
};

// The intervals that begin the launch, the block and the present. Pre: launch <= block <= now.
struct moment {
  std::uint32_t launch = 1;  // the first one of this launch
  std::uint32_t block = 1;   // the first one of this block
  std::uint32_t now = 1;

  // Whether nothing orders event e before an access of `thread` now. Shared memory of an earlier
  // block has no history.
  bool unordered(event e, int thread, bool is_shared) const {
    if (e.interval < (is_shared ? block : launch)) return false;
    return e.interval < block || (e.interval == now && e.thread != thread);
  }
};

// Adds a read to a cell. Reads of another block count in global memory only: shared memory begins
// anew with its block.
inline void note_read(cell& c, event e, moment const& m, bool is_shared) {
  std::uint32_t const first = is_shared ? m.block : m.launch;
  bool const by_another_block = c.read.interval >= first && c.read.interval < m.block;
  bool const kept = c.read_before.interval >= first && c.read_before.interval < m.block;
  if (by_another_block || (!kept && c.read.interval == m.now && c.read.thread != e.thread))
    c.read_before = c.read;
  c.read = e;
}

// Bytes and their history. A cell stands for `granule` bytes: as few as an access has needed.
class memory {
 public:
  memory(unsigned char* bytes, std::int64_t size, bool is_shared)
      : is_shared(is_shared),
        bytes_(bytes),
        size_(size),
        cells_(static_cast<std::size_t>((size + granule_ - 1) / granule_)) {}

  bool const is_shared;

  unsigned char* bytes() const { return bytes_; }

  // The number of bytes of a cell.
  std::int64_t granule() const { return granule_; }
  // Calls f(cell, its first byte) for the cells of bytes [from, from + n).
  template <class F>
  void every_cell(std::int64_t from, std::int64_t n, F const& f) {
    while (from % granule_ != 0 || n % granule_ != 0) halve();
    for (std::int64_t at = from; at < from + n; at += granule_)
      f(cells_[static_cast<std::size_t>(at / granule_)], at);
  }

 private:
  unsigned char* bytes_;
  std::int64_t size_;
  std::int64_t granule_ = 16;
  std::vector<cell> cells_;

  void halve() {
    granule_ /= 2;
    std::vector<cell> finer(static_cast<std::size_t>((size_ + granule_ - 1) / granule_));
    for (std::size_t i = 0; i < finer.size(); ++i) finer[i] = cells_[i / 2];
    cells_.swap(finer);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
