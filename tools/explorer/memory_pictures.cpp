// SPDX-License-Identifier: BSL-1.0
//
// Pictures of shared memory: banks, and the boxes of TMA.
#include "picture_parts.hpp"
#include "tile_orders.hpp"
#include "tma.hpp"
#include "words.hpp"

#include <tileproof/prove/bank_picture.hpp>

#include <utility>

namespace tileproof::explorer {

namespace {

// A layout with at most one swizzle, as a mapping. Empty, or a reason why not.
std::string mapping_of(value const& v, mapping& out) {
  bool const is_plain =
      v.is == kind::layout && v.outside.size() < 2 &&
      (v.outside.empty() || (v.outside[0].is_swizzle && v.outside[0].offset.count == 1));
  if (!is_plain)
    return "a layout with at most one swizzle is expected, and this is " +
           (v.has_layout() ? text_of(v) : kind_of(v));
  out = v.outside.empty()
            ? mapping(v.of)
            : mapping(v.of, v.outside[0].offset.at[0].extent.value, v.outside[0].swizzle);
  if (!is_small(out) || out.has_coordinates() || out.first < 0)
    return "offsets in shared memory are integers from 0 to 2^48, and those of " + text_of(v) +
           " are not";
  return {};
}

std::string text_of(core::swizzle const& s, core::layout const& l) {
  return "Sw<" + std::to_string(s.bits) + "," + std::to_string(s.base) + "," +
         std::to_string(s.shift) + "> o _0 o " + text_of(plain_layout(l));
}

}  // namespace

drawing draw_banks(value const& smem, value const& tv, shared_instruction is, int bits) {
  tileproof::detail::tile_access x;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = mapping_of(smem, x.smem); !why.empty())
    return no_drawing(std::move(why), status::bad_input);
  if (std::string why = extents_of(smem.of, rows, columns); !why.empty())
    return no_drawing(std::move(why));
  if (std::string why = fault_of_tv(tv); !why.empty())
    return no_drawing(std::move(why), status::bad_input, "access");
  x.tv = mapping(tv.of);
  x.is = is;
  x.bits = bits;
  if (x.tv.has_coordinates())
    return no_drawing("(thread,value) -> index of the tile is expected, and these are coordinates",
                      status::bad_input, "access");
  if (!x.is_possible())
    return no_drawing("an instruction of " + std::to_string(is.bits) +
                          " bits cannot make this access: "
                          "a thread's values are no aligned vectors of " +
                          std::to_string(x.width()) + " elements of " + explorer::text_of(smem),
                      status::refused, "access");
  drawing d;
  picture& p = d.result;
  tileproof::detail::side_by_side at;
  auto const draw = [&](std::string name) {
    auto const cost =
        tileproof::detail::draw_banks(p, std::move(name), x, rows, columns, at.row, at.column);
    at.next(rows, columns);
    return cost;
  };
  mapping const given = x.smem;
  if (given.is_swizzled()) x.smem = mapping(smem.of);
  auto const before =
      x.is_possible() ? draw(explorer::text_of(plain_layout(smem.of))) : decltype(draw("")){};
  if (given.is_swizzled()) {
    x.smem = given;
    draw(explorer::text_of(smem));
  } else if (before.worst.ways > 1) {
    core::arithmetic cx;
    core::layout const reads =
        core::composition(cx, core::as_fixed(smem.of), core::as_fixed(tv.of));
    if (!cx.refused()) {
      core::swizzle const best =
          tileproof::detail::best_swizzle_of(is, mapping(reads), bits, before.warp, before.step);
      x.smem = mapping(smem.of, 0, best);
      if (best.bits > 0 && x.is_possible()) draw(text_of(best, smem.of));
    }
  }
  p.titles.push_back(tileproof::detail::legend_of_banks());
  return d;
}

drawing draw_tma(value const& smem, value const& global, value const& tile, int bits) {
  constexpr char const* options[] = {"", "global", "tile"};
  tma_copy t;
  int wrong = -1;
  failure const why = make_tma(smem, global, tile, bits, t, wrong);
  if (why) return no_drawing(why.what, why.is, wrong < 0 ? "" : options[wrong]);
  if (t.shared.size > most_cells)
    return no_drawing("a picture has at most " + std::to_string(most_cells) +
                      " cells, and the tile has more");
  drawing d;
  d.result.titles.push_back("shared memory " + explorer::text_of(smem) + ", global memory " +
                            explorer::text_of(global));
  draw_tma(d.result, t);
  return d;
}
drawing draw_tma(value const& tma) {
  return draw_tma(tma.items[2], tma.items[1], tma.items[3], bits_of_element(tma.name));
}

drawing draw_tile_order(value const& order) {
  std::int64_t tiles = 1;
  for (int const i : {0, 1, 3}) tiles *= order.of.at[i].extent.value;
  if (tiles > most_cells)
    return no_drawing("a picture has at most " + std::to_string(most_cells) +
                      " cells, and the order has more tiles");
  drawing d;
  d.result = draw_order(order);
  return d;
}

}  // namespace tileproof::explorer
