// SPDX-License-Identifier: BSL-1.0
//
// Decides for all values of unknowns what an operation leaves to run time (types/unknown.hpp): each
// condition that its result needs holds for every value that the facts allow, or the operation is
// refused with values for which it does not.
//
//   using m = unknown<"m">;
//   logical_divide(Layout<m>{}, _4{})          // ((_4,ceil_div(m,4))):(_1,_4): for every m
//   coalesce(...)                              // conditions are decided by the integer prover
//
// A condition on other run-time integers too is left to run time, as without unknowns.
#pragma once

#include <tileproof/integers/symbolic.hpp>
#include <tileproof/lift/application.hpp>
#include <tileproof/types/symbol_text.hpp>
#include <tileproof/types/unknown.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// ---- the unknowns that facts speak of

template <class U>
using beside_unknown = typename facts_in_list<typename U::facts>::beside;
template <class List>
struct unknowns_of_list;
template <class... Ts>
struct unknowns_of_list<type_list<Ts...>> {
  using type = unknowns_in<Ts...>;
};
template <class List, int Before = -1>
struct with_related;
template <class... Us, int Before>
struct with_related<type_list<Us...>, Before> {
  using related = typename joined_lists<beside_unknown<Us>...>::type;
  using all =
      typename put_unknowns<type_list<Us...>, typename unknowns_of_list<related>::type>::type;
  using type = typename std::conditional_t<(all::size > static_cast<int>(sizeof...(Us))),
                                           with_related<all, static_cast<int>(sizeof...(Us))>,
                                           std::type_identity<all>>::type;
};

// ---- what a symbolic type is, computed with symbolic integers

using integers::symbolic;

// One instruction, as core::overflows performs it. A quotient by 0 is 0.
constexpr symbolic performed(core::op code, symbolic const& a, symbolic const& b) {
  switch (code) {
    case core::op::add: return a + b;
    case core::op::sub: return a - b;
    case core::op::mul: return a * b;
    case core::op::div: return b == 0 ? symbolic(0) : a / b;
    case core::op::ceil_div: return b == 0 ? symbolic(0) : (a + b - 1) / b;
    case core::op::mod: return b == 0 ? symbolic(0) : a % b;
    case core::op::min: return a < b ? a : b;
    case core::op::less_equal: return a <= b ? 1 : 0;
    case core::op::equal: return a == b ? 1 : 0;
    case core::op::both: return a != 0 && b != 0 ? 1 : 0;
    default: return a != 0 || b != 0 ? 1 : 0;
  }
}
constexpr std::int64_t performed(core::op code, std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  return core::overflows(code, a, b, r) ? 0 : r;
}
// The value of a type, x being those of the unknowns of List: symbolic, or 64-bit numbers.
template <class T, class List>
struct value_of_type;
template <unknown_integer U, class List>
struct value_of_type<U, List> {
  template <class I>
  static constexpr I of(I const* x) {
    return x[place_of_unknown<U, List>];
  }
};
template <symbol_integer S, class List>
struct value_of_type<S, List> {
  template <class I>
  static constexpr I of(I const* x) {
    constexpr int count = steps_of_symbol<S>;
    I step[count]{};
    for (int i = 0; i < count; ++i) {
      expression_node const& n = S::expression.at[i];
      step[i] = n.code == core::op::input ? x[places_in<typename S::unknowns, List>::at[n.value]]
                                          : performed(n.code, n.a < 0 ? I(n.value) : step[n.a],
                                                      n.b < 0 ? I(n.value) : step[n.b]);
    }
    return step[count - 1];
  }
};
template <auto V, class List>
struct value_of_type<C<V>, List> {
  template <class I>
  static constexpr I of(I const*) {
    return std::int64_t{V};
  }
};

// Whether the relations hold that the facts of unknown U state.
template <class Fact, class U, class List>
struct relation_of {
  template <class I>
  static constexpr bool holds(I const*) {
    return true;
  }
};
template <auto V, class U, class List>
  requires(!bound_of_fact<V>::is_number)
struct relation_of<at_least<V>, U, List> {
  template <class I>
  static constexpr bool holds(I const* x) {
    return value_of_type<U, List>::of(x) >=
           value_of_type<std::remove_cvref_t<decltype(V)>, List>::of(x);
  }
};
template <auto V, class U, class List>
  requires(!bound_of_fact<V>::is_number)
