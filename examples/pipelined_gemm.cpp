// SPDX-License-Identifier: BSL-1.0
//
// A first GEMM with a pipeline, D = A B^T: one thread loads k-tiles by TMA into three stages of
// shared memory, a warpgroup multiplies them by wgmma. Its protocol is proved, its shared memory
// declared once. One source is compiled for the CPU, where every access is checked, and for a GPU
// of sm_90.
//
// Compile: g++ -std=c++20 -O1 -I../include pipelined_gemm.cpp -o pipelined_gemm -lboost_context
// Compile: nvcc -std=c++20 -arch=sm_90a -I../include -x cu pipelined_gemm.cpp -o pipelined_gemm
// Prints:
//   73776 bytes of shared memory, 6 blocks of 160 threads
//   49152 of 49152 elements are right
#include <tileproof/atom.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/machine/memory.hpp>
#include <tileproof/machine/run_protocol.hpp>
#include <tileproof/tileproof.hpp>
#if !defined(__CUDACC__)
#include <tileproof/cpu.hpp>
#endif

#include <cstdio>
#include <vector>

using namespace tileproof;

// The tiles. A block has one of 64 x 128 of D, and three k-tiles of A and of B in shared memory.
using BLK_M = _64;
using BLK_N = _128;
using BLK_K = _64;
using PIPE = _3;
using tile_a = Shape<BLK_M, BLK_K>;
using tile_b = Shape<BLK_N, BLK_K>;
using tile_d = Shape<BLK_M, BLK_N>;
using swizzled = GMMA::Layout_K_SW128_Atom<half_t>;
using sA_layout =
    decltype(tile_to_shape(swizzled{}, append(tile_a{}, PIPE{})));  // (BLK_M,BLK_K,PIPE)
using sB_layout =
    decltype(tile_to_shape(swizzled{}, append(tile_b{}, PIPE{})));  // (BLK_N,BLK_K,PIPE)
using warpgroup = decltype(make_tiled_mma(
    GMMA::ss_op_selector<half_t, half_t, float, Shape<BLK_M, BLK_N, BLK_K>>()));
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(sA_layout{}));
static_assert(require<canonical_for_wgmma<GMMA::Major::K, half_t>>(sB_layout{}));
static_assert(require<owns_every_element<>>(warpgroup::get_layoutC_TV(), tile_d{}));

// The roles and their actions for each k-tile.
struct loads_and_multiplies {
  struct A : pipeline::buffer<A, PIPE::value, pipeline::bytes_of_stage<half_t, tile_a>> {};
  struct B : pipeline::buffer<B, PIPE::value, pipeline::bytes_of_stage<half_t, tile_b>> {};
  struct Acc : pipeline::accumulator<Acc> {};
  struct Full : pipeline::mbarrier<Full, PIPE::value, 1> {};
  struct Empty : pipeline::mbarrier<Empty, PIPE::value, 4> {};  // one arrival a warp
  using resources = pipeline::resources<A, B, Acc, Full, Empty>;
  using loop = pipeline::steps;
  struct consumer {
    static constexpr int threads = size(warpgroup{});
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.warpgroup_arrive();
      m.gemm(Acc{}[0], A{}[pipeline::now], B{}[pipeline::now]);
      m.warpgroup_commit_batch();
      m.warpgroup_wait(_0{});
      if (m.leads_warp()) m.arrive(Empty{}[pipeline::now]);
    }
    static_assert(Empty::amount == threads / 32);
    TILEPROOF_ROLE void finish(auto& m) { m.read(Acc{}[0]); }
  };
  struct producer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], A::amount + B::amount);
      m.tma_load(A{}[pipeline::now], Full{}[pipeline::now]);
      m.tma_load(B{}[pipeline::now], Full{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<consumer, producer>;
};
static_assert(require<sound_protocol>(loads_and_multiplies{}));

// Block (x,y) has the tile (x,y) of D, of size (M,N); A is (M,K), B is (N,K).
struct multiply {
  using protocol = loads_and_multiplies;
  using A = protocol::A;
  using B = protocol::B;
  static constexpr int threads = protocol::consumer::threads + 32;
  using shared = pipeline::memory<protocol, pipeline::bind<A, half_t, sA_layout>,
                                  pipeline::bind<B, half_t, sB_layout>>;

  template <class LoadA, class LoadB, class Matrix>
  struct arguments {
    LoadA a;  // TMA copies, with their tensor maps
    LoadB b;
    Matrix d;
    int k;
  };

  // The payload: what load, gemm and read do with the data of a role.
  template <class Context, class Arguments>
  struct data {
    Context const& ctx;
    Arguments const& args;
    decltype(partition_fragment_C(warpgroup{}, tile_d{})) sums{};  // (MMA,MMA_M,MMA_N)
    TILEPROOF_KERNEL void load(A, auto const& to, auto const& full, int k) const {
      auto const mA = args.a.get_tma_tensor(make_shape(size<0>(args.d), args.k));
      auto const gA = local_tile(mA, tile_a{}, make_coord(ctx.block_x(), k));
      auto const tma = args.a.get_slice(_0{});
      copy(args.a.with(*full), tma.partition_S(gA), tma.partition_D(to));
    }
    TILEPROOF_KERNEL void load(B, auto const& to, auto const& full, int k) const {
      auto const mB = args.b.get_tma_tensor(make_shape(size<1>(args.d), args.k));
      auto const gB = local_tile(mB, tile_b{}, make_coord(ctx.block_y(), k));
      auto const tma = args.b.get_slice(_0{});
      copy(args.b.with(*full), tma.partition_S(gB), tma.partition_D(to));
    }
    TILEPROOF_KERNEL void gemm(protocol::Acc, auto const& sA, auto const& sB) {
      auto const mma = warpgroup{}.get_slice(_0{});
      tileproof::gemm(warpgroup{}, mma.partition_fragment_A(sA), mma.partition_fragment_B(sB),
                      sums);
    }
    TILEPROOF_KERNEL void read(protocol::Acc) {
      warpgroup_fence_operand(sums);
      auto const gD = local_tile(args.d, tile_d{}, make_coord(ctx.block_x(), ctx.block_y()));
      copy(sums, warpgroup{}.get_slice(ctx.thread()).partition_C(gD));
    }
  };

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const make = [&](auto) {
      data<Context, Arguments> made{ctx, args};
      clear(made.sums);
      return made;
    };
    pipeline::run_protocol<shared>(ctx, make, pipeline::step_count<int>{args.k / BLK_K{}});
  }
};

