"""Tables in a terminal, by tabulate, which needs wcwidth to align emoji."""

from collections.abc import Sequence
from typing import Any

from referee.render.reply import visible


def table(headers: Sequence[str], rows: Sequence[Sequence[Any]], *, form: str = "simple") -> str:
    """A table; outside words in it are shown, never obeyed. `form` is a format of tabulate."""
    from tabulate import tabulate

    cells = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    return tabulate(cells, headers=list(headers), tablefmt=form, disable_numparse=True)
