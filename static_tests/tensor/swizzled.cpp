// SPDX-License-Identifier: BSL-1.0
#include <tileproof/tensor/swizzled.hpp>

using namespace tileproof;

namespace {

using tile = decltype(composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));

// Every element of the tile, and of a slice at a run-time offset, is the one that it was.
constexpr bool has_the_same_elements() {
  constexpr counting_iterator<int> memory{};
  auto const t = make_tensor(memory, tile{});
  auto const same = as_position_independent_swizzle_tensor(t);
  bool is_same = true;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 64; ++j)
      is_same = is_same && same(i, j) == t(i, j) && same(i, _)(j) == t(i, j);
  return is_same;
}
static_assert(has_the_same_elements());

}  // namespace
