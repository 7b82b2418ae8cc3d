// SPDX-License-Identifier: BSL-1.0
//
// Defines machine, which runs a role of a protocol: on a GPU each verb is one instruction or none,
// on the CPU a checked one. What was proved is what runs: the functions of the role are the same.
//
// The machine keeps the rings. A payload has the data of a role, and does what a verb announces,
// with the stage that the machine hands out:
//
//   auto tensor(A) const;                       // all stages of a buffer, the stage its last mode
//   auto tensor(A, int part) const;             // of a buffer of several parts, those of one; or
//   int part(A) const;                          // the part of which tensor(A) is, the only one used
//   auto tensor(A, int part, int block) const;  // those of a block of the cluster: a[now].of(block)
//   auto all_parts(A) const;                    // where one operand of gemm has all parts
//   auto destination(A) const;                  // for write, update and copy, where it differs; (A, part)
//   void load(A, stage, barrier, int n);        // copy(tma.with(barrier), gA(_, n), stage)
//   void gemm(Acc, stage_of_a, stage_of_b);
//   void read(Acc);                             // (Acc, int part) and gemm(Acc, int part, ...) of one
//                                               // of which a role uses several parts
//   void read(A, stage, n), write(D, stage, n), store(D, stage, n), copy(A, stage, n);
//   void update(Sum, stage, n);                 // of a workspace: reads it and writes it
//   void fetch(A, n), compute(stages...);
//   void open(int tile);                        // the next tile begins; before the role's own part
//   int steps() const;                          // of that tile, at least 1: known when `first` has
//                                               // run; else it is trips.steps(i)
//   int after(Turn) const;                      // 0, which depends on what is to end before an
//                                               // arrival at that named barrier
//   auto flag(Turn) const;                      // the counter of the first part, in global memory
//   int rank() const;                           // of the block, where P::is_cluster is false
//
// Here n is the number of the place; what else a role passes to a verb follows. The tensor of a
// buffer of one stage needs no mode of stages. `trips` says how often: tiles() and tile(i),
// steps(tile) of a loop with tiles; steps() of one without (step_count).
#pragma once

#include <tileproof/machine/barrier_places.hpp>
#include <tileproof/machine/calls.hpp>
#include <tileproof/machine/stages.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// The number of a place: of a[now + 2] two more than that of this step; an int. `offset` is the 2,
// which is a constant in an unrolled loop.
struct numbered {
  int base;
  int offset;
  TILEPROOF_KERNEL operator int() const { return base + offset; }
};

// The trips of a loop without tiles: n steps, an int, or an Int<N> with which the loop is unrolled.
template <class N>
struct step_count {
  N n;
  TILEPROOF_KERNEL N steps() const { return n; }
};
template <class N>
step_count(N) -> step_count<N>;

template <class P, class Role, class Context, class Barriers, class Payload>
class machine {
  using plan_t = plan<P>;
  static constexpr ring_keys<P> keys{};
  static constexpr barrier_places<P> places{};
  static_assert(keys.is_plain(), "machine: a ring is used with places of two counters");
  static_assert(places.ids <= 16, "machine: a block has 16 named barriers, one of them its own");
  static constexpr bool is_of_each_thread = detail::is_of_each_thread<P>();
  static_assert(!is_of_each_thread || (Role::threads == 1 && plan_t::role_count == 1),
                "machine: with of_each_thread a protocol has one role, of one thread");
  static constexpr bool is_alone = Role::threads == 1 && !is_of_each_thread;
  static constexpr bool has_tiles = P::loop::next(0, section::open) != cannot;
  static constexpr bool has_steps = has_section<typename P::loop>(section::step);
  static constexpr bool tiles_may_be_empty = P::loop::next(1, section::end) != cannot;
  static constexpr bool has_any_tiles = P::loop::next(0, section::finish) != cannot;

  // Variables, since nvcc has no host function in a device function.
  template <op O>
  static constexpr bool takes_rank = has_remote_form(O);
  template <op O>
  static constexpr bool is_write = writes(O);
  template <class R>
  static constexpr bool has_two_parts = facts_of<P>.has_two_parts(plan_t::template resource_of<R>);

