// SPDX-License-Identifier: BSL-1.0
//
// Views of an accumulator of mma.sync m16n8k16, ((2,2),MMA_M,MMA_N) of a thread: by rows and
// columns, for a softmax; and as operand A of the next MMA, in registers, whose k are the columns.
//
//   auto S = make_tensor(acc.data(), accumulator_by_rows(acc.layout()));  // (row,column)
//   auto P = make_tensor<half_t>(accumulator_as_operand_a(acc.layout())); // ((2,2,2),MMA_M,MMA_K)
//
// Row r of a thread's rows lies in four neighbouring lanes: two shuffles reduce it. That the second
// view is right is a theorem of each kernel that uses it (same_elements of P V's operand A and S's
// accumulator); of 16-bit elements it is, register for register. From PTX ISA, "Matrix Fragments
// for mma.m16n8k16". The views of a wgmma accumulator, whose values are (2,2,N/8), have the same
// names (atom/wgmma/accumulator_views.hpp).
#pragma once

#include <tileproof/algebra/divide.hpp>
#include <tileproof/algebra/layout.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// True for the layout of an accumulator of m16n8: two columns in each of two rows, (2,2), and its
// repetitions along M and N.
template <class L>
concept accumulator_of_m16n8 =
    std::is_same_v<decltype(product_each(shape<0>(std::declval<L const&>()))), Shape<_2, _2>> &&
    L::rank == 3;

}  // namespace detail

// (row,column) of ((2,2),MMA_M,MMA_N): ((2,MMA_M),(2,MMA_N)).
template <detail::accumulator_of_m16n8 L>
TILEPROOF_HOST_DEVICE constexpr auto accumulator_by_rows(L const& acc) {
  return make_layout(make_layout(layout<0, 1>(acc), layout<1>(acc)),
                     make_layout(layout<0, 0>(acc), layout<2>(acc)));
}
// ((2,2,2),MMA_M,MMA_N/2) of ((2,2),MMA_M,MMA_N): 16 columns are a k of operand A.
template <detail::accumulator_of_m16n8 L>
TILEPROOF_HOST_DEVICE constexpr auto accumulator_as_operand_a(L const& acc) {
  auto const pairs = logical_divide(layout<2>(acc), _2{});  // (2,MMA_N/2)
  return make_layout(make_layout(layout<0, 0>(acc), layout<0, 1>(acc), layout<0>(pairs)),
                     layout<1>(acc), layout<1>(pairs));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
