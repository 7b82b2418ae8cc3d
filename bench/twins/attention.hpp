// SPDX-License-Identifier: BSL-1.0
//
// FlashAttention-2 forward (Dao 2023, https://arxiv.org/abs/2307.08691, algorithm 1) with mma.sync
// m16n8k16, ldmatrix and cp.async. Compiled by either library, see sgemm.hpp.
#pragma once

#include "twins.hpp"

#include <math_constants.h>

namespace bench {

// 4 warps share 128 queries and visit the keys in steps of 64, the last first.
template <library L, int D>
struct flash_attention {
  using block_m = cute::_128;
  using block_n = cute::_64;
  using depth = cute::Int<D>;
  // Rows of 128 bytes, swizzled by 16.
  using smem_atom = decltype(cute::composition(
      cute::Swizzle<3, 3, 3>{},
      cute::Layout<cute::Shape<cute::_8, cute::_64>, cute::Stride<cute::_64, cute::_1>>{}));
  using smem_q = decltype(cute::tile_to_shape(smem_atom{}, cute::Shape<block_m, depth>{}));
  using smem_k = decltype(cute::tile_to_shape(smem_atom{}, cute::Shape<block_n, depth>{}));
  using smem_vt = decltype(cute::composition(
      smem_k{}, cute::make_layout(cute::Shape<depth, block_n>{}, cute::LayoutRight{})));
  static constexpr int shared_bytes = static_cast<int>(sizeof(cute::half_t)) *
                                      (cute::cosize_v<smem_q> + 2 * cute::cosize_v<smem_k>);

  using tiled_mma =
      decltype(cute::make_tiled_mma(cute::SM80_16x8x16_F32F16F16F32_TN{},
                                    cute::Layout<cute::Shape<cute::_4, cute::_1, cute::_1>>{},
                                    cute::Tile<cute::_64, cute::_16, cute::_16>{}));
  // 16 rows of 64 elements at a time.
  template <class Operation>
  using copy_of_rows = decltype(cute::make_tiled_copy(
      cute::Copy_Atom<Operation, cute::half_t>{},
      cute::Layout<cute::Shape<cute::_16, cute::_8>, cute::Stride<cute::_8, cute::_1>>{},
      cute::Layout<cute::Shape<cute::_1, cute::_8>>{}));
  using load = copy_of_rows<cute::SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>>;
  using store = copy_of_rows<cute::UniversalCopy<cute::uint128_t>>;

  // Rows and columns of an accumulator: ((2,2),M,N) -> ((2,M),(2,N)).
  template <class Layout>
  CUTE_DEVICE static constexpr auto rows_and_columns(Layout const& l) {
    using namespace cute;
    return make_layout(make_layout(get<0, 1>(l), get<1>(l)), make_layout(get<0, 0>(l), get<2>(l)));
  }
  // An accumulator as operand A of the next product: ((2,2),M,N) -> ((2,2,2),M,N/2).
  template <class Layout>
  CUTE_DEVICE static constexpr auto as_operand_a(Layout const& l) {
    using namespace cute;
    auto const pairs = logical_divide(get<2>(l), _2{});  // (2,N/2)
    return make_layout(make_layout(get<0, 0>(l), get<0, 1>(l), get<0>(pairs)), get<1>(l),
                       get<1>(pairs));
  }

