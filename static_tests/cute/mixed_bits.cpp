// SPDX-License-Identifier: BSL-1.0
//
// Every operation on MixedBits is that of its bits, and a result whose bits are all known is
// static: for all kinds of two bits, each 0, 1 or known at run time, and all their values.
#include <tileproof/cute.hpp>
#include <tileproof/cute/mixed_bits.hpp>

#include <utility>

namespace {

using namespace cute;

constexpr std::uint32_t number(auto const& x) { return static_cast<std::uint32_t>(x); }

template <std::uint32_t S0, std::uint32_t F0, std::uint32_t S1, std::uint32_t F1>
constexpr bool is_right() {
  for (std::uint32_t d0 = 0; d0 < 4; ++d0)
    for (std::uint32_t d1 = 0; d1 < 4; ++d1) {
      auto const a = make_mixed_bits(C<S0>{}, d0, C<F0>{});
      auto const b = make_mixed_bits(C<S1>{}, d1, C<F1>{});
      if (number(a) != (S0 | (d0 & F0)) || number(a & b) != (number(a) & number(b)) ||
          number(a | b) != (number(a) | number(b)) || number(a ^ b) != (number(a) ^ number(b)) ||
          number(a << C<3>{}) != number(a) << 3 || number(a >> C<1>{}) != number(a) >> 1 ||
          (a == b) != (number(a) == number(b)))
        return false;
    }
  return true;
}
template <std::uint32_t... I>
constexpr bool all_are_right(std::integer_sequence<std::uint32_t, I...>) {
  return (... && is_right<I % 4, I / 4 % 4, I / 16 % 4, I / 64>());
}
static_assert(all_are_right(std::make_integer_sequence<std::uint32_t, 256>{}));

constexpr auto some = make_mixed_bits(C<8>{}, 5, C<7>{});
static_assert(std::is_same_v<decltype(some), MixedBits<8, 7> const> && number(some) == 13);
static_assert(number(some & C<8>{}) == 8 && is_static<decltype(some & C<8>{})>::value);
static_assert(is_static<decltype(some | C<15>{})>::value);
static_assert(
    !is_static<decltype(some ^ some)>::value);  // as CuTe: which bits is in the type alone

// The offset of a coordinate in a layout of powers of two.
constexpr auto at = to_mixed_bits(Shape<_4, Shape<_2, _8>>{}, Stride<_8, Stride<_1, _32>>{},
                                  make_coord(3, make_coord(_1{}, 5)));
static_assert(number(at) == 3 * 8 + 1 + 5 * 32);
static_assert(std::is_same_v<decltype(at), MixedBits<1, 0xf8> const>);

}  // namespace
