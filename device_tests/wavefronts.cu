// SPDX-License-Identifier: BSL-1.0
//
// Each launch is one warp that makes one access to shared or global memory, at the offsets that a
// layout of (thread,value) gives it. A line of output for each, in order: the instruction, the
// layout, the active lanes, the wavefronts or sectors that the memory model expects, and the
// addresses; for cp.async those of its source, too. tools/compare_counters.py runs this under ncu
// and compares.
//
// usage: wavefronts [--list]     --list: do not launch anything
#include "gpu.hpp"

#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/cp_async.hpp>
#include <tileproof/prove/global_memory.hpp>
#include <tileproof/tensor/local_tile.hpp>

#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace hana = boost::hana;
using namespace tileproof;

// ---- instructions

// The addresses of a lane's access, and the place to store what it loads, or else the load is
// dropped.
struct place {
  std::uint32_t shared;
  char* global;
  std::uint32_t* sink;
};

template <class Access>
struct instruction;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define ASSEMBLE(...) asm volatile(__VA_ARGS__ : "memory")
#else
#define ASSEMBLE(...) ((void)0)
#endif
#define INSTRUCTION(ACCESS, NAME, ...)                            \
  template <>                                                     \
  struct instruction<ACCESS> {                                    \
    static constexpr char const* name = NAME;                     \
    static __device__ void run([[maybe_unused]] place const& p) { \
      [[maybe_unused]] std::uint32_t a = 0, b = 0, c = 0, d = 0;  \
      __VA_ARGS__;                                                \
    }                                                             \
  };
#define SHARED "r"(p.shared)
#define GLOBAL "l"(p.global)
#define OUT_1 "=r"(a)
#define OUT_2 "=r"(a), "=r"(b)
#define OUT_4 "=r"(a), "=r"(b), "=r"(c), "=r"(d)
#define IN_1 "r"(a)
#define IN_2 "r"(a), "r"(b)
#define IN_4 "r"(a), "r"(b), "r"(c), "r"(d)
#define KEEP *p.sink = a ^ b ^ c ^ d

#define LOAD_1(ACCESS, NAME, FROM) \
  INSTRUCTION(ACCESS, NAME, ASSEMBLE(NAME " %0, [%1];" : OUT_1 : FROM); KEEP)
#define LOAD_2(ACCESS, NAME, FROM) \
  INSTRUCTION(ACCESS, NAME, ASSEMBLE(NAME " {%0,%1}, [%2];" : OUT_2 : FROM); KEEP)
#define LOAD_4(ACCESS, NAME, FROM) \
  INSTRUCTION(ACCESS, NAME, ASSEMBLE(NAME " {%0,%1,%2,%3}, [%4];" : OUT_4 : FROM); KEEP)
#define STORE_1(ACCESS, NAME, TO) INSTRUCTION(ACCESS, NAME, ASSEMBLE(NAME " [%1], %0;" ::IN_1, TO))
#define STORE_2(ACCESS, NAME, TO) \
  INSTRUCTION(ACCESS, NAME, ASSEMBLE(NAME " [%2], {%0,%1};" ::IN_2, TO))
#define STORE_4(ACCESS, NAME, TO) \
  INSTRUCTION(ACCESS, NAME, ASSEMBLE(NAME " [%4], {%0,%1,%2,%3};" ::IN_4, TO))

LOAD_1(shared_load<8>, "ld.shared.u8", SHARED)
LOAD_1(shared_load<16>, "ld.shared.u16", SHARED)
LOAD_1(shared_load<32>, "ld.shared.b32", SHARED)
LOAD_2(shared_load<64>, "ld.shared.v2.b32", SHARED)
LOAD_4(shared_load<128>, "ld.shared.v4.b32", SHARED)
STORE_1(shared_store<8>, "st.shared.u8", SHARED)
STORE_1(shared_store<16>, "st.shared.u16", SHARED)
STORE_1(shared_store<32>, "st.shared.b32", SHARED)
STORE_2(shared_store<64>, "st.shared.v2.b32", SHARED)
STORE_4(shared_store<128>, "st.shared.v4.b32", SHARED)

#define MATRICES_1(ACCESS, NAME, TRANS)                                                           \
  INSTRUCTION(                                                                                    \
      ACCESS, NAME,                                                                               \
      ASSEMBLE("ldmatrix.sync.aligned.m8n8.x1" TRANS ".shared.b16 {%0}, [%1];" : OUT_1 : SHARED); \
      KEEP)
