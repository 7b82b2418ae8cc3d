// SPDX-License-Identifier: BSL-1.0
//
// Defines story: why a protocol fails, in words. One sentence says what is wrong and what would do;
// the events that lead there follow, from the access that is met on, and no others.
//
//   race: producer, tile 0 step 3: TMA load into A[0]; nothing orders it after consumer<0>, tile 0
//   step 0: wgmma reads A[0]
//
// It is made only where a proof fails: the word that fails is run once more, with a diary.
#pragma once

#include <tileproof/core/sentence.hpp>
#include <tileproof/pipeline/search.hpp>

#include <string_view>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The name of a fault, with which its sentence begins.
constexpr std::string_view name_of(fault f) {
  constexpr std::string_view names[] = {"none",
                                        "race",
                                        "read of unwritten memory",
                                        "missing fence.proxy.async",
                                        "missing wgmma.fence",
                                        "early arrival",
                                        "too many arrivals",
                                        "wrong bytes",
                                        "too many bytes",
                                        "lost phase",
                                        "hang",
                                        "in flight at the end",
                                        "setmaxnreg",
                                        "part of a warp",
                                        "wgmma without a warpgroup",
                                        "missing griddepcontrol.wait",
                                        "undecided"};
  return names[static_cast<int>(f)];
}

template <class P>
class story {
 public:
  // Pre: v does not hold; `changes` as in its proof.
  constexpr explicit story(verdict const& v, edit const* changes = nullptr) : v_(v) {
    e_.notes = &d_;
    e_.changes = changes;
    for (int i = 0; i < v.length; ++i)
      if (!e_.go(v.word[i])) break;
    f_ = e_.found.what == fault::none ? v.found : e_.found;
  }

  // What is wrong, where, and what would do. Out has put of a string, a character, an integer.
  template <class Out>
  constexpr void put_sentence(Out& t) const {
    t.put(name_of(f_.what));
    t.put(": ");
    if (f_.agent >= 0) put_who(t, f_.agent, letter_of_failure());
    switch (f_.what) {
      case fault::race:
        put_what(t, f_.act);
        if (f_.other % 16 == 15) {
          t.put(" while a wgmma that uses it is under way: call warpgroup_wait first");
        } else {
          t.put("; nothing orders it after ");
          put_other(t);
        }
        break;
      case fault::unwritten:
        put_what(t, f_.act);
        t.put(", which nobody has written");
        break;
      case fault::no_proxy_fence:
        put_what(t, f_.act);
        t.put("; after ");
        put_other(t);
        t.put(" there is no fence: call fence_view_async_shared() between the two");
        break;
      case fault::no_wgmma_fence:
        put_what(t, f_.act);
        t.put(", whose registers may have been used since the last one: call warpgroup_arrive() "
              "before it");
        break;
      case fault::early:
        put_what(t, f_.act);
        if (f_.number == 1) {
          t.put("; the phase may be complete before: let its thread arrive behind it");
          break;
        }
        if (f_.number == 2) {
          t.put("; barriers are initialised once, by one thread, before others can use them");
          break;
        }
        t.put("; the phase before may not be complete, and then it counts there: let it come "
              "behind a wait for that phase, and check the number of arrivals, ");
        t.put(std::int64_t{ring_of(f_.act.what() == op::load ? f_.act.extra() : f_.act.at()).amount});
        break;
      case fault::many:
        put_what(t, f_.act);
        t.put("; a phase has ");
        t.put(std::int64_t{f_.number});
        t.put(f_.number == 1 ? " arrival" : " arrivals");
        break;
      case fault::bytes:
        if (f_.agent < 0) {
          put_place(t, f_.act.at());
          t.put(" expects ");
          t.put(std::int64_t{f_.number});
          t.put(" bytes more than are copied");
        } else {
          put_what(t, f_.act);
          t.put(": ");
          t.put(std::int64_t{f_.number});
          t.put(" bytes more than its phase expects");
        }
        break;
      case fault::many_bytes:
        put_what(t, f_.act);
        t.put(": a phase counts at most 1048575 bytes");
        break;
      case fault::lost_phase:
        if (f_.act.what() == op::wait) {
          put_what(t, f_.act);
          t.put("; the barrier may be two phases on, where the parity is the same again");
        } else {
          t.put("its wait for ");
          put_place(t, f_.act.what() == op::load ? f_.act.extra() : f_.act.at());
          t.put(" may come so late that the next phase is complete as well, by ");
          put_agent(t, f_.number);
          t.put(": ");
          put_what(t, f_.act);
        }
        break;
      case fault::deadlock:
        put_what(t, f_.act);
        t.put(" for ever");
        if (is_at_barrier(f_.act.what()) && f_.number > 0) {
          t.put("; ");
          t.put(std::int64_t{f_.number});
          t.put(f_.number == 1 ? " arrival is missing" : " arrivals are missing");
        }
        if (f_.act.what() == op::registers) {
          t.put("; the block has ");
          t.put(std::int64_t{f_.number});
          t.put(" for each of its threads");
        }
        for (int a = f_.agent + 1; a < plan<P>::agents; ++a)
          if (e_.head[a] < e_.end[a] && info(a).instance == 0) {
            t.put("; and ");
            put_agent(t, a);
            t.put(": ");
            put_what(t, e_.tasks[a][e_.head[a]].act);
          }
        break;
      case fault::in_flight:
        if (f_.agent < 0) {
          t.put("the block ends, and this may be under way: ");
          put_other(t);
        } else {
          t.put("the block of ");
          put_place(t, f_.act.at());
          t.put(" may have ended before this arrives");
        }
        break;
      case fault::registers:
        put_what(t, f_.act);
        if (f_.number == 0) {
          t.put(": it takes a multiple of 8 from 24 to 256");
        } else if (f_.number == 1) {
          t.put(" behind an increase: others may wait for these registers; decrease first");
        } else if (f_.number < 0) {
          t.put(": the role has ");
          t.put(std::int64_t{-f_.number});
          t.put(" threads, and it takes whole warpgroups of 128: set `warps` to 4");
        } else {
          t.put(": a thread has ");
          t.put(std::int64_t{f_.number});
          t.put(" by then");
        }
        break;
      case fault::part_of_warp:
        put_what(t, f_.act);
        t.put("; it counts whole warps, and a part of the role's threads comes to it");
        break;
      case fault::no_warpgroup:
        put_what(t, f_.act);
        t.put(": it takes the 128 threads of a warpgroup, and the role has ");
        t.put(std::int64_t{f_.number});
        break;
      case fault::prior_grid:
        put_what(t, f_.act);
        t.put("; the grid before may still write: call wait_on_dependent_grids() first");
        break;
      default:
        t.put("the proof has no room for so many states, accesses or groups under way: let fewer "
              "be under way, or keep no ring in a role's members");
        break;
    }
  }

