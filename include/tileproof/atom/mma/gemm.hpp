// SPDX-License-Identifier: BSL-1.0
//
// gemm(mma, d, a, b, c): D = A * B + C on the partitions of one thread, as in CuTe. gemm(mma, a, b,
// c) accumulates into C.
//
//   (V)     x (V)     => (V)        one instruction
//   (M)     x (N)     => (M,N)      outer product of elements
//   (M,K)   x (N,K)   => (M,N)      matrix product of elements
//   (V,M)   x (V,N)   => (V,M,N)    one instruction for each (m,n)
//   (V,M,K) x (V,N,K) => (V,M,N)    and for each k-block in turn
//
// `mma` is an MMA_Atom, a TiledMMA or a ThrMMA. Without it, an instruction is the FMA of two
// elements.
#pragma once

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/mma/atom.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(are_A_and_B_swapped);  // each has the extents of the other

// The name of a refusal: the ranks of A, B and C match none of the lines above. The witness is
// found<A, B, C>.
struct ranks_of_a_matrix_product {
  static constexpr char const* sentences[] = {
      "gemm: A, B and C have the ranks {found}, and (M,K), (N,K), (M,N) or (V,M,K), (V,N,K), "
      "(V,M,N) are expected; for one k-block slice with t(_,_,k), for all of them keep the k mode",
      nullptr};
};
// The name of a refusal: M or N of C, or K of B, differs from the extent of A or B.
struct extents_of_a_matrix_product {
  static constexpr char const* sentences[] = {
      "gemm: are A and B swapped? The first operand has {found:0} value{|s} in {found:1} row{|s}, "
      "the second {found:2} in {found:3}, and C is {expected:0} by {expected:1}; pass A, (M,K), "
      "before B, (N,K){are_A_and_B_swapped}",
      "gemm: mode {in_mode} has {found} elements and {expected} are expected: A is (M,K), B is "
      "(N,K), C is (M,N)",
      nullptr};
};
// The names of refusals of an Operation: fragments without scale factors for an instruction that
// multiplies by some, or with factors of another one; zipped ones for an instruction that takes
// none (mma/scale_factors.hpp).
template <class Operation>
struct multiplies_by_scale_factors {
  static constexpr char const* sentences[] = {
      "gemm: the instruction multiplies by scale factors: pass make_zip_tensor(tCrA, tCrSFA) and "
      "make_zip_tensor(tCrB, tCrSFB)",
      nullptr};
};
template <class Operation>
struct takes_factors_of_its_type {
  static constexpr char const* sentences[] = {
      "gemm: the scale factors are of another type than the instruction's, or not as many: pass "
      "partition_fragment_SFA and _SFB of this MMA",
      nullptr};
};
template <class Operation>
struct takes_no_scale_factors {
  static constexpr char const* sentences[] = {
      "gemm: the instruction takes no scale factors: pass the fragments alone, or use one that "
      "does, as SM120::BLOCKSCALED::SM120_16x8x32_TN_VS",
      nullptr};
};

