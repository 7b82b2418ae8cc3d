// SPDX-License-Identifier: BSL-1.0
//
// The protocols of the kernels in this room: the order of their copies, waits and barriers, proved
// for every number of k-tiles (docs/pipeline.md). Each is one role of all threads of a block; of
// own_stages, of each thread. What a verb copies or multiplies is the kernel's payload.
//
//   using protocol = detail::exchange<256>;
//   static_assert(require<sound_protocol>(protocol{}));
//
// The bytes of their buffers are 0: no mbarrier counts them. So one proof serves every element type
// and every layout.
#pragma once

#include <tileproof/pipeline/sound_protocol.hpp>

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

// A thread copies tiles by cp.async, Stages - 1 ahead, through stages that no other thread uses. A
// step copies a tile and reads one; finish reads the last Stages - 1.
template <int Stages>
struct own_stages {
  static constexpr bool of_each_thread = true;
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

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
