// SPDX-License-Identifier: BSL-1.0
//
// sector_efficiency: the share of the bytes that a warp requests from global memory in the bytes of
// the 32-byte sectors that it touches. Use it for each global load and store of a kernel, to prove
// that it is coalesced:
//
//   // Lane i reads float 2 i: 32 lanes request 128 bytes and touch 8 sectors, 256 bytes.
//   require<sector_efficiency<global_load<32>, float, 50>>(Layout<_32, _2>{});  // compiles
//   require<sector_efficiency<global_load<32>, float>>(Layout<_32, _2>{});
//   // error: in_per_cent<50>, in_sectors<8>, at_least<4>, ...
//
// A warp instruction makes one request, which takes the sectors that its lanes touch. Measured on
// an H200 (sm_90); exact on every pattern of static_tests/prove/wavefronts.tsv.
#pragma once

#include <tileproof/prove/instructions.hpp>
#include <tileproof/prove/vector_access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(in_requests);       // one for each warp instruction
TILEPROOF_CLUE(in_sectors);        // of 32 bytes, of the worst instruction
TILEPROOF_CLUE(sectors_of_block);  // of all instructions
TILEPROOF_CLUE(in_per_cent);       // bytes asked for, of the bytes of the sectors

// In bits of a lane: ld.global.
template <int Bits>
struct global_load {
  static_assert(Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128);
  static constexpr int bits = Bits;
};
// In bits of a lane: st.global.
template <int Bits>
struct global_store : global_load<Bits> {};

// The cost of one warp instruction on global memory.
struct global_cost {
  int requests = 0;
  int sectors = 0;
  int minimum = 0;  // sectors that hold as many bytes as the lanes request
  int bytes = 0;    // that are requested, each counted once
};

// The cost of an instruction of `bits` bits a lane. Pre: addresses are in bytes, not negative, and
// multiples of the access width.
constexpr global_cost global_cost_of(int bits, warp_access const& a) {
  global_cost cost;
  std::int64_t sector[warp_size]{};
  std::int64_t address[warp_size]{};
  int addresses = 0;
  auto const is_new = [](std::int64_t* list, int& count, std::int64_t x) {
    for (int i = 0; i < count; ++i)
      if (list[i] == x) return false;
    list[count++] = x;
    return true;
  };
  for (int i = 0; i < warp_size; ++i) {
    if (!a.is_active(i)) continue;
    cost.requests = 1;
    is_new(sector, cost.sectors, a.address[i] / 32);
    if (is_new(address, addresses, a.address[i])) cost.bytes += bits / 8;
  }
  cost.minimum = (cost.bytes + 31) / 32;
  return cost;
}

namespace detail {

// sector_efficiency<Access, Element, per_cent>, with its numbers as values.
constexpr report efficiency_of(mapping const& tv, int bits, int element_bits, int per_cent) {
  report r;
  r.points = tv.size;
  if (!tv.fits) return beyond_64_bits(tv);
  if (tv.size == 0) return r.say(clue::in_per_cent, 100).say(clue::in_sectors, 0);  // of none
  vector_access const vectors = vector_access_of(tv, bits / element_bits);
  if (vectors.is == answer::undecided) return vectors.open;
  r.because(vectors.is).how = vectors.how;
  if (r.is == answer::no) return explain(r, vectors, tv, bits, element_bits);
  if (tv.first < 0) return below_zero(tv);
  if (!can_be_counted(tv, element_bits)) return beyond_64_bits(tv);
  warp_steps const all(tv, bits, element_bits);
  instruction_kinds const kinds(all, nullptr, 32, bits / 8);
  if (report const open = kinds.too_many(tv.size); !open.holds()) return open;
  if (kinds.count() > 1) r.how = decided::by_enumeration;
  std::int64_t requests = 0;
  std::int64_t sectors = 0;
  instruction_kind worst{};
  global_cost of_worst{1, 0, 0, 0};
  for (std::int64_t i = 0; i < kinds.count(); ++i) {
    instruction_kind const one = kinds.at(i);
    warp_access const a = all.at(one.warp, one.step);
    global_cost const c = global_cost_of(bits, a);
    requests += c.requests * one.times;
    sectors += c.sectors * one.times;
    if (of_worst.sectors != 0 && c.bytes * of_worst.sectors >= of_worst.bytes * c.sectors) continue;
    of_worst = c;
    worst = one;
  }
  if (of_worst.bytes * 100 < of_worst.sectors * 32 * per_cent) r.is = answer::no;
  return r.say(clue::in_per_cent, of_worst.bytes * 100 / (of_worst.sectors * 32))
      .say(clue::in_sectors, of_worst.sectors)
      .say(clue::at_least, of_worst.minimum)
      .say(clue::in_warp, worst.warp)
      .say(clue::at_step, worst.step)
      .say(clue::in_requests, requests)
      .say(clue::sectors_of_block, sectors);
}

}  // namespace detail

// The worst instruction of a block uses at least PerCent per cent of the bytes in the sectors that
// it touches. The layout is (thread,value) -> offset in Elements, in global memory, from a base
// aligned to a sector (32 bytes). A thread's values form vectors as access_width requires;
// otherwise the answer is no.
//
// Example: lane i reads float i: 4 sectors, 100 per cent. Lane i reads float 32 i, a column of a
// row-major matrix: 32 sectors for 128 bytes, 12 per cent. Undecided if an offset may be negative,
// or if the block has more kinds of instructions than enumeration_bound allows. Report: the
// percentage, the sectors of the worst instruction, the fewest possible, its warp and step, and the
// requests and sectors of the whole block. The report if lane i reads float 2 i:
//   "no: in per cent 50, in sectors 8, at least 4, in warp 0, at step 0, in requests 1, ..."
template <class Access, class Element, int PerCent = 100>
struct sector_efficiency {
  static_assert(refuse_unless<(Access::bits % sizeof_bits_v<Element> == 0),
                              access_holds_whole_elements<Element>, found<Access::bits>,
                              in_bits<sizeof_bits_v<Element>>>);
  using element_type = Element;
  static constexpr std::int64_t wanted = PerCent;
  static constexpr char const* sentences[] = {
      "{in_per_cent} % of the bytes in the sectors are used where {wanted} % are asked for: warp "
      "{in_warp} touches {in_sectors} sector{|s} at step {at_step} where {at_least} would do",
      nullptr};

  static constexpr void reading(core::text& t, mapping const& tv) {
    detail::put_reading(t, tv, Access::bits, sizeof_bits_v<Element>);
  }

  static constexpr report decide(mapping const& tv) {
    return detail::efficiency_of(tv, Access::bits, sizeof_bits_v<Element>, PerCent);
  }
};

// The sectors of one instruction: step `step` of warp `warp`, see warp_steps. Pre: as for
// global_cost_of(bits, access), and each thread's values form vectors; a static layout that
// violates the latter does not compile.
template <class Access, class Element, class L>
constexpr global_cost global_cost_of(L const& tv, std::int64_t warp = 0, std::int64_t step = 0) {
  if constexpr (detail::mapping_from<L>::is_static)
    require<access_width<Access::bits, Element>>(tv);
  mapping const m = detail::mapping_from<L>::make(tv);
  return global_cost_of(Access::bits,
                        detail::warp_steps(m, Access::bits, sizeof_bits_v<Element>).at(warp, step));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