struct relation_of<at_most<V>, U, List> {
  template <class I>
  static constexpr bool holds(I const* x) {
    return value_of_type<U, List>::of(x) <=
           value_of_type<std::remove_cvref_t<decltype(V)>, List>::of(x);
  }
};
template <class U, class List, class Facts = typename U::facts>
struct relations_of;
template <class U, class List, class... Facts>
struct relations_of<U, List, type_list<Facts...>> {
  template <class I>
  static constexpr bool hold([[maybe_unused]] I const* x) {
    return (relation_of<Facts, U, List>::holds(x) && ...);
  }
};

// ---- a claim about unknowns

// The answer, and where it is no the values of the unknowns; `cases` as a search counts them.
struct answer_for_all {
  integers::search::result is = integers::search::result::yes;
  integers::search::reason why = integers::search::reason::none;
  int cases = 0;
  std::int64_t at[integers::linear::most]{};
};

// Decides Claim::holds(symbolic const*), which is called with the unknowns of List, for all values
// that their facts allow.
template <class Claim, class List>
struct for_all_values;
template <class Claim, class... Us>
struct for_all_values<Claim, type_list<Us...>> {
  using list = type_list<Us...>;
  Claim claim{};
  static constexpr int count = static_cast<int>(sizeof...(Us));
  static_assert(count <= integers::linear::most);
  static constexpr std::int64_t multiple[count + 1] = {facts_of_unknown<Us>::range.multiple..., 1};

  constexpr bool operator()(symbolic const* x) const {
    symbolic of[count + 1]{};
    for (int i = 0; i < count; ++i) of[i] = multiple[i] == 1 ? x[i] : x[i] * multiple[i];
    return !(relations_of<Us, list>::hold(of) && ...) || claim.holds(of);
  }
  static constexpr integers::unknown bounded(range_of_unknown const& r) {
    auto const up = [&](std::int64_t v) {  // v / multiple, rounded up
      return v >= 0 ? (v + (r.multiple - 1)) / r.multiple : -(-v / r.multiple);
    };
    return {"", up(r.least), -up(-r.greatest)};
  }
  static constexpr answer_for_all decide(Claim const& claim = {}) {
    integers::unknown const of[] = {bounded(facts_of_unknown<Us>::range)..., {""}};
    integers::search s(of, count);
    answer_for_all r;
    r.is = s.run(for_all_values{claim});
    r.why = s.why;
    r.cases = s.runs;
    for (int i = 0; i < count; ++i) r.at[i] = s.witness[i] * multiple[i];
    return r;
  }
  static constexpr answer_for_all value = decide();
};

// Values of the unknowns of a list.
template <class List>
struct unknown_values {
  std::int64_t at[List::size + 1]{};
};
// "for ld = 8, m = 3".
template <class... Us>
constexpr void put_values(core::text& t, unknown_values<type_list<Us...>> const& v) {
  int n = 0;
  ((t.put(n == 0 ? "for " : ", "), t.put(Us::name()), t.put(" = "), t.put(v.at[n++])), ...);
}
// Values to try something with: small ones first, then some near bounds and powers of two.
template <class List>
struct values_to_try;
template <class... Us>
struct values_to_try<type_list<Us...>> {
  static constexpr int tries = 64;
  static constexpr int count = static_cast<int>(sizeof...(Us));
  static constexpr range_of_unknown range[count + 1] = {facts_of_unknown<Us>::range..., {0, 0, 1}};
  using values = unknown_values<type_list<Us...>>;

  // In multiples of what is known to divide unknown i.
  static constexpr std::int64_t first(int i) {
    return (range[i].least + range[i].multiple - 1) / range[i].multiple;
  }
  static constexpr std::int64_t last(int i) { return range[i].greatest / range[i].multiple; }
  // Values number n, which the facts need not allow.
  static constexpr values number(int n) {
    values v;
    std::uint64_t random = integers::linear::first_weight * static_cast<std::uint64_t>(n + 1);
    for (int i = 0; i < count; ++i) {
      random = integers::next_random(random);
      std::int64_t const small = first(i) + static_cast<std::int64_t>((random >> 40) % 6);
      v.at[i] =
          range[i].multiple * (n >= tries / 2    ? integers::trial(first(i), last(i), random >> 33)
                               : small < last(i) ? small
                                                 : last(i));
    }
    return v;
  }
  static constexpr bool are_allowed(values const& v) {
    return (relations_of<Us, type_list<Us...>>::hold(static_cast<std::int64_t const*>(v.at)) &&
            ...);
  }
};

