#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Audits each Kernel_traits that FlashAttention 2's launch templates instantiate, for f16 and bf16.

    tools/audit_flash_attention.py --flash=DIR --cutlass=DIR [--only=REGEX] [--full]

--flash is a checkout of FlashAttention (csrc/flash_attn/src), --cutlass one of CUTLASS. The traits
choose their atoms by __CUDA_ARCH__; a base with the atoms of sm_80 takes the place of their own, so
that g++ is enough. Prints a line for each traits and for each line of an audit that does not hold.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from must_not_compile import precompiled

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASE = """
#include <cstdio>
#include <cute/tensor.hpp>
#include "kernel_traits.h"
#include <tileproof/beside_cute.hpp>
template <class E>
struct atoms {
  using Element = E;
  using ElementAccum = float;
  using index_t = int64_t;
  static constexpr bool Has_cp_async = true;
  using MMA_Atom_Arch = std::conditional_t<std::is_same_v<E, cutlass::half_t>,
      MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, MMA_Atom<SM80_16x8x16_F32BF16BF16F32_TN>>;
  using SmemCopyAtom = Copy_Atom<SM75_U32x4_LDSM_N, E>;
  using SmemCopyAtomTransposed = Copy_Atom<SM75_U16x8_LDSM_T, E>;
};
"""


def instantiated(folder):
    """(name, head dimension, arguments but the element) of the traits outside comments, each once."""
    for name, file in (("fwd", "flash_fwd_launch_template.h"), ("bwd", "flash_bwd_launch_template.h")):
        dimension = None
        for line in (folder / file).read_text().splitlines():
            found = re.search(r"constexpr (?:static )?int Headdim = (\d+)", line)
            dimension = found.group(1) if found else dimension
            found = re.search(rf"Flash_{name}_kernel_traits<Headdim, ([^>]*), T>", line.split("//")[0])
            if found and dimension:
                yield name, dimension, found.group(1)
    # the split-KV forward kernels choose kBlockN by the head dimension, with one split and with more
    for d in (32, 64, 96, 128, 192, 256):
        for n in (128 if d <= 64 else 64, 256 if d <= 64 else 128 if d <= 128 else 64):
            yield "fwd", str(d), f"64, {n}, 4, false, false"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--flash", type=pathlib.Path, required=True)
    parser.add_argument("--cutlass", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--full", action="store_true", help="print every line of the audits")
    parser.add_argument("--gxx", default="g++")
    parser.add_argument("--cuda-include", type=pathlib.Path, default="/usr/local/cuda/include")
    options = parser.parse_args()
    source = options.flash / "csrc/flash_attn/src"
    cases = [(f"Flash_{name}_kernel_traits<{d}, {arguments}, cutlass::{e}, atoms<cutlass::{e}>>",
              f"{name} {d}: {arguments}, {e}")
             for name, d, arguments in dict.fromkeys(instantiated(source))
             for e in ("half_t", "bfloat16_t")]
    cases = [c for c in cases if re.search(options.only, c[1])]
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        flags = ["-std=c++20", "-w", "-fconstexpr-ops-limit=400000000", "-I", source, "-I", ROOT / "include",
                 "-I", options.cutlass / "include", "-I", options.cuda_include, "-I",
                 options.cuda_include / "cccl"]
        command = [options.gxx, *map(str, flags)]
        command += precompiled(command, BASE, folder / "base.hpp")
        for traits, name in cases:
            text = f"int main() {{ tileproof::print(tileproof::audit<{traits}>()); }}\n"
            (folder / "one.cpp").write_text(text)
            built = subprocess.run([*command, folder / "one.cpp", "-o", folder / "one"],
                                   capture_output=True, text=True)
            if built.returncode:
                errors = [line for line in built.stderr.splitlines() if "error" in line]
                print(f"{name}: does not compile: {errors[0][:300]}")
                counts["not compiled"] = counts.get("not compiled", 0) + 1
                continue
            report = subprocess.run([folder / "one"], capture_output=True, text=True).stdout
            counts["audited"] = counts.get("audited", 0) + 1
            bad = [x for x in report.splitlines() if re.match("fails|costs|undecided", x)]
            for verdict in {x.split()[0] for x in bad}:
                counts[verdict] = counts.get(verdict, 0) + 1
            print(f"{name}: {report.splitlines()[-1]}", flush=True)
            for line in report.splitlines()[:-1] if options.full else bad:
                print("  " + line)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    return 1 if counts.get("fails") or counts.get("undecided") or counts.get("not compiled") else 0


if __name__ == "__main__":
    sys.exit(main())
