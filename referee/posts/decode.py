"""Bytes of a paste or a file to text, or a reason why they are none."""

from referee.core.patterns import lazy

LIMIT = 1 << 20
"""The longest input that is read, in bytes."""

_SINGLE_FILE = 4096  # such a file names its kind within so many bytes
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = lazy(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_UNSEEN = " \t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u200b\u2060\ufeff"


class NotText(ValueError):
    """Input that is no text: `case` is "binary", "empty" or "too-long", with sizes in bytes."""

    def __init__(self, case: str, **facts: int) -> None:
        super().__init__(f"{case}: {facts}")
        self.case = case
        self.facts = facts


def decode(data: bytes, *, limit: int = LIMIT) -> str:
    """The text of at most `limit` bytes: UTF-8, UTF-16 with a BOM, else Windows-1252; of a page
    saved in one file (MHTML), the page.

    UTF-8 with some broken bytes keeps them as U+FFFD, so that a reader can name them. NotText for
    anything that is no text. Line ends stay as they are.
    """
    size = len(data)
    if size > limit:
        raise NotText("too-long", size=size, limit=limit)
    if b"multipart/related" in data[:_SINGLE_FILE]:
        from referee.posts.single_file import page

        data = page(data) or data
    text = _decoded(data)
    _refuse_binary(text, size)
    if not text.strip(_UNSEEN).strip():
        raise NotText("empty", size=size)
    return text


def _decoded(data: bytes) -> str:
    if data.startswith(_UTF16):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as broken:
            raise NotText("binary", size=len(data), offset=broken.start) from None
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    # Windows-1252 can read nearly anything, and would turn a board cut in the middle of an emoji
    # into "ðŸ”´". Where most of what is not ASCII is good UTF-8, it is UTF-8 with damage.
    repaired = data.decode("utf-8", "replace")
    broken_marks = repaired.count("\ufffd")
    if sum(char > "\x7f" for char in repaired) > 2 * broken_marks:
        return repaired
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as broken:
        raise NotText("binary", size=len(data), offset=broken.start) from None
    if control := _CONTROL.search(text):  # a forum's text in an old encoding holds none at all
        raise NotText("binary", size=len(data), offset=control.start())
    return text


def _refuse_binary(text: str, size: int) -> None:
    # A NUL is never pasted by a person. Of other control characters a terminal's colours leave a
    # few; more than one in ten is no text.
    nul = text.find("\0")
    if nul >= 0:
        raise NotText("binary", size=size, offset=nul)
    first = _CONTROL.search(text)
    if first and len(_CONTROL.findall(text)) * 10 > len(text):
        raise NotText("binary", size=size, offset=first.start())
