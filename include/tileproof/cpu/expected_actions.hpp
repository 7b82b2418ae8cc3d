// SPDX-License-Identifier: BSL-1.0
//
// Defines expected_actions, the machine that lists the actions which the protocol requires of one
// thread of a kernel. Stages and phases follow from the counts of steps and tiles alone.
// cpu/wrong_action.hpp compares the list with the actions of the thread in a run.
//
//   std::vector<call> const calls = calls_of_thread<P, where>(130, 0, trips);
//
// `where` defines the places of the resources in shared memory:
//
//   struct where {
//     using shared = kernel::shared;
//     static constexpr int barriers = 3;  // the field of the mbarriers
//     static constexpr std::int64_t byte(gemm::A, int part, int stage);  // its first byte
//     static constexpr int threads = 256;  // of a block; only where the protocol is of_each_thread
//   };
//
// and for resources in global memory the name of a tensor, the index of the counter of a flag, and
// the elements [first, last) of a stage of a workspace. `group` is the number, in the grid, of the
// cluster or of the blocks that share the resource:
//
//     static constexpr std::string_view tensor(split::Turn);
//     static constexpr std::int64_t counter(split::Turn, int part, int group);
//     static constexpr std::pair<std::int64_t, std::int64_t> elements(split::Sum, int part,
//                                                                     int stage, int group);
#pragma once

#include <tileproof/cpu/call.hpp>
#include <tileproof/machine/machine.hpp>

#include <vector>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The expected actions of a thread of a role. Trips has the members that machine/machine.hpp
// requires, and choice(tile, step) if the protocol has choices.
template <class P, class Where>
struct expected_actions : verbs<expected_actions<P, Where>> {
  static constexpr int blocks = plan<P>::blocks;
  static constexpr barrier_places<P> places{};
  static constexpr bool is_of_each_thread = detail::is_of_each_thread<P>();
  std::vector<call> calls;

  // `thread` is counted from the role's first one.
  expected_actions(int role, bool is_alone, int thread, int rank, int group = 0)
      : role_(role), is_alone_(is_alone), thread_(thread), rank_(rank), group_of_blocks_(group) {}

  bool elected() const { return thread_ == 0 || is_of_each_thread; }
  bool leads_warp() const { return thread_ % 32 == 0 || is_of_each_thread; }
  int rank() const { return rank_; }
  int choice() const { return choice_; }

  // Adds the actions of every thread before the roles begin, if no role initialises the barriers.
  void begin(bool is_first) {
    if (facts_of<P>.initialises || barrier_words<P> == 0) return;
    int const role = std::exchange(role_, -1);
    if (is_first) {
      initialize();
      add(op::fence_init, {instruction::fence_barrier_init});
    }
    if constexpr (blocks > 1 && plan<P>::is_cluster) {
      add(op::sync, {instruction::cluster_arrive_relaxed});
      add(op::sync, {instruction::cluster_wait});
    } else {
      put(op::sync, slot<block_barrier>{}, 0);
    }
    role_ = role;
  }
  template <class Role, class Trips>
  void run(Role& role, Trips const& trips) {
    constexpr bool has_tiles = P::loop::next(0, section::open) != cannot;
    constexpr bool has_first = requires(expected_actions& m) { role.first(m); };
    go(section::begin, role);
    if (!is_alone_ || elected()) {
      if constexpr (has_tiles) {
        for (int i = 0; i < trips.tiles(); ++i) {
          in_tile_ = 0;
          ask(trips);
          go(section::open, role);
          for (int const steps = trips.steps(i); in_tile_ < steps; ++in_tile_, ++count_[0]) {
            ask(trips);
            go(has_first && in_tile_ == 0 ? section::first : section::step, role);
          }
          go(section::end, role);
          ++count_[1];
        }
      } else if constexpr (has_section<typename P::loop>(section::step)) {
        for (int const steps = trips.steps(); in_tile_ < steps; ++in_tile_, ++count_[0]) {
          ask(trips);
          go(section::step, role);
        }
      }
    }
    if (is_alone_) add(op::sync, {instruction::sync_warp});
    go(section::finish, role);
  }

  // ---- as `verbs` calls it

