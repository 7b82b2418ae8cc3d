// SPDX-License-Identifier: BSL-1.0
//
// Stream-k of gemm_wgmma: a consumer whose block has a later part of k of a tile hands its sums
// over, through global memory, to the same consumer of the block that has the first part. That one
// adds them up in a fixed order, so that results repeat.
//
//   rank 1, the giver   write its sums   all have written   arrive at its flag
//   rank 0, the taker   wait for the flag   read the sums   (and the flag is 0 for the next launch)
//
// A block gives once at most, with its first tile, and takes with a later one, or with the same one
// from blocks that give with their first. A giver waits for no flag before, so no wait is for ever
// if givers run; takers are the later blocks of the grid, whose givers have begun.
#pragma once

#include <tileproof/atom.hpp>
#include <tileproof/checker/sound_protocol.hpp>
#include <tileproof/kernel/common/stream_k.hpp>
#include <tileproof/kernel/gemm/wgmma/protocol.hpp>
#include <tileproof/kernel/gemm/wgmma/schedule.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/prove.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// The protocol of two consumers of one number, in two blocks. Bytes are those of the sums. It runs
// within the protocol of the kernel (wgmma_protocol), whose named barrier it has.
template <int Bytes>
struct hand_over_protocol {
  static constexpr int blocks = 2;
  static constexpr bool is_cluster = false;
  static constexpr int consumers = 2;
  struct Sums : pipeline::workspace<Sums, 1, Bytes, consumers> {};
  struct Given : pipeline::flag<Given, 1, 1, consumers> {};
  struct Own : pipeline::named_barrier<Own, 128, consumers> {};
  using resources = pipeline::resources<Sums, Given, Own>;
  using loop = pipeline::once;

  template <int I>
  struct consumer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void begin(auto& m) {
      if (m.rank() == 1) {
        m.write(Sums{}[0].part(I));
        m.sync(Own{}[I]);
        if (m.elected()) m.arrive(Given{}[0].part(I));
      } else {
        if (m.elected()) m.wait(Given{}[0].part(I));
        m.sync(Own{}[I]);
        m.read(Sums{}[0].part(I));
      }
    }
  };
  using roles = pipeline::roles<consumer<0>, consumer<1>>;
};

// A consumer hands over Kernel::block_n / 2 sums of each thread, in words of 16 bytes, word i of
// all threads before word i + 1. `slot` is the number of the giver's block.
template <class Kernel>
struct handed_sums {
  using accumulator = typename Kernel::accumulator;
  static constexpr int values = Kernel::block_n / 2;
  using words = Layout<Shape<_128, _4, Int<values / 4>>, Stride<_4, _1, _512>>;
  static constexpr int of_consumer = 128 * values;
  using protocol = hand_over_protocol<of_consumer* static_cast<int>(sizeof(accumulator))>;
  static_assert(require<sound_protocol>(protocol{}));
  // The number of a consumer among those of all blocks: of its counter, and of its sums.
  template <class I>
  TILEPROOF_HOST_DEVICE static constexpr I number_of(I const& slot, I const& consumer) {
    return slot * I(protocol::consumers) + consumer;
  }
  // A workspace for so many blocks has the counter and the sums of each of their consumers.
  struct workspace_has_each {
    static constexpr integers::unknown unknowns[] = {{"blocks", 1, most_blocks_that_share},
                                                     {"slot", 0, most_blocks_that_share - 1},
                                                     {"consumer", 0, protocol::consumers - 1}};
    template <class I>
    static constexpr bool holds(I const& blocks, I const& slot, I const& consumer) {
      I const end = number_of(slot, consumer) + I(1);
      return !(slot < blocks) ||
             (end * I(static_cast<int>(sizeof(std::uint32_t))) <= I(bytes_of_counters) &&
              I(bytes_of_counters) + end * I(of_consumer * static_cast<int>(sizeof(accumulator))) <=
                  bytes_of_workspace(blocks, Kernel::block_n));
    }
  };
  using proofs =
      theorems<theorem<compact, words>, theorem<access_width<128, accumulator>, decltype(words{})>,
               theorem<holds_for_all_integers<workspace_has_each>>>;
  static_assert(proofs::hold);

  template <class Context, class Memory, class Sums>
  struct payload {
    Context const& ctx;
    Memory const& memory;
    Sums& sums;
    int slot, number, is_giver, thread;

    TILEPROOF_KERNEL int rank() const { return is_giver; }
    TILEPROOF_KERNEL auto flag(typename protocol::Given) const {
      return memory.given + number_of(slot, 0);
    }
    TILEPROOF_KERNEL auto tensor(typename protocol::Sums, int of_consumer_number) const {
      auto const consumer = number_of<std::int64_t>(slot, of_consumer_number);
      return make_tensor(make_gmem_ptr<16>(memory.sums + consumer * of_consumer), words{});
    }
    // The sums are copied, since nvcc would carry sums that it stores through the loop as integers,
    // and ptxas then serialises wgmma (C7514).
    template <class Stage>
    TILEPROOF_KERNEL void write(typename protocol::Sums, Stage const& to, int) const {
      auto written = make_tensor_like(sums);
      copy(sums, written);
      copy(word{}, make_tensor(written.data(), by_words{}), to(thread, _, _));
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(typename protocol::Sums, Stage const& from, int) const {
      constexpr int together = 8;  // words that are under way
      auto const words_of_thread = from(thread, _, _);
      TILEPROOF_UNROLL
      for (int first = 0; first < values / 4; first += together) {
        auto read = make_tensor<accumulator>(Layout<Shape<_4, Int<together>>>{});
        TILEPROOF_UNROLL
        for (int i = 0; i < together; ++i)
          if (first + i < values / 4) copy(word{}, words_of_thread(_, first + i), read(_, i));
        TILEPROOF_UNROLL
        for (int i = 0; i < together; ++i)
          if (first + i < values / 4) {
            TILEPROOF_UNROLL
            for (int e = 0; e < 4; ++e) sums(4 * (first + i) + e) += read(e, i);
          }
      }
      if (thread == 0) ctx.reset_flag(flag(typename protocol::Given{}) + number);
    }

   private:
    using word = Copy_Atom<UniversalCopy<uint128_t>, accumulator>;
    using by_words = Layout<Shape<_4, Int<values / 4>>>;
  };
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