  Context const& ctx_;
  Barriers bars_;
  Payload& data_;
  bool acts_;          // of a role of one thread: this one
  bool is_first_;      // the elected thread
  bool leads_;         // the first lane of a warp
  int stage_[keys.count + 1]{};
  int parity_[keys.count + 1]{};
  int behind_[keys.count + 1]{};  // of rings that move by one: the stage before
  int count_[2]{};     // steps in this tile, tiles

 public:
  static constexpr int blocks = plan_t::blocks;

  TILEPROOF_KERNEL machine(Context const& ctx, Barriers const& bars, Payload& data, int thread)
      : ctx_(ctx),
        bars_(bars),
        data_(data),
        acts_(!is_alone || thread == 0),
        is_first_(thread == 0),
        leads_(thread % 32 == 0) {
    begin_rings();
  }

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

  // Runs the role once: its sections, as often as `trips` says.
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
  TILEPROOF_KERNEL void run_tiles(Role& role, Trips const& trips) {
    int const tiles = trips.tiles();
    ctx_.expects(tiles == 1 || has_any_tiles,
                 "machine: the protocol's loop has one tile a block, tile_of_some_steps, and trips "
                 "have another number: take tiles_of_some_steps");
    for (int i = 0; i < tiles; ++i) {
      data_.open(trips.tile(i));
      if constexpr (requires { data_.steps(); }) {
        open(role);
        if constexpr (requires { role.first(*this); }) first(role);
        int const steps = data_.steps();
        ctx_.expects(steps > 0, "machine: data_.steps() is 0, and a tile has at least one step where "
                                "its number is known late");
        run_steps(role, steps);
      } else {
        int const steps = trips.steps(i);
        ctx_.expects(steps > 0 || tiles_may_be_empty,
                     "machine: a tile of no steps, and the protocol's loop has at least one in each: "
                     "take tiles_of_steps");
        open(role);
        if constexpr (requires { role.first(*this); })
          if (steps > 0) first(role);
        run_steps(role, steps);
      }
      if constexpr (requires { role.end(*this); }) role.end(*this);
      count<counter::tile>();
    }
  }
  TILEPROOF_KERNEL void open(Role& role) {
    if constexpr (requires { role.open(*this); }) role.open(*this);
    count_[0] = 0;
  }
  TILEPROOF_KERNEL void first(Role& role) {
    role.first(*this);
    count<counter::step>();
  }
  template <auto N>
  TILEPROOF_KERNEL void run_steps(Role& role, C<N>) {
    TILEPROOF_UNROLL
    for (int i = 0; i < static_cast<int>(N); ++i) {
      role.step(*this);
      count<counter::step>();
    }
  }
  TILEPROOF_KERNEL void run_steps(Role& role, int steps) {
#if defined(__CUDACC__)
#pragma unroll 1
#endif
    while (count_[0] < steps) {
      if constexpr (requires { role.step(*this); }) role.step(*this);
      count<counter::step>();
    }
  }
  struct stage_and_parity {
    int stage;
    int parity;
  };
  // The stage `by` further in a ring of N, 0 < by < N, and whether that is its next use, one wrap later.
  template <int N>
  TILEPROOF_KERNEL static stage_and_parity further(int stage, int by) {
    int const sum = stage + by;
    if (by == 1) return {sum == N ? 0 : sum, sum == N ? 1 : 0};
    return {sum >= N ? sum - N : sum, sum >= N ? 1 : 0};
  }
  template <int K = 0>
  TILEPROOF_KERNEL void begin_rings() {
    if constexpr (K < keys.count) {
      constexpr int stages = keys.stages[K];
      behind_[K] = stages - 1;
      begin_rings<K + 1>();
    }
  }
  template <counter By, int K = 0>
  TILEPROOF_KERNEL void count() {
    if constexpr (K == 0) ++count_[static_cast<int>(By)];
    if constexpr (K < keys.count) {
      constexpr int direction = keys.direction[K];
      if constexpr (direction % 4 == static_cast<int>(By)) {
        constexpr int stages = keys.stages[K];
        constexpr int on = direction / 4 % stages;
        parity_[K] ^= direction / 4 / stages & 1;
        if constexpr (on != 0) {
          stage_and_parity const next = further<stages>(stage_[K], on);
          if constexpr (on == 1) behind_[K] = stage_[K];
          stage_[K] = next.stage, parity_[K] ^= next.parity;
        }
      }
      count<By, K + 1>();
    }
  }

