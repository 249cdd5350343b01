"""How a post is named to people: `@18 Bruno 20:58`."""

from datetime import tzinfo

from referee.core.events import PostRecorded
from referee.store.log import Log
from referee.words import say
from referee.words.sentences import hour


def label_of(log: Log, seq: int, zone: tzinfo, lang: str) -> str:
    """The name of the post whose event is `seq`, or words for one that is no longer known."""
    row = log.event(seq) if seq > 0 else None
    if row is None or row.type != PostRecorded.TYPE:
        return say("post.unknown", lang)
    post = row.event()
    assert isinstance(post, PostRecorded)  # noqa: S101 - the row's type says so
    return f"@{seq} {post.author} {hour(post.posted_at, zone)}"
