// SPDX-License-Identifier: BSL-1.0
//
// Run-time leaves near 2^15, 2^31 and 2^62, of every width: an operation gives the exact result, as
// an oracle in 128 bits computes it, or refuses what does not fit; and it refuses nothing that fits
// its leaf type, each intermediate value of the definition 64 bits. The checks of a launcher hold
// only where the arithmetic of device code (unchecked.cpp) gives the exact result.
//
//   usage: overflow [rounds], of 393 cases and 130 questions each; 2000 are run without an
//   argument, and 100000 are 39 million cases
#include "unchecked.hpp"

#include <tileproof/tileproof.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace tileproof;

namespace {

using wide = __int128;

class randomness {
 public:
  std::uint64_t operator()() { return engine_(); }
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 engine_{18};
};
randomness any;

// Small, or near a power of two, or anything.
wide magnitude() {
  int const kind = any.below(10);
  if (kind < 4) return 1 + any.below(9);
  if (kind == 9) return static_cast<wide>(any() >> (1 + any.below(62)));
  int const near[] = {8, 15, 16, 17, 20, 30, 31, 32, 40, 61, 62, 63};
  return (wide{1} << near[any.below(kind < 7 ? 8 : 12)]) + any.below(5) - 2;
}

template <class T>
constexpr wide least = std::numeric_limits<T>::min();
template <class T>
constexpr wide most = std::numeric_limits<T>::max();

// Extents are at least 1.
template <class T>
struct draw {
  static T extent() {
    wide v = magnitude();
    while (v > most<T> || v < 1) v = v < 1 ? 1 : v / 3;
    return static_cast<T>(v);
  }
  static T stride() {
    T const v = extent();
    if (any.below(8) == 0) return 0;
    if constexpr (std::is_signed_v<T>)
      if (any.below(4) == 0) return static_cast<T>(-v);
    return v;
  }
};
template <auto V>
struct draw<C<V>> {
  static C<V> extent() { return {}; }
  static C<V> stride() { return {}; }
};
template <std::int64_t N, class T>
struct draw<multiple_of<N, T>> {
  static multiple_of<N, T> extent() {
    T const v = draw<T>::extent();
    return multiple_of<N, T>(v / N == 0 ? static_cast<T>(N) : static_cast<T>(v / N * N));
  }
  static multiple_of<N, T> stride() { return extent(); }
};

template <class T>
wide value(T const& v) {
  return static_cast<wide>(static_cast<detail::plain_integer_t<T>>(v));
}
template <auto V>
wide value(C<V> const&) {
  return V;
}

// ---- results: the values of the leaves, extents before strides, and what their types hold

template <class T>
void leaves_of(T const& t, std::vector<wide>& out) {
  if constexpr (is_layout_v<T>) {
    leaves_of(t.shape(), out);
    leaves_of(t.stride(), out);
  } else if constexpr (is_tuple_v<T>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (leaves_of(get<I>(t), out), ...);
    }(std::make_index_sequence<static_cast<std::size_t>(rank_v<T>)>{});
  } else {
    out.push_back(value(t));
  }
}

struct bounds {
  wide low;
  wide high;
};
template <class T>
struct bounds_of {
  static void add(std::vector<bounds>& out) {
    using plain = detail::plain_integer_t<T>;
    out.push_back({least<plain>, most<plain>});
  }
};
template <auto V>
struct bounds_of<C<V>> {
  static void add(std::vector<bounds>& out) { out.push_back({V, V}); }
};
template <class... Ts>
struct bounds_of<tuple<Ts...>> {
  static void add(std::vector<bounds>& out) { (bounds_of<Ts>::add(out), ...); }
};
template <class S, class D>
struct bounds_of<Layout<S, D>> {
  static void add(std::vector<bounds>& out) {
    bounds_of<S>::add(out);
    bounds_of<D>::add(out);
  }
};

// ---- verdicts

long cases = 0;
long exact_results = 0;
long refused_rightly = 0;
long other_refusals = 0;
long wrong = 0;
long false_errors = 0;
long asked = 0;
long answered_yes = 0;
long asked_wrong = 0;

