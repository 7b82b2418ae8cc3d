// SPDX-License-Identifier: BSL-1.0
//
// Gives namespace cute the instructions of sm_120a: mma.sync of floats of 8, 6 and 4 bits, and with
// scale factors. Source: CuTe, arch/mma_sm120.hpp.
#pragma once

#include <tileproof/atom/mma/sm120.hpp>
#include <tileproof/cute/beside_cutlass.hpp>

namespace cute {

// Where a program names cutlass's element types, the instruction is that of this library's.
template <class A, class B, class C>
using SM120_16x8x32_TN =
    tileproof::SM120_16x8x32_TN<tileproof::element_t<A>, tileproof::element_t<B>,
                                tileproof::element_t<C>>;

namespace SM120::BLOCKSCALED {

template <class A, class B, class C, class SF, int VS>
using SM120_16x8x32_TN_VS = tileproof::SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<
    tileproof::element_t<A>, tileproof::element_t<B>, tileproof::element_t<C>,
    tileproof::element_t<SF>, VS>;
template <class A, class B, class C, class SF, int VS>
using SM120_16x8x64_TN_VS = tileproof::SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<
    tileproof::element_t<A>, tileproof::element_t<B>, tileproof::element_t<C>,
    tileproof::element_t<SF>, VS>;

}  // namespace SM120::BLOCKSCALED

}  // namespace cute
