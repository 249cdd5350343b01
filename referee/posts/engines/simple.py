"""Posts under simple headers, as people write them: `Alice — 21/11/2026 20:58`.

The forms are those of `referee.posts.headers`; further posts begin after a blank line.
"""

from collections.abc import Iterator
from datetime import datetime, tzinfo
from importlib import import_module

from referee.core.patterns import lazy
from referee.posts.dates import BadStamp
from referee.posts.headers import Header, split_header
from referee.posts.source import Found, Source

NAME = "simple"

_RAW = lazy(r"\s{0,9}[^\n|]{1,60} \| \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \| #\d+\s*\n")
_LONGEST = 300
"""Characters of a header line; a longer line is words."""
_LAYOUTS = (
    "phpbb phpbb2 forumactif discourse discord reddit slack invision xenforo xenforo1 vbulletin smf"
    " mybb mattermost"
)


def looks(source: Source) -> bool:
    """Whether the first line is a header that no forum's own layout explains."""
    return has_header(source) and not is_layout(source)


def has_header(source: Source) -> bool:
    """Whether the first line is a header, though maybe with an impossible date."""
    try:
        return split_header(source.text, source.zone, source.now)[0] is not None
    except BadStamp:
        return True


def is_layout(source: Source) -> bool:
    """Whether the text is a paste in a forum's own layout, or Discourse's /raw."""
    if _RAW.match(source.text):
        return True
    return any(
        import_module(f"referee.posts.engines.paste_{name}").looks(source)
        for name in _LAYOUTS.split()
    )


def read(source: Source) -> list[Found]:
    """The posts below their headers; an impossible date gives no stamp."""
    found = []
    for part in parts(source.text, source.zone, source.now):
        header, bad, text = _header_of(part, source)
        if header is None:
            found.append(Found(author="", stamp=None, text=text, date=bad))
            continue
        stamp = None if bad else header.stamp
        found.append(Found(header.author, stamp, text, post_id=header.post_id, date=bad))
    return found


def parts(text: str, zone: tzinfo, now: datetime) -> list[str]:
    """The text cut above every header: the first line must be one, the others follow a blank line.

    An impossible date (31/02) cuts too, so that the post above keeps to its own words.
    """
    if not _begins(text, zone, now):
        return [text]
    found: list[list[str]] = [[]]
    blank, begun = False, False
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if bare and blank and begun and len(bare) <= _LONGEST and _begins(bare, zone, now):
            found.append([])
        found[-1].append(line)
        blank, begun = not bare, begun or bool(bare)
    return ["".join(part) for part in found]


def _begins(text: str, zone: tzinfo, now: datetime) -> bool:
    try:
        return split_header(text, zone, now)[0] is not None
    except BadStamp:
        return True


def _header_of(part: str, source: Source) -> tuple[Header | None, str, str]:
    """The header of a part, its date if that is impossible, and the text below."""
    try:
        header, text = split_header(part, source.zone, source.now)
    except BadStamp as bad:
        # The same header with a date that exists: who posted it is plain all the same.
        date = str(bad.facts["text"])
        for possible in _with_a_date(part, date):
            try:
                header, text = split_header(possible, source.zone, source.now)
            except BadStamp:
                continue
            if header is not None:
                return header, date, text
        return None, date, part
    return header, "", text


def _with_a_date(part: str, written: str) -> Iterator[str]:
    if written and written in part:
        yield part.replace(written, "01/01/2000 00:00", 1)
