// SPDX-License-Identifier: BSL-1.0
//
// Each operand of each warpgroup MMA (wgmma) against the closed form of the PTX ISA, at every
// (thread,value). Every thread names the whole of an operand in shared memory.
#pragma once

#include "element_facts.hpp"

#include <tileproof/atom/wgmma/names.hpp>

#include <boost/hana/fold_left.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

namespace operations {

using detail::operand_in;

// Thread 32 w + 4 g + q, r elements a register.
template <int R>
struct warpgroup_a {
  constexpr element operator()(int t, int i) const {
    int const j = i / R;
    return {16 * (t / 32) + t % 32 / 4 + 8 * (j & 1), t % 4 * R + i % R + 4 * R * (j >> 1)};
  }
};
struct warpgroup_c {
  constexpr element operator()(int t, int i) const {
    return {16 * (t / 32) + t % 32 / 4 + 8 * (i / 2 & 1), 8 * (i / 4) + 2 * (t % 4) + (i & 1)};
  }
};
// The facts of a layout, 0 if one of them is wrong; once for all instructions that have it.
template <class Layout, int Rows, int Columns, class Form>
constexpr int proved_fragment() {
  static_assert(size<0>(Layout{}) == 128);
  static_assert(require<owns_every_element<>>(Layout{}, Shape<Int<Rows>, Int<Columns>>{}));
  constexpr int n = facts<tileproof::Layout<_128>, Layout, Rows, Form>();
  return n == Rows * Columns ? n : 0;
}
template <class Layout, int K, int Bits>
inline constexpr int facts_of_a = proved_fragment<Layout, 64, K, warpgroup_a<32 / Bits>>();
template <class Layout, int N>
inline constexpr int facts_of_c = proved_fragment<Layout, 64, N, warpgroup_c>();
// Value i of every thread is element i, column-major. Its facts are those of one thread.
template <class Layout, int Rows, int K>
constexpr int proved_whole() {
  static_assert(size<0>(Layout{}) == 128 && stride<0>(Layout{}) == 0);
  static_assert(require<owns_every_element<128>>(Layout{}, Shape<Int<Rows>, Int<K>>{}));
  static_assert(require<equivalent>(layout<1>(Layout{}), tileproof::Layout<Int<Rows * K>>{}));
  return Rows * K;
}
template <class Layout, int Rows, int K>
inline constexpr int facts_of_whole = proved_whole<Layout, Rows, K>();

template <class Op, class A, int K, int Bits>
constexpr int facts_of_first() {
  if constexpr (Op::has_a_in_registers) {
    static_assert(sizeof(typename Op::ARegisters) * 8 == size<1>(A{}) * Bits);
    return facts_of_a<A, K, Bits>;
  } else {
    return facts_of_whole<A, 64, K>;
  }
}
template <class Op>
constexpr int facts_of_warpgroup() {
  using traits = MMA_Traits<Op>;
  using A = typename traits::ALayout;
  using B = typename traits::BLayout;
  using C = typename traits::CLayout;
  constexpr int n = get<1>(typename traits::Shape_MNK{});
  constexpr int k = get<2>(typename traits::Shape_MNK{});
  constexpr int bits = sizeof_bits_v<typename traits::ElementAVal>;
  static_assert(std::is_same_v<typename traits::Shape_MNK, Shape<_64, Int<n>, Int<k>>>);
  static_assert(k * bits == 256 && std::is_same_v<typename traits::ThrID, Layout<_128>>);
  static_assert(sizeof(typename Op::CRegisters) * 8 ==
                size<1>(C{}) * sizeof_bits_v<typename traits::ElementCVal>);
  constexpr int b = facts_of_whole<B, n, k>;
  constexpr int c = facts_of_c<C, n>;
  constexpr int a = facts_of_first<Op, A, k, bits>();
  return a > 0 && b > 0 && c > 0 ? a + b + c : 0;
}

// ---- all of them; majors, signs and saturation do not change who owns what

template <class D, class A, class B>
struct kind {
  static constexpr bool is_integer = std::is_same_v<D, std::int32_t>;
  template <int N, operand_in Place>
  using operation = detail::wgmma<N, D, A, B, Place, GMMA::Major::K, GMMA::Major::K,
                                  GMMA::ScaleIn::One, GMMA::ScaleIn::One, false>;
};

inline constexpr auto kinds = boost::hana::tuple_t<
    kind<half_t, half_t, half_t>, kind<float, half_t, half_t>, kind<float, bfloat16_t, bfloat16_t>,
    kind<float, tfloat32_t, tfloat32_t>, kind<half_t, float_e4m3_t, float_e4m3_t>,
    kind<half_t, float_e4m3_t, float_e5m2_t>, kind<half_t, float_e5m2_t, float_e4m3_t>,
    kind<half_t, float_e5m2_t, float_e5m2_t>, kind<float, float_e4m3_t, float_e4m3_t>,
    kind<float, float_e4m3_t, float_e5m2_t>, kind<float, float_e5m2_t, float_e4m3_t>,
    kind<float, float_e5m2_t, float_e5m2_t>, kind<std::int32_t, std::int8_t, std::int8_t>,
    kind<std::int32_t, std::int8_t, std::uint8_t>, kind<std::int32_t, std::uint8_t, std::int8_t>,
    kind<std::int32_t, std::uint8_t, std::uint8_t>>;

struct sum {
  int operations = 0;
  int facts = 0;
};
struct sum_of_warpgroup_facts {
  template <class Kind, int N>
  static constexpr void add(sum& s) {
    if constexpr (!Kind::is_integer || N <= 32 || N % 16 == 0) {
      constexpr int shared =
          facts_of_warpgroup<typename Kind::template operation<N, operand_in::shared_memory>>();
      constexpr int registers =
          facts_of_warpgroup<typename Kind::template operation<N, operand_in::registers>>();
      static_assert(shared > 0 && registers > 0);
      s.operations += 2;
      s.facts += shared + registers;
    }
  }
  template <class Kind, int... I>
  static constexpr sum of(sum s, std::integer_sequence<int, I...>) {
    (add<Kind, 8 * (I + 1)>(s), ...);
    return s;
  }
  template <class Type>
  constexpr sum operator()(sum s, Type) const {
    return of<typename Type::type>(s, std::make_integer_sequence<int, 32>{});
  }
};
inline constexpr sum warpgroup = boost::hana::fold_left(kinds, sum{}, sum_of_warpgroup_facts{});

}  // namespace operations