  // The events that lead to it, a line each, and the parts of the loops up to there. `*` marks the
  // two that meet. Threads of a role that do the same are one line.
  template <class Out>
  constexpr void put_events(Out& t) const {
    constexpr int most = 12;
    t.put("after:");
    for (int i = 0; i < v_.length; ++i) {
      t.put(' ');
      t.put(name_of_part(v_.word[i].is));
    }
    if (f_.agent < 0 && f_.what == fault::bytes) return;
    int line[most]{};  // events; the last ones where there are more
    int lines = 0;
    bool is_cut = false;
    int const origin = origin_of();
    int const first = origin >= 0 ? origin : 0;
    bool* const keep = needed(first);
    for (int i = d_.count - 1; i >= first && f_.what != fault::deadlock; --i) {
      if (!keep[i] || is_said(line, lines, i)) continue;
      if (lines == most - 1 && i != first)
        is_cut = true;
      else
        line[lines++] = i;
    }
    delete[] keep;
    for (int i = lines - 1; i >= 0; --i) {
      t.put(line[i] == origin ? "\n  * " : "\n    ");
      put_role(t, info(d_.at[line[i]].agent));
      put_when(t, d_.at[line[i]].agent, d_.at[line[i]].letter);
      t.put(": ");
      put_what(t, d_.at[line[i]].act);
      if (is_cut && i == lines - 1) t.put("\n    ...");
    }
    if (f_.agent < 0) return;
    t.put("\n  * ");
    put_who(t, f_.agent, letter_of_failure());
    put_what(t, f_.act);
  }

  constexpr failure const& found() const { return f_; }

