// SPDX-License-Identifier: BSL-1.0
//
// Kernels on the CPU, one fibre a thread, with every access checked. Compiled by g++ or clang, not
// by nvcc; needs -lboost_context.
#pragma once

#include <tileproof/kernel/cpu/copy.hpp>
#include <tileproof/kernel/cpu/global.hpp>
#include <tileproof/kernel/cpu/launch.hpp>
#include <tileproof/kernel/cpu/mma.hpp>
