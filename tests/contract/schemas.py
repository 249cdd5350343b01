"""The JSON Schemas of the events, made from the code: `python -m tests.contract.schemas`.

Also freezes: `python -m tests.contract.schemas --freeze` writes the hash of every schema into
events/FROZEN, which is done once a version, when it is released.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from referee.core.events import EVENTS

FOLDER = Path(__file__).parents[2] / "events"


def schema_name(kind: str, version: int) -> str:
    """The file of a schema."""
    return f"{kind}.v{version}.json"


def generated() -> dict[str, str]:
    """Every schema as text, by file name."""
    found = {}
    for (kind, version), event in EVENTS.items():
        schema = _bare(msgspec.json.schema(event))
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
        found[schema_name(kind, version)] = json.dumps(whole, indent=2, sort_keys=True) + "\n"
    return found


def _bare(value: Any) -> Any:
    """Without docstrings: a schema freezes the contract, not the prose."""
    if isinstance(value, dict):
        return {
            key: _bare(inner)
            for key, inner in value.items()
            if not (key == "description" and isinstance(inner, str))
        }
    return [_bare(inner) for inner in value] if isinstance(value, list) else value


def frozen() -> dict[str, str]:
    """The hash of each released schema, by file name."""
    lines = (FOLDER / "FROZEN").read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if line.strip() and not line.startswith("#"))
    return {name: digest for digest, name in pairs}


def hashed(text: str) -> str:
    """What FROZEN holds of a schema."""
    return hashlib.sha256(text.encode()).hexdigest()


def main() -> None:
    """Write the schemas, and with --freeze their hashes."""
    schemas = generated()
    for name, text in schemas.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    if "--freeze" in sys.argv:
        head = "# SHA-256 of each released schema. A released version never changes.\n"
        lines = [f"{hashed(text)}  {name}\n" for name, text in sorted(schemas.items())]
        (FOLDER / "FROZEN").write_text(head + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
