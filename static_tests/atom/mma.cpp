// SPDX-License-Identifier: BSL-1.0
#include "../report/facts.hpp"
#include "mma_facts.hpp"

#include <tileproof/atom/mma/operation.hpp>
#include <tileproof/print/to_string.hpp>

using namespace tileproof;

namespace {

static_assert(operations::count == 56);
static_assert(operations::facts_of_all<> == 52096);

// ---- as CuTe prints them

template <class Op, class T = MMA_Traits<Op>>
constexpr bool prints(std::string_view a, std::string_view b, std::string_view c) {
  return to_string(typename T::ALayout{}) == a && to_string(typename T::BLayout{}) == b &&
         to_string(typename T::CLayout{}) == c;
}
static_assert(prints<SM80_16x8x16_F32F16F16F32_TN>("((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))",
                                                   "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))",
                                                   "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))"));
static_assert(
    prints<SM70_8x8x4_F32F16F16F32_NT>("((_4,_2),_4):((_8,_4),_1)", "((_4,_2),_4):((_8,_4),_1)",
                                       "((_2,_2,_2),(_2,_2,_2)):((_1,_16,_4),(_8,_2,_32))"));
static_assert(to_string(MMA_Traits<SM70_8x8x4_F32F16F16F32_NT>::ThrID{}) == "(_4,_2):(_1,_16)");

// ---- the FMA of a thread

constexpr float fused(float a, float b, float c) {
  float d[1] = {0};
  float const as[1] = {a};
  float const bs[1] = {b};
  float const cs[1] = {c};
  UniversalFMA<float>::fma(d, as, bs, cs);
  return d[0];
}
static_assert(fused(2, 3, 4) == 10);
static_assert(proved<owns_every_element<>, MMA_Traits<UniversalFMA<half_t>>::CLayout, _1>);

}  // namespace

constexpr atoms::facts atoms::of_warps{operations::count, operations::facts_of_all<>};
