// SPDX-License-Identifier: BSL-1.0
//
// The fragment layouts of wgmma, read off the GPU: A has a one at (m,k) and is zero elsewhere, B
// has at (n,k) a digit of n or of k, and then row m of D has in column n that digit of (n,k), in
// the register of the thread that the layout names. Every m, n and k, of every operand that is a
// tile in shared memory; the memory beside the tile holds values that must not be read.
#include "gpu.hpp"

#include <tileproof/atom/tma/barrier.hpp>
#include <tileproof/atom/wgmma/names.hpp>

#include <cstdio>
#include <numeric>

using namespace tileproof;
using GMMA::Major;
using GMMA::ScaleOut;

namespace {

constexpr int threads = 128;

// In base 8, whose digits are numbers of every type: three of n, two of k.
constexpr int digits = 5;
__device__ int digit_of(int n, int k, int i) {
  int const shift = 3 * (i < 3 ? i : i - 3);
  return 1 + ((i < 3 ? n : k) >> shift) % 8;
}
constexpr int never_read = 5;

template <class Element>
__device__ Element element(int x) {
  return static_cast<Element>(x);
}
template <class Element>
__device__ float number(Element x) {
  return static_cast<float>(x);
}

// Block m. Tiles are ComposedLayouts; the operands in them are looked at in turn.
template <class Op, class TileA, class TileB>
__global__ void digits_of_columns(int* wrong, int sign) {
  using traits = MMA_Traits<Op>;
  using A = typename traits::ElementAVal;
  using B = typename traits::ElementBVal;
  using D = typename traits::ElementDVal;
  using ALayout = typename traits::ALayout;
  using CLayout = typename traits::CLayout;
  constexpr bool a_in_registers = Op::has_a_in_registers;
  constexpr int columns = get<1>(typename traits::Shape_MNK{});
  constexpr int depth = get<2>(typename traits::Shape_MNK{});
  constexpr auto operands_a = zipped_divide(TileA{}, Shape<_64, Int<depth>>{});
  constexpr auto operands_b = zipped_divide(TileB{}, Shape<Int<columns>, Int<depth>>{});
  constexpr int count_a = size<1>(operands_a);
  constexpr int count_b = size<1>(operands_b);
  extern __shared__ __align__(1024) unsigned char memory[];
  auto* const a = reinterpret_cast<A*>(memory);
  auto* const b =
      reinterpret_cast<B*>(memory + 1024 * ((cosize_v<TileA> * sizeof(A) + 1023) / 1024));
  int const t = static_cast<int>(threadIdx.x);
  int const m = static_cast<int>(blockIdx.x);

  auto fragments_b = traits::make_fragment_b(make_tensor(make_smem_ptr<1024>(b), operands_b));
  for (int operand = 0; operand < (count_a > count_b ? count_a : count_b); ++operand) {
    int const of_a = operand % count_a;
    int const of_b = operand % count_b;
    for (int i = t; i < cosize_v<TileA>; i += threads) a[i] = element<A>(never_read);
    __syncthreads();
    for (int i = t; i < 64 * depth; i += threads)
      a[operands_a(make_coord(i % 64, i / 64), of_a)] = element<A>(0);
    for (int digit = 0; digit < digits; ++digit) {
      for (int i = t; i < cosize_v<TileB>; i += threads) b[i] = element<B>(never_read);
      __syncthreads();
      for (int i = t; i < columns * depth; i += threads)
        b[operands_b(make_coord(i % columns, i / columns), of_b)] =
            element<B>(digit_of(i % columns, i / columns, digit));
      for (int k = 0; k < depth; ++k) {
        traits mma;
        mma.accumulate_ = k % 2 == 0 ? ScaleOut::Zero : ScaleOut::One;
        auto d = make_tensor<D>(Layout<Int<64 * columns / threads>>{});
        TILEPROOF_UNROLL
        for (int i = 0; i < size(d); ++i) d(i) = element<D>(k % 2 == 0 ? never_read : 0);
        if (t == 0) a[operands_a(make_coord(m, k), of_a)] = element<A>(1);
        fence_view_async_shared();
        __syncthreads();
        warpgroup_fence_operand(d);
        warpgroup_arrive();
        if constexpr (a_in_registers) {
          auto fragment_a = make_tensor<A>(Layout<Int<size<1>(ALayout{})>>{});
          TILEPROOF_UNROLL
          for (int i = 0; i < size(fragment_a); ++i)
            fragment_a(i) = element<A>(ALayout{}(t, i) == m + 64 * k);
          mma.mma_unpack(d, fragment_a, fragments_b(_, of_b), d);
        } else {
          auto fragments_a =
              traits::make_fragment_a(make_tensor(make_smem_ptr<1024>(a), operands_a));
          mma.mma_unpack(d, fragments_a(_, of_a), fragments_b(_, of_b), d);
        }
        warpgroup_commit_batch();
        warpgroup_wait<0>();
        warpgroup_fence_operand(d);
        if (t == 0) a[operands_a(make_coord(m, k), of_a)] = element<A>(0);
        int bad = 0;
        TILEPROOF_UNROLL
        for (int i = 0; i < size(d); ++i) {
          int const e = CLayout{}(t, i);
          int const expected = e % 64 == m ? sign * digit_of(e / 64, k, digit) : 0;
          bad += number(d(i)) != expected;
        }
        if (bad != 0) atomicAdd(wrong, bad);
        __syncthreads();
      }
    }
  }
}

int* wrong = nullptr;
int failed = 0;
int kernels = 0;

template <class Kernel>
void launch(Kernel kernel, int blocks, int bytes, char const* name, int sign) {
  int count = 0;
  cudaMemset(wrong, 0, sizeof(int));
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  kernel<<<blocks, threads, bytes>>>(wrong, sign);
  cudaError_t const error = cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  failed += error != cudaSuccess || count != 0;
  ++kernels;
  std::printf("%-64s %d values wrong  %s\n", name, count, cudaGetErrorString(error));
}

// A tile of whole atoms and of whole operands.
template <class Atom, int MN, int K>
using tile_of = decltype(tile_to_shape(
    Atom{},
    Shape<Int<std::lcm(MN, int{size<0>(Atom{})})>, Int<std::lcm(K, int{size<1>(Atom{})})>>{}));
template <class Tile, class Element>
inline constexpr int bytes_of =
    (cosize_v<Tile> * static_cast<int>(sizeof(Element)) + 1023) / 1024 * 1024;

template <class Op, template <class> class AtomA, template <class> class AtomB>
void check(char const* name, int sign = 1) {
  using traits = MMA_Traits<Op>;
  using shape = typename traits::Shape_MNK;
  using A = typename traits::ElementAVal;
  using B = typename traits::ElementBVal;
  using tile_a = tile_of<AtomA<A>, 64, get<2>(shape{})>;
  using tile_b = tile_of<AtomB<B>, get<1>(shape{}), get<2>(shape{})>;
  launch(digits_of_columns<Op, tile_a, tile_b>, 64, bytes_of<tile_a, A> + bytes_of<tile_b, B>, name,
         sign);
}

// 64 rows, or steps along K, from one inside the pattern of a swizzle of 128 bytes.
template <int Row>
using rows_from =
    ComposedLayout<Swizzle<3, 3, 3>, Int<Row * 64>, Layout<Shape<_64, _64>, Stride<_64, _1>>>;
template <int Row>
using steps_from =
    ComposedLayout<Swizzle<3, 3, 3>, Int<Row * 64>, Layout<Shape<_64, _16>, Stride<_1, _64>>>;

// ---- a tile of several instructions: 128x64x64, A K-major, B MN-major

using tile_a = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
using tile_b = decltype(tile_to_shape(GMMA::Layout_MN_SW64_Atom<half_t>{}, Shape<_64, _64>{}));

__device__ int a_at(int m, int k) { return (m * 5 + k * 3 + m * k) % 7 - 3; }
__device__ int b_at(int n, int k) { return (n * 2 + k * 4 + n * k) % 5 - 2; }

__global__ void tile_product(int* wrong, int) {
  using traits = MMA_Traits<SM90_64x64x16_F32F16F16_SS<Major::K, Major::MN>>;
  extern __shared__ __align__(1024) unsigned char memory[];
  auto* const pa = reinterpret_cast<half_t*>(memory);
  auto* const pb = reinterpret_cast<half_t*>(memory + bytes_of<tile_a, half_t>);
  int const t = static_cast<int>(threadIdx.x);
  for (int i = t; i < 128 * 64; i += threads)
    pa[tile_a{}(i % 128, i / 128)] = half_t(a_at(i % 128, i / 128));
  for (int i = t; i < 64 * 64; i += threads)
    pb[tile_b{}(i % 64, i / 64)] = half_t(b_at(i % 64, i / 64));
  fence_view_async_shared();
  __syncthreads();
  auto const a = make_tensor(make_smem_ptr<1024>(pa), zipped_divide(tile_a{}, Shape<_64, _16>{}));
  auto const b = make_tensor(make_smem_ptr<1024>(pb), zipped_divide(tile_b{}, Shape<_64, _16>{}));
  auto const fragments_a = traits::make_fragment_a(a);  // (1,(2,4))
  auto const fragments_b = traits::make_fragment_b(b);  // (1,(1,4))
  auto d = make_tensor<float>(Layout<Shape<_32, _2>>{});
  traits mma;
  mma.accumulate_ = ScaleOut::Zero;
  warpgroup_fence_operand(d);
  warpgroup_arrive();
  TILEPROOF_UNROLL
  for (int k = 0; k < 4; ++k) {
    TILEPROOF_UNROLL
    for (int m = 0; m < 2; ++m) {
      auto accumulators = d(_, m);
      mma.mma_unpack(accumulators, fragments_a(_, make_coord(m, k)),
                     fragments_b(_, make_coord(0, k)), accumulators);
    }
    mma.accumulate_ = ScaleOut::One;
  }
  warpgroup_commit_batch();
  warpgroup_wait<0>();
  warpgroup_fence_operand(d);
  int bad = 0;
  TILEPROOF_UNROLL
  for (int i = 0; i < 64; ++i) {
    int const e = traits::CLayout{}(t, i % 32);
    int expected = 0;
    for (int k = 0; k < 64; ++k) expected += a_at(e % 64 + i / 32 * 64, k) * b_at(e / 64, k);
    bad += d(i) != static_cast<float>(expected);
  }
  if (bad != 0) atomicAdd(wrong, bad);
}

}  // namespace

