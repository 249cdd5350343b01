"""Pictures drawn as SVG and PNG, and what is different between two of them, in words."""

import struct
from collections.abc import Iterable
from datetime import UTC
from xml.etree import ElementTree

import pytest

from referee.core.picture import Cell, Picture
from referee.render.changes import described, differences, told
from referee.render.looks import drawn
from referee.render.png import png
from referee.render.scenes import Scenes
from referee.render.svg import spoken, svg
from referee.words.sentences import Speaker
from tests.conftest import Referee

SPEAKER = Speaker("en", UTC, lambda seq, **_: f"@{seq}")
WORDS = {
    "quadrille": (("red", "blue", "white", "black"), ("", "1", "4"), ("", "new")),
    "qwixx": (
        ("qwixx:red", "qwixx:yellow", "qwixx:green", "qwixx:blue"),
        ("2", "12", "lock"),
        ("", "new", "crossed", "lost"),
    ),
    "qwixx-score": (("qwixx:score",), ("-5", "23"), ("",)),
    "qwixx-penalty": (("qwixx:penalty",), ("-5",), ("", "crossed")),
    "azul": (
        ("azul:tile", "azul:line", "azul:wall", "azul:wall-blue", "azul:wall-white"),
        ("", "blue", "yellow", "red", "black", "white", "marker"),
        ("",),
    ),
    "azul-floor": (("azul:floor",), ("", "red", "marker"), ("-1", "-3")),
    "deuxpas": (
        ("deuxpas:black", "deuxpas:red", "deuxpas:blue", "deuxpas:red!", "deuxpas:blue!"),
        ("", "red", "blue"),
        ("", "danger", "from", "to", "painted", "to danger"),
    ),
    "unknown": (
        ("elsewhere", "go:stone", "azul:roof", "qwixx:pink", "deuxpas:green"),
        ("", "dragon", "<b>"),
        ("", "odd"),
    ),
}
"""Grounds, pieces and marks of each game, and of one that does not exist."""


def cells(game: str) -> Iterable[Cell]:
    grounds, pieces, marks = WORDS[game]
    return (Cell(g, p, m) for g in grounds for p in pieces for m in marks)


def parsed(document: str) -> ElementTree.Element:
    return ElementTree.fromstring(document)  # noqa: S314 - our own drawing


def row(*found: Cell, name: str = "1", title: str = "") -> Picture:
    return Picture((found,), (name,), tuple("abcdefghijkl"[: len(found)]), title)


@pytest.mark.parametrize("game", WORDS)
def test_every_cell_is_drawn(game: str) -> None:
    for cell in cells(game):
        image = drawn(cell)
        parsed(f"<svg>{image}</svg>")
        assert "<b>" not in image


@pytest.mark.parametrize("game", [game for game in WORDS if game != "unknown"])
def test_pieces_grounds_and_marks_look_different(game: str) -> None:
    grounds, pieces, marks = WORDS[game]
    for alike in (
        [Cell(ground, pieces[0], marks[0]) for ground in grounds],
        [Cell(grounds[0], piece, marks[0]) for piece in pieces],
        [Cell(grounds[0], pieces[-1], mark) for mark in marks] if game != "azul-floor" else [],
    ):
        assert len({drawn(cell) for cell in alike}) == len(alike)


