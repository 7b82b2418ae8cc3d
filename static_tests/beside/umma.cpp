// SPDX-License-Identifier: BSL-1.0
//
// The types of tcgen05.mma against NVIDIA's: every bit of the instruction descriptors and of the
// shared-memory descriptors, every element of the layouts in shared memory, the traits of each form
// of the instruction. Prints how many were compared and how many differ.

// On the host NVIDIA's headers have no address of shared memory; here it is that of the tensors.
#include <cstddef>
namespace cute {
inline std::size_t __cvta_generic_to_shared(void const* p) {
  return reinterpret_cast<std::size_t>(p);
}
}  // namespace cute
#define CUTE_CVTA_GENERIC_TO_SHARED_ACTIVATED 1

#include <cute/arch/mma_sm100_desc.hpp>
#include <cute/atom/copy_traits_sm100.hpp>
#include <cute/atom/mma_traits_sm100.hpp>
#include <cutlass/detail/sm100_blockscaled_layout.hpp>

#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/umma/block_scaled_descriptor.hpp>
#include <tileproof/atom/umma/descriptor.hpp>
#include <tileproof/atom/umma/names.hpp>
#include <tileproof/atom/umma/scale_factors.hpp>
#include <tileproof/atom/umma/tmem.hpp>
#include <tileproof/atom/umma/tmem_copy.hpp>

#include <cstdio>
#include <utility>

namespace {

namespace own = tileproof::UMMA;
namespace other = cute::UMMA;
using tileproof::Int;
using tileproof::Shape;

long compared = 0;
int differences = 0;

void same(char const* what, std::uint64_t ours, std::uint64_t theirs) {
  ++compared;
  if (ours == theirs || ++differences > 20) return;
  std::printf("%s: %#llx, and CUTLASS has %#llx\n", what, static_cast<unsigned long long>(ours),
              static_cast<unsigned long long>(theirs));
}

// An element type of both libraries.
template <class Own, class Other>
struct element {
  using own = Own;
  using other = Other;
};
using f16 = element<tileproof::half_t, cutlass::half_t>;
using bf16 = element<tileproof::bfloat16_t, cutlass::bfloat16_t>;
using tf32 = element<tileproof::tfloat32_t, cutlass::tfloat32_t>;
using f32 = element<float, float>;
using s8 = element<std::int8_t, std::int8_t>;
using u8 = element<std::uint8_t, std::uint8_t>;
using s32 = element<std::int32_t, std::int32_t>;
using e4m3 = element<tileproof::float_e4m3_t, cutlass::float_e4m3_t>;
using e5m2 = element<tileproof::float_e5m2_t, cutlass::float_e5m2_t>;
using e2m3 = element<tileproof::float_e2m3_unpacksmem_t, cutlass::detail::float_e2m3_unpacksmem_t>;
using e3m2 = element<tileproof::float_e3m2_unpacksmem_t, cutlass::detail::float_e3m2_unpacksmem_t>;
using e2m1 = element<tileproof::float_e2m1_unpacksmem_t, cutlass::detail::float_e2m1_unpacksmem_t>;
using packed_e2m1 = element<tileproof::float_e2m1_t, cutlass::float_e2m1_t>;
using ue8m0 = element<tileproof::float_ue8m0_t, cutlass::float_ue8m0_t>;
using ue4m3 = element<tileproof::float_ue4m3_t, cutlass::float_ue4m3_t>;

// ---- instruction descriptors

// Bit i of Flags: A, B MN-major; A, B negated; saturated; sparse.
constexpr own::Major own_major(int flag) { return static_cast<own::Major>(flag & 1); }
constexpr own::ScaleIn own_sign(int flag) { return static_cast<own::ScaleIn>(flag & 1); }
constexpr other::Major other_major(int flag) { return static_cast<other::Major>(flag & 1); }
constexpr other::ScaleIn other_sign(int flag) { return static_cast<other::ScaleIn>(flag & 1); }

template <class A, class B, class D, int M, int N, int Flags>
void same_instruction() {
  constexpr own::Saturate saturates = static_cast<own::Saturate>(Flags >> 4 & 1);
  constexpr bool sparse = Flags >> 5 & 1;
  if constexpr (own::has_instr_desc<typename A::own, typename B::own, typename D::own, M, N,
                                    own_major(Flags), own_major(Flags >> 1), own_sign(Flags >> 2),
                                    own_sign(Flags >> 3), saturates, sparse>) {
    constexpr auto ours =
        own::make_instr_desc<typename A::own, typename B::own, typename D::own, M, N,
                             own_major(Flags), own_major(Flags >> 1), own_sign(Flags >> 2),
                             own_sign(Flags >> 3), saturates, sparse>();
    auto const theirs =
        other::make_instr_desc<typename A::other, typename B::other, typename D::other, M, N,
                               other_major(Flags), other_major(Flags >> 1), other_sign(Flags >> 2),
                               other_sign(Flags >> 3), static_cast<other::Saturate>(saturates),
                               sparse>();
    same("instruction descriptor", static_cast<std::uint32_t>(ours), theirs.desc_);
  }
}
template <class A, class B, class D>
void every_flag() {
  [&]<int... F>(std::integer_sequence<int, F...>) {
    (same_instruction<A, B, D, 128, 64, F>(), ...);
  }(std::make_integer_sequence<int, 64>{});
}
template <class A, class B, class D>
void every_shape() {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (same_instruction<A, B, D, 64, 8 * I + 8, 0>(), ...);
    (same_instruction<A, B, D, 128, 8 * I + 8, 0>(), ...);
    (same_instruction<A, B, D, 256, 8 * I + 8, 0>(), ...);
  }(std::make_integer_sequence<int, 32>{});
}
template <class A, class B, class D>
void every_major() {
  [&]<int... F>(std::integer_sequence<int, F...>) {
    (same_instruction<A, B, D, 128, 64, F>(), ...);
  }(std::integer_sequence<int, 0, 1, 2, 12, 32>{});
}
template <class D, class... Elements>
void every_pair() {
  auto const by = []<class A>(A) { (every_major<A, Elements, D>(), ...); };
  (by(Elements{}), ...);
}