  // Names: of a part, an action, a role, a resource.
  static constexpr std::string_view name_of_part(part p) {
    constexpr std::string_view names[] = {"begin", "open", "first", "step", "end", "finish"};
    return names[static_cast<int>(p)];
  }
  static constexpr std::string_view name_of_op(op o) {
    constexpr std::string_view names[] = {"wait for ",
                                          "arrive at ",
                                          "cp.async.mbarrier.arrive at ",
                                          "arrive.expect_tx at ",
                                          "expect_tx at ",
                                          "sync with ",
                                          "bar.arrive at ",
                                          "arrive at ",
                                          "wait for ",
                                          "TMA load into ",
                                          "TMA store from ",
                                          "wgmma reads ",
                                          "cp.async into ",
                                          "read of ",
                                          "write to ",
                                          "wgmma with ",
                                          "commit_group",
                                          "wait_group",
                                          "fence.proxy.async",
                                          "wgmma.fence",
                                          "mbarrier.init",
                                          "fence.mbarrier_init",
                                          "setmaxnreg ",
                                          "griddepcontrol.wait",
                                          "griddepcontrol.launch_dependents"};
    return names[static_cast<int>(o)];
  }
  template <class Out>
  static constexpr void put_role_name(Out& t, int role) {
    put_nth(t, role, static_cast<typename P::roles*>(nullptr));
  }
  template <class Out>
  static constexpr void put_resource_name(Out& t, int resource) {
    put_nth(t, resource, static_cast<typename P::resources*>(nullptr));
  }

 private:
  verdict const& v_;
  diary<P> d_;
  execution<P> e_;
  failure f_;

  static constexpr agent_info const& info(int a) { return plan<P>::table.agent[a]; }
  static constexpr ring_info const& ring_of(int cell) {
    return plan<P>::table.ring[plan<P>::table.ring_of[cell]];
  }
  constexpr int letter_of_failure() const {
    if (f_.agent < 0) return v_.length - 1;
    return d_.letter_of[f_.agent * state<P>::most_queued + e_.head[f_.agent]];
  }
  constexpr int origin_of() const {
    return f_.other >= 0 && f_.other % 16 != 15 ? d_.origin[f_.other] : -1;
  }

  // The last name of a type: consumer<0> of gemm<3>::consumer<0>, which type_text writes without
  // the colons.
  template <class T, class Out>
  static constexpr void put_type(Out& t) {
    core::text const all = core::type_text<T>();
    int begin = 0;
    int depth = 0;
    for (int i = 0; i + 1 < all.count; ++i) {
      depth += (all.at[i] == '<') - (all.at[i] == '>');
      if (depth == 0 && (all.at[i] == '>' || all.at[i] == ':')) begin = i + 1;
    }
    t.put(std::string_view(all.at + begin, static_cast<std::size_t>(all.count - begin)));
  }
  template <class Out, class... R>
  static constexpr void put_nth(Out& t, int n, roles<R...>*) {
    int i = 0;
    ((i++ == n ? put_type<R>(t) : void()), ...);
  }
  template <class Out, class... R>
  static constexpr void put_nth(Out& t, int n, resources<R...>*) {
    int i = 0;
    ((i++ == n ? put_type<R>(t) : void()), ...);
    if (n >= i) t.put(n == i ? "the block" : n == i + 1 ? "the warp" : "the cluster");
  }

