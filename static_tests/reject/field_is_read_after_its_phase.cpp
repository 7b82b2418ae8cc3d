// SPDX-License-Identifier: BSL-1.0
// expect-error: smem_field_is_live
// expect-error: of_fields<
// expect-error: smem_A
// expect-error: in_phase<1>
// expect-error: expected<0,
#include <tileproof/atom.hpp>

using namespace tileproof;

struct smem_A : smem_field<float, Layout<Shape<_32, _32>>, smem_phases<0>> {};
struct smem_C : smem_field<float, Layout<Shape<_32, _32>>, smem_phases<1>> {};  // over A
using smem = smem_allocator<smem_A, smem_C>;

auto epilogue(unsigned char* memory) {
#ifdef TILEPROOF_CONTROL
  return smem::tensor<smem_C, 1>(memory);
#else
  return smem::tensor<smem_A, 1>(memory);
#endif
}
