// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/cpu/wrong_action.hpp instead.
#pragma once

#include <tileproof/cpu/wrong_action.hpp>