std::string text(wide v) {
  if (v < 0) return "-" + text(-v);
  return v < 10 ? std::string(1, static_cast<char>('0' + static_cast<int>(v)))
                : text(v / 10) + text(v % 10);
}
std::string text(std::vector<wide> const& vs) {
  std::string s;
  for (wide const v : vs) s += (s.empty() ? "" : ",") + text(v);
  return s;
}

bool is_overflow(std::string const& what) {
  return what.find("64 bits") != std::string::npos || what.find(" bits: ") != std::string::npos;
}

// An exact expression: values in 128 bits, and whether one of them left 64.
struct exact {
  wide value = 0;
  bool lost = false;

  exact(wide v) : value(v), lost(v < least<std::int64_t> || v > most<std::int64_t>) {}
  exact(wide v, bool l) : exact(v) { lost = lost || l; }
};
exact operator+(exact a, exact b) {
  wide r = 0;
  bool const beyond = __builtin_add_overflow(a.value, b.value, &r);
  return {r, a.lost || b.lost || beyond};
}
exact operator*(exact a, exact b) {
  wide r = 0;
  bool const beyond = __builtin_mul_overflow(a.value, b.value, &r);
  return {r, a.lost || b.lost || beyond};
}

bool inputs_fit = true;  // 64 bits: those of the present case
template <class... Es>
void use(Es const&... es) {
  inputs_fit = (!es.lost && ...);
}

// A value of an operation's type, that another one goes on with.
template <class T>
exact as(exact const& e) {
  std::vector<bounds> limits;
  bounds_of<T>::add(limits);
  return exact(e.value, e.lost || e.value < limits[0].low || e.value > limits[0].high);
}

// `expected`: the leaves of the result. `others`: further intermediate values.
template <class F>
void check(char const* name, F const& f, std::vector<exact> const& expected,
           std::vector<exact> const& others = {}, bool may_refuse = false) {
  using result = std::remove_cvref_t<decltype(f())>;
  std::vector<bounds> limits;
  bounds_of<result>::add(limits);
  bool fits = limits.size() == expected.size();
  std::vector<wide> values;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    values.push_back(expected[i].value);
    fits = fits && !expected[i].lost && expected[i].value >= limits[i].low &&
           expected[i].value <= limits[i].high;
  }
  for (exact const& e : others) fits = fits && !e.lost;
  fits = fits && inputs_fit;
  ++cases;
  try {
    std::vector<wide> got;
    leaves_of(f(), got);
    bool same = got.size() == values.size();
    for (std::size_t i = 0; same && i < got.size(); ++i) same = got[i] == values[i];
    if (same) {
      ++exact_results;
    } else if (++wrong < 20) {
      std::cout << name << ": " << text(got) << " where the exact result is " << text(values)
                << '\n';
    }
  } catch (std::exception const& e) {
    if (!is_overflow(e.what()) && may_refuse)
      ++other_refusals;
    else if (!fits && is_overflow(e.what()))
      ++refused_rightly;
    else if (++false_errors < 20)
      std::cout << name << ": refused where the exact result is " << text(values) << ": "
                << e.what() << '\n';
  }
}

// ---- operations on a shape (A,B,C) and strides (P,Q,R) of these types

