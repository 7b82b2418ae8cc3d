// SPDX-License-Identifier: BSL-1.0
#pragma once
#error "<cute/arch/tmem_allocator_sm100.hpp> is for sm_100 and newer: leave the include out"
