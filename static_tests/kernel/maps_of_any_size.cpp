// SPDX-License-Identifier: BSL-1.0
//
// The theorems for every size of the kernels whose tiles TMA copies, and of attention: the kernels
// state them where they are defined; here each is refused of one that has a mistake.
#include <tileproof/kernel/attention/any_size.hpp>
#include <tileproof/kernel/gemm/wgmma/any_size.hpp>
#include <tileproof/kernel/gemm/wgmma/groups_of_any_size.hpp>
#include <tileproof/kernel/gemm/wgmma/integers.hpp>
#include <tileproof/lift/facts.hpp>
#include <tileproof/prove/for_all_values.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

template <class Claim>
constexpr bool holds = proved<holds_for_all_ints<Claim>>;

// ---- a column-major D: its rows are whole vectors, and the transposed problem has n for m
using by_columns =
    detail::integers_of_wgmma<bfloat16_t, bfloat16_t, float, major::k, major::mn, false>;
static_assert(have_facts<by_columns::m>(12) && have_facts<by_columns::n>(3) &&
              !have_facts<by_columns::m>(10));
static_assert(broken_fact<by_columns::m, by_columns::ldd>(12, 8) ==
              "ldd is 8, and must be at least m, which is 12");
using transposed = detail::transposed_integers<by_columns>;
static_assert(std::is_same_v<transposed::m, by_columns::n> &&
              std::is_same_v<transposed::lda, by_columns::ldb> &&
              std::is_same_v<transposed::batch_b, by_columns::batch_a>);

// ---- pieces of tiles: 2 blocks of 2 consumers of 64 rows
struct pieces {
  static constexpr int tile = 256, blocks = 2, parts = 2, piece = 64;
  template <class I>
  static constexpr I first(I const& tile, I const& rank, I const& part) {
    return ((tile * I(2) + rank) * I(2) + part) * I(64);
  }
};
struct same_for_both_blocks : pieces {
  template <class I>
  static constexpr I first(I const& tile, I const&, I const& part) {
    return (tile * I(4) + part) * I(64);
  }
};
struct of_other_height : pieces {
  static constexpr int piece = 32, parts = 4;
};
static_assert(holds<detail::each_row_once<pieces>>);
static_assert(!holds<detail::each_row_once<same_for_both_blocks>>);
static_assert(!holds<detail::each_row_once<of_other_height>>);

// ---- shares of k: k-tiles of 64, of 4 blocks
struct shares {
  static constexpr int splits = 4, block_k = 64;
  template <class I>
  static constexpr I of_block(I const& k) {
    I const all = (k + I(63)) / I(64);
    return all < I(4) ? I(1) : (all + I(3)) / I(4);
  }
  template <class I>
  static constexpr I first(I const& rank, I const& of_block) {
    return rank * of_block;
  }
};
struct same_for_each_block : shares {
  template <class I>
  static constexpr I first(I const&, I const&) {
    return 0;
  }
};
struct rounded_down : shares {
  template <class I>
  static constexpr I of_block(I const& k) {
    I const all = (k + I(63)) / I(64);
    return all < I(4) ? I(1) : all / I(4);
  }
};
static_assert(holds<detail::each_k_once<shares>> && !holds<detail::each_k_once<rounded_down>>);
static_assert(!holds<detail::each_k_once<same_for_each_block>>);

// ---- turns
static_assert(proved<holds_for_all_integers<detail::each_tile_once>> &&
              holds<detail::turns_are_ints>);

// ---- groups: tiles of 32 rows
template <int Off>
struct grouped {
  static constexpr int rows = 32;
  template <class I>
  static constexpr I row_in_map(I const& total, I const& row, I const& end) {
    return total - end + row + I(Off);
  }
  template <class I>
  static constexpr I base_of_map(I const& total, I const& ld) {
    return -total * ld;
  }
};
static_assert(proved<holds_for_all_integers<detail::rows_of_groups_have_their_places<grouped<0>>>>);
static_assert(
    !proved<holds_for_all_integers<detail::rows_of_groups_have_their_places<grouped<1>>>>);
static_assert(holds<detail::rows_stay_in_their_group<grouped<0>>>);
static_assert(!holds<detail::rows_stay_in_their_group<grouped<1>>>);
static_assert(!holds<detail::rows_stay_in_their_group<grouped<-1>>>);

// ---- the order of tiles: an int counts them, or the launcher refuses
static_assert(tile_order::is_countable(1 << 16, (1 << 15) - 2, 16, 1));
static_assert(!tile_order::is_countable(1 << 16, 1 << 15, 16, 1));
static_assert(!tile_order::is_countable(1 << 15, 1 << 15, 16, 3));
static_assert(!tile_order::is_countable(1, 1 << 28, 16, 1));  // a group of 16 rows
static_assert(detail::is_workspace(8192 + 1024 * 128 * 16 * 4, 1024, 16) &&
              !detail::is_workspace(8192 + 1024 * 128 * 16 * 4 - 1, 1024, 16) &&
              !detail::is_workspace(INT64_MAX, 1025, 16));
using rows = unknown<"rows", std::int64_t, at_most<INT32_MAX>>;
using columns = unknown<"columns", std::int64_t, at_most<INT32_MAX>>;
using grid = Shape<rows, columns>;
static_assert(sentence<visits_every_tile_once<rows_in_groups<1>>>(grid{}) ==
              "the order counts tiles by int, and there are 2147483648 of (2097152,1024): "
              "2147483647 is the most (for columns = 1024, rows = 2097152 in (rows,columns); it "
              "holds if rows*columns <= 2147483647)");
static_assert(proved<given<visits_every_tile_once<rows_in_groups<1>>,
                           (rows{} * columns{} <= Int<INT32_MAX>{})>,
                     grid>);

// A zero extent hides no other; a grid of one mode has one column.
using many = unknown<"many", std::int64_t, at_most<std::int64_t{1} << 40>>;
using few = unknown<"few", at_most<1 << 30>>;
static_assert(!proved<visits_every_tile_once<rows_in_groups<1>>, Shape<many, _0>>);
static_assert(proved<visits_every_tile_once<rows_in_groups<16>>, Shape<few>>);

// ---- attention: tiles of 64 rows whose guard lets one row more pass
struct one_row_more {
  template <class I>
  static constexpr bool admits(I const& row, I const& length) {
    I const first = row / I(64) * I(64);
    return is_inside(row - first, detail::rows_left(length, first) + I(1));
  }
};
using rows_of_head = Shape<typename detail::attention_of_any_size<64>::length, _128>;
using tile = Shape<_64, _128>;
static_assert(proved<accesses_stay_inside<8, 1, detail::below_rows_left<64>>, rows_of_head, tile>);
static_assert(!proved<accesses_stay_inside<8, 1, one_row_more>, rows_of_head, tile>);

}  // namespace
