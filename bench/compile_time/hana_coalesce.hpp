// SPDX-License-Identifier: BSL-1.0
//
// Layouts and their coalesce as one writes them with Boost.Hana: modes are pairs of integral
// constants in a tuple, folded from the left.
#pragma once

#include <boost/hana/append.hpp>
#include <boost/hana/back.hpp>
#include <boost/hana/drop_back.hpp>
#include <boost/hana/equal.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/flatten.hpp>
#include <boost/hana/fold_left.hpp>
#include <boost/hana/integral_constant.hpp>
#include <boost/hana/mult.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/product.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/transform.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/zip_with.hpp>

namespace hana_layouts {

namespace hana = boost::hana;

template <long long N>
using Int = hana::llong<N>;

constexpr auto make_shape = hana::make_tuple;
constexpr auto make_stride = hana::make_tuple;

// A layout of two levels, as pairs (extent, stride).
constexpr auto make_layout = [](auto shape, auto stride) {
  return hana::zip_with(hana::make_pair, hana::flatten(shape), hana::flatten(stride));
};

constexpr auto size = [](auto layout) {
  return hana::product<hana::integral_constant_tag<long long>>(
      hana::transform(layout, hana::first));
};

constexpr auto coalesce = [](auto layout) {
  auto const none = hana::make_tuple(hana::make_pair(Int<1>{}, Int<0>{}));
  return hana::fold_left(layout, none, [](auto done, auto mode) {
    auto const last = hana::back(done);
    if constexpr (hana::first(mode) == Int<1>{})
      return done;
    else if constexpr (hana::first(last) == Int<1>{})
      return hana::append(hana::drop_back(done), mode);
    else if constexpr (hana::first(last) * hana::second(last) == hana::second(mode))
      return hana::append(
          hana::drop_back(done),
          hana::make_pair(hana::first(last) * hana::first(mode), hana::second(last)));
    else
      return hana::append(done, mode);
  });
};

}  // namespace hana_layouts
