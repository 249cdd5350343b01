"""What a Quadrille post says: the board that is its move, and its ranking (Q4, Q6, Q13)."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from referee.core.patterns import lazy
from referee.core.reading import Note, Reading
from referee.games.quadrille.acts import Fault, Line, Rows, Sheet
from referee.games.quadrille.boards import (
    Board,
    Row,
    gridlike,
    holds,
    is_bare,
    read_board,
    read_row,
)
from referee.games.quadrille.ranking_lines import read_line

_SHORT = 100
"""Lines of fewer characters are remembered."""

Segment = list[Row]  # rows without a blank line between them


class _Damage(NamedTuple):
    fault: Fault
    span: tuple[int, int]


_STRUCK = lazy(
    r"~~[^~]{1,2000}~~|\[(s|strike|del)\][^\[]{1,2000}\[/\1\]|<(s|strike|del)>[^<]{1,2000}</\2>",
    re.IGNORECASE,
)
_TAGGED = lazy(r"\[[sSdDſ]")  # a ranking has brackets too
_CIRCLES = frozenset("🔴🔵⚪⚫")


def _standing(words: str) -> str:
    """The words without floors that are struck through (F15); lines keep their numbers."""
    if "~~" not in words and "<" not in words and not _TAGGED.search(words):
        return words
    return _STRUCK.sub(
        lambda found: "\n" * found[0].count("\n") if _CIRCLES & set(found[0]) else found[0], words
    )


def read(words: str) -> Reading:
    """The own words of a post as a `Sheet`; words in the one spelling that `canonical` gives.

    The last complete board is the move (F2). A damaged one below it makes the post unclear, since
    the player's own board must not be replaced by one quoted above it. Of a ranking above the move
    and below another board, the same: it goes with that board.
    """
    ranking: list[tuple[int, Line]] = []
    board: Board | None = None
    above: _Damage | None = None
    below: _Damage | None = None
    floors: set[Rows] = set()
    for block in _blocks(_standing(words), ranking):
        for found in _boards(block):
            if isinstance(found, Board):
                if board is not None:
                    ranking[:] = [entry for entry in ranking if entry[0] > found.span[0]]
                floors.add(found.floor)
                board, above, below = found, above or below, None
            else:
                below = below or found
    lines, boards = tuple(line for _, line in ranking), max(1, len(floors))
    if below:
        return Reading(
            "unclear",
            Sheet(fault=below.fault, ranking=lines, boards=boards),
            span=below.span,
        )
    if board is None:
        return Reading("no-move", Sheet(ranking=lines))
    sheet = Sheet(board.floor, foreign=board.foreign, ranking=lines, boards=boards)
    notes = _notes(board)
    if above:
        notes = (*notes, Note("broken-board-above"))
    return Reading("understood", sheet, notes, board.span)


def _notes(board: Board) -> tuple[Note, ...]:
    notes = [
        Note("digit", {"seen": f"{letter} U+{ord(letter):04X}", "read": value})
        for letter, value in dict.fromkeys(board.repaired)
    ]
    if board.plain:
        notes.append(Note("plain-form"))
    return tuple(notes)


def _blocks(words: str, ranking: list[tuple[int, Line]]) -> Iterator[list[Segment]]:
    """The rows between one line of words and the next; ranking lines go into `ranking`."""
    block: list[Segment] = [[]]
    for number, text in enumerate(words.split("\n"), 1):
        entry, row = _copied(number, text) if len(text) < _SHORT else _line(number, text)
        if entry:
            ranking.append((number, entry))
        if isinstance(row, Row):
            block[-1].append(row)
        elif row == "blank" and block[-1]:
            block.append([])
        elif row == "words" and block[0]:
            yield block
            block = [[]]
    if block[0]:
        yield block


def _line(number: int, text: str) -> tuple[Line | None, Row | Literal["blank", "words"]]:
    """A ranking line, or what else a line is to a board."""
    entry = read_line(text)
    return (entry, "words") if entry else (None, read_row(number, text))


# A floor and a ranking go from post to post, and one row and one line of them change.
_copied = lru_cache(maxsize=256)(_line)


def _boards(block: Sequence[Segment]) -> Iterator[Board | _Damage]:
    """The boards of a block from the top, complete and damaged.

    Blank lines may part the rows of a board, yet four rows that stand together are one.
    """
    if len(block[0]) == 4 and not any(block[1:]) and is_bare(block[0]):  # as most posts have it
        yield from _whole(block[0])
        return
    pending: Segment = []
    strange: Segment = []
    for segment in block:
        core = _core(segment)
        if not core:
            yield from _strange(strange, segment)
            continue
        yield from _whole(strange)
        strange.clear()
        if len(pending) + len(core) <= 4:
            pending = pending + core
        else:
            yield from _whole(pending)
            pending = core
        if len(pending) >= 4:
            yield from _whole(pending)
            pending = []
    yield from _whole(strange)
    yield from _whole(pending)


def _strange(strange: Segment, segment: Segment) -> Iterator[Board | _Damage]:
    """Gathers rows of signs in `strange` for as long as they could be the rows of one board."""
    for row in segment:
        if gridlike(row):
            strange.append(row)
        else:
            yield from _whole(strange)
            strange.clear()


def _core(segment: Segment) -> Segment:
    """A segment without the chat at its edges, unless that is what makes up the four rows."""
    if is_bare(segment):
        return segment
    circles = any(row.kind == "circles" for row in segment)
    kept = [at for at, row in enumerate(segment) if holds(row, circles=circles)]
    if not kept:
        return []
    core = segment[kept[0] : kept[-1] + 1]
    whole = len(segment) == 4 and all(len(row.cells) >= 4 for row in segment)
    return segment if whole and len(core) % 4 else core


def _whole(rows: Segment) -> Iterator[Board | _Damage]:
    """What rows that belong together make: a board for every four, or one damage."""
    if not rows:
        return
    size = 4 if len(rows) % 4 == 0 else len(rows)
    for at in range(0, len(rows), size):
        part = rows[at : at + size]
        found = read_board(part)
        if isinstance(found, Fault):
            yield _Damage(found, (part[0].line, part[-1].line))
        elif found:
            yield found
