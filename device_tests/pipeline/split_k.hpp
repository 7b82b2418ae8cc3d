// SPDX-License-Identifier: BSL-1.0
//
// Column sums with split-k in roles, for sm_90: the blocks of a group share the rows of a tile of
// 128 columns, and add up what they have by a workspace and flags in global memory. Persistent,
// with trip counts that are known at run time.
//
//   out(m) = sum over k of X(k,m), f32; X is row-major
//
//   by turns    the blocks of a group add to one partial sum, one after the other; the last stores
//   in parallel each block but the last writes a part of its own; the last waits for all, and adds up
//
// Group g, the blocks [g * Blocks,(g + 1) * Blocks) of the grid, has the tiles g, g + groups, ...
// All blocks of a group must be resident at once.
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/pipeline.hpp>
#include <tileproof/tileproof.hpp>

namespace split_k {

using namespace tileproof;

enum class way { by_turns, in_parallel };

// One thing left out or done wrongly, for tests.
enum class mistake {
  none,
  no_wait,         // for the blocks whose sums are read
  waits_for_less,  // for one place before
  no_sync_after_wait,
  no_sync_before_arrival,
  early_arrival,  // before the access that it publishes
  no_arrival,
  no_wait_for_space,  // before the workspace is written again
  one_counter,        // of all parts: it may count two tiles of one block, and none of another
};

// The synchronisation of the kernel.
template <way Way, int Blocks, int Stages, mistake M = mistake::none>
struct protocol {
  static constexpr int blocks = Blocks;
  static constexpr bool is_cluster = false;
  // With more blocks the proof takes more steps than clang makes by default.
  static constexpr bool own_steps = M == mistake::none && Blocks <= (Way == way::by_turns ? 3 : 2);
  static constexpr int last = Blocks - 1;
  static constexpr int bytes = 8 * 128 * 4;  // of a stage
  struct X : pipeline::buffer<X, Stages, bytes> {};
  struct Full : pipeline::mbarrier<Full, Stages, 1> {};
  struct Empty : pipeline::mbarrier<Empty, Stages, 128> {};
  struct Own : pipeline::named_barrier<Own, 128> {};
  // By turns: one partial sum; place n of Turn is complete when block n mod Blocks has added to it.
  struct Sum : pipeline::workspace<Sum, 1, 128 * 4> {};
  struct Turn : pipeline::flag<Turn, Blocks, 1> {};
  // In parallel: the parts of all blocks but the last, for two tiles, and a counter for each.
  struct Parts : pipeline::workspace<Parts, 2, 128 * 4, last> {};
  static constexpr bool has_one = M == mistake::one_counter;
  struct Ready : pipeline::flag<Ready, 2, has_one ? last : 1, has_one ? 1 : last> {};
  struct Taken : pipeline::flag<Taken, 2, 1> {};
  static constexpr bool has_turns = Way == way::by_turns;
  using resources =
      std::conditional_t<has_turns, pipeline::resources<X, Full, Empty, Own, Sum, Turn>,
                         pipeline::resources<X, Full, Empty, Own, Parts, Ready, Taken>>;
  using loop = pipeline::tiles_of_steps;
  static constexpr auto now = pipeline::now;
  static constexpr auto tile = pipeline::tile;

