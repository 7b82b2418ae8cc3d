// SPDX-License-Identifier: BSL-1.0
//
// make_tma_copy and make_tma_atom: the TMA copy of tiles between a global tensor and shared memory.
// Made on the host and passed to the kernel.
//
//   auto tma = make_tma_copy(SM90_TMA_LOAD{}, gA, sA_layout, make_shape(_128{}, _64{}));
//   kernel<<<...>>>(tma);                     // kernel(__grid_constant__ decltype(tma) const tma)
//   // In the kernel: a tensor of coordinates in place of gA, tiled and partitioned like gA.
//   auto mA = tma.get_tma_tensor(shape(gA));
//   auto [tAgA, tAsA] = tma_partition(tma, group_modes<0, 2>(sA), group_modes<0, 2>(gA_tiles));
//   if (threadIdx.x == 0) copy(tma.with(barrier), tAgA(_, k), tAsA(_, stage));
#pragma once

#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/tma/cache_hint.hpp>
#include <tileproof/atom/tma/descriptor.hpp>
#include <tileproof/atom/tma/reduce.hpp>
#include <tileproof/atom/tma/traits.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

namespace detail {

// The layout of a tile in shared memory for the tensor map: a stage of a multistage buffer,
// sA(_,_,stage), without its offset. Where that is known to be a multiple of 128 bytes the boxes
// are those of stage 0, moved: TMA swizzles the address in shared memory. Other layouts stay as
// they are.
template <class T, class S>
struct tile_of_any_stage {
  using type = S;
};
template <class T, int B, int M, int N, class Offset, class L>
  requires(!is_constant_v<0, Offset> && multiple_v<Offset> * sizeof_bits_v<T> % (128 * 8) == 0)
struct tile_of_any_stage<T, ComposedLayout<Swizzle<B, M, N>, Offset, L>> {
  using type = ComposedLayout<Swizzle<B, M, N>, Int<0>, L>;
};

// The tensor map: from the driver, or that of the CPU run. A host build has no driver and makes
// none for other tensors.
template <class Internal, class Op, class Box, class E, class L>
core::text describe(Tensor<E, L> const& global, TMA::L2Promotion l2, TmaDescriptor& made) {
  constexpr core::layout lengths = Box::lengths();
  constexpr core::layout basis = reading_of<typename Box::basis>::value.into;
  mapping const m = mapping_from<L>::make(global.layout());
  tma_geometry g;
  g.element_bytes = sizeof_bits_v<typename Box::value_type> / 8;
  g.swizzle_bits = Box::swizzle::num_bits;
  g.is_stored = std::is_same_v<Op, SM90_TMA_STORE> || is_tma_reduction<Op>;
  g.element = tma_element_for<Op, Internal>;
  if constexpr (std::is_same_v<typename Box::value_type, float> &&
                std::is_same_v<element_t<Internal>, tfloat32_t>)
    g.element = tma_element::tf32;
  g.l2 = l2;
  g.rank = Box::rank;
  for (std::int64_t& extent : g.extent) extent = 1;
  for (int leaf = 0; leaf < basis.count; ++leaf) {
    int const d = basis.at[leaf].axis - 1;
    g.extent[d] *= m.of.at[leaf].extent.value;  // of several leaves where they are merged
    g.box[d] = static_cast<std::uint32_t>(lengths.at[d].extent.value);
    if (basis.at[leaf].extent.value != 1) continue;
    g.stride[d] = m.of.at[leaf].stride.value;
    g.mode[d] = leaf;
  }
#if defined(__CUDACC__)
  g.address = reinterpret_cast<std::uintptr_t>(raw_pointer_cast(global.data()));
  return encode_tma_descriptor(g, made);
#else
  if (g.element == tma_element::tf32) {
    core::text t;
    t.put("make_tma_copy<tfloat32_t>: the CPU run does not round f32 elements to tf32");
    return t;
  }
  return cpu::describe_tma(raw_pointer_cast(global.data()), g, made);
#endif
}

// The number of blocks that share a box. Refused (static_assert) unless it is static.
template <class Blocks>
constexpr int number_of_blocks() {
  static_assert(is_static_v<Blocks>,
                "make_tma_atom: the number of blocks that share a box must be static, _2{} or "
                "Layout<_2>{}");
  if constexpr (is_static_v<Blocks>)
    return static_cast<int>(decltype(size(std::declval<Blocks const&>()))::value);
  else
    return 1;
}

// make_tma_atom, which writes to `error` a condition on run-time integers that does not hold.
template <class Internal, class Op, class E, class G, class S, class Tiler, class Blocks>
auto tma_atom([[maybe_unused]] Op const& op, [[maybe_unused]] Tensor<E, G> const& global,
              S const& shared, [[maybe_unused]] Tiler const& tiler,
              [[maybe_unused]] Blocks const& shared_by, [[maybe_unused]] TMA::L2Promotion l2,
              [[maybe_unused]] core::text& error) {
  using T = typename Tensor<E, G>::value_type;
  using internal = std::conditional_t<std::is_void_v<Internal>, T, Internal>;
  static_assert(refuse_unless<(sizeof_bits_v<internal> == sizeof_bits_v<T>),
                              internal_type_has_the_bits<internal, T>,
                              found<sizeof_bits_v<internal>>, expected<sizeof_bits_v<T>>>);
  using stage = typename tile_of_any_stage<T, S>::type;
  using tile = tma_tile<G, own_t<Tiler>>;
  constexpr int blocks = number_of_blocks<Blocks>();
  static_assert(blocks == 1 || std::is_same_v<Op, SM90_TMA_LOAD_MULTICAST>,
                "make_tma_atom: blocks of a cluster can share a box by "
                "SM90_TMA_LOAD_MULTICAST only");
  static_assert(
      refuse_unless<adds_if_it_must<Op, internal>, tma_adds_elements<internal>, expected<32>>);
  static_assert(refuse_unless<compares_if_it_must<Op, internal>, tma_compares_elements<internal>,
                              expected<32>>);
  if constexpr (!std::is_same_v<S, stage>) {
    return tma_atom<Internal>(op, global, stage(shared.layout_a(), Int<0>{}, shared.layout_b()),
                              tiler, shared_by, l2, error);
  } else if constexpr (!proved<canonical_for_tma<T, blocks>, S, tile>) {
    return require<canonical_for_tma<T, blocks>>(shared, tile{});
  } else {
    using box = typename make_tma_box<T, blocks, G, S, own_t<Tiler>>::type;
    Copy_Traits<Op, box> traits;
#if !defined(__CUDACC__)
    if constexpr (cpu::is_checked_pointer<typename E::iterator>)
#endif
      error = describe<internal, Op, box>(global, l2, traits.descriptor);
    return Copy_Atom<Copy_Traits<Op, box>, T>(traits);
  }
}

// The atom as a TiledCopy; a refusal stays one.
template <class Tiler, class Atom>
auto tma_tiled(Atom const& atom) {
  if constexpr (std::is_same_v<Atom, bool>)
    return atom;
  else
    return TiledCopy<Atom, typename Atom::box::values, own_t<Tiler>>(atom);
}

inline void tma_fail_if([[maybe_unused]] core::text const& error) {
#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
  if (error.count > 0) tma_fail(error);
#elif defined(__cpp_exceptions) && !defined(__CUDACC_RTC__)
  if (error.count > 0) throw tma_error(error);
#endif
}

}  // namespace detail

