// SPDX-License-Identifier: BSL-1.0
//
// Defines encode_tma_descriptor: the tensor map of a global tensor, with which TMA addresses it;
// made on the host by the driver. make_tma_copy calls it. Conditions on run-time integers are
// checked, and so is the driver's answer: it returns a violation as a sentence, of which
// make_tma_copy throws tma_error, or aborts under -fno-exceptions.
//
//   address           a multiple of 16 bytes
//   extent            1 to 2^32 along each of 1 to 5 dimensions
//   stride            1 along the first; else a multiple of 16 bytes below 2^40
//   a store           the first extent a multiple of 16 bytes
//
// From the CUDA Driver API, "cuTensorMapEncodeTiled". The last condition was measured on an H200
// (sm_90): a store ends at a multiple of 16 bytes, and writes beside the tensor if the tensor ends
// elsewhere.
#pragma once

#include <tileproof/atom/tma/instruction.hpp>
#include <tileproof/core/text.hpp>

#include <exception>
#if !defined(__cpp_exceptions) && !defined(__CUDACC_RTC__)
#include <cstdio>
#include <cstdlib>
#endif
#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cstring>
#endif

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A condition on a tensor map that does not hold. what() is one sentence with the numbers: "tensor
// map: the tensor's address is 8 bytes past a multiple of 16".
class tma_error : public std::exception {
 public:
  explicit tma_error(core::text const& t) : text_(t) {}
  char const* what() const noexcept override { return text_.at; }

 private:
  core::text text_;
};

namespace TMA {
// The bytes that a miss in L2 fetches for a TMA load. Names and values as CuTe has them.
enum class L2Promotion : std::uint8_t { DISABLE, B64, B128, B256 };
}  // namespace TMA

// The type that a reduction takes the elements for: floats, signed integers, or, as a load and a
// store do, unsigned integers of their size. A load of tf32 rounds f32 elements to it.
enum class tma_element : std::uint8_t { bits, f16, bf16, f32, s32, s64, tf32 };

// The arguments of cuTensorMapEncodeTiled, by dimensions, the first of which has stride 1. Extents,
// strides and boxes are in elements, the address and element_bytes in bytes. `is_stored`: the map
// is for stores.
struct tma_geometry {
  static constexpr int most_dimensions = 5;

  std::uint64_t address = 0;
  int element_bytes = 1;
  int rank = 0;
  int swizzle_bits = 0;
  bool is_stored = false;
  tma_element element = tma_element::bits;
  TMA::L2Promotion l2 = TMA::L2Promotion::B128;
  std::int64_t extent[most_dimensions]{};
  std::int64_t stride[most_dimensions]{};  // in elements
  std::uint32_t box[most_dimensions]{};
  int mode[most_dimensions]{};  // leaf of the global layout, for messages

  // The stride in bytes. A mode of extent 1 is never stepped along, so any multiple of 16 serves.
  constexpr std::int64_t stride_bytes(int d) const {
    return extent[d] == 1 ? 16 : stride[d] * element_bytes;
  }
};

// The first condition of a tensor map that does not hold, as a sentence; empty if all hold.
constexpr core::text broken_condition(tma_geometry const& g) {
  core::text t;
  auto const say = [&t](auto... words) { (t.put(words), ...); };
  if (g.address % 16 != 0)
    say("tensor map: the tensor's address is ", static_cast<std::int64_t>(g.address % 16),
        " bytes past a multiple of 16");
  for (int d = 0; d < g.rank && t.count == 0; ++d) {
    std::int64_t const mode = g.mode[d];
    std::int64_t bytes = 0;
    if (g.extent[d] < 1 || g.extent[d] > std::int64_t{1} << 32)
      say("tensor map: the extent ", g.extent[d], " of mode ", mode, " is not in [1,2^32]");
    else if (d == 0 && g.stride[d] != 1)
      say("tensor map: the stride of mode ", mode, " is not 1");
    else if (d == 0 && g.is_stored && g.extent[d] * g.element_bytes % 16 != 0)
      say("tensor map: a store ends at a multiple of 16 bytes: the extent of mode ", mode, ", ",
          g.extent[d], " elements of ", std::int64_t{g.element_bytes}, " bytes, does not");
    else if (d > 0 && g.extent[d] > 1 &&
             (core::mul_overflows(g.stride[d], g.element_bytes, bytes) || bytes < 0 ||
              bytes >= std::int64_t{1} << 40 || bytes % 16 != 0))
      say("tensor map: the stride of mode ", mode, ", ", g.stride[d], " elements of ",
          std::int64_t{g.element_bytes}, " bytes, is not a multiple of 16 bytes in [0,2^40)");
  }
  return t;
}

