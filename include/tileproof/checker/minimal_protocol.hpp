// SPDX-License-Identifier: BSL-1.0
//
// Defines minimal_protocol: whether a protocol has a synchronisation without which it would be
// sound all the same, for every trip count. It leaves out one synchronisation after another and
// proves the rest, so it takes as many proofs as there are waits, arrivals, fences and barriers.
// Use it in tests.
//
//   static_assert(require<minimal_protocol>(gemm{}));
//   spare_actions<gemm>.at[0]  // the first of them; put_spare writes "consumer, step: wgmma.fence"
//   is_sound_without<gemm>(s)  // for one of spare_list<gemm>::all, at run time too
//
// It leaves out: one wait, fence or wait_group of a role; one barrier that several roles come to,
// in all of them; an mbarrier with all its waits and arrivals. It weakens: a wait_group, which
// leaves one more group pending; a wait, which is for the place before; a named barrier, all of
// whose uses are of its first part; an mbarrier, which no longer counts the arrivals of one of
// several roles.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// No wait, fence, barrier or mbarrier of a protocol can be left out, and none can be weaker.
// Undecided for one that is not sound.
struct minimal_protocol {};

namespace pipeline {

// The ways in which minimal_protocol weakens a synchronisation, one at a time.
enum class weaker : unsigned char {
  left_out,
  a_group,   // wait_group leaves one more pending
  a_stage,   // a wait is for the place before
  one_part,  // of a named barrier, all uses are of its first part
  fewer,     // a role does not arrive at an mbarrier, whose count is lowered
};
// A synchronisation: action number `number` of this kind in a part of a role. If resource >= 0,
// only actions on this resource count. If role < 0, it is that action in every role; if number < 0,
// all uses of the resource, in all parts.
struct spare {
  int role = -1;
  section in{};
  op what{};
  int resource = -1;
  int number = -1;
  weaker how = weaker::left_out;
  int arrivals = 0;  // for `fewer`: by how many the count is lowered
  friend constexpr bool operator==(spare const&, spare const&) = default;
};

template <class P>
struct without : edit {
  spare left_out;

  constexpr explicit without(spare const& s) : left_out(s) {
    change = [](edit const& e, int role, section p, action* list, int& end, int first, int) {
      static_cast<without const&>(e).leave_out(role, p, list, end, first);
    };
  }

 private:
  constexpr void leave_out(int role, section p, action* list, int& end, int first) const {
    spare const& s = left_out;
    if (s.role >= 0 && role != s.role) return;
    if (s.number >= 0 && p != s.in) return;
    int seen = 0;
    int kept = first;
    for (int i = first; i < end; ++i) {
      action const x = list[i];
      bool const is_meant = s.number < 0 ? has_cell(x.what()) && resource_of(x) == s.resource &&
                                               (s.how != weaker::fewer || is_arrival(x.what()))
                                         : x.what() == s.what &&
                                               (s.resource < 0 || resource_of(x) == s.resource) &&
                                               seen++ == s.number;
      if (!is_meant)
        list[kept++] = x;
      else if (s.how != weaker::left_out && s.how != weaker::fewer)
        list[kept++] = weakened(x);
    }
    end = kept;
  }
  constexpr action weakened(action const& x) const {
    if (left_out.how == weaker::a_group) return action(x.what(), x.value(), x.at(), x.extra() + 1);
    ring_info const& r = plan<P>::table.ring[plan<P>::table.ring_of[x.at()]];
    if (left_out.how == weaker::one_part) {
      int const first = plan<P>::table.first_ring[r.resource];
      int const own = first + r.block * plan<P>::table.parts[r.resource];
      return action(x.what(), x.value(), plan<P>::table.ring[own].cell, x.extra());
    }
    bool const wraps = x.at() == r.cell;
    int const to = wraps ? r.cell + r.stages - 1 : x.at() - 1;
    return action(x.what(), x.value() ^ (wraps ? 1 : 0), to, x.extra());
  }

 public:
  static constexpr bool is_arrival(op o) {
    return o == op::arrive || o == op::arrive_copies || o == op::arrive_umma;
  }
  static constexpr int resource_of(action const& x) {
    return has_cell(x.what()) ? plan<P>::table.ring[plan<P>::table.ring_of[x.at()]].resource : -1;
  }
};

// The synchronisations of a protocol, in the order of its roles and their parts.
template <class P>
struct synchronisations {
  static constexpr int most = 160;
  spare at[most]{};
  int count = 0;

