# SPDX-License-Identifier: BSL-1.0
"""The files to compile: operations and proofs, n distinct uses of each in a file, and whole files.

The same text is compiled for each library; only the header and the namespace differ. A use is the
body of a function of its own. P stands for an integer that differs from use to use, so that no two
uses work on the same layout; m, n, k, s, t are run-time integers. All are legal and exact:

    construct           strides from a nested shape with a run-time leaf
    coalesce            both inner pairs merge, the two halves do not
    composition         8:P crosses the first two modes of the left layout, the second the last two
    complement          interleaved strides, largest first; gaps at three scales
    right_inverse       the three modes in another order
    left_inverse        the same, padded
    zipped_divide       by mode, with a mode to spare
    logical_product     a tile, repeated in column-major order
    local_tile          of a run-time matrix, rows of tiles sliced
    local_partition     of a static tile among 8 P threads
    tiled copy          8 P threads copy a tile, of a run-time row length, to a compact one
    tiled mma           four warps take their parts of a tile of A, B and C; 32 P columns of C

A proof is a static_assert about a layout type of its own, a last mode of extent 1 and stride P:

    bijectivity         a row-major layout of 2^10 points is a bijection onto [0,size)
    bijectivity, 2^40   the same of 2^40 points
    partition           128 threads own each element of a tile of 128x64 halves once
    banks               the 128-bit stores of its copy into a swizzled tile are free of conflicts

Whole files: each room's header; a GEMM kernel with its launch, for nvcc: for whole tiles, as CuTe's
is, and beside it the kernel for any size; the latter as a compiler of the host sees it; "wgmma", a
gemm_wgmma with its launch beside CuTe's tutorial wgmma_tma_sm90, which computes NT and TN; "every
atom", where each element of each operand of every instruction is held against the PTX ISA.
"include tileproof/PATH" is any header alone.
"""
import pathlib
import re
from typing import Dict, List, NamedTuple, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path("bench/compile_time")

# The namespace that makes the text of a use mean this library.
NAMESPACES = {"tileproof": "tileproof", "no proofs": "tileproof", "cute": "cute",
              "hana": "hana_layouts"}


class Case(NamedTuple):
    name: str
    kind: str                          # operation, proof, include, file
    base: str = ""                     # the include that it is counted net of
    libraries: Tuple[str, ...] = ("tileproof", "cute")
    only: str = ""                     # nvcc, host: not every compiler
    by_default: bool = True            # else measured where --case names it


