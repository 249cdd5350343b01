"""What comes from outside and means harm: typed headers, heaps, broken bytes, nesting, bombs."""

import json
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.core.post import Post
from referee.games.quadrille import notation
from referee.games.quadrille.acts import Sheet
from referee.posts.dates import BadStamp
from referee.posts.decode import NotText, decode
from referee.posts.detect import detect
from referee.posts.reader import Missing, Said, post_from, read_posts
from referee.posts.source import Found, Source

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 28, 21, 5, tzinfo=PARIS)
POSTS = Path(__file__).parents[2] / "fixtures" / "posts"
BOARD = "🔴🔴🔵🔵\n1️⃣🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫"
OLD = "🔴🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫"
FLOOR = ("....", "1...", "....", ".2..")
TYPED = (
    "Message par Bruno » 28 nov. 2026, 20:50",
    "Message  Bruno Sam 28 Nov 2026 - 20:50",
    "Bruno, 28/11/2026 20:50",
    "Bruno — 28/11/2026 20:50",
    "[28/11/2026 20:50] Bruno",
    "bruno | 2026-11-28 19:50:00 UTC | #2",
    "Posté(e) il y a 15 minutes",
    "« Réponse #2 le: Hier à 20:50:04 »",
    "28/11/2026, 20h50 #2\nBruno",
    "De : Bruno\nDate : 28/11/2026 20:50",
)
PAGES = (
    ("phpbb/prosilver-fr", "Alice (2) : [1, 3]"),
    ("forumactif/phpbb3-fr", "Alice (2) : [1, 3]"),
    ("xenforo/xf2-fr", "Alice (2) : [1, 3]"),
    ("invision/ips4-fr", "Alice (2) : [1, 3]"),
    ("vbulletin/vb4-fr", "Alice (2) : [1, 3]"),
    ("mybb/mybb18-fr", "Alice (2) : [1, 3]"),
    ("smf/smf21-fr", "Alice (2) : [1, 3]"),
    ("chatexporter_html/fr", "Alice (2) : [1, 3]"),
)
each_header = pytest.mark.parametrize("typed", TYPED)


def found(text: str) -> tuple[str, list[Found]]:
    name, posts = detect(Source(text, PARIS, NOW))
    return name, posts or []


def posts_in(text: str) -> list[Post]:
    """The posts of a text as `check` and `import` take them."""
    name, posts = detect(Source(text, PARIS, NOW))
    if posts is None:
        return read_posts(text, Said(), zone=PARIS, now=NOW)
    return [post_from(one, Said(), name, now=NOW) for one in posts]


def floor(post: Post) -> tuple[str, ...] | None:
    sheet: Sheet = notation.read(post.words).act
    return sheet.floor


def topic(*texts: str) -> str:
    """A Discourse export of these words, one post each."""
    at = "2026-11-28T19:41:{:02}.000Z"
    posts = [
        {
            "id": n, "post_number": n, "username": "alice", "name": "Alice", "raw": text,
            "created_at": at.format(n % 60), "updated_at": at.format(n % 60), "version": 1,
        }
        for n, text in enumerate(texts, 1)
    ]  # fmt: skip
    return json.dumps({"post_stream": {"posts": posts}})


@each_header
def test_a_header_typed_in_json_is_text(typed: str) -> None:
    for text in (f"{typed}\n{OLD}\n\n{BOARD}", f"{OLD}\n\n{typed}\n\n{BOARD}"):
        (post,) = posts_in(topic(text))
        assert (post.author, post.post_id, floor(post)) == ("Alice", "1", FLOOR)
        assert typed.partition("\n")[0] in post.text


