// SPDX-License-Identifier: BSL-1.0
//
// The arithmetic of device code, in the width of each node and without checks, on the host: the
// leaves of results, extents before strides. unchecked.cpp is built with TILEPROOF_DISABLE_PROOFS.
#pragma once

#include <cstdint>
#include <vector>

namespace unchecked {

using leaves = std::vector<std::int64_t>;

leaves zipped_divide(int m, int k, int ld);                // (m,k):(_1,ld) by (_4,_8)
leaves composition(int extent, int stride, int n, int d);  // extent:stride o n:d
leaves composition_of_two(int m, int k, int n, int d);     // (m,k) o n:d
leaves complement(int stride, int target);                 // of _4:stride
leaves logical_product(int stride, int n);                 // of _4:stride, by n
leaves last_offset(int m, int k, int ld);                  // of (m,k):(_1,ld), and the size
leaves compact(int m, int k, int n);                       // (m,k,n), its size

}  // namespace unchecked
