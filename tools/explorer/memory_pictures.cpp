// SPDX-License-Identifier: BSL-1.0
//
// Pictures of shared memory: banks, and the boxes of TMA.
#include "picture_parts.hpp"

#include <tileproof/atom/tma/picture.hpp>
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

namespace {

template <class Element>
drawing draw_tma_of(mapping const& shared, core::layout const& global, core::layout const& cut,
                    std::int64_t rows) {
  using theorem = canonical_for_tma<Element>;
  mapping const tile = tileproof::detail::tma_tile_of(global, cut);
  tma_plan const plan = theorem::plan(shared, tile);
  if (!plan.is.holds()) {
    auto const why = tileproof::detail::sentence_of_report<theorem>(plan.is, shared, tile);
    return no_drawing(std::string(why.data(), why.size()));
  }
  drawing d;
  tileproof::detail::draw_tma(d.result, plan, shared, rows, shared.size / rows);
  return d;
}

}  // namespace

drawing draw_tma(value const& smem, value const& global, value const& tile, int bits) {
  mapping shared;
  if (std::string why = mapping_of(smem, shared); !why.empty())
    return no_drawing(std::move(why), status::bad_input);
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  if (std::string why = extents_of(smem.of, rows, columns); !why.empty())
    return no_drawing(std::move(why));
  if (global.is != kind::layout || global.is_swizzled())
    return no_drawing("a layout in global memory is expected, and this is " + kind_of(global),
                      status::bad_input, "global");
  if (tile.is != kind::integers)
    return no_drawing(
        "the tile that TMA moves, (_128,_64), is expected, and this is " + kind_of(tile),
        status::bad_input, "tile");
  core::arithmetic cx;
  core::layout const whole = core::as_fixed(global.of);
  core::layout const cut =
      core::composition_by(cx, core::identity(cx, whole), core::as_tiler(core::as_fixed(tile.of)));
  if (cx.refused()) return no_drawing(cx);
  core::integer const first = core::size(cx, cut, core::nth(cut, 0));
  if (cx.refused() || first.value < 1 || core::size(cx, cut).value != shared.size)
    return no_drawing("the tile has other elements than " + explorer::text_of(smem),
                      status::refused, "tile");
  drawing d = bits == 8    ? draw_tma_of<std::uint8_t>(shared, whole, cut, first.value)
              : bits == 16 ? draw_tma_of<std::uint16_t>(shared, whole, cut, first.value)
              : bits == 32 ? draw_tma_of<std::uint32_t>(shared, whole, cut, first.value)
              : bits == 64
                  ? draw_tma_of<std::uint64_t>(shared, whole, cut, first.value)
                  : no_drawing("TMA moves elements of 8, 16, 32 or 64 bits, and these have " +
                                   std::to_string(bits),
                               status::refused, "type");
  if (d.holds())
    d.result.titles.insert(d.result.titles.begin(), "shared memory " + explorer::text_of(smem) +
                                                        ", global memory " +
                                                        explorer::text_of(global));
  return d;
}

}  // namespace tileproof::explorer
