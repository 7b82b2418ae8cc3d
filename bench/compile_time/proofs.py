#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What a proof costs to compile.

For each compiler found it compiles files with PROOFS proofs of one kind, each about a layout type of
its own, and the same files with TILEPROOF_DISABLE_PROOFS, which keeps the layouts and leaves out the
proofs; the difference of the medians, over PROOFS, is what one proof costs.

    partition    128 threads own each element of a tile of 128x64 halves once
    banks        the 128-bit stores of its copy into a swizzled tile are free of bank conflicts
    2^10, 2^40   a row-major layout of that many points is a bijection onto [0,size)

Bars, with g++: partition and banks under 20 ms each; with every compiler: 2^40 under 1.2 times 2^10.
The exit status is 1 if one is missed. Every sample goes to the CSV file.
"""
import argparse
import pathlib
import statistics
import sys
import tempfile

from compile_time import commit, compile_once, find_compilers, ROOT

# N tells the layouts apart: a last mode of extent 1 and stride N.
SHARES = """Layout<Shape <Shape <_8, _16>, Shape <_8, _8, _1>>,
               Stride<Stride<_8, _64>, Stride<_1, Int<1024>, Int<N>>>>"""
PROOFS = {
    "partition": f"require<owns_every_element<>>({SHARES}{{}}, Shape<_128, _64>{{}})",
    "banks": "require<free_of_bank_conflicts<shared_store<128>, short>>("
             f"ComposedLayout<Swizzle<3, 3, 3>, _0, {SHARES}>{{}})",
    "2^10": "require<compact>(Layout<Shape<_32, _32, _1>, Stride<_32, _1, Int<N>>>{})",
    "2^40": "require<compact>(Layout<Shape<Int<(1 << 20)>, Int<(1 << 20)>, _1>,"
            " Stride<Int<(1 << 20)>, _1, Int<N>>>{})",
}


def render(kind: str, count: int) -> str:
    text = "#include <tileproof/prove.hpp>\nusing namespace tileproof;\n"
    for n in range(1, 1 + count):
        text += f"static_assert({PROOFS[kind].replace('Int<N>', f'Int<{n}>')});\n"
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", action="append", metavar="COMMAND")
    parser.add_argument("--proofs", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--csv", type=pathlib.Path, default=pathlib.Path("proofs.csv"))
    options = parser.parse_args()

    met = True
    with tempfile.TemporaryDirectory() as scratch, options.csv.open("w") as csv:
        csv.write(f"# {' '.join(sys.argv)}, commit {commit()}\n"
                  "compiler,proof,with_proofs,repeat,wall_s,cpu_s\n")
        for compiler in find_compilers(options.compiler):
            cost = {}
            for repeat in range(options.repeats):
                for kind in PROOFS:
                    for proofs in (True, False) if repeat % 2 else (False, True):
                        source = pathlib.Path(scratch, f"proofs{compiler.suffix}")
                        source.write_text(render(kind, options.proofs))
                        off = [] if proofs else ["-DTILEPROOF_DISABLE_PROOFS"]
                        sample = compile_once(
                            [*compiler.command, f"-I{ROOT / 'include'}", *off], source)
                        cost.setdefault((kind, proofs), []).append(sample.cpu)
                        csv.write(f"{compiler.name},{kind},{proofs},{repeat},{sample.wall:.3f},"
                                  f"{sample.cpu:.3f}\n")
            one = {}
            for kind in PROOFS:
                on, off = (statistics.median(cost[kind, p]) for p in (True, False))
                one[kind] = (on - off) / options.proofs * 1000
                bar = kind in ("partition", "banks") and compiler.name == "g++"
                ok = not bar or one[kind] < 20
                met = met and ok
                print(f"{compiler.name:12}{kind:12}{one[kind]:8.2f} ms a proof"
                      f"   (file {on:.2f} s, without proofs {off:.2f} s)"
                      f"{'' if not bar else '  pass' if ok else '  FAIL'}", flush=True)
            ratio = one["2^40"] / one["2^10"]
            met = met and ratio < 1.2
            print(f"{compiler.name:12}2^40 / 2^10 {ratio:8.2f}{'  pass' if ratio < 1.2 else '  FAIL'}",
                  flush=True)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
