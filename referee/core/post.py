"""A post as it was read: who, when, where from, and its words."""

from datetime import datetime

import msgspec

from referee.core.reading import Note


class Post(msgspec.Struct, frozen=True):
    """One observed fact (F1).

    `at` and `precision` (seconds) are the stamp; `text` is the post as pasted, without its header;
    `words` are its own words and `hidden` what stood in code and spoilers (F2), both canonical;
    `digest` stands for the own words as F5 compares them. `edited`: the source marks an edit, at
    `edited_at` where it says when. `names`: other names of the author that the source gives.
    `page`: which of several sources read together it comes from.
    """

    author: str
    at: datetime
    precision: int
    post_id: str | None
    text: str
    words: str
    hidden: str
    digest: str
    source: str
    notes: tuple[Note, ...] = ()
    edited_at: datetime | None = None
    edited: bool = False
    names: tuple[str, ...] = ()
    page: int = 0
