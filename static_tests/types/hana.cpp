// SPDX-License-Identifier: BSL-1.0
//
// Shapes, strides, coordinates and layouts are Hana sequences; proofs over partitions, written with
// Hana's algorithms.
#include <tileproof/algebra/layout_hana.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/types/hana.hpp>

#include <boost/hana/all_of.hpp>
#include <boost/hana/append.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/back.hpp>
#include <boost/hana/concat.hpp>
#include <boost/hana/concept/sequence.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/drop_front.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/find_if.hpp>
#include <boost/hana/fold.hpp>
#include <boost/hana/fold_left.hpp>
#include <boost/hana/front.hpp>
#include <boost/hana/functional/compose.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/is_empty.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/mult.hpp>
#include <boost/hana/not.hpp>
#include <boost/hana/not_equal.hpp>
#include <boost/hana/optional.hpp>
#include <boost/hana/plus.hpp>
#include <boost/hana/reverse.hpp>
#include <boost/hana/transform.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>
#include <boost/hana/zip.hpp>
#include <boost/hana/zip_with.hpp>

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

// ---- a layout is the sequence of its modes

using deep_layout = Layout<Shape<_4, Shape<_2, _3>>, Stride<_6, Stride<_3, _1>>>;
constexpr deep_layout deep{};

struct coalesced {
  template <class L>
  constexpr auto operator()(L const& mode) const {
    return coalesce(mode);
  }
};
struct size_of {
  template <class L>
  constexpr auto operator()(L const& mode) const {
    return size(mode);
  }
};
struct times_size {
  template <class N, class L>
  constexpr auto operator()(N const& n, L const& mode) const {
    return n * size(mode);
  }
};
struct made_layout {
  template <class... Ls>
  constexpr auto operator()(Ls const&... modes) const {
    return make_layout(modes...);
  }
};
struct made_tile {
  template <class... Ls>
  constexpr auto operator()(Ls const&... modes) const {
    return make_tile(modes...);
  }
};
struct composed {
  template <class A, class B>
  constexpr auto operator()(A const& a, B const& b) const {
    return composition(a, b);
  }
};
// The property P, of a layout or of a (layout, ...): a predicate for all_of, any_of, find_if.
template <class P>
struct has_property {
  template <class... Ls>
  constexpr auto operator()(Ls const&...) const {
    return hana::bool_c<proved<P, Ls...>>;
  }
};

static_assert(hana::Sequence<deep_layout>::value);
static_assert(decltype(hana::length(deep))::value == 2);
static_assert(!decltype(hana::is_empty(deep))::value);
static_assert(to_string(hana::at_c<1>(deep)) == "(_2,_3):(_3,_1)");
static_assert(to_string(hana::at_c<1>(hana::at_c<1>(deep))) == "_3:_1");
static_assert(to_string(hana::front(deep)) == "_4:_6");
static_assert(to_string(hana::back(l)) == "3:32");
static_assert(to_string(hana::reverse(deep)) == "((_2,_3),_4):((_3,_1),_6)");
static_assert(to_string(hana::drop_front(deep)) == "((_2,_3)):((_3,_1))");
static_assert(to_string(hana::concat(deep, l)) == "(_4,(_2,_3),_4,_8,3):(_6,(_3,_1),_1,_4,32)");
static_assert(hana::fold_left(deep, _1{}, times_size{}) == 24);
static_assert(hana::fold_left(l, _1{}, times_size{}) == 96);
static_assert(hana::equal(hana::unpack(deep, made_layout{}), deep));

// transform: to layouts, mode by mode, gives a layout; to something else, a hana::tuple.
constexpr auto by_mode = hana::transform(Layout<Shape<_4, Shape<_2, _3>>>{}, coalesced{});
static_assert(to_string(by_mode) == "(_4,_6):(_1,_4)");
static_assert(std::is_same_v<decltype(hana::transform(deep, size_of{})), hana::tuple<_4, _6>>);

// zip pairs the modes; zip_with may make layouts of them.
constexpr auto pairs = hana::zip(deep, Layout<Shape<_2, _3>>{});
static_assert(hana::at_c<0>(hana::at_c<1>(pairs)) == layout<1>(deep));
static_assert(hana::at_c<1>(hana::at_c<1>(pairs)) == Layout<_3, _2>{});
static_assert(to_string(hana::zip_with(composed{}, Layout<Shape<_4, _9>>{},
                                       Layout<Shape<_2, _3>, Stride<_2, _3>>{})) ==
              "(_2,_3):(_2,_12)");

// equal is ==, profiles included.
static_assert(hana::equal(l, make_layout(make_shape(_4{}, 8, 3), make_stride(_1{}, _4{}, 32))));
static_assert(!hana::equal(deep, Layout<Shape<_4, _6>, Stride<_6, _1>>{}));
static_assert(hana::equal(Layout<_8>{}, Layout<_8>{}) == (Layout<_8>{} == Layout<_8>{}));
static_assert(!hana::equal(Layout<_8>{}, Layout<Shape<_8>>{}));  // _8:_1 and (_8):(_1)
static_assert(hana::not_equal(deep, by_mode));

static_assert(std::is_same_v<decltype(hana::to<hana::tuple_tag>(deep)),
                             hana::tuple<Layout<_4, _6>, Layout<Shape<_2, _3>, Stride<_3, _1>>>>);
