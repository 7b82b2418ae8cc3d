// SPDX-License-Identifier: BSL-1.0
// The proofs of the SIMT GEMM of article 002 hold.

#include "../../examples/kernels/gemm_partitioned.hpp"

#include <boost/hana/length.hpp>
#include <cstdint>
#include <type_traits>

using namespace tileproof;

namespace {

static_assert(gemm_partitioned<major::mn, major::mn>::proofs::hold);
static_assert(gemm_partitioned<major::mn, major::k>::proofs::hold);
static_assert(gemm_partitioned<major::k, major::mn>::proofs::hold);
static_assert(gemm_partitioned<major::k, major::k, double>::proofs::hold);

// sgemm is the GEMM of float.
static_assert(std::is_same_v<sgemm<major::mn, major::k>, gemm_partitioned<major::mn, major::k>>);
static_assert(std::is_same_v<sgemm<major::k, major::k, float, std::int64_t>,
                             gemm_partitioned<major::k, major::k, float, std::int64_t>>);

using kernel = gemm_partitioned<major::k, major::k>;
static_assert(kernel::proofs::hold);
static_assert(decltype(boost::hana::length(kernel::proofs{}))::value == 13);

// Without the padding, threads of a warp that follow k have 8-way bank conflicts.
static_assert(prove<bank_ways<shared_store<32>, float>>(
                  kernel::shares<Layout<Shape<_128, _8>>, kernel::tA>{})(clue::in_ways) == 8);

// The proved layouts are the ones that local_partition gives a thread.
template <class TV, class Threads, class... Projection>
constexpr bool is_partition(TV tv, Threads threads, Projection... projection) {
  auto const smem = make_tensor(counting_iterator<int>{}, kernel::sA_layout{});
  for (int t = 0; t < kernel::threads; t += 17) {
    auto const part = local_partition(smem, threads, t, projection...);
    for (int v = 0; v < size(part); v += 5)
      if (part(v) != tv(t, v)) return false;
  }
  return true;
}
static_assert(is_partition(kernel::shares<kernel::sA_layout, kernel::tA>{}, kernel::tA{}));
static_assert(
    is_partition(kernel::shared_reads<kernel::sA_layout, Layout<Shape<_16, _16>, Stride<_1, _0>>>{},
                 kernel::tC{}, Step<_1, X>{}));
static_assert(
    is_partition(kernel::shared_reads<kernel::sA_layout, Layout<Shape<_16, _16>, Stride<_0, _1>>>{},
                 kernel::tC{}, Step<X, _1>{}));

}  // namespace
