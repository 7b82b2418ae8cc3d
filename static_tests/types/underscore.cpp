// SPDX-License-Identifier: BSL-1.0
#include <tileproof/types/underscore.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

static_assert(is_underscore<decltype(_)>::value);
static_assert(is_underscore<Underscore const&>::value);
static_assert(is_underscore<X>::value);
static_assert(!is_underscore<int>::value);  // an integer fixes a mode
static_assert(std::is_empty_v<Underscore>);

}  // namespace
