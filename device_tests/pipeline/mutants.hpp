// SPDX-License-Identifier: BSL-1.0
//
// Defines the mutants of a kernel in roles: each synchronising or asynchronous call of its roles
// left out or changed once, at its place in the role, hence in every step and thread that comes
// there. The proof takes a mutant as an edit of the protocol; the run, as a plan for
// tampered::context.
#pragma once

#include "../../static_tests/pipeline/mutants.hpp"
#include "mutant_table.hpp"
#include "tampered.hpp"

#include <tileproof/cpu/wrong_action.hpp>

#include <map>
#include <tuple>

namespace tampered {

using pipeline::op;

// A place in a role: the nth call of a kind in a part; role -1 is the machine before the roles.
// Calls at an mbarrier are counted for each of them alone, because threads that are not elected
// make fewer.
struct site {
  int role = 0;
  pipeline::section in{};
  op what{};
  int nth = 0;
  int mbarrier = -1;  // the resource that it is about
  auto operator<=>(site const&) const = default;
};
struct mutant {
  site at{};
  change is{};
  int operand = 0;
  pipeline::call example{};
};

inline bool is_payload(op o) {
  return o == op::load || o == op::store || o == op::gemm || o == op::copy || o == op::read ||
         o == op::write;
}
inline bool is_at_mbarrier(op o) {
  return o == op::wait || o == op::arrive || o == op::arrive_copies || o == op::expect ||
         o == op::expect_only;
}
// The changes of a call.
inline std::vector<change> changes_of(pipeline::call const& c, int blocks) {
  using enum change;
  using kind = cpu::action_kind;
  switch (c.what) {
    case op::wait:
      if (c.act.kind == kind::wait_flag) return {erase, next_stage, stage_before};
      return {erase, next_stage, other_ring, other_parity};
    case op::arrive:
      if (c.act.kind == kind::arrive_flag) return {erase, twice};
      if (blocks > 1) return {erase, twice, next_stage, other_ring, other_block};
      return {erase, twice, next_stage, other_ring};
    case op::expect:
      return {erase,      twice,       next_stage,    other_ring,
              more_bytes, fewer_bytes, announce_only, arrive_only};
    case op::sync:
      if (c.act.kind == kind::sync_named)
        return {erase, twice, other_id, more_threads, arrive_only_there};
      return {erase, twice};
    case op::pass: return {erase, twice, other_id, more_threads};
    case op::load: return {erase, twice, next_stage, next_barrier};
    case op::store: return {erase, twice, next_stage};
    case op::gemm: return {erase, next_stage};
    case op::write:
      if (c.stages > 0) return {erase, next_stage};
      return {};
    case op::read: return {};
    case op::complete:
      if (c.act.count > 0) return {erase, a_group_more, a_group_fewer};
      return {erase, a_group_more};
    case op::registers: return {erase, more_registers, fewer_registers};
    case op::init: return {erase, twice, more_arrivals, fewer_arrivals};
    default: return {erase};
  }
}

// Its kind, for tables: "wait", "sync: named", "group: wgmma".
inline std::string kind_of(pipeline::call const& c) {
  using kind = cpu::action_kind;
  switch (c.act.kind) {
    case kind::sync_named: return "named barrier";
    case kind::arrive_named: return "arrival at a named barrier";
    case kind::sync: return "barrier of the block";
    case kind::sync_warp: return "barrier of a warp";
    case kind::cluster_arrive:
    case kind::cluster_arrive_relaxed:
    case kind::cluster_wait: return "barrier of the cluster";
    case kind::fence_view_async_shared: return "fence.proxy.async";
    case kind::warpgroup_arrive: return "wgmma.fence";
    case kind::fence_barrier_init: return "fence.mbarrier_init";
    case kind::warpgroup_commit_batch: return "commit of wgmma";
    case kind::warpgroup_wait: return "wait for wgmma";
    case kind::tma_store_arrive: return "commit of TMA stores";
    case kind::tma_store_wait: return "wait for TMA stores";
    case kind::cp_async_fence: return "commit of cp.async";
    case kind::cp_async_wait: return "wait for cp.async";
    case kind::wait_barrier:
    case kind::wait_barrier_acquire_cluster: return "wait at an mbarrier";
    case kind::arrive_barrier:
    case kind::arrive_barrier_release_cluster: return "arrival at an mbarrier";
    case kind::set_barrier_transaction_bytes: return "arrival with bytes";
    case kind::wait_flag: return "wait for a flag";
    case kind::arrive_flag: return "arrival at a flag";
    case kind::initialize_barrier:
      if (c.what == op::init) return "mbarrier.init";
      break;
    case kind::increase_registers:
    case kind::decrease_registers: return "setmaxnreg";
    default: break;
  }
  if (!c.stage[0].tensor.empty()) return "write of a workspace";
  return c.what == op::load    ? "TMA load"
         : c.what == op::store ? "TMA store"
         : c.what == op::gemm  ? "wgmma"
                               : pipeline::judge::text_of(c.what) + std::string(" of a stage");
}

// The calls of every thread of a grid, by number: what tampered::context counts.
template <class P, class Where>
class places {
 public:
  // with_payload: the calls of payloads are counted too.
  template <class Trips>
  places(int blocks, bool with_payload, Trips const& trips) {
    for (int b = 0; b < blocks; ++b)
      for (int t = 0; t < threads; ++t) {
        auto& mine = of_.emplace_back();
        std::map<site, int> seen;  // in this part
        std::tuple<int, pipeline::section, int, int> of_part{};
        for (pipeline::call const& c :
             pipeline::calls_of_thread<P, Where>(t, b % pipeline::plan<P>::blocks, trips(b))) {
          if (c.goes_on || (!with_payload && is_payload(c.what))) continue;
          std::tuple const now_in(c.role, c.in, c.tile, c.step);
          if (of_part != now_in) seen.clear();
          of_part = now_in;
          site s{c.role, c.in, c.what, c.nth, mbarrier_of(c)};
          if (s.mbarrier >= 0) s.nth = 0, s.nth = seen[s]++;
          mine.push_back({s, c.stages > 0 ? c.stage[0].stage : 0});
          if (!example_.try_emplace(s, c).second) continue;
        }
      }
  }
  std::vector<mutant> mutants() const {
    std::vector<mutant> all;
    for (auto const& [s, c] : example_)
      for (change const k : changes_of(c, has_cluster ? pipeline::plan<P>::blocks : 1)) {
        if (k == change::other_id && pipeline::barrier_places<P>{}.ids == 2) continue;
        if (k == change::next_stage && c.stages > 0 && stages_of(c) == 1) continue;
        all.push_back({s, k, 0, c});
        if (c.what == op::gemm && k == change::next_stage && c.stages > 1)
          all.push_back({s, k, 1, c});
      }
    return all;
  }
  // The calls at a place: of each thread in order.
  struct one {
    int block, thread, number;
  };
  std::vector<one> calls_of(site const& s) const {
    std::vector<one> all;
    for (int i = 0; i < static_cast<int>(of_.size()); ++i)
      for (int n = 0; n < static_cast<int>(of_[static_cast<std::size_t>(i)].size()); ++n)
        if (of_[static_cast<std::size_t>(i)][static_cast<std::size_t>(n)].first == s)
          all.push_back({i / threads, i % threads, n});
    return all;
  }
  // The plan of a mutant, wherever a thread comes to its place.
  plan plan_of(mutant const& m) const {
    plan p;
    p.is = m.is;
    p.operand = m.operand;
    p.hits = [this, m](int b, int t, int n) {
      auto const& mine = of_[static_cast<std::size_t>(b * threads + t)];
      return n < static_cast<int>(mine.size()) && mine[static_cast<std::size_t>(n)].first == m.at;
    };
    p.stage = [this](int b, int t, int n) {
      return of_[static_cast<std::size_t>(b * threads + t)][static_cast<std::size_t>(n)].second;
    };
    for (int r = 0; r < pipeline::plan<P>::rings; ++r) {
      auto const& i = pipeline::plan<P>::table.ring[r];
      if (i.block == 0 && i.is == pipeline::sort::mbarrier)
        p.rings.push_back({Where::barriers,
                           pipeline::barrier_places<P>{}.first[i.resource] + i.part * i.stages,
                           i.stages});
    }
    p.ids = pipeline::barrier_places<P>{}.ids - 1;
    return p;
  }
  // Whether a thread makes as many calls as its word has, in a run without a change.
  bool has_counted(plan const& p, int blocks) const {
    for (int b = 0; b < blocks; ++b)
      for (int t = 0; t < threads; ++t) {
        std::size_t const i = static_cast<std::size_t>(b * 1024 + t);
        std::size_t const n = of_[static_cast<std::size_t>(b * threads + t)].size();
        if (i >= p.so_far.size() || p.so_far[i] != static_cast<int>(n)) return false;
      }
    return true;
  }

