# SPDX-License-Identifier: BSL-1.0
"""From samples to ratios, bars and curves."""
import csv
import pathlib
import statistics
import sys
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from cases import CASES, is_of_uses

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from plot import Curve, figure, Panel  # noqa: E402

COLUMNS = ("compiler", "library", "case", "uses", "repeat", "wall_s", "cpu_s", "peak_mib", "host_s",
           "device_s", "instantiations", "version", "machine", "date", "commit", "command")
FIGURES = ("wall_s", "cpu_s", "peak_mib", "host_s", "device_s", "instantiations")

# The largest ratios to CuTe that pass; that of the slope depends on the kind of the compiler.
SLOPE_BAR = {"g++": 1 / 5, "clang++": 1 / 5, "nvcc": 1 / 4}
INCLUDE_BAR = 1 / 4
FILE_BAR = 1 / 3
MEMORY_BAR = 1 / 3
PROOF_MS = 20.0
# A proof about 2^40 points, over one about 2^10.
SIZE_BAR = 1.2

Row = Dict[str, str]
Figures = Dict[str, float]              # by name, of FIGURES; what was not measured is missing
Medians = Dict[Tuple[str, str, str, int], Figures]  # compiler, library, case, uses


class Line(NamedTuple):
    compiler: str
    case: str
    ours: Optional[Figures]
    theirs: Optional[Figures]    # CuTe's
    bar: str                     # of the times
    met: Optional[bool]          # None where there is no bar, or not all was measured


def read(file: pathlib.Path) -> List[Row]:
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    if rows and tuple(rows[0]) != COLUMNS:
        raise SystemExit(f"{file}: not a table of compile_time.py")
    return rows


def different(rows: Iterable[Row]) -> Optional[str]:
    """Why they cannot be held against each other: a compiler is of one version, machine, commit."""
    seen: Dict[str, Tuple[str, ...]] = {}
    for row in rows:
        of = tuple(row[key] for key in ("version", "machine", "commit"))
        if seen.setdefault(row["compiler"], of) != of:
            return f"{row['compiler']}: {', '.join(of)}; and {', '.join(seen[row['compiler']])}"
    return None


def medians(rows: Iterable[Row]) -> Medians:
    samples: Dict[Tuple[str, str, str, int], Dict[str, List[float]]] = {}
    for row in rows:
        key = (row["compiler"], row["library"], row["case"], int(row["uses"]))
        of = samples.setdefault(key, {})
        for name in FIGURES:
            if row[name]:
                of.setdefault(name, []).append(float(row[name]))
    return {key: {name: statistics.median(values) for name, values in of.items()}
            for key, of in samples.items()}


def slope(points: Sequence[Tuple[float, float]]) -> float:
    """The slope of the least-squares line."""
    x, y = (statistics.fmean(column) for column in zip(*points))
    return sum((px - x) * (py - y) for px, py in points) / sum((px - x) ** 2 for px, _ in points)


def less(a: Optional[Figures], b: Optional[Figures]) -> Optional[Figures]:
    if a is None or b is None:
        return None
    return {name: a[name] - b[name] for name in a if name in b}


def uses_of(of: Medians, compiler: str, library: str, case: str) -> List[int]:
    return sorted(key[3] for key in of if key[:3] == (compiler, library, case))


def per_use(of: Medians, compiler: str, library: str, case: str,
            counts: Sequence[int]) -> Optional[Figures]:
    """Slopes over the counts, and the memory of the largest, net of a file that only includes."""
    if len(counts) < 2:
        return None
    at = [(n, of[compiler, library, case, n]) for n in counts]
    result = {}
    for name in FIGURES:
        points = [(n, figures[name]) for n, figures in at if name in figures]
        if len(points) > 1:
            result[name] = slope(points)
    include = of.get((compiler, "tileproof" if library == "no proofs" else library,
                      CASES[case].base, 0))
    del result["peak_mib"]
    if include:
        result["peak_mib"] = at[-1][1]["peak_mib"] - include["peak_mib"]
    return result


def ratio(ours: Figures, theirs: Figures, name: str) -> Optional[float]:
    if name not in ours or name not in theirs:
        return None
    return ours[name] / theirs[name] if theirs[name] > 0 else float("inf")


def within(ours: Optional[Figures], theirs: Optional[Figures], bar: float) -> Optional[bool]:
    """Neighbours on the machine disturb wall time more than processor time: both must do."""
    if ours is None or theirs is None:
        return None
    ratios = [ratio(ours, theirs, name) for name in ("wall_s", "cpu_s", "peak_mib")]
    if None in ratios:
        return None
    return all(r <= most for r, most in zip(ratios, (bar, bar, MEMORY_BAR)))


