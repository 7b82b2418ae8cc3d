// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/gemm/wgmma/visits_every_tile_once.hpp instead.
#pragma once

#include <tileproof/kernel/gemm/wgmma/visits_every_tile_once.hpp>
