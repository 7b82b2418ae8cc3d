// SPDX-License-Identifier: BSL-1.0
// The proofs of the transpose kernels hold.
#include "../../examples/kernels/transposes.hpp"

#include <tileproof/kernel/transpose/transpose.hpp>

#include <boost/hana/length.hpp>

using namespace tileproof;

namespace {

template <class Kernel>
inline constexpr int count = decltype(boost::hana::length(typename Kernel::proofs{}))::value;

template <class T>
constexpr bool hold = transpose_naive<T>::proofs::hold && transpose_padded<T>::proofs::hold;
static_assert(hold<std::uint8_t> && hold<half_t> && hold<float> && hold<double>);
// To look for a swizzle takes clang seconds: these stand for the other elements.
static_assert(transpose_swizzled<float>::proofs::hold);
static_assert(transpose_vectorised<half_t>::proofs::hold);

static_assert(count<transpose_naive<float>> == 6);
static_assert(count<transpose_padded<float>> == 29);
static_assert(count<transpose_vectorised<half_t>> == 29);

// transpose_naive states its true figure: a store uses one element of a sector.
template <class T>
constexpr bool settles_for_an_element_of_a_sector =
    prove<sector_efficiency<global_store<8 * sizeof(T)>, T>>(typename transpose_naive<T>::output{})(
        clue::in_per_cent) == 100 * sizeof(T) / 32;
static_assert(settles_for_an_element_of_a_sector<float>);
static_assert(settles_for_an_element_of_a_sector<double>);

}  // namespace
