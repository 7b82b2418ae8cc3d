// SPDX-License-Identifier: BSL-1.0
//
// Defines run_exactly: runs a recorded program as the host does, every node in 64 bits, and decides
// whether the operation is refused for these run-time leaves.
//
// The common case is one pass of plain 64-bit arithmetic. Only if some step leaves 64 bits is the
// program run again, to tell which nodes are lost; only if a condition fails does the core decide
// exactly.
#pragma once

#include <tileproof/lift/evaluate_device.hpp>
#include <tileproof/types/checked.hpp>

#include <cstdint>
#include <initializer_list>
#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The values of the nodes in 64 bits. lost[i]: node i leaves 64 bits, or needs a node that does;
// valid only where any_lost is set.
struct exact_nodes {
  std::int64_t* value;
  bool* lost;
  bool any_lost = false;

  constexpr bool is_lost(int i) const { return any_lost && lost[i]; }
  constexpr core::exact at(int i) const { return {value[i], is_lost(i)}; }
  TILEPROOF_HOST_DEVICE constexpr void set(int i, core::exact const& v) {
    value[i] = v.value;
    lost[i] = v.lost;
    any_lost = any_lost || v.lost;
  }
};

// Writes the leaves of an argument to the first nodes.
struct put_exactly {
  exact_nodes& v;

  template <class T>
  TILEPROOF_HOST_DEVICE constexpr void operator()(std::size_t i, T const& t) const {
    v.set(static_cast<int>(i), exact_value(t));
  }
};

// Computes node i from its operands, taken as not lost; an overflow sets any_lost, and find_lost
// tells the nodes apart afterwards.
constexpr void advance_exactly(exact_nodes& v, int i, core::instruction const& does, int a, int b,
                               std::int64_t constant) {
  if (core::overflows(does.code, core::is_constant(does.a) ? constant : v.value[a],
                      core::is_constant(does.b) ? constant : v.value[b], v.value[i]))
    v.any_lost = true;
}

// Computes nodes stored, ..., stored + steps - 1 again, each with whether it is lost.
constexpr void find_lost(exact_nodes& v, core::node const* step, int stored, int steps) {
  for (int i = 0; i < steps; ++i) {
    core::exact const constant{step[i].value, false};
    v.set(stored + i,
          core::perform(step[i].does.code,
                        core::is_constant(step[i].does.a) ? constant : v.at(step[i].a),
                        core::is_constant(step[i].does.b) ? constant : v.at(step[i].b)));
  }
}

// Calls visit(x, y) for every integer x of one result and its counterpart y of another, until one
// call is false. False too where the results have different modes.
template <class Visit>
constexpr bool for_each_integer(core::integer const& x, core::integer const& y, Visit visit) {
  return visit(x, y);
}
template <class Visit>
constexpr bool for_each_integer(core::layout const& x, core::layout const& y, Visit visit) {
  bool same = x.tokens == y.tokens && x.count == y.count;
  for (int i = 0; same && i < x.tokens; ++i) same = x.token[i] == y.token[i];
  for (int i = 0; same && i < x.count; ++i)
    same = visit(x.at[i].extent, y.at[i].extent) && visit(x.at[i].stride, y.at[i].stride);
  return same;
}
template <class Visit>
constexpr bool for_each_integer(core::sliced const& x, core::sliced const& y, Visit visit) {
  return for_each_integer(x.kept, y.kept, visit) && for_each_integer(x.offset, y.offset, visit);
}

// The reason for which the core refuses these values, given that the condition of `broken` fails;
// property::none where the result is right all the same. Conditions are sufficient and cheap; the
// core decides exactly, by running the operation on plain values and comparing the result with the
// program's.
template <class App, class First, class... Rest>
constexpr core::refusal reason_of(exact_nodes const& v, core::refusal const& broken) {
  constexpr core::refusal leaves_64_bits{core::property::integers_fit_64_bits, 0, 0, 0, 0};
  for (int i = 0; i < App::inputs::size; ++i)
    if (v.is_lost(i)) return leaves_64_bits;
  int base = 0;
  auto const bound = [&](reading const& r) {
    core::layout const l = with_values(r, v.value + base);
    base += r.stored;
    return l;
  };
  core::layout in[] = {bound(App::operation::template first<First>::value),
                       bound(reading_of<Rest>::value)...};
  core::arithmetic cx;
  auto const plain =
      run<typename App::operation>(cx, in, std::index_sequence_for<First, Rest...>{});
  if (cx.refused()) return cx.why;
  bool lost = false;
  bool const same = for_each_integer(plain, App::value,
                                     [&](core::integer const& x, core::integer const& recorded) {
                                       if (recorded.is_fixed()) return x.value == recorded.value;
                                       lost = lost || v.is_lost(recorded.node);
                                       return !lost && x.value == v.value[recorded.node];
                                     });
  if (lost) return leaves_64_bits;
  return same ? core::refusal{} : broken;
}

// Condition O's refusal by value: nvcc knows no constant arrays of the host in device code.
template <class App, std::size_t O>
constexpr core::refusal refusal_of_condition() {
  return {App::result.program.owed[O].otherwise.what, App::result.program.owed[O].otherwise.mode,
          App::result.program.owed[O].otherwise.coordinate,
          App::result.program.owed[O].otherwise.found,
          App::result.program.owed[O].otherwise.expected};
}
// The refusal of the first of the conditions O... that fails, or cannot be decided in 64 bits;
// property::none where all hold.
template <class App, std::size_t... O>
constexpr core::refusal first_broken(exact_nodes const& v, std::index_sequence<O...>) {
  core::refusal broken{};
  static_cast<void>((
      (v.is_lost(App::result.program.owed[O].node) || v.value[App::result.program.owed[O].node] == 0
           ? (broken = refusal_of_condition<App, O>(), true)
           : false) ||
      ...));
  return broken;
}

// Runs the program on the arguments A... in steps I... Returns the reason for which the operation
// is refused for them; property::none where it is not.
template <class App, std::size_t... A, std::size_t... I, class... Args>
constexpr core::refusal run_exactly(exact_nodes& v, std::index_sequence<A...>,
                                    std::index_sequence<I...>, Args const&... args) {
  constexpr int stored = App::inputs::size;
  (put_leaves<begins_v<begins_of<Args...>>.at[A]>(put_exactly{v}, args), ...);
  static_cast<void>(std::initializer_list<int>{
      (advance_exactly(v, stored + I, App::result.program.at[stored + I].does,
                       App::result.program.at[stored + I].a, App::result.program.at[stored + I].b,
                       App::result.program.at[stored + I].value),
       0)...});
  if constexpr (sizeof...(I) > 0)
    if (v.any_lost) {
      core::node const steps[] = {App::result.program.at[stored + I]...};
      find_lost(v, steps, stored, sizeof...(I));
    }
  if constexpr (App::result.program.obligations > 0) {
    core::refusal const broken = first_broken<App>(v, owed_by<App>{});
    if (broken.what != core::property::none) return reason_of<App, Args...>(v, broken);
  }
  return core::refusal{};
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
