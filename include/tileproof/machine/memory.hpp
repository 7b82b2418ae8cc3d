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
//
// A buffer that the protocol lets overlap with another one may lie where that one does:
//
//   pipeline::reuse<protocol::D, protocol::A, float, sD_layout>        // D lies where A lies
#pragma once

// First: the shortest way to it in a message.
#include <tileproof/types/refused.hpp>

#include <tileproof/algebra/composed_layout.hpp>
#include <tileproof/context/context.hpp>
#include <tileproof/machine/barrier_places.hpp>
#include <tileproof/tensor/pointer.hpp>
#include <tileproof/tensor/tensor.hpp>
#include <tileproof/types/refused_type.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline {

namespace detail {

// The alignment of a buffer, in bytes: the period of its swizzle, so that TMA and wgmma, which
// swizzle addresses, find the elements where the layout says, and at least 128, which TMA requires.
// The longest period of theirs is 1024.
template <class T, class Layout>
inline constexpr int alignment_of_buffer = 128;
template <class T, int B, int M, int S, class O, class L>
inline constexpr int alignment_of_buffer<T, ComposedLayout<Swizzle<B, M, S>, O, L>> = [] {
  constexpr std::int64_t period = Swizzle<B, M, S>::period * sizeof_bits_v<T> / 8;
  return static_cast<int>(period < 128 ? 128 : period > 1024 ? 1024 : period);
}();

}  // namespace detail

// A buffer R of a protocol has elements of T in Layout, which has all its stages and parts, the
// first one at a multiple of Alignment bytes.
template <class R, class T, class Layout, int Alignment = detail::alignment_of_buffer<T, Layout>>
struct bind {
  using resource = R;
  using reused = void;
  using type = T;
  using layout = Layout;
  static constexpr int alignment = Alignment;
};

// A buffer R lies where the buffer Of does, whose bytes are at least as many: their protocol has
// overlap<R, Of>, so that what one brings or reads ends before the other is written.
template <class R, class Of, class T, class Layout>
struct reuse {
  using resource = R;
  using reused = Of;
  using type = T;
  using layout = Layout;
  static constexpr int alignment = 1;
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

// The names of refusals: a buffer is to lie where another one does, and the protocol does not have
// their overlap, or the other one has fewer bytes.
template <class R, class Of>
struct memory_reuses_an_overlap : tileproof::detail::refused_type<Of, R> {
  static constexpr char const* sentences[] = {
      "memory: {element} is to reuse the memory of {verb}, and the protocol does not say that they "
      "overlap: add pipeline::overlap<{element}, {verb}> to its overlaps",
      nullptr};
};
template <class R, class Of>
struct memory_fits_where_it_lies : tileproof::detail::refused_type<Of, R> {
  static constexpr char const* sentences[] = {
      "memory: {element} has {found} bytes, and is to reuse the memory of {verb}, which has "
      "{expected}",
      nullptr};
};

namespace detail {

template <class R, template <class...> class List, class... Rs>
constexpr bool is_one_of(List<Rs...>*) {
  return (... || std::is_same_v<R, Rs>);
}
// Whether a protocol lets two buffers overlap.
template <class R, class Of, class... Os>
constexpr bool overlap_in(overlaps<Os...>*) {
  return (... ||
          (is_one_of<R>(static_cast<Os*>(nullptr)) && is_one_of<Of>(static_cast<Os*>(nullptr))));
}
template <class P, class R, class Of>
constexpr bool may_overlap() {
  if constexpr (requires { typename P::overlaps; })
    return overlap_in<R, Of>(static_cast<typename P::overlaps*>(nullptr));
  else
    return false;
}

// Refuses a layout of other bytes than the stages of a buffer have that the protocol uses and
// counts.
template <class R, bool IsUsed, std::int64_t Bytes>
constexpr bool require_bytes_of_stages() {
  constexpr std::int64_t counted = std::int64_t{R::stages} * R::parts * R::amount;
  static_assert(
      tileproof::refuse_unless<(!IsUsed || counted == 0 || Bytes == counted),
                               memory_has_bytes_of_stages<R>, found<Bytes>, expected<counted>>);
  return true;
}
// The field of a buffer. One that the protocol does not use takes no memory, nor does one that lies
// in another one's.
template <class P, class B>
struct field_of {
  using R = typename B::resource;
  static constexpr bool is_used = is_one_of<R>(static_cast<typename P::resources*>(nullptr));
  using type = field<typename B::type, is_used ? cosize_v<typename B::layout> : 0, B::alignment>;
  static_assert(require_bytes_of_stages<R, is_used, type::bytes>());
};
template <class P, class R, class Of, class T, class L>
struct field_of<P, reuse<R, Of, T, L>> {
  using type = field<T, 0, 1>;
  static_assert(require_bytes_of_stages<R, true, field<T, cosize_v<L>>::bytes>());
  static_assert(
      tileproof::refuse_unless<may_overlap<P, R, Of>(), memory_reuses_an_overlap<R, Of>, found<>>);
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
  template <class R, class Context, class... Block>
  TILEPROOF_KERNEL static auto data(Context const& ctx, Block... block) {
    using Of = typename bound<R>::reused;
    if constexpr (!std::is_void_v<Of>) {
      constexpr std::int64_t bytes =
          field<typename bound<R>::type, cosize_v<typename bound<R>::layout>>::bytes;
      constexpr std::int64_t has = memory::template field_at<index<Of>>::bytes;
      static_assert(tileproof::refuse_unless<(bytes <= has), memory_fits_where_it_lies<R, Of>,
                                             found<bytes>, expected<has>>);
      return recast_ptr<typename bound<R>::type>(data<Of>(ctx, block...));
    } else if constexpr (sizeof...(Block) == 0) {
      return ctx.shared(memory{}, Int<index<R>>{});
    } else {
      return ctx.shared_of(block..., memory{}, Int<index<R>>{});
    }
  }
  template <class R, class Context, class... Block>
  TILEPROOF_KERNEL static auto tensor(Context const& ctx, Block... block) {
    return make_tensor(data<R>(ctx, block...), typename bound<R>::layout{});
  }
  // The words of the mbarriers, which run_protocol takes.
  template <class Context>
  TILEPROOF_KERNEL static auto barriers(Context const& ctx) {
    return ctx.shared(memory{}, Int<static_cast<int>(sizeof...(Binds))>{});
  }
};

}  // namespace tileproof::inline TILEPROOF_NAMESPACE::pipeline
