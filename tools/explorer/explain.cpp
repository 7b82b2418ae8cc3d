// SPDX-License-Identifier: BSL-1.0
//
// tileproof explain EXPR: each call of an expression, the innermost first, with the steps that lead
// to its result, as one works them by hand.
#include "command.hpp"
#include "evaluate.hpp"
#include "explain_values.hpp"
#include "operations.hpp"
#include "value_json.hpp"

#include <tileproof/core/complement.hpp>
#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/divide.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/partition.hpp>
#include <tileproof/core/product.hpp>

namespace tileproof::explorer {

namespace {

constexpr std::int64_t most_rows = 16;  // of a table

std::string text(core::layout const& l) { return text_of(plain_layout(l)); }
std::string text(core::mode const& m) { return text(core::single(m)); }
std::string text(std::int64_t v) { return std::to_string(v); }
std::string tuple(core::layout const& l) { return text_of(integers(l)); }

// Every integer with its value alone: `4` for `_4`.
core::layout plain(core::layout l) {
  for (int i = 0; i < l.count; ++i) {
    l.at[i].extent = core::plain(l.at[i].extent.value);
    l.at[i].stride = core::plain(l.at[i].stride.value);
  }
  return l;
}

bool all_known(core::layout const& l) {
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_known() || !l.at[i].stride.is_known() || l.at[i].extent.value < 1 ||
        l.at[i].axis != 0)
      return false;
  return true;
}

// Whether some static extent is below 1: the algebra divides by extents, and refuses such a one.
bool has_empty_mode(core::layout const& l) {
  for (int i = 0; i < l.count; ++i)
    if (l.at[i].extent.is_fixed() && l.at[i].extent.value < 1) return true;
  return false;
}

// The coordinate of an index, as text: 5 in (2,4) is (1,2).
std::string coordinate(core::layout const& l, std::int64_t index) {
  core::arithmetic cx;
  core::layout const c = core::idx2crd_by_columns(cx, core::plain(index), l);
  return tuple(c);
}

class page {
 public:
  std::string out;

  void line(std::string const& s) {
    out.append(static_cast<std::size_t>(2 * depth_), ' ');
    out += s + "\n";
  }
  void deeper() { ++depth_; }
  void back() { --depth_; }

  void explain(step const& s);

 private:
  void apply(step const& s);
  void coalesce(core::layout const& l);
  void composition(core::layout const& a, core::layout const& b, core::layout const* r);
  void composed_mode(core::layout const& a, core::mode const& b, int number);
  void by_mode(step const& s, core::layout const& tiler, int& mode, core::place p, core::place q,
               char const* word);
  void complement(core::layout const& a, core::integer m);
  void divide(core::layout const& a, core::layout const& tile);
  void product(core::layout const& block, core::layout const& tiler);
  void ranked(step const& s);
  void right_inverse(core::layout const& l);
  void left_inverse(core::layout const& l, core::layout const& i);
  void partition(step const& s);