namespace detail {

// A view of t whose mode 0 is the values of one instruction; for elements a mode of extent 1 is
// prepended.
template <bool OfElements, class T>
TILEPROOF_HOST_DEVICE constexpr auto as_values(T& t) {
  if constexpr (OfElements)
    return view(t.data(), prepend(t.layout(), Layout<_1, _0>{}));
  else
    return view(t.data(), t.layout());
}

// The operand (V,M) in registers. An operand in memory is copied once, since each value is used
// several times; the width of that copy is gemm's affair, of which nobody is warned.
template <class Element, class T>
TILEPROOF_HOST_DEVICE constexpr decltype(auto) in_registers(T const& t) {
  if constexpr (is_in_memory_v<T>) {
    auto r = make_fragment_like<Element>(t);
    copy_by_plan<0>(t, r);
    return r;
  } else {
    return (t);
  }
}

// The static extent of mode I; -1 where it is a run-time integer, or there is no such mode.
template <int I, class T>
constexpr int extent_of_mode() {
  if constexpr (I < T::rank)
    if constexpr (is_static_v<decltype(size<I>(std::declval<T const&>()))>)
      return static_cast<int>(decltype(size<I>(std::declval<T const&>()))::value);
  return -1;
}
// True where two extents are known and differ.
constexpr bool differ(int n, int m) { return n >= 0 && m >= 0 && n != m; }

// The number of values that a thread has in an instruction with the thread-value layout TV.
template <class TV>
inline constexpr int values_of_instruction = size_of_mode(reading_of<TV>::value.into, 1);
// True if the operand T of a gemm has the values of an instruction with the thread-value layout TV
// and Elements, in its mode 0. The descriptors of wgmma count as one value.
template <class T, class TV, class Element>
constexpr bool fills_instruction() {
  if constexpr (requires(T const& t) { *raw_pointer_cast(t.data()); })
    return !differ(extent_of_mode<0, T>() * sizeof_bits_v<typename T::value_type>,
                   values_of_instruction<TV> * sizeof_bits_v<Element>);
  else
    return true;
}
// True if A and B do not fit their places and each fits that of the other: (V,M,K), (V,N,K),
// (V,M,N). Asked only where the operands do not fit.
template <class Mma, class A, class B, class C>
constexpr bool are_swapped() {
  constexpr int a = extent_of_mode<1, A>();
  constexpr int b = extent_of_mode<1, B>();
  return a >= 0 && b >= 0 && a == extent_of_mode<2, C>() && b == extent_of_mode<1, C>() &&
         (a != b || (!fills_instruction<A, typename Mma::LayoutA_TV, typename Mma::ValTypeA>() &&
                     fills_instruction<A, typename Mma::LayoutB_TV, typename Mma::ValTypeB>() &&
                     fills_instruction<B, typename Mma::LayoutA_TV, typename Mma::ValTypeA>()));
}

// The answers as variables: device code calls no host function.
template <int I, class T>
inline constexpr int known_extent = extent_of_mode<I, T>();
template <int I, class T, int J, class U>
inline constexpr bool extents_differ = differ(known_extent<I, T>, known_extent<J, U>);
template <class Mma, class A, class B, class C>
inline constexpr bool are_swapped_v = are_swapped<Mma, A, B, C>();
template <class T, class TV, class Element>
inline constexpr bool fills_instruction_v = fills_instruction<T, TV, Element>();
template <class Mma, class A, class B, class C>
inline constexpr bool fill_instruction =
    fills_instruction_v<A, typename Mma::LayoutA_TV, typename Mma::ValTypeA> &&
    fills_instruction_v<B, typename Mma::LayoutB_TV, typename Mma::ValTypeB> &&
    !is_mixed_up<typename A::value_type, typename Mma::ValTypeA> &&
    !is_mixed_up<typename B::value_type, typename Mma::ValTypeB> &&
    !is_mixed_up<typename C::value_type, typename Mma::ValTypeC>;

// Whether the operands (V,M,K), (V,N,K), (V,M,N) have one M, N and K, and the values of an
// instruction; where not, stop_gemm says why.
template <class Mma, class A, class B, class C>
inline constexpr bool operands_fit = !extents_differ<1, C, 1, A> && !extents_differ<2, C, 1, B> &&
                                     !extents_differ<2, B, 2, A> && fill_instruction<Mma, A, B, C>;

// Refuses an operand T of a gemm for its elements, or for the number of values of an instruction.
template <class T, class TV, class Element>
TILEPROOF_HOST_DEVICE constexpr void require_values() {
  using element = typename T::value_type;
  constexpr int held = values_of_instruction<TV> * sizeof_bits_v<Element> / sizeof_bits_v<element>;
  if constexpr (is_mixed_up<element, Element>)
    static_cast<void>(mixed_up<element, Element>{});
  else if constexpr (!fills_instruction_v<T, TV, Element>)
    static_cast<void>(
        refuse<values_fill_registers<element>, found<known_extent<0, T>>, expected<held>>{});
}

// The refusal of mode I of T, whose static extent differs from that of mode J of U.
template <int I, class T, int J, class U>
using other_extent = refuse<extents_of_a_matrix_product, in_mode<I>, found<known_extent<I, T>>,
                            expected<known_extent<J, U>>>;

// (V,M) x (V,N) => (V,M,N): M * N instructions, unrolled, in an order in which consecutive ones
// share an operand: forwards along one row and back along the next; along columns instead if A has
// 128 bits a thread or more; for single elements, along two rows at once. Each order was the
// fastest on an H200. Single elements are the most numerous: one loop over them compiles faster
// than nested ones.
template <class Mma, class TD, class TA, class TB, class TC>
TILEPROOF_HOST_DEVICE constexpr void outer_product(Mma const& mma, TD const& d, TA const& in_a,
                                                   TB const& in_b, TC const& c) {
  auto const& a = in_registers<typename Mma::ValTypeA>(in_a);
  auto const& b = in_registers<typename Mma::ValTypeB>(in_b);
  constexpr int ms = static_cast<int>(decltype(size<1>(in_a))::value);
  constexpr int ns = static_cast<int>(decltype(size<1>(in_b))::value);
  auto const one = [&](int m, int n) { mma.call(d(_, m, n), a(_, m), b(_, n), c(_, m, n)); };
  constexpr int values = decltype(size<0>(in_a))::value;
  if constexpr (values > 1) {
    constexpr bool by_columns = values * sizeof_bits_v<typename TA::value_type> >= 128;
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
    for (int i = 0; i < ms * ns; ++i) {
      int const pair = i / (2 * ns);
      int const rows = 2 * pair + 1 < ms ? 2 : 1;
      int const place = i % (2 * ns) / rows;
      one(2 * pair + i % rows, pair % 2 == 0 ? place : ns - 1 - place);
    }
  }
}

// C += A * B for (V,M,K) x (V,N,K) => (V,M,N), or without K.
template <class Mma, class A, class B, class TC>
TILEPROOF_HOST_DEVICE constexpr void accumulate(Mma const& mma, A const& a, B const& b,
                                                TC const& c) {
  if constexpr (A::rank == 2)
    outer_product(mma, c, a, b, c);
  else
    for_each_index(size<2>(a), [&](auto k) { accumulate(mma, a(_, _, k), b(_, _, k), c); });
}

// D = A * B + C for distinct D and C: the first k-block reads C and writes D, the others accumulate
// in D. With a run-time K, C is copied to D first.
template <class Mma, class TD, class A, class B, class TC>
TILEPROOF_HOST_DEVICE constexpr void matrix_product(Mma const& mma, TD const& d, A const& a,
                                                    B const& b, TC const& c) {
  if constexpr (A::rank == 2) {
    outer_product(mma, d, a, b, c);
  } else if constexpr (is_static_v<decltype(size<2>(a))>) {
    outer_product(mma, d, a(_, _, Int<0>{}), b(_, _, Int<0>{}), c);
    for_each_index(size<2>(a) - Int<1>{},
                   [&](auto k) { accumulate(mma, a(_, _, k + 1), b(_, _, k + 1), d); });
  } else {
    copy_by_plan<0>(c, d);
    accumulate(mma, a, b, d);
  }
}

// The refusal of operands (V,M,K), (V,N,K), (V,M,N) that do not fit.
template <class Mma, class VA, class VB, class VC>
TILEPROOF_HOST_DEVICE constexpr void stop_gemm() {
  if constexpr (are_swapped_v<Mma, VA, VB, VC>) {
    static_cast<void>(refuse<extents_of_a_matrix_product, are_A_and_B_swapped<>,
                             found<known_extent<0, VA>, known_extent<1, VA>, known_extent<0, VB>,
                                   known_extent<1, VB>>,
                             expected<known_extent<1, VC>, known_extent<2, VC>>>{});
  } else if constexpr (extents_differ<1, VC, 1, VA>) {
    static_cast<void>(other_extent<1, VC, 1, VA>{});
  } else if constexpr (extents_differ<2, VC, 1, VB>) {
    static_cast<void>(other_extent<2, VC, 1, VB>{});
  } else if constexpr (extents_differ<2, VB, 2, VA>) {
    static_cast<void>(other_extent<2, VB, 2, VA>{});
  } else {
    require_values<VA, typename Mma::LayoutA_TV, typename Mma::ValTypeA>();
    require_values<VB, typename Mma::LayoutB_TV, typename Mma::ValTypeB>();
    require_values<VC, typename Mma::LayoutC_TV, typename Mma::ValTypeC>();
  }
}

// D = A * B + C after the checks of ranks and extents. `InPlace`: D is C.
template <bool InPlace, class Mma, class TD, class A, class B, class TC>
TILEPROOF_HOST_DEVICE constexpr void checked_gemm(Mma const& mma, TD& d, A const& a, B const& b,
                                                  TC& c) {
  constexpr int r = TC::rank;
  constexpr bool fits = A::rank == B::rank && TD::rank == r &&
                        (r == 1 ? A::rank == 1 : r <= 3 && (A::rank == r || A::rank == r - 1));
  if constexpr (requires { Mma::SFVecSize; }) {
    static_cast<void>(refuse<multiplies_by_scale_factors<typename Mma::MMA_Op>>{});
  } else if constexpr (!fits) {
    static_cast<void>(refuse<ranks_of_a_matrix_product, found<A::rank, B::rank, r>>{});
  } else if constexpr (r == 1) {
    mma.call(d, a, b, c);
  } else {
    auto const va = as_values < r == 2 > (a);
    auto const vb = as_values < r == 2 > (b);
    auto const vc = as_values < r == 2 > (c);
    using VA = std::remove_const_t<decltype(va)>;
    using VB = std::remove_const_t<decltype(vb)>;
    using VC = std::remove_const_t<decltype(vc)>;
    if constexpr (!operands_fit<Mma, VA, VB, VC>) {
      stop_gemm<Mma, VA, VB, VC>();
    } else if constexpr (InPlace) {
      accumulate(mma, va, vb, vc);
    } else {
      auto const vd = as_values < r == 2 > (d);
      using VD = std::remove_const_t<decltype(vd)>;
      if constexpr (extents_differ<1, VD, 1, VC>)
        static_cast<void>(other_extent<1, VD, 1, VC>{});
      else if constexpr (extents_differ<2, VD, 2, VC>)
        static_cast<void>(other_extent<2, VD, 2, VC>{});
      else
        matrix_product(mma, vd, va, vb, vc);
    }
  }
}

// The instruction of a gemm without `mma`: the FMA of the tensors' elements.
template <class... Tensors>
using multiply_add = MMA_Atom<UniversalFMA<typename std::remove_cvref_t<Tensors>::value_type...>>;

}  // namespace detail

