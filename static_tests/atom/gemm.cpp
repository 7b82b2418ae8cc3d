// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/mma/atom.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/tensor/fill.hpp>

using namespace tileproof;

namespace {

// Small numbers, different at every coordinate in sight.
template <class T>
constexpr void number(T&& t, int seed) {
  for (int i = 0; i < static_cast<int>(size(t)); ++i) t(i) = (7 * i + seed) % 11 - 4;
}

// d(v,m,n) - c(v,m,n) is the sum over k of a(v,m,k) * b(v,n,k), for the values v of an instruction.
template <class D, class A, class B, class C>
constexpr bool is_product(D const& d, A const& a, B const& b, C const& c) {
  for (int v = 0; v < static_cast<int>(size<0>(d)); ++v)
    for (int m = 0; m < static_cast<int>(size<1>(d)); ++m)
      for (int n = 0; n < static_cast<int>(size<2>(d)); ++n) {
        double sum = static_cast<double>(c(v, m, n));
        for (int k = 0; k < static_cast<int>(size<2>(a)); ++k)
          sum += static_cast<double>(a(v, m, k)) * static_cast<double>(b(v, n, k));
        if (static_cast<double>(d(v, m, n)) != sum) return false;
      }
  return true;
}
// (M,K) as (1,M,K).
template <class T>
constexpr auto one_value(T& t) {
  return make_tensor(t.data(), prepend(t.layout(), Layout<_1, _0>{}));
}

////////////////////////////////////////////////////////////////////////// elements

template <class TC, class TA, class TB>
constexpr bool matrix_product() {
  auto a = make_tensor<TA>(Shape<_3, _4>{});
  auto b = make_tensor<TB>(Layout<Shape<_5, _4>, Stride<_4, _1>>{});
  auto c = make_tensor<TC>(Layout<Shape<_3, _5>, Stride<_5, _1>>{});
  auto d = make_tensor<TC>(Shape<_3, _5>{});
  number(a, 1);
  number(b, 2);
  number(c, 3);
  auto const va = one_value(a);
  auto const vb = one_value(b);
  auto const vc = one_value(c);
  auto const vd = one_value(d);
  gemm(d, a, b, c);
  bool right = is_product(vd, va, vb, vc);
  MMA_Atom<UniversalFMA<TC, TA, TB, TC>> const atom;
  fill(d, 77);
  gemm(atom, d, a, b, c);
  right = right && is_product(vd, va, vb, vc);
  auto before = c;
  gemm(a, b, c);
  right = right && is_product(vc, va, vb, one_value(before));
  before = c;
  gemm(atom, a, b, c(_, _));  // an rvalue
  return right && is_product(vc, va, vb, one_value(before));
}
static_assert(matrix_product<float, float, float>() && matrix_product<int, int, int>());
static_assert(matrix_product<float, half_t, half_t>() && matrix_product<half_t, half_t, half_t>());
static_assert(matrix_product<double, float, half_t>() &&
              matrix_product<int, std::int8_t, std::int8_t>());
static_assert(matrix_product<float, bfloat16_t, float>());

// (M) x (N) => (M,N): each once, in whatever order, also where the last row is alone.
template <class M, class N>
constexpr bool outer_product() {
  auto a = make_tensor<float>(Layout<M, _2>{});
  auto b = make_tensor<float>(Layout<N>{});
  auto c = make_tensor<float>(Shape<M, N>{});
  number(a, 5);
  number(b, 1);
  number(c, 9);
  auto const before = c;
  gemm(a, b, c);
  for (int m = 0; m < M::value; ++m)
    for (int n = 0; n < N::value; ++n)
      if (c(m, n) != before(m, n) + a(m) * b(n)) return false;
  return true;
}
static_assert(outer_product<_1, _1>() && outer_product<_1, _4>() && outer_product<_2, _3>());
static_assert(outer_product<_3, _4>() && outer_product<_4, _1>() && outer_product<_5, _2>());

// (V) x (V) => (V)
constexpr bool one_instruction() {
  auto a = make_tensor<half_t>(Layout<_1>{});
  auto b = make_tensor<half_t>(Layout<_1>{});
  auto c = make_tensor<float>(Layout<_1>{});
  a(0) = 3;
  b(0) = -2;
  c(0) = 0.5f;
  gemm(a, b, c);
  return c(0) == -5.5f;
}
static_assert(one_instruction());

// 2049 is no half.
constexpr bool keeps_the_product() {
  auto a = make_tensor<half_t>(Layout<_1>{});
  auto b = make_tensor<half_t>(Layout<_1>{});
  auto c = make_tensor<float>(Layout<_1>{});
  a(0) = 683;
  b(0) = 3;
  c(0) = 0;
  gemm(a, b, c);
  return c(0) == 2049;
}
static_assert(keeps_the_product());

///////////////////////////////////////////////////////////////////////// instructions

// An instruction of one thread with three values: each an FMA.
struct three_products {
  using DRegisters = float[3];
  using ARegisters = float[3];
  using BRegisters = float[3];
  using CRegisters = float[3];
  TILEPROOF_HOST_DEVICE static constexpr void fma(DRegisters& d, ARegisters const& a,
                                                  BRegisters const& b, CRegisters const& c) {
    for (int i = 0; i < 3; ++i) d[i] = a[i] * b[i] + c[i];
  }
};

}  // namespace

