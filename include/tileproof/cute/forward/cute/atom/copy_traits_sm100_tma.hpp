// SPDX-License-Identifier: BSL-1.0
#pragma once
#error "<cute/atom/copy_traits_sm100_tma.hpp> is for sm_100 and newer: leave the include out"
