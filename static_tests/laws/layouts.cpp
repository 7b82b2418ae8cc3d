// SPDX-License-Identifier: BSL-1.0
//
// The layouts are as many, as different and as varied as the laws claim.
#include "one_to_one_layouts.hpp"
#include "swizzled_layouts.hpp"

#include <boost/hana/concat.hpp>
#include <boost/hana/unpack.hpp>

#include <string_view>

namespace {

using namespace tileproof;
namespace hana = boost::hana;
using laws::layouts;
using laws::number_of;
using laws::one_to_one_layouts;

constexpr auto both = hana::concat(layouts, one_to_one_layouts);

// The number of layouts with a property of their type.
template <template <class> class Property, auto const& Table = layouts>
constexpr std::size_t count() {
  return hana::unpack(Table, [](auto const&... ls) {
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

static_assert(number_of<layouts> >= 130);
static_assert(number_of<one_to_one_layouts> >= 32);

// No two print the same; static leaves print differently.
template <std::size_t N>
struct texts {
  core::text at[N];
};
template <auto const& Table>
constexpr auto texts_of =
    hana::unpack(Table, [](auto const&... ls) { return texts<sizeof...(ls)>{{to_string(ls)...}}; });
template <auto const& Table, std::size_t I>
constexpr bool is_new() {
  for (std::size_t j = 0; j != I; ++j)
    if (std::string_view(texts_of<Table>.at[I]) == std::string_view(texts_of<Table>.at[j]))
      return false;
  return true;
}
template <auto const& Table, std::size_t... I>
constexpr bool all_new(std::index_sequence<I...>) {
  return (std::bool_constant<is_new<Table, I>()>::value && ...);
}
static_assert(all_new<both>(std::make_index_sequence<number_of<both>>{}));
static_assert(all_new<laws::swizzled<both>>(std::make_index_sequence<number_of<both>>{}));

// Static leaves alone, and some run-time leaf.
static_assert(count<is_static>() >= 70);
static_assert(count<is_run_time>() >= 40);
static_assert(count<is_composed_layout>() == 12);
static_assert(count<is_static, one_to_one_layouts>() >= 19);
static_assert(count<is_run_time, one_to_one_layouts>() >= 13);

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
