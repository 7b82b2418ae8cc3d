// SPDX-License-Identifier: BSL-1.0
//
// The layout algebra, printing, proofs and tensors.
#pragma once

#include <tileproof/types/refused.hpp>  // first: the shortest ways to them in a message
#include <tileproof/prove/require.hpp>

#include <tileproof/algebra/exact.hpp>
#include <tileproof/print/print.hpp>
#include <tileproof/prove.hpp>
#include <tileproof/tensor/aligned.hpp>
#include <tileproof/tensor/axpby.hpp>
#include <tileproof/tensor/fill.hpp>
#include <tileproof/tensor/for_each.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/predicate.hpp>
#include <tileproof/tensor/print_tensor.hpp>
#include <tileproof/tensor/reduce.hpp>
#include <tileproof/tensor/tensor.hpp>
#include <tileproof/tensor/transform.hpp>
