// SPDX-License-Identifier: BSL-1.0
//
// CuTe's functions of layouts and tensors by other names: coshape, coprofile, transform_layout,
// domain_distribute (the example of CuTe's layout.hpp), the parts of swizzled layouts, tensor<I>.
#include <tileproof/cute.hpp>

using namespace cute;

namespace {

using padded = Layout<Shape<_4, _8>, Stride<_1, _5>>;
using names = decltype(make_identity_layout(Shape<_4, _8>{}));
constexpr auto smem = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});

static_assert(coshape(padded{}) == cosize(padded{}) && coprofile(padded{}) == _0{});
static_assert(coshape(names{}) == make_tuple(_4{}, _8{}));
static_assert(coprofile(names{}) == make_tuple(_0{}, _0{}));
static_assert(coshape(Layout<_4, Int<-2>>{}) == _7{});

// Modes as they are; mode 0 divided by 2, mode 1 appended.
static_assert(transform_layout(padded{}, [](auto const& l) { return l; }) == padded{});
static_assert(transform_layout(padded{}, make_tile(_2{}), [](auto const& l, auto const& t) {
                return logical_divide(l, t);
              }) == Layout<Shape<Shape<_2, _2>, _8>, Stride<Stride<_1, _2>, _5>>{});
static_assert(tile_unzip(logical_divide(padded{}, make_tile(_2{}, _4{})), make_tile(_2{}, _4{})) ==
              zipped_divide(padded{}, make_tile(_2{}, _4{})));
static_assert(domain_distribute(Shape<Int<15>, Int<14>>{}, Int<6>{}) ==
              Layout<Shape<_3, _2>, Stride<_1, Int<15>>>{});

static_assert(is_same_v<decltype(get_swizzle_portion(smem)), Swizzle<3, 3, 3>> &&
              get_nonswizzle_portion(smem) == Layout<Shape<_8, _64>, Stride<_64, _1>>{});
static_assert(get_nonswizzle_portion(padded{}) == padded{});
static_assert(get_swizzle_portion(padded{})(Int<100>{}) == Int<100>{});

static_assert([] {
  float a[32] = {};
  a[5] = 3;
  auto const t = make_tensor(&a[0], Layout<Shape<_4, _8>>{});
  return cute::tensor<0>(t).layout() == Layout<_4>{} && cute::tensor<1>(t)(1) == 0 &&
         t(1, 1) == 3 && make_coord_tensor(padded{})(2, 3) == 17 &&
         make_coord_tensor(names{})(2, 3) == make_identity_tensor(Shape<_4, _8>{})(2, 3);
}());

// data() of a tensor in registers is a T* where one is expected. A cast of it takes
// raw_pointer_cast(r.data()), or recast<U>(r).
static_assert([] {
  auto r = make_tensor<float>(Shape<_2, _2>{});
  float* const p = r.data();
  float const* const q = std::as_const(r).data();
  p[3] = 7;
  return r(1, 1) == 7 && q == p && raw_pointer_cast(r.data()) == p;
}());
static_assert(
    is_same_v<decltype(recast<std::uint64_t>(make_tensor<float>(Shape<_2, _2>{})))::value_type,
              std::uint64_t>);

// 2 * element of an iterator over offsets.
static_assert(make_transform_iter([](int i) { return 2 * i; }, counting_iterator<int>{3})[4] == 14);
static_assert(is_same_v<iter_value_t<float const*>, float> &&
              is_same_v<iter_element_t<smem_ptr<float const*>>, float const> &&
              has_dereference<int*>::value && !has_dereference<int>::value);

// The layout of registers for a layout; a multiple of a basis vector; the tile of a TiledCopy,
// which has one mode where threads and values have one.
static_assert(make_fragment_like(Layout<Shape<_4, _8, _2>, Stride<_16, _2, _1>>{}) ==
                  Layout<Shape<_4, _8, _2>, Stride<_1, _8, _4>>{} &&
              is_same_v<decltype(E<1>{} * _3{}), ScaledBasis<_3, 1>> && (2 * E<0>{}).value() == 2);
using vector_copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{},
                                             Layout<Shape<_32>>{}, Layout<Shape<_4>>{}));
static_assert(tile_size(vector_copy{}) == 128 && tile_size<0>(vector_copy{}) == 128 &&
              rank_v<vector_copy::Tiler_MN> == 1);

}  // namespace
