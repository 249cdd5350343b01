"""One pasted post, read: header or what the moderator said, own words, digest."""

import hashlib
from datetime import datetime, tzinfo

import msgspec

from referee.core.post import Post
from referee.core.reading import Note
from referee.posts.dates import BadStamp, Stamp
from referee.posts.emoji import canonical, same_words_key
from referee.posts.headers import split_header
from referee.posts.own_words import edit_notices, own_words, split_words
from referee.posts.source import Edited, Found, Source


class Said(msgspec.Struct, frozen=True):
    """What the moderator says of a post beside its text; it goes before what a header says."""

    author: str | None = None
    stamp: Stamp | None = None
    post_id: str | None = None
    edited_at: datetime | None = None


class Missing(ValueError):
    """Neither the moderator nor a header says who posted (`author`), or when (`time`)."""

    def __init__(self, what: str, author: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.author = author


class Unread(msgspec.Struct, frozen=True, gc=False):
    """A post as a source gives it, its words not read yet: a long topic waits in this form.

    `packed` is the text in UTF-8: a third of what a text with emoji takes. The rest as in a `Post`.
    """

    author: str
    at: datetime
    precision: int
    post_id: str | None
    packed: bytes
    source: str
    only_by: bool
    edited_at: datetime | None
    edited: bool
    names: tuple[str, ...]
    page: int = 0

    @property
    def text(self) -> str:
        """The post as pasted."""
        return self.packed.decode("utf-8", "surrogatepass")

    @property
    def digest(self) -> str:
        """What stands for its own words."""
        return digest(self.text)

    def read(self) -> Post:
        """The post with its words."""
        text = self.text
        words, hidden, notes = words_of(text)
        return Post(
            author=self.author,
            at=self.at,
            precision=self.precision,
            post_id=self.post_id,
            text=text,
            words=words,
            hidden=hidden,
            digest=digest(text),
            source=self.source,
            notes=(*notes, Note("only-by")) if self.only_by else notes,
            edited_at=self.edited_at,
            edited=self.edited,
            names=self.names,
            page=self.page,
        )


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
    words, hidden, notes = words_of(body)
    edited = _edited(body, zone, now)
    if edited is not None and edited.at is not None and edited.at < stamp.at:
        edited = Edited()  # its clock is not the post's: the edit is sure, its time is not
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
        notes=notes,
        edited_at=said.edited_at or (edited.at if edited else None),
        edited=said.edited_at is not None or edited is not None,
    )


def _edited(text: str, zone: tzinfo, now: datetime) -> Edited | None:
    """What the edit notices in a bare text tell of the last edit (F5)."""
    notices = edit_notices(text)
    if not notices:
        return None
    from referee.posts.engines.html import Clock, edited

    return edited(notices[-1], Clock(Source("", zone, now)))


def read_posts(text: str, said: Said, *, zone: tzinfo, now: datetime) -> list[Post]:
    """The posts that a paste holds: several where it begins with a header, others stand further
    down after a blank line, and the moderator does not say whose post it is."""
    if said.author is not None or said.stamp is not None:
        return [read_post(text, said, zone=zone, now=now)]
    from referee.posts.engines.simple import parts

    return [read_post(part, said, zone=zone, now=now) for part in parts(text, zone, now)]


def post_from(found: Found, said: Said, source: str, *, now: datetime) -> Post:
    """A post as a reader of a layout found it, read; what the moderator says goes before."""
    return unread(found, said, source, now=now).read()


def unread(found: Found, said: Said, source: str, *, now: datetime, page: int = 0) -> Unread:
    """A post as a reader of a layout found it; what the moderator says goes before."""
    stamp = said.stamp or found.stamp
    if not (said.author or found.author).strip():
        raise Missing("author")
    if stamp is None:
        raise Missing("time", found.author or said.author or "")
    edited = found.edited
    if edited is not None and edited.at is not None and not stamp.at <= edited.at <= now:
        edited = Edited()  # its clock is not the post's: the edit is sure, its time is not
    return Unread(
        author=" ".join((said.author or found.author).split()),
        at=stamp.at,
        precision=stamp.precision,
        post_id=said.post_id or found.post_id,
        packed=found.text.encode("utf-8", "surrogatepass"),
        source=source,
        only_by=found.only_by,
        edited_at=said.edited_at or (edited.at if edited else None),
        edited=edited is not None or said.edited_at is not None,
        names=found.names,
        page=page,
    )


def words_of(text: str) -> tuple[str, str, tuple[Note, ...]]:
    """The own words of a text, those in its code and spoilers, and what was repaired (F2)."""
    parts = split_words(text)
    words, notes = canonical(parts.outside)
    hidden, hidden_notes = canonical(parts.inside)
    return words, hidden, (*notes, *hidden_notes, *map(Note, parts.doubts))


def digest(text: str) -> str:
    """What stands for the own words of a text where two readings are compared (F5)."""
    key = same_words_key(own_words(text, keep_marks=True))
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]
