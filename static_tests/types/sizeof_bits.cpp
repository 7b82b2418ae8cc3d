// SPDX-License-Identifier: BSL-1.0
#include <tileproof/types/sizeof_bits.hpp>

#include <cstdint>

namespace {

using namespace tileproof;

static_assert(sizeof_bits_v<std::uint16_t> == 16);
static_assert(sizeof_bits_v<double> == 64 && sizeof_bits_v<double const> == 64);

}  // namespace
