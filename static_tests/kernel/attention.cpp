// SPDX-License-Identifier: BSL-1.0
//
// The protocol of attention_wgmma is sound, with and without turns, and has no synchronisation to
// spare but wgmma.fence and griddepcontrol.wait; the theorems of each type and depth hold.
#include <tileproof/kernel/attention_wgmma.hpp>
#include <tileproof/pipeline/minimal_protocol.hpp>

namespace {

using namespace tileproof;

using in_turn = detail::attention_protocol<2, 16384, 32768, true>;
static_assert(require<sound_protocol>(in_turn{}));
static_assert(require<sound_protocol>(detail::attention_protocol<3, 8192, 8192, false>{}));

using small = detail::attention_protocol<2, 16384, 32768, false>;
using pipeline::op;
using pipeline::spare_actions;
static_assert([] {
  for (int i = 0; i < spare_actions<small>.count; ++i) {
    op const what = spare_actions<small>.at[i].what;
    if (what != op::fence_registers && what != op::grid_wait) return false;
  }
  return spare_actions<small>.count > 0;
}());

static_assert(attention_wgmma<half_t, 128>::proofs::hold);
static_assert(attention_wgmma<bfloat16_t, 64, attention_schedule<64, 3, false>>::proofs::hold);

}  // namespace
