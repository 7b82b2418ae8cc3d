// SPDX-License-Identifier: BSL-1.0
//
// Defines memory, the shared memory of a kernel: each buffer of its protocol is bound once to its
// elements and its layout. Where a buffer lies, its tensor, and the words of the barriers follow.
//
//   using shared = pipeline::memory<protocol, pipeline::bind<protocol::A, half_t, sA_layout>,
//                                   pipeline::bind<protocol::B, half_t, sB_layout>>;
//   auto const sA = shared::tensor<protocol::A>(ctx);    // (BLK_M,BLK_K,PIPE)
//   pipeline::run_protocol<shared>(ctx, make, trips);    // whose verbs have their stages from it
//
//   | A, all stages | B, all stages | mbarriers |     each at the next multiple of its alignment
#pragma once

#include <tileproof/context/context.hpp>
#include <tileproof/machine/barrier_places.hpp>
#include <tileproof/tensor/tensor.hpp>
#include <tileproof/types/refused.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

// A buffer R of a protocol has elements of T in Layout, which has all its stages and parts, the
// first one at a multiple of Alignment bytes.
template <class R, class T, class Layout, int Alignment = 128>
struct bind {
  using resource = R;
  using type = T;
  using layout = Layout;
  static constexpr int alignment = Alignment;
};

// The bytes of a stage with elements of T in a tile, a layout or a shape: what a protocol counts
// for it.
template <class T, class Tile>
inline constexpr int bytes_of_stage =
    static_cast<int>(decltype(size(Tile{}))::value * sizeof_bits_v<T> / 8);

// The name of a refusal: the memory of a buffer is not that of its stages.
template <class R>
struct memory_has_bytes_of_stages {
  using element_type = R;
  static constexpr char const* sentences[] = {
      "memory: the layout of {element} has {found} bytes, and the stages of the buffer have "
      "{expected}",
      nullptr};
};

namespace detail {

template <class R, class... Rs>
constexpr bool is_one_of(resources<Rs...>*) {
  return (... || std::is_same_v<R, Rs>);
}

// The field of a buffer. One that the protocol does not use takes no memory; bytes are those of its
// stages where the protocol counts them.
template <class P, class B>
struct field_of {
  using R = typename B::resource;
  static constexpr bool is_used = is_one_of<R>(static_cast<typename P::resources*>(nullptr));
  using type = field<typename B::type, is_used ? cosize_v<typename B::layout> : 0, B::alignment>;
  static constexpr std::int64_t counted = std::int64_t{R::stages} * R::parts * R::amount;
  static_assert(sizeof(tileproof::detail::refused_unless<
                       !is_used || counted == 0 || type::bytes == counted,
                       memory_has_bytes_of_stages<R>, found<type::bytes>, expected<counted>>) > 0);
};

}  // namespace detail

template <class P, class... Binds>
struct memory : shared_memory<typename detail::field_of<P, Binds>::type...,
                              field<std::uint64_t, barrier_words<P>, 8>> {
  using protocol = P;

 private:
  template <class R>
  static constexpr int index = [] {
    int at = 0;
    bool is_before = true;
    ((is_before = is_before && !std::is_same_v<R, typename Binds::resource>, at += is_before), ...);
    return at;
  }();

 public:
  // The bind of R.
  template <class R>
  using bound = typename tileproof::detail::nth<static_cast<std::size_t>(index<R>), Binds...>::type;
  // The first element of R; its tensor, all stages and parts; and that of a block of the cluster.
  template <class R, class Context>
  TILEPROOF_KERNEL static auto data(Context const& ctx) {
    return ctx.shared(memory{}, Int<index<R>>{});
  }
  template <class R, class Context>
  TILEPROOF_KERNEL static auto tensor(Context const& ctx) {
    return make_tensor(data<R>(ctx), typename bound<R>::layout{});
  }
  template <class R, class Context>
  TILEPROOF_KERNEL static auto tensor(Context const& ctx, int block) {
    return make_tensor(ctx.shared_of(block, memory{}, Int<index<R>>{}),
                       typename bound<R>::layout{});
  }
  // The words of the mbarriers, which run_protocol takes.
  template <class Context>
  TILEPROOF_KERNEL static auto barriers(Context const& ctx) {
    return ctx.shared(memory{}, Int<static_cast<int>(sizeof...(Binds))>{});
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