  template <class R>
  void put(op o, slot<R> const& s, int extra) {
    if (o == op::gemm || o == op::accumulate) return multiply(o, s, extra);
    bool const acts = !is_alone_ || elected();
    bool const has_bytes = o == op::expect || o == op::expect_only;
    instruction const is = instruction_of(o, has_bytes ? 0 : extra, R::is);
    if constexpr (R::is == sort::flag) {
      int const count = o == op::wait ? (number(s) + 1) * R::amount : -1;
      if (acts)
        add(o, {is, 0, 0, -1, Where::counter(R{}, s.index, group_of_blocks_), -1, 0, count, -1, -1,
                Where::tensor(R{})});
    } else if constexpr (R::is == sort::mbarrier) {
      int const to = s.block < 0 ? in_cluster() : s.block;
      bool const is_of_other =
          o != op::wait && (s.at.offset <= -R::stages || s.at.offset >= R::stages);
      int const phase = o == op::invalidate ? -1 : is_of_other ? any_phase : of(s).wrap;
      if (acts) add(o, {is, 0, 0, Where::barriers, word_of(s), phase, has_bytes ? extra : 0, to});
    } else if constexpr (R::is == sort::named_barrier) {
      constexpr int first = places.first[plan<P>::template resource_of<R>];
      add(o, {is, 0, 0, -1, first + s.index, -1, 0, R::amount});
    } else if constexpr (R::is == sort::cluster_barrier) {
      if (o != op::cluster_wait) add(o, {instruction::cluster_arrive});
      if (o != op::cluster_arrive) add(o, {instruction::cluster_wait}).goes_on = o == op::sync;
    } else if constexpr (R::is == sort::block_barrier || R::is == sort::warp_barrier) {
      add(o, {is});
    } else if (acts) {
      call& c = add(o, {instruction::store, 0, 0, -1, -1, -1, R::amount, group_[1]});
      c.has_action = o == op::store;
      bool const changes = pipeline::writes(o);
      if constexpr (R::is != sort::accumulator) name(c, s, changes, !changes || extra == 1);
    }
  }
  void put(op o, int value, int extra) {
    operands const takes = row_of(o, value).takes;
    bool const is_by_thread =
        takes == operands::plain_by_thread || takes == operands::number_by_thread;
    bool const is_by_first = takes == operands::plain_by_first || takes == operands::barriers;
    if ((is_by_thread && is_alone_ && !elected()) || (is_by_first && thread_ != 0)) return;
    if (o == op::init) return initialize();
    bool const is_numbered = o == op::commit && value != static_cast<int>(group::cp_async);
    int const count = is_numbered                               ? group_[value]++
                      : o == op::complete || o == op::registers ? extra
                                                                : -1;
    if (o != op::fetch) add(o, {instruction_of(o, value), 0, 0, -1, -1, -1, 0, count});
  }
  template <class R, class B>
  void put_load(slot<R> const& s, slot<B> const& on, bool) {
    put_load(s, on, 0U);
  }
  template <class R, class B>
  void put_load(slot<R> const& s, slot<B> const& on, unsigned mask) {
    if (is_alone_ && !elected()) return;
    call& c = add(op::load, {instruction::load, 0, 0, -1, -1, -1, R::amount,
                             static_cast<int>(mask != 0 ? mask : 1U << in_cluster()),
                             Where::barriers, word_of(on)});
    name(c, s, true, false);
  }
  template <class R, class B>
  void tma_load_multicast(slot<R> s, slot<B> on) {
    put_load(s, on, (1U << blocks) - 1);
    seen_[static_cast<int>(op::load)] += blocks - 1;  // the proof counts one load for each block
  }

 private:
  struct place_of {
    int stage;
    int wrap;
  };
  int role_;
  bool is_alone_;
  int thread_;
  int rank_;
  int group_of_blocks_;
  int choice_ = 0;
  section in_{};
  int seen_[ops]{};
  int in_tile_ = 0;
  int count_[2]{};  // steps, tiles
  int group_[2]{};  // the number of groups of wgmma and of TMA stores so far
  call operands_{};

