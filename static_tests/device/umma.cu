// SPDX-License-Identifier: BSL-1.0
//
// tcgen05 of sm_100a as machine code: each operation is the instruction of its name.
// tools/compare_sass.py reads the lines that begin with `// sass`. No GPU has run them here.
//
// The words of the machine code:
//   UTCHMMA, UTCQMMA, UTCOMMA, UTCIMMA  tcgen05.mma of 16- and 32-bit floats (f16 and tf32 are one
//                                 instruction, whose types the instruction descriptor has), of 8 to
//                                 4 bits, of packed 4 bits, of integers; with scale factors too
//   gdesc[A], tmem[A]             A in shared memory (SS), in tensor memory (TS)
//   .2CTA                         cta_group::2
//   .4X                           a scale factor for each 16 elements; sm_103a has .BLOCK16 instead
//   LDTM, STTM                    tcgen05.ld, .st: no shape is .32x32b, _t0_t15 and _t16_t31 are the
//                                 halves of .16x32bx2; PACK16BIT, EXPAND16BIT are .pack, .unpack
//   UTCATOMSWS, UVIRTCOUNT        tcgen05.alloc and .dealloc, .relinquish_alloc_permit
//   UTCBAR, UTCCP, UTCSHIFT       tcgen05.commit, .cp, .shift
//   FENCE.VIEW.ASYNC.T            tcgen05.wait::st. The scoreboard of LDTM is tcgen05.wait::ld;
//                                 tcgen05.fence is no instruction
// ptxas refuses a kernel that has instructions of one CTA and of a pair.
#include <tileproof/atom/tma/cluster.hpp>
#include <tileproof/atom/umma/load_store_names.hpp>
#include <tileproof/atom/umma/memory.hpp>
#include <tileproof/atom/umma/names.hpp>
#include <tileproof/atom/umma/smem_copy.hpp>

using namespace tileproof;

// ---- tcgen05.mma

constexpr UMMA::Major K = UMMA::Major::K;
constexpr UMMA::Major MN = UMMA::Major::MN;
using e2m1 = float_e2m1_t;
using e2m1_in_byte = float_e2m1_unpacksmem_t;
using ue8m0 = float_ue8m0_t;
using ue4m3 = float_ue4m3_t;

// An instruction with an accumulate flag that is known at run time.
template <class Traits>
__device__ void multiply(Traits mma, std::uint64_t a, std::uint64_t b, unsigned d, int accumulate) {
  mma.accumulate_ = accumulate != 0 ? UMMA::ScaleOut::One : UMMA::ScaleOut::Zero;
  if constexpr (requires { mma.tsfa_addr_; }) {
    mma.tsfa_addr_ = d + 256;
    mma.tsfb_addr_ = d + 260;
  }
  mma.issue(static_cast<typename Traits::a_type>(a), b, d);
}
#define MULTIPLY(NAME, ...)                                                                       \
  extern "C" __global__ void NAME(std::uint64_t a, std::uint64_t b, unsigned d, int accumulate) { \
    multiply(MMA_Traits<__VA_ARGS__>{}, a, b, d, accumulate);                                     \
  }

