// SPDX-License-Identifier: BSL-1.0
//
// cost_of: the wavefronts of one warp instruction on shared memory. A wavefront is one pass through
// the 32 banks; the fewer, the faster. Use it through bank_ways (prove/bank_conflicts.hpp) unless
// you have the addresses themselves:
//
//   warp_access a;  // lane i reads word 2 i: lanes i and i + 16 share a bank
//   a.active = ~0u;
//   for (int i = 0; i < warp_size; ++i) a.address[i] = 8 * i;
//   cost_of(shared_load<32>::value, a).wavefronts;  // 2, a 2-way bank conflict
//
// Shared memory has 32 banks of 4 bytes; lanes that access the same word share it. An instruction
// is served in phases: one for accesses of up to 32 bits, two of 16 lanes for 64 bits, four of 8
// lanes for 128 bits, one for each matrix. A phase takes as many wavefronts as the most distinct
// words in one of its banks. Two phases of a load may merge into one without conflicts, under
// conditions on their addresses. The rules were measured on an H200 (sm_90) with Nsight Compute;
// static_tests/prove/wavefronts.tsv holds the patterns, device_tests/wavefronts compares more of
// them with the counters.
#pragma once

#include <tileproof/prove/warp.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The number of an access has the unit of its instruction in PTX: shared_load<128> is in bits,
// cp_async_ca<16> in bytes, ldmatrix<4> in matrices. docs/proofs/README.md has the table.

// Operations on shared memory: ld.shared, st.shared, ldmatrix, stmatrix, and the two cache
// operators of cp.async.
enum class shared_op : std::uint8_t { ld, st, ldmatrix, stmatrix, cp_async_ca, cp_async_cg };

// An instruction as a value: its operation and the bits that it moves for each lane. For ldmatrix
// and stmatrix (PTX ISA, "Warp-level matrix load instruction") `matrices` is 1, 2 or 4; lane i
// supplies the address of row i % 8 of matrix i / 8. .trans does not change the cost.
struct shared_instruction {
  shared_op op{};
  int bits = 0;
  int matrices = 0;
  bool is_from_whole_lines = false;  // cp.async.ca: see source_of_whole_lines
};

// In bits of a lane: ld.shared, the Access of a load in bank_ways, tile_access and shared_cost_of.
template <int Bits>
struct shared_load {
  static_assert(Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128);
  static constexpr shared_instruction value{shared_op::ld, Bits, 0};
};
// In bits of a lane: st.shared.
template <int Bits>
struct shared_store {
  static_assert(Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128);
  static constexpr shared_instruction value{shared_op::st, Bits, 0};
};
// In matrices of a warp: ldmatrix.x1, .x2 or .x4 of 8 x 8 matrices with 2-byte elements; 16 bytes
// for each address.
template <int Matrices>
struct ldmatrix {
  static_assert(Matrices == 1 || Matrices == 2 || Matrices == 4);
  static constexpr shared_instruction value{shared_op::ldmatrix, 128, Matrices};
};
// In matrices of a warp: ldmatrix.trans, with the same addresses and the same cost.
template <int Matrices>
struct ldmatrix_trans : ldmatrix<Matrices> {};
// In matrices of a warp: stmatrix.x1, .x2 or .x4 (sm_90).
template <int Matrices>
struct stmatrix {
  static_assert(Matrices == 1 || Matrices == 2 || Matrices == 4);
  static constexpr shared_instruction value{shared_op::stmatrix, 128, Matrices};
};
// The write of cp.async to shared memory, with its cache operator. Its cost depends on the source
// addresses too. If the source is not given as a layout, cp_async_ca<Bytes, source_of_whole_lines>
// assumes that lanes served together read consecutive words of a 128-byte line, so that the source
// adds no conflict.
struct source_is_given {
  static constexpr bool is_of_whole_lines = false;
};
struct source_of_whole_lines {
  static constexpr bool is_of_whole_lines = true;
};
// In bytes of a lane: cp.async.ca, which passes through L1.
template <int Bytes, class Source = source_is_given>
struct cp_async_ca {
  static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16);
  static constexpr shared_instruction value{shared_op::cp_async_ca, 8 * Bytes, 0,
                                            Source::is_of_whole_lines};
};
// Without a number, always 16 bytes of a lane: cp.async.cg, which bypasses L1.
struct cp_async_cg {
  static constexpr shared_instruction value{shared_op::cp_async_cg, 128, 0};
};

