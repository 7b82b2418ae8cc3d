// SPDX-License-Identifier: BSL-1.0
//
// Operations on layouts with unknowns against the same operations on numbers: random layouts of up
// to three modes, whose extents and strides are static, or unknowns with a least value, a greatest
// one and a divisor, or multiples of one. An operation is recorded, its conditions are decided for
// all values, and where all are proved its result is compared at small values, at the bounds and
// near powers of two: it must be what the operation gives for these numbers.
#include <tileproof/core/divide.hpp>
#include <tileproof/core/inverse.hpp>
#include <tileproof/core/left_inverse.hpp>
#include <tileproof/core/product.hpp>
#include <tileproof/core/rearrange.hpp>
#include <tileproof/lift/for_all_values.hpp>
#include <tileproof/lift/prover.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace {

using namespace tileproof;
using core::integer;
using modes = core::layout;
using integers::symbolic;

std::mt19937_64 random_bits(1);
std::int64_t pick(std::int64_t first, std::int64_t last) {
  return first +
         static_cast<std::int64_t>(random_bits() % static_cast<std::uint64_t>(last - first + 1));
}

constexpr int unknowns = 3;
struct fact {
  std::int64_t least, greatest, multiple;
};
struct facts_of_case {
  fact of[unknowns];
};
facts_of_case some_facts() {
  facts_of_case f;
  for (fact& x : f.of) {
    x.multiple = pick(0, 1) ? 1 : std::int64_t{1} << pick(1, 4);
    std::int64_t const first = pick(1, 5);
    std::int64_t const last = pick(0, 3) == 0 ? first + pick(0, 3) : std::int64_t{1} << pick(3, 30);
    x.least = first * x.multiple, x.greatest = (last < first ? first : last) * x.multiple;
  }
  return f;
}

// An integer of a case: fixed, or a multiple of an unknown.
struct leaf {
  int unknown = -1;
  std::int64_t factor = 1;
};
leaf some_leaf(bool is_stride) {
  leaf l;
  if (pick(0, 1)) l.unknown = static_cast<int>(pick(0, unknowns - 1));
  std::int64_t const powers[] = {1, 1, 2, 4, 8, 3, 16, 6};
  l.factor = l.unknown >= 0 ? powers[pick(0, 3)] : powers[pick(0, 7)];
  if (is_stride && l.unknown < 0 && pick(0, 9) == 0) l.factor = 0;
  return l;
}
struct shape_and_stride {
  int count = 1;
  leaf extent[3], stride[3];
};
shape_and_stride some_layout(bool is_compact) {
  shape_and_stride l;
  l.count = static_cast<int>(pick(1, 3));
  for (int i = 0; i < l.count; ++i) {
    l.extent[i] = some_leaf(false);
    l.stride[i] = some_leaf(true);
    if (is_compact) l.stride[i] = i == 0 ? leaf{-1, 1} : some_leaf(true);
  }
  return l;
}

template <class Integer>
modes made(shape_and_stride const& of, Integer const& integer_of, bool is_compact) {
  modes l;
  if (of.count > 1) l.open(of.count);
  core::arithmetic* cx = integer_of.cx;
  integer next = core::fixed(1);
  for (int i = 0; i < of.count; ++i) {
    integer const extent = integer_of(of.extent[i]);
    integer const stride = is_compact && pick(0, 3) != 0 ? next : integer_of(of.stride[i]);
    l.leaf({extent, stride, 0});
    next = cx->mul(next, extent);
  }
  return l;
}

// The integers of a case in a recorder, and as numbers.
struct recorded_integers {
  core::arithmetic* cx;
  integer operator()(leaf const& l) const {
    return l.unknown < 0 ? core::fixed(l.factor)
                         : cx->mul(integer{0, l.unknown}, core::fixed(l.factor));
  }
};
struct plain_integers {
  core::arithmetic* cx;
  std::int64_t const* at;
  integer operator()(leaf const& l) const {
    return l.unknown < 0 ? core::fixed(l.factor) : core::plain(at[l.unknown] * l.factor);
  }
};

