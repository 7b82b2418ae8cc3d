// SPDX-License-Identifier: BSL-1.0
//
// A machine that does nothing, for compilers of the host: a kernel is compiled for it, and not run.
#pragma once

#include <tileproof/config.hpp>

// Before the atoms, which call these by their qualified names.
namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

template <class Operation, class... Args>
void copy_on_cpu(Operation, Args const&...) {}
template <class Operation, class... Args>
void fma_on_cpu(Operation, Args const&...) {}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu

#include <tileproof/context/context.hpp>

struct host_context {
  int thread() const { return 0; }
  int block_x() const { return 0; }
  int block_y() const { return 0; }
  int block_z() const { return 0; }
  int threads() const { return 0; }
  void expects(bool, char const*) const {}

  template <class... Fields, auto I>
  auto shared(tileproof::shared_memory<Fields...>, tileproof::C<I>) const {
    using field =
        typename tileproof::shared_memory<Fields...>::template field_at<static_cast<int>(I)>;
    return tileproof::make_smem_ptr(
        tileproof::aligned_ptr<typename field::type, field::alignment>{nullptr});
  }

  void sync() const {}
  void cp_async_fence() const {}
  template <auto N>
  void cp_async_wait(tileproof::C<N>) const {}
};