// The cost of one warp instruction. A 2-way bank conflict has ways == 2.
struct shared_cost {
  bool is_decided = true;  // otherwise `wavefronts` is a lower bound
  int wavefronts = 0;
  // The least number of wavefronts that any layout costs these lanes, provided that each element
  // has a place of its own (so that lanes share an address there if they do here): the phases with
  // an active lane, two counted as one where the condition for merging holds and one wavefront
  // could hold their words. Proof: a phase with an active lane takes a wavefront; whether two may
  // merge depends on which lanes are active and which share an address, and a merged phase has no
  // conflicts, that is, at most one word in each of the 32 banks.
  int minimum = 0;
  int ways = 0;  // wavefronts of the worst phase: n for an n-way bank conflict
  // A witness from the worst phase: one bank, the words that conflict in it, and a lane for each.
  int bank = 0;
  int meeting = 0;
  int lane[warp_size]{};
  std::int64_t word[warp_size]{};
};

namespace detail {

// True if lanes i and i ^ distance have the same address wherever both are active.
constexpr bool in_pairs(warp_access const& a, std::uint32_t lanes, int distance) {
  for (int i = 0; i < warp_size; ++i)
    if ((lanes >> i & 1) != 0 && a.is_active(i) && a.is_active(i ^ distance) &&
        a.address[i] != a.address[i ^ distance])
      return false;
  return true;
}

// Adds the wavefronts of one phase, the active ones among `lanes`, to `cost`.
constexpr void add_phase(warp_access const& a, std::uint32_t lanes, int words, shared_cost& cost) {
  lanes &= a.active;
  if (lanes == 0) return;
  std::int64_t word[32][warp_size]{};  // the distinct words of each bank
  int lane[32][warp_size]{};
  int count[32]{};
  int worst = 0;
  for (int i = 0; i < warp_size; ++i) {
    if ((lanes >> i & 1) == 0) continue;
    std::int64_t const first = a.address[i] / 4;
    for (std::int64_t w = first; w < first + words; ++w) {
      int const bank = static_cast<int>(w % 32);
      int k = 0;
      while (k < count[bank] && word[bank][k] != w) ++k;
      if (k < count[bank]) continue;
      word[bank][k] = w;
      lane[bank][k] = i;
      ++count[bank];
      if (count[bank] > count[worst]) worst = bank;
    }
  }
  cost.wavefronts += count[worst];
  cost.minimum += 1;
  if (count[worst] <= cost.ways) return;
  cost.ways = count[worst];
  cost.bank = worst;
  cost.meeting = count[worst];
  for (int k = 0; k < count[worst]; ++k) {
    cost.lane[k] = lane[worst][k];
    cost.word[k] = word[worst][k];
  }
}

// The cost of cp.async.cg from an unknown source: at least one wavefront for each 128-byte line,
// and two if its 32-byte sectors are not all written by the same 16-byte halves. A place that
// several lanes write is moved once, whatever the source.
constexpr shared_cost cost_past_l1(warp_access const& a) {
  shared_cost cost;
  std::int64_t line[warp_size]{};
  int kinds[warp_size]{};  // bit h of a line is set if one of its sectors has the halves h
  int lines = 0;
  int places = 0;
  for (int i = 0; i < warp_size; ++i) {
    bool is_first = a.is_active(i);
    int halves = 0;
    for (int j = 0; j < warp_size; ++j) {
      if (!a.is_active(j) || a.address[j] / 32 != a.address[i] / 32) continue;
      if (a.address[j] == a.address[i] && j < i) is_first = false;
      halves |= a.address[j] / 16 % 2 == 0 ? 1 : 2;
    }
    if (!is_first) continue;
    ++places;
    int k = 0;
    while (k < lines && line[k] != a.address[i] / 128) ++k;
    if (k == lines) line[lines++] = a.address[i] / 128;
    kinds[k] |= 1 << halves;
  }
  for (int k = 0; k < lines; ++k) cost.wavefronts += (kinds[k] & (kinds[k] - 1)) == 0 ? 1 : 2;
  cost.is_decided = places <= 1;
  cost.minimum = (places + 7) / 8;
  cost.ways = places == 0 ? 0 : (cost.wavefronts + cost.minimum - 1) / cost.minimum;
  return cost;
}

// True if a load may serve two phases as one: lanes share their addresses in pairs. In the first
// half of a 128-bit load, all lanes must be active as well; but if lane 31 is inactive, any
// addresses will do.
constexpr bool may_merge(int bits, warp_access const& a, std::uint32_t lanes) {
  bool const first_half = bits == 128 && (lanes & 1) != 0;
  if (first_half && !a.is_active(31)) return true;
  if (first_half && (a.active & lanes) != lanes) return false;
  return in_pairs(a, lanes, 1) || in_pairs(a, lanes, 2);
}

// True if one wavefront can hold the words of these lanes: at most 32 distinct words.
constexpr bool fits_a_wavefront(warp_access const& a, std::uint32_t lanes, int words) {
  int addresses = 0;
  for (int i = 0; i < warp_size; ++i) {
    bool is_new = (lanes >> i & 1) != 0 && a.is_active(i);
    for (int j = 0; j < i && is_new; ++j)
      is_new = (lanes >> j & 1) == 0 || !a.is_active(j) || a.address[j] != a.address[i];
    addresses += is_new;
  }
  return addresses * words <= 32;
}

}  // namespace detail

