// SPDX-License-Identifier: BSL-1.0
//
// The proof of a property for layouts with unknowns (types/unknown.hpp): for all values of these,
// or no, with values for which the property does not hold.
//
//   using m = unknown<"m">;
//   using ld = unknown<"ld", at_least<m{}>>;
//   proved<injective, Layout<Shape<m, _8>, Stride<_1, ld>>>       // yes: ld >= m
//   prove<injective>(Layout<Shape<m, _8>, Stride<_1, _4>>{})      // no, for m = 5
//
// A property says how it is proved by `for_all(prover, layouts...)`, whether the layouts have it
// for all values, which is called with layouts of nodes. Where it does not say or is not sure,
// values are tried, small ones and ones near the bounds; where it holds for these, it is undecided.
#pragma once

#include <tileproof/lift/build.hpp>
#include <tileproof/prove/require.hpp>

#include <cstdint>
#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(for_values);        // of the unknowns, in the order of their names
TILEPROOF_CLUE(values_are_tried);  // for which the property holds

namespace detail {

template <class... Ls>
using unknowns_of_layouts = typename with_related<typename unknowns_of_list<
    typename joined_lists<leaves_t<std::remove_cv_t<Ls>>...>::type>::type>::type;

// The leaves of a layout, and its mapping, where the unknowns of List are `at`.
template <class L, class List>
using leaves_at = numbers_of_leaves<symbolic_leaves_of<leaves_t<L>, List>>;
template <class L, class List>
constexpr mapping mapping_at(std::int64_t const* at) {
  return mapping_from<L>::shape_or_layout(
      mapping(with_values(reading_of<L>::value, leaves_at<L, List>(at).value)));
}

// An unknown that has a value where the conditions hold, and none where one does not.
template <auto... Conditions>
using if_all_hold = unknown<"if", at_least<1>, at_most<Conditions>...>;
template <class Property>
struct unknowns_given {
  using type = type_list<>;
};
template <class Property>
  requires requires { typename Property::given_unknown; }
struct unknowns_given<Property> {
  using type = type_list<typename Property::given_unknown>;
};

template <class Property, class... Ls>
struct symbolic_proof {
  using unknowns = typename with_related<typename put_unknowns<
      unknowns_of_layouts<Ls...>, typename unknowns_given<Property>::type>::type>::type;
  static constexpr bool has_condition =
      requires(prover<unknowns>& p) { Property::condition(p, p.template layout_of<Ls>()...); };
  static constexpr bool decide_for_all() {
    if constexpr (requires { Property::template for_all_types<Ls...>(); })
      return Property::template for_all_types<Ls...>();
    prover<unknowns> p;
    if constexpr (has_condition)
      return p.proves(Property::condition(p, p.template layout_of<Ls>()...));
    else if constexpr (requires { Property::for_all(p, p.template layout_of<Ls>()...); })
      return Property::for_all(p, p.template layout_of<Ls>()...);
    else
      return false;
  }
  // Writes the condition under which it holds, where one is known.
  static constexpr void put_condition(core::text& t) {
    if constexpr (has_condition) {
      prover<unknowns> p;
      core::integer const needed = Property::condition(p, p.template layout_of<Ls>()...);
      if (needed.is_known()) return;
      t.put("; it holds if ");
      p.put(t, needed);
    }
  }
  static constexpr bool holds_for_all = decide_for_all();

  static constexpr report at(unknown_values<unknowns> const& v) {
    return detail::decide<Property>(mapping_at<Ls, unknowns>(v.at)...);
  }
  struct test {
    static constexpr bool fails(unknown_values<unknowns> const& v) {
      return (leaves_at<Ls, unknowns>(v.at).are_known() && ...) &&
             symbolic_proof::at(v).is == answer::no;
    }
  };
  using failure = first_failure<test, unknowns>;
  static constexpr report decide() {
    report r;
    if constexpr (holds_for_all) {
      return r;
    } else if constexpr (failure::found < 0) {
      r.because(answer::undecided);
      return r.say(clue::values_are_tried, values_to_try<unknowns>::tries);
    } else {
      r = at(failure::value);
      report::named values{&clue::for_values, 0, {}};
      for (int i = 0; i < unknowns::size && i < report::most_numbers; ++i)
        values.at[values.count++] = failure::value.at[i];
      return r.add(values);
    }
  }
  static constexpr report value = decide();
};

template <class Property, class... Ls>
  requires(symbolic_layout<Ls> || ...)
struct proof<Property, Ls...> : symbolic_proof<Property, Ls...> {
  // The mapping of an argument where the property fails.
  template <class L>
  struct mapping_of_argument {
    static constexpr mapping value =
        mapping_at<L, typename proof::unknowns>(proof::failure::value.at);
  };
  // Put after the sentence: " (for m = 5 in (m,_8):(_1,_4))".
  static constexpr void put_arguments(core::text& t) {
    if (proof::value.is == answer::yes) return;
    t.put(" (");
    if (proof::value.is == answer::no)
      put_values(t, proof::failure::value);
    else
      t.put("not proved for all values, and true of those tried: state more facts");
    t.put(" in ");
    int n = 0;
    ((t.put(n++ == 0 ? "" : " and "), t.put(std::string_view(formula_text<Ls>()))), ...);
    proof::put_condition(t);
    t.put(')');
  }
};

}  // namespace detail

// Property, of the values of the unknowns for which all conditions hold: comparisons of unknowns
// and symbols, by <= and ==.
template <class Property, auto... Conditions>
struct given : Property {
  using given_unknown = detail::if_all_hold<Conditions...>;
};
// require<given<Property, Conditions...>>(layouts...).
template <class Property, auto... Conditions, class... Ls>
TILEPROOF_HOST_DEVICE constexpr bool require_if(Ls const&... layouts) {
  return require<given<Property, Conditions...>>(layouts...);
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
