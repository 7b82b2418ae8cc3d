// SPDX-License-Identifier: BSL-1.0
//
// Compositions with a swizzled layout on the right, and inverses of swizzled layouts, at every
// coordinate: the laws of composition and of the inverses.
#include <tileproof/algebra/swizzled_operand.hpp>

using namespace tileproof;

namespace {

// composition(a, b)(c) is a(b(c)) at every coordinate.
template <class A, class B>
constexpr bool composes_at_each(A const& a, B const& b) {
  auto const r = composition(a, b);
  for (int c = 0; c < size(b); ++c)
    if (static_cast<long>(r(c)) != static_cast<long>(a(b(c)))) return false;
  return size(r) == size(b);
}
// l(R(i)) is i, for as many numbers as are given.
template <class L>
constexpr bool inverts_right(L const& l, int numbers) {
  auto const r = right_inverse(l);
  for (int i = 0; i < size(r); ++i)
    if (l(static_cast<int>(r(i))) != i) return false;
  return size(r) == numbers;
}
// I(l(c)) is c at every coordinate.
template <class L>
constexpr bool inverts_left(L const& l) {
  auto const r = left_inverse(l);
  for (int c = 0; c < size(l); ++c)
    if (static_cast<int>(r(static_cast<int>(l(c)))) != c) return false;
  return true;
}

using rows = Layout<Shape<_8, _64>, Stride<_64, _1>>;
constexpr auto smem = composition(Swizzle<3, 3, 3>{}, rows{});
constexpr auto upward = composition(Swizzle<2, 1, -3>{}, Layout<Shape<_8, _8>>{});
constexpr auto at_8 = composition(Swizzle<2, 0, 3>{}, Int<8>{}, Layout<Shape<_4, _8>>{});
constexpr auto padded = composition(Swizzle<2, 1, 2>{}, Layout<Shape<_4, _8>, Stride<_1, _5>>{});

// A layout that multiplies by a power of two moves the swizzle to higher bits.
constexpr auto doubled = composition(Layout<_512, _2>{}, smem);
static_assert(std::is_same_v<decltype(doubled.layout_a()), Swizzle<3, 4, 3>>);
static_assert(doubled.layout_b() == Layout<Shape<_8, _64>, Stride<_128, _2>>{});
static_assert(composes_at_each(Layout<_512, _2>{}, smem));
static_assert(composes_at_each(Layout<Shape<_512, _4>, Stride<_1, _1024>>{}, smem));
// Others stay in front of it.
static_assert(composes_at_each(Layout<_512, _3>{}, smem));
static_assert(composes_at_each(Layout<Shape<_32, _16>, Stride<_16, _1>>{}, smem));
static_assert(composes_at_each(Layout<Shape<_256, _4>, Stride<_1, Int<300>>>{}, smem));
static_assert(composes_at_each(Layout<Shape<_512, _4>, Stride<_2, Int<1000>>>{}, smem));
static_assert(composes_at_each(Layout<_64, _2>{}, upward));
static_assert(composes_at_each(Layout<_64, _2>{}, at_8));
static_assert(composes_at_each(Layout<_64, _2>{}, padded));

static_assert(inverts_right(smem, 512));
static_assert(inverts_right(upward, 64));
static_assert(inverts_right(composition(Swizzle<2, 1, 2>{}, Layout<Int<20>>{}), 16));
static_assert(inverts_right(composition(Swizzle<2, 1, 2>{}, Layout<_7>{}), 7));
static_assert(inverts_right(composition(Swizzle<2, 1, -2>{}, Layout<_7>{}), 2));
static_assert(
    inverts_right(composition(Swizzle<2, 0, 3>{}, Layout<Shape<_4, _8>, Stride<_8, _1>>{}), 32));
static_assert(
    inverts_right(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_2, _4>, Stride<_4, _8>>{}), 1));

static_assert(inverts_left(smem) && inverts_left(upward) && inverts_left(at_8));
static_assert(inverts_left(padded));

static_assert(compatible(_512{}, smem) && compatible(rows{}, smem) && !compatible(smem, _512{}));
static_assert(weakly_compatible(Shape<_4, _32>{}, rows{}) &&
              !weakly_compatible(Shape<_3, _32>{}, rows{}));

}  // namespace
