"""A chart of points as inline SVG: a line a player, told apart by sign and name, not by colour."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from referee.render.reply import visible

MOST = 8
"""Lines that can still be told apart."""


class Series(NamedTuple):
    """A player and the points at the end of each week, added up."""

    name: str
    totals: Sequence[int]


_WIDE, _HIGH, _LEFT, _RIGHT, _TOP, _FOOT = 640, 280, 50, 150, 14, 36
_DASHES = ("", "7 4", "2 4", "10 4 2 4", "", "7 4", "2 4", "10 4 2 4")
_SIGNS = (
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0Z",
    "M-4-4H4V4H-4Z",
    "M0-5L5 4H-5Z",
    "M0-5.5L5.5 0 0 5.5-5.5 0Z",
)


def lines(series: Sequence[Series], weeks: Sequence[str], label: str) -> str:
    """Points added up, week after week; the first players alone where there are many."""
    top = max((max(one.totals, default=0) for one in series), default=0)
    low = min((min(one.totals, default=0) for one in series), default=0)
    step = _step(max(top - low, 1))
    high, deep = -(-max(top, 1) // step) * step, (low // step) * step
    width, height = _WIDE - _LEFT - _RIGHT, _HIGH - _TOP - _FOOT

    def x(at: int) -> float:
        return _LEFT + width * ((at / (len(weeks) - 1)) if len(weeks) > 1 else 0.5)

    def y(points: int) -> float:
        return _TOP + height * (high - points) / (high - deep)

    parts = [
        f'<path class="grid" d="M{_LEFT} {y(n):.1f}H{_LEFT + width}"/>'
        f'<text x="{_LEFT - 8}" y="{y(n) + 4:.1f}" text-anchor="end">{n}</text>'
        for n in range(deep, high + 1, step)
    ]
    for at in _few(len(weeks)):
        week = escape(weeks[at][5:])  # the table beside it gives the year
        parts.append(f'<text x="{x(at):.1f}" y="{_HIGH - 10}" text-anchor="middle">{week}</text>')
    shown = series[:MOST]
    heights = _apart([y(one.totals[-1]) for one in shown])
    for n, one in enumerate(shown):
        points = " ".join(f"{x(at):.1f},{y(total):.1f}" for at, total in enumerate(one.totals))
        marks = "".join(
            f'<path d="{_SIGNS[n % 4]}" transform="translate({x(at):.1f} {y(total):.1f})"/>'
            for at, total in enumerate(one.totals)
            if at in _few(len(weeks), 24)
        )
        name = escape(_short(one.name))
        parts.append(
            f'<g class="series s{n}"><polyline points="{points}" stroke-dasharray="{_DASHES[n]}"/>'
            f'{marks}<text x="{_LEFT + width + 12}" y="{heights[n] + 4:.1f}">{name}'
            f" {one.totals[-1]}</text></g>"
        )
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def _step(span: int) -> int:
    """The distance of grid lines: 1, 2 or 5 times a power of ten, five lines or so."""
    size = 1
    while True:
        for times in (1, 2, 5):
            if span / (size * times) <= 5:
                return size * times
        size *= 10


def _few(n: int, most: int = 6) -> list[int]:
    """Some of n places, the first and the last among them."""
    if n <= most:
        return list(range(n))
    return sorted({round(at * (n - 1) / (most - 1)) for at in range(most)})


def _apart(wanted: Sequence[float], least: float = 21) -> list[float]:
    """Heights of names as near to those wanted as their size allows, inside the chart."""
    placed = [0.0] * len(wanted)
    below = float("-inf")
    for n in sorted(range(len(wanted)), key=lambda n: wanted[n]):
        below = placed[n] = max(wanted[n], below + least)
    over = max(0.0, below - (_HIGH - _FOOT + 6))
    return [height - over for height in placed]


def _short(name: str) -> str:
    name = visible(name)
    return name if len(name) <= 10 else f"{name[:9]}…"


def bars(places: Sequence[tuple[str, int]], label: str) -> str:
    """The points of one week, a bar a player."""
    shown = places[:MOST]
    top = max((points for _, points in shown), default=0) or 1
    high = 30 * len(shown) + 8
    parts = []
    for n, (name, points) in enumerate(shown):
        y, wide = 30 * n + 4, max(2.0, 380 * max(points, 0) / top)
        parts.append(
            f'<text x="128" y="{y + 17}" text-anchor="end">{escape(_short(name))}</text>'
            f'<rect class="bar" x="138" y="{y}" width="{wide:.1f}" height="24" rx="3"/>'
            f'<text x="{148 + wide:.1f}" y="{y + 17}">{points}</text>'
        )
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDE} {high}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )
