"""Saved pages of forum engines: one parser, one walk from markup to text, and what dates and edit
notices say.

Nothing here knows an engine. Every step is linear in the size of the page, and no step recurses.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Literal

from referee.core.week import local
from referee.posts.dates import BadStamp, Stamp, read_stamp
from referee.posts.source import Edited, Source

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

Kind = Literal["drop", "quote", "spoiler", "code", "raw"]
Marks = tuple[tuple[Kind, str], ...]
"""Selectors of what an engine marks; where two match, the later one counts."""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_UNSEEN = _words(
    "script style noscript template head title textarea select button input iframe object svg math"
    " audio video canvas"
)
_BLOCKS = _words(
    "address article aside blockquote center dd details div dl dt fieldset figcaption figure footer"
    " form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody"
    " tfoot thead tr ul"
)
_HTML_SPACE = r"[ \t\n\r\f]+"
_SPOILER: Marks = (
    ("spoiler", "details"),
    ("drop", "summary"),
    # What is struck through no longer stands (F15).
    ("drop", 's, del, strike, span[style*="line-through"]'),
)


class Page:
    """A parsed page and what its elements are."""

    def __init__(self, source: Source, marks: Marks) -> None:
        from selectolax.lexbor import LexborHTMLParser

        text = shallow(source.text).encode("utf-8", "replace").decode()
        self.tree = LexborHTMLParser(text)
        self._kinds: dict[int, Kind] = {}
        for kind, selector in (*_SPOILER, *marks):
            for node in self.tree.css(selector):
                self.mark(node, kind)

    def mark(self, node: "LexborNode", kind: Kind) -> None:
        """Say what one element is, where no selector can."""
        self._kinds[node.mem_id] = kind

    def posts(self, selector: str) -> "Iterator[LexborNode]":
        """The elements that match, without those inside one of them."""
        taken: set[int] = set()
        for node in self.tree.css(selector):
            above = node.parent
            while above is not None and above.mem_id not in taken:
                above = above.parent
            if above is None:
                taken.add(node.mem_id)
                yield node

    def text(self, top: "LexborNode | None", *, but: "LexborNode | None" = None) -> str:
        """What a person reads in an element, without what is dropped there and without `but`."""
        lines = _Lines()
        if top is None:
            return ""
        skipped = but.mem_id if but is not None else None
        open_: list[tuple[LexborNode, Kind | None]] = []
        node = top.first_child
        while True:
            while node is None:
                if not open_:
                    return lines.text()
                closed, kind = open_.pop()
                _end(lines, closed.tag or "", kind)
                node = closed.next
            kind = self._kinds.get(node.mem_id)
            if node.is_text_node:
                lines.add(node.text_content or "")
            elif node.is_element_node and node.mem_id != skipped and _begin(lines, node, kind):
                open_.append((node, kind))
                node = node.first_child
                continue
            node = node.next


class _Lines:
    """Text as it is laid out: white space folded, unless an element keeps it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._begun = False  # something stands on the line already
        self._spaced = False  # and it ends with a space
        self._broken = False  # the last thing was a <br>
        self.raw = 0

    def add(self, text: str) -> None:
        if self.raw:
            # Some engines write `<br />` and a line feed into preformatted text: one line end.
            text = text.replace("\r\n", "\n").removeprefix("\n" if self._broken else "")
        else:
            text = re.sub(_HTML_SPACE, " ", text)
            text = text if self._begun and not self._spaced else text.lstrip(" ")
        if text:
            self._parts.append(text)
            self._begun, self._broken = not text.endswith("\n"), False
            self._spaced = text.endswith(" ")

    def end(self) -> None:
        self._parts.append("\n")
        self._begun, self._broken = False, True

    def block(self) -> None:
        if self._begun:
            self.end()
        self._broken = False

    def tag(self, text: str) -> None:
        self.block()
        self._parts.append(f"{text}\n")

    def text(self) -> str:
        lines = "".join(self._parts).split("\n")
        return "\n".join(line.rstrip(" ") for line in lines).strip("\n")


def _begin(lines: _Lines, node: "LexborNode", kind: Kind | None) -> bool:
    """What an element puts before its content; whether the content is read."""
    tag = node.tag or ""
    if tag == "br":
        lines.end()
    elif tag == "img" and kind not in ("drop", "quote"):
        known = node.attributes
        lines.add(known.get("alt") or known.get("title") or "")
    elif tag in ("td", "th"):
        lines.add(" ")
    if tag in _BLOCKS or kind == "quote":
        lines.block()
    if tag in _UNSEEN or kind in ("drop", "quote"):
        return False
    if kind in ("spoiler", "code"):
        lines.tag(f"[{kind}]")
    lines.raw += tag == "pre" or kind == "raw"
    return True


