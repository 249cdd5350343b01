"""A ruling on a post: as the moderator reads it, as JSON, and as the reply for the topic."""

from collections.abc import Iterable, Iterator
from typing import Any

from referee.core.events import RulingMade
from referee.core.history import Change, reported
from referee.core.ruling import Objection
from referee.core.table import Judged, Table
from referee.render.decisions import weeks_told
from referee.render.records import capital, clauses, move_sentence, move_words, of_change, of_ruling
from referee.render.reply import lines, name, visible
from referee.render.standing import in_topic, standing
from referee.words.sentences import Speaker, day_and_hour, moment

MARKS = {
    "valid": "✔",
    "invalid": "✘",
    "unclear": "?",
    "no-move": "·",
    "duplicate": "=",
    "edited": "✎",
}
_COLOURS = {"valid": 32, "invalid": 31, "unclear": 33, "edited": 36}


def styled(text: str, verdict: str, *, colour: bool) -> str:
    """The text in the colour of a verdict, where colour is wanted."""
    code = _COLOURS.get(verdict)
    return f"\x1b[1;{code}m{text}\x1b[0m" if colour and code else text


def told(judged: Judged, table: Table, speaker: Speaker, *, colour: bool) -> Iterator[str]:
    """The ruling, a line each: who and when, verdict and clause, points, warnings, notes."""
    post = judged.post
    seq = f"@{judged.seq} " if judged.seq else ""
    stamp = moment(post.at, table.zone, speaker.lang)
    identity = f" #{visible(post.post_id)}" if post.post_id else ""
    about = "≈ " if post.precision > 60 else ""  # an age is known to a minute at best
    yield f"{seq}{visible(post.author)}, {about}{stamp}{identity}"
    if judged.ruling is None:
        repeated = _repeated(judged)
        sentence = visible(speaker.sentence(repeated))
        yield _headline(judged.verdict, repeated.clause, sentence, speaker, colour)
        yield from elsewhere_told([judged], table, speaker)
        if judged.adopted:
            yield speaker.text("adopted", id=visible(post.post_id or ""))
        yield from changes_told(judged.revised, speaker)
        yield from due_lines(judged, table, speaker)
        return
    yield from ruling_told(judged.ruling, speaker, colour=colour)
    yield from _edit_told(judged, table, speaker)
    yield from elsewhere_told([judged], table, speaker)
    if judged.newcomer:
        yield "  ℹ " + speaker.text("F8.new", name=visible(judged.ruling.player))
    if judged.near:
        yield "  ⚠ (F8) " + visible(speaker.text("F8.near", names=", ".join(judged.near)))
    yield from changes_told(judged.revised, speaker)
    yield from weeks_told(worth_telling(judged), speaker)
    yield from due_lines(judged, table, speaker)


def due_lines(judged: Judged, table: Table, speaker: Speaker) -> Iterator[str]:
    """What came due with a post, and the rulings that this changed."""
    if judged.due is not None:
        from referee.render.due import due_told

        yield from due_told(judged.due, table, speaker)
        yield from changes_told(judged.due.changes, speaker)


def _repeated(judged: Judged) -> Objection:
    """What is said of a post that was read before, or that the moderator withdrew (F4, F9)."""
    if judged.several:
        return Objection("F1", "several", {"posts": judged.several})
    if judged.withdrawn_by:
        return Objection("F4", "withdrawn", {"undo": judged.withdrawn_by})
    return Objection("F4", "same", {"post": judged.same_as})


def worth_telling(judged: Judged) -> list[Any]:
    """The past weeks to name: sealed ones, and those that a ruling on another post moves."""
    return [week for week in judged.weeks if week.sealed or judged.revised]


def struck(text: str, speaker: Speaker, *, colour: bool) -> str:
    """A text that no longer holds, struck through."""
    return f"\x1b[9m{text}\x1b[0m" if colour else speaker.text("struck", text=text)


def _headline(verdict: str, clause: str, sentence: str, speaker: Speaker, colour: bool) -> str:  # noqa: FBT001 - every caller passes its own
    word = styled(f"{MARKS[verdict]} {speaker.text(f'verdict.{verdict}')}", verdict, colour=colour)
    return f"{word} ({clause}) {capital(sentence)}"


def ruling_told(ruling: RulingMade, speaker: Speaker, *, colour: bool) -> Iterator[str]:
    """A ruling, a line each: verdict, every clause, points, warnings, notes."""
    first, *rest = ruling.objections or (None,)
    if first is None:
        sentence, clause = move_sentence(ruling, speaker), ruling.basis or ""
    else:
        sentence, clause = speaker.sentence(first), first.clause
    yield _headline(ruling.verdict, clause, visible(sentence), speaker, colour)
    for objection in rest:
        if objection is not None and objection.clause != "F3":
            yield f"  + ({objection.clause}) {capital(visible(speaker.sentence(objection)))}"
    for award in ruling.points:
        n = abs(award.points)
        yield f"  ★ ({award.clause}) {speaker.text(f'points.{award.clause}', n=n)}"
    for warning in ruling.warnings:
        yield f"  ⚠ ({warning.clause}) {capital(visible(speaker.sentence(warning)))}"
    for note in ruling.notes:
        yield f"  ℹ {visible(speaker.note(note))}"


