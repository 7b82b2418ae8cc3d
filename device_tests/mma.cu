// SPDX-License-Identifier: BSL-1.0
//
// The fragment layouts of mma.sync, read off the GPU: A has a one at (m,k) and B at (n,k), and then
// D has its one at (m,n), in the register of the thread that the layout names. Every (m,n,k) of
// every instruction that the GPU has.
#include "../static_tests/atom/mma_operations.hpp"
#include "gpu.hpp"

#include <boost/hana/for_each.hpp>

#include <cstdio>
#include <cstring>

using namespace tileproof;

namespace {

template <class Element>
__host__ __device__ constexpr std::uint64_t one() {
  if constexpr (std::is_same_v<Element, double>)
    return std::uint64_t{0x3ff} << 52;
  else if constexpr (std::is_same_v<Element, float> || std::is_same_v<Element, tfloat32_t>)
    return 0x3f800000;
  else if constexpr (std::is_same_v<Element, half_t>)
    return 0x3c00;
  else if constexpr (std::is_same_v<Element, bfloat16_t>)
    return 0x3f80;
  else if constexpr (std::is_same_v<Element, float_e4m3_t>)
    return 0x38;
  else if constexpr (std::is_same_v<Element, float_e5m2_t>)
    return 0x3c;
  else
    return 1;
}

// The registers of a fragment whose value i is the element layout(t, i): one where that is `hot`.
template <class Element, class Layout, class Registers>
__device__ void fill(Registers& to, int t, int hot) {
  constexpr int bits = sizeof_bits_v<Element>;
  auto* const bytes = reinterpret_cast<unsigned char*>(&to);
  for (unsigned i = 0; i < sizeof(Registers); ++i) bytes[i] = 0;
  for (int i = 0; i < size<1>(Layout{}); ++i) {
    if (Layout{}(t, i) != hot) continue;
    std::uint64_t const pattern = one<Element>();
    if (bits < 8) bytes[i * bits / 8] |= static_cast<unsigned char>(pattern << i * bits % 8);
    for (int k = 0; k < bits / 8; ++k)
      bytes[i * bits / 8 + k] = static_cast<unsigned char>(pattern >> 8 * k);
  }
}

template <class Element, class Registers>
__device__ bool is(Registers const& registers, int i, int value) {
  constexpr int bytes = sizeof_bits_v<Element> / 8;
  auto const* const at = reinterpret_cast<unsigned char const*>(&registers) + i * bytes;
  std::uint64_t found = 0;
  for (int k = 0; k < bytes; ++k) found |= std::uint64_t{at[k]} << 8 * k;
  return found == (value == 0 ? 0 : value == 1 ? one<Element>() : std::uint64_t(value));
}

// XOR of two ones at the same place is 0, and a one alone counts.
template <class Op>
inline constexpr bool is_xor = false;
template <>
inline constexpr bool is_xor<SM80_8x8x128_S32U1U1S32_TN_XORPOPC> = true;
template <>
inline constexpr bool is_xor<SM80_16x8x128_S32U1U1S32_TN_XORPOPC> = true;
template <>
inline constexpr bool is_xor<SM80_16x8x256_S32U1U1S32_TN_XORPOPC> = true;

// One warp a block, block (m,n), all k. Counts the values that are not as expected.
template <class Op>
__global__ void one_hot(int* wrong) {
  using traits = MMA_Traits<Op>;
  using A = typename traits::ALayout;
  using B = typename traits::BLayout;
  using C = typename traits::CLayout;
  constexpr int rows = get<0>(typename traits::Shape_MNK{});
  constexpr int columns = get<1>(typename traits::Shape_MNK{});
  constexpr int depth = get<2>(typename traits::Shape_MNK{});
  int const m = static_cast<int>(blockIdx.x);
  int const n = static_cast<int>(blockIdx.y);
  int const lane = static_cast<int>(threadIdx.x);
  // The thread of the instruction: in a quad pair, lanes 0 to 3 and 16 to 19, and so on.
  int const t = size<0>(A{}) == 32 ? lane : lane % 4 + (lane >= 16 ? 4 : 0);
  for (int k = 0; k < depth; ++k) {
    typename Op::ARegisters a;
    typename Op::BRegisters b;
    typename Op::CRegisters c;
    typename Op::DRegisters d;
    fill<typename traits::ElementAVal, A>(a, t, m + rows * k);
    fill<typename traits::ElementBVal, B>(b, t, n + columns * k);
    fill<typename traits::ElementCVal, C>(c, t, -1);
    Op::fma(d, a, b, c);
    for (int i = 0; i < size<1>(C{}); ++i) {
      int const element = C{}(t, i);
      bool const in_row = element % rows == m;
      bool const in_column = element / rows == n;
      int const expected = is_xor<Op> ? in_row != in_column : in_row && in_column;
      if (!is<typename traits::ElementDVal>(d, i, expected)) atomicAdd(wrong, 1);
    }
  }
}

int failed = 0;
long facts = 0;

template <class Op>
void check(int* wrong) {
  using shape = typename MMA_Traits<Op>::Shape_MNK;
  int count = 0;
  cudaMemset(wrong, 0, sizeof(int));
  one_hot<Op><<<dim3(get<0>(shape{}), get<1>(shape{})), 32>>>(wrong);
  cudaError_t const error = cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  facts += size(shape{});
  failed += error != cudaSuccess || count != 0;
  std::printf("%3d x %d x %-3d  %5d one-hot products, %d values wrong  %s\n", int(get<0>(shape{})),
              int(get<1>(shape{})), int(get<2>(shape{})), int(size(shape{})), count,
              cudaGetErrorString(error));
}

}  // namespace

int main() {
  int const sm = compute_capability();
  if (sm == 0) return skipped;
  int* wrong = nullptr;
  if (cudaMalloc(&wrong, sizeof(int)) != cudaSuccess) return 1;
  int count = 0;
  boost::hana::for_each(operations::all, [&](auto op) {
    using operation = typename decltype(op)::type;
    if (operation::sm > sm) return;
    check<operation>(wrong);
    ++count;
  });
  cudaFree(wrong);
  std::printf("%d instructions, %ld one-hot products, %d instructions failed\n", count, facts,
              failed);
  return failed != 0;
}
