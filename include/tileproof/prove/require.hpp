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
    put_nodes<true, 0>(registers{narrow, values}, t);
    return shape_or_layout(mapping(with_values(reading_of<T>::value, values)));
  }
  static constexpr mapping shape_or_layout(mapping m) {
    m.is_layout = is_layout_v<T>;
    return m;
  }
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

template <class Property, class... Ls>
struct proof {
  static constexpr report value = Property::decide(mapping_of<Ls>::value...);
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
    return Property::decide(detail::mapping_from<std::remove_cv_t<Ls>>::make(layouts)...);
}

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
