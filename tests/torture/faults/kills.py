"""SIGKILL at random instants, in the middle of everything that writes."""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from referee.store.rows import Head
from tests.torture.faults.child import acknowledged
from tests.torture.faults.outcome import Outcome, Tally
from tests.torture.faults.work import WORKS, Work


def killed(kind: str, times: int, seed: int, folder: Path | None = None) -> Outcome:
    """Begin a work, kill it, look; again and again."""
    tally, work, dice = Tally(f"SIGKILL during {kind}"), WORKS[kind], Random(seed)  # noqa: S311 - no secret
    survived_whole = 0
    with tempfile.TemporaryDirectory(prefix="referee-kills-", dir=folder) as name:
        room = Path(name)
        work.begin(room)
        longest = max(_whole(work, room), 0.002) if kind != "append" else work.longest
        for number in range(times):
            work.begin(room)
            acknowledged = kill(work, room, f"{number}", dice.uniform(0, 1.1 * longest))
            survived_whole += bool(acknowledged)
            tally.take(_looked(work, room, acknowledged))
    return tally.outcome(f"{survived_whole} had acknowledged before")


def _whole(work: Work, room: Path) -> float:
    """Seconds of the work when nothing disturbs it: also what warms this process up for it."""
    begun = time.perf_counter()
    os.waitpid(forked(lambda: work.run(room, lambda head: None, "whole")), 0)
    took = time.perf_counter() - begun
    work.check(room, [])
    return took


def _looked(work: Work, room: Path, acknowledged: list[Head]) -> str:
    try:
        return work.check(room, acknowledged)
    except Exception as error:  # noqa: BLE001 - a log that cannot be opened is lost, whatever it says
        return repr(error)


def kill(work: Work, room: Path, name: str, after: float) -> list[Head]:
    """Run a work in a process, kill it so many seconds later; what it had acknowledged."""
    reading, writing = os.pipe()

    def acknowledge(head: Head) -> None:
        os.write(writing, f"{head.seq} {head.hash}\n".encode())

    child = forked(lambda: work.run(room, acknowledge, name))
    os.close(writing)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading) as told:
        return acknowledged(told.read())


def forked(run: Callable[[], None]) -> int:
    """A process of its own that runs something and ends; its number."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    try:
        run()
    finally:
        os._exit(0)
