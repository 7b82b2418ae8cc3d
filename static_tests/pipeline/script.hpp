// SPDX-License-Identifier: BSL-1.0
//
// Defines script, the actions of all agents of a protocol for given trip counts, and the words that
// trip counts are. It reads only the tables and the recorder of plan.hpp: the judges that run
// scripts (oracle.hpp, promela.cpp) share nothing else with the proof.
#pragma once

#include <tileproof/protocol/plan.hpp>
#include <tileproof/protocol/recorder.hpp>

#include <array>
#include <functional>
#include <map>
#include <random>
#include <vector>

namespace tileproof::pipeline::judge {

struct turn {
  section is;
  int choice = 0;
};
// The parts that each team runs after `begin`, the last of them `finish`.
using word = std::vector<std::vector<turn>>;

// Changes the actions that a role has just asked for: list[first,end). Empty: no change.
using change = std::function<void(int role, section, action* list, int& end, int first, int room)>;

// An access of a stage. A wgmma is one by each agent whose wait is that of a warp; by the first
// agent of a group that waits as one.
struct access {
  int agent;
  int cell;
  op by;
  int call = 0;  // of a write: the partition that it states, -1 - its number in the part's turn
};

template <class P>
struct script {
  using plan_t = plan<P>;
  static constexpr auto const& table = plan_t::table;
  static constexpr int A = plan_t::agents;
  std::vector<action> of[A];
  std::vector<int> id[A];  // the number of the access, -1: none
  std::vector<access> accesses;
  bool initialises = false;  // a role does, as its author wrote it
  bool is_whole = true;      // every part had room

  explicit script(word const& w, change const& edit = {}) {
    typename plan_t::role_states roles{};
    int base[plan_t::teams][2]{};
    record(roles, -1, {section::begin}, base, edit);
    for (int t = 0; t < plan_t::teams; ++t)
      for (turn const& now : w[static_cast<std::size_t>(t)]) {
        record(roles, t, now, base, edit);
        if (now.is == section::first || now.is == section::step) ++base[t][0];
        if (now.is == section::end) ++base[t][1];
      }
    for (int a = 0; a < A; ++a)
      for (action const x : of[a]) {
        op const o = x.what();
        bool is_access = pipeline::is_access(o) && o != op::accumulate &&
                         is_memory(table.ring[table.ring_of[x.at()]].is);
        is_access = is_access && (o != op::gemm || multiplies(a));
        id[a].push_back(is_access ? static_cast<int>(accesses.size()) : -1);
        std::size_t const i = id[a].size() - 1;
        if (is_access) accesses.push_back({a, x.at(), o, call_of(a, i)});
      }
  }
  static ring_info const& ring(int cell) { return table.ring[table.ring_of[cell]]; }
  // Whether the leaders of the agent's warps are agents; whether it is one; whether a wgmma reads
  // by it.
  static bool has_leaders(int a) { return table.agent[a].has_leaders; }
  static bool leads_warp(int a) {
    int n = 0;
    action none[1];
    int const base[2]{};
    return has_leaders(a) && recorder<P>(a, none, n, 1, base).leads_warp();
  }
  static bool multiplies(int a) {
    if (plan_t::waits_as_one) return table.agent[a].first == a;
    return !has_leaders(a) || leads_warp(a);
  }
  // Whether two agents are of one role in one block.
  static bool is_group(int a, int b) { return table.agent[a].group == table.agent[b].group; }

 private:
  std::vector<int> turn_of_[A];  // of each action, the turn in which it was asked for
  int turns_ = 0;
  std::map<std::array<int, 4>, int> calls_;

