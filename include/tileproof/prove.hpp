// SPDX-License-Identifier: BSL-1.0
//
// Includes every property (injective, partition, bank conflicts, sectors ...) and `require`, which
// stops the compilation where one does not hold.
//
//   static_assert(require<injective>(Layout<Shape<_4, _8>, Stride<_1, _5>>{}));
#pragma once

#include <tileproof/config.hpp>  // first of all: it refuses C++17

#include <tileproof/types/refused.hpp>  // first: the shortest way to it in a message

#include <tileproof/prove/answer.hpp>
#include <tileproof/prove/arrivals.hpp>
#include <tileproof/prove/bank_conflicts.hpp>
#include <tileproof/prove/contiguous.hpp>
#include <tileproof/prove/equivalent.hpp>
#include <tileproof/prove/for_all_integers.hpp>
#include <tileproof/prove/gf2.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/prove/injective.hpp>
#include <tileproof/prove/interval.hpp>
#include <tileproof/prove/partition.hpp>
#include <tileproof/prove/register_file.hpp>
#include <tileproof/prove/require.hpp>
#include <tileproof/prove/residue.hpp>
#include <tileproof/prove/residue_access.hpp>
#include <tileproof/prove/residue_predicate.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/swizzle.hpp>
#include <tileproof/prove/theorem.hpp>
#include <tileproof/prove/tiled.hpp>
