// SPDX-License-Identifier: BSL-1.0
//
// Copies a matrix with a tiled copy: each block copies a tile of 32x64 floats, 16 bytes an access,
// and predicates guard the edges. One source is compiled for the CPU, where every access is
// checked, and for a GPU.
//
// Compile: g++ -std=c++20 -O1 -I../include tiled_copy.cpp -o tiled_copy -lboost_context
// Compile: nvcc -std=c++20 -arch=sm_90a -I../include -x cu tiled_copy.cpp -o tiled_copy
// Prints:
//   (thread,value) -> element: ((_16,_16),(_4,_1),(_2,_1)):((_128,_1),(_32,_0),(_16,_0))
//   100x132: ok, 13200 of 13200 elements are right, 400 of 400 beside them untouched
//   100x130: a leading dimension, in bytes, is not a multiple of the kernel's access width
#include <tileproof/atom.hpp>
#include <tileproof/kernel/common/launch.hpp>
#include <tileproof/tileproof.hpp>
#if !defined(__CUDACC__)
#include <tileproof/cpu.hpp>
#endif

#include <cstdint>
#include <cstdio>
#include <vector>

using namespace tileproof;

namespace {

// m x n floats, row-major; leading dimensions in elements.
template <class In, class Out>
struct matrices {
  int m;
  int n;
  In in;
  int ld_in;
  Out out;
  int ld_out;
};

struct copy_of_a_matrix {
  static constexpr int threads = 256;
  using shared = shared_memory<>;
  using tile = Shape<_32, _64>;  // (BLK_M,BLK_N)

  // 16x16 threads, row-major. Each copies 4 consecutive floats of two rows of the tile.
  using tiled_copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{},
                                              Layout<Shape<_16, _16>, Stride<_16, _1>>{},
                                              Layout<Shape<_1, _4>>{}));

  // (thread,value) -> element of the tile, and -> offset in global memory whose rows are LD floats
  // apart: 68 stands for any number of 16-byte vectors, 128 for any number of 32-byte sectors.
  using elements = decltype(tiled_copy::tidfrg_S(Layout<tile>{}));
  template <int LD>
  using offsets = decltype(tiled_copy::tidfrg_S(Layout<tile, Stride<Int<LD>, _1>>{}));

  // The kernel does not compile unless all of this holds.
  using proofs = theorems<theorem<owns_every_element<>, elements, tile>,
                          theorem<access_width<128, float>, offsets<68>>,
                          theorem<sector_efficiency<global_load<128>, float>, offsets<128>>,
                          theorem<sector_efficiency<global_store<128>, float>, offsets<128>>>;
  static_assert(proofs::hold);

  template <class Context, class Arguments>
  TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args) {
    auto const whole = make_shape(args.m, args.n);
    // check() has made sure that every row begins at a multiple of 16 bytes.
    auto const mI = make_tensor(make_gmem_ptr(assume_aligned<16>(args.in)), whole,
                                make_stride(assume_multiple_of<4>(args.ld_in), _1{}));  // (M,N)
    auto const mO = make_tensor(make_gmem_ptr(assume_aligned<16>(args.out)), whole,
                                make_stride(assume_multiple_of<4>(args.ld_out), _1{}));  // (M,N)
    auto const mP = make_predicate_tensor(whole, tile{});  // (M,N) -> is it inside?

    auto const at = make_coord(ctx.block_x(), ctx.block_y());
    auto const gI = local_tile(mI, tile{}, at);  // (BLK_M,BLK_N)
    auto const gO = local_tile(mO, tile{}, at);  // (BLK_M,BLK_N)
    auto const gP = local_tile(mP, tile{}, at);  // (BLK_M,BLK_N)

    auto const thr = tiled_copy{}.get_slice(ctx.thread());
    auto const tIgI = thr.partition_S(gI);        // (CPY,CPY_M,CPY_N)
    auto tOgO = thr.partition_D(gO, predicated);  // (CPY,CPY_M,CPY_N)
    // A vector lies inside where its first element does.
    auto const tIgP = thr.partition_S(gP)(_0{}, _, _);  // (CPY_M,CPY_N)
    auto tIrI = make_fragment_like(tIgI);               // (CPY,CPY_M,CPY_N)
    copy_if(thr, tIgP, tIgI, tIrI);
    copy_if(thr, tIgP, tIrI, tOgO);
  }
};

grid_of_blocks blocks(std::int64_t m, std::int64_t n) { return {(m + 31) / 32, (n + 63) / 64, 1}; }

