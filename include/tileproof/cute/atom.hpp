// SPDX-License-Identifier: BSL-1.0
//
// Defines the names of CuTe's arch/, atom/ and tensor headers that are spelt otherwise in this
// library. The names that both share are in cute/same_atoms.hpp. <tileproof/cute.hpp> includes both.
#pragma once

#include <tileproof/cute/same_atoms.hpp>

#include <tileproof/tileproof.hpp>

namespace cute {

// algorithm/tensor_algorithms.hpp: lazy::transform
namespace lazy = tileproof::lazy;
// pointer_swizzle.hpp
using tileproof::as_position_independent_swizzle_tensor;

}  // namespace cute