  // The stage of a place and the parity of its use. The offset of a place is a constant once this
  // is inlined.
  template <class R>
  TILEPROOF_KERNEL stage_and_parity of(slot<R> const& s) const {
    constexpr int ring = plan_t::table.first_ring[plan_t::template resource_of<R>];
    constexpr int key = keys.key_of[ring];
    constexpr int n = R::stages;
    int const rest = (s.at.offset % n + n) % n;
    int const wraps = (s.at.offset - rest) / n;
    if constexpr (key < 0) {
      return {rest, wraps & 1};
    } else {
      if (rest == 0) return {stage_[key], parity_[key] ^ (wraps & 1)};
      stage_and_parity const at = further<n>(stage_[key], rest);
      constexpr bool is_by_one = keys.by_one[key];
      bool const is_behind = is_by_one && rest == n - 1;
      return {is_behind ? behind_[key] : at.stage, parity_[key] ^ (wraps & 1) ^ at.parity};
    }
  }
  template <class R>
  TILEPROOF_KERNEL numbered number(slot<R> const& s) const {
    if (s.at.of == counter::none) return {0, s.at.offset};
    return {count_[static_cast<int>(s.at.of)] * s.at.times, s.at.offset};
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
  // The stage of a buffer: its tensor at the last mode's coordinate; of one stage, its tensor.
  template <class R>
  TILEPROOF_KERNEL auto stage(slot<R> const& s) const {
    if constexpr (R::is == sort::accumulator) {
      return 0;
    } else {
      ctx_.expects(s.block < 0, "machine: a place that names a block has lost its type: take it by "
                                "`auto`, not by slot");
      return claimed(stage_of(tensor(s), s), s);
    }
  }
  template <class R>
  TILEPROOF_KERNEL auto stage(slot_of_block<R> const& s) const {
    constexpr bool is_known = requires { data_.tensor(R{}, s.index, s.block); };
    static_assert(
        sizeof(tileproof::detail::refused_unless<is_known, payload_knows_blocks<R>, R>) > 0);
    if constexpr (is_known) {
      auto const t = stage_of(data_.tensor(R{}, s.index, s.block), s);
#if !defined(__CUDACC__)
      if constexpr (requires { Context::claims_stages; }) ctx_.expects_block(t, s.block);
#endif
      return t;
    } else {
      return 0;
    }
  }
  // That of a TMA load, whose bytes are those that the protocol counts.
  template <class R>
  TILEPROOF_KERNEL auto stage_of_load(slot<R> const& s) const {
    auto const to = stage(s);
    using tile = std::remove_cv_t<decltype(to)>;
    constexpr int bytes = static_cast<int>(decltype(size(typename tile::layout_type{}))::value *
                                           sizeof_bits_v<typename tile::value_type> / 8);
    static_assert(sizeof(tileproof::detail::refused_unless<bytes == R::amount, stage_has_bytes<R>,
                                                           found<bytes>, expected<R::amount>>) > 0);
    return to;
  }
  // The stage that a verb reads, or writes.
  template <op O, class Slot>
  TILEPROOF_KERNEL auto place_for(Slot const& s) const {
    if constexpr (is_write<O>)
      return destination(s);
    else
      return stage(s);
  }
  // The tensor of a buffer, or of the part that a payload is asked for.
  template <class R>
  TILEPROOF_KERNEL auto tensor(slot<R> const& s) const {
    if constexpr (R::parts == 1) {
      return data_.tensor(R{});
    } else {
      constexpr bool takes_part = requires { data_.tensor(R{}, s.index); };
      constexpr bool is_of_one = requires { data_.part(R{}); };
      static_assert(sizeof(tileproof::detail::refused_unless<takes_part || is_of_one,
                                                             payload_knows_parts<R>, R>) > 0);
      if constexpr (is_of_one)
        ctx_.expects(data_.part(R{}) == s.index,
                     "machine: the payload's tensor is of another part than the role's place");
      if constexpr (takes_part)
        return data_.tensor(R{}, s.index);
      else
        return data_.tensor(R{});
    }
  }
  // An operand of gemm, which is given the places of All.
  template <class... All, class R>
  TILEPROOF_KERNEL auto operand(resources<All...>, slot<R> const& s) const {
    if constexpr (requires { data_.all_parts(R{}); }) {
      constexpr int named = (0 + ... + (std::is_same_v<R, All> ? 1 : 0));
      static_assert(
          sizeof(tileproof::detail::refused_unless<named == R::parts, gemm_names_all_parts<R>,
                                                   found<named>, expected<R::parts>>) > 0);
      return stage_of(data_.all_parts(R{}), s);
    } else {
      return stage(s);
    }
  }
  // On the CPU: the stage's tensor has memory of its own, as the proof takes it (cpu/stages.hpp).
  template <class T, class R>
  TILEPROOF_KERNEL T claimed(T const& t, [[maybe_unused]] slot<R> const& s) const {
#if !defined(__CUDACC__)
    if constexpr (R::is == sort::buffer && requires { Context::claims_stages; }) {
      constexpr int ring = plan_t::table.first_ring[plan_t::template resource_of<R>];
      int const cell = plan_t::table.ring[ring + s.index].cell + of(s).stage;
      auto const meets = [](int x, int y) {
        if constexpr (detail::has_overlaps<P>())
          return facts_of<P>.meets[plan_t::table.ring_of[x]][plan_t::table.ring_of[y]];
        else
          return x == y;
      };
      ctx_.claim(cell, t, [&](int other) { return meets(cell, other); }, [&] {
        core::text name;
        names<P>::put_place(name, cell);
        return name;
      });
    }
#endif
    return t;
  }
  template <class R>
  TILEPROOF_KERNEL auto destination(slot<R> const& s) const {
    if constexpr (requires { data_.destination(R{}); }) {
      static_assert(R::parts == 1, "machine: a buffer of several parts has destination(R, int part)");
      return stage_of(data_.destination(R{}), s);
    } else if constexpr (requires {
                           requires R::parts > 1;
                           data_.destination(R{}, s.index);
                         }) {
      return stage_of(data_.destination(R{}, s.index), s);
    } else {
      return stage(s);
    }
  }
  template <class R>
  TILEPROOF_KERNEL auto destination(slot_of_block<R> const& s) const {
    return stage(s);
  }
  template <class T>
  TILEPROOF_KERNEL T const& stage_or_value(T const& value) const {
    return value;
  }
  template <class R>
  TILEPROOF_KERNEL auto stage_or_value(slot<R> const& s) const {
    return stage(s);
  }
  template <class R>
  TILEPROOF_KERNEL auto stage_or_value(slot_of_block<R> const& s) const {
    return stage(s);
  }
  template <class T, class R>
  TILEPROOF_KERNEL auto stage_of(T const& all, slot<R> const& s) const {
    if constexpr (R::stages == 1) {
      return all;
    } else {
      using layout = typename T::layout_type;
      constexpr int stages = static_cast<int>(
          decltype(size<layout::rank - 1>(std::declval<layout const&>()))::value);
      static_assert(
          sizeof(tileproof::detail::refused_unless<stages == R::stages, tensor_has_stages<R>,
                                                   found<stages>, expected<R::stages>>) > 0);
      constexpr meeting_stages met = stages_that_meet<layout>;
      static_assert(
          sizeof(tileproof::detail::refused_unless<(met.first < 0), stages_are_apart<R>,
                                                   at_coordinate<met.first>,
                                                   and_coordinate<met.second>,
                                                   expected<met.stride>>) > 0);
      return last_at(all, of(s).stage, std::make_index_sequence<layout::rank - 1>{});
    }
  }
  template <class T, std::size_t... I>
  TILEPROOF_KERNEL static auto last_at(T const& t, int i, std::index_sequence<I...>) {
    return t((static_cast<void>(I), _)..., i);
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
