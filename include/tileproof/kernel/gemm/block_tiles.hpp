// SPDX-License-Identifier: BSL-1.0
//
// The first lines of every GEMM kernel: a block's tiles of A, B and C, and their predicates.
//
//                         n
//                   +----+----+----+
//                 k |    | gB |    |    gB: (BLK_N,BLK_K,k)
//          k        +----+----+----+
//     +---------+   +----+----+----+
//   m |   gA    |   |    | gC |    |    gA: (BLK_M,BLK_K,k)    gC: (BLK_M,BLK_N)
//     +---------+   +----+----+----+
//
//   auto const block = detail::tiles_of_block<kernel>(ctx.block_x(), ctx.block_y(), args);
//   block.gA(_, _, 0);  // k-tile 0 of A
#pragma once

#include <tileproof/kernel/gemm/arguments.hpp>
#include <tileproof/tensor/everywhere.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/predicate.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The tiles of a block in global memory: k-tile after k-tile of A and B, and one tile of C; and the
// predicates of their elements (inside the matrix or not): tensors, or `everywhere` where the types
// say that the tile divides the problem.
template <class GA, class GB, class GC, class IA, class IB, class IC>
struct gemm_tiles {
  GA gA;  // (BLK_M,BLK_K,k)
  GB gB;  // (BLK_N,BLK_K,k)
  GC gC;  // (BLK_M,BLK_N)
  IA iA;  // (BLK_M,BLK_K,k)
  IB iB;  // (BLK_N,BLK_K,k)
  IC iC;  // (BLK_M,BLK_N)
};
template <class GA, class GB, class GC, class IA, class IB, class IC>
gemm_tiles(GA, GB, GC, IA, IB, IC) -> gemm_tiles<GA, GB, GC, IA, IB, IC>;  // for clang 16

// The coordinate (m,n,k) of a block's tiles, in the index type: with 64 bits, a tile's first row
// may lie beyond 2^31.
template <class Index, class Block = int>
TILEPROOF_HOST_DEVICE constexpr auto tile_of_gemm_block(Block block_x, Block block_y) {
  return make_coord(static_cast<Index>(block_x), static_cast<Index>(block_y), _);
}
// The tiles of block (block_x, block_y). Pointers and leading dimensions are assumed to be
// multiples of the kernel's access widths. Pre: check_gemm<Kernel> is ok. Host code has its type,
// and so it is no __device__ function, of which nvcc removes the body, and the type with it, from
// host code.
template <class Kernel, class Arguments>
TILEPROOF_HOST_DEVICE auto tiles_of_block(int block_x, int block_y, Arguments const& args) {
  using tiler = typename Kernel::cta_tiler;  // (BLK_M,BLK_N,BLK_K)
  constexpr int bytes_a = Kernel::access_bytes_a;
  constexpr int bytes_b = Kernel::access_bytes_b;
  constexpr int multiple_a = 8 * bytes_a / sizeof_bits_v<element_of<decltype(args.a)>>;
  constexpr int multiple_b = 8 * bytes_b / sizeof_bits_v<element_of<decltype(args.b)>>;
  auto const mA =
      make_tensor(make_gmem_ptr(assume_aligned<bytes_a>(args.a)),
                  operand_layout<Kernel::major_a, multiple_a>(args.m, args.k, args.lda));
  auto const mB =
      make_tensor(make_gmem_ptr(assume_aligned<bytes_b>(args.b)),
                  operand_layout<Kernel::major_b, multiple_b>(args.n, args.k, args.ldb));
  auto const mC =
      make_tensor(make_gmem_ptr(args.c), operand_layout<major::mn>(args.m, args.n, args.ldc));

  auto const at = tile_of_gemm_block<typename Kernel::index>(block_x, block_y);
  auto const tiles = [&](auto const& matrix, auto const& modes) {
    return local_tile(matrix, tiler{}, at, modes);
  };
  auto const inside = [&](auto const& matrix, auto const& modes) {
    auto const tile = dice(modes, tiler{});
    if constexpr (std::is_same_v<decltype(residue_bounds(shape(matrix), tile)),
                                 tuple<Underscore, Underscore>>)  // no mode requires a predicate
      return everywhere{};
    else
      return tiles(make_predicate_tensor(shape(matrix), tile), modes);
  };
  constexpr Step<_1, X, _1> of_a{};
  constexpr Step<X, _1, _1> of_b{};
  constexpr Step<_1, _1, X> of_c{};
  return gemm_tiles{tiles(mA, of_a),  tiles(mB, of_b),  tiles(mC, of_c),
                    inside(mA, of_a), inside(mB, of_b), inside(mC, of_c)};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
