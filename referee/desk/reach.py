"""How far back a decision reaches: the first place of its table at which it may change anything."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from referee.core.decisions import Decided, undone_by
from referee.core.events import (
    PLACED,
    AliasAdded,
    DeadlineRevised,
    Event,
    PostAmended,
    PostEdited,
    PostIdentified,
    PostOverruled,
    PostRecorded,
    Undone,
)
from referee.core.history import DECISION, END, Place, micros
from referee.desk.table import recorded_post
from referee.store.log import Log

PlaceOf = Callable[[int], Place | None]
Recorded = Callable[[int], PostRecorded | None]


def reached(log: Log, rows: Sequence[Decided], since: Iterable[Decided]) -> Place | None:
    """The first place that decisions of a log may have changed; None: any."""
    first = END
    for row in since:
        place = reach(log.place_of, partial(recorded_post, log), rows, row.event)
        if place is None:
            return None
        first = min(first, place)
    return first


def reach(
    place_of: PlaceOf, recorded: Recorded, rows: Sequence[Decided], event: Event
) -> Place | None:
    """The first place that a decision without one of its own changes; None: any, `END`: none.
    `rows`: everything decided at the table, the decision included; `place_of` gives the place of
    an event, `recorded` a post."""
    if isinstance(event, Undone):
        seq, undone = undone_by(rows, event)
        if undone is None or isinstance(undone, PLACED):
            return place_of(seq)  # a post, or what has a place of its own
        event = undone
        if isinstance(event, PostEdited):  # the words that other edits changed are others now
            return _first(place_of, [seq, *_edits(rows, event.post)])
    if isinstance(event, PostOverruled):
        return place_of(event.post)
    if isinstance(event, PostAmended | PostIdentified):
        return _anywhere(place_of, recorded, rows, event.post)
    if isinstance(event, DeadlineRevised):
        return place_of(event.deadline)
    return None if isinstance(event, AliasAdded) else END


def _anywhere(
    place_of: PlaceOf, recorded: Recorded, rows: Sequence[Decided], post: int
) -> Place | None:
    """The first place that a post, or an edit of it, may ever have had; None where the post is not
    known."""
    first = _first(place_of, [post, *_edits(rows, post)])
    amended = [
        row.event.posted_at
        for row in rows
        if isinstance(row.event, PostAmended) and row.event.post == post and row.event.posted_at
    ]
    found = recorded(post) if amended else None
    if first is None or (amended and found is None):
        return None
    instants = [first.micros, *map(micros, amended)]
    if found is not None:
        instants.append(micros(found.posted_at))
    return Place(min(instants), DECISION, 0, 0)


def _edits(rows: Sequence[Decided], post: int) -> Iterable[int]:
    return (r.seq for r in rows if isinstance(r.event, PostEdited) and r.event.post == post)


def _first(place_of: PlaceOf, seqs: Iterable[int]) -> Place | None:
    """The first of some places; None where one is not known."""
    places = [place_of(seq) for seq in seqs]
    known = [place for place in places if place is not None]
    return min(known) if known and len(known) == len(places) else None