template <class A, class B, class Scale, int M, int N, int Flags, int Vector, int K = 0, int Id = 0>
void same_block_scaled() {
  constexpr bool sparse = Flags >> 4 & 1;
  constexpr int group = M == 256 ? 2 : 1;
  if constexpr (own::has_instr_desc_block_scaled<
                    typename A::own, typename B::own, float, typename Scale::own, M, N,
                    own_major(Flags), own_major(Flags >> 1), own_sign(Flags >> 2),
                    own_sign(Flags >> 3), sparse, Vector, K, group, Id, Id>) {
    constexpr auto ours =
        own::make_instr_desc_block_scaled<typename A::own, typename B::own, float,
                                          typename Scale::own, M, N, own_major(Flags),
                                          own_major(Flags >> 1), own_sign(Flags >> 2),
                                          own_sign(Flags >> 3), sparse, Vector, K, group, Id, Id>();
    auto theirs =
        other::make_instr_desc_block_scaled<typename A::other, typename B::other, float,
                                            typename Scale::other, M, N, other_major(Flags),
                                            other_major(Flags >> 1), other_sign(Flags >> 2),
                                            other_sign(Flags >> 3), sparse>();
    theirs.k_size_ = K == 96;  // as the instructions of sm_103 do
    std::uint32_t const address = std::uint32_t{Id} << 30;
    same("instruction descriptor with scale factors", ours,
         other::make_runtime_instr_desc_block_scaled<sparse>(theirs, address, address) >> 32);
  }
}
template <class A, class B, class Scale, int Vector, int K = 0>
void every_block_scaled() {
  [&]<int... F>(std::integer_sequence<int, F...>) {
    (same_block_scaled<A, B, Scale, 128, 64, F, F >= 16 ? 2 * Vector : Vector, K>(), ...);
  }(std::make_integer_sequence<int, 32>{});
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (same_block_scaled<A, B, Scale, 128, 64, 0, Vector, K, I>(), ...);
  }(std::make_integer_sequence<int, 4>{});
}
template <class A, class B, class Scale, int Vector, int K = 0>
void every_block_scaled_shape() {
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (same_block_scaled<A, B, Scale, 128, 8 * I + 8, 0, Vector, K>(), ...);
    (same_block_scaled<A, B, Scale, 256, 8 * I + 8, 0, Vector, K>(), ...);
  }(std::make_integer_sequence<int, 32>{});
}
template <class... Elements>
void every_block_scaled_pair() {
  auto const by = []<class A>(A) {
    (same_block_scaled<A, Elements, ue8m0, 128, 64, 0, 32>(), ...);
  };
  (by(Elements{}), ...);
}

void instruction_descriptors() {
  every_pair<f32, f16, bf16>();
  every_flag<f16, f16, f16>();
  every_flag<f16, bf16, f32>();
  every_flag<tf32, tf32, f32>();
  every_pair<s32, s8, u8>();
  every_pair<f32, e4m3, e5m2, e2m3, e3m2, e2m1>();
  every_flag<s8, u8, s32>();
  every_flag<e4m3, e5m2, f16>();
  every_flag<e4m3, e2m3, f32>();
  every_shape<f16, bf16, f32>();
  every_shape<tf32, tf32, f32>();
  every_shape<e4m3, e2m3, f32>();
  every_shape<s8, s8, s32>();
  every_block_scaled_pair<e4m3, e5m2, e2m3, e3m2, e2m1>();
  every_block_scaled<e4m3, e5m2, ue8m0, 32>();
  every_block_scaled<e2m1, e2m3, ue8m0, 32>();
  every_block_scaled<packed_e2m1, packed_e2m1, ue8m0, 32>();
  every_block_scaled<packed_e2m1, packed_e2m1, ue8m0, 16>();
  every_block_scaled<packed_e2m1, packed_e2m1, ue4m3, 16>();
  every_block_scaled<packed_e2m1, packed_e2m1, ue8m0, 32, 96>();
  every_block_scaled<packed_e2m1, packed_e2m1, ue4m3, 16, 96>();
  every_block_scaled_shape<e5m2, e3m2, ue8m0, 32>();
  every_block_scaled_shape<packed_e2m1, packed_e2m1, ue4m3, 16>();
}

// ---- shared memory: layouts and descriptors

