// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/cpu/speller.hpp instead.
#pragma once

#include <tileproof/cpu/speller.hpp>
