// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/transpose/transpose_tma.hpp instead.
#pragma once

#include <tileproof/kernel/transpose/transpose_tma.hpp>
