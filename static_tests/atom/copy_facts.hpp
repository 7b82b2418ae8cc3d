// SPDX-License-Identifier: BSL-1.0
//
// Both sides of each copy instruction of a thread or a warp against the PTX ISA, at every
// (thread,bit).
#pragma once

#include "element_facts.hpp"

#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/sm90.hpp>

#include <boost/hana/fold_left.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

namespace copy_operations {

using namespace tileproof;

// The facts of a copy operation: Bits of a thread; or matrices of 8x8 f16 elements, whose fragment
// is in registers on one side and whose rows are in shared memory on the other.
template <class Op, int Bits>
struct of_thread {
  using type = Op;
  static constexpr int threads = 1;
  static constexpr int bits = Bits;
  static constexpr int source(int, int b) { return b; }
  static constexpr int destination(int, int b) { return b; }
};
template <class Op, int Matrices, bool Transposed, bool Loads>
struct of_warp {
  using type = Op;
  static constexpr int threads = 32;
  static constexpr int bits = 1024 * Matrices;
  // Lane i gives the address of row i, 16 bytes; with fewer matrices the lanes repeat.
  static constexpr int row(int lane, int b) { return 128 * (lane % (8 * Matrices)) + b; }
  // Element e of a matrix: 16 bits from 16 * e on, e = 8 * row + column.
  static constexpr int fragment(int lane, int b) {
    int const matrix = b / 32;
    int const along = 2 * (lane % 4) + b / 16 % 2;
    int const across = lane / 4;
    int const e = Transposed ? 8 * along + across : 8 * across + along;
    return 1024 * matrix + 16 * e + b % 16;
  }
  static constexpr int source(int lane, int b) { return Loads ? row(lane, b) : fragment(lane, b); }
  static constexpr int destination(int lane, int b) {
    return Loads ? fragment(lane, b) : row(lane, b);
  }
};

constexpr auto all = boost::hana::tuple_t<
    of_thread<UniversalCopy<std::uint8_t>, 8>, of_thread<UniversalCopy<std::uint16_t>, 16>,
    of_thread<UniversalCopy<std::uint32_t>, 32>, of_thread<UniversalCopy<std::uint64_t>, 64>,
    of_thread<UniversalCopy<uint128_t>, 128>,  //
    of_thread<SM80_CP_ASYNC_CACHEALWAYS<std::uint32_t>, 32>,
    of_thread<SM80_CP_ASYNC_CACHEALWAYS<std::uint64_t>, 64>,
    of_thread<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, 128>,
    of_thread<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, 128>,  //
    of_warp<SM75_U32x1_LDSM_N, 1, false, true>, of_warp<SM75_U32x2_LDSM_N, 2, false, true>,
    of_warp<SM75_U32x4_LDSM_N, 4, false, true>, of_warp<SM75_U16x2_LDSM_T, 1, true, true>,
    of_warp<SM75_U16x4_LDSM_T, 2, true, true>, of_warp<SM75_U16x8_LDSM_T, 4, true, true>,  //
    of_warp<SM90_U32x1_STSM_N, 1, false, false>, of_warp<SM90_U32x2_STSM_N, 2, false, false>,
    of_warp<SM90_U32x4_STSM_N, 4, false, false>, of_warp<SM90_U16x2_STSM_T, 1, true, false>,
    of_warp<SM90_U16x4_STSM_T, 2, true, false>, of_warp<SM90_U16x8_STSM_T, 4, true, false>>;

// (thread,bit) -> bit, as operations::facts takes it: a matrix of one row.
template <class What>
struct source_of {
  constexpr operations::element operator()(int thread, int b) const {
    return {0, What::source(thread, b)};
  }
};
template <class What>
struct destination_of {
  constexpr operations::element operator()(int thread, int b) const {
    return {0, What::destination(thread, b)};
  }
};

template <class What>
constexpr int proved_facts() {
  using traits = Copy_Traits<typename What::type>;
  using S = typename traits::SrcLayout;
  using D = typename traits::DstLayout;
  static_assert(size<0>(S{}) == What::threads && size<0>(D{}) == What::threads);
  static_assert(sizeof(typename What::type::SRegisters) * 8 == size<1>(S{}));
  static_assert(sizeof(typename What::type::DRegisters) * 8 == size<1>(D{}));
  static_assert(require<owns_every_element<size(S{}) / What::bits>>(S{}, Int<What::bits>{}));
  static_assert(require<owns_every_element<size(D{}) / What::bits>>(D{}, Int<What::bits>{}));
  using id = Layout<Int<What::threads>>;
  constexpr int source = operations::facts<id, S, 1, source_of<What>>();
  constexpr int destination = operations::facts<id, D, 1, destination_of<What>>();
  static_assert(source == size(S{}) && destination == size(D{}));
  return source + destination;
}

struct sum_of_facts {
  template <class What>
  constexpr int operator()(int sum, What) const {
    return sum + proved_facts<typename What::type>();
  }
};
inline constexpr int count = decltype(boost::hana::length(all))::value;
template <auto const& All = all>
inline constexpr int facts_of_all = boost::hana::fold_left(All, 0, sum_of_facts{});

}  // namespace copy_operations