// sass f16_ss: UTCHMMA gdesc, no UTCHMMA.2CTA, no UTCHMMA tmem
MULTIPLY(f16_ss, SM100_MMA_F16BF16_SS<half_t, half_t, half_t, 128, 256, K, MN>)
// sass f16_ts: UTCHMMA tmem, no UTCHMMA.2CTA, no UTCHMMA gdesc
MULTIPLY(f16_ts, SM100_MMA_F16BF16_TS<half_t, half_t, float, 64, 8, K, K>)
// sass bf16_2sm_ss: UTCHMMA.2CTA gdesc, no UTCHMMA.2CTA tmem
MULTIPLY(bf16_2sm_ss, SM100_MMA_F16BF16_2x1SM_SS<bfloat16_t, bfloat16_t, float, 256, 256, K, K>)
// sass bf16_2sm_ts: UTCHMMA.2CTA tmem, no UTCHMMA.2CTA gdesc
MULTIPLY(bf16_2sm_ts, SM100_MMA_F16BF16_2x1SM_TS<bfloat16_t, bfloat16_t, float, 128, 16, K, MN>)
// sass tf32_ss: UTCHMMA gdesc, no UTCHMMA.2CTA, no UTCHMMA tmem
MULTIPLY(tf32_ss, SM100_MMA_TF32_SS<tfloat32_t, tfloat32_t, float, 128, 256, K, K>)
// sass tf32_ts: UTCHMMA tmem, no UTCHMMA.2CTA, no UTCHMMA gdesc
MULTIPLY(tf32_ts, SM100_MMA_TF32_TS<tfloat32_t, tfloat32_t, float, 128, 256, K, K>)
// sass tf32_2sm_ss: UTCHMMA.2CTA gdesc, no UTCHMMA.2CTA tmem
MULTIPLY(tf32_2sm_ss, SM100_MMA_TF32_2x1SM_SS<tfloat32_t, tfloat32_t, float, 256, 256, K, K>)
// sass tf32_2sm_ts: UTCHMMA.2CTA tmem, no UTCHMMA.2CTA gdesc
MULTIPLY(tf32_2sm_ts, SM100_MMA_TF32_2x1SM_TS<tfloat32_t, tfloat32_t, float, 256, 256, K, K>)
// sass f8_ss: UTCQMMA gdesc, no UTCQMMA.2CTA, no UTCQMMA tmem
MULTIPLY(f8_ss, SM100_MMA_F8F6F4_SS, float_e4m3_t, float_e5m2_t, float, Int<128>, Int<64>, C<K>,
         C<K>, C<UMMA::ScaleIn::One>, C<UMMA::ScaleIn::Neg>)
// sass f8_ts: UTCQMMA tmem, no UTCQMMA.2CTA, no UTCQMMA gdesc
MULTIPLY(f8_ts, SM100_MMA_F8F6F4_TS<float_e4m3_t, float_e3m2_unpacksmem_t, half_t, 128, 64, K, K>)
// sass f8_2sm_ss: UTCQMMA.2CTA gdesc, no UTCQMMA.2CTA tmem
MULTIPLY(f8_2sm_ss, SM100_MMA_F8F6F4_2x1SM_SS, e2m1_in_byte, float_e5m2_t, float, Int<256>, Int<64>,
         C<K>, C<MN>, C<UMMA::ScaleIn::One>, C<UMMA::ScaleIn::One>)
// sass f8_2sm_ts: UTCQMMA.2CTA tmem, no UTCQMMA.2CTA gdesc
MULTIPLY(f8_2sm_ts, SM100_MMA_F8F6F4_2x1SM_TS<float_e5m2_t, float_e5m2_t, float, 256, 64, K, K>)
// sass s8_ss: UTCIMMA gdesc, no UTCIMMA.2CTA, no UTCIMMA tmem
MULTIPLY(s8_ss, SM100_MMA_S8_SS<std::int8_t, std::uint8_t, int, 128, 32, K, K>)
// sass s8_ts: UTCIMMA tmem, no UTCIMMA.2CTA, no UTCIMMA gdesc
MULTIPLY(s8_ts, SM100_MMA_S8_TS<std::uint8_t, std::uint8_t, int, 64, 32, K, K>)
// sass s8_2sm_ss: UTCIMMA.2CTA gdesc, no UTCIMMA.2CTA tmem
MULTIPLY(s8_2sm_ss,
         SM100_MMA_S8_2x1SM_SS<std::int8_t, std::int8_t, int, 256, 32, K, K, UMMA::Saturate::True>)
// sass s8_2sm_ts: UTCIMMA.2CTA tmem, no UTCIMMA.2CTA gdesc
MULTIPLY(s8_2sm_ts, SM100_MMA_S8_2x1SM_TS<std::int8_t, std::int8_t, int, 256, 64, K, K>)

