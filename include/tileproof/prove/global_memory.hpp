// SPDX-License-Identifier: BSL-1.0
//
// What an access to global memory costs: one request for each warp instruction, and the 32-byte
// sectors that its lanes touch. Measured on an H200 (sm_90): exact on every pattern of
// static_tests/prove/wavefronts.tsv.
#pragma once

#include <tileproof/prove/instructions.hpp>
#include <tileproof/prove/vector_access.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

template <int Bits>
struct global_load {
  static_assert(Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64 || Bits == 128);
  static constexpr int bits = Bits;
};
template <int Bits>
struct global_store : global_load<Bits> {};

struct global_cost {
  int requests = 0;
  int sectors = 0;
  int minimum = 0;  // sectors that hold as many bytes as the lanes ask for
  int bytes = 0;    // that are asked for, each once
};

// Pre: addresses are not negative, and multiples of the access' width.
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

// The layout is (thread,value) -> offset, its first mode the threads, in global memory, in Elements
// from a base that is aligned to a sector. A thread's values come by whole vectors, as access_width
// asks for them, and of the bytes of the sectors that the worst instruction touches, at least
// PerCent of a hundred are asked for. Undecided where an offset may be negative.
template <class Access, class Element, int PerCent = 100>
struct sector_efficiency {
  static_assert(Access::bits % sizeof_bits_v<Element> == 0, "sector_efficiency: whole elements");

  static constexpr report decide(mapping const& tv) {
    constexpr int element_bits = sizeof_bits_v<Element>;
    report r;
    r.points = tv.size;
    if (!tv.fits) return detail::beyond_64_bits(tv);
    if (tv.size == 0) return r.say(clue::in_per_cent, 100).say(clue::in_sectors, 0);  // of none
    detail::vector_access const vectors = detail::vector_access_of(tv, Access::bits / element_bits);
    if (vectors.is == answer::undecided) return vectors.open;
    r.because(vectors.is).how = vectors.how;
    if (r.is == answer::no) return detail::explain(r, vectors, tv, Access::bits, element_bits);
    if (tv.first < 0) return detail::below_zero(tv);
    if (!detail::can_be_counted(tv, element_bits)) return detail::beyond_64_bits(tv);
    detail::warp_steps const all(tv, Access::bits, element_bits);
    detail::instruction_kinds const kinds(all, nullptr, 32, Access::bits / 8);
    if (report const open = kinds.too_many(tv.size); !open.holds()) return open;
    if (kinds.count() > 1) r.how = decided::by_enumeration;
    std::int64_t requests = 0;
    std::int64_t sectors = 0;
    detail::instruction_kind worst{};
    global_cost of_worst{1, 0, 0, 0};
    for (std::int64_t i = 0; i < kinds.count(); ++i) {
      detail::instruction_kind const one = kinds.at(i);
      warp_access const a = all.at(one.warp, one.step);
      global_cost const c = global_cost_of(Access::bits, a);
      requests += c.requests * one.times;
      sectors += c.sectors * one.times;
      if (of_worst.sectors != 0 && c.bytes * of_worst.sectors >= of_worst.bytes * c.sectors)
        continue;
      of_worst = c;
      worst = one;
    }
    if (of_worst.bytes * 100 < of_worst.sectors * 32 * PerCent) r.is = answer::no;
    return r.say(clue::in_per_cent, of_worst.bytes * 100 / (of_worst.sectors * 32))
        .say(clue::in_sectors, of_worst.sectors)
        .say(clue::at_least, of_worst.minimum)
        .say(clue::in_warp, worst.warp)
        .say(clue::at_step, worst.step)
        .say(clue::in_requests, requests)
        .say(clue::sectors_of_block, sectors);
  }
};

// What one instruction costs: step `step` of warp `warp`. Pre: as for global_cost_of, and values
// come by whole vectors; a static layout without does not compile.
template <class Access, class Element, class L>
constexpr global_cost global_cost_of(L const& tv, std::int64_t warp = 0, std::int64_t step = 0) {
  if constexpr (detail::mapping_from<L>::is_static)
    require<access_width<Access::bits, Element>>(tv);
  mapping const m = detail::mapping_from<L>::make(tv);
  return global_cost_of(Access::bits,
                        detail::warp_steps(m, Access::bits, sizeof_bits_v<Element>).at(warp, step));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