#define MATRICES_2(ACCESS, NAME, TRANS)                                \
  INSTRUCTION(ACCESS, NAME,                                            \
              ASSEMBLE("ldmatrix.sync.aligned.m8n8.x2" TRANS           \
                       ".shared.b16 {%0,%1}, [%2];" : OUT_2 : SHARED); \
              KEEP)
#define MATRICES_4(ACCESS, NAME, TRANS)                                      \
  INSTRUCTION(ACCESS, NAME,                                                  \
              ASSEMBLE("ldmatrix.sync.aligned.m8n8.x4" TRANS                 \
                       ".shared.b16 {%0,%1,%2,%3}, [%4];" : OUT_4 : SHARED); \
              KEEP)
MATRICES_1(ldmatrix<1>, "ldmatrix.x1", "")
MATRICES_2(ldmatrix<2>, "ldmatrix.x2", "")
MATRICES_4(ldmatrix<4>, "ldmatrix.x4", "")
MATRICES_1(ldmatrix_trans<1>, "ldmatrix.x1.trans", ".trans")
MATRICES_2(ldmatrix_trans<2>, "ldmatrix.x2.trans", ".trans")
MATRICES_4(ldmatrix_trans<4>, "ldmatrix.x4.trans", ".trans")
INSTRUCTION(stmatrix<1>, "stmatrix.x1",
            ASSEMBLE("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%1], {%0};" ::IN_1, SHARED))
INSTRUCTION(stmatrix<2>, "stmatrix.x2",
            ASSEMBLE("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%2], {%0,%1};" ::IN_2, SHARED))
INSTRUCTION(stmatrix<4>, "stmatrix.x4",
            ASSEMBLE("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0,%1,%2,%3};" ::IN_4,
                     SHARED))

#define CP_ASYNC(ACCESS, OPERATOR, BYTES)                                           \
  INSTRUCTION(ACCESS, "cp.async." OPERATOR "." BYTES,                               \
              ASSEMBLE("cp.async." OPERATOR ".shared.global [%0], [%1], " BYTES ";" \
                       "cp.async.wait_all;" ::SHARED,                               \
                       GLOBAL))
CP_ASYNC(cp_async_ca<4>, "ca", "4")
CP_ASYNC(cp_async_ca<8>, "ca", "8")
CP_ASYNC(cp_async_ca<16>, "ca", "16")
CP_ASYNC(cp_async_cg, "cg", "16")

LOAD_1(global_load<8>, "ld.global.u8", GLOBAL)
LOAD_1(global_load<16>, "ld.global.u16", GLOBAL)
LOAD_1(global_load<32>, "ld.global.b32", GLOBAL)
LOAD_2(global_load<64>, "ld.global.v2.b32", GLOBAL)
LOAD_4(global_load<128>, "ld.global.v4.b32", GLOBAL)
STORE_1(global_store<8>, "st.global.u8", GLOBAL)
STORE_1(global_store<16>, "st.global.u16", GLOBAL)
STORE_1(global_store<32>, "st.global.b32", GLOBAL)
STORE_2(global_store<64>, "st.global.v2.b32", GLOBAL)
STORE_4(global_store<128>, "st.global.v4.b32", GLOBAL)

// ---- one access

template <class Access>
struct in_memory {  // shared: wavefronts
  static constexpr bool global = false;
  static constexpr bool of_matrices = Access::value.matrices > 0;
  static constexpr int bits = Access::value.bits;
  static constexpr int cost(warp_access const& a) { return cost_of(Access::value, a).wavefronts; }
};
template <class Access>
  requires requires { Access::bits; }
struct in_memory<Access> {  // global: sectors
  static constexpr bool global = true;
  static constexpr bool of_matrices = false;
  static constexpr int bits = Access::bits;
  static constexpr int cost(warp_access const& a) { return global_cost_of(bits, a).sectors; }
};

constexpr warp_access with_mask(warp_access a, std::uint32_t mask) {
  a.active &= mask;
  return a;
}

