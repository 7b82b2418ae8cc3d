// SPDX-License-Identifier: BSL-1.0
//
// The GEMM of hopper_gemm.hpp with split-k: the blocks of a group share the k-tiles of a tile of C, and
// take turns at adding up their accumulators in a workspace in global memory; the last block stores C.
// Use it where C has fewer tiles than the GPU has SMs, and k is long.
//
//   C(m,n) = sum over k of A(m,k) B(n,k)
//
// Group g, the blocks [g * Splits,(g + 1) * Splits) of the grid, has the tiles g, g + groups, ...; block
// r of it has the k-tiles [r * k_tiles / Splits,(r + 1) * k_tiles / Splits), or, where the steps of all
// blocks are the same, [r * steps,(r + 1) * steps). All blocks of a group are resident at once. One
// thread of a warpgroup releases a stage, as in CUTLASS (release_by::warpgroup): the proof then follows
// few enough threads for 4 blocks.
#pragma once

#include "hopper_gemm.hpp"

namespace hopper {

// The synchronisation: that of gemm_protocol without a cluster, and the turns.
template <class Gemm, int Stages, int BytesOfA, int BytesOfB, int Splits>
struct split_k_protocol {
  static constexpr int blocks = Splits;
  static constexpr bool is_cluster = false;
  static constexpr bool warpgroup_waits_as_one = true;  // one thread of a consumer frees a stage
  static constexpr bool own_steps = Splits == 2;  // with more blocks the proof takes longer
  static constexpr int last = Splits - 1;
  using A = typename Gemm::A;
  using B = typename Gemm::B;
  using D = typename Gemm::D;
  using Acc = typename Gemm::Acc;
  using Full = typename Gemm::Full;
  using Empty = typename Gemm::Empty;
  using Own = typename Gemm::Own;
  static constexpr int consumers = Gemm::consumers;
  // The accumulators of each consumer, and its turns: one a block and tile.
  struct Sum : pipeline::workspace<Sum, 1, 64 * 256 * 4, consumers> {};
  struct Turn : pipeline::flag<Turn, Splits, 1, consumers> {};
  using resources = pipeline::resources<A, B, D, Acc, Full, Empty, Own, Sum, Turn>;
  using loop = pipeline::tiles_of_steps;
  static constexpr auto now = pipeline::now;
  static constexpr auto tile = pipeline::tile;

  struct producer {
    static constexpr int threads = 1;
    static constexpr int warps = 4;
    TILEPROOF_ROLE void begin(auto& m) { m.warpgroup_reg_dealloc(Int<40>{}); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[now].before());
      m.arrive_and_expect_tx(Full{}[now], BytesOfA + BytesOfB);
      m.tma_load(A{}[now], Full{}[now]);
      m.tma_load(B{}[now], Full{}[now]);
    }
  };
  template <int I>
  struct consumer {
    using base = typename Gemm::template consumer<I>;
    static constexpr int threads = 128;
    static constexpr int number = I;
    TILEPROOF_ROLE void begin(auto& m) { base{}.begin(m); }
    TILEPROOF_ROLE void open(auto& m) { base{}.open(m); }
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[now]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[I], A{}[now], B{}[now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.elected()) m.arrive(Empty{}[now]);
    }
    TILEPROOF_ROLE void end(auto& m) {
      int const rank = m.rank();
      m.read(Acc{}[I]);
      if (m.elected()) m.wait(Turn{}[tile * Splits + (rank - 1)].part(I));
      m.sync(Own{}[I]);
      if (rank == 0)
        m.write(Sum{}[0].part(I));
      else if (rank < last)
        m.update(Sum{}[0].part(I));
      else
        m.read(Sum{}[0].part(I));
      m.sync(Own{}[I]);
      if (m.elected()) m.arrive(Turn{}[tile * Splits + rank].part(I));
      if (rank == last) base{}.end(m);
    }
    TILEPROOF_ROLE void finish(auto& m) { base{}.finish(m); }
  };
  using roles = pipeline::roles<producer, consumer<0>, consumer<1>>;
};

