// SPDX-License-Identifier: BSL-1.0
//
// Every kind of tensor prints. articles/articles.cpp checks the text.
#include <tileproof/atom/integer.hpp>
#include <tileproof/tensor/fragment.hpp>
#include <tileproof/tensor/print_tensor.hpp>

using namespace tileproof;

namespace {

[[maybe_unused]] void prints() {
  double memory[16]{};
  print_tensor(make_tensor(memory, make_shape(_4{})));
  print_tensor(make_tensor(make_gmem_ptr(memory), make_shape(_2{}, 2)));
  print_tensor(make_tensor(make_smem_ptr(memory), make_shape(_2{}, 2, _2{})));
  print_tensor(make_tensor(make_rmem_ptr(memory), make_shape(_2{}, 2, _2{}, _2{})), false);
  print_tensor(make_tensor(counting_iterator<int>{0}, make_shape(_4{})));
  print_tensor(make_identity_tensor(make_shape(_4{}, 2)));
  print_tensor(make_tensor<float>(make_shape(_4{}, _2{})));
  print_tensor(make_tensor<int4b_t>(make_shape(_4{}, _2{})));
}

}  // namespace
