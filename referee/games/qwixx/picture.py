"""Sheets as neutral pictures (X2): a row a colour, its eleven numbers and its lock."""

from collections.abc import Mapping

from referee.core.picture import Cell, Picture
from referee.games.qwixx import board
from referee.games.qwixx.state import Answer, Sheet, State


def sheet_picture(
    sheet: Sheet, closed: int = 0, title: str = "", fresh: Mapping[int, int] | None = None
) -> Picture:
    """A sheet, row by row, then penalties and points. `fresh`: the boxes marked in this turn, by
    row, marked `new`; other crosses are `crossed`, boxes out of reach for good `lost`."""
    rows = [_row(row, sheet.rows[row], closed, (fresh or {}).get(row, 0)) for row in board.ROWS]
    return Picture((*rows, _penalties(sheet)), (*board.COLOURS, "penalties"), (), title)


def _penalties(sheet: Sheet) -> tuple[Cell, ...]:
    """The four penalties (X5, X6), then the points so far (X9)."""
    boxes = (
        Cell("qwixx:penalty", "-5", "crossed" if at < sheet.penalties else "")
        for at in range(board.MOST_PENALTIES)
    )
    return (*boxes, Cell("qwixx:score", str(sheet.score)))


def _row(row: int, mask: int, closed: int, fresh: int) -> tuple[Cell, ...]:
    shut = bool(closed >> row & 1)
    cells = []
    for at, number in enumerate(board.NUMBERS[row]):
        bit = 1 << at
        if mask & bit:
            mark = "new" if fresh & bit else "crossed"
        else:
            passed = (mask & board.ALL_BOXES) > bit
            mark = "lost" if shut or passed else ""
        cells.append(Cell(f"qwixx:{board.COLOURS[row]}", str(number), mark))
    lock = "new" if fresh & board.LAST else "crossed"
    mark = lock if mask & board.LOCK else "lost" if shut else ""
    return (*cells, Cell(f"qwixx:{board.COLOURS[row]}", "lock", mark))


def fresh_marks(answer: Answer | None) -> dict[int, int]:
    """The boxes of an answer by row, as masks."""
    found: dict[int, int] = {}
    if answer is not None:
        for mark in (answer.white, answer.colour):
            if mark is not None:
                found[mark[0]] = found.get(mark[0], 0) | board.box(*mark)
    return found


def pictures(state: State) -> tuple[Picture, ...]:
    """Every sheet, in seat order, with the marks of the turn that is open or was the last."""
    answers = state.turn.answers if state.turn else ()
    if not answers and state.history:
        answers = state.history[-1].answers
    return tuple(
        sheet_picture(
            sheet,
            state.closed_rows,
            state.players[seat],
            fresh_marks(answers[seat] if answers else None),
        )
        for seat, sheet in enumerate(state.sheets)
    )


def picture(state: State) -> Picture:
    """All sheets in one picture, each under the other, an empty row between."""
    parts = pictures(state)
    rows: list[tuple[Cell, ...]] = []
    names: list[str] = []
    for part in parts:
        rows += [(Cell("qwixx:title", part.title),), *part.rows]
        names += ["", *part.row_names]
    return Picture(tuple(rows), tuple(names), ())