template <>
struct tileproof::MMA_Traits<three_products> {
  using ElementDVal = float;
  using ElementAVal = float;
  using ElementBVal = float;
  using ElementCVal = float;
  using Shape_MNK = Shape<_3, _1, _1>;
  using ThrID = Layout<_1>;
  using ALayout = Layout<Shape<_1, _3>>;
  using BLayout = Layout<Shape<_1, _3>, Stride<_0, _0>>;
  using CLayout = Layout<Shape<_1, _3>>;
};

namespace {

// With operands in registers, or in memory in any order.
template <class LA, class LB>
constexpr bool in_steps() {
  using atom = MMA_Atom<three_products>;
  float at_a[256]{};
  float at_b[256]{};
  auto a = make_tensor(make_smem_ptr(at_a), LA{});  // (V,M,K)
  auto b = make_tensor(make_smem_ptr(at_b), LB{});  // (V,N,K)
  auto c = make_tensor<float>(Shape<_3, decltype(size<1>(LA{})), decltype(size<1>(LB{}))>{});
  auto d = make_tensor_like(c);
  number(a, 3);
  number(b, 8);
  number(c, 1);
  auto const before = c;
  gemm(atom{}, d, a, b, c);
  bool right = is_product(d, a, b, before);
  gemm(atom{}, a, b, c);
  right = right && is_product(c, a, b, before) && is_product(d, a, b, before);
  // (V,M) x (V,N)
  c = before;
  auto const a0 = make_tensor(a.data(), append<3>(select<0, 1>(LA{}), Layout<_1, _0>{}));
  auto const b0 = make_tensor(b.data(), append<3>(select<0, 1>(LB{}), Layout<_1, _0>{}));
  gemm(atom{}, a(_, _, 0), b(_, _, 0), c);
  right = right && is_product(c, a0, b0, before);
  // From registers.
  auto ra = make_fragment_like(a);
  auto rb = make_fragment_like(b);
  copy(DefaultCopy{}, a, ra);
  copy(DefaultCopy{}, b, rb);
  c = before;
  gemm(atom{}, ra, rb, c);
  return right && is_product(c, a, b, before);
}
static_assert(in_steps<Layout<Shape<_3, _4, _2>>, Layout<Shape<_3, _3, _2>>>());
static_assert(
    in_steps<Layout<Shape<_3, _5, _3>, Stride<Int<15>, _1, _5>>, Layout<Shape<_3, _2, _3>>>());
static_assert(in_steps<Layout<Shape<_3, _1, _1>>, Layout<Shape<_3, _1, _1>, Stride<_2, _0, _0>>>());

// A run-time number of steps, none among them.
constexpr bool run_time_steps(int steps) {
  float at_a[64]{};
  float at_b[64]{};
  auto const a = make_tensor(make_gmem_ptr(at_a), make_layout(make_shape(_4{}, steps)));
  auto const b = make_tensor(make_gmem_ptr(at_b), make_layout(make_shape(_3{}, steps)));
  auto c = make_tensor<float>(Shape<_4, _3>{});
  for (int i = 0; i < 64; ++i) {
    at_a[i] = static_cast<float>(i % 5 - 2);
    at_b[i] = static_cast<float>(i % 7 - 3);
  }
  number(c, 4);
  auto const before = c;
  gemm(a, b, c);
  for (int m = 0; m < 4; ++m)
    for (int n = 0; n < 3; ++n) {
      float sum = before(m, n);
      for (int k = 0; k < steps; ++k) sum += a(m, k) * b(n, k);
      if (c(m, n) != sum) return false;
    }
  return true;
}
static_assert(run_time_steps(1) && run_time_steps(9) && run_time_steps(0));

// Every thread of a tiled MMA its part.
constexpr bool tiled() {
  auto a = make_tensor<float>(Layout<Shape<_8, _3>, Stride<_3, _1>>{});
  auto b = make_tensor<float>(Shape<_4, _3>{});
  auto c = make_tensor<float>(Shape<_8, _4>{});
  number(a, 2);
  number(b, 6);
  number(c, 5);
  auto const before = c;
  auto const mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_4, _2, _1>>{});
  for (int thread = 0; thread < 8; ++thread) {
    auto const mine = mma.get_slice(thread);
    gemm(mine, mine.partition_A(a), mine.partition_B(b), mine.partition_C(c(_, _)));
  }
  for (int m = 0; m < 8; ++m)
    for (int n = 0; n < 4; ++n) {
      float sum = before(m, n);
      for (int k = 0; k < 3; ++k) sum += a(m, k) * b(n, k);
      if (c(m, n) != sum) return false;
    }
  return true;
}
static_assert(tiled());

}  // namespace
