// SPDX-License-Identifier: BSL-1.0
//
// Defines mma.sync on the CPU: one function for every instruction. It gets the fragment layouts
// (which element each value of each lane is) from the MMA traits. A kernel that gives the
// instruction a wrong fragment gets wrong results here, too. Not found: a mistake in the traits
// themselves, which kernel and model share; tests on a GPU find those.
//
// With scale factors each element is multiplied by its own. The first of four lanes has B's, and
// the first two have A's (thread-id-a and thread-id-b 0): what the others hold is not read.
//
// Floating-point products are added to C in double, in the order of k, and rounded once to the type
// of D (for f16 by way of float). A GPU may have another order and inner precision. The low 13 bits
// of an f32 register that holds a tf32 are ignored. Integers wrap.
#pragma once

#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/atom/registers.hpp>
#include <tileproof/cpu/block.hpp>
#include <tileproof/cpu/type_name.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace cpu {

// Whether a 1-bit MMA multiplies by exclusive or (.xor.popc), not by and (.and.popc, the product of
// numbers).
template <class Operation>
inline constexpr bool multiplies_by_xor = false;
template <>
inline constexpr bool multiplies_by_xor<SM80_8x8x128_S32U1U1S32_TN_XORPOPC> = true;
template <>
inline constexpr bool multiplies_by_xor<SM80_16x8x128_S32U1U1S32_TN_XORPOPC> = true;
template <>
inline constexpr bool multiplies_by_xor<SM80_16x8x256_S32U1U1S32_TN_XORPOPC> = true;

// A table of a static thread-value layout: at[thread][value] is the element, column-major in the
// operand's tile. It is computed once for each layout, since calling the layout in every MMA would
// be slow.
template <class L>
struct element_table {
  static constexpr int threads = static_cast<int>(decltype(size<0>(L{}))::value);
  static constexpr int values = static_cast<int>(decltype(size<1>(L{}))::value);
  int at[threads][values];

  static element_table const& get() {
    static element_table const table = make();
    return table;
  }

 private:
  // Not constexpr: compilers would evaluate the table in each translation unit.
  static element_table make() {
    element_table r;
    for (int t = 0; t < threads; ++t)
      for (int v = 0; v < values; ++v) r.at[t][v] = static_cast<int>(L{}(t, v));
    return r;
  }
};

// at[i][t] is the lane of thread t of instruction i, where ThrID is repeated over a warp: a
// quad-pair MMA (Volta, 8 threads) executes four times in a warp. Each instruction begins at the
// first lane that is free.
template <class ThrID>
struct lanes_of {
  static constexpr int threads = static_cast<int>(decltype(size(ThrID{}))::value);
  static constexpr int instructions = warp_size / threads;
  int at[instructions][threads];

  static lanes_of const& get() {
    static lanes_of const lanes = make();
    return lanes;
  }

 private:
  static lanes_of make() {
    lanes_of r;
    bool is_used[warp_size]{};
    for (auto& instruction : r.at) {
      int first = 0;
      while (is_used[first]) ++first;
      for (int t = 0; t < threads; ++t) {
        instruction[t] = first + static_cast<int>(ThrID{}(t));
        is_used[instruction[t]] = true;
      }
    }
    return r;
  }
};

// D = A * B + C by the lanes of a warp: reads the fragments of A, B and C into matrices, multiplies
// as a triple loop does, and writes the fragments of D. A is m x k, B n x k and C m x n, all
// column-major.
template <class Operation>
struct mma_on_cpu {
  using traits = MMA_Traits<Operation>;
  static constexpr int m = get<0>(typename traits::Shape_MNK{});
  static constexpr int n = get<1>(typename traits::Shape_MNK{});
  static constexpr int k = get<2>(typename traits::Shape_MNK{});
  using D = typename traits::ElementDVal;
  // The type to compute in: double, or integers modulo 2^32.
  using number = std::conditional_t<std::is_integral_v<D>, std::uint32_t, double>;

