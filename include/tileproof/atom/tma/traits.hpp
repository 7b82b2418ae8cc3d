// SPDX-License-Identifier: BSL-1.0
//
// Defines the Copy_Traits of the TMA instructions; with tma_partition, the part of a global tensor
// and of shared memory that one block copies (tma/partition.hpp).
//
//   auto mA = atom.get_tma_tensor(shape);            // coordinates instead of addresses
//   auto gA = local_tile(mA, tile, make_coord(m, _));  // (BLK_M,BLK_K,k-tiles)
//   auto [tAgA, tAsA] = tma_partition(atom, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
//   copy(atom.with(barrier), tAgA(_, k), tAsA(_, stage));  // by one thread
//
// A load arrives at an mbarrier, which counts its bytes (tma/barrier.hpp); a store is waited for by
// tma_store_wait.
#pragma once

#include <tileproof/atom/copy/atom.hpp>
#include <tileproof/atom/tma/box.hpp>
#include <tileproof/atom/tma/instruction.hpp>
#include <tileproof/atom/tma/partition.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

// A TMA load with its run-time arguments: atom.with(barrier) returns one.
struct SM90_TMA_LOAD_OP : SM90_TMA_LOAD {};
struct SM90_TMA_LOAD_MULTICAST_OP : SM90_TMA_LOAD_MULTICAST {};

namespace detail {

// The TV layouts of a TMA atom, in which the "threads" are blocks. A block issues its share, a box
// or a part of one, and owns those bits on both sides; a multicast writes them to the same place in
// every block.
template <class Box>
struct tma_layouts {
  using box = Box;
  static constexpr int bits = Box::elements * sizeof_bits_v<typename Box::value_type>;
  using ThrID = Layout<Int<Box::blocks>>;
  using SrcLayout =
      Layout<Shape<Int<Box::blocks>, Int<bits>>, Stride<Int<Box::blocks == 1 ? 0 : bits>, _1>>;
  using DstLayout = SrcLayout;
  using RefLayout = SrcLayout;

  // The bytes that a copy brings to the barrier of each block that receives it: `bytes` those of a
  // whole tile, in all its boxes, from all blocks that share them; it is what the barrier is to
  // expect (set_barrier_transaction_bytes). `share_bytes` is the part that one block's instructions
  // bring, `box_share_bytes` one instruction, `box_bytes` one of each block. Elements outside of
  // the tensor count like others, those of padding too.
  static constexpr int box_share_bytes = Box::span * sizeof_bits_v<typename Box::value_type> / 8;
  static constexpr int box_bytes = box_share_bytes * Box::blocks;
  static constexpr int bytes = static_cast<int>(decltype(size(typename Box::values{}))::value) /
                               Box::elements * box_share_bytes;
  static constexpr int share_bytes = bytes / Box::blocks;
};

// The tensor map, 128 bytes, a member of the atom. A kernel takes the atom as __grid_constant__
// const, since TMA reads the map from parameter memory.
template <class Box>
struct tma_map : tma_layouts<Box> {
  TmaDescriptor descriptor{};

  TILEPROOF_HOST_DEVICE constexpr TmaDescriptor const* get_tma_descriptor() const {
    return &descriptor;
  }
  // A tensor of coordinates for a global tensor of this shape, in the order of the tensor map's
  // dimensions. Tile and partition it like the data: TMA takes coordinates, not addresses.
  template <class S>
  TILEPROOF_HOST_DEVICE constexpr auto get_tma_tensor(S const& shape) const {
    using layout = Layout<own_t<S>, typename Box::basis>;
    return coordinates(layout(own<S>::from(shape), {}), std::make_index_sequence<Box::rank>{});
  }

 private:
  template <class L, std::size_t... D>
  TILEPROOF_HOST_DEVICE static constexpr auto coordinates(L const& l, std::index_sequence<D...>) {
    using origin = ArithmeticTuple<Int<static_cast<int>(0 * D)>...>;
    return view(ArithmeticTupleIterator<origin>{}, l);
  }
};

// The arguments of an instruction: the coordinates of its box, the first dimension first. Refused
// (static_assert) unless the tensor is one box. Pre (TILEPROOF_ASSERT): it begins at a multiple of
// 16 bytes along the first dimension.
template <class Box>
struct tma_arguments {
  int at[Box::rank];

