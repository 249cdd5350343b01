"""How often a process waits for the disk."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

MISSING = "strace not found"


def syncs(command: Sequence[str], folder: Path, environment: dict[str, str]) -> int | None:
    """The calls of fdatasync and fsync of a command and its children; None without strace."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    report = folder / "strace.txt"
    tracing = (strace, "-f", "-c", "-e", "trace=fdatasync,fsync", "-o", str(report))
    done = subprocess.run(
        [*tracing, *command], cwd=folder, env=environment, capture_output=True, check=False
    )
    if not report.exists():
        raise RuntimeError(done.stderr.decode())
    return sum(_calls(line) for line in report.read_text().splitlines())


def _calls(line: str) -> int:
    """The calls that a line of the summary counts: share, seconds, µs a call, calls, …, name."""
    fields = line.split()
    return int(fields[3]) if fields and fields[-1] in ("fdatasync", "fsync") else 0