def _edit_told(judged: Judged, table: Table, speaker: Speaker) -> Iterator[str]:
    """When a post was edited, and a diff of its own words (F5)."""
    seen, ruling = judged.reread, judged.ruling
    if seen is None or ruling is None:
        return
    key = "edit.at" if seen.edited_at else "edit.unknown"
    when = moment(seen.edited_at or ruling.posted_at, table.zone, speaker.lang)
    yield speaker.text(key, when=when)
    yield speaker.text("edit.diff")
    for line in edit_diff(seen.before, judged.own_words):
        yield f"  {visible(line)}"
    if seen.by_stamp:
        yield speaker.text("edit.new")


def elsewhere_told(known: list[Judged], table: Table, speaker: Speaker) -> Iterator[str]:
    """Posts that the log has at another time, or by another author, than the source says: the first
    one named, the others counted."""
    at = [judged for judged in known if judged.stands_at]
    by = [judged for judged in known if judged.stands_by]
    for key, those in (("elsewhere.time", at), ("elsewhere.author", by)):
        if not those:
            continue
        one = those[0]
        here = one.post.at.astimezone(table.zone).isoformat(sep=" ", timespec="minutes")
        facts = {
            "post": speaker.label(same_of(one)),
            "seq": f"@{same_of(one)}",
            "stands": moment(one.stands_at, table.zone, speaker.lang) if one.stands_at else "",
            "when": moment(one.post.at, table.zone, speaker.lang),
            "here": here[:16],
            "author": one.post.author,
            "player": one.stands_by,
        }
        head = "" if len(those) == 1 else speaker.text(f"{key}.many", n=len(those)) + " "
        yield "  ⚠ (F1) " + head + visible(speaker.text(key, **facts))


def same_of(judged: Judged) -> int:
    """The event of the post that was read again."""
    return judged.reread.of if judged.reread is not None else judged.same_as or 0


def edit_diff(before: str, after: str) -> list[str]:
    """The lines that an edit took away (`-`) and put in (`+`), place by place."""
    from difflib import unified_diff

    a, b = (text.strip("\n").splitlines() for text in (before, after))
    if len(a) + len(b) > 400:  # a diff of a novel helps nobody, and takes its time
        return [f"- ({len(a)})", f"+ ({len(b)})"]
    lines = unified_diff(a, b, n=0, lineterm="")
    return [f"{line[0]} {line[1:]}" for line in list(lines)[2:] if line[:1] in "-+"]


def changes_told(changes: Iterable[Change], speaker: Speaker) -> Iterator[str]:
    """The rulings that changed, a line each: `@18 Bruno 20:58: valid -> invalid`, and why."""
    shown = [change for change in changes if reported(change.was, change.now)]
    if shown:
        yield speaker.text("revised", n=len(shown))
    for change in shown:
        was, now = _apart(change, speaker, "verdict")
        label = speaker.label(change.now.post)
        if change.now.objections:
            first = change.now.objections[0]
            why = f"({first.clause}) {speaker.sentence(first)}"
        else:
            why = move_sentence(change.now, speaker)
        yield "  ↻ " + visible(speaker.text("revision", post=label, was=was, now=now, why=why))


def post_record(judged: Judged, table: Table, speaker: Speaker) -> dict[str, Any]:
    """The contract's JSON record of a checked post."""
    post, ruling = judged.post, judged.ruling
    record: dict[str, Any] = {
        "table": table.name,
        "game": table.game.name,
        "seq": judged.seq,
        "post": post.post_id,
        "author": ruling.player if ruling else post.author,
        "posted_at": post.at,
        "verdict": judged.verdict,
        "clauses": [_repeated(judged).clause] if ruling is None else clauses(ruling),
        "reason": "",
        "move": None,
        "points": [],
        "warnings": [],
    }
    if ruling is not None:
        record |= of_ruling(ruling, speaker)
    else:
        record["reason"] = speaker.sentence(_repeated(judged))
        record["same_as"] = judged.same_as
    if judged.reread is not None:
        seen = judged.reread
        edit = judged.ruling.reading.get("edit", {}) if judged.ruling else {}
        record["edit"] = {
            "of": seen.of,
            "edited_at": seen.edited_at,
            "floor": edit.get("floor"),
            "ranking": edit.get("ranking"),
            "took_effect": judged.took_effect,
            "diff": edit_diff(seen.before, judged.own_words),
        }
    if judged.same_as is not None or judged.reread is not None:
        record |= {"stands_at": judged.stands_at, "stands_by": judged.stands_by or None}
    due = judged.due.changes if judged.due else ()
    record |= _due_record(judged, table, speaker)
    return record | {
        "new_player": judged.newcomer,
        "near": judged.near,
        "past_weeks": [week._asdict() for week in judged.weeks],
        "revised": [
            of_change(change, speaker)
            for change in (*judged.revised, *due)
            if reported(change.was, change.now)
        ],
        "state": table.game.view(judged.state, judged.post.at, judged.week),
    }


