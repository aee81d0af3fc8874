"""Two panels side by side, as SVG: how time grows with files and with changed files."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from benchmarks.speed.results import Curve

__all__ = ["picture"]

_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM = 420, 300, 62, 34, 44
_ROOM_FOR_NAMES = 1.3
_STROKES = ("#1a7f64", "#c2571a", "#4a66c4", "#8a4fa8")
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-weight:600;fill:#24292f}"
    ".grid{stroke:#d0d7de;stroke-width:1}.back{fill:#fff}"
    "@media(prefers-color-scheme:dark){text{fill:#9da7b1}.title{fill:#e6edf3}.grid{stroke:#3d444d}.back{fill:#0d1117}}"
)


def picture(panels: Sequence[tuple[str, Sequence[Curve]]]) -> str:
    """Each panel has a title and curves over the same thing."""
    width = _WIDTH * len(panels)
    drawn = "".join(_panel(title, curves, at * _WIDTH) for at, (title, curves) in enumerate(panels) if curves)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}" '
        f'role="img"><title>How time grows</title><style>{_STYLE}</style>'
        f'<rect class="back" width="{width}" height="{_HEIGHT}"/>{drawn}</svg>\n'
    )


def _panel(title: str, curves: Sequence[Curve], shift: int) -> str:
    most_x = _round_up(max(x for curve in curves for x, _ in curve.points))
    most_y = _round_up(max(y for curve in curves for _, y in curve.points) * 1000 * _ROOM_FOR_NAMES)
    parts = [f'<text class="title" x="{_LEFT}" y="18">{escape(title)}</text>', _grid(most_x, most_y, curves[0].over)]
    for curve, stroke in zip(curves, _STROKES, strict=False):
        points = [(_x(x, most_x), _y(y * 1000, most_y)) for x, y in curve.points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{stroke}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{stroke}"/>' for x, y in points]
    return f'<g transform="translate({shift},0)">{"".join(parts)}{_legend(curves)}</g>'


def _legend(curves: Sequence[Curve]) -> str:
    """Names in the upper left corner, where growing lines leave room."""
    lines = []
    for row, (curve, stroke) in enumerate(zip(curves, _STROKES, strict=False)):
        y = _TOP + 14 + row * 16
        lines.append(f'<rect x="{_LEFT + 8}" y="{y - 8}" width="10" height="10" fill="{stroke}"/>')
        lines.append(f'<text x="{_LEFT + 24}" y="{y + 1}">{escape(curve.name)}</text>')
    return "".join(lines)


def _grid(most_x: float, most_y: float, over: str) -> str:
    parts = []
    for step in range(5):
        x, y = most_x * step / 4, most_y * step / 4
        at_x, at_y = _x(x, most_x), _y(y, most_y)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - 16}" y1="{at_y:.1f}" y2="{at_y:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{at_y + 4:.1f}" text-anchor="end">{y:,.4g} ms</text>')
        parts.append(f'<text x="{at_x:.1f}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{_count(x)}</text>')
    middle = (_LEFT + _WIDTH - 16) / 2
    parts.append(f'<text x="{middle}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(over)}</text>')
    return "".join(parts)


def _count(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 or value == int(value) else f"{value:.2g}"


def _x(value: float, most: float) -> float:
    return _LEFT + (_WIDTH - 16 - _LEFT) * value / most


def _y(value: float, most: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * value / most


def _round_up(value: float) -> float:
    """To something that four steps divide well."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if step * power >= value)
