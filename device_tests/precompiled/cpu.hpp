// SPDX-License-Identifier: BSL-1.0
//
// The headers that suites on the CPU include, for a compiler that reads them once for all suites.
#include <tileproof/atom.hpp>
#include <tileproof/cpu.hpp>
#include <tileproof/pipeline.hpp>
#include <tileproof/tileproof.hpp>
