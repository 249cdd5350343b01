"""Discourse: a topic or a post as JSON, and the `/raw` text of a topic.

Fields from discourse/discourse `app/serializers/post_serializer.rb`; the raw page from
`markdown_for_topic` in `app/controllers/posts_controller.rb`; versions from `lib/post_revisor.rb`.

A post's id is its number within the topic, which is all that the raw page gives, what a permalink
ends in, and what the forum shows.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import msgspec

from referee.posts.dates import Stamp
from referee.posts.engines import cooked
from referee.posts.engines.exported import (
    UNREAD,
    at_text,
    blocks_marked,
    decoded,
    leniently,
    named,
    opens,
)
from referee.posts.source import Edited, Found, Lack, Source

NAME = "discourse"

_REGULAR, _MODERATOR = 1, 2  # 3 is a notice such as "closed", 4 a whisper among the staff
# Edits within the grace period (five minutes unless set otherwise) make no new version. Later
# than that the server's own chores move `updated_at` too.
_GRACE = timedelta(seconds=1), timedelta(hours=1)

_STAMP = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:UTC|[+-]\d{4})"
_HEAD = rf"(?P<author>\S{{1,100}}) \| (?P<date>{_STAMP}) \| #(?P<number>\d{{1,9}})[ \t]*"
_FIRST = rf"[\ufeff\s]*{_HEAD}(?:\r?\n[ \t]*(?:\r?\n|$)|$)"
_NEXT = rf"(?:\A[\ufeff\s]*|^-{{25}}[ \t]*\n\n?){_HEAD}$"
_TAG = (
    r"<(?P<end>/?)(?P<tag>details|blockquote)\b[^<>\n]{0,300}>"
    r"|\[(?P<off>/?)details\b[^\[\]\n]{0,300}\]"
)


class Post(msgspec.Struct):
    """What the API tells of a post; times in ISO 8601, None for what it leaves out."""

    username: str | None = None
    created_at: str | None = None
    id: int | None = None
    post_number: int | None = None
    name: str | None = None
    display_username: str | None = None
    cooked: str | None = None
    raw: str | None = None
    post_type: int | None = _REGULAR
    action_code: str | None = None
    updated_at: str | None = None
    version: int | None = None
    edit_reason: str | None = None
    deleted_at: str | None = None
    user_deleted: bool | None = False
    cooked_hidden: bool | None = False
    hidden: bool | None = False


class _Stream(msgspec.Struct):
    posts: list[msgspec.Raw]


class _Listed(msgspec.Struct):
    posts: list[msgspec.Raw]
    stream: list[int]


class _Whole(msgspec.Struct):
    post_stream: _Listed


class _Topic(msgspec.Struct):
    post_stream: _Stream


def looks(source: Source) -> bool:
    """Whether the source is a topic, a post or a raw page of Discourse."""
    if opens(source.text) == "{":
        return _posts(source.text) is not None
    return re.match(_FIRST, source.text) is not None


def not_given(source: Source) -> int | None:
    """How many of the posts that a topic lists it does not hold: the forum gives twenty at a time;
    None where it lists none."""
    topic = decoded(source.text, _Whole) if '"stream"' in source.text else None
    if topic is None:
        return None
    given = {post.id for raw in topic.post_stream.posts if (post := leniently(raw, Post))}
    return len(set(topic.post_stream.stream) - given)


def read(source: Source) -> list[Found]:
    """The posts of the source, in its order; notices, whispers and deleted posts are none."""
    if opens(source.text) == "{":
        posts = _posts(source.text) or ()
        return [found for post in posts if (found := as_found(post, source))]
    return _raw_page(source)


def _posts(text: str) -> Iterator[Post | None] | None:
    """The posts of an export, each made when it is asked for, None for what is none; None where it
    is another's."""
    if '"post_stream"' in text:
        topic = decoded(text, _Topic)
        if topic is None:
            return None
        return (leniently(post, Post) for post in topic.post_stream.posts)
    if '"username"' in text and ('"cooked"' in text or '"raw"' in text):
        post = leniently(text, Post)
        if post and post.post_number is not None and (post.cooked or post.raw) is not None:
            return iter([post])
    return None


