// SPDX-License-Identifier: BSL-1.0
//
// Defines gather and scatter: the elements of a tensor as the registers of an instruction, and
// back. Atoms call them around fma and copy; where the elements already are such registers, nothing
// is moved.
//
//   4 f16 elements, mma.sync operand B of m16n8k16: two 32-bit registers, element 0 in the low half
//   of register 0, element 1 in its high half
//
// Source of the order: PTX ISA, "Matrix Fragments for mma.m16n8k16": the element of the lower index
// is in the low bits.
#pragma once

#include <tileproof/tensor/widest_access.hpp>
#include <tileproof/types/element_kind.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: a thread's operand of one instruction has another number of values than
// its registers hold.
template <class Element>
struct values_fill_registers {
  using element_type = Element;
  static constexpr char const* sentences[] = {
      "a thread's operand has {found} value{|s} of {element}, and the registers of the instruction "
      "hold {expected}: partition_fragment_A, _B, _C and partition_D give such an operand",
      nullptr};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The size of a mode of a static layout, in elements.
constexpr int size_of_mode(core::layout const& l, int mode) {
  core::arithmetic cx;
  return static_cast<int>(core::size(cx, l, core::nth(l, mode)).value);
}

// The number of elements in one register: 2 of f16 in 32 bits.
template <class Register, class Element>
inline constexpr int elements_per_register = sizeof_bits_v<Register> / sizeof_bits_v<Element>;

// The unsigned integer with the bits of an element.
template <class Element>
using bits_of = typename unsigned_of<sizeof(Element)>::type;

// Packs the values from(0), from(1), ..., each converted to Element, into registers, the first in
// the low bits.
template <class Element, class From, class Register, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void pack(From const& from, Register (&to)[N]) {
  constexpr int per = elements_per_register<Register, Element>;
  constexpr int bits = sizeof_bits_v<Element>;
  TILEPROOF_UNROLL
  for (int i = 0; i < static_cast<int>(N); ++i) {
    if constexpr (per == 1) {
      to[i] = __builtin_bit_cast(Register, converted<Element>(from(i)));
    } else {
      Register all = 0;
      TILEPROOF_UNROLL
      for (int e = 0; e < per; ++e)
        all |= static_cast<Register>(static_cast<Register>(__builtin_bit_cast(
                                         bits_of<Element>, converted<Element>(from(i * per + e))))
                                     << (e * bits));
      to[i] = all;
    }
  }
}

// Unpacks registers: to(0), to(1), ... become the Elements in them, each converted to Value. pack
// and unpack are inverse where Value is Element.
template <class Element, class Value, class Register, std::size_t N, class To>
TILEPROOF_HOST_DEVICE constexpr void unpack(Register const (&from)[N], To&& to) {
  constexpr int per = elements_per_register<Register, Element>;
  constexpr int bits = sizeof_bits_v<Element>;
  TILEPROOF_UNROLL
  for (int i = 0; i < static_cast<int>(N); ++i) {
    if constexpr (per == 1) {
      to(i) = converted<Value>(__builtin_bit_cast(Element, from[i]));
    } else {
      using word = bits_of<Element>;
      constexpr word mask = static_cast<word>(~word{0}) >> (8 * sizeof(word) - bits);
      TILEPROOF_UNROLL
      for (int e = 0; e < per; ++e)
        to(i * per + e) = converted<Value>(__builtin_bit_cast(
            Element, static_cast<word>(static_cast<word>(from[i] >> (e * bits)) & mask)));
    }
  }
}

// Requires that t has exactly the elements that N registers hold (values_fill_registers).
template <class T, class Register, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void require_registers(T const&, Register const (&)[N]) {
  using element = typename T::value_type;
  constexpr int values = static_cast<int>(decltype(size(std::declval<T const&>()))::value);
  constexpr int held = static_cast<int>(N) * elements_per_register<Register, element>;
  if constexpr (values != held)
    static_cast<void>(refuse<values_fill_registers<element>, found<values>, expected<held>>{});
}

// are_registers: in device code, true for a tensor in registers whose elements fill whole 32-bit or
// 64-bit registers consecutively and aligned. Such a tensor is accessed by registers, since packing
// element by element would cost instructions.
#if defined(__CUDA_ARCH__)
// Whether the elements of a coalesced layout come in runs of `per`, each beginning at a multiple of
// it.
constexpr bool are_in_line(core::layout const& l, int per) {
  if (!l.at[0].stride.is_fixed(1) || l.at[0].extent.value % per != 0) return false;
  for (int i = 1; i < l.count; ++i)
    if (l.at[i].stride.value % per != 0) return false;
  return true;
}
template <class T, class Register>
inline constexpr bool are_registers = [] {
  using layout = decltype(coalesce(std::declval<typename T::layout_type const&>()));
  if constexpr (!is_rmem_v<T> || sizeof(Register) <= sizeof(typename T::value_type) ||
                is_composed_layout<layout>::value)
    return false;
  else
    return sizeof(Register) >= 4 && alignment_bits<T> >= sizeof_bits_v<Register> &&
           are_in_line(reading_of<layout>::value.into,
                       elements_per_register<Register, typename T::value_type>);
}();
#else
template <class T, class Register>
inline constexpr bool are_registers = false;
#endif

// Register i of a tensor for which are_registers holds.
template <class Register, class T>
TILEPROOF_HOST_DEVICE auto* place_of_register(T& t, int i) {
  using element = std::remove_reference_t<decltype(*raw_pointer_cast(t.data()))>;
  using pointer = std::conditional_t<std::is_const_v<element>, Register const*, Register*>;
  constexpr int per = elements_per_register<Register, std::remove_const_t<element>>;
  return reinterpret_cast<pointer>(address_of(t, i * per));
}

// Collects the elements of t into registers; elements(i) is element i, by default t(i). Refused
// (static_assert) unless t has as many elements as the registers hold.
template <class T, class Register, std::size_t N, class Elements>
TILEPROOF_HOST_DEVICE constexpr void gather(T const& t, Register (&r)[N],
                                            Elements const& elements) {
  require_registers(t, r);
  if constexpr (are_registers<T, Register>) {
    if (!__builtin_is_constant_evaluated()) {
      TILEPROOF_UNROLL
      for (int i = 0; i < static_cast<int>(N); ++i) r[i] = *place_of_register<Register>(t, i);
      return;
    }
  }
  pack<typename T::value_type>(elements, r);
}
template <class T, class Register, std::size_t N>
TILEPROOF_HOST_DEVICE constexpr void gather(T const& t, Register (&r)[N]) {
  gather(t, r, t);
}
// Writes the elements in registers to the tensor t; refused as gather.
template <class Register, std::size_t N, class T>
TILEPROOF_HOST_DEVICE constexpr void scatter(Register const (&r)[N], T&& t) {
  using tensor = std::remove_cvref_t<T>;
  require_registers(t, r);
  if constexpr (are_registers<tensor, Register>) {
    if (!__builtin_is_constant_evaluated()) {
      TILEPROOF_UNROLL
      for (int i = 0; i < static_cast<int>(N); ++i) *place_of_register<Register>(t, i) = r[i];
      return;
    }
  }
  unpack<typename tensor::value_type, typename tensor::value_type>(r, t);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
