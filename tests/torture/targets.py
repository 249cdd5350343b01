"""What is tortured: every function that meets text or bytes from outside, and what it may raise."""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.core.game import Opening
from referee.games import load
from referee.games.quadrille import notation
from referee.posts import dates, detect, emoji, headers, own_words
from referee.posts.decode import NotText, decode
from referee.posts.reader import Missing, Said, post_from, read_posts, words_of
from referee.posts.source import Source

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 28, 21, 5, tzinfo=PARIS)
READERS = {
    str(module.NAME): module
    for name in (*detect.HTML, *detect.EXPORTS, *detect.PASTES, "simple")
    for module in (import_module(f"referee.posts.engines.{name}"),)
}
DEUXPAS = load("deuxpas")
DUEL = DEUXPAS.setup(Opening(NOW, ("Alice", "Bruno"), {}))
_NAMES = {"chatexporter": "export.csv", "mattermost": "export.jsonl", "discourse": "raw.txt"}


class Target(NamedTuple):
    """A function to torture, and the errors that it documents."""

    run: Callable[[bytes], object]
    documented: tuple[type[ValueError], ...] = ()


def _text(data: bytes) -> str:
    """Bytes as `decode` gives them at its worst."""
    return data.decode("utf-8", "replace")


def _source(data: bytes, name: str = "") -> Source:
    return Source(_text(data), PARIS, NOW, name)


def _engine(name: str) -> Target:
    def run(data: bytes) -> None:
        source = _source(data, _NAMES.get(name, ""))
        READERS[name].looks(source)
        for found in READERS[name].read(source):
            try:
                post = post_from(found, Said(), name, now=source.now)
            except Missing:
                continue
            notation.read(post.words)

    return Target(run)


def _detect(data: bytes) -> None:
    for name in ("", "topic.csv"):
        detect.detect(_source(data, name))


def _own_words(data: bytes) -> None:
    own_words.own_words(_text(data))
    own_words.edit_notices(_text(data))
    own_words.split_words(_text(data))


def _headers(data: bytes) -> None:
    headers.split_header(_text(data), PARIS, NOW)


def _dates(data: bytes) -> None:
    dates.read_stamp(_text(data), PARIS, NOW)
    dates.read_stamp(_text(data), PARIS, NOW, printed=True, later=True)


def _notation(data: bytes) -> None:
    notation.read(emoji.canonical(_text(data))[0])


def _deuxpas(data: bytes) -> None:
    """A post of Deux-Pas read, judged and, as a move that a moderator writes, read again."""
    words = emoji.canonical(_text(data))[0]
    sheet = DEUXPAS.read(words, ("Alice", "Bruno")).act
    DEUXPAS.judge(DUEL, DEUXPAS.posted(1, "Alice", NOW, 60, "2026-W48", sheet))
    DEUXPAS.move_from(words, DUEL)


def _posts(data: bytes) -> None:
    for post in read_posts(_text(data), Said(), zone=PARIS, now=NOW):
        words_of(post.text)


TARGETS = {
    "detect": Target(_detect),
    "own_words": Target(_own_words),
    "headers": Target(_headers, (dates.BadStamp,)),
    "dates": Target(_dates, (dates.BadStamp,)),
    "notation": Target(_notation),
    "deuxpas": Target(_deuxpas),
    "decode": Target(decode, (NotText,)),
    "posts": Target(_posts, (dates.BadStamp, Missing)),
    **{name: _engine(name) for name in READERS},
}


def attempt(name: str, data: bytes) -> None:
    """Run a target; only what it does not document is raised."""
    target = TARGETS[name]
    try:
        target.run(data)
    except target.documented:
        return