// The arguments for A and B, K-major, and D, row-major, at these pointers.
template <class A, class B, class D>
auto arguments_for(A a, B b, D d, int m, int n, int k) {
  auto const mA = make_tensor(make_gmem_ptr(a), make_shape(m, k), make_stride(k, _1{}));
  auto const mB = make_tensor(make_gmem_ptr(b), make_shape(n, k), make_stride(k, _1{}));
  auto const mD = make_tensor(make_gmem_ptr(d), make_shape(m, n), make_stride(n, _1{}));
  auto const load_a = make_tma_copy(SM90_TMA_LOAD{}, mA, take<0, 2>(sA_layout{}), tile_a{});
  auto const load_b = make_tma_copy(SM90_TMA_LOAD{}, mB, take<0, 2>(sB_layout{}), tile_b{});
  return multiply::arguments{load_a, load_b, mD, k};
}

// Whether the tiles divide the matrices. The kernel has no predicates.
constexpr bool is_taken(int m, int n, int k) {
  return m % BLK_M{} == 0 && n % BLK_N{} == 0 && k % BLK_K{} == 0;
}

int main() {
  constexpr int m = 192, n = 256, k = 320;
  static_assert(is_taken(m, n, k));
  grid_of_blocks const grid{m / BLK_M{}, n / BLK_N{}};
  std::printf("%d bytes of shared memory, %d blocks of %d threads\n",
              static_cast<int>(multiply::shared::bytes), static_cast<int>(blocks_of(grid)),
              multiply::threads);
  std::vector<half_t> a(m * k), b(n * k);
  std::vector<float> d(m * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = half_t(static_cast<float>(i % 7) - 3);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = half_t(static_cast<float>(i % 11) - 5);
#if defined(__CUDACC__)
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) return std::puts("skipped"), 77;
  half_t *in_a = nullptr, *in_b = nullptr;
  float* out = nullptr;
  cudaMalloc(&in_a, sizeof(half_t) * a.size());
  cudaMalloc(&in_b, sizeof(half_t) * b.size());
  cudaMalloc(&out, sizeof(float) * d.size());
  cudaMemcpy(in_a, a.data(), sizeof(half_t) * a.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(in_b, b.data(), sizeof(half_t) * b.size(), cudaMemcpyHostToDevice);
  auto const args = arguments_for(in_a, in_b, out, m, n, k);
  status const said = launch<multiply>(grid, args, cudaStream_t{});
  if (said != status::ok) return std::puts(to_string(said)), 1;
  cudaError_t const error =
      cudaMemcpy(d.data(), out, sizeof(float) * d.size(), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return std::puts(cudaGetErrorString(error)), 1;
#else
  cpu::global<half_t const> const in_a("A", a.data(), m * k);
  cpu::global<half_t const> const in_b("B", b.data(), n * k);
  cpu::global<float> out("D", d.data(), m * n);
  out.starts_unwritten().must_be_written();
  auto const args = arguments_for(in_a.data(), in_b.data(), out.data(), m, n, k);
  cpu::report const said = cpu::launch<multiply>({m / BLK_M{}, n / BLK_N{}}, args);
  if (!said.clean()) return std::puts(said.text().c_str()), 1;
#endif
  int right = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l)
        sum += static_cast<float>(a[static_cast<std::size_t>(i * k + l)]) *
               static_cast<float>(b[static_cast<std::size_t>(j * k + l)]);
      right += d[static_cast<std::size_t>(i * n + j)] == sum;
    }
  std::printf("%d of %d elements are right\n", right, m * n);
  return right == m * n ? 0 : 1;
}
