// SPDX-License-Identifier: BSL-1.0
//
// Defines attempt, an access that a thread is about to make, which the checker judges; and `place`,
// where it is.
#pragma once

#include <tileproof/cpu/region.hpp>
#include <tileproof/cpu/report.hpp>

#include <compare>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// A coordinate outside of its mode: in a tensor of shape (4,8), coordinate 4 of mode 0, a mode of
// extent 4.
struct outside {
  int mode = -1;  // -1: no coordinate is outside
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
  std::int64_t bit = 0;            // counted from element 0 of the region
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

  // The first element that it touches.
  std::int64_t element() const { return bit / in->element_bits; }
  // Whether it touches this byte of a region.
  bool covers(region const& r, std::int64_t byte) const {
    std::int64_t const past = r.at + byte - in->at - bit / 8;
    return r.in == in->in && past >= 0 && past < bits / 8;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
