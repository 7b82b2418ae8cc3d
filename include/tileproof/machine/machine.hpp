// SPDX-License-Identifier: BSL-1.0
//
// Defines machine, which runs a role of a protocol: on a GPU each verb is one instruction or none,
// on the CPU it is a checked operation. The proof and the run call the same functions of the role,
// so the run does what was proved.
//
// The machine counts stages and parities. A payload has the data of a role; it does the copy or the
// computation of a verb, on the stage that the machine passes to it:
//
//   auto tensor(A) const;                       // all stages of a buffer, the stage its last mode;
//                                               // by default that of the kernel's memory
//   auto tensor(A, int part) const;             // of a buffer of several parts, those of one; or
//   int part(A) const;                          // of which part tensor(A) is, the only one used
//   auto tensor(A, int part, int block) const;  // those of another block: a[now].of(block)
//   auto all_parts(A) const;                    // where one operand of gemm has all parts
//   auto destination(A) const;                  // for write, update and copy, where it differs;
//                                               // (A, part)
//   void load(A, stage, barrier, int n);        // copy(tma.with(barrier), gA(_, n), stage)
//   void gemm(Acc, stage_of_a, stage_of_b);
//   void read(Acc);                             // (Acc, int part), gemm(Acc, int part, ...) of one
//                                               // of which a role uses several parts
//   void read(A, stage, n), write(D, stage, n), store(D, stage, n), copy(A, stage, n);
//   void update(Sum, stage, n);                 // of a workspace: reads it and writes it
//   void fetch(A, n), compute(stages...);
//   void open(int tile);                        // the next tile begins; before the role's own part
//   bool has_tile(int tile);                    // whether it exists, asked before each tile: for
//                                               // a number known late; else it is trips.tiles()
//   int steps() const;                          // of that tile, at least 1: known when `first` has
//                                               // run; else it is trips.steps(i)
//   int after(Turn) const;                      // 0, which depends on what is to end before an
//                                               // arrival at that named barrier
//   auto flag(Turn) const;                      // the counter of the first part, in global memory
//   int rank() const;                           // of the block, where P::is_cluster is false
//
// Here n is the number of the place; further arguments of the verb follow it. The tensor of a
// buffer with one stage needs no mode of stages. `trips` has the trip counts: tiles(), tile(i) and
// steps(tile) of a loop with tiles; steps() of a loop without (step_count).
#pragma once

#include <tileproof/machine/barrier_places.hpp>
#include <tileproof/machine/calls.hpp>
#include <tileproof/machine/stage_tensors.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The trips of a loop without tiles: n steps, an int, or an Int<N> with which the loop is unrolled.
template <class N>
struct step_count {
  N n;
  TILEPROOF_KERNEL N steps() const { return n; }
};
template <class N>
step_count(N) -> step_count<N>;

template <class P, class Role, class Context, class Barriers, class Payload,
          class Memory = no_memory>
class machine : stage_tensors<P, Context, Payload, Memory> {
  using tensors = stage_tensors<P, Context, Payload, Memory>;
  using plan_t = plan<P>;
  using tensors::count_, tensors::ctx_, tensors::data_, tensors::number, tensors::of,
      tensors::operand, tensors::stage, tensors::stage_of_load, tensors::stage_or_value;
  static constexpr barrier_places<P> places{};
  static_assert(places.ids <= 16, "machine: a block has 16 named barriers, one of them its own");
  static constexpr bool is_of_each_thread = detail::is_of_each_thread<P>();
  static_assert(!is_of_each_thread || (Role::threads == 1 && plan_t::role_count == 1),
                "machine: with of_each_thread a protocol has one role, of one thread");
  static constexpr bool is_alone = Role::threads == 1 && !is_of_each_thread;
  static constexpr bool has_tiles = P::loop::next(0, section::open) != cannot;
  static constexpr bool has_steps = has_section<typename P::loop>(section::step);
  static constexpr bool tiles_may_be_empty = P::loop::next(1, section::end) != cannot;
  static constexpr bool has_any_tiles = P::loop::next(0, section::finish) != cannot;
  static constexpr bool has_late_count = requires(Payload& data) { data.has_tile(0); };

  // These are variables, since nvcc allows no host function in a device function.
  template <op O>
  static constexpr bool takes_rank = has_remote_form(O);
  template <class R>
  static constexpr bool has_two_parts = facts_of<P>.has_two_parts(plan_t::template resource_of<R>);

  Barriers bars_;
  bool acts_;      // in a role of one thread: this is that thread
  bool is_first_;  // the elected thread
  bool leads_;     // the first lane of a warp

 public:
  static constexpr int blocks = plan_t::blocks;

