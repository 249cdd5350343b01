"""Posts of a source that cannot be used: each is named, with what keeps it out and what to do."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

from referee.cli.shared import Call, stamp_said
from referee.core.game import read_words
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.posts.dates import BadStamp, read_stamp
from referee.posts.reader import words_of
from referee.posts.source import Found, Source

_CLOCK = r"\d{1,2}\s?[:h]\s?\d\d(?:\s?[AaPp]\.?\s?[Mm]\.?)?"
"""A time of day and no more: some chats print no day beside it."""
_NAMED = 20
"""So many are named one by one."""


class LeftOut(NamedTuple):
    """A post that is left out. `case` as `Found.missing`, `bad` what is wrong with its date (None:
    the source gives none, or day and month could be either), `move`: it seems to hold a move that
    is not in the log."""

    found: Found
    case: str
    bad: BadStamp | None
    move: bool


def left_out(found: Iterable[Found], source: Source, table: Table) -> list[LeftOut]:
    """Those of the posts that cannot be used."""
    return [
        LeftOut(one, case, _bad(one, source), _holds_move(one, table))
        for one in found
        if (case := one.missing)
    ]


def not_waiting(left: LeftOut, log: Any, table: Table) -> LeftOut:
    """The same; one whose number is in the log already waits for nobody."""
    number = left.found.post_id
    known = number is not None and log.recorded(table.name, number, "", 0, 0)
    return left._replace(move=False) if known else left


def _bad(one: Found, source: Source) -> BadStamp | None:
    try:
        if one.date.strip():
            read_stamp(one.date, source.zone, source.now, printed=True)
    except BadStamp as bad:
        return bad
    return None


def _holds_move(one: Found, table: Table) -> bool:
    words, hidden, _ = words_of(one.text)
    return read_words(table.game, words, hidden, table.opened.players).kind != "no-move"


def reason(call: Call, left: LeftOut) -> str:
    """What keeps a post out."""
    if left.case != "time":
        return call.say(f"left.{left.case}")
    if left.bad is not None and left.bad.case in ("unreadable", "empty"):
        return call.say("left.unreadable", text=left.found.date.strip())
    if left.bad is not None:
        return stamp_said(left.bad, call.lang)
    return call.say(_no_date(left), text=left.found.date)


def _no_date(left: LeftOut) -> str:
    """Why a date that can be read is none all the same."""
    if not left.found.date:
        return "left.time"
    return "left.no-day" if re.fullmatch(_CLOCK, left.found.date) else "left.order"


def refuse(left: LeftOut) -> NoReturn:
    """Say of a post that cannot be used why nothing is read."""
    author, post = left.found.author or "–", left.found.post_id or "–"
    if left.case == "time":
        why = left.bad or ("left.no-day" if _no_date(left) == "left.no-day" else "left.time")
        raise Refused("no-time-of", author=author, post=post, why=why)
    raise Refused("unusable", author=author, post=post, why=f"left.{left.case}")


def tell(call: Call, left: list[LeftOut]) -> None:
    """Each post that is left out, and how to bring it in by hand."""
    timeless = [one for one in left if one.case == "time"]
    for key, those in (("import.timeless", timeless), ("import.unreadable", left)):
        some = [one for one in those if key == "import.timeless" or one.case != "time"]
        if some:
            authors = ", ".join(one.found.author or "–" for one in some[:10])
            call.hint(key, n=len(some), authors=authors)
    for one in left[:_NAMED]:
        post = f" #{one.found.post_id}" if one.found.post_id else ""
        move = call.say("left.move") if one.move else ""
        facts = {"author": one.found.author or "–", "post": post, "move": move}
        call.hint("left.post", reason=reason(call, one), **facts)
    if len(left) > _NAMED:
        call.hint("left.more", n=len(left) - _NAMED)
    if left:
        call.hint("left.advice", post=left[0].found.post_id or "N")


def records(call: Call, left: Iterable[LeftOut]) -> list[dict[str, Any]]:
    """The same in JSON."""
    return [
        {
            "author": one.found.author or None,
            "post": one.found.post_id,
            "date": one.found.date or None,
            "reason": reason(call, one),
            "move": one.move,
        }
        for one in left
    ]
