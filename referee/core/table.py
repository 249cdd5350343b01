"""A table and what becomes of a post at it, as data for whoever shows them."""

from datetime import datetime, tzinfo
from typing import Any, NamedTuple

import msgspec

from referee.core.events import ChanceDrawn, DeadlinePassed, RulingMade, TableOpened
from referee.core.game import Game, Opening
from referee.core.history import Change
from referee.core.post import Post
from referee.core.week import Week, local, week_of


class Table(NamedTuple):
    """A table and the game that is played at it."""

    name: str
    opened: TableOpened
    since: datetime
    zone: tzinfo
    game: Game

    def local(self, instant: datetime) -> datetime:
        """The instant with the offset of the table's zone."""
        return local(instant, self.zone)

    def week(self, instant: datetime) -> Week:
        """The week of an instant (F11)."""
        return week_of(instant, self.zone)

    def setup(self) -> Any:
        """The state at the opening."""
        opened = self.opened
        return self.game.setup(Opening(self.since, opened.players, opened.options, opened.start))

    def view(self, state: Any, at: datetime) -> dict[str, Any]:
        """The state as the contract writes it, at an instant."""
        return self.game.view(state, at, self.week(at).name)


class Due(NamedTuple):
    """What came due with something recorded (F6): the limits that ran out, each with its event and
    instant; recorded ones that did not run out so after all; what was drawn because of them; and
    the rulings that this changes; the table afterwards, and when that is."""

    passed: tuple[tuple[int, datetime, DeadlinePassed], ...] = ()
    revised: tuple[tuple[int, DeadlinePassed], ...] = ()
    drawn: tuple[tuple[int, datetime, ChanceDrawn], ...] = ()
    changes: tuple[Change, ...] = ()
    state: Any = None
    at: datetime | None = None


class Reread(msgspec.Struct, frozen=True):
    """A post that was read again with other words (F5): the event of the post, the words last seen,
    the time of the edit where the source gives it; `by_stamp`: known by author and stamp alone, so
    that it might be another post (F1)."""

    of: int
    before: str
    after: str
    edited_at: datetime | None
    by_stamp: bool = False


class Judged(msgspec.Struct, frozen=True):
    """What became of a post: its event (None where nothing is appended), its ruling, the rulings
    on later posts that it changes, and the table after it.

    `verdict` is the ruling's, or `duplicate`, and then `same_as` the event of the post it repeats.
    `newcomer`: nobody of that name has made a valid move here yet; `near`: known players whose name
    is one slip away from it (F8). `reread`: set for an edit.
    `weeks`: past weeks whose points it moves. `before`: the table before it, where it came last;
    `due`: what came due with it.
    `withdrawn_by`: the undo that withdrew the post that this one repeats; `several`: the posts of
    which it may be any (F1). `stands_at`, `stands_by`: the time and the author that the log has for
    a post that is known by its number, where the source says another.
    """

    post: Post
    seq: int | None
    verdict: str
    ruling: RulingMade | None
    revised: tuple[Change, ...]
    state: Any
    week: str
    newcomer: bool = False
    near: tuple[str, ...] = ()
    same_as: int | None = None
    reread: Reread | None = None
    adopted: bool = False
    withdrawn_by: int = 0
    several: str = ""
    stands_at: datetime | None = None
    stands_by: str = ""
    weeks: tuple[Any, ...] = ()
    before: Any = None
    due: Due | None = None

    @property
    def own_words(self) -> str:
        """The own words of the post, where it was read again."""
        return self.reread.after if self.reread else self.post.words

    @property
    def is_no(self) -> bool:
        """Whether the answer to whoever posted is no, or not yet."""
        return self.verdict in ("invalid", "unclear") or self.took_effect

    @property
    def took_effect(self) -> bool:
        """Whether an edit took a move back (Q7), or changes rulings on other posts (Q6)."""
        edited = self.reread is not None and self.ruling is not None
        withdraws = edited and self.ruling is not None and self.ruling.effect.get("withdraws")
        return bool(withdraws or (edited and self.revised))
