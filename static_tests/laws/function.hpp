// SPDX-License-Identifier: BSL-1.0
//
// The function that a layout is, evaluated independently of the library: the laws compare the
// library with it.
#pragma once

#include <tileproof/tileproof.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace laws {

using namespace tileproof;

// x -> swizzle(offset + sum of digit_i * stride_i), the digits those of x in the mixed radix of the
// extents, the last one without bound.
struct function {
  static constexpr int most = 16;
  int modes = 0;
  std::int64_t extent[most]{};
  std::int64_t stride[most]{};
  bool is_static_extent[most]{};
  bool is_static_stride[most]{};
  std::int64_t offset = 0;
  int bits = 0;  // of the swizzle
  int base = 0;
  int shift = 0;

  template <class S, class D>
  constexpr void read(S const& s, D const& d) {
    if constexpr (is_tuple_v<S>) {
      read(s, d, std::make_index_sequence<static_cast<std::size_t>(rank_v<S>)>{});
    } else {
      extent[modes] = s;
      stride[modes] = d;
      is_static_extent[modes] = is_static_v<S>;
      is_static_stride[modes] = is_static_v<D>;
      ++modes;
    }
  }
  template <class S, class D, std::size_t... I>
  constexpr void read(S const& s, D const& d, std::index_sequence<I...>) {
    (read(get<I>(s), get<I>(d)), ...);
  }

  constexpr std::int64_t size() const {
    std::int64_t n = 1;
    for (int i = 0; i < modes; ++i) n *= extent[i];
    return n;
  }

  constexpr std::int64_t linear(std::int64_t x) const {
    std::int64_t sum = 0;
    for (int i = 0; i < modes; ++i) {
      sum += (i + 1 == modes ? x : x % extent[i]) * stride[i];
      x /= extent[i];
    }
    return sum;
  }

  constexpr std::int64_t operator()(std::int64_t x) const {
    std::int64_t const y = offset + linear(x);
    if (bits == 0) return y;
    std::int64_t const mask = (std::int64_t{1} << bits) - 1;
    return shift >= 0 ? y ^ ((y >> (base + shift) & mask) << base)
                      : y ^ ((y >> base & mask) << (base - shift));
  }

  // Whether mode i moves the offset, as far as static integers tell.
  constexpr bool moves(int i) const {
    return !(is_static_extent[i] && extent[i] == 1) && !(is_static_stride[i] && stride[i] == 0);
  }

  // 1 + the distance between the least and the largest sum.
  constexpr std::int64_t cosize() const {
    std::int64_t n = 1;
    for (int i = 0; i < modes; ++i) n += (extent[i] - 1) * (stride[i] < 0 ? -stride[i] : stride[i]);
    return n;
  }
};

template <class S, class D>
constexpr function function_of(S const& shape, D const& stride) {
  function f;
  f.read(shape, stride);
  return f;
}
template <class S, class D>
constexpr function function_of(Layout<S, D> const& l) {
  return function_of(l.shape(), l.stride());
}
template <int B, int M, int S, class O, class L>
constexpr function function_of(ComposedLayout<Swizzle<B, M, S>, O, L> const& l) {
  function f = function_of(l.layout_b());
  f.offset = l.offset();
  f.bits = B;
  f.base = M;
  f.shift = S;
  return f;
}

// Mode I, a sum of its own: without offset and swizzle.
template <std::size_t... I, class S, class D>
constexpr function mode_of(Layout<S, D> const& l) {
  return function_of(shape<I...>(l.shape()), shape<I...>(l.stride()));
}
template <std::size_t... I, class A, class O, class B>
constexpr function mode_of(ComposedLayout<A, O, B> const& l) {
  return mode_of<I...>(l.layout_b());
}

// a(x) == b(x) for every x < size, and the sizes agree.
constexpr bool same(function const& a, function const& b) {
  std::int64_t const n = a.size();
  if (b.size() != n) return false;
  for (std::int64_t x = 0; x < n; ++x)
    if (a(x) != b(x)) return false;
  return true;
}

// A set of offsets in [-radius, radius), a bit each.
struct offsets {
  static constexpr std::int64_t radius = 2048;
  std::uint64_t bits[2 * radius / 64]{};
  std::int64_t count = 0;
  std::int64_t least = radius;
  std::int64_t most = -radius;

  constexpr bool has(std::int64_t x) const {
    return (bits[(x + radius) / 64] >> (x + radius) % 64 & 1U) != 0;
  }
  // False where x was there.
  constexpr bool add(std::int64_t x) {
    if (has(x)) return false;
    bits[(x + radius) / 64] |= std::uint64_t{1} << (x + radius) % 64;
    ++count;
    if (x < least) least = x;
    if (x > most) most = x;
    return true;
  }
  constexpr bool is_interval() const { return count == most - least + 1; }

  friend constexpr bool operator==(offsets const&, offsets const&) = default;
};

constexpr offsets image(function const& f) {
  offsets r;
  for (std::int64_t x = 0; x < f.size(); ++x) r.add(f(x));
  return r;
}
constexpr bool injective(function const& f) { return image(f).count == f.size(); }
// A bijection onto [0, size): of an image, and of a function.
constexpr bool is_bijection(offsets const& image_of_f, function const& f) {
  return image_of_f.count == f.size() && image_of_f.least == 0 && image_of_f.is_interval();
}
constexpr bool compact(function const& f) { return is_bijection(image(f), f); }

// The modes that move the offset, by ascending |stride|, the strides without their signs.
constexpr function sorted(function const& f) {
  function r;
  for (int i = 0; i < f.modes; ++i) {
    if (!f.moves(i)) continue;
    std::int64_t const d = f.stride[i] < 0 ? -f.stride[i] : f.stride[i];
    int at = r.modes++;
    for (; at > 0 && r.stride[at - 1] > d; --at) {
      r.stride[at] = r.stride[at - 1];
      r.extent[at] = r.extent[at - 1];
      r.is_static_stride[at] = r.is_static_stride[at - 1];
      r.is_static_extent[at] = r.is_static_extent[at - 1];
    }
    r.stride[at] = d;
    r.extent[at] = f.extent[i];
    r.is_static_stride[at] = f.is_static_stride[i];
    r.is_static_extent[at] = f.is_static_extent[i];
  }
  return r;
}

// Each |stride|, in ascending order, is a multiple of the interval that the modes below it fill: by
// de Bruijn's theorem, where some R makes (L,R) a bijection onto an interval.
constexpr bool has_interval(function const& l) {
  function const f = sorted(l);
  for (int i = 0; i < f.modes; ++i)
    if (f.stride[i] == 0 || (i > 0 && f.stride[i] % (f.extent[i - 1] * f.stride[i - 1]) != 0))
      return false;
  return true;
}

}  // namespace laws
