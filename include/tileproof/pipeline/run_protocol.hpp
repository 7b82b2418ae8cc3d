// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/machine/run_protocol.hpp instead.
#pragma once

#include <tileproof/machine/run_protocol.hpp>
