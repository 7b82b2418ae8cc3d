// SPDX-License-Identifier: BSL-1.0
//
// TMA (the Tensor Memory Accelerator): where it puts each element of a tile, read off the GPU.
// Every element of a tensor holds its own number; each tile is loaded, and every element of shared
// memory compared with the layout; then it is stored elsewhere, and every element of that tensor
// compared. The tiles are those of static_tests/atom/tma_facts.hpp, with a residue at the tensor's
// end: at a multiple of 16 bytes, and, to be loaded alone, at an element before it. And bulk
// copies, both ways, and words that the blocks of a cluster store in each other's shared memory.
#include "gpu.hpp"
#include "tma_tensors.hpp"

#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/prefetch.hpp>
#include <tileproof/atom/tma/bulk.hpp>
#include <tileproof/atom/tma/make_tma_copy.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/predicate.hpp>

#include <boost/hana/at.hpp>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace tileproof;

namespace {

using boxes::extents_of;
using boxes::plain;
using boxes::tile_counts;
using boxes::with_residues;

constexpr int memory_bytes = 8192;
constexpr unsigned char untouched = 0xee;

// One more than an offset, as far as a T holds it: digit `plane` of it.
template <class T>
__host__ __device__ T number(long long offset, int plane) {
  if constexpr (sizeof(T) == 1) return static_cast<T>((offset + 1) >> (8 * plane));
  if constexpr (sizeof(T) == 2) return static_cast<T>((offset + 1) >> (16 * plane));
  return static_cast<T>(offset + 1);
}
template <class T>
constexpr int planes = sizeof(T) == 1   ? 3
                       : sizeof(T) == 2 ? 2
                                        : 1;

template <class L>
constexpr auto inner(L const& l) {
  return detail::inner_layout(l);
}

// Tile b / blocks of the tensor, through shared memory, by block b of the grid.
template <class Moved, class Load, class Store, class Global>
__global__ void round_trip(__grid_constant__ Load const load, __grid_constant__ Store const store,
                           Global const global, int plane, bool is_stored, int* wrong) {
  using T = typename Moved::type;
  using Shared = typename Moved::shared_type;
  using Tiler = typename Moved::tiler;
  constexpr int blocks = Moved::box::blocks;
  constexpr int rank = Shared::rank;
  constexpr int bytes = tma_bytes_v<Load>;
  static_assert(sizeof(T) * Moved::shared.last < memory_bytes);
  __shared__ alignas(1024) unsigned char memory[memory_bytes];
  __shared__ std::uint64_t barrier;
  auto* const elements = reinterpret_cast<T*>(memory);
  int const thread = static_cast<int>(threadIdx.x);
  int const block = static_cast<int>(blockIdx.x) % blocks;
  for (int i = thread; i < memory_bytes; i += 128) memory[i] = untouched;
  if (thread == 0) {
    initialize_barrier(barrier);
    fence_barrier_init();
  }
  fence_view_async_shared();
  cluster_sync();

  auto const tiles = tile_counts<Tiler>(shape(global));
  auto const at = idx2crd(static_cast<int>(blockIdx.x) / blocks, tiles);
  auto const shared = make_tensor(make_smem_ptr(assume_aligned<1024>(elements)), Shared{});
  if (thread == 0) {
    prefetch_tma_descriptor(load);
    auto const tile = local_tile(load.get_tma_tensor(shape(global)), Tiler{}, at);
    auto [from, to] = tma_partition(load, block, Layout<Int<blocks>>{},
                                    group_modes<0, rank>(shared), group_modes<0, rank>(tile));
    set_barrier_transaction_bytes(barrier, bytes);
    prefetch(load, from);
    copy(load.with(barrier, (1 << blocks) - 1), from, to);
  }
  wait_barrier(barrier, 0);

  auto const coordinates = local_tile(make_identity_tensor(shape(global)), Tiler{}, at);
  for (int i = thread; i < size(Shared{}); i += 128) {
    auto const c = plain(coordinates(i));
    T const expected = elem_less(c, shape(global)) ? number<T>(global(c), plane) : T{};
    if (elements[Shared{}(i)] != expected) atomicAdd(wrong, 1);
  }
  __syncthreads();
  if (thread == 0 && block == 0 && is_stored) {
    auto const tile = local_tile(store.get_tma_tensor(shape(global)), Tiler{}, at);
    auto const slice = store.get_slice(Int<0>{});
    copy(store, slice.partition_S(shared), slice.partition_D(tile));
    tma_store_arrive();
    tma_store_wait<0>();
  }
  cluster_sync();
}

// ---- host

int failed = 0;
int tried = 0;
int moved = 0;  // tiles
long long compared = 0;
int* wrong = nullptr;

template <class Kernel, class... Args>
cudaError_t launch(Kernel* kernel, int blocks, int cluster, Args... args) {
  cudaLaunchConfig_t config{};
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = static_cast<unsigned>(cluster);
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.gridDim = static_cast<unsigned>(blocks);
  config.blockDim = 128;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, args...);
}

