"""House constraints (Q12): their spelling, and the masks they compile to."""

from functools import lru_cache

from referee.games.quadrille.floor import ALL, AREAS, INDEX, RIVALS, Masks

PAIRS = ("diagonals", "touching", "knight")
KINDS = "diagonals, touching, knight, closed CELL, ban STEP AREA, only STEP AREA"
_STEPS = ("1", "2", "3", "4")
_DIAGONALS = tuple(
    sum(1 << d for d in line) for line in ((0, 5, 10, 15), (3, 6, 9, 12))
)  # a1-d4 and d1-a4


_FRENCH = {
    "diagonales": "diagonals",
    "diagonale": "diagonals",
    "contact": "touching",
    "cavalier": "knight",
    "fermée": "closed",
    "fermee": "closed",
    "interdit": "ban",
    "seulement": "only",
    "rouge": "red",
    "bleu": "blue",
    "bleue": "blue",
    "blanc": "white",
    "blanche": "white",
    "noir": "black",
    "noire": "black",
}
"""What a French-speaking moderator types; the log holds the one spelling of the contract."""


class BadConstraint(ValueError):
    """A constraint that Q12 does not know; the message is its words, as given."""


def spelled(words: tuple[str, ...] | list[str]) -> str:
    """The one spelling of a constraint, as the log and the contract write it (`ban 2 white`)."""
    given = [part.casefold() for word in words for part in word.split()]
    parts = [_FRENCH.get(part, part) for part in given]
    match parts:
        case [kind] if kind in PAIRS:
            return kind
        case ["closed", cell] if cell in INDEX:
            return f"closed {cell}"
        case ["ban" | "only" as kind, step, area] if step in _STEPS and area in AREAS:
            return f"{kind} {step} {area}"
    raise BadConstraint(" ".join(words))


def _related(kind: str, a: int, b: int) -> bool:
    across, down = abs(a % 4 - b % 4), abs(a // 4 - b // 4)
    if kind == "touching":
        return max(across, down) == 1
    if kind == "knight":
        return {across, down} == {1, 2}
    return any(line >> a & 1 and line >> b & 1 for line in _DIAGONALS)


@lru_cache(maxsize=64)
def pair_mask(kind: str, cell: int) -> int:
    """The cells that may not hold the step of `cell` under diagonals, touching or knight."""
    return sum(1 << b for b in range(16) if b != cell and _related(kind, cell, b))


def banned_cells(constraint: str, step: int) -> int:
    """The cells that closed, ban or only keeps `step` out of; 0 for the other kinds."""
    match constraint.split():
        case ["closed", cell]:
            return AREAS[cell]
        case ["ban", banned, area] if int(banned) == step:
            return AREAS[area]
        case ["only", bound, area] if int(bound) == step:
            return ~AREAS[area] & ALL
    return 0


@lru_cache(maxsize=64)
def compiled(constraints: tuple[str, ...]) -> Masks:
    """Q2 and these constraints as masks."""
    rivals = list(RIVALS)
    banned = [0, 0, 0, 0]
    for constraint in constraints:
        for cell in range(16) if constraint in PAIRS else ():
            rivals[cell] |= pair_mask(constraint, cell)
        for step in (1, 2, 3, 4):
            banned[step - 1] |= banned_cells(constraint, step)
    return Masks(tuple(rivals), (banned[0], banned[1], banned[2], banned[3]))


def broken_by(constraints: tuple[str, ...], standing: int, cell: int, step: int) -> list[str]:
    """The constraints that keep `step` off `cell` while it stands on the cells `standing`."""
    return [
        constraint
        for constraint in constraints
        if (constraint in PAIRS and pair_mask(constraint, cell) & standing)
        or banned_cells(constraint, step) >> cell & 1
    ]
