// SPDX-License-Identifier: BSL-1.0
//
// Defines judge(protocol): executes a protocol in random schedules of several trip counts, and
// says whether one of them fails; and exhaust(protocol, trips): in all schedules of one. Use it as
// a judge that knows PTX and nothing of the library.
//
//   verdict const v = judge(p, {.seed = 1});
//   if (v.why != reason::none) std::puts(trace(p, v).c_str());
#pragma once

#include "machine.hpp"
#include "write_cpp.hpp"

#include <algorithm>
#include <string>

namespace random_protocols {

struct generator {  // xorshift64*
  std::uint64_t s;
  explicit generator(std::uint64_t seed) : s(seed * 0x9e3779b97f4a7c15ULL + 0x853c49e6748fea9bULL) {
    next();
  }
  std::uint32_t next() {
    s ^= s >> 12, s ^= s << 25, s ^= s >> 27;
    return std::uint32_t((s * 0x2545f4914f6cdd1dULL) >> 32);
  }
  int below(int n) { return n <= 1 ? 0 : int(std::uint64_t(next()) * unsigned(n) >> 32); }
  bool chance(int percent) { return below(100) < percent; }
};

// uniform: anyone next. stubborn: by priorities that change now and then. The last two: copies
// finish as late, or as early, as possible.
enum class style : std::uint8_t { uniform, stubborn, late, early };

struct verdict {
  reason why = reason::none;
  trips of;
  std::uint64_t seed = 0;
  style how = style::uniform;
  oracle::failure what;
  bool is_static = false, exhausted = false, undecided = false;
  long states = 0;
};

struct judging {
  std::uint64_t seed = 1;
  int schedules = 8;  // of each trip counts
};

namespace oracle {

// A random schedule; `seen` is called before each move with who (lanes, or -1 - task).
template <class Seen>
reason run(machine& m, std::uint64_t seed, style how, Seen seen) {
  generator g(seed);
  m.start();
  int const n = int(m.p.all.size());
  std::vector<std::uint32_t> priority(n);
  for (auto& q : priority) q = g.next() | 1U;
  std::vector<std::uint16_t> ready;
  auto const wake = [&] {
    ready.clear();
    for (int l = 0; l < n; ++l)
      if (m.can_run(l)) ready.push_back(std::uint16_t(l));
  };
  wake();
  while (m.failed.why == reason::none) {
    if (m.take_change()) wake();
    int const lanes = int(ready.size()), tasks = int(m.s.tasks.size());
    if (lanes + tasks == 0) break;
    int pick;
    if (how == style::stubborn) {
      if (g.below(24) == 0 && lanes > 0) priority[ready[g.below(lanes)]] = g.next() | 1U;
      std::uint32_t best = 0;
      pick = 0;
      for (int i = 0; i < lanes; ++i)
        if (priority[ready[i]] > best) best = priority[ready[i]], pick = i;
      for (int i = 0; i < tasks; ++i) {
        auto& q = m.s.tasks[i].priority;
        if (q == 0) q = g.next() | 1U;
        if (q > best) best = q, pick = lanes + i;
      }
    } else if (how == style::late && lanes > 0) {
      pick = g.below(lanes);
    } else if (how == style::early && tasks > 0) {
      pick = lanes + g.below(tasks);
    } else {
      pick = g.below(lanes + tasks);
    }
    if (pick >= lanes) {
      seen(-1 - (pick - lanes));
      m.finish_task(pick - lanes);
      continue;
    }
    int const l = ready[pick];
    seen(l);
    if (!m.step(l) || !m.can_run(l)) ready[pick] = ready.back(), ready.pop_back();
  }
  if (m.failed.why == reason::none && !m.all_ended()) m.failed.why = reason::hang;
  return m.failed.why;
}

}  // namespace oracle

// Trip counts that a judge runs: none, one, and more than the stages.
inline std::vector<trips> trips_of(protocol const& p) {
  int most = 1;
  for (int i = 0; i < p.resource_count; ++i) most = std::max(most, int(p.resources[i].stages));
  switch (p.loop) {
    case loop_kind::once: return {{1, {0}}};
    case loop_kind::steps: return {{1, {most + 2}}, {1, {1}}, {1, {0}}, {1, {2 * most + 1}}};
    case loop_kind::tiles_of_steps:
      return {{2, {2, most + 1}}, {3, {1, 0, 1}}, {1, {0}}, {0, {}}, {4, {1, 2, 0, most}}};
    case loop_kind::tiles_of_some_steps:
      return {{2, {2, most + 1}}, {1, {1}}, {0, {}}, {4, {1, 2, 1, most}}};
    case loop_kind::tile_of_some_steps: return {{1, {most + 2}}, {1, {1}}, {1, {2 * most + 1}}};
  }
  return {};
}

inline verdict judge(protocol const& p, judging const& how = {}) {
  verdict v;
  if (v.why = illegal(p); v.why != reason::none) return v.is_static = true, v;
  for (trips const& t : trips_of(p)) {
    program const x = unroll(p, t);
    oracle::plan const made = oracle::make_plan(x);
    v.of = t;
    if (made.events.size() > 20000) return v.undecided = true, v;
    if (v.why = made.fault; v.why != reason::none) return v.is_static = true, v;
    oracle::machine m(made);
    static constexpr style styles[] = {style::stubborn, style::uniform, style::late, style::early};
    for (int i = 0; i < how.schedules; ++i) {
      v.seed = how.seed * 1000 + std::uint64_t(i), v.how = styles[i % 4];
      v.why = oracle::run(m, v.seed, v.how, [](int) {});
      v.what = m.failed;
      if (v.why != reason::none) return v;
    }
  }
  return v;
}

inline std::string text(protocol const& p, op const& o, int role) {
  std::string s = "role" + std::to_string(role) + ", ";
  if (p.loop != loop_kind::steps && p.loop != loop_kind::once)
    s += "tile " + std::to_string(o.tile) + " ";
  s += std::string(section_names[int(o.in)]) +
       (o.in == section::step || o.in == section::first ? " " + std::to_string(o.step) : "");
  return s + ": " + text(p, p.roles[role].actions[int(o.in)][o.index]);
}

inline std::string text(oracle::plan const& made, int lanes, int pc) {
  oracle::lanes const& a = made.all[lanes];
  std::string s = made.of->blocks > 1 ? "block " + std::to_string(a.block) + " " : "";
  s += "warp " + std::to_string(a.warp) +
       (a.count == 1    ? " lane 0"
        : a.count == 31 ? " lanes 1-31"
                        : "") +
       " ";
  if (pc >= int(made.words[a.word].at.size())) return s + "has ended";
  return s + text(*made.of->of, made.at(a, pc), a.role);
}

// The interleaving that fails, a line for each instruction.
inline std::string trace(protocol const& p, verdict const& v) {
  std::string s = std::string(reason_names[int(v.why)]) + "\n";
  if (v.is_static || v.why == reason::none || v.exhausted) return s;
  program const x = unroll(p, v.of);
  oracle::plan const made = oracle::make_plan(x);
  oracle::machine m(made);
  oracle::run(m, v.seed, v.how, [&](int who) {
    if (who < 0) {
      oracle::task const& t = m.s.tasks[-1 - who];
      s += "  finishes: " + text(made, t.lanes, t.pc) + "\n";
    } else {
      s += "  " + text(made, who, m.s.of[who].pc) + "\n";
    }
  });
  if (m.failed.earlier > x.blocks) {
    int const e = m.failed.earlier;
    oracle::lanes const& a = made.all[made.events[e].lanes];
    auto const& starts = made.words[a.word].event;
    int pc = 0;
    while (pc + 1 < int(starts.size()) && a.first_event + starts[pc + 1] <= e) ++pc;
    s += "  not ordered after: " + text(made, made.events[e].lanes, pc) + "\n";
  }
  if (v.why == reason::hang)
    for (int l = 0; l < int(made.all.size()); ++l)
      if (!m.s.of[l].ended) s += "  waits: " + text(made, l, m.s.of[l].pc) + "\n";
  return s;
}

}  // namespace random_protocols
