// SPDX-License-Identifier: BSL-1.0
//
// The protocols of copy_tma and transpose_tma, whose tiles come and go by TMA.
//
//   copy        load -> full   store
//   transpose   load -> full   all: read, write   fence   barrier   store
#pragma once

#include <tileproof/checker/sound_protocol.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A tile of Bytes bytes, which one thread loads and stores.
template <int Bytes>
struct load_and_store {
  struct Tile : pipeline::buffer<Tile, 1, Bytes> {};
  struct Full : pipeline::mbarrier<Full, 1, 1> {};
  using resources = pipeline::resources<Tile, Full>;
  using loop = pipeline::once;

  struct copier {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void begin(auto& m) {
      m.arrive_and_expect_tx(Full{}[0], Bytes);
      m.tma_load(Tile{}[0], Full{}[0]);
      m.wait(Full{}[0]);
      m.tma_store(Tile{}[0]);
      m.tma_store_arrive();
      m.tma_store_wait(_0{});
    }
  };
  using roles = pipeline::roles<copier>;
};

// A tile of Bytes bytes, which Threads threads rearrange from In to Out.
template <int Threads, int Bytes>
struct load_rearrange_store {
  struct In : pipeline::buffer<In, 1, Bytes> {};
  struct Out : pipeline::buffer<Out, 1, Bytes> {};
  struct Full : pipeline::mbarrier<Full, 1, 1> {};
  using resources = pipeline::resources<In, Out, Full>;
  using loop = pipeline::once;

  struct block {
    static constexpr int threads = Threads;
    TILEPROOF_ROLE void begin(auto& m) {
      if (m.elected()) {
        m.arrive_and_expect_tx(Full{}[0], Bytes);
        m.tma_load(In{}[0], Full{}[0]);
      }
      m.wait(Full{}[0]);
      m.read(In{}[0]);
      m.write(Out{}[0]);
      m.fence_view_async_shared();
      m.sync_block();
      if (m.elected()) {
        m.tma_store(Out{}[0]);
        m.tma_store_arrive();
        m.tma_store_wait(_0{});
      }
    }
  };
  using roles = pipeline::roles<block>;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
