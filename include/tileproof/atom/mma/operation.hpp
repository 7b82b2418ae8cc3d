// SPDX-License-Identifier: BSL-1.0
//
// MMA operations and MMA_Traits. An operation is one instruction with the registers of one thread;
// its traits give the shape and the TV layouts.
//
//   // mma.sync.m16n8k16, sm_80: D (16 x 8, f32) = A (16 x 16, f16) * B (16 x 8, f16) + C,
//   // A row-major and B column-major (T and N in the name).
//   using op = SM80_16x8x16_F32F16F16F32_TN;
//   MMA_Traits<op>::ALayout{}(6, 5);  // element m + 16 k of A that is value 5 of lane 6
//
// op::fma(d, a, b, c) of arrays, and of registers one by one as in CuTe, exists in device code
// only. UniversalFMA is the scalar FMA of one thread, for SIMT GEMMs; it also runs on the host.
#pragma once

#include <tileproof/atom/each_register.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/mma/layouts.hpp>
#include <tileproof/atom/numeric.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The description of an operation: the element types ElementDVal, ElementAVal, ElementBVal,
// ElementCVal; Shape_MNK; ThrID, a layout from the threads of the instruction to lanes; and
// ALayout, BLayout, CLayout, layouts (thread,value) -> element, where element m + M k of A is in
// row m and column k, n + N k of B, m + M n of C. The names are CuTe's. Specialize it to add an
// instruction.
template <class Operation, class... Args>
struct MMA_Traits;

// One FMA on scalars of one thread: D = A * B + C, computed in the type of A * B + C. With f16
// factors and an f32 addend, the product is not rounded to f16.
template <class D, class A = D, class B = A, class C = D>
struct UniversalFMA {
  using DRegisters = D[1];
  using ARegisters = A[1];
  using BRegisters = B[1];
  using CRegisters = C[1];
  TILEPROOF_HOST_DEVICE static constexpr void fma(DRegisters& d, ARegisters const& a,
                                                  BRegisters const& b, CRegisters const& c) {
    auto const& x = detail::as_number<A>(a[0]);
    auto const& y = detail::as_number<B>(b[0]);
    auto const& z = detail::as_number<C>(c[0]);
    using sum = decltype(x * y + z);
    d[0] = detail::converted<D>(static_cast<sum>(x) * static_cast<sum>(y) + z);
  }
  TILEPROOF_HOST_DEVICE static constexpr void fma(D& d, A const& a, B const& b, C const& c) {
    DRegisters sum = {};
    fma(sum, {a}, {b}, {c});
    d = sum[0];
  }
};
template <class D, class A, class B, class C>
struct MMA_Traits<UniversalFMA<D, A, B, C>> {
  using ElementDVal = D;
  using ElementAVal = A;
  using ElementBVal = B;
  using ElementCVal = C;
  using Shape_MNK = Shape<_1, _1, _1>;
  using ThrID = Layout<_1>;
  using ALayout = Layout<Shape<_1, _1>>;
  using BLayout = Layout<Shape<_1, _1>>;
  using CLayout = Layout<Shape<_1, _1>>;
};

namespace detail {

// The type of a register of a fragment: float for f32, double for f64, otherwise 32 bits.
template <class Element>
struct register_of {
  using type = std::uint32_t;
};
template <>
struct register_of<float> {
  using type = float;
};
template <>
struct register_of<double> {
  using type = double;
};
template <class Element, int Elements>
inline constexpr int number_of_registers =
    (Elements * sizeof_bits_v<Element> + 31) / (sizeof_bits_v<Element> > 32 ? 64 : 32);
template <class Element, int Elements>
using registers_of = typename register_of<Element>::type[number_of_registers<Element, Elements>];

// The shape of an operation, its element types, and the registers that one thread holds of each
// operand.
template <int Sm, int M, int N, int K, class D, class A, class B, int Threads = 32>
struct mma_operation {
  static constexpr int sm = Sm;  // the least compute capability, times ten; below it fma traps
  using DRegisters = registers_of<D, M * N / Threads>;
  using ARegisters = registers_of<A, M * K / Threads>;
  using BRegisters = registers_of<B, N * K / Threads>;
  using CRegisters = DRegisters;
};

template <int M, int N, int K, class D, class A, class B>
struct mma_traits {
  using ElementDVal = D;
  using ElementAVal = A;
  using ElementBVal = B;
  using ElementCVal = D;
  using Shape_MNK = Shape<Int<M>, Int<N>, Int<K>>;
};

// The traits of m16n8 and m8n8 instructions: one formula for all element types.
template <int M, int K, class D, class A, class B>
struct warp_mma_traits : mma_traits<M, 8, K, D, A, B> {
  using ThrID = Layout<_32>;
  using ALayout =
      std::conditional_t<M == 16, mma_a16<K, sizeof_bits_v<A>>, mma_a8<K, sizeof_bits_v<A>>>;
  using BLayout = mma_b8<K, sizeof_bits_v<B>>;
  using CLayout = std::conditional_t<M == 16, mma_c16x8, mma_c8x8>;
};

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
