// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's type traits and integer sequences in namespace cute. Almost all are the standard
// library's; the others are util/type_traits.hpp, numeric/integer_sequence.hpp and
// container/type_list.hpp of CuTe.
//
//   cute::for_each(cute::make_seq<3>{}, [](auto i) { /* i is _0, _1, _2 */ });
#pragma once

#include <tileproof/cute/config.hpp>
#include <tileproof/cute/same.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#if defined(__CUDACC__)
#include <cuda/std/limits>
#endif

namespace cute {

using std::add_const_t, std::add_pointer, std::add_pointer_t;
using std::alignment_of, std::alignment_of_v, std::extent;
using std::common_type, std::common_type_t, std::conditional, std::conditional_t;
using std::conjunction, std::conjunction_v, std::disjunction, std::disjunction_v;
using std::decay, std::decay_t, std::declval, std::enable_if, std::enable_if_t;
using std::forward, std::move, std::invoke_result_t, std::void_t;
using std::is_arithmetic, std::is_base_of, std::is_base_of_v, std::is_const, std::is_const_v;
using std::is_constructible, std::is_constructible_v, std::is_convertible, std::is_convertible_v;
using std::is_default_constructible, std::is_default_constructible_v;
using std::is_empty, std::is_empty_v, std::is_same, std::is_same_v;
using std::is_lvalue_reference, std::is_lvalue_reference_v, std::is_reference;
using std::is_pointer, std::is_pointer_v, std::is_signed, std::is_signed_v;
using std::is_standard_layout, std::is_standard_layout_v, std::is_trivially_copyable;
using std::is_unsigned, std::is_unsigned_v, std::is_void_v, std::is_volatile, std::is_volatile_v;
using std::make_signed, std::make_signed_t, std::negation, std::negation_v;
using std::remove_const_t, std::remove_cv_t, std::remove_cvref, std::remove_cvref_t;
using std::remove_extent, std::remove_pointer, std::remove_pointer_t, std::remove_reference_t;
using std::ptrdiff_t, std::size_t, std::uintptr_t;

#if defined(__CUDACC__)
using cuda::std::numeric_limits;  // works in device code without a flag
#else
using std::numeric_limits;
#endif

#if defined(__CUDACC__)
using ::dim3, ::uint3;
#endif

// Whether T is a built-in integral type.
template <class T>
using is_std_integral = std::is_integral<T>;

// Dst with the const and volatile of Src.
template <class Src, class Dst>
struct copy_cv {
  using with_const = std::conditional_t<std::is_const_v<Src>, Dst const, Dst>;
  using type = std::conditional_t<std::is_volatile_v<Src>, with_const volatile, with_const>;
};
template <class Src, class Dst>
using copy_cv_t = typename copy_cv<Src, Dst>::type;

// false, for a static_assert in a template.
template <class... Args>
inline constexpr bool dependent_false = false;

// Whether T is one of Us.
template <class T, class... Us>
struct is_any_of : std::bool_constant<(std::is_same_v<T, Us> || ...)> {};
template <class T, class... Us>
inline constexpr bool is_any_of_v = is_any_of<T, Us...>::value;

// True or False, by B: conditional_template<B, True, False>::type<U...>.
template <bool B, template <class...> class True, template <class...> class False>
struct conditional_template {
  template <class... U>
  using type = True<U...>;
};
template <template <class...> class True, template <class...> class False>
struct conditional_template<false, True, False> {
  template <class... U>
  using type = False<U...>;
};

// is_valid(f, args...) is std::true_type where f(args...) is an expression, else std::false_type;
// is_valid(f) is the question as a function of args.
template <class F, class Arg, class... Args>
TILEPROOF_HOST_DEVICE constexpr auto is_valid(F&&, Arg&&, Args&&...) {
  return std::is_invocable<F&&, Arg&&, Args&&...>{};
}
template <class F>
struct is_valid_for {
  template <class... Args>
  TILEPROOF_HOST_DEVICE constexpr auto operator()(Args&&...) const {
    return std::is_invocable<F, Args&&...>{};
  }
};
template <class F>
TILEPROOF_HOST_DEVICE constexpr auto is_valid(F&&) {
  return is_valid_for<F&&>{};
}

// A list of types; get<I> gives an object of type I.
template <class... T>
struct type_list {};
template <std::size_t I, class... T>
TILEPROOF_HOST_DEVICE constexpr std::tuple_element_t<I, std::tuple<T...>> get(
    type_list<T...> const&) noexcept {
  return {};
}
// The index of the first true of B, their number if none is.
template <bool... B>
struct find_true {
  TILEPROOF_HOST_DEVICE static constexpr std::size_t find() {
    std::size_t i = 0;
    static_cast<void>(((B ? true : (++i, false)) || ...));
    return i;
  }
  static constexpr std::size_t value = find();
};
template <bool... B>
inline constexpr std::size_t find_true_v = find_true<B...>::value;

// ---- integer sequences

using std::index_sequence, std::integer_sequence;
using std::make_index_sequence, std::make_integer_sequence;

namespace detail_of_cute {

template <class T, T Begin, T Step, class S>
struct stepped;
template <class T, T Begin, T Step, T... N>
struct stepped<T, Begin, Step, integer_sequence<T, N...>> {
  using type = integer_sequence<T, static_cast<T>(Begin + Step * N)...>;
};

}  // namespace detail_of_cute

// Begin, Begin + 1, ..., End - 1; none where End is not larger.
template <class T, T Begin, T End>
using make_integer_range = typename detail_of_cute::stepped<
    T, Begin, T{1}, make_integer_sequence<T, (End > Begin ? End - Begin : T{0})>>::type;
// N - 1, ..., 1, 0
template <class T, T N>
using make_integer_sequence_reverse =
    typename detail_of_cute::stepped<T, static_cast<T>(N - 1), static_cast<T>(-1),
                                     make_integer_sequence<T, N>>::type;

template <int... Is>
using int_sequence = integer_sequence<int, Is...>;
template <int N>
using make_int_sequence = make_integer_sequence<int, N>;
template <int N>
using make_int_rsequence = make_integer_sequence_reverse<int, N>;
template <int Begin, int End>
using make_int_range = make_integer_range<int, Begin, End>;
template <std::size_t N>
using make_index_rsequence = make_integer_sequence_reverse<std::size_t, N>;
template <std::size_t Begin, std::size_t End>
using make_index_range = make_integer_range<std::size_t, Begin, End>;
template <int... Is>
using seq = int_sequence<Is...>;
template <int N>
using make_seq = make_int_sequence<N>;
template <int N>
using make_rseq = make_int_rsequence<N>;
template <int Begin, int End>
using make_range = make_int_range<Begin, End>;

// The number of elements and the type of element I, of what std::tuple_size knows and of an integer
// sequence, whose elements are static integers. A program specialises them for types of its own.
template <class T, class = void>
struct tuple_size;
template <class T>
struct tuple_size<T, std::void_t<typename std::tuple_size<T>::type>>
    : std::integral_constant<std::size_t, std::tuple_size<T>::value> {};
template <class T, T... Is>
struct tuple_size<integer_sequence<T, Is...>>
    : std::integral_constant<std::size_t, sizeof...(Is)> {};
template <class T>
inline constexpr std::size_t tuple_size_v = tuple_size<T>::value;

template <std::size_t I, class T, class = void>
struct tuple_element;
template <std::size_t I, class T>
struct tuple_element<I, T, std::void_t<typename std::tuple_element<I, T>::type>>
    : std::tuple_element<I, T> {};
template <std::size_t I, class T, T... Is>
struct tuple_element<I, integer_sequence<T, Is...>> {
  static constexpr T at[sizeof...(Is)] = {Is...};
  using type = C<at[I]>;
};
template <std::size_t I, class T>
using tuple_element_t = typename tuple_element<I, T>::type;

template <std::size_t I, class T, T... Is>
TILEPROOF_HOST_DEVICE constexpr tuple_element_t<I, integer_sequence<T, Is...>> get(
    integer_sequence<T, Is...>) {
  return {};
}

// The indices of a tuple's elements, upwards and downwards; the values of static integers as a seq.
template <class Tuple>
using tuple_seq = make_seq<static_cast<int>(tuple_size<std::remove_cvref_t<Tuple>>::value)>;
template <class Tuple>
using tuple_rseq = make_rseq<static_cast<int>(tuple_size<std::remove_cvref_t<Tuple>>::value)>;
template <class T>
struct to_seq;
template <int... Is>
struct to_seq<integer_sequence<int, Is...>> {
  using type = seq<Is...>;
};
template <template <class...> class Tuple, class... Ts>
struct to_seq<Tuple<Ts...>> {
  using type = seq<static_cast<int>(Ts::value)...>;
};
template <class T>
using to_seq_t = typename to_seq<T>::type;

}  // namespace cute

template <class... T>
struct std::tuple_size<cute::type_list<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {
};
template <std::size_t I, class... T>
struct std::tuple_element<I, cute::type_list<T...>> : std::tuple_element<I, std::tuple<T...>> {};
