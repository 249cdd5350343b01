"""What the rules say of an act, as data: sentences are made from it at the end, in any language."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

Verdict = Literal["valid", "invalid", "unclear", "no-move", "edited"]


class Objection(msgspec.Struct, frozen=True):
    """A clause that an act breaks (or, as a warning, touches): which case of it, and the facts."""

    clause: str
    case: str
    facts: dict[str, Any] = {}


class Award(msgspec.Struct, frozen=True):
    """Points that an act earns, and the clause that gives them."""

    clause: str
    points: int


class Finding(msgspec.Struct, frozen=True):
    """The judgement on one act: every clause it breaks, deciding clause first (F13).

    `basis` is the clause under which a valid move stands. `effect` is the game's own structure of
    what the act does to the table; it holds `move`, None where the act moves nothing.
    """

    verdict: Verdict
    effect: Any
    objections: tuple[Objection, ...] = ()
    warnings: tuple[Objection, ...] = ()
    basis: str | None = None
    points: tuple[Award, ...] = ()


def in_precedence(
    objections: Iterable[Objection], precedence: tuple[str, ...]
) -> tuple[Objection, ...]:
    """The objections with the deciding one first (F13); clauses outside the list come last."""
    rank = {clause: i for i, clause in enumerate(precedence)}
    return tuple(sorted(objections, key=lambda o: rank.get(o.clause, len(rank))))


def seen_edited(edited_at: str | None) -> tuple[Objection, ...]:
    """F5's reading: first seen edited, a post is judged as it stands, and the warning says so.
    `edited_at`: the time of the edit, empty where it is not known, None for a post not edited."""
    if edited_at is None:
        return ()
    if not edited_at:
        return (Objection("F5", "first-seen-unknown", {}),)
    return (Objection("F5", "first-seen", {"edited": edited_at}),)