 private:
  static constexpr int threads = pipeline::plan<P>::of_roles::threads;
  static constexpr bool has_cluster = pipeline::plan<P>::is_cluster;
  // The resource of the mbarrier that a call is about; -1 of other calls.
  static int mbarrier_of(pipeline::call const& c) {
    bool const is_init = c.what == op::init && c.act.kind == cpu::action_kind::initialize_barrier;
    if ((!is_at_mbarrier(c.what) && !is_init) || c.act.field != Where::barriers) return -1;
    return mbarrier_of(c.act.index, static_cast<typename P::resources*>(nullptr));
  }
  template <class... Rs>
  static int mbarrier_of(std::int64_t index, pipeline::resources<Rs...>*) {
    int found = -1;
    auto const one = [&](auto r) {
      using R = decltype(r);
      if constexpr (R::is == pipeline::sort::mbarrier) {
        constexpr int resource = pipeline::plan<P>::template resource_of<R>;
        std::int64_t const n = index - pipeline::barrier_places<P>{}.first[resource];
        if (n >= 0 && n < std::int64_t{R::parts} * R::stages) found = resource;
      }
    };
    (one(Rs{}), ...);
    return found;
  }
  // The stages of the buffer that a call names.
  static int stages_of(pipeline::call const& c) {
    auto const& table = pipeline::plan<P>::table;
    return table.ring[table.first_ring[c.stage[0].resource]].stages;
  }
  std::vector<std::vector<std::pair<site, int>>> of_;
  std::map<site, pipeline::call> example_;
};

// A mutant as an edit of the protocol.
template <class P>
struct edit_of : pipeline::edit {
  std::vector<pipeline::judge::mutant> single;
  mutant m;
  bool has_first;  // the role has a part `first`

