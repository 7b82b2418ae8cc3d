// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/machine/payload.hpp instead.
#pragma once

#include <tileproof/machine/payload.hpp>
