// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/protocol/plan.hpp instead.
#pragma once

#include <tileproof/protocol/plan.hpp>
