// SPDX-License-Identifier: BSL-1.0
//
// Defines the functions that take integer tuples apart and put them together: tuple_cat, repeat,
// tuple_repeat, take, select, group, append, prepend, replace, flatten, unflatten, unwrap.
//
// Use them to name or regroup modes: group<0, 2> joins the first two modes of (BLK_M,BLK_N,k) into
// one.
//
//   static_assert(group<0, 2>(Shape<_4, _8, _2>{}) == Shape<Shape<_4, _8>, _2>{});
//
// Indices are template arguments; one that is out of range fails a static_assert. Static elements
// stay static. algebra/rearrange_layout.hpp defines them for layouts. Cost: nothing at run time but
// copies of the run-time leaves. core/rearrange.hpp has the order of the elements in each result;
// here it is a constant, from which the tuple is built. Elements may be of any type, so lift (lift/
// build.hpp), which computes with integers, has no part in it.
#pragma once

#include <tileproof/algebra/int_tuple.hpp>
#include <tileproof/core/rearrange.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// An order of elements as core/rearrange.hpp writes it.
template <int Tokens>
struct arrangement {
  int at[Tokens]{};
  bool is_flat = true;

  // The token of mode i of the tuple at a token.
  constexpr int mode(int token, int i) const {
    for (++token; i > 0; --i)
      for (int trees = 1; trees > 0; --trees, ++token)
        if (at[token] > 0) trees += at[token];
    return token;
  }
};

// The element of an arrangement: of t, or x where t has no such element.
template <int I, class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto mode_or(T const& t, X const& x) {
  if constexpr (I < rank_v<T>)
    return get<static_cast<std::size_t>(I)>(t);
  else
    return x;
}
// The token of mode I; a constant, since host functions are not called in device code.
template <class Of, int Token, int I>
inline constexpr int mode_token = Of::value.mode(Token, I);

// The tree at a token of Of::value, an arrangement of the elements of t and x.
template <class Of, int Token, class T, class X, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto arranged(T const& t, X const& x, std::index_sequence<I...>);
template <class Of, int Token = 0, class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto arranged(T const& t, X const& x) {
  constexpr int of = Of::value.at[Token];
  if constexpr (of < 0)
    return mode_or<-1 - of>(t, x);
  else
    return arranged<Of, Token>(t, x, std::make_index_sequence<static_cast<std::size_t>(of)>{});
}
template <class Of, int Token, class T, class X, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto arranged(T const& t, X const& x, std::index_sequence<I...>) {
  if constexpr (Of::value.is_flat)
    return make_tuple(mode_or<-1 - Of::value.at[1 + I]>(t, x)...);
  else
    return make_tuple(arranged<Of, mode_token<Of, Token, static_cast<int>(I)>>(t, x)...);
}

// The arrangement that a function of core/rearrange.hpp writes.
template <int Tokens, auto Write, auto... N>
struct written_by {
  static constexpr arrangement<Tokens> value = [] {
    arrangement<Tokens> r;
    int* out = r.at;
    Write(out, N...);
    for (int i = 1; i < Tokens; ++i) r.is_flat = r.is_flat && r.at[i] < 0;
    return r;
  }();
};

// A flat arrangement without a second operand, in fewer instantiations than arranged takes.
template <class Of, class T, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto flat_of(T const& t, std::index_sequence<I...>) {
  return make_tuple(get<static_cast<std::size_t>(-1 - Of::value.at[1 + I])>(t)...);
}

template <class A, class B, std::size_t... I, std::size_t... J>
TILEPROOF_HOST_DEVICE constexpr auto joined(A const& a, B const& b, std::index_sequence<I...>,
                                            std::index_sequence<J...>) {
  return make_tuple(get<I>(a)..., get<J>(b)...);
}

template <class T>
using indices_of = std::make_index_sequence<static_cast<std::size_t>(rank_v<T>)>;

template <std::size_t N, class T, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto repeated(T const& t, std::index_sequence<I...>) {
  return make_tuple((static_cast<void>(I), t)...);
}

