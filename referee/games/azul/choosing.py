"""Grey-side choices judged (A15): whether a line may have them, and whether they can all stand."""

from collections.abc import Sequence

from referee.core.reading import Note
from referee.core.ruling import Objection
from referee.games.azul.choices import asked, endings
from referee.games.azul.state import State, choices_of
from referee.games.azul.tiles import COLOURS
from referee.games.azul.tiling import complete


def judge_choices(state: State, seat: int, choices: Sequence[tuple[int, int]]) -> list[Objection]:
    """Every clause that choices of a seat break: lines and columns as posted, from 1."""
    ranged = [
        *(
            Objection("A5", "range", {"line": max(0, line)})
            for line, _ in choices
            if not 1 <= line <= 5
        ),
        *(
            Objection("A15", "column", {"line": max(0, line), "column": max(0, column)})
            for line, column in choices
            if not 1 <= column <= 5
        ),
    ]
    if state.phase != "tiling":
        case = "coloured" if not state.grey else "not-now"
        return [
            *ranged,
            *([] if state.phase in ("first", "deal") else [Objection("A15", case, {})]),
        ]
    if ranged:
        return ranged
    board, mine = state.offer.boards[seat], choices_of(state, seat)
    found = []
    fresh: dict[int, int] = {}
    for line, column in choices:
        objection = _one(state, seat, line, column)
        if objection is not None:
            found.append(objection)
        else:
            fresh[line - 1] = column - 1
    if found:
        return found
    if not fresh.keys() & asked(board, mine).keys():
        return [Objection("A15", "forced", {"choices": _written(choices)})]
    if not all(endings(board, {**mine, **fresh}).values()):
        return [Objection("A15", "together", {"choices": _written(choices)})]
    return []


def _one(state: State, seat: int, line: int, column: int) -> Objection | None:
    """Why a line cannot have its tile in a column, all other new choices left aside."""
    board, mine, row = state.offer.boards[seat], choices_of(state, seat), line - 1
    if row in mine:
        return Objection("A17", "chosen", {"line": line, "column": mine[row] + 1})
    lines = complete(board)
    if row not in lines:
        return Objection("A15", "incomplete", {"line": line})
    ends = endings(board, mine)[row]
    if column - 1 in ends:
        if asked(board, mine):
            return None
        return Objection("A15", "nothing", {})
    facts = {"line": line, "column": column, "tile": COLOURS[lines[row]]}
    spaces = sorted(end + 1 for end in ends if end is not None)
    if not spaces:
        return Objection("A15", "no-place", facts)
    return Objection("A15", "space", facts | {"spaces": spaces})


def _written(choices: Sequence[tuple[int, int]]) -> list[str]:
    return [f"L{line} C{column}" for line, column in choices]


def asked_notes(rows: dict[int, tuple[int, ...]], colours: dict[int, int]) -> list[Note]:
    """What a player must still choose: line, colour and columns, a note each."""
    return [
        Note(
            "azul-ask",
            {
                "line": row + 1,
                "tile": COLOURS[colours[row]],
                "spaces": [column + 1 for column in columns],
            },
        )
        for row, columns in rows.items()
    ]