  // Zeros for the rows from `count` on.
  template <bool Whole, class Source, class Target, class Coordinates>
  CUTE_DEVICE static void load_rows(Source const& source, Target&& target,
                                    Coordinates const& coordinates, int count) {
    if constexpr (Whole) {
      cute::copy(load{}, source, target);
    } else {
      CUTE_UNROLL
      for (int m = 0; m < cute::size<1>(source); ++m) {
        if (cute::get<0>(coordinates(0, m, 0)) < count)
          cute::copy(load{}, source(cute::_, m, cute::_), target(cute::_, m, cute::_));
        else
          cute::clear(target(cute::_, m, cute::_));
      }
    }
  }
  // The sum or maximum over the four threads that share a row.
  template <class F>
  CUTE_DEVICE static float over_row(float x, F const& f) {
    x = f(x, __shfl_xor_sync(0xffffffff, x, 2));
    return f(x, __shfl_xor_sync(0xffffffff, x, 1));
  }
};

// Its name contains `cutlass`, as the names of tileproof's kernels do: docs/kernels.md says why.
template <library L, int D, bool Whole>
__global__ void __launch_bounds__(128) attention_cutlass(attention_arguments const args) {
  using namespace cute;
  using flash = flash_attention<L, D>;
  int const block = static_cast<int>(blockIdx.x);
  int const head = static_cast<int>(blockIdx.y);
  int const thread = static_cast<int>(threadIdx.x);
  float const scale = args.scale * static_cast<float>(M_LOG2E);

  auto const of_head = [&](auto* p, int rows) {
    using element = conditional_t<is_const_v<remove_pointer_t<decltype(p)>>, half_t const, half_t>;
    auto* const first = reinterpret_cast<element*>(p) + static_cast<int64_t>(head) * rows * D;
    return make_tensor(aligned<L>(first), make_shape(rows, Int<D>{}), make_stride(Int<D>{}, _1{}));
  };
  using block_m = typename flash::block_m;
  using block_n = typename flash::block_n;
  auto const gQ = local_tile(of_head(args.q, args.queries), Shape<block_m, Int<D>>{},
                             make_coord(block, 0));  // (BLK_M,D)
  auto const gK = local_tile(of_head(args.k, args.keys), Shape<block_n, Int<D>>{},
                             make_coord(_, 0));  // (BLK_N,D,n)
  auto const gV = local_tile(of_head(args.v, args.keys), Shape<block_n, Int<D>>{},
                             make_coord(_, 0));  // (BLK_N,D,n)
  auto const gO = local_tile(of_head(args.o, args.queries), Shape<block_m, Int<D>>{},
                             make_coord(block, 0));  // (BLK_M,D)

  extern __shared__ __align__(128) unsigned char memory[];
  half_t* const first = reinterpret_cast<half_t*>(memory);
  half_t* const after_q = first + cosize_v<typename flash::smem_q>;
  auto const sQ = make_tensor(aligned_smem<L>(first), typename flash::smem_q{});    // (BLK_M,D)
  auto const sK = make_tensor(aligned_smem<L>(after_q), typename flash::smem_k{});  // (BLK_N,D)
  auto const sV = make_tensor(aligned_smem<L>(after_q + cosize_v<typename flash::smem_k>),
                              typename flash::smem_k{});               // (BLK_N,D)
  auto const sVt = make_tensor(sV.data(), typename flash::smem_vt{});  // (D,BLK_N)
  auto const sVt_plain = make_tensor(sV.data(), get_nonswizzle_portion(typename flash::smem_vt{}));

  auto const thr_load = typename flash::load{}.get_slice(thread);
  auto const tQgQ = thr_load.partition_S(gQ);  // (CPY,CPY_M,CPY_D)
  auto tQsQ = thr_load.partition_D(sQ);        // (CPY,CPY_M,CPY_D)
  auto const tKgK = thr_load.partition_S(gK);  // (CPY,CPY_N,CPY_D,n)
  auto tKsK = thr_load.partition_D(sK);        // (CPY,CPY_N,CPY_D)
  auto const tVgV = thr_load.partition_S(gV);  // (CPY,CPY_N,CPY_D,n)
  auto tVsV = thr_load.partition_D(sV);        // (CPY,CPY_N,CPY_D)
  auto const tQcQ = thr_load.partition_S(make_identity_tensor(Shape<block_m, Int<D>>{}));
  auto const tKcK = thr_load.partition_S(make_identity_tensor(Shape<block_n, Int<D>>{}));

  typename flash::tiled_mma const tiled_mma;
  auto const thr_mma = tiled_mma.get_slice(thread);
  auto tSrQ = thr_mma.partition_fragment_A(sQ);         // (MMA,MMA_M,MMA_D)
  auto tSrK = thr_mma.partition_fragment_B(sK);         // (MMA,MMA_N,MMA_D)
  auto tOrV = thr_mma.partition_fragment_B(sVt_plain);  // (MMA,MMA_D,MMA_N)
  auto const read_q = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, tiled_mma);
  auto const thr_read_q = read_q.get_slice(thread);
  auto const tXsQ = thr_read_q.partition_S(sQ);
  auto tXrQ = thr_read_q.retile_D(tSrQ);
  auto const read_k = make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, tiled_mma);
  auto const thr_read_k = read_k.get_slice(thread);
  auto const tXsK = thr_read_k.partition_S(sK);
  auto tXrK = thr_read_k.retile_D(tSrK);
  auto const read_v = make_tiled_copy_B(Copy_Atom<SM75_U16x8_LDSM_T, half_t>{}, tiled_mma);
  auto const thr_read_v = read_v.get_slice(thread);
  auto const tXsV = thr_read_v.partition_S(sVt);
  auto tXrV = thr_read_v.retile_D(tOrV);

  auto tOrO = partition_fragment_C(tiled_mma, Shape<block_m, Int<D>>{});  // (MMA,MMA_M,MMA_D)
  clear(tOrO);
  auto O = make_tensor(tOrO.data(), flash::rows_and_columns(tOrO.layout()));
  constexpr int rows = decltype(size<0>(O))::value;
  float row_max[rows];
  float row_sum[rows];
  CUTE_UNROLL
  for (int i = 0; i < rows; ++i) {
    row_max[i] = -CUDART_INF_F;
    row_sum[i] = 0;
  }

  int const steps = (args.keys + 63) / 64;
  int step = steps - 1;
  flash::template load_rows<Whole>(tQgQ, tQsQ, tQcQ, args.queries - block * 128);
  flash::template load_rows<Whole>(tKgK(_, _, _, step), tKsK, tKcK, args.keys - step * 64);
  cp_async_fence();

  auto const cS = thr_mma.partition_C(make_identity_tensor(Shape<block_m, block_n>{}));
  CUTE_NO_UNROLL
  for (; step >= 0; --step) {
    auto tSrS = partition_fragment_C(tiled_mma, Shape<block_m, block_n>{});  // (MMA,MMA_M,MMA_N)
    clear(tSrS);
    cp_async_wait<0>();
    __syncthreads();  // K has arrived, and V has been read
    if (step == steps - 1)
      flash::template load_rows<Whole>(tVgV(_, _, _, step), tVsV, tKcK, args.keys - step * 64);
    else
      copy(typename flash::load{}, tVgV(_, _, _, step), tVsV);
    cp_async_fence();
    copy(read_q, tXsQ(_, _, _0{}), tXrQ(_, _, _0{}));
    copy(read_k, tXsK(_, _, _0{}), tXrK(_, _, _0{}));
    CUTE_UNROLL
    for (int i = 0; i < size<2>(tSrQ); ++i) {
      if (i < size<2>(tSrQ) - 1) {
        copy(read_q, tXsQ(_, _, i + 1), tXrQ(_, _, i + 1));
        copy(read_k, tXsK(_, _, i + 1), tXrK(_, _, i + 1));
      }
      gemm(tiled_mma, tSrQ(_, _, i), tSrK(_, _, i), tSrS);
    }
    auto S = make_tensor(tSrS.data(), flash::rows_and_columns(tSrS.layout()));  // ((2,M),(2,N))
    if constexpr (!Whole) {
      if (step == steps - 1) {
        auto const C = make_tensor(cS.data(), flash::rows_and_columns(cS.layout()));
        CUTE_UNROLL
        for (int j = 0; j < size<1>(S); ++j) {
          if (get<1>(C(0, j)) >= args.keys - step * 64) {
            CUTE_UNROLL
            for (int i = 0; i < rows; ++i) S(i, j) = -CUDART_INF_F;
          }
        }
      }
    }
    cp_async_wait<0>();
    __syncthreads();  // V has arrived, and K has been read
    if (step > 0) {
      copy(typename flash::load{}, tKgK(_, _, _, step - 1), tKsK);
      cp_async_fence();
    }
    CUTE_UNROLL
    for (int i = 0; i < rows; ++i) {
      float largest = row_max[i];
      CUTE_UNROLL
      for (int j = 0; j < size<1>(S); ++j) largest = fmaxf(largest, S(i, j));
      largest = flash::over_row(largest, [](float x, float y) { return fmaxf(x, y); });
      float const rescaled = exp2f((row_max[i] - largest) * scale);
      row_max[i] = largest;
      row_sum[i] *= rescaled;
      CUTE_UNROLL
      for (int j = 0; j < size<1>(O); ++j) O(i, j) *= rescaled;
      float const shift = largest * scale;
      CUTE_UNROLL
      for (int j = 0; j < size<1>(S); ++j) {
        S(i, j) = exp2f(S(i, j) * scale - shift);
        row_sum[i] += S(i, j);
      }
    }
    auto tPrP = make_tensor<half_t>(tSrS.layout());
    CUTE_UNROLL
    for (int i = 0; i < size(tPrP); ++i) tPrP(i) = half_t(tSrS(i));
    auto const tOrP = make_tensor(tPrP.data(), flash::as_operand_a(tPrP.layout()));
    copy(read_v, tXsV(_, _, _0{}), tXrV(_, _, _0{}));
    CUTE_UNROLL
    for (int i = 0; i < size<2>(tOrP); ++i) {
      if (i < size<2>(tOrP) - 1) copy(read_v, tXsV(_, _, i + 1), tXrV(_, _, i + 1));
      gemm(tiled_mma, tOrP(_, _, i), tOrV(_, _, i), tOrO);
    }
  }

  CUTE_UNROLL
  for (int i = 0; i < rows; ++i) {
    float const sum = flash::over_row(row_sum[i], [](float x, float y) { return x + y; });
    float const inverse = sum == 0 ? 1.0F : 1.0F / sum;
    CUTE_UNROLL
    for (int j = 0; j < size<1>(O); ++j) O(i, j) *= inverse;
  }
  auto tOrO16 = make_tensor<half_t>(tOrO.layout());
  CUTE_UNROLL
  for (int i = 0; i < size(tOrO16); ++i) tOrO16(i) = half_t(tOrO(i));

  // Through the memory of Q, so that the stores are of 16 bytes.
  __syncthreads();
  auto const write_o = make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, tiled_mma);
  auto const thr_write_o = write_o.get_slice(thread);
  auto tXsO = thr_write_o.partition_D(sQ);
  copy(write_o, thr_write_o.retile_S(tOrO16), tXsO);
  __syncthreads();
  typename flash::store const store;
  auto const thr_store = store.get_slice(thread);
  auto const tOsO = thr_store.partition_S(sQ);  // (CPY,CPY_M,CPY_D)
  auto tOgO = thr_store.partition_D(gO);        // (CPY,CPY_M,CPY_D)
  auto tOrOut = make_fragment_like(tOgO);       // (CPY,CPY_M,CPY_D)
  copy(store, tOsO, tOrOut);
  CUTE_UNROLL
  for (int m = 0; m < size<1>(tOgO); ++m) {
    if (Whole || get<0>(tQcQ(0, m, 0)) < args.queries - block * 128)
      copy(store, tOrOut(_, m, _), tOgO(_, m, _));
  }
}

template <library L, int D, bool Whole>
attention_kernel attention() {
  constexpr auto kernel = attention_cutlass<L, D, Whole>;
  return {reinterpret_cast<void const*>(kernel), [](attention_arguments const& a, cudaStream_t s) {
            constexpr int bytes = flash_attention<L, D>::shared_bytes;
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
            dim3 const blocks(static_cast<unsigned>((a.queries + 127) / 128),
                              static_cast<unsigned>(a.heads));
            kernel<<<blocks, 128, bytes, s>>>(a);
          }};
}

}  // namespace bench
