// SPDX-License-Identifier: BSL-1.0
//
// Reads the layouts of NVIDIA's CuTe in place: integers, tuples, layouts, swizzles and composed
// layouts of namespace cute are arguments of every property, operation and picture of this library,
// without a conversion.
//
//   require<compact>(cute::GMMA::Layout_K_SW128_Atom<cute::half_t>{});
//
// A run-time leaf stays one. The swizzle of a layout with smem_ptr_flag_bits<B> counts bytes of the
// address (CuTe's pointer_flagged.hpp); here it is that of elements of B bits, so that the layout
// maps a coordinate to its element, as in a tensor of an aligned pointer.
#pragma once

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/beside/versions.hpp>

#include <bit>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The functions that the specialisations of own share: CuTe's get finds the elements of a tuple.
template <class... Ts, class T, std::size_t... I>
TILEPROOF_HOST_DEVICE constexpr auto owned_elements(T const& t, std::index_sequence<I...>) {
  if constexpr (__is_empty(tuple<own_t<Ts>...>))
    return tuple<own_t<Ts>...>{};
  else
    return tuple<own_t<Ts>...>(own<Ts>::from(cute::get<I>(t))...);
}

template <auto V>
struct own<cute::C<V>> {
  using type = static_int<V>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::C<V> const&) { return {}; }
};
template <int N>
struct own<cute::smem_ptr_flag_bits<N>> {
  using type = C<0>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::smem_ptr_flag_bits<N> const&) {
    return {};
  }
};
template <>
struct own<cute::Underscore> {
  using type = Underscore;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::Underscore const&) { return {}; }
};
template <class T, int... N>
struct own<cute::ScaledBasis<T, N...>> {
  using type = ScaledBasis<own_t<T>, N...>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::ScaledBasis<T, N...> const& e) {
    return type{own<T>::from(e.value())};
  }
};
template <class... Ts>
struct own<cute::tuple<Ts...>> {
  using type = tuple<own_t<Ts>...>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::tuple<Ts...> const& t) {
    return owned_elements<Ts...>(t, std::index_sequence_for<Ts...>{});
  }
};
template <class... Ts>
struct own<cute::ArithmeticTuple<Ts...>> {
  using type = ArithmeticTuple<own_t<Ts>...>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::ArithmeticTuple<Ts...> const& t) {
    return type{owned_elements<Ts...>(t, std::index_sequence_for<Ts...>{})};
  }
};
template <int B, int M, int S>
struct own<cute::Swizzle<B, M, S>> {
  using type = Swizzle<B, M, S>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::Swizzle<B, M, S> const&) { return {}; }
};
template <class Shape, class Stride>
struct own<cute::Layout<Shape, Stride>> {
  using type = Layout<own_t<Shape>, own_t<Stride>>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::Layout<Shape, Stride> const& l) {
    if constexpr (__is_empty(type))
      return {};
    else
      return type(own<Shape>::from(l.shape()), own<Stride>::from(l.stride()));
  }
};
template <class A, class O, class B>
struct own<cute::ComposedLayout<A, O, B>> {
  using type = ComposedLayout<own_t<A>, own_t<O>, own_t<B>>;
  TILEPROOF_HOST_DEVICE static constexpr type from(cute::ComposedLayout<A, O, B> const& l) {
    return type{own<A>::from(l.layout_a()), own<O>::from(l.offset()), own<B>::from(l.layout_b())};
  }
};

// The swizzle of bytes S as one of elements of Bits bits.
template <class S, int Bits>
struct swizzle_of_elements;
template <int B, int M, int S, int Bits>
struct swizzle_of_elements<cute::Swizzle<B, M, S>, Bits> {
  static_assert(std::has_single_bit(static_cast<unsigned>(Bits)) &&
                    M + 4 > std::bit_width(static_cast<unsigned>(Bits)) - 1,
                "tileproof: the swizzle of a layout with smem_ptr_flag_bits moves parts of an "
                "element; recast the layout to the elements of the tensor first");
  using type = Swizzle<B, M + 4 - std::bit_width(static_cast<unsigned>(Bits)), S>;
};
template <class S, int Bits, class B>
struct own<cute::ComposedLayout<S, cute::smem_ptr_flag_bits<Bits>, B>> {
  using from_type = cute::ComposedLayout<S, cute::smem_ptr_flag_bits<Bits>, B>;
  using swizzle = typename swizzle_of_elements<S, Bits>::type;
  using type = ComposedLayout<swizzle, C<0>, own_t<B>>;
  TILEPROOF_HOST_DEVICE static constexpr type from(from_type const& l) {
    return type{swizzle{}, C<0>{}, own<B>::from(l.layout_b())};
  }
};

template <auto V>
inline constexpr bool is_foreign_v<cute::C<V>> = true;
template <class... Ts>
inline constexpr bool is_foreign_v<cute::tuple<Ts...>> = true;
template <class... Ts>
inline constexpr bool is_foreign_v<cute::ArithmeticTuple<Ts...>> = true;
template <class T, int... N>
inline constexpr bool is_foreign_v<cute::ScaledBasis<T, N...>> = true;
template <int B, int M, int S>
inline constexpr bool is_foreign_v<cute::Swizzle<B, M, S>> = true;
template <class Shape, class Stride>
inline constexpr bool is_foreign_v<cute::Layout<Shape, Stride>> = true;
template <class A, class O, class B>
inline constexpr bool is_foreign_v<cute::ComposedLayout<A, O, B>> = true;

}  // namespace detail

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
