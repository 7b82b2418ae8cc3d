// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/tensor/fragment.hpp>

using namespace tileproof;

namespace {

constexpr int numbers[24] = {};
constexpr auto by_stride =
    make_tensor(make_smem_ptr(numbers), make_shape(_4{}, _6{}), make_stride(_6{}, _1{}));

constexpr auto like = make_tensor_like<float>(by_stride.layout());
static_assert(std::is_same_v<decltype(like)::layout_type, Layout<Shape<_4, _6>, Stride<_6, _1>>>);
static_assert(sizeof(like) == 24 * sizeof(float));
static_assert(like(3, 5) == 0.0F);

// Registers: the modes after the first in the order of their strides, without holes.
using padded = Layout<Shape<Shape<_2, _2>, _3, _4>, Stride<Stride<_1, Int<100>>, Int<400>, _10>>;
static_assert(
    std::is_same_v<decltype(make_fragment_like<float>(padded{}))::layout_type,
                   Layout<Shape<Shape<_2, _2>, _3, _4>, Stride<Stride<_1, _2>, _16, _4>>>);
static_assert(std::is_same_v<decltype(make_fragment_like(by_stride))::layout_type,
                             Layout<Shape<_4, _6>, Stride<_1, _4>>>);
static_assert(std::is_same_v<decltype(make_fragment_like(by_stride))::value_type, int>);

constexpr auto coordinates = make_identity_tensor(make_shape(4, _6{}));
static_assert(to_string(coordinates(2, 3)) == "(2,3)");
static_assert(to_string(coordinates(14)) == "(2,3)");
static_assert(get<0>(coordinates(2, _)(3)) == 2);
static_assert(get<1>(coordinates(2, _)(3)) == 3);

}  // namespace