# From expressions; these with tensors or atoms are whole bodies.
EXPRESSIONS = {
    "construct": """
        make_layout(make_shape(make_shape(Int<P>{}, Int<4>{}), make_shape(Int<P + 1>{}, m)))""",
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
            make_layout(make_shape(Int<P>{}, Int<4>{}), make_stride(Int<8 * (P + 1)>{}, Int<2>{})),
            Int<40 * P * (P + 1)>{})""",
    "right_inverse": """
        right_inverse(
            make_layout(make_shape (Int<P>{}, Int<8>{}, Int<P + 1>{}),
                        make_stride(Int<8>{}, Int<1>{}, Int<8 * P>{})))""",
    "left_inverse": """
        left_inverse(
            make_layout(make_shape (Int<P>{}, Int<8>{}, Int<P + 1>{}),
                        make_stride(Int<8>{}, Int<1>{}, Int<8 * (P + 1)>{})))""",
    "zipped_divide": """
        zipped_divide(
            make_layout(make_shape (Int<4 * P>{}, Int<6 * (P + 1)>{}, Int<5>{}),
                        make_stride(Int<1>{}, Int<4 * P>{}, Int<24 * P * (P + 1)>{})),
            make_shape(Int<P>{}, Int<P + 1>{}))""",
    "logical_product": """
        logical_product(
            make_layout(make_shape(Int<P>{}, Int<4>{}), make_stride(Int<4>{}, Int<1>{})),
            make_layout(make_shape (Int<3>{}, Int<P + 1>{}),
                        make_stride(Int<P + 1>{}, Int<1>{})))""",
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
    "local_tile": """
        local_tile(
            make_tensor(make_gmem_ptr(data),
                        make_layout(make_shape(m, n), make_stride(Int<1>{}, s))),
            make_shape(Int<P>{}, Int<8>{}), make_coord(k, _))""",
    "local_partition": """
        local_partition(
            make_tensor(make_smem_ptr(data), make_layout(make_shape(Int<4 * P>{}, Int<64>{}))),
            make_layout(make_shape(Int<P>{}, Int<8>{})), k)""",
}
BODIES = {
    "tiled copy": """
        auto const copy = make_tiled_copy(
            Copy_Atom<UniversalCopy<uint128_t>, float>{},
            make_layout(make_shape(Int<P>{}, Int<8>{})),
            make_layout(make_shape(Int<4>{}, Int<1>{})));
        auto const tile = make_shape(Int<8 * P>{}, Int<64>{});
        auto const thread = copy.get_slice(m);
        auto const source = thread.partition_S(
            make_tensor(make_gmem_ptr(data), make_layout(tile, make_stride(Int<1>{}, s))));
        auto const destination = thread.partition_D(
            make_tensor(make_smem_ptr(data), make_layout(tile)));
        return int(size(source)) + int(size(destination));""",
    "tiled mma": """
        auto const mma = make_tiled_mma(
            SM80_16x8x16_F32F16F16F32_TN{}, make_layout(make_shape(Int<2>{}, Int<2>{}, Int<1>{})),
            Tile<Int<32>, Int<32 * P>, Int<16>>{});
        half_t* const halves = nullptr;
        auto const thread = mma.get_slice(m);
        auto const a = thread.partition_A(
            make_tensor(make_smem_ptr(halves), make_layout(make_shape(Int<64>{}, Int<64>{}))));
        auto const b = thread.partition_B(
            make_tensor(make_smem_ptr(halves), make_layout(make_shape(Int<32 * P>{}, Int<64>{}))));
        auto const c = thread.partition_C(
            make_tensor(make_gmem_ptr(data), make_layout(make_shape(Int<64>{}, Int<32 * P>{}),
                                                         make_stride(s, Int<1>{}))));
        return int(size(a)) + int(size(b)) + int(size(c));""",
}
SHARES = """Layout<Shape <Shape <_8, _16>, Shape <_8, _8, _1>>,
                         Stride<Stride<_8, _64>, Stride<_1, Int<1024>, Int<P>>>>"""
PROOFS = {
    "bijectivity": "compact>(Layout<Shape<_32, _32, _1>, Stride<_32, _1, Int<P>>>{})",
    "bijectivity, 2^40": "compact>(Layout<Shape <Int<(1 << 20)>, Int<(1 << 20)>, _1>,\n"
                         "                              Stride<Int<(1 << 20)>, _1, Int<P>>>{})",
    "partition": f"owns_every_element<>>(\n                  {SHARES}{{}}, Shape<_128, _64>{{}})",
    "banks": "free_of_bank_conflicts<shared_store<128>, short>>(\n"
             f"    ComposedLayout<Swizzle<3, 3, 3>, _0,\n                  {SHARES}>{{}})",
}

# Headers of a room and of what stands for it in CuTe.
ROOMS: Dict[str, Dict[str, Tuple[str, ...]]] = {
    "include all": {"tileproof": ("tileproof/tileproof.hpp",), "cute": ("cute/tensor.hpp",),
                    "hana": ("hana_coalesce.hpp",)},
    "include atoms": {"tileproof": ("tileproof/atom.hpp",),
                      "cute": ("cute/atom/mma_atom.hpp", "cute/atom/copy_atom.hpp")},
    "include algebra": {"tileproof": ("tileproof/algebra/layout.hpp",),
                        "cute": ("cute/layout.hpp",)},
    "include printing": {"tileproof": ("tileproof/print/print.hpp",)},
    "include proofs": {"tileproof": ("tileproof/prove.hpp",)},
    "include tensors": {"tileproof": ("tileproof/tensor/tensor.hpp",),
                        "cute": ("cute/tensor.hpp",)},
    "include sgemm": {"tileproof": (f"{ROOT}/examples/kernels/gemm_partitioned.hpp",),
                      "cute": ("cute/tensor.hpp",)},
    "include f16": {"tileproof": ("tileproof/kernel/gemm/gemm_tensor_cores.hpp",),
                    "cute": ("cute/tensor.hpp",)},
    "include wgmma": {"tileproof": ("tileproof/kernel/gemm/wgmma/gemm_wgmma.hpp",),
                      "cute": ("cute/tensor.hpp",)},
}
# The static tests' facts about each instruction; those of warpgroups are proved by being included.
EVERY_ATOM = "".join(f'#include "{ROOT}/static_tests/atom/{kind}_facts.hpp"\n'
                     for kind in ("mma", "wgmma", "copy")) + """
