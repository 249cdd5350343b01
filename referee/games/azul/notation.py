"""What an Azul post says (A18): a move, choices for the grey side, or a resignation."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.core.reading import Reading
from referee.core.ruling import Objection
from referee.games.azul.acts import Sheet
from referee.games.azul.saying import Saying
from referee.games.azul.statements import ADVISED, Piece, pieces
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
        return _resigned(resigning, found)
    if resigning is not None and own.kind == "understood":
        several = Objection("F15", "azul-several", {"moves": ["abandon"]})
        return Reading("unclear", Sheet(unread=several), span=own.span)
    if own.kind != "no-move":
        return own
    for teller in dict.fromkeys(piece.teller for piece in found if piece.teller is not None):
        told = _read_pieces([piece for piece in found if piece.teller == teller])
        if told.kind == "understood" and teller == ADVISED:
            advice = Objection("F15", "azul-advice", {})
            sheet = Sheet(told.act.take, told.act.choices, unread=advice)
            return Reading("unclear", sheet, told.notes, told.span)
        if told.kind != "no-move":
            sheet = Sheet(told.act.take, told.act.choices, unread=told.act.unread, teller=teller)
            return Reading(told.kind, sheet, told.notes, told.span)
    return own


def _resigned(line: int, found: Sequence[Piece]) -> Reading:
    """A resignation, unless a condition stands before it or it is taken back after it (F15)."""
    mine = [piece for piece in found if piece.line == line]
    doubt = next((piece.doubt for piece in mine if piece.doubt), "")
    after = [piece for piece in found if piece.line > line]
    if any(piece.retracts or piece.doubt == "azul-retracted" for piece in after):
        doubt = doubt or "azul-retracted"
    if not doubt:
        return Reading("understood", Sheet(resign=True), span=(line, line))
    unread = Objection("F15", doubt, {})
    return Reading("unclear", Sheet(resign=True, unread=unread), span=(line, line))


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
    saying, doubtful = Saying(), Saying()
    doubt: _Doubt | None = None
    for piece in found:
        if piece.doubt:
            doubt = _weigh_doubt(doubt, piece, saying)
            doubtful.add(piece)
            continue
        whole = len({e.slot for e in piece.elements}) >= 2
        if whole and (piece.corrects or (doubt and doubt.case == "azul-retracted")):
            saying.correct()
            doubt = None
        if piece.corrects or (whole and saying.retracted):
            saying.correct()
        saying.add(piece)
    reading = saying.reading()
    if doubt is None and saying.retracted:
        doubt = _Doubt("azul-retracted", ())
    if doubt is not None and (reading.kind != "no-move" or _moving(doubt.elements)):
        lines = [element.line for element in doubt.elements] or [1]
        unread = Objection("F15", doubt.case, {})
        meant = (doubtful.reading() if doubt.elements else reading).act
        sheet = Sheet(meant.take, meant.choices, unread=unread)
        return Reading("unclear", sheet, span=(min(lines), max(lines)))
    return reading


def _weigh_doubt(doubt: _Doubt | None, piece: Piece, saying: Saying) -> _Doubt | None:
    """A doubtful piece counts if it names something, or says nothing else after a move."""
    if piece.elements:
        before = doubt.elements if doubt else ()
        return _Doubt(piece.doubt, (*before, *piece.elements))
    if (piece.plain_doubt or piece.retracts) and saying.started:
        return doubt or _Doubt(piece.doubt, ())
    return doubt


def _moving(elements: Iterable[Element]) -> bool:
    """Whether what a doubt names is more than a mention."""
    slots = {"line" if e.slot == "bare" else e.slot for e in elements} - {"count", "letter"}
    return len(slots) >= 2
