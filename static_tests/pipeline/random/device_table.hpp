// SPDX-License-Identifier: BSL-1.0
//
// Defines the tables that device_tests/pipeline/random.cu (from a file) and random_cpu.cpp run:
// protocols with their trip counts unrolled, every place a number, and for each read the token that
// it must see.
//
// A file is `file_header`, then for each protocol `device_protocol` and its `device_op`s.
#pragma once

#include <cstdint>

namespace random_protocols {

inline constexpr std::uint32_t file_magic = 0x52505434;
inline constexpr int most_cells = 96, most_mbarriers = 64, most_stores = 24;
inline constexpr int token_bytes = 16384;  // of a row of the global array of tokens

// The bytes of shared memory that a cell takes.
constexpr int room_of_cell(int bytes) { return (bytes + 127) / 128 * 128; }

struct file_header {
  std::uint32_t magic = file_magic, count = 0;
};

// `verb`, `by` and `in` are the enumerators of protocol.hpp.
struct device_op {
  std::uint8_t verb, by, in, parity;
  std::uint8_t block, token, expects[3], operands;
  std::uint8_t is_flag, is_named, passes, is_collective;
  std::int16_t cell[3];      // in `block`; global: 1000 + number
  std::int16_t barrier;      // mbarrier of `block`, number of a named barrier, or flag
  std::int16_t accumulator;  // -1: none
  std::int16_t slot;         // of a TMA store in the output
  std::int32_t number;       // bytes, groups; a flag's value; what a read of an accumulator sees
  std::int32_t partition;    // that a write states; -1: none
};

struct device_protocol {
  std::uint64_t seed;  // of draw()
  std::int32_t trips;  // index in trips_of()
  std::int32_t blocks, is_cluster, threads, roles, cells, global_cells, mbarriers, flags, ops;
  std::int32_t shared_bytes, barriers_at, machine_initialises, stores;
  std::int32_t registers, warpgroup_waits_as_one, reads_need_no_proxy_fence;
  std::int32_t role_first_warp[5], role_warps[5], role_threads[5];
  std::int32_t first_op[2][5], op_count[2][5];
  std::int32_t cell_at[most_cells], cell_bytes[most_cells], arrivals[most_mbarriers];
  std::int32_t named_threads[16];
};

}  // namespace random_protocols
