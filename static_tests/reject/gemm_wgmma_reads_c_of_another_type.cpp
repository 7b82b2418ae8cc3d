// SPDX-License-Identifier: BSL-1.0
// expect-error: wgmma_reads_c
// expect-sentence: C cannot be half_t where D is bfloat16_t: give C the type of D or of alpha
#include <tileproof/kernel/gemm/wgmma/launch.hpp>

using namespace tileproof;

// D is bf16; C may be bf16 or, as alpha, f32.
struct kernel {  // a gemm_wgmma, as far as its check reads it
  static constexpr matrix_order order_d = matrix_order::row_major;
  static constexpr matrix_order stores = matrix_order::row_major;
  static constexpr bool has_order(std::int64_t, std::int64_t, std::int64_t) { return true; }
  static constexpr major major_a = major::k;
  static constexpr major major_b = major::k;
  using element_a = bfloat16_t;
  using element_b = bfloat16_t;
  using element_d = bfloat16_t;
};
template <class TC>
using arguments = wgmma_arguments<bfloat16_t, bfloat16_t, bfloat16_t, float, identity_epilogue, TC>;
#ifdef TILEPROOF_CONTROL
status check(arguments<float> const& g) { return check_gemm<kernel>(g); }
#else
status check(arguments<half_t> const& g) { return check_gemm<kernel>(g); }  // the mistake
#endif
