"""Forumactif: phpBB3 and "edge" skins (SethClydesdale/forumactif-edge), punbb, invision, ModernBB
and AwesomeBB skins (their viewtopic_body templates), phpBB2 skin (its own, and Lalf-Forumactif's
topicpage.py, htmltobbcode.py)."""

import re
from typing import TYPE_CHECKING

from referee.posts.dates import Stamp
from referee.posts.engines.html import (
    Clock,
    Marks,
    Page,
    edited,
    first,
    holds,
    is_page,
    named,
    number,
    plain,
    value,
)
from referee.posts.engines.phpbb import mark_tables
from referee.posts.source import Found, Source

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NAME = "forumactif"

_MARKS: Marks = (
    (
        "drop",
        "dl.codebox > dt, .spoiler_title, .vote, .attachbox, .signature_div, .sig-content, .user,"
        " .postprofile, .postprofile-head, .postdetails, .profile-icons, .author, .post-signature,"
        " .post-aside, .post-footer, .post-buttons, .post-buttons-mobile, .fa_like_div",
    ),
    ("spoiler", ".spoiler_content"),
    ("code", "dd.code, .cont_code"),
    ("quote", "blockquote, dd.quote, .codebox .quote"),
)
_POST_CLASSES = (r'class="[^"]*\bpost\b', r'class="[^"]*\bpost(?:body|-entry|-content)\b')
_PERMALINK = (
    r"<a [^<>]*?\bhref=[\"'](?:https?://[^\"'/]{1,99})?/t\d+(?:p\d+)?-[^\"'#\s]{0,300}#(\d+)[\"']"
)
_WROTE = r"(?:a écrit|a dit|wrote|said)\s?:"
_NOTICE = r"(?:Dernière édition|Last edited)\s(?:par|by)\s.{1,250}"
_HEADINGS = (
    "p.author", ".post_header", ".topic-date", ".post-date", ".posthead h2", "span.postdetails",
)  # fmt: skip
_REMINDER = r"\s*(?:Rappel du premier message|First topic message reminder)\s?:[ \t]*\n*"
"""Later pages of a topic begin with its first post, under this line."""
_WEEKDAY_BEGINS = (
    r"(?=(?<!\S)(?:(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)\b[.,]?"
    r"\s(?:\d|[^\W\d_]{3,9}\.?\s\d)|hier\b|aujourd.?hui|yesterday\b|today\b))"
)
_DAY_BEGINS = (
    r"(?=(?<!\S)\d{1,2}(?:[/.-]\d|\s(?:jan|f[ée]v|feb|mar|apr|avr|mai|may|jui?n|juil|jul|ao[uû]"
    r"|aug|sep|oct|nov|d[ée]c)))"
)


def looks(source: Source) -> bool:
    """Whether a post on the page is what its own permalink, `/t31p15-title#2201`, leads to."""
    if not is_page(source) or holds(source, r'id="post_content\d'):
        return False
    links = {found[1] for found in re.finditer(_PERMALINK, source.text[:1_000_000])}
    return any(
        holds(source, rf'(?:id="p?|name="){post}"', *_POST_CLASSES) for post in sorted(links)[:20]
    )


def read(source: Source) -> list[Found]:
    """The posts of a page; of hidden ones the page holds no words."""
    page = Page(source, _MARKS)
    mark_tables(page)
    for box in page.tree.css("dl.codebox, dl.spoiler"):
        _mark_box(page, box)
    clock = Clock(source)
    nodes = page.posts("div.post, tr.post, div.post-wrap:not(.post-hidden)")
    posts = [_post(page, clock, node) for node in nodes]
    return [post for post in posts if post is not None]


def _mark_box(page: Page, box: "LexborNode") -> None:
    """One element serves for quotes, code and spoilers: its heading tells which."""
    heading = plain(first(box, "dt")).casefold()
    content = first(box, "dd")
    if content is None or content.css_matches(".quote, .code, .cont_code"):
        return
    inner = content.first_child
    while inner is not None and not inner.is_element_node:
        inner = inner.next
    if re.search(_WROTE, heading):
        page.mark(box, "quote")
    elif heading.startswith("spoiler") or "spoiler" in value(box, "class").split():
        if content.css_first(".spoiler_content") is None:
            page.mark(content, "spoiler")
    elif heading.startswith("code") or (inner is not None and inner.tag in ("code", "pre")):
        page.mark(content, "code")
    else:
        page.mark(box, "quote")


