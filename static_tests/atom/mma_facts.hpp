// SPDX-License-Identifier: BSL-1.0
//
// Each operand of each matrix instruction against the closed form of the PTX ISA, at every
// (thread,value).
#pragma once

#include "mma_operations.hpp"

#include <tileproof/prove/partition.hpp>

#include <boost/hana/fold_left.hpp>
#include <boost/hana/length.hpp>

namespace operations {

struct element {
  int row;     // m of A and C, n of B
  int column;  // k of A and B, n of C
};

// Of m16n8 and m8n8: lane = 4 g + q, r elements a register.
constexpr element a_of(int rows, int r, int lane, int i) {
  int const e = i % r;
  int const j = i / r;
  int const g = lane / 4;
  int const q = lane % 4;
  return rows == 16 ? element{g + 8 * (j & 1), q * r + e + 4 * r * (j >> 1)}
                    : element{g, q * r + e + 4 * r * j};
}
constexpr element c_of(int lane, int i) {
  return {lane / 4 + 8 * (i >> 1), 2 * (lane % 4) + (i & 1)};
}
// Of m8n8k4, by lanes of quad pair 0.
constexpr element quad_of(bool by_rows, int lane, int i) {
  int const half = lane >= 16 ? 4 : 0;
  return by_rows ? element{lane % 4 + half, i} : element{i % 4 + half, lane % 4};
}
constexpr element quad_c_of(bool is_f32, int lane, int i) {
  int const half = lane >= 16 ? 4 : 0;
  return is_f32 ? element{(lane & 1) + (i & 2) + half, (i & 4) + (lane & 2) + (i & 1)}
                : element{lane % 4 + half, i};
}

// Number of (thread,value) whose element is as `form(lane, value)` says; 0 if one is not.
template <class ThrID, class Layout, class Form>
constexpr int facts(int rows, Form form) {
  constexpr mapping lane = detail::mapping_of<ThrID>::value;
  constexpr mapping tv = detail::mapping_of<Layout>::value;
  int const threads = static_cast<int>(tv.threads());
  bool const all = for_each_point(tv, [&](std::int64_t x, std::int64_t y) {
    int const i = static_cast<int>(x);
    element const e = form(static_cast<int>(lane(i % threads)), i / threads);
    return y == e.row + rows * e.column;
  });
  return all ? static_cast<int>(tv.size) : 0;
}

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
  // A constant each: compilers limit the steps of one.
  if constexpr (size(id{}) == 32) {
    constexpr int r = bits >= 32 ? 1 : 32 / bits;
    constexpr int a = facts<id, A>(m, [](int lane, int i) { return a_of(m, r, lane, i); });
    constexpr int b = facts<id, B>(n, [](int lane, int i) { return a_of(8, r, lane, i); });
    constexpr int c = facts<id, C>(m, c_of);
    return a == m * k && b == n * k && c == m * n ? a + b + c : 0;
  } else {
    constexpr bool is_f32 = sizeof(typename traits::ElementCVal) == 4;
    constexpr bool a_by_rows = std::is_same_v<A, detail::quad_pair_rows>;
    constexpr bool b_by_columns = std::is_same_v<B, detail::quad_pair_rows>;
    constexpr int a = facts<id, A>(m, [](int l, int i) { return quad_of(a_by_rows, l, i); });
    constexpr int b = facts<id, B>(n, [](int l, int i) { return quad_of(b_by_columns, l, i); });
    constexpr int c = facts<id, C>(m, [](int l, int i) { return quad_c_of(is_f32, l, i); });
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
inline constexpr int facts_of_all = boost::hana::fold_left(all, 0, sum_of_facts{});

}  // namespace operations
