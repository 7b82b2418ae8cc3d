// SPDX-License-Identifier: BSL-1.0
//
// A meter of run-time arithmetic: which legal calls on layouts with run-time leaves are refused,
// and whether an accepted one is wrong.
//
//   acceptance [cases of each pair of types]      100 by default; CI runs that
//   acceptance 10000                              over a million cases of each operation
//
// The types are a table: layouts as users write them (compact column-major and row-major, padded,
// strided by a leading dimension, static tiles, vectors) after, divided by, multiplied by each
// other. The integers are random. A case is legal where some integers in the leaves of the result's
// type give the function that the operation is defined to give. Every coordinate is walked to
// decide that, without any code of include/tileproof. The witness of each refusal is evaluated: its
// message must be true. Prints a line for each operation and for each family that refuses a legal
// case; the exit status is 1 if a result or a message is wrong, or an operation refuses more than 2
// % of its legal cases.
#include "../exhaustive/oracle.hpp"

#include <tileproof/tileproof.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace tileproof;

namespace {

using oracle::flat;
using integer = std::int64_t;

// ---- random integers as users have them

class draw {
 public:
  integer below(integer n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<integer>((state_ >> 33) % static_cast<std::uint64_t>(n));
  }
  bool percent(int p) { return below(100) < p; }
  // An extent: half of them round.
  int extent(int most) {
    int const round[] = {1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64};
    int v = percent(50) ? round[below(12)] : 1 + static_cast<int>(below(64));
    while (v > most) v = 1 + static_cast<int>(below(most));
    return v;
  }
  // A leading dimension for rows of n: n itself, the next multiple of 8, or some padding.
  int leading(int n) {
    integer const kind = below(3);
    return static_cast<int>(kind == 0 ? n : kind == 1 ? (n + 7) / 8 * 8 : n + below(12));
  }

