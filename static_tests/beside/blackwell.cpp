// SPDX-License-Identifier: BSL-1.0
//
// The atoms of sm_120a, and ldmatrix of 4 and 6 bits, against NVIDIA's: each (thread,value) of the
// operands and of the scale factors, each (thread,bit) of the copies, and the number and size of
// registers. Prints the numbers of instructions, of places and of differences.
#include <cute/arch/copy_sm100.hpp>
#include <cute/arch/mma_sm120.hpp>
#include <cute/atom/copy_traits_sm100.hpp>
#include <cute/atom/mma_atom.hpp>
#include <cute/atom/mma_traits_sm120.hpp>

#include <tileproof/atom/copy/sm100.hpp>
#include <tileproof/atom/mma/sm120.hpp>

#include <cstdio>

namespace {

namespace theirs = cute::SM120::BLOCKSCALED;
namespace ours = tileproof::SM120::BLOCKSCALED;

int instructions = 0;
long places = 0;
int differences = 0;

template <class L, class C>
void same_layout(char const* what) {
  L const own;
  C const other;
  if (tileproof::size(own) != int(cute::size(other))) {
    ++differences;
    std::printf("%s: %d places, and CuTe has %d\n", what, int(tileproof::size(own)),
                int(cute::size(other)));
    return;
  }
  for (int i = 0; i < int(cute::size(other)); ++i, ++places)
    if (int(own(i)) != int(other(i)) && ++differences < 5)
      std::printf("%s at %d: %d, and CuTe has %d\n", what, i, int(own(i)), int(other(i)));
}

template <class Own, class Other>
void same_copy() {
  using a = tileproof::Copy_Traits<Own>;
  using b = cute::Copy_Traits<Other>;
  ++instructions;
  same_layout<typename a::SrcLayout, typename b::SrcLayout>("source");
  same_layout<typename a::DstLayout, typename b::DstLayout>("destination");
  same_layout<typename a::RefLayout, typename b::RefLayout>("reference");
  differences += sizeof(typename Own::DRegisters) != sizeof(typename Other::DRegisters);
}

template <class Own, class Other>
void same_instruction() {
  using a = tileproof::MMA_Traits<Own>;
  using b = cute::MMA_Traits<Other>;
  ++instructions;
  same_layout<typename a::ThrID, typename b::ThrID>("threads");
  same_layout<typename a::ALayout, typename b::ALayout>("A");
  same_layout<typename a::BLayout, typename b::BLayout>("B");
  same_layout<typename a::CLayout, typename b::CLayout>("C");
  differences += sizeof(typename Own::ARegisters) != sizeof(typename Other::ARegisters) ||
                 sizeof(typename Own::BRegisters) != sizeof(typename Other::BRegisters) ||
                 sizeof(typename Own::DRegisters) != sizeof(typename Other::DRegisters);
  // CuTe's traits of kind::f8f6f4 have bytes for elements.
  differences += tileproof::sizeof_bits_v<typename a::ElementAVal> !=
                     int(cute::sizeof_bits_v<typename b::ValTypeA>) ||
                 tileproof::sizeof_bits_v<typename a::ElementBVal> !=
                     int(cute::sizeof_bits_v<typename b::ValTypeB>);
  if constexpr (requires { typename Own::SFARegisters; }) {
    same_layout<typename a::SFALayout, typename b::SFALayout>("scale factors of A");
    same_layout<typename a::SFBLayout, typename b::SFBLayout>("scale factors of B");
    differences += a::SFVecSize != b::SFVecSize ||
                   sizeof(typename Own::SFARegisters) != sizeof(typename Other::SFARegisters) ||
                   sizeof(typename Own::SFBRegisters) != sizeof(typename Other::SFBRegisters);
  }
}

// An element type of both libraries.
template <class Own, class Other>
struct element {
  using own = Own;
  using other = Other;
};
using e2m1 = element<tileproof::float_e2m1_t, cutlass::float_e2m1_t>;
using e2m3 = element<tileproof::float_e2m3_t, cutlass::float_e2m3_t>;
using e3m2 = element<tileproof::float_e3m2_t, cutlass::float_e3m2_t>;
using e4m3 = element<tileproof::float_e4m3_t, cutlass::float_e4m3_t>;
using e5m2 = element<tileproof::float_e5m2_t, cutlass::float_e5m2_t>;
using ue8m0 = element<tileproof::float_ue8m0_t, cutlass::float_ue8m0_t>;
using ue4m3 = element<tileproof::float_ue4m3_t, cutlass::float_ue4m3_t>;

template <class A, class B>
void of_two() {
  using oa = typename A::own;
  using ob = typename B::own;
  using ta = typename A::other;
  using tb = typename B::other;
  same_instruction<tileproof::SM120_16x8x32_TN<oa, ob, float>,
                   cute::SM120_16x8x32_TN<ta, tb, float>>();
  same_instruction<tileproof::SM120_16x8x32_TN<oa, ob, tileproof::half_t>,
                   cute::SM120_16x8x32_TN<ta, tb, cutlass::half_t>>();
  same_instruction<ours::SM120_16x8x32_TN_VS<oa, ob, float, ue8m0::own, 32>,
                   theirs::SM120_16x8x32_TN_VS<ta, tb, float, ue8m0::other, 32>>();
}
template <class... Elements>
void of_all() {
  auto const by = [](auto a) { (of_two<decltype(a), Elements>(), ...); };
  (by(Elements{}), ...);
}
template <class Scale, int VS>
void of_four_bits() {
  same_instruction<
      ours::SM120_16x8x64_TN_VS<e2m1::own, e2m1::own, float, typename Scale::own, VS>,
      theirs::SM120_16x8x64_TN_VS<e2m1::other, e2m1::other, float, typename Scale::other, VS>>();
}

// Every code of a type has CUTLASS's value.
template <class Element, int Bits>
void same_values(char const* name) {
  for (int code = 0; code < 1 << Bits; ++code, ++places) {
    auto const bits = static_cast<std::uint8_t>(code);
    float const own = Element::own::bitcast(bits);
    float const other = static_cast<float>(Element::other::bitcast(bits));
    if ((own == other || (own != own && other != other)) || ++differences > 5) continue;
    std::printf("%s %d: %g, and CUTLASS has %g\n", name, code, static_cast<double>(own),
                static_cast<double>(other));
  }
}

}  // namespace

