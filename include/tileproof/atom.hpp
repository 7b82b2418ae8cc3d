// SPDX-License-Identifier: BSL-1.0
//
// Element types and matrix instructions.
#pragma once

#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/mma.hpp>
#include <tileproof/atom/numeric.hpp>