 private:
  std::uint64_t state_ = 20;
};

// ---- the families: a name, and a layout with new run-time integers at each call

template <class F>
struct family {
  char const* name;
  F make;
};
template <class F>
family(char const*, F) -> family<F>;

template <int Most>
struct of_most {
  static constexpr auto layouts() {
    return std::make_tuple(
        family{"compact (m,k)",
               [](draw& r) { return make_layout(make_shape(r.extent(Most), r.extent(Most))); }},
        family{"row-major (m,k)",
               [](draw& r) {
                 return make_layout(make_shape(r.extent(Most), r.extent(Most)), LayoutRight{});
               }},
        family{"(m,k):(_1,ld)",
               [](draw& r) {
                 int const m = r.extent(Most);
                 return make_layout(make_shape(m, r.extent(Most)), make_stride(_1{}, r.leading(m)));
               }},
        family{"(m,k):(ld,_1)",
               [](draw& r) {
                 int const k = r.extent(Most);
                 return make_layout(make_shape(r.extent(Most), k), make_stride(r.leading(k), _1{}));
               }},
        family{"compact (m,k,l)",
               [](draw& r) {
                 return make_layout(make_shape(r.extent(Most / 2), r.extent(8), r.extent(6)));
               }},
        family{"(m,k,l):(_1,ld,batch)",
               [](draw& r) {
                 int const m = r.extent(Most / 2);
                 int const k = r.extent(8);
                 int const ld = r.leading(m);
                 return make_layout(make_shape(m, k, r.extent(6)),
                                    make_stride(_1{}, ld, r.leading(ld * k)));
               }},
        family{"m:_1", [](draw& r) { return make_layout(r.extent(Most), _1{}); }},
        family{
            "m:d",
            [](draw& r) { return make_layout(r.extent(Most), 1 + static_cast<int>(r.below(16))); }},
        family{"(_8,k):(_1,ld)",
               [](draw& r) {
                 return make_layout(make_shape(_8{}, r.extent(Most)),
                                    make_stride(_1{}, r.leading(8)));
               }},
        family{"(m,_4) compact",
               [](draw& r) { return make_layout(make_shape(r.extent(Most), _4{})); }},
        family{"_4:_1", [](draw&) { return Layout<_4>{}; }},
        family{"(_4,_8):(_1,_16)", [](draw&) { return Layout<Shape<_4, _8>, Stride<_1, _16>>{}; }},
        family{"(_4,_8) row-major", [](draw&) { return Layout<Shape<_4, _8>, Stride<_8, _1>>{}; }},
        family{"(_8,_16)", [](draw&) { return Layout<Shape<_8, _16>>{}; }});
  }
};

// Operands of complement and left_inverse besides: static strides with run-time extents that fit.
constexpr auto strided() {
  return std::make_tuple(
      family{"(m,k):(_1,_10)",
             [](draw& r) {
               return make_layout(make_shape(r.extent(10), r.extent(24)), make_stride(_1{}, _10{}));
             }},
      family{"(m,_4):(_1,_8)",
             [](draw& r) {
               return make_layout(make_shape(r.extent(8), _4{}), make_stride(_1{}, _8{}));
             }},
      family{"(m,k):(_1,_64)",
             [](draw& r) {
               return make_layout(make_shape(r.extent(64), r.extent(24)), make_stride(_1{}, _64{}));
             }},
      family{"(_4,k):(_1,ld)",
             [](draw& r) {
               return make_layout(make_shape(_4{}, r.extent(24)), make_stride(_1{}, r.leading(4)));
             }},
      family{"(m,k):(d,ld)", [](draw& r) {
               int const m = r.extent(12);
               int const d = 1 + static_cast<int>(r.below(4));
               return make_layout(make_shape(m, r.extent(12)), make_stride(d, d * r.leading(m)));
             }});
}
// The layouts that repeat a block: the second operands of a product.
constexpr auto repetitions() {
  return std::make_tuple(
      family{"m:_1", [](draw& r) { return make_layout(r.extent(8), _1{}); }},
      family{"compact (m,k)",
             [](draw& r) { return make_layout(make_shape(r.extent(8), r.extent(8))); }},
      family{
          "row-major (m,k)",
          [](draw& r) { return make_layout(make_shape(r.extent(8), r.extent(8)), LayoutRight{}); }},
      family{"(m,_4) compact", [](draw& r) { return make_layout(make_shape(r.extent(8), _4{})); }},
      family{"_4:_1", [](draw&) { return Layout<_4>{}; }},
      family{"(_4,_8) row-major", [](draw&) { return Layout<Shape<_4, _8>, Stride<_8, _1>>{}; }});
}
constexpr auto broadcast() {
  return std::make_tuple(
      family{"m:0",
             [](draw& r) { return make_layout(r.extent(64), static_cast<int>(r.below(1))); }},
      family{"m:-d",
             [](draw& r) { return make_layout(r.extent(64), -1 - static_cast<int>(r.below(16))); }},
      family{"m:_-2", [](draw& r) { return make_layout(r.extent(64), Int<-2>{}); }});
}

// ---- functions by their values, and the layouts that are them

// size(L), and apply(L, x) with the last mode without bound, are the exhaustive sweep's.

// A leaf of the result's type: what it fixes.
struct slot {
  std::optional<integer> extent;
  std::optional<integer> stride;
};
using slots = std::vector<slot>;

// The modes of the function g on [0, g.size()), each as long as can be; nothing where no layout is
// g.
std::optional<std::vector<std::pair<integer, integer>>> modes_of(std::vector<integer> g) {
  std::vector<std::pair<integer, integer>> modes;
  if (!g.empty() && g[0] != 0) return {};
  while (g.size() > 1) {
    std::size_t p = 1;
    while (p < g.size() && g[p] == static_cast<integer>(p) * g[1]) ++p;
    if (g.size() % p != 0) return {};
    for (std::size_t c = 0; c < g.size(); ++c)
      if (g[c] != g[c / p * p] + static_cast<integer>(c % p) * g[1]) return {};
    modes.emplace_back(p, g[1]);
    std::vector<integer> next;
    for (std::size_t c = 0; c < g.size(); c += p) next.push_back(g[c]);
    g = next;
  }
  return modes;
}

// Whether some integers in these leaves give the modes from number i on, of which `left`
// coordinates are not given yet.
bool fits(std::vector<std::pair<integer, integer>> const& modes, std::size_t i, integer left,
          integer unit, slots const& leaves, std::size_t k) {
  if (left == 1 && i < modes.size()) {
    ++i;
    left = i < modes.size() ? modes[i].first : 1;
    unit = 1;
  }
  bool const done = i == modes.size() || modes.empty();
  if (k == leaves.size()) return done;
  slot const& leaf = leaves[k];
  auto const take = [&](integer e) {
    if (e > 1 && leaf.stride && *leaf.stride != modes[i].second * unit) return false;
    return fits(modes, i, left / e, unit * e, leaves, k + 1);
  };
  if (leaf.extent)
    return (done ? *leaf.extent == 1 : left % *leaf.extent == 0) && take(*leaf.extent);
  if (done) return fits(modes, i, 1, 1, leaves, k + 1);
  for (integer e = 1; e <= left; ++e)
    if (left % e == 0 && take(e)) return true;
  return false;
}
bool representable(std::vector<integer> const& g, slots const& leaves) {
  auto const modes = modes_of(g);
  return modes && fits(*modes, 0, modes->empty() ? 1 : modes->front().first, 1, leaves, 0);
}

// The coordinate of each mode.
std::vector<integer> digits(flat const& l, integer c) {
  std::vector<integer> r;
  for (int i = 0; i < l.n; ++i) {
    r.push_back(c % l.s[i]);
    c /= l.s[i];
  }
  return r;
}
// B(c) for c inside B.
integer inside(flat const& b, integer c) {
  integer sum = 0;
  for (int i = 0; i < b.n; ++i) {
    sum += c % b.s[i] * b.d[i];
    c /= b.s[i];
  }
  return sum;
}

std::vector<integer> values(flat const& a, integer s, integer d) {
  std::vector<integer> g;
  for (integer c = 0; c < s; ++c) g.push_back(apply(a, c * d));
  return g;
}

// Whether integers in the leaves of each mode of B give A(B(c)).
bool composition_is_legal(flat const& a, flat const& b, std::vector<slots> const& groups) {
  for (int i = 0; i < b.n; ++i)
    if ((b.d[i] < 0 && a.n > 1) ||
        !representable(values(a, b.s[i], b.d[i]), groups[static_cast<std::size_t>(i)]))
      return false;
  for (integer c = 0; c < size(b); ++c) {
    integer sum = 0;
    std::vector<integer> const at = digits(b, c);
    for (int i = 0; i < b.n; ++i) sum += apply(a, at[static_cast<std::size_t>(i)] * b.d[i]);
    if (sum != apply(a, inside(b, c))) return false;
  }
  return true;
}
// Whether the modes of R, `split` of them for each mode of B, are A(B(c)).
bool composition_is_right(flat const& a, flat const& b, flat const& r,
                          std::vector<int> const& split) {
  int end = 0;
  for (int i = 0; i < b.n; ++i) {
    integer n = 1;
    for (int k = 0; k < split[static_cast<std::size_t>(i)]; ++k) n *= r.s[end++];
    if (n != b.s[i]) return false;
  }
  for (integer c = 0; c < size(b); ++c)
    if (inside(r, c) != apply(a, inside(b, c))) return false;
  return true;
}

// A complement by its definition, modes in the order of their strides; none where A, filtered, is
// not injective.
std::optional<flat> complement_of(flat const& a, integer m) {
  std::vector<std::pair<integer, integer>> f;  // stride, extent
  for (int i = 0; i < a.n; ++i)
    if (a.s[i] > 1 && a.d[i] != 0) f.emplace_back(std::abs(a.d[i]), a.s[i]);
  std::sort(f.begin(), f.end());
  flat r{0, {}, {}};
  integer filled = 1;
  integer reach = 1;
  for (auto const& [d, s] : f) {
    if (reach > d) return {};
    r.s[r.n] = d / filled;
    r.d[r.n++] = filled;
    reach += (d / filled - 1) * filled + (s - 1) * d;
    filled = d * s;
  }
  r.s[r.n] = (std::max<integer>(m - reach, 0) + filled - 1) / filled + 1;
  if (f.empty()) r.s[r.n] = m;
  r.d[r.n++] = filled;
  return r;
}

// ---- one call

struct result {
  bool accepted = false;
  bool compiles = true;
  core::layout structure;  // run-time leaves are not fixed
  core::layout value;
  std::string message;
  core::refusal why{};
};

template <class R>
std::vector<integer> stored(R const& r) {
  std::vector<integer> v;
  if constexpr (!__is_empty(R))
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (v.push_back(static_cast<integer>(detail::leaf<K>(r))), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(detail::leaves_t<R>::size)>{});
  return v;
}
// The layout with its integers.
template <class L>
core::layout with_integers(core::layout l, L const& from) {
  std::vector<integer> const v = stored(from);
  std::size_t k = 0;
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].extent.is_fixed()) l.at[i].extent = core::plain(v[k++]);
  for (int i = 0; i < l.count; ++i)
    if (!l.at[i].stride.is_fixed()) l.at[i].stride = core::plain(v[k++]);
  return l;
}
flat flat_of(core::layout const& l, int begin, int end) {
  flat f{0, {}, {}};
  for (int i = begin; i < end; ++i) {
    f.s[f.n] = l.at[i].extent.value;
    f.d[f.n++] = l.at[i].stride.value;
  }
  return f;
}
flat flat_of(core::layout const& l) { return flat_of(l, 0, l.count); }
template <class S, class D>
flat flat_of(Layout<S, D> const& l) {
  return flat_of(with_integers(detail::reading_of<Layout<S, D>>::value.into, l));
}

