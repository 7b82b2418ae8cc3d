// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma: A in registers must be K-major
#include <tileproof/atom/wgmma/names.hpp>

using namespace tileproof;

template <GMMA::Major A>
using operation = SM90_64x64x16_F32F16F16_RS<A, GMMA::Major::K>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<GMMA::Major::K>::sm == 90);
#else
static_assert(operation<GMMA::Major::MN>::sm == 90);
#endif
