// SPDX-License-Identifier: BSL-1.0
//
// unknown<"m", facts...>: a run-time integer with a name and with facts, in its type. A layout that
// is made of them stands for all its values: what the algebra computes from it is right for every
// value that the facts allow, or is refused with one for which it is not, and properties answer for
// all of them. It has a value too, so the layout that was proved is the one that runs.
//
//   using m = unknown<"m">;                                    // 1 <= m < 2^31
//   using ld = unknown<"ld", at_least<m{}>, multiple_of<8>>;   // m <= ld < 2^31, 8 divides ld
//   auto const A = make_layout(make_shape(m(rows), _64{}), make_stride(_1{}, ld(pitch)));
//   static_assert(require<offsets_fit<std::int64_t>>(decltype(A){}));
//
// An integer that the algebra computes from unknowns is a symbol: its type is the expression, and
// two symbols of one type are equal. It is printed as a formula: ceil_div(m,128), m*4+ld.
#pragma once

#include <tileproof/core/arithmetic.hpp>
#include <tileproof/types/multiple.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Facts about an unknown: at_least<V> and at_most<V>, where V is an integer, or an unknown or
// symbol, of which only the type counts; multiple_of<8>; and std::int64_t: it has 64 bits, not 32.
template <auto...>
struct at_least;
template <auto...>
struct at_most;

namespace detail {

// A string as a template argument.
template <std::size_t N>
struct unknown_name {
  char at[N]{};
  constexpr unknown_name(char const (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) at[i] = s[i];
  }
  constexpr operator std::string_view() const { return {at, N - 1}; }
};

}  // namespace detail

// An integer of [1,2^31), or with std::int64_t of [1,2^62], unless a fact says otherwise; two
// unknowns of one name are one integer, and must have the same facts. Its size and cost are those
// of an int. Sums, differences, products, quotients, remainders, and comparisons by <= and == with
// unknowns, symbols and static integers are symbols; with other integers they are those of
// value_type.
template <detail::unknown_name Name, class... Facts>
struct unknown {
  using symbolic_kind = unknown;
  using facts = detail::type_list<Facts...>;
  static constexpr bool is_wide = (std::is_same_v<Facts, std::int64_t> || ...);
  using value_type = std::conditional_t<is_wide, std::int64_t, int>;
  value_type value;

  unknown() = default;
  // Pre: the facts are true of v. Not checked here; a launcher asks have_facts.
  TILEPROOF_HOST_DEVICE constexpr explicit unknown(value_type v) : value(v) {}
  TILEPROOF_HOST_DEVICE constexpr operator value_type() const { return value; }
  static constexpr std::string_view name() { return Name; }
};

