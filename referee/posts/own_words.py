"""The author's own words of one post (F2): no quote, no signature, no edit notice.

Every step is linear in the length of the text. Where marking is broken the words are kept and the
doubt is noted: a quote that is not closed may hold the move, and the last board counts (F2).
"""

import re
from functools import lru_cache
from typing import Literal

import msgspec

from referee.core.patterns import lazy

_Where = Literal["own", "spoiler", "code", "quote", "notice"]
_Part = tuple[_Where, str]


class Words(msgspec.Struct, frozen=True):
    """`inside` is what stands in code and spoilers, in order: read only if `outside` holds no move.

    `doubts` are "unclosed-quote", "unopened-quote", "unclosed-code", "unclosed-spoiler" and
    "rest-quoted" (Discord's `>>>`, which takes everything down to the end).
    """

    outside: str
    inside: str
    doubts: tuple[str, ...] = ()


# An attribute is at most 300 characters, so that a line of bare openers stays linear.
_TAG = (
    r"\[(?:(?P<open>quote|code|spoiler)(?=[\]=\s])"
    r'(?:="(?:\\.|[^"\\\n]){0,200}+"|=\'[^\'\n]{0,200}+\')?[^\]\[\n]{0,300}+\]'
    r"|/(?P<close>quote|code|spoiler)\s?\])"
)
_SIGNS = (">", "|", "`", "--", "_____")
_TAGGED = lazy(r"\[/?[qQcCsSſ]")
_EDITING = ("dit", "modifi", "ı", "i\u0307")
"""What a text holds, in small letters, if an edit notice can be in it: to look for these takes a
fraction of a search. The last two are an i to whoever ignores case."""
_WROTE = r".{1,150}?(?:a écrit|a dit|wrote|said)\s{0,3}:(?:\s{0,3}↑.{0,80})?\s{0,9}"
_SIGNATURE = r"--|_{5,}"
# An edit notice is a keyword and then nothing but an editor, dates, ages and counts. A player's own
# "Édité : rouge 7 finalement" holds other words, and stays.
_NOTICE = (
    r"[«*_(\s]{0,6}(?:ce message a été |message |dernière |last )?"
    r"(?:modification|modifié|édition|édité|edited|edit)e?\b"
)
_EDITOR = (
    r"\b(?:par|by)\s+[^\s,;:»)]{1,40}(?:\s[^\s,;:»)]{1,40}){0,%d}?"
    r"(?=\s+(?:le|on|à|at|il y a|hier|aujourd|today|yesterday|\d{1,4}[:/h.-]\d)|\s*[,;.»)*_]|\s*$)"
)
_STAMP = (
    r"\d{1,2}\s?[:h]\s?\d\d|\d{1,4}[/.-]\d{1,2}|\b(?:19|20)\d\d\b|\b\d+ (?:fois|times?)\b"
    r"|\bil y a\b|\bago\b|\bhier\b|\baujourd.hui\b|\byesterday\b|\btoday\b"
)
_FILLER = (
    r"le|on|à|at|a|un|une|an|il|y|ago|fois|times?|in|total|hier|aujourd.hui|today|yesterday"
    r"|minutes?|min|heures?|hours?|h|jours?|days?|secondes?|seconds?|semaines?|weeks?|mois|months?"
    r"|modifié|édité|edited|am|pm|utc|\d[\d:/.h-]*(?:am|pm)?"
    r"|(?:jan|f[ée]v|mar|apr|avr|mai|may|jun|juin|jul|juil|aug|ao[ûu]|sep|oct|nov|d[ée]c)\w{0,7}"
    r"|(?:lun|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)\w{0,6}"
)
_REASON = r"\b(?:raison|motif|reason)\b[^:\n]{0,30}:.{0,250}"
_MARK = r"\s{0,3}\((?:modifié|édité|edited)\)\s{0,9}$"


def own_words(text: str, *, keep_marks: bool = False) -> str:
    """The own words in one piece, code and spoilers in their places: what F1 and F5 compare.

    `keep_marks`: with a `(modifié)` at the end of a line, which in bare text the author may have
    typed, and which the post did not have before it was edited.
    """
    plain = _plain(text)
    if plain is not None:
        return plain
    parts, _ = _parts(text, keep_marks=keep_marks)
    return _join([line for where, line in parts if where not in ("quote", "notice")])


def edit_notices(text: str) -> list[str]:
    """The edit notices among the lines of a bare text, outside quotes."""
    if _plain(text) is not None:
        return []
    parts, _ = _parts(text)
    return [line for where, line in parts if where == "notice"]