int main() {
  of_all<e2m1, e2m3, e3m2, e4m3, e5m2>();
  of_four_bits<ue8m0, 32>();
  of_four_bits<ue4m3, 16>();
  same_copy<tileproof::SM100_SU4_DU8x16_x1_LDSM_N, cute::SM100_SU4_DU8x16_x1_LDSM_N>();
  same_copy<tileproof::SM100_SU4_DU8x16_x2_LDSM_N, cute::SM100_SU4_DU8x16_x2_LDSM_N>();
  same_copy<tileproof::SM100_SU4_DU8x16_x4_LDSM_N, cute::SM100_SU4_DU8x16_x4_LDSM_N>();
  same_copy<tileproof::SM100_SU6_DU8x16_x1_LDSM_N, cute::SM100_SU6_DU8x16_x1_LDSM_N>();
  same_copy<tileproof::SM100_SU6_DU8x16_x2_LDSM_N, cute::SM100_SU6_DU8x16_x2_LDSM_N>();
  same_copy<tileproof::SM100_SU6_DU8x16_x4_LDSM_N, cute::SM100_SU6_DU8x16_x4_LDSM_N>();
  same_values<e2m1, 4>("e2m1");
  same_values<e2m3, 6>("e2m3");
  same_values<e3m2, 6>("e3m2");
  same_values<e4m3, 8>("e4m3");
  same_values<e5m2, 8>("e5m2");
  same_values<ue8m0, 8>("ue8m0");
  same_values<ue4m3, 7>("ue4m3");
  std::printf("%d instructions, %ld places, %d differences\n", instructions, places, differences);
  return differences != 0 || instructions != 83;
}
