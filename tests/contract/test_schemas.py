"""The schemas under events/ are those of the code, released ones never change."""

import json

import jsonschema
import pytest

from referee.core.events import EVENTS
from tests.contract.schemas import FOLDER, frozen, generated, hashed, schema_name

SCHEMAS = generated()


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_schema_on_disk_is_that_of_the_code(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == SCHEMAS[name], "run `make schemas`"


def test_every_schema_on_disk_has_an_event() -> None:
    assert {path.name for path in FOLDER.glob("*.json")} == set(SCHEMAS)
    assert {schema_name(*kind) for kind in EVENTS} == set(SCHEMAS)


@pytest.mark.parametrize("name", sorted(frozen()))
def test_released_schema_never_changes(name: str) -> None:
    assert hashed(SCHEMAS[name]) == frozen()[name], "a released version never changes: add one"


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(SCHEMAS[name]))


def test_readme_names_every_event() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [kind for kind, _ in EVENTS if f"`{kind}`" not in readme] == []
