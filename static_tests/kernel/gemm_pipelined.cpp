// SPDX-License-Identifier: BSL-1.0
// The proofs of the multistage SIMT GEMM hold.
#include <tileproof/kernel/common/opaque.hpp>
#include <tileproof/kernel/gemm/arguments.hpp>
#include <tileproof/kernel/gemm/frame.hpp>
#include <tileproof/kernel/gemm/gemm_pipelined.hpp>
#include <tileproof/kernel/gemm/proofs.hpp>
#include <tileproof/kernel/gemm/simt_operand.hpp>
#include <tileproof/kernel/gemm/simt_schedule.hpp>
#include <tileproof/kernel/gemm/slices.hpp>

#include <boost/hana/length.hpp>

using namespace tileproof;

namespace {

static_assert(gemm_pipelined<major::mn, major::k>::proofs::hold);
static_assert(gemm_pipelined<major::k, major::mn>::proofs::hold);

using kernel = gemm_pipelined<major::mn, major::mn>;
using turned = gemm_pipelined<major::k, major::k>;
static_assert(kernel::proofs::hold && turned::proofs::hold);
template <major A, major B>
using sliced = gemm_pipelined<A, B, float, int, simt_schedule_of_few_tiles<A, B>>;
static_assert(sliced<major::mn, major::mn>::proofs::hold &&
              sliced<major::k, major::k>::proofs::hold);
static_assert(decltype(boost::hana::length(kernel::proofs{}))::value == 48);
static_assert(decltype(boost::hana::length(turned::proofs{}))::value == 50);
// The sums of the slices: four theorems of their own, and their bytes.
using slices = sliced<major::mn, major::mn>;
static_assert(decltype(boost::hana::length(slices::proofs{}))::value == 53);

// The stores to C reach the figure that the kernel settles for: it cannot be raised.
using c = detail::destination_of<detail::elements_of_c<kernel::tiled_mma, float>,
                                 detail::columns_apart<Shape<_128, _256>>>;
static_assert(prove<sector_efficiency<global_store<32>, float>>(
                  make_layout(layout<0>(c{}), Layout<_1, _0>{}))(clue::in_per_cent) == 25);

}  // namespace