// Values for which Test::fails(values): those of the first try that fails, then one unknown after
// the other made as small as halving finds it. Each test is a constant expression of its own, since
// compilers limit the length of one.
template <class Test, class List>
struct first_failure {
  using tries = values_to_try<List>;
  using values = unknown_values<List>;
  template <int N>
  static constexpr values tried = tries::number(N);
  template <int N>
  static constexpr bool fails = tries::are_allowed(tried<N>) && Test::fails(tried<N>);
  template <int N = 0>
  static constexpr int search() {
    if constexpr (N == tries::tries)
      return -1;
    else if constexpr (fails<N>)
      return N;
    else
      return search<N + 1>();
  }
  static constexpr int found = search();

  // v with unknown I At times what divides it.
  template <int N, int I, std::int64_t At>
  static constexpr values with(values v) {
    v.at[I] = At * tries::range[I].multiple;
    return v;
  }
  template <int N, int I>
  struct shrunk {  // the unknowns up to I are as small as they can be
    static constexpr values before = [] {
      if constexpr (I == 0)
        return tried<N>;
      else
        return shrunk<N, I - 1>::value;
    }();
    template <std::int64_t At>
    static constexpr values moved = with<N, I, At>(before);
    template <std::int64_t At>
    static constexpr bool fails_at = tries::are_allowed(moved<At>) && Test::fails(moved<At>);
    // The least of [First,Last] where the test fails, as far as halving finds it; it does at Last.
    template <std::int64_t First, std::int64_t Last>
    static constexpr std::int64_t least() {
      if constexpr (First >= Last)
        return Last;
      else if constexpr (constexpr std::int64_t middle = First + (Last - First) / 2;
                         fails_at<middle>)
        return least<First, middle>();
      else
        return least<middle + 1, Last>();
    }
    static constexpr values value =
        moved<least<tries::first(I), before.at[I] / tries::range[I].multiple>()>;
  };
  static constexpr values smallest() {
    if constexpr (found < 0 || List::size == 0)
      return {};
    else
      return shrunk<found, List::size - 1>::value;
  }
  static constexpr values value = smallest();
};

// ---- the conditions of an operation

template <class Leaves>
struct related_unknowns;
template <class... Ls>
struct related_unknowns<type_list<Ls...>> : with_related<unknowns_in<Ls...>> {};
// The symbolic ones of a list of leaf types; Unknowns has theirs.
template <class Leaves, class Unknowns = typename related_unknowns<Leaves>::type>
struct symbolic_leaves_of;
template <class... Ls, class Unknowns>
struct symbolic_leaves_of<type_list<Ls...>, Unknowns> {
  using unknowns = Unknowns;
  static constexpr bool is_known[sizeof...(Ls) + 1] = {is_symbolic<Ls>..., false};
  // The values of the leaves where the unknowns are x.
  template <class I>
  static constexpr void put([[maybe_unused]] I* to, [[maybe_unused]] I const* x) {
    int n = 0;
    (put_leaf<Ls>(to[n++], x), ...);
  }
  template <class L, class I>
  static constexpr void put_leaf([[maybe_unused]] I& to, [[maybe_unused]] I const* x) {
    if constexpr (is_symbolic<L>) to = value_of_type<L, unknowns>::of(x);
  }
  // The same as nodes of a recorder.
  static constexpr void record(core::integer* to, core::arithmetic& cx) {
    int n = 0;
    (record_leaf<Ls>(to[n++], cx), ...);
  }
  template <class L>
  static constexpr void record_leaf([[maybe_unused]] core::integer& to,
                                    [[maybe_unused]] core::arithmetic& cx) {
    if constexpr (is_symbolic<L>) to = recorded_type<L, unknowns>::in(cx);
  }
};

// The nodes of a program that a node needs, and whether all leaves among them are symbolic.
struct needed_nodes {
  bool is[core::max_nodes]{};
  bool are_known = true;

  constexpr needed_nodes(core::node const* at, int node, bool const* is_leaf_known) {
    is[node] = true;
    for (int i = node; i >= 0; --i) {
      if (!is[i]) continue;
      core::node const& n = at[i];
      if (n.does.code == core::op::input) {
        are_known = are_known && is_leaf_known[i];
        continue;
      }
      if (!core::is_constant(n.does.a)) is[n.a] = true;
      if (!core::is_constant(n.does.b)) is[n.b] = true;
    }
  }
};