// A tile of MN x K elements for instructions of MN x 32 bytes, in an atom of both libraries.
template <own::Major Major, class Element, class Own, class Other, int MN, int K>
void same_tile() {
  using T = typename Element::own;
  constexpr int depth = 256 / tileproof::sizeof_bits_v<T>;
  using tile = decltype(tileproof::tile_to_shape(Own{}, Shape<Int<MN>, Int<K>>{}));
  auto const ours =
      own::tile_to_mma_shape(Own{}, Shape<Shape<Int<MN>, Int<depth>>, Int<1>, Int<K / depth>>{});
  auto const theirs =
      other::tile_to_mma_shape(Other{}, cute::Shape<cute::Shape<cute::Int<MN>, cute::Int<depth>>,
                                                    cute::Int<1>, cute::Int<K / depth>>{});
  auto const plain = cute::as_position_independent_swizzle_layout(theirs);
  for (int i = 0; i < MN * K; ++i)
    same("element of a layout", static_cast<std::uint64_t>(ours(i)),
         static_cast<std::uint64_t>(plain(i)));

  for (std::uint32_t address : {0u, 1024u, 32768u, 227u * 1024}) {
    auto* const p = reinterpret_cast<typename Element::other*>(std::size_t{address});
    auto const tensor = cute::make_tensor(cute::make_smem_ptr(p), theirs);
    constexpr auto major = Major == own::Major::K ? other::Major::K : other::Major::MN;
    auto const first = cute::tensor<0>(tensor);
    same("shared-memory descriptor", tileproof::umma_descriptor_of<Major, T>(tile{}, address),
         other::make_umma_desc<major>(first));
  }
}
template <own::Major Major, class Element, class Own, class Other>
void every_tile() {
  using T = typename Element::own;
  constexpr int row = tileproof::size<0>(Own{});
  constexpr int depth = tileproof::size<1>(Own{});
  constexpr int least = 256 / tileproof::sizeof_bits_v<T>;
  constexpr int k = depth < least ? least : depth;
  constexpr int mn = row < 64 ? 64 : row;
  same_tile<Major, Element, Own, Other, mn, k>();
  same_tile<Major, Element, Own, Other, 2 * mn, 4 * k>();
}
template <class E>
void every_k_major() {
  using T = typename E::own;
  using U = typename E::other;
  constexpr own::Major K = own::Major::K;
  every_tile<K, E, own::Layout_K_INTER_Atom<T>, other::Layout_K_INTER_Atom<U>>();
  every_tile<K, E, own::Layout_K_SW32_Atom<T>, other::Layout_K_SW32_Atom<U>>();
  every_tile<K, E, own::Layout_K_SW64_Atom<T>, other::Layout_K_SW64_Atom<U>>();
  every_tile<K, E, own::Layout_K_SW128_Atom<T>, other::Layout_K_SW128_Atom<U>>();
}
template <class E>
void every_mn_major() {
  using T = typename E::own;
  using U = typename E::other;
  constexpr own::Major MN = own::Major::MN;
  every_tile<MN, E, own::Layout_MN_INTER_Atom<T>, other::Layout_MN_INTER_Atom<U>>();
  every_tile<MN, E, own::Layout_MN_SW32_Atom<T>, other::Layout_MN_SW32_Atom<U>>();
  every_tile<MN, E, own::Layout_MN_SW64_Atom<T>, other::Layout_MN_SW64_Atom<U>>();
  every_tile<MN, E, own::Layout_MN_SW128_Atom<T>, other::Layout_MN_SW128_Atom<U>>();
}

void shared_memory() {
  every_k_major<f16>();
  every_k_major<tf32>();
  every_k_major<e4m3>();
  // Elements of 6 bits in bytes, which CUTLASS lays out as bytes.
  every_k_major<element<e2m3::own, std::uint8_t>>();
  every_k_major<packed_e2m1>();
  every_mn_major<f16>();
  every_mn_major<s8>();
  every_tile<own::Major::MN, tf32, own::Layout_MN_SW128_32B_Atom<tf32::own>,
             other::Layout_MN_SW128_32B_Atom<tf32::other>>();
}

// ---- tensor memory

template <class Own, class Other>
void same_layout(char const* what, Own const& ours, Other const& theirs) {
  int const size = tileproof::size(ours);
  same(what, static_cast<std::uint64_t>(size), static_cast<std::uint64_t>(int(cute::size(theirs))));
  for (int i = 0; i < size; ++i)
    same(what, static_cast<std::uint64_t>(ours(i)), static_cast<std::uint64_t>(theirs(i)));
}

// Fragments of D and of A, alone and with others: ((M,N),MMA_M,MMA_N).
template <class Element, class Storage, int Sm, own::TmemAllocMode Mode, int M, int N, int RestM,
          int RestN>
