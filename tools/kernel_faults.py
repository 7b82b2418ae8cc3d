#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Seeds one mistake at a time into the kernels, and shows whether a proof or the run catches it.

usage: kernel_faults.py [--only NAME | --every=N]... INCLUDE_DIRECTORY DRIVERS_DIRECTORY COMPILER ARGUMENT...
                        -- LIBRARY...

A mistake is caught by a proof where its kernel does not compile and an error names the
property that does not hold; by the run where the kernel's driver, on the CPU, finds a fault or a
wrong element. A mistake that FAULTS gives to a proof must be caught by one; a proof may catch
the others too.
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

from seeding import chosen, moved, paths, said_by, seeded

BARRIER = "a missing barrier"
EXTENT = "an off-by-one extent"
STRIDE = "a wrong stride"
PREDICATE = "a dropped predicate"
WAIT = "a wrong cp.async wait"
DIVERGENCE = "a divergent barrier"
SWIZZLE = "a swizzle of one side"
OVERRUN = "an overrun in a larger buffer"
REGISTER = "a register that is not written"
OUTPUT = "an output that is not written"
MASK = "a wrong mask"
PLACE = "a tile at a wrong place"
ORDER = "a wrong order in registers"
FACTOR = "a factor or a sum left out"
KINDS = (BARRIER, EXTENT, STRIDE, PREDICATE, WAIT, DIVERGENCE, SWIZZLE, OVERRUN, REGISTER, OUTPUT,
         MASK, PLACE, ORDER, FACTOR)

# kernel -> its driver, what the driver is compiled with
KERNELS = {
    "copy_vectorised": ("copy", "-DKERNEL=copy_vectorised<float>"),
    "copy_through_shared": ("copy", "-DKERNEL=copy_through_shared<float>"),
    "copy_async": ("copy", "-DKERNEL=copy_async<float>"),
    "copy_tma": ("copy", "-DKERNEL=copy_tma<float, 512>"),
    "transpose_tma": ("transpose_tma", "-DKERNEL=transpose_tma<float, 32, 32, 64>"),
    "transpose_naive": ("transpose", "-DKERNEL=transpose_naive<float>"),
    "transpose_padded": ("transpose", "-DKERNEL=transpose_padded<float>"),
    "transpose_vectorised": ("transpose", "-DKERNEL=transpose_vectorised<float>"),
    "sgemm": ("gemm", "-DHEADER=<examples/kernels/gemm_partitioned.hpp>", "-DELEMENT=float",
              "-DKERNEL=sgemm<major::mn, major::k>"),
    "gemm_small": ("gemm", "-DHEADER=<examples/kernels/gemm_small.hpp>", "-DELEMENT=half_t",
                   "-DKERNEL=gemm_small<SM80_16x8x16_F32F16F16F32_TN, major::k, major::mn, float>"),
    "gemm_tiled": ("gemm", "-DHEADER=<examples/kernels/gemm_tiled.hpp>", "-DELEMENT=float",
                   "-DKERNEL=gemm_tiled<major::k, major::mn>"),
    "gemm_tensor_cores_wide": (
        "gemm", "-DHEADER=<tileproof/kernel/gemm/gemm_tensor_cores.hpp>", "-DELEMENT=half_t",
        "-DKERNEL=gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::mn, major::k, float,"
        " std::int64_t>"),
    "gemm_pipelined": ("gemm", "-DHEADER=<tileproof/kernel/gemm/gemm_pipelined.hpp>", "-DELEMENT=float",
                       "-DKERNEL=gemm_pipelined<major::mn, major::k, float, int, simt_schedule<128, 128, 16, 3, 2, 4>>"),
    "gemm_pipelined_slices": (
        "gemm", "-DHEADER=<tileproof/kernel/gemm/gemm_pipelined.hpp>", "-DELEMENT=float",
        "-DKERNEL=gemm_pipelined<major::k, major::k, float, int,"
        " simt_schedule_of_few_tiles<major::k, major::k>>"),
    "gemm_tensor_cores": (
        "gemm", "-DHEADER=<tileproof/kernel/gemm/gemm_tensor_cores.hpp>", "-DELEMENT=half_t",
        "-DKERNEL=gemm_tensor_cores<SM80_16x8x16_F32F16F16F32_TN, major::k, major::mn, float>"),
    "gemm_mma_scaled": (
        "gemm_scaled", "-DHEADER=<tileproof/kernel/gemm/gemm_mma_scaled.hpp>",
        "-DKERNEL=gemm_mma_scaled<SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<float_e2m1_t, float_e2m1_t,"
        " float, float_ue4m3_t, 16>, float>"),
    "grouped_wgmma": (
        "grouped", "-DHEADER=<tileproof/kernel/gemm/wgmma/grouped.hpp>",
        "-DKERNEL=grouped_wgmma<bfloat16_t, bfloat16_t, bfloat16_t, identity_epilogue,"
        " grouped_schedule<32, 3, 2, 2>>"),
    "gemm_wgmma_shared": (
        "gemm_wgmma", "-DHEADER=<tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>",
        "-DKERNEL=gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t, major::k, major::k,"
        " matrix_order::column_major, identity_epilogue,"
        " wgmma_schedule<32, 3, 2, 2, matrix_order::column_major, true>>"),
    "gemm_wgmma_split": (
        "gemm_wgmma", "-DHEADER=<tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp>",
        "-DKERNEL=gemm_wgmma<bfloat16_t, bfloat16_t, bfloat16_t, major::k, major::k,"
        " matrix_order::column_major, identity_epilogue, wgmma_swap_ab<32, 3, 2>>"),
    "attention_wgmma": (
        "attention", "-DHEADER=<tileproof/kernel/attention/wgmma/attention_wgmma.hpp>",
        "-DKERNEL=attention_wgmma<half_t, 64,"
        " attention_schedule<32, 2, attention_turns::at_wgmma>>"),
    "attention_wgmma_e4m3": (
        "attention", "-DHEADER=<tileproof/kernel/attention/wgmma/attention_wgmma.hpp>",
        "-DKERNEL=attention_wgmma<float_e4m3_t, 64,"
        " attention_schedule<64, 2, attention_turns::at_exponentials>>"),
    "attention_wgmma_linear": (
        "attention", "-DHEADER=<tileproof/kernel/attention/wgmma/attention_wgmma.hpp>",
        "-DKERNEL=attention_wgmma<float_e4m3_t, 128,"
        " attention_schedule<64, 2, attention_turns::at_exponentials>>"),
    "attention_mma": (
        "attention", "-DHEADER=<tileproof/kernel/attention/mma/attention_mma.hpp>",
        "-DKERNEL=attention_mma<half_t, 64, attention_mma_schedule<64, 32, 1>>"),
}

