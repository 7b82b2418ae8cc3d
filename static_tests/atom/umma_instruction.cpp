// SPDX-License-Identifier: BSL-1.0
//
// The operations of tcgen05: traits, instruction descriptors, the text in assembly, and what does
// not exist.
#include <tileproof/atom/umma/asm_text.hpp>
#include <tileproof/atom/umma/instruction.hpp>
#include <tileproof/atom/umma/load_store.hpp>
#include <tileproof/atom/umma/load_store_names.hpp>
#include <tileproof/atom/umma/load_store_statements.hpp>
#include <tileproof/atom/umma/memory.hpp>
#include <tileproof/atom/umma/names.hpp>
#include <tileproof/atom/umma/smem_copy.hpp>
#include <tileproof/atom/umma/statements.hpp>
#include <tileproof/print/to_string.hpp>
#include <tileproof/prove/injective.hpp>

namespace {

using namespace tileproof;
using UMMA::Major;
using UMMA::ScaleIn;
constexpr Major K = Major::K;
constexpr Major MN = Major::MN;

using e2m1 = float_e2m1_t;
using e4m3 = float_e4m3_t;
using e5m2 = float_e5m2_t;
using e2m1_in_byte = float_e2m1_unpacksmem_t;
using ue8m0 = float_ue8m0_t;
using ue4m3 = float_ue4m3_t;

// ---- traits: shape, element types, layouts of one CTA and of a pair

template <class Op, int M, int N, int Depth, class D, class A, class B, class T = MMA_Traits<Op>>
constexpr bool is_of =
    std::is_same_v<typename T::Shape_MNK, Shape<Int<M>, Int<N>, Int<Depth>>> &&
    std::is_same_v<typename T::ElementDVal, D> && std::is_same_v<typename T::ElementAVal, A> &&
    std::is_same_v<typename T::ElementBVal, B> && T::K == Depth;
static_assert(is_of<SM100_MMA_F16BF16_SS<half_t, half_t, half_t, 64, 8, K, K>, 64, 8, 16, half_t,
                    half_t, half_t>);
static_assert(is_of<SM100_MMA_F16BF16_2x1SM_TS<bfloat16_t, bfloat16_t, float, 256, 256, K, MN>, 256,
                    256, 16, float, bfloat16_t, bfloat16_t>);
static_assert(is_of<SM100_MMA_TF32_TS<tfloat32_t, tfloat32_t, float, 128, 40, K, K>, 128, 40, 8,
                    float, tfloat32_t, tfloat32_t>);
static_assert(is_of<SM100_MMA_S8_SS<std::int8_t, std::uint8_t, std::int32_t, 128, 48, K, MN>, 128,
                    48, 32, std::int32_t, std::int8_t, std::uint8_t>);
static_assert(is_of<SM100_MMA_F8F6F4_TS<e4m3, e2m1_in_byte, float, 128, 8, K, K>, 128, 8, 32, float,
                    e4m3, e2m1_in_byte>);
static_assert(is_of<SM100_MMA_MXF8F6F4_SS<e5m2, e5m2, float, ue8m0, 128, 16, MN, MN>, 128, 16, 32,
                    float, e5m2, e5m2>);
static_assert(is_of<SM100_MMA_MXF4_2x1SM_SS<e2m1, e2m1, float, ue4m3, 128, 32, 16, K, K>, 128, 32,
                    64, float, e2m1, e2m1>);
static_assert(
    is_of<SM103::SM103_MXF4_ULTRA_2x1SM_SS_VS<e2m1, e2m1, float, ue8m0, 256, 32, 32, K, K>, 256, 32,
          96, float, e2m1, e2m1>);

template <class T>
constexpr bool prints(std::string_view thr, std::string_view a, std::string_view b,
                      std::string_view c) {
  return to_string(typename T::ThrID{}) == thr && to_string(typename T::ALayout{}) == a &&
         to_string(typename T::BLayout{}) == b && to_string(typename T::CLayout{}) == c;
}
static_assert(prints<MMA_Traits<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, K, K>>>(
    "_1:_0", "(_1,(_128,_16)):(_0,(_1,_128))", "(_1,(_256,_16)):(_0,(_1,_256))",
    "(_1,(_128,_256)):(_0,(_1,_128))"));
using of_pair = MMA_Traits<SM100_MMA_TF32_2x1SM_SS<tfloat32_t, tfloat32_t, float, 256, 64, K, K>>;
static_assert(prints<of_pair>("_2:_1", "(_2,(_128,_8)):(_128,(_1,_256))",
                              "(_2,(_32,_8)):(_32,(_1,_64))", "(_2,(_128,_64)):(_128,(_1,_256))"));
// The CTAs of a pair have each element of an operand once.
static_assert(require<injective>(of_pair::ALayout{}) && require<injective>(of_pair::BLayout{}) &&
              require<injective>(of_pair::CLayout{}));

// F8F6F4_SS has its arguments in the traits, as in CuTe.
template <int M, int N, ScaleIn SignB = ScaleIn::One>
using f8f6f4 = MMA_Traits<SM100_MMA_F8F6F4_SS, e4m3, e5m2, float, Int<M>, Int<N>, C<K>, C<K>,
                          C<ScaleIn::One>, C<SignB>>;
static_assert(std::is_same_v<f8f6f4<64, 24>::Shape_MNK, Shape<_64, Int<24>, _32>>);

// ---- fragments: descriptors, and places in tensor memory

using of_tmem = MMA_Traits<SM100_MMA_F16BF16_TS<half_t, half_t, float, 64, 64, K, K>>;
static_assert(std::is_same_v<of_pair::FrgTypeA, UMMA::DescriptorIterator> &&
              std::is_same_v<of_pair::FrgTypeB, UMMA::DescriptorIterator>);
static_assert(
    std::is_same_v<of_tmem::FrgTypeA,
                   UMMA::tmem_frg_1sm<half_t, half_t, UMMA::TmemAllocMode::NonInterleaved>> &&
    std::is_same_v<of_tmem::FrgTypeC,
                   UMMA::tmem_frg_1sm<float, std::uint32_t, UMMA::TmemAllocMode::NonInterleaved>>);
using mxf4_of_pair =
    MMA_Traits<SM100_MMA_MXF4_2x1SM_SS<e2m1, e2m1, float, ue8m0, 128, 64, 32, K, K>>;
static_assert(mxf4_of_pair::SFVecSize == 32 &&
              std::is_same_v<mxf4_of_pair::FrgTypeSFB,
                             UMMA::tmem_sf_frg<ue8m0, 32, 2, false,
                                               UMMA::TmemAllocMode::ScaleFactorDuplicated2by2>>);

// ---- instruction descriptors

template <class T>
constexpr std::uint32_t bits = static_cast<std::uint32_t>(T{}.idesc_);
static_assert(bits<MMA_Traits<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, K, K>>> ==
              0x08400010);
// s8 * u8, saturated, M = 64, N = 32, B MN-major: bits 3, 4 and 5 (s32), 7, 16, 17 on, 24 on.
static_assert(
    bits<MMA_Traits<SM100_MMA_S8_TS<std::int8_t, std::uint8_t, std::int32_t, 64, 32, K, MN,
                                    ScaleIn::One, ScaleIn::One, UMMA::Saturate::True>>> ==
    (1u << 3 | 2u << 4 | 1u << 7 | 1u << 16 | 4u << 17 | 4u << 24));
static_assert(bits<f8f6f4<128, 256, ScaleIn::Neg>> ==
              static_cast<std::uint32_t>(UMMA::make_instr_desc<e4m3, e5m2, float, 128, 256, K, K,
                                                               ScaleIn::One, ScaleIn::Neg>()));
// A and B of one CTA in two places have one descriptor, and a pair has another M only.
static_assert(bits<MMA_Traits<SM100_MMA_F16BF16_TS<half_t, half_t, float, 128, 64, K, K>>> ==
              bits<MMA_Traits<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, K, K>>>);
static_assert(bits<MMA_Traits<SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 64, K, K>>> -
                  bits<MMA_Traits<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 64, K, K>>> ==
              8u << 24);
static_assert(
    bits<mxf4_of_pair> ==
    static_cast<std::uint32_t>(
        UMMA::make_instr_desc_block_scaled<e2m1, e2m1, float, ue8m0, 128, 64, K, K, ScaleIn::One,
                                           ScaleIn::One, false, 32, 0, 2>()));
// K = 96 is bit 31.
static_assert(
    bits<MMA_Traits<SM103::SM103_MXF4_ULTRA_SS_VS<e2m1, e2m1, float, ue4m3, 128, 64, 16, K, K>>> ==
    (bits<MMA_Traits<SM100_MMA_MXF4_SS<e2m1, e2m1, float, ue4m3, 128, 64, 16, K, K>>> | 1u << 31));

// As fma takes it; the bytes of factors that the addresses state are in bits 29, 30 and 4, 5.
static_assert(UMMA::make_runtime_instr_desc(of_pair{}.idesc_) == std::uint64_t{bits<of_pair>}
                                                                     << 32);
static_assert(UMMA::make_runtime_instr_desc_block_scaled(
                  mxf4_of_pair{}.idesc_, UMMA::scale_factor_address(TMEM::make_address(0, 64), 2),
                  UMMA::scale_factor_address(TMEM::make_address(0, 68), 0)) ==
              (std::uint64_t{bits<mxf4_of_pair> | 2u << 29} << 32));
static_assert(mxf4_of_pair{}.accumulate_ == UMMA::ScaleOut::One);

// ---- what does not exist is refused: the instruction of a name

template <class Op>
inline constexpr bool exists = false;
template <detail::umma_instruction I, unsigned Kinds, class A, class B, class D, class Scale,
          detail::umma_a_in P>
inline constexpr bool exists<detail::umma<I, Kinds, A, B, D, Scale, P>> =
    I.exists() && (Kinds >> static_cast<int>(I.kind) & 1) != 0;
template <int M, int N, class A = half_t, class D = float>
using f16 = SM100_MMA_F16BF16_SS<A, A, D, M, N, K, K>;
template <int M, int N>
using f16_of_pair = SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, M, N, K, K>;
static_assert(exists<f16<64, 8>> && exists<f16<128, 256>> && exists<f16_of_pair<128, 16>>);
static_assert(!exists<f16<32, 64>> && !exists<f16<256, 64>> && !exists<f16_of_pair<64, 16>>);
static_assert(!exists<f16<128, 0>> && !exists<f16<128, 12>> && !exists<f16<128, 264>> &&
              !exists<f16_of_pair<256, 24>>);
static_assert(!exists<f16<128, 64, bfloat16_t, half_t>>);  // D of bf16 is f32
static_assert(!exists<f16<128, 64, tfloat32_t>> && !exists<f16<128, 64, e4m3>>);  // another kind
static_assert(!exists<SM100_MMA_TF32_SS<tfloat32_t, tfloat32_t, half_t, 128, 64, K, K>>);
static_assert(
    !exists<SM100_MMA_S8_SS<std::int8_t, std::int8_t, float, 128, 64, K, K>> &&
    !exists<SM100_MMA_S8_SS<std::int8_t, std::int8_t, std::int32_t, 128, 40, K, K>> &&
    !exists<SM100_MMA_S8_TS<std::int8_t, std::int8_t, std::int32_t, 128, 32, K, K, ScaleIn::Neg>>);
static_assert(!exists<SM100_MMA_F8F6F4_TS<e4m3, e2m1_in_byte, float, 128, 32, K, MN>>);
template <class A, class Scale, int M, int VS>
using mxf4 = SM100_MMA_MXF4_SS<A, A, float, Scale, M, 64, VS, K, K>;
static_assert(exists<mxf4<e2m1, ue8m0, 128, 32>> && exists<mxf4<e2m1, ue4m3, 128, 16>>);
static_assert(!exists<mxf4<e2m1, ue8m0, 64, 32>> && !exists<mxf4<e2m1, ue4m3, 128, 32>> &&
              !exists<mxf4<e4m3, ue8m0, 128, 32>>);
static_assert(
    !exists<SM100_MMA_MXF8F6F4_SS<e2m1, e2m1, float, ue8m0, 128, 64, K, K>> &&
    exists<SM100_MMA_MXF8F6F4_SS<e2m1_in_byte, e2m1_in_byte, float, ue8m0, 128, 64, K, K>>);

// ---- the text in assembly

template <class Text>
constexpr bool is_written(std::string_view text) {
  return std::string_view(detail::asm_text<Text>::value) == text;
}
static_assert(
    is_written<SM100_MMA_TF32_2x1SM_TS<tfloat32_t, tfloat32_t, float, 256, 64, K, K>::name>(
        "tcgen05.mma.cta_group::2.kind::tf32"));
static_assert(is_written<mxf4<e2m1, ue4m3, 128, 16>::name>(
    "tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16"));
static_assert(is_written<mxf4<e2m1, ue8m0, 128, 32>::name>(
    "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32"));
static_assert(
    is_written<SM100_TMEM_LOAD_16dp256b4x::name>("tcgen05.ld.sync.aligned.16x256b.x4.b32"));
static_assert(is_written<SM100_TMEM_LOAD_16dp32b8x_16b::name>(
                  "tcgen05.ld.sync.aligned.16x32bx2.x8.pack::16b.b32") &&
              is_written<SM100_TMEM_LOAD_16dp32b8x_16b::tail>(", 16") &&
              is_written<SM100_TMEM_LOAD_16dp32b8x::tail>(", 8") &&
              is_written<SM100_TMEM_LOAD_16dp64b8x::tail>(""));
static_assert(is_written<SM100_TMEM_STORE_32dp32b128x_16b::name>(
    "tcgen05.st.sync.aligned.32x32b.x128.unpack::16b.b32"));
static_assert(
    is_written<SM100_UTCCP_4x32dp128bit_1cta::name>("tcgen05.cp.cta_group::1.32x128b.warpx4"));
static_assert(
    is_written<tmem_cp<TMEM::CpShape::dp64_128b_0123, 2, TMEM::CpFormat::b4x16_p64>::name>(
        "tcgen05.cp.cta_group::2.64x128b.warpx2::01_23.b8x16.b4x16_p64"));

// ---- loads and stores: registers are those of the layout

template <class Load, int Registers>
constexpr bool has_registers =
    std::extent_v<typename Load::DRegisters> == Registers && Load::registers == Registers;
static_assert(has_registers<SM100_TMEM_LOAD_16dp256b32x, 128> &&
              has_registers<SM100_TMEM_LOAD_16dp128b64x_16b, 128> &&
              has_registers<SM100_TMEM_LOAD_16dp64b1x, 1> &&
              has_registers<SM100_TMEM_LOAD_16dp32b128x_16b, 128> &&
              has_registers<SM100_TMEM_LOAD_32dp32b2x_16b, 2>);
static_assert(std::extent_v<SM100_TMEM_STORE_16dp256b2x::SRegisters> == 8);
static_assert(std::is_same_v<SM100_TMEM_LOAD_16dp256b4x::Layout, TMEM::Layout_16dp256b<4>> &&
              std::is_same_v<SM100_TMEM_STORE_32dp32b4x_16b::Layout, TMEM::Layout_32dp32b<4, 2>>);

// ---- allocation

static_assert(require_tmem_columns<32>() && require_tmem_columns<512>());

}  // namespace
