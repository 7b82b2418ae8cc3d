// SPDX-License-Identifier: BSL-1.0
//
// The GEMM of the tutorial (docs/tutorial/14_gemm.md): C = A B^T with cp.async, ldmatrix and
// mma.sync, two stages of shared memory. Here it runs on the CPU, which checks every access.
//
// Compile: g++ -std=c++20 -O1 -I../include tutorial_gemm.cpp -o tutorial_gemm -lboost_context
// Prints:
//   128x128x128: no finding, 16384 of 16384 elements are right
//   without the second barrier: findings, the first one a race on shared field 0
#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/tileproof.hpp>

#include <cstdio>

using namespace tileproof;

// A block has a tile of 64 x 64 of C, and k-tiles of 64 x 32 of A and B in shared memory.
using k_tile =
    decltype(composition(Swizzle<2, 3, 3>{}, Layout<Shape<_64, _32>, Stride<_32, _1>>{}));
using load =
    decltype(make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{}));
using warps = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{},
                                      Tile<_32, _32, _16>{}));
using load_a = decltype(make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, warps{}));
using load_b = decltype(make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, warps{}));

static_assert(require<compact>(k_tile{}));
static_assert(require<free_of_bank_conflicts<ldmatrix<4>, half_t>>(load_a::tidfrg_S(k_tile{})));
static_assert(require<free_of_bank_conflicts<ldmatrix<4>, half_t>>(load_b::tidfrg_S(k_tile{})));

template <class A, class B, class C>
struct matrices {  // A (M,K) and B (N,K), K-major; C (M,N), row-major
  A a;
  B b;
  C c;
};

// M, N and K are multiples of the tile. With IsRight false a barrier is missing.
template <int M, int N, int K, bool IsRight = true>
struct multiply {
  static constexpr int threads = 128;
  using stages = decltype(tile_to_shape(k_tile{}, Shape<_64, _32, _2>{}));
  using shared = shared_memory<field<half_t, 2 * 64 * 32, 128>, field<half_t, 2 * 64 * 32, 128>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const mA =
        make_tensor(make_gmem_ptr<16>(args.a), Layout<Shape<Int<M>, Int<K>>, Stride<Int<K>, _1>>{});
    auto const mB =
        make_tensor(make_gmem_ptr<16>(args.b), Layout<Shape<Int<N>, Int<K>>, Stride<Int<K>, _1>>{});
    auto const mC =
        make_tensor(make_gmem_ptr<16>(args.c), Layout<Shape<Int<M>, Int<N>>, Stride<Int<N>, _1>>{});
    auto const gA =
        local_tile(mA, Shape<_64, _32>{}, make_coord(ctx.block_x(), _));  // (BLK_M,BLK_K,k)
    auto const gB =
        local_tile(mB, Shape<_64, _32>{}, make_coord(ctx.block_y(), _));  // (BLK_N,BLK_K,k)
    auto const gC = local_tile(mC, Shape<_64, _64>{}, make_coord(ctx.block_x(), ctx.block_y()));

    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), stages{});  // (BLK_M,BLK_K,PIPE)
    auto const sB = make_tensor(ctx.shared(shared{}, _1{}), stages{});  // (BLK_N,BLK_K,PIPE)

    auto const copier = load{}.get_slice(ctx.thread());
    auto const tAgA = copier.partition_S(gA);  // (CPY,CPY_M,CPY_K,k)
    auto const tBgB = copier.partition_S(gB);
    auto tAsA = copier.partition_D(sA);  // (CPY,CPY_M,CPY_K,PIPE)
    auto tBsB = copier.partition_D(sB);

    auto const mma = warps{}.get_slice(ctx.thread());
    auto tCrA = mma.partition_fragment_A(sA(_, _, _0{}));  // (MMA,MMA_M,MMA_K)
    auto tCrB = mma.partition_fragment_B(sB(_, _, _0{}));  // (MMA,MMA_N,MMA_K)
    auto tCrC = mma.partition_fragment_C(gC);              // (MMA,MMA_M,MMA_N)
    auto const from_a = load_a{}.get_slice(ctx.thread());
    auto const from_b = load_b{}.get_slice(ctx.thread());
    auto const tCsA = from_a.partition_S(sA);  // (CPY,CPY_M,CPY_K,PIPE)
    auto const tCsB = from_b.partition_S(sB);
    clear(tCrC);

    auto const fetch = [&](int k) {
      auto to_a = tAsA(_, _, _, k % 2);
      auto to_b = tBsB(_, _, _, k % 2);
      copy(copier, tAgA(_, _, _, k), to_a);
      copy(copier, tBgB(_, _, _, k), to_b);
      ctx.cp_async_fence();
    };
    fetch(0);
    for (int k = 0; k < K / 32; ++k) {
      if (k + 1 < K / 32) fetch(k + 1);  // while k-tile k is multiplied
      if (k + 1 < K / 32)
        ctx.cp_async_wait(_1{});
      else
        ctx.cp_async_wait(_0{});
      ctx.sync();  // all threads' parts of k-tile k are there
      copy(from_a, tCsA(_, _, _, k % 2), from_a.retile_D(tCrA));
      copy(from_b, tCsB(_, _, _, k % 2), from_b.retile_D(tCrB));
      gemm(mma, tCrA, tCrB, tCrC);
      if constexpr (IsRight) ctx.sync();  // all have read the stage that the next fetch overwrites
    }
    auto tCgC = mma.partition_C(gC);
    copy(tCrC, tCgC);
  }
};

// On the CPU, with every access checked.
template <bool IsRight>
cpu::report run_on_cpu(half_t const* a, half_t const* b, float* c) {
  using matrix = Layout<Shape<_128, _128>, Stride<_128, _1>>;
  cpu::global<half_t const> const in_a("A", a, matrix{});
  cpu::global<half_t const> const in_b("B", b, matrix{});
  cpu::global<float> out("C", c, matrix{});
  out.starts_unwritten().must_be_written();
  matrices<cpu::ptr<half_t const*>, cpu::ptr<half_t const*>, cpu::ptr<float*>> const args{
      in_a.data(), in_b.data(), out.data()};
  return cpu::launch<multiply<128, 128, 128, IsRight>>({2, 2}, args);
}

namespace {

alignas(16) half_t a[128 * 128];
alignas(16) half_t b[128 * 128];
alignas(16) float c[128 * 128];

}  // namespace

int main() {
  for (int i = 0; i < 128 * 128; ++i) {
    a[i] = half_t(static_cast<float>(i * 7 % 13 - 6));
    b[i] = half_t(static_cast<float>(i * 5 % 11 - 5));
  }
  cpu::report const r = run_on_cpu<true>(a, b, c);
  int right = 0;
  for (int m = 0; m < 128; ++m)
    for (int n = 0; n < 128; ++n) {
      float sum = 0;
      for (int k = 0; k < 128; ++k)
        sum += static_cast<float>(a[128 * m + k]) * static_cast<float>(b[128 * n + k]);
      right += c[128 * m + n] == sum;
    }
  std::printf("128x128x128: %s, %d of 16384 elements are right\n",
              r.clean() ? "no finding" : "findings", right);
  cpu::report const wrong = run_on_cpu<false>(a, b, c);
  std::printf("without the second barrier: %s, the first one a %s on %s\n",
              wrong.clean() ? "no finding" : "findings",
              wrong.clean() ? "" : to_string(wrong.findings[0].kind).data(),
              wrong.clean() ? "" : wrong.findings[0].memory.c_str());
}
