// SPDX-License-Identifier: BSL-1.0
//
// prove, proved and require ask whether layouts have a property P. P is a type such as `injective`
// or `owns_every_element<>`.
//
//   prove<P>(layouts...)      a report: yes, no with a witness, or undecided with the reason
//   proved<P, Layouts...>     a concept: true where the answer is yes
//   require<P>(layouts...)    true; otherwise the compilation stops and names P and the witness
//
// Use require where a kernel depends on the property, and prove where a program or a test inspects
// the answer:
//
//   require<injective>(Layout<Shape<_4, _2>, Stride<_1, _4>>{});  // compiles
//   require<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{});
//   // error: refused<"coordinates (3,0) and (0,1) of (_4,_2):(_1,_3) have one offset, 3; ...">
//   sentence<injective>(Layout<Shape<_4, _2>, Stride<_1, _3>>{});  // the same words, as a text
//
// A property is a type with a static function over plain values,
//   static constexpr report decide(mapping const&...);
// so prove also takes layouts with run-time leaves, on the host at run time. A property of your own
// needs nothing else; prove/sentence.hpp has the members that put its failure into words.
//
// Offsets are integers. A property that also holds for coordinates (the offsets of strides along
// E<i,j,...>) lists the arguments that may have them, bit i for argument i:
//   static constexpr unsigned coordinates = 0b01;
// Any other argument with such strides is refused: the answer is no, and the witness is the axis.
// TILEPROOF_DISABLE_PROOFS makes require free.
#pragma once

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/prove/answer.hpp>
#include <tileproof/prove/sentence.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

TILEPROOF_CLUE(offsets_are_coordinates_along_axis);  // i,j,... of a stride along E<i,j,...>

namespace detail {

// mapping_from<T> converts a T to a mapping: is_static says whether T alone determines it. A shape
// or a tiler becomes a mapping whose strides are 0.
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
  static constexpr mapping make() {
    return mapping(reading_of<L>::value.into, O::value, {B, M, S});
  }
  static constexpr mapping make(type const& l) {
    mapping m(mapping_from<L>::make(l.layout_b()).as_written(), l.offset(), {B, M, S});
    m.is_offset_run_time = !__is_empty(O);
    return m;
  }
};

// The mapping of a static T, a constant. Refused (static_assert) where T has run-time leaves.
template <class T>
struct mapping_of {
  static_assert(mapping_from<T>::is_static,
                "tileproof: a proof at compile time needs a layout whose leaves are all static, or "
                "unknowns (n + _1{} is still one, n + 1 is not)");
  static constexpr mapping value = mapping_from<T>::make();
};

// True for a tensor, which is no argument of a proof: its layout is one. (One of another library
// may be read as its layout.)
template <class T>
concept is_like_a_tensor = !is_foreign_v<std::remove_cv_t<T>> && requires(T const& t) {
  t.data();
  t.layout();
};

// Property::coordinates, or 0 where the property does not declare it.
template <class Property>
constexpr unsigned takes_coordinates() {
  if constexpr (requires { Property::coordinates; })
    return Property::coordinates;
  else
    return 0;
}

// True where the offsets of m are coordinates although argument `side` must have integer offsets,
// or although m has a swizzle or a base offset, which are defined for integers only.
constexpr bool has_other_offsets(mapping const& m, unsigned coordinates, int side) {
  return m.has_coordinates() &&
         ((coordinates >> side & 1) == 0 || m.is_swizzled() || m.offset != 0);
}
// The answer no, with the axis of the first stride that is not an integer.
constexpr report other_offsets(mapping const& m, int side, int sides) {
  report r;
  r.because(answer::no).points = m.size;
  int leaf = 0;
  while (m.of.at[leaf].axis == 0) ++leaf;
  report::named axis{&clue::offsets_are_coordinates_along_axis, 0, {}};
  for (core::axis_path a = m.of.at[leaf].axis; a != 0; a /= 32) axis.at[axis.count++] = a % 32 - 1;
  r.add(axis);
  return sides > 1 ? r.say(clue::on_side, side) : r;
}

// Property::decide(ms...), after the check that no argument has coordinates as offsets where
// integers are required.
template <class Property, class... Mappings>
constexpr report decide(Mappings const&... ms) {
  int side = 0;
  int found = -1;
  static_cast<void>(
      ((has_other_offsets(ms, takes_coordinates<Property>(), side) ? found = side : side++,
        found < 0) &&
       ...));
  if (found < 0) return Property::decide(ms...);
  mapping const* const all[] = {&ms..., nullptr};  // of no layouts too
  return other_offsets(*all[found], found, sizeof...(ms));
}

template <class Property, class... Ls>
struct proof {
  static constexpr report value = decide<Property>(mapping_of<Ls>::value...);
  // The mapping of an argument, and what a sentence says beside it (prove/for_all_values.hpp).
  template <class L>
  using mapping_of_argument = mapping_of<L>;
  static constexpr void put_arguments(core::text&) {}
};

// Whether types alone decide: all leaves are static, or some are unknowns, which are proved of all
// values.
template <class L>
concept symbolic_layout = (is_layout_v<L> || int_tuple<L>) && has_symbolic<leaves_t<own_t<L>>>;
template <class... Ls>
inline constexpr bool are_decided_by_type =
    (mapping_from<Ls>::is_static && ...) || (symbolic_layout<Ls> || ...);

template <class Property, class... Ls>
constexpr core::text sentence_of_proof() {
  using of = proof<Property, Ls...>;
  core::text t =
      sentence_of_report<Property>(of::value, of::template mapping_of_argument<Ls>::value...);
  if (of::value.is != answer::yes) of::put_arguments(t);
  return t;
}

