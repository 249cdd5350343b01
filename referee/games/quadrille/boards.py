"""Lines as rows of cells, and rows as boards (Q1, Q4), however a forum spelt them."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from referee.core.patterns import lazy
from referee.games.quadrille.acts import Fault, Rows
from referee.games.quadrille.ranking_lines import TAGS

_LONGEST = 400
_MOST_CELLS = 24  # a whole board in one line has 16, with row numbers 20
_SHOWN = 80

_COLOURS = {"🔴": "r", "🔵": "b", "⚪": "w", "⚫": "k"}
_ZONES = ("rrbb", "rrbb", "wwkk", "wwkk")
_DRAWN = {"*": "rk", "·": "bw", ".": "rbwk"}  # what a plain empty can stand for
_PLAIN = {"*": "*", "∗": "*", "·": "·"} | dict.fromkeys(".•∙⋅‧・", ".")
_MARKS = "".join(_DRAWN)
_LOST = frozenset("?\ufffd")  # what a program writes for a character that it could not keep
# Bullets and arrows that Unicode files under symbols.
_BULLETS = frozenset("▪▫►▶▸➜➤➡✓✔")

_CELLS = "🔴🔵⚪⚫1-4"
_CIRCLE = lazy("[🔴🔵⚪⚫]")
_STEPS_ROW = lazy("[1-4]{4}")
_BARE_ROW = lazy(f"(?=.{{0,3}}[🔴🔵⚪⚫])[{_CELLS}]{{4}}")
_RUN = lazy(f"[{_CELLS}](?:\\s?[{_CELLS}]){{3,}}")
_LONG_RUN = lazy(f"[🔴🔵⚪⚫](?:\\s?[{_CELLS}]){{7}}")
_HEADER = lazy(r"[\s|>`*_~-]*a[\s|.]*b[\s|.]*c[\s|.]*d[\s|`*_~]*", re.IGNORECASE)
# No space before the dot, no dot after it: `1 . . .` and `1...` are cells.
_LABEL = lazy(r"[\s|>•*·–—+#-]*(\d{1,2})(?:\s*[):°]|\.(?!\.))")
_CAPTION = lazy(r"[\s>•*_~#–—-]*[^\W\d_][\w '’-]{0,30}:(?=\W)")
_TOKEN = lazy(
    r"(?P<code><a?:\w{1,32}:\d{1,20}>|:[^\W\d][\w+-]{1,39}:)"
    # UTF-8 taken for Windows-1252 or Latin-1: circles, keycaps, variation selectors.
    r"|(?P<broken>ð[Ÿ\x9f][^\x00-\x7f]{0,2}|â[šƒ¬\x9a\x83\xac][^\x00-\x7f]?|ï¸\x8f?)"
    r"|(?P<word>[^\W\d_ðâï]+|[ðâï])|(?P<digit>\d)|(?P<space>\s+)|(?P<other>.)",
    re.DOTALL,
)
_ASCII_CELLS = frozenset("0123456789*.:?<")

Kind = Literal["circles", "digits", "plain", "symbols", "text"]


class Row(NamedTuple):
    """A line that may be a row of a board.

    `cells`: a character a token: `r b w k`, digits, the plain `* · .`, `!` for anything else.
    `tokens`: the same as written. `label`: the number that stands in front with punctuation.
    `loose`: no row on its own account. `bare`: four circles or steps 1-4 and nothing else.
    """

    line: int
    text: str
    kind: Kind
    cells: str
    tokens: tuple[str, ...]
    label: int | None = None
    loose: bool = False
    bare: bool = False


class Board(NamedTuple):
    """A complete board: its steps, what was drawn amiss, and the digits in unusual letters."""

    floor: Rows
    foreign: tuple[str, ...]
    plain: bool
    repaired: tuple[tuple[str, int], ...]
    span: tuple[int, int]


class _Lexed(NamedTuple):
    cells: str
    tokens: tuple[str, ...]
    word: str = ""  # the first word, if there is one: the cells end before it
    punctuated: bool = False  # something other than space or a table's line between the cells


def read_row(line: int, text: str) -> Row | Literal["blank", "words"]:
    """What a line is to a board: a row, nothing (blank, rule, column header), or words."""
    if len(text) > _LONGEST:
        return _flattened(line, text)
    bare = text.strip()
    if _BARE_ROW.fullmatch(bare):
        cells = "".join([_COLOURS.get(letter, letter) for letter in bare])
        return Row(line, text, "circles", cells, tuple(bare), bare=True)
    if _STEPS_ROW.fullmatch(bare):
        return Row(line, text, "digits", bare, tuple(bare), bare=True)
    circle = _CIRCLE.search(bare)
    if circle is None and bare.isascii():
        if _ASCII_CELLS.isdisjoint(bare):
            words = any(map(str.isalpha, bare)) and not _HEADER.fullmatch(bare)
            return "words" if words else "blank"
        # A server's own emoji have long numbers, behind a colon.
        if ":" not in bare and sum(map(bare.count, "0123456789*.")) > _MOST_CELLS:
            return "words"
    bare = TAGS.sub("", bare.replace("\\", ""))  # Markdown's escapes, forum tags
    caption = _CAPTION.match(bare) if circle else None
    if caption and not _CIRCLE.search(bare, 0, caption.end()):
        row = _row(line, text, bare[caption.end() :])
        if isinstance(row, Row) and row.kind == "circles":
            return row._replace(loose=True)
    return _row(line, text, bare)


def _row(line: int, text: str, bare: str) -> Row | Literal["blank", "words"]:
    if _HEADER.fullmatch(bare):
        return "blank"
    label = _LABEL.match(bare)
    number = int(label[1]) if label else None
    cells, tokens, word, punctuated = _lex(bare[label.end() :] if label else bare)
    if len(cells) > _MOST_CELLS:
        return _flattened(line, text)
    if word:
        return _texted(line, text, bare, word)
    if not cells:
        return "words" if label else "blank"
    if not set("rbwk").isdisjoint(cells):
        # Bold, bullets and dots between circles are decoration.
        kept = [at for at, cell in enumerate(cells) if cell not in _DRAWN]
        drawn = "".join([cells[at] for at in kept])
        return Row(line, text, "circles", drawn, tuple([tokens[at] for at in kept]), number)
    if "!" in cells:
        return Row(line, text, "symbols", cells, tokens, number)
    if punctuated:  # dates, times, sums
        return "words"
    if len(cells) == 8 and cells[:2] == cells[-2:] == "**":  # a row in bold
        cells, tokens = cells[2:-2], tokens[2:-2]
    if label and len(cells) != 4:  # `1.11`: the number and its dot are cells
        whole = _lex(bare)
        if len(whole.cells) == 4 and not whole.punctuated:
            cells, tokens, number = whole.cells, whole.tokens, None
    kind: Kind = "digits" if cells.isdigit() else "plain"
    return Row(line, text, kind, cells, tokens, number)


def _lex(text: str) -> _Lexed:
    """The cell-like tokens of a line up to its first word, or until there are far too many."""
    cells: list[str] = []
    tokens: list[str] = []
    gap = punctuated = False
    for match in _TOKEN.finditer(text):
        if len(cells) > _MOST_CELLS:
            break
        group, sign = match.lastgroup, match[0]
        if group == "space":
            continue
        if group == "other":
            drawn = [_cell(sign)]
        elif group in {"digit", "word"}:
            values = [unicodedata.digit(letter, None) for letter in sign]
            if None in values:
                return _Lexed("".join(cells), tuple(tokens), sign)
            drawn = list(map(str, values))
        else:
            drawn = ["!"]
        if drawn == [""]:
            gap = gap or (sign not in ("|", "`") and bool(cells))
            continue
        punctuated = punctuated or gap
        cells.extend(drawn)
        tokens.extend(sign if group in {"digit", "word"} else [sign])
    return _Lexed("".join(cells), tuple(tokens), "", punctuated)


def _cell(letter: str) -> str:
    """The cell that a character draws, `!` for a strange symbol, nothing for punctuation."""
    cell = _COLOURS.get(letter) or _PLAIN.get(letter)
    if cell:
        return cell
    if letter in _LOST:
        return "!"
    innocent = unicodedata.category(letter)[0] in "PZ" or letter in _BULLETS
    return "" if innocent or unicodedata.category(letter) in {"Sm", "Sk", "Sc"} else "!"


def _texted(line: int, text: str, bare: str, word: str) -> Row | Literal["words"]:
    """A row with words beside it; a whole board in one line with words is one too."""
    for run in _RUN.finditer(bare):
        if _CIRCLE.search(run[0]):
            tokens = tuple("".join(run[0].split()))
            cells = "".join([_COLOURS.get(letter, letter) for letter in tokens])
            if len(cells) < 8:
                return Row(line, text, "text", cells + "!", (*tokens, word), loose=True)
            return Row(line, text, "text", cells, tokens)
    return "words"


def _flattened(line: int, text: str) -> Row | Literal["words"]:
    """Boards that lost their line ends, in a line too long to be taken apart."""
    if not _LONG_RUN.search(text):
        return "words"
    return Row(line, text, "text", "r" * sum(map(text.count, "🔴🔵⚪⚫1234")), ())


def holds(row: Row, *, circles: bool) -> bool:
    """Whether a row at the edge of a block is part of a board rather than chat beside one.

    `circles`: whether the block draws circles.
    """
    if row.kind in {"circles", "text"}:
        return not row.loose
    if row.kind == "plain" and not circles:
        return 4 <= len(row.cells) <= 6
    if row.kind in {"digits", "plain"}:
        steps = row.cells.strip(_MARKS)
        if 4 <= len(steps) <= 6 and set(steps) <= set("1234"):
            return True
        return len(row.cells) == 4 and row.kind == "plain" and steps != ""
    if any(map(_broken, row.tokens)):
        return len(row.cells) >= 4
    strange = [token for cell, token in zip(row.cells, row.tokens, strict=True) if cell == "!"]
    return 4 <= len(row.cells) <= 5 and all(map(_shape, strange))


def gridlike(row: Row) -> bool:
    """Whether four such rows together are a board, readable or not."""
    if row.kind in {"circles", "text"}:
        return True
    if row.kind != "symbols":
        return row.kind in {"digits", "plain"} and holds(row, circles=False)
    if any(token in _LOST or _broken(token) for token in row.tokens):
        return len(row.cells) >= 4
    numbered = len(row.cells) == 5 and (row.cells[0].isdigit() or row.cells[-1].isdigit())
    return len(row.cells) == 4 or numbered


def read_board(rows: Sequence[Row]) -> Board | Fault | None:
    """The board that a block of rows draws, why it cannot be read, or None if it is chat."""
    if len(rows) == 4:
        if is_bare(rows):
            return _board(rows, [(row.cells, row.tokens) for row in rows])
        aligned = _aligned(rows)
        fault = _first_fault(rows, aligned)
        if fault is None:
            return _board(rows, aligned)
    else:
        fault = _miscounted(rows)
    return fault if _claims(rows) else None


def is_bare(rows: Sequence[Row]) -> bool:
    """Whether nothing has to be told apart in these rows: each is four cells as they are drawn."""
    return False not in [row.bare for row in rows] and "circles" in [row.kind for row in rows]


def _broken(token: str) -> bool:
    return token[0] in "ðâï"


def _shape(token: str) -> bool:
    """Whether a symbol is a circle or a square of any kind."""
    if len(token) > 1:
        return False
    return not {"CIRCLE", "SQUARE"}.isdisjoint(unicodedata.name(token, "").split())


def _claims(rows: Sequence[Row]) -> bool:
    """Whether rows that cannot be read are an attempt at a board at all."""
    drawn = [row for row in rows if row.kind in {"circles", "text"}]
    if drawn:
        wide = [row for row in drawn if len(row.cells) >= 4]
        return (
            any(not row.loose for row in wide)
            or (len(drawn) >= 3 and bool(wide))
            or (len(rows) >= 4 and any(row.kind == "circles" for row in drawn))
        )
    if any(row.kind == "symbols" for row in rows):
        signs = {token for row in rows for token in row.tokens}
        return sum(map(gridlike, rows)) >= 3 and len(signs) > 1
    # Stars alone are a rule across the page, dots alone a pause.
    signs = {cell for row in rows for cell in row.cells}
    return len(rows) >= 3 and {"*", "·"} <= signs and all(len(row.cells) >= 3 for row in rows)


def _aligned(rows: Sequence[Row]) -> list[tuple[str, tuple[str, ...]]]:
    """The cells and tokens of four rows, without their row numbers and bullets."""
    offsets = {row.label - at for at, row in enumerate(rows) if row.label is not None}
    circles = any(row.kind == "circles" for row in rows)
    found: list[tuple[str, tuple[str, ...]]] = []
    for row in rows:
        if circles and row.cells.strip(_MARKS).isdigit():  # steps behind a bullet or in bold
            start = len(row.cells) - len(row.cells.lstrip(_MARKS))
            steps = row.cells.strip(_MARKS)
            found.append((steps, row.tokens[start : start + len(steps)]))
        elif row.label is not None and len(offsets) > 1:  # numbers that do not count are cells
            label = str(row.label)
            found.append((label + row.cells, (*label, *row.tokens)))
        else:
            found.append((row.cells, row.tokens))
    wide = min(sorted(len(cells) for cells, _ in found)[1:])  # one row may be damaged
    front = all(cells[:1] == at for at, (cells, _) in zip("1234", found, strict=True))
    back = all(cells[-1:] == at for at, (cells, _) in zip("1234", found, strict=True))
    bullets = {cells[:1] for cells, _ in found}
    if front and back and wide >= 6:
        return [(cells[1:-1], tokens[1:-1]) for cells, tokens in found]
    if wide >= 5 and front and back:  # steps 1 to 4 down an edge: the side that leaves the zones
        both = (slice(1, None), slice(None, -1))
        fitting = [cut for cut in both if _fits_zones(found, cut)]
        if len(fitting) == 1:
            return [(cells[fitting[0]], tokens[fitting[0]]) for cells, tokens in found]
    elif wide >= 5 and (front or back):
        cut = slice(1, None) if front else slice(None, -1)
        return [(cells[cut], tokens[cut]) for cells, tokens in found]
    if wide == 5 and len(bullets) == 1 and bullets <= set(_DRAWN):
        return [(cells[1:], tokens[1:]) for cells, tokens in found]
    return found


def _fits_zones(found: Sequence[tuple[str, tuple[str, ...]]], cut: slice) -> bool:
    rows = [cells[cut] for cells, _ in found]
    return all(len(row) == 4 and not _foreign(at, row) for at, row in enumerate(rows, 1))


def _first_fault(
    rows: Sequence[Row], aligned: Sequence[tuple[str, tuple[str, ...]]]
) -> Fault | None:
    """The first thing from the top that keeps four rows from being a board."""
    circles = any(row.kind == "circles" for row in rows)
    for at, (row, (cells, tokens)) in enumerate(zip(rows, aligned, strict=True), 1):
        where = {"line": row.line, "row": at}
        if "!" in cells:
            return Fault("symbol", where | _symbol(tokens[cells.index("!")], row.kind))
        plain = re.search(r"[*·.]", cells) if circles else None
        if plain:
            return Fault("symbol", where | _symbol(tokens[plain.start()], row.kind))
        strange = re.search("[05-9]", cells)
        if strange:
            return Fault("digit", where | {"digit": int(strange[0])})
        if len(cells) != 4:
            return Fault("width", where | {"cells": len(cells), "text": _short(row.text)})
    return None


def _miscounted(rows: Sequence[Row]) -> Fault:
    """Why other than four rows are no board: a strange symbol says more than their number."""
    for at, row in enumerate(rows, 1):
        if "!" in row.cells:
            symbol = _symbol(row.tokens[row.cells.index("!")], row.kind)
            return Fault("symbol", {"line": row.line, "row": at} | symbol)
    first = rows[0]
    if len(rows) == 1 and len(first.cells) != 4:
        facts = {"cells": len(first.cells), "text": _short(first.text)}
        return Fault("width", {"line": first.line, "row": 1} | facts)
    return Fault("rows", {"rows": len(rows), "line": first.line})


def _symbol(token: str, kind: Kind) -> dict[str, str]:
    """A symbol's facts; only a single character, or the first of a broken one, has a name."""
    if (len(token) > 1 and not _broken(token)) or kind == "text":
        return {"symbol": _short(token), "code": "", "name": ""}
    name = unicodedata.name(token[0], "")
    return {"symbol": token, "code": f"U+{ord(token[0]):04X}", "name": name}


