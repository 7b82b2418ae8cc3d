#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the kernels beside what else does their work, and says how they compare.

    report.py --program PROGRAM [--output DIR] [-- options of PROGRAM]
    report.py --json FILE [--output DIR]

It runs PROGRAM (bench/main.cu), writes what is of use in Google Benchmark's output to
DIR/kernels.json, or reads such a file, and writes DIR/kernels.txt and DIR/kernels.svg. A row of the
table is a contender at a size, cold (the L2 evicted before every sample) or hot (after a run of its
own):

    time      median over the samples kept, microseconds
    rate      GB/s (bytes read and written), TFLOP/s, or TOP/s (of integers)
    a GHz     of TFLOP/s or TOP/s: the rate over the clock that was observed. Large GEMMs are limited
              by power, which lowers the clock of all contenders alike
    % copy    of this run's copy: cudaMemcpyAsync of the largest size, cold
    % peak    of the memory's bandwidth, or of the arithmetic at the clock that was observed
    ratio     time of the first contender over this one's, within a round: median [quartiles]; more
              than 1 is faster than the first
    cv        coefficient of variation of the repetitions, marked ! above 1 %
    MHz       of the multiprocessors, median
    kept      samples that were not throttled, marked ! where fewer than nine of ten
    error     over its bound, after timing
    reg, SASS registers a thread, and instructions of the kernel where cuobjdump is found

The exit status is PROGRAM's: 77 (skipped) without a GPU, 1 where a result was wrong or the filter
matched nothing. It is also 1, and nothing is written, where Google Benchmark is a debug build
(Debian's package is one; bench/meson.build builds a release).
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from typing import Dict, List, NamedTuple, Optional, Union

from plot import Curve, figure, Panel

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Before "work/contender" in the context of Google Benchmark.
KERNEL = "kernel of "
TWIN = "twin of "
UNITS = ("GB/s", "TFLOP/s", "TOP/s")


class Row(NamedTuple):
    work: str
    size: str                 # 4096, or 4096x14336x4096
    contender: str
    state: str                # cold or hot
    unit: str                 # of the rate
    values: Dict[str, float]  # the counters of bench/interleave.hpp
    note: str                 # unsteady, throttled, or why there are no values

    @property
    def rate(self) -> float:
        return self.values[self.unit]


# For each "work/contender" that has a kernel: how often each SASS opcode occurs in it.
Sass = Dict[str, Dict[str, int]]


def commit() -> str:
    result = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"],
                            capture_output=True, text=True)
    return result.stdout.strip() or "unknown"


def from_nvidia_smi() -> Dict[str, str]:
    """Facts beyond the CUDA runtime: driver, clocks now, power limit, why clocks are low."""
    queries = {"driver": "driver_version", "sm_mhz_before": "clocks.sm",
               "memory_mhz_before": "clocks.mem", "power_limit_watts": "power.limit",
               "slowdown_before": "clocks_event_reasons.active"}
    if not shutil.which("nvidia-smi"):
        return {}
    result = subprocess.run(["nvidia-smi", f"--query-gpu={','.join(queries.values())}",
                             "--format=csv,noheader,nounits", "--id=0"],
                            capture_output=True, text=True)
    values = [value.strip() for value in result.stdout.strip().split(",")]
    return dict(zip(queries, values)) if len(values) == len(queries) else {}


def instructions(program: pathlib.Path, symbols: Dict[str, str]) -> Sass:
    """The SASS of the kernels with these symbols, by cuobjdump; nothing where it is not found."""
    tool = shutil.which("cuobjdump") or shutil.which("/usr/local/cuda/bin/cuobjdump")
    if not tool or not symbols:
        return {}
    text = subprocess.run([tool, "--dump-sass", str(program)], capture_output=True,
                          text=True).stdout
    counts: Sass = {}
    counter: collections.Counter = collections.Counter()
    for line in text.splitlines():
        function = re.match(r"\s*Function : (\S+)", line)
        if function:
            counter = counts[function[1]] = collections.Counter()
        opcode = re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?\w+\s+)?([A-Z][A-Z0-9_]*)", line)
        if opcode and opcode[1] != "NOP":  # padding after the kernel
            counter[opcode[1]] += 1
    return {name: counts[symbol] for name, symbol in symbols.items() if symbol in counts}


def rows_of(benchmarks: List[dict]) -> List[Row]:
    """One for each benchmark, in order; its counters are the same in all of its repetitions."""
    rows = {}
    for each in benchmarks:
        if each["run_type"] != "iteration" or each["run_name"] in rows:
            continue
        work, size, contender, state = each["run_name"].split("/")[:4]
        unit = next((u for u in UNITS if u in each), "")
        counters = list(each)[list(each).index("time_unit") + 1:]
        values = {key: float(f"{each[key]:.6g}") for key in counters
                  if isinstance(each[key], (int, float))}
        note = each.get("error_message", each.get("label", ""))
        rows[each["run_name"]] = Row(work, size, contender, state, unit, values, note)
    return list(rows.values())


