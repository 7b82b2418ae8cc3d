// SPDX-License-Identifier: BSL-1.0
//
// The kernels' protocols are sound with any number of stages, and have no wait, fence or barrier
// that they could do without.
#include <tileproof/kernel/protocols.hpp>
#include <tileproof/pipeline/minimal_protocol.hpp>

namespace {

using namespace tileproof;
using detail::delivery;

static_assert(require<minimal_protocol>(detail::exchange<256>{}));
static_assert(require<minimal_protocol>(detail::own_stages<2>{}));
static_assert(require<minimal_protocol>(detail::own_stages<4>{}));

template <int Stages, delivery ByA, delivery ByB>
using multistage = detail::multistage<256, Stages, 4, ByA, ByB, true>;
constexpr auto direct = delivery::by_cp_async;
constexpr auto at_edge = delivery::by_cp_async_at_edge;
constexpr auto by_registers = delivery::by_registers;
static_assert(require<minimal_protocol>(multistage<2, direct, direct>{}));
static_assert(require<minimal_protocol>(multistage<3, direct, direct>{}));
static_assert(require<minimal_protocol>(multistage<5, direct, direct>{}));
static_assert(require<minimal_protocol>(multistage<3, at_edge, at_edge>{}));
static_assert(require<minimal_protocol>(multistage<2, by_registers, at_edge>{}));
static_assert(require<minimal_protocol>(multistage<3, by_registers, by_registers>{}));
static_assert(require<sound_protocol>(multistage<7, direct, direct>{}));

}  // namespace