slots slots_of(core::layout const& l, int begin, int end) {
  slots r;
  for (int i = begin; i < end; ++i) {
    core::mode const& m = l.at[i];
    r.push_back({});
    if (m.extent.is_fixed()) r.back().extent = m.extent.value;
    if (m.stride.is_fixed()) r.back().stride = m.stride.value;
  }
  return r;
}

template <class Op, class... Args>
result attempt(Args const&... args) {
  using app = detail::application<Op, Args...>;
  result r;
  if constexpr (detail::is_refused<app>) {
    r.compiles = false;
    r.why = app::result.why;
  } else {
    r.structure = app::value;
    try {
      auto const value = detail::lift<Op>(args...);
      r.value = with_integers(r.structure, value);
      r.accepted = true;
    } catch (layout_error const& e) {
      r.message = e.what();
      r.why = e.reason();
    }
  }
  return r;
}

// The leaves of a result that stand for each leaf of an operand, subtree by subtree.
void split_by(core::layout const& r, core::place p, core::layout const& by, core::place q,
              std::vector<int>& split) {
  if (!core::is_tuple(by, q)) return split.push_back(r.skip(p).leaf - p.leaf);
  int const n = core::rank(by, q);
  p = core::first(r, p);
  q = core::first(by, q);
  for (int i = 0; i < n; ++i) {
    split_by(r, p, by, q, split);
    p = r.skip(p);
    q = by.skip(q);
  }
}
std::vector<slots> groups_of(core::layout const& r, int begin, std::vector<int> const& split) {
  std::vector<slots> groups;
  for (int const n : split) {
    groups.push_back(slots_of(r, begin, begin + n));
    begin += n;
  }
  return groups;
}

