// SPDX-License-Identifier: BSL-1.0
//
// Element types, copy and matrix instructions.
#pragma once

#include <tileproof/algebra/refused.hpp>  // first: the shortest way to it in a message

#include <tileproof/atom/copy.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/mma.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/thread_value.hpp>