// The TMA atom of a tensor in global memory, the static layout of one tile in shared memory, and
// the tile's shape. With SM90_TMA_LOAD_MULTICAST, `blocks` blocks of a cluster share the loads:
// each issues some of the boxes, or a part of each where they are too few, and all receive all.
// `l2`: the bytes that a miss in L2 fetches. Internal, as in CuTe, is the type that TMA takes the
// elements for, of as many bits: a load of f32 elements as tfloat32_t rounds them, a reduction adds
// elements of that type; otherwise it changes nothing. Refused unless canonical_for_tma holds, and
// of a reduction unless TMA reduces the elements (tma_adds_elements, tma_compares_elements);
// conditions on run-time integers throw tma_error on the host.
template <class Internal = void, class Op, class E, class G, class S, class Tiler,
          class Blocks = Int<1>>
auto make_tma_atom(Op const& op, Tensor<E, G> const& global, S const& shared, Tiler const& tiler,
                   Blocks const& blocks = {}, TMA::L2Promotion l2 = TMA::L2Promotion::B128) {
  core::text error;
  auto const atom = detail::tma_atom<Internal>(op, global, shared, tiler, blocks, l2, error);
  detail::tma_fail_if(error);
  return atom;
}

// The TMA copy as a TiledCopy whose threads are the blocks. Arguments, refusals and errors are
// those of make_tma_atom.
template <class Internal = void, class Op, class E, class G, class S, class Tiler, class Blocks>
auto make_tma_copy(Op const& op, Tensor<E, G> const& global, S const& shared, Tiler const& tiler,
                   Blocks const& blocks, TMA::L2Promotion l2 = TMA::L2Promotion::B128) {
  core::text error;
  auto const atom = detail::tma_atom<Internal>(op, global, shared, tiler, blocks, l2, error);
  detail::tma_fail_if(error);
  return detail::tma_tiled<Tiler>(atom);
}
// Without `blocks` no blocks share it; without the tile, the tile has the shape of the shared
// layout. As in CuTe an integer in the place of both is the number of blocks.
template <class Internal = void, class Op, class E, class G, class S, class TilerOrBlocks>
auto make_tma_copy(Op const& op, Tensor<E, G> const& global, S const& shared,
                   TilerOrBlocks const& x) {
  if constexpr (is_integral_v<TilerOrBlocks>)
    return make_tma_copy<Internal>(op, global, shared, product_each(tileproof::shape(shared)), x);
  else
    return make_tma_copy<Internal>(op, global, shared, x, Int<1>{});
}
template <class Internal = void, class Op, class E, class G, class S>
auto make_tma_copy(Op const& op, Tensor<E, G> const& global, S const& shared) {
  return make_tma_copy<Internal>(op, global, shared, product_each(tileproof::shape(shared)),
                                 Int<1>{});
}