// ---- counting

struct tally {
  long cases = 0;
  long legal = 0;
  long accepted = 0;
  long refused = 0;  // though legal
  long wrong = 0;
  long untrue = 0;      // messages
  long uncompiled = 0;  // legal cases of types that do not compile
  std::string example{};
  std::string fault{};
  std::map<std::string, long> reasons{};

  void add(tally const& t) {
    cases += t.cases;
    legal += t.legal;
    accepted += t.accepted;
    refused += t.refused;
    wrong += t.wrong;
    untrue += t.untrue;
    uncompiled += t.uncompiled;
  }
  double percent() const {
    return legal == 0 ? 0 : 100.0 * static_cast<double>(refused) / static_cast<double>(legal);
  }
};

std::string text(flat const& l) {
  std::string r;
  for (bool const extents : {true, false}) {
    r += extents ? "(" : ":(";
    for (int i = 0; i < l.n; ++i)
      r += (i > 0 ? "," : "") + std::to_string(extents ? l.s[i] : l.d[i]);
    r += ")";
  }
  return r;
}

// `legal` is asked where the call is refused, `right` where it is accepted, `true_message`
// likewise.
template <class Legal, class Right, class Message>
void judge(tally& t, result const& r, std::string const& what, Legal legal, Right right,
           Message true_message) {
  ++t.cases;
  if (r.accepted) {
    ++t.accepted;
    ++t.legal;
    if (right()) return;
    ++t.wrong;
    t.fault = what + " -> " + text(flat_of(r.value));
    return;
  }
  if (legal()) {
    ++t.legal;
    ++t.refused;
    if (!r.compiles) ++t.uncompiled;
    if (t.example.empty() || what.size() < t.example.size())
      t.example = what + (r.compiles ? "  " + r.message : "  does not compile");
  }
  if (r.compiles && !true_message()) {
    ++t.untrue;
    t.fault = what + ": " + r.message;
  }
}

// ---- the operations

bool always() { return true; }

