// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/copy/copy_global.hpp instead.
#pragma once

#include <tileproof/kernel/copy/copy_global.hpp>
