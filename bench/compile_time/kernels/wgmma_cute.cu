// SPDX-License-Identifier: BSL-1.0
//
// CuTe's tutorial of TMA and wgmma, from the examples beside CUTLASS's headers: two GEMMs, NT and
// TN, and their launches.
#include <../examples/cute/tutorial/hopper/wgmma_tma_sm90.cu>