def _due_record(judged: Judged, table: Table, speaker: Speaker) -> dict[str, Any]:
    """What came due, at a table where anything can."""
    if table.game.seated is None:
        return {}
    from referee.render.due import due_record

    return {"due": due_record(judged.due, table, speaker)}


def reply_to(judged: Judged, table: Table, topic: Speaker, form: str) -> str:
    """What to paste into the topic: for a refused or unclear post why, the rulings on later posts
    that changed, then floor and ranking. Empty where the topic needs no answer."""
    ruling = judged.ruling
    changes = list(changes_public(judged.revised, topic, form))
    changes += [name(line.strip(), form) for line in weeks_told(worth_telling(judged), topic)]
    if judged.due is not None:
        from referee.render.due import due_public

        changes += changes_public(judged.due.changes, topic, form)
        changes += [name(line, form) for line in due_public(judged.due, topic)]
    if ruling is None and not changes:
        return ""
    parts = list(_answer(ruling, topic, form)) if ruling is not None else []
    if changes and ruling is not None and ruling.verdict == "valid":
        when = day_and_hour(ruling.posted_at, table.zone, topic.lang)
        facts = {"name": name(ruling.player, form), "when": when}
        parts.append(topic.text("reply.late", sentence=move_sentence(ruling, topic), **facts))
    moves = ruling is not None and ruling.verdict == "valid"
    if not parts and not changes and not moves:
        return ""
    state, at = judged.state, judged.post.at
    if judged.due is not None and judged.due.at is not None:
        state, at = judged.due.state, judged.due.at
    board = standing(table, state, at, topic, form)
    if table.view(state, at).get("blocked"):
        board += "\n\n" + topic.text("reply.blocked")
    if table.game.seated is not None and moves and judged.before is not None:
        news = table.game.seated.news(judged.before, state, at)
        board = "\n\n".join(filter(None, (in_topic(news, topic, form), board)))
    if not parts and not changes:
        return board
    key = "reply.table" if table.game.seated is not None else "reply.standing"
    return f"{lines([*parts, *changes], form)}\n\n{topic.text(key)}\n{board}"


def _apart(change: Change, speaker: Speaker, words: str) -> list[str]:
    """What a ruling was and what it is, with move and points where the verdict is the same."""
    found = []
    for ruling in change:
        said = speaker.text(f"{words}.{ruling.verdict}")
        if change.was.verdict == change.now.verdict:
            points = sum(award.points for award in ruling.points)
            parts = (move_words(ruling.effect["move"], speaker), f"{points:+d}" if points else "")
            detail = ", ".join((ruling.player, *filter(None, parts)))
            if ruling.verdict != "valid" and ruling.objections:  # refused both times, for others
                detail = ruling.objections[0].clause if ruling is change.was else ""
            said += f" ({detail})" if detail else ""
        found.append(said)
    return found


def changes_public(changes: Iterable[Change], topic: Speaker, form: str) -> Iterator[str]:
    """The rulings that changed, for the players (F6)."""
    shown = [change for change in changes if reported(change.was, change.now)]
    if shown:
        yield topic.text("reply.revised")
    for change in shown:
        was, now = _apart(change, topic, "reply.was")
        if change.now.objections:
            first = change.now.objections[0]
            why = f"({first.clause}) {capital(topic.sentence(first))}"
        else:
            why = move_sentence(change.now, topic)
        label = topic.label(change.now.post)
        yield name(topic.text("revision", post=label, was=was, now=now, why=why), form)


_SILENT = ("nothing", "ranking", "ranking-added")
"""What an edit may do without the topic being told (Q7)."""


def _answer(ruling: RulingMade, speaker: Speaker, form: str) -> Iterator[str]:
    """Why, for whoever posted; a valid move needs no words, a wrong ranking is set right."""
    if ruling.verdict == "valid":
        return
    if ruling.verdict == "no-move":
        for warning in ruling.warnings:
            if (warning.clause, warning.case) == ("Q13", "differs"):
                yield name(speaker.sentence(warning, key="reply.ranking"), form)
    told = False
    for objection in ruling.objections:
        if objection.clause in ("F3", "F5", "Q13") or objection.case in _SILENT:
            continue
        key = "reply.also" if told else f"reply.{ruling.verdict}"
        if key == "reply.unclear" and speaker.said is not None:  # a move in words, no floor
            key = "reply.unclear-move"
        facts = {"name": name(ruling.player, form), "clause": objection.clause}
        sentence = name(capital(speaker.sentence(objection)), form)
        yield speaker.text(key, sentence=sentence, **facts)
        told = True