static_assert(hana::all_of(deep, has_property<injective>{}));
static_assert(!hana::all_of(deep, has_property<compact>{}));  // _4:_6 leaves gaps

// Structured bindings.
constexpr bool bindings_see_the_modes() {
  auto const [m, n] = deep;
  return to_string(m) == "_4:_6" && to_string(n) == "(_2,_3):(_3,_1)";
}
static_assert(bindings_see_the_modes());
static_assert(std::tuple_size_v<deep_layout> == 2 && rank_v<deep_layout> == 2);
static_assert(std::is_same_v<std::tuple_element_t<0, deep_layout>, Layout<_4, _6>>);

// ---- to the algebra a layout is one argument

static_assert(!is_tuple_v<deep_layout> && is_layout_v<deep_layout>);
using whole_tiler = Layout<Shape<_2, _3>, Stride<_1, _2>>;
using target = Layout<Shape<_4, _6>, Stride<_6, _1>>;
static_assert(to_string(composition(Layout<_24>{}, whole_tiler{})) == "(_2,_3):(_1,_2)");
static_assert(to_string(composition(target{}, hana::unpack(whole_tiler{}, made_tile{}))) ==
              "(_2,_3):(_6,_2)");                                      // by mode
static_assert(!composable(target{}, whole_tiler{}));                   // as a whole: refused
static_assert(rank_v<decltype(make_tile(whole_tiler{}, _2{}))> == 2);  // two modes, not three
static_assert(rank_v<decltype(append(make_tile(_2{}), whole_tiler{}))> == 2);

// ---- proofs over partitions

// 32 threads copy a tile of 8 x 64 halves, eight at a time. Each thread's partition is a layout.
using tile_tv =
    Layout<Shape<Shape<_8, _4>, Shape<_8, _2>>, Stride<Stride<_8, _64>, Stride<_1, _256>>>;
using tile_shape_mn = Shape<_64, _8>;
static_assert(require<owns_every_element<>>(tile_tv{}, tile_shape_mn{}));

// Each mode of (thread,value) -> element is injective, and the threads times the values are the
// tile.
static_assert(hana::all_of(tile_tv{}, has_property<injective>{}));
static_assert(hana::fold_left(tile_tv{}, _1{}, times_size{}) == size(tile_shape_mn{}));

// The values of a thread: the first mode of them that is not one vector of consecutive elements.
constexpr auto values = hana::at_c<1>(tile_tv{});
static_assert(to_string(hana::front(values)) == "_8:_1");
static_assert(hana::find_if(values, hana::compose(hana::not_, has_property<compact>{})) ==
              hana::just(Layout<_2, _256>{}));

// Every one of several ways to partition the tile gives each element one owner.
struct owns_tile {
  template <class TV>
  constexpr auto operator()(TV const&) const {
    return hana::bool_c<proved<owns_every_element<>, TV, tile_shape_mn>>;
  }
};
constexpr auto partitions = hana::make_tuple(
    tile_tv{}, Layout<Shape<_32, _16>>{}, Layout<Shape<_32, _16>, Stride<_16, _1>>{},
    Layout<Shape<Shape<_4, _8>, Shape<_2, _8>>, Stride<Stride<_128, _1>, Stride<_64, _8>>>{});
static_assert(hana::all_of(partitions, owns_tile{}));
static_assert(!hana::all_of(hana::append(partitions, Layout<Shape<_32, _8>>{}), owns_tile{}));

// The quarters of a tile of 64 x 8 that four warps have: one after the other down the columns.
using quarters = Layout<Shape<Shape<_16, _8>, _4>, Stride<Stride<_1, _64>, _16>>;
struct quarter {
  template <class W>
  constexpr auto operator()(W const&) const {
    return slice_and_offset(make_coord(_, W{}), quarters{});
  }
};
static_assert(require<compact>(quarters{}));
constexpr auto warps = hana::transform(hana::make_tuple(_0{}, _1{}, _2{}, _3{}), quarter{});
static_assert(to_string(get<0>(hana::at_c<3>(warps))) == "((_16,_8)):((_1,_64))");
static_assert(get<1>(hana::at_c<3>(warps)) == 48);

// The three operands of a tiled MMA: each is shared out whole, and as often as the others' warps
// repeat it.
using mma = decltype(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}));
constexpr auto operands =
    hana::zip(hana::make_tuple(mma::get_layoutA_TV(), mma::get_layoutB_TV(), mma::get_layoutC_TV()),
              hana::make_tuple(Shape<_32, _16>{}, Shape<_16, _16>{}, Shape<_32, _16>{}),
              hana::make_tuple(_2{}, _2{}, _1{}));
struct is_shared_out {
  template <class TV, class S, class Times>
  constexpr auto operator()(TV const&, S const&, Times const&) const {
    return hana::bool_c<proved<owns_every_element<Times::value>, TV, S>>;
  }
};
struct operand_is_shared_out {
  template <class Operand>
  constexpr auto operator()(Operand const& operand) const {
    return hana::unpack(operand, is_shared_out{});
  }
};
static_assert(hana::all_of(operands, operand_is_shared_out{}));

}  // namespace