template <class Moved>
  requires(decltype(depth(typename Moved::global_type{}))::value > 1)
void check() {}
template <class Moved>
  requires(decltype(depth(typename Moved::global_type{}))::value == 1)
void check() {
  using T = typename Moved::type;
  using Shared = typename Moved::shared_type;
  using Tiler = typename Moved::tiler;
  using Op = std::conditional_t<Moved::box::blocks == 1, SM90_TMA_LOAD, SM90_TMA_LOAD_MULTICAST>;
  using Blocks = Int<Moved::box::blocks>;
  constexpr int rank = Moved::global_type::rank;
  auto tile = extents_of<Tiler>(std::make_index_sequence<rank_v<Tiler>>{});
  tile.resize(rank, 1);
  using indices = std::make_index_sequence<rank>;
  auto const global = with_residues<sizeof(T)>(typename Moved::global_type{}, tile, 0, indices{});
  auto const shorter = with_residues<sizeof(T)>(typename Moved::global_type{}, tile, 1, indices{});
  std::size_t const elements = static_cast<std::size_t>(cosize(global));
  T* from = nullptr;
  T* to = nullptr;
  std::vector<T> host(elements);
  cudaMalloc(&from, elements * sizeof(T));
  cudaMalloc(&to, elements * sizeof(T));
  auto const load = [&](auto const& layout) {
    return make_tma_copy(Op{}, make_tensor(make_gmem_ptr(from), layout), Shared{}, Tiler{},
                         Blocks{});
  };
  auto const store =
      make_tma_copy(SM90_TMA_STORE{}, make_tensor(make_gmem_ptr(to), global), Shared{}, Tiler{});
  int const tiles = static_cast<int>(size(tile_counts<Tiler>(shape(global))));
  ++moved;
  for (int plane = 0; plane < planes<T>; ++plane) {
    for (std::size_t o = 0; o < elements; ++o)
      host[o] = number<T>(static_cast<long long>(o), plane);
    cudaMemcpy(from, host.data(), elements * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemset(to, untouched, elements * sizeof(T));
    cudaMemset(wrong, 0, sizeof(int));
    auto const run = [&](auto const& layout, bool is_stored) {
      return launch(round_trip<Moved, decltype(load(layout)), std::remove_const_t<decltype(store)>,
                               std::remove_cvref_t<decltype(layout)>>,
                    tiles * Blocks::value, Blocks::value, load(layout), store, layout, plane,
                    is_stored, wrong);
    };
    int count = 0;
    cudaError_t error = run(global, true);
    if (error == cudaSuccess) error = run(shorter, false);
    if (error == cudaSuccess)
      error = cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(host.data(), to, elements * sizeof(T), cudaMemcpyDeviceToHost);
    int stored = 0;
    std::vector<bool> inside(elements);
    for (int i = 0; i < static_cast<int>(size(global)); ++i)
      inside[static_cast<std::size_t>(global(i))] = true;
    T beside;
    std::memset(&beside, untouched, sizeof(T));
    for (std::size_t o = 0; o < elements; ++o)
      stored += host[o] != (inside[o] ? number<T>(static_cast<long long>(o), plane) : beside);
    ++tried;
    compared += 2LL * tiles * Blocks::value * size(Shared{}) + static_cast<long long>(elements);
    failed += error != cudaSuccess || count != 0 || stored != 0;
    if (error != cudaSuccess || count != 0 || stored != 0)
      std::printf("%s of %d bytes: %d wrong in shared memory, %d in the tensor  %s\n",
                  to_string(inner(Shared{})).at, static_cast<int>(sizeof(T)), count, stored,
                  cudaGetErrorString(error));
  }
  cudaFree(from);
  cudaFree(to);
}

// ---- bulk copies: block b moves its 1024 bytes, in two instructions each way

template <class T>
__global__ void bulk_round_trip(T const* from, T* to, int* wrong) {
  constexpr int elements = 1024 / static_cast<int>(sizeof(T));
  using bits = Int<512 * 8>;
  using layout = Layout<Shape<Int<elements / 2>, _2>>;
  __shared__ alignas(16) T memory[elements];
  __shared__ std::uint64_t barrier;
  int const thread = static_cast<int>(threadIdx.x);
  int const first = static_cast<int>(blockIdx.x) * elements;
  auto const offset = assume_multiple_of<elements>(first);
  auto const global = make_tensor(make_gmem_ptr(assume_aligned<16>(from)) + offset, layout{});
  auto stored = make_tensor(make_gmem_ptr(assume_aligned<16>(to)) + offset, layout{});
  auto shared = make_tensor(make_smem_ptr(assume_aligned<16>(memory)), layout{});
  if (thread == 0) {
    initialize_barrier(barrier);
    fence_barrier_init();
  }
  __syncthreads();
  if (thread == 0) {
    ClusterTransactionBarrier::arrive_and_expect_tx(&barrier, 1024);
    Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, bits>, T> const load;
    copy(load.with(barrier), global, shared);
  }
  ClusterTransactionBarrier::wait(&barrier, 0);
  for (int i = thread; i < elements; i += 128) {
    if (memory[i] != number<T>(first + i, 0)) atomicAdd(wrong, 1);
    memory[i] = number<T>(first + i + 1, 0);
  }
  fence_view_async_shared();
  __syncthreads();
  if (thread == 0) {
    Copy_Atom<Copy_Traits<SM90_BULK_COPY_S2G, bits>, T> const store;
    copy(store, shared, stored);
    tma_store_arrive();
    tma_store_wait<0>();
  }
}

template <class T>
void check_bulk_of() {
  constexpr int elements = 16384;
  std::vector<T> host(elements);
  T* from = nullptr;
  T* to = nullptr;
  cudaMalloc(&from, elements * sizeof(T));
  cudaMalloc(&to, elements * sizeof(T));
  for (int i = 0; i < elements; ++i) host[static_cast<std::size_t>(i)] = number<T>(i, 0);
  cudaMemcpy(from, host.data(), elements * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemset(to, 0, elements * sizeof(T));
  cudaMemset(wrong, 0, sizeof(int));
  bulk_round_trip<<<elements* static_cast<int>(sizeof(T)) / 1024, 128>>>(
      static_cast<T const*>(from), to, wrong);
  int count = 0;
  cudaError_t const error = cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(host.data(), to, elements * sizeof(T), cudaMemcpyDeviceToHost);
  int stored = 0;
  for (int i = 0; i < elements; ++i)
    stored += host[static_cast<std::size_t>(i)] != number<T>(i + 1, 0);
  cudaFree(from);
  cudaFree(to);
  failed += error != cudaSuccess || count != 0 || stored != 0;
  std::printf("bulk copies of %d bytes: %d wrong in shared memory, %d in global  %s\n",
              static_cast<int>(sizeof(T)), count, stored, cudaGetErrorString(error));
}
void check_bulk() {
  check_bulk_of<short>();
  check_bulk_of<float>();
  check_bulk_of<double>();
}

// ---- a cluster: an elected lane of each block stores a word in every block

__global__ void exchange_words(int* wrong) {
  constexpr std::uint32_t most_blocks = 8;
  __shared__ std::uint32_t words[most_blocks];
  __shared__ std::uint64_t barrier;
  std::uint32_t const blocks = cluster_shape().x;
  auto const word_of = [](std::uint32_t block) { return 0x9e3779b9u * (block + 1); };
  auto const address_of = [](void const* p) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
  };
  if (threadIdx.x == 0) {
    initialize_barrier(barrier);
    fence_barrier_init();
    set_barrier_transaction_bytes(barrier, 4 * blocks);
  }
  cluster_sync();
  auto const elected = elect_one_leader_sync();
  unsigned const leaders = __ballot_sync(~0u, elected.is_leader != 0);
  if (leaders != 1u << elected.leader_lane_id) atomicAdd(wrong, 1);
  std::uint32_t const own = block_rank_in_cluster();
  if (threadIdx.x < 32 && elected.is_leader)
    for (std::uint32_t rank = 0; rank < blocks; ++rank)
      store_shared_remote(word_of(own), address_of(words + own), address_of(&barrier), rank);
  wait_barrier(barrier, 0);
  if (threadIdx.x < blocks && words[threadIdx.x] != word_of(threadIdx.x)) atomicAdd(wrong, 1);
  cluster_sync();
}

void check_cluster() {
  for (int blocks : {2, 4, 8}) {
    cudaMemset(wrong, 0, sizeof(int));
    int count = 0;
    cudaError_t error = launch(exchange_words, 4 * blocks, blocks, wrong);
    if (error == cudaSuccess)
      error = cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost);
    failed += error != cudaSuccess || count != 0;
    std::printf("words between %d blocks: %d wrong  %s\n", blocks, count,
                cudaGetErrorString(error));
  }
}