@pytest.mark.parametrize("game", [game for game in WORDS if game != "unknown"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_cell_of_a_game_has_words(game: str, lang: str) -> None:
    speaker = SPEAKER._replace(lang=lang)
    for cell in cells(game):
        said = described(cell, speaker)
        assert said
        assert ":" not in said
        if lang == "fr":
            assert not {"empty", "red", "crossed", "pawn", "lock"} & set(said.split()), said


def test_a_document_stands_alone() -> None:
    hostile = '<script>alert("x")</script>'
    picture = row(Cell("red"), Cell("red", "3", "new"), name="<i>", title=hostile)
    document = svg([picture], hostile, [hostile], SPEAKER)
    tree = parsed(document)
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    assert "<script" not in document
    assert "href" not in document
    texts = [node.text for node in tree.iter() if node.text]
    assert texts.count(hostile) == 3


def test_a_png_is_twice_the_size() -> None:
    image = png(svg([row(Cell("red"), Cell("red", "3"))], "t", [], SPEAKER))
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", image[16:24])
    assert (width, height) == (304, 176)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (Cell("red"), Cell("red", "3", "new"), "a1: empty → 3"),
        (Cell("red", "3", "new"), Cell("red", "3"), ""),
        (Cell("qwixx:red", "5"), Cell("qwixx:red", "5", "new"), "a1 5: open → crossed"),
        (Cell("qwixx:red", "5", "new"), Cell("qwixx:red", "5", "crossed"), ""),
        (Cell("qwixx:red", "5", "new"), Cell("qwixx:red", "5"), "a1 5: crossed → open"),
        (Cell("qwixx:red", "5"), Cell("qwixx:red", "5", "lost"), ""),
        (Cell("qwixx:score", "3"), Cell("qwixx:score", "6"), "points: 3 → 6"),
        (Cell("azul:wall-blue"), Cell("azul:wall-blue", "blue"), "a1: empty → blue"),
        (Cell("deuxpas:black"), Cell("deuxpas:red", "", "painted"), "a1: black → red"),
        (
            Cell("deuxpas:red", "red"),
            Cell("deuxpas:red", "", "from"),
            "a1: red pawn on red → red",
        ),
    ],
)
def test_what_is_different_in_words(was: Cell, now: Cell, said: str) -> None:
    found = differences([row(was)], ["a sentence", row(now)])
    assert told(found, SPEAKER) == said
    assert [one.spot for one in found] == ([(1, 0, 0)] if said else [])


def test_a_heap_changes_by_what_is_taken_and_added() -> None:
    def heap(*tiles: str) -> Picture:
        return Picture((tuple(Cell("azul:tile", tile) for tile in tiles or ("",)),), ("C",), ())

    found = differences([heap("blue", "blue", "red")], [heap()])
    assert told(found, SPEAKER) == "C: − blue, blue, red"
    found = differences([heap("blue", "red", "white")], [heap("red", "red", "white", "white")])
    assert told(found, SPEAKER) == "C: blue → red, white"
    assert [one.spot[2] for one in found] == [0, 1, 3]


def test_a_row_without_columns_changes_as_a_whole() -> None:
    def line(tile: str) -> Picture:
        return Picture(((Cell("azul:line"), Cell("azul:line", tile)),), ("L2",), ())

    assert told(differences([line("")], [line("red")]), SPEAKER) == "L2: empty → red"


def test_boards_of_several_players_are_told_by_their_titles() -> None:
    boards = [row(Cell("azul:wall"), title="Alice"), row(Cell("azul:wall"), title="Bruno")]
    after = [boards[0], row(Cell("azul:wall", "red"), title="Bruno")]
    assert told(differences(boards, after), SPEAKER) == "Bruno – a1: empty → red"


def test_a_board_in_words() -> None:
    picture = row(Cell("red", "3", "new"), Cell("blue"))
    assert spoken(picture, SPEAKER) == "1: 3 (last move), empty"


def test_scenes_keep_each_thing_once() -> None:
    scenes = Scenes(SPEAKER)
    one, two = row(Cell("red"), Cell("red")), row(Cell("red"), Cell("red", "3"))
    tables = [scenes.table((picture, "x")) for picture in (one, two, one)]
    assert tables == [0, 1, 0]
    data = scenes.data()
    assert len(data["parts"]) == 3
    assert data["rows"] == [[0, 0], [0, 1]]
    assert data["tables"] == [[0, 1], [2, 1]]
    assert len(scenes.symbols()) == 2


def test_show_writes_svg_and_png(game: Referee) -> None:
    tree = parsed(game.ok("show", "--format", "svg"))
    assert tree.findtext("{http://www.w3.org/2000/svg}title") is not None
    texts = [node.text for node in tree.iter() if node.text]
    assert "bal – Quadrille, sam. 28 nov. 2026 21:05" in texts
    assert "Bruno (0) : [1]" in texts
    image = game("show", "--format", "png").stdout_bytes
    assert image.startswith(b"\x89PNG\r\n\x1a\n")


def test_show_says_how_to_get_png(game: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    result = game("show", "--format", "png")
    assert result.exit_code == 2
    assert "pip install resvg-py" in result.stderr
    assert result.stdout == ""