# kernel, header, [(name, kind, mistake, what catches it, correct text, text of the fault)]
FAULTS = [
    ("copy_vectorised", "kernel/copy/copy_global.hpp", [
        ("copy-extent", EXTENT, "counts one element more than there are", "proof",
         "auto const elements = make_shape(args.n);",
         "auto const elements = make_shape(args.n + 1);"),
        ("copy-last-tile", PREDICATE, "writes every vector of the last tile", "out of bounds",
         "copy_if(thr, tCgI, tCrS, tCgD);", "copy(thr, tCrS, tCgD);"),
        ("copy-whole-vector", OVERRUN, "takes a vector for whole of which two elements are inside",
         "proof",
         "make_shape(args.n - args.n % vector)", "make_shape(args.n)"),
        ("copy-last-vector", OUTPUT, "takes the vector before the last for the last", "proof",
         "make_coord(args.n / vector)", "make_coord((args.n - _1{}) / vector)"),
        ("copy-too-long", EXTENT, "takes one element more than there are", "proof",
         "auto const elements = make_shape(args.n);",
         "auto const elements = make_shape(args.n + _1{});"),
        ("copy-stride", STRIDE, "gives a thread every other element", "proof",
         "Layout<Shape<Int<width>>>{}));", "Layout<Shape<Int<width>>, Stride<_2>>{}));"),
        ("copy-no-tail", OUTPUT, "leaves the elements past the last vector out", "not written",
         "copy_if(thr, tCgI, tCrS, tCgD);"
         " if (detail::copies_last(ctx.block_x()))"
         " detail::copy_last_elements<T>(ctx.thread(), src, dst, last);",
         "copy_if(thr, tCgI, tCrS, tCgD);"),
        ("copy-tile-too-large", EXTENT, "has one vector more in a tile than threads", "proof",
         "Shape<Int<Vectors * size(ThreadLayout{}) * width>>;",
         "Shape<Int<(Vectors * size(ThreadLayout{}) + 1) * width>>;"),
    ]),
    ("copy_through_shared", "examples/kernels/copy_through_shared.hpp", [
        ("copy-shared-divergent", DIVERGENCE, "waits only where a vector is inside", "divergence",
         "pipeline::run_protocol<shared>(ctx, data);",
         "if (tSgI(0)) pipeline::run_protocol<shared>(ctx, data);"),
        ("copy-shared-stride", STRIDE, "gives two threads one vector", "proof",
         "Stride<Stride<_1, _32, _8>>", "Stride<Stride<_1, _16, _8>>"),
        ("copy-shared-swizzle", SWIZZLE, "is written with a swizzle and read without", "unwritten",
         "auto tSsB = in.partition_D(sB);",
         "auto tSsB = in.partition_D(make_tensor("
         "sB.data(), composition(Swizzle<3, 2, 3>{}, smem_layout{})));"),
    ]),
    ("copy_through_shared", "kernel/common", [
        ("copy-shared-no-barrier", BARRIER, "reads before all have written", "proof",
         "m.write(Tile{}[0]); m.sync_block();", "m.write(Tile{}[0]);"),
    ]),
    ("copy_async", "kernel/common", [
        ("copy-async-wait", WAIT, "waits for one group too few", "proof",
         "m.cp_async_wait(Int<Stages - 2>{}); m.read(",
         "m.cp_async_wait(Int<Stages - 1>{}); m.read("),
    ]),
    ("copy_async", "machine/rings.hpp", [
        ("copy-async-stage", OVERRUN, "fills a stage that there is not", "out of bounds",
         "previous_[K] = stage_[K];", "previous_[K] = stages;"),
    ]),
    ("copy_async", "machine/calls.hpp", [
        ("copy-async-machine-wait", WAIT, "has a machine that does not wait", "in flight",
         "NAME(C<N> n) { ctx_.MEMBER(n);", "NAME(C<N>) {"),
    ]),
    ("copy_async", "kernel/copy/copy_global.hpp", [
        ("copy-async-unsynchronised", BARRIER, "writes what another thread has read", "proof",
         "out_rows = detail::rows_of_vectors<T, detail::consecutive_threads<Threads>, Vectors>;",
         "out_rows = detail::rows_of_vectors<T, detail::spread_warps<Threads>, Vectors>;"),
        ("copy-async-stage-stride", STRIDE, "has stages half a tile apart", "proof",
         "Layout<Shape<Int<size(tile{})>, Int<Stages>>>;",
         "Layout<Shape<Int<size(tile{})>, Int<Stages>>, Stride<_1, Int<size(tile{}) / 2>>>;"),
    ]),
    ("copy_tma", "kernel/common", [
        ("copy-tma-wait", WAIT, "ends while its store still reads", "proof",
         "m.tma_store(Tile{}[0]); m.tma_store_arrive(); m.tma_store_wait(_0{});",
         "m.tma_store(Tile{}[0]); m.tma_store_arrive();"),
        ("copy-tma-bytes", EXTENT, "expects the bytes of two tiles", "proof",
         "m.arrive_and_expect_tx(Full{}[0], Bytes); m.tma_load(Tile{}[0], Full{}[0]);",
         "m.arrive_and_expect_tx(Full{}[0], 2 * Bytes); m.tma_load(Tile{}[0], Full{}[0]);"),
    ]),
    ("copy_tma", "kernel/copy", [
        ("copy-tma-no-rest", OUTPUT, "leaves the elements past the last whole tile out",
         "not written",
         "return copy_rest(ctx, args);", "return;"),
        ("copy-tma-extent", EXTENT, "takes a tile for whole of which a part is inside", "proof",
         "is_whole_tile(block, Tile, args.n);", "is_whole_tile(block, Tile, args.n + 6);"),
    ]),
    ("transpose_tma", "kernel/common", [
        ("transpose-tma-no-barrier", BARRIER, "stores before all have written", "proof",
         "m.fence_view_async_shared(); m.sync_block();", "m.fence_view_async_shared();"),
    ]),
    ("transpose_tma", "kernel/transpose", [
        ("transpose-tma-squares", STRIDE, "does not turn its squares", "proof",
         "using by_rows = Layout<square, Stride<Int<side>, _1>>;", "using by_rows = Layout<square>;"),
        ("transpose-tma-threads", SWIZZLE, "has threads along m that meet in banks along n", "proof",
         "Shape<_4, Int<Threads / 16 / along>>>, Stride<Stride<_1, _16>, Stride<_4, Int<16 * along>>>>;",
         "Shape<_4, Int<Threads / 16 / along>>>>;"),
    ]),
    ("transpose_naive", "examples/kernels/transposes.hpp", [
        ("transpose-naive-edge", PREDICATE, "writes every element of a tile at the edge",
         "out of bounds",
         "copy_if(tIgP, tIrI, tIgO);", "copy(tIrI, tIgO);"),
    ]),
    ("transpose_padded", "examples/kernels/transposes.hpp", [
        ("transpose-padded-stride", STRIDE, "has rows shorter than a tile's", "proof",
         "Stride<Int<size<1>(typename Tile::tile{}) + (",
         "Stride<Int<size<1>(typename Tile::tile{}) - ("),
    ]),
    ("transpose_padded", "kernel/transpose", [
        ("transpose-padded-writers", EXTENT, "has a row of threads less to write with", "proof",
         "using writers = Layout<Shape<Int<Threads / along_n>,",
         "using writers = Layout<Shape<Int<Threads / along_n - 1>,"),
    ]),
    ("transpose_vectorised", "machine/calls.hpp", [
        ("transpose-no-barrier", BARRIER, "has a machine that reads before all have written",
         "race", "ctx_.MEMBER(where, true); else", "; else"),
    ]),
    ("transpose_vectorised", "kernel/transpose", [
        ("transpose-divergent", DIVERGENCE, "waits only where an element is inside", "divergence",
         "pipeline::run_protocol<protocol>(ctx, data);",
         "if (tIgP(_0{}, _0{}, _0{})) pipeline::run_protocol<protocol>(ctx, data);"),
        ("transpose-tile-order", EXTENT, "numbers a tile twice", "proof",
         "return {number / tiles, number % tiles};", "return {number / tiles, number / tiles};"),
        ("transpose-stride", STRIDE, "writes columns where it reads rows", "proof",
         "using by_rows = Layout<Shape<vector, vector>, Stride<vector, _1>>;",
         "using by_rows = Layout<Shape<vector, vector>>;"),
        ("transpose-unswizzled", SWIZZLE, "is written without the swizzle", "unwritten",
         "turn.partition_D(sT);",
         "turn.partition_D(make_tensor(sT.data(), typename Tile::rows{}));"),
        ("transpose-torn-vector", SWIZZLE, "parts a vector", "proof",
         "best_swizzle<typename Tile::element, typename Tile::rows,"
         " tile_access<shared_store<Tile::bits>, typename Tile::turned>,"
         " tile_access<shared_load<Tile::bits>, typename Tile::written>>{}",
         "Swizzle<3, 0, 3>{}"),
        ("transpose-leading-dimension", OVERRUN, "takes the leading dimension for the extent",
         "proof",
         "auto const whole = make_shape(args.m, args.n);",
         "auto const whole = make_shape(args.ld_in, args.n);"),
    ]),
    ("transpose_vectorised", "kernel/common/whole_tiles.hpp", [
        ("transpose-whole-tile", EXTENT, "takes a tile for whole that lacks one row",
         "proof",
         "return (at + 1) * tile <= extent;", "return (at + 1) * tile <= extent + 1;"),
    ]),
    ("sgemm", "kernel/common", [
        ("sgemm-no-barrier", BARRIER, "multiplies before all have written", "proof",
         "m.sync_block(); m.compute(A{}[pipeline::now], B{}[pipeline::now]); m.sync_block();",
         "m.compute(A{}[pipeline::now], B{}[pipeline::now]); m.sync_block();"),
    ]),
    ("sgemm", "examples/kernels/gemm_partitioned.hpp", [
        ("sgemm-stride", STRIDE, "has columns shorter than a tile's",
         "proof", "Int<132>", "Int<124>"),
        ("sgemm-edge", PREDICATE, "goes to every element of a tile at the edge", "out of bounds",
         "tCrC, args.beta, tCgC, tCiC);", "tCrC, args.beta, tCgC);"),
        ("sgemm-last-k-tile", EXTENT, "leaves out the last k-tile", "wrong element",
         "step_count{k_tiles}", "step_count{k_tiles - 1}"),
    ]),
    ("gemm_small", "kernel/gemm", [
        ("gemm-small-leading-dimension", STRIDE, "takes A's leading dimension for B's",
         "out of bounds",
         "(args.n, args.k, args.ldb)", "(args.n, args.k, args.lda)"),
    ]),
    ("gemm_small", "examples/kernels/gemm_small.hpp", [
        ("gemm-small-no-clear", REGISTER, "has accumulators that are not cleared",
         "unwritten", "clear(tCrC);", ""),
    ]),
    ("gemm_tensor_cores", "kernel/gemm/gemm_tensor_cores.hpp", [
        ("gemm-tensor-cores-no-clear", REGISTER, "has accumulators that are not cleared",
         "unwritten", "clear(tCrC);", ""),
    ]),
    ("gemm_tiled", "kernel/common", [
        ("gemm-tiled-no-barrier", BARRIER, "writes a tile before all have multiplied", "proof",
         "m.sync_block(); m.write(A{}[pipeline::now]);", "m.write(A{}[pipeline::now]);"),
    ]),
    ("gemm_tiled", "kernel/gemm", [
        ("gemm-tiled-stride", STRIDE, "has columns shorter than a tile's", "proof",
         "is_turned ? BlockMN + vector : BlockMN", "is_turned ? BlockMN - vector : BlockMN"),
    ]),
    ("gemm_pipelined", "kernel/common", [
        ("gemm-pipelined-edge", PREDICATE, "reads the elements of a vector at the edge",
         "out of bounds",
         "p(v, i) ? value(s(v, i)) : value{};", "value(s(v, i));"),
    ]),
    ("gemm_pipelined", "kernel/common", [
        ("gemm-pipelined-no-last-wait", WAIT, "returns with copies on their way", "proof",
         "if constexpr (has_groups && Stages > 2) m.cp_async_wait(_0{});", ""),
        ("gemm-pipelined-late-store", BARRIER, "stores a k-tile after the barrier for it", "proof",
         "deliver(m, Stages - 1); wait_for_tile(m);", "wait_for_tile(m); deliver(m, Stages);"),
    ]),
    ("gemm_pipelined", "kernel/gemm", [
        ("gemm-pipelined-beyond-last", EXTENT, "fetches a k-tile past the last", "out of bounds",
         "return place < steps ? place : steps - I(1);", "return place;"),
    ]),
    ("gemm_pipelined", "kernel/gemm/gemm_pipelined.hpp", [
        ("gemm-pipelined-divergent", DIVERGENCE,
         "takes part only where all its elements are inside", "divergence",
         "if (is_whole || steps > 0)",
         "if ((is_whole || steps > 0) && mma.partition_C(block.iC)(size(tCrC) - 1))"),
        ("gemm-pipelined-stage-stride", STRIDE, "has stages that overlap", "proof",
         "(cosize_v<Tile> + 3) / 4 * 4", "cosize_v<Tile> / 8 * 4"),
    ]),
    ("gemm_tensor_cores", "kernel/common", [
        ("gemm-tensor-cores-wait", WAIT, "waits for one step too few", "proof",
         "m.cp_async_wait(Int<Stages - 2>{}); m.sync_block();",
         "m.cp_async_wait(Int<Stages - 1>{}); m.sync_block();"),
        ("gemm-tensor-cores-early-fence", WAIT, "ends a group of copies before its second part",
         "proof",
         "fetch_b(m, Stages - 1), end_group(m);", "end_group(m), fetch_b(m, Stages - 1);"),
    ]),
    ("gemm_tensor_cores", "kernel/gemm/gemm_tensor_cores.hpp", [
        ("gemm-tensor-cores-unswizzled", SWIZZLE, "is written without the swizzle", "wrong element",
         "copy_a.partition_D(sA);",
         "copy_a.partition_D("
         "make_tensor(sA.data(), tile_to_shape(typename operand_a::block{}, tile{})));"),
        ("gemm-tensor-cores-torn-vector", SWIZZLE, "parts a vector", "proof",
         "Swizzle<3, vector_bits, 3>", "Swizzle<3, vector_bits - 1, 3>"),
    ]),
    ("gemm_mma_scaled", "kernel/gemm/scaled.hpp", [
        ("scaled-rows-of-a", EXTENT, "has the rows of A for the columns of B", "proof",
         "args.factors.b, n, k, Index(block_y)", "args.factors.b, m, k, Index(block_y)"),
        ("scaled-k", EXTENT, "has the columns of B for k", "proof",
         "args.factors.a, m, k, Index(block_x)", "args.factors.a, m, n, Index(block_x)"),
        ("scaled-block", PLACE, "reads the factors of another block", "wrong element",
         "args.factors.a, m, k, Index(block_x)", "args.factors.a, m, k, Index(block_y)"),
        ("scaled-unguarded", PREDICATE, "reads factors beyond k", "out of bounds",
         "if (inside(factors - 1, i, at)) {", "if (true) {"),
        ("scaled-first-of-a-word", PREDICATE, "guards the first factor of a word alone",
         "wrong element", "if (inside(factors - 1, i, at)) {", "if (inside(0, i, at)) {"),
        ("scaled-zero", FACTOR, "leaves out the last factors of a row", "wrong element",
         "w |= static_cast<word>(", "w &= static_cast<word>("),
        ("scaled-order", ORDER, "has the factors of a word in the other order", "wrong element",
         "<< (8 * f));", "<< (8 * (factors - 1 - f)));"),
        ("scaled-next", PLACE, "reads the factors of the first k-block", "wrong element",
         "++next;", ""),
        ("scaled-swapped", FACTOR, "multiplies A by the factors of the next k-block", "wrong element",
         "return logical_divide(registers, make_tile(_, _, _1{}))(_, _, make_coord(_, k));",
         "return logical_divide(registers, make_tile(_, _, _1{}))(_, _, make_coord(_, k ^ 1));"),
    ]),
    ("gemm_mma_scaled", "atom/mma/factor_layout.hpp", [
        ("scaled-layout", STRIDE, "has the four parts of a block in the other order",
         "wrong element", "Stride<Stride<_16, _4>, Stride<_0, _1>>>;",
         "Stride<Stride<_4, _128>, Stride<_0, _1>>>;"),
        ("scaled-columns", STRIDE, "rounds the blocks along k down", "proof",
         "round_up(k, Int<4 * VS>{})", "k / Int<4 * VS>{} * Int<4 * VS>{}"),
    ]),
    ("grouped_wgmma", "kernel/common/grouped_order.hpp", [
        ("grouped-whole-tiles", EXTENT, "gives a group only the tiles that it fills",
         "not written", "(rows + block - 1) / block * columns", "rows / block * columns"),
        ("grouped-empty-group", ORDER, "leaves out the group after an empty one", "wrong element",
         "end_ = within < begin_ ? begin_ : within;",
         "end_ = within < begin_ ? begin_ : within; if (begin_ == end_ && begin_ > 0) ++group_;"),
        ("grouped-first-tile", ORDER, "counts a group's tiles from its second on", "not written",
         "first_ += tiles_;", "first_ += tiles_ - (group_ == 2 ? 1 : 0);"),
        ("grouped-last-strip", ORDER, "takes the last strip of rows for a whole one",
         "not written", "return more >= full;", "return more + full >= full;"),
    ]),
    ("grouped_wgmma", "kernel/gemm/wgmma/grouped.hpp", [
        ("grouped-next-group", OVERRUN, "stores rows of a tile in the next group", "in flight",
         "Kernel::row_in_map(args.n, row + n.offset * Kernel::chunk_n, end), end)",
         "row + n.offset * Kernel::chunk_n, args.n)"),
        ("grouped-past-the-end", OVERRUN, "stores a row past the end of a group", "in flight",
         "Kernel::row_in_map(args.n, row + n.offset * Kernel::chunk_n, end), end)",
         "Kernel::row_in_map(args.n, row + n.offset * Kernel::chunk_n, end) - 1, end + 1)"),
        ("grouped-weights", PLACE, "multiplies by the weights of the first group",
         "wrong element", "first_k(k), at.group)", "first_k(k), 0)"),
        ("grouped-rows", PLACE, "loads the rows of the group from its begin on", "wrong element",
         "at.row, first_k(k), 0)", "at.begin, first_k(k), 0)"),
        ("grouped-columns", PLACE, "gives both consumers the columns of the first", "race",
         "columns_of_consumers::first(at.column, rank, I);",
         "columns_of_consumers::first(at.column, rank, 0);"),
    ]),
    ("grouped_wgmma", "kernel/gemm/wgmma/operands.hpp", [
        ("grouped-transposed", ORDER, "stores matrices that are not transposed", "proof",
         "SM90_U16x8_STSM_T", "SM90_U32x4_STSM_N"),
    ]),
    ("gemm_wgmma_shared", "kernel/common/stream_k.hpp", [
        ("shared-last-part", ORDER, "leaves the last k-tile of each cluster out", "wrong element",
         "(end < steps ? end : steps) - from};",
         "(end < steps ? end - (I(1) < end ? I(1) : I(0)) : steps) - from};"),
        ("shared-longer", ORDER, "counts one longer share less", "out of bounds",
         "(i < longer ? i : longer);",
         "(i < longer ? i : longer - (I(0) < longer ? I(1) : I(0)));"),
        ("shared-giver", PLACE, "takes the sums of another giver", "deadlock",
         "return (in_line_ + 1 + j) * of_.all_lines_ + line_;",
         "return (in_line_ + 1) * of_.all_lines_ + line_;"),
        ("shared-fewer-givers", FACTOR, "leaves the sums of the last giver out", "wrong element",
         "while (of_.begin_of(in_line_ + 1 + n) < end) ++n;",
         "while (of_.begin_of(in_line_ + 2 + n) < end) ++n;"),
        ("shared-whole-tiles", OUTPUT, "leaves whole tiles after the shared ones out",
         "not written", "return shared_.parts + whole().tiles();", "return shared_.parts;"),
        ("shared-line", PLACE, "takes the lines of all batches for those of one", "race",
         "return (batch * tiles_of_line + in_line) * lines", "return in_line * lines"),
    ]),
    ("gemm_wgmma_shared", "kernel/gemm/wgmma/stream_k.hpp", [
        ("shared-no-flag", WAIT, "reads sums before their flag", "proof",
         "if (m.elected()) m.wait(Given{}[0].part(I));", ""),
        ("shared-early-flag", BARRIER, "arrives before all have written", "proof",
         "m.sync(Own{}[I]); if (m.elected()) m.arrive", "if (m.elected()) m.arrive"),
        ("shared-no-barrier", BARRIER, "reads with threads that have not waited", "proof",
         "m.sync(Own{}[I]); m.read", "m.read"),
        ("shared-flag-stays", OUTPUT, "leaves the flag for the next launch", "wrong element",
         "if (thread == 0) ctx.reset_flag(flag(typename protocol::Given{}) + number);", ""),
        ("shared-overwrites", FACTOR, "replaces its sums by those that it takes", "wrong element",
         "sums(4 * (first + i) + e) += read(e, i);", "sums(4 * (first + i) + e) = read(e, i);"),
        ("shared-words", OVERRUN, "gives a consumer half of its room", "race",
         "consumer * of_consumer)", "consumer * (of_consumer / 2))"),
        ("shared-one-slot", PLACE, "puts the sums of all blocks into one place", "race",
         "number_of<std::int64_t>(slot, of_consumer_number)",
         "std::int64_t{of_consumer_number}"),
    ]),
    ("gemm_wgmma_shared", "kernel/gemm/wgmma/gemm_wgmma.hpp", [
        ("shared-k-tile", PLACE, "loads each part of a tile from its first k-tile on",
         "wrong element", "first = args.first_k_tile() + part.first;",
         "first = args.first_k_tile();"),
        ("shared-rank", PLACE, "gives both blocks of a cluster one slot", "race",
         "giver * Kernel::blocks + rank, I, is_giver", "giver * Kernel::blocks, I, is_giver"),
    ]),
    ("attention_wgmma", "kernel/attention", [
        ("attention-last-tile", MASK, "does not mask the tile that ends past the keys", "proof",
         "(tile + 1) * BlockN > end", "tile * BlockN > end"),
        ("attention-last-key", MASK, "does not visit the tile of a row's last key", "proof",
         "(end_of(last_row) + BlockN - 1) / BlockN", "end_of(last_row) / BlockN"),
    ]),
    ("attention_wgmma", "kernel/attention", [
        ("attention-first-and-end", MASK, "takes the first key for the end", "wrong element",
         "first_bits(end - word) & ~first_bits(first - word)",
         "first_bits(first - word) & ~first_bits(end - word)"),
        ("attention-no-mask", MASK, "does not mask", "wrong element",
         "mask(); softmax.next(", "softmax.next("),
        ("attention-sums-past-the-end", PREDICATE, "stores sums of rows past the last one",
         "out of bounds", "if (r < work_before.left) args.log_sum", "args.log_sum"),
        ("attention-sum-of-lanes", FACTOR, "does not add up the sums of four lanes",
         "wrong element",
         "softmax_before.close(ctx);", ""),
        ("attention-sums-of-two-tiles", REGISTER, "does not clear O for the next tile",
         "wrong element",
         "mma.accumulate_ = GMMA::ScaleOut::Zero; if constexpr (!tiles::sums_by_mma) {",
         "if constexpr (!tiles::sums_by_mma) {"),
        ("attention-tile-of-o", PLACE, "stores O of a tile where the next one is", "in flight",
         "auto const& of = this->work_before;", "auto const& of = work;"),
    ]),
    ("attention_wgmma", "kernel/attention", [
        ("attention-maxima-of-lanes", REGISTER, "takes a lane's maximum for the row's",
         "wrong element",
         "bound_[i] = larger_of(bound_[i], ctx.shuffle_xor(bound_[i], 1)); "
         "bound_[i] = larger_of(bound_[i], ctx.shuffle_xor(bound_[i], 2));", ""),
        ("attention-log-sum", FACTOR, "leaves the maximum out of log_sum", "wrong element",
         "(most[i] * scale_log2 - Log2OfOne) * ln_2 + logf(sum[i])",
         "-Log2OfOne * ln_2 + logf(sum[i])"),
    ]),
    ("attention_wgmma", "kernel/attention", [
        ("attention-head", PLACE, "takes the head of Q for that of K and V", "wrong element",
         "head_of_keys(at.head, args.heads_of_kv), of.batch_k};",
         "at.head, of.batch_k};"),
        ("attention-q-of-consumer", PLACE, "loads Q of consumer 0 for both", "wrong element",
         "args.q, of.row_q + first_row(n)", "args.q, of.row_q + at.m * tiles::block_m"),
        ("attention-rows-of-consumer", PLACE, "gives consumer 1 the rows of consumer 0",
         "race", "visited, first_row(n)", "visited, at.m * tiles::block_m"),
        ("attention-keys-of-sequence", PLACE, "loads the keys of the longest sequence",
         "wrong element",
         "keys = {of.row_k + visited.last", "keys = {visited.last"),
    ]),
    ("attention_wgmma", "kernel/attention", [
        ("attention-no-room", BARRIER, "writes O before TMA has read the one before", "proof",
         "m.compute(log_sums{}); wait_for_room(m);", "m.compute(log_sums{});"),
        ("attention-work-of-next-tile", BARRIER, "overwrites a tile's work while it is read",
         "proof",
         "m.wait(EmptyQ{}[pipeline::tile * consumers + i].before()); "
         "m.write(Work{}[pipeline::tile * consumers + i]);",
         "m.write(Work{}[pipeline::tile * consumers + i]); "
         "m.wait(EmptyQ{}[pipeline::tile * consumers + i].before());"),
        ("attention-work-after-q", BARRIER, "hands over a tile's work before it is written",
         "proof",
         "m.write(Work{}[pipeline::tile * consumers + i]); "
         "m.arrive_and_expect_tx(FullQ{}[pipeline::tile * consumers + i], N.bytes_of_q);",
         "m.arrive_and_expect_tx(FullQ{}[pipeline::tile * consumers + i], N.bytes_of_q); "
         "m.write(Work{}[pipeline::tile * consumers + i]);"),
        ("attention-no-fence", BARRIER, "stores O that TMA does not see", "proof",
         "m.fence_view_async_shared(); m.sync(Own{}[number]);", "m.sync(Own{}[number]);"),
    ]),
    ("attention_wgmma", "kernel/attention", [
        ("attention-unswizzled", SWIZZLE, "has tiles of O without a swizzle", "proof",
         "decltype(tile_to_shape(typename output::row_atom{},",
         "decltype(tile_to_shape(Layout<Shape<_8, Int<columns>>, Stride<Int<columns>, _1>>{},"),
    ]),
    ("attention_wgmma_e4m3", "kernel/attention", [
        ("attention-columns-of-o", ORDER, "does not put the columns of O in order", "proof",
         "std::conditional_t<is_8bit, order_of_columns<Columns>, Layout<Int<Columns>>>;",
         "Layout<Int<Columns>>;"),
    ]),
    ("attention_wgmma_e4m3", "kernel/attention", [
        ("attention-bytes", ORDER, "does not exchange the bytes of V^T", "wrong element",
         "to[i] = from[static_cast<int>(exchange{}(i))];", "to[i] = from[i];"),
        ("attention-exchange", ORDER, "exchanges other bytes of V^T", "proof",
         "Layout<Shape<_2, _2, _2, _2>, Stride<_2, _4, _1, _8>>;",
         "Layout<Shape<_2, _2, _2, _2>, Stride<_4, _2, _1, _8>>;"),
    ]),
    ("attention_wgmma_e4m3", "kernel/attention", [
        ("attention-order-of-p", ORDER, "rounds P in the order of S", "wrong element",
         "acc_s.data()[static_cast<int>(order(i))]", "acc_s.data()[i]"),
        ("attention-rescale", FACTOR, "does not rescale O where a maximum grows", "wrong element",
         "rows(i, c) *= softmax.scale[i];", ";"),
    ]),
    ("attention_wgmma_linear", "kernel/attention", [
        ("attention-sum-of-step", FACTOR, "adds the sums of earlier steps up again", "wrong element",
         "rows(i, Tiles::depth / 4) = 0;", ""),
    ]),
    ("attention_wgmma_linear", "kernel/attention", [
        ("attention-halves", ORDER, "changes two linear exponentials for one another",
         "wrong element",
         "S(i, c + 2) = lower_halves(a, b)", "S(i, c + 2) = lower_halves(b, a)"),
    ]),
    ("attention_wgmma_linear", "kernel/attention", [
        ("attention-rescale-sums", FACTOR, "does not rescale sums where a maximum grows",
         "wrong element",
         "for (int i = 0; i < Rows; ++i) sum[i] *= scale[i];", ""),
    ]),
    ("attention_mma", "kernel/attention", [
        ("attention-mma-no-commit", WAIT, "does not end the group of V", "proof",
         "m.cp_async_fence(); m.compute(Q{}[0], K{}[pipeline::now]); m.cp_async_wait(_0{});",
         "m.compute(Q{}[0], K{}[pipeline::now]); m.cp_async_wait(_0{});"),
    ]),
    ("attention_mma", "kernel/attention", [
        ("attention-mma-no-zeros", REGISTER, "does not fill rows past the last key with zeros",
         "unwritten", "else clear(to(_, m, _));", ""),
        ("attention-mma-past-the-end", OVERRUN, "stores rows past the last one", "out of bounds",
         "of.keys.length_q)) copy(store{},", "INT32_MAX)) copy(store{},"),
        ("attention-mma-head", PLACE, "takes the head of Q for that of K and V", "out of bounds",
         "int const head_kv = detail::head_of_keys(at.head, args.heads_of_kv);",
         "int const head_kv = at.head;"),
        ("attention-mma-keys-of-sequence", PLACE, "loads the keys of the first sequence",
         "wrong element", "of.first_k + key, head_kv", "key, head_kv"),
        ("attention-mma-scale", FACTOR, "leaves out the factor of O", "wrong element",
         "softmax.reciprocal(i) * args.scale_o;", "softmax.reciprocal(i);"),
        ("attention-mma-rescale", FACTOR, "does not rescale O", "wrong element",
         "sums(i, c) *= softmax.scale[i];", ";"),
    ]),
]