namespace detail {

// (nvcc matches no specialisation for the string that is unknown's argument: members tell.)
template <class T>
concept symbolic_integer = is_symbolic<T>;
template <class T>
concept unknown_integer = requires { typename T::facts; };
template <class T>
concept symbol_integer = is_symbolic<T> && !unknown_integer<T>;

// ---- what the facts of an unknown say

template <class Fact>
struct fact_of {
  static_assert(std::is_same_v<Fact, std::int64_t>,
                "unknown: a fact is at_least<V>, at_most<V>, multiple_of<N> or std::int64_t");
  static constexpr bool has_least = false, has_greatest = false, is_least = false;
  static constexpr std::int64_t bound = 0, multiple = 1;
  using beside = type_list<>;
};
template <std::int64_t N>
struct fact_of<multiple_of<N, int>> : fact_of<std::int64_t> {
  static constexpr std::int64_t multiple = N;
};
// A bound that is a number, or else a relation to another unknown.
template <auto V, bool IsNumber = !is_symbolic<std::remove_cvref_t<decltype(V)>>>
struct bound_of_fact : fact_of<std::int64_t> {
  static constexpr std::int64_t bound = V;
  static constexpr bool is_number = true;
};
template <auto V>
struct bound_of_fact<V, false> : fact_of<std::int64_t> {
  static constexpr bool is_number = false;
  using beside = type_list<std::remove_cvref_t<decltype(V)>>;
};
template <auto V>
struct fact_of<at_least<V>> : bound_of_fact<V> {
  static constexpr bool has_least = bound_of_fact<V>::is_number;
  static constexpr bool is_least = true;
};
template <auto V>
struct fact_of<at_most<V>> : bound_of_fact<V> {
  static constexpr bool has_greatest = bound_of_fact<V>::is_number;
};

struct range_of_unknown {
  std::int64_t least, greatest, multiple;
};
template <class List>
struct facts_in_list;
template <class... Facts>
struct facts_in_list<type_list<Facts...>> {
  using beside = typename joined_lists<typename fact_of<Facts>::beside...>::type;
  static constexpr range_of_unknown range(bool is_wide) {
    range_of_unknown r{1, is_wide ? std::int64_t{1} << 62 : INT32_MAX, 1};
    ((fact_of<Facts>::has_least ? void(r.least = fact_of<Facts>::bound) : void(),
      fact_of<Facts>::has_greatest ? void(r.greatest = fact_of<Facts>::bound) : void(),
      r.multiple =
          r.multiple / core::gcd(r.multiple, fact_of<Facts>::multiple) * fact_of<Facts>::multiple),
     ...);
    return r;
  }
};
template <class U>
struct facts_of_unknown {
  static constexpr range_of_unknown range = facts_in_list<typename U::facts>::range(U::is_wide);
  static_assert(range.least <= range.greatest, "unknown: no integer has these facts");
};

// ---- the unknowns of several types, in the order of their names, each once

template <class U, class Before, class After>
struct put_unknown;
template <class U, class... Bs>
struct put_unknown<U, type_list<Bs...>, type_list<>> {
  using type = type_list<Bs..., U>;
};
template <class U, class... Bs, class A, class... As>
struct put_unknown<U, type_list<Bs...>, type_list<A, As...>> {
  static constexpr bool is_same_name = U::name() == A::name();
  static_assert(!is_same_name || std::is_same_v<U, A>,
                "unknown: one name has two lists of facts; name the type once, by an alias");
  using type = typename std::conditional_t<
      is_same_name, std::type_identity<type_list<Bs..., A, As...>>,
      std::conditional_t<(U::name() < A::name()), std::type_identity<type_list<Bs..., U, A, As...>>,
                         put_unknown<U, type_list<Bs..., A>, type_list<As...>>>>::type;
};
template <class List, class Rest>
struct put_unknowns;
template <class List>
struct put_unknowns<List, type_list<>> {
  using type = List;
};
template <class List, class U, class... Us>
struct put_unknowns<List, type_list<U, Us...>>
    : put_unknowns<typename put_unknown<U, type_list<>, List>::type, type_list<Us...>> {};

template <class T>
struct own_unknowns {
  using type = type_list<>;
};
template <unknown_integer U>
struct own_unknowns<U> {
  using type = type_list<U>;
};
template <symbol_integer S>
struct own_unknowns<S> {
  using type = typename S::unknowns;
};
// The unknowns of the types, without the ones that their facts speak of.
template <class... Ts>
using unknowns_in =
    typename put_unknowns<type_list<>,
                          typename joined_lists<typename own_unknowns<Ts>::type...>::type>::type;

// Whether no two unknowns among the types have one name and unlike facts. An operation of the
// algebra asks first, and refuses in one sentence; elsewhere put_unknown is the error.
template <class U, class... Us>
inline constexpr bool is_named_once = ((U::name() != Us::name() || std::is_same_v<U, Us>) && ...);
template <class List>
inline constexpr bool are_named_once = true;
template <class... Us>
inline constexpr bool are_named_once<type_list<Us...>> = (is_named_once<Us, Us...> && ...);
template <class... Ts>
inline constexpr bool have_one_list_of_facts =
    are_named_once<typename joined_lists<typename own_unknowns<Ts>::type...>::type>;

template <class U, class List>
inline constexpr int place_of_unknown = -1;
template <class U, class... Us>
inline constexpr int place_of_unknown<U, type_list<Us...>> = [] {
  int place = 0;
  static_cast<void>(((std::is_same_v<U, Us> ? false : (++place, true)) && ...));
  return place;
}();

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE

// Last: what is computed from unknowns.
#include <tileproof/types/symbol.hpp>
