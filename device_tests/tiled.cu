// SPDX-License-Identifier: BSL-1.0
//
// Tiled copies and tiled MMAs on the GPU, element by element: tiles on their way through shared
// memory and registers, with every width; copies with predicates; copies that threads share; and
// GEMMs of small integers, which are exact, with atoms of every family.
#include "gpu.hpp"

#include <tileproof/atom.hpp>
#include <tileproof/tensor/fill.hpp>
#include <tileproof/tensor/predicate.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace tileproof;

namespace {

int tried = 0;
int failed = 0;

void expect(char const* name, long wrong) {
  cudaError_t const error = cudaDeviceSynchronize();
  ++tried;
  failed += wrong != 0 || error != cudaSuccess;
  if (wrong != 0 || error != cudaSuccess)
    std::printf("%s: %ld elements are wrong  %s\n", name, wrong, cudaGetErrorString(error));
}

// Elements of type T on both sides, packed where they are smaller than a byte.
template <class T>
struct array {
  std::vector<unsigned char> bytes;
  void* device = nullptr;

  explicit array(int elements) : bytes(static_cast<std::size_t>(elements) * sizeof_bits_v<T> / 8) {
    cudaMalloc(&device, bytes.size());
  }
  array(array const&) = delete;
  ~array() { cudaFree(device); }
  auto host() { return make_gmem_ptr<T>(static_cast<void*>(bytes.data())); }
  void send() { cudaMemcpy(device, bytes.data(), bytes.size(), cudaMemcpyHostToDevice); }
  void fetch() { cudaMemcpy(bytes.data(), device, bytes.size(), cudaMemcpyDeviceToHost); }
};

// A pointer of the kernel's caller: memory of cudaMalloc, and shared memory that is aligned so.
template <class T>
__device__ auto global(void const* p) {
  return make_gmem_ptr(aligned_ptr<T const, 256>{make_gmem_ptr<T>(p).it});
}
template <class T>
__device__ auto global(void* p) {
  return make_gmem_ptr(aligned_ptr<T, 256>{make_gmem_ptr<T>(p).it});
}
template <class T>
__device__ auto shared(void* p) {
  return make_smem_ptr(aligned_ptr<T, 128>{make_smem_ptr<T>(p).it});
}
template <class T, class L>
inline constexpr int bytes_of = (cosize_v<L> * sizeof_bits_v<T> + 1023) / 1024 * 128;

// The copies of this block have arrived.
__device__ void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  cp_async_fence();
  cp_async_wait<0>();
#endif
  __syncthreads();
}

__device__ int thread_index() { return static_cast<int>(threadIdx.x); }

//////////////////////////////////////////////////////////////////////////////// a tile

using rows = Layout<Shape<_64, _32>, Stride<_32, _1>>;
using columns = Layout<Shape<_64, _32>>;
using padded = Layout<Shape<_64, _32>, Stride<Int<48>, _1>>;
template <int B, int M, int S>
using swizzled = decltype(composition(Swizzle<B, M, S>{}, rows{}));

// Carries a tile with Load to shared memory, and with Store to registers and back to global memory.
template <class T, class Shared, class Load, class Store>
__global__ void carry(void const* in, void* out) {
  __shared__ alignas(128) unsigned char memory[bytes_of<T, Shared>];
  auto const gA = make_tensor(global<T>(in), rows{});
  auto const sA = make_tensor(shared<T>(memory), Shared{});
  auto const gB = make_tensor(global<T>(out), rows{});
  auto const load = Load{}.get_slice(thread_index());
  copy(load, load.partition_S(gA), load.partition_D(sA));
  wait_for_copies();
  auto const store = Store{}.get_slice(thread_index());
  auto const from = store.partition_S(sA);
  auto registers = make_fragment_like(from);
  copy(store, from, registers);
  copy(store, registers, store.partition_D(gB));
}

