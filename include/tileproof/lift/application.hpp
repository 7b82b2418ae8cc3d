// SPDX-License-Identifier: BSL-1.0
//
// Defines application<Op, Args...>: one operation applied to argument types. The arguments are read
// once (lift/read.hpp), and the core computes once for each combination of types.
//
// An application has `operation`, `inputs` (the types of the stored leaves of all arguments, in
// order), `result` (value, refusal and, with run-time leaves, the program) and `value` (a copy of
// result.value). lift/build.hpp shows where it stands on the way from types to types.
#pragma once

#include <tileproof/core/slice.hpp>
#include <tileproof/lift/read.hpp>
#include <tileproof/types/multiple.hpp>
#include <tileproof/types/symbol_text.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Bases of operations, which have run(arithmetic&, layout const&...) -> core::layout or
// core::sliced. The base says how the first argument is read: as a layout or integer tuple, or as a
// tiler, whose terminals are marked.
struct takes_layouts {
  template <class First>
  using first = reading_of<First>;
};
struct takes_tiler {
  template <class First>
  using first = tiler_reading_of<First>;
};

// An argument as a function of the core takes it: a layout; an integer, the argument's only leaf;
// or a pointer, where the function lets the argument out.
struct argument {
  core::layout const& of;
  constexpr operator core::layout const&() const { return of; }
  constexpr operator core::integer() const { return of.at[0].extent; }
  constexpr operator core::layout const*() const { return &of; }
};
// A result as a layout: an integer is a leaf, a truth 1 or 0.
constexpr core::layout const& as_layout(core::layout const& l) { return l; }
constexpr core::sliced const& as_layout(core::sliced const& s) { return s; }
constexpr core::layout as_layout(core::integer v) { return core::single({v, core::fixed(0), 0}); }
constexpr core::layout as_layout(bool b) { return as_layout(core::fixed(b)); }

// A function of the core as an operation: F(arithmetic&, arguments..., Bound...), or without the
// arithmetic where it computes nothing. Its name stands in the errors, F spelled as it is here.
template <auto F, auto... Bound>
struct operation : takes_layouts {
  template <class... Layouts>
  static constexpr auto run(core::arithmetic& cx, Layouts const&... in) {
    if constexpr (requires { F(cx, argument{in}..., Bound...); })
      return as_layout(F(cx, argument{in}..., Bound...));
    else
      return as_layout(F(argument{in}..., Bound...));
  }
};
// The same where F takes the second argument before the first.
template <auto F, auto... Bound>
struct swapped : takes_layouts {
  template <class... Layouts>
  static constexpr auto run(core::arithmetic& cx, core::layout const& first,
                            core::layout const& second, Layouts const&... in) {
    return as_layout(F(cx, second, first, argument{in}..., Bound...));
  }
};
// The same with a tiler as the first argument.
template <auto F, auto... Bound>
struct by_tiler : takes_tiler {
  template <class... Layouts>
  static constexpr auto run(core::arithmetic& cx, core::layout const& tiler, core::layout const& a,
                            Layouts const&... in) {
    return as_layout(F(cx, a, tiler, argument{in}..., Bound...));
  }
};

// The outcome of an operation on static arguments: a value, or the reason why there is none.
template <class Value>
struct static_outcome {
  Value value{};
  core::refusal why{};
};
// The outcome of an operation with run-time leaves: the value refers to nodes of the program.
template <class Value, class Program>
struct recorded_outcome {
  Value value{};
  core::refusal why{};
  Program program{};      // its first nodes: the stored leaves of the arguments
  bool any_wide = false;  // some node has 64 bits
  bool all_wide = false;  // all count as 64-bit: some offset does not fit 32
};

// Whether a leaf or token did not fit: then the value is cut off and must not be used.
constexpr bool is_full(core::layout const& l) { return l.full; }
constexpr bool is_full(core::sliced const& s) { return s.kept.full || s.offset.full; }

// Whether some offset of a static layout passes 2^31-1: then everything computed beside it has 64
// bits.
constexpr bool exceeds_32_bits(core::layout const& l) {
  core::arithmetic cx;
  return core::all_fixed(l) && (core::cosize(cx, l).value - 1 > INT32_MAX || cx.refused());
}

