// SPDX-License-Identifier: BSL-1.0
//
// The model protocols are sound, and faces and parts of the property agree.
#include "flag_protocols.hpp"

#include <tileproof/checker/access_facts.hpp>
#include <tileproof/checker/accesses.hpp>
#include <tileproof/checker/barriers.hpp>
#include <tileproof/checker/execution.hpp>
#include <tileproof/checker/happens_before.hpp>
#include <tileproof/checker/pending_operations.hpp>
#include <tileproof/checker/protocol_properties.hpp>
#include <tileproof/checker/recording.hpp>
#include <tileproof/checker/ring_uses.hpp>
#include <tileproof/checker/search.hpp>
#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/checker/state.hpp>
#include <tileproof/checker/symmetry.hpp>
#include <tileproof/checker/task_queue.hpp>

namespace {

using namespace tileproof;
using namespace tileproof::pipeline;

static_assert(proved<sound_protocol, hopper_gemm<2, 1>>);
static_assert(proved<sound_protocol, hopper_gemm<6, 3>>);
static_assert(proved<sound_protocol, hopper_gemm<4, 2, seed::none, 2>>);
static_assert(proved<sound_protocol, hopper_gemm<6, 3, seed::none, 2>>);
static_assert(proved<sound_protocol, hopper_gemm<4, 2, seed::none, 1, true>>);
static_assert(proved<sound_protocol, hopper_gemm<3, 1, seed::none, 2, true>>);
static_assert(proved<sound_protocol, gemm_with_own_rings<3>>);
static_assert(proved<sound_protocol, cp_async_pipeline<3>>);
static_assert(proved<sound_protocol, ping_pong<2>>);
static_assert(proved<sound_protocol, ping_pong<2, seed::none, true>>);
static_assert(proved<sound_protocol, one_buffer<>>);
static_assert(proved<sound_protocol, turnstile<2>>);
static_assert(proved<sound_protocol, turnstile<4>>);
static_assert(proved<sound_protocol, turnstile_of_roles<8>>);  // 32 agents
static_assert(proved<sound_protocol, turnstile<3, seed::none, once>>);
static_assert(proved<sound_protocol, turnstile<3, seed::none, steps>>);
static_assert(proved<sound_protocol, turnstile<3, seed::none, tiles_of_steps, 1>>);
static_assert(proved<sound_protocol, parallel_sum<3>>);
static_assert(proved<sound_protocol, parallel_sum<3, 2>>);
static_assert(proved<sound_protocol, uneven_sum<3>>);
static_assert(proved<sound_protocol, uneven_tiles<3, 2>>);
static_assert(proved<sound_protocol, uneven_turns<4>>);
static_assert(proved<sound_protocol, uneven_turnstile<3>>);
static_assert(require<sound_protocol>(double_buffer<>{}));

// A stage is released before its wgmma has been waited for.
using released_early = hopper_gemm<3, 2, seed::release_before_wait>;
static_assert(!proved<sound_protocol, released_early>);
static_assert(!proved<free_of_races, released_early>);
static_assert(prove<free_of_races>(released_early{}).is == answer::no);
static_assert(prove<free_of_deadlock>(released_early{}).is == answer::undecided);
static_assert(sentence<sound_protocol>(released_early{}) ==
              "race: producer, tile 0 step 3: TMA load into A[0], counted at Full[0]; nothing "
              "orders it after consumer<0>, tile 0 step 0: wgmma reads A[0]");
static_assert(sentence<sound_protocol>(double_buffer<>{}).size() == 0);
// One thread's wait for a wgmma is its warp's, unless the protocol states the axiom. Where nobody
// has waited, the axiom would not do.
static_assert(sentence<sound_protocol>(hopper_gemm<3, 2, seed::no_axiom>{}) ==
              "race: producer, tile 0 step 3: TMA load into A[0], counted at Full[0]; nothing "
              "orders it after consumer<0> (not elected), tile 0 step 0: wgmma reads A[0]; a wait "
              "for wgmma is that of one warp: let the leader of each warp arrive, or state "
              "warpgroup_waits_as_one");
static_assert(sentence<sound_protocol>(hopper_gemm<3, 2, seed::release_before_wait, 1, true>{}) ==
              "race: producer, tile 0 step 3: TMA load into A[0], counted at Full[0]; nothing "
              "orders it after consumer<0>, tile 0 step 0: wgmma reads A[0]");

// Nothing of these can be left out.
static_assert(require<minimal_protocol>(double_buffer<>{}));
static_assert(require<minimal_protocol>(cp_async_pipeline<3>{}));
static_assert(require<minimal_protocol>(turnstile<3>{}));
// A workspace that is used once needs no flag that frees it.
static_assert(spare_actions<parallel_sum<2, 1, seed::none, once>>.count == 2);
// A wgmma of the same accumulator needs no wgmma.fence after the one before it.
static_assert(spare_actions<gemm_with_own_rings<3>>.count == 1);
static_assert(spare_actions<gemm_with_own_rings<3>>.at[0].what == op::fence_registers &&
              spare_actions<gemm_with_own_rings<3>>.at[0].in == section::step);
static_assert(prove<minimal_protocol>(gemm_with_own_rings<3>{}).is == answer::no);
static_assert(sentence<minimal_protocol>(gemm_with_own_rings<3>{}) ==
              "consumer, step: wgmma.fence: the protocol is sound without it");
static_assert(prove<minimal_protocol>(released_early{}).is == answer::undecided);

}  // namespace
