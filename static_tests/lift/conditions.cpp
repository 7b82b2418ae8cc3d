// SPDX-License-Identifier: BSL-1.0
//
// Random cases about unknowns, with the library's answers, for a judge that knows nothing of it:
// tools/judge_conditions.py. Facts about m, n and ld are one of a few lists of types; layouts,
// tiles and claims over them are drawn while this runs. A case is a line of these, with tabs
// between:
//
//   facts, property, its arguments, yes or no or undecided, values where it fails, the condition
//   1<=m && ...   injective   m:1 8:ld   no   ld=1 m=2 n=1   (it holds if) -
//
// A formula that was drawn has a parenthesis for each operator; a condition is as an error has it.
#include "drawn.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace drawn;
using verdict = integers::search::result;

// ---- guards of accesses

struct up_to_bound {
  template <class I>
  static constexpr bool admits(I const& c, I const& bound) {
    return c <= bound;
  }
};
struct whole_access {
  template <class I>
  static constexpr bool admits(I const& c, I const& bound) {
    return c + 3 < bound;
  }
};

// ---- the library's answers

struct claim_of_case {
  bool (*holds_at)(symbolic const*) = nullptr;
  int of = 0;
  constexpr bool holds(symbolic const* x) const {
    return holds_at ? holds_at(x) : value(of, x) != 0;
  }
};

// The unknowns, and their facts as a formula.
template <class M, class N, class Ld, class... Others>
struct cases {
  using list = typename detail::with_related<detail::unknowns_in<M, N, Ld, Others...>>::type;
  using values = detail::values_to_try<list>;
  char const* facts;

  static void print_values(std::int64_t const* x) {
    for (std::size_t i = 0; i < names.size(); ++i)
      std::printf("%s%s=%lld", i == 0 ? "" : " ", names[i].c_str(), static_cast<long long>(x[i]));
  }
  // The rest of a line. Values for which an integer leaves 64 bits are not tried.
  template <class Fails>
  static void print_answer(bool is_proved, std::string const& condition, Fails const& fails) {
    int found = -1;
    for (int n = 0; n < values::tries && found < 0 && !is_proved; ++n) {
      auto const v = values::number(n);
      if (values::are_allowed(v) && fails(static_cast<std::int64_t const*>(v.at))) found = n;
    }
    std::printf("%s\t", is_proved ? "yes" : found >= 0 ? "no" : "undecided");
    if (found >= 0) print_values(values::number(found).at);
    std::printf("\t%s\n", is_proved ? "" : condition.c_str());
  }
  // A property of layouts, as detail::symbolic_proof decides it.
  template <class Property, class... Modes>
  void property(char const* name, Modes const&... of) const {
    std::printf("%s\t%s\t", facts, name);
    int n = 0;
    ((std::printf("%s%s", n++ ? " by " : "", text(of).c_str())), ...);
    std::printf("\t");
    detail::prover<list> p;
    auto const nodes = [&](int t) { return node(p.cx, t); };
    bool is_proved = false;
    core::text condition;
    if constexpr (requires { Property::condition(p, made(of, nodes)...); }) {
      core::integer const needed = Property::condition(p, made(of, nodes)...);
      is_proved = p.proves(needed);
      if (!needed.is_known()) p.put(condition, needed);
    } else {
      is_proved = Property::for_all(p, made(of, nodes)...);
    }
    print_answer(is_proved, condition.at, [&](std::int64_t const* x) {
      bool is_lost = false;
      auto const numbers = [&](int t) { return core::plain(value(t, x, is_lost)); };
      auto const mapping_of = [&](modes const& m) {
        mapping r(made(m, numbers));
        r.is_layout = sizeof...(Modes) == 1;
        return r;
      };
      report const r = Property::decide(mapping_of(of)...);
      return !is_lost && r.is == answer::no;
    });
  }
  void claim() const {
    int const of = some_claim(1);
    detail::prover<list> p;
    auto const is = detail::for_all_values<claim_of_case, list>::decide({nullptr, of});
    bool const is_proved = p.proves(node(p.cx, of)) || is.is == verdict::yes;
    std::printf("%s\tclaim\t%s\t%s\t", facts, text(of).c_str(),
                is_proved              ? "yes"
                : is.is == verdict::no ? "no"
                                       : "undecided");
    if (!is_proved && is.is == verdict::no) print_values(is.at);
    std::printf("\t\n");
  }
  template <int Width, class Guard, class Extent, class Bound>
  void accesses(char const* extent, char const* bound, char const* guard) const {
    if (happens(50))
      accesses_in<16, Width, Guard, Extent, Bound>(extent, bound, guard);
    else
      accesses_in<24, Width, Guard, Extent, Bound>(extent, bound, guard);
  }
  template <int Tile, int Width, class Guard, class Extent, class Bound>
  void accesses_in(char const* extent, char const* bound, char const* guard) const {
    using claim = detail::access_claim<Guard, Extent, Bound, Tile, Width>;
    std::printf("%s\taccesses\t%s ; %s ; %s ; %d ; %d\t", facts, extent, bound, guard, Tile, Width);
    auto const is =
        detail::for_all_values<claim_of_case, typename claim::unknowns>::decide({&claim::holds, 0});
    print_answer(is.is == verdict::yes, "", [](std::int64_t const* x) {
      auto const mode_of = [](std::int64_t v) {
        mapping m(core::single({core::plain(v), core::fixed(1), 0}));
        m.is_layout = false;
        return m;
      };
      return accesses_stay_inside<Width, 0, Guard>::decide(
                 mode_of(detail::value_of_type<Extent, list>::of(x)), mode_of(Tile),
                 mode_of(detail::value_of_type<Bound, list>::of(x)))
                 .is == answer::no;
    });
  }
  void some_accesses() const {
    using twice = decltype(M{} * _2{});
    switch (pick(0, 5)) {
      case 0: return accesses<4, below_extent, M, M>("m", "m", "c < bound");
      case 1: return accesses<2, whole_access, N, N>("n", "n", "c + 3 < bound");
      case 2: return accesses<8, below_extent, twice, twice>("m*2", "m*2", "c < bound");
      case 3: return accesses<2, below_extent, N, N>("n", "n", "c < bound");
      case 4: return accesses<1, up_to_bound, M, N>("m", "n", "c <= bound");
      default: return accesses<4, unguarded, M, M>("m", "m", "0 <= c");
    }
  }
  void draw() const {
    terms.clear();
    names.clear();
    counts.clear();
    for (int i = 0; i < list::size; ++i) {
      names.emplace_back(detail::names_of<list>::at[i]);
      if (names.back() != "if" && values::range[i].least >= 0) counts.push_back(i);
    }
    auto const kind = pick(0, 99);
    if (kind < 20) return property<injective>("injective", some_layout());
    if (kind < 36) return property<offsets_fit_32_bits>("offsets_fit", some_layout());
    if (kind < 41) return property<aligned<16, float>>("aligned", some_layout());
    if (kind < 46) return property<contiguous<4>>("contiguous", some_layout());
    if (kind < 55) return property<compact>("compact", some_layout());
    if (kind < 68) {
      modes const of = some_layout();
      modes by;
      for (std::size_t i = 0; i < of.size(); ++i)
        by.push_back(
            {happens(98) ? constant(pick(1, 3) * some_factor()) : some_count(), constant(1)});
      return kind < 64 ? property<tiles_evenly>("tiles_evenly", of, by)
                       : property<tiles_cover>("tiles_cover", of, by);
    }
    kind < 80 ? some_accesses() : claim();
  }
};

