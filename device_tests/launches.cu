// SPDX-License-Identifier: BSL-1.0
//
// Launches on a GPU of sm_90, of kernels that take TMA copies in their arguments: reductions of
// every element type, multicast loads in clusters with a hint for L2, stores that another block
// reads, kernels that overlap, persistent grids; and what a launch refuses.
#include "gpu.hpp"

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/atom/wgmma/layouts.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/print/to_string.hpp>

#include <cstdio>
#include <cstring>
#include <type_traits>
#include <vector>

using namespace tileproof;

namespace {

int failed = 0;
int tried = 0;

void report(char const* name, status s, long long wrong, long long of) {
  cudaError_t const error = cudaDeviceSynchronize();
  bool const is_right = s == status::ok && error == cudaSuccess && wrong == 0;
  failed += !is_right;
  ++tried;
  std::printf("%-48s %lld of %lld wrong  %s, %s\n", name, wrong, of, to_string(s),
              cudaGetErrorString(error));
}

// An array on the device, of what the host has.
template <class T>
struct device_array {
  T* at = nullptr;
  std::size_t count;

  explicit device_array(std::vector<T> const& host) : count(host.size()) {
    if (cudaMalloc(&at, count * sizeof(T)) != cudaSuccess) std::puts("cudaMalloc failed");
    cudaMemcpy(at, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  device_array(device_array const&) = delete;
  ~device_array() { cudaFree(at); }
  std::vector<T> download() const {
    std::vector<T> host(count);
    cudaMemcpy(host.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost);
    return host;
  }
};

// ---- reductions: `blocks` blocks combine a tile each with the same tile in global memory

constexpr int tile_rows = 16;
constexpr int tile_columns = 64;
using tile_shape = Shape<Int<tile_rows>, Int<tile_columns>>;
using tile_layout = Layout<tile_shape, Stride<Int<tile_columns>, _1>>;

// The number that block `block` contributes to element i; -1 is the start. Small numbers, whose
// sums every type represents; the extreme ones show whether a comparison is signed.
template <class T>
__host__ __device__ T contribution(int block, int i) {
  int const v = (i * 7 + block * 13) % 23 - (block < 0 ? 5 : 11);
  if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(v < 0 ? ~T{0} - static_cast<T>(-v) : static_cast<T>(v));
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(v) * (sizeof(T) == 8 ? T{1} << (sizeof(T) * 8 - 9) : T{1});
  else
    return static_cast<T>(static_cast<float>(v));
}

template <class T, class Tma>
struct reduction_arguments {
  Tma tma;
  int m;
  int n;
};

template <class T>
struct reduce_tiles {
  static constexpr int threads = 128;
  using shared = shared_memory<field<T, tile_rows * tile_columns, 1024>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const sC = make_tensor(ctx.shared(shared{}, _0{}), tile_layout{});
    for (int i = ctx.thread(); i < tile_rows * tile_columns; i += threads)
      sC(i / tile_columns, i % tile_columns) = contribution<T>(ctx.block_y(), i);
    ctx.fence_view_async_shared();
    ctx.sync();
    if (ctx.thread() == 0) {
      auto const gC = local_tile(args.tma.get_tma_tensor(make_shape(args.m, args.n)), tile_shape{},
                                 make_coord(ctx.block_x(), 0));
      auto const slice = args.tma.get_slice(_0{});
      copy(args.tma, slice.partition_S(sC), slice.partition_D(gC));
      ctx.tma_store_arrive();
      ctx.tma_store_wait(_0{});
    }
  }
};

template <class Op, class T>
T combine(T a, T b) {
  if constexpr (std::is_same_v<Op, SM90_TMA_REDUCE_ADD>) {
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
    } else {
      return static_cast<T>(static_cast<float>(a) + static_cast<float>(b));
    }
  } else {
    bool const is_less = [&] {
      if constexpr (std::is_integral_v<T>)
        return a < b;
      else
        return static_cast<float>(a) < static_cast<float>(b);
    }();
    return is_less == std::is_same_v<Op, SM90_TMA_REDUCE_MIN> ? a : b;
  }
}

template <class Op, class T>
void check_reduction(char const* name) {
  constexpr int tiles = 3;
  constexpr int blocks = 9;
  constexpr int m = tiles * tile_rows - 5;  // the last tile has 11 rows
  std::vector<T> expected(tiles * tile_rows * tile_columns);
  for (std::size_t o = 0; o < expected.size(); ++o)
    expected[o] = contribution<T>(-1, static_cast<int>(o));
  device_array<T> const memory(expected);
  for (int o = 0; o < m * tile_columns; ++o)
    for (int block = 0; block < blocks; ++block) {
      T& e = expected[static_cast<std::size_t>(o)];
      e = combine<Op>(e, contribution<T>(block, o % (tile_rows * tile_columns)));
    }
  auto const gC = make_tensor(make_gmem_ptr(memory.at),
                              make_layout(make_shape(m, tile_columns), Stride<Int<64>, _1>{}));
  auto const tma = make_tma_copy(Op{}, gC, tile_layout{});
  using arguments = reduction_arguments<T, std::remove_const_t<decltype(tma)>>;
  status const s =
      launch<reduce_tiles<T>>({tiles, blocks}, arguments{tma, m, tile_columns}, cudaStream_t{});
  auto const found = memory.download();
  long long wrong = 0;
  for (std::size_t o = 0; o < found.size(); ++o)
    wrong += std::memcmp(&found[o], &expected[o], sizeof(T)) != 0;
  report(name, s, wrong, static_cast<long long>(found.size()));
}

// ---- multicast loads, counted by Atom::bytes, and a store that the next block reads

constexpr auto stage_layout =
    tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _128>{});
