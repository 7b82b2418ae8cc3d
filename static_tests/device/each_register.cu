// SPDX-License-Identifier: BSL-1.0
//
// The functions of instructions in CuTe's form, each register an argument of its own (by_layout),
// and with arrays of registers (by_hand). tools/compare_ptx.py compiles this file and compares the
// two entries, which have the same instructions.
#include <tileproof/atom/each_register.hpp>
#include <tileproof/cute.hpp>

using namespace cute;

using f16_mma = SM80_16x8x16_F32F16F16F32_TN;
using volta_mma = SM70_8x8x4_F32F16F16F32_TN;
using turing_mma = SM75_16x8x8_F32F16F16F32_TN;
using f64_mma = SM80_8x8x4_F64F64F64F64_TN;
using shared_mma = SM90_64x16x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>;
using register_mma = SM90_64x8x16_F16F16F16_RS<GMMA::Major::K, GMMA::Major::K>;
using g2s = SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>;
using zfill = SM80_CP_ASYNC_CACHEGLOBAL_ZFILL<uint128_t>;

struct memory {
  uint128_t rows[64];
  uint64_t barrier;
};

extern "C" __global__ void by_layout(uint128_t const* from, void const* map, float* f, double* g,
                                     uint32_t* u, uint64_t a, uint64_t b, int n) {
  __shared__ memory s;
  g2s::copy(from[0], s.rows[0]);
  zfill::copy(from[1], s.rows[1], n > 0);
  SM75_U32x1_LDSM_N::copy(s.rows[2], u[0]);
  SM75_U16x4_LDSM_T::copy(s.rows[3], u[1], u[2]);
  SM75_U32x4_LDSM_N::copy(s.rows[4], u[3], u[4], u[5], u[6]);
  f16_mma::fma(f[0], f[1], f[2], f[3], u[0], u[1], u[2], u[3], u[4], u[5], f[4], f[5], f[6], f[7]);
  turing_mma::fma(f[0], f[1], f[2], f[3], u[0], u[1], u[2], f[0], f[1], f[2], f[3]);
  volta_mma::fma(f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], u[0], u[1], u[2], u[3], f[8], f[9],
                 f[10], f[11], f[12], f[13], f[14], f[15]);
  f64_mma::fma(g[0], g[1], g[2], g[3], g[4], g[5]);
  UniversalFMA<float>::fma(f[0], f[1], f[2], f[0]);
  SM90_U32x1_STSM_N::copy(u[0], s.rows[5]);
  SM90_U16x4_STSM_T::copy(u[1], u[2], s.rows[6]);
  SM90_U32x4_STSM_N::copy(u[3], u[4], u[5], u[6], s.rows[7]);
  SM90_TMA_LOAD::copy(map, &s.barrier, static_cast<uint64_t>(TMA::CacheHintSm90::EVICT_LAST),
                      s.rows, n, 2 * n);
  SM90_TMA_LOAD_MULTICAST::copy(map, &s.barrier, uint16_t{3},
                                static_cast<uint64_t>(TMA::CacheHintSm90::EVICT_FIRST), s.rows, n,
                                2 * n, 0);
  SM90_TMA_STORE::copy(map, s.rows, n);
  SM90_TMA_REDUCE_ADD::copy(map, s.rows, n, 0, 0, n, 1);
  SM90_BULK_COPY_G2S::copy(from, &s.barrier, s.rows, 256);
  SM90_BULK_COPY_S2G::copy(s.rows, f, 256);
  float d[8] = {};
  shared_mma::fma(a, b, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]);
  shared_mma::fma(a, b, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], GMMA::ScaleOut::Zero);
  register_mma::fma(u[0], u[1], u[2], u[3], b, u[4], u[5]);
  for (int i = 0; i < 8; ++i) f[i] = d[i];
}

extern "C" __global__ void by_hand(uint128_t const* from, void const* map, float* f, double* g,
                                   uint32_t* u, uint64_t a, uint64_t b, int n) {
  __shared__ memory s;
  g2s::copy(from[0], s.rows[0]);
  zfill::copy(from[1], s.rows[1], n > 0);
  auto const u32 = [](uint32_t* p) -> uint32_t(&)[1] {
    return *reinterpret_cast<uint32_t(*)[1]>(p);
  };
  SM75_U32x1_LDSM_N::copy(s.rows[2], u32(u));
  uint32_t two[2], four[4];
  SM75_U16x4_LDSM_T::copy(s.rows[3], two);
  u[1] = two[0], u[2] = two[1];
  SM75_U32x4_LDSM_N::copy(s.rows[4], four);
  u[3] = four[0], u[4] = four[1], u[5] = four[2], u[6] = four[3];
  {
    float rd[4];
    f16_mma::fma(rd, {u[0], u[1], u[2], u[3]}, {u[4], u[5]}, {f[4], f[5], f[6], f[7]});
    for (int i = 0; i < 4; ++i) f[i] = rd[i];
    turing_mma::fma(rd, {u[0], u[1]}, {u[2]}, {f[0], f[1], f[2], f[3]});
    for (int i = 0; i < 4; ++i) f[i] = rd[i];
    float rv[8];
    volta_mma::fma(rv, {u[0], u[1]}, {u[2], u[3]},
                   {f[8], f[9], f[10], f[11], f[12], f[13], f[14], f[15]});
    for (int i = 0; i < 8; ++i) f[i] = rv[i];
    double rg[2];
    f64_mma::fma(rg, {g[2]}, {g[3]}, {g[4], g[5]});
    g[0] = rg[0], g[1] = rg[1];
  }
  f[0] = f[1] * f[2] + f[0];
  SM90_U32x1_STSM_N::copy(u32(u), s.rows[5]);
  SM90_U16x4_STSM_T::copy({u[1], u[2]}, s.rows[6]);
  SM90_U32x4_STSM_N::copy({u[3], u[4], u[5], u[6]}, s.rows[7]);
  auto const* const tma = static_cast<TmaDescriptor const*>(map);
  SM90_TMA_LOAD::copy(tma, s.barrier, TMA::CacheHintSm90::EVICT_LAST, s.rows, {n, 2 * n});
  SM90_TMA_LOAD_MULTICAST::copy(tma, s.barrier, std::uint16_t{3}, TMA::CacheHintSm90::EVICT_FIRST,
                                s.rows, {n, 2 * n, 0});
  SM90_TMA_STORE::copy(tma, s.rows, {n});
  SM90_TMA_REDUCE_ADD::copy(tma, s.rows, {n, 0, 0, n, 1});
  SM90_BULK_COPY_G2S::copy(from, s.barrier, s.rows, 256);
  SM90_BULK_COPY_S2G::copy(s.rows, f, 256);
  float d[8] = {};
  shared_mma::fma(d, {a}, {b});
  shared_mma::fma(d, {a}, {b}, GMMA::ScaleOut::Zero);
  uint32_t rd[2] = {u[4], u[5]};
  register_mma::fma(rd, {u[0], u[1], u[2], u[3]}, {b});
  u[4] = rd[0], u[5] = rd[1];
  for (int i = 0; i < 8; ++i) f[i] = d[i];
}
