// SPDX-License-Identifier: BSL-1.0
//
// CuTe's own headers stand before <tileproof/cute.hpp>; the first line of theirs stands for them.
//
// expect-error: tileproof/cute.hpp and NVIDIA's <cute/...> are in one file
#ifndef TILEPROOF_CONTROL
#define CUTE_HOST_DEVICE __host__ __device__
#endif
#include <tileproof/cute.hpp>

static_assert(cute::rank(cute::make_shape(4, 8)) == cute::_2{});
