// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/cpu/expected_actions.hpp instead.
#pragma once

#include <tileproof/cpu/expected_actions.hpp>
