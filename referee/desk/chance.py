"""Chance at a table (F10): its seed, its salts, the draws made from them, and their proof."""

import secrets as system
from collections.abc import Callable, Iterable
from typing import Any

from referee.core.chance import commitment, key_of, numbers
from referee.core.decisions import Decided
from referee.core.events import ChanceCommitted, ChanceDrawn, SaltGiven, SeedRevealed
from referee.core.game import Game
from referee.core.seated import Wanted
from referee.desk.session import Session
from referee.store.log import Log
from referee.store.rows import Secret

SEED = "seed"
"""The kind under which the log keeps a seed secret, by its commitment."""


def wants_seed(game: Game, options: dict[str, str]) -> bool:
    """Whether a table of these options draws anything from a seed of its own."""
    return (
        game.seated is not None
        and options.get("chance", "seed") == "seed"
        and options.get("start") != "classic"
    )


def new_seed(table: str, seed: bytes | None = None) -> tuple[ChanceCommitted, Secret]:
    """A seed of 32 bytes, given or made, as its commitment and the secret itself."""
    seed = seed or system.token_bytes(32)
    digest = commitment(seed)
    return ChanceCommitted(digest), Secret(table, SEED, digest, seed.hex())


def committed(rows: Iterable[Decided]) -> str | None:
    """The commitment to the seed now in force; None where there is none, or it is revealed."""
    found = None
    for row in rows:
        if isinstance(row.event, ChanceCommitted):
            found = row.event.sha256
        elif isinstance(row.event, SeedRevealed):
            found = None
    return found


def seed_of(
    log: Log, table: str, rows: Iterable[Decided], pending: Iterable[Secret] = ()
) -> bytes | None:
    """The secret seed in force at a table; None where chance comes from outside."""
    digest = committed(rows)
    if digest is None:
        return None
    found = {secret.name: secret.value for secret in pending if secret.kind == SEED}
    value = found.get(digest) or log.secrets(table, SEED).get(digest)
    return bytes.fromhex(value) if value else None


def salts(rows: Iterable[Decided], seats: Iterable[str]) -> list[str]:
    """The salts that count, in seat order; a player's last one."""
    given = {row.event.player: row.event.salt for row in rows if isinstance(row.event, SaltGiven)}
    return [given[seat] for seat in seats if seat in given]


def next_number(rows: Iterable[Decided]) -> int:
    """The number of the next draw from the seed: draws count in the order of recording."""
    return 1 + sum(
        isinstance(row.event, ChanceDrawn) and row.event.number is not None for row in rows
    )


def drawn(session: Session, state: Any, wanted: Wanted) -> ChanceDrawn | None:
    """The chance event that is wanted, drawn from the seed; None where there is no seed."""
    table, seated = session.table, session.game.seated
    seed = seed_of(session.log, table.name, session.rows, session.secrets)
    if seed is None or seated is None:
        return None
    number = next_number(session.rows)
    key = key_of(seed, salts(session.rows, table.opened.players))
    below = numbers(key, table.name, number)
    taken: list[tuple[int, int]] = []

    def noted(k: int) -> int:
        taken.append((k, below(k)))
        return taken[-1][1]

    result = seated.draw(state, noted)
    return ChanceDrawn(wanted.kind, result, number, tuple(taken), due=wanted.at is not None)


def fed(taken: Iterable[tuple[int, int]]) -> Callable[[int], int]:
    """The recorded numbers of a draw, given again; ValueError where others are asked for."""
    left = iter(taken)

    def below(k: int) -> int:
        bound, number = next(left, (0, 0))
        if bound != k:
            raise ValueError(k)
        return number

    return below