  edit_of(mutant const& of, bool first) : m(of), has_first(first) {
    change = [](pipeline::edit const& e, int role, pipeline::section in, pipeline::action* list,
                int& end, int begin, int room) {
      static_cast<edit_of const&>(e).apply(role, in, list, end, begin, room);
    };
    using pipeline::judge::mutation;
    auto const add = [&](mutation k, int more) {
      single.push_back({k, m.at.role, m.at.in, m.at.what, m.at.nth + more});
    };
    // A multicast load is one into each block; operands of a wgmma that move together.
    int const loads =
        m.at.what == op::load ? __builtin_popcount(static_cast<unsigned>(m.example.act.count)) : 1;
    int const first_one = m.at.what == op::gemm ? m.operand : 0;
    int const ones = m.at.what == op::gemm && m.operand == 1 ? m.example.stages - 1 : loads;
    using tampered::change;
    switch (m.is) {
      case change::erase:
        for (int i = 0; i < loads; ++i) add(mutation::erase, 0);
        break;
      case change::twice:
        for (int i = 0; i < loads; ++i) add(mutation::twice, 2 * i);
        break;
      case change::next_stage:
        for (int i = 0; i < ones; ++i) add(mutation::next_stage, first_one + i);
        break;
      case change::stage_before: add(mutation::stage_before, 0); break;
      case change::next_barrier:
        for (int i = 0; i < loads; ++i) add(mutation::next_barrier, i);
        break;
      case change::other_parity: add(mutation::other_parity, 0); break;
      case change::other_block: add(mutation::other_block, 0); break;
      case change::more_bytes: add(mutation::more_bytes, 0); break;
      case change::fewer_bytes: add(mutation::fewer_bytes, 0); break;
      case change::announce_only: add(mutation::announce_only, 0); break;
      case change::a_group_more: add(mutation::a_group_more, 0); break;
      case change::a_group_fewer: add(mutation::a_group_fewer, 0); break;
      case change::more_registers: add(mutation::more_registers, 0); break;
      case change::fewer_registers: add(mutation::fewer_registers, 0); break;
      default: break;
    }
  }
  // Whether the protocol can express it: the machine's own calls before the roles, and numbers that
  // are parts of types, it cannot.
  bool is_expressed() const {
    using tampered::change;
    return m.at.role >= 0 && m.is != change::more_threads && m.is != change::more_arrivals &&
           m.is != change::fewer_arrivals && m.is != change::relaxed && !is_machines_own();
  }
  // __syncwarp after a role of one thread.
  bool is_machines_own() const { return m.example.act.kind == cpu::action_kind::sync_warp; }

