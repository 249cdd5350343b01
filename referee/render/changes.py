"""What is different between two tables: which cells to mark, and a sentence for who cannot see."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from referee.core.picture import Cell, Picture
from referee.render.looks import blank, loose, printed
from referee.render.reply import visible
from referee.words.sentences import Speaker

Part = Picture | str
"""A piece of a table to show: a picture, or a sentence that is made already."""

Spot = tuple[int, int, int]
"""A cell: which part of the table, row, column."""


class Difference(NamedTuple):
    """A cell that is not as before: where it is, its picture, what was there and what is; None
    where there is no such cell, or where it only came to lie elsewhere in its heap."""

    spot: Spot
    picture: Picture
    was: Cell | None
    now: Cell | None


def differences(before: Iterable[Part], after: Iterable[Part]) -> list[Difference]:
    """The cells of the table afterwards on which something else stands or is marked."""
    then, found = _by_title(before), []
    for key, (at, picture) in _by_title(after).items():
        _, old = then.get(key, (0, picture))
        if old is picture or old == picture:
            continue
        for r in range(max(len(old.rows), len(picture.rows))):
            rows = [p.rows[r] if r < len(p.rows) else () for p in (old, picture)]
            differ = _heaps if any(map(loose, (*rows[0], *rows[1]))) else _cells
            for c, was, now in differ(*rows):
                found.append(Difference((at, r, c), picture, was, now))
    return found


Pair = tuple[int, Cell | None, Cell | None]


def _cells(old: tuple[Cell, ...], new: tuple[Cell, ...]) -> Iterator[Pair]:
    """The cells of a row that differ, place by place."""
    for c, (was, now) in enumerate(zip_longest(old, new)):
        if _thing(was) != _thing(now):
            yield c, was, now


def _heaps(old: tuple[Cell, ...], new: tuple[Cell, ...]) -> Iterator[Pair]:
    """What was taken from a heap, in which places mean nothing, and what came to it."""
    for here, there, gone in ((old, new, True), (new, old, False)):
        left = Counter(cell.piece for cell in there)
        for c, cell in enumerate(here):
            left[cell.piece] -= 1
            if cell.piece and left[cell.piece] < 0:
                yield (c, cell, None) if gone else (c, None, cell)


def _by_title(parts: Iterable[Part]) -> dict[tuple[str, int], tuple[int, Picture]]:
    found: dict[tuple[str, int], tuple[int, Picture]] = {}
    for at, part in enumerate(parts):
        if isinstance(part, Picture):
            same = sum(title == part.title for title, _ in found)
            found[part.title, same] = (at, part)
    return found


def _thing(cell: Cell | None) -> tuple[str, ...]:
    """What counts as standing on a cell; how it is marked for the last move does not."""
    if cell is None:
        return ("", "")
    if printed(cell):
        return ("crossed" if cell.mark in ("new", "crossed") else "",)
    return (cell.ground if _painted(cell) else "", cell.piece)


def _painted(cell: Cell) -> bool:
    """Whether the ground itself may change."""
    return cell.ground.startswith("deuxpas:")


def told(found: list[Difference], speaker: Speaker) -> str:
    """The differences in words: `b2: empty → 3`, `F1: − blue, blue`; a row without columns as a
    whole."""
    lines: dict[tuple[int, str], tuple[Picture, list[str], list[str]]] = {}
    for one in found:
        name = _name(one, speaker)
        _, was, now = lines.setdefault((one.spot[0], name), (one.picture, [], []))
        was += [thing(one.was, speaker)] if one.was is not None else []
        now += [thing(one.now, speaker)] if one.now is not None else []
    parts, last = [], ""
    for (_, name), (picture, was, now) in lines.items():
        title = visible(picture.title)
        owner = f"{title} – " if title and title != last else ""
        last = title
        parts.append(owner + _told(name, was, now, speaker))
    return speaker.text("list.glue").join(parts)


def _told(name: str, was: list[str], now: list[str], speaker: Speaker) -> str:
    if was and now:
        return speaker.text("page.change", cell=name, was=", ".join(was), now=", ".join(now))
    if was:
        return speaker.text("page.taken", cell=name, was=", ".join(was))
    return speaker.text("page.added", cell=name, now=", ".join(now))


def _name(one: Difference, speaker: Speaker) -> str:
    _, row, column = one.spot
    if one.now is not None and one.now.ground == "qwixx:score":
        return speaker.text("look.score")
    name = place(one.picture, row, column, speaker)
    if one.now is not None and printed(one.now):
        name += f" {thing(one.now, speaker, bare=True)}"
    return name


def place(picture: Picture, row: int, column: int, speaker: Speaker) -> str:
    """The name of a cell: `b2`, `L3 C4`; of its row alone where the columns have no names."""
    down = picture.row_names[row] if row < len(picture.row_names) else ""
    across = picture.column_names[column] if column < len(picture.column_names) else ""
    if not across:
        return word(down, speaker)
    return f"{across}{down}" if len(down + across) == 2 else f"{down} {across}"


def thing(cell: Cell, speaker: Speaker, *, bare: bool = False) -> str:
    """What stands on a cell, in words."""
    if printed(cell):
        if bare:
            return word(cell.piece, speaker)
        taken = cell.mark in ("new", "crossed")
        return word("crossed" if taken else "lost" if cell.mark == "lost" else "open", speaker)
    ground = word(cell.ground.partition(":")[2], speaker) if _painted(cell) else ""
    piece = word(cell.piece, speaker) if cell.piece else ""
    if ground:
        pawn = speaker.text("look.pawn", colour=piece) if piece else ""
        return " ".join(filter(None, (pawn, ground)))
    return piece or speaker.text("look.empty")


def word(name: str, speaker: Speaker) -> str:
    """A word of a picture in the language of the reader; a number, a name or an unknown word as it
    stands."""
    key = _WORDS.get(name)
    return speaker.text(key) if key else visible(name)


_WORDS = {
    "red": "look.red",
    "yellow": "look.yellow",
    "green": "look.green",
    "blue": "look.blue",
    "black": "look.black",
    "white": "look.white",
    "red!": "look.red-fixed",
    "blue!": "look.blue-fixed",
    "marker": "look.marker",
    "lock": "look.lock",
    "penalties": "look.penalties",
    "crossed": "look.crossed",
    "lost": "look.lost",
    "open": "look.open",
    "new": "look.new",
    "danger": "look.danger",
    "to": "look.to",
    "from": "look.from",
    "painted": "look.painted",
}


def described(cell: Cell, speaker: Speaker) -> str:
    """A cell in full, for who hears the board: what stands there and how it is marked."""
    if blank(cell):
        return ""
    said = thing(cell, speaker)
    if printed(cell):
        said = f"{word(cell.piece, speaker)} {said}" if cell.mark else word(cell.piece, speaker)
    marks = ", ".join(
        word(mark, speaker)
        for mark in cell.mark.split()
        if mark in _WORDS and mark not in ("crossed", "lost")
    )
    return f"{said} ({marks})" if marks else said