// Lane i of a warp accesses element (i,0) of the layout, if bit i of Mask is set.
template <class Access, class Element, class L, std::uint32_t Mask = ~0u>
struct one_access : in_memory<Access> {
  static constexpr int element_bytes = sizeof_bits_v<Element> / 8;
  static constexpr detail::warp_steps all{detail::mapping_of<L>::value, in_memory<Access>::bits,
                                          sizeof_bits_v<Element>};
  static constexpr int lanes = all.threads < warp_size ? static_cast<int>(all.threads) : warp_size;
  static constexpr warp_access expected = with_mask(all.at(0, 0), Mask);
  static TILEPROOF_HOST_DEVICE auto address(int lane) {
    return L{}(lane % lanes, 0) * element_bytes;
  }
};

__device__ std::uint32_t in_shared(std::int64_t address) {
  extern __shared__ __align__(1024) char shared[];
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared) + address);
}

// The layout that is proved is the layout that runs. Lanes whose address ldmatrix does not look at
// repeat those of the others.
template <class Access, class Element, class L, std::uint32_t Mask>
__global__ void access(char* global, std::uint32_t* sink) {
  using one = one_access<Access, Element, L, Mask>;
  int const lane = static_cast<int>(threadIdx.x);
  auto const address = one::address(lane);
  place const p{one::global ? 0 : in_shared(address), global + address, sink};
  if (one::of_matrices || (Mask >> lane & 1) != 0) instruction<Access>::run(p);
}
template <class Access, class Element, class To, class From>
__global__ void copy(char* global, std::uint32_t* sink) {
  int const lane = static_cast<int>(threadIdx.x);
  instruction<Access>::run({in_shared(one_access<Access, Element, To>::address(lane)),
                            global + one_access<Access, Element, From>::address(lane), sink});
}

class launcher {
 public:
  explicit launcher(bool list_only) : list_only_(list_only) {
    if (list_only) return;
    check(cudaMalloc(&global_, global_bytes));
    check(cudaMalloc(&sink_, sizeof *sink_));
  }

  template <class Access, class Element, std::uint32_t Mask = ~0u, class L>
  void access_by(L const& layout) {
    using one = one_access<Access, Element, L, Mask>;
    std::printf("%s\t%s\t%08x\t%d", instruction<Access>::name, to_string(layout).at,
                one::expected.active, one::cost(one::expected));
    std::int64_t const last = print_addresses<one>();
    std::printf("\n");
    launch(access<Access, Element, L, Mask>, one::of_matrices ? warp_size : one::lanes,
           one::global ? 0 : last, one::global ? last : 0);
  }

  // cp.async, where the model decides what it costs.
  template <class Access, class Element, class To, class From>
  void copy_by(To const& to, From const& from) {
    using one = one_access<Access, Element, To>;
    using source = one_access<Access, Element, From>;
    constexpr shared_cost cost = cost_of(Access::value, one::expected, source::expected);
    if constexpr (cost.is_decided) {
      std::printf("%s\t%s <- %s\t%08x\t%d", instruction<Access>::name, to_string(to).at,
                  to_string(from).at, one::expected.active, cost.wavefronts);
      std::int64_t const last = print_addresses<one>();
      std::int64_t const last_source = print_addresses<source>();
      std::printf("\n");
      launch(copy<Access, Element, To, From>, warp_size, last, last_source);
    }
  }

 private:
  static constexpr std::int64_t global_bytes = 1 << 20;
  bool list_only_;
  char* global_ = nullptr;
  std::uint32_t* sink_ = nullptr;

  // The largest one.
  template <class One>
  static std::int64_t print_addresses() {
    std::int64_t last = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
      std::int64_t const address = One::address(lane);
      if (lane < One::lanes && address != One::expected.address[lane]) fail("the model's address");
      if (address % (One::bits / 8) != 0) fail("misaligned");
      last = address > last ? address : last;
      std::printf("%c%d", lane == 0 ? '\t' : ',', static_cast<int>(address));
    }
    return last;
  }

  void launch(void (*kernel)(char*, std::uint32_t*), int threads, std::int64_t last_in_shared,
              std::int64_t last_in_global) {
    if (list_only_) return;
    int const bytes = static_cast<int>(last_in_shared) + 16;
    if (last_in_global + 16 > global_bytes) fail("not enough memory");
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    kernel<<<1, threads, bytes>>>(global_, sink_);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }

  [[noreturn]] static void fail(char const* why) {
    std::fprintf(stderr, "\n%s\n", why);
    std::exit(1);
  }
  static void check(cudaError_t e) {
    if (e != cudaSuccess) fail(cudaGetErrorString(e));
  }
};

// ---- layouts

using half = std::uint16_t;

