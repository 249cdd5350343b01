"""What torture found stays found: every input under `fixtures/posts/finds` is replayed."""

from pathlib import Path

import pytest

from tests.torture import finds
from tests.torture.mutate import seeds_of
from tests.torture.targets import TARGETS, attempt

FINDS = sorted(finds.FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FINDS, ids=lambda path: path.stem)
def test_a_find_is_borne(path: Path) -> None:
    name, data = finds.read(path)
    attempt(name, data)


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_bears_its_seeds(name: str) -> None:
    seeds = seeds_of(name)
    assert len(seeds) >= 1
    for data in seeds[:60]:
        attempt(name, data)


@pytest.mark.parametrize("data", [b"", b"x\n\xff\x00", "🔴\ud83d".encode("utf-8", "surrogatepass")])
def test_a_find_is_written_as_it_is_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "find.txt"
    path.write_text(finds.written("dates", data), encoding="ascii")
    assert finds.read(path) == ("dates", data)


def test_a_find_is_made_smaller() -> None:
    assert finds.smaller(b"abcXdefYg" * 9, lambda data: b"X" in data and b"Y" in data) in (
        b"XY",
        b"YX",
    )
