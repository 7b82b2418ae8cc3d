# SPDX-License-Identifier: BSL-1.0
"""Panels of curves over named points, as SVG."""
import collections
import html
import math
from typing import List, NamedTuple, Tuple

COLOURS = ("#777777", "#1b6ca8", "#c8553d", "#2a7f3f", "#8d5a97", "#b8860b", "#000000", "#00838f")


class Curve(NamedTuple):
    name: str                         # curves of one name have one colour
    points: List[Tuple[float, float]]  # which label, and a height of 0 or more
    dashed: bool = False
    joined: bool = True


class Panel(NamedTuple):
    title: str
    labels: List[str]
    curves: List[Curve]


def ticks(top: float) -> List[float]:
    """About four round numbers up to top."""
    step = 10 ** math.floor(math.log10(top / 2))
    step = next(step * f for f in (1, 2, 5, 10) if top / (step * f) <= 5)
    return [i * step for i in range(int(top / step) + 1)]


def figure(panels: List[Panel], title: str, columns: int = 2) -> str:
    width, height, left, below = 460, 300, 56, 96
    plot_width, plot_height = width - left - 20, height - below - 30
    lines = -(-len(panels) // columns)
    text = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * width}" '
            f'height="{lines * height + 40}" font-family="sans-serif" font-size="11">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n'
            f'<text x="12" y="22" font-size="13">{html.escape(title)}</text>\n')
    for at, panel in enumerate(panels):
        top = 1.05 * max(value for curve in panel.curves for _, value in curve.points) or 1.0

        def x(label: float) -> float:
            return left + plot_width * (label + 0.5) / len(panel.labels)

        def y(value: float) -> float:
            return 30 + plot_height * (1 - value / top)

        text += f'<g transform="translate({at % columns * width},{at // columns * height + 40})">\n'
        text += f'<text x="{left}" y="20" font-weight="bold">{html.escape(panel.title)}</text>\n'
        for tick in ticks(top):
            text += (f'<line x1="{left}" x2="{left + plot_width}" y1="{y(tick):.1f}" '
                     f'y2="{y(tick):.1f}" stroke="#dddddd"/>'
                     f'<text x="{left - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>\n')
        for label, name in enumerate(panel.labels):
            text += (f'<text x="{x(label):.1f}" y="{height - below + 14}" '
                     f'text-anchor="middle">{html.escape(name)}</text>\n')
        names = list(collections.OrderedDict((curve.name, None) for curve in panel.curves))
        for i, name in enumerate(names):
            colour = COLOURS[i % len(COLOURS)]
            for curve in panel.curves:
                if curve.name != name:
                    continue
                points = [(x(label), y(value)) for label, value in curve.points]
                path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
                dash = ' stroke-dasharray="4 3"' if curve.dashed else ""
                if curve.joined:
                    text += (f'<polyline points="{path}" fill="none" stroke="{colour}" '
                             f'stroke-width="1.6"{dash}/>\n')
                if not curve.dashed:
                    text += "".join(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="2.6" fill="{colour}"/>'
                                    for px, py in points) + "\n"
            lx, ly = left + i % 2 * (plot_width // 2), height - below + 34 + i // 2 * 15
            text += (f'<rect x="{lx}" y="{ly - 8}" width="10" height="10" fill="{colour}"/>'
                     f'<text x="{lx + 15}" y="{ly + 1}">{html.escape(name)}</text>\n')
        text += "</g>\n"
    return text + "</svg>\n"
