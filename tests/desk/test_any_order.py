"""Posts in any order, and every kind of decision between them, against a judge made apart (F6, F9).

After each step the desk must say what the judge says of the bare facts, have rewritten nothing, and
have reported what changed, no more and no less.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.events import RulingMade
from referee.core.history import reported
from referee.desk.queries import Seen, history
from referee.desk.seal import count
from referee.desk.table import now_of, rebuilt
from referee.desk.verify import verify
from tests.desk.invented import Step, Topic, topic
from tests.desk.reference import Judgement, Verdict, plain
from tests.desk.story import Done, Story, verdicts

SEEDS = st.integers(0, 2**32)
TESTED = settings(derandomize=True, deadline=None, database=None, max_examples=130)


@contextmanager
def recorded(invented: Topic) -> Iterator[Story]:
    """A log of its own for a topic, in memory where there is such a folder."""
    memory = Path("/dev/shm")  # noqa: S108 - only a folder with a name of its own is made there
    folder = tempfile.mkdtemp(prefix="referee-", dir=memory if memory.is_dir() else None)
    story = Story(Path(folder) / "referee.db", invented)
    try:
        yield story
    finally:
        story.log.close()
        shutil.rmtree(folder)


def as_verdict(ruling: RulingMade) -> Verdict:
    """A ruling of the log in the judge's terms."""
    return Verdict(
        ruling.player,
        ruling.week,
        ruling.verdict,
        ruling.basis,
        [objection.clause for objection in ruling.objections],
        ruling.effect["move"],
        [(award.clause, award.points) for award in ruling.points],
        ruling.effect.get("withdraws"),
        plain(ruling.objections),
        plain(ruling.warnings),
    )


def compare(story: Story, judged: Judgement) -> None:
    """What the log holds against what the judge says of the facts."""
    found = {seq: as_verdict(r) for seq, r in verdicts(story.log, story.table).items()}
    for seq in found.keys() | judged.verdicts.keys():
        assert found.get(seq) == judged.verdicts.get(seq), f"@{seq}"
    assert now_of(story.table, story.log).state == judged.state
    assert points_of(story) == {at: n for at, n in judged.points.items() if n}


def points_of(story: Story) -> dict[tuple[str, str], int]:
    """The points of the tallies by player and week."""
    weeks = [f"2026-W{week}" for week in range(48, 54)]
    rows = [(week, row) for week in weeks for row in count(story.log, story.table, week).rows]
    return {(row.player, week): row.points for week, row in rows if row.points}


def compare_reported(done: Done, before: Judgement, after: Judgement) -> None:
    """The rulings that are said to change are those that do. One that was not there before, since
    its post was withdrawn, is judged afresh and may be told of or not."""
    said = {change.now.post for change in done.changes if reported(*change)}
    both = before.verdicts.keys() & after.verdicts.keys()
    changed = {s for s in both if before.verdicts[s].told != after.verdicts[s].told}
    assert said & before.verdicts.keys() == changed


def take(story: Story, step: Step, before: Judgement, *, dry_run: bool) -> Judgement:
    """One step, tried first if asked, with everything that must hold after it."""
    rows = story.rows()
    tried = story.do(step, dry_run=True) if dry_run else None
    assert story.rows() == rows
    done = story.do(step)
    assert story.rows()[: len(rows)] == rows
    assert not dry_run or done == tried
    if done is None:
        assert story.rows() == rows
        return before
    after = story.judged()
    compare(story, after)
    compare_reported(done, before, after)
    assert done.state == after.state
    return after


def told(story: Story) -> list[Seen]:
    return list(history(story.log, story.table))


@TESTED
@given(SEEDS)
def test_the_desk_says_what_the_facts_say(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - invented posts, no secret
    with recorded(topic(chance, chance.randint(5, 25), chance.randint(0, 12))) as story:
        judged = story.judged()
        for step in story.steps:
            judged = take(story, step, judged, dry_run=chance.random() < 0.2)
        assert rebuilt(story.table, story.log) == judged.state
        checked = verify(story.log, deep=True)
        assert (checked.fault, checked.otherwise) == (None, [])
        before = told(story)
        for caches in (("snapshot",), ("entry",), ("entry", "snapshot")):
            story.forget(*caches)
            compare(story, judged)
            assert told(story) == before


def outcome(story: Story) -> tuple[Any, list[Any]]:
    """The table and the standing rulings, without the numbers of events, which the order of
    pasting gives."""
    found = []
    for seen in told(story):
        ruling = seen.ruling
        assert ruling is not None
        clauses = [(o.clause, o.case) for o in (*ruling.objections, *ruling.warnings)]
        told_of = (ruling.player, ruling.posted_at, ruling.verdict, ruling.basis, clauses)
        found.append((*told_of, ruling.effect, ruling.points, ruling.reading))
    state = now_of(story.table, story.log).state
    return story.table.game.view(state, story.table.since, "2026-W49"), found


@settings(TESTED, max_examples=40)
@given(SEEDS)
def test_the_order_of_pasting_makes_no_difference(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - invented posts, no secret
    invented = topic(chance, chance.randint(5, 18), 0)
    end = max(step.now for step in invented.steps)
    found = []
    for way in range(3):
        which = list(range(len(invented.posts)))
        if way:
            chance.shuffle(which)
        with recorded(invented) as story:
            for i in which:
                assert story.do(Step("post", end, i)) is not None
            found.append(outcome(story))
            assert rebuilt(story.table, story.log) == now_of(story.table, story.log).state
    assert found[0] == found[1] == found[2]