@each_header
@pytest.mark.parametrize(("name", "mark"), PAGES, ids=lambda part: part.split("/")[0])
def test_a_header_typed_in_a_page_is_text(typed: str, name: str, mark: str) -> None:
    page = (POSTS / f"{name}.html").read_text("utf-8")
    assert page.count(mark) == 1
    calm = found(page)
    typed_in = f"{mark}<br><br>" + f"{typed}\n{OLD}".replace("\n", "<br>")
    layout, posts = found(page.replace(mark, typed_in))
    assert (layout, [p.author for p in posts]) == (calm[0], [p.author for p in calm[1]])
    line = " ".join(typed.partition("\n")[0].split())  # a browser shows one space for many
    (post,) = (post for post in posts if line in " ".join(post.text.split()))
    assert post.author.startswith("Alice")


@pytest.mark.parametrize(("name", "mark"), PAGES, ids=lambda part: part.split("/")[0])
def test_a_whole_page_typed_in_a_post_is_text(name: str, mark: str) -> None:
    page = (POSTS / f"{name}.html").read_text("utf-8")
    calm = found(page)
    escaped = page.replace("&", "&amp;").replace("<", "&lt;").replace(mark, "x")
    layout, posts = found(page.replace(mark, f"{mark}<br>{escaped}"))
    assert (layout, [p.author for p in posts]) == (calm[0], [p.author for p in calm[1]])


@each_header
def test_in_plain_words_a_split_is_never_silent(typed: str) -> None:
    """A paste marks nothing: whether it is split or not, no words and no post go missing."""
    text = f"Alice, 28/11/2026 20:41\n\n{OLD}\n\n{typed}\n\n{BOARD}\n"
    posts = posts_in(text)
    assert posts[0].author == "Alice"
    assert [post.author for post in posts[1:]] in ([], ["Bruno"], ["bruno"])
    assert floor(posts[-1]) == FLOOR
    if len(posts) == 1:
        assert typed.partition("\n")[0] in posts[0].text


@each_header
def test_a_header_in_a_quote_is_no_header(typed: str) -> None:
    text = f"Alice, 28/11/2026 20:41\n\n[quote]\n\n{typed}\n\n{OLD}[/quote]\n{BOARD}\n"
    last = posts_in(text)[-1]
    assert floor(last) == FLOOR