void same_fragment() {
  constexpr auto mode = static_cast<other::TmemAllocMode>(Mode);
  using cute_shape =
      cute::Shape<cute::Shape<cute::Int<M>, cute::Int<N>>, cute::Int<RestM>, cute::Int<RestN>>;
  same_layout("fragment in tensor memory",
              own::tmem_frg<typename Element::own, typename Storage::own, Sm, Mode>::layout(
                  Shape<Shape<Int<M>, Int<N>>, Int<RestM>, Int<RestN>>{}),
              other::tmem_frg<typename Element::other, typename Storage::other, Sm, mode>::make(
                  cute_shape{})
                  .layout());
}
template <class Element, class Storage, int Sm, own::TmemAllocMode Mode, int N>
void every_fragment() {
  same_fragment<Element, Storage, Sm, Mode, 64, N, 1, 1>();
  same_fragment<Element, Storage, Sm, Mode, 64, N, 2, 2>();
  same_fragment<Element, Storage, Sm, Mode, 128, N, 1, 1>();
  same_fragment<Element, Storage, Sm, Mode, 128, N, 2, 2>();
}
void fragments() {
  using mode = own::TmemAllocMode;
  using word = element<std::uint32_t, std::uint32_t>;
  every_fragment<f32, word, 1, mode::Interleaved, 16>();
  every_fragment<f32, word, 1, mode::Interleaved, 128>();
  every_fragment<f16, word, 1, mode::Interleaved, 64>();
  every_fragment<f32, word, 1, mode::NonInterleaved, 32>();
  every_fragment<f32, word, 2, mode::Interleaved, 32>();
  every_fragment<s32, word, 2, mode::Interleaved, 128>();
  every_fragment<f16, f16, 1, mode::NonInterleaved, 16>();
  every_fragment<tf32, tf32, 1, mode::NonInterleaved, 8>();
  every_fragment<e4m3, e4m3, 1, mode::NonInterleaved, 32>();
  every_fragment<f16, f16, 2, mode::Duplicated, 16>();
  every_fragment<s8, s8, 2, mode::Duplicated, 32>();
}

// A thread's register, or half of one, in bits of CuTe's traits; 2^21 bits make a lane.
template <int Pack, class Own, class Traits, class Values>
void same_copy() {
  Own const ours;
  constexpr int bits = 32 / Pack;
  int const values = tileproof::size<1>(ours);
  same("halves of registers", static_cast<std::uint64_t>(values * bits * 32),
       static_cast<std::uint64_t>(int(cute::size(Values{}))));
  for (int thread = 0; thread < 32; ++thread)
    for (int value = 0; value < values; ++value)
      same("cell of a register", static_cast<std::uint64_t>(ours(thread, value)),
           static_cast<std::uint64_t>(
               typename Traits::ValID{}(int(Values{}(thread, value * bits))) / 32));
}
#define TILEPROOF_SAME_COPY(SHAPE, NUM)                                                          \
  {                                                                                              \
    using load = cute::Copy_Traits<cute::SM100::TMEM::LOAD::SM100_TMEM_LOAD_##SHAPE##NUM##x>;    \
    using half_load =                                                                            \
        cute::Copy_Traits<cute::SM100::TMEM::LOAD::SM100_TMEM_LOAD_##SHAPE##NUM##x_16b>;         \
    using store = cute::Copy_Traits<cute::SM100::TMEM::STORE::SM100_TMEM_STORE_##SHAPE##NUM##x>; \
    using half_store =                                                                           \
        cute::Copy_Traits<cute::SM100::TMEM::STORE::SM100_TMEM_STORE_##SHAPE##NUM##x_16b>;       \
    using whole = tileproof::TMEM::Layout_##SHAPE<NUM>;                                          \
    using halves = tileproof::TMEM::Layout_##SHAPE<NUM, 2>;                                      \
    same_copy<1, whole, load, typename load::DstLayout>();                                       \
    same_copy<2, halves, half_load, typename half_load::DstLayout>();                            \
    same_copy<1, whole, store, typename store::SrcLayout>();                                     \
    same_copy<2, halves, half_store, typename half_store::SrcLayout>();                          \
  }
#define TILEPROOF_SAME_COPIES(SHAPE) \
  TILEPROOF_SAME_COPY(SHAPE, 1)      \
  TILEPROOF_SAME_COPY(SHAPE, 2)      \
  TILEPROOF_SAME_COPY(SHAPE, 4)      \
  TILEPROOF_SAME_COPY(SHAPE, 8)      \
  TILEPROOF_SAME_COPY(SHAPE, 16)     \
  TILEPROOF_SAME_COPY(SHAPE, 32)
void loads_and_stores() {
  TILEPROOF_SAME_COPIES(16dp256b)
  TILEPROOF_SAME_COPIES(16dp128b)
  TILEPROOF_SAME_COPIES(16dp64b)
  TILEPROOF_SAME_COPIES(16dp32b)
  TILEPROOF_SAME_COPIES(32dp32b)
  TILEPROOF_SAME_COPY(16dp128b, 64)
  TILEPROOF_SAME_COPY(16dp64b, 64)
  TILEPROOF_SAME_COPY(16dp64b, 128)
  TILEPROOF_SAME_COPY(16dp32b, 64)
  TILEPROOF_SAME_COPY(16dp32b, 128)
  TILEPROOF_SAME_COPY(32dp32b, 64)
  TILEPROOF_SAME_COPY(32dp32b, 128)
}
#undef TILEPROOF_SAME_COPIES
#undef TILEPROOF_SAME_COPY

// ---- scale factors