// sass mxf8_ss: UTCQMMA gdesc, no UTCQMMA.2CTA, no UTCQMMA tmem
MULTIPLY(mxf8_ss, SM100_MMA_MXF8F6F4_SS<float_e4m3_t, e2m1_in_byte, float, ue8m0, 128, 256, K, K>)
// sass mxf8_ts: UTCQMMA tmem, no UTCQMMA.2CTA, no UTCQMMA gdesc
MULTIPLY(mxf8_ts, SM100_MMA_MXF8F6F4_TS<float_e4m3_t, float_e4m3_t, float, ue8m0, 128, 256, K, MN>)
// sass mxf8_2sm_ss: UTCQMMA.2CTA gdesc, no UTCQMMA.2CTA tmem
MULTIPLY(mxf8_2sm_ss,
         SM100_MMA_MXF8F6F4_2x1SM_SS<e2m1_in_byte, e2m1_in_byte, float, ue8m0, 256, 256, K, K>)
// sass mxf8_2sm_ts: UTCQMMA.2CTA tmem, no UTCQMMA.2CTA gdesc
MULTIPLY(mxf8_2sm_ts,
         SM100_MMA_MXF8F6F4_2x1SM_TS<float_e5m2_t, float_e5m2_t, float, ue8m0, 128, 256, K, K>)
// sass mxf4_ss: UTCOMMA gdesc, no UTCOMMA.
MULTIPLY(mxf4_ss, SM100_MMA_MXF4_SS<e2m1, e2m1, float, ue8m0, 128, 256, 32, K, K>)
// sass mxf4_ts: UTCOMMA tmem, no UTCOMMA.
MULTIPLY(mxf4_ts, SM100_MMA_MXF4_TS<e2m1, e2m1, float, ue8m0, 128, 256, 32, K, K>)
// sass mxf4_2sm_ss: UTCOMMA.2CTA gdesc, no UTCOMMA.2CTA.4X
MULTIPLY(mxf4_2sm_ss, SM100_MMA_MXF4_2x1SM_SS<e2m1, e2m1, float, ue8m0, 256, 256, 32, K, K>)
// sass mxf4_2sm_ts: UTCOMMA.2CTA tmem, no UTCOMMA.2CTA.4X
MULTIPLY(mxf4_2sm_ts, SM100_MMA_MXF4_2x1SM_TS<e2m1, e2m1, float, ue8m0, 256, 256, 32, K, K>)
// sass nvf4_ss: UTCOMMA.4X gdesc
MULTIPLY(nvf4_ss, SM100_MMA_MXF4_SS<e2m1, e2m1, float, ue4m3, 128, 256, 16, K, K>)
// sass nvf4_ts: UTCOMMA.4X tmem
MULTIPLY(nvf4_ts, SM100_MMA_MXF4_TS<e2m1, e2m1, float, ue4m3, 128, 256, 16, K, K>)
// sass nvf4_2sm_ss: UTCOMMA.2CTA.4X gdesc
MULTIPLY(nvf4_2sm_ss, SM100_MMA_MXF4_2x1SM_SS<e2m1, e2m1, float, ue4m3, 256, 256, 16, K, K>)
// sass nvf4_2sm_ts: UTCOMMA.2CTA.4X tmem
MULTIPLY(nvf4_2sm_ts, SM100_MMA_MXF4_2x1SM_TS<e2m1, e2m1, float, ue8m0, 128, 256, 16, K, K>)
// K = 96 is of sm_103a.
// sass ultra: BPT.TRAP, no UTCOMMA
MULTIPLY(ultra, SM103::SM103_MXF4_ULTRA_SS_VS<e2m1, e2m1, float, ue4m3, 128, 256, 16, K, K>)

