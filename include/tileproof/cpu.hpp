// SPDX-License-Identifier: BSL-1.0
//
// Includes the CPU run of kernels: each thread of a block is a fibre (a cooperative thread), and
// every access is checked against its buffer and for races.
//
// Use it to test a kernel without a GPU. Compiled by g++ or clang, not by nvcc; link with
// -lboost_context.
#pragma once

#include <tileproof/cpu/copy_instructions.hpp>
#include <tileproof/cpu/global.hpp>
#include <tileproof/cpu/launch.hpp>
#include <tileproof/cpu/matrix_instructions.hpp>
