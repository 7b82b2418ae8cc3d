// SPDX-License-Identifier: BSL-1.0
//
// cost_of(instruction, to, from): the wavefronts of a cp.async from global to shared memory. They
// depend on both addresses of each lane.
//
// cp.async.ca passes through L1, whose lines lie in the same 32 banks. In each wavefront, a phase
// moves at most one word out of each bank of the source and at most one word into each bank of the
// destination. If a phase has no conflict on one side, it takes as many wavefronts as the busiest
// bank of the other side has words. Lanes do not share words.
//
// cp.async.cg moves 32-byte sectors from L2. One wavefront moves sectors of one 128-byte line of
// global memory into one 128-byte line of shared memory, provided that the same 16-byte halves of
// each are moved, and that address bits 4 and 5 change in the same way in all of them. If several
// lanes write to one place, one of them counts.
//
// Measured on an H200 (sm_90) with Nsight Compute, as shared_memory.hpp describes.
#pragma once

#include <tileproof/prove/shared_memory.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The bank with the most words of these lanes; each lane has words of its own.
constexpr shared_cost busiest_bank(warp_access const& a, std::uint32_t lanes, int words) {
  int count[32]{};
  shared_cost c;
  for (int i = 0; i < warp_size; ++i)
    for (int w = 0; (lanes >> i & 1) != 0 && w < words; ++w) {
      int const bank = static_cast<int>((a.address[i] / 4 + w) % 32);
      if (++count[bank] > count[c.bank]) c.bank = bank;
    }
  for (int i = 0; i < warp_size; ++i)
    for (int w = 0; (lanes >> i & 1) != 0 && w < words; ++w) {
      if ((a.address[i] / 4 + w) % 32 != c.bank) continue;
      c.lane[c.meeting] = i;
      c.word[c.meeting++] = a.address[i] / 4 + w;
    }
  c.ways = c.meeting;
  return c;
}

// The cost of cp.async.ca.
constexpr shared_cost cost_through_l1(int bits, warp_access const& to, warp_access const& from) {
  shared_cost cost;
  int const phases = bits / 32;
  int const size = warp_size / phases;
  for (int p = 0; p < phases; ++p) {
    std::uint32_t const all = size == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << size) - 1;
    std::uint32_t const lanes = all << (p * size) & to.active & from.active;
    if (lanes == 0) continue;
    shared_cost const writes = busiest_bank(to, lanes, bits / 32);
    shared_cost const reads = busiest_bank(from, lanes, bits / 32);
    shared_cost worst = writes.ways >= reads.ways ? writes : reads;
    worst.is_decided = cost.is_decided && (writes.ways == 1 || reads.ways == 1);
    worst.wavefronts = cost.wavefronts + worst.ways;
    worst.minimum = cost.minimum + 1;
    if (worst.ways <= cost.ways) {
      cost.is_decided = worst.is_decided;
      cost.wavefronts = worst.wavefronts;
      cost.minimum = worst.minimum;
    } else {
      cost = worst;
    }
  }
  return cost;
}

// The properties that all sectors of one wavefront share.
struct sector_move {
  std::int64_t from_line = 0;
  std::int64_t to_line = 0;
  std::int64_t change = 0;  // of address bits 4 and 5
  int halves = 0;           // 1: the first, 2: the second, 3: both

  friend constexpr bool operator==(sector_move const&, sector_move const&) = default;
};

// The cost of cp.async.cg.
constexpr shared_cost cost_past_l1(warp_access const& to, warp_access const& from) {
  shared_cost cost;
  int kept[warp_size]{};
  int count = 0;
  for (int i = 0; i < warp_size; ++i) {
    if (!to.is_active(i) || !from.is_active(i)) continue;
    bool is_first = true;
    bool is_alone = true;
    for (int k = 0; k < count; ++k) {
      is_first = is_first && to.address[kept[k]] != to.address[i];
      is_alone = is_alone && from.address[kept[k]] != from.address[i];
    }
    if (!is_first) continue;
    cost.is_decided = cost.is_decided && is_alone;
    kept[count++] = i;
  }
  sector_move moves[warp_size]{};
  for (int k = 0; k < count; ++k) {
    std::int64_t const t = to.address[kept[k]];
    std::int64_t const f = from.address[kept[k]];
    sector_move move{f / 128, t / 128, (t ^ f) / 16 % 4, f / 16 % 2 == 0 ? 1 : 2};
    for (int j = 0; j < count; ++j)
      if (from.address[kept[j]] == (f ^ 16) && to.address[kept[j]] == (t ^ 16)) move.halves = 3;
    int m = 0;
    while (m < cost.wavefronts && !(moves[m] == move)) ++m;
    if (m < cost.wavefronts) continue;
    if (m < 2) cost.lane[m] = kept[k];
    moves[cost.wavefronts++] = move;
  }
  cost.minimum = (count + 7) / 8;
  cost.ways = count == 0 ? 0 : (cost.wavefronts + cost.minimum - 1) / cost.minimum;
  return cost;
}

}  // namespace detail

// The cost of one cp.async from the addresses `from` in global memory to the addresses `to` in
// shared memory. Pre: addresses are in bytes, not negative, and multiples of the access width; the
// base in global memory is aligned to 128 bytes. If !is_decided, `wavefronts` is a lower bound: for
// .ca if a phase has conflicts on both sides, for .cg if one place of the source goes to several
// places. For .cg, `minimum` is the number of 128-byte lines that the lanes' bytes fill, `ways` is
// wavefronts / minimum, rounded up, and lane[0] and lane[1] are in different wavefronts.
constexpr shared_cost cost_of(shared_instruction is, warp_access const& to,
                              warp_access const& from) {
  return is.op == shared_op::cp_async_cg ? detail::cost_past_l1(to, from)
                                         : detail::cost_through_l1(is.bits, to, from);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
