// SPDX-License-Identifier: BSL-1.0
//
// The proofs of copy_tma hold; its protocol is sound for every number of tiles, and has no
// synchronisation that it could do without.
#include <tileproof/kernel/copy_tma.hpp>
#include <tileproof/pipeline/minimal_protocol.hpp>

#include <boost/hana/length.hpp>

namespace {

using namespace tileproof;

template <class T>
constexpr bool hold = copy_tma<T>::proofs::hold;
static_assert(hold<std::uint8_t> && hold<half_t> && hold<float> && hold<double>);
static_assert(copy_tma<float, 1024, 2, 1>::proofs::hold);
static_assert(decltype(boost::hana::length(copy_tma<float>::proofs{}))::value == 7);

template <int Stages, int Pending>
constexpr bool is_sound_and_minimal() {
  using protocol = detail::load_and_store<Stages, 4096, Pending>;
  static_assert(require<sound_protocol>(protocol{}));
  static_assert(require<minimal_protocol>(protocol{}));
  return true;
}
static_assert(is_sound_and_minimal<2, 1>());
static_assert(is_sound_and_minimal<4, 1>());
static_assert(is_sound_and_minimal<8, 4>());

}  // namespace
