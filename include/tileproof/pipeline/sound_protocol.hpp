// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/checker/sound_protocol.hpp instead.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
