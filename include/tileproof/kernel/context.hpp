// SPDX-License-Identifier: BSL-1.0
//
// What a kernel asks of the machine that runs it: who it is, shared memory, barriers. On a GPU that
// is `gpu_context`, an empty type; cpu has one that runs the same source on a CPU.
//
// A kernel is a type:
//
//   struct transpose {
//     static constexpr int threads = 256;               // of a block
//     using shared = shared_memory<field<float, 1024>>;  // or shared_memory<>
//     template <class Context, class Arguments>
//     TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args);
//   };
#pragma once

#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// The body of a kernel: device code where nvcc compiles, an ordinary function elsewhere.
#if defined(__CUDACC__)
#define TILEPROOF_KERNEL __device__ __forceinline__
#else
#define TILEPROOF_KERNEL inline
#endif

// N elements of type T in shared memory, at a multiple of Alignment bytes.
template <class T, std::int64_t N, int Alignment = 128>
struct field {
  using type = T;
  static constexpr std::int64_t size = N;
  static constexpr int alignment = Alignment;
  static constexpr std::int64_t bytes = (N * sizeof_bits_v<T> + 7) / 8;
};

// The fields of a block's shared memory, one after the other.
template <class... Fields>
struct shared_memory {
  static constexpr int fields = sizeof...(Fields);
  static constexpr int alignment = [] {
    int a = 1;
    for (int const f : {1, Fields::alignment...}) a = f > a ? f : a;
    return a;
  }();
  template <int I>
  using field_at = typename detail::nth<static_cast<std::size_t>(I), Fields...>::type;

 private:
  struct placed {
    std::int64_t at[sizeof...(Fields) + 1]{};
  };
  static constexpr placed places = [] {
    placed p;
    std::int64_t const bytes[] = {Fields::bytes..., 0};
    std::int64_t const alignments[] = {Fields::alignment..., 1};
    for (int i = 0; i < fields; ++i) {
      std::int64_t const end = p.at[i] + bytes[i];
      std::int64_t const a = alignments[i + 1];
      p.at[i + 1] = (end + a - 1) / a * a;
    }
    return p;
  }();

 public:
  // In bytes: where field I begins, and all of them.
  template <int I>
  static constexpr std::int64_t offset = places.at[I];
  static constexpr std::int64_t bytes = places.at[fields];
};

#if defined(__CUDACC__)
namespace detail {

extern __shared__ unsigned char dynamic_shared_memory[];

}  // namespace detail

// The one that a GPU runs with: each member is one instruction or none.
struct gpu_context {
  __device__ __forceinline__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ __forceinline__ int block_x() const { return static_cast<int>(blockIdx.x); }
  __device__ __forceinline__ int block_y() const { return static_cast<int>(blockIdx.y); }
  __device__ __forceinline__ int block_z() const { return static_cast<int>(blockIdx.z); }

  // Field I of a kernel's shared memory: ctx.shared(Shared{}, Int<I>{}).
  template <class... Fields, auto I>
  __device__ __forceinline__ auto shared(shared_memory<Fields...>, C<I>) const {
    using memory = shared_memory<Fields...>;
    using field = typename memory::template field_at<static_cast<int>(I)>;
    return make_smem_ptr(
        aligned_ptr<typename field::type, field::alignment>{reinterpret_cast<typename field::type*>(
            detail::dynamic_shared_memory + memory::template offset<static_cast<int>(I)>)});
  }

  // All threads of the block have come here; what they wrote before is seen.
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  // Of cp.async: ends a group; waits until at most N groups are on their way.
  __device__ __forceinline__ void cp_async_fence() const { tileproof::cp_async_fence(); }
  template <auto N>
  __device__ __forceinline__ void cp_async_wait(C<N>) const {
    tileproof::cp_async_wait<static_cast<int>(N)>();
  }
};
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
