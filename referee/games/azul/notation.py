"""What an Azul post says (A18): a move, choices for the grey side, or a resignation."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.core.reading import Reading
from referee.core.ruling import Objection
from referee.games.azul.acts import Sheet
from referee.games.azul.saying import Saying
from referee.games.azul.statements import Piece, pieces
from referee.games.azul.words import Element, folded, parts, struck_out

_RESIGNS = lazy(
    r"(?:alors |bon |ok |well |so )?"
    r"(?:j ?' ?abandonne|abandon|i resign|resign|i give up|je declare forfait|forfait"
    r"|je me retire|abandonne|i abandon)"
    r"(?: la partie| the game| this game| cette partie)?"
)
_EDGES = ' \t.!,;:…-–—*_~`"«»()[]>#'


def read(text: str, names: Sequence[str]) -> Reading:
    """The own words of a post as a `Sheet`. `names` are the players, whose moves somebody else may
    tell (F15). Nothing is guessed: what reads two ways, or lacks a part, is unclear and says why.
    """
    resigning = _resigning(text)
    found = pieces(parts(text), names)
    own = _read_pieces([piece for piece in found if piece.teller is None])
    if resigning is not None and own.kind == "no-move":
        return Reading("understood", Sheet(resign=True), span=(resigning, resigning))
    if resigning is not None and own.kind == "understood":
        several = Objection("F15", "azul-several", {"moves": ["abandon"]})
        return Reading("unclear", Sheet(unread=several), span=own.span)
    if own.kind != "no-move":
        return own
    for teller in dict.fromkeys(piece.teller for piece in found if piece.teller is not None):
        told = _read_pieces([piece for piece in found if piece.teller == teller])
        if told.kind != "no-move":
            sheet = Sheet(told.act.take, told.act.choices, unread=told.act.unread, teller=teller)
            return Reading(told.kind, sheet, told.notes, told.span)
    return own


def _resigning(text: str) -> int | None:
    """The line that says nothing but that its author gives up (F12)."""
    for number, line in enumerate(struck_out(text).split("\n"), 1):
        if len(line) <= 60:
            words = " ".join(folded(word) for word in line.replace("’", "'").strip(_EDGES).split())
            if _RESIGNS.fullmatch(words):
                return number
    return None


class _Doubt(NamedTuple):
    case: str
    elements: tuple[Element, ...]


def _read_pieces(found: Sequence[Piece]) -> Reading:
    """What pieces of one person come to."""
    saying = Saying()
    doubt: _Doubt | None = None
    for piece in found:
        if piece.doubt:
            doubt = _weigh_doubt(doubt, piece, saying)
            continue
        if piece.corrects:
            saying.correct()
            if piece.elements and len({e.slot for e in piece.elements}) >= 2:
                doubt = None
        saying.add(piece)
    reading = saying.reading()
    if doubt is not None and (reading.kind != "no-move" or _moving(doubt.elements)):
        lines = [element.line for element in doubt.elements] or [1]
        unread = Objection("F15", doubt.case, {})
        return Reading("unclear", Sheet(unread=unread), span=(min(lines), max(lines)))
    return reading


def _weigh_doubt(doubt: _Doubt | None, piece: Piece, saying: Saying) -> _Doubt | None:
    """A doubtful piece counts if it names something, or says nothing else after a move."""
    if piece.elements:
        before = doubt.elements if doubt else ()
        return _Doubt(piece.doubt, (*before, *piece.elements))
    if piece.plain_doubt and saying.started:
        return doubt or _Doubt(piece.doubt, ())
    return doubt


def _moving(elements: Iterable[Element]) -> bool:
    """Whether what a doubt names is more than a mention."""
    slots = {"line" if e.slot == "bare" else e.slot for e in elements} - {"count", "letter"}
    return len(slots) >= 2
