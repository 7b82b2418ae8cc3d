// SPDX-License-Identifier: BSL-1.0
//
// with_unknowns: a layout or a tuple whose run-time integers are unknowns (types/unknown.hpp), in
// the order of its shape and then of its strides: what is proved of its type holds for all their
// values. A layout of CuTe, with <tileproof/beside_cute.hpp>, becomes one of this library.
//
//   using m = unknown<"m">;
//   using n = unknown<"n">;
//   using ld = unknown<"ld", std::int64_t, at_least<m{}>>;
//   using A = cute::Layout<cute::Shape<int, int>, cute::Stride<cute::_1, std::int64_t>>;
//   using every_a = with_unknowns_t<A, m, n, ld>;              // (m,n):(_1,ld)
//   static_assert(require<injective>(every_a{}));
//   auto const a = with_unknowns<m, n, ld>(mA.layout());       // with the values of mA
//   if (!have_facts<m, n, ld>(size<0>(a), size<1>(a), get<1>(stride(a)))) ...
#pragma once

#include <tileproof/algebra/layout.hpp>
#include <tileproof/types/unknown.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: there are more or fewer unknowns than run-time integers.
struct each_integer_has_an_unknown {
  static constexpr char const* sentences[] = {
      "with_unknowns: {expected} run-time integer{|s} {is|are} to become unknowns, and {found} "
      "{is|are} given",
      nullptr};
};

// The name of a refusal: an unknown of 32 bits would not hold each value of an integer of 64.
template <class Integer>
struct unknown_holds_its_integer {
  static constexpr char const* sentences[] = {
      "with_unknowns: an integer of {found} bits is to become an unknown of {expected}: add "
      "std::int64_t to the facts of the unknown",
      nullptr};
};

namespace detail {

// The type T with the unknowns of List from number First on, and how many of these it takes.
template <class T, class List, int First>
struct given_unknowns {
  static constexpr int count = is_static_v<T> || !is_integral_v<T> ? 0 : 1;
  static constexpr auto choose() {
    if constexpr (count == 0 || First >= List::size)
      return std::type_identity<T>{};
    else
      return std::type_identity<typename list_element<List>::template at<First>>{};
  }
  using type = typename decltype(choose())::type;
  static TILEPROOF_HOST_DEVICE constexpr type from(T const& v) {
    if constexpr (std::is_same_v<type, T>)
      return v;
    else {
      using value = typename type::value_type;
      static_assert(
          refuse_unless<sizeof(plain_integer_t<T>) <= sizeof(value), unknown_holds_its_integer<T>,
                        found<8 * static_cast<int>(sizeof(plain_integer_t<T>))>,
                        expected<8 * static_cast<int>(sizeof(value))>>);
      return type(static_cast<value>(v));
    }
  }
};
template <class... Ts, class List, int First>
struct given_unknowns<tuple<Ts...>, List, First> {
  template <std::size_t... I>
  static constexpr int before(std::size_t end, std::index_sequence<I...>) {
    return (0 + ... + (I < end ? given_unknowns<typename nth<I, Ts...>::type, List, 0>::count : 0));
  }
  using indices = std::index_sequence_for<Ts...>;
  static constexpr int count = before(sizeof...(Ts), indices{});
  template <std::size_t I>
  using part = given_unknowns<typename nth<I, Ts...>::type, List, First + before(I, indices{})>;
  template <std::size_t... I>
  static tuple<typename part<I>::type...> types(std::index_sequence<I...>);
  using type = decltype(types(indices{}));
  static TILEPROOF_HOST_DEVICE constexpr type from(tuple<Ts...> const& t) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      if constexpr (__is_empty(type))
        return type{};
      else
        return type(part<I>::from(get<I>(t))...);
    }(indices{});
  }
};
template <class Shape, class Stride, class List, int First>
struct given_unknowns<Layout<Shape, Stride>, List, First> {
  using of_shape = given_unknowns<Shape, List, First>;
  using of_stride = given_unknowns<Stride, List, First + of_shape::count>;
  static constexpr int count = of_shape::count + of_stride::count;
  using type = Layout<typename of_shape::type, typename of_stride::type>;
  static TILEPROOF_HOST_DEVICE constexpr type from(Layout<Shape, Stride> const& l) {
    return make_layout(of_shape::from(l.shape()), of_stride::from(l.stride()));
  }
};

}  // namespace detail

// L with its run-time integers as the unknowns Us; L is a layout or a tuple of this library or of
// CuTe. Refused unless there are as many (each_integer_has_an_unknown).
template <class... Us, class L>
TILEPROOF_HOST_DEVICE constexpr auto with_unknowns(L const& l) {
  using own = detail::own<L>;
  using given = detail::given_unknowns<typename own::type, detail::type_list<Us...>, 0>;
  constexpr int count = static_cast<int>(sizeof...(Us));
  static_assert(refuse_unless<(given::count == count), each_integer_has_an_unknown, found<count>,
                              expected<given::count>>);
  return given::from(own::from(l));
}
template <class L, class... Us>
using with_unknowns_t = decltype(with_unknowns<Us...>(std::declval<L>()));

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