template <int Vector>
void same_blocks() {
  using ours = tileproof::Sm1xxBlockScaledConfig<Vector>;
  using theirs = cutlass::detail::Sm1xxBlockScaledConfig<Vector>;
  using own_chunk = tileproof::Sm1xxBlockScaledBasicChunk<Vector, own::Major::MN>;
  using other_chunk = cutlass::detail::Sm1xxBlockScaledBasicChunk<Vector, other::Major::MN>;
  same_layout("block", typename ours::SfAtom{}, typename theirs::SfAtom{});
  same_layout("MN-major block", typename own_chunk::SfAtom{}, typename other_chunk::SfAtom{});
  for (int m : {128, 200})
    for (int k : {64, 320}) {
      same_layout("SFA", ours::tile_atom_to_shape_SFA(tileproof::make_shape(m, 64, k, 2)),
                  theirs::tile_atom_to_shape_SFA(cute::make_shape(m, 64, k, 2)));
      same_layout("SFB", ours::tile_atom_to_shape_SFB(tileproof::make_shape(64, m, k)),
                  theirs::tile_atom_to_shape_SFB(cute::make_shape(64, m, k)));
    }
}
// Tiles in shared memory for instructions of K elements: SFA of M rows, SFB of N columns.
template <class Instruction, int Vector, int K, int M, int N, int TileK>
void same_smem_tiles() {
  using ours = tileproof::Sm1xxBlockScaledConfig<Vector>;
  using theirs = cutlass::detail::Sm1xxBlockScaledConfig<Vector>;
  using mma = decltype(cute::make_tiled_mma(Instruction{}));
  static_assert(mma::K == K);
  using tile = cute::Shape<cute::Int<M>, cute::Int<N>, cute::Int<TileK>>;
  same_layout("SFA in shared memory", typename ours::template SmemLayoutAtomSF<M, TileK, K>{},
              theirs::deduce_smem_layoutSFA(mma{}, tile{}));
  same_layout("SFB in shared memory",
              typename ours::template SmemLayoutAtomSF<(N + 127) / 128 * 128, TileK, K>{},
              theirs::deduce_smem_layoutSFB(mma{}, tile{}));
}
template <int Vector, int Sm, bool IsA, own::TmemAllocMode Mode, int Rows, int Factors, int RestMN,
          int RestK>
void same_tmem_factors() {
  constexpr auto mode = static_cast<other::TmemAllocMode>(Mode);
  using cute::Int;
  using operands = cute::Shape<cute::Shape<Int<Rows>, cute::Shape<Int<Vector>, Int<Factors>>>,
                               Int<RestMN>, Int<RestK>>;
  same_layout(
      "factors in tensor memory",
      own::tmem_sf_frg<ue8m0::own, Vector, Sm, IsA, Mode>::layout(
          Shape<Shape<tileproof::Int<Rows>, Shape<tileproof::Int<Vector>, tileproof::Int<Factors>>>,
                tileproof::Int<RestMN>, tileproof::Int<RestK>>{}),
      other::tmem_sf_frg<ue8m0::other, Vector, Sm, IsA, mode>::make(operands{}).layout());
}
template <int Vector, int Sm, bool IsA, own::TmemAllocMode Mode>
void every_tmem_factors() {
  same_tmem_factors<Vector, Sm, IsA, Mode, 128, 1, 1, 4>();
  same_tmem_factors<Vector, Sm, IsA, Mode, 128, 2, 2, 2>();
  same_tmem_factors<Vector, Sm, IsA, Mode, 128, 4, 1, 1>();
  same_tmem_factors<Vector, Sm, IsA, Mode, 256, 4, 1, 2>();
}
void scale_factors() {
  using other::Major;
  using mode = own::TmemAllocMode;
  same_blocks<16>();
  same_blocks<32>();
  using mxf8 = cute::SM100_MMA_MXF8F6F4_SS<e4m3::other, e4m3::other, float, ue8m0::other, 128, 128,
                                           Major::K, Major::K>;
  using mxf4 = cute::SM100_MMA_MXF4_SS<packed_e2m1::other, packed_e2m1::other, float, ue8m0::other,
                                       128, 128, 32, Major::K, Major::K>;
  using nvf4 = cute::SM100_MMA_MXF4_SS<packed_e2m1::other, packed_e2m1::other, float, ue4m3::other,
                                       128, 192, 16, Major::K, Major::K>;
  same_smem_tiles<mxf8, 32, 32, 128, 128, 128>();
  same_smem_tiles<mxf8, 32, 32, 256, 128, 256>();
  same_smem_tiles<mxf4, 32, 64, 128, 256, 256>();
  same_smem_tiles<nvf4, 16, 64, 128, 192, 256>();
  every_tmem_factors<16, 1, true, mode::ScaleFactorDuplicated4by1>();
  every_tmem_factors<32, 1, true, mode::ScaleFactorDuplicated4by1>();
  every_tmem_factors<16, 1, false, mode::ScaleFactorDuplicated4by1>();
  every_tmem_factors<32, 2, true, mode::ScaleFactorDuplicated2by2>();
  every_tmem_factors<16, 2, false, mode::ScaleFactorDuplicated2by2>();
  every_tmem_factors<32, 2, false, mode::ScaleFactorDuplicated2by2>();
}

// ---- MMA_Traits

