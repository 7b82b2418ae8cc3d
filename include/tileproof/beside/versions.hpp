// SPDX-License-Identifier: BSL-1.0
//
// Checks that NVIDIA's headers were included first. Headers of beside/ include none of them, since
// which of them a program has, and from which folder, is the program's to say. Tried with CUTLASS
// 3.5.0, 3.5.1, 3.6, 3.8, 4.2 and 4.7.
#pragma once

#if defined(TILEPROOF_CUTE_CONFIG)
#error \
    "tileproof: <tileproof/beside_cute.hpp> is for NVIDIA's CuTe, and <tileproof/cute.hpp>, which was included, stands in its place: use one of the two"
#elif !defined(CUTE_HOST_DEVICE)
#error "tileproof: include <cute/tensor.hpp> before <tileproof/beside_cute.hpp>"
#endif