// Runs Op on core values. Refused (leaves_fit_capacity) where an argument (with the marks that a
// tiler gets) or the result has more leaves or tokens than core::layout holds.
template <class Op, class... Layouts>
constexpr auto apply(core::arithmetic& cx, Layouts const&... in) {
  decltype(Op::run(cx, in...)) value{};
  if (!(in.full || ...)) value = Op::run(cx, in...);
  if ((in.full || ...) || is_full(value)) cx.refuse(core::property::leaves_fit_capacity);
  return value;
}
// apply on an array of arguments.
template <class Op, std::size_t... I>
constexpr auto run(core::arithmetic& cx, core::layout const* in, std::index_sequence<I...>) {
  return apply<Op>(cx, in[I]...);
}

// Computes an operation on static arguments: no recorder, every integer is fixed.
template <class Op, class... Readings>
constexpr auto compute(Readings const&... r) {
  core::arithmetic cx;
  static_outcome<decltype(Op::run(cx, r.into...))> result{apply<Op>(cx, r.into...)};
  result.why = cx.why;
  return result;
}

// Whether some leaf of a list is an unknown or computed from unknowns.
template <class List>
inline constexpr bool has_symbolic = false;
template <class... Ls>
inline constexpr bool has_symbolic<type_list<Ls...>> = (is_symbolic<Ls> || ...);

// The facts that the types of stored leaves state: leaf i is a multiple of at[i], and equals leaf
// same[i], the first one of its type, where that type is symbolic (types/unknown.hpp). Empty where
// they state none, as they mostly do.
struct fact_list {
  std::int64_t const* at;
  int const* same;  // null, as `range`, where no leaf is symbolic
  core::node_range const* range;
  bool is_empty;
  bool are_one_a_name;  // no two unknowns have one name and unlike facts
};
// The fact_list of a list of leaf types.
template <class List>
struct facts;
template <class... Ls>
struct facts<type_list<Ls...>> {
  static constexpr fact_list list{nullptr, nullptr, nullptr, true, true};
};
template <class L, class... Ls>
constexpr int first_equal_leaf(int itself) {
  int first = 0;
  bool const is_found = ((std::is_same_v<L, Ls> ? true : (++first, false)) || ...);
  return is_symbolic<L> && is_found ? first : itself;
}
template <class... Ls>
  requires((is_multiple<Ls> || is_symbolic<Ls>) || ...)
struct facts<type_list<Ls...>> {
  static constexpr std::int64_t at[] = {multiple_v<Ls>...};
  struct equal_leaves {
    int at[sizeof...(Ls)]{};
    constexpr equal_leaves() {
      int n = 0;
      ((at[n] = first_equal_leaf<Ls, Ls...>(n), ++n), ...);
    }
  };
  static constexpr equal_leaves equal{};
  static constexpr core::node_range range[sizeof...(Ls)] = {range_v<Ls>...};
  static constexpr bool are_symbolic = (is_symbolic<Ls> || ...);
  static constexpr fact_list list{at, are_symbolic ? equal.at : nullptr,
                                  are_symbolic ? range : nullptr, false,
                                  have_one_list_of_facts<Ls...>};
};

// Prepares a run-time integer of the result for result_type.hpp, which sees only the core value:
// stores the known divisor in `value`, which nodes do not use otherwise; a negative value marks 64
// bits. 1 where facts are not asked for.
constexpr void mark(core::integer& v, core::node const* program, bool with_facts) {
  if (v.is_fixed()) return;
  core::node const& n = program[v.node];
  std::int64_t const m = with_facts ? n.multiple : 1;
  v.value = n.wide ? -m : m;
}
// Marks every extent and stride.
constexpr void mark(core::layout& l, core::node const* program, bool with_facts) {
  for (int i = 0; i < l.count; ++i) {
    mark(l.at[i].extent, program, with_facts);
    mark(l.at[i].stride, program, with_facts);
  }
}
// An integer offset always keeps its fact, since a pointer adds it: alignment proofs need the
// divisor.
constexpr void mark(core::sliced& s, core::node const* program, bool with_facts) {
  mark(s.kept, program, with_facts);
  mark(s.offset, program, with_facts || !core::is_tuple(s.offset));
}

