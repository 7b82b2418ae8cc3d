// SPDX-License-Identifier: BSL-1.0
//
// A law: what it says about one layout, and the layouts that it applies to.
//
//   struct some_law {
//     template <class S> static constexpr bool applies();  // S::value is the layout,
//     template <class S> static constexpr bool holds();    // S::f its function
//   };
//
// checked<some_law> is the number of layouts on which the law applies. It does not compile where
// the law does not hold; each test asserts the number, so that a condition cannot drop the
// layouts.
#pragma once

#include "../every.hpp"
#include "function.hpp"
#include "layouts.hpp"

#include <boost/hana/at.hpp>
#include <boost/hana/length.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace laws {

template <auto const& Table, std::size_t I>
struct subject {
  static constexpr auto value = hana::at_c<I>(Table);
  static constexpr function f = function_of(value);
  using type = std::remove_const_t<decltype(value)>;

  static constexpr bool is_swizzled = is_composed_layout<type>::value;
  static constexpr bool is_static = is_static_v<type>;
  static constexpr bool is_tuple = is_tuple_v<decltype(value.shape())>;
  static constexpr std::size_t rank = type::rank;
};

// Every layout without a swizzle.
struct of_plain_layouts {
  template <class S>
  static constexpr bool applies() {
    return !S::is_swizzled;
  }
};
struct of_all_layouts {
  template <class S>
  static constexpr bool applies() {
    return true;
  }
};

struct of_several_modes {
  template <class S>
  static constexpr bool applies() {
    return S::rank > 1;
  }
};

template <class Law, class S, class Layout = typename S::type>
constexpr int instance() {
  if constexpr (Law::template applies<S>()) {
    static_assert(Law::template holds<S>(), "a law does not hold on this layout");
    return 1;
  } else {
    return 0;
  }
}
// A layout that EVERY leaves out counts as one that the law applies to: the build's compiler, which
// leaves none out in the suite thorough, counts them.
template <class Law, class S, bool IsAsked>
constexpr int instance_if() {
  if constexpr (IsAsked)
    return instance<Law, S>();
  else
    return 1;
}

template <class Law, auto const& Table, std::size_t Begin, std::size_t... I>
constexpr int instances(std::index_sequence<I...>) {
  return (0 + ... + instance_if<Law, subject<Table, Begin + I>, (Begin + I) % EVERY == 0>());
}

template <auto const& Table>
inline constexpr std::size_t number_of = decltype(hana::length(Table))::value;

// Among layouts [Begin,End) of a table.
template <class Law, auto const& Table = layouts, std::size_t Begin = 0,
          std::size_t End = number_of<Table>>
inline constexpr int checked =
    instances<Law, Table, Begin>(std::make_index_sequence<End - Begin>{});

// The parts of a law that needs several. A chain of && of constants is evaluated by clang once for
// each operator, for its warnings.
template <class... Parts>
constexpr bool all(Parts... parts) {
  return (parts && ...);
}

// f(k) for every k < N, as static numbers.
template <class F, std::size_t... K>
constexpr bool for_every(F const& f, std::index_sequence<K...>) {
  return (true && ... && f(std::integral_constant<std::size_t, K>{}));
}
template <std::size_t N, class F>
constexpr bool for_every(F const& f) {
  return for_every(f, std::make_index_sequence<N>{});
}

}  // namespace laws
