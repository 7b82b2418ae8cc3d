// SPDX-License-Identifier: BSL-1.0
//
// Includes the layout algebra, printing, proofs and tensors: all that code without instructions
// needs.
//
//   #include <tileproof/tileproof.hpp>
//   using namespace tileproof;
//   static_assert(composition(Layout<Shape<_4, _8>>{}, Layout<_4, _8>{}) == Layout<_4, _8>{});
//
// Include <tileproof/atom.hpp> for copy and MMA instructions, and single headers to compile faster.
#pragma once

#include <tileproof/config.hpp>  // first of all: it refuses C++17

#include <tileproof/types/refused.hpp>  // first: the shortest ways to them in a message

#include <tileproof/prove/answer.hpp>
#include <tileproof/prove/require.hpp>

#include <tileproof/algebra/exact.hpp>
#include <tileproof/algebra/swizzled_operand.hpp>
#include <tileproof/algebra/with_unknowns.hpp>
#include <tileproof/lift/facts.hpp>
#include <tileproof/print/print.hpp>
#include <tileproof/prove.hpp>
#include <tileproof/tensor/aligned.hpp>
#include <tileproof/tensor/axpby.hpp>
#include <tileproof/tensor/fill.hpp>
#include <tileproof/tensor/for_each.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/lazy.hpp>
#include <tileproof/tensor/local_tile.hpp>
#include <tileproof/tensor/predicate.hpp>
#include <tileproof/tensor/print_tensor.hpp>
#include <tileproof/tensor/reduce.hpp>
#include <tileproof/tensor/swizzled.hpp>
#include <tileproof/tensor/tensor.hpp>
#include <tileproof/tensor/transform.hpp>
