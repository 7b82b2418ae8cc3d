// SPDX-License-Identifier: BSL-1.0
//
// print and operator<<: integers, tuples, layouts and swizzles as text in CuTe's notation. print(x)
// writes to stdout with printf, on the host and in kernels; operator<< writes to a stream, and the
// caller includes <ostream>. print_layout draws a table.
//
//   print(Layout<Shape<_4, int>, Stride<_1, _4>>(make_shape(_4{}, 8)));  // (_4,8):(_1,_4)
#pragma once

#include <tileproof/print/to_string.hpp>

#include <cstdio>
#include <iosfwd>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// print(x) writes x to stdout. An integer that the type holds has an underscore (_4), a run-time
// integer has none (4); E<i> is _1@i; a composed layout is "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)".
TILEPROOF_HOST_DEVICE void print(char const* s) { printf("%s", s); }
TILEPROOF_HOST_DEVICE void print(char c) { printf("%c", c); }
// printf, as in CuTe: print("%d,%d\n", i, j). One text alone is written as it is.
template <class... Ts>
  requires(sizeof...(Ts) > 0 && ((std::is_arithmetic_v<Ts> || std::is_pointer_v<Ts>) && ...))
TILEPROOF_HOST_DEVICE void print(char const* format, Ts... values) {
  printf(format, values...);
}
TILEPROOF_HOST_DEVICE void print(Underscore) { printf("_"); }

template <class T>
  requires(std::is_arithmetic_v<T>)
TILEPROOF_HOST_DEVICE void print(T v) {
  if constexpr (std::is_floating_point_v<T>)
    printf("%f", static_cast<double>(v));
  else if constexpr (std::is_unsigned_v<T>)
    printf("%llu", static_cast<unsigned long long>(v));
  else
    printf("%lld", static_cast<long long>(v));
}
// The value; its known divisor is not written.
template <std::int64_t N, class T>
TILEPROOF_HOST_DEVICE void print(multiple_of<N, T> const& v) {
  print(v.value);
}
// Integers and tuples of Hana and the standard library, and NVIDIA's (beside_cute.hpp).
template <detail::any_foreign T>
TILEPROOF_HOST_DEVICE void print(T const& t) {
  print(detail::owned(t));
}
template <auto V>
TILEPROOF_HOST_DEVICE void print(C<V>) {
  printf("_%lld", static_cast<long long>(V));
}
// A trait of types, as an object of a class that derives from a constant: is_layout<L>{}.
template <class T, T V>
  requires(std::is_integral_v<T>)
TILEPROOF_HOST_DEVICE void print(std::integral_constant<T, V> const&) {
  print(C<V>{});
}

template <class T, int... Ns>
TILEPROOF_HOST_DEVICE void print(ScaledBasis<T, Ns...> const& e) {
  print(e.value());
  int const index[] = {Ns..., 0};
  for (int i = sizeof...(Ns); i > 0; --i) printf("@%d", index[i - 1]);
}

template <class... Ts>
TILEPROOF_HOST_DEVICE void print(tuple<Ts...> const& t);
template <class S, class D>
TILEPROOF_HOST_DEVICE void print(Layout<S, D> const& l);

namespace detail {

// The elements in parentheses, separated by commas.
template <class Tuple, std::size_t... I>
TILEPROOF_HOST_DEVICE void print_elements(Tuple const& t, std::index_sequence<I...>) {
  ((print(I == 0 ? "(" : ","), print(get<I>(t))), ...);
  print(sizeof...(I) == 0 ? "()" : ")");
}

}  // namespace detail

template <class... Ts>
TILEPROOF_HOST_DEVICE void print(tuple<Ts...> const& t) {
  detail::print_elements(t, std::index_sequence_for<Ts...>{});
}
template <class... Ts>
TILEPROOF_HOST_DEVICE void print(ArithmeticTuple<Ts...> const& t) {
  print(static_cast<tuple<Ts...> const&>(t));
}
template <class S, class D>
TILEPROOF_HOST_DEVICE void print(Layout<S, D> const& l) {
  print(l.shape());
  print(':');
  print(l.stride());
}
template <int B, int M, int S>
TILEPROOF_HOST_DEVICE void print(Swizzle<B, M, S> const&) {
  printf("Sw<%d,%d,%d>", B, M, S);
}
template <class A, class O, class B>
TILEPROOF_HOST_DEVICE void print(ComposedLayout<A, O, B> const& l) {
  print(l.layout_a());
  print(" o ");
  print(l.offset());
  print(" o ");
  print(l.layout_b());
}

namespace detail {

// True for types that to_string writes in CuTe's notation. Integers keep the stream's own
// operator<<.
template <class T>
inline constexpr bool is_streamed_v = is_tuple_v<T> || is_layout_v<T> || is_static_integer<T>;
template <int B, int M, int S>
inline constexpr bool is_streamed_v<Swizzle<B, M, S>> = true;

}  // namespace detail

// Writes x in CuTe's notation, as to_string does. Host only.
template <class Traits, class T>
  requires(detail::is_streamed_v<T>)
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& os, T const& t) {
  core::text const s = to_string(t);
  return os.write(s.at, s.count);
}

// The name of a refusal: a table of a layout that has not two modes.
struct layout_is_a_table {
  static constexpr char const* sentences[] = {
      "print_layout: a layout of rank {found} is no table, which has {expected} modes, rows and "
      "columns: print_layout(group<1,R>(l)) draws one of rank R, and print(l) writes any",
      nullptr};
};
template <class L>
  requires(is_layout_v<L> && L::rank != 2)
TILEPROOF_HOST_DEVICE void print_layout(L const&) {
  static_cast<void>(refuse<layout_is_a_table, found<int{L::rank}>, expected<2>>{});
}
// Draws a layout of rank 2 as a table: the offset of each coordinate (m,n) in row m and column n.
// Refused for other ranks (layout_is_a_table).
//
//   (_2,_3):(_3,_1)
//         0   1   2
//       +---+---+---+
//    0  | 0 | 1 | 2 |
//       +---+---+---+
//    1  | 3 | 4 | 5 |
//       +---+---+---+
template <class L>
  requires(is_layout_v<L> && L::rank == 2)
TILEPROOF_HOST_DEVICE void print_layout(L const& l) {
  int digits = 1;
  for (long long n = static_cast<long long>(cosize(l)); n >= 10; n /= 10) ++digits;
  int const width = digits + 2;
  int const rows = static_cast<int>(size<0>(l));
  int const columns = static_cast<int>(size<1>(l));

  auto const rule = [&] {
    print("    ");
    for (int n = 0; n < columns; ++n) {
      print('+');
      for (int i = 0; i < width; ++i) print('-');
    }
    print("+\n");
  };

  print(l);
  print("\n    ");
  for (int n = 0; n < columns; ++n) printf("  %*d ", width - 2, n);
  print('\n');
  for (int m = 0; m < rows; ++m) {
    rule();
    printf("%2d  ", m);
    for (int n = 0; n < columns; ++n) printf("| %*d ", width - 2, static_cast<int>(l(m, n)));
    print("|\n");
  }
  rule();
}

template <detail::any_foreign L>
TILEPROOF_HOST_DEVICE void print_layout(L const& l) {
  print_layout(detail::owned(l));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
