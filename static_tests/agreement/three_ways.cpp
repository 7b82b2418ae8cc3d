// SPDX-License-Identifier: BSL-1.0
//
// The core computes with constants, with plain values, and as a recorder of expressions over
// run-time leaves. On random inputs:
//   plain and recorded    give the same tree, leaf by leaf, and where the recorded obligations
//   hold,
//                         plain values are accepted (which are looked at more closely);
//   constants and plain   give the same function, and what plain accepts, constants accept;
//   a recorded fact       (this node is a multiple of m) holds for every node of every program.
#include <tileproof/core/coordinate.hpp>
#include <tileproof/core/left_inverse.hpp>
#include <tileproof/core/partition.hpp>
#include <tileproof/core/sentence.hpp>

#include <cstdint>
#include <iomanip>
#include <iostream>
#include <random>
#include <string>

namespace core = tileproof::core;

namespace {

// ---- random inputs: leaves are fixed, or plain where they stand for run-time leaves

class randomness {
 public:
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(n));
  }
  bool percent(int p) { return below(100) < p; }

 private:
  std::mt19937_64 engine_{2024};
};

constexpr int max_arguments = 4;
struct arguments {
  core::layout at[max_arguments];
  int count = 0;
  int run_time_percent = 0;

  void push(core::layout const& l) { at[count++] = l; }
};

core::integer leaf(randomness& r, std::int64_t v, int run_time_percent) {
  return r.percent(run_time_percent) ? core::plain(v) : core::fixed(v);
}

// Rank 1 to 3, the last two modes sometimes nested; strides compact, round or odd, 0 or negative.
core::layout random_layout(randomness& r, int run_time) {
  core::layout l;
  int const n = 1 + static_cast<int>(r.below(3));
  std::int64_t compact = 1;
  for (int i = 0; i < n; ++i) {
    std::int64_t const round[] = {0, 1, 2, 4, 6, 8, 12, 24, 48, 3, 5, 7};
    std::int64_t const extent = r.percent(8) ? 1 : 2 + r.below(7);
    std::int64_t stride = r.percent(60) ? compact : round[r.below(12)];
    if (r.percent(4)) stride = -stride;
    compact *= extent;
    l.push({leaf(r, extent, run_time), leaf(r, stride, run_time), 0});
  }
  core::close_flat(l);
  if (n == 3 && r.percent(30)) {
    l.tokens = 0;
    l.open(2);
    l.open(core::leaf_token);
    l.open(2);
    l.open(core::leaf_token);
    l.open(core::leaf_token);
  }
  return l;
}

// One integer for each of n modes.
core::layout random_ints(randomness& r, int n, std::int64_t least, std::int64_t most,
                         int run_time) {
  core::layout l;
  for (int i = 0; i < n; ++i)
    l.push({leaf(r, least + r.below(most - least + 1), run_time), core::fixed(0), 0});
  l.open(n);
  for (int i = 0; i < n; ++i) l.open(core::leaf_token);
  return l;
}

// A flat coordinate inside these extents, some of its modes kept.
core::layout random_coordinate(randomness& r, std::int64_t const* extents, int n, int run_time) {
  core::layout l;
  l.open(n);
  for (int i = 0; i < n; ++i) {
    if (r.percent(30))
      l.open(core::keep_token);
    else
      l.leaf({leaf(r, r.below(extents[i]), run_time), core::fixed(0), 0});
  }
  return l;
}

// Keeps the first mode and some others.
core::layout random_step(randomness& r, int n) {
  core::layout l;
  l.open(n);
  for (int i = 0; i < n; ++i) {
    if (i > 0 && r.percent(50))
      l.open(core::keep_token);
    else
      l.leaf({core::fixed(1), core::fixed(0), 0});
  }
  return l;
}

// Mostly a compact layout, in either order.
core::layout random_threads(randomness& r, int n, int run_time) {
  core::layout l = random_ints(r, n, 1, 4, run_time);
  core::arithmetic cx;
  l = r.percent(60) ? core::compact_left(cx, l) : core::compact_right(cx, l);
  for (int i = 0; i < n; ++i)
    if (l.at[i].stride.is_known() && r.percent(5)) l.at[i].stride = core::fixed(3);
  return l;
}

// ---- operations

core::sliced alone(core::layout const& l) { return {l, core::number(core::fixed(0))}; }

struct operation {
  char const* name;
  void (*generate)(randomness&, arguments&);
  core::sliced (*run)(core::arithmetic&, arguments const&);
  // The comparison of the results of plain values with those of constants.
  bool (*agree)(arguments const&, core::layout const&, core::layout const&);
};

