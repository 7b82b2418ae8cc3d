// SPDX-License-Identifier: BSL-1.0
//
// Symptom: fits_register_file held for 288 threads with more registers than the SM has for them.
// Cause: the registers of an SM were divided by the threads of the block. An SM gives registers to
// four warps at a time, so that 9 warps take the registers of 12. Fix: threads_with_registers in
// prove/registers_at_launch.hpp rounds up to 128 threads.
#include <tileproof/prove/register_file.hpp>
#include <tileproof/prove/registers_at_launch.hpp>

using namespace tileproof;

static_assert(registers_at_launch(288) == 168);  // 65536 / 384 = 170.7, and not 65536 / 288 = 227.6
static_assert(registers_at_launch(256) == 255);
static_assert(proved<fits_register_file<288>, Shape<Int<96>, Int<240>>>);
static_assert(!proved<fits_register_file<288>, Shape<Int<104>, Int<240>>>);