// TILEPROOF_FEW_KERNELS: no GPU is here to run them, and the first one of each kind is compiled.
template <class First, class... Others, class Visit>
void each(Visit visit) {
  visit(hana::type_c<First>);
#if !defined(TILEPROOF_FEW_KERNELS)
  (visit(hana::type_c<Others>), ...);
#endif
}

// Tiles of 64 rows, K-major.
auto const tiles = hana::make_tuple(
    make_layout(make_shape(_64{}, _64{}), LayoutRight{}),
    make_layout(make_shape(_64{}, _64{}), make_stride(_72{}, _1{})),
    make_layout(make_shape(_64{}, _64{}), make_stride(Int<80>{}, _1{})),
    composition(Swizzle<1, 3, 3>{}, make_layout(make_shape(_64{}, _64{}), LayoutRight{})),
    composition(Swizzle<2, 3, 3>{}, make_layout(make_shape(_64{}, _64{}), LayoutRight{})),
    composition(Swizzle<3, 3, 3>{}, make_layout(make_shape(_64{}, _64{}), LayoutRight{})),
    composition(Swizzle<3, 3, 3>{}, make_layout(make_shape(_64{}, _128{}), LayoutRight{})),
    composition(Swizzle<3, 3, 4>{}, make_layout(make_shape(_64{}, _128{}), LayoutRight{})));

// Coordinates of a tile by (thread,value), each thread with V consecutive elements of a row.
template <int V, int ThreadsOfRow = 4>
using by_rows = Layout<Shape<Shape<Int<ThreadsOfRow>, Int<warp_size / ThreadsOfRow>>, Int<V>>,
                       Stride<Stride<Int<64 * V>, _1>, _64>>;

// Down the columns: (thread,value) of a tile cut into pieces of one row and V columns.
template <int V, class Tile>
constexpr auto down_columns(Tile const& tile) {
  return select<1, 0>(zipped_divide(tile, make_shape(_1{}, Int<V>{})));
}

template <class Access, std::uint32_t Mask = ~0u>
void tiles_by_rows(launcher& l) {
  hana::for_each(tiles, [&](auto const& tile) {
    l.access_by<Access, half, Mask>(composition(tile, by_rows<in_memory<Access>::bits / 16>{}));
  });
}
template <class Access>
void tiles_down_columns(launcher& l) {
  hana::for_each(tiles, [&](auto const& tile) {
    l.access_by<Access, half>(down_columns<in_memory<Access>::bits / 16>(tile));
  });
}

void tiles_of_bytes(launcher& l) {
  auto const byte_tiles = hana::make_tuple(
      make_layout(make_shape(_64{}, _64{}), make_stride(Int<100>{}, _1{})),
      make_layout(make_shape(_64{}, _64{}), make_stride(Int<132>{}, _1{})),
      composition(Swizzle<3, 4, 3>{}, make_layout(make_shape(_64{}, _64{}), LayoutRight{})),
      composition(Swizzle<2, 2, 4>{}, make_layout(make_shape(_64{}, _128{}), LayoutRight{})));
  hana::for_each(byte_tiles, [&](auto const& tile) {
    l.access_by<shared_load<8>, std::uint8_t>(composition(tile, by_rows<1>{}));
    l.access_by<shared_store<8>, std::uint8_t>(composition(tile, by_rows<1>{}));
    l.access_by<shared_load<8>, std::uint8_t>(down_columns<1>(tile));
    l.access_by<shared_store<8>, std::uint8_t>(down_columns<1>(tile));
  });
}

// Columns of tiles of float and double: what a transpose reads.
void tiles_of_words(launcher& l) {
  auto const square = make_layout(make_shape(_64{}, _64{}), LayoutRight{});
  auto const word_tiles = hana::make_tuple(
      make_layout(make_shape(_64{}, _64{}), make_stride(Int<65>{}, _1{})),
      make_layout(make_shape(_64{}, _64{}), make_stride(Int<66>{}, _1{})),
      make_layout(make_shape(_64{}, _64{}), make_stride(Int<68>{}, _1{})),
      composition(Swizzle<5, 0, 5>{}, square), composition(Swizzle<5, 0, 6>{}, square),
      composition(Swizzle<4, 0, 6>{}, square), composition(Swizzle<3, 2, 4>{}, square));
  hana::for_each(word_tiles, [&](auto const& tile) {
    l.access_by<shared_load<32>, float>(down_columns<1>(tile));
    l.access_by<shared_store<32>, float>(down_columns<1>(tile));
    l.access_by<shared_load<64>, double>(down_columns<1>(tile));
    l.access_by<shared_store<64>, double>(down_columns<1>(tile));
  });
}

