"""The floor as a neutral picture (Q1)."""

from referee.core.picture import Cell, Picture
from referee.games.quadrille import floor as fl
from referee.games.quadrille.state import State


def picture(state: State) -> Picture:
    """The floor, with the step of the last valid move marked `new`."""
    new = state.floor & ~state.trail[-1].floor_before if state.trail else 0
    fresh = fl.taken(new) if new.bit_count() == 1 else fl.taken(state.floor)
    lone = fresh if fresh.bit_count() == 1 and state.trail else 0
    cells = tuple(
        Cell(
            fl.zone_of(cell),
            str(fl.at(state.floor, cell) or ""),
            "new" if lone >> cell & 1 else "",
        )
        for cell in range(16)
    )
    return Picture(tuple(cells[r : r + 4] for r in range(0, 16, 4)), tuple("1234"), tuple("abcd"))
