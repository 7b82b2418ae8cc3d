// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/setmaxnreg.hpp>

#include <utility>

using namespace tileproof;

namespace {

// The 30 numbers of registers that setmaxnreg takes.
template <int... I>
constexpr bool takes_all(std::integer_sequence<int, I...>) {
  return (require_setmaxnreg<24 + 8 * I>() && ...);
}
static_assert(takes_all(std::make_integer_sequence<int, 30>{}) && 24 + 8 * 29 == 256);

}  // namespace
