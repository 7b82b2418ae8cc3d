// SPDX-License-Identifier: BSL-1.0
//
// What ldmatrix and stmatrix move: 8x8 matrices of 16 bits, in shared memory and in registers.
#pragma once

#include <tileproof/atom/copy/operation.hpp>
#include <tileproof/tensor/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Row i of the matrices lies with lane i; 128 bits a row. With fewer than four matrices the
// addresses of the other lanes are not looked at: they repeat those that are.
template <int Matrices>
using matrix_rows = std::conditional_t<
    Matrices == 4, Layout<Shape<_32, _128>, Stride<_128, _1>>,
    Layout<Shape<Shape<Int<8 * Matrices>, Int<4 / Matrices>>, _128>, Stride<Stride<_128, _0>, _1>>>;
// PTX ISA, "Warp-level matrix load instruction: ldmatrix": lane t has elements 2 (t % 4) and the
// next of row t / 4 of each matrix; transposed, of column t / 4.
template <int Matrices>
using matrix_fragment =
    Layout<Shape<_32, Shape<_32, Int<Matrices>>>, Stride<_32, Stride<_1, Int<1024>>>>;
template <int Matrices>
using matrix_fragment_transposed = Layout<Shape<Shape<_4, _8>, Shape<_16, _2, Int<Matrices>>>,
                                          Stride<Stride<_256, _16>, Stride<_1, _128, Int<1024>>>>;

template <class Src, class Dst, class Ref>
struct warp_copy_traits {
  using ThrID = Layout<_32>;
  using SrcLayout = Src;
  using DstLayout = Dst;
  using RefLayout = Ref;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
