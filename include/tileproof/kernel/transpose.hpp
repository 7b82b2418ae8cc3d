// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/transpose/transpose.hpp instead.
#pragma once

#include <tileproof/kernel/transpose/transpose.hpp>
