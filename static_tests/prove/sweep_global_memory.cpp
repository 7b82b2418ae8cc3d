// SPDX-License-Identifier: BSL-1.0
//
// Compares sector_efficiency with brute force: accesses to global memory by whole warps.

#include "sweep_properties.hpp"

#include <cstdint>
#include <vector>

using namespace sweep;

namespace {

struct tallies {
  tally sectors{"sector_efficiency"};

  void operator()(subject const& s, int element) {
    using namespace tileproof;
    global<global_load<8>>(s, element);
    global<global_load<16>>(s, element);
    global<global_store<32>>(s, element);
    global<global_store<64>>(s, element);
    global<global_load<128>>(s, element);
  }

  template <class Access>
  void global(subject const& s, int element) {
    switch (element) {
      case 8: return traffic<Access, std::uint8_t>(s);
      case 16: return traffic<Access, std::uint16_t>(s);
      case 32: return traffic<Access, std::uint32_t>(s);
      default: return traffic<Access, std::uint64_t>(s);
    }
  }

  template <class Access, class Element>
  void traffic(subject const& s) {
    constexpr int element = 8 * sizeof(Element);
    constexpr oracle::instruction is{oracle::kind::load, Access::bits, 0};
    if constexpr (Access::bits >= element) {
      integer const threads = s.threads();
      integer const steps = oracle::steps_of(s.at, threads, is.bits, element);
      integer const warps = oracle::warps_of(threads);
      integer all = 0;
      bool const misaligned = oracle::first_out_of_place(is, s.at, threads, element) >= 0;
      oracle::traffic worst{1, 1 << 20};
      std::vector<oracle::traffic> each;
      for (integer i = 0; i < warps * steps && !misaligned; ++i) {
        oracle::warp const w =
            oracle::warp_at(s.at, threads, is.bits, element, i % warps, i / warps);
        each.push_back(oracle::traffic_of(is.bits, w));
        all += each.back().sectors;
        if (each.back().bytes * worst.sectors < worst.bytes * each.back().sectors) {
          worst = each.back();
        }
      }
      bool const half = s.size() % 3 == 0;
      report const r = half ? tileproof::sector_efficiency<Access, Element, 50>::decide(s.of)
                            : tileproof::sector_efficiency<Access, Element>::decide(s.of);
      integer const at = r(clue::in_warp) + warps * r(clue::at_step);
      bool witness = at >= 0 && at < warps * steps;
      if (misaligned) {
        witness = names_the_first(r, is, s, element);
      } else if (witness) {
        oracle::traffic const& named = each[static_cast<std::size_t>(at)];
        witness = named.bytes * worst.sectors == worst.bytes * named.sectors &&
                  r(clue::in_sectors) == named.sectors &&
                  r(clue::in_per_cent) == 100 * named.bytes / (32 * named.sectors) &&
                  r(clue::at_least) == (named.bytes + 31) / 32 &&
                  r(clue::in_requests) == warps * steps && r(clue::sectors_of_block) == all;
      }
      bool const enough = worst.bytes * 100 >= worst.sectors * 32 * (half ? 50 : 100);
      sectors.judge(r, !misaligned && enough, witness, s);
    }
  }
};

}  // namespace

void sweep_global_memory() {
  tallies all;
  draw from(17);
  blocks(from, all);
  all.sectors.print();
}
