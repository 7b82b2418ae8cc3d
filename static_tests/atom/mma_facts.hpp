// SPDX-License-Identifier: BSL-1.0
//
// Each operand of each warp-level MMA (mma.sync) against the closed form of the PTX ISA, at every
// (thread,value).
#pragma once

#include "element_facts.hpp"
#include "mma_operations.hpp"

#include <boost/hana/fold_left.hpp>
#include <boost/hana/length.hpp>

namespace operations {

// The fragment of A of m16n8 and m8n8: lane = 4 g + q, R elements a register.
template <int Rows, int R>
struct warp_a {
  constexpr element operator()(int lane, int i) const {
    int const e = i % R;
    int const j = i / R;
    int const g = lane / 4;
    int const q = lane % 4;
    return Rows == 16 ? element{g + 8 * (j & 1), q * R + e + 4 * R * (j >> 1)}
                      : element{g, q * R + e + 4 * R * j};
  }
};
struct warp_c {
  constexpr element operator()(int lane, int i) const {
    return {lane / 4 + 8 * (i >> 1), 2 * (lane % 4) + (i & 1)};
  }
};
// The fragment of A of m8n8k4, in the lanes of quad pair 0.
template <bool ByRows>
struct quad_pair_a {
  constexpr element operator()(int lane, int i) const {
    int const half = lane >= 16 ? 4 : 0;
    return ByRows ? element{lane % 4 + half, i} : element{i % 4 + half, lane % 4};
  }
};
template <bool IsF32>
struct quad_pair_c {
  constexpr element operator()(int lane, int i) const {
    int const half = lane >= 16 ? 4 : 0;
    return IsF32 ? element{(lane & 1) + (i & 2) + half, (i & 4) + (lane & 2) + (i & 1)}
                 : element{lane % 4 + half, i};
  }
};

template <class Op>
inline constexpr int m_of = get<0>(typename MMA_Traits<Op>::Shape_MNK{});
template <class Op>
inline constexpr int n_of = get<1>(typename MMA_Traits<Op>::Shape_MNK{});
template <class Op>
inline constexpr int k_of = get<2>(typename MMA_Traits<Op>::Shape_MNK{});

// The facts of an instruction, every one of them proved.
template <class Op>
constexpr int proved_facts() {
  using traits = MMA_Traits<Op>;
  using A = typename traits::ALayout;
  using B = typename traits::BLayout;
  using C = typename traits::CLayout;
  using id = typename traits::ThrID;
  constexpr int m = m_of<Op>;
  constexpr int n = n_of<Op>;
  constexpr int k = k_of<Op>;
  static_assert(require<owns_every_element<>>(A{}, Shape<Int<m>, Int<k>>{}));
  static_assert(require<owns_every_element<>>(B{}, Shape<Int<n>, Int<k>>{}));
  static_assert(require<owns_every_element<>>(C{}, Shape<Int<m>, Int<n>>{}));
  static_assert(size(id{}) == size<0>(A{}) && size(id{}) == size<0>(B{}) &&
                size(id{}) == size<0>(C{}));
  constexpr int bits = sizeof_bits_v<typename traits::ElementAVal>;
  static_assert(sizeof(typename Op::ARegisters) * 8 == size<1>(A{}) * bits);
  static_assert(sizeof(typename Op::BRegisters) * 8 == size<1>(B{}) * bits);
  static_assert(sizeof(typename Op::CRegisters) * 8 ==
                size<1>(C{}) * sizeof_bits_v<typename traits::ElementCVal>);
  if constexpr (size(id{}) == 32) {
    constexpr int r = bits >= 32 ? 1 : 32 / bits;
    constexpr int a = facts<id, A, m, warp_a<m, r>>();
    constexpr int b = facts<id, B, n, warp_a<8, r>>();
    constexpr int c = facts<id, C, m, warp_c>();
    return a == m * k && b == n * k && c == m * n ? a + b + c : 0;
  } else {
    constexpr bool is_f32 = sizeof(typename traits::ElementCVal) == 4;
    constexpr int a = facts<id, A, m, quad_pair_a<std::is_same_v<A, detail::quad_pair_rows>>>();
    constexpr int b = facts<id, B, n, quad_pair_a<std::is_same_v<B, detail::quad_pair_rows>>>();
    constexpr int c = facts<id, C, m, quad_pair_c<is_f32>>();
    return a == m * k && b == n * k && c == m * n ? a + b + c : 0;
  }
}

template <class Op>
inline constexpr int facts_of = proved_facts<Op>();

struct sum_of_facts {
  template <class Op>
  constexpr int operator()(int sum, Op) const {
    static_assert(facts_of<typename Op::type> > 0);
    return sum + facts_of<typename Op::type>;
  }
};

inline constexpr int count = decltype(boost::hana::length(all))::value;
template <auto const& All = all>
inline constexpr int facts_of_all = boost::hana::fold_left(All, 0, sum_of_facts{});

}  // namespace operations
