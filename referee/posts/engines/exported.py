"""What the readers of exports share: JSON that may be broken, instants, names, Markdown blocks."""

import re
from datetime import UTC, datetime, timedelta
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args

import msgspec

from referee.core.week import local
from referee.posts.dates import BadStamp, Stamp, read_stamp
from referee.posts.source import Found, Source

_Shape = TypeVar("_Shape")

UNREAD = Found("", None, "", lacks="record")
"""What stands for an entry that is no record at all."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FENCE = r" {0,3}(?P<fence>`{3,100}|~{3,100})[ \t]*(?P<info>[^`\n]{0,200})"


def opens(text: str) -> str:
    """The bracket with which a JSON text begins, or nothing."""
    found = re.match(r"[\ufeff\s]*([\[{])", text)
    return found[1] if found else ""


def decoded(text: str | msgspec.Raw, shape: type[_Shape]) -> _Shape | None:
    """The JSON text in a shape, None if it is broken, too deep or of another shape."""
    try:
        if isinstance(text, str):
            text = text.removeprefix("\ufeff")
        return msgspec.json.decode(text, type=shape)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def leniently(text: str | msgspec.Raw, shape: type[_Shape]) -> _Shape | None:
    """As `decoded`, but a field of another type counts as what it plainly stands for (a number as
    its digits, `"12"` as 12) or else as missing; None where there is no object."""
    exact = decoded(text, shape)
    if exact is not None:
        return exact
    fields = decoded(text, dict[str, Any])
    return None if fields is None else _made(fields, shape)


def _made(given: dict[str, Any], shape: Any) -> Any:
    """A struct all of whose fields have defaults, from an object whose fields may be odd."""
    found = {}
    for field in msgspec.structs.fields(shape):
        if field.encode_name in given:
            value = _fitted(given[field.encode_name], field.type)
            if value is not None:
                found[field.name] = value
    return shape(**found)


def _fitted(value: Any, kind: Any) -> Any:
    """A value as one of the types that a field may have; None for none of them."""
    union = isinstance(kind, UnionType)
    kinds = [each for each in get_args(kind) if each is not NoneType] if union else [kind]
    if kind is msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(value))
    if kind == list[msgspec.Raw] or list[msgspec.Raw] in kinds:
        return [_fitted(one, msgspec.Raw) for one in value] if isinstance(value, list) else None
    structs = [
        each for each in kinds if isinstance(each, type) and issubclass(each, msgspec.Struct)
    ]
    if isinstance(value, dict) and structs:
        return _made(value, structs[0])
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and str in kinds and not {int, float} & set(kinds):
        value = str(value)
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return None


def at_epoch(seconds: float | str | None, source: Source, *, per: int = 1) -> Stamp | None:
    """The instant of a Unix time, which stands in 1/`per` seconds; exact where it is a string."""
    if seconds is None or isinstance(seconds, bool):
        return None
    if isinstance(seconds, str):
        found = re.fullmatch(r"(\d{1,12})(?:\.(\d{1,12}))?", seconds, re.ASCII)
        if found is None:
            return None
        micros = int(found[1]) * 1_000_000 + int((found[2] or "0")[:6].ljust(6, "0"))
    elif abs(seconds) > 1e16:
        return None
    elif isinstance(seconds, int):
        micros = seconds * 1_000_000 // per
    else:
        micros = round(seconds * 1_000_000 / per)
    try:
        return Stamp(local(_EPOCH + timedelta(microseconds=micros), source.zone), 1)
    except (ValueError, OverflowError):
        return None


def at_text(text: str | None, source: Source, *, later: bool = False) -> Stamp | None:
    """The instant that a program wrote, mostly in ISO 8601; None if it cannot be used.

    `later`: the second of autumn's repeated hour.
    """
    if not text:
        return None
    try:
        if text[10:11] == "T" and (at := datetime.fromisoformat(text)).tzinfo is not None:
            return Stamp(local(at, source.zone), 1)
        return read_stamp(text, source.zone, source.now, later=later)
    except (BadStamp, ValueError, OverflowError):
        return None


def named(*names: str | None) -> tuple[str, tuple[str, ...]]:
    """The first name that is not blank, and the others that differ from it."""
    given = dict.fromkeys(" ".join(name.split()) for name in names if name and name.strip())
    author, *others = given or ("",)
    return author, tuple(others)


def in_order(posts: list[tuple[Stamp | None, _Shape]]) -> list[_Shape]:
    """Posts that a thread nests, by their time; those without one stay last."""
    last = datetime.max.replace(tzinfo=UTC)
    return [post for _, post in sorted(posts, key=lambda one: one[0].at if one[0] else last)]


def blocks_marked(text: str, *, named_fences: bool = False, indented: bool = True) -> str:
    """Markdown with its blocks of code in `[code]`.

    `named_fences`: ```` ```quote ```` and ```` ```spoiler ```` are what they say (Zulip), and a
    fence without an end runs to the end of the post. `indented`: four spaces make code.
    """
    text = text.replace("\r\n", "\n")
    if "```" in text or "~~~" in text:
        text = _fences(text, named_fences=named_fences)
    if indented and ("\n    " in text or "\n\t" in text or text[:1] in ("\t", " ")):
        text = _indented(text)
    return text


def _fences(text: str, *, named_fences: bool) -> str:
    lines = text.split("\n")
    # Each fence that is open: the line of its opener, the fence, and the tag it stands for.
    waiting: list[tuple[int, str, str]] = []
    tags: dict[int, str] = {}
    for at, line in enumerate(lines):
        found = re.fullmatch(_FENCE, line)
        if found is None:
            continue
        fence, info = found["fence"], found["info"].strip()
        if waiting and not info and fence.startswith(waiting[-1][1]):
            begun, _, kind = waiting.pop()
            tags[begun], tags[at] = f"[{kind}]", f"[/{kind}]"
        elif not waiting or waiting[-1][2] != "code":
            kind = info.split(" ")[0].lower() if named_fences else ""
            waiting.append((at, fence, kind if kind in ("quote", "spoiler") else "code"))
    for begun, _, kind in reversed(waiting if named_fences else []):
        tags[begun] = f"[{kind}]"
        lines.append(f"[/{kind}]")
    return "\n".join(tags.get(at, line) for at, line in enumerate(lines))


def _indented(text: str) -> str:
    found: list[str] = []
    inside, blank, fenced = False, True, False
    for line in text.split("\n"):
        fenced = (fenced or line == "[code]") and line != "[/code]"
        deep = line.startswith(("    ", "\t")) and bool(line.strip())
        if deep and blank and not inside and not fenced:
            found.append("[code]")
            inside = True
        elif inside and not deep and line.strip():
            found.append("[/code]")
            inside = False
        found.append(line)
        blank = not line.strip()
    return "\n".join([*found, "[/code]"] if inside else found)
