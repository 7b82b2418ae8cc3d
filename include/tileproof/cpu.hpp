// SPDX-License-Identifier: BSL-1.0
//
// Includes the CPU run of kernels: each thread of a block is a fibre (a cooperative thread), and
// every access is checked against its buffer and for races.
//
// Use it to test a kernel without a GPU. Compiled by g++ or clang, not by nvcc; link with
// -lboost_context. Example: cpu/launch.hpp. The headers, in the order in which a reader meets them:
//
//   launch.hpp, report.hpp      start a run, read its findings
//   global.hpp, region.hpp      a tensor in global memory, the elements that an access may touch
//   block_context.hpp           the `ctx` of a kernel: indices, shared memory, barriers, cp.async
//   pointer.hpp                 ptr<P>, the checked pointer in place of a P
//   coordinates.hpp             coordinates outside of a tensor's modes
//   checker.hpp, shadow.hpp     the judge of each access, the history of each few bytes
//   block.hpp, fibre.hpp        threads as fibres, barriers, instructions of a warp
//   flight.hpp                  cp.async between issue and wait
//   copy_instructions.hpp, matrix_instructions.hpp    ldmatrix, stmatrix, cp.async; mma.sync
//   registers.hpp               fragments: unwritten registers, indices outside
//
// Not modelled: TMA, mbarriers, wgmma, atomics, shuffles and votes; the time that anything takes;
// and memory that a kernel reaches by a plain pointer, which is accessed unchecked.
#pragma once

#include <tileproof/cpu/copy_instructions.hpp>
#include <tileproof/cpu/global.hpp>
#include <tileproof/cpu/launch.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
#include <tileproof/cpu/wgmma.hpp>