// The values of the needed nodes from `first` to `last`, given those before.
constexpr void put_nodes(symbolic* v, core::node const* at, int first, int last,
                         needed_nodes const& needs) {
  for (int i = first; i <= last; ++i)
    if (needs.is[i])
      v[i] = performed(at[i].does.code,
                       core::is_constant(at[i].does.a) ? symbolic(at[i].value) : v[at[i].a],
                       core::is_constant(at[i].does.b) ? symbolic(at[i].value) : v[at[i].b]);
}

// Node Node of a recorded application, as a claim (it is not 0) and as the source of a symbol.
template <class Recorded, int Node>
struct node_of_all_values {
  using leaves = symbolic_leaves_of<typename Recorded::inputs>;
  using unknowns = typename leaves::unknowns;
  static constexpr core::node const* at = Recorded::result.program.at;
  static constexpr needed_nodes needs{at, Node, leaves::is_known};
  static constexpr int inputs = Recorded::inputs::size;
  static constexpr int count = Node + 1 > inputs ? Node + 1 : inputs;

  static constexpr bool holds(symbolic const* x) {
    symbolic v[count]{};
    leaves::put(v, x);
    put_nodes(v, at, inputs, Node, needs);
    return v[Node] != 0;
  }
  static constexpr core::integer record(core::arithmetic& cx) {
    if (!needs.are_known) {
      cx.refuse(core::property::leaves_fit_capacity);
      return {};
    }
    core::integer v[count]{};
    leaves::record(v, cx);
    for (int i = inputs; i <= Node; ++i)
      if (needs.is[i])
        v[i] = advanced(cx, at[i].does.code,
                        core::is_constant(at[i].does.a) ? core::fixed(at[i].value) : v[at[i].a],
                        core::is_constant(at[i].does.b) ? core::fixed(at[i].value) : v[at[i].b]);
    return v[Node];
  }
};

// Computes with integers over the unknowns of a list, and proves conditions between them.
template <class List>
class prover {
 public:
  static constexpr int most = 128;
  core::arithmetic cx{};

  constexpr prover() {
    recorder_ = program_.record();
    recorder_.range = range_;
    cx.record = &recorder_;
    add_unknowns(cx, List{});
  }
  prover(prover const&) = delete;

  // Whether the condition holds for all values of the unknowns. False also where it is not decided.
  constexpr bool proves(core::integer const& condition) {
    if (cx.refused() || recorder_.full) return false;
    if (condition.is_known()) return condition.value != 0;
    return for_all_values<claim, List>::decide({program_.at, condition.node}).is ==
           integers::search::result::yes;
  }
  // Writes an integer as a formula.
  constexpr void put(core::text& t, core::integer const& v, binding around = binding::logical,
                     bool is_right = false) const {
    if (v.is_known()) return t.put(v.value);
    core::node const& n = program_.at[v.node];
    if (n.does.code == core::op::input) return t.put(names_of<List>::at[v.node]);
    put_operation(t, spelling_of(n.does.code), around, is_right, [&](bool right, binding inside) {
      core::operand const o = right ? n.does.b : n.does.a;
      put(t, core::is_constant(o) ? core::fixed(n.value) : core::integer{0, right ? n.b : n.a},
          inside, right);
    });
  }
  // The layout of a type, its leaves as nodes.
  template <class L>
  constexpr core::layout layout_of() {
    return with_nodes<L>(leaves_t<L>{});
  }

 private:
  struct claim {
    core::node const* at = nullptr;
    int node = 0;
    constexpr bool holds(symbolic const* x) const {
      bool const are_known[List::size + 1]{};
      symbolic v[most]{};
      for (int i = 0; i < List::size; ++i) v[i] = x[i];
      put_nodes(v, at, List::size, node, needed_nodes(at, node, are_known));
      return v[node] != 0;
    }
  };
  template <class L, class... Ls>
  constexpr core::layout with_nodes(type_list<Ls...>) {
    core::integer const leaf[] = {recorded_type<Ls, List>::in(cx)..., {}};
    core::layout l = reading_of<L>::value.into;
    for (int i = 0; i < l.count; ++i) {
      if (!l.at[i].extent.is_fixed()) l.at[i].extent = leaf[l.at[i].extent.value];
      if (!l.at[i].stride.is_fixed()) l.at[i].stride = leaf[l.at[i].stride.value];
    }
    return l;
  }

  core::program_of<most, 1> program_{};
  core::node_range range_[most]{};
  core::recorder recorder_{};
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
