// SPDX-License-Identifier: BSL-1.0
//
// Defines cpu::launch: runs a kernel on the CPU, block after block, each on fibres, always in the
// same order, with every access checked.
//
//   cpu::report const r =
//       cpu::launch<copy_vectorised<float>>({4}, copy_arguments{src.data(), dst.data(), n});
//   if (!r.clean()) std::cerr << r.text();
//
// src and dst are cpu::global objects (cpu/global.hpp). Races are judged by barriers, not by the
// order in which threads happen to run, so a race is found in either order; but only the branches
// that the data takes are executed: run the kernel with several sizes, and with options::reverse.
//
// Cost: each access is judged, and each byte of memory has 2 to 32 bytes of history
// (cpu/shadow.hpp). Choose sizes of a few blocks.
#pragma once

#include <tileproof/cpu/block_context.hpp>
#include <tileproof/cpu/type_name.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// The grid: its extents in blocks, gridDim of a launch. {4} is 4 blocks along x.
struct grid {
  int x = 1;
  int y = 1;
  int z = 1;
};

// The most shared memory that a block can have on sm_`sm`, in bytes; 48 KB for an architecture
// below sm_90 that is not listed. Source: CUDA C++ Programming Guide, "Compute Capabilities": the
// maximum amount of shared memory per thread block.
constexpr std::int64_t most_shared_bytes(int sm) {
  constexpr std::int64_t kb = 1024;
  switch (sm) {
    case 70:
    case 72: return 96 * kb;
    case 75: return 64 * kb;
    case 80:
    case 87: return 163 * kb;
    case 86:
    case 89: return 99 * kb;
    case 120:
    case 121: return 99 * kb;
    default: return sm >= 90 ? 227 * kb : 48 * kb;
  }
}

// The sentence that says why no GPU of sm_`sm` accepts such a launch; empty if it is accepted.
// `threads` and `shared_bytes` are for one block.
inline std::string refusal_of_launch(grid const& g, std::int64_t threads, std::int64_t shared_bytes,
                                     int sm) {
  auto const n = [](std::int64_t i) { return std::to_string(i); };
  if (threads < 1 || threads > 1024)
    return "a block of " + n(threads) + " threads, where a GPU takes 1 to 1024";
  if (shared_bytes > most_shared_bytes(sm))
    return "a block with " + n(shared_bytes) + " bytes of shared memory, where sm_" + n(sm) +
           " has " + n(most_shared_bytes(sm)) + " (options::sm is the architecture)";
  if (g.x < 1 || g.y < 1 || g.z < 1)
    return "a grid of " + n(g.x) + " x " + n(g.y) + " x " + n(g.z) +
           " blocks, where each extent is at least 1: launch nothing where there is nothing to do";
  if (g.y > 65535 || g.z > 65535)
    return "a grid of " + n(g.x) + " x " + n(g.y) + " x " + n(g.z) +
           " blocks, where y and z are at most 65535: let x, which may have 2147483647, be the "
           "long "
           "extent";
  return {};
}

// As above, for clusters of the shape `cluster`.
inline std::string refusal_of_cluster(grid const& g, grid const& cluster, int sm) {
  auto const text = [](grid const& s) {
    return std::to_string(s.x) + " x " + std::to_string(s.y) + " x " + std::to_string(s.z);
  };
  int const blocks = cluster.x * cluster.y * cluster.z;
  if (blocks == 1) return {};
  if (sm < 90) return "clusters of " + text(cluster) + " blocks, which sm_90 has first";
  if (cluster.x < 1 || cluster.y < 1 || cluster.z < 1 || blocks > 16)
    return "clusters of " + text(cluster) + " blocks, where 1 to 8 are portable and 16 the most";
  if (g.x % cluster.x != 0 || g.y % cluster.y != 0 || g.z % cluster.z != 0)
    return "a grid of " + text(g) + " blocks, which is no multiple of its clusters of " +
           text(cluster);
  return {};
}

