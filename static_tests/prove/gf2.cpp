// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/gf2.hpp>

using namespace tileproof;

namespace {

template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int B, int M, int S, class Inner>
using swizzled = ComposedLayout<Swizzle<B, M, S>, Int<0>, Inner>;

using rows = L<Shape<_8, _64>, Stride<_64, _1>>;

static_assert(proved<linear_over_gf2, rows>);
static_assert(proved<linear_over_gf2, swizzled<3, 3, 3, rows>>);
static_assert(proved<linear_over_gf2, L<Shape<_4, _2>, Stride<_1, _0>>>);
static_assert(!proved<linear_over_gf2, L<_6, _1>>);
static_assert(sentence(prove<linear_over_gf2>(L<_6, _1>{})) == "no: in mode 0, found 6");
static_assert(sentence(prove<linear_over_gf2>(L<Shape<_4, _4>, Stride<_1, _2>>{})) ==
              "no: at coordinate (2,0), and coordinate (0,1)");

// Sums that carry may be affine: 3 - x is 3 ^ x. Zero strides and extents of 1 change nothing.
static_assert(proved<linear_over_gf2, ComposedLayout<Swizzle<0, 0, 0>, Int<3>, L<_4, Int<-1>>>>);
static_assert(proved<linear_over_gf2, L<_2, Int<-5>>>);
static_assert(proved<linear_over_gf2, L<Shape<_2, _1, _4>, Stride<_3, _7, _0>>>);
static_assert(!proved<linear_over_gf2, L<Shape<_2, _2>, Stride<Int<-1>, Int<-1>>>>);
static_assert(proved<linear_over_gf2, L<Int<(1LL << 40)>, Int<(1LL << 20)>>>);

// The matrix is the layout.
template <class Layout>
constexpr bool agrees() {
  constexpr bit_matrix a = matrix_over_gf2(Layout{});
  for (int x = 0; x < size(Layout{}); ++x)
    if (a(static_cast<std::uint64_t>(x)) != static_cast<std::uint64_t>(Layout{}(x))) return false;
  return true;
}
static_assert(agrees<rows>());
static_assert(agrees<swizzled<3, 3, 3, rows>>());
static_assert(agrees<L<Shape<_4, _2, _2>, Stride<_8, _0, _1>>>());

// Full rank is injective, and the inverse undoes it.
constexpr bit_matrix a = matrix_over_gf2(swizzled<3, 3, 3, rows>{});
static_assert(a.columns == 9 && rank(a) == 9);
static_assert(reduced_matrix(a).nullity == 0);
constexpr bit_matrix inverse = pseudo_inverse(a, 9);
constexpr bool undone() {
  for (std::uint64_t x = 0; x < 512; ++x)
    if (inverse(a(x)) != x) return false;
  return true;
}
static_assert(undone());

// A broadcast mode is the kernel.
constexpr bit_matrix b = matrix_over_gf2(L<Shape<_4, _2, _2>, Stride<_8, _0, _1>>{});
static_assert(rank(b) == 3);
static_assert(reduced_matrix(b).nullity == 1 && reduced_matrix(b).kernel[0] == 4);
constexpr bool back_again() {
  for (std::uint64_t x = 0; x < 16; ++x)
    if (b(pseudo_inverse(b, 5)(b(x))) != b(x)) return false;
  return true;
}
static_assert(back_again());

}  // namespace