template <class Proof, std::size_t I,
          class = std::make_index_sequence<static_cast<std::size_t>(Proof::value.clues[I].count)>>
struct clue_of;
template <class Proof, std::size_t I, std::size_t... J>
struct clue_of<Proof, I, std::index_sequence<J...>>
    : clue_type<Proof::value.clues[I].what, bare<Proof::value.clues[I].at[J]>...> {};

#if TILEPROOF_MESSAGES == 0
// The remedy of a failed proof as a clue; without numbers where none is known.
template <class Proof>
struct remedy_of;
template <class Property, class... Ls>
struct remedy_of<proof<Property, Ls...>> {
  static constexpr core::clue_numbers value = remedy_in_numbers<Property>(
      proof<Property, Ls...>::value,
      proof<Property, Ls...>::template mapping_of_argument<Ls>::value...);
};
template <class Proof,
          class = std::make_index_sequence<static_cast<std::size_t>(remedy_of<Proof>::value.count)>>
struct remedy_clue_of;
template <class Proof, std::size_t... J>
struct remedy_clue_of<Proof, std::index_sequence<J...>>
    : clue_type<remedy_of<Proof>::value.what, bare<remedy_of<Proof>::value.at[J]>...> {};

// The error of a failed proof, with its clues. Declared only, so that it adds no line to the trace.
template <class Property, class Proof, std::size_t... I>
decltype(stop<Property>(clue_of<Proof, I>::get()...)) stop(std::index_sequence<I...>);
template <class Property, class Proof, std::size_t... I>
  requires(Proof::value.is == answer::no && remedy_of<Proof>::value.count > 0)
decltype(stop<Property>(clue_of<Proof, I>::get()...,
                        remedy_clue_of<Proof>::get())) stop(std::index_sequence<I...>);
template <class Property, class Proof, std::size_t... I>
  requires(Proof::value.is == answer::undecided)
decltype(stop<Property>(static_cast<undecided*>(nullptr),
                        clue_of<Proof, I>::get()...)) stop(std::index_sequence<I...>);
#else
// The sentence of a failed proof, a constant.
template <class Property, class... Ls>
struct proof_message {
  using name = std::conditional_t<proof<Property, Ls...>::value.is == answer::undecided,
                                  refused<Property, undecided>, refused<Property>>;
  static constexpr core::text made() {
    return with_name<name>(sentence_of_proof<Property, Ls...>());
  }
  static constexpr core::text value = made();
};
// The type whose instantiation is the error.
template <class Property, class... Ls>
struct failed {
  using message = proof_message<Property, Ls...>;
#if TILEPROOF_MESSAGES == 2
  static_assert(false, message::value);
#else
  static_assert(
      sizeof(decltype(name_error<message>(static_cast<typename message::name*>(nullptr)))) != 0);
#endif
  static constexpr bool value = true;
};
#endif

}  // namespace detail

// The report of Property for these layouts: while compiling where all leaves are static, otherwise
// at run time on the host. Never stops the compilation because of the answer.
template <class Property, class... Ls>
constexpr report prove(Ls const&... layouts) {
  if constexpr (detail::are_decided_by_type<std::remove_cv_t<Ls>...>)
    return detail::proof<Property, std::remove_cv_t<Ls>...>::value;
  else
    return detail::decide<Property>(detail::mapping_from<std::remove_cv_t<Ls>>::make(layouts)...);
}

// Every offset is an integer: no stride is along an axis E<i,j,...>. An identity layout fails,
// since its offsets are coordinates. Decided from the strides alone.
struct offsets_are_integers {
  static constexpr report decide(mapping const& m) {
    report r;
    r.points = m.size;
    return r;
  }
};

// The sentence with which require<Property>(layouts...) is refused, also for run-time layouts, on
// the host; empty where the property holds.
template <class Property, class... Ls>
constexpr core::text sentence(Ls const&... layouts) {
  if constexpr (detail::are_decided_by_type<std::remove_cv_t<Ls>...>)
    return detail::sentence_of_proof<Property, std::remove_cv_t<Ls>...>();
  else
    return detail::sentence_of_report<Property>(
        prove<Property>(layouts...), detail::mapping_from<std::remove_cv_t<Ls>>::make(layouts)...);
}

namespace detail {

// require of the types alone.
template <class Property, class... Ls>
TILEPROOF_HOST_DEVICE constexpr bool required() {
#if defined(TILEPROOF_REQUIRE_DECIDES)
  if constexpr ((is_like_a_tensor<Ls> || ...))
    static_assert(!(is_like_a_tensor<Ls> || ...),
                  "tileproof: a proof asks about a layout, and a tensor is given: pass t.layout()");
  else if constexpr (proof<Property, Ls...>::value.is != answer::yes)
#if TILEPROOF_MESSAGES == 0
    return decltype(stop<Property, proof<Property, Ls...>>(
        std::make_index_sequence<static_cast<std::size_t>(
            proof<Property, Ls...>::value.count)>{}))::value;
#else
    return failed<Property, Ls...>::value;
#endif
#endif
  return true;
}

}  // namespace detail

// Stops the compilation unless the static layouts have the Property; undecided stops it too. The
// error is the sentence, or with clang in C++20 and nvcc refused<Property, clues...> with the
// witness as types. May stand in a function body, in device code, and in a static_assert. No
// run-time cost.
template <class Property, class... Ls>
TILEPROOF_HOST_DEVICE constexpr bool require(Ls const&...) {
  return detail::required<Property, std::remove_cv_t<Ls>...>();
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE

// Last: the proof of layouts with unknowns.
#include <tileproof/prove/for_all_values.hpp>