#define CHECK(A, B, ...)                                                                      \
  check<__VA_ARGS__, GMMA::Layout_##A##_Atom, GMMA::Layout_##B##_Atom>(#__VA_ARGS__ " of " #A \
                                                                                    " and " #B)
#define CHECK_NEGATED(A, B, ...)                                        \
  check<__VA_ARGS__, GMMA::Layout_##A##_Atom, GMMA::Layout_##B##_Atom>( \
      #__VA_ARGS__ " of " #A " and " #B, -1)
#define CHECK_MAJORS(SWIZZLE)                                                        \
  CHECK(K_##SWIZZLE, K_##SWIZZLE, SM90_64x64x16_F32F16F16_SS<Major::K, Major::K>);   \
  CHECK(K_##SWIZZLE, MN_##SWIZZLE, SM90_64x64x16_F32F16F16_SS<Major::K, Major::MN>); \
  CHECK(MN_##SWIZZLE, K_##SWIZZLE, SM90_64x64x16_F32F16F16_SS<Major::MN, Major::K>); \
  CHECK(MN_##SWIZZLE, MN_##SWIZZLE, SM90_64x64x16_F32F16F16_SS<Major::MN, Major::MN>)

int main() {
  if (compute_capability() != 90) {
    std::puts("skipped: not sm_90");
    return skipped;
  }
  if (cudaMalloc(&wrong, sizeof(int)) != cudaSuccess) return 1;
  CHECK_MAJORS(SW128);
#if !defined(TILEPROOF_FEW_KERNELS)  // no GPU is here to run them
  CHECK_MAJORS(SW64);
  CHECK_MAJORS(SW32);
  CHECK_MAJORS(INTER);
  CHECK(K_SW128, K_SW128, SM90_64x8x16_F32F16F16_SS<Major::K, Major::K>);
  CHECK(MN_SW128, MN_SW128, SM90_64x8x16_F16F16F16_SS<Major::MN, Major::MN>);
  CHECK(K_SW64, MN_SW64, SM90_64x96x16_F16F16F16_SS<Major::K, Major::MN>);
#endif
  CHECK(K_SW128, MN_SW64, SM90_64x128x16_F32BF16BF16_SS<Major::K, Major::MN>);
#if !defined(TILEPROOF_FEW_KERNELS)
  CHECK(MN_SW128, MN_SW128, SM90_64x256x16_F32F16F16_SS<Major::MN, Major::MN>);
  CHECK(K_SW128, K_SW128, SM90_64x256x16_F16F16F16_SS<Major::K, Major::K>);
#endif
  CHECK(K_SW128, K_SW32, SM90_64x64x16_F32F16F16_RS<Major::K, Major::K>);
  CHECK(K_SW128, MN_SW128, SM90_64x128x16_F32BF16BF16_RS<Major::K, Major::MN>);
  CHECK(K_SW128, K_SW128, SM90_64x64x8_F32TF32TF32_SS_TN<>);
  CHECK(K_INTER, K_SW64, SM90_64x40x8_F32TF32TF32_SS_TN<>);
  CHECK(K_SW128, K_SW128, SM90_64x64x8_F32TF32TF32_RS_TN<>);
  CHECK(K_SW128, K_SW128, SM90_64x128x32_F32E4M3E5M2_SS_TN<>);
  CHECK(K_SW128, K_INTER, SM90_64x64x32_F16E5M2E4M3_SS_TN<>);
  CHECK(K_SW128, K_SW128, SM90_64x64x32_F32E4M3E4M3_RS_TN<>);
  CHECK(K_SW128, K_SW32, SM90_64x128x32_S32S8U8_SS_TN);
  CHECK(K_SW64, K_SW128, SM90_64x48x32_S32U8S8_SS_TN_SATURATE);
  CHECK(K_SW128, K_SW128, SM90_64x256x32_S32S8S8_RS_TN);
  CHECK_NEGATED(K_SW128, K_SW128,
                SM90_64x64x16_F32F16F16_SS<Major::K, Major::K, GMMA::ScaleIn::Neg>);
  launch(
      digits_of_columns<SM90_64x64x16_F32F16F16_SS<Major::K, Major::K>, rows_from<4>, rows_from<1>>,
      64, 1 << 16, "rows from the fifth and the second", 1);
  launch(digits_of_columns<SM90_64x64x16_F32F16F16_SS<Major::MN, Major::MN>, steps_from<7>,
                           steps_from<2>>,
         64, 1 << 16, "k from the eighth and the third row", 1);
  launch(tile_product, 1, bytes_of<tile_a, half_t> + bytes_of<tile_b, half_t>,
         "a tile of 128x64x64", 1);
  cudaFree(wrong);
  std::printf("%d kernels, %d failed\n", kernels, failed);
  return failed != 0;
}
