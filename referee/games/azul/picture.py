"""An Azul table as neutral pictures: factories and centre; a board for each player."""

from referee.core.picture import Cell, Picture
from referee.games.azul.board import COSTS, MARKER, SPACES, Board, line
from referee.games.azul.offer import CENTRE
from referee.games.azul.state import State
from referee.games.azul.tiles import COLOURS
from referee.games.azul.views import tile_names
from referee.games.azul.wall import HOMES, occupied

# Grounds: `azul:tile` for what lies loose, without a piece where nothing does; `azul:line` and
# `azul:floor` for spaces of those; `azul:wall` and, where a space is made for a colour,
# `azul:wall-blue` …; `azul:none` where a row has no space. Pieces are colours, or `marker`. The
# mark of a floor space is what it costs.


def table_picture(state: State) -> Picture:
    """Factories and centre, a row each: what lies there."""
    rows = [tile_names(heap) for heap in state.offer.factories]
    names = [f"F{number}" for number in range(1, len(rows) + 1)]
    marked = state.offer.marker == CENTRE and state.phase == "offer"
    rows.append([*(["marker"] if marked else []), *tile_names(state.offer.centre)])
    return Picture(
        tuple(tuple(Cell("azul:tile", piece) for piece in row or ("",)) for row in rows),
        (*names, "C"),
        (),
    )


def board_picture(state: State, seat: int) -> Picture:
    """A player's board: five rows with the pattern line, filled from the right, and the wall; then
    the floor line. Rows have ten cells: five of the line, five of the wall."""
    board = state.offer.boards[seat]
    rows = [(*_line(board, row), *_wall(board, row, grey=state.grey)) for row in range(5)]
    rows.append(_floor(board))
    columns = ("", "", "", "", "", "C1", "C2", "C3", "C4", "C5")
    return Picture(tuple(rows), ("L1", "L2", "L3", "L4", "L5", "P"), columns, state.players[seat])


def _line(board: Board, row: int) -> tuple[Cell, ...]:
    colour, number = line(board, row)
    return tuple(
        Cell("azul:none")
        if at < 4 - row
        else Cell("azul:line", COLOURS[colour] if at > 4 - number else "")
        for at in range(5)
    )


def _wall(board: Board, row: int, *, grey: bool) -> tuple[Cell, ...]:
    taken = occupied(board.wall)
    made_for = {column: COLOURS[colour] for colour, column in enumerate(HOMES[row])}
    cells = []
    for column in range(5):
        space = 5 * row + column
        colour = next((c for c, mask in enumerate(board.wall) if mask >> space & 1), None)
        ground = "azul:wall" if grey else f"azul:wall-{made_for[column]}"
        piece = COLOURS[colour] if colour is not None and taken >> space & 1 else ""
        cells.append(Cell(ground, piece))
    return tuple(cells)


def _floor(board: Board) -> tuple[Cell, ...]:
    pieces = ["marker" if tile == MARKER else COLOURS[tile] for tile in board.floor]
    pieces += [""] * (SPACES - len(pieces))
    return tuple(
        Cell("azul:floor", piece, f"{COSTS[at] - COSTS[at + 1]}") for at, piece in enumerate(pieces)
    )