// D = A * B + C, or C = A * B + C without d. Refused if the ranks match no line at the top of this
// header, or if static extents differ. The tensors' V modes are those of the atom; M, N and a
// static K are unrolled.
template <mma_atom_like Mma, class D, class EA, class LA, class EB, class LB, class EC, class LC>
  requires(is_tensor_v<D>)
TILEPROOF_HOST_DEVICE constexpr void gemm(Mma const& mma, D&& d, Tensor<EA, LA> const& a,
                                          Tensor<EB, LB> const& b, Tensor<EC, LC> const& c) {
  detail::checked_gemm<false>(mma, d, a, b, c);
}
template <mma_atom_like Mma, class EA, class LA, class EB, class LB, class C>
  requires(is_tensor_v<C>)
TILEPROOF_HOST_DEVICE constexpr void gemm(Mma const& mma, Tensor<EA, LA> const& a,
                                          Tensor<EB, LB> const& b, C&& c) {
  detail::checked_gemm<true>(mma, c, a, b, c);
}
template <class D, class EA, class LA, class EB, class LB, class EC, class LC>
  requires(is_tensor_v<D>)
TILEPROOF_HOST_DEVICE constexpr void gemm(D&& d, Tensor<EA, LA> const& a, Tensor<EB, LB> const& b,
                                          Tensor<EC, LC> const& c) {
  gemm(detail::multiply_add<D, Tensor<EA, LA>, Tensor<EB, LB>, Tensor<EC, LC>>{}, d, a, b, c);
}
template <class EA, class LA, class EB, class LB, class C>
  requires(is_tensor_v<C>)
TILEPROOF_HOST_DEVICE constexpr void gemm(Tensor<EA, LA> const& a, Tensor<EB, LB> const& b, C&& c) {
  gemm(detail::multiply_add<C, Tensor<EA, LA>, Tensor<EB, LB>, C>{}, a, b, c);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
