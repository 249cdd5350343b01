"""`open`, `tables`, `status`: the tables of a log."""

import shlex
from pathlib import Path
from typing import Any

import click

from referee.cli.shared import Call, command
from referee.core.seated import Seated, Wanted
from referee.core.table import Table
from referee.desk.chance import committed
from referee.desk.errors import Refused
from referee.desk.queries import paused_until, status_at
from referee.desk.seal import count
from referee.desk.table import now_of
from referee.desk.tables import DEFAULT_ZONE, Opening, all_tables, open_table, zone_named
from referee.render.reply import lines, visible
from referee.render.reply import name as safe_name
from referee.render.standing import standing
from referee.render.tables import table as drawn
from referee.words.sentences import Speaker, day_and_hour, moment


@command
@click.argument("game")
@click.argument("name", metavar="TABLE")
@click.option("--player", "players", multiple=True, metavar="P")
@click.option("--tz", "zone", default=DEFAULT_ZONE, metavar="ZONE")
@click.option("--set", "options", multiple=True, metavar="KEY=VALUE")
@click.option("--seed-file", "seed", metavar="FILE")
@click.option("--from", "start", metavar="FILE")
@click.option("--at", metavar="T")
def open_command(call: Call, game: str, name: str, **asked: Any) -> None:
    """Open a table, print the opening post and what to type next."""
    from referee.desk.start import start_from
    from referee.store.log import Log

    zone = zone_named(asked["zone"])
    now = call.now(zone)
    at = call.stamp(asked["at"], zone, now).at if asked["at"] else now
    start = (
        start_from(game, Path(asked["start"]).read_bytes(), zone, now) if asked["start"] else None
    )
    options = tuple(_pair(option) for option in asked["options"])
    seed = _seed(asked["seed"]) if asked["seed"] else None
    opening = Opening(game, name, asked["zone"], asked["players"], options, start, seed)
    log = Log.create(call.log_path)
    call.ctx.call_on_close(log.close)
    table = open_table(log, opening, at=at, now=now, by=call.by)
    state = table.setup()
    topic = call.topic(log, table)
    seed_hash = committed(log.decided(table.name))
    post = _opening_post(table, state, topic, seed_hash)
    if call.json:
        record = {"table": table.name, "game": game, "seq": log.head().seq, "at": at}
        record["seed_sha256"] = seed_hash
        state_now = {
            "status": status_at(table, state, at),
            "state": table.view(state, at),
            "reply": post,
        }
        call.record(record | state_now, zone)
        return
    call.out(call.say("open.done", table=table.name, path=call.log_path))
    call.out("\n" + call.say("check.reply") + "\n" + post)
    if not call.json:
        call.out("")
    following = "open.next-seated" if table.game.seated else "open.next"
    call.hint(following, table=_in_shell(table.name))


def _in_shell(name: str) -> str:
    """A name as one word for a shell, in double quotes where those do: every shell knows them."""
    word = shlex.quote(name)
    return word if word == name or set(name) & set('"$`\\!') else f'"{name}"'


def _opening_post(table: Table, state: Any, topic: Speaker, seed_hash: str | None) -> str:
    """What opens the topic: the game, who plays, the promise about chance, the board."""
    form = table.opened.reply
    head = [topic.text(f"open.{table.game.name}", table=safe_name(table.name, form))]
    if table.opened.players:
        players = ", ".join(safe_name(player, form) for player in table.opened.players)
        head.append(topic.text("open.players", players=players))
    if seed_hash:
        head.append(topic.text("open.seed", sha256=seed_hash))
    return f"{lines(head, form)}\n\n{standing(table, state, table.since, topic, form)}"


def _seed(path: str) -> bytes:
    """The seed that a file holds: 64 hexadecimal digits."""
    text = Path(path).read_text(encoding="ascii", errors="replace").strip()
    try:
        seed = bytes.fromhex(text) if len(text) == 64 else b""
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise Refused("seed-file", path=path)
    return seed


def _pair(option: str) -> tuple[str, str]:
    name, sign, value = option.partition("=")
    if not sign:
        raise Refused("option-form", option=option)
    return name.strip(), value.strip()


@command
def tables_command(call: Call) -> None:
    """List the tables."""
    log = call.open_log()
    rows = []
    for table in all_tables(log):
        record = {
            "table": table.name,
            "game": table.game.name,
            "status": status_at(table, now_of(table, log).state, call.now(table.zone)),
            "tz": table.opened.zone,
            "opened_at": table.since,
            "lang": table.opened.lang,
            "reply": table.opened.reply,
            "options": table.opened.options,
            "players": table.opened.players,
        }
        if call.json:
            call.record(record, table.zone)
        opened = moment(table.since, table.zone, call.lang)
        rows.append([table.name, table.game.name, opened, table.opened.zone, table.opened.lang])
    if not call.json:
        heads = [call.say(f"head.{h}") for h in ("table", "game", "opened", "zone", "lang")]
        call.out(drawn(heads, rows) if rows else call.say("tables.none"))


