// SPDX-License-Identifier: BSL-1.0
//
// Defines symbolic_application, an operation on arguments some of whose leaves are unknowns or
// symbols (types/unknown.hpp): recorded as with run-time leaves, its result's leaves symbols. Each
// condition that its result needs holds for every value that the facts allow, or the operation is
// refused with values for which it does not. A condition on other run-time integers too is left to
// run time.
//
//   using m = unknown<"m">;
//   logical_divide(Layout<m>{}, _4{})   // ((_4,ceil_div(m,4))):(_1,_4): for every m
#pragma once

#include <tileproof/lift/evaluate_host.hpp>
#include <tileproof/lift/first_failure.hpp>
#include <tileproof/lift/for_all_values.hpp>
#include <tileproof/lift/prover.hpp>
#include <tileproof/lift/result_type.hpp>
#include <tileproof/types/symbol_text.hpp>
#include <tileproof/types/unknown.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The leaf types of a symbolic application, by whose result_type its other nodes are symbols.
template <class App>
struct symbolic_leaves {
  static constexpr int size = App::leaves::size;
};
template <class App>
struct list_element<symbolic_leaves<App>> : list_element<typename App::leaves> {};
template <class App, int Node, std::int64_t V>
struct number<symbolic_leaves<App>, Node, V, false>
    : type_of_symbol<node_of_all_values<typename App::recorded, Node>,
                     plain_integer_t<typename computed<V>::type>> {};
template <class App, std::int64_t V>
struct number<symbolic_leaves<App>, core::integer::fixed_node, V, false> {
  using type = static_int<V>;
};

// Condition I of a recorded application: decided, or for run time where other leaves matter too.
template <class Recorded, int I>
struct condition_for_all {
  using node = node_of_all_values<Recorded, Recorded::result.program.owed[I].node>;
  static constexpr bool is_known = node::needs.are_known;
  static constexpr answer_for_all decide() {
    if constexpr (is_known)
      return for_all_values<node, typename node::unknowns>::value;
    else
      return {};
  }
  static constexpr answer_for_all value = decide();
};

// Why the operation is refused where the unknowns are `at`, and whether it or its recorded result
// is wrong there; neither where a leaf is beyond 64 bits.
struct outcome_at {
  core::refusal why{};
  bool is_wrong = false;
};
template <class Recorded, class Leaves, class First, class... Rest>
constexpr outcome_at outcome_where(std::int64_t const* at) {
  using operation = typename Recorded::operation;
  auto const& program = Recorded::result.program;
  numbers_of_leaves<Leaves> const leaf(at);
  if (!leaf.are_known()) return {};
  int base = 0;
  auto const bound = [&](reading const& r) {
    core::layout const l = with_values(r, leaf.value + base);
    base += r.stored;
    return l;
  };
  core::layout in[] = {bound(operation::template first<First>::value),
                       bound(reading_of<Rest>::value)...};
  core::arithmetic cx;
  auto const plain = run<operation>(cx, in, std::index_sequence_for<First, Rest...>{});
  if (cx.refused()) return {cx.why, true};
  core::exact value[sizeof(program.at) / sizeof(program.at[0])]{};
  for (int i = 0; i < program.count; ++i)
    value[i] = core::evaluate(program.at[i], value, leaf.value);
  bool const is_same = for_each_integer(
      plain, Recorded::value, [&](core::integer const& x, core::integer const& recorded) {
        return x.value == (recorded.is_fixed() ? recorded.value : value[recorded.node].value);
      });
  return {{}, !is_same};
}

template <class Op, class First, class... Rest>
struct symbolic_application<Op, First, Rest...> {
  using operation = Op;
  using recorded = recorded_application<Op, First, Rest...>;
  using leaves = typename recorded::inputs;
  using inputs = symbolic_leaves<symbolic_application>;
  using values = symbolic_leaves_of<leaves>;

  // The conditions that are not for run time: whether all are proved, and else the first that is
  // not. It need not be a necessary one: values are sought for which the result is wrong.
  struct decision {
    std::remove_const_t<decltype(recorded::result)> result = recorded::result;
    int open = -1;
  };
  template <int... I>
  static constexpr decision decided(std::integer_sequence<int, I...>) {
    decision d;
    d.result.program.obligations = 0;
    (take<I>(d), ...);
    return d;
  }
  template <int I>
  static constexpr void take(decision& d) {
    using condition = condition_for_all<recorded, I>;
    if constexpr (!condition::is_known)
      d.result.program.owed[d.result.program.obligations++] = recorded::result.program.owed[I];
    else if (d.open < 0 && condition::value.is != integers::search::result::yes)
      d.open = I;
  }
  static constexpr decision sure =
      decided(std::make_integer_sequence<int, recorded::result.program.obligations>{});

  using unknowns = typename values::unknowns;
  static constexpr outcome_at at(unknown_values<unknowns> const& v) {
    return outcome_where<recorded, values, First, Rest...>(v.at);
  }
  // Values for which the operation itself is refused say more than others.
  template <bool IsRefused>
  struct test {
    static constexpr bool fails(unknown_values<unknowns> const& v) {
      outcome_at const is = symbolic_application::at(v);
      return IsRefused ? is.why.what != core::property::none : is.is_wrong;
    }
  };
  static constexpr bool is_open =
      sure.open >= 0 && recorded::result.why.what == core::property::none;
  template <bool IsOpen>
  struct failure_of {
    using refusal_for_some = first_failure<test<true>, unknowns>;
    using type =
        typename std::conditional_t<(refusal_for_some::found >= 0),
                                    std::type_identity<refusal_for_some>,
                                    std::type_identity<first_failure<test<false>, unknowns>>>::type;
  };
  static constexpr bool is_refuted() {
    if constexpr (is_open)
      return failure_of<is_open>::type::found >= 0;
    else
      return false;
  }
  static constexpr auto with_reason() {
    auto r = sure.result;
    if constexpr (is_refuted()) r.why = at(failure_of<is_open>::type::value).why;
    if constexpr (is_open)
      if (r.why.what == core::property::none)
        r.why = recorded::result.program.owed[sure.open].otherwise;
    return r;
  }
  static constexpr auto result = with_reason();
  static constexpr auto value = result.value;
  static constexpr bool all_wide = result.all_wide;
  static constexpr std::size_t steps = recorded::steps;
};

#if TILEPROOF_MESSAGES > 0
// "; the arguments are (m,_8):(_1,ld) and (_2,_4):(m,_1), for ld = 8, m = 3".
template <class Op, class First, class... Rest>
struct arguments_of<symbolic_application<Op, First, Rest...>> {
  static constexpr void put(core::text& t) {
    using app = symbolic_application<Op, First, Rest...>;
    put_arguments<First, Rest...>(t);
    put_operand<Op, app>(t);
    if constexpr (app::is_refuted())
      t.put(", "), put_values(t, app::template failure_of<true>::type::value);
    else if constexpr (app::is_open)
      t.put(
          "; undecided: it is not proved of all values of the unknowns, and no values are found "
          "for which it fails: state more facts");
  }
};
#endif

}  // namespace detail
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
