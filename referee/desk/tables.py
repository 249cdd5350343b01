"""Opening tables, finding them, and what the house does at them."""

import os
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from referee.core import game as core
from referee.core.decisions import Decisions
from referee.core.events import Event, TableClosed, TableOpened
from referee.core.names import key
from referee.core.table import Table
from referee.core.week import local, week_of
from referee.desk.check import AHEAD
from referee.desk.errors import Refused
from referee.desk.table import table_of
from referee.games import NAMES, load
from referee.store.errors import StaleHead
from referee.store.log import Log
from referee.store.rows import New, Secret

COMMON = {"lang": ("fr", "en"), "reply": ("text", "markdown", "bbcode", "discord")}
"""Options that every table has, and their values."""

DEFAULT_ZONE = "Europe/Paris"


def find(log: Log, name: str | None) -> Table:
    """The table of that name, or the only one that is open."""
    if name is not None:
        rows = log.opened(name)
        if not rows:
            raise Refused("no-table", table=name, known=_known(log))
        return table_of(rows[0])
    rows = log.opened()
    if not rows:
        raise Refused("no-table-yet")
    if len(rows) > 1:
        rows = [row for row in rows if not is_closed(log, row.table)] or rows
    if len(rows) > 1:
        raise Refused("which-table", known=", ".join(row.table for row in rows))
    return table_of(rows[0])


def is_closed(log: Log, table: str) -> bool:
    """Whether a table is closed, and the closing not undone (F14)."""
    rows = log.decided(table)
    undone = Decisions(rows).undone
    return any(isinstance(r.event, TableClosed) and r.seq not in undone for r in rows)


def all_tables(log: Log) -> list[Table]:
    """Every table of the log, in the order of opening."""
    return [table_of(row) for row in log.opened()]


def _known(log: Log) -> str:
    return ", ".join(row.table for row in log.opened())


class Opening(NamedTuple):
    """What a moderator asks for when a table opens."""

    game: str
    name: str
    zone: str = DEFAULT_ZONE
    players: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    start: dict[str, Any] | None = None
    seed: bytes | None = None


def zone_named(name: str) -> ZoneInfo:
    """The IANA zone of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Refused("no-zone", zone=name) from error


def known_game(name: str) -> None:
    """Refuse a game that this program does not referee."""
    if name not in NAMES:
        raise Refused("no-game", game=name, known=", ".join(NAMES))


def _refuse_bad_start(game: core.Game, opening: core.Opening) -> None:
    from referee.core.seated import BadStart

    try:
        game.setup(opening)
    except BadStart as error:
        if error.case:
            raise Refused(f"start.{error.case}", **error.facts) from error
        raise Refused("bad-start", detail=str(error)) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Refused("bad-start", detail=str(error)) from error


def open_table(log: Log, opening: Opening, *, at: datetime, now: datetime, by: str) -> Table:
    """Open a table; refused if the name was ever used, or an option is not known."""
    name = opening.name.strip()
    if not name or ":" in name or not name.isprintable() or len(name) > 60:
        raise Refused("table-name", table=opening.name)
    known_game(opening.game)
    if at > now + AHEAD:
        raise Refused("future", at=at, now=now)
    zone = zone_named(opening.zone)
    game = load(opening.game)
    common, own = _options(opening.options, _known_options(game), game.check_option)
    players = opening.players or _seated_in(opening.start)
    _distinct(players)
    _seats(game, players)
    own = _first(own, players)
    start = opening.start
    if start is not None and game.seated is None:
        start = start | {"week": start.get("week") or week_of(at, zone).name}
    _refuse_bad_start(game, core.Opening(at, players, own, start))
    event = TableOpened(
        game=opening.game,
        zone=opening.zone,
        lang="en" if common["lang"] == "en" else "fr",
        reply=common["reply"],  # type: ignore[arg-type]  # one of COMMON["reply"], checked above
        options=own,
        players=players,
        edition=game.edition,
        start=start,
    )
    extra, secret = _seed(game, name, own, opening.seed)
    while True:
        head = log.head()
        if log.opened(name):
            raise Refused("table-exists", table=name)
        table = Table(name, event, local(at, zone), zone, game)
        events, secrets = [event, *extra], [*secret]
        rows = [New(name, local(at, zone), local(now, zone), by, one) for one in events]
        try:
            log.append(rows, head, (), secrets)
        except StaleHead:
            continue
        return table


def _seed(
    game: core.Game, name: str, options: dict[str, str], seed: bytes | None
) -> tuple[list[Event], list[Secret]]:
    """The commitment to a seed, given or made, and the secret; nothing where none is drawn from."""
    if game.seated is None and seed is None:
        return [], []
    from referee.desk.chance import new_seed, wants_seed

    if not wants_seed(game, options):
        if seed is not None:
            raise Refused("seed-unwanted", table=name)
        return [], []
    event, secret = new_seed(name, seed)
    return [event], [secret]


def _known_options(game: core.Game) -> dict[str, str]:
    """A game's own options and, with seats, where its chance comes from."""
    return game.options if game.seated is None else {"chance": "seed", **game.options}


