// SPDX-License-Identifier: BSL-1.0
#include "../report/facts.hpp"
#include "copy_facts.hpp"

#include <tileproof/atom/copy/matrix.hpp>
#include <tileproof/atom/copy/operation.hpp>
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/atom/copy/sm90.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/partition.hpp>

using namespace tileproof;

namespace {

template <class Op>
using source = typename Copy_Traits<Op>::SrcLayout;
template <class Op>
using destination = typename Copy_Traits<Op>::DstLayout;

// Both sides own every bit, the side in shared memory as often as its addresses repeat.
template <class Op, int Bits, int Times = 1>
constexpr bool loads() {
  return require<owns_every_element<Times>>(source<Op>{}, Int<Bits>{}) &&
         require<owns_every_element<>>(destination<Op>{}, Int<Bits>{}) &&
         sizeof(typename Op::DRegisters) * 8 == size<1>(destination<Op>{}) &&
         sizeof(typename Op::SRegisters) * 8 == size<1>(source<Op>{});
}
template <class Op, int Bits, int Times = 1>
constexpr bool stores() {
  return require<owns_every_element<>>(source<Op>{}, Int<Bits>{}) &&
         require<owns_every_element<Times>>(destination<Op>{}, Int<Bits>{}) &&
         sizeof(typename Op::DRegisters) * 8 == size<1>(destination<Op>{}) &&
         sizeof(typename Op::SRegisters) * 8 == size<1>(source<Op>{});
}

static_assert(loads<SM75_U32x1_LDSM_N, 1024, 4>() && loads<SM75_U16x2_LDSM_T, 1024, 4>());
static_assert(loads<SM75_U32x2_LDSM_N, 2048, 2>() && loads<SM75_U16x4_LDSM_T, 2048, 2>());
static_assert(loads<SM75_U32x4_LDSM_N, 4096>() && loads<SM75_U16x8_LDSM_T, 4096>());
static_assert(stores<SM90_U32x1_STSM_N, 1024, 4>() && stores<SM90_U16x2_STSM_T, 1024, 4>());
static_assert(stores<SM90_U32x2_STSM_N, 2048, 2>() && stores<SM90_U16x4_STSM_T, 2048, 2>());
static_assert(stores<SM90_U32x4_STSM_N, 4096>() && stores<SM90_U16x8_STSM_T, 4096>());
static_assert(loads<UniversalCopy<uint128_t>, 128>() && loads<UniversalCopy<char>, 8>());
static_assert(loads<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, 128>());
static_assert(loads<SM80_CP_ASYNC_CACHEALWAYS<float>, 32>());

// Lane t of an ldmatrix has elements 2 (t % 4) + e of row t / 4; transposed, rows of column t / 4.
template <class Op>
constexpr bool fragments(bool transposed) {
  for (int t = 0; t < 32; ++t)
    for (int i = 0; i < size<1>(destination<Op>{}) / 16; ++i) {
      int const along = 2 * (t % 4) + i % 2;
      int const across = t / 4;
      int const element = transposed ? 8 * along + across : 8 * across + along;
      if (destination<Op>{}(t, 16 * i) != 16 * (element + 64 * (i / 2))) return false;
    }
  return true;
}
static_assert(fragments<SM75_U32x1_LDSM_N>(false) && fragments<SM75_U32x4_LDSM_N>(false));
static_assert(fragments<SM75_U16x2_LDSM_T>(true) && fragments<SM75_U16x8_LDSM_T>(true));

// As CuTe prints them.
static_assert(to_string(source<SM75_U32x4_LDSM_N>{}) == "(_32,_128):(_128,_1)");
static_assert(to_string(source<SM75_U32x1_LDSM_N>{}) == "((_8,_4),_128):((_128,_0),_1)");
static_assert(to_string(destination<SM75_U32x4_LDSM_N>{}) == "(_32,(_32,_4)):(_32,(_1,_1024))");
static_assert(to_string(destination<SM75_U16x8_LDSM_T>{}) ==
              "((_4,_8),(_16,_2,_4)):((_256,_16),(_1,_128,_1024))");

constexpr int copied(int x) {
  int y = 0;
  UniversalCopy<int>::copy(x, y);
  return y;
}
static_assert(copied(7) == 7);

}  // namespace

constexpr atoms::facts atoms::of_copies{copy_operations::count, copy_operations::facts_of_all<>};