// A tuple or an integer. A layout is neither: it is one argument, not the tuple of its modes.
template <class T>
inline constexpr bool is_tuple_or_integer_v = is_tuple_v<T> || is_integral_v<T>;

// A leaf becomes a tuple of one element; a tuple stays as it is.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto as_tuple(T const& t) {
  if constexpr (is_tuple_v<T>)
    return t;
  else
    return make_tuple(t);
}

// t with x before or after its elements, as often as makes N elements.
template <int N, auto Write, class T, class X>
TILEPROOF_HOST_DEVICE constexpr auto extended(T const& t, X const& x) {
  return arranged<written_by<N + 1, Write, rank_v<T>, N>>(as_tuple(t), x);
}

}  // namespace detail

// NAME for arguments of which one is of Hana or the standard library.
#define TILEPROOF_TAKES_FOREIGN(NAME)                              \
  template <std::size_t... I, class... Args>                       \
    requires(detail::any_foreign<Args...>)                         \
  TILEPROOF_HOST_DEVICE constexpr auto NAME(Args const&... args) { \
    return NAME<I...>(detail::owned(args)...);                     \
  }

// The elements of all arguments, one after the other, in one tuple; of one tuple, the tuple itself.
template <class A>
  requires(!detail::any_foreign<A> && is_tuple_v<A>)
TILEPROOF_HOST_DEVICE constexpr A tuple_cat(A const& a) {
  return a;
}
template <class A, class B>
  requires(!detail::any_foreign<A, B>)
TILEPROOF_HOST_DEVICE constexpr auto tuple_cat(A const& a, B const& b) {
  static_assert(detail::is_tuple_or_integer_v<A> && detail::is_tuple_or_integer_v<B>,
                "tuple_cat: tuples and integers are expected here; make_tuple(l) has a layout l as "
                "its one element");
  return detail::joined(a, b, detail::indices_of<A>{}, detail::indices_of<B>{});
}
// tuple_cat of three or more, pair by pair from the left.
TILEPROOF_TAKES_FOREIGN(tuple_cat)
template <class A, class B, class C, class... Ds>
TILEPROOF_HOST_DEVICE constexpr auto tuple_cat(A const& a, B const& b, C const& c,
                                               Ds const&... ds) {
  return tuple_cat(tuple_cat(a, b), c, ds...);
}

// The tuple (t, t, ..., t) of N elements, a tuple for N = 1 too.
template <std::size_t N, class T>
TILEPROOF_HOST_DEVICE constexpr auto tuple_repeat(T const& t) {
  return detail::repeated<N>(t, std::make_index_sequence<N>{});
}
// N times t, of rank N: the tuple (t, t, ..., t), and t itself for N = 1.
template <std::size_t N, class T>
TILEPROOF_HOST_DEVICE constexpr auto repeat(T const& t) {
  if constexpr (N == 1)
    return detail::owned(t);
  else
    return tuple_repeat<N>(t);
}

// The names of refusals: a range of modes that a tuple does not have; more modes than are asked
// for; another number of leaves than a profile has.
struct modes_exist {
  static constexpr char const* sentences[] = {
      "modes [{found:0},{found:1}) do not exist: there are {expected} modes, counted from 0, and a "
      "range ends after its begin",
      nullptr};
};
struct rank_is_at_most {
  static constexpr char const* sentences[] = {
      "append and prepend: {expected} modes are asked for, and there are {found} already", nullptr};
};
struct leaves_match_profile {
  static constexpr char const* sentences[] = {
      "unflatten: the tuple has {found} element{|s}, and the profile {expected} lea{f|ves}",
      nullptr};
};

namespace detail {

template <std::size_t B, std::size_t E, std::size_t N>
using no_modes = refuse<modes_exist, found<static_cast<int>(B), static_cast<int>(E)>,
                        expected<static_cast<int>(N)>>;
template <std::size_t N, std::size_t Rank>
using too_many_modes =
    refuse<rank_is_at_most, found<static_cast<int>(Rank)>, expected<static_cast<int>(N)>>;

}  // namespace detail

