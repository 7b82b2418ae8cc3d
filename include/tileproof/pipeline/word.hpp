// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/cpu/word.hpp instead.
#pragma once

#include <tileproof/cpu/word.hpp>
