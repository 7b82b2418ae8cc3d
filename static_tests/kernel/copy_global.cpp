// SPDX-License-Identifier: BSL-1.0
// The proofs of the copy kernels hold.
#include "../../examples/kernels/copy_through_shared.hpp"

#include <tileproof/kernel/common/global_tile.hpp>
#include <tileproof/kernel/copy/copy_global.hpp>

#include <boost/hana/length.hpp>

using namespace tileproof;

namespace {

template <class Kernel>
inline constexpr int count = decltype(boost::hana::length(typename Kernel::proofs{}))::value;

template <class T>
constexpr bool hold = copy_vectorised<T>::proofs::hold && copy_through_shared<T>::proofs::hold &&
                      copy_async<T>::proofs::hold;
static_assert(hold<std::uint8_t> && hold<half_t> && hold<float> && hold<double>);

// Other block sizes.
static_assert(copy_vectorised<float, 32, 1>::proofs::hold);
static_assert(copy_vectorised<float, 1024, 2>::proofs::hold);
static_assert(copy_through_shared<float, 64, 3>::proofs::hold);
static_assert(copy_async<float, 64, 2, 2, 3>::proofs::hold);
static_assert(copy_async<float, 256, 1, 4, 16>::proofs::hold);
static_assert(copy_async<half_t, 128, 1, 8, 8>::proofs::hold);

static_assert(count<copy_vectorised<float>> == 15);
static_assert(count<copy_through_shared<float>> == 23);
static_assert(count<copy_async<float>> == 23);

}  // namespace