// The witness of a refusal of composition(A,B): it differs, and says what is there.
bool composition_witness(flat const& a, flat const& b, core::refusal const& why, bool legal) {
  using core::property;
  int const i = why.mode;
  switch (why.what) {
    case property::composition_is_a_layout: {  // the structure of the result does not matter
      if (why.found == why.expected || i < 0 || i >= b.n) return false;
      return !legal && !modes_of(values(a, b.s[i], b.d[i])) && why.coordinate < b.s[i] &&
             apply(a, why.coordinate * b.d[i]) == why.found;
    }
    case property::composition_fits_the_types:
      if (why.found == why.expected || i < 0 || i >= b.n) return false;
      return why.coordinate < b.s[i] && apply(a, why.coordinate * b.d[i]) == why.found;
    case property::composition_modes_do_not_carry: {
      if (why.found == why.expected || why.coordinate >= size(b)) return false;
      integer sum = 0;
      std::vector<integer> const at = digits(b, why.coordinate);
      for (int k = 0; k < b.n; ++k) sum += apply(a, at[static_cast<std::size_t>(k)] * b.d[k]);
      return sum == why.expected && apply(a, inside(b, why.coordinate)) == why.found;
    }
    case property::run_time_stride_is_positive: return i < b.n && b.d[i] < 1 && a.n > 1;
    case property::composition_stays_in_domain: return i < b.n && b.d[i] < 0 && a.n > 1;
    default: return false;
  }
}
bool complement_witness(flat const& a, core::refusal const& why) {
  using core::property;
  if (why.what == property::injective) return !oracle::injective(oracle::filter(a));
  if (why.what == property::run_time_modes_nest) {  // a stride lies below what the others reach
    bool is_there = false;
    for (int i = 0; i < a.n; ++i) is_there = is_there || std::abs(a.d[i]) == why.found;
    return is_there && why.expected > why.found && oracle::injective(oracle::filter(a));
  }
  return false;
}

template <class A, class B>
void try_composition(tally& t, A const& a, B const& b) {
  flat const fa = flat_of(a);
  flat const fb = flat_of(b);
  result const r = attempt<detail::operation<core::composition>>(a, b);
  std::vector<int> split;
  if (r.compiles) split_by(r.structure, {}, detail::reading_of<B>::value.into, {}, split);
  auto const legal = [&] {
    return r.compiles && composition_is_legal(fa, fb, groups_of(r.structure, 0, split));
  };
  judge(
      t, r, text(fa) + " o " + text(fb), legal,
      [&] { return composition_is_right(fa, fb, flat_of(r.value), split); },
      [&] { return composition_witness(fa, fb, r.why, legal()); });
}

template <class A>
void try_complement(tally& t, A const& a, int m) {
  flat const fa = flat_of(a);
  result const r = attempt<detail::operation<core::complement_in>>(a, m);
  auto const legal = [&] {
    std::optional<flat> const c = complement_of(fa, m);
    if (!c || !r.compiles) return c.has_value();
    std::vector<integer> g;
    for (integer x = 0; x < size(*c); ++x) g.push_back(inside(*c, x));
    return representable(g, slots_of(r.structure, 0, r.structure.count));
  };
  judge(
      t, r, text(fa) + " up to " + std::to_string(m), legal,
      [&] { return oracle::complement_is_right(fa, m, flat_of(r.value)); },
      [&] { return complement_witness(fa, r.why); });
}

template <class A>
void try_left_inverse(tally& t, A const& a) {
  flat const fa = flat_of(a);
  result const r = attempt<detail::operation<core::left_inverse>>(a);
  // Modes as few as can be, of which the strides, in ascending order, nest and divide.
  auto const legal = [&] {
    std::vector<std::pair<integer, integer>> f;
    for (int i = 0; i < fa.n; ++i) {
      if (fa.s[i] == 1) continue;
      if (!f.empty() && f.back().first * f.back().second == fa.d[i])
        f.back().second *= fa.s[i];
      else
        f.emplace_back(fa.d[i], fa.s[i]);
    }
    std::sort(f.begin(), f.end());
    integer below = 1;
    integer reach = 1;
    for (auto const& [d, s] : f) {
      if (d < reach || d % below != 0) return false;
      below = d;
      reach = d * s;
    }
    return true;
  };
  judge(
      t, r, text(fa), legal,
      [&] {
        flat const inverse = flat_of(r.value);
        for (integer x = 0; x < size(fa); ++x) {
          integer const back = apply(inverse, apply(fa, x));
          if (back < 0 || back >= size(fa) || apply(fa, back) != apply(fa, x)) return false;
        }
        return true;
      },
      [&] {
        using core::property;
        if (r.why.what == property::left_inverse_exists)
          return !legal() && (oracle::cosize(fa) > 60 || !oracle::left_inverse_exists(fa));
        if (r.why.what == property::left_inverse_fits_the_types)
          return !legal() && r.why.coordinate < size(fa) &&
                 apply(fa, r.why.coordinate) == r.why.expected &&
                 (r.why.found < 0 || r.why.found >= size(fa) ||
                  apply(fa, r.why.found) != r.why.expected);
        return r.why.what == property::left_inverse_decided && !legal();
      });
}