// The tuple of elements [B,E) of t. Refused (modes_exist) where t lacks one of them, or E < B.
template <std::size_t B, std::size_t E, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto take(tuple<Ts...> const& t) {
  if constexpr (B <= E && E <= sizeof...(Ts)) {
    return detail::flat_of<detail::written_by<1 + E - B, core::order::take, B, E>>(
        t, std::make_index_sequence<E - B>{});
  } else {
    static_cast<void>(detail::no_modes<B, E, sizeof...(Ts)>{});
    return t;
  }
}
TILEPROOF_TAKES_FOREIGN(take)

// The tuple of elements I, J, ... of t, in this order; an index may come twice.
template <std::size_t... I, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto select(tuple<Ts...> const& t) {
  return make_tuple(get<I>(t)...);
}
TILEPROOF_TAKES_FOREIGN(select)

// t with its elements [B,E) gathered into one element, a tuple.
template <std::size_t B, std::size_t E, class... Ts>
TILEPROOF_HOST_DEVICE constexpr auto group(tuple<Ts...> const& t) {
  if constexpr (B > E) {
    static_cast<void>(detail::no_modes<B, E, sizeof...(Ts)>{});
    return t;
  } else if constexpr (E > sizeof...(Ts)) {
    static_cast<void>(detail::no_element<E - 1, sizeof...(Ts)>{});
    return t;
  } else {
    constexpr int n = sizeof...(Ts);
    return detail::arranged<detail::written_by<n + 2, core::order::group, n, B, E>>(t, 0);
  }
}
TILEPROOF_TAKES_FOREIGN(group)

// t with x as a further last element; an integer t counts as a tuple of one.
template <class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto append(T const& t, V const& x) {
  return detail::extended<rank_v<T> + 1, core::order::append>(t, x);
}
// append<N>: t, followed by as many x as make N elements. append<1> of an integer is that integer.
template <std::size_t N, class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto append(T const& t, V const& x) {
  if constexpr (N < rank_v<T>) static_cast<void>(detail::too_many_modes<N, rank_v<T>>{});
  if constexpr (N < rank_v<T> || (N == 1 && !is_tuple_v<T>))
    return t;
  else
    return detail::extended<N, core::order::append>(t, x);
}
TILEPROOF_TAKES_FOREIGN(append)

// t with x before its first element; an integer t counts as a tuple of one.
template <class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto prepend(T const& t, V const& x) {
  return detail::extended<rank_v<T> + 1, core::order::prepend>(t, x);
}
// prepend<N>: t with as many x before it as make N elements. prepend<1> of an integer is that
// integer.
template <std::size_t N, class T, class V>
  requires(is_tuple_v<T> || is_integral_v<T> || is_underscore<T>::value)
TILEPROOF_HOST_DEVICE constexpr auto prepend(T const& t, V const& x) {
  if constexpr (N < rank_v<T>) static_cast<void>(detail::too_many_modes<N, rank_v<T>>{});
  if constexpr (N < rank_v<T> || (N == 1 && !is_tuple_v<T>))
    return t;
  else
    return detail::extended<N, core::order::prepend>(t, x);
}
TILEPROOF_TAKES_FOREIGN(prepend)

// t with x in place of element N.
template <std::size_t N, class... Ts, class V>
TILEPROOF_HOST_DEVICE constexpr auto replace(tuple<Ts...> const& t, V const& x) {
  if constexpr (N < sizeof...(Ts)) {
    constexpr int n = sizeof...(Ts);
    return detail::arranged<detail::written_by<n + 1, core::order::replace, n, N>>(t, x);
  } else {
    static_cast<void>(detail::no_element<N, sizeof...(Ts)>{});
    return t;
  }
}
TILEPROOF_TAKES_FOREIGN(replace)

