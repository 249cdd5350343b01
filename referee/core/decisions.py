"""Which decisions are in force at a table, and what they make of its posts (F8, F9)."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from referee.core.events import (
    AliasAdded,
    DeadlineRevised,
    Event,
    Overrule,
    PostAmended,
    PostEdited,
    PostIdentified,
    PostOverruled,
    PostRecorded,
    Undone,
)
from referee.core.names import key


class Decided(NamedTuple):
    """An event that is neither a post nor a ruling: its number, who recorded it, and what it is."""

    seq: int
    by: str
    event: Event


class Facts(NamedTuple):
    """What counts of a post after amendments: author, stamp and its precision, id."""

    author: str
    at: datetime
    precision: int
    post_id: str | None


def undone_by(rows: Iterable[Decided], undo: Undone) -> tuple[int, Event | None]:
    """What an undo is about in the end, past undos of undos: its number, and what it is; None for
    a post. `rows`: everything decided at the table."""
    kinds = {row.seq: row.event for row in rows}
    seq = undo.event
    while isinstance(event := kinds.get(seq), Undone):
        seq = event.event
    return seq, event


class Decisions:
    """The decisions of a table that are in force.

    `undone`: events taken back, and deadlines that did not pass after all. An undo that is itself
    undone takes nothing back. `reread`: posts
    with an edit that was taken back, whose other edits compare with other words now. `touched`:
    what was amended or withdrawn.
    """

    def __init__(self, decided: Iterable[Decided]) -> None:
        rows = self._rows = list(decided)
        self.undone: set[int] = set()
        for row in reversed(rows):
            if isinstance(row.event, Undone) and row.seq not in self.undone:
                self.undone.add(row.event.event)
        self.undone |= {r.event.deadline for r in rows if isinstance(r.event, DeadlineRevised)}
        self.reread = {
            row.event.post
            for row in rows
            if isinstance(row.event, PostEdited) and row.seq in self.undone
        }
        self.touched: set[int] = set()
        self.overrules: dict[int, Overrule] = {}
        self.aliases: dict[str, str] = {}
        self._amendments: dict[int, list[PostAmended | PostIdentified]] = {}
        for row in rows:
            if row.seq not in self.undone:
                self._enforce(row)
            if isinstance(row.event, PostAmended):
                self.touched.add(row.event.post)
            elif isinstance(row.event, Undone) and row.seq not in self.undone:
                self.touched.add(row.event.event)

    def _enforce(self, row: Decided) -> None:
        event = row.event
        if isinstance(event, PostOverruled):
            self.overrules[event.post] = Overrule(
                row.seq, event.accepted, row.by, event.reason, event.move
            )
        elif isinstance(event, PostAmended | PostIdentified):
            self._amendments.setdefault(event.post, []).append(event)
        elif isinstance(event, AliasAdded):
            self.aliases[key(event.name)] = event.player

    def adopt(self, row: Decided) -> None:
        """One more id that a post turned out to carry, without looking at everything again."""
        self._enforce(row)

    @property
    def player_of(self) -> Callable[[str], str] | None:
        """Whose a name is, for rankings; None where no alias is in force."""
        return self.player if self.aliases else None

    def adopted(self, seq: int) -> str | None:
        """The id that a post turned out to carry."""
        ids = [c.post_id for c in self._amendments.get(seq, ()) if isinstance(c, PostIdentified)]
        return ids[-1] if ids else None

    def facts(self, seq: int, post: PostRecorded) -> Facts:
        """Author, stamp and id of a post with the amendments in force."""
        facts = Facts(post.author, post.posted_at, post.precision, post.post_id)
        for change in self._amendments.get(seq, ()):
            if isinstance(change, PostIdentified):
                facts = facts._replace(post_id=change.post_id)
                continue
            facts = Facts(
                change.author or facts.author,
                change.posted_at or facts.at,
                change.precision or facts.precision,
                change.post_id or facts.post_id,
            )
        return facts

    def withdrawn_by(self, seq: int) -> int:
        """The undo that withdrew a post; 0 for one that stands."""
        undos = [r.seq for r in self._rows if isinstance(r.event, Undone) and r.event.event == seq]
        return undos[-1] if undos and seq in self.undone else 0

    def undone_edit(self, post: int, digest: str) -> bool:
        """Whether these words are those of an edit that the moderator took back."""
        return any(
            isinstance(row.event, PostEdited)
            and row.event.post == post
            and row.event.digest == digest
            and row.seq in self.undone
            for row in self._rows
        )

    def words_before(self, post: int, edit: int) -> str | None:
        """The words that the last edit of a post in force before another gave it; None for those
        that it was recorded with."""
        found = None
        for row in self._rows:
            own = isinstance(row.event, PostEdited) and row.event.post == post
            if own and row.seq < edit and row.seq not in self.undone:
                found = row.event.text  # type: ignore[union-attr]  # only an edit gets here
        return found

    def names(self, author: str) -> set[str]:
        """The keys of all names under which the player that `author` is may have posted."""
        mine = key(self.player(author))
        aliases = {name for name in self.aliases if key(self.player(name)) == mine}
        return {key(author), mine} | aliases

    def player(self, author: str) -> str:
        """The player that an author's name belongs to, by the aliases in force (F8)."""
        seen = set()
        while key(author) in self.aliases and key(author) not in seen:
            seen.add(key(author))
            author = self.aliases[key(author)]
        return author
