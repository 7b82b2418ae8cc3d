// SPDX-License-Identifier: BSL-1.0
//
// Printed values of the calls that tools/compare_with_cute.py compares: this header is compiled
// after <cute/tensor.hpp> and after <tileproof/cute.hpp>.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace drawn {

using namespace cute;

// A layout as a function: the sizes of its modes and its first 64 offsets.
template <class L>
void shows_function(L const& l) {
  std::ostringstream out;
  out << "\x1f" << size(l);
  if constexpr (decltype(rank(l))::value > 1)
    for_each(make_seq<decltype(rank(l))::value>{},
             [&](auto i) { out << ',' << size<decltype(i)::value>(l); });
  for (int i = 0; i < static_cast<int>(size(l)) && i < 64; ++i) out << ' ' << l(i);
  std::fputs(out.str().c_str(), stdout);
}
// An integer, a tuple, a layout in CuTe's notation; a string as it is.
template <class T>
void shows(T const& x) {
  if constexpr (std::is_same_v<T, std::string>)
    std::fputs(x.c_str(), stdout);
  else if constexpr (std::is_floating_point_v<T>)
    std::printf("%g", static_cast<double>(x));
  else if constexpr (std::is_unsigned_v<T>)
    std::printf("%llu", static_cast<unsigned long long>(x));
  else if constexpr (std::is_integral_v<T>)
    std::printf("%lld", static_cast<long long>(x));
  else
    print(x);
  if constexpr (is_layout<T>::value) shows_function(x);
}
template <class A, class B, class... Ts>
void shows(A const& a, B const& b, Ts const&... ts) {
  shows(a);
  std::fputs("; ", stdout);
  shows(b, ts...);
}

// ---- types

struct base {
  int member;
};
struct derived : base {};
struct empty {};
struct no_default {
  no_default(int) {}
};
enum class kinds { one, two };

// The name of a type that both have, as g++ writes it.
template <class T>
std::string name_of() {
  std::string_view const text = __PRETTY_FUNCTION__;
  std::size_t const begin = text.find("T = ") + 4;
  return std::string(text.substr(begin, text.find(';', begin) - begin));
}
template <class Trait>
inline constexpr int enables = requires { typename Trait::type; };

// ---- containers

template <class T>
std::string elements(T const& a) {
  std::ostringstream out;
  for (auto const& x : a) out << x << ' ';
  return out.str();
}
template <class T>
std::string numbers_in(T const& a) {
  std::ostringstream out;
  for (int i = 0; i < static_cast<int>(a.size()); ++i)
    out << static_cast<int>(static_cast<typename T::value_type>(a[i])) << ' ';
  return out.str();
}
template <class T>
std::string bytes_of(T const& x) {
  std::ostringstream out;
  for (std::size_t i = 0; i < sizeof x; ++i)
    out << static_cast<int>(reinterpret_cast<unsigned char const*>(&x)[i]) << ' ';
  return out.str();
}
template <class T, T... I>
std::string listed(cute::integer_sequence<T, I...>) {
  std::ostringstream out;
  ((out << static_cast<long long>(I) << ' '), ...);
  return out.str();
}
template <class T>
std::string streamed(T const& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}
// A quotient and its remainder, a complex number.
template <class T>
auto parts(T const& x) {
  if constexpr (requires { x.div_; })
    return make_tuple(x.div_, x.mod_);
  else
    return streamed(x.real()) + " " + streamed(x.imag());
}

// ---- layouts

// The offsets of a layout, or of a swizzle, at indices: those within its size.
template <class L>
std::string at(L const& l, std::initializer_list<int> indices) {
  std::ostringstream out;
  for (int const i : indices) {
    if constexpr (requires { l.shape(); })
      out << l(i % static_cast<int>(size(l))) << ' ';
    else
      out << l(i) << ' ';
  }
  return out.str();
}
template <class L, class... I>
std::string at(L const& l, I... i) {
  return at(l, {i...});
}
// The coordinates that an iterator visits, from the first to the end of its shape.
template <class It>
std::string visited(It it) {
  std::ostringstream out;
  for (int n = 0; n < 100 && !(it == ForwardCoordIteratorSentinel{}); ++n, ++it) out << *it << ' ';
  return out.str();
}