// A lane that elect.sync chooses issues once; for any other thread ptxas writes a loop over lanes.
using f16 = MMA_Traits<SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, K, K>>;
// sass elected: ELECT, UTCHMMA gdesc, no BRA.U.ANY
extern "C" __global__ void elected(std::uint64_t a, std::uint64_t b, unsigned d) {
  if (threadIdx.x / 32 == 1 && elect_one_sync()) f16{}.issue(a, b, d);
}
// sass thread_0: UTCHMMA gdesc, BRA.U.ANY
extern "C" __global__ void thread_0(std::uint64_t a, std::uint64_t b, unsigned d) {
  if (threadIdx.x == 0) f16{}.issue(a, b, d);
}

// CuTe's form of a call.
// sass by_hand: UTCHMMA gdesc, UTCQMMA gdesc, UTCOMMA.4X gdesc
extern "C" __global__ void by_hand(std::uint64_t a, std::uint64_t b, unsigned d) {
  SM100_MMA_TF32_SS<tfloat32_t, tfloat32_t, float, 128, 8, K, K>::fma(a, b, d, 1u, a);
  SM100_MMA_F8F6F4_SS::fma(a, b, d, 1u, a);
  SM100_MMA_MXF4_SS<e2m1, e2m1, float, ue4m3, 128, 8, 16, K, K>::fma(a, b, d, 1u, a, d, d);
}

// ---- tcgen05.ld and tcgen05.st

// Loads, waits, stores what it loaded one column further, and waits.
template <TMEM::DpShape Shape, int Num, int Pack>
__device__ void move(unsigned address) {
  using load = tmem_load<Shape, Num, Pack>;
  typename load::DRegisters r;
  load::copy(address, r);
  fence_view_async_tmem_load(r);
  tmem_store<Shape, Num, Pack>::copy(r, address + 1);
  fence_view_async_tmem_store();
}
template <TMEM::DpShape Shape, int Pack, int... Nums>
__device__ void move_all(unsigned address) {
  (move<Shape, Nums, Pack>(address), ...);
}
#define MOVE(NAME, SHAPE, PACK, ...)                            \
  extern "C" __global__ void NAME(unsigned address) {           \
    move_all<TMEM::DpShape::SHAPE, PACK, __VA_ARGS__>(address); \
  }
