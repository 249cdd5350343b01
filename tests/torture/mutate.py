"""Seeds from the fixtures, and inputs made of them by cutting, joining and bending."""

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee.posts.detect import EXPORTS, HTML

POSTS = Path(__file__).parents[2] / "fixtures" / "posts"
_LONGEST = 1 << 16
_ODD: tuple[Any, ...] = (None, True, -1, 10**17, 1e300, "", "x", "\ud83d", [], [None], {}, {"a": 1})
_TOKENS = (
    "\ufeff", "\u200b", "\u202e", "\u2066", "\0", "\r", "\u2028", "\x85", "\ufffd", "\U0001f534",
    "1\ufe0f\u20e3", "\u0660", "\u00b2", "\u0130", "\u00df", "\n\n", "[quote]", "[/quote]",
    "[code]", "[/spoiler]", "```", "||", ">>> ", "> ", "-- ", "_____", "(modifié)", "<!--",
    "<![CDATA[", "<blockquote>", "</div>", "<br>", "&#0;", "&#xD800;", "&amp;", '"', "'", "\\",
    "\\ud83d", "{", "}", "[", "]", ",", ":", "|", " | ", "#1", "#99999999999", " — ", " » ",
    "il y a 9999 ans", "hier à 24:60", "00/00/0000", "31/02/2026 20:58", "29/03/2026 02:30",
    "25/10/2026 02:30", "0001-01-01 00:00", "9999-12-31T23:59:59+14:00", "12:00 PM", "1e999",
    "99999999999999999999", "-0", "NaN", "1970-01-01T00:00:00.000000000Z", "Alice (2) : [1, 3]",
)  # fmt: skip


def seeds_of(name: str) -> list[bytes]:
    """The fixtures that a target reads: an engine's own, or all of them, or their lines."""
    files = sorted(
        path
        for path in POSTS.rglob("*")
        if path.is_file() and ".expected" not in path.name and path.parent.name != "finds"
    )
    corpus = POSTS.parent / "corpus" / f"{name}.toml"
    if name == "deuxpas":
        posts = tomllib.loads(corpus.read_text(encoding="utf-8"))["post"]
        return [text.encode() for post in posts for text in post["texts"]]
    own = [path for path in files if path.parent.name.replace("_", "-") == name.replace("_", "-")]
    if name in ("dates", "headers"):
        lines = {line.strip() for path in files for line in path.read_bytes().splitlines()}
        kept = [line for line in sorted(lines) if re.search(rb"\d", line) and len(line) < 90]
        clock = rb'"[^"]{8,40}\d[:h]\d\d[^"]{0,30}"'
        texts = b"\n".join(path.read_bytes() for path in files)
        return kept + sorted({found.strip(b'"') for found in re.findall(clock, texts)})
    if name.replace("-", "_") in (*HTML, *EXPORTS):
        return [path.read_bytes() for path in own]
    plain = [path.read_bytes() for path in files if path.suffix == ".txt"]
    if own:  # another layout's pastes now and then
        return [path.read_bytes() for path in own] * 4 + plain
    return plain if name in ("notation", "own_words") else [path.read_bytes() for path in files]


def mutated(data: bytes, others: Sequence[bytes], dice: Random) -> bytes:
    """An input made of a seed by one to five changes."""
    if dice.random() < 0.3 and data[:1] in (b"{", b"["):
        bent = _bent(data, dice)
        if bent is not None:
            return bent
    text = data.decode("utf-8", "surrogateescape")
    other = dice.choice(others).decode("utf-8", "surrogateescape")
    for _ in range(dice.randint(1, 5)):
        text = _change(text, other, dice)
    made = text.encode("utf-8", "surrogatepass" if dice.random() < 0.1 else "replace")
    if dice.random() < 0.05:
        at = dice.randrange(len(made) + 1)
        made = made[:at] + dice.randbytes(dice.randint(1, 4)) + made[at:]
    return made[:_LONGEST]


def _change(text: str, other: str, dice: Random) -> str:
    at, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    short = min(end, at + dice.choice((1, 4, 20, 200)))
    match dice.randrange(9):
        case 0:
            return text[:at] + text[short:]
        case 1:
            return text[:at] + dice.choice(_TOKENS) + text[at:]
        case 2:
            return text[:at] + dice.choice(_TOKENS) + text[short:]
        case 3:
            return text[:short] + text[at:short] * dice.choice((1, 2, 50)) + text[short:]
        case 4:
            start, stop = sorted(dice.randrange(len(other) + 1) for _ in range(2))
            return text[:at] + other[start:stop] + text[at:]
        case 5:
            return _with_a_number(text, at, dice)
        case 6:
            lines = text.split("\n")
            lines.insert(dice.randrange(len(lines) + 1), dice.choice(other.split("\n")))
            return "\n".join(lines)
        case 7:
            lines = text.split("\n")
            lines.pop(dice.randrange(len(lines)))
            return "\n".join(lines)
        case _:
            return (
                text[:at]
                + chr(dice.choice((dice.randrange(256), dice.randrange(0xD000))))
                + text[at + 1 :]
            )


def _with_a_number(text: str, at: int, dice: Random) -> str:
    found = re.compile(r"\d+").search(text, at)
    if found is None:
        return text
    number = dice.choice(("0", "00", "31", "32", "60", "99", "999999999", "-1", "", "٣", "²"))
    return text[: found.start()] + number + text[found.end() :]


def _bent(data: bytes, dice: Random) -> bytes | None:
    """JSON with one of its parts replaced by something odd, or taken out; None if it is no JSON."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    places: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        part = waiting.pop()
        inner = list(part.items() if isinstance(part, dict) else enumerate(part))
        places += [(part, key) for key, _ in inner]
        waiting += [below for _, below in inner if isinstance(below, dict | list)]
    for part, key in dice.sample(places, min(len(places), dice.randint(1, 3))):
        if isinstance(part, dict) and key in part and dice.random() < 0.3:
            del part[key]
        elif isinstance(part, dict) or key < len(part):
            part[key] = _odd(part[key] if isinstance(part, list) else part.get(key), dice)
    return json.dumps(value, ensure_ascii=dice.random() < 0.5).encode("utf-8", "replace")


def _odd(value: Any, dice: Random) -> Any:
    if isinstance(value, str) and dice.random() < 0.6:
        return _change(value, "\n".join(_TOKENS), dice)
    return dice.choice(_ODD)