// ---- tensor maps that the driver is never asked for

void check_conditions() {
  alignas(16) static short memory[2048];
  auto const refuses = [](auto op, short* p, int n, int ld) {
    try {
      make_tma_atom(op, make_tensor(make_gmem_ptr(p), make_shape(16, n), make_stride(ld, _1{})),
                    Layout<Shape<_8, _64>, Stride<_64, _1>>{}, Shape<_8, _64>{});
    } catch (tma_error const& e) {
      std::printf("%s\n", e.what());
      return true;
    }
    return false;
  };
  failed += !refuses(SM90_TMA_LOAD{}, memory + 1, 64, 64);
  failed += !refuses(SM90_TMA_LOAD{}, memory, 64, 68);
  failed += !refuses(SM90_TMA_LOAD{}, memory, 0, 64);
  failed += !refuses(SM90_TMA_STORE{}, memory, 60, 64);
}

// No GPU is here to run them: one of seven is compiled.
#if defined(TILEPROOF_FEW_KERNELS)
constexpr std::size_t step = 7;
#else
constexpr std::size_t step = 1;
#endif
template <std::size_t Step, std::size_t... I>
void check_every(std::index_sequence<I...>) {
  (check<typename std::remove_cvref_t<decltype(boost::hana::at_c<Step * I>(boxes::all))>::type>(),
   ...);
}

}  // namespace

int main() {
  int const sm = compute_capability();
  if (sm == 0) return skipped;
  if (sm < 90) {
    std::puts("skipped: TMA needs sm_90");
    return skipped;
  }
  if (cudaMalloc(&wrong, sizeof(int)) != cudaSuccess) return 1;
  check_every<step>(std::make_index_sequence<(boxes::count + step - 1) / step>{});
  check_bulk();
  check_cluster();
  check_conditions();
  std::printf("%d round trips of %d tiles, %lld elements compared, %d failed\n", tried, moved,
              compared, failed);
  return failed != 0;
}