def _end(lines: _Lines, tag: str, kind: Kind | None) -> None:
    if kind in ("spoiler", "code"):
        lines.tag(f"[/{kind}]")
    lines.raw -= tag == "pre" or kind == "raw"
    if tag in _BLOCKS:
        lines.block()


def is_page(source: Source) -> bool:
    """Whether the text is markup from its first character on: a paste that quotes some is not."""
    return re.match(r"[\s\ufeff]*<[!a-zA-Z]", source.text) is not None


def holds(source: Source, *attributes: str) -> bool:
    """Whether a page has all of the attributes, in tags: a player may type one as text.

    They are written with double quotes, as a browser saves them; a server may send single ones, or
    none where HTML needs none.
    """
    return is_page(source) and all(
        re.search(rf"<[a-zA-Z][^<>]*?\s{_any_quotes(that)}", source.text) for that in attributes
    )


_QUOTES = {'[^"': "[^\"'<>", '="': "=[\"']?", '"': "(?:[\"']|(?=[\\s/>]))"}


def _any_quotes(pattern: str) -> str:
    return re.sub(r'\[\^"|="|"', lambda found: _QUOTES[found[0]], pattern)


def first(node: "LexborNode", *selectors: str) -> "LexborNode | None":
    """The first descendant of the first selector that has one."""
    for selector in selectors:
        found = node.css_first(selector)
        if found is not None:
            return found
    return None


def plain(node: "LexborNode | None") -> str:
    """The text of an element on one line."""
    return "" if node is None else " ".join(node.text().split())


def named(node: "LexborNode", *selectors: str) -> str:
    """The text of the first descendant that has any, selector by selector."""
    for selector in selectors:
        for found in node.css(selector):
            text = plain(found)
            if text:
                return text
    return ""


def value(node: "LexborNode | None", name: str) -> str:
    """An attribute, or nothing."""
    return "" if node is None else (node.attributes.get(name) or "")


def number(text: str, pattern: str) -> str | None:
    """The number that follows the pattern in an attribute such as `p1042`."""
    found = re.match(rf"{pattern}(\d{{1,20}})(?!\w)", text, re.ASCII)
    return found[1] if found else None


_NUMERIC = r"(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)"
_LONGEST = 300


class Clock:
    """The dates of one page.

    `seen` are those of all its posts: 11-21-2026 proves that the page writes the month first. Where
    nothing proves the order and the clock has twelve hours, 11-12-2026 is not read at all.
    """

    def __init__(
        self, source: Source, seen: Iterable[str] = (), zone: tzinfo | None = None
    ) -> None:
        pairs = {
            (int(found[1]) > 12, int(found[3]) > 12)
            for text in seen
            for found in re.finditer(_NUMERIC, text[:_LONGEST], re.ASCII)
        }
        self._day_first = (True, False) in pairs
        self._month_first = (False, True) in pairs and not self._day_first
        self._home, self._zone, self._now = source.zone, zone or source.zone, source.now

    def read(self, *texts: str) -> Stamp | None:
        """The first of the texts that is a date."""
        for text in texts:
            written = self._ordered(text)
            try:
                if written:
                    stamp = read_stamp(written, self._zone, self._now)
                    return Stamp(local(stamp.at, self._home), stamp.precision)
            except BadStamp:
                continue
        return None

    def epoch(self, text: str) -> Stamp | None:
        """Seconds since 1970."""
        if not re.fullmatch(r"\d{9,10}", text, re.ASCII):
            return None
        return Stamp(local(datetime.fromtimestamp(int(text), UTC), self._home), 1)

    def _ordered(self, text: str) -> str | None:
        if len(text) > _LONGEST:
            return None
        found = re.search(_NUMERIC, text, re.ASCII)
        if found is None or self._day_first:
            return text
        if self._month_first or int(found[3]) > 12 >= int(found[1]):
            return re.sub(_NUMERIC, r"\3\2\1\2\4", text, count=1, flags=re.ASCII)
        sure = int(found[1]) > 12 or int(found[1]) == int(found[3])
        halves = re.search(r"\d\s?[ap]\.?\s?m\b", text, re.IGNORECASE)
        return text if sure or not halves else None


