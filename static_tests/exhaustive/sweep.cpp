// SPDX-License-Identifier: BSL-1.0
//
// Exact or refused: the core against the definitions, over millions of layouts.
//
// Small layouts are enumerated, larger ones drawn from a fixed sequence; every case runs three
// times: all leaves static, all run-time, some of each. Static: what is accepted is right, and for
// what is refused no answer exists. Otherwise: what is accepted is right, and it is counted how
// often an answer that exists is refused. Prints a line an operation with the smallest case of each
// kind; the exit status is 1 if anything accepted is wrong, or anything static over-strict.

#include "oracle.hpp"

#include <tileproof/core/coalesce.hpp>
#include <tileproof/core/complement.hpp>
#include <tileproof/core/composition.hpp>
#include <tileproof/core/composition_mode.hpp>
#include <tileproof/core/composition_search.hpp>
#include <tileproof/core/divide.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/layout.hpp>
#include <tileproof/core/left_inverse.hpp>
#include <tileproof/core/left_inverse_search.hpp>
#include <tileproof/core/product.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace {

namespace core = tileproof::core;
using oracle::flat;
using oracle::integer;

enum leaves { fixed, run_time, mixed };

constexpr char const* name_of(leaves kind) {
  return kind == fixed ? "static" : kind == run_time ? "run-time" : "mixed";
}

// Numbers that are the same in every run, on every machine.
class draw {
 public:
  explicit draw(std::uint64_t seed) : state_(seed) {}

