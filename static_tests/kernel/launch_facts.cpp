// SPDX-License-Identifier: BSL-1.0
//
// The status of each kind of fact, of extents and of distances, and its sentence.
#include <tileproof/kernel/common/launch_facts.hpp>

#include <string_view>

namespace {

using namespace tileproof;
using detail::check_distance;
using detail::check_extents;

using m = unknown<"m", std::int64_t, at_most<4096>, multiple_of<8>>;
using ld = unknown<"ld", std::int64_t, at_least<m{}>, at_most<8192>, multiple_of<4>>;

static_assert(check_extents<m>(nullptr, 8) == status::ok);
static_assert(check_extents<m>(nullptr, -8) == status::negative_size);
static_assert(check_extents<m>(nullptr, 4104) == status::size_beyond_index);
static_assert(check_extents<m>(nullptr, 9) == status::misaligned_extent);
static_assert(check_distance<ld, m>(nullptr, 8, 8) == status::ok);
static_assert(check_distance<ld, m>(nullptr, -4, 8) == status::leading_dimension_too_small);
static_assert(check_distance<ld, m>(nullptr, 8196, 8) == status::size_beyond_index);
static_assert(check_distance<ld, m>(nullptr, 4, 8) == status::leading_dimension_too_small);
static_assert(check_distance<ld, m>(nullptr, 10, 8) == status::misaligned_leading_dimension);
static_assert(check_distance<ld, m>(nullptr, 12, 9) == status::misaligned_extent);

constexpr bool says(std::int64_t a, std::int64_t b, std::string_view expected) {
  core::text why;
  why.put("an earlier sentence");
  static_cast<void>(detail::told(&why, [&] { return check_distance<ld, m>(&why, a, b); }));
  return std::string_view(why) == expected;
}
static_assert(says(4, 8, "ld is 4, and must be at least m, which is 8"));
static_assert(says(12, 9, "m is 9, and must be a multiple of 8"));
static_assert(says(8, 8, ""));
// A status that is not of a fact has its own sentence.
constexpr bool says_null_pointer() {
  core::text why;
  return detail::told(&why, [] { return status::null_pointer; }) == status::null_pointer &&
         std::string_view(why) == to_string(status::null_pointer);
}
static_assert(says_null_pointer());

}  // namespace