// The layouts that both libraries have for an operation: of the operands, of D in tensor memory, of
// A there, of scale factors.
template <class Own, class Other>
void same_traits() {
  constexpr int m = tileproof::size<0>(typename Own::Shape_MNK{});
  constexpr int n = tileproof::size<1>(typename Own::Shape_MNK{});
  constexpr int k = tileproof::size<2>(typename Own::Shape_MNK{});
  constexpr int ctas = tileproof::size(typename Own::ThrID{});
  auto const number = [](int i) { return static_cast<std::uint64_t>(i); };
  same("M", number(m), number(int(cute::size<0>(typename Other::Shape_MNK{}))));
  same("N", number(n), number(int(cute::size<1>(typename Other::Shape_MNK{}))));
  same("K", number(k), number(int(cute::size<2>(typename Other::Shape_MNK{}))));
  same_layout("ThrID", typename Own::ThrID{}, typename Other::ThrID{});
  same("threads of A", number(int(tileproof::size<0>(typename Own::ALayout{}))),
       number(int(cute::size<0>(typename Other::ALayout{}))));
  same_layout("ALayout", typename Own::ALayout{}, typename Other::ALayout{});
  same("threads of B", number(int(tileproof::size<0>(typename Own::BLayout{}))),
       number(int(cute::size<0>(typename Other::BLayout{}))));
  same_layout("BLayout", typename Own::BLayout{}, typename Other::BLayout{});
  same("threads of C", number(int(tileproof::size<0>(typename Own::CLayout{}))),
       number(int(cute::size<0>(typename Other::CLayout{}))));
  same_layout("CLayout", typename Own::CLayout{}, typename Other::CLayout{});
  using cute::Int;
  same_layout(
      "FrgTypeC",
      Own::FrgTypeC::layout(Shape<Shape<tileproof::Int<m / ctas>, tileproof::Int<n>>,
                                  tileproof::Int<1>, tileproof::Int<1>>{}),
      Other::FrgTypeC::make(cute::Shape<cute::Shape<Int<m / ctas>, Int<n>>, Int<1>, Int<1>>{})
          .layout());
  if constexpr (Own::has_a_in_tmem)
    same_layout(
        "FrgTypeA",
        Own::FrgTypeA::layout(Shape<Shape<tileproof::Int<m / ctas>, tileproof::Int<k>>,
                                    tileproof::Int<1>, tileproof::Int<2>>{}),
        Other::FrgTypeA::make(cute::Shape<cute::Shape<Int<m / ctas>, Int<k>>, Int<1>, Int<2>>{})
            .layout());
  Own const ours;
  Other const theirs;
  same("accumulate_", number(static_cast<int>(ours.accumulate_)),
       number(static_cast<int>(theirs.accumulate_)));
  if constexpr (requires { Own::SFVecSize; }) {
    constexpr int vector = Own::SFVecSize;
    same("SFVecSize", number(vector), number(Other::SFVecSize));
    using factors =
        cute::Shape<cute::Shape<Int<128>, cute::Shape<Int<vector>, Int<2>>>, Int<1>, Int<2>>;
    Shape<Shape<tileproof::Int<128>, Shape<tileproof::Int<vector>, tileproof::Int<2>>>,
          tileproof::Int<1>, tileproof::Int<2>> const own_factors;
    same_layout("FrgTypeSFA", Own::FrgTypeSFA::layout(own_factors),
                Other::FrgTypeSFA::make(factors{}).layout());
    same_layout("FrgTypeSFB", Own::FrgTypeSFB::layout(own_factors),
                Other::FrgTypeSFB::make(factors{}).layout());
    auto desc = theirs.idesc_;
    desc.k_size_ = k == 96;  // as the instructions of sm_103 do
    for (std::uint32_t byte = 0; byte < 4; ++byte)
      same("run-time instruction descriptor",
           own::make_runtime_instr_desc_block_scaled(ours.idesc_, byte << 30 | 64,
                                                     (3 - byte) << 30 | 68),
           other::make_runtime_instr_desc_block_scaled<>(desc, byte << 30 | 64,
                                                         (3 - byte) << 30 | 68));
  } else {
    same("run-time instruction descriptor", own::make_runtime_instr_desc(ours.idesc_),
         other::make_runtime_instr_desc<>(theirs.idesc_));
  }
}
// The forms of an instruction by their template names in both libraries.
#define TILEPROOF_FORM(NAME)                                                                       \
  template <class A, class B, class D, int M, int N, int Flags>                                    \
  void same_##NAME() {                                                                             \
    same_traits<                                                                                   \
        tileproof::MMA_Traits<tileproof::NAME<typename A::own, typename B::own, typename D::own,   \
                                              M, N, own_major(Flags), own_major(Flags >> 1),       \
                                              own_sign(Flags >> 2), own_sign(Flags >> 3)>>,        \
        cute::MMA_Traits<cute::NAME<typename A::other, typename B::other, typename D::other, M, N, \
                                    other_major(Flags), other_major(Flags >> 1),                   \
                                    other_sign(Flags >> 2), other_sign(Flags >> 3)>>>();           \
  }