template <class A, class B, class C_>
void shapes() {
  auto const a = draw<A>::extent();
  auto const b = draw<B>::extent();
  auto const c = draw<C_>::extent();
  exact const x = value(a);
  exact const y = value(b);
  exact const z = value(c);
  use(x, y, z);
  auto const shape = make_shape(a, b, c);
  auto const nested = make_shape(a, make_shape(b, c));
  auto const unit = [](auto const& extent, exact stride) {  // a static extent of 1 has stride 0
    return is_constant_v<1, std::remove_cvref_t<decltype(extent)>> ? exact(0) : stride;
  };
  std::vector<exact> const left{x, y, z, unit(a, 1), unit(b, x), unit(c, x * y)};
  std::vector<exact> const right{x, y, z, unit(a, y * z), unit(b, z), unit(c, 1)};
  check("make_layout", [&] { return make_layout(shape); }, left);
  check("make_layout", [&] { return make_layout(nested); }, left);
  check("make_layout, row-major", [&] { return make_layout(shape, LayoutRight{}); }, right);
  check("make_ordered_layout", [&] { return make_ordered_layout(shape, Step<_2, _3, _1>{}); },
        {x, y, z, unit(a, z), unit(b, z * x), unit(c, 1)});
  check("compact_col_major", [&] { return compact_col_major(make_shape(b, c), a); },
        {unit(b, x), unit(c, x * y)});
  check("size", [&] { return size(shape); }, {x * y * z}, {x * y, y * z, x * z});
  check("product_each", [&] { return product_each(nested); }, {x, y * z});
  check("ceil_div", [&] { return ceil_div(make_shape(a, b), make_shape(c, c)); },
        {(x.value + z.value - 1) / z.value, (y.value + z.value - 1) / z.value});
  check("round_up", [&] { return round_up(a, c); }, {exact((x.value + z.value - 1) / z.value) * z});
  check("inner_product", [&] { return inner_product(make_shape(a, b), make_shape(b, c)); },
        {x * y + y * z});
  check("crd2idx", [&] { return crd2idx(make_coord(a, b), make_shape(b, c)); }, {x + y * y});
  check("idx2crd", [&] { return idx2crd(a, make_shape(b, c)); },
        {x.value % y.value, x.value / y.value});
}

// The type of an offset i * p.
template <class I, class P>
auto unchecked_product(I const& i, P const& p) {
  return detail::step<false>(i, p);
}

template <class A, class B, class P, class Q, class I, class J>
void offsets() {
  auto const a = draw<A>::extent();
  auto const b = draw<B>::extent();
  auto const p = draw<P>::stride();
  auto const q = draw<Q>::stride();
  auto const i = draw<I>::extent();
  auto const j = draw<J>::extent();
  exact const s = value(p);
  exact const t = value(q);
  exact const u = value(i);
  exact const v = value(j);
  use(exact(value(a)), exact(value(b)), s, t, u, v);
  auto const size_of = [](exact e) { return e.value < 0 ? e * -1 : e; };
  auto const l = make_layout(make_shape(a, b), make_stride(p, q));
  exact const at = u * s + v * t;
  check("l(i,j)", [&] { return l(i, j); }, {at});
  check("l((i,j))", [&] { return l(make_coord(i, j)); }, {at});
  exact const rest = u.value / value(a);
  exact const by_index = exact(u.value % value(a)) * s + rest * t;
  check("l(i)", [&] { return l(i); }, {by_index}, {u});
  check("cosize", [&] { return cosize(l); },
        {exact(1) + exact(value(a) - 1) * size_of(s) + exact(value(b) - 1) * size_of(t)}, {s, t});
  check("slice_and_offset", [&] { return get<1>(slice_and_offset(make_coord(i, _), l)); }, {u * s});
  check("domain_offset", [&] { return get<1>(domain_offset(make_coord(i, j), l)); }, {at});
  check("downcast",
        [&] { return downcast<8>(make_layout(make_shape(_4{}, a), make_stride(_1{}, p))); },
        {32, value(a), 1, s * 8});
  if constexpr (!__is_empty(A))
    check(
        "upcast", [&] { return upcast<8>(make_layout(make_shape(_8{}, a), make_stride(_1{}, q))); },
        {1, value(a), 1, t.value / 8}, {}, t.value % 8 != 0 || t.value < 0);
  // The offset inside a swizzle, and the tensors that count.
  auto const swizzled = make_composed_layout(Swizzle<3, 3, 3>{}, j, make_layout(a, p));
  exact const after = as<decltype(unchecked_product(i, p))>(u * s);
  exact const inside = v + after;
  check("swizzled(i)", [&] { return swizzled(i); },
        {{inside.value ^ ((inside.value & (wide{7} << 6)) >> 3), inside.lost}}, {inside, after});
  check("swizzle upwards", [&] { return Swizzle<2, 1, -29>{}(i); },
        {exact(u.value ^ ((u.value & 6) << 29))}, {u});
  auto const counting = make_tensor(counting_iterator<int>{1 << 30}, make_layout(a, p));
  check("tensor of a counting iterator", [&] { return counting(i); }, {exact(1 << 30) + after},
        {after});
}

