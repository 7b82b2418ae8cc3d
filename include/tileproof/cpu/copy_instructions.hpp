// SPDX-License-Identifier: BSL-1.0
//
// Defines ldmatrix, stmatrix and cp.async on the CPU.
//
// ldmatrix and stmatrix are one function for all widths, transposed or not: the copy traits
// (atom/copy/sm75.hpp, sm90.hpp, sm100.hpp) give the bits that each lane holds on either side, and
// bits with the same number are the same. Each lane suspends until all 32 have arrived; the last
// one moves the data of all (block::together).
//
//   SM75_U32x4_LDSM_N: lane l gives the address of row l % 8 of matrix l / 8, 16 bytes, and
//   receives elements 2 * (l % 4) and 2 * (l % 4) + 1 of row l / 4 of each of the 4 matrices
//
// cp.async is an instruction of one thread, which goes to its pending copies
// (cpu/pending_copies.hpp).
//
// Found: rows out of bounds, misaligned, raced or unwritten, as for any access; an operand in the
// wrong memory (wrong_memory).
#pragma once

#include <tileproof/atom/copy/matrix.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
#include <tileproof/cpu/pointer.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace cpu {

// An ldmatrix or stmatrix by a warp. Each lane's row address is checked as an access of 16 bytes; a
// row that fails is not moved, and counts as zeros. `row_table` and `register_table` map (lane,
// 16-bit unit) to the unit's number, on the side of memory and on that of the registers.
template <class Operation>
struct matrix_copy {
  // Thread-value layouts in units of 16 bits.
  using source = decltype(upcast<16>(typename Copy_Traits<Operation>::SrcLayout{}));
  using destination = decltype(upcast<16>(typename Copy_Traits<Operation>::DstLayout{}));
  static constexpr bool loads = sizeof(typename Operation::SRegisters) == 16 &&
                                std::is_same_v<typename Operation::SRegisters, uint128_t[1]>;
  using row_table = element_table<std::conditional_t<loads, source, destination>>;
  using register_table = element_table<std::conditional_t<loads, destination, source>>;

  // A lane's row in shared memory, and its registers.
  struct operands {
    place row;
    std::uint32_t* registers;
  };

  // Moves the data of a warp: registers -> moved -> rows for stmatrix, the reverse for ldmatrix.
  // moved[i] is the unit of number i.
  static void execute(checker& check, int first_thread, void* const* lanes) {
    constexpr int units = warp_size * register_table::values;
    std::uint16_t moved[units]{};
    auto const unit = [](operands const& o, int v) {
      return reinterpret_cast<unsigned char*>(o.registers) + 2 * v;
    };
    if (!loads)
      for_registers(
          lanes, [&](operands const& o, int v, int i) { std::memcpy(&moved[i], unit(o, v), 2); });
    // If lanes give one row twice, the address of the first lane counts.
    bool is_moved[units]{};
    for (int lane = 0; lane < warp_size; ++lane) {
      operands const& o = *static_cast<operands const*>(lanes[lane]);
      int const first = row_table::get().at[lane][0];
      if (std::exchange(is_moved[first], true)) continue;
      unsigned char* const row =
          check.access({o.row, 128, 16, !loads, first_thread + lane, instruction::matrix});
      if (row == nullptr) continue;
      unsigned char const* from = row;
      unsigned char unpacked[16];
      if constexpr (requires { Operation::packed_bits; }) {
        for (int i = 0; i < 16; ++i) unpacked[i] = packed_element<Operation::packed_bits>(row, i);
        from = unpacked;
      }
      for (int v = 0; v < row_table::values; ++v) {
        std::uint16_t& to = moved[row_table::get().at[lane][v]];
        if (loads)
          std::memcpy(&to, from + 2 * v, 2);
        else
          std::memcpy(row + 2 * v, &to, 2);
      }
    }
    if (loads)
      for_registers(
          lanes, [&](operands const& o, int v, int i) { std::memcpy(unit(o, v), &moved[i], 2); });
  }

 private:
  // Element i of Bits bits of a packed row.
  template <int Bits>
  static unsigned char packed_element(unsigned char const* row, int i) {
    int const first = Bits * i;
    unsigned const two = row[first / 8] | static_cast<unsigned>(row[first / 8 + 1]) << 8;
    return static_cast<unsigned char>(two >> first % 8 & ((1U << Bits) - 1));
  }
  // Calls f(operands of the lane, index of the unit in its registers, number of the unit).
  template <class F>
  static void for_registers(void* const* lanes, F const& f) {
    for (int lane = 0; lane < warp_size; ++lane)
      for (int v = 0; v < register_table::values; ++v)
        f(*static_cast<operands const*>(lanes[lane]), v, register_table::get().at[lane][v]);
  }
};

// Reports an access whose memory is not the one that the instruction requires
// (fault::wrong_memory); the access is still made.
inline void require_memory(attempt const& a, bool is_shared) {
  if (a.in->in != nullptr && a.in->in->is_shared != is_shared)
    checks().add(fault::wrong_memory, a, -1, a.element(),
                 checks().does(a) + a.in->element(a.element()) + " as if it were " +
                     (is_shared ? "shared memory" : "global memory"));
}

// Checks the memory, and executes the instruction with the other lanes of the warp.
template <class Operation, class P>
void copy_matrix(ptr<P> const& row, std::uint32_t* registers) {
  using copy = matrix_copy<Operation>;
  static constexpr warp_instruction what{&type_name<Operation>, &copy::execute};
  require_memory(attempt_of<uint128_t>(row, !copy::loads), true);
  typename copy::operands operands{row, registers};
  block::running->together(what, &operands);
}

// ---- called by run_copy (atom/copy/operation.hpp)

template <class Operation, class P>
void copy_on_cpu(Operation, ptr<P> const& row, typename Operation::DRegisters& registers) {
  copy_matrix<Operation>(row, registers);
}
template <class Operation, class P>
void copy_on_cpu(Operation, typename Operation::SRegisters& registers, ptr<P> const& row) {
  copy_matrix<Operation>(row, registers);
}
// cp.async of sizeof(D) bytes, 4, 8 or 16, from global to shared memory; both addresses must be
// multiples of that. `inside` false fills with zeros.
template <class Operation, class S, class D>
void copy_on_cpu(Operation, ptr<S*> const& from, ptr<D*> const& to, bool inside) {
  attempt source = attempt_of<std::remove_const_t<S>>(from, false);
  attempt destination = attempt_of<D>(to, true);
  source.by = destination.by = instruction::cp_async;
  source.alignment = destination.alignment = static_cast<int>(sizeof(D));
  require_memory(source, false);
  require_memory(destination, true);
  block::running->in_flight().issue(block::running->check, source, destination, inside);
}

}  // namespace cpu

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
