// SPDX-License-Identifier: BSL-1.0
#include <tileproof/prove/global_memory.hpp>

using namespace tileproof;

namespace {

using half = short;
template <class S, class D = LayoutLeft::Apply<S>>
using L = Layout<S, D>;
template <int Offset, class Inner>
using from = ComposedLayout<Swizzle<0, 4, 3>, Int<Offset>, Inner>;

template <class Access, class Element, class Tv>
constexpr report efficiency(Tv const& tv) {
  return prove<sector_efficiency<Access, Element>>(tv);
}
template <class Access, class Element, class Tv>
constexpr std::int64_t per_cent(Tv const& tv) {
  return efficiency<Access, Element>(tv)(clue::in_per_cent);
}

/////////////////////////////////////////////////////////////////////////////// one instruction

// Contiguous: 4, 8 and 16 sectors at 32, 64 and 128 bits a lane.
template <int V>
using contiguous = L<Shape<_32, Int<V>>, Stride<Int<V>, _1>>;
static_assert(global_cost_of<global_load<32>, float>(contiguous<1>{}).sectors == 4);
static_assert(global_cost_of<global_load<64>, float>(contiguous<2>{}).sectors == 8);
static_assert(global_cost_of<global_store<128>, float>(contiguous<4>{}).sectors == 16);
static_assert(global_cost_of<global_load<16>, half>(contiguous<1>{}).sectors == 2);
static_assert(global_cost_of<global_load<8>, char>(contiguous<1>{}).sectors == 1);
static_assert(global_cost_of<global_store<128>, float>(contiguous<4>{}).requests == 1);
static_assert(global_cost_of<global_store<128>, float>(contiguous<4>{}).minimum == 16);
static_assert(require<sector_efficiency<global_load<128>, float>>(contiguous<4>{}));

// Strided: what lies between is moved for nothing.
static_assert(per_cent<global_load<32>, float>(L<_32, _2>{}) == 50);
static_assert(per_cent<global_load<32>, float>(L<_32, _8>{}) == 12);
static_assert(per_cent<global_load<32>, float>(L<_32, Int<1024>>{}) == 12);
static_assert(per_cent<global_load<128>, float>(L<Shape<_32, _4>, Stride<_8, _1>>{}) == 50);
static_assert(per_cent<global_load<128>, float>(L<Shape<_32, _4>, Stride<Int<1024>, _1>>{}) == 50);
static_assert(global_cost_of<global_load<32>, float>(L<_32, _8>{}).sectors == 32);
static_assert(proved<sector_efficiency<global_load<32>, float, 50>, L<_32, _2>>);
static_assert(!proved<sector_efficiency<global_load<32>, float, 51>, L<_32, _2>>);

// A base inside a sector costs one more.
static_assert(global_cost_of<global_load<32>, float>(from<4, L<_32>>{}).sectors == 5);
static_assert(global_cost_of<global_load<32>, float>(from<8, L<_32>>{}).sectors == 4);
static_assert(per_cent<global_load<32>, float>(from<4, L<_32>>{}) == 80);

// The order within a sector, and between sectors, is free.
static_assert(global_cost_of<global_load<32>, float>(ComposedLayout<Swizzle<3, 0, 3>, _0, L<_32>>{})
                  .sectors == 4);
static_assert(global_cost_of<global_load<32>, float>(L<Shape<_8, _4>, Stride<_4, _1>>{}).sectors ==
              4);

// Bytes that several lanes ask for count once.
static_assert(global_cost_of<global_load<32>, float>(L<_32, _0>{}).sectors == 1);
static_assert(global_cost_of<global_load<32>, float>(L<_32, _0>{}).bytes == 4);
static_assert(per_cent<global_load<32>, float>(L<_32, _0>{}) == 12);
static_assert(per_cent<global_load<32>, float>(L<Shape<Shape<_4, _8>>, Stride<Stride<_0, _1>>>{}) ==
              100);

// Inactive lanes touch nothing.
constexpr warp_access two_lanes{{0, 4, 64, 96}, 0b1001};
static_assert(global_cost_of(32, two_lanes).sectors == 2);
static_assert(global_cost_of(32, two_lanes).bytes == 8);
static_assert(global_cost_of(32, {{0, 4, 64, 96}, 0}).requests == 0);
static_assert(global_cost_of(32, {{0, 4, 64, 96}, 0}).sectors == 0);

/////////////////////////////////////////////////////////////////////////////// blocks

// 256 threads load four vectors of 16 bytes each, row by row, from a matrix with rows of 1024 f16
// elements.
using tile = L<Shape<Shape<_8, _32>, Shape<_8, _4>>,
               Stride<Stride<_8, Int<1024>>, Stride<_1, Int<32 * 1024>>>>;
constexpr report by_rows = efficiency<global_load<128>, half>(tile{});
static_assert(by_rows.holds() && by_rows.how == decided::by_structure);
static_assert(by_rows(clue::in_requests) == 8 * 4 && by_rows(clue::sectors_of_block) == 8 * 4 * 16);

// Down the columns, half by half.
constexpr report by_columns =
    efficiency<global_load<16>, half>(L<Shape<_64, _64>, Stride<Int<1024>, _1>>{});
static_assert(sentence(by_columns) ==
              "no: in per cent 6, in sectors 32, at least 2, in warp 0, at step 0, "
              "in requests 128, sectors of block 4096");

// Rows that are no multiple of a sector: the instructions differ.
constexpr report unlike =
    efficiency<global_load<32>, float>(L<Shape<_32, _8>, Stride<_1, Int<33>>>{});
static_assert(unlike.is == answer::no && unlike.how == decided::by_enumeration);
static_assert(unlike(clue::in_per_cent) == 80 && unlike(clue::at_step) == 1);
static_assert(unlike(clue::in_requests) == 8 && unlike(clue::sectors_of_block) == 4 + 7 * 5);

// The last warp has 8 threads.
constexpr report partly = efficiency<global_store<32>, float>(L<_40>{});
static_assert(partly.holds());
static_assert(partly(clue::in_requests) == 2 && partly(clue::sectors_of_block) == 4 + 1);

// One instruction stands for all that are alike: the same totals as from all of them.
template <class Access, class Element, class Tv>
constexpr bool one_stands_for_all(Tv const& tv) {
  mapping const m = detail::mapping_from<Tv>::make(tv);
  detail::warp_steps const all(m, Access::bits, sizeof_bits_v<Element>);
  detail::instruction_kinds const kinds(all, nullptr, 32, Access::bits / 8);
  if (kinds.count() != 1 || all.warps * all.steps < 2) return false;
  report const one = sector_efficiency<Access, Element>::decide(m);
  std::int64_t requests = 0;
  std::int64_t sectors = 0;
  for (std::int64_t step = 0; step < all.steps; ++step)
    for (std::int64_t warp = 0; warp < all.warps; ++warp) {
      global_cost const c = global_cost_of(Access::bits, all.at(warp, step));
      requests += c.requests;
      sectors += c.sectors;
    }
  return requests == one(clue::in_requests) && sectors == one(clue::sectors_of_block);
}
static_assert(one_stands_for_all<global_load<128>, half>(tile{}));
static_assert(one_stands_for_all<global_store<16>, half>(L<Shape<_64, _16>, Stride<_1, _64>>{}));
static_assert(one_stands_for_all<global_load<32>, float>(
    ComposedLayout<Swizzle<3, 2, 3>, _0, L<Shape<_64, _4>, Stride<_1, _64>>>{}));

// More than one can look at, alike or not.
static_assert(per_cent<global_load<32>, float>(L<Shape<Int<1024>, Int<1024>>>{}) == 100);
static_assert(per_cent<global_load<32>, float>(L<Shape<Int<1001>, Int<1024>>>{}) == 56);
// Each column begins in another place of the period of 2^18 floats.
static_assert(
    sentence(efficiency<global_load<32>, float>(
        ComposedLayout<Swizzle<3, 10, 5>, _0, L<Shape<_32, Int<4096>>, Stride<_1, Int<33>>>>{})) ==
    "undecided: points to visit 131072, enumeration bound is 8192, prove one period");
static_assert(efficiency<global_load<32>, float>(L<_32, decltype(-_1{})>{}).is ==
              answer::undecided);

// An access that is not aligned to its width.
static_assert(sentence(efficiency<global_load<128>, half>(L<Shape<_32, _8>, Stride<_12, _1>>{})) ==
              "no: in warp 0, at step 0, of lanes 1, in bytes 24, aligned to 16");

}  // namespace