  int depth_ = 0;
};

// 5 in ((2,4),...): its digits, and the sum of digit times stride.
void page::apply(step const& s) {
  value const& f = s.args[0];
  if (!f.has_layout() || !all_known(f.of)) return;
  core::layout coord = s.args[1].of;
  if (s.args.size() > 2) {
    coord = core::layout{};
    coord.open(static_cast<int>(s.args.size()) - 1);
    for (std::size_t i = 1; i < s.args.size(); ++i) coord.copy(s.args[i].of);
  }
  for (int i = 0; i < coord.tokens; ++i)
    if (coord.token[i] == core::keep_token)
      return line("the modes at `_` are kept, and the others give the offset");
  core::arithmetic cx;
  core::layout const fine = core::refine(cx, plain(coord), f.of);
  if (cx.refused() || fine.count != f.of.count) return;
  if (!(plain(fine) == plain(coord))) line("the coordinate " + tuple(coord) + " is " + tuple(fine));
  std::string sum;
  std::int64_t total = 0;
  for (int i = 0; i < fine.count; ++i) {
    sum += (i > 0 ? " + " : "") + text(fine.at[i].extent.value) + " * " +
           text(f.of.at[i].stride.value);
    std::int64_t part = 0;
    if (core::mul_overflows(fine.at[i].extent.value, f.of.at[i].stride.value, part) ||
        core::add_overflows(total, part, total))
      return;
  }
  line("digit times stride: " + sum + " = " + text(total));
  for (std::size_t i = f.outside.size(); i > 0; --i) {
    outer_function const& o = f.outside[i - 1];
    if (!o.is_swizzle || o.offset.count != 1) return;
    std::int64_t const at = total + o.offset.at[0].extent.value;
    if (at < 0) return;
    total = o.swizzle(at);
    line(text_of(swizzle(o.swizzle)) + " moves offset " + text(at) + " to " + text(total));
  }
}

void page::coalesce(core::layout const& l) {
  core::layout list;
  for (int i = 0; i < l.count; ++i) {
    core::mode const& m = l.at[i];
    if (m.extent.is_fixed(1)) {
      line(text(m) + ": a mode of extent 1 never moves, and is left out");
      continue;
    }
    int const before = list.count;
    core::mode const back = before > 0 ? list.at[before - 1] : core::mode{};
    core::arithmetic cx;
    core::merge(cx, list, m);
    if (cx.refused()) return;
    if (before == 0) {
      line(text(m) + " is the first mode");
    } else if (list.count == before) {
      line(text(back) + " and " + text(m) + ": " + text(back.extent.value) + " * " +
           text(back.stride.value) + " = " + text(m.stride.value) + ", one mode " +
           text(list.at[before - 1]));
    } else {
      bool const fixed = back.extent.is_fixed() && back.stride.is_fixed() && m.extent.is_fixed() &&
                         m.stride.is_fixed();
      line(text(back) + " and " + text(m) +
           (fixed ? ": the stride is not " + text(back.extent.value) + " * " +
                        text(back.stride.value) + ", two modes"
                  : ": a run-time integer, two modes"));
    }
  }
}

// The offsets of A at the indices that one mode of B enumerates, and the mode that they are.
void page::composed_mode(core::layout const& a, core::mode const& b, int number) {
  std::string indices;
  std::string offsets;
  std::int64_t const n = b.extent.value < most_rows ? b.extent.value : most_rows;
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t x = 0;
    if (core::mul_overflows(i, b.stride.value, x) || x < 0 || !core::values_fit(a, x, 2)) return;
    indices += (i > 0 ? ", " : "") + text(x);
    offsets += (i > 0 ? ", " : "") + text(core::apply(a, x));
  }
  if (n < b.extent.value) {
    indices += ", ...";
    offsets += ", ...";
  }
  core::arithmetic cx;
  core::layout const r = core::composition(cx, a, core::single(b));
  line("mode " + text(number) + " of B, " + text(b) + ": A at " + indices + " is " + offsets +
       (cx.refused() ? "; no layout is that" : ": " + text(r)));
}

void page::composition(core::layout const& a, core::layout const& b, core::layout const* r) {
  core::arithmetic cx;
  line("A = " + text(a) + ", B = " + text(b));
  core::layout const flat = core::coalesce_unbounded(cx, a);
  if (!cx.refused() && !(flat == a)) line("A is the function " + text(flat));
  if (!all_known(a) || !all_known(b)) {
    line("each mode of B is composed with A by the formula that the types fix");
    return;
  }
  for (int i = 0; i < b.count; ++i) composed_mode(a, b.at[i], i);
  core::arithmetic sizes;
  core::integer const size = core::size(sizes, b);
  core::integer const cosize = core::cosize(sizes, b);
  if (r == nullptr || b.count < 2 || sizes.refused() || size.value > most_rows ||
      !core::values_fit(a, cosize.value, 2) || !core::values_fit(b, size.value, 2))
    return;
  for (std::int64_t x = 0; x < size.value; ++x) {
    std::int64_t const at = core::apply(b, x);
    if (at < 0) return;
    line("R(" + text(x) + ") = A(B" + coordinate(b, x) + ") = A(" + text(at) + ") = " +
         (core::is_tuple(a) ? "A" + coordinate(a, at) + " = " : "") + text(core::apply(a, at)));
  }
}

