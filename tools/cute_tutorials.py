#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compiles CuTe's eight tutorials up to sm_90 with tileproof in place of CuTe.

usage: cute_tutorials.py PACKAGE INCLUDE [--nvcc NVCC] [--arch 90a] [--only NAME,...] [--boost DIR]
                         [--out DIR] [--jobs N] [--cute] [--run] [--diff]

PACKAGE is the unpacked PyPI package nvidia-cutlass, INCLUDE this project's include directory. The
tutorials are copied to DIR, edited as below, and compiled. --cute also compiles the unedited ones
with CuTe itself; --run runs each program on the GPU and compares its results with a reference and,
with --cute, with those of CuTe, bit by bit; --diff prints the edits.
Compile times are those of N programs at once.

An edit is of one of three kinds: the includes of CUTLASS's own headers become one include of
cute_tutorials/cutlass.hpp; an alignment is stated where CuTe assumes one; and, in the copy with
CuTe as well, one line calls check.hpp where a GEMM is timed and its result is not looked at.
"""
import argparse
import concurrent.futures
import difflib
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent / "cute_tutorials"

CUTLASS = re.compile(r'^#include "cutlass/[^"]*"\n', re.M)
STAND_IN = '#include "cutlass.hpp"\n'

# The alignment that each tutorial must state: (text, what replaces it, how often, why). Where the
# text is there more often, the first ones are meant.
GLOBAL_A_B = [
    ("make_gmem_ptr(A)", "make_gmem_ptr<16>(A)", 1, "16-byte accesses to A"),
    ("make_gmem_ptr(B)", "make_gmem_ptr<16>(B)", 1, "16-byte accesses to B"),
]
SHARED_A_B = [
    ("__shared__ TA smemA", "__shared__ alignas(16) TA smemA", 1, "16-byte stores to sA"),
    ("__shared__ TB smemB", "__shared__ alignas(16) TB smemB", 1, "16-byte stores to sB"),
    ("make_smem_ptr(smemA)", "make_smem_ptr<16>(smemA)", 1, "16-byte stores to sA"),
    ("make_smem_ptr(smemB)", "make_smem_ptr<16>(smemB)", 1, "16-byte stores to sB"),
]
SWIZZLED = [
    ("make_smem_ptr(smem.A.begin())", "make_smem_ptr<1024>(smem.A.begin())", 1,
     "the tile starts at a period of its 128-byte swizzle"),
    ("make_smem_ptr(smem.B.begin())", "make_smem_ptr<1024>(smem.B.begin())", 1,
     "the tile starts at a period of its 128-byte swizzle"),
]
LD = "each column, or row, starts at a multiple of 16 bytes"
ALIGNMENT = {
    "tiled_copy": [
        ("make_shape(256, 512)", "make_shape(tileproof::assume_multiple_of<4>(256), 512)", 1, LD),
        ("make_gmem_ptr(thrust", "make_gmem_ptr<16>(thrust", 2, "16-byte accesses to S and D"),
    ],
    "tiled_copy_if": [
        ("make_shape(528, 300)", "make_shape(tileproof::assume_multiple_of<4>(528), 300)", 1, LD),
        ("make_gmem_ptr(d_", "make_gmem_ptr<16>(d_", 2, "16-byte accesses to S and D"),
    ],
    "sgemm_2": [*GLOBAL_A_B, *SHARED_A_B,
        ("make_stride(Int<1>{}, ldA)", "make_stride(Int<1>{}, tileproof::assume_multiple_of<4>(ldA))", 1, LD),
        ("make_stride(Int<1>{}, ldB)", "make_stride(Int<1>{}, tileproof::assume_multiple_of<4>(ldB))", 1, LD),
    ],
    "sgemm_sm70": [*GLOBAL_A_B, *SHARED_A_B,
        ("make_stride(Int<1>{}, ldA)", "make_stride(Int<1>{}, tileproof::assume_multiple_of<4>(ldA))", 1, LD),
        ("make_stride(Int<1>{}, ldB)", "make_stride(Int<1>{}, tileproof::assume_multiple_of<4>(ldB))", 1, LD),
    ],
    "sgemm_sm80": [*GLOBAL_A_B,
        ("make_stride(ldA, Int<1>{})", "make_stride(tileproof::assume_multiple_of<8>(ldA), Int<1>{})", 1, LD),
        ("make_stride(ldB, Int<1>{})", "make_stride(tileproof::assume_multiple_of<8>(ldB), Int<1>{})", 1, LD),
    ],
    "hopper/wgmma_sm90": [*GLOBAL_A_B, *SWIZZLED,
        ("make_stride(Int<1>{}, ldA)", "make_stride(Int<1>{}, tileproof::assume_multiple_of<8>(ldA))", 1, LD),
        ("make_stride(Int<1>{}, ldB)", "make_stride(Int<1>{}, tileproof::assume_multiple_of<8>(ldB))", 1, LD),
        ("make_stride(ldA, Int<1>{})", "make_stride(tileproof::assume_multiple_of<8>(ldA), Int<1>{})", 1, LD),
        ("make_stride(ldB, Int<1>{})", "make_stride(tileproof::assume_multiple_of<8>(ldB), Int<1>{})", 1, LD),
    ],
    "hopper/wgmma_tma_sm90": SWIZZLED,
}

# A program whose result is compared: the largest error allowed, in the tutorial's own variables.
# Inputs of the wgmma tutorials are 1 and -1, whose sums are exact.
ALLOWED = {
    "sgemm_1": "k * 2.4e-7",
    "sgemm_2": "k * 2.4e-7",
    "sgemm_sm70": "k * 2.4e-7",
    "sgemm_sm80": "k * 4.9e-4",
    "hopper/wgmma_sm90": "0",
    "hopper/wgmma_tma_sm90": "0",
}
RESULT = "thrust::host_vector<TC> cute_result = d_C;\n"

# The runs: arguments m n k transA transB. sgemm_sm80 has no NT GEMM of f16 elements.
RUNS = {name: [("4096", "4096", "4096", *trans) for trans in
               ((("T", "N"),) if name == "sgemm_sm80" else (("N", "T"), ("T", "N")))]
        for name in ALLOWED}
PROGRAMS = [*ALLOWED, "tiled_copy", "tiled_copy_if"]


def checked(name, text):
    """The tutorial with a comparison of its result."""
    if name not in ALLOWED:
        return text
    call = (RESULT + "  check::gemm(m, n, k, transA, transB, d_A.data().get(), d_B.data().get(), "
            f"cute_result, {ALLOWED[name]});\n")
    if text.count(RESULT) != 1:
        raise ValueError(f"{name}: the line that takes the result is not there once")
    return '#include "check.hpp"\n' + text.replace(RESULT, call)


def ported(name, text):
    """The tutorial as it compiles with tileproof: includes and alignment."""
    found = CUTLASS.findall(text)
    if not found:
        raise ValueError(f"{name}: there is no include of cutlass")
    text = CUTLASS.sub("", text.replace(found[0], STAND_IN, 1))
    for old, new, times, _ in ALIGNMENT.get(name, []):
        if text.count(old) < times:
            raise ValueError(f"{name}: {old!r} is there {text.count(old)} times, not {times}")
        text = text.replace(old, new, times)
    return text


def changed_lines(before, after):
    """The lines that the edits wrote, includes aside, and the lines of includes that they removed."""
    diff = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    written = [d for d in diff if d.startswith("+ ") and "#include" not in d]
    removed = [d for d in diff if d.startswith("- #include")]
    return len(written), len(removed)


def compile_one(command, source, program):
    start = time.monotonic()
    done = subprocess.run([*command, str(source), "-o", str(program)], capture_output=True,
                          text=True)
    return done.returncode == 0, time.monotonic() - start, done.stdout + done.stderr


def run_one(program, arguments):
    """(right or not, hash of the result or "", milliseconds or 0)."""
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-2000:])
        return "failed", "", 0
    result = re.search(r"RESULT (\w+) error (\S+) allowed \S+ hash (\w+)", done.stdout)
    taken = re.search(r"\(\s*([\d.]+)\)ms", done.stdout)
    if result:
        return (f"{result[1]}, error {result[2]}", result[3], float(taken[1]) if taken else 0)
    return (f"{done.stdout.count('Success.')} times Success", "", 0)


def main():
    parse = argparse.ArgumentParser()
    parse.add_argument("package", type=pathlib.Path)
    parse.add_argument("include", type=pathlib.Path)
    parse.add_argument("--nvcc", default="nvcc")
    parse.add_argument("--arch", default="90a")
    parse.add_argument("--only", default=",".join(PROGRAMS))
    parse.add_argument("--out", type=pathlib.Path, default=pathlib.Path("cute_tutorials"))
    parse.add_argument("--boost")
    parse.add_argument("--jobs", type=int, default=1)
    parse.add_argument("--cute", action="store_true")
    parse.add_argument("--run", action="store_true")
    parse.add_argument("--diff", action="store_true")
    ask = parse.parse_args()
    tutorials = next(ask.package.rglob("examples/cute/tutorial"))
    root = tutorials.parents[2]
    base = [ask.nvcc, "-O3", f"-arch=sm_{ask.arch}", f"-I{HERE}"]
    commands = {"tileproof": [*base, "-std=c++20", f"-I{ask.include}",
                              f"-I{ask.include}/tileproof/cute/forward"]}
    if ask.boost:
        commands["tileproof"].append(f"-I{ask.boost}")
    if ask.cute:
        commands["cute"] = [*base, "-std=c++17", "--expt-relaxed-constexpr", f"-I{root}/include",
                            f"-I{root}/tools/util/include", "-lcuda"]
    ask.out.mkdir(parents=True, exist_ok=True)
    names = ask.only.split(",")
    texts = {name: (tutorials / f"{name}.cu").read_text() for name in names}
    ports = {name: ported(name, texts[name]) for name in names}
    if ask.diff:
        for name in names:
            sys.stdout.writelines(difflib.unified_diff(
                texts[name].splitlines(True), ports[name].splitlines(True), name, name, n=0))

    def build(job):
        name, library = job
        program = ask.out / f"{name.split('/')[-1]}_{library}"
        source = program.with_suffix(".cu")
        source.write_text(checked(name, ports[name] if library == "tileproof" else texts[name]))
        return program, *compile_one(commands[library], source, program)

    jobs = [(name, library) for name in names for library in commands]
    with concurrent.futures.ThreadPoolExecutor(ask.jobs) as pool:
        built = dict(zip(jobs, pool.map(build, jobs)))
    failures = 0
    for (name, library), (_, good, _, output) in built.items():
        failures += not good and library == "tileproof"
        if not good:
            print(f"{name} does not compile with {library}:\n{output}", file=sys.stderr)

    rows = [("program", "lines edited", "includes", "seconds to compile", "CuTe's", "problem",
             "result", "same bits", "ms", "CuTe's ms", "CuTe's time / ours")]
    for name in names:
        written, removed = changed_lines(texts[name], ports[name])
        ours, good, seconds, _ = built[name, "tileproof"]
        theirs, cute_good, cute_seconds, _ = built.get((name, "cute"), (None, False, 0, ""))
        row = (name.split("/")[-1], str(written), str(removed),
               f"{seconds:.1f}" if good else "does not compile",
               f"{cute_seconds:.1f}" if cute_good else "")
        if not ask.run or not good:
            rows.append((*row, "", "", "", "", "", ""))
            continue
        for arguments in RUNS.get(name, [()]):
            result, bits, taken = run_one(ours, arguments)
            failures += not (result.startswith("right") or re.match("[1-9].*Success", result))
            same, ratio, other = "", "", 0
            if cute_good:
                cute_result, cute_bits, other = run_one(theirs, arguments)
                same = ("yes" if bits == cute_bits else f"no (CuTe: {cute_result})") if bits else ""
                ratio = f"{other / taken:.2f}" if taken else ""
            rows.append((*row, " ".join(arguments), result, same, f"{taken:.4f}" if taken else "",
                         f"{other:.4f}" if other else "", ratio))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
