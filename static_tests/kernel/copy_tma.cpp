// SPDX-License-Identifier: BSL-1.0
//
// The proofs of copy_tma hold; its protocol is sound, and has no synchronisation that it could do
// without.
#include <tileproof/checker/minimal_protocol.hpp>
#include <tileproof/kernel/common/tma_protocols.hpp>
#include <tileproof/kernel/copy/copy_tma.hpp>

#include <boost/hana/length.hpp>

namespace {

using namespace tileproof;

template <class T>
constexpr bool hold = copy_tma<T>::proofs::hold;
static_assert(hold<std::uint8_t> && hold<half_t> && hold<float> && hold<double>);
static_assert(copy_tma<float, 512, 32>::proofs::hold);
static_assert(decltype(boost::hana::length(copy_tma<float>::proofs{}))::value == 18);

// 20 blocks of an SM, and no 21.
static_assert(20 * (copy_tma<float>::shared::bytes + 1024) <= 228 * 1024 &&
              21 * (copy_tma<float>::shared::bytes + 1024) > 228 * 1024);

using protocol = detail::load_and_store<2048>;
static_assert(require<sound_protocol>(protocol{}));
static_assert(require<minimal_protocol>(protocol{}));

}  // namespace
