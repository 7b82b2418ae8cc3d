// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/protocol/loop.hpp instead.
#pragma once

#include <tileproof/protocol/loop.hpp>