// sass dp32_32b: LDTM R, LDTM.x2, LDTM.x4, LDTM.x8, LDTM.x16, LDTM.x32, LDTM.x64, LDTM.x128, STTM tmem, STTM.x2, STTM.x4, STTM.x8, STTM.x16, STTM.x32, STTM.x64, STTM.x128, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp32_32b, dp32_32b, 1, 1, 2, 4, 8, 16, 32, 64, 128)
// sass dp32_32b_16b: LDTM.PACK16BIT, LDTM.x2.PACK16BIT, LDTM.x4.PACK16BIT, LDTM.x8.PACK16BIT, LDTM.x16.PACK16BIT, LDTM.x32.PACK16BIT, LDTM.x64.PACK16BIT, LDTM.x128.PACK16BIT, STTM.EXPAND16BIT, STTM.x2.EXPAND16BIT, STTM.x4.EXPAND16BIT, STTM.x8.EXPAND16BIT, STTM.x16.EXPAND16BIT, STTM.x32.EXPAND16BIT, STTM.x64.EXPAND16BIT, STTM.x128.EXPAND16BIT, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp32_32b_16b, dp32_32b, 2, 1, 2, 4, 8, 16, 32, 64, 128)
// sass dp16_32b: LDTM.16dp32bit_t0_t15 R, LDTM.16dp32bit_t16_t31 R, LDTM.16dp32bit_t0_t15.x2, LDTM.16dp32bit_t16_t31.x2, LDTM.16dp32bit_t0_t15.x4, LDTM.16dp32bit_t16_t31.x4, LDTM.16dp32bit_t0_t15.x8, LDTM.16dp32bit_t16_t31.x8, LDTM.16dp32bit_t0_t15.x16, LDTM.16dp32bit_t16_t31.x16, LDTM.16dp32bit_t0_t15.x32, LDTM.16dp32bit_t16_t31.x32, LDTM.16dp32bit_t0_t15.x64, LDTM.16dp32bit_t16_t31.x64, LDTM.16dp32bit_t0_t15.x128, LDTM.16dp32bit_t16_t31.x128, STTM.16dp32bit_t0_t15 tmem, STTM.16dp32bit_t16_t31 tmem, STTM.16dp32bit_t0_t15.x2, STTM.16dp32bit_t16_t31.x2, STTM.16dp32bit_t0_t15.x4, STTM.16dp32bit_t16_t31.x4, STTM.16dp32bit_t0_t15.x8, STTM.16dp32bit_t16_t31.x8, STTM.16dp32bit_t0_t15.x16, STTM.16dp32bit_t16_t31.x16, STTM.16dp32bit_t0_t15.x32, STTM.16dp32bit_t16_t31.x32, STTM.16dp32bit_t0_t15.x64, STTM.16dp32bit_t16_t31.x64, STTM.16dp32bit_t0_t15.x128, STTM.16dp32bit_t16_t31.x128, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp16_32b, dp16_32b, 1, 1, 2, 4, 8, 16, 32, 64, 128)
// sass dp16_32b_16b: LDTM.16dp32bit_t0_t15.PACK16BIT, LDTM.16dp32bit_t16_t31.PACK16BIT, LDTM.16dp32bit_t0_t15.x2.PACK16BIT, LDTM.16dp32bit_t16_t31.x2.PACK16BIT, LDTM.16dp32bit_t0_t15.x4.PACK16BIT, LDTM.16dp32bit_t16_t31.x4.PACK16BIT, LDTM.16dp32bit_t0_t15.x8.PACK16BIT, LDTM.16dp32bit_t16_t31.x8.PACK16BIT, LDTM.16dp32bit_t0_t15.x16.PACK16BIT, LDTM.16dp32bit_t16_t31.x16.PACK16BIT, LDTM.16dp32bit_t0_t15.x32.PACK16BIT, LDTM.16dp32bit_t16_t31.x32.PACK16BIT, LDTM.16dp32bit_t0_t15.x64.PACK16BIT, LDTM.16dp32bit_t16_t31.x64.PACK16BIT, LDTM.16dp32bit_t0_t15.x128.PACK16BIT, LDTM.16dp32bit_t16_t31.x128.PACK16BIT, STTM.16dp32bit_t0_t15.EXPAND16BIT, STTM.16dp32bit_t16_t31.EXPAND16BIT, STTM.16dp32bit_t0_t15.x2.EXPAND16BIT, STTM.16dp32bit_t16_t31.x2.EXPAND16BIT, STTM.16dp32bit_t0_t15.x4.EXPAND16BIT, STTM.16dp32bit_t16_t31.x4.EXPAND16BIT, STTM.16dp32bit_t0_t15.x8.EXPAND16BIT, STTM.16dp32bit_t16_t31.x8.EXPAND16BIT, STTM.16dp32bit_t0_t15.x16.EXPAND16BIT, STTM.16dp32bit_t16_t31.x16.EXPAND16BIT, STTM.16dp32bit_t0_t15.x32.EXPAND16BIT, STTM.16dp32bit_t16_t31.x32.EXPAND16BIT, STTM.16dp32bit_t0_t15.x64.EXPAND16BIT, STTM.16dp32bit_t16_t31.x64.EXPAND16BIT, STTM.16dp32bit_t0_t15.x128.EXPAND16BIT, STTM.16dp32bit_t16_t31.x128.EXPAND16BIT, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp16_32b_16b, dp16_32b, 2, 1, 2, 4, 8, 16, 32, 64, 128)
// sass dp16_64b: LDTM.16dp64bit R, LDTM.16dp64bit.x2, LDTM.16dp64bit.x4, LDTM.16dp64bit.x8, LDTM.16dp64bit.x16, LDTM.16dp64bit.x32, LDTM.16dp64bit.x64, LDTM.16dp64bit.x128, STTM.16dp64bit tmem, STTM.16dp64bit.x2, STTM.16dp64bit.x4, STTM.16dp64bit.x8, STTM.16dp64bit.x16, STTM.16dp64bit.x32, STTM.16dp64bit.x64, STTM.16dp64bit.x128, FENCE.VIEW.ASYNC.T, no LDTM.16dp128bit
MOVE(dp16_64b, dp16_64b, 1, 1, 2, 4, 8, 16, 32, 64, 128)
// sass dp16_64b_16b: LDTM.16dp64bit.PACK16BIT, LDTM.16dp64bit.x2.PACK16BIT, LDTM.16dp64bit.x4.PACK16BIT, LDTM.16dp64bit.x8.PACK16BIT, LDTM.16dp64bit.x16.PACK16BIT, LDTM.16dp64bit.x32.PACK16BIT, LDTM.16dp64bit.x64.PACK16BIT, LDTM.16dp64bit.x128.PACK16BIT, STTM.16dp64bit.EXPAND16BIT, STTM.16dp64bit.x2.EXPAND16BIT, STTM.16dp64bit.x4.EXPAND16BIT, STTM.16dp64bit.x8.EXPAND16BIT, STTM.16dp64bit.x16.EXPAND16BIT, STTM.16dp64bit.x32.EXPAND16BIT, STTM.16dp64bit.x64.EXPAND16BIT, STTM.16dp64bit.x128.EXPAND16BIT, FENCE.VIEW.ASYNC.T, no LDTM.16dp128bit
MOVE(dp16_64b_16b, dp16_64b, 2, 1, 2, 4, 8, 16, 32, 64, 128)
// sass dp16_128b: LDTM.16dp128bit R, LDTM.16dp128bit.x2, LDTM.16dp128bit.x4, LDTM.16dp128bit.x8, LDTM.16dp128bit.x16, LDTM.16dp128bit.x32, LDTM.16dp128bit.x64, STTM.16dp128bit tmem, STTM.16dp128bit.x2, STTM.16dp128bit.x4, STTM.16dp128bit.x8, STTM.16dp128bit.x16, STTM.16dp128bit.x32, STTM.16dp128bit.x64, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp16_128b, dp16_128b, 1, 1, 2, 4, 8, 16, 32, 64)
// sass dp16_128b_16b: LDTM.16dp128bit.PACK16BIT, LDTM.16dp128bit.x2.PACK16BIT, LDTM.16dp128bit.x4.PACK16BIT, LDTM.16dp128bit.x8.PACK16BIT, LDTM.16dp128bit.x16.PACK16BIT, LDTM.16dp128bit.x32.PACK16BIT, LDTM.16dp128bit.x64.PACK16BIT, STTM.16dp128bit.EXPAND16BIT, STTM.16dp128bit.x2.EXPAND16BIT, STTM.16dp128bit.x4.EXPAND16BIT, STTM.16dp128bit.x8.EXPAND16BIT, STTM.16dp128bit.x16.EXPAND16BIT, STTM.16dp128bit.x32.EXPAND16BIT, STTM.16dp128bit.x64.EXPAND16BIT, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp16_128b_16b, dp16_128b, 2, 1, 2, 4, 8, 16, 32, 64)
// sass dp16_256b: LDTM.16dp256bit R, LDTM.16dp256bit.x2, LDTM.16dp256bit.x4, LDTM.16dp256bit.x8, LDTM.16dp256bit.x16, LDTM.16dp256bit.x32, STTM.16dp256bit tmem, STTM.16dp256bit.x2, STTM.16dp256bit.x4, STTM.16dp256bit.x8, STTM.16dp256bit.x16, STTM.16dp256bit.x32, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp16_256b, dp16_256b, 1, 1, 2, 4, 8, 16, 32)
// sass dp16_256b_16b: LDTM.16dp256bit.PACK16BIT, LDTM.16dp256bit.x2.PACK16BIT, LDTM.16dp256bit.x4.PACK16BIT, LDTM.16dp256bit.x8.PACK16BIT, LDTM.16dp256bit.x16.PACK16BIT, LDTM.16dp256bit.x32.PACK16BIT, STTM.16dp256bit.EXPAND16BIT, STTM.16dp256bit.x2.EXPAND16BIT, STTM.16dp256bit.x4.EXPAND16BIT, STTM.16dp256bit.x8.EXPAND16BIT, STTM.16dp256bit.x16.EXPAND16BIT, STTM.16dp256bit.x32.EXPAND16BIT, FENCE.VIEW.ASYNC.T, no LDTM.16dp64bit
MOVE(dp16_256b_16b, dp16_256b, 2, 1, 2, 4, 8, 16, 32)

