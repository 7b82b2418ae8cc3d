// SPDX-License-Identifier: BSL-1.0
//
// The layouts are as many, as different and as varied as the laws claim.
#include "law.hpp"

#include <boost/hana/unpack.hpp>

#include <string_view>

namespace {

using namespace tileproof;
namespace hana = boost::hana;
using laws::layouts;

constexpr std::size_t number = laws::number_of_layouts;

// The number of layouts with a property of their type.
template <template <class> class Property>
constexpr std::size_t count() {
  return hana::unpack(layouts, [](auto const&... ls) {
    return (std::size_t{0} + ... + Property<std::remove_cvref_t<decltype(ls)>>::value);
  });
}
template <class L>
using is_run_time = std::bool_constant<!is_static_v<L>>;
template <int Rank>
struct has_rank {
  template <class L>
  using property = std::bool_constant<L::rank == Rank>;
};
template <int Depth>
struct has_depth {
  template <class L>
  using property = std::bool_constant<decltype(depth(std::declval<L>()))::value == Depth>;
};

static_assert(number >= 120);

// No two print the same; static leaves print differently.
struct texts {
  core::text at[number];
};
constexpr texts all =
    hana::unpack(layouts, [](auto const&... ls) { return texts{{to_string(ls)...}}; });
template <std::size_t I>
constexpr bool is_new() {
  for (std::size_t j = 0; j != I; ++j)
    if (std::string_view(all.at[I]) == std::string_view(all.at[j])) return false;
  return true;
}
template <std::size_t... I>
constexpr bool all_new(std::index_sequence<I...>) {
  return (std::bool_constant<is_new<I>()>::value && ...);
}
static_assert(all_new(std::make_index_sequence<number>{}));

// Static leaves alone, and some run-time leaf.
static_assert(count<is_static>() >= 70);
static_assert(count<is_run_time>() >= 40);
static_assert(count<is_composed_layout>() == 10);

// Ranks and depths.
static_assert(count<has_rank<1>::property>() >= 20);
static_assert(count<has_rank<2>::property>() >= 50);
static_assert(count<has_rank<3>::property>() >= 18);
static_assert(count<has_rank<4>::property>() >= 8);
static_assert(count<has_depth<0>::property>() >= 17);
static_assert(count<has_depth<1>::property>() >= 60);
static_assert(count<has_depth<2>::property>() >= 20);
static_assert(count<has_depth<3>::property>() >= 6);

}  // namespace
