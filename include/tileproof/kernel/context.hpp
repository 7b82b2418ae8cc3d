// SPDX-License-Identifier: BSL-1.0
//
// The interface between a kernel and the machine that runs it: thread and block indices, shared
// memory, barriers.
//
// A kernel is a type. Its body asks a context for all of these, so one source runs on a GPU
// (`gpu_context`, an empty type) and on a CPU with every access checked (cpu/block_context.hpp).
// Write a kernel of your own in this form:
//
//   struct transpose {
//     static constexpr int threads = 256;                // per block
//     using shared = shared_memory<field<float, 1024>>;  // or shared_memory<>
//     template <class Context, class Arguments>
//     TILEPROOF_KERNEL static void run(Context const& ctx, Arguments const& args);
//   };
#pragma once

#include <tileproof/atom/copy/sm80.hpp>
#include <tileproof/tensor/aligned.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// Marks the body of a kernel: a __device__ function under nvcc, an inline host function elsewhere.
#if defined(__CUDACC__)
#define TILEPROOF_KERNEL __device__ __forceinline__
#else
#define TILEPROOF_KERNEL inline
#endif

// A buffer in shared memory: N elements of type T, its first byte at a multiple of Alignment bytes.
template <class T, std::int64_t N, int Alignment = 128>
struct field {
  using type = T;
  static constexpr std::int64_t size = N;
  static constexpr int alignment = Alignment;
  static constexpr std::int64_t bytes = (N * sizeof_bits_v<T> + 7) / 8;
};

// The shared memory of a block: its fields in order, each at the next multiple of its alignment.
// shared_memory<field<float, 3>, field<float, 4>> has offset<1> 128 and bytes 144.
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
  // The first byte of field I, and the bytes of all fields.
  template <int I>
  static constexpr std::int64_t offset = places.at[I];
  static constexpr std::int64_t bytes = places.at[fields];
};

#if defined(__CUDACC__)
namespace detail {

extern __shared__ unsigned char dynamic_shared_memory[];

}  // namespace detail

// The context on a GPU: each member is one instruction or none.
struct gpu_context {
  __device__ __forceinline__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ __forceinline__ int block_x() const { return static_cast<int>(blockIdx.x); }
  __device__ __forceinline__ int block_y() const { return static_cast<int>(blockIdx.y); }
  __device__ __forceinline__ int block_z() const { return static_cast<int>(blockIdx.z); }

  // A shared-memory pointer to field I, aligned as the field is: ctx.shared(Shared{}, Int<I>{}).
  template <class... Fields, auto I>
  __device__ __forceinline__ auto shared(shared_memory<Fields...>, C<I>) const {
    using memory = shared_memory<Fields...>;
    using field = typename memory::template field_at<static_cast<int>(I)>;
    return make_smem_ptr(
        aligned_ptr<typename field::type, field::alignment>{reinterpret_cast<typename field::type*>(
            detail::dynamic_shared_memory + memory::template offset<static_cast<int>(I)>)});
  }

  // The barrier of a block (__syncthreads): after it, each thread sees what the others wrote
  // before.
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  // The cp.async groups of a thread: fence ends the current group (cp.async.commit_group); wait
  // returns when at most N groups are pending (cp.async.wait_group N).
  __device__ __forceinline__ void cp_async_fence() const { tileproof::cp_async_fence(); }
  template <auto N>
  __device__ __forceinline__ void cp_async_wait(C<N>) const {
    tileproof::cp_async_wait<static_cast<int>(N)>();
  }
};
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
