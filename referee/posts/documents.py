"""Texts that are files rather than posts: a page of HTML, JSON that may be damaged; and texts that
hold the headers of several posts."""

import re

from referee.core.patterns import lazy
from referee.posts.source import Source

_PAGE = lazy(r"[\s\ufeff]*<(?:!doctype|\?xml|!--|html|head|body)\b", re.IGNORECASE)
_JSON = lazy(r"[\s\ufeff]*(?:\{\s*[\"}]|\[\s*[\{\]])")
_TIMED = lazy(r"\d\s?(?:[:h]\s?\d|[ap]\.?m\b|min|[hjds]\b)|\bil y a\b|\bago\b", re.IGNORECASE)
_LONE = lazy(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def is_document(text: str) -> bool:
    """Whether a text begins like a page or an export, which no post does."""
    return bool(_PAGE.match(text) or _JSON.match(text))


def damage(text: str) -> tuple[int, int] | None:
    """Line and column at which what begins like JSON is none; a file may hold an object a line."""
    if not _JSON.match(text):
        return None
    import json

    text = text.removeprefix("\ufeff")
    try:
        json.loads(text)
    except json.JSONDecodeError as broken:
        if broken.msg != "Extra data" or "\n" not in text.strip():
            return broken.lineno, broken.colno
        return _damaged_line(text)
    except (RecursionError, ValueError):  # too deep, or a number without end
        return None
    return _lone(text)


def _damaged_line(text: str) -> tuple[int, int] | None:
    import json

    for number, line in enumerate(text.split("\n"), 1):
        try:
            if line.strip():
                json.loads(line)
        except json.JSONDecodeError as broken:
            return number, broken.colno
        except (RecursionError, ValueError):
            return None
    return _lone(text)


def _lone(text: str) -> tuple[int, int] | None:
    """Half of a character: JSON's grammar allows it, no text holds it."""
    found = _LONE.search(text)
    if found is None:
        return None
    above = text[: found.start()]
    return above.count("\n") + 1, found.start() - above.rfind("\n")


def two_headers(source: Source) -> tuple[str, str] | None:
    """The first two headers of a text that begins with one and holds further ones; a header that a
    post quotes further down makes no two of it."""
    if len(_TIMED.findall(source.text)) < 2:  # a header has a time
        return None
    from referee.posts.engines import simple

    parts = simple.parts(source.text, source.zone, source.now)
    if len(parts) > 1:
        return _first_line(parts[0]), _first_line(parts[1])
    if not simple.is_layout(source):
        return None
    from referee.posts.detect import detect
    from referee.posts.pasted import TITLE

    found = detect(source)[1] or []
    if len(found) < 2:
        return None
    first = _first_line(source.text)
    author = found[0].author
    begins = TITLE.fullmatch(first) or (author and author in first)
    one, two = (f"{post.author}, {post.date}" for post in found[:2])
    return (one, two) if begins else None


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