// 128 threads along the rows, each with so many elements.
template <class Op, class T, int Values>
using along_rows = decltype(make_tiled_copy(
    Copy_Atom<Op, T>{},
    Layout<Shape<Int<128 * Values / 32>, Int<32 / Values>>, Stride<Int<32 / Values>, _1>>{},
    Layout<Shape<_1, Int<Values>>>{}));
template <class Op, class T, int Values>
using along_columns = decltype(make_tiled_copy(Copy_Atom<Op, T>{}, Layout<Shape<_16, _8>>{},
                                               Layout<Shape<Int<Values>, _1>>{}));

template <class T, class Shared, class Load, class Store>
void carries(char const* name) {
  array<T> in(64 * 32);
  array<T> out(64 * 32);
  auto const a = make_tensor(in.host(), rows{});
  auto const b = make_tensor(out.host(), rows{});
  for (int i = 0; i < 64 * 32; ++i) {
    a(i) = static_cast<T>(rows{}(i) + 1);
    b(i) = static_cast<T>(0);
  }
  in.send();
  out.send();
  carry<T, Shared, Load, Store><<<1, 128>>>(in.device, out.device);
  out.fetch();
  long wrong = 0;
  for (int i = 0; i < 64 * 32; ++i) wrong += !(static_cast<T>(b(i)) == static_cast<T>(a(i)));
  expect(name, wrong);
}

template <class Op, class T>
void carries_to_all(char const* name) {
  constexpr int n = static_cast<int>(sizeof(typename Op::SRegisters)) * 8 / sizeof_bits_v<T>;
  carries<T, rows, along_rows<Op, T, n>, along_rows<DefaultCopy, T, n>>(name);
#if !defined(TILEPROOF_FEW_KERNELS)
  carries<T, padded, along_rows<Op, T, n>, along_rows<DefaultCopy, T, 1>>(name);
  carries<T, swizzled<2, n == 8 ? 3 : 2, 3>, along_rows<Op, T, n>,
          along_columns<UniversalCopy<T>, T, 1>>(name);
#endif
}

// TILEPROOF_FEW_KERNELS: no GPU is here to run them, and one of each kind is compiled.
void tiles(int sm) {
  carries_to_all<UniversalCopy<std::uint16_t>, std::uint16_t>("16 bits");
#if !defined(TILEPROOF_FEW_KERNELS)
  carries_to_all<UniversalCopy<std::uint32_t>, std::uint16_t>("32 bits");
  carries_to_all<UniversalCopy<std::uint64_t>, std::uint16_t>("64 bits");
  carries_to_all<UniversalCopy<uint128_t>, std::uint16_t>("128 bits");
  carries_to_all<UniversalCopy<uint128_t>, float>("128 bits of floats");
  carries_to_all<UniversalCopy<uint128_t>, double>("128 bits of doubles");
#endif
  carries<float, columns, along_rows<DefaultCopy, float, 4>, along_columns<DefaultCopy, float, 4>>(
      "a transposition");
  carries<std::uint8_t, rows, along_rows<AutoVectorizingCopy, std::uint8_t, 16>,
          along_rows<AutoVectorizingCopy, std::uint8_t, 4>>("bytes");
  carries<int4b_t, rows, along_rows<DefaultCopy, int4b_t, 16>, along_rows<DefaultCopy, int4b_t, 8>>(
      "elements of 4 bits");
  if (sm < 80) return;
  carries_to_all<SM80_CP_ASYNC_CACHEALWAYS<std::uint32_t>, std::uint16_t>("cp.async.ca, 4 bytes");
#if !defined(TILEPROOF_FEW_KERNELS)
  carries_to_all<SM80_CP_ASYNC_CACHEALWAYS<std::uint64_t>, std::uint16_t>("cp.async.ca, 8 bytes");
  carries_to_all<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, std::uint16_t>("cp.async.ca, 16 bytes");
#endif
  carries_to_all<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, std::uint16_t>("cp.async.cg, 16 bytes");
  carries_to_all<SM80_CP_ASYNC_CACHEALWAYS<float>, float>("cp.async.ca of floats");
}

