// SPDX-License-Identifier: BSL-1.0
//
// The layouts are as many, as different and as varied as the laws claim.
#include "law.hpp"

#include <boost/hana/count_if.hpp>
#include <boost/hana/unpack.hpp>

#include <string_view>

namespace {

using namespace tileproof;
namespace hana = boost::hana;
using laws::layouts;

constexpr std::size_t number = laws::number_of_layouts;

// The number of layouts with a property of their type.
template <class Property>
constexpr std::size_t count(Property const& property) {
  return hana::count_if(layouts,
                        [&](auto l) { return hana::bool_c<decltype(property(l))::value>; });
}
template <bool B>
using fact = std::bool_constant<B>;

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
static_assert(count([](auto l) { return fact<is_static_v<decltype(l)>>{}; }) >= 70);
static_assert(count([](auto l) { return fact<!is_static_v<decltype(l)>>{}; }) >= 40);

// Ranks and depths.
static_assert(count([](auto l) { return fact<decltype(l)::rank == 1>{}; }) >= 20);
static_assert(count([](auto l) { return fact<decltype(l)::rank == 2>{}; }) >= 50);
static_assert(count([](auto l) { return fact<decltype(l)::rank == 3>{}; }) >= 18);
static_assert(count([](auto l) { return fact<decltype(l)::rank == 4>{}; }) >= 8);
static_assert(count([](auto l) { return fact<decltype(depth(l))::value == 0>{}; }) >= 17);
static_assert(count([](auto l) { return fact<decltype(depth(l))::value == 1>{}; }) >= 60);
static_assert(count([](auto l) { return fact<decltype(depth(l))::value == 2>{}; }) >= 20);
static_assert(count([](auto l) { return fact<decltype(depth(l))::value == 3>{}; }) >= 6);
static_assert(count([](auto l) { return fact<is_composed_layout<decltype(l)>::value>{}; }) == 10);

}  // namespace
