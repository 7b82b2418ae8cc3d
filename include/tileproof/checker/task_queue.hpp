// SPDX-License-Identifier: BSL-1.0
//
// Defines task_queue, the layer of an execution that has the tasks of each agent: first those left
// from earlier sections, then those of this section.
#pragma once

#include <tileproof/checker/accesses.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

template <class P>
class task_queue : public accesses<P> {
  using of = accesses<P>;
  using plan_t = plan<P>;

 public:
  using of::s, of::notes, of::head, of::end, of::tasks;
  edit const* changes = nullptr;

  constexpr task_queue() = default;
  task_queue(task_queue const&) = delete;
  task_queue& operator=(task_queue const&) = delete;
  constexpr ~task_queue() {
    for (task* t : left_) delete[] t;
  }

 protected:
  using of::fail;
  using of::table, of::Q;

  // Puts the tasks that are left from earlier transitions first.
  constexpr void take_left(int a) {
    int const n = s.left[a];
    head[a] = 0, end[a] = n;
    if (n == 0) return;
    delete[] left_[a];
    left_[a] = new task[Q]{};
    for (int i = 0; i < n; ++i) {
      action act;
      act.code = s.queue[a * Q + i];
      left_[a][i] = task_of<P>(a, act);
    }
    tasks[a] = left_[a];
  }
  constexpr void keep_left(int a) {
    int const n = end[a] - head[a];
    s.left[a] = n;
    for (int i = 0; i < n; ++i) s.queue[a * Q + i] = tasks[a][head[a] + i].act.code;
    for (int i = 0; i < n && notes != nullptr; ++i)
      notes->transition_of[a * Q + i] = notes->transition_of[a * Q + head[a] + i];
  }
  // Adds the tasks of the agents of a role in this transition. Where teams count tiles for
  // themselves, the places of flags are counted from the tile of team 0; an event_log counts all
  // places from the launch on.
  template <class Role, template <class> class Copies>
  constexpr void take(transition const l, Copies<Role>& roles) {
    recordings_of<P, Role>& all = recording_;
    u64 aligned = 0;  // the digest of its group's first agent
    for (int number = 0; number < all.count; ++number) {
      int const a = roles.agent_of(number);
      auto const& me = table.agent[a];
      if (l.is != section::begin && me.team != l.team) continue;
      int const lead =
          plan_t::own_steps && notes == nullptr ? s.lead[me.team * plan_t::own_steps] : 0;
      auto const& x =
          all.at(a, number, l.is, l.choice, s.base + 2 * me.team, lead, roles.at[number], changes);
      if constexpr (!std::is_empty_v<Role>) roles.at[number] = x.after;
      int const first = end[a];
      if (me.instance == 0) aligned = x.aligned;
      if (x.aligned != aligned && x.count <= Q) fail_apart(a, x.list, x.count);
      if (x.count == 0) continue;
      if (first + x.count > Q) {
        fail(fault::undecided, a, {});
        continue;
      }
      for (int i = 0; notes != nullptr && i < x.count; ++i)
        notes->transition_of[a * Q + first + i] = notes->transition;
      end[a] = first + x.count;
      if (first == 0)
        tasks[a] = x.list;
      else
        for (int i = 0; i < x.count; ++i) left_[a][first + i] = x.list[i];
    }
  }

  // Reports that threads of a role diverge before an action that all threads of a warp execute
  // together: the first such action that one of the two agents has and the other has not in its
  // place.
  constexpr void fail_apart(int a, task const* list, int count) {
    int const first = table.agent[a].first;
    int const begin = end[first] == 0 ? 0 : head[first];
    for (int i = 0, k = begin;; ++i, ++k) {
      while (i < count && !is_aligned(list[i].what, list[i].value)) ++i;
      while (k < end[first] && !is_aligned(tasks[first][k].what, tasks[first][k].value)) ++k;
      if (k < end[first] && (i >= count || list[i].act.code != tasks[first][k].act.code)) {
        head[first] = k;
        fail(fault::part_of_warp, first, tasks[first][k].act);
        return;
      }
      if (k >= end[first]) {
        head[a] = end[a] = 0;
        fail(fault::part_of_warp, a, list[i < count ? i : 0].act);
        return;
      }
    }
  }

 private:
  recording<P> recording_;
  task* left_[plan_t::agents]{};  // task lists of several transitions
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
