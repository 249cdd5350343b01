"""A find: an input that a target cannot bear. The file is plain text whatever the input holds: the
target's name, and the input as a JSON string (bytes that are no UTF-8 as lone surrogates)."""

import hashlib
import json
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.torture.targets import attempt

FOLDER = Path(__file__).parents[2] / "fixtures" / "posts" / "finds"
_MINUTELY = 15
"""Seconds that are spent on making a find smaller."""


def written(name: str, data: bytes) -> str:
    """A find as its file holds it."""
    return f"{name}\n{json.dumps(data.decode('utf-8', 'surrogateescape'))}\n"


def read(path: Path) -> tuple[str, bytes]:
    """The target and the input of a find."""
    name, text = path.read_text("ascii").split("\n", 1)
    return name, str(json.loads(text)).encode("utf-8", "surrogateescape")


def save(name: str, data: bytes) -> Path:
    """Write a find under the hash of its input."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{hashlib.sha256(data).hexdigest()[:16]}.txt"
    path.write_text(written(name, data), encoding="ascii")
    return path


def fault(name: str, data: bytes) -> str | None:
    """What goes wrong: the exception and the line of the product that it leaves; None if nothing
    does."""
    try:
        attempt(name, data)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "/referee/" in frame.filename] or frames[-1:]
        return f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno}"
    return None


def smaller(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """A part of the input that still fails, with ever smaller pieces taken out."""
    end = time.monotonic() + _MINUTELY
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data):
            less = data[:at] + data[at + size :]
            if time.monotonic() > end:
                return data
            if fails(less):
                data = less
            else:
                at += size
        size //= 2
    return data
