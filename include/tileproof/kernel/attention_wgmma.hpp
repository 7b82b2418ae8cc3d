// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/attention/wgmma/attention_wgmma.hpp instead.
#pragma once

#include <tileproof/kernel/attention/wgmma/attention_wgmma.hpp>
