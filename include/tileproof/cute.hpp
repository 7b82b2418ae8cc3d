// SPDX-License-Identifier: BSL-1.0
//
// Gives namespace cute, with CuTe's names and macros, over this library: a program written for CuTe
// compiles after its includes of <cute/...> become this one.
//
//   #include <tileproof/cute.hpp>
//   using namespace cute;
//   Tensor a = make_tensor(make_gmem_ptr(p), make_shape(Int<128>{}, Int<8>{}));
//
// Names that both share are this library's own, so objects of both spellings mix. A name that
// cannot be given is an error that says what to write. docs/from_cute.md has the table. CuTe itself
// cannot be included in the same file.
#pragma once

#include <tileproof/config.hpp>  // first of all: it refuses C++17

#include <tileproof/cute/config.hpp>  // first: it refuses to stand beside CuTe

#include <tileproof/atom.hpp>
#if !defined(__CUDACC_RTC__)
#include <tileproof/print/latex.hpp>
#include <tileproof/print/svg.hpp>
#endif
#include <tileproof/tileproof.hpp>

#include <tileproof/cute/same.hpp>

#include <tileproof/cute/arch.hpp>
#include <tileproof/cute/atom.hpp>
#include <tileproof/cute/gmma.hpp>
#include <tileproof/cute/gmma_descriptor.hpp>
#include <tileproof/cute/partitioner.hpp>
#include <tileproof/cute/traits.hpp>

#include <tileproof/cute/array.hpp>
#include <tileproof/cute/complex.hpp>
#include <tileproof/cute/coord_iterator.hpp>
#include <tileproof/cute/debug.hpp>
#include <tileproof/cute/element.hpp>
#include <tileproof/cute/functional.hpp>
#include <tileproof/cute/int_tuple.hpp>
#include <tileproof/cute/integer.hpp>
#include <tileproof/cute/layout.hpp>
#include <tileproof/cute/math.hpp>
#include <tileproof/cute/mixed_bits.hpp>
#include <tileproof/cute/pointer.hpp>
#include <tileproof/cute/refused.hpp>
#include <tileproof/cute/refused_atoms.hpp>
#include <tileproof/cute/tuple.hpp>
#include <tileproof/cute/tuple_edit.hpp>
#include <tileproof/cute/type_traits.hpp>
