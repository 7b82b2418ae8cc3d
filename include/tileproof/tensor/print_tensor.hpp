// SPDX-License-Identifier: BSL-1.0
//
// print(tensor) writes its pointer and layout; print_tensor(tensor) writes all elements, for ranks
// 1 to 4. Both run on the host and in kernels (printf).
//
//   print_tensor(sA);  // ptr[16b](0x...) o (_2,_3):(_3,_1): and a table of 2 lines
#pragma once

#include <tileproof/print/print.hpp>
#include <tileproof/tensor/tensor.hpp>
#include <tileproof/types/element_kind.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// print(pointer) writes the width of the elements and the address, with the memory space before:
// "smem_ptr[16b](0x7f00)".
template <class T>
TILEPROOF_HOST_DEVICE void print(T* p) {
  printf("ptr[%db](%p)", sizeof_bits_v<T>, static_cast<void const*>(p));
}
template <class T>
TILEPROOF_HOST_DEVICE void print(subbyte_iterator<T> const& p) {
  printf("subptr[%db](%p.%d)", sizeof_bits_v<T>, static_cast<void const*>(p.byte),
         p.bit / sizeof_bits_v<T>);
}
template <class T, int Bytes>
TILEPROOF_HOST_DEVICE void print(aligned_ptr<T, Bytes> const& p) {
  print(p.it);
}
template <class It>
TILEPROOF_HOST_DEVICE void print(tagged_ptr<gmem_space, It> const& p) {
  print("gmem_");
  print(p.get());
}
template <class It>
TILEPROOF_HOST_DEVICE void print(tagged_ptr<smem_space, It> const& p) {
  print("smem_");
  print(p.get());
}
template <class It>
TILEPROOF_HOST_DEVICE void print(tagged_ptr<rmem_space, It> const& p) {
  print("rmem_");
  print(p.get());
}
template <class T>
TILEPROOF_HOST_DEVICE void print(counting_iterator<T> const& p) {
  print("counting_iter(");
  print(p.n);
  print(')');
}
template <class Coord>
TILEPROOF_HOST_DEVICE void print(ArithmeticTupleIterator<Coord> const& p) {
  print("ArithTuple");
  print(*p);
}

// Writes the pointer and the layout, "gmem_ptr[32b](0x7f00) o (_2,_3):(_3,_1)".
template <class E, class L>
TILEPROOF_HOST_DEVICE void print(Tensor<E, L> const& t) {
  print(t.data());
  print(" o ");
  print(t.layout());
}

namespace detail {

// True if values of T are integers in arithmetic, as are elements of less than a byte.
template <class T>
inline constexpr bool is_an_integer = false;
template <class T>
  requires requires(T const& v) { +v; }
inline constexpr bool is_an_integer<T> = std::is_integral_v<decltype(+std::declval<T const&>())>;

// Writes one element in a column, as CuTe does: integers in 5 characters, bits in 3, floating point
// as 1.23e+04 in 10 or, for double, 11, floating point of up to 16 bits as 12345.00 in 8, all
// others with print.
template <class T>
TILEPROOF_HOST_DEVICE void print_element(T const& v) {
  if constexpr (std::is_floating_point_v<T>)
    printf(sizeof(T) > 4 ? "%11.3e" : "%10.2e", static_cast<double>(v));
  else if constexpr (is_an_integer<T>)
    printf(sizeof_bits_v<T> == 1 || std::is_same_v<T, bool> ? "%3lld" : "%5lld",
           static_cast<long long>(v));
  else if constexpr (is_foreign_element<T> || std::is_convertible_v<T, float>)
    printf(sizeof_bits_v<T> <= 16 ? "%8.2f" : "%10.2e", static_cast<double>(converted<float>(v)));
  else {
    print("  ");
    print(v);
  }
}

// A line of n characters c.
TILEPROOF_HOST_DEVICE void print_line(char c, int n) {
  for (int i = 0; i < n; ++i) print(c);
  print('\n');
}

}  // namespace detail

// The name of a refusal: print_tensor of a tensor whose rank is not 1 to 4.
struct tensor_is_tables {
  static constexpr char const* sentences[] = {
      "print_tensor: a tensor of rank {found} is given, and at most {expected} modes are drawn: "
      "gather modes with group_modes<B,E>(t)",
      nullptr};
};

// Writes the tensor with print, then its elements: rank 1 one to a line; rank 2 as a table, mode 0
// downwards; ranks 3 and 4 as tables separated by lines of '-' and '='. print_type = false omits
// the first line. Refused for other ranks (tensor_is_tables).
//   counting_iter(0) o (_2,_3):(_3,_1):
//       0    1    2
//       3    4    5
template <class E, class L>
TILEPROOF_HOST_DEVICE void print_tensor(Tensor<E, L> const& t, bool print_type = true) {
  static_assert(
      refuse_unless<(L::rank >= 1 && L::rank <= 4), tensor_is_tables, found<L::rank>, expected<4>>);
  if (print_type) {
    print(t);
    print(":\n");
  }
  if constexpr (L::rank == 1) {
    for (int m = 0; m < static_cast<int>(size(t)); ++m) {
      detail::print_element(t(m));
      print('\n');
    }
  } else if constexpr (L::rank == 2) {
    for (int m = 0; m < static_cast<int>(size<0>(t)); ++m) {
      for (int n = 0; n < static_cast<int>(size<1>(t)); ++n) detail::print_element(t(m, n));
      print('\n');
    }
  } else if constexpr (L::rank == 3) {
    for (int k = 0; k < static_cast<int>(size<2>(t)); ++k) {
      if (k > 0) detail::print_line('-', 5 * static_cast<int>(size<1>(t)));
      print_tensor(t(_, _, k), false);
    }
  } else if constexpr (L::rank == 4) {
    for (int p = 0; p < static_cast<int>(size<3>(t)); ++p) {
      if (p > 0) detail::print_line('=', 5 * static_cast<int>(size<1>(t)));
      print_tensor(t(_, _, _, p), false);
    }
  }
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
