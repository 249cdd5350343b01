"""How fast the referee is: `python -m tests.bench`. Every line is a ratio, or a count."""

import argparse
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from tabulate import tabulate

from tests.bench import (
    append,
    azul,
    deuxpas,
    growth,
    importing,
    inside,
    late,
    logs,
    memory,
    qwixx,
    replay,
    startup,
    verifying,
)
from tests.bench.measure import Line

ROWS = (
    *("startup", "append", "replay", "verify", "memory", "import"),
    *("qwixx", "deuxpas", "azul"),
    *("late", "inside", "growth"),
)
"""What is measured, in this order: `inside` and `growth` play on in their logs."""

LONG = 100_000
VERIFIED = 20_000
"""Events of the log that is verified: shorter, since every ruling is judged again."""


def main() -> int:
    """Measure, print the table, and say whether a bar was missed."""
    asked = _asked()
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as name:
        measured = _measured(asked, Path(name))
    print(_table(measured))  # noqa: T201 - the table is what this command is for
    if asked.json:
        records = [{"row": row, **line.record()} for row, line in measured]
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(records)) + b"\n")
    return int(any(line.missed for _, line in measured))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--rows", default=",".join(ROWS), help=f"some of: {','.join(ROWS)}")
    parser.add_argument("--rounds", type=int, default=11, help="rounds of each row (at least 9)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the lines as data, to FILE")
    parser.add_argument("--full", action="store_true", help="logs of up to 1,000,000 events")
    chart = "check time and memory against length as SVG, and beside it as JSON"
    parser.add_argument("--chart", type=Path, metavar="FILE", help=chart)
    asked = parser.parse_args()
    asked.rows = [row.strip() for row in asked.rows.split(",")]
    unknown = ", ".join(row for row in asked.rows if row not in ROWS)
    if unknown:
        parser.error(f"no such row: {unknown}; there are {', '.join(ROWS)}")
    asked.rounds = max(9, asked.rounds)
    return asked


def _measured(asked: argparse.Namespace, folder: Path) -> list[tuple[str, Line]]:
    made = _logs(asked, folder)
    rounds: int = asked.rounds
    longest = max(made, default=0)
    late_in = growth.FULL if asked.full else late.EVENTS
    rows: dict[str, Callable[[], list[Line]]] = {
        "startup": lambda: startup.lines(_room(folder, "startup"), rounds),
        "append": lambda: append.lines(_room(folder, "append"), rounds),
        "replay": lambda: replay.lines(made[LONG], LONG, rounds),
        "verify": lambda: verifying.lines(made[VERIFIED], VERIFIED, rounds),
        "memory": lambda: memory.lines(made[LONG // 10], made[LONG], LONG, rounds),
        "import": lambda: importing.lines(made[importing.EVENTS], _room(folder, "import"), rounds),
        "qwixx": lambda: qwixx.lines(rounds),
        "deuxpas": lambda: deuxpas.lines(rounds),
        "azul": lambda: azul.lines(rounds),
        "late": lambda: late.lines(
            made[inside.SHORT], made[late_in], late_in, _room(folder, "late"), rounds
        ),
        "inside": lambda: inside.lines(made[inside.SHORT], made[longest], longest, rounds),
        "growth": lambda: growth.lines(made, rounds, asked.chart),
    }
    measured = []
    for row, lines in rows.items():
        if row in asked.rows:
            _say(f"{row} …")
            measured += [(row, line) for line in lines()]
    return measured


def _logs(asked: argparse.Namespace, folder: Path) -> dict[int, Path]:
    """The logs that the rows need, by their events."""
    sizes = set()
    if "inside" in asked.rows:
        sizes |= {inside.SHORT, growth.FULL if asked.full else LONG}
    if "late" in asked.rows:
        sizes |= {inside.SHORT, growth.FULL if asked.full else late.EVENTS}
    if "growth" in asked.rows:
        sizes |= {*growth.SIZES, *([growth.FULL] if asked.full else [])}
    if "replay" in asked.rows or "memory" in asked.rows:
        sizes |= {LONG, LONG // 10}
    if "import" in asked.rows:
        sizes.add(importing.EVENTS)
    if "verify" in asked.rows:
        sizes.add(VERIFIED)
    if not sizes:
        return {}
    _say(f"a log of {max(sizes):,} events is made …")
    return dict(zip(sorted(sizes), logs.made(folder, sorted(sizes)), strict=True))


def _room(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def _say(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 - what is being done, beside the table


def _table(measured: list[tuple[str, Line]]) -> str:
    heads = ("row", "what", "ours", "other", "median", "min–max", "bar", "")
    rows = [(row, *_cells(line)) for row, line in measured]
    notes = [f"  {line.what}: {line.note}" for _, line in measured if line.note]
    return "\n".join([tabulate(rows, heads, disable_numparse=True), "", *notes])


def _cells(line: Line) -> tuple[str, ...]:
    number = partial(_number, line.unit)
    spread = f"{number(line.low)}–{number(line.high)}" if line.low and line.high else ""
    bar = f"{'≥' if line.at_least else '≤'} {line.bar:g} {line.unit}"
    verdict = "–" if line.value is None else "MISSED" if line.missed else "ok"
    return line.what, line.ours, line.theirs, number(line.value), spread, bar, verdict


def _number(unit: str, value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if unit == "×" else f"{value:g}"


if __name__ == "__main__":
    sys.exit(main())
