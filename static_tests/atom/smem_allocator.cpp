// SPDX-License-Identifier: BSL-1.0
//
// Fields of shared memory: alignments against those that TMA and wgmma need, offsets, what is
// refused, and tensors that TMA and wgmma take without a cast.
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/smem_allocator.hpp>
#include <tileproof/atom/tma/traits.hpp>
#include <tileproof/atom/wgmma/names.hpp>

using namespace tileproof;

namespace {

/////////////////////////////////////////////////////////////////// the alignment of a layout

// What wgmma and TMA need of a tile: 8 rows of its swizzle, at least 128 bytes.
template <class Element, template <class> class... Atoms>
constexpr bool are_aligned(int const (&bytes)[sizeof...(Atoms)]) {
  int const found[] = {
      smem_alignment_v<Element,
                       decltype(tile_to_shape(Atoms<Element>{}, Shape<Int<256>, Int<256>>{}))>...};
  for (std::size_t i = 0; i < sizeof...(Atoms); ++i)
    if (found[i] != bytes[i]) return false;
  return true;
}
template <class Element>
constexpr bool k_major_is_aligned =
    are_aligned<Element, GMMA::Layout_K_INTER_Atom, GMMA::Layout_K_SW32_Atom,
                GMMA::Layout_K_SW64_Atom, GMMA::Layout_K_SW128_Atom>({128, 256, 512, 1024});
static_assert(k_major_is_aligned<half_t> && k_major_is_aligned<float_e4m3_t> &&
              k_major_is_aligned<tfloat32_t> && k_major_is_aligned<std::int8_t>);
static_assert(are_aligned<half_t, GMMA::Layout_MN_INTER_Atom, GMMA::Layout_MN_SW32_Atom,
                          GMMA::Layout_MN_SW64_Atom, GMMA::Layout_MN_SW128_Atom>({128, 256, 512,
                                                                                  1024}));
using rows = Layout<Shape<_8, _64>, Stride<_64, _1>>;
static_assert(smem_alignment_v<float, rows> == 128);
// A swizzle that only software applies: of 8 bytes, or of rows that are further apart.
static_assert(smem_alignment_v<half_t, decltype(composition(Swizzle<3, 2, 3>{}, rows{}))> == 128);
static_assert(smem_alignment_v<half_t, decltype(composition(Swizzle<3, 3, 4>{}, rows{}))> == 128);

////////////////////////////////////////////////////////////////////////////////// offsets

using tile = decltype(tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
struct smem_A : smem_field<half_t, tile, smem_phases<0>> {};  // 16384 bytes
struct smem_B : smem_field<half_t, tile, smem_phases<0>> {};
struct smem_C : smem_field<float, Layout<Shape<_64, _128>>, smem_phases<1>> {};  // 32768
struct barriers : smem_field<std::uint64_t, Layout<_4>, smem_always, 8> {};
using smem = smem_allocator<smem_A, smem_B, smem_C, barriers>;
static_assert(smem::offset<smem_A> == 0 && smem::offset<smem_B> == 16384);
static_assert(smem::offset<smem_C> == 0 && smem::offset<barriers> == 32768);
static_assert(smem::bytes == 32800 && smem::alignment == 1024);

// In one phase nothing is shared; a small field goes where one is free.
struct smem_D : smem_field<float, Layout<Shape<_64, _128>>> {};
struct row : smem_field<float, Layout<_32>, smem_always, 4> {};
using apart = smem_allocator<row, smem_A, smem_B, smem_D>;
static_assert(apart::offset<row> == 0 && apart::offset<smem_A> == 1024);
static_assert(apart::offset<smem_B> == 17408 && apart::offset<smem_D> == 33792);
static_assert(apart::bytes == 66560);
struct second_row : smem_field<float, Layout<_32>, smem_phases<2, 5>, 4> {};
static_assert(smem_allocator<row, smem_A, second_row>::offset<second_row> == 128);

// Stated offsets, and fields around them.
struct at_4096 : smem_field<half_t, tile, smem_phases<0, 2>, 1024, 4096> {};
struct early : smem_field<float, Layout<_1024>, smem_phases<0>> {};
struct late : smem_field<float, Layout<_1024>, smem_phases<3>> {};
struct meets : smem_field<float, Layout<Int<1025>>, smem_phases<2, 3>> {};
using around = smem_allocator<early, late, at_4096, meets>;
static_assert(around::offset<early> == 0 && around::offset<at_4096> == 4096);
static_assert(around::offset<late> == 0 && around::offset<meets> == 20480);

// Bytes: of elements of less than a byte, behind padding, behind a swizzle, of no element.
template <class Element, class Layout>
inline constexpr std::int64_t bytes_of = smem_field<Element, Layout>::bytes;
static_assert(bytes_of<uint4b_t, Layout<Int<33>>> == 17);
static_assert(bytes_of<float, Layout<Shape<_8, _4>, Stride<_5, _1>>> == 4 * 39);
static_assert(bytes_of<half_t, tile> == 2 * 128 * 64 && bytes_of<float, Layout<_0>> == 0);
static_assert(smem_allocator<>::bytes == 0 && smem_allocator<>::alignment == 1);

// As much as a block has, and no byte more.
struct all_of_it : smem_field<char, Layout<Int<shared_bytes_sm90>>> {};
static_assert(smem_allocator<all_of_it>::bytes == 232448);
static_assert(smem_allocator_of<shared_bytes_sm80, smem_A, smem_B, smem_C>::bytes == 32768);

///////////////////////////////////////////////////////////////////////////////// refusals

template <class... Fields>
constexpr core::text refusal_of = [] {
  struct unchecked : detail::smem_numbers<shared_bytes_sm90, Fields...> {};
  return core::sentence(unchecked::why);
}();
static_assert(refusal_of<smem_A, smem_B, smem_C> == "");
struct little : smem_field<half_t, tile, smem_always, 128> {};
static_assert(refusal_of<smem_A, little> ==
              "smem_allocator: field 1 is known to lie at a multiple of 128 bytes and needs a "
              "multiple of 1024: leave its alignment and its offset to the allocator, or state "
              "multiples of 1024");
struct at_512 : smem_field<half_t, tile, smem_always, 1024, 1536> {};
static_assert(refusal_of<at_512> ==
              "smem_allocator: field 0 is known to lie at a multiple of 512 bytes and needs a "
              "multiple of 1024: leave its alignment and its offset to the allocator, or state "
              "multiples of 1024");
struct over_it : smem_field<float, Layout<_1024>, smem_phases<2, 4>, 128, 8192> {};
static_assert(
    refusal_of<late, at_4096, over_it> ==
    "smem_allocator: fields 1 and 2 share byte 8192 and are both in use in phase 2: leave "
    "their offsets to the allocator, or state phases that do not meet");
static_assert(refusal_of<all_of_it, barriers> ==
              "smem_allocator: the fields need 232480 bytes and the block has 232448: use fewer "
              "stages or smaller tiles, or state phases that do not meet");

////////////////////////////////////////////////////////////////////////////////// tensors

alignas(1024) constexpr unsigned char memory[40960]{};
using bytes_in_shared = tagged_ptr<smem_space, aligned_ptr<unsigned char, 1024>>;
template <class Field>
using tensor_of = decltype(smem::tensor<Field>(bytes_in_shared{}));
static_assert(
    std::is_same_v<tensor_of<smem_A>::iterator, tagged_ptr<smem_space, aligned_ptr<half_t, 1024>>>);
static_assert(std::is_same_v<tensor_of<smem_A>::layout_type, tile>);
static_assert(alignment_v<tensor_of<smem_C>> == 1024 && alignment_v<tensor_of<barriers>> == 1024);
static_assert(sizeof(tensor_of<smem_B>) == sizeof(void*));
// A pointer without a space, and one without an alignment.
static_assert(std::is_same_v<decltype(smem::tensor<smem_A>(static_cast<unsigned char*>(nullptr))),
                             tensor_of<smem_A>>);
static_assert(std::is_same_v<decltype(smem::tensor<smem_A>(make_smem_ptr<char>(nullptr))),
                             tensor_of<smem_A>>);
// Element 0 is where the offset says.
struct flags : smem_field<unsigned char, Layout<_32>> {};
constexpr auto bytes_at =
    smem_allocator<early, late, flags>::tensor<flags>(make_smem_ptr<1024>(memory));
static_assert(raw_pointer_cast(bytes_at.data()) == memory + 4096);
// In a phase in which the field is in use.
static_assert(
    std::is_same_v<decltype(smem::tensor<smem_C, 1>(bytes_in_shared{})), tensor_of<smem_C>>);

// wgmma and TMA take the tensors as they are.
using traits = MMA_Traits<SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>>;
using descriptors = decltype(traits::make_fragment_b(make_tensor(
    std::declval<tensor_of<smem_B>>().data(), zipped_divide(tile{}, Shape<_64, _16>{}))));
static_assert(std::is_same_v<descriptors::value_type, std::uint64_t>);
using global = Layout<Shape<int, int>, Stride<int, _1>>;
using box = detail::make_tma_box<half_t, 1, global, tile, Shape<_128, _64>>::type;
static_assert(box::alignment == smem_A::alignment);
template <class Atom>
auto parts(Atom const& atom, unsigned char* p) {
  return tma_partition(atom, group_modes<0, 2>(smem::tensor<smem_A>(p)),
                       group_modes<0, 2>(atom.get_tma_tensor(Shape<_128, _64>{})));
}
using made = decltype(parts(Copy_Atom<Copy_Traits<SM90_TMA_LOAD, box>, half_t>{}, nullptr));
static_assert(is_smem_v<decltype(made::shared)>);

}  // namespace