template <class A, class D, class E, class F>
void compositions() {
  auto const a = draw<A>::extent();
  auto const d = draw<D>::stride();
  auto const e = draw<E>::extent();
  auto const f = draw<F>::extent();
  exact const x = value(d);
  exact const y = value(f);
  use(exact(value(a)), x, exact(value(e)), y);
  check("composition", [&] { return composition(make_layout(a, d), make_layout(e, f)); },
        {value(e), x * y});
  check(
      "zipped_divide",
      [&] {
        return zipped_divide(make_layout(make_shape(a, e), make_stride(_1{}, f)),
                             make_tile(_4{}, _8{}));
      },
      {4, 8, (value(a) + 3) / 4, (value(e) + 7) / 8, 1, y, 4, y * 8}, {}, true);
  check("logical_divide", [&] { return logical_divide(make_layout(a, d), _16{}); },
        {16, (value(a) + 15) / 16, x, x * 16});
  check(
      "complement", [&] { return complement(make_layout(_4{}, f), e); },
      {y, (value(e) + 4 * y.value - 1) / (4 * y.value), 1, y * 4}, {y * 4}, true);
  check(
      "tile_to_shape", [&] { return tile_to_shape(Layout<Shape<_1, _1>>{}, make_shape(a, e)); },
      {1, value(a), 1, value(e), 0, 1, 0, value(a)}, {exact(value(a)) * value(e)}, true);
}

// The value at x of a layout with these leaves, extents before strides; 2^100 for one beyond that.
wide at(std::vector<wide> const& leaves, wide x) {
  std::size_t const n = leaves.size() / 2;
  wide sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    wide const digit = i + 1 < n ? x % leaves[i] : x;
    wide step = 0;
    if (__builtin_mul_overflow(digit, leaves[n + i], &step)) return wide{1} << 100;
    if (__builtin_add_overflow(sum, step, &sum)) return wide{1} << 100;
    x /= leaves[i];
  }
  return sum;
}

// A layout of two modes after one of one, whose conditions are products near the limits too: R(c)
// is A(B(c)) at the first and last coordinates and some others.
template <class A, class B, class P, class Q, class E, class F>
void two_modes() {
  auto const l = make_layout(make_shape(draw<A>::extent(), draw<B>::extent()),
                             make_stride(draw<P>::stride(), draw<Q>::stride()));
  // Mostly a multiple of the first extent, or a divisor.
  auto e = draw<E>::extent();
  auto f = draw<F>::extent();
  wide const first = value(get<0>(l.shape()));
  int const kind = any.below(4);
  if (kind == 0 && first <= most<F>) f = static_cast<F>(first);
  if (kind == 1) f = static_cast<F>(1 + any.below(4));
  if (kind == 2 && first <= most<E>) e = static_cast<E>(first);
  ++cases;
  std::vector<wide> r;
  try {
    leaves_of(composition(l, make_layout(e, f)), r);
  } catch (layout_error const&) {
    ++other_refusals;
    return;
  }
  std::vector<wide> a;
  leaves_of(l, a);
  bool same = true;
  for (int i = 0; i < 16; ++i) {
    wide const c = i < 6 ? i : i < 8 ? value(e) - i + 5 : static_cast<wide>(any()) % value(e);
    if (c >= 0 && c < value(e) && at(r, c) != at(a, c * value(f))) same = false;
  }
  if (same)
    ++exact_results;
  else if (++wrong < 20)
    std::cout << "composition: " << text(r) << " for " << text(a) << " after " << text(value(e))
              << ':' << text(value(f)) << '\n';
}

// ---- a launcher's checks of 32-bit leaves, against the arithmetic of device code

template <class Ask, class Exact, class Unchecked>
void ask(char const* name, Ask const& question, Exact const& f, Unchecked const& device) {
  ++asked;
  if (!question()) return;
  ++answered_yes;
  std::vector<wide> expected;
  std::vector<wide> got;
  try {
    leaves_of(f(), expected);
    for (std::int64_t const v : device()) got.push_back(v);
  } catch (std::exception const& e) {
    expected.assign(1, -1);
  }
  if (got != expected && ++asked_wrong < 20)
    std::cout << name << ": asked, and device code computes " << text(got) << " for "
              << text(expected) << '\n';
}