template <class A>
void try_right_inverse(tally& t, A const& a) {
  flat const fa = flat_of(a);
  result const r = attempt<detail::operation<core::right_inverse>>(a);
  judge(
      t, r, text(fa), always, [&] { return oracle::right_inverse_is_right(fa, flat_of(r.value)); },
      [] { return false; });
}

template <class A>
void try_coalesce(tally& t, A const& a) {
  flat const fa = flat_of(a);
  result const r = attempt<detail::operation<core::coalesce>>(a);
  judge(
      t, r, text(fa), always, [&] { return oracle::coalesce_is_right(fa, flat_of(r.value)); },
      [] { return false; });
}

// (tile,rest): tile(b) == A(B(b)), and the rest goes on as A(C(c)) for a complement C of B.
template <class Tile>
void try_divide(tally& t, flat const& fa, result const& r, Tile const& tile) {
  flat const fb = flat_of(tile);
  integer const n = size(fa);
  std::vector<int> split;
  core::place const p = core::first(r.structure);
  core::place const q = r.structure.skip(p);
  if (r.compiles) split_by(r.structure, p, detail::reading_of<Tile>::value.into, {}, split);
  auto const legal = [&] {
    std::optional<flat> const c = complement_of(fb, n);
    if (!c || !r.compiles) return false;
    flat both = fb;
    std::vector<slots> groups = groups_of(r.structure, 0, split);
    if (!composition_is_legal(fa, fb, groups)) return false;
    std::vector<integer> g;
    for (integer x = 0; x < size(*c); ++x) g.push_back(apply(fa, inside(*c, x)));
    if (!representable(g, slots_of(r.structure, q.leaf, r.structure.count))) return false;
    for (int i = 0; i < c->n; ++i) {
      both.s[both.n] = c->s[i];
      both.d[both.n++] = c->d[i];
    }
    for (integer x = 0; x < size(both); ++x)
      if (apply(fa, inside(both, x)) !=
          apply(fa, inside(fb, x % size(fb))) + g[static_cast<std::size_t>(x / size(fb))])
        return false;
    return true;
  };
  judge(
      t, r, text(fa) + " by " + text(fb), legal,
      [&] {
        // The rest follows a complement of B: C(c) is read off the library's, and judged itself.
        result const rc =
            attempt<detail::operation<core::complement_in>>(tile, static_cast<int>(n));
        if (!rc.accepted) return false;
        flat const c = flat_of(rc.value);
        if (!oracle::complement_is_right(fb, n, c)) return false;
        flat const in = flat_of(r.value, 0, q.leaf);
        flat const out = flat_of(r.value, q.leaf, r.value.count);
        if (!composition_is_right(fa, fb, in, split) || size(out) != size(c)) return false;
        for (integer x = 0; x < size(c); ++x)
          for (integer y = 0; y < size(fb); ++y)
            if (inside(in, y) + inside(out, x) != apply(fa, inside(fb, y) + inside(c, x)))
              return false;
        return true;
      },
      [&] {
        if (r.why.what == core::property::injective ||
            r.why.what == core::property::run_time_modes_nest)
          return complement_witness(fb, r.why);
        result const rc =
            attempt<detail::operation<core::complement_in>>(tile, static_cast<int>(n));
        if (!rc.accepted) return false;
        flat const both = oracle::join(fb, flat_of(rc.value));  // the B of composition's sentence
        return composition_witness(fa, both, r.why, false);
      });
}