  template <class E, class L>
  TILEPROOF_HOST_DEVICE explicit tma_arguments(Tensor<E, L> const& coordinates) {
    static_assert(is_box_of_coordinates<Box, L>,
                  "tileproof: the tensor of coordinates must be one box of the tensor map");
    put(*coordinates.data(), std::make_index_sequence<Box::rank>{});
    TILEPROOF_ASSERT(at[0] * sizeof_bits_v<typename Box::value_type> % 128 == 0 &&
                     "tileproof: the box must begin at a multiple of 16 bytes");
  }

 private:
  template <class C, std::size_t... D>
  TILEPROOF_HOST_DEVICE void put(C const& c, std::index_sequence<D...>) {
    ((at[D] = static_cast<int>(get<D>(c))), ...);
  }
};
// The tensor map of a load, whose boxes can be brought to L2 beforehand.
template <class Box>
struct tma_loaded_map : tma_map<Box> {
  // Prefetches one box, or this block's share of it: prefetch(atom, t) calls it
  // (copy/prefetch.hpp). On the CPU it has no effect.
#if defined(__CUDACC__)
  template <class Src>
  __device__ void prefetch_unpack(Src const& src) const {
    tma_arguments<Box> const from(src);
    SM90_TMA_LOAD::PREFETCH::copy(&this->descriptor, from.at);
  }
#else
  template <class Src>
  void prefetch_unpack(Src const& src) const {
    static_cast<void>(tma_arguments<Box>(src));
  }
#endif
};
// The box's address in shared memory, before the swizzle. Refused unless the tensor has the layout
// of the box.
template <class Box, class E, class L>
TILEPROOF_HOST_DEVICE auto shared_place(Tensor<E, L> const& t) {
  require_box_in_shared<Box>(t);
  if constexpr (is_composed_layout<L>::value)
    return raw_pointer_cast(t.data()) + t.layout().offset();
  else
    return raw_pointer_cast(t.data());
}

}  // namespace detail

// A load that knows its barrier: what copy() executes.
template <class Box>
struct Copy_Traits<SM90_TMA_LOAD_OP, Box> : detail::tma_layouts<Box> {
  TmaDescriptor const* descriptor = nullptr;
  std::uint64_t* barrier = nullptr;

#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const from(src);
    SM90_TMA_LOAD::copy(descriptor, *barrier, detail::shared_place<Box>(dst), from.at);
  }
#endif
};
#if !defined(__CUDACC__)
// The load of a kernel on the CPU; B is a checked pointer or reference to the barrier.
template <class Box, class B>
struct Copy_Traits<SM90_TMA_LOAD_OP, Box, B> : detail::tma_layouts<Box> {
  TmaDescriptor const* descriptor;
  B barrier;

  template <class Src, class Dst>
  void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const from(src);
    cpu::tma_load_on_cpu(*descriptor, from.at, detail::shared_place<Box>(dst), barrier, false,
                         std::uint16_t{0});
  }
};
#endif
// A load before it knows its barrier, as the host passes it to a kernel.
template <class Box>
struct Copy_Traits<SM90_TMA_LOAD, Box> : detail::tma_loaded_map<Box> {
  // The atom with the barrier that counts the copy's bytes.
  TILEPROOF_HOST_DEVICE constexpr Copy_Traits<SM90_TMA_LOAD_OP, Box> with(std::uint64_t& barrier,
                                                                          std::uint16_t = 0) const {
    return {{}, &this->descriptor, &barrier};
  }
  // As above, by a pointer to the barrier, bars + stage. In a kernel on the CPU, by a checked
  // pointer or reference.
  template <class B>
    requires(!std::is_same_v<B, std::uint64_t>)
  TILEPROOF_HOST_DEVICE constexpr auto with(B const& barrier, std::uint16_t = 0) const {
#if defined(__CUDACC__)
    return with(*raw_pointer_cast(barrier));
#else
    return Copy_Traits<SM90_TMA_LOAD_OP, Box, B>{{}, &this->descriptor, barrier};
#endif
  }
  // As above, with a hint for L2 (tma/cache_hint.hpp); the mask is ignored, as in CuTe.
  TILEPROOF_HOST_DEVICE constexpr Copy_Traits<SM90_TMA_LOAD_OP, Box, TMA::CacheHintSm90> with(
      std::uint64_t& barrier, std::uint16_t, TMA::CacheHintSm90 hint) const {
    return {{}, &this->descriptor, &barrier, hint};
  }
  template <class B>
    requires(!std::is_same_v<B, std::uint64_t>)
  TILEPROOF_HOST_DEVICE constexpr auto with(B const& barrier, std::uint16_t,
                                            [[maybe_unused]] TMA::CacheHintSm90 hint) const {
#if defined(__CUDACC__)
    return with(*raw_pointer_cast(barrier), 0, hint);
#else
    return with(barrier);  // it has no effect there
#endif
  }
};