TILEPROOF_FORM(SM100_MMA_F16BF16_SS)
TILEPROOF_FORM(SM100_MMA_F16BF16_TS)
TILEPROOF_FORM(SM100_MMA_F16BF16_2x1SM_SS)
TILEPROOF_FORM(SM100_MMA_F16BF16_2x1SM_TS)
TILEPROOF_FORM(SM100_MMA_TF32_SS)
TILEPROOF_FORM(SM100_MMA_TF32_TS)
TILEPROOF_FORM(SM100_MMA_TF32_2x1SM_SS)
TILEPROOF_FORM(SM100_MMA_TF32_2x1SM_TS)
TILEPROOF_FORM(SM100_MMA_F8F6F4_TS)
TILEPROOF_FORM(SM100_MMA_F8F6F4_2x1SM_TS)
TILEPROOF_FORM(SM100_MMA_S8_TS)
TILEPROOF_FORM(SM100_MMA_S8_2x1SM_TS)
#undef TILEPROOF_FORM
// Integers have no signs; bit 4 of Flags saturates.
#define TILEPROOF_FORM(NAME)                                                                       \
  template <class A, class B, class D, int M, int N, int Flags>                                    \
  void same_##NAME() {                                                                             \
    same_traits<                                                                                   \
        tileproof::MMA_Traits<tileproof::NAME<typename A::own, typename B::own, typename D::own,   \
                                              M, N, own_major(Flags), own_major(Flags >> 1),       \
                                              static_cast<own::Saturate>(Flags >> 4 & 1)>>,        \
        cute::MMA_Traits<cute::NAME<typename A::other, typename B::other, typename D::other, M, N, \
                                    other_major(Flags), other_major(Flags >> 1),                   \
                                    static_cast<other::Saturate>(Flags >> 4 & 1)>>>();             \
  }
TILEPROOF_FORM(SM100_MMA_S8_SS)
TILEPROOF_FORM(SM100_MMA_S8_2x1SM_SS)
#undef TILEPROOF_FORM
#define TILEPROOF_FORM(NAME)                                                                      \
  template <class A, class B, class D, int M, int N, int Flags>                                   \
  void same_##NAME() {                                                                            \
    using tileproof::C;                                                                           \
    same_traits<                                                                                  \
        tileproof::MMA_Traits<tileproof::NAME, typename A::own, typename B::own, typename D::own, \
                              Int<M>, Int<N>, C<own_major(Flags)>, C<own_major(Flags >> 1)>,      \
                              C<own_sign(Flags >> 2)>, C<own_sign(Flags >> 3)>>,                  \
        cute::MMA_Traits<cute::NAME, typename A::other, typename B::other, typename D::other,     \
                         cute::Int<M>, cute::Int<N>,                                              \
                         cute::integral_constant<other::Major, other_major(Flags)>,               \
                         cute::integral_constant<other::Major, other_major(Flags >> 1)>,          \
                         cute::integral_constant<other::ScaleIn, other_sign(Flags >> 2)>,         \
                         cute::integral_constant<other::ScaleIn, other_sign(Flags >> 3)>>>();     \
  }
TILEPROOF_FORM(SM100_MMA_F8F6F4_SS)
TILEPROOF_FORM(SM100_MMA_F8F6F4_2x1SM_SS)
#undef TILEPROOF_FORM
#define TILEPROOF_FORM(NAME)                                                                      \
  template <class A, class B, class Scale, int M, int N, int Flags>                               \
  void same_##NAME() {                                                                            \
    same_traits<                                                                                  \
        tileproof::MMA_Traits<tileproof::NAME<                                                    \
            typename A::own, typename B::own, float, typename Scale::own, M, N, own_major(Flags), \
            own_major(Flags >> 1), own_sign(Flags >> 2), own_sign(Flags >> 3)>>,                  \
        cute::MMA_Traits<                                                                         \
            cute::NAME<typename A::other, typename B::other, float, typename Scale::other, M, N,  \
                       other_major(Flags), other_major(Flags >> 1), other_sign(Flags >> 2),       \
                       other_sign(Flags >> 3)>>>();                                               \
  }
TILEPROOF_FORM(SM100_MMA_MXF8F6F4_SS)
TILEPROOF_FORM(SM100_MMA_MXF8F6F4_2x1SM_SS)
#undef TILEPROOF_FORM
#define TILEPROOF_FORM(NAME, SPACE)                                                                \
  template <class Scale, int M, int N, int Vector, int Flags>                                      \
  void same_##NAME() {                                                                             \
    using A = packed_e2m1;                                                                         \
    same_traits<                                                                                   \
        tileproof::MMA_Traits<tileproof::SPACE NAME<A::own, A::own, float, typename Scale::own, M, \
                                                    N, Vector, own::Major::K, own::Major::K,       \
                                                    own_sign(Flags >> 2), own_sign(Flags >> 3)>>,  \
        cute::MMA_Traits<cute::SPACE NAME<A::other, A::other, float, typename Scale::other, M, N,  \
                                          Vector, other::Major::K, other::Major::K,                \
                                          other_sign(Flags >> 2), other_sign(Flags >> 3)>>>();     \
  }
TILEPROOF_FORM(SM100_MMA_MXF4_SS, )
TILEPROOF_FORM(SM100_MMA_MXF4_2x1SM_SS, )
TILEPROOF_FORM(SM103_MXF4_ULTRA_SS_VS, SM103::)
TILEPROOF_FORM(SM103_MXF4_ULTRA_2x1SM_SS_VS, SM103::)
#undef TILEPROOF_FORM

// Least and greatest N, each M, majors and signs. Greatest N first, with both operands MN-major.
#define TILEPROOF_FORMS(NAME, A, B, D, M0, M1, N0, N1) \
  same_##NAME<A, B, D, M0, N0, 0>();                   \
  same_##NAME<A, B, D, M1, N1, 0>();                   \
  same_##NAME<A, B, D, M1, 96, 2>();
#define TILEPROOF_SIGNED(NAME, A, B, D, M0, M1, N0, N1) \
  TILEPROOF_FORMS(NAME, A, B, D, M0, M1, N0, N1)        \
  same_##NAME<A, B, D, M0, 64, 4>();                    \
  same_##NAME<A, B, D, M1, 64, 10>();