///////////////////////////////////////////////////////////////////// with a predicate

// Tiles of a row-major m x n matrix, rows `ld` apart: the last ones stick out. Elements inside the
// matrix go through shared memory, where the rest becomes zero, to `whole`, and by copy_if to
// `out`.
template <class Op>
__global__ void ragged(float const* in, float* out, float* whole, int m, int n, int ld) {
  using tile = Shape<_32, _16>;
  __shared__ alignas(128) float memory[32 * 16];
  auto const at = make_coord(static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y));
  auto const pitch = assume_multiple_of<4>(ld);
  auto const shape_mn = make_shape(m, n);
  auto const mA = make_tensor(make_gmem_ptr(aligned_ptr<float const, 256>{in}), shape_mn,
                              make_stride(pitch, _1{}));
  auto const mB =
      make_tensor(make_gmem_ptr(aligned_ptr<float, 256>{out}), shape_mn, make_stride(pitch, _1{}));
  auto const inside = make_predicate_tensor(shape_mn, tile{});
  auto const gA = local_tile(mA, tile{}, at);      // (BLK_M,BLK_N)
  auto const gB = local_tile(mB, tile{}, at);      // (BLK_M,BLK_N)
  auto const pA = local_tile(inside, tile{}, at);  // (BLK_M,BLK_N)
  auto const sA = make_tensor(shared<float>(memory), Layout<tile, Stride<_16, _1>>{});
  fill(sA(thread_index(), _), -1.0f);
  __syncthreads();

  constexpr int values = static_cast<int>(sizeof(typename Op::SRegisters)) / 4;
  auto const copies = make_tiled_copy(
      Copy_Atom<Op, float>{},
      Layout<Shape<Int<2 * values>, Int<16 / values>>, Stride<Int<16 / values>, _1>>{},
      Layout<Shape<_1, Int<values>>>{});
  auto const mine = copies.get_slice(thread_index());
  auto const tAgA = mine.partition_S(gA, predicated);  // (CPY,CPY_M,CPY_N)
  auto const tAsA = mine.partition_D(sA);              // (CPY,CPY_M,CPY_N)
  auto const tApA = mine.partition_S(pA, predicated);  // (CPY,CPY_M,CPY_N)
  // One predicate for each instruction: a vector is inside or outside.
  copy_if(copies, tApA(_0{}, _, _), tAgA, tAsA);
  wait_for_copies();

  auto const direct = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                      Layout<Shape<_8, _4>, Stride<_4, _1>>{});
  auto const own = direct.get_slice(thread_index());
  auto const tBsA = own.partition_S(sA);
  copy_if(own.partition_D(pA, predicated), tBsA, own.partition_D(gB, predicated));

  int const block = static_cast<int>(blockIdx.x + gridDim.x * blockIdx.y);
  auto const gW = make_tensor(make_gmem_ptr(aligned_ptr<float, 256>{whole + block * 512}),
                              Layout<tile, Stride<_16, _1>>{});
  cooperative_copy<32>(thread_index(), sA, gW);
}

