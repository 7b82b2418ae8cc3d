// SPDX-License-Identifier: BSL-1.0
//
// tileproof suggest swizzle|width|threads: what costs least, with its cost.
#include "accesses.hpp"
#include "command.hpp"
#include "evaluate.hpp"
#include "properties.hpp"
#include "tiling.hpp"
#include "value_json.hpp"
#include "warp_access.hpp"
#include "words.hpp"

#include <tileproof/core/tiled_copy.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/swizzle.hpp>

#include <algorithm>
#include <optional>

namespace tileproof::explorer {

namespace {

// The layouts and access names after the word swizzle, width or threads, in order.
struct subject {
  std::string text;
  bool is_access = false;
  value of{};
};

// A tiled copy as what it does to shared memory: its instruction, and (thread,value) -> index of
// the tile, of the destination where it stores.
bool as_access(value const& v, std::string const& text, std::vector<subject>& out) {
  access_of_copy a;
  if (v.items.size() < 3 || !find_access(v, a)) return false;
  core::arithmetic cx;
  out.push_back({text, true, atom(a.name)});
  out.push_back({text, false, plain_layout(a.tiling.side(cx, !a.stores))});
  return true;
}

// Evaluates the expressions; an expression that is the name of an instruction stays one.
bool read_subjects(request const& in, response& r, std::vector<subject>& out) {
  auto const state = session_of(in);
  session& s = *state;
  for (std::size_t i = 1; i < in.expressions.size(); ++i) {
    std::string const& line = in.expressions[i];
    outcome const o = s.run(line);
    if (!o.holds()) {
      r.fail(line, o.why);
      return false;
    }
    if (!o.bound.empty() || as_access(o.result, line, out)) continue;
    bool const is_access = o.result.is == kind::atom || o.result.is == kind::copy;
    std::string wrong;
    if (!is_access && o.result.is != kind::layout)
      wrong = "a layout or an instruction such as ldmatrix<4> is expected, and this is " +
              kind_of(o.result);
    else if (has_unknown(o.result))
      wrong = "a layout whose integers are known is expected, and this is " + s.text(o.result);
    if (!wrong.empty()) {
      r.fail(line, {status::bad_input, wrong, 0, line.size()});
      return false;
    }
    out.push_back({line, is_access, o.result});
  }
  return true;
}

bool element_of(request const& in, response& r, int& bits) {
  bits = bits_of_element(in.option("type"));
  if (bits > 0) return true;
  r.bad("--type: `" + std::string(in.option("type")) +
        "` is no element type; half_t, float and int8_t are some");
  return false;
}

// ---- the best swizzle

// TILE ACCESS TV [ACCESS TV]...: the swizzle with which these accesses take the fewest wavefronts.
void suggest_swizzle(request const& in, std::vector<subject> const& of, int bits, response& r) {
  bool right = of.size() >= 3 && of.size() % 2 == 1 && !of[0].is_access;
  for (std::size_t i = 1; i < of.size() && right; ++i) right = of[i].is_access == (i % 2 == 1);
  if (!right)
    return r.bad(
        "`suggest swizzle TILE ACCESS TV [ACCESS TV]...` is the form: a tile, and for each "
        "access an instruction and a layout (thread,value) -> coordinate of the tile");
  if (of[0].of.is_swizzled() || !core::all_fixed(of[0].of.of))
    return r.bad("the tile is a static layout without a swizzle, and it is " + text_of(of[0].of));
  mapping const tile(of[0].of.of);
  std::vector<detail::block_access> accesses;
  for (std::size_t i = 1; i < of.size(); i += 2) {
    shared_instruction is;
    if (!shared_access(of[i].of.name, is) || is.bits % bits != 0)
      return r.bad(of[i].text + " is no instruction on shared memory that moves whole " +
                   std::string(in.option("type")));
    core::arithmetic cx;
    core::layout const offsets = core::composition(cx, of[0].of.of, of[i + 1].of.of);
    if (cx.refused()) {
      r.err += "refused: " + std::string(std::string_view(core::sentence(cx.why))) + "\n";
      return r.worsen(status::refused);
    }
    accesses.push_back({is, mapping(offsets)});
  }
  int const count = static_cast<int>(accesses.size());
  std::int64_t plain = 0;
  for (detail::block_access const& a : accesses) {
    detail::block_cost const c = detail::cost_of_block(a.is, a.tv, bits);
    plain += c.wavefronts;
  }
  swizzle_choice const best =
      tile.fits && tile.first >= 0
          ? detail::search_swizzle(accesses.data(), count, bits, tile.last + 1)
          : swizzle_choice{};
  if (!best.is_decided || !best.found) {
    r.err +=
        "refused: no swizzle was found: an access is misaligned with each, or its cost is "
        "undecided; `tileproof banks` shows one access\n";
    return r.worsen(status::refused);
  }
  std::string const name = text_of(swizzle({best.bits, best.base, best.shift}));
  if (in.json) {
    r.out += "{\"swizzle\": " + json_string(name) +
             ", \"value\": " + json_of(swizzle({best.bits, best.base, best.shift}), nullptr) +
             ", \"wavefronts\": " + std::to_string(best.wavefronts) +
             ", \"at_least\": " + std::to_string(best.minimum) +
             ", \"without\": " + std::to_string(plain) +
             ", \"tried\": " + std::to_string(best.tried) + "}\n";
    return;
  }
  r.out += (best.bits == 0 ? "no swizzle" : name) + ": " + plural(best.wavefronts, "wavefront") +
           ", " + std::to_string(best.minimum) + " possible; " + std::to_string(plain) +
           " without a swizzle; " + plural(best.tried, "swizzle") + " tried\n";
}

// ---- the widest access

// TV...: the widest access of the values of each thread that all sides allow.
void suggest_width(request const& in, std::vector<subject> const& of, int bits, response& r) {
  std::vector<mapping> sides;
  for (subject const& s : of) {
    mapping m;
    std::string why;
    if (s.is_access || !mapping_of_value(s.of, m, why) || m.has_coordinates())
      return r.fail(s.text, {status::bad_input,
                             why.empty() ? "a layout (thread,value) -> offset is expected" : why, 0,
                             s.text.size()});
    sides.push_back(m);
  }
  if (sides.empty()) return r.bad("`suggest width TV...` needs a layout (thread,value) -> offset");
  std::vector<mapping const*> all;
  for (mapping const& m : sides) all.push_back(&m);
  int const widest =
      detail::widest_access(all.data(), static_cast<int>(all.size()), 256, bits, 128);
  std::int64_t const values = sides[0].values();
  std::int64_t const each = widest / bits;
  if (in.json) {
    r.out += "{\"bits\": " + std::to_string(widest) + ", \"elements\": " + std::to_string(each) +
             ", \"instructions\": " + std::to_string(values / each) +
             ", \"alignment\": " + std::to_string(widest < 8 ? 1 : widest / 8) + "}\n";
    return;
  }
  r.out += std::to_string(widest) + " bits, " + plural(each, "element") +
           " an access: " + plural(values / each, "instruction") + " for the " +
           plural(values, "value") + " of a thread; the base must be aligned to " +
           plural(widest < 8 ? 1 : widest / 8, "byte") + "\n";
}

// ---- thread layouts

struct arrangement {
  core::layout threads{};
  core::layout values{};
  int bits = 0;
  std::int64_t cost = 0;  // sectors, or wavefronts
  std::int64_t possible = 0;
  std::int64_t instructions = 0;
  int lines = 0;  // of 128 bytes that the first instruction touches: the fewer, the fewer tags
  std::size_t order = 0;  // in which it was found
};

int lines_of(warp_access const& a) {
  int n = 0;
  for (int i = 0; i < warp_size; ++i) {
    bool is_new = a.is_active(i);
    for (int k = 0; k < i && is_new; ++k)
      is_new = !a.is_active(k) || a.address[k] / 128 != a.address[i] / 128;
    n += is_new;
  }
  return n;
}

core::layout extents_of(std::vector<std::int64_t> const& n) {
  core::layout l;
  if (n.size() > 1) l.open(static_cast<int>(n.size()));
  for (std::int64_t const v : n) l.leaf({core::fixed(v), core::fixed(0), 0});
  return l;
}

// The cost of one arrangement: tiles of threads and values repeated over the tile. Nothing where it
// does not divide the tile, or its accesses are no vectors.
std::optional<arrangement> cost_of_arrangement(value const& tile,
                                               std::vector<std::int64_t> const& threads,
                                               std::vector<std::int64_t> const& values,
                                               bool by_rows, int element_bits, bool in_shared) {
  core::arithmetic cx;
  arrangement a;
  core::layout const shape = extents_of(threads);
  a.threads = by_rows ? core::compact_right(cx, shape) : core::compact_left(cx, shape);
  a.values = core::compact_left(cx, extents_of(values));
  std::vector<std::int64_t> both(threads);
  std::int64_t vector = 1;
  for (std::size_t i = 0; i < both.size(); ++i) {
    both[i] *= values[i];
    vector *= values[i];
    std::int64_t const extent =
        core::size(cx, tile.of,
                   both.size() == 1 ? core::place{} : core::nth(tile.of, static_cast<int>(i)))
            .value;
    if (extent % both[i] != 0) return {};
  }
  core::layout const tv = core::raked_thread_value(cx, a.threads, a.values);
  if (cx.refused()) return {};
  core::layout const offsets = core::tidfrg(cx, tile.of, core::as_tiler(extents_of(both)), tv);
  if (cx.refused() || offsets.full) return {};
  mapping m(offsets);
  if (tile.is_swizzled())
    m = mapping(offsets, tile.outside[0].offset.at[0].extent.value, tile.outside[0].swizzle);
  a.bits = static_cast<int>(vector) * element_bits;
  if (in_shared) {
    detail::block_cost const c =
        detail::cost_of_block({shared_op::ld, a.bits, 0, false}, m, element_bits);
    if (c.is != answer::yes) return {};
    detail::warp_steps const steps(m, a.bits, element_bits);
    a.cost = c.wavefronts;
    a.possible = c.minimum;
    a.instructions = steps.warps * steps.steps;
  } else {
    report const c = detail::efficiency_of(m, a.bits, element_bits, 0);
    if (!c.holds() || m.size == 0) return {};
    a.cost = c(clue::sectors_of_block);
    a.instructions = c(clue::in_requests);
    a.possible = (m.size * element_bits + 255) / 256;
    a.lines = lines_of(detail::warp_steps(m, a.bits, element_bits).at(0, 0));
  }
  return a;
}

// TILE: how --threads threads may share a tile of one or two modes.
void suggest_threads(request const& in, std::vector<subject> const& of, int bits, response& r) {
  std::int64_t threads = 0;
  std::int64_t most = 0;
  bool const in_shared = in.option("memory") == "shared";
  if (!in_shared && in.option("memory") != "global")
    return r.bad("--memory: `" + std::string(in.option("memory")) +
                 "`, and global or shared is "
                 "expected");
  if (!read_number(in.option("threads"), 1, 1024, threads))
    return r.bad("--threads: `" + std::string(in.option("threads")) +
                 "`, and a number from 1 to 1024 is expected");
  if (!read_number(in.option("most"), 1, 100, most))
    return r.bad("--most: `" + std::string(in.option("most")) +
                 "`, and a number from 1 to 100 is expected");
  mapping m;
  std::string why;
  if (of.size() != 1 || of[0].is_access)
    return r.bad("`suggest threads TILE` takes the layout of one tile");
  int const rank = core::rank(of[0].of.of);
  if (!mapping_of_value(of[0].of, m, why) || m.has_coordinates() || !m.fits || m.size == 0 ||
      rank < 1 || rank > 2)
    return r.fail(of[0].text,
                  {status::bad_input,
                   why.empty() ? "the layout of a tile of one or two modes is expected" : why, 0,
                   of[0].text.size()});
  std::vector<arrangement> found;
  for (int vector = 1; vector * bits <= 128; vector *= 2) {
    if (vector * bits < 8) continue;
    for (int along = 0; along < (vector == 1 ? 1 : rank); ++along)
      for (std::int64_t first = 1; first <= threads; ++first) {
        if (threads % first != 0 || (rank == 1 && first != threads)) continue;
        for (bool const by_rows : {false, true}) {
          if (by_rows && (rank == 1 || first == 1 || first == threads)) continue;
          std::vector<std::int64_t> t{first};
          std::vector<std::int64_t> v{1};
          if (rank == 2) {
            t.push_back(threads / first);
            v.push_back(1);
          }
          v[static_cast<std::size_t>(along)] = vector;
          auto const a = cost_of_arrangement(of[0].of, t, v, by_rows, bits, in_shared);
          if (!a) continue;
          found.push_back(*a);
          found.back().order = found.size();
        }
      }
  }
  if (found.empty()) {
    r.err += "refused: no arrangement of " + std::to_string(threads) + " threads divides " +
             text_of(of[0].of) + ": take a number of threads that divides its size, " +
             std::to_string(m.size) + "\n";
    return r.worsen(status::refused);
  }
  std::sort(found.begin(), found.end(), [](arrangement const& a, arrangement const& b) {
    if (a.cost != b.cost) return a.cost < b.cost;
    if (a.instructions != b.instructions) return a.instructions < b.instructions;
    return a.lines != b.lines ? a.lines < b.lines : a.order < b.order;
  });
  char const* const unit = in_shared ? "wavefront" : "sector";
  for (std::size_t i = 0; i < found.size() && static_cast<std::int64_t>(i) < most; ++i) {
    arrangement const& a = found[i];
    std::string const t = text_of(plain_layout(a.threads));
    std::string const v = text_of(integers(a.values));
    if (in.json)
      r.out += "{\"threads\": " + json_string(t) + ", \"values\": " + json_string(v) +
               ", \"value\": {\"threads\": " + json_of(plain_layout(a.threads), nullptr) +
               ", \"values\": " + json_of(integers(a.values), nullptr) + "}" +
               ", \"bits\": " + std::to_string(a.bits) + ", \"" + unit +
               "s\": " + std::to_string(a.cost) + ", \"at_least\": " + std::to_string(a.possible) +
               ", \"instructions\": " + std::to_string(a.instructions) + "}\n";
    else
      r.out += "threads " + t + ", values " + v + ": " + plural(a.cost, unit) + ", " +
               std::to_string(a.possible) + " possible; " + plural(a.instructions, "instruction") +
               " of " + std::to_string(a.bits) + " bits a lane\n";
  }
}

void run(request const& in, response& r) {
  int bits = 0;
  std::vector<subject> of;
  if (in.expressions.empty())
    return r.bad("one of the words swizzle, width and threads is expected after `suggest`");
  std::string const& what = in.expressions[0];
  if (what != "swizzle" && what != "width" && what != "threads")
    return r.bad("`" + what +
                 "`: one of the words swizzle, width and threads is expected after "
                 "`suggest`");
  if (!element_of(in, r, bits) || !read_subjects(in, r, of)) return;
  if (what == "swizzle") return suggest_swizzle(in, of, bits, r);
  if (what == "width") return suggest_width(in, of, bits, r);
  suggest_threads(in, of, bits, r);
}

}  // namespace

extern command const suggest_command{
    "suggest",
    "swizzle|width|threads EXPR...",
    "find what costs least: a swizzle, a width, a thread layout",
    "`swizzle TILE ACCESS TV [ACCESS TV]...`: the swizzle with which the accesses take the "
    "fewest "
    "wavefronts; ACCESS is an instruction, TV a layout (thread,value) -> coordinate of the tile, "
    "and "
    "a tiled copy stands for both. "
    "`width TV...`: the widest access of each thread's values that all sides allow. "
    "`threads TILE`: arrangements of threads and of the values of each, by ascending cost.",
    {run_time_option,
     {"type", "ELEMENT", "half_t", "element type"},
     {"threads", "N", "128", "the number of threads"},
     {"memory", "SPACE", "global", "of the tile: global counts sectors, shared wavefronts"},
     {"most", "N", "5", "the number of arrangements that are printed"}},
    {{"suggest swizzle '(_8,_64):(_64,_1)' 'ldmatrix<4>' '((_8,_4),_8):((_1,_64),_8)'",
      "rows of 64 half_t, read by ldmatrix.x4"},
     {"suggest width '(_32,_4):(_4,_1)' --type float", "128 bits"},
     {"suggest threads '(_128,_64):(_64,_1)' --threads 128", "a row-major tile in global memory"}},
    false,
    run};

}  // namespace tileproof::explorer
