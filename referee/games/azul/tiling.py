"""The end of a round (A8-A10, A13): lines to the wall, points tile by tile, the floor line."""

from collections.abc import Mapping

import msgspec

from referee.games.azul.board import COSTS, MARKER, SPACES, Board, opened
from referee.games.azul.tiles import ONE
from referee.games.azul.wall import HOMES, Bonus, bonus, occupied, points, runs, with_tile


class Step(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A complete line: its row and colour, the column that its tile went to (None: no space, the
    line fell to the floor), and the lengths of the runs it stands in (A9)."""

    row: int
    colour: int
    column: int | None
    across: int = 0
    down: int = 0

    @property
    def points(self) -> int:
        """What the tile scored."""
        return 0 if self.column is None else points(self.across, self.down)


class Scored(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A board's round: its score before, the steps, the tiles and marker on the floor line with
    their cost, the score after; and the bonus once the game is over."""

    before: int
    steps: tuple[Step, ...]
    floor: int
    cost: int
    after: int
    bonus: Bonus | None = None


def tiled(board: Board, columns: Mapping[int, int | None]) -> tuple[Board, int, Scored]:
    """A board after its tiling, the heap that goes to the lid, and how it was scored. `columns`:
    for each complete row the column of its tile, None where there is no space (A15)."""
    if not columns and not board.floor:
        return board, 0, Scored(board.score, (), 0, 0, board.score)
    lines, wall, floor, score, lid = board.lines, board.wall, board.floor, board.score, 0
    accepts, taken = board.accepts, occupied(wall)
    steps = []
    for row, column in columns.items():
        colour = lines >> 6 * row + 3 & 7
        lines &= ~(63 << 6 * row)
        if column is None:
            fallen = min(row + 1, SPACES - len(floor))
            floor += (colour,) * fallen
            lid += (row + 1 - fallen) * ONE[colour]
            accepts = opened(accepts, wall, row)
            steps.append(Step(row, colour, None))
            continue
        lid += row * ONE[colour]
        wall = with_tile(wall, colour, row, column)
        accepts = opened(accepts, wall, row)
        taken |= 1 << 5 * row + column
        across, down = runs(taken, row, column)
        score += points(across, down)
        steps.append(Step(row, colour, column, across, down))
    for tile in floor:
        if tile != MARKER:
            lid += ONE[tile]
    cost = COSTS[len(floor)]
    after = max(0, score - cost)
    cleared = Board(after, lines, accepts, wall, ())
    return cleared, lid, Scored(board.score, tuple(steps), len(floor), cost, after)


def complete(board: Board) -> dict[int, int]:
    """The complete lines, top first: row -> colour."""
    lines = board.lines
    return {row: lines >> 6 * row + 3 & 7 for row in range(5) if lines >> 6 * row & 7 == row + 1}


def homes(board: Board) -> dict[int, int | None]:
    """Where the complete lines go on the coloured side; None if the space is taken, which only a
    move accepted against the rules can bring about (F9)."""
    taken = occupied(board.wall)
    found: dict[int, int | None] = {}
    for row, colour in complete(board).items():
        home = HOMES[row][colour]
        found[row] = None if taken >> 5 * row + home & 1 else home
    return found


def with_bonus(board: Board, scored: Scored) -> tuple[Board, Scored]:
    """A board at the end of the game, its bonus added (A13)."""
    earned = bonus(board.wall)
    replace = msgspec.structs.replace
    return (
        replace(board, score=board.score + earned.points),
        replace(scored, bonus=earned, after=scored.after + earned.points),
    )
