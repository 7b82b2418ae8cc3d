// SPDX-License-Identifier: BSL-1.0
//
// MMA_Traits, Copy_Traits and sizeof_bits specialised inside namespace cute are found by the
// library, and cute's names of its own instructions are the library's.
#include <tileproof/cute.hpp>

using namespace cute;

// Instructions of a program: one product, one copy of a float; and an element of 24 bits.
struct my_product {
  using DRegisters = float[1];
  using ARegisters = float[1];
  using BRegisters = float[1];
  using CRegisters = float[1];
  CUTE_HOST_DEVICE static constexpr void fma(float (&d)[1], float const (&a)[1],
                                             float const (&b)[1], float const (&c)[1]) {
    d[0] = a[0] * b[0] + c[0];
  }
};
struct my_copy {
  using SRegisters = float[1];
  using DRegisters = float[1];
  CUTE_HOST_DEVICE static constexpr void copy(float const& s, float& d) { d = s; }
};
struct three_bytes {
  char at[3];
};
struct other_element {
  int n;
};

namespace cute {

template <>
struct MMA_Traits<my_product> {
  using ValTypeD = float;
  using ValTypeA = float;
  using ValTypeB = float;
  using ValTypeC = float;
  using Shape_MNK = Shape<_1, _1, _1>;
  using ThrID = Layout<_1>;
  using ALayout = Layout<Shape<_1, _1>>;
  using BLayout = Layout<Shape<_1, _1>>;
  using CLayout = Layout<Shape<_1, _1>>;
};
template <>
struct Copy_Traits<my_copy> {
  using ThrID = Layout<_1>;
  using SrcLayout = Layout<Shape<_1, Int<32>>>;
  using DstLayout = SrcLayout;
  using RefLayout = SrcLayout;
};
template <>
struct sizeof_bits<other_element> {
  static constexpr int value = 20;
};

}  // namespace cute

namespace {

static_assert(size(make_tiled_mma(my_product{}, Layout<Shape<_16, _8>>{})) == Int<128>{});
static_assert(is_same_v<MMA_Atom<my_product>::ValTypeA, float>);
static_assert(Copy_Atom<my_copy, float>::NumValSrc == 1);
static_assert(tileproof::sizeof_bits_v<other_element> == 20 && sizeof_bits_v<other_element> == 20);
static_assert(sizeof_bits_v<three_bytes> == 24 && cute::sizeof_bits<half_t>::value == 16 &&
              cute::sizeof_bits<int4b_t>::value == 4 && sizeof_bits<other_element const>::value == 20);

using mma = SM80_16x8x16_F32F16F16F32_TN;
static_assert(is_same_v<MMA_Traits<mma>::Shape_MNK, Shape<_16, _8, _16>>);
static_assert(is_same_v<MMA_Atom<cute::MMA_Traits<mma>>::ValTypeC, float>);
static_assert(Copy_Atom<cute::Copy_Traits<UniversalCopy<uint128_t>>, half_t>::NumValSrc == 8);
static_assert(is_same_v<SM90::GMMA::MMA_64x32x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>,
                        SM90_64x32x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>>);

}  // namespace
