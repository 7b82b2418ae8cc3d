// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/common/tile_order.hpp instead.
#pragma once

#include <tileproof/kernel/common/tile_order.hpp>
