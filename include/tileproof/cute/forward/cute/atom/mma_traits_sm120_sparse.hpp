// SPDX-License-Identifier: BSL-1.0
#pragma once
#error "<cute/atom/mma_traits_sm120_sparse.hpp> is for sm_100 and newer: leave the include out"