// Lanes that share an address: pairs of neighbours, or of lanes two apart, may merge phases.
template <class Access, std::uint32_t Mask = ~0u>
void shared_addresses(launcher& l) {
  constexpr int v = in_memory<Access>::bits / 32;
  auto const values = make_layout(Int<v>{});
  auto const threads = hana::make_tuple(
      make_layout(make_shape(_2{}, _16{}), make_stride(_0{}, Int<3 * v>{})),
      make_layout(make_shape(_2{}, _16{}), make_stride(_0{}, Int<16>{})),
      make_layout(make_shape(_2{}, _2{}, _8{}), make_stride(Int<v>{}, _0{}, Int<2 * v>{})),
      make_layout(make_shape(_2{}, _2{}, _8{}), make_stride(Int<32>{}, _0{}, Int<68>{})),
      make_layout(make_shape(_4{}, _8{}), make_stride(_0{}, Int<v>{})),
      make_layout(make_shape(_2{}, _2{}, _8{}), make_stride(_0{}, Int<4 * v>{}, Int<5 * v>{})),
      make_layout(make_shape(_8{}, _4{}), make_stride(Int<5 * v>{}, _0{})),
      make_layout(make_shape(_16{}, _2{}), make_stride(Int<2 * v>{}, _0{})));
  hana::for_each(threads, [&](auto const& thread) {
    l.access_by<Access, std::uint32_t, Mask>(make_layout(thread, values));
  });
}

// Fewer threads than a warp has.
template <class Access, int Threads>
void few_threads(launcher& l) {
  constexpr int v = in_memory<Access>::bits / 16;
  l.access_by<Access, half>(make_layout(make_shape(Int<Threads>{}, Int<v>{}), LayoutRight{}));
  l.access_by<Access, half>(
      make_layout(make_shape(Int<Threads>{}, Int<v>{}), make_stride(_64{}, _1{})));
}

// Rows of 8x8 matrices of a tile: next to one another, below one another, and in a square.
using one_matrix = Layout<Shape<_8, _8>, Stride<_1, _64>>;
using two_matrices = Layout<Shape<Shape<_8, _2>, _8>, Stride<Stride<_1, Int<8 * 64>>, _64>>;
using two_below = Layout<Shape<_16, _8>, Stride<_1, _64>>;
using four_matrices = Layout<Shape<Shape<_8, _4>, _8>, Stride<Stride<_1, Int<8 * 64>>, _64>>;
using square_of_matrices = Layout<Shape<Shape<_16, _2>, _8>, Stride<Stride<_1, Int<8 * 64>>, _64>>;

template <class Access>
void matrices(launcher& l) {
  hana::for_each(tiles, [&](auto const& tile) {
    if constexpr (Access::value.matrices == 1) {
      l.access_by<Access, half>(composition(tile, one_matrix{}));
    } else if constexpr (Access::value.matrices == 2) {
      l.access_by<Access, half>(composition(tile, two_matrices{}));
      l.access_by<Access, half>(composition(tile, two_below{}));
    } else {
      l.access_by<Access, half>(composition(tile, four_matrices{}));
      l.access_by<Access, half>(composition(tile, square_of_matrices{}));
    }
  });
  // One matrix several times, and matrices of one row.
  auto const times = Int<Access::value.matrices>{};
  l.access_by<Access, half>(make_layout(make_shape(make_shape(_8{}, times), _8{}),
                                        make_stride(make_stride(Int<24>{}, _0{}), _1{})));
  l.access_by<Access, half>(make_layout(make_shape(make_shape(_8{}, times), _8{}),
                                        make_stride(make_stride(_0{}, _64{}), _1{})));
}

// Rows of a matrix in global memory to rows of a tile.
template <class Access>
void copies(launcher& l) {
  using rows = by_rows<in_memory<Access>::bits / 16, 8>;
  auto const matrices =
      hana::make_tuple(make_layout(make_shape(_64{}, _64{}), LayoutRight{}),
                       make_layout(make_shape(_64{}, _64{}), make_stride(Int<1024>{}, _1{})),
                       make_layout(make_shape(_64{}, _64{}), make_stride(Int<1000>{}, _1{})));
  hana::for_each(tiles, [&](auto const& tile) {
    hana::for_each(matrices, [&](auto const& matrix) {
      l.copy_by<Access, half>(composition(tile, rows{}), composition(matrix, rows{}));
    });
  });
}

