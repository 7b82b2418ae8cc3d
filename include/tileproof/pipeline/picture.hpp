// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/checker/picture.hpp instead.
#pragma once

#include <tileproof/checker/picture.hpp>