std::int64_t size_of(core::layout const& l) {
  core::arithmetic cx;
  return core::size(cx, l).value;
}
std::int64_t mode_size(core::layout const& l, int i) {
  return size_of(core::subtree(l, core::nth(l, i)));
}

void one_layout(randomness& r, arguments& a) { a.push(random_layout(r, a.run_time_percent)); }
void two_layouts(randomness& r, arguments& a) {
  one_layout(r, a);
  one_layout(r, a);
}
void layout_and_size(randomness& r, arguments& a) {
  one_layout(r, a);
  a.push(core::number(leaf(r, 1 + r.below(96), a.run_time_percent)));
}
void layout_and_shape(randomness& r, arguments& a) {
  one_layout(r, a);
  int const n = 1 + static_cast<int>(r.below(core::rank(a.at[0])));
  a.push(core::is_tuple(a.at[0]) ? random_ints(r, n, 1, 6, a.run_time_percent)
                                 : core::number(leaf(r, 1 + r.below(6), a.run_time_percent)));
}
void layout_and_coordinate(randomness& r, arguments& a) {
  one_layout(r, a);
  std::int64_t extents[core::max_leaves];
  for (int i = 0; i < core::rank(a.at[0]); ++i) extents[i] = mode_size(a.at[0], i);
  a.push(random_coordinate(r, extents, core::rank(a.at[0]), a.run_time_percent));
}
// A layout, a tile, the coordinate of a block, and a Step or none.
void tile_of_a_layout(randomness& r, arguments& a) {
  do {
    a.count = 0;
    one_layout(r, a);
  } while (!core::is_tuple(a.at[0]));
  bool const by_step = r.percent(50);
  int const n = by_step ? 3 : core::rank(a.at[0]);
  core::layout const step = random_step(r, n);
  core::layout const tile = random_ints(r, n, 1, 6, a.run_time_percent);
  std::int64_t blocks[core::max_leaves];
  int mode = 0;
  for (int i = 0; i < n; ++i) {
    bool const kept = !by_step || step.token[1 + i] != core::keep_token;
    std::int64_t const extent = tile.at[i].extent.value;
    blocks[i] =
        kept && mode < core::rank(a.at[0]) ? (mode_size(a.at[0], mode) + extent - 1) / extent : 1;
    mode += kept;
  }
  a.push(tile);
  a.push(random_coordinate(r, blocks, n, a.run_time_percent));
  if (by_step) a.push(step);
}
void share_of_a_layout(randomness& r, arguments& a) {
  do {
    a.count = 0;
    one_layout(r, a);
  } while (!core::is_tuple(a.at[0]));
  int const n = core::rank(a.at[0]);
  core::layout const threads = random_threads(r, n, a.run_time_percent);
  a.push(threads);
  a.push(core::number(leaf(r, r.below(size_of(threads)), 50)));
  if (r.percent(30)) a.push(random_step(r, n));
}

// One function.
bool same(arguments const&, core::layout const& plain, core::layout const& constant) {
  if (size_of(plain) != size_of(constant)) return false;
  for (std::int64_t i = 0; i < size_of(plain); ++i)
    if (core::apply(plain, i) != core::apply(constant, i)) return false;
  return true;
}
// A run-time extent of 1 is kept as a mode, and what is repeated is a block of its stride: more is
// covered than asked for.
bool same_prefix(arguments const&, core::layout const& plain, core::layout const& constant) {
  if (size_of(plain) < size_of(constant)) return false;
  for (std::int64_t i = 0; i < size_of(constant); ++i)
    if (core::apply(plain, i) != core::apply(constant, i)) return false;
  return true;
}
// L(R(i)) == i for both; a run-time extent ends the chain.
bool right_inverses(arguments const& a, core::layout const& plain, core::layout const& constant) {
  for (core::layout const& r : {plain, constant})
    for (std::int64_t i = 0; i < size_of(r); ++i)
      if (core::apply(a.at[0], core::apply(r, i)) != i) return false;
  return size_of(plain) <= size_of(constant);
}
// L(I(L(i))) == L(i) for both.
bool left_inverses(arguments const& a, core::layout const& plain, core::layout const& constant) {
  for (core::layout const& inverse : {plain, constant})
    for (std::int64_t i = 0; i < size_of(a.at[0]); ++i) {
      std::int64_t const x = core::apply(a.at[0], i);
      if (core::apply(a.at[0], core::apply(inverse, x)) != x) return false;
    }
  return true;
}

