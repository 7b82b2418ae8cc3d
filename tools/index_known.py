# SPDX-License-Identifier: BSL-1.0
"""What is known of the changes of index_faults.py: other types to ask, and equal results."""

# Other types of a kernel, whose theorems are asked where its driver's object code is the same.
VARIANTS = {
    "copy_async": ("copy_async<half_t, 128, 2, 2, 5>",),
    "copy_tma": ("copy_tma<double>",),
    "transpose_vectorised": ("transpose_vectorised<half_t>", "transpose_vectorised<double>"),
    "transpose_tma": ("transpose_tma<half_t>", "transpose_tma<double>"),
    "gemm_pipelined": (
        "gemm_pipelined<major::mn, major::mn>", "gemm_pipelined<major::k, major::k>",
        "gemm_pipelined<major::k, major::mn>",
        "gemm_pipelined<major::k, major::k, float, std::int64_t,"
        " simt_schedule_of_few_tiles<major::k, major::k>>",),
    "gemm_tensor_cores": (
        "gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::mn, major::mn, float>",
        "gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::k, half_t>"),
    "gemm_tensor_cores_wide": (
        "gemm_tensor_cores<SM80_16x8x8_F32TF32TF32F32_TN, major::mn, major::mn, float>",),
}

# Functions that choose between right ways: how many clusters work, and which schedule.
CHOICES = {"clusters_of_line", "fewest_clusters", "problem_of"}

# The text of a changed line -> why it computes the same.
OTHER_THREADS = "other threads have the squares, and as many of them"
SAME = {
    "if (ctx.thread() != 0) {": "tensor maps are fetched ahead by other threads",
    "using vectors = Shape<_4, Int<chunk / 4 + 1>>;": "sums have other places, one each",
    "Stride<Stride<Int<4 * Threads>, _1>, _4, Int<chunk * Threads>,":
        "sums have other places, one each",
    "Int<chunk * Threads * others + 1>>>;": "sums have other places, one each",
    "std::uint32_t const by = d <= 1 ? 1U : static_cast<std::uint32_t>(d);": "1 is 1",
    "std::conditional_t<(Slices >= 1), pipeline::resources<A, B, Parts>,"
    " pipeline::resources<A, B>>;": "a kernel of one slice declares a buffer that it does not use",
    "return k % step == 0 && k / step > Kernel::fewest_steps;":
        "a problem of so few k-tiles goes the way with predicates, all of them true",
    "return R(i) * of_each + (i <= longer ? i : longer);": "both are longer where i is",
    "return {tile + i, from, (end <= steps ? end : steps) - from};": "both are steps where end is",
    "return i / I(2) == I(0) ? block : blocks - I(1) - block;": "other blocks have the tiles",
    "return i % I(2) != I(0) ? block : blocks - I(1) - block;": "other blocks have the tiles",
    "Stride<Stride<_1, _16, _2, _64>, Stride<_4, _32, _8, Int<64 * along + 1>>>>;":
        "the mode of this stride has extent 1",
    "static constexpr int along = M / 8 + 1 < Threads / 64 ? M / 8 : Threads / 64;": OTHER_THREADS,
    "static constexpr int along = M / 8 <= Threads / 64 ? M / 8 : Threads / 64;": OTHER_THREADS,
    "static constexpr int along = M / 8 < Threads / 64 + 1 ? M / 8 : Threads / 64;": OTHER_THREADS,
    "static constexpr int along = M / 8 < Threads / 64 ? M / 8 + 1 : Threads / 64;": OTHER_THREADS,
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
