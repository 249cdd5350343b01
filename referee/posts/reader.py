"""One pasted post, read: header or what the moderator said, own words, digest."""

import hashlib
from datetime import datetime, tzinfo

import msgspec

from referee.core.post import Post
from referee.core.reading import Note
from referee.posts.dates import BadStamp, Stamp
from referee.posts.emoji import canonical, same_words_key
from referee.posts.headers import split_header
from referee.posts.own_words import own_words, split_words


class Said(msgspec.Struct, frozen=True):
    """What the moderator says of a post beside its text; it goes before what a header says."""

    author: str | None = None
    stamp: Stamp | None = None
    post_id: str | None = None
    edited_at: datetime | None = None


class Missing(ValueError):
    """Neither the moderator nor a header says who posted (`author`), or when (`time`)."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def read_post(text: str, said: Said, *, zone: tzinfo, now: datetime) -> Post:
    """The post that a paste holds; `zone` is the reader's, `now` the time of the paste (F1, F2)."""
    try:
        header, body = split_header(text, zone, now)
    except BadStamp:
        if said.author is None or said.stamp is None:
            raise
        header, body = None, text  # who and when are known without it
    author = said.author or (header.author if header else None)
    stamp = said.stamp or (header.stamp if header else None)
    if not author or not author.strip():
        raise Missing("author")
    if stamp is None:
        raise Missing("time")
    parts = split_words(body)
    words, notes = canonical(parts.outside)
    hidden, hidden_notes = canonical(parts.inside)
    return Post(
        author=" ".join(author.split()),
        at=stamp.at,
        precision=stamp.precision,
        post_id=said.post_id or (header.post_id if header else None),
        text=body,
        words=words,
        hidden=hidden,
        digest=digest(body),
        source="paste",
        notes=(*notes, *hidden_notes, *map(Note, parts.doubts)),
        edited_at=said.edited_at,
    )


def digest(text: str) -> str:
    """What stands for the own words of a text where two readings are compared (F5)."""
    key = same_words_key(own_words(text))
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]
