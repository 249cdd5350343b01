"""Every sentence exists in both languages, takes the same facts, and is used somewhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

import referee
from referee.cli import COMMANDS, main
from referee.core.events import EVENTS
from referee.games import NAMES
from referee.games.quadrille.constraints import PAIRS
from referee.games.quadrille.floor import ZONES
from referee.posts.source import Lack
from referee.projections.tally import VERDICTS
from referee.store.errors import _CASES
from referee.words import LANGS, game_texts, pages, say, texts

NBSP = "\u00a0"
ROOT = Path(referee.__file__).parent
SOURCES = [
    path
    for path in sorted(ROOT.rglob("*.py"))
    if path.relative_to(ROOT).parts[:2] not in (("words", "fr"), ("words", "en"))
]
NODES = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
CONSTANTS = {n.value for n in NODES if isinstance(n, ast.Constant) and isinstance(n.value, str)}
CALLS = [node for node in NODES if isinstance(node, ast.Call)]
TEXTS = {lang: {**texts(lang), **game_texts(lang), **pages(lang)} for lang in ("fr", "en")}
KEYS = sorted(set(TEXTS["fr"]) | set(TEXTS["en"]))

DECIDED = (
    "constraint_added", "constraint_lifted", "points_awarded", "post_amended", "undone",
    "alias_added", "table_paused", "table_paused.until", "table_resumed", "table_closed",
    "post_overruled.accepted", "post_overruled.refused", "post_identified", "week_sealed",
    "chance_committed", "salt_given", "chance_drawn", "seed_revealed", "placement_sealed",
    "placements_revealed", "seat_passed", "time_given", "deadline_passed", "deadline_revised",
)  # fmt: skip
"""Events that are told as sentences, with the forms they take."""

RULED = ("valid", "invalid", "unclear", "no-move", "edited")

DEUXPAS = (
    *(f"F15.deuxpas-{d}" for d in ("question", "condition", "hesitation", "several", "retracted")),
    *(f"D16.deuxpas-{doubt}" for doubt in ("bare", "form", "beside", "embedded", "resignation")),
    *(f"deuxpas.{what}.{c}" for what in ("camp", "pawn", "ground") for c in ("red", "blue")),
    *(f"note.deuxpas-side-{colour}" for colour in ("red", "blue")),
    *(
        f"note.deuxpas-won-{reason}"
        for reason in ("arrival", "blocked", "count", "draw", "clock", "resignation")
    ),
    *(f"moves.{what}" for what in ("paints", "scores", "destroys")),
    *(f"ranking.{column}" for column in ("draws", "losses", "points", "rating")),
    "valid.D5",
    "valid.D13",
    "D13.flag",
)
"""Keys that Deux-Pas puts together: doubts, colours, ways to end, what `Expired` says."""

_TILES = ("blue", "yellow", "red", "black", "white")
AZUL = (
    *(f"F15.azul-{doubt}" for doubt in ("question", "condition", "hesitation", "retracted")),
    *(f"azul.tile.{c}" for c in (*_TILES, "orange", "green", "purple", "brown", "grey", "pink")),
    *(f"note.azul-tiles-{colour}" for colour in _TILES),
    *(f"note.azul-no-{slot}" for slot in ("source", "colour", "line")),
    *(f"valid.{clause}" for clause in ("A4", "A15", "F12")),
    *(f"error.draw.azul-{case}" for case in ("player", "letters", "sizes", "tiles", "illegal")),
    "A16.late",
)
"""Keys that Azul puts together: doubts, colours, bases, bad draws, what `Expired` says."""

QWIXX_WORDS = (
    "red", "yellow", "green", "blue", "box", "box-lock", "two", "both", "white", "colour",
    "nothing", "ended-answers", "ended-deadline", "ended-roll", "ended-resignation",
    "line-red", "line-yellow", "line-green", "line-blue",
)  # fmt: skip
"""Notes of Qwixx whose names are put together: rows, boxes, moves, how a turn ended."""

FAMILIES = {
    **dict.fromkeys(AZUL, "Azul"),
    **dict.fromkeys(DEUXPAS, "Deux-Pas"),
    **{f"verdict.{verdict}": "an f-string over VERDICTS" for verdict in VERDICTS},
    **{f"valid.{clause}": "the basis of a valid move" for clause in ("Q4", "Q8", "Q9", "F9")},
    **{f"duration.{unit}": "units of a duration" for unit in ("d", "h", "min", "s")},
    **{f"constraint.{kind}": "Q12" for kind in (*PAIRS, "closed", "ban", "only")},
    **{f"note.qwixx-{kind}": "rows, boxes and moves, and how a turn ended" for kind in QWIXX_WORDS},
    **{f"valid.{clause}": "the basis of a valid answer" for clause in ("X4", "X13", "X14", "F12")},
    **{f"X11.{case}": "a limit that ran out" for case in ("absent", "penalty", "random")},
    **{f"X14.{doubt}": "a doubt" for doubt in ("two-ways", "no-row", "no-number")},
    **{
        f"F15.qwixx-{doubt}": "a doubt"
        for doubt in (
            "question",
            "condition",
            "hesitation",
            "or",
            "taken-back",
            "excluded",
            "beside",
            "alike",
        )
    },
    **{f"open.{game}": "the opening post" for game in (*NAMES, "qwixx", "azul", "deuxpas")},
    **{f"game.{game}": "a title" for game in NAMES},
    **{f"draw.{kind}": "a chance event" for kind in ("first", "roll", "deal", "cells", "act")},
    **{
        f"ranking.{column}": "a column"
        for column in ("player", "games", "wins", "shared", "best", "mean")
    },
    **{
        f"status.{kind}": "a move, blocked or not"
        for kind in ("move", "blocked", "paused", "closed", "over")
    },
    **{f"show.{kind}": "F14" for kind in ("paused", "closed")},
    **{f"season.{kind}": "of a week" for kind in ("sealed", "not-sealed", "running")},
    **{f"reply.{verdict}": "answers" for verdict in ("invalid", "unclear", "no-move", "edited")},
    **{f"reply.was.{verdict}": "what a ruling was" for verdict in RULED},
    **{f"area.{zone}": "a zone in words" for zone in ZONES},
    **{f"type.{kind}": "an event that is named" for kind, _ in EVENTS},
    **{f"event.{kind}": "a decision" for kind in DECIDED},
    **{f"verify.{ruling}": "a fault's two rulings" for ruling in ("was", "now")},
    **{
        f"verify.{case}": "a draw that does not hold"
        for case in (
            *("draw", "draw-number", "draw-result", "seed", "seed-gone", "count"),
            *("placement", "placement-gone", "deadline-twice"),
        )
    },
    **{f"error.no-{what}": "what Missing misses" for what in ("author", "time", "time-of")},
    **{f"error.no-{what}-in": "what a file misses" for what in ("author", "time")},
    **{f"left.{what}": "what a post misses" for what in (*get_args(Lack), "author")},
    **{
        f"elsewhere.{what}{many}": "what the log says otherwise"
        for what in ("time", "author")
        for many in ("", ".many")
    },
    "error.text.nul": "of a binary file",
    "Q4.symbol-none": "of Q4.symbol, where there is no code point",
    "Q7.points-none": "of Q7.points, where there are none",
    **{f"note.unclosed-{kind}": "doubts of own words" for kind in ("quote", "code", "spoiler")},
}
"""Keys that are put together at run time, and out of what."""


def called(call: ast.Call) -> str:
    return ast.unparse(call.func).split(".")[-1]


def constants(node: ast.expr) -> Iterator[str]:
    """The texts that an argument can be: a constant, or the arms of a conditional."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))


