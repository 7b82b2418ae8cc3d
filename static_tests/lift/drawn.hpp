// SPDX-License-Identifier: BSL-1.0
//
// Drawn integers over unknowns, and layouts and claims made of them, for conditions.cpp: each as
// text, as nodes of the library's recorder, and as numbers.
#pragma once

#include <tileproof/tileproof.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace drawn {

using namespace tileproof;
using core::op;
using integers::symbolic;

inline std::mt19937_64 random_bits(1);
inline std::int64_t pick(std::int64_t first, std::int64_t last) {
  return first +
         static_cast<std::int64_t>(random_bits() % static_cast<std::uint64_t>(last - first + 1));
}
inline bool happens(int percent) { return pick(1, 100) <= percent; }

// ---- integers of a case

// A constant, an unknown, or an operation on two others.
struct term {
  op code = op::input;
  int a = -1, b = -1;
  std::int64_t value = 0;  // of a constant; the place of an unknown
  bool is_unknown = false;
};
inline std::vector<term> terms;
inline std::vector<std::string> names;  // of the unknowns, by their places
inline std::vector<int> counts;         // the places of those that are not negative

inline int put(term const& t) {
  terms.push_back(t);
  return static_cast<int>(terms.size()) - 1;
}
inline int constant(std::int64_t v) { return put({op::input, -1, -1, v, false}); }
inline int place(std::string const& name) {
  for (int i = 0; i < static_cast<int>(names.size()); ++i)
    if (names[static_cast<std::size_t>(i)] == name) return i;
  return -1;
}
inline int some_count() {
  auto const i = static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(counts.size()) - 1));
  return put({op::input, -1, -1, counts[i], true});
}
inline int with(op code, int a, int b) { return put({code, a, b, 0, false}); }
inline int with(op code, int a, std::int64_t b) { return with(code, a, constant(b)); }
inline term const& at(int t) { return terms[static_cast<std::size_t>(t)]; }

inline std::string text(int t) {
  static char const* const spelled[] = {"",  "+",   "-",  "*",  "/",  "ceil_div",
                                        "%", "min", "<=", "==", "&&", "||"};
  term const& of = at(t);
  if (of.is_unknown) return names[static_cast<std::size_t>(of.value)];
  if (of.code == op::input) return std::to_string(of.value);
  std::string const by = spelled[static_cast<int>(of.code)];
  return of.code == op::ceil_div || of.code == op::min
             ? by + "(" + text(of.a) + "," + text(of.b) + ")"
             : "(" + text(of.a) + " " + by + " " + text(of.b) + ")";
}
inline core::integer node(core::arithmetic& cx, int t) {
  term const& of = at(t);
  if (of.is_unknown) return {0, static_cast<std::int32_t>(of.value)};
  if (of.code == op::input) return core::fixed(of.value);
  core::integer const a = node(cx, of.a);
  return detail::advanced(cx, of.code, a, node(cx, of.b));
}
inline symbolic value(int t, symbolic const* x) {
  term const& of = at(t);
  if (of.code == op::input) return of.is_unknown ? x[of.value] : symbolic(of.value);
  return detail::performed(of.code, value(of.a, x), value(of.b, x));
}
inline std::int64_t value(int t, std::int64_t const* x, bool& is_lost) {
  term const& of = at(t);
  if (of.code == op::input) return of.is_unknown ? x[of.value] : of.value;
  std::int64_t r = 0;
  std::int64_t const a = value(of.a, x, is_lost);
  if (core::overflows(of.code, a, value(of.b, x, is_lost), r)) is_lost = true;
  return r;
}

// ---- layouts and claims

struct mode {
  int extent, stride;
};
using modes = std::vector<mode>;

inline std::int64_t some_factor() { return std::int64_t{1} << pick(1, 3); }
inline int some_extent(bool is_static) {
  if (is_static) return constant(pick(1, 8));
  int const u = some_count();
  if (happens(70)) return u;
  return with(happens(60) ? op::mul : happens(50) ? op::ceil_div : op::div, u, some_factor());
}
inline int some_stride(bool is_static) {
  std::int64_t const often[] = {1, 1, 2, 4, 8, 16, 3, 0};
  if (is_static) return constant(often[pick(0, 7)]);
  int const u = happens(60) ? put({op::input, -1, -1, place("ld"), true}) : some_count();
  if (happens(60)) return u;
  return happens(80) ? with(op::mul, u, some_factor()) : with(op::add, u, some_count());
}
// Mostly without a product of unknowns; one in eight is compact.
inline modes some_layout() {
  modes of;
  bool const is_compact = happens(12);
  int next = constant(1);
  for (auto i = pick(1, 3); i > 0; --i) {
    bool const is_static = happens(is_compact ? 70 : 50);
    int const extent = some_extent(is_static);
    int const stride = is_compact ? next : some_stride(!is_static && happens(90));
    next = with(op::mul, next, extent);
    of.insert(happens(70) ? of.end() : of.begin(), {extent, stride});
  }
  return of;
}
inline int some_term(int depth) {
  if (depth == 0 || happens(20)) return happens(75) ? some_count() : constant(pick(0, 9));
  int const a = some_term(depth - 1);
  switch (pick(0, 7)) {
    case 0: return with(op::add, a, some_term(depth - 1));
    case 1: return with(op::mul, a, pick(2, 5));
    case 2: return with(op::div, a, pick(2, 8));
    case 3: return with(op::ceil_div, a, pick(2, 8));
    case 4: return with(op::mod, a, pick(2, 8));
    case 5: return with(op::min, a, some_term(depth - 1));
    case 6: return with(op::add, a, pick(1, 9));
    default: return with(happens(30) ? op::mul : op::add, a, some_count());
  }
}
// True for most values; the numbers in it are wrong by 1 now and then.
inline int some_claim(int depth) {
  if (depth > 0 && happens(25))
    return with(happens(50) ? op::both : op::either, some_claim(0), some_claim(0));
  int const x = some_term(2), y = some_term(1);
  std::int64_t const c = pick(2, 8), off = happens(25);
  switch (pick(0, 9)) {
    case 0: return with(op::less_equal, with(op::mul, with(op::div, x, c), c - off), x);
    case 1: return with(op::less_equal, with(op::mod, x, c), c - 2 + off);
    case 2:
      return with(op::less_equal, with(op::mul, with(op::ceil_div, x, c), c),
                  with(op::add, x, c - 1 - off));
    case 3: return with(op::less_equal, with(op::add, with(op::min, x, y), off), x);
    case 4:
      return with(op::equal, with(op::div, with(op::add, with(op::mul, x, c), pick(0, c)), c), x);
    case 5:
      return with(op::equal, with(op::sub, x, with(op::mod, x, c)),
                  with(op::mul, with(op::div, x, c), c));
    case 6: return with(op::equal, with(op::mod, x, c), std::int64_t{0});
    default:  // a fact, or more than one
      return with(op::less_equal, with(op::add, some_count(), pick(0, 1)), some_count());
  }
}

inline std::string text(modes const& of) {
  std::string t;
  for (mode const& m : of) t += (t.empty() ? "" : " ; ") + text(m.extent) + " : " + text(m.stride);
  return t;
}
// A layout of what integer_of makes of a term.
template <class IntegerOf>
core::layout made(modes const& of, IntegerOf const& integer_of) {
  core::layout l;
  if (of.size() > 1) l.open(static_cast<int>(of.size()));
  for (mode const& m : of) l.leaf({integer_of(m.extent), integer_of(m.stride), 0});
  return l;
}

}  // namespace drawn
