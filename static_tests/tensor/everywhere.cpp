// SPDX-License-Identifier: BSL-1.0
//
// `everywhere` is true wherever a predicate tensor of tiles that divide the problem is, and its
// parts are itself.
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/tiled_mma.hpp>
#include <tileproof/kernel/common/edge.hpp>
#include <tileproof/tensor/axpby.hpp>
#include <tileproof/tensor/everywhere.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/predicate.hpp>

#include "owners.hpp"

using namespace tileproof;

namespace {

using detail::everywhere;

template <class T>
constexpr bool is_everywhere(T const&) {
  return std::is_same_v<T, everywhere>;
}

constexpr bool parts_are_everywhere() {
  constexpr everywhere all{};
  constexpr Layout<Shape<_2, _4>> threads{};
  auto const copy = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, threads);
  auto const mma = make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_2, _4, _1>>{});
  int const thread = 3;
  return is_everywhere(all(_, _, 1)) && is_everywhere(all(make_coord(_, 2), 1)) &&
         is_everywhere(local_partition(all, threads, thread)) &&
         is_everywhere(local_partition(all, threads, thread, Step<_1, _1>{})) &&
         is_everywhere(copy.get_slice(thread).partition_S(all)) &&
         is_everywhere(mma.get_slice(thread).partition_C(all));
}
static_assert(parts_are_everywhere());
static_assert(everywhere{}(5) && everywhere{}(1, make_coord(2, 3)));

// At each coordinate of the tiles of a problem: what the predicate tensor says, `everywhere` says
// where the tiles are whole.
template <class Tile>
constexpr bool agrees(int m, int n, Tile const& tile) {
  auto const inside = make_predicate_tensor(make_shape(m, n), tile);
  bool right = true;
  bool is_whole = true;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      right = right && inside(i, j) == (i < m && j < n);
      is_whole = is_whole && inside(i, j) == everywhere{}(i, j);
    }
  return right && is_whole == (m == 8 && n == 8);
}
static_assert(agrees(8, 8, Shape<_4, _2>{}) && agrees(7, 8, Shape<_4, _2>{}) &&
              agrees(8, 5, Shape<_4, _2>{}));

// With it a copy and an axpby are those without a predicate.
constexpr bool takes_all() {
  auto const x = owners::numbered<int>(Layout<Shape<_4, _6>>{});
  auto copied = make_tensor<int>(Shape<_4, _6>{});
  auto added = make_tensor<int>(Shape<_4, _6>{});
  copy_or_zero(everywhere{}, x, copied);
  axpby(2, x, 0, added, everywhere{});
  for (int i = 0; i < 24; ++i)
    if (copied(i) != x(i) || added(i) != 2 * x(i)) return false;
  return true;
}
static_assert(takes_all());

}  // namespace
