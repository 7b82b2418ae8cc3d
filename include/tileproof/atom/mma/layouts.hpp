// SPDX-License-Identifier: BSL-1.0
//
// The fragment layouts of MMA instructions, (thread,value) -> element: one formula for each family.
// MMA_Traits uses them; use them directly for an instruction that the library lacks.
//
// An element is its column-major index: m + M * k in A, n + N * k in B, m + M * n in C and D. From
// PTX ISA, "Matrix Fragments for mma" and "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions". g = lane / 4 and q = lane % 4 are PTX's groupID and threadID_in_group; r is the
// number of elements in a register.
#pragma once

#include <tileproof/algebra/coordinate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The number of elements in a 32-bit register; a 64-bit element takes two registers.
template <int Bits>
inline constexpr int per_register = Bits >= 32 ? 1 : 32 / Bits;

// A with 16 rows, and with 8. Element e of register j is in row g + 8 * (j & 1) and column q * r +
// e + 4 * r * (j >> 1) of 16 rows; in row g and column q * r + e + 4 * r * j of 8 rows.
template <int K, int Bits, int R = per_register<Bits>>
using mma_a16 = Layout<Shape<Shape<_4, _8>, Shape<Int<R>, _2, Int<K / (4 * R)>>>,
                       Stride<Stride<Int<16 * R>, _1>, Stride<_16, _8, Int<64 * R>>>>;
template <int K, int Bits, int R = per_register<Bits>>
using mma_a8 = Layout<Shape<Shape<_4, _8>, Shape<Int<R>, Int<K / (4 * R)>>>,
                      Stride<Stride<Int<8 * R>, _1>, Stride<_8, Int<32 * R>>>>;
// B with 8 columns: the element in column g, and in the row that is the column of an A with 8 rows.
template <int K, int Bits>
using mma_b8 = mma_a8<K, Bits>;
// C and D with 8 columns: value i is in row g + 8 * (i >> 1), column 2 * q + (i & 1).
using mma_c16x8 =
    Layout<Shape<Shape<_4, _8>, Shape<_2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8>>>;
using mma_c8x8 = Layout<Shape<Shape<_4, _8>, _2>, Stride<Stride<_16, _1>, _8>>;

// The lanes of a quad pair, which computes one m8n8k4: lanes 0 to 3 and 16 to 19, plus 4 for each
// pair before it.
using quad_pair = Layout<Shape<_4, _2>, Stride<_1, _16>>;
// A row-major or B column-major: a lane holds one row of A or one column of B; element i is k = i.
using quad_pair_rows = Layout<Shape<_8, _4>, Stride<_1, _8>>;
// A column-major or B row-major: lane % 4 is k, and element i is row i % 4 of the lane's half.
using quad_pair_columns = Layout<Shape<Shape<_4, _2>, _4>, Stride<Stride<_8, _4>, _1>>;
using quad_pair_c16 = Layout<Shape<_8, _8>, Stride<_1, _8>>;
using quad_pair_c32 = Layout<Shape<Shape<_2, _2, _2>, Shape<_2, _2, _2>>,
                             Stride<Stride<_1, _16, _4>, Stride<_8, _2, _32>>>;

// C of wgmma, with 64 rows: warp w holds rows 16 w to 16 w + 15, in the order of mma.sync.
template <int N>
using wgmma_c = Layout<Shape<Shape<_4, _8, _4>, Shape<_2, _2, Int<N / 8>>>,
                       Stride<Stride<Int<128>, _1, _16>, Stride<_64, _8, Int<512>>>>;
// A of wgmma in registers: 32 bytes along k.
template <int K, int Bits, int R = per_register<Bits>>
using wgmma_a = Layout<Shape<Shape<_4, _8, _4>, Shape<Int<R>, _2, Int<K / (4 * R)>>>,
                       Stride<Stride<Int<64 * R>, _1, _16>, Stride<_64, _8, Int<256 * R>>>>;
// An operand in shared memory: every thread of the warpgroup refers to all of it.
template <int M, int K>
using wgmma_shared = Layout<Shape<_128, Shape<Int<M>, Int<K>>>, Stride<_0, Stride<_1, Int<M>>>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
