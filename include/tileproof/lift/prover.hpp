// SPDX-License-Identifier: BSL-1.0
//
// The nodes of a program over unknowns as claims: node_of_all_values of a recorded application,
// whose leaves are unknowns or symbols, and prover, which records conditions of its own and proves
// them.
//
//   prover<unknowns> p;
//   p.proves(p.cx.less_equal(core::fixed(0), stride))
#pragma once

#include <tileproof/lift/application.hpp>
#include <tileproof/lift/for_all_values.hpp>
#include <tileproof/types/symbol_text.hpp>

#include <cstdint>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

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

// The leaves of a symbolic_leaves_of where the unknowns are numbers, and whether none is lost.
template <class Leaves>
struct numbers_of_leaves {
  std::int64_t value[sizeof(Leaves::is_known)]{};
  constexpr explicit numbers_of_leaves(std::int64_t const* at) { Leaves::put(value, at); }
  constexpr bool are_known() const {
    for (std::int64_t const v : value)
      if (is_lost(v)) return false;
    return true;
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