// One line for each terminal of a tiler.
void page::by_mode(step const& s, core::layout const& tiler, int& mode, core::place p,
                   core::place q, char const* word) {
  core::layout const& a = s.args[0].of;
  std::int8_t const t = tiler.token[q.token];
  if (t == core::keep_token) {
    line("mode " + text(mode++) + ", " + text(core::subtree(a, p)) + ": kept whole");
    return;
  }
  if (t == core::tile_token) {
    core::layout const one = core::subtree(a, p);
    core::layout const tile = core::subtree(tiler, {q.token + 1, q.leaf});
    line("mode " + text(mode++) + ": " + text(one) + " " + word + " " + text(tile));
    deeper();
    if (s.name == "composition")
      composition(one, tile, nullptr);
    else if (s.name.find("divide") != std::string_view::npos)
      divide(one, tile);
    else
      product(one, tile);
    back();
    return;
  }
  if (!core::is_tuple(a, p) || t > core::rank(a, p)) return;
  p = core::first(a, p);
  q = core::first(tiler, q);
  for (int i = 0; i < t; ++i, p = a.skip(p), q = tiler.skip(q)) by_mode(s, tiler, mode, p, q, word);
}

void page::complement(core::layout const& a, core::integer m) {
  core::arithmetic cx;
  core::layout f = core::filter(cx, a);
  if (cx.refused() || !core::all_fixed(f) || !m.is_fixed() || !all_known(f)) return;
  for (int i = 0; i < f.count; ++i)
    f.at[i].stride = core::fixed(core::magnitude(f.at[i].stride.value));
  core::sort_by_stride(f);
  std::string sorted;
  for (int i = 0; i < f.count; ++i) sorted += (i > 0 ? ", " : "") + text(f.at[i]);
  line("modes by ascending stride: " + sorted);
  std::int64_t filled = 1;
  for (int i = 0; i < f.count; ++i) {
    std::int64_t const d = f.at[i].stride.value;
    if (d < filled) return line("the modes interleave: the whole is repeated");
    if (d / filled > 1)
      line("below stride " + text(d) + ", blocks of " + text(filled) + " leave room for " +
           text(d / filled) + ": mode " + text(d / filled) + ":" + text(filled));
    if (d % filled != 0)
      line(text(d % filled) + " of " + text(d) + " offsets stay free: " + text(filled) +
           " does not divide " + text(d));
    if (core::mul_overflows(d, f.at[i].extent.value, filled)) return;
    line(text(f.at[i]) + " fills blocks of " + text(filled));
  }
  line("to reach " + text(m.value) + ", " + text((m.value + filled - 1) / filled) +
       (m.value <= filled ? " block of " : " blocks of ") + text(filled));
}

// logical_divide of one mode: B, its complement, and the composition with both.
void page::divide(core::layout const& a, core::layout const& tile) {
  core::arithmetic cx;
  core::integer const size = core::size(cx, a);
  core::layout const rest = core::complement(cx, tile, size);
  if (cx.refused()) return;
  line("complement(" + text(tile) + "," + text_of(integer(size)) + ") = " + text(rest));
  core::layout const both = core::pair(tile, rest);
  core::layout const r = core::composition(cx, a, both);
  if (cx.refused()) return;
  line("composition(" + text(a) + "," + text(both) + ") = " + text(r));
}

void page::product(core::layout const& block, core::layout const& tiler) {
  core::arithmetic cx;
  core::integer const room = cx.mul(core::size(cx, block), core::cosize(cx, tiler));
  core::layout const rest = core::complement(cx, block, room);
  if (cx.refused()) return;
  line("size " + text_of(integer(core::size(cx, block))) + " times cosize " +
       text_of(integer(core::cosize(cx, tiler))) + " is " + text_of(integer(room)));
  line("complement(" + text(block) + "," + text_of(integer(room)) + ") = " + text(rest));
  core::layout const r = core::composition(cx, rest, tiler);
  if (cx.refused()) return;
  line("composition(" + text(rest) + "," + text(tiler) + ") = " + text(r));
}

void page::ranked(step const& s) {
  core::layout const& a = s.args[0].of;
  core::layout const& b = s.args[1].of;
  int const n = core::rank(a) > core::rank(b) ? core::rank(a) : core::rank(b);
  core::layout const block = core::padded(a, n);
  core::layout const tiler = core::padded(b, n);
  product(block, tiler);
  core::arithmetic cx;
  core::layout const both = core::product(cx, block, tiler);
  if (cx.refused()) return;
  line("(block,repetitions) = " + text(both));
  line(s.name == "blocked_product" ? "mode i is (block i, repetition i): a block stays together"
                                   : "mode i is (repetition i, block i): blocks interleave");
}

