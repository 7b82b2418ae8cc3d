// SPDX-License-Identifier: BSL-1.0
//
// The GEMM in roles of device_tests/pipeline on the CPU, from the same source: its results, and no
// finding whenever its asynchronous operations happen, in a cluster of two and alone.
#include <doctest/doctest.h>

#include "pipeline/gemm_on_cpu.hpp"

using namespace tileproof;

namespace {

template <class Kernel>
void expect_right(hopper::problem const& p, bool axiom = false) {
  using enum cpu::moment_of_effect;
  for (cpu::moment_of_effect const when : {first, last, random})
    for (bool const reverse : {false, true}) {
      cpu::options o;
      o.asynchronous = when;
      o.reverse = reverse;
      o.seed = reverse ? 2 : 1;
      o.warpgroup_waits_as_one = axiom;
      hopper::outcome const r = hopper::run_gemm<Kernel>(p, o);
      CHECK_MESSAGE(r.said.clean(), r.said.text());
      CHECK(r.wrong == 0);
    }
}

TEST_CASE("a GEMM in roles is clean and right in a cluster of two") {
  expect_right<hopper::gemm_kernel<3, 2>>({200, 264, 328});
  expect_right<hopper::gemm_kernel<2, 2>>({264, 40, 136, 2});
}
TEST_CASE("a GEMM in roles is clean and right without a cluster") {
  expect_right<hopper::gemm_kernel<3, 1>>({200, 264, 328, 2});
}
TEST_CASE("so is the same kernel with its barriers written by hand") {
  expect_right<hopper::gemm_by_hand<2, 2>>({200, 264, 200});
}

// One thread of a warpgroup releases a stage: by PTX its wait tells of its own warp's wgmma only.
TEST_CASE("a release once a warpgroup takes the axiom that its warps wait as one") {
  using kernel = hopper::gemm_kernel<2, 1, bfloat16_t, hopper::release_by::warpgroup>;
  hopper::problem const p{104, 40, 328};
  expect_right<kernel>(p, true);
  cpu::report const r = hopper::run_gemm<kernel>(p, {}).said;
  CHECK_MESSAGE(!r.clean(), r.text());
  CHECK(r.text().find("wgmma of the warp of thread") != std::string::npos);
}

}  // namespace