// Records an operation on arguments with run-time leaves: the leaves become the first nodes of a
// program, in the order of the arguments, and Op runs on the nodes. If the leaves alone overflow
// the program, Op does not run.
template <class Op, class Program, bool HasRanges, class... Readings>
constexpr auto record(fact_list const& facts, Readings const&... r) {
  core::arithmetic cx;
  Program program;
  core::recorder recorder = program.record();
  core::node_range range[HasRanges ? Program::max_nodes : 1]{};
  if constexpr (HasRanges) recorder.range = range;
  cx.record = &recorder;
  bool const all_wide = (exceeds_32_bits(r.into) || ...);
  reading const* const read[] = {&r...};
  core::layout in[sizeof...(r)];
  int base = 0;
  for (std::size_t k = 0; k < sizeof...(r); ++k) {
    for (int i = 0; i < read[k]->stored; ++i) {
      if (HasRanges && base + i < Program::max_nodes) range[base + i] = facts.range[base + i];
      cx.input(base + i, all_wide || (read[k]->wide >> i & 1) != 0,
               facts.is_empty ? 1 : facts.at[base + i]);
    }
    in[k] = as_nodes(*read[k], base);
    for (int i = 0; HasRanges && i < in[k].count; ++i) {
      core::mode& m = in[k].at[i];
      if (!m.extent.is_fixed()) m.extent.node = facts.same[m.extent.node];
      if (!m.stride.is_fixed()) m.stride.node = facts.same[m.stride.node];
    }
    base += read[k]->stored;
  }
  using Value = decltype(run<Op>(cx, in, std::index_sequence_for<Readings...>{}));
  if (!facts.are_one_a_name) cx.refuse(core::property::one_list_of_facts_a_name);
  if (recorder.full) cx.refuse(core::property::leaves_fit_capacity);  // some leaf has no node
  Value value = recorder.full ? Value{} : run<Op>(cx, in, std::index_sequence_for<Readings...>{});
  program.stop(recorder);
  if (!cx.refused()) mark(value, program.at, !facts.is_empty);
  bool any_wide = false;
  for (int i = 0; i < program.count; ++i) any_wide = any_wide || program.at[i].wide;
  return recorded_outcome<decltype(value), Program>{value, cx.why, program, any_wide, all_wide};
}

// The application of an operation whose arguments are all static. nvcc's front end copies a whole
// constant wherever a constexpr function is given a reference to it: so the value, from which the
// types are built, is a small constant of its own, and the members of `result` are read where they
// stand.
template <class Op, class First, class... Rest>
struct static_application {
  using operation = Op;
  using inputs = type_list<>;
  static constexpr auto result =
      compute<Op>(Op::template first<First>::value, reading_of<Rest>::value...);
  static constexpr auto value = result.value;
};
// The application of an operation with run-time leaves, recorded into a program of the given
// capacity.
template <class Op, class Program, class First, class... Rest>
struct recorded_as {
  using operation = Op;
  using inputs = typename joined_lists<leaves_t<First>, leaves_t<Rest>...>::type;
  static constexpr auto result = record<Op, Program, has_symbolic<inputs>>(
      facts<inputs>::list, Op::template first<First>::value, reading_of<Rest>::value...);
  static constexpr auto value = result.value;
  // A constant of its own, since it goes into the template arguments of an overloaded call: there
  // nvcc would keep the whole result once for each overload.
  static constexpr bool all_wide = result.all_wide;
  // The number of nodes after the stored leaves: the instructions that evaluate runs.
  static constexpr std::size_t steps =
      static_cast<std::size_t>(result.program.count - inputs::size);
};
// Most programs fit core::short_program; only those that do not are recorded again in
// core::program. A compiler carries the whole constant along for each call, so the size counts.
template <class Op, class... Args>
using recorded_application =
    std::conditional_t<recorded_as<Op, core::short_program, Args...>::result.program.full,
                       recorded_as<Op, core::program, Args...>,
                       recorded_as<Op, core::short_program, Args...>>;
