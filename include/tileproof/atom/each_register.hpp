// SPDX-License-Identifier: BSL-1.0
//
// Defines CuTe's form of an instruction's function, in which each register is an argument of its
// own. Use it in a program written for CuTe; atoms call the form that takes arrays:
//
//   op::fma(d0, d1, d2, d3, a0, a1, b0, c0, c1, c2, c3);  // op::fma(d, a, b, c)
//   SM75_U32x2_LDSM_N::copy(row, d0, d1);                 // copy(row, d)
//
// Device only. Refused (registers_are_those_of_the_instruction) for another number of registers,
// and (static_assert) where an integer register is passed for a float or the reverse, which would
// convert the value.
#pragma once

#include <tileproof/types/refused.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <tileproof/atom/instruction_begin.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The name of a refusal: an instruction is called with another number of registers than it has.
struct registers_are_those_of_the_instruction {
  static constexpr char const* sentences[] = {
      "{found} register{|s} are passed, and the instruction has {expected}: pass each register of "
      "an operand, in CuTe's order of the operands",
      nullptr};
};

#if defined(__CUDACC__)
namespace detail {

// True for arguments that are registers, and not arrays of them.
template <class... Rs>
concept single_registers = sizeof...(Rs) > 0 && (!std::is_array_v<std::remove_cvref_t<Rs>> && ...);

// A register of ldmatrix.
template <class R>
concept same_as_register = std::is_same_v<R, std::uint32_t>;

// Argument I of a call as register I - First of an operand, if that is one of its N.
template <std::size_t I, std::size_t First, class T, std::size_t N, class R>
TILEPROOF_DEVICE void put_register(T (&operand)[N], R const& r) {
  if constexpr (I >= First && I < First + N) {
    static_assert(std::is_floating_point_v<T> == std::is_floating_point_v<R>,
                  "a register is an integer where the instruction has a float, or the reverse: "
                  "pass the bits, reinterpret_cast<uint32_t const&>(x)");
    operand[I - First] = static_cast<T>(r);
  }
}
template <std::size_t I, std::size_t First, class T, std::size_t N, class R>
TILEPROOF_DEVICE void take_register(T const (&operand)[N], R& r) {
  if constexpr (I >= First && I < First + N) {
    static_assert(std::is_same_v<T, R>,
                  "the result is a register of another type: pass a float, or a uint32_t, as the "
                  "instruction has it");
    r = operand[I - First];
  }
}

// The registers of one mma.sync, read from those of a call, D, A, B and C, and written back.
template <class Operation>
struct mma_registers {
  typename Operation::DRegisters d;
  typename Operation::ARegisters a;
  typename Operation::BRegisters b;
  typename Operation::CRegisters c;

  template <std::size_t... I, class... Rs>
  TILEPROOF_DEVICE void read(std::index_sequence<I...>, Rs&... rs) {
    constexpr std::size_t at_a = std::extent_v<decltype(d)>;
    constexpr std::size_t at_b = at_a + std::extent_v<decltype(a)>;
    constexpr std::size_t at_c = at_b + std::extent_v<decltype(b)>;
    constexpr int all = static_cast<int>(at_c + std::extent_v<decltype(c)>);
    constexpr int passed = static_cast<int>(sizeof...(Rs));
    static_assert(refuse_unless<(passed == all), registers_are_those_of_the_instruction,
                                found<passed>, expected<all>>);
    (put_register<I, at_a>(a, rs), ...);
    (put_register<I, at_b>(b, rs), ...);
    (put_register<I, at_c>(c, rs), ...);
  }
  template <std::size_t... I, class... Rs>
  TILEPROOF_DEVICE void write(std::index_sequence<I...>, Rs&... rs) const {
    (take_register<I, 0>(d, rs), ...);
  }
};
// Argument I of a call as the scale of D, if it is the one after the registers.
template <std::size_t I, std::size_t At, class Scale, class R>
TILEPROOF_DEVICE void put_scale(Scale& scale, R const& r) {
  if constexpr (I == At) scale = static_cast<Scale>(r);
}

// Operation::fma(d, a, b, scale) of wgmma. Rs are the registers or the descriptor of A, the
// descriptor of B, the registers of D, and the scale, which may be left out.
template <class Operation, class Scale, std::size_t... I, class... Rs>
TILEPROOF_DEVICE void wgmma_of_registers(Scale scale, std::index_sequence<I...>, Rs&... rs) {
  constexpr std::size_t at_b = std::extent_v<typename Operation::ARegisters>;
  constexpr std::size_t at_d = at_b + 1;
  constexpr std::size_t end = at_d + std::extent_v<typename Operation::CRegisters>;
  constexpr int all = static_cast<int>(end);
  constexpr int passed = static_cast<int>(sizeof...(Rs));
  if constexpr (passed != all && passed != all + 1) {
    static_assert(refuse_unless<(passed == all), registers_are_those_of_the_instruction,
                                found<passed>, expected<all>>);
  } else {
    (put_scale<I, end>(scale, rs), ...);
    typename Operation::ARegisters a;
    typename Operation::BRegisters b;
    typename Operation::CRegisters d;
    (put_register<I, 0>(a, rs), ...);
    (put_register<I, at_b>(b, rs), ...);
    (put_register<I, at_d>(d, rs), ...);
    Operation::fma(d, a, b, scale);
    (take_register<I, at_d>(d, rs), ...);
  }
}

}  // namespace detail
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

#include <tileproof/atom/instruction_end.hpp>
