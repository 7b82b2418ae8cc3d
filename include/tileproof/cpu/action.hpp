// SPDX-License-Identifier: BSL-1.0
//
// Defines action: a synchronising or asynchronous instruction that a thread has executed. With
// options::records_actions, report::actions has them in the order of execution, hence in program
// order for each thread: the word of its role, to compare with a protocol.
#pragma once

#include <tileproof/config.hpp>

#include <cstdint>
#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

enum class action_kind : std::uint8_t {
  barrier_init,  // of an mbarrier, for `count` arrivals
  fence_barrier_init,
  arrive,         // at an mbarrier; of block `count` of the cluster
  arrive_expect,  // after `bytes` bytes were announced
  expect,         // `bytes` bytes
  wait,           // for `phase` of an mbarrier
  cp_async_arrive,
  cp_async_fence,
  cp_async_wait,     // until `count` groups are pending
  tma_load,          // of `bytes` bytes to (field, index), counted by (bar_field, bar_index); to
                     // the blocks of the mask `count`
  tma_store,         // from (field, index); group `count`
  tma_store_arrive,  // ends group `count`
  tma_store_wait,    // .read, until `count` groups are pending
  tma_store_complete,
  fence_view_async,      // of shared memory
  fence_view_async_all,  // of all memory
  warpgroup_arrive,
  wgmma,             // A begins at byte `index` of shared memory (-1: in registers), B at `bytes`
  warpgroup_commit,  // ends group `count`
  warpgroup_wait,    // until `count` groups are pending
  sync,
  sync_warp,
  sync_named,  // barrier `index` of `count` threads
  arrive_named,
  cluster_arrive,
  cluster_arrive_relaxed,
  cluster_wait,
  increase_registers,  // to `count`
  decrease_registers,
  launch_dependent_grids,
  wait_on_dependent_grids,
  flag_arrive,  // at element `index` of `tensor`
  flag_wait,    // until it has come to `count`
};

// One of them. A place in shared memory is a field and the index of an element in it; one in global
// memory is a tensor and such an index. What a kind does not have is -1, or 0 bytes.
struct action {
  action_kind kind{};
  int block = 0;  // x + grid.x * (y + grid.y * z)
  int thread = 0;
  int field = -1;
  std::int64_t index = -1;
  int phase = -1;
  std::int64_t bytes = 0;
  int count = -1;
  int bar_field = -1;
  std::int64_t bar_index = -1;
  std::string_view tensor{};  // its name, which lives as long as the cpu::global does
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