void page::right_inverse(core::layout const& l) {
  core::arithmetic cx;
  core::integer index[core::max_leaves]{};
  core::prefix_products(cx, l, index);
  if (cx.refused() || !all_known(l)) return;
  std::int64_t reach = 1;
  bool used[core::max_leaves]{};
  for (bool found = true; found;) {
    found = false;
    for (int i = 0; i < l.count && !found; ++i) {
      if (used[i] || l.at[i].stride.value != reach || l.at[i].extent.value < 2) continue;
      found = used[i] = true;
      line("offsets in steps of " + text(reach) + ": mode " + text(l.at[i]) + ", which is index " +
           text(index[i].value) + ": " + text(l.at[i].extent.value) + ":" + text(index[i].value));
      if (core::mul_overflows(reach, l.at[i].extent.value, reach)) return;
    }
  }
  line("no mode has stride " + text(reach) + ": the inverse has size " + text(reach));
}

void page::left_inverse(core::layout const& l, core::layout const& inverse) {
  core::arithmetic cx;
  core::integer const size = core::size(cx, l);
  if (cx.refused() || !all_known(l) || !all_known(inverse) || size.value > most_rows ||
      !core::values_fit(l, size.value, 2))
    return;
  for (std::int64_t x = 0; x < size.value; ++x) {
    std::int64_t const at = core::apply(l, x);
    if (at < 0 || !core::values_fit(inverse, at, 2)) return;
    line("L(" + text(x) + ") = " + text(at) + ", I(" + text(at) +
         ") = " + text(core::apply(inverse, at)));
  }
}

// local_tile and local_partition: the divide, and the slice of it.
void page::partition(step const& s) {
  core::arithmetic cx;
  core::layout const& l = s.args[0].of;
  bool const of_threads = s.name == "local_partition";
  core::layout tiler = of_threads ? core::product_each(cx, s.args[1].of) : tiler_of(s.args[1]);
  core::layout coord = of_threads ? core::layout{} : s.args[2].of;
  if (of_threads) {
    coord = core::flat_coordinate(cx, s.args[1].of, s.args[2].integer());
    if (cx.refused()) return;
    line("thread " + text_of(s.args[2]) + " stands at " + tuple(coord) + " of the threads " +
         text(s.args[1].of) + ", a tile of shape " + tuple(tiler));
  }
  if (s.args.size() > 3) {
    tiler = core::dice(cx, tiler, s.args[3].of);
    coord = core::dice(cx, coord, s.args[3].of);
    if (cx.refused()) return;
    line("the Step keeps the tiler " + tuple(tiler) + " and the coordinate " + tuple(coord));
  }
  core::layout const marked = of_threads ? core::as_tiler(tiler) : tiler;
  core::layout const both = core::zipped_divide(cx, l, marked);
  if (cx.refused()) return;
  line("zipped_divide(" + text(l) + "," + tuple(tiler) + ") = " + text(both));
  bool const outer = of_threads || s.name == "outer_partition";
  core::place const part = core::nth(both, outer ? 0 : 1);
  line(std::string("the coordinate ") + tuple(coord) + " stands in the " +
       (outer ? "tile " : "rest ") + text(core::subtree(both, part)) + ", and the " +
       (outer ? "rest" : "tile") + " is kept");
}