// As above, for `resident` clusters that run together.
inline std::string refusal_of_resident(grid const& g, grid const& cluster, int resident) {
  std::int64_t const clusters =
      std::int64_t{g.x / cluster.x} * (g.y / cluster.y) * (g.z / cluster.z);
  if (resident >= 1 && clusters % resident == 0) return {};
  return std::to_string(clusters) + " clusters, of which " + std::to_string(resident) +
         " are to run together (options::resident): let their number divide the grid";
}

// Runs Kernel::run(ctx, args) by every thread of every block. Kernel has `threads`, `shared` and
// `run` as in context/context.hpp; args holds checked pointers (global::data()) where a GPU has
// plain ones, and is shared by all threads.
//
// Blocks run one after the other, x fastest; options::reverse runs the last block and the last
// thread first; options::resident runs several together. Accesses of two blocks are unordered all
// the same; only flags in global memory order blocks that run together (cpu/flag.hpp). A block that
// cannot end (divergence, an exception, a register index out of range) ends the launch; later
// blocks do not run.
//
// Result: the findings and the counts. A grid or block that no GPU accepts is a finding too
// (fault::launch), and then nothing runs. After the last block, elements of outputs that must be
// written and are not are findings (fault::not_written). A std::exception inside of the kernel is a
// finding (fault::exception) and is not thrown on. Not reentrant from a second thread of the
// operating system: the block that runs is a global variable.
//
// `cluster` is the shape of the clusters, whose blocks run together and may use each other's
// barriers and shared memory; clusters run one after the other. A persistent kernel may be launched
// with few blocks. options::asynchronous decides when asynchronous operations happen: run a kernel
// that has such operations with first, last, and a few seeds of random.
template <class Kernel, class Arguments>
report launch(grid const& g, grid const& cluster, Arguments const& args, options o = {}) {
  if (o.kernel.empty()) o.kernel = type_name<Kernel>();
  std::string why = refusal_of_launch(g, Kernel::threads, Kernel::shared::bytes, o.sm);
  if (why.empty()) why = refusal_of_cluster(g, cluster, o.sm);
  if (why.empty()) why = refusal_of_resident(g, cluster, o.resident);
  if (!why.empty()) {
    report r;
    r.kernel = o.kernel;
    r.faults = 1;
    r.findings.push_back({fault::launch,
                          block_index{},
                          -1,
                          -1,
                          {},
                          -1,
                          0,
                          std::string(to_string(fault::launch)) + ": kernel " + o.kernel +
                              " is launched with " + why,
                          1});
    return r;
  }
  block b(
      Kernel::threads, Kernel::shared::bytes, o,
      [&](int thread) { Kernel::run(block_context(*block::running, thread), args); },
      cluster.x * cluster.y * cluster.z * o.resident, cluster.x * cluster.y * cluster.z);
  grid const clusters{g.x / cluster.x, g.y / cluster.y, g.z / cluster.z};
  std::int64_t const count = std::int64_t{clusters.x} * clusters.y * clusters.z;
  std::int64_t ran = 0;
  b.others_in_grid = (count - o.resident) * cluster.x * cluster.y * cluster.z;
  for (; ran < count; ran += o.resident) {
    std::int64_t const first = o.reverse ? count - o.resident - ran : ran;
    std::vector<block_index> blocks;
    std::vector<std::int64_t> numbers;
    for (std::int64_t n = first; n < first + o.resident; ++n)
      for (int z = 0; z < cluster.z; ++z)
        for (int y = 0; y < cluster.y; ++y)
          for (int x = 0; x < cluster.x; ++x) {
            block_index const at{static_cast<int>(n % clusters.x) * cluster.x + x,
                                 static_cast<int>(n / clusters.x % clusters.y) * cluster.y + y,
                                 static_cast<int>(n / clusters.x / clusters.y) * cluster.z + z};
            blocks.push_back(at);
            numbers.push_back(at[0] + std::int64_t{g.x} * (at[1] + std::int64_t{g.y} * at[2]));
          }
    if (!b.run(blocks, numbers)) break;
  }
  if (ran == count)
    for (region const* r : awaited_outputs) b.check.require_written(*r);
  return b.check.end_launch();
}
template <class Kernel, class Arguments>
report launch(grid const& g, Arguments const& args, options o = {}) {
  return launch<Kernel>(g, grid{}, args, std::move(o));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
