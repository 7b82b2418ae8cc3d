#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Compares the explorer's atoms, tiled MMAs and tiled copies with those of the compiled library.

usage: tilings.py TILEPROOF SEED COMPILER...

Each operand of each MMA atom that the program completes, and drawn tilings of each; each copy atom, tiled
over drawn threads and values and as the operands of MMAs; the layout atoms of wgmma. Texts must be equal.
"""
import json
import random
import re
import subprocess
import sys
import tempfile

PROGRAM = """#include <tileproof/atom.hpp>
#include <tileproof/print/print.hpp>
#include <cstdio>
using namespace tileproof;
static int wrong;
template <class L>
void is(L const& l, char const* expression, char const* expected) {
  if (to_string(l) == expected) return;
  ++wrong;
  std::printf("%%s: the explorer has %%s, the library %%s\\n", expression, expected, to_string(l).at);
}
%s
int main() {
%s
  return wrong != 0;
}
"""
ELEMENTS = {16: "half_t", 32: "float", 8: "std::int8_t"}


def names(program):
    """The names of MMAs and of copies, as the completion of draw has them."""
    words = re.findall(r"[A-Za-z0-9_]+(?:<[a-z0-9_]+>)?", subprocess.run(
        [program, "completion", "bash"], capture_output=True, text=True, check=True).stdout)
    mma = [w for w in words if re.match(r"SM\d+_(?:8x8|16x8|64x128)x\d+_", w)]
    copies = [w for w in words if re.match(r"SM\d+_U\d+x\d_", w)]
    copies += [f"UniversalCopy<{t}>" for t in ("uint8_t", "uint16_t", "float", "uint64_t", "uint128_t")]
    copies += ["SM80_CP_ASYNC_CACHEALWAYS<float>", "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>"]
    return sorted(set(mma)), sorted(set(copies))


def in_cpp(mma):
    """wgmma is a template, on the majors unless its name has them."""
    if not mma.startswith("SM90_64x") or "_S32" in mma:
        return mma
    return mma + ("<>" if mma.endswith("_TN") else "<GMMA::Major::K, GMMA::Major::K>")


def of_mma(draw, mma):
    """(expression, C++) of the atom's operands, and of drawn tilings."""
    for x in "ABC":
        yield f"get_layout{x}_TV({mma})", f"MMA_Atom<{in_cpp(mma)}>::Layout{x}_TV{{}}"
    if mma.startswith("SM70"):
        return  # a quad-pair is no interval of threads, and cannot be tiled alone
    rows, columns, depth = map(int, re.search(r"_(\d+)x(\d+)x(\d+)_", mma).groups())
    threads = 128 if mma.startswith("SM90_64x") else 32
    atoms = draw.choice([(1, 1, 1), (2, 1, 1), (1, 2, 1), (2, 2, 1), (4, 1, 1), (1, 1, 2)])
    while threads * atoms[0] * atoms[1] * atoms[2] > 512:
        atoms = draw.choice([(1, 1, 1), (2, 1, 1), (1, 2, 1)])
    tile = [n * a * draw.choice([1, 2]) for n, a in zip((rows, columns, depth), atoms)]
    atoms = ",".join(f"_{a}" for a in atoms)
    whole = ",".join(f"_{n}" for n in tile)
    some = draw.choice([f"<{whole}>", "<_,_,_>", f"<_{tile[0]},_,_{tile[2]}>",
                        f"<_{tile[0]},(_2,_{tile[1] // 2}):(_{tile[1] // 2},_1),_>"])
    cpp = re.sub(r"\(([^()]*)\):\(([^()]*)\)", r"Layout<Shape<\1>, Stride<\2>>", some[1:-1])
    cpp = re.sub(r"_(?=[,>]|$)", "Underscore", cpp)
    made = f"make_tiled_mma({mma},({atoms}),{some})"
    code = f"make_tiled_mma({in_cpp(mma)}{{}}, Layout<Shape<{atoms}>>{{}}, Tile<{cpp}>{{}})"
    for x in "ABC":
        yield f"get_layout{x}_TV({made})", f"{code}.get_layout{x}_TV()"
    yield f"tile_shape({made})", f"tile_shape({code})"
    if not mma.startswith("SM90_64x") or "_S32" in mma:
        matrix = f"make_layout((_{2 * tile[0]},_{3 * tile[1]}))"
        yield (f"thrfrg_C({made},{matrix})",
               f"{code}.thrfrg_C(make_layout(Shape<Int<{2 * tile[0]}>, Int<{3 * tile[1]}>>{{}}))")


