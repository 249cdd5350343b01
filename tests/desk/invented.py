"""Invented topics of Quadrille: posts as players write them, and what a moderator does with them.

Made in the order of the posts, so that most moves are legal; how they are pasted is another matter.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from referee.core.game import Opening, read_words
from referee.core.week import local, week_of
from referee.games.quadrille import floor as fl
from referee.games.quadrille.game import GAME
from referee.posts.reader import words_of

ZONE = ZoneInfo("Europe/Paris")
OPENED = datetime(2026, 11, 26, 7, tzinfo=UTC)
PLAYERS = ("Alice", "Bruno", "Chloé", "David")
OTHER_NAMES = {"Al.": "Alice", "B.": "Bruno", "Chl": "Chloé", "D-D": "David"}
GAPS = (20, 90, 200, 310, 400, 1800, 7200, 43_000, 43_300, 90_000)
CONSTRAINTS = ("diagonals", "touching", "knight", "closed b3", "ban 2 white", "only 3 black")
GROUNDS = ("🔴🔴🔵🔵", "🔴🔴🔵🔵", "⚪⚪⚫⚫", "⚪⚪⚫⚫")


class Written(NamedTuple):
    """A post as it stands in the forum."""

    author: str
    at: datetime
    precision: int
    post_id: str | None
    text: str


class Step(NamedTuple):
    """Something that a moderator does at a moment. `which` picks a post or an event of those there
    are then, so that a step fits whatever came before it."""

    kind: str
    now: datetime
    which: int = 0
    text: str = ""
    name: str = ""
    number: int = 0
    at: datetime | None = None
    flag: bool = False


class Topic(NamedTuple):
    """A start, posts in the order of writing, and the steps in which all of it is recorded."""

    start: dict[str, Any] | None
    posts: tuple[Written, ...]
    steps: tuple[Step, ...]


def drawn(floor: int) -> str:
    """A floor in emoji."""
    return "\n".join(
        "".join(
            ground if mark == "." else f"{mark}\ufe0f\u20e3"
            for mark, ground in zip(*pair, strict=True)
        )
        for pair in zip(fl.to_rows(floor), GROUNDS, strict=True)
    )


def ranked(state: Any, week: str, chance: Random) -> str:
    """The ranking as a player posts it, right or not quite."""
    lines = [f"{n} ({p}) : {list(steps)}" for n, p, steps in GAME.ranking(state, week)]
    if not lines or chance.random() < 0.2:
        lines.append(f"{chance.choice([*PLAYERS, *OTHER_NAMES])} (1) : [2]")
    return "\n".join(lines)


def begun(chance: Random) -> dict[str, Any] | None:
    """A game under way, in which points are near; or none."""
    if chance.random() < 0.3:
        return None
    hands = {p: {"placed": sorted(chance.sample(fl.STEPS, 3)), "points": 0} for p in PLAYERS}
    return {"week": "2026-W48", "players": hands}


class _Author:
    """Writes a topic, post by post, with the table as it is when everything is read in order."""

    def __init__(self, chance: Random, start: dict[str, Any] | None) -> None:
        self.chance = chance
        self.state, self.at = GAME.setup(Opening(OPENED, (), {}, start)), OPENED
        self.ids, self.coarse = chance.random() < 0.5, chance.random() < 0.4
        self.posts: list[Written] = []

    def write(self) -> None:
        """One more post."""
        chance = self.chance
        self.at += timedelta(seconds=chance.choice(GAPS) + len(self.posts) % 7)
        minute = self.ids and self.coarse
        at = self.at.replace(second=0) if minute else self.at
        author = chance.choice(PLAYERS)
        text = self._text(author, at)
        shown = author
        if chance.random() < 0.12:
            shown = next(name for name, player in OTHER_NAMES.items() if player == author)
        number = str(1000 + len(self.posts)) if self.ids else None
        self.posts.append(Written(shown, at, 60 if minute else 1, number, text))
        self._play(author, at, text)

    def _play(self, author: str, at: datetime, text: str) -> None:
        words, hidden, _ = words_of(text)
        sheet = read_words(GAME, words, hidden, ()).act
        week = week_of(at, ZONE).name
        act = GAME.posted(len(self.posts), author, local(at, ZONE), 1, week, sheet, None)
        found = GAME.judge(self.state, act)
        standing = (act.post, author, act.at, 1, week, found.effect, found.points)
        self.state = GAME.apply(self.state, GAME.standing_type(*standing))

    def _text(self, author: str, at: datetime) -> str:
        chance, state = self.chance, self.state
        week = week_of(at, ZONE).name
        kind = chance.random()
        legal = [act.sheet.floor for act in GAME.legal(state, author, at, week)]
        if kind < 0.62 and legal:
            board = drawn(fl.from_rows(chance.choice(legal)))
        elif kind < 0.72:
            return f"bonsoir {len(self.posts)}"
        elif kind < 0.82:
            return ranked(state, week, chance)
        elif kind < 0.86:
            return drawn(state.floor).replace("⚫", "⬤", 1) + f"\n\n{len(self.posts)}"
        elif kind < 0.88:
            board = drawn(state.floor)
        else:
            board = drawn(self._wrong())
        return board + ("\n\n" + ranked(state, week, chance) if chance.random() < 0.5 else "")

    def _wrong(self) -> int:
        """A floor that is not the standing one with one step added: stale, altered, anything."""
        chance, floor = self.chance, int(self.state.floor)
        if self.state.trail and chance.random() < 0.5:
            floor = int(chance.choice(self.state.trail).floor_before)
        for _ in range(chance.choice((1, 1, 2))):
            floor = fl.put(floor, chance.randrange(16), chance.choice(fl.STEPS))
        return floor


def topic(chance: Random, posts: int, deeds: int) -> Topic:
    """A topic of so many posts, pasted in some order, with so many decisions and edits between."""
    start = begun(chance)
    author = _Author(chance, start)
    for _ in range(posts):
        author.write()
    written = tuple(author.posts)
    end = written[-1].at + timedelta(hours=chance.choice((1, 200)))
    return Topic(start, written, tuple(_steps(chance, written, end, deeds)))


def _steps(chance: Random, posts: tuple[Written, ...], end: datetime, deeds: int) -> Iterator[Step]:
    """Everything in the order of the moderator's clock, which never goes back."""
    afterwards = chance.random() < 0.4
    steps = []
    for i, post in enumerate(posts):
        late = timedelta(seconds=chance.choice((0, 0, 5, 400, 4000, 50_000, 300_000)))
        now = end if afterwards else min(post.at + late, end)
        steps.append(Step("post", now, i, flag=chance.random() < 0.2))
    if afterwards:
        chance.shuffle(steps)
    first = posts[0].at
    for _ in range(deeds):
        span = (end - first).total_seconds()
        now = end if afterwards else first + timedelta(seconds=int(chance.random() * span))
        steps.insert(chance.randint(0, len(steps)), _deed(chance, posts, now))
    yield from steps if afterwards else sorted(steps, key=lambda step: step.now)