void page::explain(step const& s) {
  operation const* const o = find_operation(s.name);
  if (s.name != "apply" && (o == nullptr || o->most == 0)) return;  // a type, such as Shape<_4>
  std::string call = s.name == "apply" ? text_of(s.args[0]) : std::string(s.name);
  if (s.name == "apply" && s.args[0].is != kind::swizzle && s.args[0].is_swizzled())
    call = "(" + call + ")";
  if (!s.angles.empty()) {
    call += "<";
    for (std::size_t i = 0; i < s.angles.size(); ++i)
      call += (i > 0 ? "," : "") + text_of(s.angles[i]);
    call += ">";
  }
  call += "(";
  std::size_t const from = s.name == "apply" ? 1 : 0;
  for (std::size_t i = from; i < s.args.size(); ++i)
    call += (i > from ? "," : "") + text_of(s.args[i]);
  call += ")";
  line(call + (s.result != nullptr ? " = " + text_of(*s.result) : ": refused"));
  bool is_bare = false;  // without steps
  for (value const& v : s.args)
    is_bare = is_bare || has_unknown(v) || (s.result == nullptr && has_empty_mode(v.of));
  if (is_bare || s.args.empty()) return;
  deeper();
  value const& a = s.args[0];
  bool const has_two = s.args.size() >= 2;
  if (s.name == "apply") {
    if (has_two) apply(s);
  } else if (s.name == "coalesce" && !has_two) {
    coalesce(a.of);
  } else if (s.name == "composition" && a.has_layout() && has_two) {
    value const& b = s.args[1];
    int mode = 0;
    if (b.is == kind::layout && !b.is_swizzled())
      composition(a.of, b.of, s.result != nullptr ? &s.result->of : nullptr);
    else if (b.is == kind::integers)
      by_mode(s, tiler_of(b), mode, {}, {}, "after");
  } else if (s.name == "complement") {
    core::arithmetic cx;
    core::integer const m =
        has_two ? core::size(cx, s.args[1].of) : core::cosize(cx, core::filter(cx, a.of));
    if (!cx.refused()) complement(a.of, m);
  } else if (s.name == "right_inverse" && a.is == kind::layout) {
    right_inverse(a.of);
  } else if (s.name == "left_inverse" && a.is == kind::layout && s.result != nullptr) {
    left_inverse(a.of, s.result->of);
  } else if (s.name == "blocked_product" || s.name == "raked_product") {
    ranked(s);
  } else if (s.name.find("_divide") != std::string_view::npos ||
             s.name.find("_product") != std::string_view::npos) {
    bool const divides = s.name.find("_divide") != std::string_view::npos;
    int mode = 0;
    if (has_two && (a.has_layout()))
      by_mode(s, tiler_of(s.args[1]), mode, {}, {}, divides ? "divided by" : "repeated by");
    std::string_view const form = s.name.substr(0, s.name.find('_'));
    if (form == "zipped")
      line(divides ? "tiles and rests are gathered: ((tiles),(rests))"
                   : "blocks and repetitions are gathered: ((blocks),(repetitions))");
    if (form == "tiled") line("gathered, and the second mode is opened: ((first),second,...)");
    if (form == "flat") line("gathered, and both modes are opened: (first,...,second,...)");
  } else if (s.name == "local_tile" || s.name == "local_partition" || s.name == "inner_partition" ||
             s.name == "outer_partition") {
    partition(s);
  }
  back();
}

void run(request const& in, response& r) {
  auto const state = session_of(in);
  session& s = *state;
  page p;
  s.on_step = [&](step const& one) { p.explain(one); };
  for (std::string const& line : in.expressions) {
    p.out.clear();
    outcome const o = s.run(line);
    std::vector<std::string> const more =
        o.holds() && o.bound.empty() ? about(o.result) : std::vector<std::string>();
    if (!more.empty()) p.out = s.text(o.result) + "\n";  // not the calls that make it
    for (std::string const& one : more) p.out += "  " + one + "\n";
    if (in.json) {
      std::vector<std::string> steps;
      for (std::size_t i = 0; i < p.out.size(); i = p.out.find('\n', i) + 1)
        steps.push_back(p.out.substr(i, p.out.find('\n', i) - i));
      r.out += "{\"expression\": " + json_string(line) + ", \"steps\": " + json_list(steps) +
               (o.holds() ? ", \"result\": " + json_string(s.text(o.result)) +
                                ", \"value\": " + json_of(o.result, &s.of_unknowns())
                          : ", \"message\": " + json_string(o.why.what)) +
               "}\n";
      r.worsen(o.why.is);
      continue;
    }
    r.out += p.out;
    if (!o.holds())
      r.fail(line, o.why);
    else if (p.out.empty() && o.bound.empty())
      r.out += s.text(o.result) + "\n";
  }
  s.on_step = nullptr;
}

}  // namespace

extern command const explain_command{
    "explain",
    "EXPR...",
    "work an expression step by step",
    "Each call in EXPR is shown with its arguments and its result, the innermost first, and below "
    "it "
    "the steps of the algebra with the layouts between them: the composition of each mode with the "
    "offsets that it visits, the gaps that a complement fills, the divide and the slice of a "
    "local_tile. A refused call is shown up to the step that fails. Of an atom, a tiling, a TMA "
    "copy or an order of tiles its threads, tiles and boxes are shown; of a protocol what would "
    "happen without each of its synchronisations.",
    {run_time_option},
    {{"explain 'composition((_6,_2):(_8,_2),(_4,_3):(_3,_1))'", "a composition with its table"},
     {"explain 'local_tile((4,6):(6,_1),(_2,_2),(1,1))'", "the divide, then the slice"},
     {"explain '(2,4):(2,2)(5)'", "the digits of an index"},
     {"explain 'gemm_wgmma(stages=4)'", "a protocol, and it without each barrier"}},
    true,
    run};

}  // namespace tileproof::explorer