def run(program: pathlib.Path, options: List[str], file: pathlib.Path, known: str) -> int:
    """Its exit status; the file gets what the outside knows as well, if there are results."""
    context = {"commit": known or commit(), "command": shlex.join([program.name, *options]),
               **from_nvidia_smi()}
    raw = file.with_suffix(".google_benchmark.json")
    status = subprocess.run([str(program.resolve()), f"--benchmark_out={raw}",
                             "--benchmark_out_format=json",
                             "--benchmark_display_aggregates_only=true", *options]).returncode
    if status not in (0, 1):
        return status
    try:
        document = json.loads(raw.read_text())
    except (OSError, ValueError):  # it wrote nothing, or ended in the middle
        document = {"benchmarks": []}
    raw.unlink(missing_ok=True)
    file.unlink(missing_ok=True)
    if not document["benchmarks"]:
        print(f"{program.name} measured nothing: the filter matches no benchmark, or it failed")
        return 1
    built = document["context"]["library_build_type"]
    if built != "release":
        print(f"Google Benchmark is a {built} build, and results are of a release: "
              "meson configure build -Dbench=enabled builds one")
        return 1
    said = {key: value for key, value in document["context"].items() if isinstance(value, str)}
    after = {prefix: {key[len(prefix):]: value for key, value in said.items()
                      if key.startswith(prefix)} for prefix in (KERNEL, TWIN)}
    context.update({key: value for key, value in said.items()
                    if not key.startswith((KERNEL, TWIN, "executable", "host_name"))})
    write(file, {"context": context, "twins": after[TWIN],
                 "instructions": instructions(program, after[KERNEL]),
                 "rows": [row._asdict() for row in rows_of(document["benchmarks"])]})
    return status


def write(file: pathlib.Path, document: Dict[str, Union[dict, list]]) -> None:
    """As JSON, one line for each member of a member."""
    parts = []
    for key, part in document.items():
        if isinstance(part, dict):
            lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in part.items()]
        else:
            lines = [json.dumps(each) for each in part]
        opening, closing = "{}" if isinstance(part, dict) else "[]"
        parts.append(f"{json.dumps(key)}: {opening}\n" + ",\n".join(lines) + f"\n{closing}")
    file.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def copy_rate(rows: List[Row]) -> Optional[float]:
    copies = [r for r in rows if r.work == "copy" and r.contender == "cudaMemcpyAsync"
              and r.state == "cold" and r.values]
    return max(copies, key=lambda r: int(r.size)).rate if copies else None


def percent(fraction: Optional[float]) -> str:
    return f"{100 * fraction:6.1f}" if fraction is not None else f"{'-':>6}"


def table(rows: List[Row], sass: Sass) -> str:
    copy = copy_rate(rows)
    text = ""
    last = None
    for row in rows:
        if row.work != last:
            text += (f"\n{row.work}\n{'size':>15} {'':5}{'contender':22}{'time us':>11}"
                     f"{row.unit or 'rate':>10}{'a GHz':>8}{'% copy':>8}{'% peak':>8}{'ratio':>8}"
                     f" {'quartiles':>15}{'cv %':>8}{'MHz':>7}{'kept':>10}{'error':>10}{'reg':>5}"
                     f"{'SASS':>7}\n")
            last = row.work
        text += f"{row.size:>15} {row.state:5}{row.contender:22}"
        if row.unit not in row.values:
            text += f"  {row.note}\n"
            continue
        v = row.values
        of_copy = row.rate / copy if copy and row.unit == "GB/s" else None
        of_clock = "-" if row.unit == "GB/s" else f"{1e3 * row.rate / v['sm_mhz']:.1f}"
        quartiles = f"[{v['ratio_q1']:.3f}, {v['ratio_q3']:.3f}]"
        mark = "!" if "unsteady" in row.note else " "
        kept = f"{v['kept']:.0f}/{v['taken']:.0f}"
        registers = f"{v['registers']:.0f}" if "registers" in v else "-"
        count = sass.get(f"{row.work}/{row.contender}")
        total = str(sum(count.values())) if count else "-"
        throttled = "!" if "throttled" in row.note else " "
        text += (f"{v['median_us']:11.2f}{row.rate:10.1f}{of_clock:>8}"
                 f"  {percent(of_copy)}  {percent(v.get('of_peak'))}{v['ratio']:8.3f} {quartiles:>15}"
                 f"{100 * v['cv']:7.2f}{mark}{v['sm_mhz']:7.0f}"
                 f"{kept:>9}{throttled}{v['error_over_bound']:10.3f}{registers:>5}{total:>7}\n")
    return text