def _deed(chance: Random, posts: tuple[Written, ...], now: datetime) -> Step:
    """Something that a moderator does besides pasting posts."""
    which = chance.randrange(1000)
    seconds = chance.choice((0, 60, 300, 3000, 40_000, 200_000))
    back = now - timedelta(seconds=seconds, microseconds=7)  # no post has such a time
    kinds = ("edit", "edit", "overrule", "amend", "award", "undo", "undo", "alias", "house")
    kind = chance.choice((*kinds, "page"))
    name = chance.choice(PLAYERS)
    step = Step(kind, now, which, name=name, at=back, flag=chance.random() < 0.5)
    match kind:
        case "page":
            return step._replace(text=_reworded(chance, "="), number=chance.randint(1, 4))
        case "edit":
            text = _reworded(chance, chance.choice(posts).text)
            return step._replace(text=text, at=back if step.flag else None)
        case "overrule":
            cell, number = chance.choice(fl.CELLS), chance.choice(fl.STEPS)
            return step._replace(text=f"{number} {cell}" if chance.random() < 0.3 else "")
        case "undo" if step.flag:
            return step._replace(which=chance.randrange(3))  # of what was recorded last
        case "award":
            return step._replace(number=chance.choice((-2, -1, 1, 3)))
        case "alias":
            name = chance.choice(list(OTHER_NAMES))
            return step._replace(name=name, text=OTHER_NAMES[name])
        case "house":
            words = ("pause", "pause until", "resume", "close", *CONSTRAINTS)
            return step._replace(text=chance.choice(words))
    return step


def _reworded(chance: Random, text: str) -> str:
    """How the text of a post may look after an edit: `=` stands for the post's own text."""
    floor = drawn(fl.put(0, chance.randrange(16), chance.choice(fl.STEPS)))
    ranking = f"{chance.choice(PLAYERS)} (0) : [1]"
    both = f"{floor}\n\n{ranking}"
    return chance.choice(("=", "= +", f"=\n\n{ranking}", ranking, floor, both, text))