template <class Op>
void raggeds(char const* name, int step) {
  for (int m : {1, 31, 32, 33, 100})
    for (int n = step; n <= 52; n += n < 20 ? step : 16) {
      int const ld = (n + 7) / 4 * 4;
      int const blocks_m = (m + 31) / 32;
      int const blocks_n = (n + 15) / 16;
      array<float> in(m * ld);
      array<float> out(m * ld + 64);
      array<float> whole(blocks_m * blocks_n * 512);
      auto const a = make_tensor(in.host(), make_layout(m * ld));
      auto const b = make_tensor(out.host(), make_layout(m * ld + 64));
      for (int i = 0; i < m * ld; ++i) a(i) = static_cast<float>(i + 1);
      for (int i = 0; i < m * ld + 64; ++i) b(i) = -2;
      in.send();
      out.send();
      ragged<Op><<<dim3(blocks_m, blocks_n), 32>>>(static_cast<float const*>(in.device),
                                                   static_cast<float*>(out.device),
                                                   static_cast<float*>(whole.device), m, n, ld);
      out.fetch();
      whole.fetch();
      long wrong = 0;
      for (int i = 0; i < m * ld + 64; ++i)
        wrong += b(i) != (i < m * ld && i % ld < n ? static_cast<float>(i + 1) : -2.0f);
      auto const w = make_tensor(whole.host(), make_layout(blocks_m * blocks_n * 512));
      for (int k = 0; k < blocks_m * blocks_n * 512; ++k) {
        int const block = k / 512;
        int const i = block % blocks_m * 32 + k % 512 / 16;
        int const j = block / blocks_m * 16 + k % 16;
        float const outside = detail::fills_with_zeros<Op> ? 0.0f : -1.0f;
        wrong += w(k) != (i < m && j < n ? static_cast<float>(i * ld + j + 1) : outside);
      }
      expect(name, wrong);
    }
}

void predicates(int sm) {
  raggeds<UniversalCopy<float>>("copy_if of 4 bytes", 1);
  raggeds<UniversalCopy<uint128_t>>("copy_if of 16 bytes", 4);
  if (sm < 80) return;
  raggeds<SM80_CP_ASYNC_CACHEALWAYS<float>>("copy_if with cp.async of 4 bytes", 1);
  raggeds<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<float>>("zero fill, 4 bytes", 1);
#if !defined(TILEPROOF_FEW_KERNELS)
  raggeds<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<double>>("zero fill, 8 bytes", 2);
#endif
  raggeds<SM80_CP_ASYNC_CACHEALWAYS_ZFILL<uint128_t>>("zero fill, 16 bytes", 4);
  raggeds<SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>>("zero fill past L1", 4);
}

//////////////////////////////////////////////////////////////////////////// cooperative_copy

// All of a tile by 96 threads, to a tile of another layout and back.
template <int MaxVecBits, class T, class Shared>
__global__ void share(void const* in, void* out) {
  __shared__ alignas(128) unsigned char memory[bytes_of<T, Shared>];
  auto const sA = make_tensor(shared<T>(memory), Shared{});
  auto const gA = make_tensor(global<T>(in), rows{});
  prefetch(gA);
  cooperative_copy<96, MaxVecBits>(thread_index(), gA, sA);
  __syncthreads();
  cooperative_copy<96, MaxVecBits>(thread_index(), sA, make_tensor(global<T>(out), rows{}));
}
template <int MaxVecBits, class T, class Shared>
void shares(char const* name) {
  array<T> in(64 * 32);
  array<T> out(64 * 32);
  auto const a = make_tensor(in.host(), make_layout(_2048{}));
  auto const b = make_tensor(out.host(), make_layout(_2048{}));
  for (int i = 0; i < 2048; ++i) {
    a(i) = static_cast<T>(3 * i + 1);
    b(i) = static_cast<T>(0);
  }
  in.send();
  out.send();
  share<MaxVecBits, T, Shared><<<1, 96>>>(in.device, out.device);
  out.fetch();
  long wrong = 0;
  for (int i = 0; i < 2048; ++i) wrong += !(static_cast<T>(b(i)) == static_cast<T>(a(i)));
  expect(name, wrong);
}
void cooperation() {
  shares<128, std::uint16_t, rows>("cooperative_copy");
  shares<32, std::uint16_t, padded>("cooperative_copy of 32 bits");
  shares<128, float, columns>("cooperative_copy of a transposition");
  shares<128, std::uint16_t, swizzled<2, 3, 3>>("cooperative_copy to a swizzled tile");
  shares<64, double, padded>("cooperative_copy of doubles");
  shares<128, int4b_t, rows>("cooperative_copy of elements of 4 bits");
}

///////////////////////////////////////////////////////////////////////// matrix products

enum class product { multiplied, exclusive_or, conjunction };

