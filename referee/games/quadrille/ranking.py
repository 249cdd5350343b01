"""Posted rankings against the standings (Q13): a difference is a warning, never a fault."""

from typing import Any

from referee.core.names import key
from referee.core.ruling import Award, Objection
from referee.games.quadrille.acts import Line, Posted
from referee.games.quadrille.state import (
    Effect,
    Hand,
    Ruled,
    State,
    apply,
    placed_steps,
    rolled,
    standings_after_last_move,
)

Moved = tuple[Effect, tuple[Award, ...]]


def warnings(state: State, act: Posted, moved: Moved | None) -> tuple[Objection, ...]:
    """Q13's warning on the ranking of a post, whose own move (`moved`) counts if it is valid.

    It is right if it matches the standings just after its author's last valid move, in that move's
    week, or the present ones.
    """
    if not act.sheet.ranking:
        return ()
    if moved is not None:
        effect, points = moved
        ruled = Ruled(act.post, act.player, act.at, act.precision, act.week, effect, points)
        state = apply(state, ruled)
    candidates = []
    after = standings_after_last_move(state, act.player)
    if after is not None:
        candidates.append(after[1])
    candidates.append(state.hands if state.week == act.week else rolled(state.hands))
    found = []
    for hands in candidates:
        found.append(_differences(act.sheet.ranking, hands))
        if not found[-1]:
            return ()
    differences = min(found, key=len)
    return (Objection("Q13", "differs", {"differences": differences}),) if differences else ()


def _differences(lines: tuple[Line, ...], hands: dict[str, Hand]) -> list[dict[str, Any]]:
    """Each name whose posted line is not its standing; a missing line and `(0) : []` are equal."""
    posted = {key(line.name): (line.name, line.points, _ascending(line.placed)) for line in lines}
    found = []
    for name, hand in hands.items():
        _, points, placed = posted.pop(key(name), ("", 0, ()))
        expected = placed_steps(hand.placed)
        if points != hand.points or placed != expected:
            found.append(_difference(name, (points, placed), (hand.points, expected)))
    for name, points, placed in posted.values():
        if (points, placed) != (0, ()):
            found.append(_difference(name, (points, placed), (0, ())))
    return found


def _ascending(placed: tuple[int, ...]) -> tuple[int, ...]:
    return placed if len(placed) < 2 else tuple(sorted(placed))


def _difference(
    name: str, posted: tuple[Any, Any], expected: tuple[int, tuple[int, ...]]
) -> dict[str, Any]:
    return {
        "name": name,
        "posted": [posted[0], list(posted[1])],
        "expected": [expected[0], list(expected[1])],
    }


def lines(hands: dict[str, Hand]) -> list[tuple[str, int, tuple[int, ...]]]:
    """The ranking as Q13 prints it: most points first, then by name; `(0) : []` is left out."""
    rows = [(name, hand.points, placed_steps(hand.placed)) for name, hand in hands.items()]
    shown = [row for row in rows if row[1] or row[2]]
    return sorted(shown, key=lambda row: (-row[1], key(row[0])))
