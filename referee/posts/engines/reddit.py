"""Reddit: the listings of a submission and its comments, as the API gives them.

Fields from the API's documentation and OmgImAlexis/snoo-wrapped
`test/_mocks/oauth.reddit.com/api/info.ts`.
"""

import re
from typing import Any

import msgspec

from referee.posts.dates import Stamp
from referee.posts.engines.exported import (
    at_epoch,
    blocks_marked,
    decoded,
    in_order,
    named,
    opens,
)
from referee.posts.source import Edited, Found, Source

NAME = "reddit"

_GONE = ("[deleted]", "[removed]", "[ Removed by Reddit ]")
# Without `raw_json=1` these three are escaped, and nothing else is.
_UNESCAPED = r"[<>]|&(?!amp;|lt;|gt;)"


class _Thing(msgspec.Struct):
    """A listing (`children`), a submission (t3), a comment (t1) or `more`, which holds bare ids."""

    kind: str
    data: "_Data"


# Comments nest, so that one cannot be decoded apart: what may be odd in one is looked at later.
class _Data(msgspec.Struct):
    children: list[_Thing | str] = []
    replies: _Thing | str | None = None
    id: Any = None
    author: Any = None
    body: Any = None
    selftext: Any = None
    created_utc: Any = None
    edited: Any = None


def looks(source: Source) -> bool:
    """Whether the source is one listing of submissions and comments, or several."""
    things = _things(source.text)
    kinds = {child.kind for thing in things or () for child in _children(thing)}
    return things is not None and kinds <= {"t1", "t3", "more"}


def read(source: Source) -> list[Found]:
    """The comments and the words of the submission, by time; what is deleted is no post."""
    posts: list[_Thing] = []
    waiting = list(reversed(_things(source.text) or []))
    while waiting:
        thing = waiting.pop()
        posts.append(thing)
        if isinstance(thing.data.replies, _Thing):
            waiting.append(thing.data.replies)
        waiting.extend(reversed(_children(thing)))
    texts = [(post, _text(post)) for post in posts]
    escaped = not any(text and re.search(_UNESCAPED, text) for _, text in texts)
    found: list[tuple[Stamp | None, Found]] = []
    for post, text in texts:
        one = _found(post, text, source, escaped=escaped)
        if one:
            found.append((one.stamp, one))
    return in_order(found)


def not_given(source: Source) -> int | None:
    """How many comments a listing only names, because they were not unfolded; None where there are
    none such, which proves nothing: deleted ones are not listed."""
    waiting = list(_things(source.text) or [])
    lacking = 0
    while waiting:
        thing = waiting.pop()
        if thing.kind == "more":
            lacking += sum(isinstance(child, str) for child in thing.data.children)
        if isinstance(thing.data.replies, _Thing):
            waiting.append(thing.data.replies)
        waiting.extend(_children(thing))
    return lacking or None


def _things(text: str) -> list[_Thing] | None:
    bracket = opens(text)
    if not bracket or '"Listing"' not in text:
        return None
    if bracket == "[":
        things = decoded(text, list[_Thing])
    else:
        thing = decoded(text, _Thing)
        things = [thing] if thing else None
    return things if things and all(thing.kind == "Listing" for thing in things) else None


def _children(thing: _Thing) -> list[_Thing]:
    return [child for child in thing.data.children if isinstance(child, _Thing)]


def _text(post: _Thing) -> str | None:
    text = {"t1": post.data.body, "t3": post.data.selftext}.get(post.kind)
    return text if isinstance(text, str) else None


def _found(post: _Thing, text: str | None, source: Source, *, escaped: bool) -> Found | None:
    if post.kind not in ("t1", "t3") or text in _GONE:
        return None
    if post.kind == "t3" and not (text or "").strip():  # a link, or a title and no more
        return None
    data, lost = post.data, text is None
    text = text or ""
    author = data.author if isinstance(data.author, str) else ""
    if escaped:
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    edited = data.edited
    changed = at_epoch(edited, source) if isinstance(edited, int | float) else None
    return Found(
        author=named(author)[0],
        stamp=at_epoch(_number(data.created_utc), source),
        text=blocks_marked(_spoilers(text)),
        post_id=str(data.id) if isinstance(data.id, str | int) and data.id else None,
        # Very old edits are told by `true` alone.
        edited=Edited(changed.at if changed else None) if edited else None,
        tells_edits=edited is not None,
        date="" if data.created_utc is None else str(data.created_utc)[:80],
        lacks="text" if lost else None,
    )


def _number(value: object) -> float | str | None:
    return value if isinstance(value, int | float | str) else None


def _spoilers(text: str) -> str:
    """`>!hidden!<` in `[spoiler]`: at the start of a line it would pass for a quote."""
    if ">!" not in text:
        return text
    return "\n\n".join(_spoilers_of(part) for part in text.split("\n\n"))


def _spoilers_of(paragraph: str) -> str:
    found: list[str] = []
    at = 0
    while (start := paragraph.find(">!", at)) >= 0:
        end = paragraph.find("!<", start + 2)
        if end < 0:
            break
        # The lines of a block may each begin with the mark.
        hidden = paragraph[start + 2 : end].replace("\n>!", "\n")
        found.extend((paragraph[at:start], "[spoiler]", hidden, "[/spoiler]"))
        at = end + 2
    rest = paragraph[at:]
    if rest.startswith(">!") and "!<" not in rest:
        lines = (line.removeprefix(">!") for line in rest.split("\n"))
        rest = "[spoiler]" + "\n".join(lines) + "[/spoiler]"
    return "".join((*found, rest))