// C = A * B of one tile. A and B lie in shared memory as LayoutA and LayoutB say; operands are
// loaded with LoadA and LoadB, and C is stored with StoreC through shared memory, or, where those
// are void, by plain copies.
template <class Mma, class LayoutA, class LayoutB, class LoadA = void, class LoadB = void,
          class StoreC = void>
struct tile_product {
  using mma = Mma;
  using layout_a = LayoutA;  // (M,K)
  using layout_b = LayoutB;  // (N,K)
  using load_a = LoadA;
  using load_b = LoadB;
  using store_c = StoreC;
  using TA = typename Mma::ValTypeA;
  using TB = typename Mma::ValTypeB;
  using TC = typename Mma::ValTypeC;
  static constexpr int m = size<0>(LayoutA{});
  static constexpr int n = size<0>(LayoutB{});
  static constexpr int k = size<1>(LayoutA{});
  static_assert(size<1>(LayoutB{}) == k);
};

template <class P>
__global__ void multiply(void const* a, void const* b, void* c) {
  using mma = typename P::mma;
  constexpr int threads = static_cast<int>(decltype(size(mma{}))::value);
  __shared__ alignas(128) unsigned char memory_a[bytes_of<typename P::TA, typename P::layout_a>];
  __shared__ alignas(128) unsigned char memory_b[bytes_of<typename P::TB, typename P::layout_b>];
  auto const gA = make_tensor(global<typename P::TA>(a),
                              Layout<Shape<Int<P::m>, Int<P::k>>, Stride<Int<P::k>, _1>>{});
  auto const gB = make_tensor(global<typename P::TB>(b),
                              Layout<Shape<Int<P::n>, Int<P::k>>, Stride<Int<P::k>, _1>>{});
  auto const gC = make_tensor(global<typename P::TC>(c),
                              Layout<Shape<Int<P::m>, Int<P::n>>, Stride<Int<P::n>, _1>>{});
  auto const sA = make_tensor(shared<typename P::TA>(memory_a), typename P::layout_a{});
  auto const sB = make_tensor(shared<typename P::TB>(memory_b), typename P::layout_b{});
  cooperative_copy<threads>(thread_index(), gA, sA);
  cooperative_copy<threads>(thread_index(), gB, sB);
  __syncthreads();
  auto const mine = mma{}.get_slice(thread_index());
  auto tCrA = mine.partition_fragment_A(sA);  // (MMA,MMA_M,MMA_K)
  auto tCrB = mine.partition_fragment_B(sB);  // (MMA,MMA_N,MMA_K)
  auto tCrC = mine.partition_fragment_C(gC);  // (MMA,MMA_M,MMA_N)
  if constexpr (std::is_void_v<typename P::load_a>) {
    copy(mine.partition_A(sA), tCrA);
  } else {
    auto const load = make_tiled_copy_A(Copy_Atom<typename P::load_a, typename P::TA>{}, mma{})
                          .get_slice(thread_index());
    copy(load, load.partition_S(sA), load.retile_D(tCrA));
  }
  if constexpr (std::is_void_v<typename P::load_b>) {
    copy(mine.partition_B(sB), tCrB);
  } else {
    auto const load = make_tiled_copy_B(Copy_Atom<typename P::load_b, typename P::TB>{}, mma{})
                          .get_slice(thread_index());
    copy(load, load.partition_S(sB), load.retile_D(tCrB));
  }
  clear(tCrC);
  gemm(mma{}, tCrA, tCrB, tCrC);
  if constexpr (std::is_void_v<typename P::store_c>) {
    copy(tCrC, mine.partition_C(gC));
  } else {
    using layout_c = Layout<Shape<Int<P::m>, Int<P::n>>, Stride<Int<P::n + 8>, _1>>;
    __shared__ alignas(128) unsigned char memory_c[bytes_of<typename P::TC, layout_c>];
    auto const sC = make_tensor(shared<typename P::TC>(memory_c), layout_c{});
    auto const store = make_tiled_copy_C(Copy_Atom<typename P::store_c, typename P::TC>{}, mma{})
                           .get_slice(thread_index());
    copy(store, store.retile_S(tCrC), store.partition_D(sC));
    __syncthreads();
    cooperative_copy<threads>(thread_index(), sC, gC);
  }
}

