// SPDX-License-Identifier: BSL-1.0
//
// Fields in one shared memory: offsets, what is refused, and tensors that TMA and wgmma take
// without a cast.
#include <tileproof/atom/numeric.hpp>
#include <tileproof/atom/smem_allocator.hpp>
#include <tileproof/atom/tma/traits.hpp>
#include <tileproof/atom/wgmma/names.hpp>

using namespace tileproof;

namespace {

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

static_assert(smem_allocator<>::bytes == 0 && smem_allocator<>::alignment == 1);

// As much as a block has, and no byte more.
struct all_of_it : smem_field<char, Layout<Int<shared_bytes_sm90>>> {};
static_assert(smem_allocator<all_of_it>::bytes == 232448);
static_assert(smem_allocator_of<shared_bytes_sm80, smem_A, smem_B, smem_C>::bytes == 32768);

///////////////////////////////////////////////////////////////////////////////// refusals

// The numbers that a refusal shows; reject/ has its sentences.
template <class... Fields>
using numbers = detail::smem_numbers<shared_bytes_sm90, Fields...>;
template <class... Fields>
constexpr bool is_accepted = numbers<Fields...>::out_of_line < 0 && numbers<Fields...>::met.a < 0 &&
                             numbers<Fields...>::bytes <= shared_bytes_sm90;
static_assert(is_accepted<smem_A, smem_B, smem_C>);
struct little : smem_field<half_t, tile, smem_always, 128> {};
static_assert(numbers<smem_A, little>::out_of_line == 1);
static_assert(numbers<smem_A, little>::line_of(1).known == 128);
static_assert(numbers<smem_A, little>::line_of(1).needed == 1024);
struct at_512 : smem_field<half_t, tile, smem_always, 1024, 1536> {};
static_assert(numbers<at_512>::out_of_line == 0 && numbers<at_512>::line_of(0).known == 512);
static_assert(numbers<at_512>::line_of(0).needed == 1024);
struct over_it : smem_field<float, Layout<_1024>, smem_phases<2, 4>, 128, 8192> {};
using overlapping = numbers<late, at_4096, over_it>;
static_assert(overlapping::out_of_line < 0 && overlapping::met.a == 1 && overlapping::met.b == 2);
static_assert(overlapping::shared_byte() == 8192 && overlapping::shared_phase() == 2);
static_assert(numbers<all_of_it, barriers>::bytes == 232480);

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