// CuTe's names and form: each register is an argument.
// sass single_registers: LDTM.x2, STTM.16dp64bit.x2.EXPAND16BIT
extern "C" __global__ void single_registers(unsigned address, unsigned* to) {
  std::uint32_t x, y;
  SM100_TMEM_LOAD_32dp32b2x::copy(address, x, y);
  fence_view_async_tmem_load();
  SM100_TMEM_STORE_16dp64b2x_16b::copy(y, x, address);
  to[0] = x;
}

// ---- allocation, synchronization, tcgen05.cp and tcgen05.shift

template <class Allocator>
__device__ void allocate(unsigned* to) {
  __shared__ std::uint32_t address;
  Allocator const allocator;
  allocator.allocate(Int<128>{}, &address);
  allocator.release_allocation_lock();
  __syncthreads();
  to[threadIdx.x] = address;
  allocator.free(address, 128);
}
// sass allocation: UTCATOMSWS.FIND_AND_SET, UTCATOMSWS.AND, UVIRTCOUNT.DEALLOC.SMPOOL, no UTCATOMSWS.2CTA
extern "C" __global__ void allocation(unsigned* to) { allocate<TMEM::Allocator1Sm>(to); }
// sass allocation_2sm: UTCATOMSWS.2CTA.FIND_AND_SET, UTCATOMSWS.AND, UVIRTCOUNT.DEALLOC.SMPOOL
extern "C" __global__ void allocation_2sm(unsigned* to) { allocate<TMEM::Allocator2Sm>(to); }

