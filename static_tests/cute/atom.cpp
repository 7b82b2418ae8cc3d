// SPDX-License-Identifier: BSL-1.0
//
// CuTe's names of the atom headers that the library has no name of its own for: descriptors of
// wgmma, TV_Tiler, make_tiled_copy_C_atom, AutoFilter, MMA_Op.
#include <tileproof/cute.hpp>
#include <tileproof/cute/gmma_descriptor.hpp>
#include <tileproof/cute/partitioner.hpp>

#include <string_view>

using namespace cute;

namespace {

// ---- descriptors of wgmma

static_assert(std::string_view(to_string(SM90::GMMA::LayoutType::B64)) == "B64" &&
              to_string(static_cast<SM90::GMMA::LayoutType>(4)) == nullptr);

// An atom in bits is the atom of an element.
static_assert(is_same_v<decltype(upcast<16>(SM90::GMMA::Layout_K_SW128_Atom_Bits{})),
                        SM90::GMMA::Layout_K_SW128_Atom<half_t>> &&
              is_same_v<decltype(upcast<32>(SM90::GMMA::Layout_MN_SW64_Atom_Bits{})),
                        SM90::GMMA::Layout_MN_SW64_Atom<float>> &&
              size(SM90::GMMA::Layout_K_INTER_Atom_Bits{}) == 8 * 128);

template <class Atom>
constexpr auto type_of() {
  return SM90::GMMA::layout_type(make_tensor(make_smem_ptr(static_cast<half_t*>(nullptr)), Atom{}));
}
static_assert(type_of<SM90::GMMA::Layout_K_SW128_Atom<half_t>>() == SM90::GMMA::LayoutType::B128 &&
              type_of<SM90::GMMA::Layout_K_SW64_Atom<half_t>>() == SM90::GMMA::LayoutType::B64 &&
              type_of<SM90::GMMA::Layout_MN_SW32_Atom<half_t>>() == SM90::GMMA::LayoutType::B32 &&
              type_of<SM90::GMMA::Layout_K_INTER_Atom<half_t>>() ==
                  SM90::GMMA::LayoutType::INTERLEAVE);

static_assert(sizeof(GmmaDescriptor) == 8 && std::uint64_t{GmmaDescriptor{}} == 0 &&
              GmmaDescriptor{0x4000004000010080}.desc_ == 0x4000004000010080);
static_assert(SM90::GMMA::raw_pointer_cast(SM90::GMMA::DescriptorIterator{1, 2} + 3) ==
                  0x200000004 &&
              *SM90::GMMA::recast_ptr<std::uint64_t>(SM90::GMMA::DescriptorIterator{1, 2}) ==
                  0x200000001);

// 64 x 16 of a tile of 128 x 64 in rows of 128 bytes: 8 rows take 1024 bytes, 64 units of 16.
[[maybe_unused]] std::uint64_t descriptor(half_t* memory) {
  auto const s = make_tensor(
      make_smem_ptr<1024>(memory),
      tile_to_shape(SM90::GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<Int<128>, Int<64>>{}));
  return SM90::GMMA::make_gmma_desc<SM90::GMMA::Major::K>(
      local_tile(s, Shape<_64, _16>{}, make_coord(_1{}, _2{})));
}

// ---- partitions

// 4 threads with 2 values each on a vector of 24: thread 1 has elements 1 and 5 of each tile of 8.
constexpr auto tiler = make_tiler_impl(Layout<Shape<_4, _2>>{}, Shape<_8>{});
constexpr auto offsets = make_tensor(counting_iterator<int>{0}, Layout<Shape<Int<24>>>{});
constexpr auto mine = tiler.get_slice(make_coord(1, _)).partition(offsets);
static_assert(size<0>(mine) == 2 && size<1>(mine) == 3 && mine(0, 0) == 1 && mine(1, 0) == 5 &&
              mine(1, 2) == 21);

// The operation of traits by either name.
static_assert(is_same_v<MMA_Op<MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>>::type,
                        MMA_Op<tileproof::MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>>::type> &&
              is_same_v<CPY_Op<Copy_Traits<UniversalCopy<float>>>::type, UniversalCopy<float>>);

// A copy of 2 values takes values 0 and 1 of each MMA, adjacent in a row of C, 64 x 32 by 4 warps.
// The repetitions of the copy are the other values of the MMA, 8 rows below, and its repetitions
// along N.
constexpr auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{},
                                    Tile<_64, _32, _16>{});
