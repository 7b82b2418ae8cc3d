// SPDX-License-Identifier: BSL-1.0
//
// Defines failing_trace: the trace with which a proof fails, run once more with an event_log. It
// writes agents, actions and their tile and step as text.
#pragma once

#include <tileproof/checker/search.hpp>
#include <tileproof/protocol/names.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class failing_trace : public names<P> {
  using of = names<P>;

 public:
  // Pre: v does not hold; `changes` as in its proof.
  constexpr explicit failing_trace(verdict const& v, edit const* changes = nullptr) : v_(v) {
    e_.notes = &d_;
    e_.changes = changes;
    for (int i = 0; i < v.length; ++i)
      if (!e_.go(v.trace[i])) break;
    f_ = e_.found.what == fault::none ? v.found : e_.found;
  }
  constexpr failure const& found() const { return f_; }

 protected:
  using of::info, of::ring_of, of::put_role, of::put_agent, of::put_place, of::put_what;
  verdict const& v_;
  event_log<P> d_;
  execution<P> e_;
  failure f_;

  static constexpr bool is_at_flag(action act) {
    return has_cell(act.what()) && ring_of(act.at()).is == sort::flag;
  }
  constexpr int transition_of_failure() const {
    if (f_.agent < 0) return v_.length - 1;
    return d_.transition_of[f_.agent * state<P>::most_queued + e_.head[f_.agent]];
  }
  // Writes an agent and its tile and step: "consumer<0>, tile 0 step 2: ".
  template <class Out>
  constexpr void put_who(Out& t, int a, int transition) const {
    put_agent(t, a);
    put_when(t, a, transition);
    t.put(": ");
  }
  template <class Out>
  constexpr void put_when(Out& t, int a, int transition) const {
    int tile = 0;
    int step = -1;
    bool has_tiles = false;
    for (int i = 0; i <= transition && i < v_.length; ++i) {
      if (v_.trace[i].is != section::begin && v_.trace[i].team != info(a).team) continue;
      section const p = v_.trace[i].is;
      if (p == section::end) has_tiles = true;
      if (p == section::open) tile += has_tiles, step = -1;
      if (p == section::first || p == section::step) ++step;
    }
    section const at = transition < v_.length ? v_.trace[transition].is : section::finish;
    if (at == section::begin || at == section::finish) {
      t.put(at == section::begin ? ", begin" : ", finish");
      return;
    }
    if (P::loop::next(0, section::open) != cannot) t.put(", tile "), t.put(std::int64_t{tile});
    if (at == section::first || at == section::step)
      t.put(P::loop::next(0, section::open) != cannot ? " step " : ", step "),
          t.put(std::int64_t{step});
    else if (P::loop::next(0, section::open) != cannot)
      t.put(at == section::open ? " open" : " end");
  }
  // Whether a race is with the reads of one warp of a wgmma while the reads of another of its warps
  // are over.
  constexpr bool knows_another_warp() const {
    auto const& facts = state<P>::facts;
    fact const& x = facts.fact_of(f_.other);
    if (f_.agent < 0 || x.by != op::gemm || x.actor >= fact::of_group) return false;
    auto const& ring = facts.ring[plan<P>::table.ring_of[f_.other / per_cell]];
    for (int i = ring.first; i < ring.last; ++i)
      if (facts.at[i].by == op::gemm && info(facts.at[i].actor).group == info(x.actor).group &&
          (e_.s.happened[f_.agent * state<P>::W + facts.word_of(f_.other)] & facts.at[i].bit) != 0)
        return true;
    return false;
  }
  // Whether the conflicting access is to the memory of another block than that of its thread.
  constexpr bool is_remote_access() const {
    fact const& x = state<P>::facts.fact_of(f_.other);
    return x.actor < fact::of_group && info(x.actor).block != ring_of(f_.other / per_cell).block;
  }
  // Whether a race is with a write of an agent that has arrived at a barrier whose arrivals publish
  // no writes.
  constexpr bool publishes_nothing() const {
    fact const& x = state<P>::facts.fact_of(f_.other);
    if (!writes(x.by) || x.by == op::load || f_.agent < 0) return false;
    for (int i = 0; i < d_.count; ++i) {
      action const& y = d_.at[i].act;
      if (d_.at[i].agent != x.actor) continue;
      if (y.what() == op::arrive_copies || y.what() == op::arrive_umma) return true;
      if (y.what() == op::arrive && y.extra() == 0 && ring_of(y.at()).is == sort::mbarrier &&
          ring_of(y.at()).block != info(x.actor).block)
        return true;
    }
    return false;
  }
  // Writes the access that the failing access conflicts with.
  template <class Out>
  constexpr void put_other(Out& t) const {
    fact const& x = state<P>::facts.fact_of(f_.other);
    int const transition = d_.at[d_.origin[f_.other]].transition;
    if (x.by == op::gemm && !knows_another_warp()) {  // of the warpgroup
      int a = x.actor;
      for (int i = 0; x.actor >= fact::of_group && i < plan<P>::agents; ++i)
        if (info(i).group == x.actor - fact::of_group) a = i;
      put_role(t, info(a));
      put_when(t, a, transition);
    } else {
      put_agent(t, x.actor);
      put_when(t, x.actor, transition);
    }
    t.put(": ");
    action const act(x.by, 0, f_.other / per_cell);
    if (x.by == op::load)
      t.put("TMA load into "), put_place(t, act.at());
    else
      put_what(t, x.by == op::write ? d_.at[d_.origin[f_.other]].act : act);
  }
  // Writes the action that fails, and its number where its part has several equal ones.
  template <class Out>
  constexpr void put_act(Out& t) const {
    put_what(t, f_.act);
    int const a = f_.agent;
    if (a < 0 || e_.tasks[a] == nullptr || e_.head[a] >= e_.end[a]) return;
    int const* const transitions_of_agent = d_.transition_of + a * state<P>::most_queued;
    int nth = 0;
    int all = 0;
    for (int i = 0; i < e_.end[a]; ++i)
      if (transitions_of_agent[i] == transitions_of_agent[e_.head[a]] &&
          e_.tasks[a][i].act == f_.act)
        ++all, nth += i <= e_.head[a];
    if (all < 2 || nth == 0) return;
    put_all(t, ", number ", nth, " of ", all, " alike");
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
