// SPDX-License-Identifier: BSL-1.0
//
// Matrix instructions as operations and their traits, and the multiply-add of a thread.
//
// SM80_16x8x16_F32F16F16F32_TN computes D = A * B + C of 16x16 times 16x8 in f32 from f16, A by
// rows and B by columns; it needs sm_80. `fma` takes the registers of one thread, and exists in
// device code. MMA_Traits says which element each of a thread's values is.
#pragma once

#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/mma/layouts.hpp>
#include <tileproof/atom/numeric.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// ElementDVal, ElementAVal, ElementBVal, ElementCVal; Shape_MNK; ThrID, the threads of an
// instruction within a warp; ALayout, BLayout, CLayout, layouts (thread,value) -> element.
template <class Operation, class... Args>
struct MMA_Traits;

// One multiply-add of one thread, on elements: D = A * B + C, in the type of A * B + C: a product
// of two halves that is added to a float is not rounded to a half.
template <class D, class A = D, class B = A, class C = D>
struct UniversalFMA {
  using DRegisters = D[1];
  using ARegisters = A[1];
  using BRegisters = B[1];
  using CRegisters = C[1];
  TILEPROOF_HOST_DEVICE static constexpr void fma(DRegisters& d, ARegisters const& a,
                                                  BRegisters const& b, CRegisters const& c) {
    using sum = decltype(a[0] * b[0] + c[0]);
    d[0] = static_cast<D>(static_cast<sum>(a[0]) * static_cast<sum>(b[0]) + c[0]);
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

// What a register of a fragment is to the instruction: a float, an f64, or 32 bits.
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
inline constexpr int number_of_registers = (Elements * sizeof_bits_v<Element> + 31) /
                                           (sizeof_bits_v<Element> > 32 ? 64 : 32);
template <class Element, int Elements>
using registers_of = typename register_of<Element>::type[number_of_registers<Element, Elements>];

// The shape, the elements, and the registers that a thread holds of each operand.
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

// Of m16n8 and m8n8, one formula for every type.
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
