// SPDX-License-Identifier: BSL-1.0
#include <tileproof/atom/named_barrier.hpp>

#include <utility>

using namespace tileproof;

namespace {

// A block has barriers 0 to 15; a barrier counts 1 to 32 whole warps.
template <int... I>
constexpr int barriers_of(std::integer_sequence<int, I...>) {
  return (detail::is_named_barrier<Int<I - 20>> + ...);
}
template <int... N>
constexpr int sizes_of(std::integer_sequence<int, N...>) {
  return (detail::are_whole_warps<Int<8 * N - 96>> + ...);
}
static_assert(barriers_of(std::make_integer_sequence<int, 60>{}) == 16);
static_assert(!detail::is_named_barrier<Int<-1>> && detail::is_named_barrier<_0> &&
              detail::is_named_barrier<Int<15>> && !detail::is_named_barrier<Int<16>>);
static_assert(sizes_of(std::make_integer_sequence<int, 150>{}) == 32);
static_assert(!detail::are_whole_warps<_0> && detail::are_whole_warps<_32> &&
              !detail::are_whole_warps<Int<48>> && detail::are_whole_warps<Int<1024>> &&
              !detail::are_whole_warps<Int<1056>>);

// Static, run-time, and one of each.
static_assert(require_named_barrier(_1{}, _128{}) && require_named_barrier(1, 128) &&
              require_named_barrier(_1{}, 128) && require_named_barrier(1, _128{}));

}  // namespace
