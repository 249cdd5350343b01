"""The ways of torturing one target: guided by coverage, at random, and longer and longer."""

import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from tests.torture import finds
from tests.torture.mutate import mutated, seeds_of

HANGS = 10
"""Seconds in which any input of the lengths met here must be read."""
_SIZES = (1 << 14, 1 << 16)
_SLOW = 0.25
_STEEP = 8
"""Four times the length: four times as long where time is linear, sixteen where it is square."""


class _Hangs(BaseException):
    """An input takes far too long; no `except Exception` may take it for something else."""


def _alarm(number: int, frame: FrameType | None) -> None:
    raise _Hangs


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - what a run reports


class _Finder:
    """Runs inputs and keeps the first, made smaller, of every kind of fault."""

    def __init__(self, name: str) -> None:
        self.name, self.seen = name, set[str]()

    def __call__(self, data: bytes) -> None:
        fault = finds.fault(self.name, data)
        if fault is None or fault in self.seen:
            return
        self.seen.add(fault)
        small = finds.smaller(data, lambda less: finds.fault(self.name, less) == fault)
        _say(f"FIND {self.name}: {fault}: {finds.save(self.name, small)}: {small[:300]!r}")


def guided(name: str, seconds: int, seed: int, corpus: Path) -> None:
    """Fuzz with atheris; it ends the process."""
    atheris: Any = import_module("atheris")
    finder, seeds, dice = _Finder(name), seeds_of(name), Random(seed)  # noqa: S311 - no secret

    def mutator(data: bytes, most: int, number: int) -> bytes:
        if number % 3:
            made = mutated(data or seeds[0], seeds, dice)
            return made[:most]
        return bytes(atheris.Mutate(data, most))

    def one(data: bytes) -> None:
        signal.alarm(HANGS)
        try:
            finder(data)
        except _Hangs:
            _say(f"FIND {name}: hangs: {finds.save(name, data)}")
        finally:
            signal.alarm(0)

    signal.signal(signal.SIGALRM, _alarm)
    options = (f"-max_total_time={seconds}", f"-seed={seed or 1}", "-max_len=65536", "-timeout=120")
    quiet = ("-rss_limit_mb=3000", "-print_final_stats=0", "-detect_leaks=0")
    argv = [sys.argv[0], str(corpus), *options, *quiet, f"-artifact_prefix={corpus}/"]
    atheris.Setup(argv, one, custom_mutator=mutator)
    atheris.Fuzz()


def at_random(name: str, seconds: int, seed: int, corpus: Path) -> int:
    """Run mutated seeds for so long; how many."""
    finder, seeds, dice = _Finder(name), seeds_of(name), Random(seed)  # noqa: S311 - no secret
    signal.signal(signal.SIGALRM, _alarm)
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = mutated(dice.choice(seeds), seeds, dice)
        count += 1
        signal.alarm(HANGS)
        try:
            finder(data)
        except _Hangs:
            _say(f"FIND {name}: hangs: {finds.save(name, data)}")
        finally:
            signal.alarm(0)
    return count


def longer(name: str, seconds: int, seed: int, corpus: Path) -> int:
    """Repeat pieces of inputs and see whether the time grows faster than the length; how many."""
    made = [path.read_bytes() for path in sorted(corpus.glob("*"))]
    seeds, dice = seeds_of(name), Random(seed)  # noqa: S311 - no secret
    signal.signal(signal.SIGALRM, _alarm)
    end, count, found = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end and found < 3:
        data = dice.choice(made if made and dice.random() < 0.5 else seeds)
        at = dice.randrange(len(data) + 1)
        piece = data[at : at + dice.choice((1, 2, 5, 12, 40, 200, 2000))] or b"x"
        head, tail = data[:at], dice.choice((b"", data[at:], data[:0] + b"\n", b"!"))
        count += 1
        if _is_steep(name, lambda size: head + piece * (size // len(piece) + 1) + tail):  # noqa: B023 - used at once
            found += 1
            path = finds.save(name, head + piece * 50 + tail)
            _say(f"FIND {name}: slow: {path}: {head[-80:]!r} + {piece!r} * n + {tail[:80]!r}")
    return count


def _is_steep(name: str, text: Callable[[int], bytes]) -> bool:
    if _seconds(name, text(_SIZES[1])) < _SLOW / 10:
        return False
    for factor in (1, 4):  # a slow machine is no find: asked again with longer texts
        small, big = (_seconds(name, text(size * factor)) for size in _SIZES)
        if big >= HANGS:
            return True
        if big < _SLOW * factor / 4 or big < _STEEP * small:
            return False
    return True


def _seconds(name: str, data: bytes) -> float:
    start = time.process_time()
    signal.alarm(HANGS)
    try:
        finds.fault(name, data)
    except _Hangs:
        return HANGS
    finally:
        signal.alarm(0)
    return time.process_time() - start