def first(*names: str) -> list[tuple[str, ast.Call]]:
    """The texts that calls of these names get first, each with its call."""
    found = [call for call in CALLS if called(call) in names and call.args]
    return [(text, call) for call in found for text in constants(call.args[0])]


def second(name: str) -> set[str]:
    calls = [call for call in CALLS if called(call) == name and len(call.args) > 1]
    return {text for call in calls for text in constants(call.args[1])}


def keyword(name: str, argument: str) -> set[str]:
    calls = [call for call in CALLS if called(call) == name]
    return {
        text
        for call in calls
        for given in call.keywords
        if given.arg == argument
        for text in constants(given.value)
    }


def objections() -> set[str]:
    """Clause and case of each objection; a case may be a name that its function has assigned."""
    found = set()
    for function in (node for node in NODES if isinstance(node, ast.FunctionDef)):
        assigned: dict[str, set[str]] = {}
        inside = list(ast.walk(function))
        for node in inside:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                assigned.setdefault(node.targets[0].id, set()).update(constants(node.value))
        for node in inside:
            if isinstance(node, ast.Call) and called(node) == "Objection" and len(node.args) > 1:
                clause, case = node.args[:2]
                cases = assigned[case.id] if isinstance(case, ast.Name) else set(constants(case))
                found |= {f"{c}.{text}" for c in constants(clause) for text in cases}
    return found


