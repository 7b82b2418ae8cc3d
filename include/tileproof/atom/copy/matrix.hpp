// SPDX-License-Identifier: BSL-1.0
//
// The layouts of ldmatrix and stmatrix, (thread,bit) -> bit: 8 x 8 matrices of 16-bit elements in
// shared memory and in registers.
#pragma once

#include <tileproof/atom/copy/operation.hpp>
#include <tileproof/tensor/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The rows in shared memory: lane i supplies row i, of 128 bits. With fewer than four matrices the
// addresses of the other lanes are ignored; the layout repeats the ones that count.
template <int Matrices>
using matrix_rows = std::conditional_t<
    Matrices == 4, Layout<Shape<_32, _128>, Stride<_128, _1>>,
    Layout<Shape<Shape<Int<8 * Matrices>, Int<4 / Matrices>>, _128>, Stride<Stride<_128, _0>, _1>>>;
// The fragments (PTX ISA, "Warp-level matrix load instruction: ldmatrix"): lane t holds elements 2
// (t % 4) and 2 (t % 4) + 1 of row t / 4 of each matrix; with .trans, of column t / 4.
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
