// SPDX-License-Identifier: BSL-1.0
//
// explain(plan): a sentence that says with which accesses copy(src, dst) moves two tensors, and
// which line would make them wider. Use it while tuning a kernel, on the host or in a
// static_assert:
//
//   explain(plan_copy(tAgA, tArA));  // "copy: 2 accesses of 128 bits, 8 elements each"
#pragma once

#include <tileproof/atom/copy/plan.hpp>
#include <tileproof/tensor/narrow_access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The accesses of copy(src, dst) in words, and where an alignment that is not known forbids wider
// ones, the line that states it. Eight f16 elements of a raw pointer to registers:
//   "copy: 8 accesses of 16 bits, 1 element each; 1 access of 128 bits if the source is aligned to
//   16 bytes (known: 2), with make_gmem_ptr<16>(p)"
template <class Src, class Dst>
constexpr core::text explain(copy_plan<Src, Dst> const&) {
  return detail::explained<detail::access_limits<Src, Dst>>();
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