// With symbolic leaves it is decided for all their values (lift/symbolic_application.hpp), where
// each name stands for one integer.
template <class Op, class... Args>
struct symbolic_application;
// Chooses by whether all arguments are empty types, and then by whether some leaf is symbolic.
template <bool IsStatic, bool IsSymbolic, class Op, class... Args>
struct application_of {
  using type = static_application<Op, Args...>;
};
template <class Op, class... Args>
struct application_of<false, false, Op, Args...> {
  using type = recorded_application<Op, Args...>;
};
template <class Op, class... Args>
struct application_of<false, true, Op, Args...> {
  using inputs = typename joined_lists<leaves_t<Args>...>::type;
  using type =
      std::conditional_t<facts<inputs>::list.are_one_a_name, symbolic_application<Op, Args...>,
                         recorded_as<Op, core::short_program, Args...>>;
};
// The application of Op to argument types: static where all of them are empty, recorded otherwise.
template <class Op, class... Args>
using application =
    typename application_of<(__is_empty(Args) && ...), (has_symbolic<leaves_t<Args>> || ...), Op,
                            Args...>::type;

// Whether the core refused while compiling.
template <class App>
inline constexpr bool is_refused = App::result.why.what != core::property::none;

template <class T>
inline constexpr bool has_strides = false;
template <class Shape, class Stride>
inline constexpr bool has_strides<Layout<Shape, Stride>> = true;
// A layout or an integer tuple as text, with unknowns and symbols as formulas and other run-time
// leaves as `?`.
template <class T>
constexpr core::text formula_text() {
  core::layout l = reading_of<T>::value.into;
  auto const as_node = [](core::integer& v) {
    if (!v.is_fixed()) v = {0, static_cast<std::int32_t>(v.value)};
  };
  for (int i = 0; i < l.count; ++i) {
    as_node(l.at[i].extent);
    as_node(l.at[i].stride);
  }
  auto const put = [](core::text& t, int leaf) { put_leaf_formula(t, leaf, leaves_t<T>{}); };
  return has_strides<T> ? core::layout_text(l, put) : core::shape_text(l, put);
}

#if TILEPROOF_MESSAGES > 0
// A layout or an integer tuple as an argument of a sentence.
template <class T>
constexpr void put_argument(core::text& t) {
  t.put(std::string_view(formula_text<T>()));
}
// "; the arguments are (_5,_4):(_4,_1) and _6:_2".
template <class First, class... Rest>
constexpr void put_arguments(core::text& t) {
  t.put(sizeof...(Rest) > 0 ? "; the arguments are " : "; the argument is ");
  put_argument<First>(t);
  std::size_t left = sizeof...(Rest);
  ((t.put(--left == 0 ? " and " : ", "), put_argument<Rest>(t)), ...);
}
// A refusal of a divide speaks of the composition that it makes.
template <class Op, class App>
constexpr void put_operand(core::text& t) {
  if constexpr (requires { Op::divides; })
    if (App::result.why.what >= core::property::composition_is_a_layout &&
        App::result.why.what <= core::property::composition_decided)
      t.put("; B is the tiler and its complement");
}
template <class... Args>
struct arguments_of<type_list<Args...>> {
  static constexpr void put(core::text& t) { put_arguments<Args...>(t); }
};
template <class Op, class First, class... Rest>
struct arguments_of<static_application<Op, First, Rest...>> {
  static constexpr void put(core::text& t) {
    put_arguments<First, Rest...>(t);
    put_operand<Op, static_application<Op, First, Rest...>>(t);
  }
};
template <class Op, class Program, class First, class... Rest>
struct arguments_of<recorded_as<Op, Program, First, Rest...>> {
  static constexpr void put(core::text& t) { put_arguments<First, Rest...>(t); }
};
// The application or the list of arguments that the sentence shows; void where none is made.
template <class App>
using in_sentence = App;
#else
template <class App>
using in_sentence = void;
#endif

// The type that stops the compilation: it names the operation, the property and the witness.
template <class App>
using refused_by = no_exact_result<
    refused<typename App::operation, typename property_type<App::result.why.what>::type,
            in_mode<App::result.why.mode>, at_coordinate<bare<App::result.why.coordinate>>,
            found<bare<App::result.why.found>>, expected<bare<App::result.why.expected>>>,
    in_sentence<App>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
