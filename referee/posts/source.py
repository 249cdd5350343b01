"""What a reader of a forum engine is given, and what it finds."""

from datetime import datetime, tzinfo
from typing import Literal

import msgspec

from referee.posts.dates import Stamp

Lack = Literal["text", "hidden", "record", "number", "cut"]


class Source(msgspec.Struct, frozen=True):
    """A paste or an export. `name` is that of its file, or empty; `zone` the reader's, in which the
    forum prints times that carry no offset; `now` the moment of the paste, for relative dates."""

    text: str
    zone: tzinfo
    now: datetime
    name: str = ""


class Edited(msgspec.Struct, frozen=True):
    """What a source says of a post's last edit: None for what it does not tell."""

    at: datetime | None = None
    count: int | None = None
    reason: str | None = None


class Found(msgspec.Struct, frozen=True):
    """A post as an engine's layout gives it, before its words are read.

    `names`: other names of the author that the source gives (login, nickname). `stamp` None: the
    source gives no usable time. `text` holds no quote, signature or edit notice that the layout
    marks; a spoiler stands in `[spoiler]`, a code block in `[code]`. `edited` None: not edited as
    far as the source tells, and `tells_edits` whether it would tell. `only_by`: the stamp is the
    latest possible instant, not the post's own (Discourse raw). `date`: what the source writes for
    its time. `lacks`: why the post cannot be used whatever its time is: "text" (its words are not
    there), "hidden" (other words stand in their place), "record" (nothing of it can be read) or
    "number" (another post has its number, and one of the two is made up).
    """

    author: str
    stamp: Stamp | None
    text: str
    post_id: str | None = None
    names: tuple[str, ...] = ()
    edited: Edited | None = None
    tells_edits: bool = False
    only_by: bool = False
    date: str = ""
    lacks: Lack | None = None

    @property
    def missing(self) -> str | None:
        """What keeps the post from being used: what it `lacks`, its "author" or its "time"."""
        if self.lacks is not None:
            return self.lacks
        if not self.author.strip():
            return "author"
        return "time" if self.stamp is None else None
