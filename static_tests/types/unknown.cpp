// SPDX-License-Identifier: BSL-1.0
//
// Unknowns and symbols: equal expressions are one type, whatever the order of steps; what facts say
// of them; their size and their values.
#include <tileproof/types/symbol.hpp>
#include <tileproof/types/symbol_arithmetic.hpp>
#include <tileproof/types/symbol_text.hpp>
#include <tileproof/types/unknown.hpp>

namespace {

using namespace tileproof;
using detail::facts_of_unknown, detail::multiple_v, detail::range_v;

using m = unknown<"m">;
using n = unknown<"n", multiple_of<8>, at_most<4096>>;
using ld = unknown<"ld", std::int64_t, at_least<m{}>, multiple_of<8>, multiple_of<12>>;
using size = unknown<"size", at_least<0>>;

// ---- facts
static_assert(range_v<m>.least == 1 && range_v<m>.greatest == INT32_MAX && multiple_v<m> == 1);
static_assert(range_v<n>.greatest == 4096 && multiple_v<n> == 8);
static_assert(range_v<ld>.greatest == std::int64_t{1} << 62 && multiple_v<ld> == 24);
static_assert(range_v<size>.least == 0);
static_assert(sizeof(m) == 4 && sizeof(ld) == 8 && std::is_trivially_copyable_v<ld>);
static_assert(is_integral_v<m> && is_integral_v<m const&> && !is_static_v<m>);

// ---- expressions
template <class T>
constexpr core::text formula() {
  core::text t;
  detail::formula_of<T>::put(t);
  return t;
}
static_assert(formula<m>() == "m");
static_assert(formula<decltype(m{} * _2{} * _4{})>() == "m*8");
static_assert(formula<decltype((m{} + n{}) * ld{})>() == "(m+n)*ld");
static_assert(formula<decltype(m{} - (n{} - m{}))>() == "m-(n-m)");
static_assert(formula<decltype(m{} * (n{} * _3{}))>() == "m*(n*3)");
static_assert(formula<decltype(m{} - m{} % _8{} + n{} / _3{})>() == "m-m%8+n/3");
static_assert(std::is_same_v<decltype(n{} % _8{}), _0> && formula<decltype(n{} / _8{})>() == "n/8");
static_assert(m(13) / _4{} == 3 && m(13) % _4{} == 1);
static_assert(std::is_same_v<decltype(m{} * _2{} * _4{}), decltype(m{} * _8{})>);
static_assert(std::is_same_v<decltype(m{} + _0{}), m>);
static_assert(std::is_same_v<decltype(n{} * _1{}), n>);
static_assert(std::is_same_v<decltype(m{} * _0{}), _0>);
static_assert(!std::is_same_v<decltype(m{} + n{}), decltype(m{} * n{})>);

// ---- what is known of a symbol
static_assert(multiple_v<decltype(n{} * _4{})> == 32 && multiple_v<decltype(n{} + _4{})> == 4);
static_assert(range_v<decltype(n{} * _4{} + _1{})>.least == 5);
static_assert(range_v<decltype(n{} * _4{} + _1{})>.greatest == 16385);
static_assert(range_v<decltype(m{} * ld{})>.least == 1);

// ---- values
static_assert(m(3) * n(8) == 24 && m(3) + _4{} == 7 && _4{} - m(3) == 1);
static_assert(std::is_same_v<decltype(m{} * ld{})::value_type, std::int64_t>);
static_assert(std::is_same_v<decltype(m{} * 2), int>);  // with other integers: a value
constexpr int plain = n(16);
static_assert(plain == 16);

}  // namespace
