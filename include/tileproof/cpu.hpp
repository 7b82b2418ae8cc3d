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
//   hopper_context.hpp          the members of `ctx` that sm_90 adds
//   pointer.hpp                 ptr<P>, the checked pointer in place of a P
//   coordinates.hpp             coordinates outside of a tensor's modes
//   checker.hpp, findings.hpp   the judge of each access, and its report
//   order.hpp, vector_clock.hpp    which accesses happen before a thread's next one
//   shadow.hpp, access_history.hpp    the history of each few bytes
//   block.hpp, fibre.hpp, schedule.hpp    threads as fibres and their order, instructions of a warp
//   threads_of_blocks.hpp       what each thread does, and the report of those that wait for ever
//   shared_space.hpp            the shared memory of a block
//   waiting.hpp, agenda.hpp     what a thread waits for, what is still to happen
//   pending_copies.hpp          cp.async between issue and wait
//   mbarrier.hpp, mbarrier_phase.hpp, mbarrier_context.hpp, cp_async_arrive.hpp    mbarriers
//   named_barrier.hpp, barrier_round.hpp, cluster_barrier.hpp    barriers of threads, of a cluster
//   moves.hpp, tma_load.hpp, tma_store.hpp    boxes of tensor maps, copies by TMA
//   wgmma.hpp, wgmma_operand.hpp, wgmma_groups.hpp    warpgroup MMA
//   flag.hpp                    counters in global memory by which blocks wait for one another
//   warp.hpp, register_pool.hpp    shuffles and elect, setmaxnreg
//   copy_instructions.hpp, matrix_instructions.hpp    ldmatrix, stmatrix, cp.async; mma.sync
//   registers.hpp               fragments: unwritten registers, indices outside, those of wgmma
//   action.hpp, action_text.hpp    the synchronising instructions of a thread, recorded
//   expected_actions.hpp, wrong_action.hpp    those of a protocol, and the first that differs
//
// Not modelled: atomics but those of flags, votes but `any`; the time that anything takes; and
// memory that a kernel reaches by a plain pointer, which is accessed unchecked.
#pragma once

#include <tileproof/config.hpp>  // first of all: it refuses C++17

#include <tileproof/cpu/copy_instructions.hpp>
#include <tileproof/cpu/global.hpp>
#include <tileproof/cpu/launch.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
#include <tileproof/cpu/wgmma.hpp>