def as_found(post: Post | None, source: Source) -> Found | None:
    """The post as it is used, None where it is a notice or is deleted."""
    if post is None:
        return UNREAD
    author, names = named(post.name, post.display_username, post.username)
    notice = post.post_type not in (None, _REGULAR, _MODERATOR) or post.action_code
    if notice or post.deleted_at or post.user_deleted:
        return None
    lacks: Lack | None = None
    text = ""
    if post.raw is not None:
        text = _marked(post.raw)
    elif post.hidden or post.cooked_hidden:  # flagged: the forum's words stand in their place
        lacks = "hidden"
    elif post.cooked is not None:
        text = cooked.words(post.cooked)
    else:
        lacks = "text"
    number = post.id if post.post_number is None else post.post_number
    begun = at_text(post.created_at, source)
    touched = begun if post.updated_at == post.created_at else at_text(post.updated_at, source)
    edited = _edited(post, begun, touched)
    return Found(
        author=author,
        stamp=begun,
        text=text,
        post_id=None if number is None else str(number),
        names=names,
        edited=edited,
        tells_edits=edited is not None or _never_touched(post, begun, touched),
        date=post.created_at or "",
        lacks=lacks,
    )


def _marked(raw: str) -> str:
    """Markdown as Discourse has it: details hide, and HTML counts."""

    def tag(found: re.Match[str]) -> str:
        kind = "quote" if found["tag"] == "blockquote" else "spoiler"
        return f"[{found['end'] or found['off'] or ''}{kind}]"

    text = blocks_marked(raw)
    return re.sub(_TAG, tag, text) if "details" in text or "<blockquote" in text else text


def _edited(post: Post, begun: Stamp | None, touched: Stamp | None) -> Edited | None:
    if post.version is not None and post.version > 1:
        reason = post.edit_reason or None
        return Edited(touched.at if touched else None, post.version - 1, reason)
    if begun and touched and _GRACE[0] <= touched.at - begun.at <= _GRACE[1]:
        return Edited(touched.at)
    return None


def _never_touched(post: Post, begun: Stamp | None, touched: Stamp | None) -> bool:
    return bool(post.version == 1 and begun and touched and touched.at - begun.at < _GRACE[0])


def _raw_page(source: Source) -> list[Found]:
    text = source.text.replace("\r\n", "\n")
    heads = _true_heads(list(re.finditer(_NEXT, text, re.MULTILINE)))
    times = Counter(int(head["number"]) for head in heads)
    found: list[Found] = []
    for at, head in enumerate(heads):
        number = int(head["number"])
        end = heads[at + 1].start() if at + 1 < len(heads) else len(text)
        raw = re.sub(r"\n-{25}\s*\Z", "", text[head.end() : end].rstrip()).strip("\n")
        found.append(
            Found(
                author=head["author"],
                # Of two posts with one number a player typed one: neither passes unseen.
                stamp=at_text(head["date"], source) if times[number] == 1 else None,
                date=head["date"],
                lacks=None if times[number] == 1 else "number",
                text=_marked(raw.rstrip()),
                post_id=str(number),
                only_by=True,
            )
        )
    return found


def _true_heads(heads: list[re.Match[str]]) -> list[re.Match[str]]:
    """The headers whose numbers rise: one that a player typed inside a post rarely fits between.

    That is the longest rising run, and what has the number of one in it and stands in its place.
    """
    numbers = [int(head["number"]) for head in heads]
    run = _rising(numbers)
    place = {numbers[at]: turn for turn, at in enumerate(run)}
    ends = [-1, *run, len(heads)]
    return [
        head
        for at, head in enumerate(heads)
        if (turn := place.get(numbers[at])) is not None and ends[turn] < at < ends[turn + 2]
    ]


def _rising(numbers: list[int]) -> list[int]:
    """The places of the longest run of numbers that rise."""
    ends: list[int] = []  # the lowest number that ends a run of each length
    places: list[int] = []
    before: list[int | None] = []
    for at, number in enumerate(numbers):
        length = bisect_left(ends, number)
        before.append(places[length - 1] if length else None)
        ends[length : length + 1] = [number]
        places[length : length + 1] = [at]
    run: list[int] = []
    place = places[-1] if places else None
    while place is not None:
        run.append(place)
        place = before[place]
    return run[::-1]
