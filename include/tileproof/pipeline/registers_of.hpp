// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/protocol/registers_of.hpp instead.
#pragma once

#include <tileproof/protocol/registers_of.hpp>
