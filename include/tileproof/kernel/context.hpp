// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/context/context.hpp instead.
#pragma once

#include <tileproof/context/context.hpp>
