// SPDX-License-Identifier: BSL-1.0
//
// Copies whose loads and stores are as wide, and as many, as copy_plan says, and fills, as counted
// by hand. The name of a kernel holds what is expected: copies<Case, Bits, Accesses, From, To>, the
// memories 0 (registers), 1 (global) or 2 (shared). tools/compare_widths.py compiles this file and
// looks at every kernel.
#define NDEBUG  // no assertion code among the accesses
#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/integer.hpp>
#include <tileproof/atom/numeric.hpp>
#include <tileproof/tensor/fill.hpp>
#include <tileproof/tensor/fragment.hpp>

using namespace tileproof;

template <class T>
inline constexpr int memory_of = is_gmem_v<T>   ? 1
                                 : is_smem_v<T> ? 2
                                                : 0;

// In global memory and in shared memory; nothing is known of the addresses.
struct places {
  void const* in;
  void* out;
  void* shared;
  void* shared_too;
  int n;
};

template <class Case, int Bits, int Accesses, int From, int To>
__global__ void copies(places const p) {
  extern __shared__ unsigned char memory[];
  places const at{p.in, p.out, memory + p.n, memory + 3 * p.n, p.n};
  auto src = Case::source(at);
  auto dst = Case::destination(at);
  if constexpr (From == 0)
    for (int i = 0; i < static_cast<int>(size(src)); ++i)
      src(i) = static_cast<typename decltype(src)::value_type>(p.n + i);
  if constexpr (Case::assumed < 0)
    fill(dst, src(0));
  else if constexpr (Case::assumed > 0)
    copy(AutoVectorizingCopyWithAssumedAlignment<Case::assumed>{}, src, dst);
  else
    copy(src, dst);
  if constexpr (To == 0) {
    float sum = 0;
    for (int i = 0; i < static_cast<int>(size(dst)); ++i) sum += static_cast<float>(dst(i));
    if (sum == static_cast<float>(p.n)) __trap();
  }
}

template <class T, int Bytes, class L>
__device__ auto global_in(places const& p, L const& l) {
  return make_tensor(make_gmem_ptr(aligned_ptr<T const, Bytes>{make_gmem_ptr<T>(p.in).it}), l);
}
template <class T, int Bytes, class L>
__device__ auto global_out(places const& p, L const& l) {
  return make_tensor(make_gmem_ptr(aligned_ptr<T, Bytes>{make_gmem_ptr<T>(p.out).it}), l);
}
template <class T, int Bytes, class L>
__device__ auto shared(places const& p, L const& l) {
  return make_tensor(make_smem_ptr(aligned_ptr<T, Bytes>{make_smem_ptr<T>(p.shared).it}), l);
}
template <class T, int Bytes, class L>
__device__ auto shared_too(places const& p, L const& l) {
  return make_tensor(make_smem_ptr(aligned_ptr<T, Bytes>{make_smem_ptr<T>(p.shared_too).it}), l);
}
template <class T, int, class L>
__device__ auto registers(places const&, L const& l) {
  return make_tensor<T>(l);
}

template <class Case>
struct planned {
  using from = decltype(Case::source(places{}));
  using to = decltype(Case::destination(places{}));
  using plan = copy_plan<from, to, Case::assumed>;
  static constexpr int accesses =
      static_cast<int>(decltype(size(std::declval<to>()))::value) / plan::elements;
};

// From memory A of type T, alignment ALIGNED and layout L to memory B of U, TO and M.
#define COPY(...) COPY_ASSUMED(0, __VA_ARGS__)
#define COPY_ASSUMED(BITS, NAME, A, T, ALIGNED, L, B, U, TO, M)                                    \
  struct NAME {                                                                                    \
    static constexpr int assumed = BITS;                                                           \
    __device__ static auto source(places const& p) { return A<T, ALIGNED>(p, L); }                 \
    __device__ static auto destination(places const& p) { return B<U, TO>(p, M); }                 \
  };                                                                                               \
  template __global__ void copies<NAME, planned<NAME>::plan::access_bits, planned<NAME>::accesses, \
                                  memory_of<planned<NAME>::from>, memory_of<planned<NAME>::to>>(   \
      places const);

// Stores of one value to memory B of type U, alignment TO and layout M.
#define FILL(NAME, BITS, ACCESSES, B, U, TO, M)                                                 \
  struct NAME {                                                                                 \
    static constexpr int assumed = -1;                                                          \
    __device__ static auto source(places const& p) { return registers<U, 0>(p, Layout<_1>{}); } \
    __device__ static auto destination(places const& p) { return B<U, TO>(p, M); }              \
  };                                                                                            \
  template __global__ void                                                                      \
  copies<NAME, BITS, ACCESSES, 0, memory_of<decltype(NAME::destination(places{}))>>(places const);

using vector = Layout<_16>;
using by_columns = Layout<Shape<_8, _4>>;
using by_rows = Layout<Shape<_8, _4>, Stride<_4, _1>>;
using pixels = Layout<Shape<_3, _4>, Stride<_1, _4>>;
using runs_of_6 = Layout<Shape<_6, _4>, Stride<_1, _8>>;

