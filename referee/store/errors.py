"""Why a log cannot be used. Each has a case that the command line puts into words."""

import os
import sqlite3


class LogError(Exception):
    """The log cannot be used: `case` says why, `path` where."""

    def __init__(self, case: str, path: str, detail: str = "") -> None:
        super().__init__(f"{case}: {path} {detail}".strip())
        self.case = case
        self.path = path
        self.detail = detail


class NoLog(LogError):
    """There is no log at that path yet."""

    def __init__(self, path: str) -> None:
        super().__init__("missing", path)


class StaleHead(Exception):
    """Somebody else appended since the head was read: nothing was written."""


_ROOM = 1 << 16
"""Bytes without which SQLite cannot set up its side files."""

_CASES = {
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "readonly",
    "SQLITE_CANTOPEN": "unreachable",
    "SQLITE_PERM": "unreachable",
    "SQLITE_IOERR": "io",
    "SQLITE_CORRUPT": "corrupt",
    "SQLITE_NOTADB": "corrupt",
}


def translated(error: sqlite3.Error, path: str) -> LogError:
    """The log error that a SQLite error means."""
    name = getattr(error, "sqlite_errorname", "") or ""
    for prefix, case in _CASES.items():
        if name.startswith(prefix):
            return LogError("full" if case == "io" and _is_full(path) else case, path, str(error))
    return LogError("corrupt", path, str(error))


def _is_full(path: str) -> bool:
    """Whether there is no room left where a log is: SQLite needs some even to read."""
    try:
        disk = os.statvfs(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120 - pathlib costs start-up time
    except (AttributeError, OSError):  # another system, or no disk at all
        return False
    return disk.f_bavail * disk.f_frsize < _ROOM


class translating:  # noqa: N801 - reads as what it does: `with translating(path):`
    """SQLite's errors as those of a log; a class, because it stands around every query."""

    __slots__ = ("path",)

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise translated(error, self.path) from error
        if isinstance(error, UnicodeDecodeError):  # sqlite3 cannot even say what is broken
            raise LogError("corrupt", self.path, str(error)) from error