#if defined(__CUDACC_RTC__)
// Not defined: device code never calls it, and has only the types of TMA copies from its callers.
core::text encode_tma_descriptor(tma_geometry const& g, TmaDescriptor& made) noexcept;
#elif defined(__CUDACC__)
namespace detail {

// Throws tma_error; under -fno-exceptions prints its sentence and aborts.
[[noreturn]] inline void tma_fail(core::text const& t) {
#if defined(__cpp_exceptions)
  throw tma_error(t);
#else
  std::fprintf(stderr, "tileproof: %s\n", t.at);
  std::abort();
#endif
}

// The encoder from the driver that the program runs with, looked up at run time, so that nothing is
// linked; null where there is none.
inline auto* tensor_map_encoder() noexcept {
  static decltype(&cuTensorMapEncodeTiled) const encoder = [] {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult is{};
    cudaError_t const error = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found,
                                                               12000, cudaEnableDefault, &is);
    if (error != cudaSuccess || is != cudaDriverEntryPointSuccess) found = nullptr;
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
  }();
  return encoder;
}

// The driver's name of the elements.
inline CUtensorMapDataType tensor_map_elements(tma_geometry const& g) noexcept {
  switch (g.element) {
    case tma_element::f16: return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    case tma_element::bf16: return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    case tma_element::f32: return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    case tma_element::s32: return CU_TENSOR_MAP_DATA_TYPE_INT32;
    case tma_element::s64: return CU_TENSOR_MAP_DATA_TYPE_INT64;
    case tma_element::tf32: return CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
    case tma_element::bits: break;
  }
  return g.element_bytes == 1   ? CU_TENSOR_MAP_DATA_TYPE_UINT8
         : g.element_bytes == 2 ? CU_TENSOR_MAP_DATA_TYPE_UINT16
         : g.element_bytes == 4 ? CU_TENSOR_MAP_DATA_TYPE_UINT32
                                : CU_TENSOR_MAP_DATA_TYPE_UINT64;
}

}  // namespace detail

// Encodes a tensor map, 128 bytes, once for each tensor. Elements outside of the tensor are read as
// zeros, and are not written. Result: the first condition that does not hold, as a sentence; empty
// where the map has been made.
inline core::text encode_tma_descriptor(tma_geometry const& g, TmaDescriptor& made) noexcept {
  core::text t = broken_condition(g);
  if (t.count > 0) return t;
  auto* const encoder = detail::tensor_map_encoder();
  if (encoder == nullptr) {
    t.put("tensor map: there is no driver with cuTensorMapEncodeTiled");
    return t;
  }
  cuuint64_t extent[tma_geometry::most_dimensions];
  cuuint64_t stride[tma_geometry::most_dimensions];
  cuuint32_t step[tma_geometry::most_dimensions];
  for (int d = 0; d < g.rank; ++d) {
    extent[d] = static_cast<cuuint64_t>(g.extent[d]);
    stride[d] = static_cast<cuuint64_t>(g.stride_bytes(d));
    step[d] = 1;
  }
  CUtensorMap map;
  static_assert(sizeof(map) == sizeof(TmaDescriptor) &&
                alignof(TmaDescriptor) % alignof(CUtensorMap) == 0);
  CUresult const result =
      encoder(&map, detail::tensor_map_elements(g), static_cast<cuuint32_t>(g.rank),
              reinterpret_cast<void*>(g.address), extent, stride + 1, g.box, step,
              CU_TENSOR_MAP_INTERLEAVE_NONE, static_cast<CUtensorMapSwizzle>(g.swizzle_bits),
              static_cast<CUtensorMapL2promotion>(g.l2), CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    t.put("tensor map: cuTensorMapEncodeTiled answers ");
    t.put(static_cast<std::int64_t>(result));
    return t;
  }
  std::memcpy(&made, &map, sizeof(made));
  return t;
}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