static_assert(operations::facts_of_all<> > 0 && copy_operations::facts_of_all<> > 0);
"""


def headers_alone() -> List[str]:
    include = ROOT / "include"
    return sorted(str(path.relative_to(include)) for path in include.rglob("*.hpp"))


def all_cases() -> Dict[str, Case]:
    cases = [Case("empty", "include", libraries=("tileproof", "cute", "hana"))]
    cases += [Case(name, "include", libraries=tuple(of)) for name, of in ROOMS.items()]
    cases += [Case(name, "operation", "include all",
                   ("tileproof", "cute", "hana") if name == "coalesce" else ("tileproof", "cute"))
              for name in EXPRESSIONS]
    cases += [Case(name, "operation", "include atoms") for name in BODIES]
    cases += [Case(name, "proof", "include all", ("tileproof", "no proofs")) for name in PROOFS]
    for kernel in ("sgemm", "f16"):
        cases += [Case(kernel, "file", f"include {kernel}", only="nvcc"),
                  Case(f"{kernel} of any size", "file", f"include {kernel}", ("tileproof",),
                       only="nvcc"),
                  Case(f"{kernel} host", "file", f"include {kernel}", ("tileproof",), only="host")]
    cases.append(Case("wgmma", "file", "include wgmma", only="nvcc"))
    cases += [Case("every atom", "file", "include atoms", ("tileproof",))]
    cases += [Case(f"include {header}", "include", libraries=("tileproof",), by_default=False)
              for header in headers_alone()]
    return {case.name: case for case in cases}


CASES = all_cases()


def is_of_uses(case: Case) -> bool:
    return case.kind in ("operation", "proof")


def file_of(case: str, library: str) -> pathlib.Path:
    """The kernels are files of the project: for nvcc, and one for compilers of the host."""
    of_host = CASES[case].only == "host"
    name = case.replace(" ", "_") + (".cpp" if of_host else f"_{library}.cu")
    return ROOT / HERE / "kernels" / name


def include_of(case: str, library: str) -> str:
    if case == "empty":
        return ""
    of = ROOMS.get(case)
    headers = of.get(library) or of["tileproof"] if of else (case.split()[1],)
    return "".join(f"#include <{header}>\n" for header in headers)


def use(case: str, p: int) -> str:
    if case in PROOFS:
        text = f"static_assert(require<{PROOFS[case]});\n"
    else:
        body = BODIES.get(case) or f"""
  auto const result = {EXPRESSIONS[case]};
  return int(size(result));"""
        text = f"""
HOST_DEVICE int use_P([[maybe_unused]] int m, [[maybe_unused]] int n, [[maybe_unused]] int k,
                      [[maybe_unused]] int s, [[maybe_unused]] int t,
                      [[maybe_unused]] float* data) {{{body}
}}
"""
    return re.sub(r"\bP\b|(?<=use_)P", str(p), text)


def render(case: str, library: str, uses: int = 0) -> str:
    """The source text of a case."""
    of = CASES[case]
    if of.kind == "include":
        return include_of(case, library)
    if of.kind == "file":
        if case == "every atom":
            return include_of(of.base, library) + EVERY_ATOM
        return f'#include "{file_of(case, library)}"\n'
    # Hana's functions are for the host alone.
    text = f"""{include_of(of.base, library)}
#if defined(__CUDACC__) && {int(library != "hana")}
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif
using namespace {NAMESPACES[library]};
"""
    return text + "".join(use(case, p) for p in range(2, 2 + uses))
