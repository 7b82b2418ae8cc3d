// SPDX-License-Identifier: BSL-1.0
//
// region: the memory that an access may touch, a tensor in global memory or a field of shared
// memory.
#pragma once

#include <tileproof/cpu/shadow.hpp>

#include <string>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// Elements of one width, from a byte of a `memory` on.
struct region {
  memory* in = nullptr;
  std::int64_t at = 0;  // the byte of `in` where element 0 begins
  std::int64_t elements = 0;
  int element_bits = 8;
  std::string name;
  int field = -1;           // the index of a field of shared memory; -1: global memory
  bool is_written = false;  // from the start
  // An output in awaited_outputs: the interval after which each element must be written.
  std::uint32_t must_be_written_after = 0;
  // A tensor with gaps: which elements it has. And the leaves of its layout, to name elements.
  std::vector<bool> holds;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;

  std::int64_t bits() const { return elements * element_bits; }
  unsigned char* address(std::int64_t bit) const { return in->bytes() + at + bit / 8; }

  // Whether bits [bit, bit + n) belong to elements.
  bool contains(std::int64_t bit, int n) const {
    if (bit < 0 || bit + n > bits()) return false;
    if (!holds.empty())
      for (std::int64_t i = bit / element_bits; i * element_bits < bit + n; ++i)
        if (!holds[static_cast<std::size_t>(i)]) return false;
    return true;
  }

  // The name of element i: A(2,3), A[40] where it has no coordinate, shared field 0[17].
  std::string element(std::int64_t i) const {
    if (i < 0 || i >= elements)
      return name + "[" + std::to_string(i) + "], which has " + std::to_string(elements) +
             " elements";
    std::string const index = name + "[" + std::to_string(i) + "]";
    if (extents.empty()) return index;
    std::vector<std::int64_t> coordinate(extents.size());
    for (;;) {
      std::int64_t offset = 0;
      for (std::size_t k = 0; k < extents.size(); ++k) offset += coordinate[k] * strides[k];
      if (offset == i) break;
      std::size_t k = 0;
      while (k < extents.size() && ++coordinate[k] == extents[k]) coordinate[k++] = 0;
      if (k == extents.size()) return index + ", which is padding";
    }
    std::string r = name;
    for (std::size_t k = 0; k < extents.size(); ++k)
      r += (k == 0 ? "(" : ",") + std::to_string(coordinate[k]);
    return r + ")";
  }
};

// The outputs that each launch must write: global::must_be_written.
inline std::vector<region const*> awaited_outputs;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
