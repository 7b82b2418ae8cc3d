// SPDX-License-Identifier: BSL-1.0
// The proofs of the SIMT GEMM with tiled copies hold.

#include "../../examples/kernels/gemm_tiled.hpp"

#include <boost/hana/length.hpp>

using namespace tileproof;

namespace {

static_assert(gemm_tiled<major::mn, major::mn>::proofs::hold);
static_assert(gemm_tiled<major::mn, major::k>::proofs::hold);
static_assert(gemm_tiled<major::k, major::mn>::proofs::hold);

using kernel = gemm_tiled<major::k, major::k>;
static_assert(kernel::proofs::hold);
static_assert(decltype(boost::hana::length(kernel::proofs{}))::value == 25);

// Without the padding, the stores of a transposed operand have 2-way bank conflicts.
using plain = Layout<Shape<_128, _8>>;
using to_shared = detail::destination_of<kernel::operand_a::smem_copy, plain>;
static_assert(!proved<free_of_bank_conflicts<shared_store<32>, float>, to_shared>);

}  // namespace
