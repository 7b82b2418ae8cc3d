// SPDX-License-Identifier: BSL-1.0
#include <tileproof/print/to_string.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/lazy.hpp>
#include <tileproof/tensor/local_tile.hpp>

using namespace tileproof;

namespace {

struct square {
  TILEPROOF_HOST_DEVICE constexpr int operator()(int x) const { return x * x; }
};
constexpr int numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
constexpr auto squares = lazy::transform(make_tensor(numbers, Layout<Shape<_2, _4>>{}), square{});

static_assert(squares(1, 2) == 25);
static_assert(squares(1, _)(3) == 49);  // a slice is a slice of the source
static_assert(*squares.data() == 0);
static_assert(local_tile(squares, Shape<_2, _2>{}, make_coord(0, 1))(0, 1) == 36);
static_assert(to_string(squares.layout()) == "(_2,_4):(_1,_2)");
static_assert(std::is_same_v<decltype(squares)::value_type, int>);

// Coordinates: the element at (row, column) knows where it is, in a partition too.
struct is_below_the_diagonal {
  template <class C>
  TILEPROOF_HOST_DEVICE constexpr bool operator()(C const& c) const {
    return get<0>(c) > get<1>(c);
  }
};
constexpr auto below =
    lazy::transform(make_identity_tensor(make_shape(4, _4{})), is_below_the_diagonal{});
static_assert(!below(2, 2) && below(3, 2) && !below(2, 3));
constexpr auto mine =
    local_partition(below, Layout<Shape<_2, _2>>{}, 1);  // rows 1, 3; columns 0, 2
static_assert(mine(0, 0) && !mine(0, 1) && mine(1, 0) && mine(1, 1));

}  // namespace
