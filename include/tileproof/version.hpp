// SPDX-License-Identifier: BSL-1.0
//
// Defines the version of the library as three numbers; before 1.0 a minor version may change names.
#pragma once

#define TILEPROOF_VERSION_MAJOR 0
#define TILEPROOF_VERSION_MINOR 1
#define TILEPROOF_VERSION_PATCH 0