// ---- memories
COPY(global_to_shared, global_in, float, 16, vector{}, shared, float, 16, vector{})
COPY(shared_to_global, shared, float, 16, vector{}, global_out, float, 16, vector{})
COPY(global_to_global, global_in, float, 16, vector{}, global_out, float, 16, vector{})
COPY(shared_to_shared, shared, float, 16, vector{}, shared_too, float, 16, vector{})
COPY(global_to_registers, global_in, float, 16, vector{}, registers, float, 0, vector{})
COPY(registers_to_global, registers, float, 0, vector{}, global_out, float, 16, vector{})
COPY(shared_to_registers, shared, float, 16, vector{}, registers, float, 0, vector{})
COPY(registers_to_shared, registers, float, 0, vector{}, shared, float, 16, vector{})

// ---- alignments
COPY(aligned_to_4, global_in, float, 4, vector{}, registers, float, 0, vector{})
COPY(aligned_to_8, global_in, float, 8, vector{}, shared, float, 16, vector{})
COPY(aligned_to_8_and_4, global_in, float, 8, vector{}, shared, float, 4, vector{})
COPY(halves_aligned_to_4, shared, half_t, 4, vector{}, registers, half_t, 0, vector{})
COPY_ASSUMED(128, assumed_128, global_in, half_t, 2, vector{}, shared, half_t, 2, vector{})
COPY_ASSUMED(64, assumed_64, shared, half_t, 2, vector{}, registers, half_t, 0, vector{})

// ---- elements
COPY(bytes, global_in, std::uint8_t, 16, Layout<_64>{}, shared, std::uint8_t, 16, Layout<_64>{})
COPY(single_bytes, global_in, std::uint8_t, 1, vector{}, shared, std::uint8_t, 16, vector{})
COPY(halves, global_in, half_t, 16, vector{}, registers, half_t, 0, vector{})
COPY(single_halves, global_in, half_t, 2, vector{}, shared, half_t, 16, vector{})
COPY(fp8, registers, float_e4m3_t, 0, vector{}, shared, float_e4m3_t, 16, vector{})
COPY(doubles, global_in, double, 16, vector{}, registers, double, 0, vector{})
COPY(single_doubles, global_in, double, 8, vector{}, shared, double, 16, vector{})
COPY(nibbles, global_in, int4b_t, 16, Layout<_64>{}, registers, int4b_t, 0, Layout<_64>{})
COPY(nibbles_in_bytes, global_in, int4b_t, 1, vector{}, shared, int4b_t, 16, vector{})
COPY(halves_to_floats, global_in, half_t, 16, vector{}, registers, float, 0, vector{})
COPY(floats_to_halves, registers, float, 0, vector{}, global_out, half_t, 16, vector{})

// ---- runs and orders
COPY(three_in_a_row, global_in, float, 16, pixels{}, shared, float, 16, pixels{})
COPY(six_in_a_row, global_in, float, 16, runs_of_6{}, shared, float, 16, runs_of_6{})
COPY(rows, global_in, float, 16, by_rows{}, shared, float, 16, by_rows{})
COPY(transposed, global_in, float, 16, by_rows{}, shared, float, 16, by_columns{})
COPY(rows_to_registers, global_in, float, 16, by_rows{}, registers, float, 0, by_columns{})
COPY(registers_to_rows, registers, half_t, 0, by_columns{}, shared, half_t, 16, by_rows{})

// ---- run-time integers
#define PITCH(N) make_layout(Shape<_4, _16>{}, make_stride(multiple_of<N, int>(p.n), _1{}))
COPY(at_a_pitch, global_in, half_t, 16, PITCH(1), registers, half_t, 0, (Layout<Shape<_4, _16>>{}))
COPY(at_a_pitch_of_4, global_in, half_t, 16, PITCH(4), registers, half_t, 0,
     (Layout<Shape<_4, _16>>{}))
COPY(at_a_pitch_of_8, global_in, half_t, 16, PITCH(8), shared, half_t, 16,
     (Layout<Shape<_4, _16>, Stride<_16, _1>>{}))
#define ROW(M) composition(Swizzle<3, M, 3>{}, multiple_of<64, int>(64 * p.n), Layout<_64>{})
COPY(swizzled_row, shared, half_t, 16, ROW(3), registers, half_t, 0, Layout<_64>{})
COPY(row_swizzled_by_4, shared, half_t, 16, ROW(2), registers, half_t, 0, Layout<_64>{})

// ---- fills
FILL(fill_shared, 128, 2, shared, half_t, 16, vector{})
FILL(fill_shared_aligned_to_4, 32, 8, shared, half_t, 4, vector{})
FILL(fill_shared_of_unknown_alignment, 16, 16, shared, half_t, 2, vector{})
FILL(fill_global, 128, 4, global_out, float, 16, vector{})
FILL(fill_swizzled_row, 128, 8, shared, half_t, 16, ROW(3))
FILL(fill_row_swizzled_by_4, 64, 16, shared, half_t, 16, ROW(2))
FILL(fill_six_in_a_row, 64, 12, shared, float, 16, runs_of_6{})
FILL(fill_three_in_a_row, 32, 12, shared, float, 16, pixels{})
FILL(fill_at_a_pitch_of_4, 64, 16, global_out, half_t, 16, PITCH(4))
FILL(fill_bytes, 128, 1, shared, float_e4m3_t, 16, vector{})
FILL(fill_doubles, 128, 8, global_out, double, 16, vector{})
FILL(fill_nibbles, 128, 2, shared, int4b_t, 16, Layout<_64>{})