// ---- facts: as types, and as a formula

using m = unknown<"m">;
using n = unknown<"n">;
using m4 = unknown<"m", multiple_of<4>>;
using m8 = unknown<"m", multiple_of<8>, at_most<4096>>;
using m16 = unknown<"m", at_most<16>>;
using m64 = unknown<"m", at_least<2>, at_most<64>>;
using n0 = unknown<"n", at_least<0>>;
using ld = unknown<"ld">;
#define M "1 <= m && m <= 2147483647 && "
#define N "1 <= n && n <= 2147483647 && "
#define LD "1 <= ld && ld <= 2147483647 && "
constexpr cases<m, n, unknown<"ld", at_least<m{}>>> pitch{M N LD "m <= ld"};
constexpr cases<m4, n, unknown<"ld", std::int64_t, at_least<m4{}>, multiple_of<4>>> vectors{
    M N "m % 4 == 0 && m <= ld && ld % 4 == 0 && ld <= 4611686018427387904"};
constexpr cases<m8, unknown<"n", at_most<m8{}>>,
                unknown<"ld", at_least<m8{} * _2{}>, at_most<100000>>>
    bounded{M N LD "m % 8 == 0 && m <= 4096 && n <= m && m * 2 <= ld && ld <= 100000"};
constexpr cases<m64, n0, unknown<"ld", at_least<m64{} + n0{}>>> empty{
    LD "2 <= m && m <= 64 && 0 <= n && n <= 2147483647 && m + n <= ld"};
constexpr cases<m, n, unknown<"ld", std::int64_t, at_least<m{} * n{}>>> planes{
    M N "m * n <= ld && ld <= 4611686018427387904"};
constexpr cases<m, n, ld, detail::if_all_hold<(m{} * _8{} <= ld{}), (n{} % _4{} == _0{})>>
    given_two{M N LD "m * 8 <= ld && n % 4 == 0"};
constexpr cases<m, unknown<"n", at_least<ceil_div(m{}, _4{})>>, unknown<"ld", at_most<m{}>>>
    short_pitch{M N LD "(m + 3) / 4 <= n && ld <= m"};
constexpr cases<m16, unknown<"n", at_most<100>>,
                unknown<"ld", at_least<-8>, at_most<8>, multiple_of<2>>>
    backwards{M N "m <= 16 && n <= 100 && -8 <= ld && ld <= 8 && ld % 2 == 0"};

void draw() {
  switch (pick(0, 7)) {
    case 0: return pitch.draw();
    case 1: return vectors.draw();
    case 2: return bounded.draw();
    case 3: return empty.draw();
    case 4: return planes.draw();
    case 5: return given_two.draw();
    case 6: return short_pitch.draw();
    default: return backwards.draw();
  }
}

}  // namespace

// conditions [CASES [SEED]]
int main(int argc, char** argv) {
  if (argc > 2) random_bits.seed(static_cast<unsigned>(std::atoi(argv[2])));
  for (int i = argc > 1 ? std::atoi(argv[1]) : 1000; i > 0; --i) draw();
}