// Small integers that a T has: -2 to 2, 0 to 3, or 0 and 1.
template <class T>
int number(int i, int j) {
  int const n = (7 * i + 5 * j + i * j) % 11;
  if constexpr (std::is_same_v<T, uint1b_t>)
    return n & 1;
  else if constexpr (std::is_unsigned_v<T> || std::is_same_v<T, uint4b_t>)
    return n % 4;
  else
    return n % 5 - 2;
}

template <class P, product Product = product::multiplied>
void multiplies(char const* name) {
  array<typename P::TA> a(P::m * P::k);
  array<typename P::TB> b(P::n * P::k);
  array<typename P::TC> c(P::m * P::n);
  auto const A = make_tensor(a.host(), make_layout(make_shape(P::m, P::k), LayoutRight{}));
  auto const B = make_tensor(b.host(), make_layout(make_shape(P::n, P::k), LayoutRight{}));
  auto const C = make_tensor(c.host(), make_layout(make_shape(P::m, P::n), LayoutRight{}));
  for (int k = 0; k < P::k; ++k) {
    for (int m = 0; m < P::m; ++m) A(m, k) = typename P::TA(number<typename P::TA>(m, k));
    for (int n = 0; n < P::n; ++n) B(n, k) = typename P::TB(number<typename P::TB>(n + 3, k));
  }
  a.send();
  b.send();
  multiply<P><<<1, static_cast<int>(decltype(size(typename P::mma{}))::value)>>>(a.device, b.device,
                                                                                 c.device);
  c.fetch();
  long wrong = 0;
  for (int m = 0; m < P::m; ++m)
    for (int n = 0; n < P::n; ++n) {
      int sum = 0;
      for (int k = 0; k < P::k; ++k) {
        int const x = number<typename P::TA>(m, k);
        int const y = number<typename P::TB>(n + 3, k);
        sum += Product == product::exclusive_or  ? x ^ y
               : Product == product::conjunction ? x & y
                                                 : x * y;
      }
      wrong += static_cast<double>(C(m, n)) != sum;
    }
  expect(name, wrong);
}

template <int MN, int K>
using by_k = Layout<Shape<Int<MN>, Int<K>>, Stride<Int<K>, _1>>;
template <int MN, int K>
using by_mn = Layout<Shape<Int<MN>, Int<K>>>;
// Rows of 64 f16 elements, and columns of 64, without bank conflicts.
template <int MN, int K>
using swizzled_by_k = decltype(tile_to_shape(composition(Swizzle<3, 3, 3>{}, by_k<8, 64>{}),
                                             Shape<Int<MN>, Int<K>>{}));
template <int MN, int K>
using swizzled_by_mn = decltype(tile_to_shape(composition(Swizzle<3, 3, 3>{}, by_mn<64, 8>{}),
                                              Shape<Int<MN>, Int<K>>{}));

template <class Op, class Atoms = Layout<Shape<_1, _1, _1>>,
          class Permutation = Tile<Underscore, Underscore, Underscore>>
using tiled = decltype(make_tiled_mma(Op{}, Atoms{}, Permutation{}));
using quadrants = Layout<Shape<_2, _2, _1>>;
using in_rows = Layout<Shape<_1, _4, _1>>;
using quadrants_by_rows = Layout<Shape<_2, _2, _1>, Stride<_2, _1, _1>>;