def _post(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    message = _message(node)
    if message is None:
        return None
    author, stamp, date = _header(page, clock, node)
    lines = page.text(node, but=message).split("\n")
    notice = next((line for line in lines if re.fullmatch(_NOTICE, line.strip())), None)
    text = page.text(message)
    if "post-content" in value(message, "class").split():  # AwesomeBB: the notice ends the words
        words, _, last = text.rstrip().rpartition("\n")
        if re.fullmatch(_NOTICE, last.strip()):
            text, notice = words.rstrip(), last
    return Found(
        author=author,
        stamp=stamp,
        date=date,
        text=re.sub(rf"\A{_REMINDER}", "", text),
        post_id=_post_id(node),
        edited=edited(notice, clock) if notice else None,
        # Like phpBB 2 and 3, from which it comes, it may keep an edit of the last post to itself.
        tells_edits=notice is not None,
    )


def _message(node: "LexborNode") -> "LexborNode | None":
    """The words: skins put them in a first inner element, what else is shown below them."""
    found = first(node, ".entry-content > div:not(.vote)")
    if found is not None:  # punbb
        return first(found, "div") or found
    found = first(node, ".post-content")
    if found is not None:
        return found
    for name in (".content", ".post-entry", "div.postbody"):
        outer = first(node, name)
        if outer is None:
            continue
        child = outer.first_child
        while child is not None and _is_furniture(child):
            child = child.next
        return child if child is not None and child.tag == "div" else outer
    return None


def _is_furniture(node: "LexborNode") -> bool:
    if node.is_text_node:
        return not (node.text_content or "").strip()
    return not node.is_element_node or "vote" in value(node, "class").split()


def _header(page: Page, clock: Clock, node: "LexborNode") -> tuple[str, Stamp | None, str]:
    author = named(
        node, "p.author a, p.author strong", "span.name", ".username", ".postprofile-details dt",
        ".postprofile-name", ".post-author-name", ".post_header a, .post_header strong",
    )  # fmt: skip
    unread = ""
    for selector in _HEADINGS:
        for found in node.css(selector):
            text = plain(found)
            if selector in (".topic-date", ".post-date"):
                text = next((line for line in page.text(found).split("\n") if line.strip()), "")
                return author, clock.read(text.strip()), text.strip()
            name, begins = _split(text, author)
            stamp = clock.read(begins)
            if stamp is not None:
                return author or name, stamp, begins
            if selector in ("p.author", ".post_header"):
                return author or name, None, begins
            unread = unread or begins
    return author, None, unread


def _split(text: str, author: str) -> tuple[str, str]:
    """`par Alice Sam 21 Nov 2026 - 20:58` as name and date, which nothing stands between."""
    _, found, tail = text.partition(f"{author} ") if author else ("", "", "")
    if found and re.match(f"{_WEEKDAY_BEGINS}|{_DAY_BEGINS}", tail, re.IGNORECASE):
        return author, tail
    text = text[-300:]
    at = len(text)
    for pattern in (_WEEKDAY_BEGINS, _DAY_BEGINS):
        begins = [that.start() for that in re.finditer(pattern, text, re.IGNORECASE)]
        if begins:  # the last one: a title may hold a date
            at = begins[-1]
            break
    return re.sub(r"^(?:Message\s)?(?:(?:par|by)\s)?", "", text[:at].strip()), text[at:]


def _post_id(node: "LexborNode") -> str | None:
    own = number(value(node, "id"), "p?")
    inner = (number(value(that, "id"), "p?") for that in node.css(".posthead[id], div[id]"))
    anchors = (number(value(that, "name"), "") for that in node.css("a[name]"))
    listed = (number(name, "post--") for name in value(node, "class").split())
    found = (that for group in (listed, anchors, inner) for that in group if that)
    return own or next(found, None)