fault = collections.namedtuple("fault",
                               "kernel header name kind mistake expected correct wrong")
ALL = [fault(kernel, header, *row) for kernel, header, rows in FAULTS for row in rows]

# The headers that the drivers include beside the kernels, precompiled.
COMMON = """#include <tileproof/atom/copy/copy.hpp>
#include <tileproof/atom/copy/copy_if.hpp>
#include <tileproof/atom/copy/sm75.hpp>
#include <tileproof/atom/copy/tiled_copy.hpp>
#include <tileproof/atom/mma/gemm.hpp>
#include <tileproof/atom/mma/sm80.hpp>
#include <tileproof/cpu.hpp>

#include <cstdio>
#include <string>
#include <vector>
"""

verdict = collections.namedtuple("verdict", "problem by what")


class build:
    """Compiles drivers and runs them."""

    def __init__(self, include, drivers, command, libraries, directory, headers=COMMON):
        self.include, self.drivers, self.libraries = include, drivers, libraries
        common = pathlib.Path(directory, "common.hpp")
        common.write_text(headers, encoding="utf-8")
        self.command = [*command, "-include", str(common)]
        status, words = said_by([*command, *paths(include), "-x", "c++-header", str(common),
                                 "-o", str(common) + ".gch"])
        if status != 0:
            raise RuntimeError("the headers do not compile:\n" + words)

    def judge(self, kernel, path, expected):
        """The one who catches a fault of a kernel ("proof", "run" or None), and its words."""
        driver, *defines = KERNELS[kernel]
        command = [*self.command, *defines, *path, str(self.drivers / (driver + ".cpp"))]
        if expected == "proof":
            status, words = said_by([*command, "-fsyntax-only"])
            if status != 0:
                return property_of(words)
        with tempfile.TemporaryDirectory() as directory:
            program = str(pathlib.Path(directory, kernel))
            status, words = said_by([*command, "-o", program, *self.libraries])
            if status != 0:
                return property_of(words)
            status, words = said_by([program], timeout=120)
        if status == 0:
            return verdict(None, None, "")
        return finding_of(words, expected)

    def try_fault(self, one):
        with seeded(self.include, one) as path:
            return self.judge(one.kernel, path, one.expected)


