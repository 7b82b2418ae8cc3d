// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_has_scalars
// expect-sentence: alpha and beta cannot be float where D is int: they are int32_t where D is
#include <tileproof/kernel/gemm/wgmma/launch.hpp>

using namespace tileproof;

// Sums are int32, and alpha = 0.5 would become 0.
struct kernel {  // a gemm_wgmma, as far as its check reads it
  static constexpr matrix_order order_d = matrix_order::row_major;
  static constexpr matrix_order stores = matrix_order::row_major;
  static constexpr bool has_order(std::int64_t, std::int64_t, std::int64_t) { return true; }
  static constexpr major major_a = major::k;
  static constexpr major major_b = major::k;
  using element_a = std::int8_t;
  using element_b = std::int8_t;
  using element_d = std::int32_t;
};
template <class Scalar>
using arguments = wgmma_arguments<std::int8_t, std::int8_t, std::int32_t, Scalar>;
#ifdef TILEPROOF_CONTROL
status check(arguments<std::int32_t> const& g) { return check_gemm<kernel>(g); }
#else
status check(arguments<float> const& g) { return check_gemm<kernel>(g); }  // the mistake
#endif