// A multicast load that knows its barrier and its receivers.
template <class Box>
struct Copy_Traits<SM90_TMA_LOAD_MULTICAST_OP, Box> : detail::tma_layouts<Box> {
  TmaDescriptor const* descriptor = nullptr;
  std::uint64_t* barrier = nullptr;
  std::uint16_t blocks = 0;

#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const from(src);
    SM90_TMA_LOAD_MULTICAST::copy(descriptor, *barrier, blocks, detail::shared_place<Box>(dst),
                                  from.at);
  }
#endif
};
#if !defined(__CUDACC__)
template <class Box, class B>
struct Copy_Traits<SM90_TMA_LOAD_MULTICAST_OP, Box, B> : detail::tma_layouts<Box> {
  TmaDescriptor const* descriptor;
  B barrier;
  std::uint16_t blocks;

  template <class Src, class Dst>
  void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const from(src);
    cpu::tma_load_on_cpu(*descriptor, from.at, detail::shared_place<Box>(dst), barrier, true,
                         blocks);
  }
};
#endif
// A multicast load before it knows them.
template <class Box>
struct Copy_Traits<SM90_TMA_LOAD_MULTICAST, Box> : detail::tma_loaded_map<Box> {
  // The atom with its barrier and the blocks that receive the box: bit i of `blocks` is block i of
  // the cluster. Each of them receives the bytes of all shares.
  TILEPROOF_HOST_DEVICE constexpr Copy_Traits<SM90_TMA_LOAD_MULTICAST_OP, Box> with(
      std::uint64_t& barrier, std::uint16_t blocks) const {
    return {{}, &this->descriptor, &barrier, blocks};
  }
  // As above, by a pointer to the barrier.
  template <class B>
    requires(!std::is_same_v<B, std::uint64_t>)
  TILEPROOF_HOST_DEVICE constexpr auto with(B const& barrier, std::uint16_t blocks) const {
#if defined(__CUDACC__)
    return with(*raw_pointer_cast(barrier), blocks);
#else
    return Copy_Traits<SM90_TMA_LOAD_MULTICAST_OP, Box, B>{{}, &this->descriptor, barrier, blocks};
#endif
  }
  // As above, with a hint for L2 (tma/cache_hint.hpp).
  TILEPROOF_HOST_DEVICE constexpr Copy_Traits<SM90_TMA_LOAD_MULTICAST_OP, Box, TMA::CacheHintSm90>
  with(std::uint64_t& barrier, std::uint16_t blocks, TMA::CacheHintSm90 hint) const {
    return {{}, &this->descriptor, &barrier, blocks, hint};
  }
  template <class B>
    requires(!std::is_same_v<B, std::uint64_t>)
  TILEPROOF_HOST_DEVICE constexpr auto with(B const& barrier, std::uint16_t blocks,
                                            [[maybe_unused]] TMA::CacheHintSm90 hint) const {
#if defined(__CUDACC__)
    return with(*raw_pointer_cast(barrier), blocks, hint);
#else
    return with(barrier, blocks);
#endif
  }
};

// A store. Call fence_view_async_shared() before it and tma_store_arrive() after it.
template <class Box>
struct Copy_Traits<SM90_TMA_STORE, Box> : detail::tma_map<Box> {
#if defined(__CUDACC__)
  template <class Src, class Dst>
  __device__ void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const to(dst);
    SM90_TMA_STORE::copy(&this->descriptor, detail::shared_place<Box>(src), to.at);
  }
#else
  template <class Src, class Dst>
  void copy_unpack(Src const& src, Dst const& dst) const {
    detail::tma_arguments<Box> const to(dst);
    cpu::tma_store_on_cpu(this->descriptor, to.at, detail::shared_place<Box>(src));
  }
#endif
};

// The bytes that a copy of a whole tile brings to the barrier of each block that receives it:
// Atom::bytes of a TMA load and of a bulk copy (below, and tma/bulk.hpp).
template <class Atom>
inline constexpr int tma_bytes_v = Atom::bytes;

#if defined(__CUDACC__)
// Prefetches the tensor map of an atom.
template <class Op, class Box, class T>
__device__ void prefetch_tma_descriptor(Copy_Atom<Copy_Traits<Op, Box>, T> const& atom) {
  prefetch_tma_descriptor(atom.get_tma_descriptor());
}
#else
// In a kernel on the CPU, nothing.
template <class Op, class Box, class T>
void prefetch_tma_descriptor(Copy_Atom<Copy_Traits<Op, Box>, T> const&) {}
#endif

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
