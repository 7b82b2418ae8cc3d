// SPDX-License-Identifier: BSL-1.0
//
// The protocols of the kernels in this room: the order of their copies, waits and barriers, proved
// for every number of k-tiles (docs/pipeline.md). Each is one role of all threads of a block,
// except own_stages, a role of each thread. The kernel's payload decides which data a verb copies
// or multiplies.
//
//   using protocol = detail::exchange<256>;
//   static_assert(require<sound_protocol>(protocol{}));
//
// The bytes of their buffers are 0: no mbarrier counts them. So one proof serves every element type
// and every layout.
#pragma once

#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/tensor/everywhere.hpp>

#include <type_traits>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The threads of a block exchange elements through a tile of shared memory, once.
template <int Threads>
struct exchange {
  struct Tile : pipeline::buffer<Tile, 1, 0> {};
  using resources = pipeline::resources<Tile>;
  using loop = pipeline::once;

  struct block {
    static constexpr int threads = Threads;
    TILEPROOF_ROLE void begin(auto& m) {
      m.write(Tile{}[0]);
      m.sync_block();
      m.read(Tile{}[0]);
    }
  };
  using roles = pipeline::roles<block>;
};

// A thread copies tiles by cp.async, Stages - 1 tiles ahead, through stages that no other thread
// uses. A step starts the copy of one tile and reads another; finish reads the last Stages - 1
// tiles.
template <int Stages>
struct own_stages {
  static constexpr bool of_each_thread = true;
  static constexpr int most_under_way = Stages;
  struct Tile : pipeline::buffer<Tile, Stages, 0> {};
  using resources = pipeline::resources<Tile>;
  using loop = pipeline::steps;

  struct thread {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void fetch(auto& m, int ahead) {
      m.cp_async(Tile{}[pipeline::now].ahead(ahead));
      m.cp_async_fence();
    }
    TILEPROOF_ROLE void begin(auto& m) {
      TILEPROOF_UNROLL
      for (int s = 0; s < Stages - 1; ++s) fetch(m, s);
    }
    TILEPROOF_ROLE void step(auto& m) {
      m.cp_async_wait(Int<Stages - 2>{});  // the tile of this step has arrived
      m.read(Tile{}[pipeline::now]);
      fetch(m, Stages - 1);
    }
    TILEPROOF_ROLE void finish(auto& m) { read_last(m, _0{}); }
    TILEPROOF_ROLE void read_last(auto& m, auto i) {
      if constexpr (i.value < Stages - 1) {
        m.cp_async_wait(Int<Stages - 2 - i.value>{});
        m.read(Tile{}[pipeline::now].ahead(i.value));
        read_last(m, Int<i.value + 1>{});
      }
    }
  };
  using roles = pipeline::roles<thread>;
};

// The ways in which an operand of a GEMM is brought to shared memory.
enum class delivery {
  by_cp_async,          // tiles that lie inside the matrix
  by_cp_async_at_edge,  // the same, but vectors at an edge are stored by the thread
  by_registers          // loaded in one k-tile, stored in the next
};
// The delivery of a tiled copy by cp.async whose predicates have type Pred.
template <class Pred>
inline constexpr delivery by_cp_async_of =
    std::is_same_v<Pred, everywhere> ? delivery::by_cp_async : delivery::by_cp_async_at_edge;

// The main loop of a multistage GEMM: shared memory is filled Stages - 1 k-tiles ahead, registers
// one k-block ahead of the MMA (or FMA).
//
// A k-tile is the part of A and B that a block holds in one stage of shared memory; a k-block, one
// of Blocks, is the part of it that one `compute` takes. With 3 stages, while k-tile t is
// multiplied:
//
//   shared memory   | k-tile t: read | k-tile t+1 | k-tile t+2: being filled |
//   registers       | k-block b: multiplied | k-block b+1: being loaded |
//
// With OneByOne, A is fetched in the first k-block and B in the second, so that fewer addresses,
// and so fewer registers, are live at a time; otherwise both are fetched in the first. The last
// step has no branch: the payload fetches the last k-tile again, or nothing, and it is not
// multiplied. Its functions: copy(R, stage, n), or fetch(R, n) and write(R, stage, n); read(R,
// stage, n, k-block); compute(k-block).
//
// If the threads form Slices slices, each of which multiplies a part of k, then at the end each
// slice writes the partial sums that others add up, and reads those that it adds up itself:
// write(Parts, stage, 0), read(Parts, stage, 0).
template <int Threads, int Stages, int Blocks, delivery ByA, delivery ByB, bool OneByOne,
          int Slices = 1>
struct multistage {
  static_assert(Stages >= 2 && Blocks > 1 + OneByOne);  // the last block frees a stage
  struct A : pipeline::buffer<A, Stages, 0> {};
  struct B : pipeline::buffer<B, Stages, 0> {};
  struct Parts : pipeline::buffer<Parts, 1, 0> {};
  using resources =
      std::conditional_t<(Slices > 1), pipeline::resources<A, B, Parts>, pipeline::resources<A, B>>;
  using loop = pipeline::steps;
  static constexpr int most_under_way = 2 * Stages;
  static constexpr bool has_groups = ByA != delivery::by_registers || ByB != delivery::by_registers;

