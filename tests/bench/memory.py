"""The memory of a replay, of a short log and of one ten times as long."""

import resource
import subprocess
import sys
from pathlib import Path

from referee.desk.table import rebuilt
from referee.desk.tables import find
from referee.store.log import Log
from tests.bench.measure import Line
from tests.bench.startup import surroundings

_STATUS = Path("/proc/self/status")


def lines(short: Path, long: Path, events: int, rounds: int) -> list[Line]:
    """Peak memory of two processes, one for each log."""
    pairs = [(peak_of(long), peak_of(short)) for _ in range(min(rounds, 5))]
    ratios = sorted(ours / theirs for ours, theirs in pairs)
    ours, theirs = pairs[0]
    what = f"peak memory of a replay, {events:,} events / {events // 10:,}"
    middle = ratios[len(ratios) // 2]
    shown = (f"{ours / 1024:.1f} MB", f"{theirs / 1024:.1f} MB")
    return [Line(what, middle, 1.15, ratios[0], ratios[-1], *shown)]


def peak_of(path: Path) -> int:
    """Peak memory (KiB) of a process that replays a log and does nothing else."""
    command = (sys.executable, "-m", __name__, str(path))
    done = subprocess.run(command, env=surroundings(), capture_output=True, check=True)
    return int(done.stdout)


def peak() -> int:
    """Peak memory (KiB) of this process. Where a process takes its first memory from the one that
    started it, `ru_maxrss` counts that too; Linux tells the true figure elsewhere."""
    if _STATUS.exists():
        for line in _STATUS.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // 1024 if sys.platform == "darwin" else used


def _replay(path: str) -> None:
    log = Log.open(path)
    rebuilt(find(log, None), log)
    log.close()
    sys.stdout.write(f"{peak()}\n")


if __name__ == "__main__":
    _replay(sys.argv[1])