// clang-format off
void traits() {
  TILEPROOF_SIGNED(SM100_MMA_F16BF16_SS, f16, f16, f16, 64, 128, 8, 256)
  TILEPROOF_SIGNED(SM100_MMA_F16BF16_SS, bf16, bf16, f32, 64, 128, 8, 256)
  TILEPROOF_SIGNED(SM100_MMA_F16BF16_TS, f16, f16, f32, 64, 128, 8, 256)
  TILEPROOF_SIGNED(SM100_MMA_F16BF16_2x1SM_SS, f16, f16, f32, 128, 256, 16, 256)
  TILEPROOF_SIGNED(SM100_MMA_F16BF16_2x1SM_TS, bf16, bf16, f32, 128, 256, 32, 256)
  TILEPROOF_SIGNED(SM100_MMA_TF32_SS, tf32, tf32, f32, 64, 128, 8, 256)
  TILEPROOF_SIGNED(SM100_MMA_TF32_TS, tf32, tf32, f32, 64, 128, 8, 256)
  TILEPROOF_SIGNED(SM100_MMA_TF32_2x1SM_SS, tf32, tf32, f32, 128, 256, 16, 256)
  TILEPROOF_SIGNED(SM100_MMA_TF32_2x1SM_TS, tf32, tf32, f32, 128, 256, 32, 256)
  TILEPROOF_SIGNED(SM100_MMA_F8F6F4_SS, e4m3, e5m2, f32, 64, 128, 8, 256)
  TILEPROOF_FORMS(SM100_MMA_F8F6F4_SS, e2m1, e4m3, f16, 64, 128, 8, 256)
  TILEPROOF_SIGNED(SM100_MMA_F8F6F4_TS, e5m2, e4m3, f32, 64, 128, 8, 256)
  TILEPROOF_SIGNED(SM100_MMA_F8F6F4_2x1SM_SS, e4m3, e5m2, f32, 128, 256, 32, 256)
  TILEPROOF_SIGNED(SM100_MMA_F8F6F4_2x1SM_TS, e4m3, e4m3, f16, 128, 256, 32, 256)
  TILEPROOF_FORMS(SM100_MMA_S8_SS, s8, u8, s32, 64, 128, 8, 256)
  same_SM100_MMA_S8_SS<u8, u8, s32, 128, 64, 16>();
  TILEPROOF_FORMS(SM100_MMA_S8_TS, s8, s8, s32, 64, 128, 8, 256)
  TILEPROOF_FORMS(SM100_MMA_S8_2x1SM_SS, u8, s8, s32, 128, 256, 32, 256)
  same_SM100_MMA_S8_2x1SM_SS<s8, s8, s32, 256, 64, 16>();
  TILEPROOF_FORMS(SM100_MMA_S8_2x1SM_TS, s8, s8, s32, 128, 256, 32, 256)
  TILEPROOF_SIGNED(SM100_MMA_MXF8F6F4_SS, e4m3, e5m2, ue8m0, 128, 128, 16, 256)
  same_SM100_MMA_MXF8F6F4_SS<e2m1, e2m3, ue8m0, 128, 64, 0>();
  TILEPROOF_SIGNED(SM100_MMA_MXF8F6F4_2x1SM_SS, e4m3, e4m3, ue8m0, 128, 256, 32, 256)
  same_SM100_MMA_MXF4_SS<ue8m0, 128, 8, 32, 0>();
  same_SM100_MMA_MXF4_SS<ue8m0, 128, 256, 32, 4>();
  same_SM100_MMA_MXF4_SS<ue8m0, 128, 64, 16, 8>();
  same_SM100_MMA_MXF4_SS<ue4m3, 128, 256, 16, 0>();
  same_SM100_MMA_MXF4_2x1SM_SS<ue8m0, 128, 32, 32, 0>();
  same_SM100_MMA_MXF4_2x1SM_SS<ue8m0, 256, 256, 32, 8>();
  same_SM100_MMA_MXF4_2x1SM_SS<ue4m3, 128, 64, 16, 0>();
  same_SM100_MMA_MXF4_2x1SM_SS<ue4m3, 256, 256, 16, 4>();
  same_SM103_MXF4_ULTRA_SS_VS<ue8m0, 128, 128, 32, 0>();
  same_SM103_MXF4_ULTRA_SS_VS<ue4m3, 128, 256, 16, 4>();
  same_SM103_MXF4_ULTRA_2x1SM_SS_VS<ue8m0, 256, 128, 32, 0>();
  same_SM103_MXF4_ULTRA_2x1SM_SS_VS<ue4m3, 256, 256, 16, 8>();
}
// clang-format on
#undef TILEPROOF_SIGNED
#undef TILEPROOF_FORMS

void count(char const* what, void (*compare)()) {
  long const before = compared;
  int const differed = differences;
  compare();
  std::printf("%-28s %7ld compared, %d differ\n", what, compared - before, differences - differed);
}

}  // namespace

int main() {
  count("instruction descriptors", instruction_descriptors);
  count("shared memory", shared_memory);
  count("fragments in tensor memory", fragments);
  count("loads and stores", loads_and_stores);
  count("scale factors", scale_factors);
  count("traits of instructions", traits);
  std::printf("%ld compared, %d differ\n", compared, differences);
  return differences != 0;
}
