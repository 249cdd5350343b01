"""A judge made apart from the desk: a plain list of facts in, the whole history judged once.

It keeps nothing between two questions, looks nothing up, and knows neither log nor session: which
facts are in force is worked out from the list (F9), they are sorted (F6), and game and core fold
them from the first to the last.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any, NamedTuple

import msgspec

from referee.core.events import Overrule
from referee.core.game import Game, read_words
from referee.core.names import key
from referee.core.reading import Reading
from referee.core.ruling import Finding
from referee.core.week import local, week_of
from referee.posts.reader import words_of

AFTER_IDS = 10**30


class Posted(NamedTuple):
    """A post as it was pasted, with the event that recorded it."""

    seq: int
    author: str
    at: datetime
    precision: int
    post_id: str | None
    text: str
    edited_at: datetime | None = None


class Edited(NamedTuple):
    """A post read again with other words: when that was noticed, and the edit's own time."""

    seq: int
    of: int
    text: str
    noticed: datetime
    edited_at: datetime | None = None


class Overruled(NamedTuple):
    """The moderator's word on a post."""

    seq: int
    of: int
    accepted: bool
    by: str
    reason: str
    move: dict[str, Any] | None = None


class Amended(NamedTuple):
    """What was recorded of a post, put right; None leaves it."""

    seq: int
    of: int
    author: str | None = None
    at: datetime | None = None
    precision: int | None = None
    post_id: str | None = None


class Undone(NamedTuple):
    """An event taken back."""

    seq: int
    of: int


class Named(NamedTuple):
    """Another name of a player."""

    seq: int
    name: str
    player: str


class House(NamedTuple):
    """Anything else that has a place: the event's type and data as JSON, and when it holds."""

    seq: int
    at: datetime
    kind: str
    data: str


Fact = Posted | Edited | Overruled | Amended | Undone | Named | House


class Verdict(NamedTuple):
    """A ruling, as far as it can be compared with one made otherwise."""

    player: str
    week: str
    verdict: str
    basis: str | None
    clauses: list[str]
    move: dict[str, Any] | None
    points: list[tuple[str, int]]
    withdraws: dict[str, Any] | None
    objections: Any
    warnings: Any

    @property
    def told(self) -> tuple[Any, ...]:
        """What F6 reports when it changes: verdict, clauses, move, points."""
        return self.verdict, self.clauses, self.move, self.points


class Judgement(NamedTuple):
    """The table at the end, the verdicts by event, and the points by player and week."""

    state: Any
    verdicts: dict[int, Verdict]
    points: dict[tuple[str, str], int]


class Court(NamedTuple):
    """Where it is judged: the game, the table's beginning, its zone."""

    game: Game
    start: Any
    zone: tzinfo

    def judge(self, facts: Sequence[Fact]) -> Judgement:
        """The history of these facts, given in the order in which they were recorded."""
        return _Hearing(self, facts).held()


