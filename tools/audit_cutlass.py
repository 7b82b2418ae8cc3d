#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Audits the GEMM kernels that CUTLASS's own generator lists for sm_90, and its tests' for sm_80.

    tools/audit_cutlass.py --cutlass=DIR --count              # how many configurations there are
    tools/audit_cutlass.py --cutlass=DIR --list --only=tf32   # their names, and why not, if not audited
    tools/audit_cutlass.py --cutlass=DIR --cover              # a sample with each type, tile, schedule, ...
    tools/audit_cutlass.py --cutlass=DIR --every=100 --table=field.tsv

DIR is a checkout of CUTLASS, with include/ and python/cutlass_library. The generator lists the kernels
and its emitter writes their C++; this program adds `print(audit<Kernel>())`, compiles some kernels at a
time, runs the program, which needs no GPU, and collects a table. Kernels that differ in the tile
scheduler only have one mainloop and one epilogue, and count as one configuration. Those of CUTLASS 2.x,
all that the generator lists for sm_80 among them, have no CuTe types and are counted only.

The exit status is 1 if a configuration does not compile, or if a line fails or is undecided that --known
does not name.
"""
import argparse
import collections
import logging
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from must_not_compile import precompiled

ROOT = pathlib.Path(__file__).resolve().parent.parent
# One of sm_80, one with sparse A, one whose A is converted, one by cp.async whose epilogue has no shared memory.
SAMPLE = (
    r"^cutlass3x_sm80_default_tensorop_half_t_tn$",
    r"^cutlass3x_sm90_sptensorop_spgemm_bf16_bf16_f32_bf16_bf16_128x128x64_1x2x1_0_nnn_align8$",
    r"^cutlass3x_sm90_tensorop_gemm_e4m3_bf16_f32_bf16_bf16_cvt_128x128x64_1x2x1_0_tnn_align16_"
    r"warpspecialized_cooperative_epi_tma$",
    r"^cutlass3x_sm90_tensorop_gemm_bf16_bf16_f32_bf16_bf16_128x256x64_1x1x1_0_tnn_align4_"
    r"cpasync_warpspecialized_cooperative_epi_nosmem$")
VERDICTS = ("holds", "fails", "costs", "undecided", "by model", "by practice", "not seen")
DOUBTS = ("fails", "costs", "undecided", "by practice")


def listed(cutlass, cuda):
    """All operations of the generator for sm_80 and sm_90, and the emitter of those of CUTLASS 3.x."""
    sys.path.insert(0, str(cutlass / "python"))
    logging.disable(logging.CRITICAL)
    arguments, sys.argv = sys.argv, sys.argv[:1]
    try:
        from cutlass_library import gemm_operation, generator, manifest
    except ImportError as why:
        sys.exit(f"audit_cutlass.py: no cutlass_library in {cutlass}/python: {why}")
    finally:
        sys.argv = arguments
    with tempfile.TemporaryDirectory() as folder:
        options = generator.define_parser().parse_args(
            ["--operations=all", "--kernels=all", "--architectures=80;90a", f"--cuda-version={cuda}",
             f"--build-dir={folder}", f"--curr-build-dir={folder}"])
        everything = manifest.Manifest(options)
        generator.GenerateSM80(everything, cuda)
        generator.GenerateSM90(everything, cuda)
    operations = [(kind, operation) for kind, of_kind in everything.operations.items()
                  for of_capability in of_kind.values() for group in of_capability.values()
                  for operation in group]
    return operations, gemm_operation.EmitGemmUniversal3xInstance


class Configuration:
    """A mainloop and an epilogue: the emitted C++ of the first kernel that has them."""

    def __init__(self, operation, source):
        self.name = operation.procedural_name()
        self.source = source
        self.kernels = 1
        tile = operation.tile_description
        kind = operation.gemm_kind.name
        self.values = {
            "kind": kind,
            "types": " ".join(x.element.name for x in (operation.A, operation.B, operation.C,
                                                        operation.D)) + " " +
                     operation.accumulator_type().name,
            "majors": kind + " " + operation.layout_name_3x() + f" {operation.A.element.name}",
            "tile": kind + " " + "x".join(map(str, tile.tile_shape)),
            "cluster": kind + " " + "x".join(map(str, tile.cluster_shape)),
            "schedule": operation.kernel_schedule.name,
            "epilogue": operation.epilogue_schedule.name,
            "alignment": f"{operation.A.element.name} {operation.A.alignment} {operation.B.alignment}",
            "mixed": str(getattr(operation, "mixed_input_mode", None)),
        }


def configurations(operations, emitter):
    found, rest = {}, collections.Counter()
    for kind, operation in operations:
        kind_of_gemm = getattr(operation, "gemm_kind", None)
        if kind_of_gemm is None or not kind_of_gemm.name.endswith("Universal3x"):
            api = "3.x" if "3x" in type(operation).__name__ or getattr(
                operation, "is_3x", False) else "2.x"
            rest[f"sm_{operation.arch}, {kind.name}, CUTLASS {api}"] += 1
            continue
        name = operation.procedural_name()
        source = emitter().emit(operation)
        key = source.replace(name, "KERNEL")
        key = key[:key.index("// Gemm operator")] + str(kind_of_gemm)
        if key in found:
            found[key].kernels += 1
        else:
            found[key] = Configuration(operation, source)
    return sorted(found.values(), key=lambda c: c.name), rest


DEFAULT = "test/unit/gemm/device/default_gemm_configuration.hpp"


class DefaultOfSm80:
    """A CuTe kernel for sm_80 as CUTLASS's unit tests configure it, which the generator does not list."""

    kernels = 1

    def __init__(self, operators, element, accumulator, majors):
        self.name = f"cutlass3x_sm80_default_{operators.lower()}_{element.split('::')[-1]}_{majors}"
        a, b = ({"t": "RowMajor", "n": "ColumnMajor"}[m] for m in majors)
        self.values = {"kind": "the tests' defaults for sm_80", "default": self.name}
        self.source = f"""
using {self.name}_types = cutlass::gemm::device::DefaultGemmConfigurationToCutlass3Types<
    cutlass::arch::OpClass{operators}, cutlass::arch::Sm80, {element}, cutlass::layout::{a}, {element},
    cutlass::layout::{b}, {accumulator}, cutlass::layout::ColumnMajor, {accumulator}>;
struct {self.name} : cutlass::gemm::kernel::GemmUniversal<cute::Shape<int, int, int, int>,
    {self.name}_types::CollectiveMainloop, {self.name}_types::CollectiveEpilogue> {{}};
"""