using stage = std::remove_const_t<decltype(stage_layout)>;

template <class Load, class Store>
struct relay_arguments {
  Load load;
  Store store;
  half_t const* in;
  half_t* out;  // where the stores go
  int* flags;   // of each cluster: 0
  int* wrong;
};

constexpr int relay_rounds = 6;

template <class Load>
struct relay {
  static constexpr int threads = 128;
  using cluster = Shape<_2, _1, _1>;
  using shared = shared_memory<field<half_t, cosize_v<stage>, 1024>, field<std::uint64_t, 1>>;

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const sA = make_tensor(ctx.shared(shared{}, _0{}), stage{});
    auto const full = ctx.shared(shared{}, _1{});
    int const rank = ctx.block_rank_in_cluster();
    int const pair = ctx.block_x() / 2;
    auto const shape = make_shape(64 * relay_rounds * 16, 128);
    auto const gA = local_tile(args.load.get_tma_tensor(shape), Shape<_64, _128>{},
                               make_coord(_, 0));  // (64,128,tiles)
    auto const parts =
        tma_partition(args.load, rank, Layout<_2>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
    if (ctx.thread() == 0) {
      ctx.initialize_barrier(full, 1);
      ctx.fence_barrier_init();
    }
    ctx.cluster_sync();
    for (int round = 0; round < relay_rounds; ++round) {
      int const tile = pair * relay_rounds + round;
      if (ctx.thread() == 0) {
        ctx.set_barrier_transaction_bytes(full, tma_bytes_v<Load>);
        copy(args.load.with(*full, std::uint16_t{3}, TMA::CacheHintSm90::EVICT_LAST),
             parts.global(_, tile), parts.shared);
      }
      ctx.wait_barrier(full, round & 1);
      for (int i = ctx.thread(); i < 64 * 128; i += threads)
        if (static_cast<float>(sA(i / 128, i % 128)) !=
            static_cast<float>(args.in[tile * 64 * 128 + i]))
          atomicAdd(args.wrong, 1);
      ctx.sync();
      ctx.cluster_sync();  // both blocks have read
    }
    // Block 0 stores the last tile; block 1 reads it from global memory.
    auto const gC =
        local_tile(args.store.get_tma_tensor(shape), Shape<_64, _128>{}, make_coord(pair, 0));
    if (rank == 0 && ctx.thread() == 0) {
      auto const slice = args.store.get_slice(_0{});
      copy(args.store, slice.partition_S(sA), slice.partition_D(gC));
      ctx.tma_store_arrive();
      ctx.tma_store_complete(_0{});
      __threadfence();
      atomicExch(args.flags + pair, 1);
    }
    if (rank == 1) {
      if (ctx.thread() == 0) {
        while (atomicAdd(args.flags + pair, 0) == 0) {
        }
        __threadfence();
      }
      ctx.sync();
      int const tile = pair * relay_rounds + relay_rounds - 1;
      for (int i = ctx.thread(); i < 64 * 128; i += threads)
        if (static_cast<float>(args.out[pair * 64 * 128 + i]) !=
            static_cast<float>(args.in[tile * 64 * 128 + i]))
          atomicAdd(args.wrong, 1);
    }
    ctx.sync();
    ctx.cluster_sync();
  }
};