def lines_of(of: Medians, kinds: Dict[str, str]) -> List[Line]:
    """A line for each compiler and case; kinds: of the compilers."""
    lines = []
    for compiler, kind in kinds.items():
        proofs: Dict[str, Figures] = {}
        for case in CASES.values():
            if not any(key[0] == compiler and key[2] == case.name for key in of):
                continue
            if case.kind == "proof":
                counts = [n for n in uses_of(of, compiler, "tileproof", case.name)
                          if (compiler, "no proofs", case.name, n) in of]
                ours = less(per_use(of, compiler, "tileproof", case.name, counts),
                            per_use(of, compiler, "no proofs", case.name, counts))
                met = None if ours is None else max(ours["wall_s"], ours["cpu_s"]) < PROOF_MS / 1000
                bar = f"{PROOF_MS:g} ms"
                if ours is not None:
                    proofs[case.name] = ours
                    small = proofs.get(case.name.split(",")[0])
                    if small is not None and small is not ours:
                        bar += f", {SIZE_BAR:g}x"
                        met = met and ours["cpu_s"] <= SIZE_BAR * small["cpu_s"]
                lines.append(Line(compiler, case.name, ours, None, bar, met))
            elif case.kind == "operation":
                counts = uses_of(of, compiler, "tileproof", case.name)
                of_cute = uses_of(of, compiler, "cute", case.name)
                counts = [n for n in counts if n in of_cute] if of_cute else counts
                ours = per_use(of, compiler, "tileproof", case.name, counts)
                theirs = per_use(of, compiler, "cute", case.name, counts) if of_cute else None
                bar = SLOPE_BAR[kind]
                lines.append(Line(compiler, case.name, ours, theirs, f"{bar:.2f}",
                                  within(ours, theirs, bar)))
                of_hana = uses_of(of, compiler, "hana", case.name)
                if of_hana:
                    lines.append(Line(compiler, f"{case.name} by Hana",
                                      per_use(of, compiler, "hana", case.name, of_hana),
                                      per_use(of, compiler, "cute", case.name, counts)
                                      if of_cute else None, "", None))
            elif case.name != "empty":
                for base in ("empty", case.base) if case.base else ("empty",):
                    both = [less(of.get((compiler, library, case.name, 0)),
                                 of.get((compiler, library, base, 0)))
                            for library in ("tileproof", "cute")]
                    if both == [None, None]:
                        continue
                    bar = (INCLUDE_BAR if case.name == "include all" else
                           FILE_BAR if case.only == "nvcc" and "cute" in case.libraries else None)
                    name = case.name if base == "empty" else f"{case.name}, net of includes"
                    lines.append(Line(compiler, name, *both, f"{bar:.2f}" if bar else "",
                                      within(*both, bar) if bar else None))
    return lines


def cells(of: Optional[Figures], unit: float) -> str:
    if of is None:
        return f"{'-':^34}"
    times = "".join(f"{of[name] * unit:9.2f}" for name in ("wall_s", "cpu_s"))
    memory = f"{of['peak_mib']:8.1f}" if "peak_mib" in of else f"{'':8}"
    count = f"{of['instantiations']:8.0f}" if "instantiations" in of else f"{'':8}"
    return times + memory + count


def table(lines: List[Line]) -> str:
    text = """\
Operations and proofs: ms a use (slopes over the numbers of uses), MiB of the largest file net of
its include, instantiations a use; a proof net of its layouts. Whole files: ms, MiB and
instantiations net of an empty file, or of what they include. A bar is for both times; of memory it
is 0.33.

"""
    text += (f"{'':47}{'tileproof':^34}{'CuTe':^34}{'ratio':^21}".rstrip() + f"\n{'':47}" +
             2 * f"{'wall':>9}{'cpu':>9}{'MiB':>8}{'inst.':>8}" +
             f"{'wall':>7}{'cpu':>7}{'MiB':>7}  bar\n")
    for line in lines:
        text += f"{line.compiler:12}{line.case:35}"
        text += cells(line.ours, 1000) + cells(line.theirs, 1000)
        for name in ("wall_s", "cpu_s", "peak_mib"):
            r = ratio(line.ours, line.theirs, name) if line.ours and line.theirs else None
            text += f"{'':7}" if r is None else f"{r:7.2f}"
        met = "" if not line.bar else "" if line.met is None else "met" if line.met else "MISSED"
        text = f"{text}  {line.bar:10} {met}".rstrip() + "\n"
    return text


def passes_table(lines: List[Line]) -> str:
    """The time of nvcc's phases for the host and for the device, as a table."""
    text = f"\n{'nvcc, ms':47}{'tileproof':^18}{'CuTe':^18}{'ratio':^14}".rstrip() + f"\n{'':47}"
    text += 2 * f"{'host':>9}{'device':>9}" + f"{'host':>7}{'device':>7}\n"
    rows = 0
    for line in lines:
        if not line.ours or "host_s" not in line.ours:
            continue
        rows += 1
        text += f"{line.compiler:12}{line.case:35}"
        for of in (line.ours, line.theirs):
            text += ("".join(f"{of[name] * 1000:9.2f}" for name in ("host_s", "device_s"))
                     if of and "host_s" in of else f"{'':18}")
        for name in ("host_s", "device_s"):
            r = ratio(line.ours, line.theirs, name) if line.theirs else None
            text += f"{'':7}" if r is None else f"{r:7.2f}"
        text = text.rstrip() + "\n"
    return text if rows else ""


def svg(of: Medians, compilers: Sequence[str], title: str) -> str:
    """A panel for each operation and compiler: seconds, net of the include, over the uses."""
    panels = []
    for case in CASES.values():
        if not is_of_uses(case):
            continue
        for compiler in compilers:
            counts = sorted({key[3] for key in of if key[0] == compiler and key[2] == case.name})
            curves = []
            for library in case.libraries:
                base = of.get((compiler, "tileproof" if library == "no proofs" else library,
                               case.base, 0), {"wall_s": 0})
                points = [(counts.index(n), max(0, of[compiler, library, case.name, n]["wall_s"] -
                                                base["wall_s"]))
                          for n in uses_of(of, compiler, library, case.name)]
                if points:
                    curves.append(Curve(library, points))
            if curves:
                labels = [str(n) for n in counts]
                panels.append(Panel(f"{case.name}, {compiler}, s", labels, curves))
    return figure(panels, title, columns=max(1, len(compilers)))