def twin_table(rows: List[Row], twins: Dict[str, str], sass: Sass) -> str:
    """A table of the kernels that both libraries have: time, registers, instructions."""
    text = ""
    for row in rows:
        v = row.values
        if "over_twin" not in v:
            continue
        name = twins[f"{row.work}/{row.contender}"]
        twin = next(r for r in rows
                    if (r.work, r.size, r.contender, r.state) == (*row[:2], name, row.state))
        both = [sum(sass.get(f"{row.work}/{c}", {}).values()) for c in (row.contender, name)]
        text += (f"{row.work:28}{row.size:>6} {row.state:5}{row.contender:16}{v['over_twin']:7.3f} "
                 f"[{v['over_twin_q1']:.3f}, {v['over_twin_q3']:.3f}]"
                 f"{v['registers']:7.0f}{twin.values['registers']:5.0f}{both[0]:8}{both[1]:6}\n")
    heading = (f"\nthe same kernel in CuTe\n{'':56}time / CuTe's [quartiles]  registers"
               "  instructions\n")
    return heading + text if text else ""


def opcode_table(sass: Sass) -> str:
    """The opcodes of contenders of one work, side by side; the rarer ones summed."""
    text = ""
    works = collections.OrderedDict((name.split("/")[0], None) for name in sass)
    for work in works:
        names = [name for name in sass if name.split("/")[0] == work]
        total: collections.Counter = collections.Counter()
        for name in names:
            total.update(sass[name])
        shown = [opcode for opcode, _ in total.most_common(14)]
        text += f"\nSASS instructions: {work}\n{'':22}{'all':>7}"
        text += "".join(f"{opcode:>8}" for opcode in shown) + f"{'others':>8}\n"
        for name in names:
            count = sass[name]
            others = sum(count.values()) - sum(count.get(opcode, 0) for opcode in shown)
            text += f"{name.split('/', 1)[1]:22}{sum(count.values()):>7}"
            text += "".join(f"{count.get(opcode, 0):>8}" for opcode in shown) + f"{others:>8}\n"
    return text


def size_name(row: Row) -> str:
    return f"{int(row.size) >> 20} MiB" if row.work == "copy" else row.size


def svg(rows: List[Row], title: str) -> str:
    """A panel for each work: the rate over the size; cold in full, hot dashed."""
    panels = []
    for work in collections.OrderedDict((r.work, None) for r in rows if r.values):
        these = [r for r in rows if r.work == work and r.values]
        sizes = list(collections.OrderedDict((r.size, None) for r in these))
        labels = [size_name(next(r for r in these if r.size == size)) for size in sizes]
        curves = [Curve(contender, [(sizes.index(r.size), r.rate) for r in these
                                    if (r.contender, r.state) == (contender, state)],
                        state == "hot")
                  for contender in collections.OrderedDict((r.contender, None) for r in these)
                  for state in ("cold", "hot")]
        panels.append(Panel(f"{work}, {these[0].unit}", labels, curves))
    return figure(panels, title)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, help="what bench/main.cu was built to")
    parser.add_argument("--json", type=pathlib.Path, help="of an earlier run, instead of a new one")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("."), metavar="DIR")
    parser.add_argument("--commit", default="", help="where git does not tell")
    parser.add_argument("options", nargs="*", help="of the program, after --")
    given = parser.parse_args()
    if not given.program and not given.json:
        parser.error("--program or --json is needed")

    given.output.mkdir(parents=True, exist_ok=True)
    file = given.json or given.output / "kernels.json"
    status = 0
    if not given.json:
        status = run(given.program, given.options, file, given.commit)
        if status not in (0, 1) or not file.exists():
            return status
    document = json.loads(file.read_text())
    rows = [Row(**{**row, "size": str(row["size"])}) for row in document["rows"]]
    if not rows:
        print("nothing was measured")
        return 1

    context = document["context"]
    sass = document["instructions"]
    text = ("".join(f"{key}: {value}\n" for key, value in context.items()) + table(rows, sass) +
            twin_table(rows, document["twins"], sass) + opcode_table(sass))
    (given.output / "kernels.txt").write_text(text)
    title = f"{context['gpu']}, {context['date'][:10]}, {context['commit']}; L2 cold, dashed: hot"
    (given.output / "kernels.svg").write_text(svg(rows, title))
    print(text)
    return status


if __name__ == "__main__":
    sys.exit(main())