def plain(words):
    """Names without the library's namespace."""
    return re.sub(r"\b(tileproof::)?(v\d+::)?(?=\w)", "", words)


# A proof that refuses names its property; one whose unknowns became run-time integers says so.
REFUSED = re.compile(r"error:.*(refused<.*>|a proof at compile time needs a layout.*)")


def property_of(words):
    """The first proof that stops, in a compiler's words."""
    named = REFUSED.search(words)
    if named is None:
        return verdict("it does not compile, and no proof says why\n" + words, None, "")
    return verdict(None, "proof", plain(named.group(1)))


# A finding names the kernel, the threads, the element if one is concerned, and the barrier.
WHERE = re.compile(r"kernel \S.*, block \(\d+,\d+,\d+\), threads? \d.*; interval \d+"
                   r"(, after the barrier at \S+:\d+)?")
ELEMENT = re.compile(r"threads? \d+ .*?(\[-?\d+\]|\((\d+,)*\d+\)|register -?\d+)")
# An unwritten element has no thread.
NOT_WRITTEN = re.compile(r"kernel \S.*, no thread of the launch has written \S")


def finding_of(words, expected):
    """The expected finding, in a driver's words."""
    lines = words.splitlines()
    line = next((line for line in lines if line.startswith(expected + ": ")), None)
    if line is None:
        return verdict(f"it is not found as '{expected}' but\n{words}", None, "")
    if expected == "not written":
        if not NOT_WRITTEN.search(line):
            return verdict(f"a finding does not say where it is: {line}", None, "")
    elif expected != "wrong element":
        has_element = (expected in ("divergence", "exception") or
                       ELEMENT.search(line.split(", block", 1)[-1]))
        if not WHERE.search(line) or not has_element:
            return verdict(f"a finding does not say where it is: {line}", None, "")
    return verdict(None, "run", plain(line))


