// SPDX-License-Identifier: BSL-1.0
//
// Kernels on the CPU, one fibre a thread, with every access checked. Compiled by g++ or clang, not
// by nvcc; needs -lboost_context.
#pragma once

#include <tileproof/cpu/copy_instructions.hpp>
#include <tileproof/cpu/global.hpp>
#include <tileproof/cpu/launch.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
