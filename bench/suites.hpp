// SPDX-License-Identifier: BSL-1.0
//
// The functions with which main enters the benchmarks before Google Benchmark runs.
#pragma once

namespace bench {

void enter_copies();
void enter_transposes();
void enter_gemms();
void enter_hopper_gemms();
void enter_attentions();

}  // namespace bench
