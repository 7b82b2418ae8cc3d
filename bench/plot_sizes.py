#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Draws the ratios that `sizes drawn` has printed, as SVG: by the rows of A, and in their order.

usage: plot_sizes.py DRAWN_TXT OUTPUT_SVG
"""
import math
import pathlib
import re
import sys

from plot import Curve, figure, Panel

LINE = re.compile(r"(\d+)x(\d+)x(\d+) .*")
RATIO = re.compile(r"(?<= )\d\.\d{3}(?!\S)")  # of cuBLASLt, and of CUTLASS


def main(source, output):
    text = pathlib.Path(source).read_text()
    title = next(line for line in text.splitlines() if line.startswith("sizes drawn"))
    points = sorted((int(found.group(1)), min(map(float, RATIO.findall(line))))
                    for line in text.splitlines() if (found := LINE.match(line)))
    rows = [str(1 << i) if i < 10 else f"{1 << i - 10}k" for i in range(14)]
    parts = [f"{i} %" for i in range(0, 101, 10)]
    ratios = sorted(ratio for _, ratio in points)
    level = "as fast"
    by_rows = [Curve(f"{len(points)} sizes", [(math.log2(m), r) for m, r in points], joined=False),
               Curve(level, [(0, 1), (len(rows) - 1, 1)], dashed=True)]
    in_order = [Curve("quantiles", [(10 * i / max(1, len(ratios) - 1), r)
                                    for i, r in enumerate(ratios)], joined=False),
                Curve(level, [(0, 1), (10, 1)], dashed=True)]
    pathlib.Path(output).write_text(figure(
        [Panel("time of the better rival over ours, by the rows of A", rows, by_rows),
         Panel("the same, in their order", parts, in_order)], title))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
