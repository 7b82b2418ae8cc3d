// SPDX-License-Identifier: BSL-1.0
//
// Defines the concept protocol_like, and sound_protocol and its parts, the properties that a
// protocol may have. sound_protocol.hpp proves them.
#pragma once

#include <tileproof/protocol/fault.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace pipeline {

// A type with the three lists of a protocol (protocol/plan.hpp); whether it is sound is
// sound_protocol's to say.
template <class P>
concept protocol_like = requires {
  typename P::resources;
  typename P::roles;
  typename P::loop;
};

// The names of refusals: a type is no protocol, since it lacks one of its lists.
template <class P>
struct protocol_has_resources {
  using element_type = P;
  static constexpr char const* sentences[] = {
      "protocol: {element} has no list of resources: using resources = pipeline::resources<A, ...>",
      nullptr};
};
template <class P>
struct protocol_has_roles {
  using element_type = P;
  static constexpr char const* sentences[] = {
      "protocol: {element} has no list of roles: using roles = pipeline::roles<producer, ...>",
      nullptr};
};
template <class P>
struct protocol_has_loop {
  using element_type = P;
  static constexpr char const* sentences[] = {
      "protocol: {element} has no loop: using loop = steps, tiles_of_steps, ..., or once", nullptr};
};

// A property of protocols: none of these faults happens.
template <fault... Faults>
struct free_of {
  static constexpr bool is_own(fault f) { return (... || (f == Faults)); }
};

}  // namespace pipeline

// No fault of any kind, for every trip count: no hang, no race, no phase lost, no operation pending
// at the end. Its parts follow.
struct sound_protocol {
  static constexpr bool is_own(pipeline::fault) { return true; }
};
// No role waits for ever at a barrier, for bytes or for registers.
struct free_of_deadlock : pipeline::free_of<pipeline::fault::deadlock> {};
// No buffer is overwritten while it may be read, and none is read while it may be written; by
// threads, cp.async, TMA or wgmma. Registers of a pending wgmma are not touched.
struct free_of_races : pipeline::free_of<pipeline::fault::race> {};
// Nothing is read before it is written.
struct reads_what_is_written : pipeline::free_of<pipeline::fault::unwritten> {};
// A fence stands between a thread's writes and the async proxy's accesses, and wgmma.fence between
// uses of registers and wgmma.
struct proxies_are_fenced
    : pipeline::free_of<pipeline::fault::no_proxy_fence, pipeline::fault::no_wgmma_fence> {};
// In each phase of an mbarrier as many bytes arrive as it expects, and the barrier can count them.
struct bytes_arrive_as_expected
    : pipeline::free_of<pipeline::fault::bytes, pipeline::fault::many_bytes> {};
// Each phase is completed by its own arrivals: no arrival is early, and none is too many.
struct arrivals_complete_phases : pipeline::free_of<pipeline::fault::early, pipeline::fault::many> {
};
// No wait is for a phase that may be two phases before the barrier's current one, whose parity is
// the same.
struct no_phase_is_lost : pipeline::free_of<pipeline::fault::lost_phase> {};
// No asynchronous operation is pending when a block ends, in its memory or towards another block.
struct nothing_in_flight_at_end : pipeline::free_of<pipeline::fault::in_flight> {};
// setmaxnreg has legal numbers, and whole warpgroups execute it. Too few registers are a hang:
// free_of_deadlock.
struct registers_are_legal : pipeline::free_of<pipeline::fault::registers> {};
// The hardware has an instruction for each verb, with these threads at this place, and can count to
// each number.
struct instructions_exist : pipeline::free_of<pipeline::fault::illegal, pipeline::fault::limit> {};
// Memory and mbarriers of other blocks, and mbarriers that TMA uses, exist before they are used.
struct memory_exists
    : pipeline::free_of<pipeline::fault::not_started, pipeline::fault::no_init_fence> {};
// Whole warps reach the barriers of whole warps, and whole warpgroups reach wgmma.
struct warps_come_together
    : pipeline::free_of<pipeline::fault::part_of_warp, pipeline::fault::no_warpgroup> {};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
