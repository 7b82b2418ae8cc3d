// SPDX-License-Identifier: BSL-1.0
// expect-error: make_tma_atom: the number of blocks that share a box must be static
#include <tileproof/atom.hpp>

using namespace tileproof;

#ifdef TILEPROOF_CONTROL
constexpr auto blocks = _2{};
#else
constexpr int blocks = 2;
#endif
auto const rows = make_tensor(make_gmem_ptr(static_cast<float*>(nullptr)),
                              make_layout(make_shape(64, _32{}), make_stride(_32{}, _1{})));
using tile = Layout<Shape<_8, _32>, Stride<_32, _1>>;
using op = SM90_TMA_LOAD_MULTICAST;
auto tma = make_tma_atom(op{}, rows, tile{}, Shape<_8, _32>{}, blocks);  // the mistake