constexpr char const* names[] = {"coalesce",       "composition",   "complement",
                                 "logical_divide", "zipped_divide", "logical_product",
                                 "right_inverse",  "left_inverse",  "filter"};
constexpr int operations = sizeof(names) / sizeof(names[0]);
modes run(int operation, core::arithmetic& cx, modes const& a, modes const& b) {
  switch (operation) {
    case 0: return core::coalesce(cx, a);
    case 1: return core::composition(cx, a, b);
    case 2: return core::complement(cx, a, b.at[0].extent);
    case 3: return core::logical_divide(cx, a, core::as_tiler(b));
    case 4: return core::zipped_divide(cx, a, core::as_tiler(b));
    case 5: return core::logical_product(cx, a, core::as_tiler(b));
    case 6: return core::right_inverse(cx, a);
    case 7: return core::left_inverse(cx, a);
    default: return core::filter(cx, a);
  }
}

// A condition of a recorded operation.
struct condition {
  core::node const* at;
  int node;
  facts_of_case const* facts;
  bool operator()(symbolic const* x) const {
    static symbolic v[core::max_nodes];
    static bool const are_known[unknowns + 1]{};
    for (int i = 0; i < unknowns; ++i) v[i] = x[i] * facts->of[i].multiple;
    detail::put_nodes(v, at, unknowns, node, detail::needed_nodes(at, node, are_known));
    return v[node] != 0;
  }
};

// The offset of coordinate x, the last mode without an end.
std::int64_t offset(modes const& of, std::int64_t x) {
  std::int64_t y = 0;
  for (int i = 0; i < of.count; ++i) {
    std::int64_t const extent = of.at[i].extent.value;
    y += (i + 1 < of.count ? x % extent : x) * of.at[i].stride.value;
    x /= extent;
  }
  return y;
}
std::int64_t size_of(modes const& of) {
  std::int64_t size = 1;
  for (int i = 0; i < of.count; ++i)
    if (core::mul_overflows(size, of.at[i].extent.value, size)) return INT64_MAX;
  return size;
}
// Whether both have these extents and strides, or, where they are of other modes, the same offsets
// up to 512.
bool is_same(modes const& a, modes const& b) {
  bool is = a.count == b.count;
  for (int i = 0; i < a.count && is; ++i)
    is = a.at[i].extent.value == b.at[i].extent.value &&
         (a.at[i].stride.value == b.at[i].stride.value || a.at[i].extent.value == 1);
  if (is) return true;
  is = size_of(a) == size_of(b);
  for (std::int64_t x = 0; x < size_of(a) && x < 512 && is; ++x) is = offset(a, x) == offset(b, x);
  return is;
}
// Whether of(inverse(of(x))) is of(x), up to 512.
bool inverts(modes const& inverse, modes const& of) {
  for (std::int64_t x = 0; x < size_of(of) && x < 512; ++x)
    if (offset(of, offset(inverse, offset(of, x))) != offset(of, x)) return false;
  return true;
}

struct counts {
  long tried = 0, accepted = 0, refused = 0, refuted = 0, open = 0, checks = 0, wrong = 0;
};

}  // namespace