  integer between(integer low, integer high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + static_cast<integer>((state_ >> 33) % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::uint64_t state_;
};

core::integer leaf(integer value, leaves kind) {
  static draw coin(1);
  bool const known = kind == fixed || (kind == mixed && coin.between(0, 1) == 0);
  return known ? core::fixed(value) : core::plain(value);
}

core::layout as_core(flat const& l, leaves kind) {
  core::layout r;
  if (l.n != 1) {
    r.open(l.n);
  }
  for (int i = 0; i < l.n; ++i) {
    r.leaf({leaf(l.s[i], kind), leaf(l.d[i], kind), 0});
  }
  return r;
}

flat as_flat(core::layout const& l) {
  flat r;
  r.n = l.count;
  for (int i = 0; i < l.count; ++i) {
    r.s[i] = l.at[i].extent.value;
    r.d[i] = l.at[i].stride.value;
  }
  return r;
}

// Writes the number of leaves of each of the subtrees that stand side by side from p, in order.
int* count_leaves(core::layout const& l, core::place p, int subtrees, int* split) {
  for (int i = 0; i < subtrees; ++i) {
    core::place const end = l.skip(p);
    *split++ = end.leaf - p.leaf;
    p = end;
  }
  return split;
}

// Writes the number of leaves of each mode of a result whose operand was a layout of rank n without
// nesting.
int* count_leaves_by_mode(core::layout const& l, core::place p, int n, int* split) {
  return n == 1 ? count_leaves(l, p, 1, split)
                : count_leaves(l, core::first(l, p), std::min(n, core::rank(l, p)), split);
}

// Reporting

std::string text(flat const& l) {
  std::string r;
  for (integer const* list : {l.s, l.d}) {
    r += list == l.s ? "" : ":";
    for (int i = 0; i < l.n; ++i) {
      r += (i > 0 ? "," : l.n > 1 ? "(" : "") + std::to_string(list[i]);
    }
    r += l.n > 1 ? ")" : "";
  }
  return r;
}

// The operands of an operation: one or two layouts, or a layout and a bound.
struct operands {
  flat a;
  flat b{0, {}, {}};
  integer bound = 0;

  integer weight() const {
    integer sum = bound;
    for (flat const* l : {&a, &b}) {
      for (int i = 0; i < l->n; ++i) {
        sum += 8 + l->s[i] + std::abs(l->d[i]);
      }
    }
    return sum;
  }

  std::string print() const {
    return text(a) + (b.n > 0 ? ", " + text(b) : "") +
           (bound != 0 ? ", " + std::to_string(bound) : "");
  }
};

struct example {
  integer weight = 0;
  std::string what;

  void offer(operands const& x, std::string const& result) {
    if (what.empty() || x.weight() < weight) {
      weight = x.weight();
      what = x.print() + result;
    }
  }
};

struct tally {
  char const* operation;
  leaves kind;
  long accepted = 0;
  long refused = 0;
  long wrong = 0;
  long over_strict = 0;
  example wrong_one{};
  example over_strict_one{};

  long cases() const { return accepted + refused; }
  bool failed() const { return wrong != 0 || (kind == fixed && over_strict != 0); }

  void accept(operands const& x, core::layout const& result, bool right) {
    ++accepted;
    if (!right) {
      ++wrong;
      wrong_one.offer(x, " -> " + text(as_flat(result)));
    }
  }

  void refuse(operands const& x, core::arithmetic const& cx, bool exists) {
    ++refused;
    if (exists) {
      ++over_strict;
      over_strict_one.offer(x, ", property " + std::to_string(static_cast<int>(cx.why.what)));
    }
  }

  void print() const {
    std::printf("%-14s %-8s %9ld cases %9ld accepted %9ld refused %3ld wrong", operation,
                name_of(kind), cases(), accepted, refused, wrong);
    if (kind == fixed) {
      std::printf(" %3ld over-strict\n", over_strict);
    } else {
      long const right = accepted - wrong + over_strict;
      std::printf(
          " %7ld (%.2f %%) refused though right\n", over_strict,
          right == 0 ? 0.0 : 100.0 * static_cast<double>(over_strict) / static_cast<double>(right));
    }
    if (wrong != 0) {
      std::printf("  wrong: %s(%s)\n", operation, wrong_one.what.c_str());
    }
    if (over_strict != 0) {
      std::printf("  %s: %s(%s)\n", kind == fixed ? "over-strict" : "refused though right",
                  operation, over_strict_one.what.c_str());
    }
  }
};

// The operations: each computes, and has the oracle judge

struct coalesce {
  static constexpr char const* name = "coalesce";

  void operator()(tally& t, operands const& x) const {
    core::arithmetic cx;
    core::layout const r = core::coalesce(cx, as_core(x.a, t.kind));
    if (cx.refused() || r.full) {
      t.refuse(x, cx, true);
    } else {
      t.accept(x, r, oracle::coalesce_is_right(x.a, as_flat(r)));
    }
  }
};

struct composition {
  static constexpr char const* name = "composition";

  void operator()(tally& t, operands const& x) const {
    core::arithmetic cx;
    core::layout const r = core::composition(cx, as_core(x.a, t.kind), as_core(x.b, t.kind));
    if (cx.refused() || r.full) {
      t.refuse(x, cx, oracle::composition_exists(x.a, x.b));
    } else {
      int split[core::max_leaves] = {};
      count_leaves_by_mode(r, {}, x.b.n, split);
      t.accept(x, r, oracle::composition_is_right(x.a, x.b, as_flat(r), split));
    }
  }
};

struct complement {
  static constexpr char const* name = "complement";

  void operator()(tally& t, operands const& x) {
    core::arithmetic cx;
    core::layout const r = core::complement(cx, as_core(x.a, t.kind), leaf(x.bound, t.kind));
    if (cx.refused() || r.full) {
      t.refuse(x, cx, oracle::injective(oracle::filter(x.a)));
      return;
    }
    // A mode that fills the gap below a stride stays when the extent of the stride turns out to be
    // 1.
    flat const c = as_flat(r);
    flat const a = t.kind == fixed ? oracle::filter(x.a) : x.a;
    t.accept(x, r, oracle::complement_is_right(a, x.bound, c));
    integer const whole = oracle::cosize(oracle::filter(x.a));
    beyond_round_up += t.kind == fixed && oracle::cosize(c) > (x.bound + whole - 1) / whole * whole;
  }

  long beyond_round_up = 0;
};

struct right_inverse {
  static constexpr char const* name = "right_inverse";

  void operator()(tally& t, operands const& x) const {
    core::arithmetic cx;
    core::layout const r = core::right_inverse(cx, as_core(x.a, t.kind));
    flat const inverse = as_flat(r);
    bool const right = oracle::right_inverse_is_right(x.a, inverse);
    if (cx.refused() || r.full ||
        (right && oracle::size(inverse) != oracle::longest_compact(x.a))) {
      t.refuse(x, cx, true);  // a shorter one is nothing gained: 1:0 would always do
    } else {
      t.accept(x, r, right);
    }
  }
};

struct left_inverse {
  static constexpr char const* name = "left_inverse";

  void operator()(tally& t, operands const& x) const {
    core::arithmetic cx;
    core::layout const r = core::left_inverse(cx, as_core(x.a, t.kind));
    if (cx.refused() || r.full) {
      t.refuse(x, cx, oracle::left_inverse_exists(x.a));
    } else {
      t.accept(x, r, oracle::left_inverse_is_right(x.a, as_flat(r)));
    }
  }
};

struct divide {
  static constexpr char const* name = "divide";

  void operator()(tally& t, operands const& x) const {
    core::arithmetic cx;
    core::arithmetic of_c;
    core::layout const a = as_core(x.a, t.kind);
    core::layout const b = as_core(x.b, t.kind);
    core::layout const r = core::divide(cx, a, b);
    flat const c = as_flat(core::complement(of_c, b, core::size(of_c, a)));
    if (cx.refused() || r.full) {
      t.refuse(x, cx, exists(x));
      return;
    }
    int split[2 * core::max_leaves] = {};
    core::place const tile = core::first(r);
    int* const rest = count_leaves_by_mode(r, tile, x.b.n, split);
    count_leaves_by_mode(r, r.skip(tile), c.n, rest);
    t.accept(x, r, !of_c.refused() && oracle::divide_is_right(x.a, x.b, c, as_flat(r), split));
  }

  // With the static complement, which `complement` above compares with its definition.
  static bool exists(operands const& x) {
    integer const bound = oracle::size(x.a);
    core::arithmetic cx;
    flat const c = as_flat(core::complement(cx, as_core(x.b, fixed), core::fixed(bound)));
    return !cx.refused() && oracle::complement_is_right(x.b, bound, c) &&
           oracle::composition_exists(x.a, oracle::join(x.b, c));
  }
};

struct product {
  static constexpr char const* name = "product";

  void operator()(tally& t, operands const& x) const {
    core::arithmetic cx;
    core::arithmetic of_c;
    core::layout const a = as_core(x.a, t.kind);
    core::layout const b = as_core(x.b, t.kind);
    core::layout const r = core::product(cx, a, b);
    integer bound = 0;
    flat const c = places(of_c, x, a, bound);
    if (cx.refused() || r.full) {
      t.refuse(x, cx, exists(x));
      return;
    }
    int split[core::max_leaves] = {};
    count_leaves_by_mode(r, r.skip(core::first(r)), x.b.n, split);
    t.accept(x, r,
             !of_c.refused() && oracle::product_is_right(x.a, x.b, bound, c, as_flat(r), split));
  }

  // The complement of A up to size(A) cosize(B); where that is one place and B has more, up to
  // cosize(A) cosize(B).
  static flat places(core::arithmetic& cx, operands const& x, core::layout const& a,
                     integer& bound) {
    integer const of_b = oracle::cosize(x.b);
    bound = oracle::size(x.a) * of_b;
    flat c = as_flat(core::complement(cx, a, core::fixed(bound)));
    if (oracle::size(c) > 1 || of_b == 1) return c;
    bound = oracle::cosize(x.a) * of_b;
    return as_flat(core::complement(cx, a, core::fixed(bound)));
  }

  static bool exists(operands const& x) {
    core::arithmetic cx;
    integer bound = 0;
    flat const c = places(cx, x, as_core(x.a, fixed), bound);
    return !cx.refused() && oracle::complement_is_right(x.a, bound, c) &&
           oracle::composition_exists(c, x.b);
  }
};

// The cases

// Every layout of n modes with extents in [1, extent] and strides in [low, high].
template <class F>
void each(int n, integer extent, integer low, integer high, F f) {
  flat l{n, {}, {}};
  std::fill_n(l.s, n, 1);
  std::fill_n(l.d, n, low);
  for (int i = 0; i < n;) {
    if (i == 0) {
      f(std::as_const(l));
    }
    if (++l.d[i] > high) {
      l.d[i] = low;
      if (++l.s[i] > extent) {
        l.s[i++] = 1;
        continue;
      }
    }
    i = 0;
  }
}

// Half of the layouts have independent strides in [-12, 12], mostly positive; in the other half the
// modes nest, sometimes with gaps, in any order, as the layouts of real tiles do.
flat draw_layout(draw& from, int n, integer extent) {
  flat l{n, {}, {}};
  bool const nested = from.between(0, 1) == 1;
  integer reach = from.between(0, 3) == 0 ? from.between(2, 3) : 1;
  for (int i = 0; i < n; ++i) {
    l.s[i] = from.between(1, extent);
    l.d[i] = nested ? reach : from.between(0, 12);
    reach *= from.between(0, 4) == 0 ? l.s[i] + from.between(1, 3) : l.s[i];
  }
  for (int i = n - 1; i > 0; --i) {
    auto const j = from.between(0, i);
    std::swap(l.s[i], l.s[j]);
    std::swap(l.d[i], l.d[j]);
  }
  for (int i = 0; i < n; ++i) {
    l.d[i] *= from.between(0, 9) == 0 ? -1 : 1;
    l.d[i] *= from.between(0, 19) == 0 ? 0 : 1;
  }
  return l;
}

long total_cases = 0;
bool failed = false;

// Runs the operation on every case that `cases` hands out, with each kind of leaves.
template <class Operation, class Cases>
Operation sweep(Cases cases) {
  Operation run;
  tally tallies[] = {
      {Operation::name, fixed}, {Operation::name, run_time}, {Operation::name, mixed}};
  cases([&](operands const& x) {
    for (tally& t : tallies) {
      run(t, x);
    }
  });
  for (tally const& t : tallies) {
    t.print();
    total_cases += t.cases();
    failed = failed || t.failed();
  }
  return run;
}

// `some(run)` for all layouts of rank 1 and 2 and `drawn` of rank 3.
template <class Run>
void single_layouts(long drawn, integer largest_cosize, Run run) {
  draw next(20);
  auto const within = [&](flat const& a) {
    if (oracle::cosize(a) <= largest_cosize) {
      run({a});
    }
  };
  each(1, 6, -12, 12, within);
  each(2, 6, -12, 12, within);
  for (long i = 0; i < drawn; ++i) {
    within(draw_layout(next, 3, 6));
  }
}

template <class Run>
void pairs(long drawn, integer extent_of_b, Run run) {
  draw next(20);
  auto const all = [&](int n, integer extent, integer low, integer high, int m, integer extent_m,
                       integer low_m, integer high_m) {
    each(n, extent, low, high, [&](flat const& a) {
      each(m, extent_m, low_m, high_m, [&](flat const& b) { run({a, b}); });
    });
  };
  all(1, 6, -12, 12, 1, 6, -12, 12);
  all(2, 4, -1, 4, 1, 8, -1, 6);
  all(1, 3, -3, 6, 2, 3, -2, 4);
  all(2, 3, 0, 4, 2, 3, 0, 4);
  for (long i = 0; i < drawn; ++i) {
    flat const a = draw_layout(next, static_cast<int>(next.between(1, 3)), 6);
    flat const b = draw_layout(next, static_cast<int>(next.between(1, 2)), extent_of_b);
    run({a, b});
  }
}

}  // namespace

int main() {
  auto const start = std::chrono::steady_clock::now();

  sweep<coalesce>([](auto run) { single_layouts(200'000, 1'000, run); });

  sweep<composition>([](auto run) { pairs(1'500'000, 12, run); });

  auto const complements = sweep<complement>([](auto run) {
    draw bound(40);
    single_layouts(200'000, 500, [&](operands x) {
      x.bound = bound.between(1, 96);
      run(x);
    });
  });
  std::printf("  cosize(R) > round_up(M, cosize A): %ld times\n", complements.beyond_round_up);

  sweep<right_inverse>([](auto run) { single_layouts(200'000, 1'000, run); });

  // The core searches within a budget. A layout of more than 36 points that is not injective may
  // exhaust it, and is then refused as undecided.
  sweep<left_inverse>([](auto run) {
    single_layouts(150'000, 61, [&](operands const& x) {
      if (oracle::size(x.a) <= 36) {
        run(x);
      }
    });
  });

  sweep<divide>([](auto run) { pairs(200'000, 6, run); });

  sweep<product>([](auto run) {
    pairs(200'000, 6, [&](operands const& x) {
      if (oracle::size(x.a) * oracle::cosize(x.b) <= 1'000) {
        run(x);
      }
    });
  });

  std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - start;
  std::printf("%ld cases in %.1f s: %s\n", total_cases, seconds.count(), failed ? "FAILED" : "ok");
  return failed ? 1 : 0;
}
