// SPDX-License-Identifier: BSL-1.0
#include <tileproof/prove/partition.hpp>
#include <tileproof/prove/resources.hpp>
#include <tileproof/prove/theorem.hpp>

#include <boost/hana/at.hpp>
#include <boost/hana/concept/sequence.hpp>
#include <boost/hana/fold_left.hpp>
#include <boost/hana/length.hpp>

using namespace tileproof;
namespace hana = boost::hana;

namespace {

using tile = Shape<_8, _4>;
using threads = Layout<Shape<_8, _4>>;  // 8 threads, 4 values each
using other_threads = Layout<Shape<_4, _8>, Stride<_8, _1>>;

using owned = theorem<owns_every_element<>, threads, tile>;
using also_owned = theorem<owns_every_element<>, other_threads, tile>;
using fits = theorem<fits_in_bytes<128, float>, threads>;

////////////////////////////////////////////////////////////////////////////////// a theorem

static_assert(std::is_same_v<owned::property, owns_every_element<>>);
static_assert(owned::found().holds());
static_assert(fits::found()(clue::in_bytes) == 128);
static_assert(std::is_empty_v<owned>);

///////////////////////////////////////////////////////////////////////////////////// a list

using both = theorems<owned, fits>;
static_assert(both::hold);
static_assert(std::is_empty_v<both>);
static_assert(theorems<>::hold);

// A list of lists holds their theorems, in order.
using all = theorems<both, also_owned, theorems<theorems<>, fits>>;
static_assert(all::hold);
static_assert(std::is_base_of_v<tuple<owned, fits, also_owned, fits>, all>);

// A Hana sequence.
static_assert(hana::Sequence<both>::value);
static_assert(decltype(hana::length(all{}))::value == 4);
static_assert(std::is_same_v<std::remove_cvref_t<decltype(hana::at_c<2>(all{}))>, also_owned>);
struct sum_of_points {
  template <class Theorem>
  constexpr std::int64_t operator()(std::int64_t sum, Theorem) const {
    return sum + Theorem::found().points;
  }
};
static_assert(hana::fold_left(both{}, std::int64_t{0}, sum_of_points{}) == 64);

// Naming a false theorem costs nothing; a list that holds it does not compile
// (reject/list_has_a_false_theorem.cpp).
using misses_half = theorem<owns_every_element<>, Layout<Shape<_8, _2>>, tile>;
static_assert(!proved<owns_every_element<>, Layout<Shape<_8, _2>>, tile>);
static_assert(
    std::is_same_v<detail::flattened<detail::type_list<>, misses_half>::type, tuple<misses_half>>);

}  // namespace
