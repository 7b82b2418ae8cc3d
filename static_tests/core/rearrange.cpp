// SPDX-License-Identifier: BSL-1.0
//
// Rearrangements of plain values; static_tests/algebra/rearrange.cpp has those of tuples.
#include <tileproof/core/rearrange.hpp>
#include <tileproof/core/text.hpp>

namespace {

using namespace tileproof::core;

constexpr layout leaf(int extent, int stride) { return single({fixed(extent), fixed(stride), 0}); }
// (2,(3,(4,5)),6):(1,(2,(6,24)),120)
constexpr layout nested() {
  layout l;
  l.open(3);
  l.copy(leaf(2, 1));
  l.open(2);
  l.copy(leaf(3, 2));
  l.open(2);
  l.copy(leaf(4, 6));
  l.copy(leaf(5, 24));
  l.copy(leaf(6, 120));
  return l;
}
constexpr layout n = nested();
constexpr layout x = leaf(9, 7);
constexpr int last_first[] = {2, 0, 2};

constexpr bool is(layout const& l, char const* text) {
  return std::string_view(layout_text(l)) == text;
}

static_assert(is(take(n, 1, 3), "((_3,(_4,_5)),_6):((_2,(_6,_24)),_120)"));
static_assert(is(take(n, 1, 1), "():()"));
static_assert(is(take(x, 0, 1), "(_9):(_7)"));
static_assert(is(select(n, last_first, 3), "(_6,_2,_6):(_120,_1,_120)"));
static_assert(is(group(n, 0, 2), "((_2,(_3,(_4,_5))),_6):((_1,(_2,(_6,_24))),_120)"));
static_assert(is(group(flatten(n), 1, 4), "(_2,(_3,_4,_5),_6):(_1,(_2,_6,_24),_120)"));
static_assert(is(append(take(n, 2, 3), x, 3), "(_6,_9,_9):(_120,_7,_7)"));
static_assert(is(append(x, x, 1), "_9:_7"));
static_assert(is(append(x, leaf(1, 0), 2), "(_9,_1):(_7,_0)"));
static_assert(is(prepend(take(n, 2, 3), x, 3), "(_9,_9,_6):(_7,_7,_120)"));
static_assert(is(prepend(x, x, 1), "_9:_7"));
static_assert(is(replace(n, 1, x), "(_2,_9,_6):(_1,_7,_120)"));
static_assert(is(replace(x, 0, leaf(1, 0)), "(_1):(_0)"));
static_assert(is(repeat(x, 2), "(_9,_9):(_7,_7)"));
static_assert(is(flatten(n), "(_2,_3,_4,_5,_6):(_1,_2,_6,_24,_120)"));
static_assert(is(flatten(x), "_9:_7"));
static_assert(unflatten(flatten(n), n) == n);
constexpr layout both[] = {take(n, 2, 3), x, n};
static_assert(is(tuple_of(both, 2), "((_6),_9):((_120),_7)"));
static_assert(is(tuple_cat(both, 2), "(_6,_9):(_120,_7)"));
static_assert(rank(tuple_cat(both, 3)) == 5);
static_assert(unwrap(take(take(n, 2, 3), 0, 1)) == leaf(6, 120) && unwrap(n) == n);
static_assert(depth(n) == 3 && depth(x) == 0 && depth(flatten(n)) == 1);

// A terminal of a tiler stays whole.
constexpr layout tiler() {
  layout l;
  l.open(2);
  l.open(keep_token);
  l.open(1);
  l.open(tile_token);
  l.copy(x);
  return l;
}
static_assert(flatten(tiler()).token[0] == 2 && flatten(tiler()).tokens == 4 &&
              flatten(tiler()).token[1] == keep_token && flatten(tiler()).token[2] == tile_token);

// A result of more leaves than a layout holds is marked.
static_assert(repeat(x, 17).full && append(x, x, 17).full && !repeat(x, 16).full);

}  // namespace