// sass commit: ELECT, UTCBAR [, UTCBAR.MULTICAST, no UTCBAR.2CTA, no BRA.U.ANY
extern "C" __global__ void commit() {
  __shared__ std::uint64_t barrier;
  umma_arrive(&barrier);
  umma_arrive_multicast(&barrier, 3);
}
// sass commit_2sm: ELECT, UTCBAR.2CTA [, UTCBAR.2CTA.MULTICAST, no UTCBAR [, no BRA.U.ANY
extern "C" __global__ void commit_2sm() {
  __shared__ std::uint64_t barrier;
  umma_arrive_2x1SM(&barrier);
  umma_arrive_multicast_2x1SM(&barrier, 3);
}
// sass commit_alone: UTCBAR.MULTICAST, no UTCBAR [
extern "C" __global__ void commit_alone() {
  __shared__ std::uint64_t barrier;
  tcgen05_fence_before_thread_sync();
  tcgen05_fence_after_thread_sync();
  umma_arrive_multicast_no_elect(&barrier, 1);
}

template <int CtaGroup, TMEM::CpFormat Format, TMEM::CpShape... Shapes>
__device__ void copy_all(std::uint64_t from, unsigned to) {
  (tmem_cp<Shapes, CtaGroup, Format>::copy(from, to), ...);
}
#define COPY(NAME, CTAS, FORMAT)                                                             \
  extern "C" __global__ void NAME(std::uint64_t from, unsigned to) {                         \
    using enum TMEM::CpShape;                                                                \
    copy_all<CTAS, TMEM::CpFormat::FORMAT, dp128_256b, dp4_256b, dp128_128b, dp64_128b_0213, \
             dp64_128b_0123, dp32_128b>(from, to);                                           \
  }
