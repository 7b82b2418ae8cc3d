// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma: N must be a multiple of 8 up to 256; for integers, above 32 a multiple of 16
#include <tileproof/atom/wgmma/instruction.hpp>

using namespace tileproof;

template <int N, class D, class A>
using operation = detail::wgmma<N, D, A, A, detail::operand_in::shared_memory, GMMA::Major::K,
                                GMMA::Major::K, GMMA::ScaleIn::One, GMMA::ScaleIn::One, false>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<40, float, half_t>::sm == 90);
#else
static_assert(operation<40, std::int32_t, std::int8_t>::sm == 90);
#endif