 private:
  void apply(int role, pipeline::section in, pipeline::action* list, int& end, int begin,
             int room) const {
    using pipeline::section;
    using tampered::change;
    if (role == m.at.role && m.at.in == section::step && !has_first && in == section::first)
      in = section::step;
    if (role != m.at.role || in != m.at.in) return;
    int const nth = nth_of_kind(list, begin, end);
    if (nth < 0) return;
    for (auto s : single) {
      s.nth += nth - m.at.nth;
      pipeline::judge::apply<P>(s, role, in, list, end, begin, room);
    }
    int seen = 0;
    for (int i = begin; i < end; ++i) {
      pipeline::action const x = list[i];
      if (x.what() != m.at.what || seen++ != nth) continue;
      if (m.is == change::arrive_only) list[i] = pipeline::action(op::arrive, x.value(), x.at());
      if (m.is == change::arrive_only_there)
        list[i] = pipeline::action(op::pass, x.value(), x.at());
      if (m.is == change::other_ring || m.is == change::other_id) list[i] = aimed_elsewhere(x);
      return;
    }
  }
  // The number of the mutant's call among those of its kind, in an agent's part; -1 where the agent
  // does not make it.
  int nth_of_kind(pipeline::action const* list, int begin, int end) const {
    if (m.at.mbarrier < 0) return m.at.nth;
    constexpr auto const& table = pipeline::plan<P>::table;
    int of_kind = 0;
    int at_mbarrier = 0;
    for (int i = begin; i < end; ++i) {
      if (list[i].what() != m.at.what) continue;
      if (table.ring[table.ring_of[list[i].at()]].resource == m.at.mbarrier &&
          at_mbarrier++ == m.at.nth)
        return of_kind;
      ++of_kind;
    }
    return -1;
  }
  // At the same stage of the next mbarrier, or at the next named barrier.
  static pipeline::action aimed_elsewhere(pipeline::action const& x) {
    constexpr auto const& table = pipeline::plan<P>::table;
    int const from = table.ring_of[x.at()];
    for (int k = 1; k < pipeline::plan<P>::rings; ++k) {
      int const r = (from + k) % pipeline::plan<P>::rings;
      auto const& to = table.ring[r];
      if (to.is == table.ring[from].is && to.block == table.ring[from].block &&
          to.stages == table.ring[from].stages)
        return pipeline::action(x.what(), x.value(), to.cell + x.at() - table.ring[from].cell,
                                x.extra());
    }
    return x;
  }
};

// ---- words for tables

inline char const* text_of(pipeline::section p) {
  constexpr char const* names[] = {"begin", "open", "first", "step", "end", "finish"};
  return names[static_cast<int>(p)];
}
inline std::string change_text(mutant const& m) {
  return text_of(m.is) + std::string(m.operand == 1 ? ", of B" : "");
}
inline std::string place_of(site const& s) {
  return text_of(s.in) + std::string(" #") + std::to_string(s.nth);
}
// The same, with the name of the mbarrier: "step #0 of FullV".
template <class P>
std::string place_of(site const& s) {
  core::text t;
  if (s.mbarrier >= 0) pipeline::counterexample<P>::put_resource_name(t, s.mbarrier);
  return place_of(s) + (s.mbarrier >= 0 ? " of " : "") + std::string(std::string_view(t));
}
// The machine runs before the roles begin.
template <class P>
std::string role_of(int role) {
  if (role < 0) return "the machine";
  core::text t;
  pipeline::counterexample<P>::put_role_name(t, role);
  return std::string(std::string_view(t));
}
// The reason for which the proof refuses a changed protocol; empty where it accepts it.
template <class P>
std::string proved(pipeline::edit const& e) {
  pipeline::verdict const v = pipeline::prove_protocol<P>(&e);
  return v.holds() ? "" : std::string(pipeline::name_of(v.found.what));
}
// Whether each role has a part `first` of its own.
template <class P>
std::vector<bool> roles_with_first() {
  std::vector<bool> all(static_cast<std::size_t>(pipeline::plan<P>::role_count));
  typename pipeline::plan<P>::role_states states{};
  states.for_each([&](auto& c) {
    all[static_cast<std::size_t>(c.role)] =
        requires(pipeline::recorder<P>& m) { c.at[0].first(m); };
  });
  return all;
}
// A mutant in the table, with the proof's verdict.
template <class P>
row proved_row(std::string const& subject, mutant const& m) {
  row x{subject, kind_of(m.example), change_text(m), role_of<P>(m.at.role)};
  x.place = place_of<P>(m.at);
  edit_of<P> const e(m,
                     m.at.role >= 0 && roles_with_first<P>()[static_cast<std::size_t>(m.at.role)]);
  x.was_proved = e.is_expressed();
  if (x.was_proved) x.proof = proved<P>(e);
  return x;
}

// ---- mutants of a model protocol, which only the proof judges

// Kinds of actions for tables; empty where a change of such an action is no fault of
// synchronisation.
inline std::string kind_of(pipeline::action const& x) {
  constexpr char const* groups[] = {"wgmma", "TMA stores", "cp.async"};
  switch (x.what()) {
    case op::wait: return "wait at an mbarrier";
    case op::arrive: return "arrival at an mbarrier";
    case op::arrive_copies: return "arrival of cp.async";
    case op::expect: return "arrival with bytes";
    case op::expect_only: return "bytes";
    case op::sync: return "barrier of threads";
    case op::pass: return "bar.arrive";
    case op::cluster_arrive:
    case op::cluster_wait: return "barrier of the cluster";
    case op::load: return "TMA load";
    case op::store: return "TMA store";
    case op::gemm: return "wgmma";
    case op::copy: return "cp.async";
    case op::commit: return std::string("commit of ") + groups[x.value()];
    case op::complete: return std::string("wait for ") + groups[x.value()];
    case op::fence_proxy: return "fence.proxy.async";
    case op::fence_registers: return "wgmma.fence";
    case op::init: return "mbarrier.init";
    case op::fence_init: return "fence.mbarrier_init";
    case op::registers: return "setmaxnreg";
    default: return "";
  }
}
inline bool is_model_mutant(pipeline::judge::mutant const& m) {
  using pipeline::judge::mutation;
  op const o = m.what;
  bool const is_access = pipeline::is_access(o);
  switch (m.is) {
    case mutation::erase: return !is_access && o != op::grid_wait && o != op::grid_launch;
    case mutation::twice:
      return o == op::arrive || o == op::expect || o == op::pass || o == op::init;
    case mutation::next_stage:
      return o == op::wait || o == op::arrive || o == op::expect || o == op::load ||
             o == op::gemm || o == op::copy || o == op::arrive_copies;
    case mutation::other_part:
      return o == op::wait || o == op::arrive || o == op::sync || o == op::pass;
    case mutation::other_block: return o == op::arrive;
    case mutation::other_parity:
    case mutation::more_bytes:
    case mutation::fewer_bytes:
    case mutation::a_group_more:
    case mutation::next_barrier:
    case mutation::announce_only:
    case mutation::more_registers: return true;
    default: return false;
  }
}
template <class P>
struct model_edit : pipeline::edit {
  pipeline::judge::mutant m;
  bool has_first;
  mutable bool has_changed = false;
  mutable std::string kind;

  model_edit(pipeline::judge::mutant const& of, bool first) : m(of), has_first(first) {
    change = [](pipeline::edit const& e, int role, pipeline::section in, pipeline::action* list,
                int& end, int begin, int room) {
      model_edit const& me = static_cast<model_edit const&>(e);
      if (in == pipeline::section::first && !me.has_first) in = pipeline::section::step;
      int seen = 0;
      for (int i = begin; i < end && role == me.m.role && in == me.m.in; ++i)
        if (list[i].what() == me.m.what && seen++ == me.m.nth) me.kind = kind_of(list[i]);
      if (pipeline::judge::apply<P>(me.m, role, in, list, end, begin, room)) me.has_changed = true;
    };
  }
};

}  // namespace tampered