  static constexpr bool is_scaled = requires { typename Operation::SFARegisters; };
  // The registers of one lane.
  struct operands {
    typename Operation::DRegisters* d;
    typename Operation::ARegisters const* a;
    typename Operation::BRegisters const* b;
    typename Operation::CRegisters const* c;
    void const* sfa = nullptr;
    void const* sfb = nullptr;
  };

  // Executes the instruction for a warp; D may be the registers of C.
  static void execute(checker&, int, void* const* lanes) {
    for (auto const& lane : lanes_of<typename traits::ThrID>::get().at) {
      number a[m * k];
      number b[n * k];
      number c[m * n];
      for (int t = 0; t < static_cast<int>(std::size(lane)); ++t) {
        operands const& o = *static_cast<operands const*>(lanes[lane[t]]);
        take<typename traits::ALayout, typename traits::ElementAVal>(*o.a, t, a);
        take<typename traits::BLayout, typename traits::ElementBVal>(*o.b, t, b);
        take<typename traits::CLayout, typename traits::ElementCVal>(*o.c, t, c);
      }
      if constexpr (is_scaled) {
        scale<typename traits::SFALayout, typename Operation::SFARegisters, 2>(
            lane, lanes, [](operands const& o) { return o.sfa; }, a);
        scale<typename traits::SFBLayout, typename Operation::SFBRegisters, 1>(
            lane, lanes, [](operands const& o) { return o.sfb; }, b);
      }
      for (int i = 0; i < k; ++i)
        for (int col = 0; col < n; ++col)
          for (int row = 0; row < m; ++row)
            c[row + m * col] += product(a[row + m * i], b[col + n * i]);
      for (int t = 0; t < static_cast<int>(std::size(lane)); ++t) {
        operands const& o = *static_cast<operands const*>(lanes[lane[t]]);
        auto const& element = element_table<typename traits::CLayout>::get().at[t];
        detail::pack<D>([&](int i) { return c[element[i]]; }, *o.d);
      }
    }
  }

 private:
  static number product(number x, number y) {
    if constexpr (multiplies_by_xor<Operation>)
      return x ^ y;
    else
      return x * y;
  }
  // Multiplies each element of a matrix by its factor, which one of the first Readers lanes of four
  // has.
  template <class L, class Registers, int Readers, class Lanes, class FactorsOf>
  static void scale(Lanes const& lane, void* const* lanes, FactorsOf factors_of, number* matrix) {
    auto const& element = element_table<L>::get();
    for (int t = 0; t < static_cast<int>(std::size(lane)); ++t) {
      if (t % 4 >= Readers) continue;
      number factor[k / traits::SFVecSize];
      auto const& o = *static_cast<operands const*>(lanes[lane[t]]);
      detail::unpack<typename traits::ValTypeSF, number>(
          *static_cast<Registers const*>(factors_of(o)),
          [&](int i) -> number& { return factor[i]; });
      for (int i = 0; i < k; ++i) matrix[element.at[t][i]] *= factor[i / traits::SFVecSize];
    }
  }
  // Writes the values in the registers of one thread to their elements of a matrix.
  template <class L, class Element, class Registers>
  static void take(Registers const& from, int thread, number* to) {
    auto const& element = element_table<L>::get().at[thread];
    detail::unpack<Element, number>(from, [&](int i) -> number& { return to[element[i]]; });
  }
};

// Pairs of elements are in the registers of the elements themselves.
template <class Operation>
  requires requires { typename Operation::instruction; }
struct mma_on_cpu<Operation> : mma_on_cpu<typename Operation::instruction> {};

// The hook of MMA atoms: waits for the 32 lanes of the warp, the last of which executes the
// instruction. Nothing here touches memory, so it has no findings but divergence; unwritten
// registers were reported as the operands were taken.
template <class Operation, class... Factors>
void fma_on_cpu(Operation, typename Operation::DRegisters& d,
                typename Operation::ARegisters const& a, typename Operation::BRegisters const& b,
                typename Operation::CRegisters const& c, Factors const&... factors) {
  using mma = mma_on_cpu<Operation>;
  static constexpr warp_instruction what{&type_name<Operation>, &mma::execute};
  typename mma::operands operands{&d, &a, &b, &c, &factors...};
  block::running->together(what, &operands);
}

}  // namespace cpu

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