// (M,N,K) of A and B by K, and of A and B by M and N.
template <class Mma, int M, int N, int K, product Product = product::multiplied>
void by_k_and_by_mn(char const* name) {
  multiplies<tile_product<Mma, by_k<M, K>, by_k<N, K>>, Product>(name);
#if !defined(TILEPROOF_FEW_KERNELS)
  if constexpr (sizeof_bits_v<typename Mma::ValTypeA> >= 8)
    multiplies<tile_product<Mma, by_mn<M, K>, by_mn<N, K>>, Product>(name);
#endif
}

#define BY_K_AND_BY_MN(OP, M, N, K, ...) by_k_and_by_mn<tiled<OP, ##__VA_ARGS__>, M, N, K>(#OP)

void products(int sm) {
  by_k_and_by_mn<tiled<UniversalFMA<float>, Layout<Shape<_8, _8, _1>>>, 32, 16, 8>("FMA of floats");
  by_k_and_by_mn<tiled<UniversalFMA<float, half_t>, Layout<Shape<_4, _8, _1>, Stride<_8, _1, _1>>>,
                 16, 16, 8>("FMA of halves to floats");
  by_k_and_by_mn<tiled<UniversalFMA<double>, Layout<Shape<_8, _4, _1>>,
                       Tile<_16, Layout<Shape<_4, _2>, Stride<_2, _1>>, _2>>,
                 16, 16, 8>("FMA of doubles");

  BY_K_AND_BY_MN(SM70_8x8x4_F32F16F16F32_NT, 32, 32, 8, quadrants);
#if !defined(TILEPROOF_FEW_KERNELS)
  BY_K_AND_BY_MN(SM70_8x8x4_F32F16F16F32_TN, 32, 32, 8, quadrants_by_rows);
  BY_K_AND_BY_MN(SM70_8x8x4_F16F16F16F16_TN, 32, 64, 8, in_rows);
  BY_K_AND_BY_MN(SM70_8x8x4_F16F16F16F16_NT, 32, 32, 8, quadrants,
                 Tile<Layout<Shape<_4, _4, _2>, Stride<_1, _8, _4>>,
                      Layout<Shape<_4, _4, _2>, Stride<_1, _8, _4>>, _4>);
#endif
  if (sm < 75) return;
  BY_K_AND_BY_MN(SM75_16x8x8_F32F16F16F32_TN, 64, 32, 16, quadrants);
  BY_K_AND_BY_MN(SM75_8x8x16_S32S8S8S32_TN, 16, 64, 32, in_rows);
  if (sm < 80) return;
  BY_K_AND_BY_MN(SM80_16x8x16_F32F16F16F32_TN, 64, 32, 32, quadrants, Tile<_32, _32, _16>);
#if !defined(TILEPROOF_FEW_KERNELS)
  BY_K_AND_BY_MN(SM80_16x8x8_F16F16F16F16_TN, 32, 16, 16);
  BY_K_AND_BY_MN(SM80_16x8x16_F32BF16BF16F32_TN, 64, 32, 32, quadrants_by_rows);
  BY_K_AND_BY_MN(SM80_16x8x8_F32BF16BF16F32_TN, 32, 64, 16, in_rows);
  BY_K_AND_BY_MN(SM80_16x8x8_F32TF32TF32F32_TN, 32, 32, 16, quadrants);
  BY_K_AND_BY_MN(SM80_16x8x4_F32TF32TF32F32_TN, 32, 16, 8);
  BY_K_AND_BY_MN(SM80_8x8x4_F64F64F64F64_TN, 32, 32, 8, quadrants,
                 Tile<Underscore, Layout<Shape<_8, _2>, Stride<_2, _1>>, _8>);
#endif
  BY_K_AND_BY_MN(SM80_16x8x32_S32S8S8S32_TN, 32, 32, 64, quadrants);
#if !defined(TILEPROOF_FEW_KERNELS)
  BY_K_AND_BY_MN(SM80_16x8x16_S32U8S8S32_TN, 32, 16, 32);
#endif
  BY_K_AND_BY_MN(SM80_16x8x64_S32S4S4S32_TN, 32, 32, 128, quadrants);
#if !defined(TILEPROOF_FEW_KERNELS)
  BY_K_AND_BY_MN(SM80_8x8x32_S32U4S4S32_TN, 16, 32, 64, in_rows);
#endif
  by_k_and_by_mn<tiled<SM80_16x8x256_S32U1U1S32_TN_XORPOPC, quadrants>, 32, 32, 512,
                 product::exclusive_or>("SM80_16x8x256_S32U1U1S32_TN_XORPOPC");
  by_k_and_by_mn<tiled<SM80_8x8x128_S32U1U1S32_TN_ANDPOPC, quadrants>, 16, 16, 256,
                 product::conjunction>("SM80_8x8x128_S32U1U1S32_TN_ANDPOPC");
  if (sm < 89) return;
  BY_K_AND_BY_MN(SM89_16x8x32_F32E4M3E4M3F32_TN, 32, 32, 64, quadrants);
#if !defined(TILEPROOF_FEW_KERNELS)
  BY_K_AND_BY_MN(SM89_16x8x32_F32E5M2E4M3F32_TN, 32, 32, 32, in_rows);
#endif
  if (sm < 90) return;
  BY_K_AND_BY_MN(SM90_16x8x16_F64F64F64F64_TN, 32, 16, 32);
  BY_K_AND_BY_MN(SM90_16x8x4_F64F64F64F64_TN, 32, 32, 8, quadrants);
}