// sass cp: UTCCP.T.S tmem, UTCCP.T.S.4dp256bit tmem, UTCCP.T.S.128dp128bit tmem, UTCCP.T.S.2x64dp128bit_lw02_lw13 tmem, UTCCP.T.S.2x64dp128bit_lw01_lw23 tmem, UTCCP.T.S.4x32dp128bit tmem
COPY(cp, 1, plain)
// sass cp_6b: UTCCP.T.S.U6x16P32 tmem, UTCCP.T.S.4dp256bit.U6x16P32 tmem, UTCCP.T.S.128dp128bit.U6x16P32 tmem, UTCCP.T.S.2x64dp128bit_lw02_lw13.U6x16P32 tmem, UTCCP.T.S.2x64dp128bit_lw01_lw23.U6x16P32 tmem, UTCCP.T.S.4x32dp128bit.U6x16P32 tmem
COPY(cp_6b, 1, b6x16_p32)
// sass cp_4b: UTCCP.T.S.U4x16P64 tmem, UTCCP.T.S.4dp256bit.U4x16P64 tmem, UTCCP.T.S.128dp128bit.U4x16P64 tmem, UTCCP.T.S.2x64dp128bit_lw02_lw13.U4x16P64 tmem, UTCCP.T.S.2x64dp128bit_lw01_lw23.U4x16P64 tmem, UTCCP.T.S.4x32dp128bit.U4x16P64 tmem
COPY(cp_4b, 1, b4x16_p64)
// sass cp_2sm: UTCCP.T.S.2CTA tmem, UTCCP.T.S.2CTA.4dp256bit tmem, UTCCP.T.S.2CTA.128dp128bit tmem, UTCCP.T.S.2CTA.2x64dp128bit_lw02_lw13 tmem, UTCCP.T.S.2CTA.2x64dp128bit_lw01_lw23 tmem, UTCCP.T.S.2CTA.4x32dp128bit tmem
COPY(cp_2sm, 2, plain)
// sass cp_2sm_6b: UTCCP.T.S.2CTA.U6x16P32 tmem, UTCCP.T.S.2CTA.4dp256bit.U6x16P32 tmem, UTCCP.T.S.2CTA.128dp128bit.U6x16P32 tmem, UTCCP.T.S.2CTA.2x64dp128bit_lw02_lw13.U6x16P32 tmem, UTCCP.T.S.2CTA.2x64dp128bit_lw01_lw23.U6x16P32 tmem, UTCCP.T.S.2CTA.4x32dp128bit.U6x16P32 tmem
COPY(cp_2sm_6b, 2, b6x16_p32)
// sass cp_2sm_4b: UTCCP.T.S.2CTA.U4x16P64 tmem, UTCCP.T.S.2CTA.4dp256bit.U4x16P64 tmem, UTCCP.T.S.2CTA.128dp128bit.U4x16P64 tmem, UTCCP.T.S.2CTA.2x64dp128bit_lw02_lw13.U4x16P64 tmem, UTCCP.T.S.2CTA.2x64dp128bit_lw01_lw23.U4x16P64 tmem, UTCCP.T.S.2CTA.4x32dp128bit.U4x16P64 tmem
COPY(cp_2sm_4b, 2, b4x16_p64)

// sass shift: UTCSHIFT.DOWN
extern "C" __global__ void shift(unsigned address) { tcgen05_shift_down(address); }
// sass shift_2sm: UTCSHIFT.2CTA.DOWN
extern "C" __global__ void shift_2sm(unsigned address) { tcgen05_shift_down<2>(address); }
