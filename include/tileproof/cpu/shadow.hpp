// SPDX-License-Identifier: BSL-1.0
//
// Defines the shadow memory: for each few bytes (a cell), the last write and the reads that matter
// for races.
//
//   interval 7: thread 3 writes cell c;  thread 5 reads c      race: same interval, two threads
//   interval 7: thread 3 writes c; barrier; thread 5 reads c   ordered: 7 comes before 8
//
// The order is happens-before. The only synchronisation between threads is the barrier of a block,
// so the vector clocks of a block's threads are equal after each: a clock is the number of an
// interval, the time between two barriers. Two accesses of one block are ordered if one thread made
// both or a barrier is between them. Accesses of two blocks of one launch are never ordered, those
// of two launches always. Interval numbers grow through all launches of a process. The idea of one
// last write and few reads in place of whole vector clocks: Flanagan and Freund, "FastTrack" (PLDI
// 2009).
//
// Cost: a cell has 32 bytes and stands for 16 to 1 bytes of memory; an access visits the cells that
// it covers.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// An access: its interval and its thread. Interval 0 is before every launch.
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

// The intervals that begin the launch, the block and the present. Pre: launch <= block <= now. An
// event before `launch` belongs to an earlier launch, one from `launch` to `block` to an earlier
// block of this one, one from `block` to `now` to this block.
struct moment {
  std::uint32_t launch = 1;  // the first one of this launch
  std::uint32_t block = 1;   // the first one of this block
  std::uint32_t now = 1;

  // Whether nothing orders event e before an access of `thread` now: e is of another block of this
  // launch, or of another thread in this interval. Shared memory of an earlier block has no
  // history. `thread` -1 is no thread's: an access that is unordered with every one of the
  // interval.
  bool unordered(event e, int thread, bool is_shared) const {
    if (e.interval < (is_shared ? block : launch)) return false;
    return e.interval < block || (e.interval == now && e.thread != thread);
  }
};

// Adds read e to a cell. The two reads that it keeps are such that a later write which races with
// any read also races with one of them. Reads of another block count in global memory only: shared
// memory begins anew with its block.
inline void note_read(cell& c, event e, moment const& m, bool is_shared) {
  std::uint32_t const first = is_shared ? m.block : m.launch;
  bool const by_another_block = c.read.interval >= first && c.read.interval < m.block;
  bool const kept = c.read_before.interval >= first && c.read_before.interval < m.block;
  if (by_another_block || (!kept && c.read.interval == m.now && c.read.thread != e.thread))
    c.read_before = c.read;
  c.read = e;
}

// Bytes and their history. A cell stands for `granule` bytes: 16 at first, halved for the whole
// memory whenever an access covers a part of a cell, so that no two elements share one by chance.
class memory {
 public:
  // `size` bytes owned by the caller, without history.
  memory(unsigned char* bytes, std::int64_t size, bool is_shared)
      : is_shared(is_shared),
        bytes_(bytes),
        size_(size),
        cells_(static_cast<std::size_t>((size + granule_ - 1) / granule_)) {}

  bool const is_shared;

  unsigned char* bytes() const { return bytes_; }

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

 private:
  unsigned char* bytes_;
  std::int64_t size_;
  std::int64_t granule_ = 16;
  std::vector<cell> cells_;

  // Parts each cell in two, both with its history.
  void halve() {
    granule_ /= 2;
    std::vector<cell> finer(static_cast<std::size_t>((size_ + granule_ - 1) / granule_));
    for (std::size_t i = 0; i < finer.size(); ++i) finer[i] = cells_[i / 2];
    cells_.swap(finer);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
