// SPDX-License-Identifier: BSL-1.0
#include <tileproof/types/checked.hpp>
#include <tileproof/types/math.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

static_assert(std::is_same_v<decltype(gcd(_12{}, _8{})), _4>);
static_assert(gcd(12, _8{}) == 4);
static_assert(gcd(-12, 8) == 4);
static_assert(gcd(0, 8) == 8);
static_assert(std::is_same_v<decltype(lcm(_4{}, _6{})), _12>);
static_assert(lcm(4, 6) == 12);
static_assert(lcm(0, 6) == 0);
static_assert(std::is_same_v<decltype(min(_4{}, _6{})), _4>);
static_assert(std::is_same_v<decltype(max(_4{}, _6{})), _6>);
static_assert(min(4, _6{}) == 4);
static_assert(max(4, _6{}) == 6);

}  // namespace
