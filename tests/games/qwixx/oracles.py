"""Where the results of other people's engines are read: never copied into the project."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

BESIDE = Path(__file__).parents[4] / "shared/oracles"


def lines(name: str) -> list[dict[str, Any]]:
    """The lines of a file of oracles; the test is skipped where there is no such folder and
    REFEREE_ORACLES does not say that there has to be one."""
    named = os.environ.get("REFEREE_ORACLES")
    folder = Path(named) if named else BESIDE
    if not named and not folder.is_dir():
        pytest.skip(f"no folder {folder}: set REFEREE_ORACLES to where the oracles are")
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