  template <class Out>
  static constexpr void put_role(Out& t, agent_info const& i) {
    put_role_name(t, i.role);
    if (plan<P>::blocks > 1) t.put(" of block "), t.put(std::int64_t{i.block});
  }
  template <class Out>
  static constexpr void put_agent(Out& t, int a) {
    agent_info const& i = info(a);
    put_role(t, i);
    if (i.last - i.first > 1 && i.elects)
      t.put(i.instance == 0                            ? " (elected)"
            : i.last - i.first == 5 && i.instance <= 2 ? " (leader of a warp)"
                                                       : " (not elected)");
  }
  // An agent, and when: "consumer<0>, tile 0 step 2: ".
  template <class Out>
  constexpr void put_who(Out& t, int a, int letter) const {
    put_agent(t, a);
    put_when(t, a, letter);
    t.put(": ");
  }
  template <class Out>
  constexpr void put_when(Out& t, int a, int letter) const {
    int tile = 0;
    int step = -1;
    bool has_tiles = false;
    for (int i = 0; i <= letter && i < v_.length; ++i) {
      if (v_.word[i].is != part::begin && v_.word[i].team != info(a).team) continue;
      part const p = v_.word[i].is;
      if (p == part::end) has_tiles = true;
      if (p == part::open) tile += has_tiles, step = -1;
      if (p == part::first || p == part::step) ++step;
    }
    part const at = letter < v_.length ? v_.word[letter].is : part::finish;
    if (at == part::begin || at == part::finish) {
      t.put(at == part::begin ? ", begin" : ", finish");
      return;
    }
    if (P::loop::next(0, part::open) != cannot) t.put(", tile "), t.put(std::int64_t{tile});
    if (at == part::first || at == part::step)
      t.put(P::loop::next(0, part::open) != cannot ? " step " : ", step "),
          t.put(std::int64_t{step});
    else if (P::loop::next(0, part::open) != cannot)
      t.put(at == part::open ? " open" : " end");
  }
  template <class Out>
  static constexpr void put_place(Out& t, int cell) {
    ring_info const& r = ring_of(cell);
    put_resource_name(t, r.resource);
    bool const is_own = r.is <= sort::named_barrier;
    if (is_own && plan<P>::table.parts[r.resource] > 1)
      t.put(".part("), t.put(std::int64_t{r.part}), t.put(')');
    if (r.stages > 1) t.put('['), t.put(std::int64_t{cell - r.cell}), t.put(']');
    if (plan<P>::blocks > 1 && is_own) t.put(" of block "), t.put(std::int64_t{r.block});
  }
  template <class Out>
  static constexpr void put_what(Out& t, action act) {
    op const o = act.what();
    t.put(name_of_op(o));
    if (has_cell(o)) put_place(t, act.at());
    if (o == op::wait) t.put(", parity "), t.put(std::int64_t{act.value()});
    if (o == op::expect || o == op::expect_only)
      t.put(", "), t.put(std::int64_t{act.extra()}), t.put(" bytes");
    if (o == op::load) t.put(", counted at "), put_place(t, act.extra());
    constexpr std::string_view groups[] = {" of wgmma", " of TMA stores", " of cp.async"};
    if (o == op::commit || o == op::complete) t.put(groups[act.value()]);
    if (o == op::complete) t.put(' '), t.put(std::int64_t{act.extra()});
    if (o == op::registers) t.put(std::int64_t{act.extra()});
  }
  // The access that the failure meets.
  template <class Out>
  constexpr void put_other(Out& t) const {
    fact const& x = state<P>::facts.fact_of(f_.other);
    int const letter = d_.at[d_.origin[f_.other]].letter;
    if (x.actor >= fact::of_group) {
      int a = 0;
      while (info(a).group != x.actor - fact::of_group) ++a;
      put_role(t, info(a));
      put_when(t, a, letter);
    } else {
      put_agent(t, x.actor);
      put_when(t, x.actor, letter);
    }
    t.put(": ");
    action const act(x.by, 0, f_.other / 16);
    if (x.by == op::load)
      t.put("TMA load into "), put_place(t, act.at());
    else
      put_what(t, act);
  }

  // The events from `first` on without which the failure would not come about; to be deleted.
  constexpr bool* needed(int first) const {
    bool* const keep = new bool[diary<P>::room]{};
    bool* const open = new bool[plan<P>::agents]{};  // what it does from here back counts
    int const tokens = diary<P>::signals * 256;
    bool* const wanted = new bool[static_cast<std::size_t>(tokens)]{};
    bool const is_late = f_.what == fault::lost_phase && f_.act.what() != op::wait;
    int const actor = is_late ? f_.number : f_.agent;
    for (int i = d_.count - 1; i >= first; --i) {
      event const& x = d_.at[i];
      bool const signals = x.signals >= 0 && x.signals < tokens && wanted[x.signals];
      if (!open[x.agent] && !signals && i != first && x.agent != actor) continue;
      keep[i] = x.act.what() != op::commit && x.act.what() != op::accumulate;
      open[x.agent] = true;
      if (x.awaits >= 0 && x.awaits < tokens) wanted[x.awaits] = true;
    }
    delete[] open;
    delete[] wanted;
    return keep;
  }
  // Whether a line says what event i does, by another thread of its role.
  constexpr bool is_said(int const* line, int lines, int i) const {
    for (int k = 0; k < lines; ++k) {
      event const& x = d_.at[line[k]];
      event const& y = d_.at[i];
      if (x.letter == y.letter && x.act == y.act && info(x.agent).group == info(y.agent).group)
        return true;
    }
    return false;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
