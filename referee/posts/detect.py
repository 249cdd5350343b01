"""Which layout a paste or an export has; a reader is loaded only where its kind of text is met."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from referee.core.patterns import lazy
from referee.posts.source import Found, Source

HTML = (
    "phpbb",
    "forumactif",
    "xenforo",
    "invision",
    "vbulletin",
    "mybb",
    "smf",
    "discourse_html",
    "chatexporter_html",
)
EXPORTS = ("discourse", "chatexporter", "reddit", "slack", "mattermost", "zulip")
PASTES = (
    "paste_phpbb",
    "paste_phpbb2",
    "paste_forumactif",
    "paste_discourse",
    "paste_discord",
    "paste_reddit",
    "paste_slack",
    "paste_invision",
    "paste_xenforo",
    "paste_xenforo1",
    "paste_vbulletin",
    "paste_smf",
    "paste_mybb",
    "paste_mattermost",
    "bbcode",
)
_MARKS = {
    "paste_discord": lazy(r"—|(?:^|\n)\s?\[\d"),
    "paste_reddit": lazy(r"•|\[[–+-]\]"),
    "paste_slack": lazy(r"  |\u00a0|\nAPP|\n:|View thread"),
    "paste_mattermost": lazy(r"\n\s?\d{1,2}[:h]\d\d"),
}
"""Where this is not found a text is no such paste, and its reader is not loaded."""
TEXT = "text"
"""The name of what has no layout: bare words, perhaps under a simple header."""


def names() -> tuple[str, ...]:
    """What `--source` takes beside `auto`."""
    return (TEXT, *sorted({_module(name).NAME for name in _existing()}))


def detect(source: Source, wanted: str = "auto") -> tuple[str, list[Found] | None]:
    """The layout's name and the posts in it; None in their place for bare text."""
    if wanted == TEXT:
        return TEXT, None
    if wanted != "auto":
        module = next(m for m in map(_module, _existing()) if wanted == m.NAME)
        return wanted, module.read(source)
    empty = None
    for name in _candidates(source):
        module = _module(name)
        if module.looks(source):
            found: list[Found] = module.read(source)
            if found:
                return str(module.NAME), found
            if name in EXPORTS and source.text.lstrip()[:1] in ("{", "["):
                empty = empty or str(module.NAME)  # anything else may still be bare words
    return (empty, []) if empty else (TEXT, None)


def _candidates(source: Source) -> Iterator[str]:
    """The readers that can have anything to do with a text, by its first letters."""
    head = source.text[:4096].lstrip("\ufeff \t\r\n")
    if head[:1] == "<":
        yield from HTML
    if head[:1] in "{[" or source.name.endswith((".csv", ".txt", ".jsonl")) or "," in head[:200]:
        yield from EXPORTS
    yield from EXPORTS[:2]  # Discourse's raw pages and the exporter's plain text begin with words
    for name in PASTES:
        mark = _MARKS.get(name)
        if mark is None or mark.search(source.text):
            yield name


def _existing() -> tuple[str, ...]:
    return (*HTML, *EXPORTS, *PASTES)


def _module(name: str) -> Any:
    return import_module(f"referee.posts.engines.{name}")
