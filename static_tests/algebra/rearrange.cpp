// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/rearrange.hpp>
#include <tileproof/algebra/rearrange_layout.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

constexpr auto flat = make_shape(_2{}, 3, _4{});
constexpr auto nested = make_shape(_2{}, make_shape(3, make_shape(_4{}, 5)), _6{});

// ---- flatten and unflatten

static_assert(to_string(flatten(nested)) == "(_2,3,_4,5,_6)");
static_assert(to_string(flatten(_7{})) == "_7");
static_assert(to_string(flatten(make_shape())) == "()");
static_assert(to_string(unflatten(make_tuple(1, 2, 3, 4, 5), nested)) == "(1,(2,(3,4)),5)");
static_assert(to_string(unflatten(flatten(nested), nested)) == to_string(nested));
static_assert(to_string(unwrap(make_shape(make_shape(_4{})))) == "_4");

// ---- select, take, group

static_assert(to_string(select<2, 0>(flat)) == "(_4,_2)");
static_assert(to_string(select<1>(flat)) == "(3)");
static_assert(to_string(take<1, 3>(flat)) == "(3,_4)");
static_assert(to_string(take<1, 1>(flat)) == "()");
static_assert(to_string(group<0, 2>(flat)) == "((_2,3),_4)");
static_assert(to_string(group<1, 3>(flat)) == "(_2,(3,_4))");

// ---- append, prepend, replace, repeat, tuple_cat

static_assert(to_string(append(flat, _9{})) == "(_2,3,_4,_9)");
static_assert(to_string(append<5>(flat, _1{})) == "(_2,3,_4,_1,_1)");
static_assert(to_string(append<3>(flat, _1{})) == "(_2,3,_4)");
static_assert(to_string(append<3>(_2{}, _1{})) == "(_2,_1,_1)");
static_assert(to_string(append<1>(_2{}, _1{})) == "_2");
static_assert(to_string(prepend(flat, _9{})) == "(_9,_2,3,_4)");
static_assert(to_string(prepend<5>(flat, _1{})) == "(_1,_1,_2,3,_4)");
static_assert(to_string(replace<1>(flat, _9{})) == "(_2,_9,_4)");
static_assert(to_string(replace<1>(flat, make_shape(_1{}, _9{}))) == "(_2,(_1,_9),_4)");
static_assert(to_string(repeat<3>(_2{})) == "(_2,_2,_2)");
static_assert(to_string(repeat<2>(make_shape(1, _2{}))) == "((1,_2),(1,_2))");
static_assert(to_string(repeat<1>(make_shape(1, _2{}))) == "(1,_2)");
static_assert(to_string(tuple_repeat<1>(make_shape(1, _2{}))) == "((1,_2))");
static_assert(to_string(tuple_cat(flat, make_tuple(_9{}))) == "(_2,3,_4,_9)");
static_assert(to_string(tuple_cat(flat, make_tuple(), flat)) == "(_2,3,_4,_2,3,_4)");

}  // namespace
