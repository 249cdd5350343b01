"""The grey side (A15): which columns a player may choose for complete lines, and what follows.

Lines are tiled from the first to the fifth (A8), and only lines of one colour stand in each other's
way. Choices may come in any order: a choice is allowed if the lines, tiled in order, can end so.
"""

from collections.abc import Iterator, Mapping

from referee.games.azul.board import Board
from referee.games.azul.tiling import complete
from referee.games.azul.wall import Wall, spaces, with_tile

Chosen = tuple[tuple[int, int], ...]
"""Rows and the columns chosen for them, both from 0, rows ascending."""


def endings(board: Board, chosen: Mapping[int, int]) -> dict[int, tuple[int | None, ...]]:
    """For each complete row the columns where its tile can still end, None standing for no space;
    empty tuples where the choices contradict one another."""
    colours = complete(board)
    found: dict[int, tuple[int | None, ...]] = {}
    for colour in set(colours.values()):
        rows = [row for row, own in colours.items() if own == colour]
        ways = list(_ways(board.wall, colour, rows, chosen))
        for at, row in enumerate(rows):
            found[row] = tuple(dict.fromkeys(way[at] for way in ways))
    return dict(sorted(found.items()))


def _ways(
    wall: Wall, colour: int, rows: list[int], chosen: Mapping[int, int]
) -> Iterator[tuple[int | None, ...]]:
    """Every way to tile the lines of one colour, in order, that keeps to what was chosen."""
    if not rows:
        yield ()
        return
    row, *rest = rows
    free = spaces(wall, colour, row, grey=True)
    if not free:
        if row not in chosen:
            yield from ((None, *way) for way in _ways(wall, colour, rest, chosen))
        return
    for column in free:
        if chosen.get(row, column) == column:
            after = with_tile(wall, colour, row, column)
            yield from ((column, *way) for way in _ways(after, colour, rest, chosen))


def asked(board: Board, chosen: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """The rows for which the player must still choose, with the columns to choose from."""
    found = {}
    for row, ends in endings(board, chosen).items():
        columns = tuple(sorted(column for column in ends if column is not None))
        if row not in chosen and len(columns) > 1:
            found[row] = columns
    return found


def settled(board: Board, chosen: Mapping[int, int]) -> dict[int, int | None]:
    """Where each complete line goes once nothing is asked any more."""
    return {row: ends[0] if ends else None for row, ends in endings(board, chosen).items()}
