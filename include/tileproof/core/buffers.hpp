// SPDX-License-Identifier: BSL-1.0
//
// Defines place_buffers and find_overlap: offsets for buffers of one memory, of which two may share
// bytes if they are never in use at the same time; and the proof that no others do.
//
// atom/smem_allocator.hpp places the fields of shared memory with them: the tiles of a main loop in
// phase 0, the tile of the epilogue in phase 1 over the same bytes.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::core {

// A buffer of `bytes` bytes whose first byte is at a multiple of `alignment`, in use in the phases
// first to last, both included. `at` is its offset in bytes; any_offset: place_buffers chooses.
struct buffer {
  static constexpr std::int64_t any_offset = -1;
  std::int64_t bytes = 0;
  std::int64_t alignment = 1;
  int first = 0;
  int last = 0;
  std::int64_t at = any_offset;

  constexpr std::int64_t end() const { return at + bytes; }
};

// True if there is a phase in which both are in use.
constexpr bool live_together(buffer const& a, buffer const& b) {
  return a.first <= b.last && b.first <= a.last;
}
// True if both have an offset, and a byte in common that both use in a common phase.
constexpr bool overlap_live(buffer const& a, buffer const& b) {
  return a.at >= 0 && b.at >= 0 && a.bytes > 0 && b.bytes > 0 && a.at < b.end() && b.at < a.end() &&
         live_together(a, b);
}

// Gives each buffer that states no offset the least multiple of its alignment at which it overlaps
// no buffer of a common phase that has an offset: those that state one, and those before it. Pre:
// sizes are at least 0, their sum and the stated offsets are far below 2^62, alignments are powers
// of two. O(n^3).
constexpr void place_buffers(buffer* all, int count) {
  for (int i = 0; i < count; ++i) {
    if (all[i].at >= 0) continue;
    buffer b = all[i];
    b.at = 0;
    for (int j = 0; j < count; ++j) {
      if (j == i || !overlap_live(b, all[j])) continue;
      b.at = (all[j].end() + b.alignment - 1) / b.alignment * b.alignment;
      j = -1;  // the new place may meet a buffer that the old one did not
    }
    all[i].at = b.at;
  }
}

// The first pair of buffers that share a byte and a phase; {-1, -1} if there is none. O(n^2).
struct buffer_pair {
  int a = -1;
  int b = -1;
};
constexpr buffer_pair find_overlap(buffer const* all, int count) {
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      if (overlap_live(all[i], all[j])) return {i, j};
  return {};
}

// The end of the last buffer: the bytes of the memory.
constexpr std::int64_t bytes_of(buffer const* all, int count) {
  std::int64_t end = 0;
  for (int i = 0; i < count; ++i) end = all[i].end() > end ? all[i].end() : end;
  return end;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::core