// ---- tensors

// A pseudo-random number below n: a linear congruential generator.
inline int next(unsigned& seed, int n) {
  seed = seed * 1664525u + 1013904223u;
  return static_cast<int>((seed >> 8) % static_cast<unsigned>(n));
}
// A tensor whose element at an offset is the offset + first.
template <class L>
auto view(L const& l, int first) {
  return make_tensor(counting_iterator<int>{first}, l);
}
template <class T>
auto with_values(T t, unsigned seed) {
  for (int i = 0; i < static_cast<int>(size(t)); ++i) t(i) = next(seed, 1000);
  return t;
}
// A tensor of its own elements.
template <class L>
auto filled(L const& l, unsigned seed) {
  return with_values(make_tensor<int>(l), seed);
}
inline int* memory(unsigned seed) {
  static int at[1 << 16];
  for (int& x : at) x = next(seed, 1000);
  return at;
}
// A tensor's elements as memory that a kernel shares.
template <class T>
auto in_memory(T& t) {
  return make_tensor(make_smem_ptr(&t(0)), t.layout());
}
// The sizes of a tensor's modes and its first 64 elements.
template <class T>
std::string values(T const& t) {
  std::ostringstream out;
  out << product_each(shape(t)) << ' ';
  for (int i = 0; i < static_cast<int>(size(t)) && i < 64; ++i) {
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(t(i))>>)
      out << static_cast<long long>(t(i)) << ' ';
    else
      out << t(i) << ' ';
  }
  return out.str();
}

// Text before this call is no part of the value.
inline void only_what_follows() { std::printf("\x1d"); }
template <class T>
void table(T const& t) {
  print_tensor(t);
}

// ---- atoms

// The elements of n drawn places (i,j) of a layout of rank 2.
template <class L>
void places(std::ostringstream& out, L const& l, unsigned seed, int n) {
  for (; n > 0; --n) {
    int const i = next(seed, static_cast<int>(size<0>(l)));
    int const j = next(seed, static_cast<int>(size<1>(l)));
    out << l(i, j) << ' ';
  }
  out << "; ";
}
template <class L>
std::string at_places(L const& l, unsigned seed, int n) {
  std::ostringstream out;
  places(out, l, seed, n);
  return out.str();
}
template <class Op>
struct atom_of {
  using type = MMA_Atom<Op>;
};
template <class... Ts>
struct atom_of<MMA_Atom<Ts...>> {
  using type = MMA_Atom<Ts...>;
};
// The shape of an MMA instruction, its threads, the bits of its elements, and drawn elements of A,
// B and C.
template <class Op>
std::string instruction(unsigned seed, int n) {
  using atom = typename atom_of<Op>::type;
  std::ostringstream out;
  out << typename atom::Shape_MNK{} << ' ';
  for (int i = 0; i < 4; ++i) {
    typename atom::ThrID const threads{};
    out << threads(next(seed, static_cast<int>(size(threads)))) << ' ';
  }
  out << sizeof_bits_v<typename atom::ValTypeA> << ' '
      << sizeof_bits_v<typename atom::ValTypeB> << ' '
      << sizeof_bits_v<typename atom::ValTypeC> << ' '
      << sizeof_bits_v<typename atom::ValTypeD> << "; ";
  places(out, typename atom::LayoutA_TV{}, seed, n);
  places(out, typename atom::LayoutB_TV{}, seed + 1, n);
  places(out, typename atom::LayoutC_TV{}, seed + 2, n);
  return out.str();
}
template <class Traits>
std::string traits(unsigned seed, int n) {
  std::ostringstream out;
  out << typename Traits::Shape_MNK{} << ' ' << size(typename Traits::ThrID{}) << ' ';
  places(out, typename Traits::ALayout{}, seed, n);
  places(out, typename Traits::BLayout{}, seed + 1, n);
  places(out, typename Traits::CLayout{}, seed + 2, n);
  return out.str();
}
template <class Mma>
std::string tiled_mma(Mma const& mma, unsigned seed, int n) {
  std::ostringstream out;
  out << size(mma) << ' ' << tile_shape(mma) << ' ';
  places(out, mma.get_layoutA_TV(), seed, n);
  places(out, mma.get_layoutB_TV(), seed + 1, n);
  places(out, mma.get_layoutC_TV(), seed + 2, n);
  return out.str();
}
template <class Traits>
std::string copy_traits(unsigned seed, int n) {
  std::ostringstream out;
  out << size(typename Traits::ThrID{}) << ' ';
  places(out, typename Traits::SrcLayout{}, seed, n);
  places(out, typename Traits::DstLayout{}, seed + 1, n);
  places(out, typename Traits::RefLayout{}, seed + 2, n);
  return out.str();
}
template <class Atom>
std::string copy_atom(unsigned seed, int n) {
  std::ostringstream out;
  out << size(typename Atom::ThrID{}) << ' ' << Atom::NumValSrc << ' ' << Atom::NumValDst << ' ';
  places(out, typename Atom::ValLayoutSrc{}, seed, n);
  places(out, typename Atom::ValLayoutDst{}, seed + 1, n);
  places(out, typename Atom::ValLayoutRef{}, seed + 2, n);
  return out.str();
}
template <class Op, class T>
std::string copy_operation(unsigned seed, int n) {
  return copy_atom<Copy_Atom<Op, T>>(seed, n);
}
template <class Copy>
std::string tiled_copy(Copy const& copy, unsigned seed, int n) {
  std::ostringstream out;
  out << size(copy) << ' ';
  places(out, copy.get_layoutS_TV(), seed, n);
  places(out, copy.get_layoutD_TV(), seed + 1, n);
  return out.str();
}