  // Two threads' writes are of one call where each has passed as many barriers of whole warps in
  // the turn, then waited for the same, and written the stage as often since.
  int call_of(int a, std::size_t i) {
    action const x = of[a][i];
    if (x.what() != op::write && x.what() != op::copy) return 0;
    if (x.extra() >> 1 != 0) return (x.extra() >> 1) - 1;
    std::array<int, 4> key{turn_of_[a][i], 0, -1, 0};
    for (std::size_t k = 0; k < i; ++k) {
      if (turn_of_[a][k] != turn_of_[a][i]) continue;
      action const y = of[a][k];
      if (y.what() == op::sync || y.what() == op::cluster_wait) ++key[1], key[2] = -1, key[3] = 0;
      if (y.what() == op::wait) key[2] = y.at(), key[3] = 0;
      if ((y.what() == op::write || y.what() == op::copy) && y.at() == x.at()) ++key[3];
    }
    auto const [at, is_new] = calls_.try_emplace(key, static_cast<int>(calls_.size()));
    return -1 - at->second;
  }
  void record(typename plan_t::role_states& roles, int team, turn now,
              int const (&base)[plan_t::teams][2], change const& edit) {
    roles.for_each([&](auto& c) {
      int n = 0;
      for (int a = 0; a < A; ++a) {
        if (table.agent[a].role != c.role) continue;
        auto& role = c.at[n++];
        if (team >= 0 && table.agent[a].team != team) continue;
        constexpr int room = 256;
        action list[room];
        int count = 0;
        recorder<P> m(a, list, count, room, base[table.agent[a].team]);
        m.chosen = now.choice;
        run_part(now.is, role, m);
        if (count > room) is_whole = false, count = room;
        for (int i = 0; i < count; ++i) initialises = initialises || list[i].what() == op::init;
        if (edit) edit(c.role, now.is, list, count, 0, room);
        if (count > room) is_whole = false, count = room;
        of[a].insert(of[a].end(), list, list + count);
        turn_of_[a].insert(turn_of_[a].end(), static_cast<std::size_t>(count), turns_);
      }
    });
    ++turns_;
  }
};

// A word at random: of at most so many tiles, and steps a tile.
template <class P>
word random_word(std::mt19937& g, int most_tiles, int most_steps) {
  word w;
  auto const below = [&](int n) { return static_cast<int>(g() % static_cast<unsigned>(n)); };
  int const tiles = plan<P>::own_steps ? below(most_tiles + 1) : 0;
  for (int t = 0; t < plan<P>::teams; ++t) {
    std::vector<turn> parts;
    auto const put = [&](section p) { parts.push_back({p, below(plan<P>::choices)}); };
    if (P::loop::next(0, section::step) == 0) {
      for (int n = below(most_steps + 1); n > 0; --n) put(section::step);
    } else if (P::loop::next(0, section::open) != cannot) {
      bool const some = P::loop::next(1, section::end) == cannot;
      bool const one = P::loop::next(0, section::finish) == cannot;
      for (int n = one ? 1 : plan<P>::own_steps ? tiles : below(most_tiles + 1); n > 0; --n) {
        put(section::open);
        int k = below(most_steps + 1);
        if (some && k == 0) k = 1;
        for (int i = 0; i < k; ++i) put(i == 0 ? section::first : section::step);
        put(section::end);
      }
    }
    put(section::finish);
    w.push_back(parts);
  }
  return w;
}
// Every word of at most so many tiles and so many steps in all, the same for every team.
template <class P>
std::vector<word> small_words(int most_tiles, int most_steps) {
  std::vector<word> all;
  std::vector<turn> parts;
  std::function<void(int, int, int)> const go = [&](int state, int tiles, int steps) {
    for (section const p :
         {section::finish, section::open, section::first, section::step, section::end}) {
      int const next = P::loop::next(state, p);
      bool const is_step = p == section::first || p == section::step;
      if (next == cannot || (is_step && steps == most_steps) ||
          (p == section::open && tiles == most_tiles))
        continue;
      for (int c = 0; c < plan<P>::choices; ++c) {
        parts.push_back({p, c});
        if (p == section::finish)
          all.push_back(word(static_cast<std::size_t>(plan<P>::teams), parts));
        else
          go(next, tiles + (p == section::open), steps + is_step);
        parts.pop_back();
      }
    }
  };
  go(0, 0, 0);
  return all;
}

}  // namespace tileproof::pipeline::judge
