// SPDX-License-Identifier: BSL-1.0
//
// Defines search: runs every trace of loop sections, until no state is new; and prove_protocol.
//
// Why this covers every trip count: the actions of a role depend on its members, on choice(), and
// on places relative to its current step or tile. After each section the stages are renamed by one
// place (symmetry.hpp), so that the state after a step can equal the state before it. Once a state
// repeats, longer traces only repeat sections that have been run from it. That is the induction
// over the steps and the tiles.
//
// States that differ only in their happens-before sets are merged into one with the intersection of
// these sets. Smaller sets refuse more, so an accepted protocol is sound; and there are few merged
// states, so the search ends. Where it fails, traces are run again without merging, shortest first,
// so that the counterexample is one that happens. If none is found within bounds, the first answer
// stands.
//
// Teams have traces of their own. One order decides for all orders, so it is enough to run one
// interleaving of the traces of several teams: the first team goes on as long as it does not wait,
// then the next.
#pragma once

#include <tileproof/checker/execution.hpp>
#include <tileproof/protocol/limits.hpp>

#include <climits>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// A state that a search has reached.
template <class P>
struct search_node {
  state<P> s{};
  int from = -1;
  transition by{};
  unsigned todo = 0;  // the sections that each team has still to run from here
};

// Where a search stands: the sweep that it is in, and the next state of it; whether this sweep has
// found anything new, and whether those of this round have.
struct search_position {
  int sweep = 0, node = 0;
  bool found = false, goes_on = false;
};

// A search that has ended, or has stopped for another evaluation to go on.
template <class P>
struct stopped_search {
  static constexpr int room = 24;
  verdict v;
  bool is_over = true;
  search_position at;
  search_node<P> states[room]{};  // where it is not over
};

template <class P, int Most = 512>
class search {
 public:
  verdict v;
  execution<P> run;  // its `changes` are those of a mutant

  // Runs every trace, with merged states. It begins with one wrap of steps and an end: after these
  // the sets are small, and the sooner small sets are met, the fewer traces are run again.
  constexpr void merged() {
    if (v.states == 0) begin();
    int const opening = steps_of_wrap() + 2;
    constexpr section round[]{section::finish, section::open, section::first, section::step,
                              section::end};
    while (v.holds() && at_.sweep < opening + 5) {
      section const p = at_.sweep >= opening ? round[at_.sweep - opening]
                        : at_.sweep < 2      ? (at_.sweep == 0 ? section::open : section::first)
                        : at_.sweep == opening - 1 ? section::end
                                                   : section::step;
      bool const found = (p != section::finish || plan<P>::teams > 1) && sweep(p);
      if (is_stopped_) return;
      at_.goes_on = at_.goes_on || found;
      if (found && p == section::step && at_.sweep >= opening) continue;
      if (++at_.sweep == opening + 5 && at_.goes_on) at_.goes_on = false, at_.sweep = opening;
    }
    if (v.holds() && plan<P>::teams == 1) sweep(section::finish);
  }
  // The same in several evaluations: it stops after so many events. `go_on` puts a search in the
  // place where another has stopped.
  constexpr stopped_search<P> merged_until(int events) {
    last_event_ = v.events + events;
    merged();
    stopped_search<P> r;
    r.v = v;
    if (!is_stopped_) return r;
    r.is_over = false, r.at = at_;
    for (int i = 0; i < v.states; ++i) r.states[i] = *nodes_[i];
    return r;
  }
  constexpr void go_on(stopped_search<P> const& from) {
    v = from.v;
    run.events = v.events;
    at_ = from.at;
    for (int i = 0; i < v.states; ++i) nodes_[i] = new node_t(from.states[i]);
  }
  // Finds the shortest trace that fails, if there is one within the bounds.
  constexpr void shortest() {
    merges_ = false;
    begin();
    for (int i = 0; i < v.states && v.holds(); ++i)
      for (section const p :
           {section::finish, section::open, section::end, section::first, section::step})
        for (int t = 0; t < plan<P>::teams; ++t) visit_all(i, p, t);
  }
  constexpr search() = default;
  search(search const&) = delete;
  search& operator=(search const&) = delete;
  constexpr ~search() {
    for (int i = 0; i < v.states; ++i) delete nodes_[i];
    delete[] nodes_;
  }

 private:
  using node_t = search_node<P>;
  static constexpr unsigned all_sections =
      plan<P>::teams >= 5 ? ~0u : (1u << 6 * plan<P>::teams) - 1;
  static_assert(plan<P>::teams <= 5, "a protocol has at most 5 teams; blocks with own counts too");
  node_t** nodes_ = new node_t* [Most] {};
  bool merges_ = true;
  search_position at_{};
  bool is_stopped_ = false;
  int last_event_ = INT_MAX;

