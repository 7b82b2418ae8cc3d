// SPDX-License-Identifier: BSL-1.0
//
// The headers that proofs include, for a compiler that reads them once for all proofs.
#include <tileproof/atom.hpp>
#include <tileproof/tileproof.hpp>
