// SPDX-License-Identifier: BSL-1.0
#include <tileproof/algebra/swizzle.hpp>
#include <tileproof/core/swizzle.hpp>
#include <tileproof/print/to_string.hpp>

#include <type_traits>

namespace {

using namespace tileproof;

// ---- bits [M+S, M+S+B) are xored into bits [M, M+B)

static_assert(Swizzle<2, 0, 3>{}(0b01000) == 0b01001);
static_assert(Swizzle<2, 0, 3>{}(0b11001) == 0b11010);
static_assert(Swizzle<3, 3, 3>{}(0b101'010'111) == 0b101'111'111);
static_assert(Swizzle<2, 0, -2>{}(0b0011) == 0b1111);
static_assert(Swizzle<0, 4, 3>{}(1234) == 1234);
static_assert(std::is_same_v<decltype(Swizzle<2, 0, 3>{}(_8{})), _9>);

constexpr bool is_involution() {
  Swizzle<3, 2, 4> const s{};
  for (int i = 0; i < 1024; ++i)
    if (s(s(i)) != i) return false;
  return true;
}
static_assert(is_involution());

// ---- its own inverse; wider and narrower elements move the same bits of the address

static_assert(to_string(right_inverse(Swizzle<3, 3, 3>{})) == "Sw<3,3,3>");
static_assert(to_string(left_inverse(Swizzle<3, 3, 3>{})) == "Sw<3,3,3>");
static_assert(to_string(upcast<2>(Swizzle<3, 3, 3>{})) == "Sw<3,2,3>");
static_assert(to_string(downcast<2>(Swizzle<3, 3, 3>{})) == "Sw<3,4,3>");

}  // namespace
