"""Bytes to text, or the reason why they are none."""

import base64
import codecs
import quopri
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.posts.decode import LIMIT, NotText, decode

BOARD = "1️⃣🔴🔵🔵\r\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫\nChloé (2) : [1, 3]\n"


@pytest.mark.parametrize(
    "data",
    [
        BOARD.encode(),
        BOARD.encode("utf-8-sig"),
        BOARD.encode("utf-16"),
        codecs.BOM_UTF16_LE + BOARD.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + BOARD.encode("utf-16-be"),
    ],
)
def test_unicode(data: bytes) -> None:
    assert decode(data) == BOARD


@pytest.mark.parametrize("text", ["Chloé à dit « où ? » – 5 €", "déjà joué : rouge 7", "é"])
def test_windows_1252(text: str) -> None:
    assert decode(text.encode("cp1252")) == text


def test_damaged_utf8_keeps_what_is_whole_and_marks_the_rest() -> None:
    cut = "🔴🔴🔵🔵\n1".encode() + "🔴".encode()[:2]
    assert decode(cut) == "🔴🔴🔵🔵\n1\ufffd"
    assert decode("Chloé 🔴".encode() + b"\xff") == "Chloé 🔴\ufffd"


@pytest.mark.parametrize(
    "data", [b"", b" \r\n\t", b"\xef\xbb\xbf", "\ufeff\u200b\u00a0\n".encode()]
)
def test_empty(data: bytes) -> None:
    with pytest.raises(NotText) as refused:
        decode(data)
    assert refused.value.case == "empty"


@pytest.mark.parametrize(
    "data",
    [
        b"abc\0def",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        BOARD.encode("utf-16-le"),
        BOARD.encode("utf-32"),
        codecs.BOM_UTF16_LE + b"a",
        codecs.BOM_UTF16_LE + b"\x00\xd8a\0",
        b"\x01\x02\x03\x04 text",
        b"\x81\x8d\xe9",
        zlib.compress(bytes(range(256)) * 4),
        b"d\xe9j\xe0\x01",
    ],
)
def test_binary(data: bytes) -> None:
    with pytest.raises(NotText) as refused:
        decode(data)
    assert refused.value.case == "binary"
    assert refused.value.facts["size"] == len(data)


def test_a_few_terminal_colours_are_text() -> None:
    assert decode(b"\x1b[31mrouge 7\x1b[0m, bleu 9 s'il te plait").startswith("\x1b")


def test_the_limit_is_in_bytes() -> None:
    assert len(decode(b"x" * LIMIT)) == LIMIT
    with pytest.raises(NotText) as refused:
        decode(b"x" * (LIMIT + 1))
    assert (refused.value.case, refused.value.facts) == (
        "too-long",
        {"size": LIMIT + 1, "limit": LIMIT},
    )
    with pytest.raises(NotText):
        decode("é".encode() * (LIMIT // 2 + 1))


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    case, text = "", ""
    try:
        text = decode(data)
    except NotText as refused:
        case = refused.case
    assert case in {"binary", "empty"} if case else text.strip()


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1))
def test_text_comes_back(text: str) -> None:
    marked = "a" + text
    assert decode(marked.encode()) == marked
    assert decode(marked.encode("utf-16")) == marked


HTML = f"<!DOCTYPE html><html><body>{BOARD}</body></html>"
SINGLE = (
    "From: <Saved by Blink>\r\nSubject: Quadrille\r\nMIME-Version: 1.0\r\n"
    'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--x"\r\n\r\n'
    "----x\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: {}\r\n\r\n{}\r\n"
    "----x\r\nContent-Type: image/png\r\n\r\nAAAA\r\n----x--\r\n"
)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("quoted-printable", quopri.encodestring(HTML.encode()).decode()),
        ("base64", base64.encodebytes(HTML.encode()).decode()),
        ("8bit", HTML),
    ],
)
def test_a_page_saved_in_one_file(encoding: str, body: str) -> None:
    text = decode(SINGLE.format(encoding, body).encode())
    assert text.replace("\r\n", "\n").strip() == HTML.replace("\r\n", "\n")


def test_a_post_about_such_files_is_a_post() -> None:
    text = "Content-Type: multipart/related, je ne sais pas ce que c'est"
    assert decode(text.encode()) == text
    assert "MIME" in decode(SINGLE.format("8bit", "x").replace("text/html", "a/b").encode())