def defaults_of_sm80(cutlass):
    if not (cutlass / DEFAULT).exists():
        return []
    return [DefaultOfSm80(*kind, majors) for kind in (
        ("TensorOp", "cutlass::half_t", "float"), ("TensorOp", "cutlass::tfloat32_t", "float"),
        ("TensorOp", "int8_t", "int32_t"), ("TensorOp", "double", "double"), ("Simt", "float", "float"))
            for majors in ("tn", "nn", "nt", "tt") if kind[1] != "int8_t" or majors == "tn"]


def cover(all_of_them, limit):
    """Configurations with each value of each attribute at least once, greedily."""
    missing = {(a, v) for c in all_of_them for a, v in c.values.items()}
    left, chosen = list(all_of_them), []
    while missing and left and len(chosen) < limit:
        best = max(left, key=lambda c: len(missing & set(c.values.items())))
        if not missing & set(best.values.items()):
            break
        chosen.append(best)
        left.remove(best)
        missing -= set(best.values.items())
    return chosen


INCLUDES = """#include <cutlass/cutlass.h>
#include <cutlass/gemm/gemm.h>
#include <cutlass/numeric_types.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/detail/blockwise_scale_layout.hpp>
#include <cutlass/util/packed_stride.hpp>
#include <cutlass/util/mixed_dtype_utils.hpp>
#include <tileproof/beside_cute.hpp>
"""