  // The number of stages of the longest ring.
  static constexpr int steps_of_wrap() {
    int most = 1;
    for (ring_info const& r : plan<P>::table.ring) most = r.stages > most ? r.stages : most;
    return most;
  }
  constexpr void begin() {
    for (int c = 0; c < plan<P>::choices; ++c)
      visit(-1, {section::begin, 0, static_cast<signed char>(c)});
  }
  constexpr bool sweep(section p) {
    for (; at_.node < v.states && v.holds(); ++at_.node) {
      is_stopped_ = v.events >= last_event_ && v.states <= stopped_search<P>::room;
      if (is_stopped_) return false;
      for (int t = 0; t < plan<P>::teams; ++t) {
        unsigned const bit = 1u << (6 * t + static_cast<int>(p));
        unsigned& todo = nodes_[at_.node]->todo;
        if ((todo & bit) == 0) continue;
        todo &= ~bit;
        at_.found = visit_all(at_.node, p, t) || at_.found;
      }
    }
    bool const found = at_.found;
    at_.node = 0, at_.found = false;
    return found;
  }
  constexpr bool visit_all(int i, section p, int team) {
    bool goes_on = false;
    for (int c = 0; c < plan<P>::choices; ++c)
      goes_on =
          visit(i, {p, static_cast<signed char>(team), static_cast<signed char>(c)}) || goes_on;
    return goes_on;
  }
  // Whether this team is the one that goes on in a state: the first team that does not wait; or, if
  // every team that has not ended waits, the first of these.
  constexpr bool may_go([[maybe_unused]] execution<P> const& e, [[maybe_unused]] int team) const {
    if constexpr (plan<P>::teams > 1) {
      bool const waits = e.s.waits(team);
      for (int t = 0; t < plan<P>::teams; ++t) {
        bool const is_first = waits == e.s.waits(t) ? t < team : waits;
        if (e.s.shape[t] != over && t != team && is_first) return false;
      }
    }
    return true;
  }
  // With own_steps all teams run the same number of tiles. Returns whether that is still possible
  // after this transition.
  constexpr bool has_tiles_for([[maybe_unused]] state<P> const& s,
                               [[maybe_unused]] transition l) const {
    if constexpr (plan<P>::own_steps)
      for (int t = 0; t < plan<P>::teams; ++t) {
        bool const is_over = s.shape[t] == over;
        int const tiles = s.lead[t] - s.lead[l.team] + (s.shape[t] > 0);
        if (l.is == section::open && is_over && tiles <= 0) return false;
        if (l.is == section::finish && tiles > 0) return false;
      }
    return true;
  }
  constexpr bool visit(int at, transition l) {
    if (!v.holds() || (at >= 0 && P::loop::next(nodes_[at]->s.shape[l.team], l.is) == cannot))
      return false;
    if (at >= 0 && !has_tiles_for(nodes_[at]->s, l)) return false;
    execution<P>& e = run;
    if (at >= 0)
      e.s = nodes_[at]->s;
    else if (l.choice > 0)
      e.s = state<P>{};
    if (at >= 0 && !may_go(e, l.team)) return false;
    ++v.transitions;
    bool is_sound = e.go(l);
    v.events = e.events;
    if (is_sound && !e.is_over()) is_sound = keep(e, at, l);
    if (is_sound) return true;
    v.found = e.found;
    transition back[verdict::room]{l};
    int n = 1;
    for (; at >= 0 && n < verdict::room; at = nodes_[at]->from) back[n++] = nodes_[at]->by;
    for (v.length = n; n > 0; --n) v.trace[v.length - n] = back[n - 1];
    return true;
  }
  constexpr bool keep(execution<P>& e, int from, transition by) {
    e.s.saturate();
    for (int i = 0; i < v.states; ++i) {
      if (!nodes_[i]->s.has_form_of(e.s, *e.moved)) continue;
      if (merges_ && nodes_[i]->s.meet(e.s, *e.moved)) nodes_[i]->todo = all_sections;
      if (nodes_[i]->s.overflows) {
        e.s.overflows = true;
        break;
      }
      if (merges_ || !state<P>(nodes_[i]->s).meet(e.s, *e.moved)) return true;
    }
    if (v.states == Most || e.s.overflows) {
      e.found.what = fault::undecided;
      return false;
    }
    if (e.moved->any) e.s.rename_places(*e.moved);
    if constexpr (plan<P>::has_global)
      if (e.s.overflows) {
        e.found.what = fault::undecided;
        return false;
      }
    nodes_[v.states++] = new node_t{e.s, from, by, all_sections};
    return true;
  }
};

// Finds a failure that happens, if a search with merged states has found one.
template <class P>
constexpr verdict search_again(verdict const& all, edit const* changes = nullptr) {
  if (all.holds()) return all;
  search<P> exact;  // no initialiser: clang would evaluate it
  exact.run.changes = changes;
  exact.shortest();
  return exact.v.holds() || exact.v.found.what == fault::undecided ? all : exact.v;
}
// Whether a protocol whose numbers fit is sound for every trip count; with `changes`, after its
// actions have been changed.
template <class P>
constexpr verdict search_all(edit const* changes = nullptr) {
  search<P> all;
  all.run.changes = changes;
  all.merged();
  return search_again<P>(all.v, changes);
}
constexpr verdict verdict_of(misfit const& m) {
  verdict v;
  v.found = {fault::limit, -1, {}, m.which, static_cast<int>(m.what)};
  return v;
}
template <class P>
constexpr verdict prove_protocol(edit const* changes = nullptr) {
  if (constexpr misfit m = misfit_of<P>(); m.what != limit::none)
    return verdict_of(m);
  else
    return search_all<P>(changes);
}

// The same in several constant expressions, since compilers bound what one of them may evaluate:
// clang 1 048 576 steps, of which an event takes about 100, and 13 for each word of a set, and g++
// 33 554 432 operations. nvcc evaluates all in one: for the states of parts it took 2.6 GB.
#if defined(__clang__)
inline constexpr int steps_of_part = 400000;
#else
inline constexpr int steps_of_part = 1200000;
#endif
template <class P, int Part>
inline constexpr stopped_search<P> part_of_search = [] {
  search<P> s;
  if constexpr (Part > 0) s.go_on(part_of_search<P, Part - 1>);
  return s.merged_until(steps_of_part / (100 + 13 * words_of<P>));
}();
template <class P, int Part = 0>
constexpr verdict prove_in_parts() {
  if constexpr (misfit_of<P>().what != limit::none)
    return prove_protocol<P>();
  else if constexpr (part_of_search<P, Part>.is_over)
    return search_again<P>(part_of_search<P, Part>.v);
  else
    return prove_in_parts<P, Part + 1>();
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