constexpr operation operations[] = {
    {"coalesce", one_layout,
     [](core::arithmetic& cx, arguments const& a) { return alone(core::coalesce(cx, a.at[0])); },
     same},
    {"composition", two_layouts,
     [](core::arithmetic& cx, arguments const& a) {
       return alone(core::composition(cx, a.at[0], a.at[1]));
     },
     same},
    {"complement", layout_and_size,
     [](core::arithmetic& cx, arguments const& a) {
       return alone(core::complement(cx, a.at[0], core::size(cx, a.at[1])));
     },
     same_prefix},
    {"right_inverse", one_layout,
     [](core::arithmetic& cx, arguments const& a) {
       return alone(core::right_inverse(cx, a.at[0]));
     },
     right_inverses},
    {"left_inverse", one_layout,
     [](core::arithmetic& cx, arguments const& a) {
       return alone(core::left_inverse(cx, a.at[0]));
     },
     left_inverses},
    {"logical_divide", two_layouts,
     [](core::arithmetic& cx, arguments const& a) {
       return alone(core::divide(cx, a.at[0], a.at[1]));
     },
     same_prefix},
    {"zipped_divide", layout_and_shape,
     [](core::arithmetic& cx, arguments const& a) {
       return alone(core::zipped_divide(cx, a.at[0], core::as_tiler(a.at[1])));
     },
     same},
    {"logical_product", two_layouts,
     [](core::arithmetic& cx, arguments const& a) {
       return alone(core::product(cx, a.at[0], a.at[1]));
     },
     same},
    {"slice", layout_and_coordinate,
     [](core::arithmetic& cx, arguments const& a) { return core::slice(cx, a.at[0], a.at[1]); },
     same},
    {"local_tile", tile_of_a_layout,
     [](core::arithmetic& cx, arguments const& a) {
       return core::local_tile(cx, a.at[0], core::as_tiler(a.at[1]), a.at[2],
                               a.count > 3 ? &a.at[3] : nullptr);
     },
     same},
    {"local_partition", share_of_a_layout,
     [](core::arithmetic& cx, arguments const& a) {
       return core::local_partition(cx, a.at[0], a.at[1], a.at[2].at[0].extent,
                                    a.count > 3 ? &a.at[3] : nullptr);
     },
     same},
};

// ---- the three ways

// Every leaf fixed.
arguments constants(arguments a) {
  for (core::layout& l : a.at)
    for (core::mode& m : l.at) {
      m.extent = core::fixed(m.extent.value);
      m.stride = core::fixed(m.stride.value);
    }
  return a;
}

core::sliced run(operation const& o, core::arithmetic& cx, arguments const& a) {
  core::sliced const r = o.run(cx, a);
  if (r.kept.full || r.offset.full) cx.refuse(core::property::leaves_fit_capacity);
  return r;
}

// Every plain leaf an input of a program.
class recording {
 public:
  core::program program;
  std::int64_t values[2 * core::max_leaves * max_arguments]{};
  core::sliced result;
  core::refusal why;

  // with_facts: inputs are said to be multiples of some of their divisors.
  recording(operation const& o, arguments a, randomness& r, bool with_facts) {
    core::arithmetic cx;
    core::recorder recorder = program.record();
    cx.record = &recorder;
    int inputs = 0;
    for (core::layout& l : a.at)
      for (int i = 0; i < l.count; ++i)
        for (core::integer* v : {&l.at[i].extent, &l.at[i].stride}) {
          if (v->is_fixed()) continue;
          std::int64_t const fact = with_facts ? 1 + r.below(8) : 1;
          values[inputs] = v->value;
          *v = cx.input(inputs, false, v->value % fact == 0 ? fact : 1);
          ++inputs;
        }
    result = run(o, cx, a);
    program.stop(recorder);
    why = cx.why;
  }

  bool holds() const {
    for (int i = 0; i < program.obligations; ++i)
      if (core::evaluate(program.at, program.owed[i].node, values) == 0) return false;
    return why.what == core::property::none;
  }

  bool facts_hold(std::int64_t& facts) const {
    for (int i = 0; i < program.count; ++i) {
      facts += program.at[i].multiple > 1;
      if (core::evaluate(program.at, i, values) % program.at[i].multiple != 0) return false;
    }
    return true;
  }