using part =
    decltype(make_tiled_copy_C_atom(Copy_Atom<UniversalCopy<std::uint64_t>, float>{}, mma));
static_assert(size(part{}) == 128 && size<1>(part::TiledLayout_TV{}) == 2);
static_assert([] {
  auto const c = make_identity_tensor(Shape<_64, _32>{});
  for (int thread : {0, 37, 127}) {
    auto const by_mma = mma.get_slice(thread).partition_C(c);      // ((2,2),1,4)
    auto const by_copy = part{}.get_slice(thread).partition_S(c);  // ((2,1),2,4)
    for (int v = 0; v < 2; ++v)
      for (int below = 0; below < 2; ++below)
        for (int n = 0; n < 4; ++n)
          if (!(by_mma(make_coord(v, below), 0, n) == by_copy(v, below, n))) return false;
  }
  return true;
}());

// ---- copies

// Each of 4 elements is written once, from column 0 of the source.
static_assert([] {
  int from[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  int to[4] = {};
  auto dst = make_tensor(&to[0], Layout<Shape<_4, _3>, Stride<_1, _0>>{});
  cute::copy(AutoFilter(AutoVectorizingCopyWithAssumedAlignment<32>{}),
             make_tensor(&from[0], Layout<Shape<_4, _3>>{}), dst);
  return to[0] == 0 && to[1] == 1 && to[2] == 2 && to[3] == 3;
}());

// Template parameters as CuTe has them: a default width, and the sparsity of an atom that is
// refused.
static_assert(
    std::is_same_v<decltype(AutoVectorizingCopyWithAssumedAlignment{}), AutoVectorizingCopy>);
static_assert(
    std::is_same_v<GMMA::Layout_K_SW128_SpAtom<half_t, 2>, GMMA::Layout_MN_SW64_SpAtom<half_t, 2>>);
// A template that nobody calls may name it, as CUTLASS's selector of sparse layouts does.
template <class T, class Sparsity, class N>
constexpr auto sparse_layout_for() {
  if constexpr (N{} % size<0>(GMMA::Layout_MN_SW128_SpAtom<T, Sparsity{}>{}) == 0)
    return GMMA::Layout_MN_SW128_SpAtom<T, Sparsity{}>{};
}

// The type of which a fragment of each operand consists, and the atom's layouts by their names in
// TiledMMA.
template <class Op>
using tiled_mma_of = decltype(make_tiled_mma(Op{}));
template <class T>
constexpr bool is_descriptor = std::is_base_of_v<GMMA::DescriptorIterator, T>;
using ss = tiled_mma_of<SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>;
using rs = tiled_mma_of<SM90_64x128x16_F32F16F16_RS<GMMA::Major::K, GMMA::Major::K>>;
using warp = tiled_mma_of<SM80_16x8x16_F32F16F16F32_TN>;
static_assert(is_descriptor<ss::FrgTypeA> && is_descriptor<ss::FrgTypeB>);
static_assert(!is_descriptor<rs::FrgTypeA> && is_descriptor<rs::FrgTypeB>);
static_assert(std::is_same_v<warp::FrgTypeA, half_t> && std::is_same_v<warp::FrgTypeC, float>);
static_assert(size<0, 0>(rs::AtomLayoutC_TV{}) == 4 && size<0>(warp::AtomLayoutA_TV{}) == 32);

}  // namespace

// gemm takes the descriptors of a wgmma operand for what they are, though they have a
// raw_pointer_cast here.
using descriptors =
    tileproof::Tensor<tileproof::ViewEngine<GMMA::DescriptorIterator>, Layout<Shape<_1, _2, _4>>>;
using wgmma_atom = MMA_Atom<SM90_64x64x16_F16F16F16_SS<GMMA::Major::MN, GMMA::Major::MN>>;
static_assert(tileproof::detail::fills_instruction_v<descriptors, wgmma_atom::LayoutA_TV, half_t>);
static_assert(!tileproof::detail::is_in_memory_v<descriptors>);