// Tiles of T in an array that stands for shared memory. This library asks for the alignment that
// CuTe takes for granted.
alignas(1024) inline unsigned char shared[1 << 18];
template <class T, class L>
auto shared_tile(L const& l) {
#if defined(TILEPROOF_NAMESPACE)
  return make_tensor(make_smem_ptr<1024>(reinterpret_cast<T*>(shared)), l);
#else
  return make_tensor(make_smem_ptr(reinterpret_cast<T*>(shared)), l);
#endif
}
// Drawn elements of a tile of 16 bits, where each element is its place in the array.
template <class T>
std::string places_read(T const& t, unsigned seed, int n) {
  for (int i = 0; i < static_cast<int>(sizeof shared / 2); ++i)
    reinterpret_cast<std::uint16_t*>(shared)[i] = i;
  std::string const read = at_places(t, seed, n);
  only_what_follows();
  return read;
}
template <class T, class L>
int layout_type(L const& l) {
  return static_cast<int>(
      SM90::GMMA::layout_type(recast<cute::uint128_t const>(shared_tile<T>(l))));
}
// The descriptor of wgmma for a block of 64 x 256 bits of a tile, without the address.
template <SM90::GMMA::Major M, class T, class L>
unsigned long long descriptor(L const& l, int i, int j) {
  auto const block = local_tile(shared_tile<T>(l), Shape<Int<64>, Int<256 / sizeof_bits_v<T>>>{},
                                make_coord(i, j));
  unsigned long long const all = SM90::GMMA::make_gmma_desc<M>(block).desc_;
  only_what_follows();
  return all >> 14 << 14;
}

// Runs the calls of lines from `first` on: each is written as its line, its value and a separator.
struct line {
  int number;
  void (*call)();
};
inline void run(std::initializer_list<line> calls, int first) {
  for (line const& l : calls)
    if (l.number >= first) {
      std::printf("%d ", l.number);
      std::fflush(stdout);
      try {
        l.call();
      } catch (std::exception const& e) {
        std::printf("refused: %s", e.what());
      }
      std::printf("\x1e");
    }
  std::fflush(stdout);
}

}  // namespace drawn
