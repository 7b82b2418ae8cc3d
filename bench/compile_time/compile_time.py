#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""What the layout algebra and the atoms cost to compile, beside CuTe.

For each compiler found (g++, the newest clang++, nvcc) it compiles an empty file, files with
nothing but an include (the algebra's, the atoms'), one with CALLS distinct calls for each operation
below (of those with atoms a tenth as many), and one that proves every atom, and measures wall time,
processor time (user and system) and the peak memory of the compiler's largest process.

The same text is compiled for both libraries; only the headers and the namespace differ. One run
interleaves them: a repeat visits every case, and compiles it for one library right after the other,
the order alternating from repeat to repeat. Costs are medians over the repeats. An include counts
net of the empty file, an operation net of its include. Neighbours on the machine disturb wall time
more than processor time, so both ratios are given; a bar is met when both are under it.

"every atom" has no bar: every MMA_Traits and Copy_Traits is instantiated and each element of each
operand is held against the PTX ISA, net of the empty file. Beside it stands CuTe's include, which
brings all of its atoms and proves nothing.

Every sample goes to the CSV file, the table of ratios is printed last. The exit status is 1 if
something did not compile or a bar is missed, and 0 otherwise. Without CuTe's headers only this
library is measured.
"""
import argparse
import datetime
import os
import pathlib
import platform
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Dict, List, NamedTuple, Optional, Set, TextIO, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
BAR = 0.25


class Library(NamedTuple):
    name: str
    header: str
    atoms: Tuple[str, ...]       # headers of all instructions
    flags: Tuple[str, ...]       # for every compiler
    nvcc_flags: Tuple[str, ...]  # for nvcc only


class Compiler(NamedTuple):
    name: str
    command: Tuple[str, ...]
    suffix: str
    version: str


class Cost(NamedTuple):
    wall: float    # s
    cpu: float     # s, user and system, of the compiler driver and all that it started
    memory: float  # MiB, of the largest process


# An operation is an expression, one with atoms a function's body; P stands for an integer that
# differs from call to call, so that no two calls work on the same layout; m, n, k, s, t are
# run-time integers. All are legal and exact:
#   coalesce       both inner pairs merge, the two halves do not
#   composition    8:P crosses the first two modes of the left layout, the second mode the last two
#   complement     interleaved strides, largest first; the result has gaps at three scales
#   zipped_divide  by mode, with a mode to spare
#   tiled copy     8 P threads copy a tile, of a run-time row length, to a compact one
#   tiled mma      2 x P warps take their parts of a tile of A, B and C
OPERATIONS = {
    "coalesce": """
        coalesce(make_layout(
            make_shape (make_shape (Int<P>{}, Int<P + 1>{}), make_shape (Int<4>{}, Int<P + 2>{})),
            make_stride(make_stride(Int<1>{}, Int<P>{}),
                        make_stride(Int<2 * P * (P + 1)>{}, Int<8 * P * (P + 1)>{}))))""",
    "composition": """
        composition(
            make_layout(make_shape (Int<4 * P>{}, Int<6>{}, Int<8>{}),
                        make_stride(Int<3>{}, Int<16 * P>{}, Int<200 * P>{})),
            make_layout(make_shape (Int<8>{}, Int<12>{}), make_stride(Int<P>{}, Int<8 * P>{})))""",
    "complement": """
        complement(
            make_layout(make_shape (Int<P>{}, Int<4>{}), make_stride(Int<8 * (P + 1)>{}, Int<2>{})),
            Int<40 * P * (P + 1)>{})""",
    "zipped_divide": """
        zipped_divide(
            make_layout(make_shape (Int<4 * P>{}, Int<6 * (P + 1)>{}, Int<5>{}),
                        make_stride(Int<1>{}, Int<4 * P>{}, Int<24 * P * (P + 1)>{})),
            make_shape(Int<P>{}, Int<P + 1>{}))""",
    "run-time coalesce": """
        coalesce(make_layout(
            make_shape (make_shape (Int<P>{}, m), make_shape (Int<P + 1>{}, n)),
            make_stride(make_stride(Int<1>{}, Int<P>{}),
                        make_stride(Int<2 * P>{}, Int<2 * P * (P + 1)>{}))))""",
    "run-time composition": """
        composition(
            make_layout(make_shape (Int<4 * P>{}, Int<6>{}, m), make_stride(s, Int<16 * P>{}, t)),
            make_layout(make_shape (Int<8>{}, n), make_stride(Int<P>{}, Int<24 * P>{})))""",
    "run-time complement": """
        complement(make_layout(make_shape(m), make_stride(Int<P>{})), n)""",
    "run-time zipped_divide": """
        zipped_divide(
            make_layout(make_shape(m, n, k), make_stride(Int<P>{}, s, t)),
            make_shape(Int<P>{}, Int<P + 1>{}))""",
}
ATOM_OPERATIONS = {
    "tiled copy": """
        auto const copy = make_tiled_copy(
            Copy_Atom<UniversalCopy<uint128_t>, float>{},
            make_layout(make_shape(Int<P>{}, Int<8>{})),
            make_layout(make_shape(Int<4>{}, Int<1>{})));
        auto const tile = make_shape(Int<8 * P>{}, Int<64>{});
        float* const data = nullptr;
        auto const thread = copy.get_slice(m);
        auto const source = thread.partition_S(
            make_tensor(make_gmem_ptr(data), make_layout(tile, make_stride(Int<1>{}, s))));
        auto const destination = thread.partition_D(
            make_tensor(make_smem_ptr(data), make_layout(tile)));
        return int(size(source)) + int(size(destination));""",
    "tiled mma": """
        auto const mma = make_tiled_mma(
            SM80_16x8x16_F32F16F16F32_TN{}, make_layout(make_shape(Int<2>{}, Int<P>{}, Int<1>{})),
            Tile<Int<32>, Int<16 * P>, Int<16>>{});
        half_t* const data = nullptr;
        float* const sums = nullptr;
        auto const thread = mma.get_slice(m);
        auto const a = thread.partition_A(
            make_tensor(make_smem_ptr(data), make_layout(make_shape(Int<64>{}, Int<64>{}))));
        auto const b = thread.partition_B(
            make_tensor(make_smem_ptr(data), make_layout(make_shape(Int<32 * P>{}, Int<64>{}))));
        auto const c = thread.partition_C(
            make_tensor(make_gmem_ptr(sums), make_layout(make_shape(Int<64>{}, Int<32 * P>{}),
                                                         make_stride(s, Int<1>{}))));
        return int(size(a)) + int(size(b)) + int(size(c));""",
}
# The static tests' headers that prove the facts, by being included.
EVERY_ATOM = "".join(f'#include "{ROOT}/static_tests/atom/{kind}_facts.hpp"\n'
                     for kind in ("mma", "wgmma", "copy"))
CALLED = (*OPERATIONS, *ATOM_OPERATIONS)
INCLUDES = ("empty", "include", "atom include")
CASES = (*INCLUDES[:2], *OPERATIONS, INCLUDES[2], *ATOM_OPERATIONS, "every atom")


def base(case: str) -> str:
    """What a case is counted net of."""
    if case in CALLED:
        return "include" if case in OPERATIONS else "atom include"
    return "empty"


def calls_in(case: str, calls: int) -> int:
    return calls if case in OPERATIONS else max(1, calls // 10) if case in ATOM_OPERATIONS else 0


def render(case: str, library: Library, calls: int) -> str:
    """The source text of a case: each call is the body of a function of its own."""
    if case == "empty":
        return ""
    headers = [library.header] if "include" in (case, base(case)) else library.atoms
    text = "".join(f"#include <{header}>\n" for header in headers)
    if case == "every atom" and library.name == "tileproof":
        return text + EVERY_ATOM
    if case not in CALLED:
        return text
    text += f"""