def _seats(game: core.Game, players: tuple[str, ...]) -> None:
    if game.seated is None:
        return
    fewest, most = game.seated.seats_allowed
    if not fewest <= len(players) <= most:
        if fewest == most:
            raise Refused("seats-exactly", game=game.name, most=most, n=len(players))
        raise Refused("seats", game=game.name, fewest=fewest, most=most, n=len(players))


def _seated_in(start: dict[str, Any] | None) -> tuple[str, ...]:
    """The players that a game under way names, where none are given; in the order of its seats."""
    for part in ("seats", "sheets", "boards"):
        told = (start or {}).get(part)
        if isinstance(told, dict):
            names = told.values() if part == "seats" else told
            return tuple(name for name in names if isinstance(name, str))
    return ()


def _first(options: dict[str, str], players: tuple[str, ...]) -> dict[str, str]:
    """The options with the first player, where one is named, as the list of players spells it."""
    first = options.get("first")
    if not first:
        return options
    found = next((player for player in players if key(player) == key(first)), None)
    if found is None:
        raise Refused("option-value", option="first", value=first, known=", ".join(players))
    return options | {"first": found}


def _options(
    given: tuple[tuple[str, str], ...], known: dict[str, str], check: Any
) -> tuple[dict[str, str], dict[str, str]]:
    common = {name: values[0] for name, values in COMMON.items()}
    own = dict(known)
    for name, value in given:
        if name in COMMON:
            if value not in COMMON[name]:
                known_values = ", ".join(COMMON[name])
                raise Refused("option-value", option=name, value=value, known=known_values)
            common[name] = value
        elif name in known:
            problem = _chance_problem(value) if name == "chance" else check(name, value)
            if problem:
                raise Refused("option-value", option=name, value=value, known=problem)
            own[name] = value
        else:
            raise Refused("option-name", option=name, known=", ".join((*COMMON, *known)))
    return common, own


def _chance_problem(value: str) -> str:
    return "" if value in ("seed", "outside") else "seed, outside"


def _distinct(players: tuple[str, ...]) -> None:
    seen: dict[str, str] = {}
    for player in players:
        if not key(player):
            raise Refused("empty-player")
        if any(sign in player for sign in "\n\r\t\v\f"):
            raise Refused("player-name", name=player)
        if key(player) in seen:
            raise Refused("same-player", name=player, other=seen[key(player)])
        seen[key(player)] = player


def login() -> str:
    """The name under which the moderator is recorded when no other is given."""
    for variable in ("REFEREE_BY", "LOGNAME", "USER", "USERNAME"):
        if os.environ.get(variable):
            return os.environ[variable]
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError, OSError):  # no environment and no such user on this machine
        return "?"
