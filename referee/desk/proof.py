"""Every draw made again from the seed, whether that is revealed or still secret (F10)."""

from typing import Any, NamedTuple

import msgspec

from referee.core.chance import commitment, key_of, numbers
from referee.core.decisions import Decided
from referee.core.events import (
    AliasAdded,
    ChanceCommitted,
    ChanceDrawn,
    DeadlinePassed,
    PlacementSealed,
    PlacementsRevealed,
    PostAmended,
    PostIdentified,
    PostOverruled,
    SeedRevealed,
    Undone,
)
from referee.core.history import Place
from referee.core.seated import Seated, Wanted
from referee.core.table import Table
from referee.desk.chance import SEED, fed, salts
from referee.desk.play import PLACEMENT
from referee.desk.table import told
from referee.store.log import Log

_REWRITES = PostOverruled | PostAmended | PostIdentified | AliasAdded | Undone
"""What changes the past of a table from where it was recorded."""


class Wrong(NamedTuple):
    """A draw or a seed that does not hold: its event, a case, and facts."""

    seq: int
    case: str
    facts: dict[str, Any]


def wrong_draw(log: Log, table: Table) -> Wrong | None:
    """The first draw of a table that is not what its seed gives, or the first seed or placement,
    revealed or kept secret, that is not the one committed to; None where all hold."""
    rows = log.decided(table.name)
    secrets = log.secrets(table.name, SEED)
    found = _seeds(rows, secrets)
    if isinstance(found, Wrong):
        return found
    wrong = _numbers_wrong(table, rows, found) or placements_wrong(rows)
    wrong = wrong or _placements_gone(rows, log.secrets(table.name, PLACEMENT))
    return wrong or _results_wrong(log, table, rows)


def _seeds(rows: list[Decided], secrets: dict[str, str]) -> dict[str, bytes] | Wrong:
    """The seeds that were committed to, by commitment: revealed, or still kept secret."""
    known: dict[str, bytes] = {}
    made: dict[str, int] = {}
    committed = ""
    for row in rows:
        if isinstance(row.event, ChanceCommitted):
            committed = row.event.sha256
            made[committed] = row.seq
            if committed in secrets:
                known[committed] = _unhexed(secrets[committed])
                if commitment(known[committed]) != committed:
                    return Wrong(row.seq, "seed", {})
        elif isinstance(row.event, SeedRevealed):
            known[committed] = _unhexed(row.event.seed)
            if commitment(known[committed]) != committed:
                return Wrong(row.seq, "seed", {})
    gone = [seq for digest, seq in made.items() if digest not in known]
    return Wrong(gone[0], "seed-gone", {}) if gone else known


def _unhexed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _placements_gone(rows: list[Decided], secrets: dict[str, str]) -> Wrong | None:
    """The first sealed placement that is not kept as it was handed in (D3)."""
    kept = {commitment(value.encode()) for value in secrets.values()}
    for row in rows:
        if isinstance(row.event, PlacementSealed) and row.event.sha256 not in kept:
            return Wrong(row.seq, "placement-gone", {"player": row.event.player})
    return None


def _numbers_wrong(table: Table, rows: list[Decided], seeds: dict[str, bytes]) -> Wrong | None:
    """The first draw whose numbers are not those of the seed, or are counted wrongly."""
    digest, count = "", 0
    given = salts(rows, table.opened.players)
    for row in rows:
        event = row.event
        if isinstance(event, ChanceCommitted):
            digest = event.sha256
        if not isinstance(event, ChanceDrawn) or event.number is None:
            continue
        count += 1
        if event.number != count:
            return Wrong(row.seq, "draw-number", {"number": event.number})
        if digest not in seeds:
            continue
        below = numbers(key_of(seeds[digest], given), table.name, event.number)
        if any(below(bound) != number for bound, number in event.numbers):
            return Wrong(row.seq, "draw", {"number": event.number})
    return None


def placements_wrong(rows: list[Decided]) -> Wrong | None:
    """The first reveal of cells that are not those that were handed in (D3)."""
    sealed = {row.event.sha256 for row in rows if isinstance(row.event, PlacementSealed)}
    for row in rows:
        if isinstance(row.event, PlacementsRevealed):
            opened, nonces = row.event.placements, row.event.nonces
            for player, cells in opened.items():
                words = f"{nonces.get(player, '')} {' '.join(cells)}"
                if commitment(words.encode()) not in sealed:
                    return Wrong(row.seq, "placement", {"player": player})
    return None


def deadline_twice(log: Log, table: Table) -> Wrong | None:
    """The first limit that stands recorded a second time: whatever runs out does so once (F6)."""
    events = {
        r.seq: r.event for r in log.decided(table.name) if isinstance(r.event, DeadlinePassed)
    }
    known = set()
    for place, _, _ in log.standing(table.name) if events else ():
        event = events.get(place.seq)
        if event is None:
            continue
        fact = place.micros, msgspec.json.encode(event, order="sorted")
        if fact in known:
            return Wrong(place.seq, "deadline-twice", {"player": event.player})
        known.add(fact)
    return None


def _results_wrong(log: Log, table: Table, rows: list[Decided]) -> Wrong | None:
    """The first draw whose result its numbers do not give, where nothing that was recorded later
    has come before it: chance never changes, though the past may (F6)."""
    seated = table.game.seated
    draws = {row.seq: row.event for row in rows if isinstance(row.event, ChanceDrawn)}
    if seated is None or not draws:
        return None
    decided = (row.seq for row in rows if isinstance(row.event, _REWRITES))
    state, newest, rewritten = table.setup(), 0, max(decided, default=0)
    for thing in told(table, log):
        seq, event = thing.place.seq, draws.get(thing.place.seq)
        if (
            event is not None
            and event.number is not None
            and max(newest, rewritten) < seq
            and _result(table, seated, state, event, thing.place) != event.result
        ):
            return Wrong(seq, "draw-result", {"number": event.number})
        newest = max(newest, seq)
        state = table.game.apply(state, thing.act)
    return None


def _result(
    table: Table, seated: Seated, state: Any, event: ChanceDrawn, place: Place
) -> dict[str, Any]:
    """What a draw gives in a state, from the numbers that it recorded."""
    from referee.desk.table import instant_of

    state = seated.advance(state, table.local(instant_of(place)))[0]
    if not isinstance(seated.awaited(state), Wanted):
        return event.result  # it came late, and is kept unused (F6)
    try:
        result = seated.draw(state, fed(event.numbers))
    except ValueError:
        return {}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(result))
    return plain