#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif
using namespace {library.name};
"""
    for p in range(2, 2 + calls_in(case, calls)):
        body = ATOM_OPERATIONS.get(case) or f"""
  auto const result = {OPERATIONS[case]};
  return int(size(result));"""
        body = re.sub(r"\bP\b", str(p), body)
        text += f"""
HOST_DEVICE int use_{p}([[maybe_unused]] int m, [[maybe_unused]] int n, [[maybe_unused]] int k,
                        [[maybe_unused]] int s, [[maybe_unused]] int t) {{{body}
}}
"""
    return text


def version_of(command: str) -> str:
    """The line of --version that holds a version number (nvcc's is not the first)."""
    text = subprocess.run([command, "--version"], capture_output=True, text=True).stdout
    lines = (line.strip() for line in text.splitlines())
    return next(line for line in lines if re.search(r"\d+\.\d+", line))


def find_compilers(wanted: Optional[List[str]]) -> List[Compiler]:
    """Those of the wanted ones that exist and are new enough; a line for each that is not."""
    nvcc_flags = ("-std=c++20", "-arch=sm_90a", "-w", "-c")
    cxx_flags = ("-std=c++20", "-O0", "-w", "-c")
    clangs = [f"clang++-{n}" for n in range(30, 15, -1)] + ["clang++"]
    newest_clang = next(filter(shutil.which, clangs), "clang++")
    cuda = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    nvcc = shutil.which("nvcc") or f"{cuda}/bin/nvcc"
    found = []
    for command in wanted or ["g++", newest_clang, nvcc]:
        name = os.path.basename(command)
        path = shutil.which(command)
        kind = next((k for k in ("nvcc", "clang", "g++") if k in name), None)
        if path is None or kind is None:
            print(f"{name}: skipped, {'not found' if path is None else 'not a known compiler'}")
            continue
        version = version_of(path)
        major = int(re.findall(r"(\d+)\.\d+", version)[-1 if kind == "g++" else 0])
        needed = {"nvcc": 13, "clang": 16, "g++": 12}[kind]
        if major < needed:
            print(f"{name}: skipped, {version} is older than {needed}")
            continue
        flags, suffix = (nvcc_flags, ".cu") if kind == "nvcc" else (cxx_flags, ".cpp")
        found.append(Compiler(name, (path, *flags), suffix, version))
    return found


def find_libraries(options: argparse.Namespace) -> List[Library]:
    common = tuple(f"-I{path}" for path in options.include)
    libraries = [Library("tileproof", "tileproof/tileproof.hpp", ("tileproof/atom.hpp",),
                         (f"-I{ROOT / 'include'}", *common), ())]
    if options.cutlass_include:
        # CuTe includes the CUDA toolkit's headers, which only nvcc finds by itself.
        cuda = pathlib.Path(options.cuda_root) / "include"
        libraries.append(Library("cute", "cute/tensor.hpp",
                                 ("cute/atom/mma_atom.hpp", "cute/atom/copy_atom.hpp"),
                                 (f"-I{options.cutlass_include}", *common, "-isystem", str(cuda),
                                  "-isystem", str(cuda / "cccl")),
                                 ("--expt-relaxed-constexpr",)))
    return libraries


def command_of(compiler: Compiler, library: Library) -> List[str]:
    nvcc_flags = library.nvcc_flags if compiler.suffix == ".cu" else ()
    return [*compiler.command, *library.flags, *nvcc_flags]


def compile_once(command: List[str], source: pathlib.Path) -> Cost:
    """Compiles to an object file; throws CalledProcessError with the compiler's words."""
    # No cache may answer for the compiler.
    environment = {**os.environ, "LC_ALL": "C", "CCACHE_DISABLE": "1", "TMPDIR": str(source.parent)}
    command = [*command, str(source), "-o", str(source.with_suffix(".o"))]
    with tempfile.TemporaryFile() as words:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=words, stderr=words, env=environment)
        # Counts the child and every descendant that was waited for; ru_maxrss is their maximum.
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            words.seek(0)
            raise subprocess.CalledProcessError(child.returncode, command,
                                                words.read().decode(errors="replace"))
    unit = 2**20 if platform.system() == "Darwin" else 2**10
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


