// SPDX-License-Identifier: BSL-1.0
//
// The GEMM of article 002: tiles of 128x128x8, partitioned by local_partition alone.
#pragma once

#include <tileproof/atom/copy.hpp>
#include <tileproof/atom/gemm.hpp>
#include <tileproof/kernel/edge.hpp>
#include <tileproof/kernel/gemm_arguments.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/partition.hpp>
#include <tileproof/tensor/axpby.hpp>
#include <tileproof/tensor/predicate.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// 256 threads; each has 8x8 elements of C, 16 apart.
template <major MajorA, major MajorB, class T = float, class Index = int>
struct sgemm {
  static constexpr int threads = 256;
  static constexpr major major_a = MajorA;
  static constexpr major major_b = MajorB;
  static constexpr int access_bytes_a = static_cast<int>(sizeof(T));
  static constexpr int access_bytes_b = access_bytes_a;
  using index = Index;

  using cta_tiler = Shape<_128, _128, _8>;  // (BLK_M,BLK_N,BLK_K)

  // Threads follow the contiguous mode of what they read; a column of k is padded where they write
  // across it.
  template <major Major>
  using copy_threads = std::conditional_t<Major == major::mn, Layout<Shape<_32, _8>>,
                                          Layout<Shape<_32, _8>, Stride<_8, _1>>>;
  template <major Major>
  using smem_layout = std::conditional_t<Major == major::mn, Layout<Shape<_128, _8>>,
                                         Layout<Shape<_128, _8>, Stride<_1, Int<132>>>>;
  using tA = copy_threads<MajorA>;        // (THR_M,THR_K) -> thread
  using tB = copy_threads<MajorB>;        // (THR_N,THR_K) -> thread
  using tC = Layout<Shape<_16, _16>>;     // (THR_M,THR_N) -> thread
  using sA_layout = smem_layout<MajorA>;  // (BLK_M,BLK_K)
  using sB_layout = smem_layout<MajorB>;  // (BLK_N,BLK_K)
  using shared = shared_memory<field<T, cosize_v<sA_layout>>, field<T, cosize_v<sB_layout>>>;

  // (thread,value) -> element of a tile that a thread layout repeats over.
  template <class Tile, class Threads>
  using shares = decltype(composition(zipped_divide(Tile{}, product_each(shape(Threads{}))),
                                      make_tile(right_inverse(Threads{}), _)));
  template <class Tile, class Threads>
  static constexpr bool owned = require<owns_every_element<>>(
      shares<Layout<decltype(shape(Tile{}))>, Threads>{}, shape(Tile{}));
  static_assert(owned<sA_layout, tA> && owned<sB_layout, tB> &&
                owned<Layout<Shape<_128, _128>>, tC>);
  static_assert(require<injective>(sA_layout{}) && require<injective>(sB_layout{}));
  static_assert(require<free_of_bank_conflicts<shared_store<32>, float>>(shares<sA_layout, tA>{}));
  static_assert(require<free_of_bank_conflicts<shared_store<32>, float>>(shares<sB_layout, tB>{}));

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    Index const m = static_cast<Index>(args.m);
    Index const n = static_cast<Index>(args.n);
    Index const k = static_cast<Index>(args.k);
    auto const mA = make_tensor(make_gmem_ptr(args.a),
                                operand_layout<MajorA>(m, k, static_cast<Index>(args.lda)));
    auto const mB = make_tensor(make_gmem_ptr(args.b),
                                operand_layout<MajorB>(n, k, static_cast<Index>(args.ldb)));
    auto const mC = make_tensor(make_gmem_ptr(args.c),
                                operand_layout<major::mn>(m, n, static_cast<Index>(args.ldc)));

    auto const at = make_coord(ctx.block_x(), ctx.block_y(), _);
    auto const gA = local_tile(mA, cta_tiler{}, at, Step<_1, X, _1>{});  // (BLK_M,BLK_K,k)
    auto const gB = local_tile(mB, cta_tiler{}, at, Step<X, _1, _1>{});  // (BLK_N,BLK_K,k)
    auto const gC = local_tile(mC, cta_tiler{}, at, Step<_1, _1, X>{});  // (BLK_M,BLK_N)
    // Whether an element is inside, by the same tiles.
    auto const cA = local_tile(make_predicate_tensor(shape(mA), Shape<_128, _8>{}), cta_tiler{}, at,
                               Step<_1, X, _1>{});
    auto const cB = local_tile(make_predicate_tensor(shape(mB), Shape<_128, _8>{}), cta_tiler{}, at,
                               Step<X, _1, _1>{});
    auto const cC = local_tile(make_predicate_tensor(shape(mC), Shape<_128, _128>{}), cta_tiler{},
                               at, Step<_1, _1, X>{});

    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), sA_layout{});  // (BLK_M,BLK_K)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), sB_layout{});  // (BLK_N,BLK_K)

    int const thread = ctx.thread();
    auto const tAgA = local_partition(gA, tA{}, thread);  // (THR_M,THR_K,k)
    auto const tApA = local_partition(cA, tA{}, thread);  // (THR_M,THR_K,k)
    auto tAsA = local_partition(sA, tA{}, thread);        // (THR_M,THR_K)
    auto const tBgB = local_partition(gB, tB{}, thread);  // (THR_N,THR_K,k)
    auto const tBpB = local_partition(cB, tB{}, thread);  // (THR_N,THR_K,k)
    auto tBsB = local_partition(sB, tB{}, thread);        // (THR_N,THR_K)

    auto const tCsA = local_partition(sA, tC{}, thread, Step<_1, X>{});   // (THR_M,BLK_K)
    auto const tCsB = local_partition(sB, tC{}, thread, Step<X, _1>{});   // (THR_N,BLK_K)
    auto tCgC = local_partition(gC, tC{}, thread, Step<_1, _1>{});        // (THR_M,THR_N)
    auto const tCpC = local_partition(cC, tC{}, thread, Step<_1, _1>{});  // (THR_M,THR_N)
    auto tCrC = make_tensor<T>(Shape<_8, _8>{});                          // (THR_M,THR_N)
    clear(tCrC);

    Index const k_tiles = size<2>(tAgA);
    for (Index k_tile = 0; k_tile < k_tiles; ++k_tile) {
      copy_or_zero(tApA(_, _, k_tile), tAgA(_, _, k_tile), tAsA);
      copy_or_zero(tBpB(_, _, k_tile), tBgB(_, _, k_tile), tBsB);
      ctx.sync();
      gemm(tCsA, tCsB, tCrC);  // (THR_M,THR_N) += (THR_M,BLK_K) * (THR_N,BLK_K)
      ctx.sync();
    }
    axpby(args.alpha, tCrC, args.beta, tCgC, tCpC);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
