// SPDX-License-Identifier: BSL-1.0
//
// attends<Kernel>: an attention kernel on the CPU is clean and right (attention_problem.hpp).
#pragma once

#include "attention_problem.hpp"

#include <doctest/doctest.h>

#include <string>

namespace attention_on_cpu {

template <class Kernel, class Run>
void attends(std::string const& name, sizes const& p, Run const& run) {
  outcome const r = run_attention<Kernel>(p, run);
  REQUIRE(r.is_taken);
  CHECK_MESSAGE(r.said.clean(), name, " ", r.said.text());
  CHECK_MESSAGE(r.wrong() == 0, name, " ", r.wrong(), " wrong, ", r.largest, " of the bound");
}

}  // namespace attention_on_cpu
