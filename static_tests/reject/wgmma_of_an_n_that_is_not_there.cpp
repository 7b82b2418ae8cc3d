// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_has_n
// expect-error: found<40>
// expect-error: expected<32, 48>
// expect-sentence: wgmma: N = 40 does not exist; there are 8, 16, 24, 32 and the multiples of 16 up
// expect-sentence: to 256, for integers: 32 or 48 would do
#include <tileproof/atom.hpp>

using namespace tileproof;

template <int N, class D, class A>
using operation = detail::wgmma<N, D, A, A, detail::operand_in::shared_memory, GMMA::Major::K,
                                GMMA::Major::K, GMMA::ScaleIn::One, GMMA::ScaleIn::One, false>;

#ifdef TILEPROOF_CONTROL
static_assert(operation<40, float, half_t>::sm == 90);
#else
static_assert(operation<40, std::int32_t, std::int8_t>::sm == 90);
#endif