  TILEPROOF_KERNEL machine(Context const& ctx, Barriers const& bars, Payload& data, int thread)
      : tensors(ctx, data),
        bars_(bars),
        acts_(!is_alone || thread == 0),
        is_first_(thread == 0),
        leads_(thread % 32 == 0) {}

  // ---- what a role asks
  TILEPROOF_KERNEL bool elected() const { return is_first_ || is_of_each_thread; }
  TILEPROOF_KERNEL bool leads_warp() const { return leads_ || is_of_each_thread; }
  TILEPROOF_KERNEL int rank() const {
    if constexpr (blocks == 1)
      return 0;
    else if constexpr (plan_t::is_cluster)
      return ctx_.block_rank_in_cluster();
    else
      return data_.rank();
  }
  TILEPROOF_KERNEL int choice() const { return data_.choice(); }

  TILEPROOF_VERBS(TILEPROOF_RUN)
  template <class... T>
  TILEPROOF_KERNEL void compute(T const&... with) {
    if (acts_) data_.compute(stage_or_value(with)...);
  }

  // ---- the loop

  // Runs the role once: each section as often as `trips` says.
  template <class Trips>
  TILEPROOF_KERNEL void run(Role& role, Trips const& trips) {
    if constexpr (requires { role.begin(*this); }) role.begin(*this);
    if (!is_alone || acts_) {
      if constexpr (has_tiles)
        run_tiles(role, trips);
      else if constexpr (has_steps)
        run_steps(role, trips.steps());
    }
    if constexpr (is_alone) ctx_.sync_warp();
    if constexpr (requires { role.finish(*this); }) role.finish(*this);
  }

 private:
  template <class Trips>
  TILEPROOF_KERNEL static int most_tiles(Trips const& trips) {
    if constexpr (has_late_count)
      return INT32_MAX;
    else
      return trips.tiles();
  }
  template <class Trips>
  TILEPROOF_KERNEL void run_tiles(Role& role, Trips const& trips) {
    int const tiles = most_tiles(trips);
    ctx_.expects(tiles == 1 || has_any_tiles,
                 "machine: the protocol's loop has one tile a block, tile_of_some_steps, and trips "
                 "have another number: take tiles_of_some_steps");
    for (int i = 0; i < tiles; ++i) {
      if constexpr (has_late_count)
        if (!data_.has_tile(trips.tile(i))) break;
      data_.open(trips.tile(i));
      if constexpr (requires { data_.steps(); }) {
        open(role);
        if constexpr (requires { role.first(*this); }) first(role);
        int const steps = data_.steps();
        ctx_.expects(steps > 0,
                     "machine: data_.steps() is 0, and a tile has at least one step where "
                     "its number is known late");
        run_steps(role, steps);
      } else {
        int const steps = trips.steps(i);
        ctx_.expects(
            steps > 0 || tiles_may_be_empty,
            "machine: a tile of no steps, and the protocol's loop has at least one in each: "
            "take tiles_of_steps");
        open(role);
        if constexpr (requires { role.first(*this); })
          if (steps > 0) first(role);
        run_steps(role, steps);
      }
      if constexpr (requires { role.end(*this); }) role.end(*this);
      this->template count<counter::tile>();
    }
  }
  TILEPROOF_KERNEL void open(Role& role) {
    if constexpr (requires { role.open(*this); }) role.open(*this);
    count_[0] = 0;
  }
  TILEPROOF_KERNEL void first(Role& role) {
    role.first(*this);
    this->template count<counter::step>();
  }
  template <auto N>
  TILEPROOF_KERNEL void run_steps(Role& role, C<N>) {
    TILEPROOF_UNROLL
    for (int i = 0; i < static_cast<int>(N); ++i) {
      role.step(*this);
      this->template count<counter::step>();
    }
  }
  TILEPROOF_KERNEL void run_steps(Role& role, int steps) {
#if defined(__CUDACC__)
#pragma unroll 1
#endif
    while (count_[0] < steps) {
      if constexpr (requires { role.step(*this); }) role.step(*this);
      this->template count<counter::step>();
    }
  }
  template <class R>
  TILEPROOF_KERNEL auto barrier(slot<R> const& s) const {
    constexpr int first = places.first[plan_t::template resource_of<R>];
    return bars_ + (first + s.index * R::stages + of(s).stage);
  }
  template <class R>
  TILEPROOF_KERNEL auto flag(slot<R> const& s) const {
    return data_.flag(R{}) + s.index;
  }
  template <class R>
  TILEPROOF_KERNEL static int id(slot<R> const& s) {
    constexpr int first = places.first[plan_t::template resource_of<R>];
    return first + s.index;
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
