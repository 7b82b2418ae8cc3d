// SPDX-License-Identifier: BSL-1.0
//
// with_unknowns gives each run-time integer of a layout or a tuple an unknown, in order, and keeps
// its value; a layout of CuTe: static_tests/beside/layouts.cpp.
#include <tileproof/algebra/with_unknowns.hpp>
#include <tileproof/prove/injective.hpp>

namespace {

using namespace tileproof;

using m = unknown<"m">;
using n = unknown<"n">;
using ld = unknown<"ld", std::int64_t, at_least<m{}>>;
using matrix = Layout<Shape<int, _4, Shape<int>>, Stride<_1, std::int64_t, Stride<_2>>>;
using every = with_unknowns_t<matrix, m, n, ld>;
static_assert(std::is_same_v<every, Layout<Shape<m, _4, Shape<n>>, Stride<_1, ld, Stride<_2>>>>);
static_assert(std::is_same_v<with_unknowns_t<Layout<Shape<_4, _8>>>, Layout<Shape<_4, _8>>>);
static_assert(proved<injective,
                     with_unknowns_t<Layout<Shape<int, int>, Stride<_1, std::int64_t>>, m, n, ld>>);

constexpr auto a = with_unknowns<m, n, ld>(matrix(
    make_shape(3, _4{}, make_shape(5)), make_stride(_1{}, std::int64_t{7}, make_stride(_2{}))));
static_assert(get<0>(shape(a)) == 3 && get<0>(get<2>(shape(a))) == 5 && get<1>(stride(a)) == 7);
static_assert(get<1>(with_unknowns<m>(make_shape(_4{}, 9))) == 9);

}  // namespace
