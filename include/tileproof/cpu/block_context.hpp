// SPDX-License-Identifier: BSL-1.0
//
// block_context: the context of a kernel on a CPU, the counterpart of gpu_context
// (kernel/context.hpp), with the same members.
#pragma once

#include <tileproof/cpu/coordinates.hpp>
#include <tileproof/cpu/pointer.hpp>
#include <tileproof/cpu/type_name.hpp>
#include <tileproof/kernel/context.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::cpu {

// One thread of a block, as its kernel sees it. Pointers to shared memory are checked, barriers and
// cp.async go to the block.
class block_context {
 public:
  block_context(block& b, int thread) : block_(&b), thread_(thread) {}

  int thread() const { return thread_; }
  int block_x() const { return block_->index[0]; }
  int block_y() const { return block_->index[1]; }
  int block_z() const { return block_->index[2]; }

  template <class... Fields, auto I>
  auto shared(shared_memory<Fields...>, C<I>) const {
    using memory = shared_memory<Fields...>;
    using field = typename memory::template field_at<static_cast<int>(I)>;
    using T = typename field::type;
    return make_smem_ptr(ptr<aligned_ptr<T, field::alignment>>{
        &block_->field(&type_name<memory>, static_cast<int>(I),
                       memory::template offset<static_cast<int>(I)>, field::size, sizeof_bits_v<T>),
        0});
  }

  void sync(std::source_location const& where = std::source_location::current()) const {
    block_->sync(where);
  }
  void cp_async_fence() const { block_->in_flight().fence(); }
  template <auto N>
  void cp_async_wait(C<N>) const {
    block_->in_flight().wait(block_->check, static_cast<int>(N));
  }

 private:
  block* block_;
  int thread_;
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::cpu