def split_words(text: str) -> Words:
    """The own words outside and inside code and spoilers (F2)."""
    plain = _plain(text)
    if plain is not None:
        return Words(plain, "")
    parts, doubts = _parts(text)
    return Words(
        outside=_join([line for where, line in parts if where == "own"]),
        inside=_join([line for where, line in parts if where in ("code", "spoiler")]),
        doubts=tuple(dict.fromkeys(doubts)),
    )


def _parts(text: str, *, keep_marks: bool = False) -> tuple[list[_Part], list[str]]:
    taken, doubts = _apart(text)
    parts = list(taken)
    if _may_hold_notices(text):
        _drop_notices(parts, keep_marks=keep_marks)
    return parts, list(doubts)


@lru_cache(maxsize=4)  # the words of a post are asked for in several forms, one after the other
def _plain(text: str) -> str | None:
    """The own words of most posts: nothing is marked, and nothing can be an edit notice."""
    if _marked(text) or _may_hold_notices(text):
        return None
    return _join(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _marked(text: str) -> bool:
    """Whether a text can hold what marks a quote, code, a spoiler or a signature."""
    for sign in _SIGNS:  # every post comes by here, and any() takes twice as long
        if sign in text:
            return True
    return "[" in text and _TAGGED.search(text) is not None


def _may_hold_notices(text: str) -> bool:
    """Whether a text can hold an edit notice at all."""
    folded = text.lower()
    for word in _EDITING:  # noqa: SIM110 - as above
        if word in folded:
            return True
    return False


@lru_cache(maxsize=4)
def _apart(text: str) -> tuple[tuple[_Part, ...], tuple[str, ...]]:
    blocks, doubts = _bbcode(text.replace("\r\n", "\n").replace("\r", "\n"))
    lines, closed, rest_quoted = _lines(blocks)
    if closed is not None:  # a fence without an end is no fence: read again without it
        lines, _, rest_quoted = _lines(blocks, fences=closed)
        doubts.append("unclosed-code")
    if rest_quoted:
        doubts.append("rest-quoted")
    parts = _bars(lines)
    _drop_openers(parts)
    return tuple(parts), tuple(doubts)


def _join(lines: list[str]) -> str:
    kept = [line.rstrip() for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    first = next((at for at, line in enumerate(kept) if line), 0)
    return "\n".join(kept[first:])


def _bbcode(text: str) -> tuple[list[_Part], list[str]]:
    """Cut the text at its BBCode tags into own words, spoilers, code and quotes."""
    tags = list(re.finditer(_TAG, text, re.IGNORECASE))
    kinds, doubts = _pair(tags)
    parts: list[_Part] = []
    depth = {"quote": 0, "spoiler": 0, "code": 0}
    at = 0
    for tag, step in zip(tags, kinds, strict=True):
        _add(parts, depth, text[at : tag.start()])
        at = tag.end()
        if step is None:  # inside code a tag is text
            _add(parts, depth, tag[0])
        elif step:
            depth[_kind(tag)] += step
    _add(parts, depth, text[at:])
    return parts, doubts


def _add(parts: list[_Part], depth: dict[str, int], text: str) -> None:
    where: _Where = "own"
    if depth["quote"]:
        where, text = "quote", ""
    elif depth["code"]:
        where = "code"
    elif depth["spoiler"]:
        where = "spoiler"
    if parts and parts[-1][0] == where == "code":
        parts[-1] = ("code", parts[-1][1] + text)
    elif text or where == "quote":
        parts.append((where, text))


def _kind(tag: re.Match[str]) -> str:
    return (tag["open"] or tag["close"]).lower()


def _pair(tags: list[re.Match[str]]) -> tuple[list[int | None], list[str]]:
    """For each tag: 1 opens, -1 closes, 0 has no partner (drop the tag), None is text in code."""
    steps: list[int | None] = [0] * len(tags)
    doubts: list[str] = []
    code_ends = [at for at, tag in enumerate(tags) if tag["close"] and _kind(tag) == "code"]
    code_ends.reverse()
    waiting: list[tuple[str, int]] = []
    count = {"quote": 0, "spoiler": 0}
    at = 0
    while at < len(tags):
        tag, kind = tags[at], _kind(tags[at])
        while code_ends and code_ends[-1] < at:
            code_ends.pop()
        if kind == "code":
            if tag["open"] and code_ends:
                end = code_ends.pop()
                steps[at : end + 1] = [1, *[None] * (end - at - 1), -1]
                at = end
            else:
                doubts.append("unclosed-code")
        elif tag["open"]:
            waiting.append((kind, at))
            count[kind] += 1
        elif count[kind]:
            opened, start = waiting.pop()
            while opened != kind:  # [quote][spoiler][/quote]: the spoiler was never closed
                count[opened] -= 1
                doubts.append(f"unclosed-{opened}")
                opened, start = waiting.pop()
            count[kind] -= 1
            steps[start], steps[at] = 1, -1
        elif kind == "quote":
            doubts.append("unopened-quote")
        at += 1
    doubts.extend(f"unclosed-{kind}" for kind, _ in waiting)
    return steps, doubts


def _lines(blocks: list[_Part], fences: int | None = None) -> tuple[list[_Part], int | None, bool]:
    """Own words line by line, without `>` quotes and signature, ``` fences marked as code.

    At most `fences` fences are read. Also: how many had an end, if the last one had none; and
    whether Discord's `>>>` took the rest.
    """
    found: list[_Part] = []
    fenced, closed = False, 0
    listed = [(where, line) for where, text in blocks for line in _cut(where, text)]
    for at, (where, line) in enumerate(listed):
        if where in ("code", "quote"):
            found.append((where, line))
            continue
        if not fenced:
            quoted = line.lstrip()
            if quoted.startswith(">"):
                found.append(("quote", ""))
                if _takes_the_rest(quoted, found, listed, at):
                    return found, None, True
                continue
            if where == "own" and re.fullmatch(_SIGNATURE, line.rstrip()):
                break
        for turn, piece in enumerate(line.split("```")):
            if turn and (fenced or fences is None or closed < fences):
                closed += fenced
                fenced = not fenced
            if piece.strip() or line == piece:
                found.append(("code" if fenced else where, piece))
    return found, closed if fenced else None, False


def _cut(where: _Where, text: str) -> list[str]:
    if where == "quote":
        return [""]
    lines = text.split("\n")
    # What a tag leaves of its own line is no blank line of the author's.
    if not lines[0].strip():
        lines = lines[1:]
    if lines and not lines[-1].strip():
        lines.pop()
    return lines


def _takes_the_rest(quoted: str, found: list[_Part], listed: list[_Part], at: int) -> bool:
    # `>>> ` is Discord's, unless `>` lines stand around it: then it is a quote three levels deep.
    if not quoted.startswith(">>>") or quoted[3:4] not in ("", " "):
        return False
    above = len(found) > 1 and found[-2][0] == "quote"
    below = at + 1 < len(listed) and listed[at + 1][1].lstrip().startswith(">")
    return not above and not below


def _bars(lines: list[_Part]) -> list[_Part]:
    """Mark Discord's `||spoilers||`, over several lines too; an odd last `||` is text."""
    bars = sum(line.count("||") for where, line in lines if where == "own")
    left = bars - bars % 2
    if not left:
        return lines
    found: list[_Part] = []
    hidden = False
    for where, line in lines:
        if where != "own" or not left or "||" not in line:
            found.append(("spoiler" if hidden and where == "own" else where, line))
            continue
        pieces = line.split("||", left)
        for turn, piece in enumerate(pieces):
            if turn:
                hidden = not hidden
                left -= 1
            if piece.strip():
                found.append(("spoiler" if hidden else "own", piece))
    return found


def _drop_openers(parts: list[_Part]) -> None:
    """Take out the line `Bruno a écrit :` that stands directly above a quote."""
    below: _Where = "own"
    for at in range(len(parts) - 1, -1, -1):
        where, line = parts[at]
        if where == "own" and not line.strip():
            continue
        if where == "own" and below == "quote" and re.fullmatch(_WROTE, line, re.IGNORECASE):
            where = "quote"
            parts[at] = (where, "")
        below = where


def _drop_notices(parts: list[_Part], *, keep_marks: bool) -> None:
    """Take out edit notices, the reasons below them, and `(modifié)` at the end of a line."""
    under_notice = False
    for at, (where, line) in enumerate(parts):
        if where != "own" or not line.strip():
            continue
        reason = under_notice and re.match(_REASON, line.strip(), re.IGNORECASE)
        under_notice = not reason and _is_notice(line)
        if reason or under_notice:
            parts[at] = ("notice", line)
        elif not keep_marks and line.endswith((")", " ")):
            parts[at] = ("own", re.sub(_MARK, "", line, flags=re.IGNORECASE))


def _is_notice(line: str) -> bool:
    if len(line) > 300:
        return False
    found = re.match(_NOTICE, line, re.IGNORECASE)
    if found is None:
        return False
    rest = re.sub(_REASON, " ", line[found.end() :], flags=re.IGNORECASE)
    stamped = re.search(_STAMP, rest, re.IGNORECASE)
    rest, editors = re.subn(_EDITOR % (2 if stamped else 1), " ", rest, flags=re.IGNORECASE)
    left = re.findall(r"[^\s.,;:«»()*_-][^\s,;«»()*_]*", rest)
    if left and not stamped and not editors:
        return False
    return all(re.fullmatch(_FILLER, word.rstrip(".:"), re.IGNORECASE) for word in left)