namespace detail {

template <class T>
TILEPROOF_HOST_DEVICE constexpr auto leaves_as_tuple(T const& t);

template <class T, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto flatten_elements(T const& t, std::index_sequence<I...>) {
  return tuple_cat(tuple<>{}, tuple<>{}, leaves_as_tuple(get<I>(t))...);
}

template <class T>
TILEPROOF_HOST_DEVICE constexpr auto leaves_as_tuple(T const& t) {
  if constexpr (is_tuple_v<T>)
    return flatten_elements(t, indices_of<T>{});
  else
    return make_tuple(t);
}

// The number of leaves of a tree of this type, static ones among them.
template <class T>
inline constexpr std::size_t leaf_count = 1;
template <class... Ts>
inline constexpr std::size_t leaf_count<tuple<Ts...>> = (leaf_count<Ts> + ... + 0);
template <class... Ts>
inline constexpr std::size_t leaf_count<ArithmeticTuple<Ts...>> = leaf_count<tuple<Ts...>>;

// The leaves of a profile in order, from its tokens as a core::layout has them, at any number.
template <class T>
inline constexpr int token_count = 1;
template <class... Ts>
inline constexpr int token_count<tuple<Ts...>> = (1 + ... + token_count<Ts>);
template <class... Ts>
inline constexpr int token_count<ArithmeticTuple<Ts...>> = token_count<tuple<Ts...>>;

template <class T>
constexpr void put_tokens(T const*, int*& end) {
  *end++ = core::leaf_token;
}
template <class... Ts>
constexpr void put_tokens(tuple<Ts...> const*, int*& end) {
  *end++ = sizeof...(Ts);
  (put_tokens(static_cast<Ts const*>(nullptr), end), ...);
}
template <class... Ts>
constexpr void put_tokens(ArithmeticTuple<Ts...> const*, int*& end) {
  put_tokens(static_cast<tuple<Ts...> const*>(nullptr), end);
}
template <class Profile>
constexpr void write_profile(int*& out) {
  int profile[token_count<Profile>]{};
  int* end = profile;
  put_tokens(static_cast<Profile const*>(nullptr), end);
  core::order::unflatten(out, profile, token_count<Profile>);
}

}  // namespace detail

// The leaves of t in order, as one flat tuple: ((_4,_8),_2) gives (_4,_8,_2). An integer stays an
// integer.
template <class T>
  requires(is_tuple_v<T> || is_integral_v<T>)
TILEPROOF_HOST_DEVICE constexpr auto flatten(T const& t) {
  if constexpr (is_tuple_v<T>)
    return detail::leaves_as_tuple(t);
  else
    return t;
}
TILEPROOF_TAKES_FOREIGN(flatten)

// The leaves of a flat tuple arranged in the profile of another tuple; flatten is its inverse.
// Refused (leaves_match_profile) unless there are as many leaves as the profile has.
template <class T, class Profile>
  requires(!detail::any_foreign<T, Profile>)
TILEPROOF_HOST_DEVICE constexpr auto unflatten(T const& t, Profile const&) {
  if constexpr (rank_v<T> == detail::leaf_count<Profile>) {
    return detail::arranged<
        detail::written_by<detail::token_count<Profile>, detail::write_profile<Profile>>>(
        detail::as_tuple(t), 0);
  } else {
    static_cast<void>(refuse<leaves_match_profile, found<static_cast<int>(rank_v<T>)>,
                             expected<static_cast<int>(detail::leaf_count<Profile>)>>{});
    return t;
  }
}
TILEPROOF_TAKES_FOREIGN(unflatten)
#undef TILEPROOF_TAKES_FOREIGN

// The only element of a tuple of one, at any depth: ((_4)) gives _4. Other tuples stay as they are.
template <class T>
TILEPROOF_HOST_DEVICE constexpr auto unwrap(T const& t) {
  if constexpr (is_tuple_v<T> && rank_v<T> == 1)
    return unwrap(get<0>(t));
  else if constexpr (detail::is_foreign_v<T>)
    return unwrap(detail::owned(t));
  else
    return t;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