Key = Tuple[str, str, str]  # compiler, library, case
Samples = Dict[Key, List[Cost]]


def measure(compilers: List[Compiler], libraries: List[Library], cases: List[str], calls: int,
            repeats: int, folder: pathlib.Path, file: TextIO) -> Tuple[Samples, Set[Key]]:
    """The samples, each also a line of the CSV file at once, and what failed to compile.

    Repeat 0 warms the file cache with the include; where that fails nothing else is tried, and a
    case that failed is not tried again.
    """
    samples: Samples = {}
    failed: Set[Key] = set()
    rounds = [(0, "include"), *((r, case) for r in range(1, repeats + 1) for case in cases)]
    for (repeat, case), compiler, library in (
            (step, compiler, library) for step in rounds for compiler in compilers
            for library in (libraries if step[0] % 2 else libraries[::-1])):
        key = (compiler.name, library.name, case)
        if key in failed or (*key[:2], "include") in failed:
            continue
        name = re.sub(r"\W+", "_", f"{library.name} {case}")
        source = folder / f"{name}{compiler.suffix}"
        source.write_text(render(case, library, calls))
        try:
            cost = compile_once(command_of(compiler, library), source)
        except subprocess.CalledProcessError as error:
            failed.add(key)
            words = "\n".join(error.output.splitlines()[:12])
            print(f"{' / '.join(key)}: failed\n{shlex.join(error.cmd)}\n{words}", flush=True)
            continue
        if repeat:
            samples.setdefault(key, []).append(cost)
            file.write(f"{','.join(key)},{calls_in(case, calls)},{repeat},"
                       f"{cost.wall:.3f},{cost.cpu:.3f},{cost.memory:.1f}\n")
            file.flush()
            print(f"{repeat}/{repeats}  {' / '.join(key):48} {cost.wall:7.2f} s"
                  f" {cost.cpu:7.2f} s cpu {cost.memory:6.0f} MiB", flush=True)
    return samples, failed


