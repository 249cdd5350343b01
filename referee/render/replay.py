"""`replay --html`: the history of a table as a page to step through."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from referee.core.events import PostEdited, PostRecorded, RulingMade
from referee.core.history import edited_post
from referee.core.picture import Picture
from referee.core.table import Table
from referee.render.changes import Difference, Part, Spot, differences, told
from referee.render.decisions import event_told
from referee.render.html import About, drawing, labels, page
from referee.render.records import capital, move_sentence
from referee.render.reply import visible
from referee.render.scenes import Scenes
from referee.render.svg import alone
from referee.render.verdicts import MARKS
from referee.words.sentences import Speaker, moment


class Step(NamedTuple):
    """A thing of the history as it comes from the log, with the table around it to show.

    `undone`: number, moderator and reason of the undo. `facts`: of what is no post.
    """

    seq: int
    at: datetime
    kind: str
    facts: dict[str, Any]
    by: str
    post: PostRecorded | PostEdited | None
    ruling: RulingMade | None
    before: tuple[Part, ...]
    after: tuple[Part, ...]
    former: tuple[RulingMade, ...] = ()
    undone: tuple[int, str, str] | None = None
    voided: int | None = None


class Line(NamedTuple):
    """A sentence of a ruling: what it is (`objection`, `basis`, `points`, `warning`, `note`), the
    sign before it, its clause where it has one."""

    kind: str
    mark: str
    clause: str
    text: str


class Former(NamedTuple):
    """A ruling that no longer stands, and why it was made again."""

    verdict: str
    line: Line
    cause: str


class Item(NamedTuple):
    """An event as the page lists it."""

    seq: int
    iso: str
    when: str
    who: str
    number: str
    edit_of: int | None
    verdict: str
    mark: str
    lines: list[Line]
    former: list[Former]
    gone: str
    words: str
    changed: str

    @property
    def clauses(self) -> list[str]:
        """The clauses it names, each once."""
        named = [*self.lines, *(former.line for former in self.former)]
        return list(dict.fromkeys(line.clause for line in named if line.clause))


HOUSE, _HOUSE = "house", "◆"
"""The verdict of what is no post, and its sign."""


class Replay:
    """What the page of a history holds, step by step."""

    def __init__(self, table: Table, speaker: Speaker) -> None:
        self.table, self.speaker = table, speaker
        self.scenes = Scenes(speaker)
        self.items: list[Item] = []
        self.frames: list[list[Any]] = []
        self.last: tuple[Part, ...] = ()

    def take(self, step: Step) -> None:
        """Add a step."""
        scenes = self.scenes
        before = scenes.table(step.before)
        after = before if step.after == step.before else scenes.table(step.after)
        found = [] if after == before else differences(step.before, step.after)
        disputed = _disputed(step)
        gone = [list(one.spot) for one in found if one.was is not None]
        come = [list(one.spot) for one in found if one.now is not None]
        self.frames.append([before, after, gone, come, [list(spot) for spot in disputed]])
        self.items.append(self._item(step, found))
        self.last = step.after

    def data(self) -> dict[str, Any]:
        """The boards for the script of the page: each frame has the table before, the table after,
        the cells that changed of either, and those that the ruling names."""
        return self.scenes.data() | {"frames": self.frames}

    def _item(self, step: Step, found: list[Difference]) -> Item:
        speaker, ruling = self.speaker, step.ruling
        lines = list(self._lines(step))
        words = step.post.text.strip("\n") if step.post is not None else ""
        return Item(
            step.seq,
            step.at.isoformat(),
            moment(step.at, self.table.zone, speaker.lang),
            visible(ruling.player if ruling is not None else step.by),
            visible(getattr(step.post, "post_id", None) or ""),
            edited_post(ruling) if ruling is not None else None,
            ruling.verdict if ruling is not None else HOUSE,
            MARKS[ruling.verdict] if ruling is not None else _HOUSE,
            lines,
            list(self._former(step)),
            gone(step.undone, step.voided, speaker),
            visible(words),
            told(found, speaker),
        )

    def _lines(self, step: Step) -> Iterator[Line]:
        ruling, speaker = step.ruling, self.speaker
        if ruling is None:
            text = event_told(speaker, step.kind, step.facts, step.by)
            yield Line("house", "", str(step.facts.get("clause", "")), text)
            return
        if isinstance(step.post, PostEdited):
            key = "edit.at" if step.post.edited_at else "edit.unknown"
            when = moment(step.post.edited_at or step.at, self.table.zone, speaker.lang)
            yield Line("note", "", "", speaker.text(key, when=when).strip())
        yield from ruling_lines(ruling, speaker)

    def _former(self, step: Step) -> Iterator[Former]:
        if step.ruling is None:
            return
        for old, later in pairwise((*step.former, step.ruling)):
            cause = ""
            if later.cause is not None:
                label = self.speaker.label(later.cause, any_event=True)
                cause = visible(self.speaker.text("replay.revised", cause=label)).strip()
            yield Former(old.verdict, next(ruling_lines(old, self.speaker)), cause)


def gone(undone: tuple[int, str, str] | None, voided: int | None, speaker: Speaker) -> str:
    """Why nothing of a thing stands any more, by its undo (number, moderator, reason), by what took
    a deadline back (its number alone), or by the edit that did; empty where it stands."""
    if undone is not None:
        seq, by, reason = undone
        if not by:  # a deadline: nobody took it back, something that came to light did (F6)
            cause = speaker.label(seq, any_event=True)
            return visible(speaker.text("replay.not-passed", cause=cause)).strip()
        facts = {"seq": str(seq), "by": by, "reason": reason}
        return visible(speaker.text("replay.undone", **facts)).strip()
    if voided:
        return speaker.text("edit.voided", seq=str(voided)).strip()
    return ""


def ruling_lines(ruling: RulingMade, speaker: Speaker) -> Iterator[Line]:
    """A ruling, a sentence a line, the deciding one first."""

    def said(text: str) -> str:
        return capital(visible(text))

    if not ruling.objections:
        yield Line("basis", "", ruling.basis or "", said(move_sentence(ruling, speaker)))
    for at, objection in enumerate(ruling.objections):
        if at == 0 or objection.clause != "F3":
            sentence = said(speaker.sentence(objection))
            yield Line("objection", "+" if at else "", objection.clause, sentence)
    for award in ruling.points:
        text = speaker.text(f"points.{award.clause}", n=abs(award.points))
        yield Line("points", "★", award.clause, text)
    for warning in ruling.warnings:
        yield Line("warning", "⚠", warning.clause, said(speaker.sentence(warning)))
    for note in ruling.notes:
        yield Line("note", "ℹ", "", said(speaker.note(note)))


def _disputed(step: Step) -> list[Spot]:
    """The cells that a refusal names, where the table has cells with names of their own."""
    ruling = step.ruling
    if ruling is None or ruling.verdict not in ("invalid", "unclear"):
        return []
    named = {name for o in ruling.objections for name in _names(o.facts.values())}
    found = []
    for at, part in enumerate(step.after):
        if isinstance(part, Picture) and len(part.column_names) == len(part.rows[0]):
            for r, row in enumerate(part.row_names):
                for c, column in enumerate(part.column_names):
                    if len(row) == len(column) == 1 and f"{column}{row}" in named:
                        found.append((at, r, c))
    return found


def _names(facts: Iterable[Any]) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, str):
            yield fact
        elif isinstance(fact, list | tuple):
            yield from _names(fact)


def used_clauses(items: Iterable[Item]) -> list[str]:
    """The clauses that a history names, in the order of the rulebook: letters, then numbers."""
    named = {clause for item in items for clause in item.clauses}
    return sorted(named, key=lambda c: (c[:1], int(c[1:]) if c[1:].isdecimal() else 0, c))


_LABELS = (
    "page.empty", "page.board", "page.history", "page.before", "page.after", "page.show",
    "page.changed", "page.legend-changed", "page.legend-disputed", "page.first", "page.previous",
    "page.next", "page.last", "page.slider", "page.filter", "page.all", "page.reset",
    "page.nothing", "page.theme", "page.link", "page.words", "page.close", "page.former",
    "page.keys", "page.no-script", "page.skip", "page.final",
)  # fmt: skip


def replay_page(replay: Replay, about: About) -> str:
    """The page."""
    speaker, items, table = replay.speaker, replay.items, replay.table
    data = replay.data() | {"labels": _script_labels(speaker, len(items))}
    symbols = replay.scenes.symbols()
    data["words"] = [symbol.words for symbol in symbols]
    players = {who: str(n) for n, who in enumerate(sorted({item.who for item in items}))}
    game = speaker.text(f"game.{table.game.name}")
    named = {clause: about.clause(clause) for clause in used_clauses(items)}
    found = {verdict: f"{MARKS[verdict]} {speaker.text(f'verdict.{verdict}')}" for verdict in MARKS}
    return page(
        "replay.html",
        ("base.css", "replay.css"),
        ("early.js", "shared.js", "replay.js"),
        lang=speaker.lang,
        t=labels(_LABELS, speaker.text),
        title=speaker.text("page.title", table=table.name, game=game),
        subtitle=_span(replay),
        items=items,
        players=players,
        verdicts=found,
        clauses={clause: text for clause, text in named.items() if text is not None},
        filters=_filters(replay, players, found),
        count=speaker.text("page.count", shown=str(len(items)), n=len(items)),
        final=list(_final(replay.last, speaker)),
        symbols=[{"svg": drawing(symbol.svg)} for symbol in symbols],
        data=data,
        head=speaker.text("page.head", head=about.head),
        made=about.made(table.zone),
    )


def _script_labels(speaker: Speaker, n: int) -> dict[str, str]:
    return {
        "position": speaker.text("page.position", at="{at}", n="{n}"),
        "count": speaker.text("page.count", shown="{shown}", n=n),
        "row": speaker.text("page.row", row="{row}", cells="{cells}"),
        "before": speaker.text("page.before"),
        "after": speaker.text("page.after"),
    }


def _span(replay: Replay) -> str:
    items = replay.items
    if not items:
        return ""
    facts = {"first": items[0].when, "last": items[-1].when}
    return replay.speaker.text("page.subtitle", n=len(items), **facts)


def _filters(
    replay: Replay, players: dict[str, str], verdicts: dict[str, str]
) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The selects: their names, labels and choices."""
    speaker = replay.speaker
    there = {item.verdict for item in replay.items}
    ruled = [(verdict, word) for verdict, word in verdicts.items() if verdict in there]
    if HOUSE in there:
        ruled.append((HOUSE, f"{_HOUSE} {speaker.text('page.house')}"))
    return [
        ("player", speaker.text("page.player"), [(n, who) for who, n in players.items()]),
        ("verdict", speaker.text("page.verdict"), ruled),
        ("clause", speaker.text("page.clause"), [(c, c) for c in used_clauses(replay.items)]),
    ]


def _final(parts: Iterable[Part], speaker: Speaker) -> Iterator[dict[str, Any]]:
    """The last table, for who has no script: drawings, and sentences that belong together."""
    for told_only, group in groupby(parts, lambda part: isinstance(part, str)):
        if told_only:
            yield {"svg": "", "title": "", "lines": list(group)}
            continue
        for part in group:
            if isinstance(part, Picture):
                yield {"svg": drawing(alone(part, speaker)), "title": part.title, "lines": []}