// ldmatrix, of rows and of columns, each of the three sizes.
template <class Op, template <int, int> class Tile, class A, class B, int K = 64>
void loads_matrices(char const* name) {
  using mma = tiled<Op, quadrants, tileproof::Tile<_32, _32, _16>>;
  multiplies<tile_product<mma, Tile<64, K>, Tile<64, K>, A, B>>(name);
}
void matrices(int sm) {
  if (sm < 80) return;
  using halves = SM80_16x8x16_F32F16F16F32_TN;
  loads_matrices<halves, by_k, SM75_U32x4_LDSM_N, SM75_U32x2_LDSM_N>("ldmatrix, K-major");
  loads_matrices<halves, swizzled_by_k, SM75_U32x4_LDSM_N, SM75_U32x4_LDSM_N>("ldmatrix, swizzled");
#if !defined(TILEPROOF_FEW_KERNELS)
  loads_matrices<halves, swizzled_by_k, SM75_U32x1_LDSM_N, SM75_U32x1_LDSM_N>("ldmatrix of one");
  loads_matrices<halves, by_mn, SM75_U16x8_LDSM_T, SM75_U16x4_LDSM_T>("ldmatrix, M-major");
#endif
  loads_matrices<halves, swizzled_by_mn, SM75_U16x8_LDSM_T, SM75_U16x8_LDSM_T>(
      "ldmatrix, M-major, swizzled");
#if !defined(TILEPROOF_FEW_KERNELS)
  loads_matrices<halves, by_mn, SM75_U16x2_LDSM_T, void>("ldmatrix, M-major, of one");
#endif
  loads_matrices<SM80_16x8x16_F32BF16BF16F32_TN, swizzled_by_k, SM75_U32x4_LDSM_N, void>(
      "ldmatrix of bfloat16_t");
  if (sm < 90) return;
  using to_halves = tiled<SM80_16x8x16_F16F16F16F16_TN, quadrants, Tile<_32, _32, _16>>;
  multiplies<tile_product<to_halves, by_k<64, 32>, by_k<32, 32>, void, void, SM90_U32x4_STSM_N>>(
      "stmatrix, row-major");
  multiplies<tile_product<to_halves, by_k<64, 32>, by_k<32, 32>, void, void, SM90_U32x1_STSM_N>>(
      "stmatrix of one");
}

}  // namespace

int main() {
  int const sm = compute_capability();
  if (sm == 0) return skipped;
  tiles(sm);
  predicates(sm);
  cooperation();
  products(sm);
  matrices(sm);
  std::printf("%d tried, %d failed\n", tried, failed);
  return failed != 0;
}
