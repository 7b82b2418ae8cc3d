// SPDX-License-Identifier: BSL-1.0
//
// A first kernel with a pipeline: one thread loads tiles by TMA into two stages of shared memory,
// 128 threads store them. Its protocol is proved, its shared memory declared once. One source is
// compiled for the CPU, where every access is checked, and for a GPU of sm_90.
//
// Compile: g++ -std=c++20 -O1 -I../include pipelined_copy.cpp -o pipelined_copy -lboost_context
// Compile: nvcc -std=c++20 -arch=sm_90a -I../include -x cu pipelined_copy.cpp -o pipelined_copy
// Prints:
//   8224 bytes of shared memory, 3 blocks of 160 threads
//   15360 of 15360 elements are right
#include <tileproof/atom.hpp>
#include <tileproof/atom/tma/bulk.hpp>
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

// The roles and their actions in each step.
struct two_stages {
  struct Tile : pipeline::buffer<Tile, 2, 4096> {};
  struct Full : pipeline::mbarrier<Full, 2, 1> {};
  struct Empty : pipeline::mbarrier<Empty, 2, 4> {};  // one arrival a warp
  using resources = pipeline::resources<Tile, Full, Empty>;
  using loop = pipeline::steps;
  struct producer {
    static constexpr int threads = 1;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Empty{}[pipeline::now].before());
      m.arrive_and_expect_tx(Full{}[pipeline::now], 4096);
      m.tma_load(Tile{}[pipeline::now], Full{}[pipeline::now]);
    }
  };
  struct consumer {
    static constexpr int threads = 128;
    TILEPROOF_ROLE void step(auto& m) {
      m.wait(Full{}[pipeline::now]);
      m.read(Tile{}[pipeline::now]);
      m.fence_view_async_shared();  // TMA overwrites what these threads have read
      m.sync_warp();
      if (m.leads_warp()) m.arrive(Empty{}[pipeline::now]);
    }
  };
  using roles = pipeline::roles<producer, consumer>;
};
static_assert(require<sound_protocol>(two_stages{}));

// A block copies `steps` tiles of 1024 floats.
struct copy_tiles {
  using protocol = two_stages;
  using Tile = two_stages::Tile;
  static constexpr int threads = 32 + 128;
  using stages = Layout<Shape<_1024, _2>>;  // (TILE,PIPE)
  using shared = pipeline::memory<protocol, pipeline::bind<Tile, float, stages>>;

  // A thread stores 4 floats at a time: (thread,value) -> element.
  using vectors = Layout<Shape<_128, Shape<_4, _2>>, Stride<_4, Stride<_1, _512>>>;
  static_assert(require<owns_every_element<>>(vectors{}, Shape<_1024>{}));
  static_assert(require<access_width<128, float>>(vectors{}));

  template <class From, class To>
  struct arguments {
    From from;
    To to;
    int steps;
  };

  // The payload: what load and read do with the data of a role.
  template <class Context, class Arguments>
  struct data {
    Context const& ctx;
    Arguments const& args;
    // Tile n of this block.
    template <class P>
    TILEPROOF_KERNEL auto tile(P p, int n) const {
      auto const at = (ctx.block_x() * args.steps + n) * 1024;
      return make_tensor(make_gmem_ptr(assume_aligned<16>(p + at)), Layout<_1024>{});
    }
    template <class Stage, class Barrier>
    TILEPROOF_KERNEL void load(Tile, Stage const& to, Barrier const& full, int n) const {
      Copy_Atom<Copy_Traits<SM90_BULK_COPY_G2S, Int<8 * 4096>>, float> const bulk;
      copy(bulk.with(full), tile(args.from, n), to);
    }
    template <class Stage>
    TILEPROOF_KERNEL void read(Tile, Stage const& from, int n) const {
      auto const mine = make_coord(ctx.thread() % 128, _);
      copy(require_vectorised, composition(from, vectors{})(mine),
           composition(tile(args.to, n), vectors{})(mine));
    }
  };

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const make = [&](auto) { return data<Context, Arguments>{ctx, args}; };
    pipeline::run_protocol<shared>(ctx, make, pipeline::step_count<int>{args.steps});
  }
};

int main() {
  constexpr int blocks = 3, steps = 5, elements = blocks * steps * 1024;
  std::printf("%d bytes of shared memory, %d blocks of %d threads\n",
              static_cast<int>(copy_tiles::shared::bytes), blocks, copy_tiles::threads);
  std::vector<float> in(elements), out(elements);
  for (int i = 0; i < elements; ++i) in[static_cast<std::size_t>(i)] = static_cast<float>(i % 509);
#if defined(__CUDACC__)
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) return std::puts("skipped"), 77;
  float *from = nullptr, *to = nullptr;
  cudaMalloc(&from, elements * sizeof(float));
  cudaMalloc(&to, elements * sizeof(float));
  cudaMemcpy(from, in.data(), elements * sizeof(float), cudaMemcpyHostToDevice);
  copy_tiles::arguments<float const*, float*> const args{from, to, steps};
  if (launch<copy_tiles>({blocks}, args, cudaStream_t{}) != status::ok) return 1;
  if (cudaMemcpy(out.data(), to, elements * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
#else
  cpu::global<float const> const from("from", in.data(), elements);
  cpu::global<float> to("to", out.data(), elements);
  to.starts_unwritten().must_be_written();
  copy_tiles::arguments<cpu::ptr<float const*>, cpu::ptr<float*>> const args{from.data(), to.data(),
                                                                             steps};
  cpu::report const said = cpu::launch<copy_tiles>({blocks}, args);
  if (!said.clean()) return std::puts(said.text().c_str()), 1;
#endif
  int right = 0;
  for (int i = 0; i < elements; ++i)
    right += in[static_cast<std::size_t>(i)] == out[static_cast<std::size_t>(i)];
  std::printf("%d of %d elements are right\n", right, elements);
  return right == elements ? 0 : 1;
}
