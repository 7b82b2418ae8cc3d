// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/algebra/swizzle_offset.hpp>
#include <tileproof/print/to_string.hpp>

#include <cstdint>
#include <type_traits>

namespace {

using namespace tileproof;

// ---- swizzle o offset o layout

using inner = Layout<Shape<_8, _64>, Stride<_64, _1>>;
constexpr auto l = composition(Swizzle<3, 3, 3>{}, inner{});
static_assert(to_string(l) == "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
static_assert(std::is_empty_v<std::remove_cvref_t<decltype(l)>>);
static_assert(is_layout_v<decltype(l)>);
static_assert(is_static_v<decltype(l)>);
static_assert(l(0, 5) == 5);
static_assert(l(1, 5) == 64 + 5 + 8);
static_assert(l(3, 20) == Swizzle<3, 3, 3>{}(3 * 64 + 20));
static_assert(l(163) == l(3, 20));
static_assert(size(l) == 512);
static_assert(cosize(l) == 512);
static_assert(rank(l) == 2);
static_assert(depth(l) == 1);
static_assert(to_string(shape(l)) == "(_8,_64)");
static_assert(to_string(composition(Swizzle<3, 3, 3>{}, _7{}, inner{})) ==
              "Sw<3,3,3> o _7 o (_8,_64):(_64,_1)");

// ---- the operations act on the inner layout

static_assert(to_string(layout<1>(l)) == "Sw<3,3,3> o _0 o _64:_1");
static_assert(to_string(logical_divide(l, make_tile(_4{}, _8{}))) ==
              "Sw<3,3,3> o _0 o ((_4,_2),(_8,_8)):((_64,_256),(_1,_8))");
static_assert(to_string(zipped_divide(l, make_tile(_4{}, _8{}))) ==
              "Sw<3,3,3> o _0 o ((_4,_8),(_2,_8)):((_64,_1),(_256,_8))");
static_assert(to_string(tiled_divide(l, make_tile(_4{}, _8{}))) ==
              "Sw<3,3,3> o _0 o ((_4,_8),_2,_8):((_64,_1),_256,_8)");
static_assert(to_string(tile_to_shape(l, make_shape(_16{}, _64{}))) ==
              "Sw<3,3,3> o _0 o ((_8,_2),(_64,_1)):((_64,_512),(_1,_0))");
static_assert(to_string(composition(l, make_tile(_4{}, _8{}))) ==
              "Sw<3,3,3> o _0 o (_4,_8):(_64,_1)");
static_assert(to_string(composition(l, Layout<_8, _8>{})) == "Sw<3,3,3> o _0 o _8:_1");
static_assert(
    std::is_same_v<decltype(l.compose(_4{}, _)), decltype(composition(l, make_tile(_4{}, _)))>);
static_assert(to_string(coalesce(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>>{}))) ==
              "Sw<3,3,3> o _0 o _512:_1");
static_assert(to_string(flatten(zipped_divide(l, make_tile(_4{}, _8{})))) ==
              "Sw<3,3,3> o _0 o (_4,_8,_2,_8):(_64,_1,_256,_8)");
static_assert(to_string(group<0, 2>(l)) == "Sw<3,3,3> o _0 o ((_8,_64)):((_64,_1))");
static_assert(to_string(select<1>(l)) == "Sw<3,3,3> o _0 o (_64):(_1)");
static_assert(to_string(l.with_shape(_64{}, _8{})) ==
              "Sw<3,3,3> o _0 o ((_8,_8),_8):((_64,_1),_8)");

// ---- slices keep the swizzle; what they fix moves the inner offset

static_assert(to_string(l(3, _)) == "Sw<3,3,3> o 192 o (_64):(_1)");
static_assert(l(3, _)(20) == l(3, 20));
static_assert(l(_, 20)(3) == l(3, 20));
constexpr auto part = zipped_divide(l, make_tile(_4{}, _8{}))(_, make_coord(1, 2));
static_assert(part(make_coord(make_coord(3, 4))) == l(7, 20));

// ---- recast, and vectors that survive the swizzle

static_assert(to_string(upcast<8>(l)) == "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)");
static_assert(to_string(downcast<2>(l)) == "Sw<3,4,3> o _0 o (_8,_128):(_128,_1)");
static_assert(max_common_vector(l, inner{}) == 8);
static_assert(max_common_vector(inner{}, composition(Swizzle<2, 2, 3>{}, inner{})) == 4);

// A slice keeps what the outer function may look at: all of it for a layout, less than a period for
// a swizzle.
constexpr auto by_layout = make_composed_layout(Layout<_512, _2>{}, _0{}, inner{});
constexpr auto of_layout = slice_and_offset(make_coord(_2{}, _), by_layout);
static_assert(get<0>(of_layout).offset() == 128 && get<1>(of_layout) == 0);
static_assert(get<0>(of_layout)(5) == by_layout(2, 5));
using two_periods = Layout<Shape<_16, _64>, Stride<_64, _1>>;
constexpr auto swizzled = composition(Swizzle<3, 3, 3>{}, two_periods{});
constexpr auto of_swizzle = slice_and_offset(make_coord(_10{}, _), swizzled);
static_assert(get<0>(of_swizzle).offset() == 128 && get<1>(of_swizzle) == 512);
static_assert(get<1>(of_swizzle) + get<0>(of_swizzle)(5) == swizzled(10, 5));

// Run-time offsets are parted alike: x = through + rest, 0 <= rest < period, and the swizzle of
// inside + x is that of inside + rest, plus through. Tried for every inside of a period and for x
// over three periods, negative ones included, in four integer types.
template <class Sw, class T>
constexpr bool parts_whole_periods() {
  constexpr int period = Sw::period;
  for (int i = std::is_signed_v<T> ? -period : 0; i < 2 * period; ++i) {
    T const x = static_cast<T>(i);
    auto const parts = detail::parts_of_offset<Sw>(x);
    if (parts.through % period != 0 || parts.rest < 0 || parts.rest >= period) return false;
    if (std::int64_t{parts.through} + std::int64_t{parts.rest} != i) return false;
    for (int inside = 0; inside < period; ++inside)
      if (Sw{}(std::int64_t{inside} + i) !=
              Sw{}(inside + std::int64_t{parts.rest}) + std::int64_t{parts.through} ||
          Sw{}(std::int64_t{inside} + i) != std::int64_t{detail::offset_after<Sw>(inside, x)})
        return false;
  }
  return true;
}
static_assert(parts_whole_periods<Swizzle<1, 1, 2>, int>());
static_assert(parts_whole_periods<Swizzle<2, 0, 2>, std::int64_t>());
static_assert(parts_whole_periods<Swizzle<2, 1, -2>, short>());
static_assert(parts_whole_periods<Swizzle<1, 2, 1>, unsigned>());
static_assert(parts_whole_periods<Swizzle<0, 2, 1>, int>());
// An offset that is known to be a multiple of the period passes whole, and the rest keeps its
// divisor.
constexpr auto of_known = detail::parts_of_offset<Swizzle<3, 3, 3>>(multiple_of<24, int>(1224));
static_assert(of_known.through == 1024 && of_known.rest == 200);
static_assert(std::is_same_v<decltype(of_known.rest), multiple_of<8, int>>);
static_assert(std::is_same_v<decltype(of_known.through), multiple_of<512, int>>);
// A slice at a run-time coordinate moves the pointer by whole periods.
constexpr auto at_run_time = slice_and_offset(make_coord(10, _), swizzled);
static_assert(get<0>(at_run_time).offset() == 128 && get<1>(at_run_time) == 512);
static_assert(get<1>(at_run_time) + get<0>(at_run_time)(5) == swizzled(10, 5));

}  // namespace