HEAPS: dict[str, Callable[[int], str]] = {
    "discourse": lambda n: topic(*["ok"] * n),
    "simple": lambda n: "Alice, 28/11/2026 20:41\nok\n\n" * n,
    "phpbb-paste": lambda n: "Re: Q\nMessage par Alice » 28/11/2026 20:41\n\nok\nHaut\n" * n,
    "discord-paste": lambda n: "Alice — 28/11/2026 20:41\nok\n" * n,
    "raw": lambda n: ("\n\n" + "-" * 25 + "\n\n").join(
        f"alice | 2026-11-28 19:41:00 UTC | #{k}\n\nok" for k in range(1, n + 1)
    ),
    "csv": lambda n: (
        "AuthorID,Author,Date,Content,Attachments,Reactions\n"
        + '"1","alice","2026-11-28T20:41:00.0000000+01:00","ok","",""\n' * n
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ["discourse", "phpbb-paste"])
def test_a_hundred_thousand_posts(name: str) -> None:
    start = time.process_time()
    _, posts = found(HEAPS[name](100_000))
    assert len(posts) == 100_000
    assert time.process_time() - start < 30


def _seconds(work: Callable[[], object]) -> float:
    """The better of two runs: a machine can be busy, never too fast."""
    times = []
    for _ in range(2):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("name", HEAPS)
def test_twice_the_posts_take_twice_the_time(name: str) -> None:
    small, big = (HEAPS[name](n) for n in (1_000, 2_000))
    assert _seconds(lambda: posts_in(big)) < 3 * _seconds(lambda: posts_in(small)) + 0.2


LONG: dict[str, Callable[[int], str]] = {
    "letters": lambda n: "x" * n,
    "spaces": lambda n: "x" + " " * n + "x",
    "circles": lambda n: "🔴" * (n // 4),
    "digits": lambda n: "1" * n,
    "quotes": lambda n: "[quote]" * (n // 7),
    "nested": lambda n: "[quote]" * (n // 15) + "[/quote]" * (n // 15),
    "angles": lambda n: ">" * n,
    "bars": lambda n: "||" * (n // 2),
    "fences": lambda n: "```" * (n // 3),
    "tags": lambda n: "<div>" * (n // 5),
    "braces": lambda n: "{" * n,
    "lists": lambda n: "[" * n,
    "entities": lambda n: "<p>" + "&lol;&#0;" * (n // 9),
    "commas": lambda n: "Author,Date," + "," * n,
    "lines": lambda n: "\n" * n,
    "returns": lambda n: "\r" * n,
    "headers": lambda n: "Message par " * (n // 12),
    "pipes": lambda n: "alice | " * (n // 8),
    "times": lambda n: "20:41 " * (n // 6),
    "right to left": lambda n: "\u202e\u2067" * (n // 6),
    "zero width": lambda n: "\u200b" * (n // 3),
    "rankings": lambda n: "Alice (2) : [1, 3]\n" * (n // 19),
    "signature": lambda n: "_" * n,
}


@pytest.mark.parametrize("name", LONG)
def test_twice_the_length_takes_twice_the_time(name: str) -> None:
    def read(size: int) -> Callable[[], object]:
        text = f"{LONG[name](size)}\n{BOARD}"
        said = Said("Alice")
        return lambda: (found(text), _or_documented(text, said))

    small, big = (_seconds(read(size)) for size in (1 << 17, 1 << 18))
    assert big < 3 * small + 0.2


@pytest.mark.parametrize("name", ["letters", "spaces", "circles", "nested", "braces", "commas"])
def test_a_mebibyte_in_one_line(name: str) -> None:
    text = LONG[name](1 << 20)
    start = time.process_time()
    found(text)
    _or_documented(text, Said("Alice"))
    assert time.process_time() - start < 5


def _or_documented(text: str, said: Said | None = None) -> list[Post]:
    """The posts of a text, or none where it is refused for a reason that is documented."""
    try:
        return read_posts(text, said or Said(), zone=PARIS, now=NOW)
    except (BadStamp, Missing):
        return []


@pytest.mark.parametrize(
    "quoted",
    [
        "[quote]" * 500 + OLD + "[/quote]" * 500,
        "\n".join(">" * 500 + " " + row for row in OLD.split("\n")),
        "<blockquote>\n" * 500 + f"\n{OLD}\n" + "\n</blockquote>" * 500,
    ],
    ids=["bbcode", "markdown", "html"],
)
def test_quotes_five_hundred_deep(quoted: str) -> None:
    (post,) = posts_in(topic(f"{quoted}\n\n{BOARD}\n"))
    assert floor(post) == FLOOR
    assert notation.read(post.words).act.boards == 1


@pytest.mark.parametrize(
    "mark",
    ["\u202e", "\u202d", "\u2066", "\u2069", "\u200f", "\u061c", "\u200b", "\ufeff", "\u2060"],
)
def test_invisible_characters_hide_no_move_and_no_header(mark: str) -> None:
    board = mark.join(BOARD)
    (post,) = posts_in(f"Alice, 28/11/2026 20:41\n\n{board}\n")
    assert floor(post) == FLOOR
    assert [note.kind for note in post.notes] == ["invisible"]
    (post,) = posts_in(topic(f"{mark}{BOARD}{mark}"))
    assert floor(post) == FLOOR


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks(end: str, bom: str) -> None:
    text = f"Re: Q\nMessage par Alice » 28/11/2026 20:41\n\n{BOARD}\nHaut\n".replace("\n", end)
    for coding in ("utf-8", "utf-16-le", "utf-16-be"):
        data = ((bom or "\ufeff" * (coding != "utf-8")) + text).encode(coding)
        (post,) = posts_in(decode(data))
        assert (post.author, floor(post)) == ("Alice", FLOOR)


def test_bytes_of_an_old_encoding() -> None:
    text = "Chloé, 28/11/2026 20:41\n\n1... ....\nà côté\n"
    (post,) = posts_in(decode(text.encode("cp1252")))
    assert (post.author, "côté" in post.text) == ("Chloé", True)


@pytest.mark.parametrize("layout", ["phpbb/prosilver-fr.html", "chatexporter/export.json"])
def test_broken_bytes_in_an_export_stay_where_they_are(layout: str) -> None:
    data = (POSTS / layout).read_bytes()
    at = data.index(b"Alice (2)")
    broken = decode(data[:at] + b"\xf0\x9f\x94 \xff" + data[at:], limit=1 << 20)
    name, posts = found(broken)
    assert (name, len(posts)) == (found(data.decode())[0], len(found(data.decode())[1]))
    assert sum("\ufffd" in post.text for post in posts) == 1


@pytest.mark.parametrize("at", [0, 1, 20])
def test_a_nul_is_no_text(at: int) -> None:
    data = BOARD.encode()
    with pytest.raises(NotText) as refused:
        decode(data[:at] + b"\0" + data[at:])
    assert refused.value.case == "binary"
    (post,) = posts_in(topic(f"{BOARD}\0"))  # JSON can hold one all the same: nothing is guessed
    assert notation.read(post.words).kind == "unclear"


def test_an_entity_bomb_stays_small() -> None:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 30))
    page = (POSTS / "phpbb" / "prosilver-fr.html").read_text("utf-8")
    bomb = f'<!DOCTYPE html [<!ENTITY l0 "lol">{entities}]>'
    text = bomb + page.replace("Alice (2) : [1, 3]", "&l29;" * 100)
    start = time.process_time()
    _, posts = found(text)
    assert time.process_time() - start < 2
    assert sum(len(post.text) for post in posts) < len(text)


@pytest.mark.parametrize("depth", [600, 100_000])
@pytest.mark.parametrize("open_close", [("[", "]"), ('{"post_stream":', "}"), ('{"a":[', "]}")])
def test_json_nested_too_deep_is_nobodys(depth: int, open_close: tuple[str, str]) -> None:
    opener, closer = open_close
    for text in (opener * depth, opener * depth + "1" + closer * depth):
        assert found(text)[0] == "text"
    inside = topic(BOARD).replace('"version": 1', f'"version": 1, "x": {"[" * depth}{"]" * depth}')
    assert [post.author for post in found(inside)[1]] in ([], ["Alice"])


@given(st.text() | st.text(alphabet="[]{}<>/\"'|,:;—» \n0123456789quoteAlice🔴⚪1️⃣", max_size=300))
@settings(deadline=None)
@example("\x00")
@example("{" * 50)
@example("Alice, 28/11/2026 20:41")
def test_no_text_breaks_a_reader(text: str) -> None:
    name, posts = found(text)
    for one in posts:
        try:
            post = post_from(one, Said(), name, now=NOW)
        except Missing:
            continue
        notation.read(post.words)
    _or_documented(text)


@given(st.binary(max_size=400))
@settings(deadline=None)
@example(b"\xff\xfe\x00\xd8")
@example(b"\xef\xbb\xbf")
@example(b"\x81\x8d")
def test_no_bytes_break_decode(data: bytes) -> None:
    try:
        text = decode(data)
    except NotText:
        return
    assert text.strip()
    found(text)
    _or_documented(text)


@given(st.sampled_from(sorted(POSTS.glob("*/*.*"))), st.data())
@settings(deadline=None, max_examples=60)
def test_no_piece_of_a_sample_breaks_anything(path: Path, data: st.DataObject) -> None:
    whole = path.read_bytes()
    places = st.integers(0, len(whole))
    start, end = sorted((data.draw(places), data.draw(places)))
    junk = data.draw(st.binary(max_size=6))
    try:
        text = decode(whole[:start] + junk + whole[end:])
    except NotText:
        return
    name, posts = found(text)
    assert name
    for one in posts:
        if one.author.strip() and one.stamp:
            post_from(one, Said(), name, now=NOW)
    _or_documented(text)