// Refuses what the proofs assume and only the arguments can tell.
status check(matrices<float const*, float*> const& a) {
  auto const is_aligned = [](void const* p) {
    return reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
  };
  if (a.m < 0 || a.n < 0) return status::negative_size;
  if (a.m == 0 || a.n == 0) return status::ok;
  if (a.in == nullptr || a.out == nullptr) return status::null_pointer;
  if (a.ld_in < a.n || a.ld_out < a.n) return status::leading_dimension_too_small;
  if (!is_aligned(a.in) || !is_aligned(a.out)) return status::misaligned_base;
  if (a.n % 4 != 0 || a.ld_in % 4 != 0 || a.ld_out % 4 != 0)  // a vector lies inside or outside
    return status::misaligned_leading_dimension;
  // The last tiles reach beyond the matrix, by less than 32 rows and 64 columns. The kernel
  // computes these offsets too, in 32 bits, although a predicate excludes the elements.
  for (int const ld : {a.ld_in, a.ld_out})
    if ((a.m + std::int64_t{31}) * ld + a.n + 63 > INT32_MAX) return status::size_beyond_index;
  return check_grid(blocks(a.m, a.n));
}

#if defined(__CUDACC__)

// Runs the kernel on a GPU; `in` and `out` are memory of the host.
status run(matrices<float const*, float*> args, std::size_t in_bytes, std::size_t out_bytes) {
  float* in = nullptr;
  float* out = nullptr;
  status s = status::not_launched;
  if (cudaMalloc(&in, in_bytes) == cudaSuccess && cudaMalloc(&out, out_bytes) == cudaSuccess &&
      cudaMemcpy(in, args.in, in_bytes, cudaMemcpyHostToDevice) == cudaSuccess &&
      cudaMemcpy(out, args.out, out_bytes, cudaMemcpyHostToDevice) == cudaSuccess) {
    matrices<float const*, float*> const on_gpu{args.m, args.n, in, args.ld_in, out, args.ld_out};
    s = check(on_gpu);
    if (s == status::ok)
      s = launch<copy_of_a_matrix>(blocks(args.m, args.n), on_gpu, cudaStream_t{});
    if (s == status::ok &&
        cudaMemcpy(args.out, out, out_bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
      s = status::not_launched;
  }
  cudaFree(in);
  cudaFree(out);
  return s;
}

bool can_run() {
  int gpus = 0;
  return cudaGetDeviceCount(&gpus) == cudaSuccess && gpus > 0;
}

#else

// Runs the kernel on the CPU, a fibre a thread. The report names every access that is out of bounds
// or misaligned, every race, and every element of `out` that no thread has written.
status run(matrices<float const*, float*> args, std::size_t, std::size_t) {
  grid_of_blocks const grid = blocks(args.m, args.n);
  if (status const s = check(args); s != status::ok || grid.x == 0 || grid.y == 0) return s;
  auto const layout = [&](int ld) {
    return make_layout(make_shape(args.m, args.n), make_stride(ld, _1{}));
  };
  cpu::global<float const> const in("in", args.in, layout(args.ld_in));
  cpu::global<float> out("out", args.out, layout(args.ld_out));
  out.starts_unwritten().must_be_written();
  matrices<cpu::ptr<float const*>, cpu::ptr<float*>> const checked{
      args.m, args.n, in.data(), args.ld_in, out.data(), args.ld_out};
  cpu::report const r =
      cpu::launch<copy_of_a_matrix>({static_cast<int>(grid.x), static_cast<int>(grid.y)}, checked);
  std::printf("%s", r.text().c_str());
  return r.clean() ? status::ok : status::not_launched;
}

bool can_run() { return true; }

#endif

// Copies m x n floats between rows n + 8 and n + 4 floats apart, and compares every one of them.
bool copies(int m, int n) {
  int const ld_in = n + 8;
  int const ld_out = n + 4;
  std::vector<float> in(static_cast<std::size_t>(m * ld_in));
  std::vector<float> out(static_cast<std::size_t>(m * ld_out), -1.0F);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);

  status const s = run({m, n, in.data(), ld_in, out.data(), ld_out}, in.size() * sizeof(float),
                       out.size() * sizeof(float));
  std::printf("%dx%d: %s", m, n, to_string(s));
  if (s != status::ok) {
    std::printf("\n");
    return false;
  }
  int right = 0;
  int untouched = 0;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < ld_out; ++column) {
      float const found = out[static_cast<std::size_t>(row * ld_out + column)];
      right += column < n && found == in[static_cast<std::size_t>(row * ld_in + column)];
      untouched += column >= n && found == -1.0F;
    }
  std::printf(", %d of %d elements are right, %d of %d beside them untouched\n", right, m * n,
              untouched, 4 * m);
  return right == m * n && untouched == 4 * m;
}

}  // namespace

int main() {
  if (!can_run()) {
    std::puts("skipped: no GPU");
    return 77;
  }
  std::printf("(thread,value) -> element: %s\n", to_string(copy_of_a_matrix::elements{}).at);
  bool const is_right = copies(100, 132);     // the tile divides neither extent
  bool const is_refused = !copies(100, 130);  // no whole vectors
  return is_right && is_refused ? 0 : 1;
}
