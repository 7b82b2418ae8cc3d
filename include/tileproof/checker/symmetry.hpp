// SPDX-License-Identifier: BSL-1.0
//
// Defines symmetry: the renaming of cells when a counter of a team counts. The stages of the rings
// that move with the counter are renamed by one place, so that the state after a step can equal the
// state before it.
#pragma once

#include <tileproof/checker/access_facts.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
struct symmetry {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr auto const& facts = facts_of<P>;
  static constexpr int W = words_of<P>;
  static constexpr int sets = sets_of<P>;

  struct renaming {
    bool any = false;
    short to[plan_t::cells]{};    // where a cell goes
    short from[plan_t::cells]{};  // and where it comes from
    bool flips[plan_t::cells]{};  // whether the use of its new place has the other parity
    short wraps[plan_t::has_global ? plan_t::cells : 1]{};  // and how many wraps back
    short bits[sets * W]{};  // the word of a set from which this word comes
  };
  renaming at[plan_t::teams][2]{};
  renaming still{};

  constexpr symmetry() {
    put(still, -1, counter::none);
    for (int t = 0; t < plan_t::teams; ++t)
      for (counter const by : {counter::step, counter::tile})
        if (moves_with(t, by)) put(at[t][static_cast<int>(by)], t, by);
  }
  constexpr renaming const& of(int team, counter by) const {
    renaming const& t = at[team][static_cast<int>(by)];
    return t.any ? t : still;
  }

 private:
  static constexpr bool moves(int ring, int team, counter by) {
    auto const& x = facts.ring[ring];
    return x.direction >= 4 && x.direction % 4 == static_cast<int>(by) && x.teams == 1u << team;
  }
  static constexpr bool moves_with(int team, counter by) {
    for (int r = 0; r < plan_t::rings; ++r)
      if (moves(r, team, by)) return true;
    return false;
  }
  static constexpr void put(renaming& t, int team, counter by) {
    short set[sets]{};
    short word[W + 1]{};
    for (int i = 0; i < sets; ++i) set[i] = static_cast<short>(i);
    for (int i = 0; i < W; ++i) word[i] = static_cast<short>(i);
    for (int r = 0; r < plan_t::rings; ++r) {
      ring_info const& i = table.ring[r];
      auto const& x = facts.ring[r];
      bool const is_moved = team >= 0 && moves(r, team, by);
      int const times = is_moved ? x.direction / 4 : 0;
      for (int s = 0; s < i.stages; ++s) {
        int const to = ((s - times) % i.stages + i.stages) % i.stages;
        t.to[i.cell + s] = static_cast<short>(i.cell + to);
        t.from[i.cell + to] = static_cast<short>(i.cell + s);
        if (!is_moved) continue;
        t.any = true;
        t.flips[i.cell + to] = ((to - s + times) / i.stages & 1) != 0 && i.is == sort::mbarrier;
        if constexpr (plan_t::has_global)
          if (i.is == sort::flag)
            t.wraps[i.cell + to] = static_cast<short>((to - s + times) / i.stages);
        word[x.word + to * x.step] = static_cast<short>(x.word + s * x.step);
        if (!i.is_barrier()) continue;
        set[x.set + to] = static_cast<short>(x.set + s);
        if (facts.has_phases(i.is)) set[x.done + to] = static_cast<short>(x.done + s);
      }
    }
    for (int i = 0; i < sets; ++i)
      for (int k = 0; k < W; ++k) t.bits[i * W + k] = static_cast<short>(set[i] * W + word[k]);
  }
};

template <class P>
inline constexpr symmetry<P> symmetry_of{};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
