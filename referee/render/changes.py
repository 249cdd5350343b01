"""What is different between two tables: which cells to mark, and a sentence for who cannot see."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.core.picture import Cell, Picture
from referee.render.looks import blank, printed
from referee.render.reply import visible
from referee.words.sentences import Speaker

Part = Picture | str
"""A piece of a table to show: a picture, or a sentence that is made already."""

Spot = tuple[int, int, int]
"""A cell: which part of the table, row, column."""


class Difference(NamedTuple):
    """A cell that is not as before: where it is, its picture, what was there and what is."""

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
        for r, c in _cells(old, picture):
            was, now = _at(old, r, c), _at(picture, r, c)
            if _thing(was) != _thing(now):
                found.append(Difference((at, r, c), picture, was, now))
    return found


def _by_title(parts: Iterable[Part]) -> dict[tuple[str, int], tuple[int, Picture]]:
    found: dict[tuple[str, int], tuple[int, Picture]] = {}
    for at, part in enumerate(parts):
        if isinstance(part, Picture):
            same = sum(title == part.title for title, _ in found)
            found[part.title, same] = (at, part)
    return found


def _cells(old: Picture, new: Picture) -> Iterator[tuple[int, int]]:
    for r in range(max(len(old.rows), len(new.rows))):
        widths = [len(p.rows[r]) for p in (old, new) if r < len(p.rows)]
        yield from ((r, c) for c in range(max(widths)))


def _at(picture: Picture, row: int, column: int) -> Cell | None:
    inside = row < len(picture.rows) and column < len(picture.rows[row])
    return picture.rows[row][column] if inside else None


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
    """The differences in words: `b2: empty → 3`; a row without columns as a whole."""
    lines: dict[tuple[int, str], tuple[str, list[str], list[str]]] = {}
    for one in found:
        (at, r, c), picture = one.spot, one.picture
        name = place(picture, r, c, speaker)
        if one.now is not None and one.now.ground == "qwixx:score":
            name = speaker.text("look.score")
        if one.now is not None and printed(one.now):
            name += f" {thing(one.now, speaker, bare=True)}"
        title, was, now = lines.setdefault((at, name), (picture.title, [], []))
        was += [thing(one.was, speaker)] if one.was is not None else []
        now += [thing(one.now, speaker)] if one.now is not None else []
    parts, last = [], ""
    for (_, name), (title, was, now) in lines.items():
        owner = f"{visible(title)} – " if title and title != last else ""
        last = title
        empty = speaker.text("look.empty")
        facts = {"was": ", ".join(was) or empty, "now": ", ".join(now) or empty}
        parts.append(owner + speaker.text("page.change", cell=name, **facts))
    return speaker.text("list.glue").join(parts)


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
