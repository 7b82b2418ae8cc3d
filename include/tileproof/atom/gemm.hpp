// SPDX-License-Identifier: BSL-1.0
//
// gemm: D = A * B + C on the parts of a thread.
//
//   (V)     x (V)     => (V)        one instruction
//   (M)     x (N)     => (M,N)      an outer product of elements
//   (M,K)   x (N,K)   => (M,N)      a matrix product of elements
//   (V,M)   x (V,N)   => (V,M,N)    an instruction for each (m,n)
//   (V,M,K) x (V,N,K) => (V,M,N)    and for each k in turn
//
// D may be C; then it is left out: gemm(mma, a, b, c). Without an MMA_Atom, a TiledMMA or a ThrMMA
// an instruction is the multiply-add of two elements.
#pragma once

#include <tileproof/atom/copy.hpp>
#include <tileproof/atom/mma_atom.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The tensors of gemm have the ranks of one of the lines above: found<A, B, C>.
struct ranks_of_a_matrix_product;
// Their extents agree: M and N of C, and K of B, with those of A and B.
struct extents_of_a_matrix_product;

namespace detail {

// The elements of t, with mode 0 the values of an instruction: (1,...) of elements.
template <bool OfElements, class T>
TILEPROOF_HOST_DEVICE constexpr auto as_values(T& t) {
  if constexpr (OfElements)
    return view(t.data(), prepend(t.layout(), Layout<_1, _0>{}));
  else
    return view(t.data(), t.layout());
}

// An operand (V,M) in registers: memory is read once, before its values are used several times.
template <class Element, class T>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) in_registers(T const& t) {
  if constexpr (is_in_memory_v<T>) {
    auto r = make_fragment_like<Element>(t);
    copy(t, r);
    return r;
  } else {
    return (t);
  }
}

// Mode I of T is as long as mode J of U.
template <int I, int J, class T, class U>
TILEPROOF_HOST_DEVICE constexpr void require_extent(T const&, U const&) {
  using n = decltype(size<I>(std::declval<T const&>()));
  using m = decltype(size<J>(std::declval<U const&>()));
  if constexpr (is_static_v<n> && is_static_v<m>)
    if constexpr (n::value != m::value)
      static_cast<void>(no_exact_result<refused<extents_of_a_matrix_product, in_mode<I>,
                                                found<n::value>, expected<m::value>>>{});
}

// (V,M) x (V,N) => (V,M,N), in an order in which consecutive instructions share an operand: along a
// row and back along the next one, or along columns where A has 128 bits a thread or more; of
// single elements, along two rows at once and back along the next two. Each as was fastest on an
// H200.
template <class Mma, class TD, class A, class B, class TC>
TILEPROOF_HOST_DEVICE constexpr void outer_product(Mma const& mma, TD const& d, A const& a,
                                                   B const& b, TC const& c) {
  constexpr int ms = static_cast<int>(decltype(size<1>(a))::value);
  constexpr int ns = static_cast<int>(decltype(size<1>(b))::value);
  auto const one = [&](int m, int n) { mma.call(d(_, m, n), a(_, m), b(_, n), c(_, m, n)); };
  constexpr int values = decltype(size<0>(a))::value;
  if constexpr (values > 1) {
    constexpr bool by_columns = values * sizeof_bits_v<typename A::value_type> >= 128;
    constexpr int lines = by_columns ? ns : ms;
    constexpr int length = by_columns ? ms : ns;
    TILEPROOF_UNROLL
    for (int line = 0; line < lines; ++line) {
      TILEPROOF_UNROLL
      for (int step = 0; step < length; ++step) {
        int const place = line % 2 == 0 ? step : length - 1 - step;
        one(by_columns ? place : line, by_columns ? line : place);
      }
    }
  } else {
    TILEPROOF_UNROLL
    for (int pair = 0; pair < ms; pair += 2) {
      TILEPROOF_UNROLL
      for (int column = 0; column < ns; ++column) {
        int const n = pair / 2 % 2 == 0 ? column : ns - 1 - column;
        one(pair, n);
        if (pair + 1 < ms) one(pair + 1, n);
      }
    }
  }
}

// (V,M,K) x (V,N,K) => (V,M,N), or without K.
template <class Mma, class TD, class A, class B, class TC>
TILEPROOF_HOST_DEVICE constexpr void matrix_product(Mma const& mma, TD const& d, A const& a,
                                                    B const& b, TC const& c) {
  require_extent<1, 1>(c, a);
  require_extent<2, 1>(c, b);
  require_extent<1, 1>(d, c);
  require_extent<2, 2>(d, c);
  if constexpr (A::rank == 2) {
    outer_product(mma, d, in_registers<typename Mma::ValTypeA>(a),
                  in_registers<typename Mma::ValTypeB>(b), c);
  } else {
    require_extent<2, 2>(b, a);
    using steps = decltype(size<2>(a));
    constexpr bool known = is_static_v<steps>;
    if constexpr (known)
      matrix_product(mma, d, a(_, _, Int<0>{}), b(_, _, Int<0>{}), c);
    else
      copy(c, d);
    for_each_index(size<2>(a) - Int<(known ? 1 : 0)>{}, [&](auto k) {
      matrix_product(mma, d, a(_, _, k + known), b(_, _, k + known), d);
    });
  }
}

}  // namespace detail

template <detail::mma_atom Mma, class D, class EA, class LA, class EB, class LB, class EC, class LC>
requires(is_tensor_v<D>) TILEPROOF_HOST_DEVICE
    constexpr void gemm(Mma const& mma, D&& d, Tensor<EA, LA> const& a, Tensor<EB, LB> const& b,
                        Tensor<EC, LC> const& c) {
  constexpr int r = LC::rank;
  constexpr bool fits = LA::rank == LB::rank && std::remove_cvref_t<D>::rank == r &&
                        (r == 1 ? LA::rank == 1 : r <= 3 && (LA::rank == r || LA::rank == r - 1));
  if constexpr (!fits) {
    static_cast<void>(
        no_exact_result<refused<ranks_of_a_matrix_product, found<LA::rank, LB::rank, LC::rank>>>{});
  } else if constexpr (r == 1) {
    mma.call(d, a, b, c);
  } else {
    detail::matrix_product(mma, detail::as_values<r == 2>(d), detail::as_values<r == 2>(a),
                           detail::as_values<r == 2>(b), detail::as_values<r == 2>(c));
  }
}
template <detail::mma_atom Mma, class EA, class LA, class EB, class LB, class C>
requires(is_tensor_v<C>) TILEPROOF_HOST_DEVICE
    constexpr void gemm(Mma const& mma, Tensor<EA, LA> const& a, Tensor<EB, LB> const& b, C&& c) {
  gemm(mma, c, a, b, c);
}
template <class D, class EA, class LA, class EB, class LB, class EC, class LC>
requires(is_tensor_v<D>) TILEPROOF_HOST_DEVICE
    constexpr void gemm(D&& d, Tensor<EA, LA> const& a, Tensor<EB, LB> const& b,
                        Tensor<EC, LC> const& c) {
  using fma =
      UniversalFMA<typename std::remove_cvref_t<D>::value_type, typename Tensor<EA, LA>::value_type,
                   typename Tensor<EB, LB>::value_type, typename Tensor<EC, LC>::value_type>;
  gemm(MMA_Atom<fma>{}, d, a, b, c);
}
template <class EA, class LA, class EB, class LB, class C>
requires(is_tensor_v<C>) TILEPROOF_HOST_DEVICE
    constexpr void gemm(Tensor<EA, LA> const& a, Tensor<EB, LB> const& b, C&& c) {
  gemm(c, a, b, c);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
