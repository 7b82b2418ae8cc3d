// SPDX-License-Identifier: BSL-1.0
//
// The algebra on layouts with unknowns: formulas, which facts make shorter, and values. Refusals
// are in static_tests/reject, random cases in sweep_for_all_values.cpp.
#include <tileproof/algebra/complement.hpp>
#include <tileproof/algebra/divide.hpp>
#include <tileproof/algebra/inverse.hpp>
#include <tileproof/algebra/product.hpp>
#include <tileproof/lift/first_failure.hpp>
#include <tileproof/lift/for_all_values.hpp>
#include <tileproof/lift/symbolic_application.hpp>
#include <tileproof/print/to_string.hpp>

namespace {

using namespace tileproof;

using m = unknown<"m">;
using n = unknown<"n", multiple_of<8>>;
using ld = unknown<"ld", std::int64_t, at_least<m{}>>;
using p = unknown<"p", at_least<4>, multiple_of<4>>;
using lp = unknown<"lp", std::int64_t, at_least<p{}>>;

template <class L>
constexpr core::text formula(L const&) {
  return detail::formula_text<L>();
}
constexpr auto A = make_layout(make_shape(m(13), _8{}), make_stride(_1{}, ld(16)));
static_assert(formula(A) == "(m,_8):(_1,ld)");
static_assert(to_string(A) == "(13,_8):(_1,16)");

// ---- tiles
constexpr auto tiles = logical_divide(A, make_tile(_4{}, _2{}));
static_assert(formula(tiles) == "((_4,ceil_div(m,4)),(_2,_4)):((_1,_4),(ld,ld*2))");
static_assert(to_string(tiles) == "((_4,4),(_2,_4)):((_1,_4),(16,32))");
static_assert(formula(zipped_divide(A, make_tile(_128{}, _2{}))) ==
              "((_128,_2),(ceil_div(m,128),_4)):((_1,ld),(_128,ld*2))");
// 8 divides n: no ceiling.
static_assert(formula(logical_divide(Layout<n>{}, _8{})) == "(_8,n/8):(_1,_8)");
// An unknown as a tile: of a static extent, whose tiles are then not known.
static_assert(formula(logical_divide(make_layout(p(8) * _4{}), p(8))) ==
              "(p,ceil_div(p*4,p)):(_1,p)");

// ---- composition, whose conditions are proved for all values: 4 divides p and p >= 4, lp >= p
static_assert(formula(composition(make_layout(make_shape(p(8), _8{}), make_stride(_1{}, lp(16))),
                                  make_layout(make_shape(_2{}, _4{}), make_stride(p(8), _1{})))) ==
              "(_2,_4):(lp,_1)");
// One type of two leaves is one integer: the stride m is the extent before it.
constexpr auto packed = make_layout(make_shape(m(5), n(8)), make_stride(_1{}, m(5)));
static_assert(formula(logical_product(packed, Layout<_4>{})) == "((m,n),_4):((_1,m),m*n)");
static_assert(formula(complement(make_layout(p(8), _2{}), p(8) * _4{})) ==
              "(_2,ceil_div(p*4,p*2)):(_1,p*2)");
static_assert(formula(right_inverse(make_layout(make_shape(p(8), _8{}),
                                                make_stride(_8{}, _1{})))) == "(_8,p):(p,_1)");

// ---- integers
static_assert(formula(make_shape(size(packed))) == "(m*n)");
static_assert(size(packed) == 40 && cosize(A) == 13 + 7 * 16);
// An offset of static coordinates is a formula too; with other integers it is a value.
static_assert(A(3, _2{}) == 35);

// A leaf that is computed from a plain integer beside an unknown is a plain one.
static_assert(std::is_same_v<decltype(size(make_layout(make_shape(m(5), 3)))), int>);

}  // namespace
