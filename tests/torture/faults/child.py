"""A work in a process of its own, so that its calls can be traced and made to fail:
`python -m tests.torture.faults.child KIND FOLDER`. It ends with 3 where the program says that the
log cannot be used; what is acknowledged goes to standard output."""

import os
import sys
from contextlib import closing
from pathlib import Path

from referee.desk.tables import find
from referee.store.errors import LogError
from referee.store.log import Log
from referee.store.rows import Head
from tests.torture.faults.work import WORKS, Acknowledge, append_one

POSTS = 4
"""Posts that are appended: few, since all that is written is lost in every way there is."""


def acknowledge(head: Head) -> None:
    """Say that an event is recorded."""
    os.write(1, f"{head.seq} {head.hash}\n".encode())


def acknowledged(told: str) -> list[Head]:
    """What a process has acknowledged."""
    pairs = [line.split() for line in told.split("\n")[:-1]]
    return [Head(int(seq), digest) for seq, digest in pairs]


def append(folder: Path, tell: Acknowledge, *, careless: bool = False) -> None:
    """A few posts, one after the other; careless: without waiting for the disk."""
    with closing(Log.open(str(folder / "log.db"))) as log:
        if careless:
            log._db.execute("PRAGMA synchronous = OFF")
        table = find(log, None)
        for number in range(POSTS):
            tell(append_one(log, table, f"bonsoir {os.getpid()}-{number}"))


def main() -> int:
    """Do the work."""
    kind, folder = sys.argv[1], Path(sys.argv[2])
    try:
        if kind in ("append", "careless"):
            append(folder, acknowledge, careless=kind == "careless")
        else:
            WORKS[kind].run(folder, acknowledge, "child")
    except LogError as error:
        sys.stderr.write(f"{error}\n")
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
