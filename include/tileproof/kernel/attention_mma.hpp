// SPDX-License-Identifier: BSL-1.0
//
// Forwards for one version: include tileproof/kernel/attention/mma/attention_mma.hpp instead.
#pragma once

#include <tileproof/kernel/attention/mma/attention_mma.hpp>
