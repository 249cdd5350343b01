"""The time of a check and the memory of a replay against the length of the log, as a chart."""

import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

from referee.desk.table import now_of
from referee.desk.tables import find
from referee.store.log import Log
from tests.bench.inside import seconds_of_check
from tests.bench.logs import next_turn, text_of
from tests.bench.measure import Line, Pairs, seconds
from tests.bench.memory import peak_of
from tests.bench.startup import COMMAND, surroundings

SIZES = (100, 1_000, 10_000, 100_000)
FULL = 1_000_000
BAR = 1.15
_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 260, 70, 30
_COLOURS = ("#1f6feb", "#8250df", "#bf3989")


class Point(NamedTuple):
    """What a log of so many events costs: a check inside the process and as a whole process
    (milliseconds), and the peak memory of a replay (MB)."""

    events: int
    inside: float
    process: float
    memory: float


def lines(made: dict[int, Path], rounds: int, chart: Path | None) -> list[Line]:
    """The longest log against the shortest, whole process and all; the curve goes to `chart`."""
    sizes = [size for size in sorted(made) if size in (*SIZES, FULL)]
    inside, process = measured({size: made[size] for size in sizes}, rounds)
    points = [
        Point(n, median(inside[n]) * 1e3, median(process[n]) * 1e3, peak_of(made[n]) / 1024)
        for n in sizes
    ]
    if chart is not None:
        chart.write_text(drawn(points), encoding="utf-8")
        data = msgspec.json.format(msgspec.json.encode([point._asdict() for point in points]))
        chart.with_suffix(".json").write_bytes(data + b"\n")
    first, last = sizes[0], sizes[-1]
    pairs = Pairs(process[last], process[first])
    return [pairs.line(f"check, whole process, {last:,} events / {first}", BAR)]


def measured(
    logs: dict[int, Path], rounds: int
) -> tuple[dict[int, list[float]], dict[int, list[float]]]:
    """Each log in turn, round by round: the seconds of a check inside the process, and of a whole
    one."""
    inside: dict[int, list[float]] = {size: [] for size in logs}
    process: dict[int, list[float]] = {size: [] for size in logs}
    for number in range(rounds + 1):
        for size, path in logs.items():
            taken = seconds_of_check(path), _process(path)
            if number:
                inside[size].append(taken[0])
                process[size].append(taken[1])
    return inside, process


def _process(path: Path) -> float:
    """The seconds of one `check` of the next valid post, as a process of its own."""
    log = Log.open(str(path))
    table = find(log, None)
    state = now_of(table, log).state
    turn = next_turn(table, state)
    post = path.with_suffix(".txt")
    post.write_text(text_of(table, state, turn), encoding="utf-8")
    log.close()
    now = (turn.at + timedelta(minutes=1)).isoformat()
    stamp = ("--author", turn.player, "--at", turn.at.isoformat())
    command = (*COMMAND, "--log", str(path), "--now", now, "check", *stamp, str(post))

    def run() -> None:
        done = subprocess.run(command, env=surroundings(), capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr.decode())

    return seconds(run)


def drawn(points: list[Point]) -> str:
    """The curves as SVG: events on a logarithmic axis, each curve on the scale beside it."""
    names = ("check inside the process, ms", "check, whole process, ms", "replay, peak memory, MB")
    parts = [_curve(points, row + 1, name, row) for row, name in enumerate(names)]
    height = 3 * _HEIGHT
    body = "\n".join(line for part in parts for line in part)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}"'
        f' viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _curve(points: list[Point], at: int, name: str, row: int) -> Iterator[str]:
    top, bottom = row * _HEIGHT + _TOP, (row + 1) * _HEIGHT - _TOP
    right = _WIDTH - 30
    values = [float(point[at]) for point in points]
    most = 1.25 * max(values)
    step = (right - _LEFT) / max(1, len(points) - 1)
    spots = [
        (_LEFT + number * step, bottom - value / most * (bottom - top))
        for number, value in enumerate(values)
    ]
    yield f'<text x="{_LEFT}" y="{top - 10}" font-weight="bold">{name}</text>'
    yield f'<path d="M{_LEFT} {top}V{bottom}H{right}" fill="none" stroke="#888"/>'
    for (x, y), point, value in zip(spots, points, values, strict=True):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_COLOURS[row]}"/>'
        yield f'<text x="{x:.1f}" y="{y - 10:.1f}" text-anchor="middle">{value:.1f}</text>'
        yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{point.events:,}</text>'
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    yield f'<path d="M{path}" fill="none" stroke="{_COLOURS[row]}" stroke-width="2"/>'
    yield f'<text x="{_LEFT - 8}" y="{bottom}" text-anchor="end">0</text>'
    yield f'<text x="{_LEFT - 8}" y="{top + 8}" text-anchor="end">{most:.0f}</text>'
