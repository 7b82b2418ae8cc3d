// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/recast.hpp>
#include <tileproof/core/recast.hpp>
#include <tileproof/print/to_string.hpp>

#include <cstdint>

namespace {

using namespace tileproof;

// ---- upcast: groups of N consecutive elements become one

static_assert(to_string(upcast<2>(Layout<_8, _1>{})) == "_4:_1");
static_assert(to_string(upcast<4>(Layout<Shape<_8, _3>, Stride<_1, _8>>{})) == "(_2,_3):(_1,_2)");
static_assert(to_string(upcast<4>(Layout<Shape<_8, _3>, Stride<_2, _16>>{})) == "(_4,_3):(_1,_4)");
static_assert(to_string(upcast<4>(Layout<Shape<_8, _3>, Stride<_0, _4>>{})) == "(_8,_3):(_0,_1)");
static_assert(to_string(upcast<4>(make_layout(make_shape(_8{}, 3), make_stride(_1{}, 8)))) ==
              "(_2,3):(_1,2)");

// ---- downcast: one element becomes N

static_assert(to_string(downcast<2>(Layout<_4, _1>{})) == "_8:_1");
static_assert(to_string(downcast<4>(Layout<Shape<_2, _3>, Stride<_1, _2>>{})) == "(_8,_3):(_1,_8)");
static_assert(to_string(downcast<4>(make_layout(make_shape(_2{}, 3), make_stride(_1{}, 2)))) ==
              "(_8,3):(_1,8)");

// ---- recast_layout: by the width of the elements

static_assert(to_string(recast_layout<std::uint16_t, std::uint32_t>(Layout<_8, _1>{})) == "_4:_1");
static_assert(to_string(recast_layout<std::uint32_t, std::uint8_t>(Layout<_8, _1>{})) == "_32:_1");
static_assert(to_string(recast_layout<std::uint32_t, float>(Layout<_8, _1>{})) == "_8:_1");

// Modes that share a wide element, and a unit mode beside an extent of 1.
static_assert(to_string(upcast<4>(Layout<Shape<_2, _2, _8>, Stride<_1, _2, _4>>{})) ==
              "(_1,_1,_8):(_1,_1,_1)");
static_assert(to_string(downcast<2>(Layout<Shape<_1, _4>, Stride<_1, _1>>{})) == "(_1,_8):(_2,_1)");

}  // namespace