template <class A, class Tile>
void try_logical_divide(tally& t, A const& a, Tile const& tile) {
  try_divide(t, flat_of(a), attempt<detail::divides_by<core::logical_divide>>(tile, a), tile);
}
// By mode: ((tile_0,tile_1),(rest_0,rest_1)) of an A of two modes, by extents.
template <class Op, class A, class M, class N>
void try_divide_by_mode(tally& t, A const& a, M const& m, N const& n) {
  flat const fa = flat_of(a);
  integer const by[] = {static_cast<integer>(m), static_cast<integer>(n)};
  result const r = attempt<Op>(make_tile(m, n), a);
  judge(
      t, r, text(fa) + " by <" + std::to_string(by[0]) + "," + std::to_string(by[1]) + ">",
      always,  // one mode by consecutive elements: always a layout
      [&] {
        flat const f = flat_of(r.value);
        if (f.n != 4) return false;
        bool const by_mode = std::is_same_v<Op, detail::divides_by<core::logical_divide>>;
        for (int i = 0; i < 2; ++i) {
          int const tile = by_mode ? 2 * i : i;
          int const rest = by_mode ? 2 * i + 1 : 2 + i;
          if (f.s[tile] != by[i] || f.s[rest] != (fa.s[i] + by[i] - 1) / by[i]) return false;
          if (f.s[tile] > 1 && f.d[tile] != fa.d[i]) return false;
          if (f.s[rest] > 1 && f.d[rest] != fa.d[i] * by[i]) return false;
        }
        return true;
      },
      [] { return false; });
}

template <class A, class B>
void try_product(tally& t, A const& a, B const& b) {
  flat const fa = flat_of(a);
  flat const fb = flat_of(b);
  integer const most = size(fa) * oracle::cosize(fb);
  result const r = attempt<detail::by_tiler<core::logical_product>>(b, a);
  std::vector<int> split;
  core::place const p = core::first(r.structure);
  core::place const q = r.structure.skip(p);
  if (r.compiles) split_by(r.structure, q, detail::reading_of<B>::value.into, {}, split);
  auto const legal = [&] {
    std::optional<flat> const c = complement_of(fa, most);
    if (!c) return false;
    if (!r.compiles) return true;
    return composition_is_legal(*c, fb, groups_of(r.structure, q.leaf, split));
  };
  judge(
      t, r, text(fa) + " x " + text(fb), legal,
      [&] {
        flat const first = flat_of(r.value, 0, q.leaf);
        for (integer x = 0; x < size(fa); ++x)
          if (inside(first, x) != inside(fa, x)) return false;
        result const rc =
            attempt<detail::operation<core::complement_in>>(a, static_cast<int>(most));
        if (!rc.accepted || size(first) != size(fa)) return false;
        flat const c = flat_of(rc.value);
        if (oracle::cosize(fa) + oracle::cosize(c) < 60000 &&
            !oracle::complement_is_right(fa, most, c))
          return false;
        return composition_is_right(c, fb, flat_of(r.value, q.leaf, r.value.count), split);
      },
      [&] {
        if (r.why.what == core::property::injective ||
            r.why.what == core::property::run_time_modes_nest)
          return complement_witness(fa, r.why);
        result const rc =
            attempt<detail::operation<core::complement_in>>(a, static_cast<int>(most));
        return rc.accepted && composition_witness(flat_of(rc.value), fb, r.why, legal());
      });
}

// ---- the run

long cases_of_each = 100;
bool failed = false;

class table {
 public:
  explicit table(char const* operation) : operation_(operation) {}
  template <class F>
  void family(std::string const& name, F const& try_one, long cases = cases_of_each) {
    tally t;
    for (long i = 0; i < cases; ++i) try_one(t, next_);
    if (t.refused > 0 || t.wrong > 0 || t.untrue > 0) rows_.emplace_back(t, name);
    all_.add(t);
  }
  ~table() {
    std::printf(
        "%-16s %9ld cases %9ld legal %9ld refused though legal (%.2f %%) %ld wrong, %ld "
        "messages untrue\n",
        operation_, all_.cases, all_.legal, all_.refused, all_.percent(), all_.wrong, all_.untrue);
    std::stable_sort(rows_.begin(), rows_.end(), [](auto const& a, auto const& b) {
      return a.first.refused > b.first.refused;
    });
    for (auto const& [t, name] : rows_) {
      std::printf("    %-44s %9ld legal %8ld refused (%.2f %%)%s %ld wrong, %ld untrue\n",
                  name.c_str(), t.legal, t.refused, t.percent(),
                  t.uncompiled > 0 ? " do not compile" : "", t.wrong, t.untrue);
      if (!t.example.empty()) std::printf("        %s\n", t.example.c_str());
      if (!t.fault.empty()) std::printf("        FAULT %s\n", t.fault.c_str());
    }
    failed = failed || all_.wrong > 0 || all_.untrue > 0 || all_.percent() > 2;
  }