// sweep_for_all_values [CASES [SEED]]
int main(int argc, char** argv) {
  int const cases = argc > 1 ? std::atoi(argv[1]) : 20000;
  if (argc > 2) random_bits.seed(static_cast<unsigned>(std::atoi(argv[2])));
  counts of[operations];
  static core::program program;
  for (int n = 0; n < cases; ++n) {
    int const operation = static_cast<int>(pick(0, operations - 1));
    counts& c = of[operation];
    ++c.tried;
    facts_of_case const facts = some_facts();
    bool const is_compact = pick(0, 1);
    shape_and_stride const a = some_layout(is_compact), b = some_layout(pick(0, 1));
    auto const seed = random_bits();

    program = {};
    core::arithmetic cx;
    core::recorder recorder = program.record();
    static core::node_range range[core::max_nodes];
    for (core::node_range& r : range) r = {};
    recorder.range = range;
    cx.record = &recorder;
    for (int i = 0; i < unknowns; ++i)
      cx.input(i, true, facts.of[i].multiple, {facts.of[i].least, facts.of[i].greatest});
    random_bits.seed(seed);
    recorded_integers const symbols{&cx};
    modes const la = made(a, symbols, is_compact);
    modes const lb = made(b, symbols, false);
    modes const result = run(operation, cx, la, lb);
    if (cx.refused() || result.full) {
      ++c.refused;
      continue;
    }
    bool is_proved = true, is_refuted = false;
    for (int o = 0; o < recorder.obligations && is_proved; ++o) {
      integers::unknown bounds[unknowns];
      for (int i = 0; i < unknowns; ++i)
        bounds[i] = {"", facts.of[i].least / facts.of[i].multiple,
                     facts.of[i].greatest / facts.of[i].multiple};
      integers::search s(bounds, unknowns);
      auto const is = s.run(condition{program.at, program.owed[o].node, &facts});
      is_proved = is == integers::search::result::yes;
      is_refuted = is == integers::search::result::no;
    }
    if (!is_proved) {
      ++(is_refuted ? c.refuted : c.open);
      continue;
    }
    ++c.accepted;
    for (int t = 0; t < 24; ++t) {
      std::int64_t at[unknowns];
      random_bits.seed(seed + static_cast<std::uint64_t>(t) * 77);
      for (int i = 0; i < unknowns; ++i) {
        std::int64_t const first = facts.of[i].least / facts.of[i].multiple;
        std::int64_t const last = facts.of[i].greatest / facts.of[i].multiple;
        std::int64_t const small = first + pick(0, 5);
        at[i] = facts.of[i].multiple * (t < 16 ? (small < last ? small : last)
                                               : integers::trial(first, last, random_bits() >> 33));
      }
      core::arithmetic exact;
      random_bits.seed(seed);
      plain_integers const numbers{&exact, at};
      modes const pa = made(a, numbers, is_compact);
      modes const pb = made(b, numbers, false);
      modes const expected = run(operation, exact, pa, pb);
      if (exact.why.what == core::property::integers_fit_64_bits) continue;
      static core::exact value[core::max_nodes];
      bool is_lost = false;
      for (int i = 0; i < recorder.count; ++i) {
        value[i] = core::evaluate(program.at[i], value, at);
        is_lost = is_lost || value[i].lost;
      }
      if (is_lost) continue;  // an integer leaves 64 bits: another refusal
      auto const number = [&](integer const& v) {
        return v.is_fixed() ? v.value : value[v.node].value;
      };
      modes l = core::flatten(result);
      for (int i = 0; i < l.count; ++i) {
        l.at[i].extent = core::plain(number(l.at[i].extent));
        l.at[i].stride = core::plain(number(l.at[i].stride));
      }
      bool const is_right = operation == 7
                                ? inverts(l, core::flatten(pa))
                                : !exact.refused() && is_same(l, core::flatten(expected));
      ++c.checks;
      if (is_right) continue;
      ++c.wrong;
      if (c.wrong < 4) {
        std::printf("WRONG %s of %s and %s:", names[operation], core::layout_text(pa).at,
                    core::layout_text(pb).at);
        std::printf(" %s, and not %s%s\n", core::layout_text(l).at,
                    exact.refused() ? "refused " : core::layout_text(expected).at,
                    exact.refused() ? core::sentence(exact.why).at : "");
      }
      break;
    }
    random_bits.seed(seed + 1);
  }
  counts all;
  for (int o = 0; o < operations; ++o) {
    counts const& c = of[o];
    std::printf(
        "%-16s %7ld: %6ld for all values, %6ld refused, %6ld refuted, %5ld undecided; %8ld "
        "results compared, %ld WRONG\n",
        names[o], c.tried, c.accepted, c.refused, c.refuted, c.open, c.checks, c.wrong);
    all.tried += c.tried, all.accepted += c.accepted, all.open += c.open;
    all.checks += c.checks, all.wrong += c.wrong;
  }
  std::printf("%ld cases, %ld for all values, %ld undecided, %ld results compared, %ld WRONG\n",
              all.tried, all.accepted, all.open, all.checks, all.wrong);
  return all.wrong != 0 || all.accepted * 8 < all.tried || all.open * 10 > all.tried;
}
