// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tileproof/cute/sm120.hpp>
