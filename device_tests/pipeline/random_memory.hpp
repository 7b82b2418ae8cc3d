// SPDX-License-Identifier: BSL-1.0
//
// Defines global_memory, which the runs of tables on the CPU share: the tokens that copies read,
// and what a launch writes; and options_of, the three schedules of a run.
#pragma once

#include "random_context.hpp"

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace random_cpu {

// Asynchronous operations at their latest, at random, and at their earliest.
inline tp::cpu::options options_of(device_protocol const& p, int schedule, std::uint64_t seed) {
  using enum tp::cpu::moment_of_effect;
  static constexpr tp::cpu::moment_of_effect moments[] = {last, random, first};
  tp::cpu::options o;
  o.asynchronous = moments[schedule], o.reverse = schedule == 2, o.seed = seed;
  o.registers = p.registers;
  o.warpgroup_waits_as_one = p.warpgroup_waits_as_one;
  o.reads_need_no_proxy_fence = p.reads_need_no_proxy_fence;
  o.kernel = "drawn", o.stack = 1 << 16;
  if (!p.is_cluster) o.resident = p.blocks;
  return o;
}

class global_memory {
  template <class T>
  struct array {
    std::vector<T> bytes;
    tp::cpu::global<T> checked;
    array(char const* name, std::size_t n)
        : bytes(n), checked(name, bytes.data(), std::int64_t(n)) {}
  };
  array<std::uint8_t> tokens{"tokens", 64 * token_bytes};
  array<std::uint8_t> stores{"stores", std::size_t(most_stores) * token_bytes};
  array<std::uint8_t> cells{"cells", std::size_t(most_global_cells) * global_bytes};
  array<std::uint32_t> flags{"flags", std::size_t(most_flags)};

  // Whether the store of an op has left its token everywhere.
  bool is_stored(device_protocol const& p, device_op const& o) const {
    std::uint8_t const* const slot = &stores.bytes[std::size_t(o.slot * token_bytes)];
    std::uint32_t const wanted = pattern(o.expects[0]);
    for (int at = 0; at < p.cell_bytes[o.cell[0]]; at += 4)
      if (std::memcmp(slot + at, &wanted, 4) != 0) return false;
    return true;
  }

 public:
  global_memory() {
    for (int t = 0; t < 64; ++t)
      for (int at = 0; at < token_bytes; at += 4) {
        std::uint32_t const w = pattern(t);
        std::memcpy(&tokens.bytes[std::size_t(t * token_bytes + at)], &w, 4);
      }
  }

  // The operands of a launch, flags 0 and nothing stored.
  arguments prepared(device_protocol const& p, std::vector<device_op> const& ops,
                     seen_values& seen) {
    std::fill(flags.bytes.begin(), flags.bytes.end(), 0);
    for (device_op const& o : ops)
      if (verb(o.verb) == verb::tma_store)
        std::memset(&stores.bytes[std::size_t(o.slot * token_bytes)], 255,
                    std::size_t(p.cell_bytes[o.cell[0]]));
    return {p,
            ops.data(),
            tokens.checked.data(),
            stores.checked.data(),
            cells.checked.data(),
            flags.checked.data(),
            &seen};
  }
  // The wrong values of a launch; empty if there are none. Stores are compared if it `ended`.
  std::string wrong(device_protocol const& p, std::vector<device_op> const& ops,
                    seen_values const& seen, bool ended) const {
    std::string text;
    if (seen.wrong > 0) {
      char line[120];
      std::snprintf(line, sizeof line, "block %d role %d op %d: saw %x, wanted %x\n", seen.block,
                    seen.role, seen.op, seen.seen, seen.wanted);
      text += line;
    }
    if (seen.other > 0) text += "calls of the payload that are not those of the table\n";
    for (device_op const& o : ops)
      if (ended && verb(o.verb) == verb::tma_store && o.expects[0] != 0 && !is_stored(p, o))
        text += "a TMA store is wrong\n";
    return text;
  }
};

}  // namespace random_cpu