  constexpr synchronisations() { meet_all(typename P::roles{}); }

 private:
  static constexpr int most_actions = 128;
  constexpr void add(spare const& s) {
    for (int i = 0; i < count; ++i)
      if (at[i] == s) return;
    if (count < most) at[count++] = s;
  }
  static constexpr bool is_alone(op o) {
    return o == op::wait || o == op::complete || o == op::fence_proxy || o == op::fence_registers ||
           o == op::fence_init || o == op::fence_tcgen05 || o == op::grid_wait;
  }
  template <class... R>
  constexpr void meet_all(roles<R...>) {
    (meet(R{}, plan<P>::template role_of<R>), ...);
  }
  template <class Role>
  constexpr void meet(Role role, int number) {
    int a = 0;
    while (plan<P>::table.agent[a].role != number) ++a;
    int const base[2]{};
    for (section const p : sections)
      for (int chosen = 0; chosen < plan<P>::choices && has_section<typename P::loop>(p);
           ++chosen) {
        action list[most_actions]{};
        int n = 0;
        recorder<P> m(a, list, n, most_actions, base);
        m.chosen = chosen;
        Role const before = role;
        run_part(p, role, m);
        for (int i = 0; i < n && i < most_actions; ++i) {
          note(list, i, number, p);
          if (without<P>::is_arrival(list[i].what()))
            note_arrivals(list[i], before, number, p, chosen);
        }
      }
  }
  // Notes the role's arrivals at the mbarrier, if it counts arrivals of other roles too.
  template <class Role>
  constexpr void note_arrivals(action const& at, Role const& role, int number, section p,
                               int chosen) {
    ring_info const& ring = plan<P>::table.ring[plan<P>::table.ring_of[at.at()]];
    int const base[2]{};
    int arrivals = 0;
    for (int a = 0; a < plan<P>::agents; ++a) {
      if (plan<P>::table.agent[a].role != number) continue;
      action list[most_actions]{};
      int n = 0;
      recorder<P> m(a, list, n, most_actions, base);
      m.chosen = chosen;
      Role copy = role;
      run_part(p, copy, m);
      for (int i = 0; i < n && i < most_actions; ++i)
        if (without<P>::is_arrival(list[i].what()) && list[i].at() == at.at())
          arrivals += plan<P>::table.agent[a].weight;
    }
    if (ring.is == sort::mbarrier && arrivals > 0 && arrivals < ring.amount)
      add({number, section{}, op::arrive, ring.resource, -1, weaker::fewer, arrivals});
  }
  constexpr void note(action const* list, int i, int role, section p) {
    op const o = list[i].what();
    int const r = without<P>::resource_of(list[i]);
    bool const is_sync = o == op::sync || o == op::pass;
    int before = 0;
    for (int k = 0; k < i; ++k)
      before += list[k].what() == o && without<P>::resource_of(list[k]) == r;
    if (is_alone(o)) add({role, p, o, r, before});
    bool const takes_more =
        list[i].extra() < 7 || list[i].value() != static_cast<int>(group::wgmma);
    if (o == op::complete && takes_more && list[i].value() < static_cast<int>(group::tmem_load))
      add({role, p, o, r, before, weaker::a_group});
    if (o == op::wait &&
        plan<P>::table.ring[plan<P>::table.ring_of[list[i].at()]].is == sort::mbarrier)
      add({role, p, o, r, before, weaker::a_stage});
    if (is_sync && plan<P>::table.parts[r] > 1 &&
        plan<P>::table.ring[plan<P>::table.ring_of[list[i].at()]].is == sort::named_barrier)
      add({-1, section{}, op::sync, r, -1, weaker::one_part});
    if (is_sync) add({-1, p, o, r, before});
    if (o == op::wait || o == op::arrive) add({-1, section{}, op::wait, r, -1});
  }
};

// The synchronisations without which P is still sound; none where P is not sound.
template <class P>
struct spare_list {
  static constexpr synchronisations<P> all{};
  int count = 0;
  spare at[synchronisations<P>::most]{};
};
// Whether P is sound with this left out, or weakened.
template <class P>
constexpr bool is_sound_without(spare const& left_out) {
  without<P> const e(left_out);
  search<P> s;
  s.run.changes = &e;
  if (left_out.how == weaker::fewer) s.run.lower(left_out.resource, left_out.arrivals);
  s.merged();
  return s.v.holds();
}
template <class P, int I>
inline constexpr bool is_spare = is_sound_without<P>(spare_list<P>::all.at[I]);
template <class P, int... I>
constexpr spare_list<P> find_spare(std::integer_sequence<int, I...>) {
  spare_list<P> r;
  if (!protocol_proof<sound_protocol, P>::value.holds()) return r;
  ((is_spare<P, I> ? static_cast<void>(r.at[r.count++] = spare_list<P>::all.at[I]) : void()), ...);
  return r;
}
template <class P>
inline constexpr spare_list<P> spare_actions =
    find_spare<P>(std::make_integer_sequence<int, spare_list<P>::all.count>{});

// Writes a synchronisation: "consumer, step: wgmma.fence".
template <class P, class Out>
constexpr void put_spare(Out& t, spare const& s) {
  if (s.role >= 0) names<P>::put_role_name(t, s.role), t.put(", ");
  if (s.how == weaker::one_part) {
    t.put("the parts of ");
    names<P>::put_resource_name(t, s.resource);
    t.put(", if all were its first");
    return;
  }
  if (s.how == weaker::fewer) {
    t.put("all arrivals at ");
    names<P>::put_resource_name(t, s.resource);
    t.put(", if it counts ");
    t.put(std::int64_t{s.arrivals});
    t.put(" fewer");
    return;
  }
  if (s.number < 0) {
    t.put("all waits and arrivals at ");
    names<P>::put_resource_name(t, s.resource);
    return;
  }
  if (s.role < 0) t.put("every role, ");
  t.put(names<P>::name_of_section(s.in));
  t.put(": ");
  std::string_view name = names<P>::name_of_op(s.what);
  if (s.resource < 0 && name.back() == ' ') name.remove_suffix(1);  // of a number that would follow
  t.put(name);
  if (s.resource >= 0) names<P>::put_resource_name(t, s.resource);
  if (s.number > 0) t.put(", number "), t.put(std::int64_t{s.number + 1});
  if (s.how == weaker::a_group) t.put(" with one group more pending");
  if (s.how == weaker::a_stage) t.put(" at the place before");
}

// Writes the sentence about a protocol that is sound without `first`, and without others, `count`
// in all.
template <class P, class Out>
constexpr void put_spares(Out& t, spare const& first, int count) {
  put_spare<P>(t, first);
  bool const is_weak = first.how != weaker::left_out;
  t.put(is_weak ? ": the protocol is sound so, too" : ": the protocol is sound without it");
  if (count > 1) t.put(", as it is without "), t.put(std::int64_t{count - 1}), t.put(" more");
}

// The proof of minimal_protocol, and its refusals.
template <class P>
struct protocol_proof<minimal_protocol, P> {
  static constexpr protocol_report value{!proof_of<P>.holds()          ? answer::undecided
                                         : spare_actions<P>.count == 0 ? answer::yes
                                                                       : answer::no,
                                         proof_of<P>};
};
template <class P>
struct protocol_sentence<minimal_protocol, P> {
  static constexpr core::text text() {
    if (!proof_of<P>.holds()) return protocol_sentence<sound_protocol, P>::text();
    core::text t;
    constexpr int count = spare_actions<P>.count;
    if (count > 0) put_spares<P>(t, spare_actions<P>.at[0], count);
    return t;
  }
};
#if TILEPROOF_MESSAGES == 0
// The clue of the error where compilers print types. Never defined.
template <class Role, section, op>
struct spare_action;
template <class P, class Clues, std::size_t... I>
  requires(proof_of<P>.holds())
struct stop<minimal_protocol, P, Clues, std::index_sequence<I...>>
    : decltype(tileproof::detail::stop<minimal_protocol>(
          static_cast<
              spare_action<typename nth_of<spare_actions<P>.at[0].role, typename P::roles>::type,
                           spare_actions<P>.at[0].in, spare_actions<P>.at[0].what>*>(nullptr))) {};
#endif

}  // namespace pipeline
}  // namespace tileproof::inline TILEPROOF_NAMESPACE
