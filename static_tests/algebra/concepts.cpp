// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/algebra/concepts.hpp>

namespace {

using namespace tileproof;

using fixed = Layout<Shape<_4, _8>, Stride<_8, _1>>;
using moving = Layout<Shape<_4, int>, Stride<_1, _4>>;
using swizzled = decltype(composition(Swizzle<1, 0, 3>{}, fixed{}));

static_assert(layout_like<fixed> && layout_like<moving const&> && layout_like<swizzled>);
static_assert(!layout_like<Shape<_4, _8>> && !layout_like<int> && !layout_like<Swizzle<1, 0, 3>>);

static_assert(static_layout<fixed> && static_layout<fixed const&> && static_layout<swizzled>);
static_assert(!static_layout<moving> && !static_layout<Shape<_4, _8>>);

static_assert(tiler_like<_4> && tiler_like<int> && tiler_like<Underscore> &&
              tiler_like<Shape<_4, Underscore>> && tiler_like<Tile<Layout<_4, _2>, _8>>);
static_assert(!tiler_like<fixed> && !tiler_like<float> && !tiler_like<char const*>);

template <static_layout L>
constexpr int bytes_of(L const& l) {
  return 4 * cosize(l);
}
static_assert(bytes_of(fixed{}) == 128);

}  // namespace
