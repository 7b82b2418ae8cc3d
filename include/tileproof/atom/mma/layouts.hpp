// SPDX-License-Identifier: BSL-1.0
//
// The fragments of matrix instructions as layouts (thread,value) -> element, one formula a family.
//
// An element is its index in column-major order: m + M * k of A, n + N * k of B, m + M * n of C and
// D. From PTX ISA, "Matrix Fragments for mma" and "Asynchronous Warpgroup Level Matrix
// Multiply-Accumulate Instructions"; g = lane / 4, q = lane % 4, and r the elements of a register.
#pragma once

#include <tileproof/algebra/coordinate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Elements of a register of 32 bits; an element of 64 bits takes two.
template <int Bits>
inline constexpr int per_register = Bits >= 32 ? 1 : 32 / Bits;

// A of 16 rows, and of 8. Element e of register j: row g + 8 * (j & 1) and column q * r + e +
// 4 * r * (j >> 1) of the former, row g and column q * r + e + 4 * r * j of the latter.
template <int K, int Bits, int R = per_register<Bits>>
using mma_a16 = Layout<Shape<Shape<_4, _8>, Shape<Int<R>, _2, Int<K / (4 * R)>>>,
                       Stride<Stride<Int<16 * R>, _1>, Stride<_16, _8, Int<64 * R>>>>;
template <int K, int Bits, int R = per_register<Bits>>
using mma_a8 = Layout<Shape<Shape<_4, _8>, Shape<Int<R>, Int<K / (4 * R)>>>,
                      Stride<Stride<Int<8 * R>, _1>, Stride<_8, Int<32 * R>>>>;
// B of 8 columns: column g, row as the column of an A of 8 rows.
template <int K, int Bits>
using mma_b8 = mma_a8<K, Bits>;
// C and D of 8 columns: row g + 8 * (i >> 1), column 2 * q + (i & 1).
using mma_c16x8 =
    Layout<Shape<Shape<_4, _8>, Shape<_2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8>>>;
using mma_c8x8 = Layout<Shape<Shape<_4, _8>, _2>, Stride<Stride<_16, _1>, _8>>;

// m8n8k4 of a quad pair: lanes 0 to 3 and 16 to 19, plus 4 for each pair before.
using quad_pair = Layout<Shape<_4, _2>, Stride<_1, _16>>;
// A whose rows, or B whose columns, lie with a lane: element i is k = i.
using quad_pair_rows = Layout<Shape<_8, _4>, Stride<_1, _8>>;
// A by columns, B by rows: lane % 4 is k, element i is row i % 4 of its half.
using quad_pair_columns = Layout<Shape<Shape<_4, _2>, _4>, Stride<Stride<_8, _4>, _1>>;
using quad_pair_c16 = Layout<Shape<_8, _8>, Stride<_1, _8>>;
using quad_pair_c32 = Layout<Shape<Shape<_2, _2, _2>, Shape<_2, _2, _2>>,
                             Stride<Stride<_1, _16, _4>, Stride<_8, _2, _32>>>;

// wgmma, 64 rows: warp w has rows 16 w to 16 w + 15, there as in mma.
template <int N>
using wgmma_c = Layout<Shape<Shape<_4, _8, _4>, Shape<_2, _2, Int<N / 8>>>,
                       Stride<Stride<Int<128>, _1, _16>, Stride<_64, _8, Int<512>>>>;
// A in registers: 32 bytes of k.
template <int K, int Bits, int R = per_register<Bits>>
using wgmma_a = Layout<Shape<Shape<_4, _8, _4>, Shape<Int<R>, _2, Int<K / (4 * R)>>>,
                       Stride<Stride<Int<64 * R>, _1, _16>, Stride<_64, _8, Int<256 * R>>>>;
// An operand in shared memory: every thread names the whole of it.
template <int M, int K>
using wgmma_shared = Layout<Shape<_128, Shape<Int<M>, Int<K>>>, Stride<_0, Stride<_1, Int<M>>>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