void check_relay() {
  constexpr int rows = 64 * relay_rounds * 16;
  std::vector<half_t> host(rows * 128);
  for (std::size_t i = 0; i < host.size(); ++i)
    host[i] = static_cast<half_t>(static_cast<float>(i * 31 % 2039));
  device_array<half_t> const in(host);
  device_array<half_t> const out(std::vector<half_t>(host.size()));
  device_array<int> const counts(std::vector<int>(17));
  auto const tensor = [&](half_t* p) {
    return make_tensor(make_gmem_ptr(p), make_layout(make_shape(rows, 128), Stride<_128, _1>{}));
  };
  auto const load = try_make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, tensor(in.at), stage{},
                                      Shape<_64, _128>{}, _2{}, TMA::L2Promotion::B256);
  auto const store =
      try_make_tma_copy(SM90_TMA_STORE{}, tensor(out.at), stage{}, Shape<_64, _128>{});
  if (!load || !store) {
    std::printf("%s%s\n", load.error.at, store.error.at);
    ++failed;
    return;
  }
  using load_copy = std::remove_const_t<decltype(load.copy)>;
  using arguments = relay_arguments<load_copy, std::remove_const_t<decltype(store.copy)>>;
  status const s = launch<relay<load_copy>>(
      {32}, arguments{load.copy, store.copy, in.at, out.at, counts.at, counts.at + 16},
      cudaStream_t{});
  report("multicast loads, and a store for another block", s, counts.download()[16],
         (2 * relay_rounds + 1) * 16 * 64 * 128);
  auto const not_pairs = launch<relay<load_copy>>(
      {31}, arguments{load.copy, store.copy, in.at, out.at, counts.at, counts.at + 16},
      cudaStream_t{});
  failed += not_pairs != status::grid_not_of_clusters;
  std::printf("31 blocks in clusters of 2: %s\n", to_string(not_pairs));
}

// ---- kernels that overlap

struct overlap_arguments {
  int* data;
  int value;
  int* wrong;
  unsigned long long* times;  // the end of `slow_writer`, the start of `early_reader`
};
__device__ inline unsigned long long now() {
  unsigned long long t = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
  return t;
}
constexpr int overlap_blocks = 64;

// Permits the next kernel to start, and writes 20 microseconds later.
struct slow_writer {
  static constexpr int threads = 128;
  using shared = shared_memory<>;

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, overlap_arguments const& args) {
    ctx.launch_dependent_grids();
    unsigned long long const until = now() + 20000;
    while (now() < until) {
    }
    args.data[ctx.block_x() * threads + ctx.thread()] = args.value;
    if (ctx.thread() == 0) atomicMax(args.times, now());
  }
};
struct early_reader {
  static constexpr int threads = 128;
  static constexpr bool is_dependent = true;
  using shared = shared_memory<>;

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, overlap_arguments const& args) {
    unsigned long long const started = now();
    ctx.wait_on_dependent_grids();
    int const i = ctx.block_x() * threads + ctx.thread();
    if (args.data[overlap_blocks * threads - 1 - i] != args.value) atomicAdd(args.wrong, 1);
    if (ctx.thread() == 0) atomicMin(args.times + 1, started);
  }
};

