"""A log put in the place of another, which is kept."""

from referee.store.log import Log


def restore(file: str, path: str) -> str | None:
    """Put the log `file` in the place of the log at `path`; where the old one was kept, if any.

    The new log is written beside the old one and takes its name last, so that a failure on the way
    leaves the old one in place.
    """
    from pathlib import Path

    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh, old = f"{path}.new", None
    Path(fresh).unlink(missing_ok=True)
    source = Log.open(file)
    try:
        source.backup(fresh)
    finally:
        source.close()
    if target.exists():
        number = 1
        while Path(f"{path}.before-{number}").exists():
            number += 1
        old = f"{path}.before-{number}"
        for side in ("", "-wal", "-shm"):  # a broken log is kept too, with all that belongs to it
            if Path(path + side).exists():
                Path(path + side).rename(old + side)
    Path(fresh).rename(target)
    return old
