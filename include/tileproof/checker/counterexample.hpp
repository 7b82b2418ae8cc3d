// SPDX-License-Identifier: BSL-1.0
//
// Defines counterexample: the text that explains why a protocol fails. One sentence says what is
// wrong and what would help. The events that lead to the failure follow, from the conflicting
// access on.
//
//   race: producer, tile 0 step 3: TMA load into A[0]; nothing orders it after consumer<0>, tile 0
//   step 0: wgmma reads A[0]
//
// It is made only where a proof fails: the failing trace is run once more, with an event log.
#pragma once

#include <tileproof/checker/sentence.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class counterexample : public sentence_of_failure<P> {
  using of = sentence_of_failure<P>;

 public:
  // Written out, since nvcc 13.0 does not find the inherited constructor of the base's base.
  constexpr explicit counterexample(verdict const& v, edit const* changes = nullptr)
      : of(v, changes) {}
  // Writes the events that lead to the failure, each preceded by `next`, and the sections of the
  // loops up to there. `*` marks the two accesses that meet. Threads of a role that do the same are
  // one event.
  template <class Out>
  constexpr void put_events(Out& t, std::string_view next = "\n    ", int most = 12) const {
    put_trace(t);
    if (f_.agent < 0 && f_.what == fault::bytes) return;
    int line[most_lines]{};  // events; the last ones where there are more
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
      t.put(next);
      if (line[i] == origin) t.put("* ");
      put_role(t, info(d_.at[line[i]].agent));
      put_when(t, d_.at[line[i]].agent, d_.at[line[i]].transition);
      t.put(": ");
      put_what(t, d_.at[line[i]].act);
      if (is_cut && i == lines - 1) t.put(next), t.put("...");
    }
    if (f_.agent < 0) return;
    put_all(t, next, "* ");
    put_who(t, f_.agent, transition_of_failure());
    put_what(t, f_.act);
  }

 private:
  using of::info, of::name_of_section, of::put_role, of::put_what, of::put_who, of::put_when;
  using of::transition_of_failure, of::v_, of::d_, of::f_;

  static constexpr int most_lines = 12;

  // The sections that have run: "after begin, a tile of 0 steps, a tile of 2 steps".
  template <class Out>
  constexpr void put_trace(Out& t) const {
    constexpr bool has_tiles = P::loop::next(0, section::open) != cannot;
    t.put("after ");
    int steps = -1;  // of the tile that has begun
    for (int i = 0; i < v_.length; ++i) {
      section const p = v_.trace[i].is;
      bool const is_step = p == section::first || p == section::step;
      if (has_tiles && is_step) ++steps;
      if (p == section::open) steps = 0;
      bool const is_last = i + 1 == v_.length;
      if (has_tiles && (p == section::open || is_step) && !is_last) continue;
      if (i > 0) t.put(", ");
      if (has_tiles && steps >= 0) {
        put_all(t, p == section::end ? "a tile of " : "in a tile, ", steps,
                steps == 1 ? " step" : " steps");
        if (p == section::end) steps = -1;
      } else {
        t.put(name_of_section(p));
      }
    }
  }
  constexpr int origin_of() const {
    return f_.other >= 0 && f_.other % per_cell != under_way ? d_.origin[f_.other] : -1;
  }

  // The events from `first` on without which the failure would not come about. The caller deletes
  // the array.
  constexpr bool* needed(int first) const {
    bool* const keep = new bool[event_log<P>::room]{};
    bool* const open = new bool[plan<P>::agents]{};  // its earlier events count
    int const tokens = event_log<P>::signals * 256;
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
  // Whether a line already shows event i, done by another thread of its role.
  constexpr bool is_said(int const* line, int lines, int i) const {
    for (int k = 0; k < lines; ++k) {
      event const& x = d_.at[line[k]];
      event const& y = d_.at[i];
      if (x.transition == y.transition && x.act == y.act &&
          info(x.agent).group == info(y.agent).group)
        return true;
    }
    return false;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