// The cost of instruction `is` at the addresses `a`, in wavefronts. Pre: active addresses are in
// bytes, not negative, and multiples of the access width. For cp.async.ca this assumes that lanes
// write to distinct places and that each phase reads from global memory without conflicts, as it
// does from whole 128-byte lines; for other sources, and for cp.async.cg, use cost_of with two
// accesses in cp_async.hpp.
constexpr shared_cost cost_of(shared_instruction is, warp_access const& a) {
  if (is.op == shared_op::cp_async_cg) return detail::cost_past_l1(a);
  shared_cost cost;
  bool const of_matrices = is.op == shared_op::ldmatrix || is.op == shared_op::stmatrix;
  int const phases = of_matrices ? is.matrices : is.bits == 128 ? 4 : is.bits == 64 ? 2 : 1;
  int const lanes = of_matrices ? 8 : warp_size / phases;
  int const words = is.bits > 32 ? is.bits / 32 : 1;
  std::uint32_t const phase = lanes == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << lanes) - 1;
  int merges_into = -1;  // the minimum after two phases that another layout may merge
  for (int p = 0; p < phases; ++p) {
    if (is.op == shared_op::ld && phases > 1 && p % 2 == 0) {
      std::uint32_t const two = (phase | phase << lanes) << (p * lanes);
      shared_cost merged = cost;
      merged.ways = 0;
      bool const may_merge = detail::may_merge(is.bits, a, two);
      if (may_merge) detail::add_phase(a, two, words, merged);
      merges_into = may_merge && merged.ways > 1 && detail::fits_a_wavefront(a, two, words)
                        ? merged.minimum
                        : -1;
      if (merged.ways == 1) {  // free of conflicts
        cost.wavefronts = merged.wavefronts;
        cost.minimum = merged.minimum;
        if (cost.ways == 0) cost = merged;
        ++p;
        continue;
      }
    }
    detail::add_phase(a, phase << (p * lanes), words, cost);
    if (p % 2 == 1 && merges_into >= 0) cost.minimum = merges_into;
  }
  return cost;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
