// SPDX-License-Identifier: BSL-1.0
//
// The three faces of a property P of layouts:
//
//   prove<P>(layouts...)              a report: the answer, and a witness where it is no
//   proved<P, Layouts...>             a concept
//   require<P>(layouts...)            true, or the compilation stops and names P and the witness
//
// A property is a type with a function over plain values,
//   static constexpr report decide(mapping const&...);
// and so a report can also be asked for at run time, on the host, for layouts with run-time leaves.
// Offsets are integers. A property that means something for coordinates too (the offsets of
// strides along E<i,j,...>) names the arguments that may have them, bit i for argument i,
//   static constexpr unsigned coordinates = 0b01;
// any other argument with such strides is refused: the answer is no, and the witness is the axis.
// TILEPROOF_DISABLE_PROOFS makes require free.
#pragma once

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/prove/mapping.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The witness of a failed property, as types.
struct undecided;
#define TILEPROOF_CLUE(NAME) \
  template <auto...>         \
  struct NAME;
TILEPROOF_CLUES(TILEPROOF_CLUE)
#undef TILEPROOF_CLUE

namespace detail {

// A shape, or a tiler, counts as its leaves with strides of 0.
template <class T>
struct mapping_from {
  static constexpr bool is_static = __is_empty(T);
  static constexpr mapping make() { return shape_or_layout(mapping(reading_of<T>::value.into)); }
  static constexpr mapping make([[maybe_unused]] T const& t) {
    if constexpr (is_static) return make();
    std::int64_t values[2 * core::max_leaves]{};
    int narrow[2 * core::max_leaves]{};
    put_leaves<0>(put_in_width<true>{{narrow, values}}, t);
    return shape_or_layout(mapping(with_values(reading_of<T>::value, values)));
  }
  static constexpr mapping shape_or_layout(mapping m) {
    m.is_layout = is_layout_v<T>;
    return m;
  }
};
template <any_foreign T>
struct mapping_from<T> : mapping_from<own_t<T>> {
  using mapping_from<own_t<T>>::make;
  static constexpr mapping make(T const& t) { return mapping_from<own_t<T>>::make(owned(t)); }
};
template <int B, int M, int S, class O, class L>
struct mapping_from<ComposedLayout<Swizzle<B, M, S>, O, L>> {
  using type = ComposedLayout<Swizzle<B, M, S>, O, L>;
  static constexpr bool is_static = __is_empty(type);
  static constexpr mapping make() { return mapping(reading_of<L>::value.into, O::value, B, M, S); }
  static constexpr mapping make(type const& l) {
    return mapping(mapping_from<L>::make(l.layout_b()).of, l.offset(), B, M, S);
  }
};

template <class T>
struct mapping_of {
  static_assert(mapping_from<T>::is_static,
                "tileproof: a proof at compile time needs a layout whose leaves are all static");
  static constexpr mapping value = mapping_from<T>::make();
};

template <class Property>
constexpr unsigned takes_coordinates() {
  if constexpr (requires { Property::coordinates; })
    return Property::coordinates;
  else
    return 0;
}

// Offsets that are coordinates, where argument `side` must have integers. A swizzle, or an offset,
// makes sense for integers only.
constexpr bool has_other_offsets(mapping const& m, unsigned coordinates, int side) {
  return m.has_coordinates() &&
         ((coordinates >> side & 1) == 0 || m.is_swizzled() || m.offset != 0);
}
constexpr report other_offsets(mapping const& m, int side, int sides) {
  report r;
  r.because(answer::no).points = m.size;
  int leaf = 0;
  while (m.of.at[leaf].axis == 0) ++leaf;
  report::named axis{clue::offsets_are_coordinates_along_axis, 0, {}};
  for (core::axis_path a = m.of.at[leaf].axis; a != 0; a /= 32) axis.at[axis.count++] = a % 32 - 1;
  r.add(axis);
  return sides > 1 ? r.say(clue::on_side, side) : r;
}

template <class Property, class... Mappings>
constexpr report decide(Mappings const&... ms) {
  int side = 0;
  int found = -1;
  static_cast<void>(
      ((has_other_offsets(ms, takes_coordinates<Property>(), side) ? found = side : side++,
        found < 0) &&
       ...));
  if (found < 0) return Property::decide(ms...);
  mapping const* const all[] = {&ms...};
  return other_offsets(*all[found], found, sizeof...(ms));
}

template <class Property, class... Ls>
struct proof {
  static constexpr report value = decide<Property>(mapping_of<Ls>::value...);
};

template <clue C, auto... Numbers>
struct clue_type;
#define TILEPROOF_CLUE(NAME)                                     \
  template <auto... Numbers>                                     \
  struct clue_type<clue::NAME, Numbers...> {                     \
    static constexpr NAME<Numbers...>* get() { return nullptr; } \
  };
TILEPROOF_CLUES(TILEPROOF_CLUE)
#undef TILEPROOF_CLUE
#undef TILEPROOF_CLUES

template <class Proof, std::size_t I,
          class = std::make_index_sequence<static_cast<std::size_t>(Proof::value.clues[I].count)>>
struct clue_of;
template <class Proof, std::size_t I, std::size_t... J>
struct clue_of<Proof, I, std::index_sequence<J...>>
    : clue_type<Proof::value.clues[I].what, bare<Proof::value.clues[I].at[J]>...> {};

// Named and not called, so that compilers evaluate nothing that has failed: there is one error.
template <class Property, class... Clues>
struct stopped {
  static_assert(sizeof(refused<Property, Clues...>) != 0);
  static constexpr bool value = true;
};

// Each clue is deduced, so that compilers print it and not an alias.
template <class Property, class... Clues>
stopped<Property, Clues...> stop(Clues*...);

template <class Property, class Proof, std::size_t... I>
auto stop(std::index_sequence<I...>) {
  if constexpr (Proof::value.is == answer::undecided)
    return decltype(stop<Property>(static_cast<undecided*>(nullptr),
                                   clue_of<Proof, I>::get()...)){};
  else
    return decltype(stop<Property>(clue_of<Proof, I>::get()...)){};
}

}  // namespace detail

template <class Property, class... Ls>
concept proved = detail::proof<Property, std::remove_cv_t<Ls>...>::value.is == answer::yes;

template <class Property, class... Ls>
constexpr report prove(Ls const&... layouts) {
  if constexpr ((detail::mapping_from<std::remove_cv_t<Ls>>::is_static && ...))
    return detail::proof<Property, std::remove_cv_t<Ls>...>::value;
  else
    return detail::decide<Property>(detail::mapping_from<std::remove_cv_t<Ls>>::make(layouts)...);
}

// Offsets are integers: no stride is along an axis E<i,j,...>.
struct offsets_are_integers {
  static constexpr report decide(mapping const& m) {
    report r;
    r.points = m.size;
    return r;
  }
};

// Layouts must be static. May stand in a function, in device code, and in a static_assert.
template <class Property, class... Ls>
TILEPROOF_HOST_DEVICE constexpr bool require([[maybe_unused]] Ls const&... layouts) {
#if !defined(TILEPROOF_DISABLE_PROOFS)
  using proof = detail::proof<Property, std::remove_cv_t<Ls>...>;
  if constexpr (proof::value.is != answer::yes)
    return decltype(detail::stop<Property, proof>(
        std::make_index_sequence<static_cast<std::size_t>(proof::value.count)>{}))::value;
  else
#endif
    return true;
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
