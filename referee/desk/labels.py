"""How an event is named to people: `@18 Bruno 20:58`, in the topic `Bruno, 28 nov. 20:58`."""

from datetime import tzinfo

from referee.core.decisions import Decisions
from referee.core.events import (
    AliasAdded,
    ConstraintAdded,
    ConstraintLifted,
    Event,
    PointsAwarded,
    PostAmended,
    PostEdited,
    PostIdentified,
    PostOverruled,
    PostRecorded,
    Undone,
)
from referee.store.log import Log
from referee.words import say
from referee.words.sentences import day_and_hour, hour


class Labels:
    """Names for the events of a log. `public`: for the topic, where the log's numbers mean nothing
    (and `@4` would call somebody)."""

    def __init__(self, log: Log, zone: tzinfo, lang: str, *, public: bool = False) -> None:
        self.log, self.zone, self.lang, self.public = log, zone, lang, public

    def of(
        self, seq: int, *, any_event: bool = False, as_recorded: bool = False, beside: bool = False
    ) -> str:
        """The name of a post, or words for one that is no longer known; with `any_event` also of
        what is no post. `as_recorded`: before amendments. `beside`: the author is named already."""
        row = self.log.event(seq) if seq > 0 else None
        event = row.event() if row is not None else None
        if row is None or event is None:
            return say("post.unknown", self.lang)
        if isinstance(event, PostEdited):
            post = self.of(event.post)
            return say("label.edit", self.lang, post=post) if any_event else post
        if isinstance(event, PostRecorded):
            decided = () if as_recorded else self.log.decided(row.table)
            facts = Decisions(decided).facts(seq, event)
            if self.public:
                when = day_and_hour(facts.at, self.zone, self.lang)
                return when if beside else f"{facts.author}, {when}"
            return f"@{seq} {facts.author} {hour(facts.at, self.zone)}"
        if not any_event:
            return say("post.unknown", self.lang)
        kind = say(f"type.{row.type}", self.lang)
        about = self._about(event)
        if self.public:
            return f"{kind} ({about})" if about else kind
        return f"@{seq} ({kind} – {about})" if about else f"@{seq} ({kind})"

    def _about(self, event: Event) -> str:
        """What a decision is about: a post, a player, a constraint."""
        if isinstance(event, PostOverruled | PostAmended | PostIdentified):
            return self.of(event.post)
        if isinstance(event, Undone):
            return self.of(event.event, any_event=True)
        if isinstance(event, PointsAwarded):
            return f"{event.player} {event.points:+d}"
        if isinstance(event, ConstraintAdded | ConstraintLifted):
            return event.constraint
        return event.name if isinstance(event, AliasAdded) else ""

    def post_id(self, seq: int) -> str | None:
        """The forum's number of a post, as amended; None where there is none."""
        row = self.log.event(seq)
        event = row.event() if row is not None else None
        if row is None or not isinstance(event, PostRecorded):
            return None
        return Decisions(self.log.decided(row.table)).facts(seq, event).post_id