// A matrix in global memory, and pieces of it that do not begin at a sector.
template <class Access, std::uint32_t Mask = ~0u>
void global_tiles(launcher& l) {
  constexpr int v = in_memory<Access>::bits / 16;
  auto const matrix = make_layout(make_shape(_64{}, _64{}), make_stride(Int<1000>{}, _1{}));
  auto const from = [](auto offset, auto const& layout) {
    return make_composed_layout(Swizzle<0, 4, 3>{}, offset, layout);
  };
  l.access_by<Access, half, Mask>(composition(matrix, by_rows<v>{}));
  l.access_by<Access, half, Mask>(down_columns<v>(matrix));
  l.access_by<Access, half, Mask>(from(_8{}, composition(matrix, by_rows<v>{})));
  l.access_by<Access, half, Mask>(
      from(Int<24>{}, make_layout(make_shape(_32{}, Int<v>{}), LayoutRight{})));
  l.access_by<Access, half, Mask>(
      make_layout(make_shape(_32{}, Int<v>{}), make_stride(Int<3 * v>{}, _1{})));
  l.access_by<Access, half, Mask>(
      make_layout(make_shape(make_shape(_4{}, _8{}), Int<v>{}),
                  make_stride(make_stride(Int<v>{}, Int<5 * v>{}), _1{})));
  l.access_by<Access, half, Mask>(make_layout(make_shape(make_shape(_4{}, _8{}), Int<v>{}),
                                              make_stride(make_stride(_0{}, Int<v>{}), _1{})));
  l.access_by<Access, half, Mask>(
      composition(Swizzle<2, 3, 4>{},
                  make_layout(make_shape(_32{}, Int<v>{}), make_stride(Int<2 * v>{}, _1{}))));
}

void launch_all(launcher& l) {
  each<shared_load<16>, shared_load<32>, shared_load<64>, shared_load<128>, shared_store<16>,
       shared_store<32>, shared_store<64>, shared_store<128>>([&](auto access) {
    using Access = typename decltype(access)::type;
    tiles_by_rows<Access>(l);
    tiles_down_columns<Access>(l);
  });
  tiles_of_bytes(l);
  tiles_of_words(l);
  each<shared_load<32>, shared_load<64>, shared_load<128>, shared_store<32>, shared_store<64>,
       shared_store<128>>([&](auto access) {
    using Access = typename decltype(access)::type;
    shared_addresses<Access>(l);
    shared_addresses<Access, 0x7ffeefdb>(l);
    tiles_by_rows<Access, 0x00ff0ff0>(l);
    few_threads<Access, 20>(l);
    few_threads<Access, 7>(l);
  });
  each<ldmatrix<1>, ldmatrix<2>, ldmatrix<4>, ldmatrix_trans<1>, ldmatrix_trans<2>,
       ldmatrix_trans<4>, stmatrix<1>, stmatrix<2>, stmatrix<4>>(
      [&](auto access) { matrices<typename decltype(access)::type>(l); });
  each<cp_async_ca<4>, cp_async_ca<8>, cp_async_ca<16>, cp_async_cg>(
      [&](auto access) { copies<typename decltype(access)::type>(l); });
  each<global_load<16>, global_load<32>, global_load<64>, global_load<128>, global_store<16>,
       global_store<32>, global_store<64>, global_store<128>>([&](auto access) {
    using Access = typename decltype(access)::type;
    global_tiles<Access>(l);
  });
  each<global_load<32>, global_load<128>, global_store<32>, global_store<128>>(
      [&](auto access) { global_tiles<typename decltype(access)::type, 0xf0f00ff3>(l); });
}

int main(int count, char** argv) {
  bool const list_only = count > 1 && std::strcmp(argv[1], "--list") == 0;
  if (!list_only) {
    int const sm = compute_capability();
    if (sm == 0) return skipped;
    if (sm != 90) {
      std::printf("skipped: the counters are those of sm_90, this is sm_%d\n", sm);
      return skipped;
    }
    cudaDeviceProp device{};
    if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return 1;
    std::printf("# %s, sm_%d, CUDA %d.%d\n", device.name, sm, CUDART_VERSION / 1000,
                CUDART_VERSION % 1000 / 10);
  }
  launcher l(list_only);
  launch_all(l);
}