void questions() {
  int const m = draw<int>::extent();
  int const k = draw<int>::extent();
  int const ld = draw<int>::extent();
  int const n = draw<int>::extent();
  auto const l = make_layout(make_shape(m, k), make_stride(_1{}, ld));
  auto const tile = make_tile(_4{}, _8{});
  ask(
      "divisible", [&] { return divisible(l, tile); }, [&] { return zipped_divide(l, tile); },
      [&] { return unchecked::zipped_divide(m, k, ld); });
  ask(
      "composable", [&] { return composable(make_layout(m, ld), make_layout(n, k)); },
      [&] { return composition(make_layout(m, ld), make_layout(n, k)); },
      [&] { return unchecked::composition(m, ld, n, k); });
  auto const two = make_layout(make_shape(m, k));
  if (offsets_fit(make_shape(m, k)))
    ask(
        "composable, two modes", [&] { return composable(two, make_layout(n, ld)); },
        [&] { return composition(two, make_layout(n, ld)); },
        [&] { return unchecked::composition_of_two(m, k, n, ld); });
  ask(
      "complementable", [&] { return complementable(make_layout(_4{}, ld), n); },
      [&] { return complement(make_layout(_4{}, ld), n); },
      [&] { return unchecked::complement(ld, n); });
  ask(
      "repeatable", [&] { return repeatable(make_layout(_4{}, ld), make_layout(n)); },
      [&] { return logical_product(make_layout(_4{}, ld), make_layout(n)); },
      [&] { return unchecked::logical_product(ld, n); });
  // The offset of the last coordinate, and the size.
  ask(
      "offsets_fit", [&] { return offsets_fit(l); },
      [&] { return make_tuple(l(m - 1, k - 1), size(l)); },
      [&] { return unchecked::last_offset(m, k, ld); });
  ask(
      "offsets_fit of a shape", [&] { return offsets_fit(make_shape(m, k, n)); },
      [&] { return make_tuple(make_layout(make_shape(m, k, n)), size(make_shape(m, k, n))); },
      [&] { return unchecked::compact(m, k, n); });
}

template <class A, class B, class C_>
void all_of() {
  shapes<A, B, C_>();
  offsets<A, B, C_, A, B, C_>();
  offsets<A, C_, B, B, A, A>();
  if constexpr (!__is_empty(A) && !__is_empty(C_)) compositions<A, B, C_, A>();
}

using ll = long long;
using ull = unsigned long long;

void round_of_cases() {
  all_of<int, int, int>();
  all_of<ll, ll, ll>();
  all_of<int, ll, int>();
  all_of<short, short, short>();
  all_of<short, int, ll>();
  all_of<unsigned, unsigned, unsigned>();
  all_of<unsigned, int, _3>();
  all_of<ull, ull, int>();
  all_of<_1, int, Int<(1LL << 40)>>();
  all_of<multiple_of<4>, int, multiple_of<8, ll>>();
  for (int i = 0; i < 5; ++i) {
    two_modes<int, int, int, int, int, int>();
    two_modes<ll, ll, ll, ll, ll, ll>();
    two_modes<int, int, int, ll, int, short>();
  }
  for (int i = 0; i < 20; ++i) questions();
}

}  // namespace

int main(int argc, char** argv) {
  long const rounds = argc > 1 ? std::atol(argv[1]) : 2000;
  for (long i = 0; i < rounds; ++i) round_of_cases();
  std::cout << cases << " cases: " << exact_results << " exact, " << refused_rightly
            << " that do not fit refused, " << other_refusals << " refused for another reason, "
            << wrong << " wrong, " << false_errors << " refused that fit; " << asked
            << " questions, " << answered_yes << " answered yes, " << asked_wrong
            << " answered wrong\n";
  return wrong == 0 && false_errors == 0 && asked_wrong == 0 && exact_results > 0 &&
                 refused_rightly > 0
             ? 0
             : 1;
}