  struct loader {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[now].before());
      m.arrive_and_expect_tx(Full{}[now], bytes);
      m.tma_load(X{}[now], Full{}[now]);
    }
  };
  struct adder {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[now]);
      m.read(X{}[now]);
      m.fence_view_async_shared();
      m.arrive(Empty{}[now]);
    }
    TILEPROOF_ROLE void end(auto& m) {
      if constexpr (has_turns)
        add_in_turn(m);
      else if (m.rank() < last)
        hand_over(m);
      else
        add_all(m);
    }
    TILEPROOF_ROLE void add_in_turn(auto& m) {
      int const rank = m.rank();
      // The turn of the block before; of block 0, that of the last block in the tile before.
      wait(m, Turn{}[tile * Blocks + (rank - 1)],
           rank > 0 ? M == mistake::no_wait : M == mistake::no_wait_for_space);
      go_on(m);
      if (M == mistake::early_arrival && m.elected()) m.arrive(Turn{}[tile * Blocks + rank]);
      if (rank == 0)
        m.write(Sum{}[0]);
      else if (rank < last)
        m.update(Sum{}[0]);
      else
        m.read(Sum{}[0]);
      if (rank == last) m.compute(_0{});
      publish(m, Turn{}[tile * Blocks + rank]);
    }
    TILEPROOF_ROLE void hand_over(auto& m) {
      wait(m, Taken{}[tile].before(), M == mistake::no_wait_for_space);
      go_on(m);
      auto const ready = Ready{}[tile].part(has_one ? 0 : m.rank());
      if (M == mistake::early_arrival && m.elected()) m.arrive(ready);
      m.write(Parts{}[tile].part(m.rank()));
      publish(m, ready);
    }
    TILEPROOF_ROLE void add_all(auto& m) {
      for (int i = 0; i < (has_one ? 1 : last); ++i)
        wait(m, Ready{}[tile].part(i), M == mistake::no_wait);
      go_on(m);
      for (int i = 0; i < last; ++i) m.read(Parts{}[tile].part(i));
      m.compute(_0{});
      publish(m, Taken{}[tile]);
    }
    TILEPROOF_ROLE void wait(auto& m, auto flag, bool is_left_out) {
      auto const at = M == mistake::waits_for_less ? flag.ahead(-1) : flag;
      if (!is_left_out && m.elected()) m.wait(at);
    }
    // The threads go on when the elected one has waited.
    TILEPROOF_ROLE void go_on(auto& m) {
      if (M != mistake::no_sync_after_wait) m.sync(Own{}[0]);
    }
    // The accesses of all threads come before the arrival of the elected one.
    TILEPROOF_ROLE void publish(auto& m, auto flag) {
      if (M != mistake::no_sync_before_arrival) m.sync(Own{}[0]);
      if (M != mistake::early_arrival && M != mistake::no_arrival && m.elected()) m.arrive(flag);
    }
  };
  using roles = pipeline::roles<loader, adder>;
};

template <way Way, int Blocks, int Stages = 3, mistake M = mistake::none>
struct kernel {
  static constexpr int threads = 160;
  using protocol = split_k::protocol<Way, Blocks, Stages, M>;
  using tile_x = Shape<_8, _128>;  // rows of k, columns
  using sX_stage = Layout<tile_x, Stride<_128, _1>>;
  using sX_layout = Layout<Shape<_8, _128, Int<Stages>>, Stride<_128, _1, Int<8 * 128>>>;
  using shared = shared_memory<field<float, cosize_v<sX_layout>, 1024>,
                               field<std::uint64_t, pipeline::barrier_words<protocol>, 8>>;
  // For a group: the floats of its workspace, and its counters.
  static constexpr bool has_turns = Way == way::by_turns;
  static constexpr int parts = has_turns ? 1 : Blocks - 1;
  static constexpr int slots = has_turns ? 1 : 2;
  static constexpr int workspace = 128 * parts * slots;
  static constexpr int counters = has_turns ? 1 : Blocks;

  template <class F>
  static auto map_x(F const& x, int k, int m) {
    auto const all = make_tensor(make_gmem_ptr(x), make_shape(k, m), make_stride(m, _1{}));
    return make_tma_copy(SM90_TMA_LOAD{}, all, sX_stage{}, tile_x{});
  }
  // Pointers are plain, or those of the run on the CPU. `counter` points to groups * counters words
  // that are 0 at launch, `partial` to groups * workspace floats. m is a multiple of 4.
  template <class F = float*, class U = std::uint32_t*>
  struct arguments {
    decltype(map_x(static_cast<float const*>(nullptr), 0, 0)) x;
    F partial;
    F out;
    U counter;
    int k, m, groups;
  };

  struct trips_of {
    int rank, first, groups, all, k_tiles;
    TILEPROOF_HOST_DEVICE int tiles() const {
      return first < all ? (all - first + groups - 1) / groups : 0;
    }
    TILEPROOF_HOST_DEVICE int tile(int i) const { return first + i * groups; }
    // The k-tiles of this block: with own_steps some blocks have one more than others, or none.
    // Else all have as many; rows beyond k are zeros.
    TILEPROOF_HOST_DEVICE int first_step() const { return begin_of(rank); }
    TILEPROOF_HOST_DEVICE int steps(int) const { return begin_of(rank + 1) - begin_of(rank); }
    TILEPROOF_HOST_DEVICE int begin_of(int block) const {
      if constexpr (protocol::own_steps) return block * k_tiles / Blocks;
      return block * ((k_tiles + Blocks - 1) / Blocks);
    }
  };
  // The trips of a block of the grid.
  TILEPROOF_HOST_DEVICE static trips_of trips(int block, int groups, int k, int m) {
    return {block % Blocks, block / Blocks, groups, (m + 127) / 128, (k + 7) / 8};
  }