@command
def status_command(call: Call) -> None:
    """One line a table: who may play, what is awaited, what is unclear."""
    log = call.open_log()
    wanted = call.table_name
    tables = [t for t in all_tables(log) if wanted in (None, t.name)]
    if wanted and not tables:
        raise Refused("no-table", table=wanted, known=", ".join(t.name for t in all_tables(log)))
    rows = [_status(call, log, table) for table in tables]
    if not call.json:
        heads = [call.say(f"head.{h}") for h in ("table", "awaited", "until", "unclear")]
        call.out(drawn(heads, rows) if rows else call.say("tables.none"))


def _stuck(status: str) -> str | None:
    """What an open table waits for that needs neither a draw nor a player: a decision (F6)."""
    return "moderator" if status == "open" else None


def _seated_status(call: Call, log: Any, table: Table, seated: Seated) -> list[Any]:
    """The line of a table with seats: who is awaited, or which draw, and until when."""
    now = call.now(table.zone)
    state = seated.advance(now_of(table, log).state, now)[0]
    status = status_at(table, state, now)
    deadlines = sorted(seated.deadlines(state, now), key=lambda one: one.at)
    wanted = seated.awaited(state)
    waiting = seated.waiting(state) if status == "open" else ()
    draw = wanted.kind if isinstance(wanted, Wanted) and status == "open" else None
    outcome = seated.outcome(state)
    unclear = count(log, table, None).unclear
    until = deadlines[0].at if deadlines and status == "open" else None
    record = {
        "table": table.name,
        "game": table.game.name,
        "status": status,
        "waiting_for": waiting,
        "awaited": "draw" if draw else "move" if waiting else _stuck(status),
        "draw": draw,
        "deadline": until,
        "winners": outcome.winners if outcome else [],
        "unclear": unclear,
    }
    if call.json:
        call.record(record, table.zone)
    if outcome is not None and status == "over":
        winners = ", ".join(outcome.winners)
        told = call.say("status.won" if winners else "status.drawn", players=winners)
    elif status != "open":
        told = call.say(f"status.{status}")
    elif draw == "act" and waiting:  # the moderator may also wait on (A16)
        told = call.say("status.late", players=", ".join(waiting))
    elif not (draw or waiting):
        told = call.say("status.stuck")
    elif draw:
        told = call.say("status.draw", draw=call.say(f"draw.{draw}"))
    else:
        told = visible(", ".join(waiting)) or "–"
    shown = day_and_hour(until, table.zone, call.lang) if until else "–"
    return [table.name, told, shown, _posts(unclear)]


def _status(call: Call, log: Any, table: Table) -> list[Any]:
    if table.game.seated is not None:
        return _seated_status(call, log, table, table.game.seated)
    now = call.now(table.zone)
    state = now_of(table, log).state
    view = table.view(state, now)
    unclear = count(log, table, None).unclear
    gate = view["gate_until"]
    waits = bool(gate and now < gate)
    record = {
        "table": table.name,
        "game": table.game.name,
        "status": status_at(table, state, now),
        "blocked": view["blocked"],
        "last_player": view["last_player"],
        "awaited": "ranking" if waits else "move",
        "deadline": gate if waits else view["may_empty_at"],
        "unclear": unclear,
    }
    if call.json:
        call.record(record, table.zone)
    until = paused_until(state, now) if record["status"] == "paused" else record["deadline"]
    passed = until is not None and until <= now
    shown = day_and_hour(until, table.zone, call.lang) if until and not passed else "–"
    return [table.name, _awaited(call, record, passed=passed), shown, _posts(unclear)]


def _posts(seqs: list[int]) -> str:
    return ", ".join(f"@{seq}" for seq in seqs) or "–"


def _awaited(call: Call, record: dict[str, Any], *, passed: bool) -> str:
    if record["status"] != "open":
        return call.say(f"status.{record['status']}")
    last = record["last_player"]
    if record["awaited"] == "ranking":
        return call.say("status.ranking", player=last)
    if record["blocked"]:
        return call.say(
            "status.blocked-any" if passed or not last else "status.blocked", player=last
        )
    if last is None:
        return call.say("status.anyone")
    return call.say("status.move-or-empty" if passed else "status.move", player=last)
