// SPDX-License-Identifier: BSL-1.0
//
// Defines the version of the library as three numbers, for #if.
#pragma once

#define TILEPROOF_VERSION_MAJOR 0
#define TILEPROOF_VERSION_MINOR 2
#define TILEPROOF_VERSION_PATCH 0
