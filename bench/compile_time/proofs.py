#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What the proofs of the model protocols cost to compile.

usage: proofs.py [--limits] [--repeat N] [--compiler NAME]... [PROTOCOL]...

For each protocol and compiler the user time with its proof less that without, the least of N runs
(5), in seconds. A PROTOCOL is a type of static_tests/pipeline/flag_protocols.hpp or of a file that
it includes; without one, those below. --compiler is g++, clang++-19 or a path; nvcc compiles to PTX.

With --limits no time is taken: each proof has to pass with 70 % of what g++ and clang evaluate by
default. That is the same in every run. The exit status is 1 if one does not, and 77 (skipped) if
there is no such compiler.
"""
import argparse
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

from cases import ROOT

PROTOCOLS = (
    *(f"hopper_gemm<{s}, {c}, seed::none, {b}>" for b in (1, 2) for s, c in
      ((2, 1), (4, 2), (6, 1), (6, 3))),
    "gemm_with_own_rings<3>", "cp_async_pipeline<3>", "ping_pong<2>", "double_buffer<>",
    "turnstile<4>", "turnstile<8>", "parallel_sum<4, 2>", "uneven_turns<4>")
# 70 % of the defaults.
LIMITS = {"g++": (f"-fconstexpr-ops-limit={33554432 * 7 // 10}",
                  f"-fconstexpr-loop-limit={262144 * 7 // 10}"),
          "clang++": (f"-fconstexpr-steps={1048576 * 7 // 10}",)}
SKIPPED = 77


def flags_of(compiler):
    if "nvcc" in compiler:
        return ["-std=c++20", "-arch=sm_90a", "-ptx", "-o", "/dev/null"]
    return ["-std=c++20", "-fsyntax-only"]


def compile_once(compiler, source, *flags):
    """The user time; an error of the compiler ends the program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([compiler, *flags_of(compiler), *flags, f"-I{ROOT}/include", str(source)],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def write(folder, compiler, protocol):
    source = folder / ("proof.cu" if "nvcc" in compiler else "proof.cpp")
    source.write_text(f'''#include "{ROOT}/static_tests/pipeline/flag_protocols.hpp"
using namespace tileproof::pipeline;
static_assert(sizeof({protocol}) != 0);
#if defined(PROVE)
static_assert(prove_protocol<{protocol}>().holds());
#endif
''')
    return source


def main():
    options = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    options.add_argument("--limits", action="store_true")
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--compiler", action="append")
    options.add_argument("protocol", nargs="*")
    chosen = options.parse_args()
    compilers = [c for c in chosen.compiler or ("g++", "clang++-19") if shutil.which(c)]
    if not compilers:
        return SKIPPED
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for protocol in chosen.protocol or PROTOCOLS:
            for compiler in compilers:
                source = write(pathlib.Path(name), compiler, protocol)
                if chosen.limits:
                    kind = "clang++" if "clang" in compiler else "g++"
                    try:
                        compile_once(compiler, source, "-DPROVE", *LIMITS[kind])
                    except RuntimeError as error:
                        failed += 1
                        print(f"{protocol}: {compiler} {' '.join(LIMITS[kind])}\n{error}")
                    continue
                without, with_proof = (
                    min(compile_once(compiler, source, *flags) for _ in range(chosen.repeat))
                    for flags in ((), ("-DPROVE",)))
                print(f"{protocol:34} {compiler:12} {with_proof - without:.2f} s", flush=True)
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
