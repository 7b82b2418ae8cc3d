// SPDX-License-Identifier: BSL-1.0
//
// copy_plan: the widest access with which one tensor may be copied to another, found while
// compiling. copy(src, dst) uses it; ask for it to require a width:
//
//   static_assert(copy_plan<decltype(tAgA), decltype(tArA)>::access_bits == 128);
//
// Where only an unknown alignment forbids a wider access, explain (atom/copy/explain.hpp) names the
// line that states it, and require_vectorised refuses the copy (tensor/narrow_access.hpp).
#pragma once

#include <tileproof/atom/copy/access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The plan of a copy from Src to Dst, coordinate by coordinate. `elements` is the number of
// elements of one access, `access_bits` its width, at most 128. Every access is consecutive and
// aligned on each side in memory; a side in registers, or one that computes its elements, accepts
// any order and converts.
//
// The plan relies on static integers of the layouts, on divisors that run-time integers state
// (types/multiple.hpp), and on the alignment of pointers (tensor/aligned.hpp), which is the
// element's if nothing more is known. AssumedBits states that pointers, run-time strides and
// run-time offsets are multiples of that many bits. Example: a plain float* gives 32 bits, an
// aligned_ptr<float, 16> with static strides up to 128.
template <class Src, class Dst, int AssumedBits = 0>
struct copy_plan {
 private:
  using source = std::remove_cvref_t<Src>;
  using destination = std::remove_cvref_t<Dst>;
  static constexpr detail::access_run run = detail::planned_run<source, destination, AssumedBits>();

 public:
  static constexpr int elements = run.elements;
  static constexpr int access_bits =
      elements *
      sizeof_bits_v<typename detail::memory_sides<source, destination>::first::value_type>;
};

// The plan with which copy(src, dst) moves these tensors.
template <class ES, class LS, class ED, class LD>
TILEPROOF_HOST_DEVICE constexpr copy_plan<Tensor<ES, LS>, Tensor<ED, LD>> plan_copy(
    Tensor<ES, LS> const&, Tensor<ED, LD> const&) {
  return {};
}

namespace detail {

template <bool First, class A, class B>
TILEPROOF_HOST_DEVICE constexpr auto layout_of_either(A const& a, B const& b) {
  if constexpr (First)
    return inner_layout(a.layout());
  else
    return inner_layout(b.layout());
}
// The order of coordinates in which every side in memory advances. Access k of a plan moves places
// k * elements to (k + 1) * elements - 1 of this order.
template <class Src, class Dst>
TILEPROOF_HOST_DEVICE constexpr auto common_order(Src const& src, Dst const& dst) {
  using sides = memory_sides<Src, Dst>;
  return lift<operation<core::common_order>>(layout_of_either<sides::dst_first>(dst, src),
                                             layout_of_either<sides::dst_second>(dst, src));
}

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
