// SPDX-License-Identifier: BSL-1.0
//
// The proofs of transpose_tma hold; its protocol is sound, and has no synchronisation that it could
// do without.
#include <tileproof/checker/minimal_protocol.hpp>
#include <tileproof/kernel/transpose/transpose_tma.hpp>

#include <boost/hana/length.hpp>

namespace {

using namespace tileproof;

template <class T>
constexpr bool hold = transpose_tma<T>::proofs::hold;
static_assert(hold<half_t> && hold<float> && hold<double>);
static_assert(transpose_tma<float, 32, 96, 128>::proofs::hold);
static_assert(decltype(boost::hana::length(transpose_tma<float>::proofs{}))::value == 20);

// Without the order of threads_of_squares, threads in rows of 32: conflicts along n.
using in_rows = decltype(make_tiled_copy(transpose_tma<float>::atom{}, Layout<Shape<_32, _8>>{},
                                         transpose_tma<float>::by_rows{}));
static_assert(!proved<free_of_bank_conflicts<shared_store<64>, float>,
                      decltype(in_rows::tidfrg_D(transpose_tma<float>::out_layout{}))>);

using protocol = detail::load_rearrange_store<256, 16384>;
static_assert(require<sound_protocol>(protocol{}));
static_assert(require<minimal_protocol>(protocol{}));

}  // namespace