  core::integer evaluated(core::integer v) const {
    return v.is_known() ? v : core::plain(core::evaluate(program.at, v.node, values));
  }
  core::layout evaluated(core::layout l) const {
    for (int i = 0; i < l.count; ++i) {
      l.at[i].extent = evaluated(l.at[i].extent);
      l.at[i].stride = evaluated(l.at[i].stride);
    }
    return l;
  }
};

// ---- counting

struct counts {
  int cases = 0;
  int accepted = 0;
  int refused = 0;
  int over_strict = 0;  // constants accept what plain values refuse
  int obligations = 0;  // cases that owe some
  int closer = 0;       // plain values accept where an obligation fails
  int unrecorded = 0;   // refused by types alone: an unknown order of strides, too long a program
  std::int64_t facts = 0;
  int failures = 0;
};

std::string text(arguments const& a) {
  std::string s;
  for (int i = 0; i < a.count; ++i) {
    core::text const t = core::layout_text(a.at[i]);
    s.append(i > 0 ? ", " : "").append(t);
  }
  return s;
}

void report(counts& n, operation const& o, arguments const& a, std::string const& what) {
  if (++n.failures <= 5) std::cout << o.name << '(' << text(a) << "): " << what << '\n';
}

std::string text(core::sliced const& s) {
  return std::string(core::layout_text(s.kept)) + " from " +
         std::string(core::shape_text(s.offset));
}

// Whether plain and recorded agree on a; `plain` is what plain values give.
bool check_recorded(operation const& o, arguments const& a, core::sliced const& plain,
                    bool accepted, randomness& r, counts& n) {
  bool const with_facts = r.percent(30);
  recording const rec(o, a, r, with_facts);
  n.obligations += rec.program.obligations > 0;
  if (rec.why.what == core::property::stride_order_known ||
      rec.why.what == core::property::leaves_fit_capacity)
    return ++n.unrecorded, true;
  std::string problem;
  n.closer += accepted && !rec.holds();
  if (rec.holds() && !accepted) {
    problem = "the obligations hold where plain values are refused";
  } else if (!rec.facts_hold(n.facts)) {
    problem = "a fact does not hold";
  } else if (accepted) {
    core::sliced const found{rec.evaluated(rec.result.kept), rec.evaluated(rec.result.offset)};
    bool const identical =  // a fact may make a leaf fixed; where it does, the obligations decide
        with_facts ? same(a, found.kept, plain.kept) || !rec.holds()
                   : found.kept == plain.kept && found.offset == plain.offset;
    if (!identical) problem = text(plain) + " by plain values, " + text(found) + " recorded";
  }
  if (!problem.empty()) report(n, o, a, problem);
  return problem.empty();
}

void check(operation const& o, arguments const& a, randomness& r, counts& n) {
  ++n.cases;
  core::arithmetic cx;
  core::sliced const plain = run(o, cx, a);
  bool const accepted = !cx.refused();
  ++(accepted ? n.accepted : n.refused);
  if (!check_recorded(o, a, plain, accepted, r, n)) return;

  core::arithmetic fixed;
  core::sliced const constant = run(o, fixed, constants(a));
  n.over_strict += !accepted && !fixed.refused();
  if (!accepted) return;
  if (fixed.refused())
    return report(n, o, a, "refused with constants: " + std::string(core::sentence(fixed.why)));
  if (!o.agree(a, plain.kept, constant.kept) ||
      plain.offset.at[0].extent.value != constant.offset.at[0].extent.value)
    report(n, o, a, text(plain) + " by plain values, " + text(constant) + " with constants");
}

}  // namespace

int main() {
  randomness r;
  int cases = 0;
  int failures = 0;
  std::cout
      << "operation            cases  accepted   refused  over-strict  with obligations    closer  "
         "unrecorded     facts\n";
  for (operation const& o : operations) {
    counts n;
    while (n.cases < 12000) {
      arguments a;
      a.run_time_percent = static_cast<int>(r.below(4)) * 30;
      o.generate(r, a);
      check(o, a, r, n);
    }
    std::cout << std::left << std::setw(16) << o.name << std::right << std::setw(10) << n.cases
              << std::setw(10) << n.accepted << std::setw(10) << n.refused << std::setw(13)
              << n.over_strict << std::setw(18) << n.obligations << std::setw(10) << n.closer
              << std::setw(12) << n.unrecorded << std::setw(10) << n.facts << '\n';
    cases += n.cases;
    failures += n.failures;
  }
  std::cout << cases << " random inputs, " << failures << " disagreements\n";
  return failures == 0 ? 0 : 1;
}
