// SPDX-License-Identifier: BSL-1.0
//
// Defines region: the memory that an access may touch, a tensor in global memory or a field of
// shared memory.
//
// A pointer always keeps its region, so an access past the end of one tensor is found even if
// another one begins there. Padding between columns is not part of a tensor:
//
//   (3,2):(1,4) has the offsets 0,1,2,4,5,6; offset 3 is A[3], which is padding
#pragma once

#include <tileproof/cpu/shadow.hpp>

#include <string>
#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// Elements of one width that begin at a byte of a `memory` (cpu/shadow.hpp). cpu::global and
// block::field make them; a region must outlive the pointers into it.
struct region {
  memory* in = nullptr;
  std::int64_t at = 0;  // the byte of `in` where element 0 begins
  std::int64_t elements = 0;
  int element_bits = 8;
  std::string name;
  int field = -1;           // the index of a field of shared memory; -1: global memory
  int block = -1;           // the block among those that run together; -1: global memory
  bool is_written = false;  // its elements count as written from the start
  // For an output in awaited_outputs: the time after which each element must be written.
  std::uint32_t must_be_written_after = 0;
  // For a tensor with gaps: whether each of its `elements` exists; empty if all do. Also the leaves
  // of its layout, extents with strides, from which element() computes coordinates; empty for a
  // field.
  std::vector<bool> holds;
  std::vector<std::int64_t> extents;
  std::vector<std::int64_t> strides;

  // The length of the region, and the address of the byte that holds bit `bit` of it.
  std::int64_t bits() const { return elements * element_bits; }
  unsigned char* address(std::int64_t bit) const { return in->bytes() + at + bit / 8; }

  // Whether all of the bits [bit, bit + n) belong to elements. O(elements touched).
  bool contains(std::int64_t bit, int n) const {
    if (bit < 0 || bit + n > bits()) return false;
    if (!holds.empty())
      for (std::int64_t i = bit / element_bits; i * element_bits < bit + n; ++i)
        if (!holds[static_cast<std::size_t>(i)]) return false;
    return true;
  }

  // The name of element i for a finding: A(2,3), with one integer for each leaf of the layout;
  // A[40] if it has no coordinate; shared field 0[17] if there is no layout. O(size of the layout).
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

// The outputs that each launch must write: global::must_be_written registers them.
inline std::vector<region const*> awaited_outputs;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
