"""Signs drawn as strokes and shapes, so that a board looks the same where there are no fonts."""

from html import escape

SIDE = 40
"""A cell is drawn in a square of this side; every sign is placed in it."""

_DIGITS = {
    "0": "M5 1C1.6 1 1 5 1 8s.6 7 4 7 4-4 4-7-.6-7-4-7Z",
    "1": "M1.8 4.2L6 1V15",
    "2": "M1.3 4.6C1.8-.2 8.8-.2 8.6 4.6 8.4 8 2.6 11 1.2 15H9",
    "3": "M1.4 3.2C3 0 8.4.2 8.3 4.2 8.2 7 5.6 7.6 4.2 7.6 6.2 7.6 9 8 9 11 9 16 2.4 16 1 12.4",
    "4": "M7.2 15V1L.8 11H9.6",
    "5": "M8.6 1H2.7L2 7.4C4 5.7 9 5.8 9 10.4 9 15.8 2.7 16 1 12.8",
    "6": "M8.2 1.8C5 0 1 3 1 10 1 16.6 9 16.6 9 10.6 9 5.6 2.6 5.2 1.1 9.4",
    "7": "M1 1H9C6.4 5 4.6 9 4 15",
    "8": "M5 1C.4 1 .8 7.3 5 7.5 9.2 7.3 9.6 1 5 1ZM5 7.5C-.4 7.5.2 15 5 15 9.8 15 10.4 7.5 5 7.5Z",
    "9": "M1.8 14.2C5 16 9 13 9 6 9-.6 1-.6 1 5.4 1 10.4 7.4 10.8 8.9 6.6",
    "-": "M2 8H8",
    "!": "M5 1V10M5 14.6V15",
}  # fmt: skip
_WIDE, _HIGH = 10, 16


def number(text: str, x: float, y: float, height: float, colour: str) -> str:
    """Digits around a point; other words, which no board of ours has, as text."""
    if not set(text) <= set(_DIGITS):
        return words(text, x, y, height, colour)
    scale = height / _HIGH
    left = x - (len(text) * (_WIDE + 2) - 2) * scale / 2
    top = y - height / 2
    paths = "".join(
        f'<path transform="translate({12 * at} 0)" d="{_DIGITS[digit]}"/>'
        for at, digit in enumerate(text)
    )
    return (
        f'<g transform="translate({left:.4g} {top:.4g}) scale({scale:.4g})" fill="none"'
        f' stroke="{colour}" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">'
        f"{paths}</g>"
    )


def words(text: str, x: float, y: float, size: float, colour: str, anchor: str = "middle") -> str:
    """Text around a point; outside words are escaped."""
    return (
        f'<text x="{x:.4g}" y="{y + size * 0.36:.4g}" font-size="{size:.4g}" fill="{colour}"'
        f' text-anchor="{anchor}">{escape(text)}</text>'
    )


def plate(fill: str, edge: str = "none", *, inset: float = 1, width: float = 1.5) -> str:
    """The ground of a cell."""
    side = SIDE - 2 * inset
    return (
        f'<rect x="{inset}" y="{inset}" width="{side}" height="{side}" rx="5" fill="{fill}"'
        f' stroke="{edge}" stroke-width="{width}"/>'
    )


def frame(colour: str, *, inset: float, width: float = 2, dash: str = "") -> str:
    """A line around the inside of a cell."""
    side = SIDE - 2 * inset
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{inset}" y="{inset}" width="{side}" height="{side}" rx="4" fill="none"'
        f' stroke="{colour}" stroke-width="{width}"{dashed}/>'
    )


def disc(radius: float, fill: str, edge: str = "none", width: float = 1.5) -> str:
    """A disc in the middle."""
    return (
        f'<circle cx="20" cy="20" r="{radius}" fill="{fill}" stroke="{edge}"'
        f' stroke-width="{width}"/>'
    )


def stroke(path: str, colour: str, width: float = 3) -> str:
    """A line along a path."""
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def shape(path: str, fill: str, edge: str = "none", width: float = 1.5) -> str:
    """A filled path."""
    return (
        f'<path d="{path}" fill="{fill}" stroke="{edge}" stroke-width="{width}"'
        ' stroke-linejoin="round"/>'
    )


CROSS = "M5 5L35 35M35 5L5 35"
DIAMOND = "M20 9.5L30.5 20 20 30.5 9.5 20Z"
STAR = "M20 7L23.5 16.5 33 20 23.5 23.5 20 33 16.5 23.5 7 20 16.5 16.5Z"
PLUS = "M16.5 10H23.5V16.5H30V23.5H23.5V30H16.5V23.5H10V16.5H16.5Z"
SQUARE = "M12.5 12.5H27.5V27.5H12.5Z"
LOCK = "M13 19H27V30H13ZM16 19V15C16 9.7 24 9.7 24 15V19"