def by_class() -> set[str]:
    """The keys of errors, notes, faults and points, by the class or table that holds the case."""
    doubts = {"unclosed-quote", "unopened-quote", "unclosed-code", "unclosed-spoiler"}
    return {
        *(f"error.{case}" for case, _ in first("Refused")),
        *(f"error.text.{case}" for case, _ in first("NotText")),
        *(f"error.stamp.{case}" for case, _ in first("BadStamp")),
        *(f"error.stamp.{case}" for case in ("order", "no-date")),  # one call chooses between them
        *(f"error.log.{case}" for case, _ in first("LogError")),
        *(f"error.draw.{case}" for case, _ in first("BadDraw")),
        *(f"error.start.{case}" for case in keyword("BadStart", "case")),
        *(f"error.log.{case}" for case in (*_CASES.values(), "missing")),
        *(f"Q4.{case}" for case, _ in first("Fault")),
        *(f"note.{kind}" for kind, _ in first("Note")),
        *(f"note.{kind}" for kind in (*doubts, "rest-quoted")),
        *(f"verify.{case}" for case in second("Fault")),
        *(f"points.{clause}" for clause, _ in first("Award")),
        *(f"head.{name}" for name in heads()),
    }


def heads() -> set[str]:
    """The column heads: what `for h in (…)` runs over beside an f-string `head.{h}`."""
    loops = [
        node for node in NODES if isinstance(node, ast.ListComp) and "head.{" in ast.unparse(node)
    ]
    tuples = [loop.generators[0].iter for loop in loops]
    return {
        text for t in tuples if isinstance(t, ast.Tuple) for e in t.elts for text in constants(e)
    }


def help_keys() -> set[str]:
    """The pages of the click group, and of each option the key that its page looks up."""
    context = main.make_context("referee", [], resilient_parsing=True)
    found = {"help.referee", "help.usage", "help.commands", "help.options"}
    commands = {name: main.get_command(context, name) for name in COMMANDS}
    for name, command in (("referee", main), *commands.items()):
        assert command is not None
        found |= {f"help.{name}", f"help.{name}.short"} if name != "referee" else set()
        for parameter in command.get_params(context):
            if parameter.param_type_name == "option":
                option = "help" if "--help" in parameter.opts else parameter.name
                own = f"opt.{name}.{option}"
                found.add(own if own in TEXTS["fr"] else f"opt.{option}")
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def spoken(text: str) -> str:
    """The text without its facts; a number with its nouns becomes both of them."""
    parts = []
    for literal, name, form, _ in Formatter().parse(text):
        parts.append(literal)
        if name is not None:
            parts.append((form or "").replace("|", " ") if "|" in (form or "") else "X")
    return "".join(parts)


def test_both_languages_have_the_same_keys() -> None:
    assert set(TEXTS["fr"]) == set(TEXTS["en"])


def test_a_text_takes_the_same_facts_in_each_language() -> None:
    different = [key for key in KEYS if fields(TEXTS["fr"][key]) != fields(TEXTS["en"][key])]
    assert different == []


def test_fields_are_plain_names() -> None:
    names = {name for lang in LANGS for text in TEXTS[lang].values() for name in fields(text)}
    assert [name for name in names if not re.fullmatch("[a-z_][a-z_0-9]*", name)] == []


def test_french_typography() -> None:
    wrong: dict[str, list[str]] = {}
    for key, template in TEXTS["fr"].items():
        typed = r"`[^`]*`|--[a-z]+ \S+|\(points:rewards, …\)"
        text = re.sub(typed, "X", spoken(template))
        found = re.findall(f"[^{NBSP}][;!?»]|(?:^|[^{NBSP}]):(?=\\s|$)|«[^{NBSP}]", text)
        wrong |= {key: found} if found else {}
    assert wrong == {}


def test_english_typography() -> None:
    marks = f"{NBSP}| [;!?](?=\\s|$)|[«»]"
    assert [key for key, text in TEXTS["en"].items() if re.search(marks, spoken(text))] == []


@pytest.mark.parametrize("lang", LANGS)
def test_every_text_can_be_said(lang: str) -> None:
    outside = "{0.__class__} %s"
    for key, template in texts(lang).items():
        counted = {name for _, name, form, _ in Formatter().parse(template) if form and "|" in form}
        for number in (0, 1, 2):
            facts: dict[str, Any] = {
                name: number if name in counted else outside for name in fields(template)
            }
            said = say(key, lang, **facts)
            assert said.count(outside) >= len(facts) - len(counted), key
            assert not counted or str(number) in said, key
            assert "|" not in said, key


def test_every_key_that_is_named_exists() -> None:
    named = {key for key, _ in first("say", "text", "hint")}
    assert len(named) > 60
    assert (named | objections() | by_class() | help_keys() | set(FAMILIES)) - set(KEYS) == set()


def test_every_key_is_used() -> None:
    assert set(KEYS) - CONSTANTS - objections() - by_class() - help_keys() - set(FAMILIES) == set()


def test_every_call_gives_the_facts_of_its_text() -> None:
    for prefix, names in (("", ("say", "text", "hint")), ("error.", ("Refused",))):
        for key, call in first(*names):
            given = {keyword.arg for keyword in call.keywords}
            if None not in given:
                assert fields(TEXTS["fr"][prefix + key]) <= given, (key, ast.unparse(call))