_REASON = r"\(?\b(?:raison|motif|reason)(?:\s[^:]{0,30})?\s?:\s?(.*)$"
_COUNT = r"(\d{1,6})\s(?:fois|times?)\b"
_TIMES = r"[,;]?\s(?:modifié|édité|edited)\s\d.*$"
_BEFORE_DATE = r"(?:\s(?:le|on)|[;:])\s"


def edited(notice: str, clock: Clock, stamp: Stamp | None = None) -> Edited:
    """What an edit notice says; `stamp` where an attribute gives its time."""
    text = " ".join(notice.split())[:_LONGEST]
    text = re.sub(r"^\((.*)\)$|^«\s?(.*?)\s?»$", r"\1\2", text)
    reason = re.search(_REASON, text, re.IGNORECASE)
    head = text[: reason.start()] if reason else text
    count = re.search(_COUNT, head, re.IGNORECASE)
    if stamp is None:
        stamp = clock.read(*_dates(re.sub(_TIMES, "", head, flags=re.IGNORECASE)))
    return Edited(
        at=stamp.at if stamp else None,
        count=int(count[1]) if count else None,
        reason=_unwrapped(reason) if reason else None,
    )


def _unwrapped(reason: re.Match[str]) -> str | None:
    said = reason[1]
    return (said.removesuffix(")") if reason[0].startswith("(") else said).strip() or None


def _dates(head: str) -> Iterator[str]:
    """What can be the date of a notice, from the right: an editor may be called Jean le Bon."""
    for found in reversed([*re.finditer(_BEFORE_DATE, head)]):
        date = re.split(r"\s(?:par|by)\s", head[found.end() :])[0].strip(" .,;»")
        yield date if "(" in date else date.rstrip(") ")


# Browsers nest no deeper either (Blink: 512), and what lies deeper would cost the parser quadratic
# time: there an opening tag becomes a <wbr>, which holds nothing.
_DEEPEST = 500
_TAG = r"<(?:(!--)|(/?)([a-zA-Z][^\s/>]*))"
_EMPTY = _words(
    "area base br col embed hr img input link meta param source track wbr"
    # Their end may be left out, and none of them can nest without one of the others.
    " p li dd dt td th tr tbody thead tfoot caption colgroup option optgroup html head body"
)
_CDATA = _words("script style textarea title xmp iframe noembed noframes svg math")
_WALLS = _words("table template object marquee applet select")
_SPECIAL = (_BLOCKS | _WALLS | {"button", "summary"}) - _EMPTY


def shallow(text: str) -> str:
    """The page with no element deeper than a browser would let it be."""
    if text.count("<") <= _DEEPEST:
        return text
    nest = _Nest()
    parts: list[str] = []
    done = until = 0
    for found in re.finditer(_TAG, text):
        if found.start() < until:
            continue
        name = (found[3] or "").lower()
        if found[1] or (name in _CDATA and not found[2]):
            until = _after(text, found.end(), name)
        elif name not in _EMPTY and (nest.close(name) if found[2] else nest.open(name)):
            parts += (text[done : found.start(3)], "wbr")
            done = found.end(3)
    return "".join((*parts, text[done:])) if parts else text


def _after(text: str, at: int, name: str) -> int:
    """Where a comment, or an element whose content is no markup, ends."""
    found = re.compile(rf"</{name}" if name else "-->", re.IGNORECASE).search(text, at)
    return found.end() if found else len(text)


class _Nest:
    """The elements that are open, about as the parser sees them; never fewer."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._at: dict[str, list[int]] = {}
        self._walls = [-1]
        self._special = [-1]

    def open(self, name: str) -> bool:
        """Note an opening tag; whether it lies too deep."""
        at = len(self._names)
        self._names.append(name)
        self._at.setdefault(name, []).append(at)
        if name in _WALLS:
            self._walls.append(at)
        if name in _SPECIAL:
            self._special.append(at)
        return at >= _DEEPEST

    def close(self, name: str) -> bool:
        """Note a closing tag; whether what it closes lay too deep."""
        places = self._at.get(name)
        if not places:
            return False
        at = places[-1]
        if at < (self._walls if name in _SPECIAL else self._special)[-1]:
            return False
        while len(self._names) > at:
            self._at[self._names.pop()].pop()
        for kept in (self._walls, self._special):
            while kept[-1] >= at:
                kept.pop()
        return at >= _DEEPEST