void check_overlap() {
  constexpr int rounds = 50;
  device_array<int> const data(std::vector<int>(overlap_blocks * 128 + 1));
  int* const wrong = data.at + overlap_blocks * 128;
  std::vector<unsigned long long> start(2 * rounds);
  for (std::size_t i = 1; i < start.size(); i += 2) start[i] = ~0ull;
  device_array<unsigned long long> const times(start);
  cudaStream_t stream{};
  cudaStreamCreate(&stream);
  status s = status::ok;
  for (int round = 0; round < rounds && s == status::ok; ++round) {
    overlap_arguments const args{data.at, round + 1, wrong, times.at + 2 * round};
    s = launch<slow_writer>({overlap_blocks}, args, stream);
    if (s == status::ok) s = launch<early_reader>({overlap_blocks}, args, stream);
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  auto const t = times.download();
  int overlapped = 0;
  for (std::size_t i = 0; i < t.size(); i += 2) overlapped += t[i + 1] < t[i];
  report("a dependent kernel reads what the first wrote", s, data.download().back(),
         rounds * overlap_blocks * 128);
  std::printf("%d of %d dependent kernels started before the first had ended\n", overlapped,
              rounds);
}

// ---- persistent grids

struct tile_arguments {
  int* visits;
  int tiles;
  int blocks;
};
template <int Blocks>
struct visit_tiles {
  static constexpr int threads = 256;
  using cluster = Shape<Int<Blocks>, _1, _1>;
  using shared = shared_memory<field<float, 13 * 1024>>;  // 52 KB

  template <class Context>
  TILEPROOF_KERNEL static void run(Context const& ctx, tile_arguments const& args) {
    for (int tile = ctx.block_x(); tile < args.tiles; tile += args.blocks)
      if (ctx.thread() == 0) atomicAdd(args.visits + tile, 1);
  }
};

template <int Blocks>
void check_persistent() {
  using kernel = visit_tiles<Blocks>;
  for (int const tiles : {1, 5, 100, 5000}) {
    device_array<int> const visits{std::vector<int>(static_cast<std::size_t>(tiles))};
    auto const grid = persistent_grid<kernel, tile_arguments>(tiles);
    auto const resident = resident_clusters<kernel, tile_arguments>();
    int const blocks = static_cast<int>(blocks_of(grid));
    status const s = launch<kernel>(grid, tile_arguments{visits.at, tiles, blocks}, cudaStream_t{});
    long long wrong = blocks == 0 || blocks % Blocks != 0 || blocks > resident * Blocks;
    for (int const v : visits.download()) wrong += v != 1;
    char name[80];
    std::snprintf(name, sizeof(name), "%d tiles, clusters of %d: %d blocks, %lld at most", tiles,
                  Blocks, blocks, static_cast<long long>(resident * Blocks));
    report(name, s, wrong, tiles);
  }
}

// ---- a tensor map that cannot be

void check_refused() {
  device_array<half_t> const memory(std::vector<half_t>(2048));
  auto const attempt = [](half_t* p) {
    auto const t =
        make_tensor(make_gmem_ptr(p), make_layout(make_shape(16, 64), Stride<_64, _1>{}));
    return try_make_tma_copy(SM90_TMA_LOAD{}, t, Layout<Shape<_8, _64>, Stride<_64, _1>>{},
                             Shape<_8, _64>{});
  };
  auto const refused = attempt(memory.at + 1);
  failed += static_cast<bool>(refused) || !attempt(memory.at);
  ++tried;
  std::printf("%s\n", refused.error.at);
}

}  // namespace

int main() {
  int const sm = compute_capability();
  if (sm == 0) return skipped;
  if (sm < 90) {
    std::puts("skipped: clusters and TMA need sm_90");
    return skipped;
  }
  check_reduction<SM90_TMA_REDUCE_ADD, half_t>("add f16");
  check_reduction<SM90_TMA_REDUCE_ADD, bfloat16_t>("add bf16");
  check_reduction<SM90_TMA_REDUCE_ADD, float>("add f32");
  check_reduction<SM90_TMA_REDUCE_ADD, std::int32_t>("add s32");
  check_reduction<SM90_TMA_REDUCE_ADD, std::uint32_t>("add u32");
  check_reduction<SM90_TMA_REDUCE_ADD, std::int64_t>("add s64");
  check_reduction<SM90_TMA_REDUCE_ADD, std::uint64_t>("add u64");
  check_reduction<SM90_TMA_REDUCE_MIN, half_t>("min f16");
  check_reduction<SM90_TMA_REDUCE_MIN, bfloat16_t>("min bf16");
  check_reduction<SM90_TMA_REDUCE_MIN, std::int32_t>("min s32");
  check_reduction<SM90_TMA_REDUCE_MIN, std::uint32_t>("min u32");
  check_reduction<SM90_TMA_REDUCE_MIN, std::int64_t>("min s64");
  check_reduction<SM90_TMA_REDUCE_MIN, std::uint64_t>("min u64");
  check_reduction<SM90_TMA_REDUCE_MAX, half_t>("max f16");
  check_reduction<SM90_TMA_REDUCE_MAX, bfloat16_t>("max bf16");
  check_reduction<SM90_TMA_REDUCE_MAX, std::int32_t>("max s32");
  check_reduction<SM90_TMA_REDUCE_MAX, std::uint32_t>("max u32");
  check_reduction<SM90_TMA_REDUCE_MAX, std::int64_t>("max s64");
  check_reduction<SM90_TMA_REDUCE_MAX, std::uint64_t>("max u64");
  check_relay();
  check_overlap();
  check_persistent<1>();
  check_persistent<2>();
  check_persistent<4>();
  check_refused();
  std::printf("%d tests, %d failed\n", tried, failed);
  return failed != 0;
}
