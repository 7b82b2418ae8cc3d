// SPDX-License-Identifier: BSL-1.0
//
// Five mistakes, two of them not the library's. The messages of compilers about this file are
// recorded beside it; tools/test_tileproof_errors.py reads them.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>

using namespace tileproof;

using rows = Layout<Shape<Shape<_8, _4>, _8>, Stride<Stride<_1, _64>, _8>>;

// A template of the user: the line in it is the one to name, the call the one that asked.
template <class Tile>
constexpr bool is_read_without_conflicts(Tile tile) {
  return require<free_of_bank_conflicts<ldmatrix<4>, half_t>>(composition(tile, rows{}));
}

static_assert(is_read_without_conflicts(Layout<Shape<_8, _64>, Stride<_64, _1>>{}));

int no_number = "text";

auto no_layout = composition(Layout<Shape<_5, _4>, Stride<_4, _1>>{}, Layout<_6, _2>{});

static_assert(sizeof(rows) == 2, "rows are no empty type");

[[nodiscard]] int count_of_rows();
void unused() { count_of_rows(); }

static_assert(require<injective>(Layout<Shape<_4, int>, Stride<_1, _4>>{}));
