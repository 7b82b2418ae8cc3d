// SPDX-License-Identifier: BSL-1.0
//
// Lets NVIDIA's own CuTe types stand wherever a proof, a print or a picture takes a layout of this
// library. Include it after NVIDIA's headers, in a file of C++20 beside the kernel's:
//
//   #include <cute/tensor.hpp>
//   #include <tileproof/beside_cute.hpp>
//   static_assert(tileproof::require<tileproof::compact>(MySmemLayout{}));  // a cute::Layout
//   static_assert(tileproof::audit<MyTiledCopy>());      // everything that can be said of it
//   static_assert(tileproof::audit<MyGemmKernel>());     // of CUTLASS; beside/audit.hpp
//   tileproof::print(tileproof::audit<MyGemmKernel>());  // line by line, in a host program
//
// To compile a program over this library in place of CuTe, include <tileproof/cute.hpp> instead.
#pragma once

#include <tileproof/config.hpp>  // first of all: it refuses C++17

#include <tileproof/types/refused.hpp>  // first: the shortest ways to them in a message

#include <tileproof/beside/versions.hpp>

#include <tileproof/beside/atom.hpp>
#include <tileproof/beside/audit_attention.hpp>
#include <tileproof/beside/audit_gemm.hpp>
#include <tileproof/beside/copy_plan.hpp>
#include <tileproof/beside/layout.hpp>
#include <tileproof/beside/tensor.hpp>
#include <tileproof/print/print.hpp>
#include <tileproof/prove.hpp>
