// SPDX-License-Identifier: BSL-1.0
//
// Views of a wgmma accumulator, ((2,2,N/8),MMA_M,MMA_N) of a thread: by rows and columns, for a
// softmax; and as operand A of the next wgmma, in registers, whose k are the columns.
//
//   auto S = make_tensor(acc.data(), accumulator_by_rows(acc.layout()));  // (row,column)
//   auto P = make_tensor<half_t>(accumulator_as_operand_a(acc.layout())); // ((2,2,2),MMA_M,MMA_K)
//
// Row r of a thread's rows lies in four neighbouring lanes: two shuffles reduce it. That the second
// view is right is a theorem of each kernel that uses it (same_elements of P V's operand A and S's
// accumulator); of 16-bit elements it is, register for register. From PTX ISA, "Register Fragments
// for wgmma.mma_async.m64nNk16".
#pragma once

#include <tileproof/algebra/divide.hpp>
#include <tileproof/algebra/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// (row,column) of ((2,2,N/8),MMA_M,MMA_N): ((2,MMA_M),(2,N/8,MMA_N)).
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto accumulator_by_rows(L const& acc) {
  return make_layout(make_layout(layout<0, 1>(acc), layout<1>(acc)),
                     make_layout(layout<0, 0>(acc), layout<0, 2>(acc), layout<2>(acc)));
}
// ((2,2,2),MMA_M,(N/16,MMA_N)) of ((2,2,N/8),MMA_M,MMA_N): 16 columns are a k of operand A.
template <class L>
TILEPROOF_HOST_DEVICE constexpr auto accumulator_as_operand_a(L const& acc) {
  auto const pairs = logical_divide(layout<0, 2>(acc), _2{});  // (2,N/16)
  return make_layout(make_layout(layout<0, 0>(acc), layout<0, 1>(acc), layout<0>(pairs)),
                     layout<1>(acc), make_layout(layout<1>(pairs), layout<2>(acc)));
}
// The same for elements of Bits bits, 16 or 8. 8: (((2,2),2,2),MMA_M,(N/32,MMA_N)), 32 columns are
// a k, in the order (_2,_2,_4):(_1,_8,_2) of each 16: k number i + 2 j + 4 q is column i + 8 j + 2
// q. The rows of operand B must have that order too.
template <int Bits, class L>
TILEPROOF_HOST_DEVICE constexpr auto accumulator_as_operand_a(L const& acc) {
  static_assert(Bits == 16 || Bits == 8);
  if constexpr (Bits == 8) {
    auto const eights = logical_divide(layout<0, 2>(acc), Layout<Shape<_2, _2>>{});
    return make_layout(  // eights: ((2,2),N/32)
        make_layout(make_layout(layout<0, 0>(acc), layout<0, 0>(eights)), layout<0, 1>(acc),
                    layout<0, 1>(eights)),
        layout<1>(acc), make_layout(layout<1>(eights), layout<2>(acc)));
  } else {
    return accumulator_as_operand_a(acc);
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
