// SPDX-License-Identifier: BSL-1.0
//
// An atom of an operation of CuTe that the library does not give: the name of the type says why and
// what to write.
//
// expect-error: dp4a_and_dp2a_are_not_in_tileproof_use_UniversalFMA_or_SM80_16x8x32_S32S8S8S32_TN
// expect-lines: g++ 15, clang 25, nvcc 15
#include <tileproof/cute.hpp>

using namespace cute;

#ifdef TILEPROOF_CONTROL
using atom = MMA_Atom<UniversalFMA<int>>;
#else
using atom = MMA_Atom<SM61_DP4A>;
#endif
atom const one{};  // the mistake
