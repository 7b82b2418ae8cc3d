// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/checker/minimal_protocol.hpp instead.
#pragma once

#include <tileproof/checker/minimal_protocol.hpp>
