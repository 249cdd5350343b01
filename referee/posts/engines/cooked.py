"""The HTML that Discourse and Zulip make of a post, as text in the product's tags.

Markup from discourse/discourse `spec/lib/pretty_text_spec.rb` and zulip/zulip
`zerver/tests/fixtures/markdown_test_cases.json`.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_DROPPED = ("blockquote", "script", "style", "template", "svg", "title")
_DROPPED_CLASSES = {"quote", "onebox", "elided", "katex-mathml", "message_inline_image"}
_SPOILERS = {"spoiler", "spoiled", "spoiler-block"}
_PARAGRAPHS = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "table", "hr"))
_LINES = frozenset(("div", "li", "tr", "summary", "section", "dl", "dt", "dd"))
_STRUCK = ("s", "del", "strike")
_DEEPEST = 1000
"""Levels of nesting; no post has a hundred, and a parser's time grows with their square."""

_OPENER = r".{1,150}\b(?:said|wrote|a écrit|a dit)\s?:"


def words(html: str) -> str:
    """The author's words: quotes and previews left out, spoilers and code in their tags."""
    from selectolax.lexbor import LexborHTMLParser

    if _depth(html) > _DEEPEST:
        return unescape(re.sub(r"<[^<>]{0,5000}>", "\n", html)).strip()
    body = LexborHTMLParser(html).body
    if body is None:
        return ""
    text = _Text()
    for event, node in _walk(body):
        tag = node.tag or ""
        if event == "skip":
            text.forget_opener()
            text.paragraph()
        elif tag == "-text":
            text.add(node.text_content or "")
        elif tag == "img":
            if event == "enter" and "emoji" in _classes(node):
                text.add(node.attributes.get("alt") or node.attributes.get("title") or "")
        elif tag == "pre":
            text.code(node.text())
        elif tag == "br":
            text.line()
        elif tag in _STRUCK:
            text.add("~~")
        elif tag == "td":
            text.add(" ")
        else:
            _block(text, tag, node, entering=event == "enter")
    return text.whole()


def _depth(html: str) -> int:
    depth = deepest = 0
    for tag in re.finditer(r"<(/?)(?!br|img|hr|input|wbr|source)[a-z]", html):
        depth = max(0, depth - 1) if tag[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _block(text: "_Text", tag: str, node: "LexborNode", *, entering: bool) -> None:
    hidden = tag == "details" or bool(_SPOILERS & _classes(node))
    if hidden and tag == "span":  # within a line
        text.add("[spoiler]" if entering else "[/spoiler]")
    elif hidden:
        text.paragraph()
        text.add("[spoiler]" if entering else "[/spoiler]")
        text.paragraph()
    elif tag in _PARAGRAPHS:
        text.paragraph()
    elif tag in _LINES:
        text.end()


def _classes(node: "LexborNode") -> set[str]:
    return set((node.attributes.get("class") or "").split())


def _walk(
    root: "LexborNode",
) -> Iterator[tuple[Literal["enter", "leave", "skip"], "LexborNode"]]:
    """The nodes below one, without recursion: nesting may be as deep as it likes."""
    node = root.child
    waiting: list[LexborNode] = []
    while node is not None or waiting:
        if node is None:
            node = waiting.pop()
            yield "leave", node
            node = node.next
            continue
        tag = node.tag or ""
        if tag in _DROPPED or (tag not in ("-text", "span") and _DROPPED_CLASSES & _classes(node)):
            yield "skip", node
        elif tag in ("-text", "pre", "br") or not tag.startswith("-"):
            yield "enter", node
            if tag not in ("-text", "pre", "br", "img"):
                waiting.append(node)
                node = node.child
                continue
        node = node.next


class _Text:
    """Lines under way: white space is one space, as a browser shows it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []

    def add(self, text: str) -> None:
        self._line.append(text)

    def line(self) -> None:
        """End the line, also an empty one."""
        self._lines.append(re.sub(r"[ \t\n\r\f]+", " ", "".join(self._line)).strip(" "))
        self._line.clear()

    def end(self) -> None:
        """End the line if something stands on it."""
        if any(part.strip() for part in self._line):
            self.line()
        else:
            self._line.clear()

    def paragraph(self) -> None:
        self.end()
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def code(self, text: str) -> None:
        self.paragraph()
        self._lines.extend(("[code]", *text.strip("\n").split("\n"), "[/code]", ""))

    def forget_opener(self) -> None:
        """Take back the line `Bruno said:` above a quote that is left out."""
        self.end()
        at = len(self._lines)
        while at and not self._lines[at - 1]:
            at -= 1
        if at and re.fullmatch(_OPENER, self._lines[at - 1]):
            del self._lines[at - 1 :]

    def whole(self) -> str:
        self.end()
        return "\n".join(self._lines).strip("\n")