def commit() -> str:
    result = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"],
                            capture_output=True, text=True)
    return result.stdout.strip() or "unknown"


def start_csv(file: TextIO, compilers: List[Compiler], libraries: List[Library]) -> None:
    """What it takes to repeat the run, as a comment, and the heading."""
    file.write(f"# {shlex.join(sys.argv)}\n"
               f"# {datetime.datetime.now().astimezone().isoformat(timespec='seconds')},"
               f" commit {commit()}, {platform.machine()}, {os.cpu_count()} processors\n")
    for compiler in compilers:
        file.write(f"# {compiler.name}: {compiler.version}\n")
        for library in libraries:
            file.write(f"#   {library.name}: {shlex.join(command_of(compiler, library))}\n")
    file.write("compiler,library,case,calls,repeat,wall_s,cpu_s,peak_mib\n")


def net(samples: Samples, compiler: str, library: str, case: str) -> Optional[Cost]:
    """Medians of a case less those of its base; None where either is missing."""
    both = [samples.get((compiler, library, c)) for c in (case, base(case))]
    if None in both:
        return None
    median = [[statistics.median(column) for column in zip(*costs)] for costs in both]
    return Cost(*(of_case - of_base for of_case, of_base in zip(*median)))


def columns(cost: Optional[Cost], otherwise: str) -> str:
    if cost is None:
        return f"{otherwise:^24}"
    return f"{cost.wall:7.2f} {cost.cpu:7.2f} {cost.memory:6.0f}  "


def print_table(samples: Samples, compilers: List[Compiler], cases: List[str], calls: int,
                with_cute: bool) -> bool:
    """Net costs and their ratios; true if no bar is missed."""
    print(f"\n{calls} calls each, with atoms a tenth; operations net of their include, the others net"
          f" of an\nempty file; wall s, processor s, peak MiB; bar: both times under {BAR:g} of CuTe's\n")
    print(f"{'':36}{'tileproof':^24}{'CuTe':^24}{'ratio':^18}")
    all_met = True
    for compiler in compilers:
        for case in cases[1:]:
            ours = net(samples, compiler.name, "tileproof", case)
            theirs = net(samples, compiler.name, "cute", case)
            line = f"{compiler.name:12}{case:24}{columns(ours, 'failed')}"
            line += columns(theirs, "failed" if with_cute else "skipped")
            if ours is not None and theirs is not None:
                ratio = Cost(*(a / b if b > 0 else float("inf") for a, b in zip(ours, theirs)))
                met = case == "every atom" or ratio.wall < BAR and ratio.cpu < BAR
                all_met = all_met and met
                line += f"{ratio.wall:5.2f} {ratio.cpu:5.2f} {ratio.memory:5.2f}"
                line += "" if case == "every atom" else "  pass" if met else "  FAIL"
            print(line)
    return all_met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cutlass-include", default="", metavar="DIR",
                        help="folder that holds cute/tensor.hpp; without it CuTe is skipped")
    parser.add_argument("--cuda-root", default=os.environ.get("CUDA_HOME", "/usr/local/cuda"),
                        metavar="DIR", help="the CUDA toolkit, for CuTe with g++ and clang")
    parser.add_argument("--include", action="append", default=[], metavar="DIR",
                        help="a further include folder, Boost's for example")
    parser.add_argument("--compiler", action="append", metavar="COMMAND",
                        help="only this compiler; may be repeated")
    parser.add_argument("--case", action="append", choices=(*CALLED, "every atom"),
                        help="only this operation; may be repeated")
    parser.add_argument("--calls", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--csv", type=pathlib.Path, default=pathlib.Path("compile_time.csv"))
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR",
                        help="leave the rendered sources there")
    options = parser.parse_args()

    compilers = find_compilers(options.compiler)
    libraries = find_libraries(options)
    cases = [c for c in CASES if c in (*INCLUDES, *(options.case or CASES))]
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        options.csv.parent.mkdir(parents=True, exist_ok=True)
        with options.csv.open("w") as file:
            start_csv(file, compilers, libraries)
            samples, failed = measure(compilers, libraries, cases, options.calls, options.repeats,
                                      folder, file)
    met = print_table(samples, compilers, cases, options.calls, len(libraries) > 1)
    return 0 if met and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
