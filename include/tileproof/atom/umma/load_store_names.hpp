// SPDX-License-Identifier: BSL-1.0
//
// CuTe's names of tcgen05.ld and tcgen05.st: SM100_TMEM_LOAD_16dp256b4x is
// tcgen05.ld.16x256b.x4, SM100_TMEM_STORE_32dp32b8x_16b is tcgen05.st.32x32b.x8.unpack::16b,
// 16dp32b is .16x32bx2. The instructions are in atom/umma/load_store.hpp.
#pragma once

#include <tileproof/atom/umma/load_store.hpp>

namespace tileproof::inline TILEPROOF_NAMESPACE {

#define TILEPROOF_TMEM_NAME(SHAPE, DP, NUM)                                                      \
  namespace SM100::TMEM::LOAD {                                                                  \
  using SM100_TMEM_LOAD_##SHAPE##NUM##x = tmem_load<tileproof::TMEM::DpShape::DP, NUM>;          \
  using SM100_TMEM_LOAD_##SHAPE##NUM##x_16b = tmem_load<tileproof::TMEM::DpShape::DP, NUM, 2>;   \
  }                                                                                              \
  namespace SM100::TMEM::STORE {                                                                 \
  using SM100_TMEM_STORE_##SHAPE##NUM##x = tmem_store<tileproof::TMEM::DpShape::DP, NUM>;        \
  using SM100_TMEM_STORE_##SHAPE##NUM##x_16b = tmem_store<tileproof::TMEM::DpShape::DP, NUM, 2>; \
  }                                                                                              \
  using SM100::TMEM::LOAD::SM100_TMEM_LOAD_##SHAPE##NUM##x;                                      \
  using SM100::TMEM::LOAD::SM100_TMEM_LOAD_##SHAPE##NUM##x_16b;                                  \
  using SM100::TMEM::STORE::SM100_TMEM_STORE_##SHAPE##NUM##x;                                    \
  using SM100::TMEM::STORE::SM100_TMEM_STORE_##SHAPE##NUM##x_16b;
// x1 to x32, which every shape has; x64; x128.
#define TILEPROOF_TMEM_32(SHAPE, DP) \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 1)  \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 2)  \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 4)  \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 8)  \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 16) \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 32)
#define TILEPROOF_TMEM_64(SHAPE, DP) \
  TILEPROOF_TMEM_32(SHAPE, DP)       \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 64)
#define TILEPROOF_TMEM_128(SHAPE, DP) \
  TILEPROOF_TMEM_64(SHAPE, DP)        \
  TILEPROOF_TMEM_NAME(SHAPE, DP, 128)
TILEPROOF_TMEM_32(16dp256b, dp16_256b)
TILEPROOF_TMEM_64(16dp128b, dp16_128b)
TILEPROOF_TMEM_128(16dp64b, dp16_64b)
TILEPROOF_TMEM_128(16dp32b, dp16_32b)
TILEPROOF_TMEM_128(32dp32b, dp32_32b)
#undef TILEPROOF_TMEM_128
#undef TILEPROOF_TMEM_64
#undef TILEPROOF_TMEM_32
#undef TILEPROOF_TMEM_NAME

}  // namespace tileproof::inline TILEPROOF_NAMESPACE
