// SPDX-License-Identifier: BSL-1.0
//
// Defines what oracle.cpp does with a protocol: the verdict of the proof on it and on its mutants,
// beside what the oracle finds in schedules at random and in all schedules of small words.
#pragma once

#include "more_protocols.hpp"
#include "mutants.hpp"
#include "oracle.hpp"

#include <chrono>
#include <cstdio>
#include <map>

namespace tileproof::pipeline::judge {

inline std::string text_of(fault f) { return std::string(name_of(f)); }

// Changes, as an edit of the proof; and as the change of a script.
template <class P>
struct changes_of : edit {
  std::vector<mutant> all;
  explicit changes_of(std::vector<mutant> of) : all(std::move(of)) {
    change = [](edit const& e, int role, section in, action* list, int& end, int from, int room) {
      for (mutant const& m : static_cast<changes_of const&>(e).all)
        apply<P>(m, role, in, list, end, from, room);
    };
  }
  judge::change of_script() const {
    return [this](int role, section in, action* list, int& end, int from, int room) {
      change(*this, role, in, list, end, from, room);
    };
  }
  std::string text() const {
    constexpr char const* parts[] = {"begin", "open", "first", "step", "end", "finish"};
    std::string t;
    for (mutant const& m : all)
      t += std::string(t.empty() ? "" : "; ") + text_of(m.is) + " " + text_of(m.what) + "#" +
           std::to_string(m.nth) + " of role " + std::to_string(m.role) + " in " +
           parts[static_cast<int>(m.in)];
    return t;
  }
};

struct options {
  bool all = false, list = false;
  int many = 0;  // mutants of 3 and 4 changes, of each protocol
  std::string only;
};
inline options chosen;
struct totals {
  int mutants = 0, seen = 0, accepted = 0, unseen = 0, unsound = 0, exhausted = 0;
  long states = 0, schedules = 0;
  std::map<std::string, int> reasons;
};
inline totals sum;
inline int failures = 0;

// Looks for a schedule that fails, in random words.
template <class P>
blame falsify(std::mt19937& g, int runs, change const& edit) {
  for (int r = 0; r < runs; ++r) {
    bool const is_long = r % 4 == 3;
    script<P> const s(random_word<P>(g, is_long ? 4 : 2, is_long ? 9 : 5), edit);
    for (int k = 0; k < 4; ++k) {
      oracle<P> o(s);
      o.random_run(g);
      ++sum.schedules;
      if (o.why != blame::none && o.why != blame::room) return o.why;
    }
  }
  return blame::none;
}
// All schedules of all small words; `room` where these are too many.
template <class P>
blame exhaust(change const& edit, int tiles, int steps, long room) {
  bool is_whole = true;
  for (word const& w : small_words<P>(tiles, steps)) {
    script<P> const s(w, edit);
    long states = 0;
    blame const why = oracle<P>::all_runs(s, states, room);
    sum.states += states;
    if (why == blame::room)
      is_whole = false;
    else if (why != blame::none)
      return why;
  }
  return is_whole ? blame::none : blame::room;
}

struct effort {
  int runs = 60;   // words at random
  int tiles = 2;   // of the words of which all schedules are run
  int steps = 3;   // 0: none are
  int sample = 6;  // one of so many mutants is tried, unless all are
};

template <class P>
void judge_mutant(char const* name, changes_of<P> const& e, std::mt19937& g, effort const& by) {
  verdict const v = prove_protocol<P>(&e);
  blame why = falsify<P>(g, v.holds() ? 3 * by.runs : by.runs, e.of_script());
  blame all = blame::room;
  if (why == blame::none && by.steps > 0) {
    all = exhaust<P>(e.of_script(), by.tiles, by.steps, chosen.all ? 30000 : 3000);
    sum.exhausted += all == blame::none;
  }
  if (!v.holds() && why == blame::none && (all == blame::none || all == blame::room))
    why = falsify<P>(g, 20 * by.runs, e.of_script());  // is it a false alarm?
  bool const fails = why != blame::none || (all != blame::none && all != blame::room);
  ++sum.mutants;
  if (v.holds() && fails) {
    ++sum.unsound;
    std::printf("  ACCEPTED AND SEEN TO FAIL: %s: %s: %s\n", name, e.text().c_str(),
                judge::text_of(why != blame::none ? why : all));
  } else if (v.holds()) {
    ++sum.accepted;
  } else if (fails) {
    ++sum.seen;
  } else {
    ++sum.unseen;
    ++sum.reasons[text_of(v.found.what) + " at " + text_of(v.found.act.what())];
    if (chosen.list)
      std::printf("  not seen: %s: %s: %s at %s\n", name, e.text().c_str(),
                  text_of(v.found.what).c_str(), text_of(v.found.act.what()));
  }
}

template <class P>
void judge_protocol(char const* name, effort const& by = {}) {
  if (!chosen.only.empty() && std::string(name).find(chosen.only) == std::string::npos) return;
  std::mt19937 g(1);
  totals const before = sum;
  auto const start = std::chrono::steady_clock::now();
  verdict const v = prove_protocol<P>();
  blame why = falsify<P>(g, 4 * by.runs, {});
  blame all = blame::room;
  if (why == blame::none && by.steps > 0) all = exhaust<P>({}, by.tiles, by.steps, 300000);
  if (!v.holds() || why != blame::none || (all != blame::none && all != blame::room)) {
    ++failures;
    std::printf("%s: the proof says %s (at %s), schedules %s and %s\n", name,
                text_of(v.found.what).c_str(), text_of(v.found.act.what()), judge::text_of(why),
                judge::text_of(all));
  }
  std::vector<mutant> singles;
  {
    std::vector<turn> parts{{section::begin}, {section::open}, {section::first},
                            {section::step},  {section::end},  {section::finish}};
    for (int role = 0; role < plan<P>::role_count; ++role)
      for (turn const& p : parts)
        for (int o = 0; o < mutable_ops; ++o)
          for (int nth = 0; nth < 4; ++nth)
            for (int k = 0; k < mutations; ++k)
              singles.push_back({static_cast<mutation>(k), role, p.is, static_cast<op>(o), nth});
  }
  // Mutants that change an action of one of these traces are judged.
  std::vector<word> const words = [] {
    std::vector<word> some;
    for (int c = 0; c < plan<P>::choices; ++c) {
      std::vector<turn> parts{{section::open, c},
                              {section::first, c},
                              {section::step, c},
                              {section::end, c},
                              {section::finish}};
      if (P::loop::next(0, section::step) == 0)
        parts = {{section::step, c}, {section::finish}};
      else if (P::loop::next(0, section::open) == cannot)
        parts = {{section::finish}};
      some.push_back(word(static_cast<std::size_t>(plan<P>::teams), parts));
    }
    return some;
  }();
  std::vector<mutant> changing;
  for (mutant const& m : singles) {
    bool changes = false;
    change const edit = [&](int role, section in, action* list, int& end, int first, int room) {
      changes = apply<P>(m, role, in, list, end, first, room) || changes;
    };
    for (word const& w : words) static_cast<void>(script<P>(w, edit));
    if (changes) changing.push_back(m);
  }
  unsigned const every = chosen.all ? 1 : static_cast<unsigned>(by.sample);
  for (mutant const& m : changing)
    if (g() % every == 0) judge_mutant<P>(name, changes_of<P>({m}), g, by);
  auto const any = [&] { return changing[g() % changing.size()]; };
  for (std::size_t i = 0; i < changing.size(); ++i)
    if (g() % every == 0) judge_mutant<P>(name, changes_of<P>({any(), any()}), g, by);
  for (int i = 0; i < chosen.many; ++i)
    judge_mutant<P>(name,
                    i % 2 == 0 ? changes_of<P>({any(), any(), any()})
                               : changes_of<P>({any(), any(), any(), any()}),
                    g, by);
  double const seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf(
      "%-28s %5d mutants: %5d refused and seen to fail, %4d accepted and not, %4d refused "
      "and not seen, %d accepted and seen to fail  %s %5.1f s\n",
      name, sum.mutants - before.mutants, sum.seen - before.seen, sum.accepted - before.accepted,
      sum.unseen - before.unseen, sum.unsound - before.unsound,
      all == blame::none ? "[all schedules]" : "               ", seconds);
  std::fflush(stdout);
}

// A protocol that fails: the oracle sees it, and the proof refuses it.
template <class P>
void judge_fault(char const* name) {
  if (!chosen.only.empty() && std::string(name).find(chosen.only) == std::string::npos) return;
  std::mt19937 g(1);
  verdict const v = prove_protocol<P>();
  blame why = falsify<P>(g, 400, {});
  if (why == blame::none) why = exhaust<P>({}, 1, 2, 300000);
  bool const is_right = !v.holds() && why != blame::none && why != blame::room;
  failures += !is_right;
  std::printf("%-38s schedules: %-16s the proof: %s%s\n", name, judge::text_of(why),
              text_of(v.found.what).c_str(), is_right ? "" : "   WRONG");
}

}  // namespace tileproof::pipeline::judge
