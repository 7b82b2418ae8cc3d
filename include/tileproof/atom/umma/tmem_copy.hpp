// SPDX-License-Identifier: BSL-1.0
//
// The shapes of tcgen05.ld and tcgen05.st as layouts: which cell of tensor memory each register of
// each thread of a warp holds, (thread,register) -> address, relative to the instruction's address.
//
//   // tcgen05.ld.16x256b.x4: 16 lanes x 32 columns, 16 registers a thread
//   using load = TMEM::Layout_16dp256b<4>;
//   static_assert(load{}(5, 2) == TMEM::make_address(9, 2));
//
// The names are those of CuTe's copies: 16dp256b4x is .16x256b.x4, and 16dp32b is .16x32bx2. With
// Pack 2 (.pack::16b, .unpack::16b) a register holds the low halves of two neighbouring cells, and
// the second mode counts halves of registers. A warp reaches its own 32 lanes only
// (TMEM::may_access). From PTX ISA, "Data Movement Shape" of tcgen05.
#pragma once

#include <tileproof/algebra/coalesce.hpp>
#include <tileproof/atom/umma/tmem.hpp>
#include <tileproof/types/refused.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: a number of repetitions that a shape of tcgen05.ld does not have.
struct tmem_copy_has_num {
  static constexpr char const* sentences[] = {
      "tcgen05.ld and tcgen05.st of this shape: x{found} does not exist; there are the powers of "
      "two from x1 to x{at_most}",
      nullptr};
};

namespace detail {

// The layout with modes that are as few as possible, after a check of Num.
template <int Num, int Most, int Pack, class S, class D>
struct tmem_copy {
  static_assert(refuse_unless<(Num >= 1 && Num <= Most && (Num & (Num - 1)) == 0),
                              tmem_copy_has_num, found<Num>, at_most<Most>>);
  static_assert(Pack == 1 || Pack == 2,
                "tcgen05.ld: a register holds a cell, or 2 halves of cells");
  using type = decltype(coalesce(Layout<S, D>{}, Shape<_1, _1>{}));
};
template <int Lanes>
using tmem_lanes = Int<Lanes * TMEM::DP<>::value>;

}  // namespace detail

namespace TMEM {

// .32x32b, x1 to x128: thread t has Num columns of lane t.
template <int Num, int Pack = 1>
using Layout_32dp32b =
    typename detail::tmem_copy<Num, 128, Pack, Shape<_32, Shape<Int<Pack>, Int<Num>>>,
                               Stride<DP<>, Stride<_1, Int<Pack>>>>::type;

// .16x64b, x1 to x128: thread t has columns t / 2 % 2 + 2 r of lane t / 4 + 8 (t % 2).
template <int Num, int Pack = 1>
using Layout_16dp64b = typename detail::tmem_copy<
    Num, 128, Pack, Shape<Shape<_2, _2, _8>, Shape<Int<Pack>, Int<Num>>>,
    Stride<Stride<detail::tmem_lanes<8>, Int<Pack>, DP<>>, Stride<_1, Int<2 * Pack>>>>::type;

// .16x128b, x1 to x64: two registers for each 4 columns, column t % 4 of lanes t / 4 and t / 4 + 8.
template <int Num, int Pack = 1>
using Layout_16dp128b = typename detail::tmem_copy<
    Num, 64, Pack, Shape<Shape<_4, _8>, Shape<Int<Pack>, _2, Int<Num>>>,
    Stride<Stride<Int<Pack>, DP<>>, Stride<_1, detail::tmem_lanes<8>, Int<4 * Pack>>>>::type;

// .16x256b, x1 to x32: four registers for each 8 columns, columns 2 (t % 4) and the next of lanes t
// / 4 and t / 4 + 8, as the accumulators of mma.sync are.
template <int Num, int Pack = 1>
using Layout_16dp256b = typename detail::tmem_copy<
    Num, 32, Pack, Shape<Shape<_4, _8>, Shape<Int<Pack>, _2, _2, Int<Num>>>,
    Stride<Stride<Int<2 * Pack>, DP<>>,
           Stride<_1, Int<Pack>, detail::tmem_lanes<8>, Int<8 * Pack>>>>::type;

// .16x32bx2, x1 to x128: threads 0 to 15 have Num columns of lane t, threads 16 to 31 those of lane
// t - 16 that begin HalfSplit columns later (the immediate operand of the instruction).
template <int Num, int Pack = 1, int HalfSplit = Num * Pack>
using Layout_16dp32b =
    typename detail::tmem_copy<Num, 128, Pack, Shape<Shape<_16, _2>, Shape<Int<Pack>, Int<Num>>>,
                               Stride<Stride<DP<>, Int<HalfSplit>>, Stride<_1, Int<Pack>>>>::type;

}  // namespace TMEM

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
