// SPDX-License-Identifier: BSL-1.0
//
// The layout algebra, tensors and printing.
#pragma once

#include <tileproof/algebra/refused.hpp>  // first: the shortest way to it in a message

#include <tileproof/print/print.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/partition.hpp>
#include <tileproof/tensor/print_tensor.hpp>
#include <tileproof/tensor/tensor.hpp>
