// SPDX-License-Identifier: BSL-1.0
//
// The facts of evaluate.cpp in a build without checks, which computes each node in its own width as
// device code does.
#define TILEPROOF_DISABLE_PROOFS
#include "evaluate.cpp"
