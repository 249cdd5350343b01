"""`tally --format html`: the points of a week or of the season as a page."""

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from referee.render.chart import MOST, Series, bars, lines
from referee.render.html import About, drawing, labels, page
from referee.render.replay import Line
from referee.render.reply import visible
from referee.render.verdicts import MARKS
from referee.words import say
from referee.words.sentences import moment


class Place(NamedTuple):
    """A player in the ranking: points in each week (None where there was no move), the prize in
    words."""

    rank: int
    player: str
    points: int
    weeks: Sequence[int | None]
    prize: str


class WeekHead(NamedTuple):
    """A week of a table: its name, and `sealed`, `not-sealed` or `running`."""

    name: str
    status: str


class Entry(NamedTuple):
    """A post of a player: its event, time, verdict, first sentence, points, why it is gone."""

    seq: int
    at: datetime
    verdict: str
    line: Line
    points: int
    gone: str


class Section(NamedTuple):
    """A table's points: `title` as the tally in a terminal has it; `told`: the balance of posts and
    what is still to decide; `seals` and `corrections` as sentences; posts by player."""

    table: str
    title: str
    weeks: Sequence[WeekHead]
    places: Sequence[Place]
    told: Sequence[str]
    seals: Sequence[str]
    corrections: Sequence[str]
    posts: Sequence[tuple[str, Sequence[Entry]]]


_LABELS = (
    "season.ranking", "season.posts", "season.corrections",
    "season.results", "season.none", "page.theme", "page.close",
    "page.verdict", "page.player", "page.former", "head.points", "head.rewards", "tally.empty",
)  # fmt: skip

Say = Callable[..., str]


def season_page(
    sections: Sequence[Section],
    results: Sequence[str],
    week: str | None,
    zone: tzinfo,
    about: About,
) -> str:
    """The page."""
    lang = about.lang

    def said(text: str, /, **facts: Any) -> str:
        return say(text, lang, **facts)

    tables = ", ".join(visible(section.table) for section in sections)
    span = said("season.week", week=week) if week else said("season.whole")
    named = {e.line.clause for s in sections for _, es in s.posts for e in es if e.line.clause}
    texts = {clause: about.clause(clause) for clause in sorted(named)}
    states = {kind: said(f"season.{kind}") for kind in ("sealed", "not-sealed", "running")}
    return page(
        "season.html",
        ("base.css", "season.css"),
        ("early.js", "shared.js"),
        lang=lang,
        t=labels(_LABELS, said),
        title=said("season.title", tables=tables).rstrip(" –"),
        span=span,
        sections=[_shown(section, zone, said, lang) for section in sections],
        states=states,
        verdicts={v: f"{MARKS[v]} {said(f'verdict.{v}')}" for v in MARKS},
        results=results,
        clauses={clause: text for clause, text in texts.items() if text is not None},
        head=said("page.head", head=about.head),
        made=about.made(zone),
    )


def _shown(section: Section, zone: tzinfo, said: Say, lang: str) -> dict[str, Any]:
    places, weeks = section.places, section.weeks
    several = len(weeks) > 1
    chart = ""
    if places and several:
        series = [Series(place.player, _added(place.weeks)) for place in places]
        chart = lines(series, [week.name for week in weeks], said("season.chart"))
    elif places:
        chart = bars([(p.player, p.points) for p in places], said("season.chart-week"))
    posts = [
        {
            "title": said("season.player-posts", player=visible(player), n=len(entries)),
            "entries": [(e, moment(e.at, zone, lang), e.at.isoformat()) for e in entries],
        }
        for player, entries in section.posts
    ]
    return {
        "title": section.title,
        "weeks": weeks if several else (),
        "places": [place._replace(player=visible(place.player)) for place in places],
        "chart": drawing(chart) if chart else "",
        "caption": said("season.chart" if several else "season.chart-week"),
        "others": said("season.others", n=MOST) if len(places) > MOST else "",
        "told": section.told,
        "seals": section.seals,
        "corrections": section.corrections,
        "posts": posts,
    }


def _added(weeks: Sequence[int | None]) -> list[int]:
    total, found = 0, []
    for points in weeks:
        total += points or 0
        found.append(total)
    return found