def _short(text: str) -> str:
    return text.strip()[:_SHOWN]


def _board(rows: Sequence[Row], aligned: Sequence[tuple[str, tuple[str, ...]]]) -> Board | None:
    """Four readable rows as a board; None for stars and dots that hold no step and draw no zone."""
    first, second, third, fourth = (cells for cells, _ in aligned)
    drawn = first + second + third + fourth
    signs = set(drawn)
    circles = not signs.isdisjoint("rbwk")
    if not (circles or signs >= {"*", "·"} or not signs.isdisjoint("1234")):
        return None
    foreign = [name for row, (cells, _) in enumerate(aligned, 1) for name in _foreign(row, cells)]
    repaired = [
        (token, int(cell))
        for row, (cells, tokens) in zip(rows, aligned, strict=True)
        if not row.bare
        for cell, token in zip(cells, tokens, strict=True)
        if cell.isdigit() and not token.isascii()
    ]
    span = (rows[0].line, rows[-1].line)
    plain = not signs.isdisjoint(_DRAWN)
    floor = (_steps(first), _steps(second), _steps(third), _steps(fourth))
    return Board(floor, tuple(foreign), plain, tuple(repaired), span)


@lru_cache(maxsize=1024)
def _foreign(row: int, cells: str) -> tuple[str, ...]:
    """The empty cells of a row that are drawn in the colour of another zone."""
    return tuple(
        f"{column}{row}"
        for column, zone, cell in zip("abcd", _ZONES[row - 1], cells, strict=True)
        if not cell.isdigit() and zone not in _DRAWN.get(cell, cell)
    )


@lru_cache(maxsize=1024)
def _steps(cells: str) -> str:
    return re.sub("[^1-4]", ".", cells)
