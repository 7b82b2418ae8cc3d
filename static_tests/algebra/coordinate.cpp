// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/coordinate.hpp>
#include <tileproof/core/slice.hpp>
#include <tileproof/print/to_string.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

constexpr auto s = make_shape(_3{}, make_shape(_2{}, 4));
constexpr auto l = make_layout(make_shape(_4{}, make_shape(_2{}, _4{})),
                               make_stride(_8{}, make_stride(_1{}, _2{})));

// ---- crd2idx: column-major, or by strides

static_assert(crd2idx(make_coord(1, 5), s) == 16);
static_assert(crd2idx(make_coord(1, make_coord(1, 2)), s) == 16);
static_assert(crd2idx(16, s) == 16);
static_assert(crd2idx(make_coord(_1{}, _2{}), make_shape(_4{}, _6{})) == 9);
static_assert(is_static_v<decltype(crd2idx(make_coord(_1{}, _2{}), make_shape(_4{}, _6{})))>);
static_assert(crd2idx(make_coord(1, 5), make_shape(_3{}, make_shape(_2{}, _4{})),
                      make_stride(_10{}, make_stride(_1{}, _2{}))) == 15);
static_assert(crd2idx(make_coord(1, 5), l) == 13);
static_assert(crd2idx(7, _8{}, _3{}) == 21);

// ---- idx2crd: its inverse

static_assert(to_string(idx2crd(16, s)) == "(1,(1,2))");
static_assert(to_string(idx2crd(make_coord(1, 5), s)) == "(1,(1,2))");
static_assert(to_string(idx2crd(_9{}, make_shape(_4{}, _6{}))) == "(_1,_2)");
static_assert(to_string(idx2crd(13, make_shape(_4{}, make_shape(_2{}, _4{})),
                                make_stride(_8{}, make_stride(_1{}, _2{})))) == "(1,(1,2))");
static_assert(to_string(idx2crd(5, _8{})) == "5");
static_assert(to_string(idx2crd(13, l)) == "(1,(1,2))");
static_assert(to_string(l.get_hier_coord(13)) == "(1,(1,2))");
static_assert(to_string(l.get_flat_coord(13)) == "(1,5)");
static_assert(l.get_1d_coord(13) == 21);
static_assert(l(21) == 13);

// ---- crd2crd: the coordinate of another shape with the same index

static_assert(to_string(crd2crd(make_coord(1, 5), make_shape(_3{}, _8{}),
                                make_shape(_6{}, _4{}))) == "(4,2)");
static_assert(to_string(crd2crd(5, _24{}, make_shape(_3{}, _8{}))) == "(2,1)");

// ---- a coordinate with `_` keeps modes

static_assert(to_string(l(_, 3)) == "(_4):(_8)");
static_assert(to_string(l(2, _)) == "((_2,_4)):((_1,_2))");
static_assert(to_string(l(2, make_coord(_, 1))) == "(_2):(_1)");
static_assert(to_string(l(_, make_coord(_, 1))) == "(_4,_2):(_8,_1)");
static_assert(to_string(l(_, _)) == "(_4,(_2,_4)):(_8,(_1,_2))");
static_assert(to_string(l(make_coord(_, 3))) == "(_4):(_8)");

// ---- slice and dice

static_assert(to_string(slice(make_coord(_, 3), l)) == "(_4):(_8)");
static_assert(to_string(slice(make_coord(_, make_coord(1, _)), l)) == "(_4,_4):(_8,_2)");
static_assert(to_string(slice(make_coord(_, 3, _), make_shape(_4{}, 5, 6))) == "(_4,6)");
static_assert(to_string(slice(make_coord(2, make_coord(_, 1)), s)) == "(_2)");
static_assert(to_string(dice(make_step(_1{}, X{}, _1{}), make_shape(_4{}, 5, 6))) == "(_4,6)");
static_assert(to_string(dice(Step<_1, X>{}, l)) == "(_4):(_8)");
static_assert(to_string(dice(Step<X, _1>{}, l)) == "((_2,_4)):((_1,_2))");
static_assert(to_string(dice(make_step(_1{}, make_step(X{}, _1{})), l)) == "(_4,_4):(_8,_2)");

constexpr auto sliced = slice_and_offset(make_coord(_, 3), l);
static_assert(to_string(get<0>(sliced)) == "(_4):(_8)");
static_assert(get<1>(sliced) == 3);
constexpr auto tile = slice_and_offset(make_coord(2, make_coord(_, 3)), l);
static_assert(to_string(get<0>(tile)) == "(_2):(_1)");
static_assert(get<1>(tile) == 22);

// ---- a layout seen from a coordinate

constexpr auto moved = domain_offset(make_coord(1, 2), l);
static_assert(to_string(get<0>(moved)) == to_string(l));
static_assert(get<1>(moved) == 10);

// ---- a slice of coordinates

constexpr auto id = make_identity_layout(make_shape(_4{}, _8{}));
static_assert(to_string(id(_, 3)) == "(_4):(_1@0)");
static_assert(to_string(get<1>(slice_and_offset(make_coord(_, 3), id))) == "(_0,3)");

}  // namespace