def _in_force(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without those taken back; an undo taken back takes nothing back (F9)."""
    gone: set[int] = set()
    for fact in reversed(facts):
        if isinstance(fact, Undone) and fact.seq not in gone:
            gone.add(fact.of)
    return [fact for fact in facts if fact.seq not in gone]


def amended(post: Posted, facts: Iterable[Fact]) -> Posted:
    """A post with the amendments among these facts."""
    for fact in facts:
        if isinstance(fact, Amended) and fact.of == post.seq:
            post = post._replace(
                author=fact.author or post.author,
                at=fact.at or post.at,
                precision=fact.precision or post.precision,
                post_id=fact.post_id or post.post_id,
            )
    return post


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


class _Hearing:
    """One pass over the facts in force. `posts`: all of them, as amended, withdrawn or not."""

    def __init__(self, court: Court, recorded: Sequence[Fact]) -> None:
        facts = _in_force(recorded)
        self.court, self.game, self.facts = court, court.game, facts
        self.aliases = {key(f.name): f.player for f in facts if isinstance(f, Named)}
        self.posts = {f.seq: amended(f, facts) for f in recorded if isinstance(f, Posted)}
        self.overrules = {f.of: f for f in facts if isinstance(f, Overruled)}
        self.state = court.start
        self.verdicts: dict[int, Verdict] = {}
        self.points: dict[tuple[str, str], int] = {}

    def held(self) -> Judgement:
        for *_, fact, sheet in sorted(self._placed(), key=lambda placed: placed[:4]):
            if isinstance(fact, House):
                self._house(fact)
            else:
                self._judge(fact, sheet)
        return Judgement(self.state, self.verdicts, self.points)

    def player(self, author: str) -> str:
        seen: set[str] = set()
        while key(author) in self.aliases and key(author) not in seen:
            seen.add(key(author))
            author = self.aliases[key(author)]
        return author

    def _read(self, text: str) -> Reading:
        words, hidden, _ = words_of(text)
        reading = read_words(self.game, words, hidden, ())
        return msgspec.structs.replace(reading, act=self.game.renamed(reading.act, self.player))

    def _placed(self) -> Iterator[tuple[datetime, int, int, int, Any, Any]]:
        """Instant, rank at equal times, number, order of recording; the fact, and its sheet."""
        for fact in self.facts:
            if isinstance(fact, House):
                yield fact.at, 0, 0, fact.seq, fact, None
        for fact in self.facts:
            if not isinstance(fact, Posted):
                continue
            post = self.posts[fact.seq]
            numbered = (post.post_id or "").isdecimal()
            number = int(post.post_id or 0) if numbered else AFTER_IDS
            sheet = self._read(post.text).act
            if post.edited_at is not None:
                sheet = msgspec.structs.replace(sheet, edited_at=post.edited_at.isoformat())
            yield post.at, 2, number, post.seq, post, sheet
        last_seen = {post.seq: post.text for post in self.posts.values()}
        for edit in self.facts:
            if not isinstance(edit, Edited):
                continue
            before, after = self._read(last_seen[edit.of]), self._read(edit.text)
            last_seen[edit.of] = edit.text
            sheet = self.game.edited(before.act, after.act, edit.of)
            yield self._effective(edit, sheet), 1, 0, edit.seq, edit, sheet

    def _effective(self, edit: Edited, sheet: Any) -> datetime:
        """When it is noticed (Q7); a ranking added counts from the edit, if that time is known
        (Q6), which is after the post itself."""
        if sheet.edit.floor or not sheet.edit.added or edit.edited_at is None:
            return edit.noticed
        posted = self.posts[edit.of].at + timedelta(microseconds=1)
        return max(posted, min(edit.edited_at, edit.noticed))

    def _house(self, fact: House) -> None:
        data = plain(msgspec.json.decode(fact.data))
        if fact.kind == "points_awarded":
            data["player"] = self.player(data["player"])
            self._score(data["player"], data["week"], data["points"])
        act = self.game.house(
            fact.kind, msgspec.json.encode(data).decode(), self._local(fact.at), 0
        )
        self.state = self.game.apply(self.state, act)

    def _local(self, at: datetime) -> datetime:
        return local(at, self.court.zone)

    def _judge(self, fact: Posted | Edited, sheet: Any) -> None:
        post = fact if isinstance(fact, Posted) else self.posts[fact.of]
        player, earned = self.player(post.author), None
        if isinstance(fact, Posted):
            at, precision = self._local(fact.at), fact.precision
        else:
            at, precision = self._local(self._effective(fact, sheet)), 1
            ruled = self.verdicts.get(fact.of)
            if ruled is not None and ruled.verdict == "valid":
                earned = (ruled.week, sum(points for _, points in ruled.points))
        week = week_of(at, self.court.zone).name
        act = self.game.posted(fact.seq, player, at, precision, week, sheet, earned)
        finding = self.game.judge(self.state, act)
        decision = self.overrules.get(fact.seq)
        if decision is not None:
            given = (decision.seq, decision.accepted, decision.by, decision.reason, decision.move)
            finding = self.game.overruled(self.state, act, finding, Overrule(*given))
        self._stand(fact.seq, act, finding)

    def _stand(self, seq: int, act: Any, finding: Finding) -> None:
        """Let a finding be the ruling on a post, and count what it gives or takes."""
        ruled = self.game.standing_type(
            seq, act.player, act.at, act.precision, act.week, finding.effect, finding.points
        )
        self.state = self.game.apply(self.state, ruled)
        effect = plain(finding.effect)
        points = [(award.clause, award.points) for award in finding.points]
        taken = effect.get("withdraws")
        if taken:
            self._score(act.player, taken["week"], -taken["points"])
        elif finding.verdict == "valid":
            self._score(act.player, act.week, sum(n for _, n in points))
        self.verdicts[seq] = Verdict(
            act.player,
            act.week,
            finding.verdict,
            finding.basis,
            [objection.clause for objection in finding.objections],
            effect["move"],
            points,
            taken,
            plain(finding.objections),
            plain(finding.warnings),
        )

    def _score(self, player: str, week: str, points: int) -> None:
        self.points[player, week] = self.points.get((player, week), 0) + points
