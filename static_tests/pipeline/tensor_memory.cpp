// SPDX-License-Identifier: BSL-1.0
//
// Model protocols of tcgen05 are sound, and a GEMM has nothing to spare; mistakes with tensor
// memory are refused.
#include "answers.hpp"
#include "umma_protocols.hpp"

namespace {

using namespace tileproof;
using namespace tileproof::pipeline;
using namespace answers;

static_assert(require<sound_protocol>(gemm_umma<4>{}));
static_assert(require<sound_protocol>(gemm_umma<4, 2>{}));
static_assert(require<sound_protocol>(gemm_clc<4>{}));
static_assert(require<sound_protocol>(gemm_block_scaled<4>{}));
static_assert(require<sound_protocol>(attention_umma<2>{}));
static_assert(require<minimal_protocol>(gemm_umma<2>{}));

using base = gemm_umma<2>;

// The GEMM with another epilogue.
template <class Epilogue>
struct with_epilogue : base {
  struct epilogue : base::epilogue {
    constexpr void end(auto& m) { Epilogue::end(m); }
  };
  using roles = pipeline::roles<producer, multiplier, epilogue>;
};
struct without_fence_after {
  static constexpr void end(auto& m) {
    m.wait(base::acc_full[tile]);
    m.tmem_load(base::acc[tile]);
    m.fence_view_async_tmem_load();
    m.tcgen05_fence_before_thread_sync();
    m.arrive(base::acc_empty[tile]);
  }
};
struct without_fence_before {
  static constexpr void end(auto& m) {
    m.wait(base::acc_full[tile]);
    m.tcgen05_fence_after_thread_sync();
    m.tmem_load(base::acc[tile]);
    m.fence_view_async_tmem_load();
    m.arrive(base::acc_empty[tile]);
  }
};
struct without_wait {
  static constexpr void end(auto& m) {
    m.wait(base::acc_full[tile]);
    m.tcgen05_fence_after_thread_sync();
    m.tmem_load(base::acc[tile]);
    m.tcgen05_fence_before_thread_sync();
    m.arrive(base::acc_empty[tile]);
    m.fence_view_async_tmem_load();
  }
};
static_assert(says<with_epilogue<without_fence_after>>(
    "missing tcgen05.fence: epilogue, tile 0 end: tcgen05.ld of Acc[0]; after multiplier, tile 0 "
    "step 0: tcgen05.mma into Acc[0], and the wait for its arrival, there is no fence: call "
    "tcgen05_fence_after_thread_sync() before it, or state the axiom barriers_order_tcgen05"));
static_assert(says<with_epilogue<without_fence_before>>(
    "its thread executes no fence before it arrives: call tcgen05_fence_before_thread_sync()"));
static_assert(fault_of<with_epilogue<without_wait>>() == fault::race);

// CUTLASS has no tcgen05.fence: an axiom.
template <class P>
struct barriers_order : P {
  static constexpr bool barriers_order_tcgen05 = true;
};
static_assert(require<sound_protocol>(barriers_order<with_epilogue<without_fence_after>>{}));
static_assert(require<sound_protocol>(barriers_order<with_epilogue<without_fence_before>>{}));
static_assert(fault_of<barriers_order<with_epilogue<without_wait>>>() == fault::race);

// A tile of no step has no accumulator.
struct some_tiles_are_empty : base {
  using loop = tiles_of_steps;
};
static_assert(says<some_tiles_are_empty>("tcgen05.ld of Acc[0], which nobody has written"));

// The GEMM with another life of its tensor memory.
template <class Life>
struct with_life : base {
  struct multiplier : base::multiplier {
    constexpr void begin(auto& m) { Life::begin(m); }
    constexpr void finish(auto& m) { Life::finish(m); }
  };
  using roles = pipeline::roles<producer, multiplier, epilogue>;
};
struct allocates {
  static constexpr void begin(auto& m) {
    m.tmem_allocate();
    m.sync_block();
  }
  static constexpr void finish(auto& m) {
    m.sync_block();
    m.tmem_free();
  }
};
struct never_frees : allocates {
  static constexpr void finish(auto& m) { m.sync_block(); }
};
struct frees_early : allocates {
  static constexpr void finish(auto& m) {
    m.tmem_free();
    m.sync_block();
  }
};
struct frees_twice : allocates {
  static constexpr void finish(auto& m) {
    allocates::finish(m);
    m.tmem_free();
  }
};
struct allocates_late : allocates {
  static constexpr void begin(auto& m) {
    m.sync_block();
    m.tmem_allocate();
  }
};
struct allocates_twice : allocates {
  static constexpr void begin(auto& m) {
    m.tmem_allocate();
    allocates::begin(m);
  }
};
struct relinquishes_first : allocates {
  static constexpr void begin(auto& m) {
    m.tmem_release_allocation_lock();
    allocates::begin(m);
  }
};
static_assert(require<sound_protocol>(with_life<allocates>{}));
static_assert(says<with_life<never_frees>>("the block ends with tensor memory allocated"));
static_assert(fault_of<with_life<frees_early>>() == fault::race);
static_assert(says<with_life<frees_twice>>("the warp does not know of an allocation"));
static_assert(says<with_life<allocates_late>>("its allocation, or its end, may come first"));
static_assert(says<with_life<allocates_twice>>("the block has its tensor memory: allocate once"));
static_assert(says<with_life<relinquishes_first>>("after tmem_release_allocation_lock()"));

// Instructions that no GPU has.
template <int Threads, bool LoadsToo = false>
struct role_of : base {
  struct multiplier : base::multiplier {
    static constexpr int threads = Threads;
    constexpr void end(auto& m) {
      if constexpr (LoadsToo) m.tmem_load(base::acc[tile]);
      base::multiplier::end(m);
    }
  };
  using roles = pipeline::roles<producer, multiplier, epilogue>;
};
static_assert(says<role_of<32>>("one thread issues it, and here several do"));
static_assert(says<role_of<128>>("one warp executes it, and the role has several"));
static_assert(says<role_of<1, true>>("all threads of a warp execute it together"));

// More columns than there are.
struct five_accumulators : base {
  struct Acc : tensor_memory<Acc, 5, 128> {};
  using resources = pipeline::resources<A, B, Acc, base::Acc, Full, Empty, AccFull, AccEmpty>;
};
static_assert(says<five_accumulators>("896 columns of tensor memory: a block has at most 512"));

// tcgen05.cp after a tcgen05.mma that reads what it overwrites: PTX does not list the pair.
static_assert(fault_of<gemm_block_scaled<2, false>>() == fault::race);

}  // namespace