template <int Splits, int Stages = 4, class T = bfloat16_t>
struct split_k_gemm : gemm_kernel<Stages, 1, T, release_by::warpgroup> {
  using kernel = gemm_kernel<Stages, 1, T, release_by::warpgroup>;
  using gemm_protocol = typename kernel::protocol;
  using protocol = split_k_protocol<gemm_protocol, Stages, 128 * 64 * 2, 256 * 64 * 2, Splits>;
  using shared = typename kernel::shared;
  static_assert(pipeline::barrier_words<protocol> == pipeline::barrier_words<gemm_protocol>);
  // For a group: the floats of its workspace, and its counters.
  static constexpr int workspace = 2 * 64 * 256;
  static constexpr int counters = 2;

  // Pointers are plain, or those of the run on the CPU. `counter` points to groups * counters words
  // that are 0 at launch, `partial` to groups * workspace floats.
  template <class F = float*, class U = std::uint32_t*>
  struct arguments {
    typename kernel::arguments gemm;  // its clusters are the groups
    F partial;
    U counter;
  };
  struct trips_of : kernel::trips_of {
    int rank;
    TILEPROOF_HOST_DEVICE int first_step() const { return begin_of(rank); }
    TILEPROOF_HOST_DEVICE int steps(int) const { return begin_of(rank + 1) - begin_of(rank); }
    TILEPROOF_HOST_DEVICE int begin_of(int block) const {
      if constexpr (protocol::own_steps) return block * this->k_tiles / Splits;
      return block * ((this->k_tiles + Splits - 1) / Splits);
    }
  };
  // The trips of a block of the grid.
  TILEPROOF_HOST_DEVICE static trips_of trips(int block, typename kernel::arguments const& a) {
    return {{block / Splits, a.clusters, a.rows() * a.columns(), (a.k + 63) / 64}, block % Splits};
  }

  template <class Loads>
  struct load_payload : Loads {
    int in_group;
    int first;  // k-tile
    TILEPROOF_KERNEL int rank() const { return in_group; }
    template <class R, class Stage, class Barrier>
    TILEPROOF_KERNEL void load(R r, Stage const& to, Barrier const& at, int k) {
      Loads::load(r, to, at, first + k);
    }
  };
  // space: (128), this thread's accumulators; those of a consumer's threads lie beside each other.
  template <class Multiplies, class Space, class Counter>
  struct multiply_payload : Multiplies {
    Space space;
    Counter counter;
    int in_group;
    using Multiplies::tensor;
    using Multiplies::read;
    using Multiplies::write;
    using Sum = typename protocol::Sum;
    TILEPROOF_KERNEL int rank() const { return in_group; }
    TILEPROOF_KERNEL auto tensor(Sum) const { return space; }
    TILEPROOF_KERNEL auto flag(typename protocol::Turn) const { return counter; }
    template <class Stage>
    TILEPROOF_KERNEL void write(Sum, Stage const& to, int) {
      TILEPROOF_UNROLL
      for (int i = 0; i < 128; ++i) to(i) = static_cast<float>(this->sums(i));
    }
    template <class Stage>
    TILEPROOF_KERNEL void update(Sum, Stage const& to, int) {
      TILEPROOF_UNROLL
      for (int i = 0; i < 128; ++i)
        to(i) = static_cast<float>(to(i)) + static_cast<float>(this->sums(i));
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(Sum, Stage const& from, int) {
      TILEPROOF_UNROLL
      for (int i = 0; i < 128; ++i)
        this->sums(i) = static_cast<float>(this->sums(i)) + static_cast<float>(from(i));
    }
  };

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    int const group = ctx.block_x() / Splits;
    trips_of const t = trips(ctx.block_x(), args.gemm);
    auto const make = [&](auto role) {
      using R = decltype(role);
      if constexpr (R::threads == 1) {
        auto const loads = kernel::loads(ctx, args.gemm, 0);
        return load_payload<std::remove_cv_t<decltype(loads)>>{loads, t.rank, t.first_step()};
      } else {
        auto const multiplies = kernel::template multiplies<R::number>(ctx, args.gemm, 0);
        auto const space = make_tensor(
            make_gmem_ptr(args.partial + (group * workspace + R::number * (64 * 256) +
                                          ctx.thread() % 128)),
            Layout<_128, _128>{});
        auto const counter = args.counter + group * counters;
        return multiply_payload<std::remove_cv_t<decltype(multiplies)>,
                                std::remove_cv_t<decltype(space)>,
                                std::remove_cv_t<decltype(counter)>>{multiplies, space, counter,
                                                                     t.rank};
      }
    };
    pipeline::run_protocol<protocol>(ctx, ctx.shared(shared{}, _3{}), make, t);
  }
};

}  // namespace hopper
