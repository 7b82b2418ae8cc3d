// SPDX-License-Identifier: BSL-1.0
//
// Chooses a partition with Boost.Hana's algorithms and proofs, while compiling. It begins with four
// ways to share a tile of 32x32 floats among 256 threads. It keeps those in which every element has
// one owner, and takes the one that stores 16 bytes at a time, to row-major shared memory, without
// bank conflicts.
//
// Compile: g++ -std=c++20 -I../include hana_partitions.cpp -o hana_partitions
// Prints:
//   4 of a row, 8 threads a row   every element once: yes  16 bytes: yes
//   4 of a column                 every element once: yes  16 bytes: no
//   4 rows, 8 apart               every element once: yes  16 bytes: no
//   4 of a row, threads 3 apart   every element once: no   16 bytes: no
//   4 of a row, threads 3 apart: 224 elements are missed, the first repeated one is 96
//   taken: 4 of a row, 8 threads a row
#include <tileproof/tileproof.hpp>

#include <boost/hana/all_of.hpp>
#include <boost/hana/bool.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/filter.hpp>
#include <boost/hana/fold_left.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/mult.hpp>
#include <boost/hana/tuple.hpp>

#include <cstdio>

using namespace tileproof;
namespace hana = boost::hana;

namespace {

using tile = Shape<_32, _32>;  // (M,N), row-major: element m + 32 n lies at offset 32 m + n

// A partition is (thread,value) -> m + 32 n.
struct four_of_a_row {
  static constexpr char const* name = "4 of a row, 8 threads a row";
  using layout = Layout<Shape<Shape<_8, _32>, _4>, Stride<Stride<_128, _1>, _32>>;
};
struct four_of_a_column {
  static constexpr char const* name = "4 of a column";
  using layout = Layout<Shape<Shape<_32, _8>, _4>, Stride<Stride<_32, _4>, _1>>;
};
struct rows_apart {
  static constexpr char const* name = "4 rows, 8 apart";
  using layout = Layout<Shape<Shape<_32, _8>, _4>, Stride<Stride<_32, _1>, _8>>;
};
struct overlapping {
  static constexpr char const* name = "4 of a row, threads 3 apart";
  using layout = Layout<Shape<Shape<_8, _32>, _4>, Stride<Stride<Int<96>, _1>, _32>>;
};
constexpr auto candidates =
    hana::make_tuple(four_of_a_row{}, four_of_a_column{}, rows_apart{}, overlapping{});

// Predicates that Hana's algorithms take: a proof decides a hana::bool_.
constexpr auto owns_all = [](auto p) {
  return hana::bool_c<proved<owns_every_element<>, typename decltype(p)::layout, tile>>;
};
// (thread,value) -> offset in the row-major tile.
template <class Partition>
using offsets =
    decltype(composition(Layout<tile, Stride<_32, _1>>{}, typename Partition::layout{}));
constexpr auto stores_16_bytes = [](auto p) {
  return hana::bool_c<proved<access_width<128, float>, offsets<decltype(p)>>>;
};
constexpr auto is_free_of_conflicts = [](auto p) {
  return hana::bool_c<
      proved<free_of_bank_conflicts<shared_store<128>, float>, offsets<decltype(p)>>>;
};

constexpr auto right = hana::filter(candidates, owns_all);
static_assert(hana::length(right) == hana::size_c<3>);
constexpr auto best = hana::filter(hana::filter(right, stores_16_bytes), is_free_of_conflicts);
static_assert(hana::length(best) == hana::size_c<1>);

// A shape is a Hana sequence itself. Each candidate has as many (thread,value) as the tile has
// elements, so one that repeats an element misses another one.
constexpr auto elements = hana::fold_left(tile{}, _1{}, hana::mult);
static_assert(hana::all_of(candidates, [](auto p) {
  return hana::bool_c<decltype(size(typename decltype(p)::layout{}) == elements)::value>;
}));

}  // namespace

int main() {
  hana::for_each(candidates, [](auto p) {
    std::printf("%-29s every element once: %-3s  16 bytes: %s\n", p.name,
                owns_all(p) ? "yes" : "no", stores_16_bytes(p) ? "yes" : "no");
  });
  report const why = prove<owns_every_element<>>(overlapping::layout{}, tile{});
  std::printf("%s: %d elements are missed, the first repeated one is %d\n", overlapping::name,
              static_cast<int>(why(clue::elements_missed)),
              static_cast<int>(why(clue::at_element)));
  hana::for_each(best, [](auto p) { std::printf("taken: %s\n", p.name); });
}
