"""Boards out of posts: every form that counts, every damage that is named, and plain chat."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.core.reading import Note, Reading
from referee.games.quadrille.acts import Fault, Line, Sheet
from referee.games.quadrille.notation import read
from referee.posts.emoji import canonical

DAMAGE = json.loads(
    (Path(__file__).parents[3] / "fixtures/posts/emoji-damage.json").read_text(encoding="utf-8")
)
ZONES = ("rrbb", "rrbb", "wwkk", "wwkk")
ROWS = ("🔴🔴🔵🔵", "1🔴🔵🔵", "⚪⚪⚫⚫", "⚪2⚫⚫")
BOARD = "\n".join(ROWS)
FLOOR = ("....", "1...", "....", ".2..")
OLD = BOARD.replace("1", "🔴")
OLD_FLOOR = ("....", "....", "....", ".2..")
PLAIN = "* * · ·\n1 * · ·\n· · * *\n· 2 * *"


def reading(text: str) -> Reading:
    return read(canonical(text)[0])


def sheet(text: str) -> Sheet:
    act = reading(text).act
    assert isinstance(act, Sheet)
    return act


def each(form: str, board: str = BOARD) -> str:
    """The board with each row in a form: `{}` the row, `{n}` its number, `{s}` the row spaced."""
    rows = enumerate(board.split("\n"), 1)
    return "\n".join(form.format(row, n=n, s=" ".join(row)) for n, row in rows)


@pytest.mark.parametrize(
    "text",
    [
        BOARD,
        BOARD.replace("1", "1️⃣").replace("2", "2⃣"),
        BOARD.replace("1", ":one:").replace("🔵", ":large_blue_circle:"),
        each("{s}"),
        each("  {}\t "),
        each("- {}"),
        each("• {}"),
        each("* {}"),
        each("· {s}"),
        each("▪ {}"),
        each("[*]{}"),
        each("{n} {}"),
        each("{n}{}"),
        each("{n}. {}"),
        each("{n}) {s}"),
        each("{n} : {}"),
        each("({n}) {}"),
        each("{} {n}"),
        each("{} ({n})"),
        each("{n} {} {n}"),
        each("| {n} | {s} |"),
        each("**{}**"),
        each("`{}`"),
        each("||{}||"),
        each("[size=150][b]{}[/b][/size]"),
        each("{}\n"),
        each("{}  "),
        each("Ligne {n} : {}"),
        " a b c d\n" + each("{n} {s}"),
        "|   | a | b | c | d |\n|---|---|---|---|---|\n" + each("| {n} | {s} |"),
        each("{}") + "\nA B C D",
        "Piste :\n" + BOARD,
        "Piste : " + BOARD,
        "**Piste :**\n\n" + BOARD,
        "[code]" + BOARD + "[/code]",
        "[center]\n" + BOARD + "\n[/center]",
        "```\n" + BOARD + "\n```",
        "||" + BOARD + "||",
        "À moi !\n" + BOARD + "\nÀ vous.",
        BOARD.replace("1", "**1**"),
        BOARD.replace("1", "[b]1[/b]"),
        "\n".join(", ".join(row) for row in ROWS),
        "\n".join("".join(f"[{cell}]" for cell in row) for row in ROWS),
    ],
)
def test_what_stands_around_the_cells_is_no_matter(text: str) -> None:
    result = reading(text)
    assert (result.kind, result.act) == ("understood", Sheet(FLOOR))


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        PLAIN.replace(" ", ""),
        PLAIN.replace("· · * *", "··\t* *"),
        PLAIN.replace("*", "\\*"),
        PLAIN.replace("·", "."),
        PLAIN.replace("·", "•").replace("*", "•"),
        PLAIN.replace("·", "∙"),
        "1️⃣".join(PLAIN.split("1")),
        each("{n} {}", PLAIN),
        each("{n}. {}", PLAIN),
        each("• {}", PLAIN),
        each("* {}", PLAIN),
        each("- {}", PLAIN),
        each("| {} |", PLAIN.replace(" ", " | ")),
        each("**{}**", PLAIN.replace(" ", "")),
        each("`{}`", PLAIN),
        "[code]\n" + PLAIN + "\n[/code]",
        "a b c d\n\n" + PLAIN,
        "....\n1...\n....\n.2..",
        ". . . .\n1 . . .\n. . . .\n. 2 . .",
        "1. ....\n2. 1...\n3. ....\n4. .2..",
    ],
)
def test_plain_form(text: str) -> None:
    result = reading(text)
    assert (result.kind, result.act) == ("understood", Sheet(FLOOR))
    assert result.notes == (Note("plain-form"),)


@pytest.mark.parametrize("form", ["{}", "{s}", "{n} {}", "{n}. {}", "{n}{}", "{} {n}", "- {}"])
def test_full_floor_in_bare_digits(form: str) -> None:
    full = ("1234", "3412", "2143", "4321")
    assert sheet(each(form, "\n".join(full))) == Sheet(full)


def test_column_of_steps_that_count_is_not_taken_for_row_numbers() -> None:
    text = "1🔴🔵🔵\n2🔴🔵🔵\n3⚪⚫⚫\n4⚪⚫⚫"
    assert sheet(text).floor == ("1...", "2...", "3...", "4...")


def test_span_counts_lines_from_one() -> None:
    assert reading(f"salut\n\n{BOARD}\nAlice (0) : [1]").span == (3, 6)
    assert reading("salut\n🔴🔴🔵🔵\n🔴🔴🔵🔵").span == (2, 3)
    assert reading("salut").span is None


@pytest.mark.parametrize(
    ("text", "foreign"),
    [
        (OLD, ()),
        ("🔵🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚪⚪⚫1", ("a1",)),
        ("🔴🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚫1⚫⚪", ("a4", "d4")),
        ("1🔴🔴🔵\n🔴🔴🔵🔴\n⚪⚪⚫⚫\n⚪⚪⚫⚫", ("c1", "d2")),
        ("* * · ·\n* 1 · *\n· · * *\n· · · *", ("d2", "c4")),
        ("....\n1..*\n*...\n....", ("d2", "a3")),
    ],
)
def test_empty_cells_in_another_colour_are_named(text: str, foreign: tuple[str, ...]) -> None:
    assert sheet(text).foreign == foreign


@pytest.mark.parametrize(
    ("letter", "seen"), [("１", "１ U+FF11"), ("❶", "❶ U+2776"), ("①", "① U+2460")]
)
def test_digits_in_unusual_letters_are_read_and_noted(letter: str, seen: str) -> None:
    result = reading(BOARD.replace("1", letter))
    assert (result.act, result.notes) == (
        Sheet(FLOOR),
        (Note("digit", {"seen": seen, "read": 1}),),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{OLD}\n{BOARD}", Sheet(FLOOR, boards=2)),
        (f"{OLD}\n\n{BOARD}", Sheet(FLOOR, boards=2)),
        (f"Bruno a dit :\n{OLD}\nBruno (1) : [2]\n\n{BOARD}", Sheet(FLOOR, boards=2)),
        (f"{OLD}\nBruno (1) : [2]\n\n{BOARD}\n\nAlice (0) : [1]", None),
        (f"{BOARD}\n\n{OLD}", Sheet(OLD_FLOOR, boards=2)),
        (f"{BOARD}\n\n{BOARD}", Sheet(FLOOR)),
        (f"{OLD}\n{BOARD}\n{OLD}\n\n{BOARD}", Sheet(FLOOR, boards=2)),
    ],
)
def test_last_complete_board_is_the_move(text: str, expected: Sheet | None) -> None:
    expected = expected or Sheet(FLOOR, ranking=(Line("Alice", 0, (1,)),), boards=2)
    assert sheet(text) == expected


@pytest.mark.parametrize("between", ["\n\n", "\nvoilà\n", "\n\nAlice (0) : [1]\n"])
@pytest.mark.parametrize(
    "damaged", ["\n".join(ROWS[:3]), ROWS[0], BOARD.replace("2", "7"), BOARD + "\n⚪⚪⚫⚫"]
)
def test_damaged_board_counts_below_the_move_and_not_above(between: str, damaged: str) -> None:
    above = reading(damaged + between + BOARD)
    assert (above.kind, above.act.floor) == ("understood", FLOOR)
    assert above.notes == (Note("broken-board-above"),)
    below = reading(BOARD + between + damaged)
    assert (below.kind, below.act.floor) == ("unclear", None)
    assert below.act.fault is not None


def fault(text: str) -> tuple[str, dict[str, Any]]:
    result = reading(text)
    assert result.kind == "unclear"
    assert isinstance(result.act.fault, Fault)
    assert result.act.floor is None
    return result.act.fault.case, result.act.fault.facts


@pytest.mark.parametrize(
    ("text", "rows", "line"),
    [
        (ROWS[0], 1, 1),
        ("\n".join(ROWS[:2]), 2, 1),
        ("salut\n\n" + "\n\n".join(ROWS[:3]), 3, 3),
        (BOARD + "\n⚪⚪⚫⚫", 5, 1),
        (BOARD + "\n1234", 5, 1),
        (BOARD + "\n" + "\n".join(ROWS[:3]), 7, 1),
        ("\n".join([*ROWS[:2], "voilà", *ROWS[2:]]), 2, 1),
        ("\n".join(PLAIN.split("\n")[:3]), 3, 1),
        (each("{n} {}", BOARD + "\n⚪⚪⚫⚫"), 5, 1),
    ],
)
def test_other_than_four_rows(text: str, rows: int, line: int) -> None:
    assert fault(text) == ("rows", {"rows": rows, "line": line})


@pytest.mark.parametrize(
    ("text", "line", "row", "cells", "shown"),
    [
        (BOARD.replace("1🔴", "1🔴🔴"), 2, 2, 5, "1🔴🔴🔵🔵"),
        (BOARD.replace("1🔴", "1"), 2, 2, 3, "1🔵🔵"),
        ("ok\n\n" + BOARD.replace("⚪2", "⚪"), 6, 4, 3, "⚪⚫⚫"),
        (BOARD.replace("\n", ""), 1, 1, 16, BOARD.replace("\n", "")),
        ("voilà " + BOARD.replace("\n", " "), 1, 1, 16, "voilà " + BOARD.replace("\n", " ")),
        ("🔴" * 400, 1, 1, 400, "🔴" * 80),
        (each("{n} {}").replace("1🔴🔵🔵", "1🔴🔵"), 2, 2, 3, "2 1🔴🔵"),
        ("\n".join(f"{5 - n}. {row}" for n, row in enumerate(ROWS, 1)), 1, 1, 5, "4. 🔴🔴🔵🔵"),
        ("* * · ·\n* 1 ·\n· · * *\n· · * *", 2, 2, 3, "* 1 ·"),
        ("\n".join("".join(ROWS)), 1, 1, 1, "🔴"),
    ],
)
def test_rows_of_other_than_four_cells(
    text: str, line: int, row: int, cells: int, shown: str
) -> None:
    facts = {"line": line, "row": row, "cells": cells, "text": shown}
    assert fault(text) == ("width", facts)


@pytest.mark.parametrize(
    ("text", "row", "digit"),
    [
        (BOARD.replace("1", "5"), 2, 5),
        (BOARD.replace("2", "0️⃣"), 4, 0),
        (BOARD.replace("1", "❾"), 2, 9),
        ("1235\n" + "\n".join(ROWS[1:]), 1, 5),
        (PLAIN.replace("1", "7"), 2, 7),
    ],
)
def test_digits_that_are_no_steps(text: str, row: int, digit: int) -> None:
    assert fault(text) == ("digit", {"line": row, "row": row, "digit": digit})


@pytest.mark.parametrize(
    ("text", "row", "symbol", "code", "name"),
    [
        (BOARD.replace("1", "🟥"), 2, "🟥", "U+1F7E5", "LARGE RED SQUARE"),
        (BOARD.replace("2", "⬤"), 4, "⬤", "U+2B24", "BLACK LARGE CIRCLE"),
        (BOARD.replace("1", "🟡"), 2, "🟡", "U+1F7E1", "LARGE YELLOW CIRCLE"),
        (BOARD.replace("1", "?"), 2, "?", "U+003F", "QUESTION MARK"),
        (BOARD.replace("1", "\ufffd"), 2, "\ufffd", "U+FFFD", "REPLACEMENT CHARACTER"),
        (BOARD.replace("1", ":pas_1:"), 2, ":pas_1:", "", ""),
        (BOARD.replace("1", "<:un:123456>"), 2, "<:un:123456>", "", ""),
        (BOARD.replace("1", "\ue000"), 2, "\ue000", "U+E000", ""),
        (BOARD + " voilà", 4, "voilà", "", ""),
        ("* * · ·\n" + "\n".join(ROWS[1:]), 1, "*", "U+002A", "ASTERISK"),
        (BOARD.replace("1", "🟥") + "\n⚪⚪⚫⚫", 2, "🟥", "U+1F7E5", "LARGE RED SQUARE"),
        ("🟥🟥🟦🟦\n🟥🟥🟦🟦\n⬜⬜⬛⬛\n⬜1⬛⬛", 1, "🟥", "U+1F7E5", "LARGE RED SQUARE"),
        ("1 🟥🟥🟦🟦\n2 🟥🟥🟦🟦\n3 ⬜⬜⬛⬛\n4 ⬜⬜⬛⬛", 1, "🟥", "U+1F7E5", "LARGE RED SQUARE"),
        (BOARD.encode().decode("latin-1"), 1, "ð\x9f\x94´", "U+00F0", "LATIN SMALL LETTER ETH"),
        ("????????\n1??????\n????\n?2??", 1, "?", "U+003F", "QUESTION MARK"),
        (each("{} <- ici"), 1, "ici", "", ""),
    ],
)
def test_symbols_that_are_no_cells_are_named(
    text: str, row: int, symbol: str, code: str, name: str
) -> None:
    facts = {"line": row, "row": row, "symbol": symbol, "code": code, "name": name}
    assert fault(text) == ("symbol", facts)


@pytest.mark.parametrize("case", DAMAGE, ids=[case["label"] for case in DAMAGE])
def test_damaged_emoji(case: dict[str, str]) -> None:
    result = reading("\n".join([case["text"], "🔴🔴🔵🔵", "⚪⚪⚫⚫", "⚪⚪⚫⚫"]))
    if case["expect"] == "unclear":
        named = result.act.fault.facts["symbol"]
        assert result.kind == "unclear"
        assert result.act.fault.facts["row"] == 1
        assert named in case["text"] or named in canonical(case["text"])[0]
        assert reading("\n".join([case["text"]] * 4)).kind == "unclear"
    else:
        assert case["expect"] == "1rbw"
        assert result.kind == "understood"
        assert result.act == Sheet(("1...", "....", "....", "...."), foreign=("d1",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Bien joué !",
        "Quelqu'un a un 3 ?",
        "1234",
        "2024",
        "42",
        "***",
        "* * *",
        "...",
        "???",
        ":)",
        "🎉🎉🎉🎉",
        "haha 😄",
        "🔴",
        "⚪⚫",
        "⚪⚫ Alice",
        "2021\n2022\n2023\n2024",
        "1234\n\n1234",
        "12.5\n13.7\n11.2\n14.1",
        "12:34\n13:21\n14:12\n11:23",
        "12/11\n13/12\n14/11\n11/12",
        "1.\n2.\n3.\n4.",
        "1. oui\n2. non\n3. bof\n4. ok",
        "* 1\n* 2\n* 3\n* 4",
        "****\n****\n****\n****",
        "....\n....\n....\n....",
        "🎉🎉🎉🎉\n🎉🎉🎉🎉\n🎉🎉🎉🎉\n🎉🎉🎉🎉",
        "Wordle 1234 4/6\n\n⬛🟨⬛🟩⬛\n⬛🟩⬛🟩⬛\n🟩🟩⬛🟩⬛\n🟩🟩🟩🟩🟩",
        "les zones 🔴🔵⚪⚫ du jeu",
        "Les zones : 🔴🔵⚪⚫",
        "🔴 Alice\n🔵 Bruno\n⚪ Chloé\n⚫ David",
        "rouge\nbleu\na b c d",
    ],
)
def test_chat_is_no_board(text: str) -> None:
    assert reading(text) == Reading("no-move", Sheet())
    if text:  # nor does it spoil the board that it stands with
        beside = reading(f"{text}\n\nalors :\n\n{BOARD}\n\nvoilà\n\n{text}")
        assert (beside.kind, beside.act.floor) == ("understood", FLOOR)


@pytest.mark.parametrize("line", ["2024", "42", "🎉", "🎉🎉🎉🎉", "****", "----", "???", ":tada:"])
def test_chat_right_beside_the_rows(line: str) -> None:
    assert sheet(f"{line}\n{BOARD}\n{line}") == Sheet(FLOOR)


def test_bare_digits_after_a_blank_line_are_chat() -> None:
    assert sheet(f"1234\n\n{BOARD}\n\n1234") == Sheet(FLOOR)


def test_ranking_is_read_whatever_becomes_of_the_board() -> None:
    lines = (Line("Alice", 2, (1, 3)), Line("Bruno", 0, ()))
    text = "Alice (2) : [1, 3]\n- Bruno (0) : []"
    assert reading(text) == Reading("no-move", Sheet(ranking=lines))
    assert sheet(f"{BOARD}\n\n{text}") == Sheet(FLOOR, ranking=lines)
    unclear = reading(f"{ROWS[0]}\n{text}")
    assert (unclear.kind, unclear.act.ranking) == ("unclear", lines)


def test_ranking_lines_part_the_rows() -> None:
    assert fault("\n".join([*ROWS[:2], "Alice (2) : [1, 3]", *ROWS[2:]]))[0] == "rows"


FLOORS = st.lists(st.sampled_from("....1234"), min_size=16, max_size=16).map("".join)
EMOJI = {"r": "🔴", "b": "🔵", "w": "⚪", "k": "⚫"}
CODES = {
    **{"r": ":red_circle:", "b": ":blue_circle:", "w": ":white_circle:", "k": ":black_circle:"},
    **{"1": ":one:", "2": ":two:", "3": ":three:", "4": ":four:"},
}
KEYCAPS = {step: f"{step}\ufe0f\u20e3" for step in "1234"}
STARS = dict(zip("rbwk", "*··*", strict=True))
FORMS = ["{}", "{s}", "- {}", "• {s}", "{n} {}", "{n}. {}", "{n}) {s}", "{} {n}", "`{}`", "{}\n"]


def draw(floor: str, signs: dict[str, str], form: str) -> str:
    rows = []
    for n, zones in enumerate(ZONES):
        cells = zip(floor[4 * n : 4 * n + 4], zones, strict=True)
        letters = [zone if cell == "." else cell for cell, zone in cells]
        signed = [signs.get(letter, EMOJI.get(letter, letter)) for letter in letters]
        rows.append(form.format("".join(signed), n=n + 1, s=" ".join(signed)))
    return "\n".join(rows)


@settings(deadline=None, max_examples=300)
@example("...1...2...3...4", EMOJI, "{n} {}")
@example("1...2...3...4...", EMOJI, "{} {n}")
@given(FLOORS, st.sampled_from([EMOJI, CODES, KEYCAPS]), st.sampled_from(FORMS))
def test_round_trip(floor: str, signs: dict[str, str], form: str) -> None:
    text = draw(floor, signs, form)
    assert sheet(f"Voilà :\n{text}\nAlice (0) : []") == Sheet(
        (floor[:4], floor[4:8], floor[8:12], floor[12:]), ranking=(Line("Alice", 0, ()),)
    )


@settings(deadline=None, max_examples=300)
@given(
    FLOORS.filter(lambda floor: "." in floor and floor != "." * 16),
    st.sampled_from(["{}", "{s}", "- {}", "{n} {}", "{n}. {s}", "{n}) {s}", "`{}`", "{s}\n"]),
    st.booleans(),
)
def test_plain_round_trip(floor: str, form: str, dots: bool) -> None:
    text = draw(floor, dict.fromkeys("rbwk", ".") if dots else STARS, form)
    assert sheet(text).floor == (floor[:4], floor[4:8], floor[8:12], floor[12:])
    assert sheet(text).foreign == ()


SOUP = st.text(alphabet="🔴🔵⚪⚫1234*·.? \n:abðŸ[]()é-|🟥<>_~`5❶\\", max_size=200)


@settings(deadline=None, max_examples=500)
@given(st.text() | SOUP)
def test_no_text_is_too_much(text: str) -> None:
    for words in (text, canonical(text)[0]):
        result = read(words)
        assert (result.kind == "unclear") == (result.act.fault is not None)
        assert (result.kind == "understood") == (result.act.floor is not None)
        assert (result.kind == "no-move") == (result.span is None)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("🔴🔴🔵🔵\n" * 20_000, "understood"),
        ("🔴🔴🔵🔵\n" * 20_001, "unclear"),
        ("🟥🟥🟦🟦\n\n" * 20_000, "unclear"),
        (":tada: :clap: :tada: :clap:\n" * 20_000, "unclear"),
        ("Alice (2) : [1, 3]\n" * 20_000, "no-move"),
        (("[1]" * 99 + "\n") * 5_000, "no-move"),
        (("(1) " * 70 + "[1]\n") * 5_000, "no-move"),
        (("[b=" * 130 + "🔴\n") * 5_000, "no-move"),
        ("a" * 1_000_000, "no-move"),
        ("1" * 1_000_000, "no-move"),
        ("[b=" * 300_000, "no-move"),
        ("🔴" * 4_000_000, "unclear"),
        ("\n" * 200_000, "no-move"),
    ],
    ids=range(13),
)
def test_megabytes_are_read_in_linear_time(text: str, kind: str) -> None:
    assert read(text).kind == kind
