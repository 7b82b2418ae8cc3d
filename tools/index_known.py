# SPDX-License-Identifier: BSL-1.0
"""What is known of the changes of index_faults.py: other types to ask, equal results, and changes
that no theorem and no run sees."""

# Other types of a kernel, whose theorems are asked where its driver's object code is the same.
VARIANTS = {
    "copy_async": ("copy_async<half_t, 128, 2, 2, 5>",),
    "copy_tma": ("copy_tma<double>",),
    "transpose_vectorised": ("transpose_vectorised<half_t>", "transpose_vectorised<double>"),
    "transpose_tma": ("transpose_tma<half_t>", "transpose_tma<double>"),
    "gemm_pipelined": (
        "gemm_pipelined<major::k, major::k, float, std::int64_t,"
        " simt_schedule_of_few_tiles<major::k, major::k>>",),
    "gemm_tensor_cores_wide": (
        "gemm_tensor_cores<SM80_16x8x8_F32TF32TF32F32_TN, major::mn, major::mn, float>",),
}

# The text of a changed line -> why it computes the same.
SAME = {
    "if (thread <= size(vector{}))":
        "the element of a thread more is past the last one, and its predicate false",
    "return (at + 1) * tile < extent;":
        "a whole tile at the end is taken with predicates, all of them true",
    "TILEPROOF_HOST_DEVICE constexpr N count_tiles(N const& n, int tile) {":
        "a tile has less than 2^31 elements",
    "TILEPROOF_HOST_DEVICE constexpr std::int64_t tiles_of(std::int64_t n, int tile) {":
        "a tile has less than 2^31 elements",
    "auto const src = make_tensor(make_gmem_ptr(assume_aligned<16>(args.src)),"
    " make_shape(args.n + _1{}));": "the address of a tile is computed from strides alone",
    "auto const dst = make_tensor(make_gmem_ptr(assume_aligned<16>(args.dst)),"
    " make_shape(args.n + _1{}));": "the address of a tile is computed from strides alone",
    "g.ldb = g.ldb = static_cast<decltype(g.lda)>(0);":
        "neither A nor B is read where k is 0",
    "g.lda = g.lda = static_cast<decltype(g.lda)>(0);":
        "neither A nor B is read where k is 0",
    "return arguments_with<Index>(multiple_of<m, Index>(static_cast<Index>(g.m / m + _1{} * m)),":
        "no address of a whole tile depends on m, only the type does",
    "multiple_of<n, Index>(static_cast<Index>(g.n / n + _1{} * n)),":
        "no address of a whole tile depends on n, only the type does",
}
# The text of a changed line -> the theorem that would refuse it.
WIDE = "that coordinates, counts and offsets have the type of the extents, where these have 64 bits"
GRID = "of the grid: the count of its tiles is the least that covers the extent"
OPEN = {
    "return n / tile + 1 + N(n % tile != 0 ? 1 : 0);": GRID,
    "TILEPROOF_HOST_DEVICE constexpr int tiles_of(std::int64_t n, std::int64_t tile) {": WIDE,
    "TILEPROOF_HOST_DEVICE constexpr std::int64_t tiles_of(int n, std::int64_t tile) {": WIDE,
    "constexpr int blocks_of_copy(copy_arguments<P, Q> const& args) noexcept {": WIDE,
    "int const blocks = detail::tiles_of(args.n, size(block_tile{}));": WIDE,
    "auto const at = make_coord(int{ctx.block_x()});": WIDE,
    "return detail::tiles_of((args.n + _1{}), size(typename Kernel::block_tile{}));": GRID,
    "static constexpr int part_of_sm = 228 * 1024 / BlocksPerSm + 1 - 1024;":
        "that BlocksPerSm blocks, with 1 KB each for the system, fit the memory of an SM",
    "using atom = Copy_Atom<UniversalCopy<std::conditional_t<Vector != 1, T, uint128_t>>, T>;":
        "that the atom copies as many bits as the theorems take for an access",
}