# g++ reads CUTLASS as nvcc's host compiler does, with declarations of the device functions that its
# templates call, without WMMA, and with -fpermissive.
FOR_THE_HOST = """#define __CUDACC_VER_MAJOR__ 8
#define __CUDACC_VER_MINOR__ 0
#include <cutlass/arch/wmma.h>
#undef __CUDACC_VER_MAJOR__
#undef __CUDACC_VER_MINOR__
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
void __syncthreads();
void __syncwarp(unsigned = ~0u);
void __threadfence();
int __ffs(int);
int __popc(unsigned);
template <class T> T __shfl_sync(unsigned, T, int, int = 32);
template <class T> T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T> T __shfl_xor_sync(unsigned, T, int, int = 32);
template <class T> T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T> T atomicAdd(T*, T);
template <class T> T atomicCAS(T*, T, T);
template <class T> T atomicExch(T*, T);
template <class T> T __ldg(T const*);
namespace cutlass::arch { int SmId(); }
"""
LAUNCHES = ("cutlass/util/mixed_dtype_utils.hpp", "cutlass/util/reference/device/tensor_foreach.h")


def program(chosen):
    body = [f'#include "{DEFAULT}"'] if any("sm80" in c.name for c in chosen) else []
    body += [c.source for c in chosen] + ["int main() {"]
    for c in chosen:
        body.append(f'  std::printf("== {c.name}\\n");\n  tileproof::print(tileproof::audit<{c.name}>());')
    return "\n".join(body) + "\n}\n"


def compiler(options, folder):
    """The command that compiles programs; with g++, after the headers were compiled once."""
    paths = ["-I", ROOT / "include", "-I", options.cutlass / "include", "-I",
             options.cutlass / "tools/util/include", "-I", options.cutlass]
    if options.nvcc:
        (folder / "field.hpp").write_text(INCLUDES)
        return [options.nvcc, "-std=c++20", "-w", "--expt-relaxed-constexpr", "-arch=sm_90a", "-x", "cu",
                "-include", "field.hpp", "-I", folder] + paths
    for name in LAUNCHES:  # without the <<<...>>> of their launches
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        text = (options.cutlass / "tools/util/include" / name).read_text()
        (folder / name).write_text(re.sub(r"<<<.*?>>>", "", text, flags=re.S))
    command = [options.gxx, "-std=c++20", "-w", "-fpermissive", "-fconstexpr-ops-limit=400000000", "-I",
               folder] + paths + ["-I", options.cuda_include, "-I", options.cuda_include / "cccl"]
    return command + precompiled(command, FOR_THE_HOST + INCLUDES, folder / "field.hpp")