  struct block {
    static constexpr int threads = Threads;

    TILEPROOF_ROLE void fetch(auto& m, auto const& to, auto by) {
      if constexpr (by.value == delivery::by_registers) {
        m.fetch(to);
      } else {
        // The stores of a copy at an edge: a thread stores or copies each of its elements.
        if constexpr (by.value == delivery::by_cp_async_at_edge) m.write(to.partition(0));
        m.cp_async(to.partition(0));
      }
    }
    TILEPROOF_ROLE void fetch_a(auto& m, int ahead) {
      fetch(m, A{}[pipeline::now].ahead(ahead), std::integral_constant<delivery, ByA>{});
    }
    TILEPROOF_ROLE void fetch_b(auto& m, int ahead) {
      fetch(m, B{}[pipeline::now].ahead(ahead), std::integral_constant<delivery, ByB>{});
    }
    TILEPROOF_ROLE void end_group(auto& m) {
      if constexpr (has_groups) m.cp_async_fence();
    }
    // Stores the elements that fetch left in registers.
    TILEPROOF_ROLE void deliver(auto& m, int ahead) {
      if constexpr (ByA == delivery::by_registers) m.write(A{}[pipeline::now].ahead(ahead));
      if constexpr (ByB == delivery::by_registers) m.write(B{}[pipeline::now].ahead(ahead));
    }
    // Waits until the next k-tile has arrived and all threads have read the one before.
    TILEPROOF_ROLE void wait_for_tile(auto& m) {
      if constexpr (has_groups) m.cp_async_wait(Int<Stages - 2>{});
      m.sync_block();
    }
    TILEPROOF_ROLE void read(auto& m, int ahead, int k) {
      m.read(A{}[pipeline::now].ahead(ahead), k);
      m.read(B{}[pipeline::now].ahead(ahead), k);
    }

    TILEPROOF_ROLE void begin(auto& m) {
      TILEPROOF_UNROLL
      for (int s = 0; s < Stages - 1; ++s) {
        fetch_a(m, s);
        fetch_b(m, s);
        end_group(m);
        deliver(m, s);
      }
      wait_for_tile(m);
      read(m, 0, 0);
    }
    TILEPROOF_ROLE void step(auto& m) {
      TILEPROOF_UNROLL
      for (int k = 0; k < Blocks; ++k) {
        if (k == Blocks - 1) {
          deliver(m, Stages - 1);
          wait_for_tile(m);
          read(m, 1, 0);
        } else {
          read(m, 0, k + 1);
        }
        if (k == 0) fetch_a(m, Stages - 1);
        if (k == OneByOne) fetch_b(m, Stages - 1), end_group(m);
        m.compute(k);
      }
    }
    // With 2 stages the last step has waited for all copies.
    TILEPROOF_ROLE void finish(auto& m) {
      if constexpr (has_groups && Stages > 2) m.cp_async_wait(_0{});
      if constexpr (Slices > 1) {
        m.write(Parts{}[0]);
        m.sync_block();
        m.read(Parts{}[0]);
      }
    }
  };
  using roles = pipeline::roles<block>;
};

// The main loop of a GEMM with one k-tile in shared memory: store it, multiply it. IsFetched loads
// both operands to registers before it stores either, so that their loads overlap.
template <int Threads, bool IsFetched = false>
struct one_tile {
  struct A : pipeline::buffer<A, 1, 0> {};
  struct B : pipeline::buffer<B, 1, 0> {};
  using resources = pipeline::resources<A, B>;
  using loop = pipeline::steps;

  struct block {
    static constexpr int threads = Threads;
    TILEPROOF_ROLE void step(auto& m) {
      if constexpr (IsFetched) m.fetch(A{}[pipeline::now]), m.fetch(B{}[pipeline::now]);
      m.write(A{}[pipeline::now]);
      m.write(B{}[pipeline::now]);
      m.sync_block();
      m.compute(A{}[pipeline::now], B{}[pipeline::now]);
      m.sync_block();
    }
  };
  using roles = pipeline::roles<block>;
};

// As above, but the next k-tile is loaded to registers while one is multiplied.
template <int Threads>
struct one_tile_ahead : one_tile<Threads> {
  using A = typename one_tile<Threads>::A;
  using B = typename one_tile<Threads>::B;

  struct block {
    static constexpr int threads = Threads;
    TILEPROOF_ROLE void begin(auto& m) {
      m.fetch(A{}[pipeline::now]);
      m.fetch(B{}[pipeline::now]);
    }
    TILEPROOF_ROLE void step(auto& m) {
      m.sync_block();  // everybody is done with the step before
      m.write(A{}[pipeline::now]);
      m.write(B{}[pipeline::now]);
      m.sync_block();
      m.fetch(A{}[pipeline::now + 1]);
      m.fetch(B{}[pipeline::now + 1]);
      m.compute(A{}[pipeline::now], B{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<block>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