def of_copy(draw, copy):
    bits = 8 if "int8" in copy or "uint8_t" in copy else 16 if "16" in copy.split("<")[-1] and "<" in copy else 32
    if copy.startswith("SM") and "CP_ASYNC" not in copy:
        bits = 16
    element = ELEMENTS[bits]
    atom = f"Copy_Atom<{copy},{element.removeprefix('std::')}>"
    code = f"Copy_Atom<{copy}, {element}>"
    code = re.sub(r"<(u?int\d+_t)>", lambda m: "<" + ("" if "128" in m[1] else "std::") + m[1] + ">", code)
    wide = re.search(r"<(.*)>$", copy)
    width = {"uint8_t": 8, "uint16_t": 16, "float": 32, "uint64_t": 64, "uint128_t": 128}[wide[1]] if wide else 0
    values = max(1, width // bits) if wide else 8
    threads = draw.choice([(32, 1), (8, 4), (4, 8)])
    order = draw.choice([(1, threads[0]), (threads[1], 1)])
    row = draw.random() < .5
    v = (1, values) if row else (values, 1)
    made = f"make_tiled_copy({atom},(_{threads[0]},_{threads[1]}):(_{order[0]},_{order[1]}),(_{v[0]},_{v[1]}))"
    cpp = (f"make_tiled_copy({code}{{}}, Layout<Shape<_{threads[0]}, _{threads[1]}>, Stride<_{order[0]}, "
           f"_{order[1]}>>{{}}, Layout<Shape<_{v[0]}, _{v[1]}>>{{}})")
    for x in "SD":
        yield f"get_layout{x}_TV({made})", f"{cpp}.get_layout{x}_TV()"
    yield f"tidfrg_S({made},make_layout((_128,_64)))", f"{cpp}.tidfrg_S(make_layout(Shape<_128, _64>{{}}))"
    if bits == 16 and not copy.startswith("SM90"):
        mma = "SM80_16x8x16_F32F16F16F32_TN"
        tiled = f"make_tiled_mma({mma},(_2,_2,_1),<_32,_32,_16>)"
        of = f"make_tiled_mma({mma}{{}}, Layout<Shape<_2, _2, _1>>{{}}, Tile<_32, _32, _16>{{}})"
        for x in "AB":
            yield (f"get_layoutS_TV(make_tiled_copy_{x}({atom},{tiled}))",
                   f"make_tiled_copy_{x}({code}{{}}, {of}).get_layoutS_TV()")


# Tiled copies and MMAs of docs/tutorial and examples, as they stand there.
CP_ASYNC = ("make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, "
            "Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{})")
WARPS = ("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{}, "
         "Tile<_32, _32, _16>{})")
WARPGROUP = "make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_128, _128, _64>>())"
PASTED_COPIES = [
    CP_ASYNC, f"make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{{}}, {WARPS})",
    f"make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{{}}, {WARPS})",
    "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, "
    "Layout<Shape<_16, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{})",
    "make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_16, _8>>{})",
    "make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, "
    "Layout<Shape<_16, _8>, Stride<_8, _1>>{})",
    "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, "
    "Layout<Shape<_8, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>, Stride<_8, _1>>{})"]
PASTED_MMAS = [
    WARPS, WARPGROUP, "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{})",
    "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{})",
    "make_tiled_mma(UniversalFMA<float>{}, Layout<Shape<_16, _16, _1>>{})",
    "make_tiled_mma(UniversalFMA<double>{}, Layout<Shape<_8, _32, _1>>{})"]


def pasted():
    """(expression, C++): the same text, but for the function that asks."""
    for copy in PASTED_COPIES:
        for x in "SD":
            yield f"get_layout{x}_TV({copy})", f"{copy}.get_layout{x}_TV()"
            yield f"tidfrg_{x}({copy},make_layout((_128,_64)))", \
                f"{copy}.tidfrg_{x}(make_layout(Shape<_128, _64>{{}}))"
    for mma in PASTED_MMAS:
        for x in "ABC":
            yield f"get_layout{x}_TV({mma})", f"{mma}.get_layout{x}_TV()"
    for x, rows in (("A", 64), ("B", 96)):
        copy = f"make_tiled_copy_{x}(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{{}}, {WARPS})"
        fragment = f"partition_{x}(get_slice({WARPS},0),make_layout((_{rows},_64)))"
        yield f"retile_D({copy},make_layout(shape({fragment})))", \
            (f"{copy}.get_slice(0).retile_D(make_layout({WARPS}.get_slice(0).partition_{x}("
             f"make_tensor(static_cast<half_t*>(nullptr), make_layout(Shape<_{rows}, _64>{{}})))"
             ".shape()))")


def main(program, seed, *compiler):
    draw = random.Random(int(seed))
    mma, copies = names(program)
    cases = [c for name in mma for c in of_mma(draw, name)]
    cases += [c for name in copies for c in of_copy(draw, name)]
    cases += pasted()
    for name in ("K_INTER", "K_SW32", "K_SW64", "K_SW128", "MN_INTER", "MN_SW32", "MN_SW64", "MN_SW128"):
        for element in ("half_t", "float", "int8_t"):
            cases.append((f"GMMA::Layout_{name}_Atom<{element}>{{}}",
                          f"GMMA::Layout_{name}_Atom<{element.replace('int8', 'std::int8')}>{{}}"))
    run = subprocess.run([program, "eval", "--json"], input="\n".join(c[0] for c in cases) + "\n",
                         capture_output=True, text=True, check=False)
    results = [json.loads(line) for line in run.stdout.splitlines()]
    refused = [(c, r["message"]) for c, r in zip(cases, results) if r["status"] != "result"]
    for case, why in refused[:8]:
        print(f"{case[0]}: {why}")
    functions, calls = [], []
    for i, ((text, cpp), r) in enumerate(zip(cases, results)):
        if r["status"] == "result":
            functions.append(f"static void f{i}() {{ is({cpp}, \"{text}\", \"{r['result']}\"); }}")
            calls.append(f"  f{i}();")
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/t.cpp", "w", encoding="utf-8") as file:
            file.write(PROGRAM % ("\n".join(functions), "\n".join(calls)))
        built = subprocess.run([*compiler, "-O0", "-o", f"{folder}/t", f"{folder}/t.cpp"],
                               capture_output=True, text=True, check=False)
        if built.returncode != 0:
            print("\n".join(l[:500] for l in built.stderr.splitlines() if "error" in l)[:4000])
            return 1
        ran = subprocess.run([f"{folder}/t"], capture_output=True, text=True, check=False)
    print(ran.stdout, end="")
    print(f"{len(mma)} MMAs and {len(copies)} copies: {len(calls)} layouts compared, {len(refused)} refused")
    return ran.returncode or bool(refused) or len(mma) < 50 or len(copies) < 19


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
