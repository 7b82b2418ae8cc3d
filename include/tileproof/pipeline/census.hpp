// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/protocol/arrival_counts.hpp instead.
#pragma once

#include <tileproof/protocol/arrival_counts.hpp>
