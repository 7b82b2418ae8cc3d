// SPDX-License-Identifier: BSL-1.0
//
// slice_sums: adds up the partial sums that the slices of a block have in registers. Slice s of
// Slices adds up chunk s of each thread's values, and writes its other chunks to shared memory for
// the other slices.
//
//   thread t of slice 0   | chunk 0: adds up | chunk 1: writes  |
//   thread t of slice 1   | chunk 0: writes  | chunk 1: adds up |
//
// Use it in a GEMM whose slices multiply parts of k; a barrier stands between the writes and the
// reads.
#pragma once

#include <tileproof/kernel/gemm/proofs.hpp>
#include <tileproof/tensor/axpby.hpp>

#include <utility>

namespace tileproof::inline TILEPROOF_NAMESPACE::detail {

// A thread has Values elements of type T; a slice has Threads threads. Values is a multiple of 4 *
// Slices.
template <class T, int Values, int Threads, int Slices>
struct slice_sums {
  static constexpr int chunk = Values / Slices;
  static constexpr int others = Slices > 1 ? Slices - 1 : 1;
  static_assert(Slices == 1 || chunk % 4 == 0, "a chunk is vectors of 16 bytes");
  using vectors = Shape<_4, Int<chunk / 4>>;

  // The chunks in shared memory: (vectors,THREAD,from,chunk), where `from` counts the slices that
  // wrote a chunk, from the one after the slice that adds it up. Threads of a warp access vectors
  // side by side.
  using layout = Layout<Shape<vectors, Int<Threads>, Int<others>, Int<Slices>>,
                        Stride<Stride<_1, Int<4 * Threads>>, _4, Int<chunk * Threads>,
                               Int<chunk * Threads * others>>>;
  // The accesses of a slice to one chunk of another: (THREAD,vectors) -> offset.
  using accesses = Layout<Shape<Int<Threads>, vectors>, Stride<_4, Stride<_1, Int<4 * Threads>>>>;
  using proofs = theorems<theorem<injective, layout>, theorem<access_width<128, T>, accesses>,
                          theorem<free_of_bank_conflicts<shared_load<128>, T>, accesses>,
                          theorem<free_of_bank_conflicts<shared_store<128>, T>, accesses>>;

  // Calls f(c) for each chunk c, an Int: registers are indexed by constants.
  template <class F>
  TILEPROOF_HOST_DEVICE static void for_each_chunk(F const& f) {
    for_each_chunk(f, std::make_integer_sequence<int, Slices>{});
  }
  template <class F, int... C>
  TILEPROOF_HOST_DEVICE static void for_each_chunk(F const& f, std::integer_sequence<int, C...>) {
    (f(Int<C>{}), ...);
  }
  // Chunk c of a thread's values, as vectors.
  template <class R, class C>
  TILEPROOF_HOST_DEVICE static auto chunk_of(R& values, C) {
    return make_tensor(values.data() + Int<chunk * C::value>{}, make_layout(vectors{}));
  }

  // The columns of a tensor (MMA,MMA_M,MMA_N) that are chunk c: N / Slices of them. A predicate
  // that is true everywhere stays so.
  template <class C>
  TILEPROOF_HOST_DEVICE static everywhere columns_of(everywhere all, C) {
    return all;
  }
  template <class R, class C>
  TILEPROOF_HOST_DEVICE static auto columns_of(R& all, C c) {
    constexpr int columns = decltype(size<2>(all))::value / Slices;
    auto const by = logical_divide(all.layout(), make_tile(_, _, Int<columns>{}));
    return view(all.data(), by)(_, _, make_coord(_, c));
  }

  // Writes the chunks that other slices add up to `to`, the thread's part (vectors,from,chunk).
  template <class R, class To>
  TILEPROOF_HOST_DEVICE static void write(R& values, To const& to, int slice) {
    for_each_chunk([&](auto c) {
      int const from = (slice - c.value + Slices) % Slices - 1;
      if (slice != c.value) copy(chunk_of(values, c), to(_, from, c));
    });
  }
  // Adds the chunks that the other slices have written to the slice's own chunk.
  template <class R, class From>
  TILEPROOF_HOST_DEVICE static void add(R& values, From const& from, int slice) {
    for_each_chunk([&](auto c) {
      if (slice != c.value) return;
      auto sum = chunk_of(values, c);
      TILEPROOF_UNROLL
      for (int other = 0; other < others; ++other) {
        auto part = make_tensor<T>(vectors{});
        copy(from(_, other, c), part);
        axpby(T(1), part, T(1), sum);
      }
    });
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::detail
