"""Faults on purpose: `python -m tests.torture.faults [--short] [--only WORD] [--json FILE]`.

Processes are killed, the power is lost, disks fail, files vanish, many write at once. A table says
how often each was tried and how often the log survived: every acknowledged event in it exactly
once, nothing half recorded, `verify` content. It ends with 1 if one did not.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from tabulate import tabulate

from tests.torture.faults import calls, surroundings
from tests.torture.faults.crowd import crowd
from tests.torture.faults.kills import killed
from tests.torture.faults.outcome import Outcome
from tests.torture.faults.power import lost
from tests.torture.faults.work import KINDS

LONG_CALLS = ("append", "import", "seal", "migrate", "backup")


def plan(*, short: bool, seed: int) -> dict[str, Callable[[], Outcome]]:
    """What there is to try, by name; `short` takes seconds, the long form many minutes."""
    kills, runs = (10, 1) if short else (300, 4)
    work = {f"kill {kind}": partial(killed, kind, kills, seed) for kind in KINDS}
    work |= {f"power {kind}": partial(lost, kind, runs, seed) for kind in KINDS}
    for fault in calls.FAULTS:
        for kind in LONG_CALLS[: 1 if short else None]:
            step, most = (7, 30) if short else (1 if kind == "append" else 4, 200)
            work[f"calls {fault} {kind}"] = partial(_failing, fault, kind, step, most)
    return {
        **work,
        "locked": partial(surroundings.locked, 4 if short else 200),
        "protected": surroundings.protected,
        "vanished": partial(surroundings.vanished, 6 if short else 200),
        "clock": partial(surroundings.jumping, 50 if short else 2_000, seed),
        "crowd": partial(crowd, 8, 5 if short else 60),
    }


def _failing(fault: str, kind: str, step: int, most: int) -> Outcome:
    return calls.failing(fault, kind, calls.numbers(step, most))


def main() -> int:
    """Try, print the table, and say whether a log was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture.faults", description=__doc__)
    parser.add_argument("--short", action="store_true", help="seconds instead of many minutes")
    parser.add_argument("--only", default="", metavar="WORD", help="what has this in its name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="the figures as data, to FILE")
    asked = parser.parse_args()
    outcomes = []
    for name, run in plan(short=asked.short, seed=asked.seed).items():
        if asked.only in name:
            print(f"{name} …", file=sys.stderr, flush=True)  # noqa: T201 - what is being done
            outcomes.append(run())
    rows = [(o.fault, o.tried, o.survived, o.lost or o.note) for o in outcomes]
    print(tabulate(rows, ("fault", "tried", "survived", ""), intfmt=","))  # noqa: T201 - the result
    if asked.json:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(outcomes)) + b"\n")
    return int(any(outcome.failed for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