 private:
  char const* operation_;
  draw next_;
  tally all_;
  std::vector<std::pair<tally, std::string>> rows_;
};

template <class Families, class F>
void each(Families const& families, F const& f) {
  std::apply([&](auto const&... one) { (f(one), ...); }, families);
}
// Static operands tell nothing here.
template <class... Ls>
inline constexpr bool some_run_time = (!is_static_v<Ls> || ...);

template <class F>
void pairs(table& t, F const& try_one) {
  each(of_most<48>::layouts(), [&](auto const& a) {
    each(of_most<24>::layouts(), [&](auto const& b) {
      draw none;
      if constexpr (some_run_time<decltype(a.make(none)), decltype(b.make(none))>)
        t.family(std::string(a.name) + " and " + b.name, [&](tally& n, draw& r) {
          auto const la = a.make(r);
          try_one(n, la, b.make(r));
        });
    });
  });
}
template <class F>
void singles(table& t, F const& try_one) {
  auto const one = [&](auto const& a) {
    draw none;
    if constexpr (some_run_time<decltype(a.make(none))>)
      t.family(a.name, [&](tally& n, draw& r) { try_one(n, a.make(r), r); }, 8 * cases_of_each);
  };
  each(of_most<48>::layouts(), one);
  each(strided(), one);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) cases_of_each = std::atol(argv[1]);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  {
    table t("coalesce");
    singles(t, [](tally& n, auto const& a, draw&) { try_coalesce(n, a); });
  }
  {
    table t("composition");
    pairs(t, [](tally& n, auto const& a, auto const& b) { try_composition(n, a, b); });
  }
  {
    table t("complement");
    auto const one = [](tally& n, auto const& a, draw& r) {
      integer const whole = oracle::cosize(flat_of(a));
      try_complement(n, a, static_cast<int>(1 + r.below(2 * whole)));
    };
    singles(t, one);
    each(broadcast(), [&](auto const& a) {
      t.family(a.name, [&](tally& n, draw& r) { one(n, a.make(r), r); });
    });
  }
  {
    table t("right_inverse");
    singles(t, [](tally& n, auto const& a, draw&) { try_right_inverse(n, a); });
  }
  {
    table t("left_inverse");
    singles(t, [](tally& n, auto const& a, draw&) { try_left_inverse(n, a); });
  }
  {
    table t("logical_divide");
    pairs(t, [](tally& n, auto const& a, auto const& b) { try_logical_divide(n, a, b); });
    each(of_most<48>::layouts(), [&](auto const& a) {
      draw none;
      if constexpr (some_run_time<decltype(a.make(none))> && decltype(a.make(none))::rank == 2)
        t.family(std::string(a.name) + " by mode", [&](tally& n, draw& r) {
          try_divide_by_mode<detail::divides_by<core::logical_divide>>(n, a.make(r), _4{},
                                                                       r.extent(16));
        });
    });
  }
  {
    table t("zipped_divide");  // by one layout it is logical_divide
    each(of_most<48>::layouts(), [&](auto const& a) {
      draw none;
      if constexpr (some_run_time<decltype(a.make(none))> && decltype(a.make(none))::rank == 2)
        t.family(
            std::string(a.name) + " by mode",
            [&](tally& n, draw& r) {
              try_divide_by_mode<detail::divides_by<core::zipped_divide>>(n, a.make(r), _4{},
                                                                          r.extent(16));
            },
            20 * cases_of_each);
    });
  }
  {
    table t("logical_product");
    each(of_most<24>::layouts(), [&](auto const& a) {
      each(repetitions(), [&](auto const& b) {
        draw none;
        if constexpr (some_run_time<decltype(a.make(none)), decltype(b.make(none))>)
          t.family(
              std::string(a.name) + " and " + b.name,
              [&](tally& n, draw& r) {
                auto const la = a.make(r);
                try_product(n, la, b.make(r));
              },
              2 * cases_of_each);
      });
    });
  }
  std::printf("%s\n", failed ? "FAILED" : "ok");
  return failed ? 1 : 0;
}
