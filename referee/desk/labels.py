"""How an event is named to people: `@18 Bruno 20:58`, or `@31` with what it is."""

from datetime import tzinfo

from referee.core.decisions import Decisions
from referee.core.events import PostEdited, PostRecorded
from referee.store.log import Log
from referee.words import say
from referee.words.sentences import hour


def label_of(log: Log, seq: int, zone: tzinfo, lang: str, *, any_event: bool = False) -> str:
    """The name of the post whose event is `seq`, or words for one that is no longer known; with
    `any_event` also the name of an event that is no post."""
    row = log.event(seq) if seq > 0 else None
    event = row.event() if row is not None else None
    if row is not None and isinstance(event, PostRecorded):
        facts = Decisions(log.decided(row.table)).facts(seq, event)
        return f"@{seq} {facts.author} {hour(facts.at, zone)}"
    if isinstance(event, PostEdited):
        return label_of(log, event.post, zone, lang)
    if row is not None and any_event:
        return f"@{seq} ({say(f'type.{row.type}', lang)})"
    return say("post.unknown", lang)


def id_of(log: Log, seq: int) -> str | None:
    """The forum's number of a post, as amended; None where there is none."""
    row = log.event(seq)
    event = row.event() if row is not None else None
    if row is None or not isinstance(event, PostRecorded):
        return None
    return Decisions(log.decided(row.table)).facts(seq, event).post_id
