// SPDX-License-Identifier: BSL-1.0
//
// Shapes, strides and coordinates are Hana sequences.
#include <tileproof/print/to_string.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/back.hpp>
#include <boost/hana/concat.hpp>
#include <boost/hana/concept/sequence.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/drop_front.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/fold.hpp>
#include <boost/hana/front.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/mult.hpp>
#include <boost/hana/not_equal.hpp>
#include <boost/hana/plus.hpp>
#include <boost/hana/reverse.hpp>
#include <boost/hana/transform.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>
#include <boost/hana/zip.hpp>

#include <type_traits>

namespace {

using namespace tileproof;
using namespace boost::hana::literals;
namespace hana = boost::hana;

constexpr auto l = make_layout(make_shape(_4{}, _8{}, 3), make_stride(_1{}, _4{}, 32));

struct doubled {
  template <class T>
  constexpr auto operator()(T const& v) const {
    return v * _2{};
  }
};
struct summed {
  template <class... Ts>
  constexpr auto operator()(Ts const&... vs) const {
    return (vs + ... + _0{});
  }
};

// ---- shape(l), stride(l) and a coordinate

static_assert(hana::Sequence<std::remove_cvref_t<decltype(shape(l))>>::value);
static_assert(hana::Sequence<std::remove_cvref_t<decltype(stride(l))>>::value);
static_assert(hana::Sequence<std::remove_cvref_t<decltype(make_coord(1, _2{}))>>::value);
static_assert(decltype(hana::length(shape(l)))::value == 3);
static_assert(std::is_same_v<std::remove_cvref_t<decltype(hana::at_c<1>(shape(l)))>, _8>);
static_assert(hana::at(shape(l), hana::size_c<2>) == 3);
static_assert(hana::front(stride(l)) == 1);
static_assert(hana::back(stride(l)) == 32);

// ---- algorithms

static_assert(to_string(hana::transform(shape(l), doubled{})) == "(_8,_16,6)");
static_assert(to_string(hana::transform(make_coord(1, _2{}), doubled{})) == "(2,_4)");
static_assert(hana::fold(shape(l), _1{}, hana::mult) == 96);
static_assert(hana::fold(stride(l), summed{}) == 37);
static_assert(hana::unpack(stride(l), summed{}) == 37);
static_assert(hana::equal(shape(l), make_shape(_4{}, 8, _3{})));
static_assert(!hana::equal(shape(l), make_shape(_4{}, 8, _5{})));  // the last extent is 3
static_assert(!hana::equal(shape(l), make_shape(_4{}, _8{})));     // one mode fewer
static_assert(hana::equal(make_shape(_4{}, _8{}), hana::make_tuple(4_c, 8_c)));
static_assert(std::is_empty_v<decltype(make_shape(hana::make_tuple(4_c, 8_c), _2{}))>);
static_assert(to_string(hana::concat(make_shape(_4{}), shape(l))) == "(_4,_4,_8,3)");
static_assert(to_string(hana::drop_front(shape(l))) == "(_8,3)");
static_assert(to_string(hana::reverse(shape(l))) == "(3,_8,_4)");
static_assert(to_string(hana::zip(make_shape(_4{}, _8{}), make_stride(_1{}, _4{}))) ==
              "((_4,_1),(_8,_4))");

// ---- to and from Hana's own tuples

static_assert(
    std::is_same_v<decltype(hana::to_tuple(make_shape(_4{}, _8{}))), hana::tuple<_4, _8>>);
static_assert(to_string(make_layout(hana::make_tuple(4_c, 8_c))) == "(_4,_8):(_1,_4)");
static_assert(to_string(make_layout(hana::make_tuple(4_c, 8_c), hana::make_tuple(8_c, 1_c))) ==
              "(_4,_8):(_8,_1)");
static_assert(to_string(make_layout(hana::make_tuple(4_c, hana::make_tuple(2_c, 3)))) ==
              "(_4,(_2,3)):(_1,(_4,_8))");
static_assert(to_string(make_layout(hana::make_tuple(4_c, 8_c), LayoutRight{})) ==
              "(_4,_8):(_8,_1)");
static_assert(std::is_same_v<decltype(make_layout(hana::make_tuple(4_c, 8_c))),
                             Layout<Shape<_4, _8>, Stride<_1, _4>>>);
static_assert(to_string(make_shape(4_c, std::integral_constant<int, 8>{}, 3)) == "(_4,_8,3)");
static_assert(to_string(make_layout(std::integral_constant<int, 8>{})) == "_8:_1");
static_assert(to_string(make_layout(8_c, 2_c)) == "_8:_2");
static_assert(l(hana::make_tuple(1_c, 2, 2)) == 73);
static_assert(l(1_c, 2_c, 2) == 73);
static_assert(to_string(composition(make_layout(_8{}), 4_c)) == "_4:_1");
static_assert(to_string(zipped_divide(make_layout(make_shape(_4{}, _8{})),
                                      hana::make_tuple(2_c, 4_c))) ==
              "((_2,_4),(_2,_2)):((_1,_4),(_2,_16))");

}  // namespace