def main(*arguments):
    faults, (include, drivers, *command) = chosen(arguments, ALL)
    if moved(include, faults):
        return 1
    split = command.index("--")
    command, libraries = command[:split], command[split + 1:]
    failed = 0
    caught = []
    with tempfile.TemporaryDirectory() as directory, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        tool = build(pathlib.Path(include), pathlib.Path(drivers), command, libraries, directory)
        sound = {kernel: pool.submit(tool.judge, kernel, paths(include), "")
                 for kernel in sorted({one.kernel for one in faults})}
        tried = [(one, pool.submit(tool.try_fault, one)) for one in faults]
        for kernel, future in sound.items():
            result = future.result()
            if result.problem or result.by:
                failed += 1
                print(f"FAILED: {kernel} without a fault: {result.problem or result.what}",
                      flush=True)
        for one, future in tried:
            result = future.result()
            problem = result.problem or (None if result.by else "MISSED")
            if problem is None and one.expected == "proof" and result.by != "proof":
                problem = f"no proof catches it but the run: {result.what}"
            if problem:
                failed += 1
                print(f"FAILED: {one.name}: {one.kind}: {one.header}: {one.kernel} {one.mistake}: "
                      f"{problem}", flush=True)
            else:
                caught.append((one, result))
    for one, result in sorted(caught, key=lambda row: KINDS.index(row[0].kind)):
        print("{:29} | {:20} | {:30} | {} | {} | {}".format(
            one.kind, one.header, one.name, f"{one.kernel} {one.mistake}", result.by, result.what))
    by = collections.Counter(result.by for _, result in caught)
    print(f"{len(sound)} kernels clean and right without a fault; {len(caught)} faults caught, "
          f"{by['proof']} by a proof, {by['run']} by the run; {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
