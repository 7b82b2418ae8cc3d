// SPDX-License-Identifier: BSL-1.0
//
// An operation of the algebra applied to argument types: the arguments are read once, and the core
// computes once for each combination of types.
#pragma once

#include <tileproof/core/slice.hpp>
#include <tileproof/lift/read.hpp>
#include <tileproof/types/multiple.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// Op::run(context&, layout const&...) -> core::layout or core::sliced. An operation whose first
// argument is a tiler derives from takes_tiler.
struct takes_layouts {
  template <class First>
  using first = reading_of<First>;
};
struct takes_tiler {
  template <class First>
  using first = tiler_reading_of<First>;
};

template <class Value>
struct static_outcome {
  Value value{};
  core::refusal why{};
};
template <class Value, class Program>
struct recorded_outcome {
  Value value{};
  core::refusal why{};
  Program program{};      // its first nodes are the stored leaves of the arguments
  bool any_wide = false;  // some node has 64 bits
  bool all_wide = false;  // all count as 64-bit: some offset does not fit 32
};

constexpr bool is_full(core::layout const& l) { return l.full; }
constexpr bool is_full(core::sliced const& s) { return s.kept.full || s.offset.full; }

constexpr bool exceeds_32_bits(core::layout const& l) {
  core::arithmetic cx;
  return core::all_fixed(l) && (core::cosize(cx, l).value - 1 > INT32_MAX || cx.refused());
}

// Refused where an argument, as a tiler whose terminals are marked, or the result is too large.
template <class Op, class... Layouts>
constexpr auto apply(core::arithmetic& cx, Layouts const&... in) {
  decltype(Op::run(cx, in...)) value{};
  if (!(in.full || ...)) value = Op::run(cx, in...);
  if ((in.full || ...) || is_full(value)) cx.refuse(core::property::leaves_fit_capacity);
  return value;
}
template <class Op, std::size_t... I>
constexpr auto run(core::arithmetic& cx, core::layout const* in, std::index_sequence<I...>) {
  return apply<Op>(cx, in[I]...);
}

template <class Op, class... Readings>
constexpr auto compute(Readings const&... r) {
  core::arithmetic cx;
  static_outcome<decltype(Op::run(cx, r.into...))> result{apply<Op>(cx, r.into...)};
  result.why = cx.why;
  return result;
}

// Facts that the types of stored leaves state: leaf i is a multiple of at[i]. Empty where they state
// none.
struct fact_list {
  std::int64_t const* at;
  bool is_empty;
};
template <class List>
struct facts;
template <class... Ls>
struct facts<type_list<Ls...>> {
  static constexpr fact_list list{nullptr, true};
};
template <class... Ls>
requires(is_multiple<Ls> || ...) struct facts<type_list<Ls...>> {
  static constexpr std::int64_t at[] = {multiple_v<Ls>...};
  static constexpr fact_list list{at, false};
};

// A run-time integer of a result carries in its value what its type is to say: the number that it
// is a multiple of, negative where it has 64 bits.
constexpr void mark(core::integer& v, core::node const* program, bool with_facts) {
  if (v.is_fixed()) return;
  core::node const& n = program[v.node];
  std::int64_t const m = with_facts ? n.multiple : 1;
  v.value = n.wide ? -m : m;
}
constexpr void mark(core::layout& l, core::node const* program, bool with_facts) {
  for (int i = 0; i < l.count; ++i) {
    mark(l.at[i].extent, program, with_facts);
    mark(l.at[i].stride, program, with_facts);
  }
}
// An offset always says it: it goes to a pointer.
constexpr void mark(core::sliced& s, core::node const* program, bool with_facts) {
  mark(s.kept, program, with_facts);
  mark(s.offset, program, with_facts || !core::is_tuple(s.offset));
}

template <class Op, class Program, class... Readings>
constexpr auto record(fact_list const& facts, Readings const&... r) {
  core::arithmetic cx;
  Program program;
  core::recorder recorder = program.record();
  cx.record = &recorder;
  bool const all_wide = (exceeds_32_bits(r.into) || ...);
  reading const* const read[] = {&r...};
  core::layout in[sizeof...(r)];
  int base = 0;
  for (std::size_t k = 0; k < sizeof...(r); ++k) {
    for (int i = 0; i < read[k]->stored; ++i)
      cx.input(base + i, all_wide || (read[k]->wide >> i & 1) != 0,
               facts.is_empty ? 1 : facts.at[base + i]);
    in[k] = as_nodes(*read[k], base);
    base += read[k]->stored;
  }
  using Value = decltype(run<Op>(cx, in, std::index_sequence_for<Readings...>{}));
  if (recorder.full) cx.refuse(core::property::leaves_fit_capacity);  // leaves without a node
  Value value = recorder.full ? Value{} : run<Op>(cx, in, std::index_sequence_for<Readings...>{});
  program.stop(recorder);
  if (!cx.refused()) mark(value, program.at, !facts.is_empty);
  bool any_wide = false;
  for (int i = 0; i < program.count; ++i) any_wide = any_wide || program.at[i].wide;
  return recorded_outcome<decltype(value), Program>{value, cx.why, program, any_wide, all_wide};
}

// nvcc's front end copies a whole constant wherever a constexpr function is given a reference to
// it: the layout that the types are built from is a small constant of its own, and the members of
// `result` are read where they stand.
template <class Op, class First, class... Rest>
struct static_application {
  using operation = Op;
  using inputs = type_list<>;
  static constexpr auto result =
      compute<Op>(Op::template first<First>::value, reading_of<Rest>::value...);
  static constexpr auto value = result.value;
};
template <class Op, class Program, class First, class... Rest>
struct recorded_as {
  using operation = Op;
  using inputs = typename joined_lists<leaves_t<First>, leaves_t<Rest>...>::type;
  static constexpr auto result = record<Op, Program>(
      facts<inputs>::list, Op::template first<First>::value, reading_of<Rest>::value...);
  static constexpr auto value = result.value;
  // A constant of its own, since it goes into the template arguments of an overloaded call: there
  // nvcc would keep the whole result once for each overload.
  static constexpr bool all_wide = result.all_wide;
  // Of the program, behind the stored leaves.
  static constexpr std::size_t steps =
      static_cast<std::size_t>(result.program.count - inputs::size);
};
template <class Op, class... Args>
using recorded_application =
    std::conditional_t<recorded_as<Op, core::short_program, Args...>::result.program.full,
                       recorded_as<Op, core::program, Args...>,
                       recorded_as<Op, core::short_program, Args...>>;
template <bool IsStatic, class Op, class... Args>
struct application_of {
  using type = static_application<Op, Args...>;
};
template <class Op, class... Args>
struct application_of<false, Op, Args...> {
  using type = recorded_application<Op, Args...>;
};
template <class Op, class... Args>
using application = typename application_of<(__is_empty(Args) && ...), Op, Args...>::type;

template <class App>
inline constexpr bool is_refused = App::result.why.what != core::property::none;

// The type that stops the compilation.
template <class App>
using refused_by = no_exact_result<
    refused<typename App::operation, typename property_type<App::result.why.what>::type,
            in_mode<App::result.why.mode>, at_coordinate<bare<App::result.why.coordinate>>,
            found<bare<App::result.why.found>>, expected<bare<App::result.why.expected>>>>;

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