def audited(chosen, command, options, folder):
    """{name: its report, or the compiler's first error}."""
    source = folder / "program.cpp"
    source.write_text(program(chosen))
    try:
        built = subprocess.run(command + [source, "-o", folder / "program"] + options.libraries,
                               capture_output=True, text=True, timeout=options.timeout)
        said, failed = built.stdout + built.stderr, built.returncode
    except subprocess.TimeoutExpired:
        said, failed = f"error: the compiler needed more than {options.timeout} s", 1
    if failed:
        if len(chosen) > 1:
            half = len(chosen) // 2
            return {**audited(chosen[:half], command, options, folder),
                    **audited(chosen[half:], command, options, folder)}
        errors = [line for line in said.splitlines() if "error" in line] or said.splitlines()[-1:]
        return {chosen[0].name: "error " + " ".join(errors[:2])[:900]}
    report = subprocess.run([folder / "program"], capture_output=True, text=True, timeout=60).stdout
    parts = re.split(r"^== (\S+)\n", report, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def lines_of(report):
    for line in report.splitlines():
        for verdict in VERDICTS:
            if line.startswith(verdict):
                yield verdict, line[12:].strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cutlass", type=pathlib.Path, required=True, help="a checkout of CUTLASS")
    parser.add_argument("--cuda", default="13.0.0", help="the version that the generator is told")
    parser.add_argument("--only", default="", help="names with this regular expression")
    parser.add_argument("--every", type=int, default=1, help="each N-th configuration")
    parser.add_argument("--cover", action="store_true", help="few, with each type, tile, ... once")
    parser.add_argument("--sample", action="store_true", help="the four that the tests audit")
    parser.add_argument("--limit", type=int, default=10**9, help="at most so many")
    parser.add_argument("--count", action="store_true", help="count, and compile nothing")
    parser.add_argument("--list", action="store_true", help="name those chosen, and compile nothing")
    parser.add_argument("--emit", type=pathlib.Path, help="write the program, and compile nothing")
    parser.add_argument("--gxx", default="g++", help="the host compiler, which suffices")
    parser.add_argument("--cuda-include", type=pathlib.Path, default="/usr/local/cuda/include")
    parser.add_argument("--nvcc", default="", help="compile with this nvcc, some ten times slower")
    parser.add_argument("--together", type=int, default=8, help="configurations of one program")
    parser.add_argument("--timeout", type=int, default=1200, help="seconds of one compilation")
    parser.add_argument("--table", type=pathlib.Path, help="append a line for each configuration")
    parser.add_argument("--known", default="", help="lines that may fail: a regular expression")
    options = parser.parse_args()

    options.libraries = [] if options.nvcc else [
        "-L", options.cuda_include / "../lib64", "-lcudart_static", "-ldl", "-lpthread", "-lrt",
        "-Wl,--unresolved-symbols=ignore-all"]

    operations, emitter = listed(options.cutlass, options.cuda)
    everything, rest = configurations(operations, emitter)
    everything += defaults_of_sm80(options.cutlass)
    if options.count:
        kernels = sum(c.kernels for c in everything)
        print(f"{kernels} kernels of GemmUniversal, {len(everything)} configurations")
        for kind, n in sorted(collections.Counter(c.values["kind"] for c in everything).items()):
            print(f"  {n:6} {kind}")
        print("not audited, for want of a mainloop of CuTe types:")
        for what, n in sorted(rest.items()):
            print(f"  {n:6} {what}")
        return 0
    if options.sample:
        options.only = "|".join(SAMPLE)
    chosen = [c for c in everything if re.search(options.only, c.name)]
    chosen = cover(chosen, options.limit) if options.cover else chosen[::options.every][:options.limit]
    if options.list:
        print("\n".join(c.name for c in chosen))
        return 0
    if options.emit:
        options.emit.write_text(program(chosen))
        return 0

    done = set()
    if options.table and options.table.exists():
        done = {line.split("\t")[0] for line in options.table.read_text().splitlines()}
    chosen = [c for c in chosen if c.name not in done]
    totals, refuted, wrong = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        command = compiler(options, folder)
        for at in range(0, len(chosen), options.together):
            began = time.time()
            part = chosen[at:at + options.together]
            reports = audited(part, command, options, folder)
            for c in part:
                report = reports.get(c.name, "error the program stopped before it")
                found = collections.Counter(verdict for verdict, _ in lines_of(report))
                totals["audited" if found else "not compiled"] += 1
                totals["all hold"] += bool(found) and not sum(found[v] for v in DOUBTS)
                for verdict in DOUBTS:
                    totals[verdict] += found[verdict] > 0
                notes = []
                for verdict, line in lines_of(report):
                    if verdict in DOUBTS:
                        heading = verdict + " " + re.split(r": (?=it is |lane|\d|element)", line)[0][:120]
                        refuted[heading] += 1
                        notes.append(verdict + " " + line)
                        wrong += verdict in ("fails", "undecided") and not (
                            options.known and re.search(options.known, line))
                if not found:
                    notes, wrong = [report.replace("\n", " ")], wrong + 1
                if options.table:
                    with options.table.open("a") as table:
                        table.write("\t".join([c.name, str(c.kernels)] +
                                              [str(found[v]) for v in VERDICTS] +
                                              [" | ".join(notes)]) + "\n")
                elif notes:
                    print(c.name, *notes, sep="\n  ")
            print(f"{at + len(part)} of {len(chosen)}, {time.time() - began:.0f} s", file=sys.stderr)
    print(f"{len(chosen)} configurations of {len(everything)}: " +
          ", ".join(f"{n} {what}" for what, n in totals.items()))
    for heading, n in refuted.most_common():
        print(f"  {n:6} {heading}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
