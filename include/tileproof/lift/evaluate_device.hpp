// SPDX-License-Identifier: BSL-1.0
//
// Defines `advance`, one step of a recorded program as device code runs it: each node in its own
// width, 32 bits where no operand has 64. A build with TILEPROOF_DISABLE_PROOFS runs it on the
// host, too.
//
// Values wrap where the width does not hold them; `accepts` (lift/build.hpp) asks the host
// beforehand.
#pragma once

#include <tileproof/lift/result_type.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Calls put(Begin, leaf), put(Begin + 1, leaf), ... for the stored leaves of an argument.
template <std::size_t Begin, class Put, class T>
  requires(!tree<T>)
TILEPROOF_HOST_DEVICE constexpr void put_leaves(Put const& put, T const& t) {
  if constexpr (!__is_empty(T)) put(Begin, t);
}
template <std::size_t Begin, class Put>
TILEPROOF_HOST_DEVICE constexpr void put_leaves(Put const&, no_leaves const&) {}
template <std::size_t Begin, class Put, std::size_t... K, class... Ls>
TILEPROOF_HOST_DEVICE constexpr void put_leaves(
    Put const& put, leaf_store<std::index_sequence<K...>, type_list<Ls...>> const& t) {
  (put(Begin + K, slot_value<K>(t)), ...);
}

// The values of the nodes in their width. All indices are constants after inlining, so that kernels
// keep the arrays in registers.
struct registers {
  int* narrow;
  std::int64_t* wide;
};

// The value of node i.
template <bool Wide>
TILEPROOF_HOST_DEVICE constexpr auto load(registers const& v, int i) {
  if constexpr (Wide)
    return v.wide[i];
  else
    return v.narrow[i];
}

// Writes the leaves of an argument to the first nodes, in 32 or 64 bits. Pre: they fit their signed
// type.
template <bool AllWide>
struct put_in_width {
  registers v;

  template <class T>
  TILEPROOF_HOST_DEVICE constexpr void operator()(std::size_t i, T const& t) const {
    if constexpr (AllWide || sizeof(T) > 4)
      v.wide[i] = static_cast<std::int64_t>(t);
    else
      v.narrow[i] = static_cast<int>(t);
  }
};

// Variables and not functions: nvcc warns of host functions that device code calls.
template <core::operand From>
inline constexpr bool is_wide_operand = core::is_wide(From);
template <core::operand From>
inline constexpr bool is_constant_operand = core::is_constant(From);

// One operand of an instruction: its constant, or a node in its width.
template <core::operand From>
TILEPROOF_HOST_DEVICE constexpr auto operand_value(registers const& v, int i,
                                                   std::int64_t constant) {
  if constexpr (is_constant_operand<From>)
    return constant;
  else if constexpr (is_wide_operand<From>)
    return v.wide[i];
  else
    return v.narrow[i];
}

// Node i of the program. Extents and coordinates are not negative: they divide as unsigned numbers,
// which saves instructions. No local constants: each call would compute them again.
template <core::instruction Does>
TILEPROOF_HOST_DEVICE constexpr void advance(registers const& v, int i, int a, int b,
                                             std::int64_t constant) {
  using S =
      std::conditional_t<is_wide_operand<Does.a> || is_wide_operand<Does.b>, std::int64_t, int>;
  using U = std::make_unsigned_t<S>;
  S const x = static_cast<S>(operand_value<Does.a>(v, a, constant));
  S const y = static_cast<S>(operand_value<Does.b>(v, b, constant));
  S r{};
  if constexpr (Does.code == core::op::add) r = x + y;
  if constexpr (Does.code == core::op::sub) r = x - y;
  if constexpr (Does.code == core::op::mul) r = x * y;
#if !defined(__CUDA_ARCH__)
  if constexpr (Does.code == core::op::div || Does.code == core::op::ceil_div ||
                Does.code == core::op::mod)
    if (y == 0) return;  // a condition that is checked later fails
#endif
  if constexpr (Does.code == core::op::div)
    r = static_cast<S>(static_cast<U>(x) / static_cast<U>(y));
  if constexpr (Does.code == core::op::ceil_div)
    r = static_cast<S>((static_cast<U>(x) + (static_cast<U>(y) - 1)) / static_cast<U>(y));
  if constexpr (Does.code == core::op::mod)
    r = static_cast<S>(static_cast<U>(x) % static_cast<U>(y));
  if constexpr (Does.code == core::op::min) r = x < y ? x : y;
  if constexpr (Does.code == core::op::less_equal) r = x <= y;
  if constexpr (Does.code == core::op::equal) r = x == y;
  if constexpr (Does.code == core::op::both) r = x && y;
  if constexpr (Does.code == core::op::either) r = x || y;
  if constexpr (is_wide_operand<Does.a> || is_wide_operand<Does.b>)
    v.wide[i] = r;
  else
    v.narrow[i] = r;
}

// Whether the conditions O... hold.
template <class App, std::size_t... O>
TILEPROOF_HOST_DEVICE constexpr bool holds(registers const& v, std::index_sequence<O...>) {
  return ((load<App::result.program.at[App::result.program.owed[O].node].wide>(
               v, App::result.program.owed[O].node) != 0) &&
          ...);
}

// The indices of the conditions of an application.
template <class App>
using owed_by = std::make_index_sequence<static_cast<std::size_t>(App::result.program.obligations)>;

// Checks the conditions in device code by TILEPROOF_ASSERT.
template <class App>
TILEPROOF_HOST_DEVICE constexpr void check_in_width([[maybe_unused]] registers const& v) {
#if defined(__CUDA_ARCH__) && !defined(TILEPROOF_DISABLE_PROOFS)
  bool const ok = holds<App>(v, owed_by<App>{});
  TILEPROOF_ASSERT(ok && "tileproof: run-time leaves violate a condition of a layout operation");
  static_cast<void>(ok);
#endif
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