  template <class Role>
  void go(section p, Role& role) {
    in_ = p;
    for (int& n : seen_) n = 0;
    run_part(p, role, *this);
  }
  template <class Trips>
  void ask(Trips const& trips) {
    if constexpr (requires { trips.choice(0, 0); }) choice_ = trips.choice(count_[1], in_tile_);
  }
  call& add(op o, cpu::action const& a) {
    call c;
    c.what = o;
    c.in = in_;
    c.role = role_;
    c.nth = seen_[static_cast<int>(o)]++;
    c.tile = count_[1];
    c.step = in_tile_;
    c.act = a;
    calls.push_back(c);
    return calls.back();
  }
  // The number of this block in its cluster.
  int in_cluster() const { return plan<P>::is_cluster ? rank_ : 0; }
  // The number of a place.
  template <class R>
  int number(slot<R> const& s) const {
    int const k = static_cast<int>(s.at.of);
    return (k < 2 ? count_[k] * s.at.times : 0) + s.at.offset;
  }
  template <class R>
  place_of of(slot<R> const& s) const {
    int const n = number(s);
    int const stage = (n % R::stages + R::stages) % R::stages;
    return {stage, (n - stage) / R::stages};
  }
  template <class R>
  int word_of(slot<R> const& s) const {
    return places.first[plan<P>::template resource_of<R>] + s.index * R::stages + of(s).stage;
  }
  template <class R>
  void name(call& c, slot<R> const& s, bool writes, bool reads) {
    int const stage = of(s).stage;
    if constexpr (R::is == sort::workspace) {
      auto const [first, last] = Where::elements(R{}, s.index, stage, group_of_blocks_);
      c.stage[c.stages++] = {plan<P>::template resource_of<R>,
                             s.index,
                             stage,
                             first,
                             last,
                             reads,
                             writes,
                             Where::tensor(R{})};
      return;
    } else {
      std::int64_t const at = Where::byte(R{}, s.index, stage);
      c.stage[c.stages++] = {
          plan<P>::template resource_of<R>, s.index, stage, at, at + R::amount, reads, writes};
    }
  }
  // The operands of a wgmma come first, then its accumulator.
  template <class R>
  void multiply(op o, slot<R> const& s, int extra) {
    if constexpr (R::is == sort::buffer)
      if (operands_.stages < 4) name(operands_, s, false, true);
    if (o == op::accumulate && extra == 0) {
      call& c = add(op::gemm, {instruction::gemm});
      c.stages = operands_.stages;
      for (int i = 0; i < 4; ++i) c.stage[i] = operands_.stage[i];
      seen_[static_cast<int>(op::gemm)] += operands_.stages > 0 ? operands_.stages - 1 : 0;
      operands_.stages = 0;
    }
  }
  void initialize() { initialize(static_cast<typename P::resources*>(nullptr)); }
  template <class... Rs>
  void initialize(resources<Rs...>*) {
    (initialize(Rs{}), ...);
  }
  template <class R>
  void initialize(R) {
    if constexpr (R::is == sort::mbarrier)
      for (int i = 0; i < R::parts * R::stages; ++i)
        add(op::init, {instruction::initialize_barrier, 0, 0, Where::barriers,
                       places.first[plan<P>::template resource_of<R>] + i, -1, 0, R::amount});
  }
};

namespace detail {

template <class P, class Where, class Trips>
std::vector<call> calls_of_thread(int, int, int, int, Trips const&, int, roles<>*) {
  return {};
}
template <class P, class Where, class Trips, class R, class... Rs>
std::vector<call> calls_of_thread(int thread, int first, int rank, int group, Trips const& trips,
                                  int number, roles<R, Rs...>*) {
  if (thread / 32 >= first + warps_of<R>() && sizeof...(Rs) > 0)
    return calls_of_thread<P, Where>(thread, first + warps_of<R>(), rank, group, trips, number + 1,
                                     static_cast<roles<Rs...>*>(nullptr));
  bool const is_alone = R::threads == 1 && !is_of_each_thread<P>();
  expected_actions<P, Where> m(number, is_alone, thread - 32 * first, rank, group);
  m.begin(thread == 0);
  R role{};
  m.run(role, trips);
  return std::move(m.calls);
}

}  // namespace detail

// The expected actions of thread `thread` of block `rank` of its cluster, which is the one of
// number `group`.
template <class P, class Where, class Trips>
std::vector<call> calls_of_thread(int thread, int rank, Trips const& trips, int group = 0) {
  return detail::calls_of_thread<P, Where>(thread, 0, rank, group, trips, 0,
                                           static_cast<typename P::roles*>(nullptr));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