// A TMA copy, or the condition that does not hold, as a sentence. True if there is a copy.
template <class Copy>
struct tma_attempt {
  Copy copy{};
  core::text error{};

  constexpr explicit operator bool() const { return error.count == 0; }
};
// make_tma_copy for functions that must not throw, such as a launcher: conditions on run-time
// integers are in the result, `error`. Arguments and refusals are those of make_tma_copy.
//
//   auto const a = try_make_tma_copy(SM90_TMA_LOAD{}, gA, sA_layout, tile);
//   if (!a) return status::tensor_map_refused;  // a.error.at has the sentence
template <class Internal = void, class Op, class E, class G, class S, class Tiler,
          class Blocks = Int<1>>
auto try_make_tma_copy(Op const& op, Tensor<E, G> const& global, S const& shared,
                       Tiler const& tiler, Blocks const& blocks = {},
                       TMA::L2Promotion l2 = TMA::L2Promotion::B128) noexcept {
  core::text error;
  auto const copy = detail::tma_tiled<Tiler>(
      detail::tma_atom<Internal>(op, global, shared, tiler, blocks, l2, error));
  return tma_attempt<std::remove_const_t<decltype(copy)>>{copy, error};
}

// The TMA copy of the operand A, B or C of a GEMM whose tile is (BLK_M,BLK_N,BLK_K): of its modes M
// and K, N and K, or M and N. `cluster` is the shape (M,N,...) of a cluster: the blocks along N
// share the boxes of A, those along M the boxes of B. Refused as make_tma_copy is.
template <class Internal = void, class Op, class E, class G, class S, class Tiler, class Cluster>
auto make_tma_copy_A_sm90(Op const& op, Tensor<E, G> const& global, S const& shared,
                          Tiler const& tiler, Cluster const& cluster) {
  return make_tma_copy<Internal>(op, global, shared, select<0, 2>(tiler), size<1>(cluster));
}
template <class Internal = void, class Op, class E, class G, class S, class Tiler, class Cluster>
auto make_tma_copy_B_sm90(Op const& op, Tensor<E, G> const& global, S const& shared,
                          Tiler const& tiler, Cluster const& cluster) {
  return make_tma_copy<Internal>(op, global, shared, select<1, 2>(tiler), size<0>(cluster));
}
template <class Internal = void, class Op, class E, class G, class S, class Tiler>
auto make_tma_copy_C_sm90(Op const& op, Tensor<E, G> const& global, S const& shared,
                          Tiler const& tiler) {
  return make_tma_copy<Internal>(op, global, shared, select<0, 1>(tiler));
}

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
