// SPDX-License-Identifier: BSL-1.0
//
// The protocols of gemm_wgmma and attention_wgmma have no synchronisation to spare but what is
// named here: a proof for each that they have. The proofs run as a program, which takes a hundredth
// of the time of a compiler.
#include <tileproof/checker/minimal_protocol.hpp>
#include <tileproof/kernel/attention/wgmma/attention_wgmma.hpp>
#include <tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>

#include <cstdio>

namespace {

using namespace tileproof;
using pipeline::op;
using pipeline::spare;

// A consumer could do without wgmma.fence in the later steps of a tile; and without
// griddepcontrol.wait for what it multiplies, which the producer has waited for, but not for C and
// D, which are not in the protocol.
bool may_be_spared(spare const& s) {
  return s.what == op::fence_registers || s.what == op::grid_wait;
}
// With split-k also the producer's wait in the first step, which every step has.
bool may_be_spared_in_parts(spare const& s) {
  return may_be_spared(s) || (s.what == op::wait && s.in == pipeline::section::first);
}
// A converted operand is read by all warps of a consumer, and wgmma.wait_group orders their reads
// in the proof. The run on the CPU, where a warp waits for itself, finds races without these
// barriers (device_tests/cpu_gemm_wgmma.cpp), and so they stay.
bool may_be_spared_as_warpgroup_waits(spare const& s) {
  return may_be_spared_in_parts(s) || s.what == op::sync || s.what == op::fence_proxy;
}

// 0: exactly `count` can be left out, all of them as `may` says.
template <class P>
int check(char const* name, int count, bool (*may)(spare const&)) {
  int found = 0, wrong = 0;
  auto const& all = pipeline::spare_list<P>::all;
  for (int i = 0; i < all.count; ++i) {
    if (!pipeline::is_sound_without<P>(all.at[i])) continue;
    ++found;
    core::text t;
    pipeline::put_spare<P>(t, all.at[i]);
    bool const is_right = may(all.at[i]);
    wrong += !is_right;
    std::printf("%s%s: %s\n", is_right ? "" : "WRONG ", name, t.data());
  }
  std::printf("%s: %d of %d can be left out\n", name, found, all.count);
  return wrong != 0 || found != count;
}

}  // namespace

int main() {
  using detail::attention_protocol;
  using numbers = detail::attention_numbers;
  using enum attention_turns;
  return check<detail::wgmma_protocol<2, 16384, 32768, 8192, 1, 2, 1>>("gemm_wgmma", 4,
                                                                       may_be_spared) |
         check<detail::wgmma_protocol<2, 16384, 20480, 4096, 2, 2, 1, false, true>>(
             "with shared tiles", 4, may_be_spared) |
         check<detail::hand_over_protocol<40960>>("their sums", 0, may_be_spared) |
         check<detail::wgmma_split_protocol<2, 16384, 8192, 16384, 2>>("with split-k", 5,
                                                                       may_be_spared_in_parts) |
         check<detail::wgmma_split_protocol<2, 8192, 4096, 4096, 2, true, 1>>(
             "with an operand that is converted", 6, may_be_spared_as_warpgroup_waits) |
         check<attention_protocol<numbers{2, 2, 16384, 16384, 1, 32768, none, false}>>(
             "attention_wgmma", 2, may_be_spared) |
         check<attention_protocol<numbers{2, 2, 8192, 8192, 1, 16384, none, false, 1, 16384, 3}>>(
             "with three consumers", 3, may_be_spared) |
         check<attention_protocol<numbers{2, 2, 8192, 16384, 1, 16384, none, true}>>(
             "with 8-bit values", 2, may_be_spared);
}
