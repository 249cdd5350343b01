"""What is said of edits that change a floor, by several edits of one post too (Q7)."""

import pytest

from tests.conftest import Referee
from tests.contract.test_import_command import AT, brought, file
from tests.contract.test_import_command import table as table  # noqa: PLC0414 - a fixture
from tests.desk.topics import Wrote, discourse, game


def _edited(table: Referee, post: Wrote, *others: Wrote, lang: str = "en") -> str:
    """What is said of a post as it is read again."""
    topic = file(table, "again.json", discourse([post, *others]))
    return table("import", topic, "--now", AT, "--lang", lang).stdout


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_floor_that_is_put_back_is_no_ranking(table: Referee, lang: str) -> None:
    one, two = game()[:2]
    brought(table, file(table, "topic.json", discourse([one, two])))
    assert "Q7" in _edited(table, two._replace(text="Oups"), one)
    told = _edited(table, two, one, lang=lang)
    said = ("only the ranking", "a floor came into the post by an edit")
    said = said if lang == "en" else ("seul le classement", "une piste est venue dans le message")
    assert said[0] not in told.lower()
    assert said[1] in told.lower()
    assert table.records("why", "2")[0]["verdict"] != "invalid"


def test_a_chat_that_gets_a_floor_is_no_move(table: Referee) -> None:
    chat = game()[0]._replace(text="Je joue bientôt")
    brought(table, file(table, "topic.json", discourse([chat])))
    assert "that is no move" in _edited(table, game()[0])
    assert table.records("show")[0]["state"]["players"] == {}


def test_a_move_without_points_has_none_taken_back(table: Referee) -> None:
    brought(table, file(table, "topic.json", discourse(game()[:3])))
    gone = game()[1]._replace(text=game()[2].text)
    told = _edited(table, gone, game()[0], game()[2])
    assert "0 point" not in told
    assert "it had earned no point" in told
