// SPDX-License-Identifier: BSL-1.0
//
// The protocols of the kernels are sound for every number of k-tiles, and have no synchronisation
// that they could do without.
#include <tileproof/checker/minimal_protocol.hpp>
#include <tileproof/kernel/common/protocols.hpp>

namespace {

using namespace tileproof;
using detail::delivery;

template <class P>
constexpr bool is_sound_and_minimal() {
  static_assert(require<sound_protocol>(P{}));
  static_assert(require<minimal_protocol>(P{}));
  return true;
}

static_assert(is_sound_and_minimal<detail::exchange<128>>());
static_assert(is_sound_and_minimal<detail::exchange<512>>());
static_assert(is_sound_and_minimal<detail::own_stages<2>>());
static_assert(is_sound_and_minimal<detail::own_stages<3>>());
static_assert(is_sound_and_minimal<detail::own_stages<8>>());
static_assert(is_sound_and_minimal<detail::one_tile<256>>());
static_assert(is_sound_and_minimal<detail::one_tile_ahead<256>>());

constexpr delivery copied = delivery::by_cp_async;
constexpr delivery at_edge = delivery::by_cp_async_at_edge;
constexpr delivery stored = delivery::by_registers;

// Many stages.
static_assert(require<sound_protocol>(detail::own_stages<24>{}));
static_assert(require<sound_protocol>(
    detail::multistage<256, 13, 16, delivery::by_cp_async, delivery::by_cp_async, false>{}));

// gemm_tensor_cores: A and B one after the other.
static_assert(is_sound_and_minimal<detail::multistage<128, 3, 4, copied, copied, true>>());
static_assert(is_sound_and_minimal<detail::multistage<128, 3, 4, at_edge, at_edge, true>>());
static_assert(is_sound_and_minimal<detail::multistage<128, 2, 4, copied, copied, true>>());
static_assert(is_sound_and_minimal<detail::multistage<128, 4, 4, copied, at_edge, true>>());
// gemm_pipelined
static_assert(is_sound_and_minimal<detail::multistage<256, 3, 16, copied, copied, false>>());
static_assert(is_sound_and_minimal<detail::multistage<256, 3, 16, at_edge, at_edge, false>>());
static_assert(is_sound_and_minimal<detail::multistage<256, 2, 16, copied, stored, false>>());
static_assert(is_sound_and_minimal<detail::multistage<256, 2, 16, stored, at_edge, false>>());
static_assert(is_sound_and_minimal<detail::multistage<256, 2, 16, stored, stored, false>>());
// As above, in slices, which add up what they have.
static_assert(is_sound_and_minimal<detail::multistage<256, 3, 8, copied, at_edge, false, 4>>());
static_assert(is_sound_and_minimal<detail::multistage<256, 2, 8, stored, stored, false, 4>>());

}  // namespace
