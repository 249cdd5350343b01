"""Pictures as SVG, to stand alone: a file, an attachment, an image in a page."""

from collections.abc import Iterable, Sequence
from html import escape

from referee.core.picture import Picture
from referee.render import glyphs as g
from referee.render.changes import described, word
from referee.render.looks import INK, drawn
from referee.words.sentences import Speaker

_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', 'Liberation Sans', sans-serif"
_NAMES = "#4a463d"
_PAPER = "#fbfaf6"
_GAP, _HEAD, _TITLE, _LINE = 16, 16, 22, 18


class Sizes:
    """How much room a picture takes, in units of a cell of 40."""

    def __init__(self, picture: Picture, names: Sequence[str]) -> None:
        longest = max(map(len, names), default=0)
        self.left = 0 if not longest else 10 + 8 * longest
        self.top = _HEAD if any(picture.column_names) else 0
        self.columns = max(map(len, picture.rows), default=0)
        self.wide = self.left + g.SIDE * self.columns
        self.high = self.top + g.SIDE * len(picture.rows)


def svg(pictures: Iterable[Picture], title: str, lines: Sequence[str], speaker: Speaker) -> str:
    """Pictures one under the other with their titles, and lines of text below."""
    body, y, wide = [], 0.0, 120.0
    for picture in pictures:
        names = [word(name, speaker) for name in picture.row_names]
        sizes = Sizes(picture, names)
        if picture.title:
            body.append(_at(0, y, g.words(picture.title, 0, 9, 15, INK, "start")))
            y += _TITLE
        body.append(_at(0, y, board(picture, names, sizes)))
        y += sizes.high + _GAP
        wide = max(wide, sizes.wide)
    for line in lines:
        body.append(g.words(line, 0, y + 6, 14, INK, "start"))
        y += _LINE
        wide = max(wide, 8.0 * len(line))
    width, height = wide + 2 * _GAP, y + _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.4g} {height:.4g}"'
        f' width="{width:.4g}" height="{height:.4g}" role="img" font-family="{_FONT}">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{width:.4g}" height="{height:.4g}" rx="8" fill="{_PAPER}"/>'
        f'<g transform="translate({_GAP} {_GAP})">{"".join(body)}</g></svg>'
    )


def board(picture: Picture, names: Sequence[str], sizes: Sizes, ink: str = _NAMES) -> str:
    """The cells of a picture with the names of rows and columns, from its top left corner."""
    parts = []
    for c, name in enumerate(picture.column_names):
        x = sizes.left + g.SIDE * c + g.SIDE / 2
        parts.append(g.words(name, x, 6, 12, ink))
    for r, row in enumerate(picture.rows):
        y = sizes.top + g.SIDE * r
        if r < len(names) and names[r]:
            parts.append(g.words(names[r], sizes.left - 7, y + g.SIDE / 2, 13, ink, "end"))
        parts += (_at(sizes.left + g.SIDE * c, y, drawn(cell)) for c, cell in enumerate(row))
    return "".join(parts)


def alone(picture: Picture, speaker: Speaker) -> str:
    """A picture without paper or title, for a page: names in the colour of its text, and said in
    words for who cannot see it."""
    names = [word(name, speaker) for name in picture.row_names]
    sizes = Sizes(picture, names)
    return (
        f'<svg viewBox="0 0 {sizes.wide} {sizes.high}" width="{sizes.wide * 1.15:.4g}" role="img"'
        f' aria-label="{escape(spoken(picture, speaker))}">'
        f"{board(picture, names, sizes, 'currentColor')}</svg>"
    )


def _at(x: float, y: float, inside: str) -> str:
    return f'<g transform="translate({x:.4g} {y:.4g})">{inside}</g>' if inside else ""


def spoken(picture: Picture, speaker: Speaker) -> str:
    """A picture in words, a row after the other."""
    rows = []
    for name, row in zip(picture.row_names, picture.rows, strict=True):
        cells = filter(None, (described(cell, speaker) for cell in row))
        rows.append(speaker.text("page.row", row=word(name, speaker), cells=", ".join(cells)))
    return speaker.text("list.glue").join(rows)