  template <class PartsOfX, class Arguments>
  struct load_payload {
    Arguments const& args;
    PartsOfX x;
    int in_group;
    int first;  // k-tile
    int column = 0;
    TILEPROOF_KERNEL int rank() const { return in_group; }
    TILEPROOF_KERNEL void open(int tile) { column = tile; }
    TILEPROOF_KERNEL auto tensor(typename protocol::X) const { return x.shared; }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(typename protocol::X, Stage const& to, Barrier const& at, int k) {
      copy(args.x.with(*at), x.global(_, first + k, column), to);
    }
  };
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static auto loads(Context const& ctx, Arguments const& args, trips_of const& t) {
    auto const sX = make_tensor(ctx.shared(shared{}, _0{}), sX_layout{});  // (8,128,PIPE)
    auto const mX = args.x.get_tma_tensor(make_shape(args.k, args.m));
    auto const gX = local_tile(mX, tile_x{}, make_coord(_, _));  // (8,128,k,m)
    auto const x = tma_partition(args.x, group_modes<0, 2>(sX), group_modes<0, 2>(gX));
    return load_payload<std::remove_cv_t<decltype(x)>, Arguments>{args, x, t.rank, t.first_step()};
  }

  template <class SX, class Space, class Arguments>
  struct add_payload {
    Arguments const& args;
    SX x;
    Space space;  // (128,part,slot), or (128)
    int group, in_group, thread;
    int column = 0;
    float sum = 0;
    TILEPROOF_KERNEL int rank() const { return in_group; }
    TILEPROOF_KERNEL void open(int tile) { column = tile * 128 + thread, sum = 0; }
    TILEPROOF_KERNEL auto tensor(typename protocol::X) const { return x; }
    TILEPROOF_KERNEL auto tensor(typename protocol::Sum) const { return space; }
    TILEPROOF_KERNEL auto tensor(typename protocol::Parts, int part = 0) const {
      return space(_, part, _);
    }
    TILEPROOF_KERNEL auto flag(typename protocol::Turn) const { return args.counter + group; }
    TILEPROOF_KERNEL auto flag(typename protocol::Ready) const {
      return args.counter + Blocks * group;
    }
    TILEPROOF_KERNEL auto flag(typename protocol::Taken) const {
      return args.counter + (Blocks * group + protocol::last);
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(typename protocol::X, Stage const& stage, int) {
      TILEPROOF_UNROLL
      for (int i = 0; i < 8; ++i) sum += static_cast<float>(stage(i, thread));
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(typename protocol::Sum, Stage const& stage, int) {
      sum += static_cast<float>(stage(thread));
    }
    template <class Stage>
    TILEPROOF_KERNEL void write(typename protocol::Sum, Stage const& stage, int) {
      stage(thread) = sum;
    }
    template <class Stage>
    TILEPROOF_KERNEL void update(typename protocol::Sum, Stage const& stage, int) {
      stage(thread) = static_cast<float>(stage(thread)) + sum;
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(typename protocol::Parts, Stage const& stage, int) {
      sum += static_cast<float>(stage(thread));
    }
    template <class Stage>
    TILEPROOF_KERNEL void write(typename protocol::Parts, Stage const& stage, int) {
      stage(thread) = sum;
    }
    TILEPROOF_KERNEL void compute(_0) {
      if (column < args.m) args.out[column] = sum;
    }
  };
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static auto adds(Context const& ctx, Arguments const& args) {
    using space_layout = std::conditional_t<
        has_turns, Layout<_128>,
        Layout<Shape<_128, Int<parts>, Int<slots>>, Stride<_1, _128, Int<128 * parts>>>>;
    int const group = ctx.block_x() / Blocks;
    auto const sX = make_tensor(ctx.shared(shared{}, _0{}), sX_layout{});  // (8,128,PIPE)
    auto const space = make_tensor(make_gmem_ptr(args.partial + group * workspace), space_layout{});
    return add_payload<std::remove_cv_t<decltype(sX)>, std::remove_cv_t<decltype(space)>,
                       Arguments>{
        args, sX, space, group, ctx.block_x() % Blocks, ctx.thread() - 32};
  }
  // Calls f(barriers, make, trips).
  template <class Context, class Arguments, class F>
  TILEPROOF_KERNEL static void prepare(Context const& ctx, Arguments const& args, F const& f) {
    trips_of const t = trips(ctx.block_x(), args.groups, args.k, args.m);
    auto const make = [&](auto role) {
      if constexpr (decltype(role)::threads == 1)
        return loads(ctx, args, t);
      else
        return adds(ctx, args);
    };
    f(ctx.shared(shared{}, _1{}), make, t);
  }
  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    prepare(ctx, args, [&](auto const& barriers, auto const& make, auto const& t) {
      pipeline::run_protocol<protocol>(ctx, barriers, make, t);
    });
  }
};

}  // namespace split_k
