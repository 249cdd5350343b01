"""`show` and `moves`: the board, the ranking, what may be played."""

from datetime import datetime
from typing import Any

import click
import msgspec

from referee.cli.shared import Call, command
from referee.core.seated import Seated
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.desk.queries import player_named, state_at, status_at
from referee.render.board import terminal
from referee.render.reply import FORMATS, visible
from referee.render.standing import on_terminal, standing
from referee.render.tables import table as drawn


@command
@click.option("--at", metavar="T")
@click.option("--format", "form", type=click.Choice((*FORMATS, "json")))
def show_command(call: Call, at: str | None, form: str | None) -> None:
    """Board and ranking, now or at a past moment."""
    log = call.open_log()
    table = call.table(log)
    now = call.now(table.zone)
    moment = call.stamp(at, table.zone, now).at if at else None
    state = state_at(log, table, moment)
    view = table.view(state, moment or now)
    if call.json or form == "json":
        record = {"table": table.name, "game": table.game.name, "at": moment or now}
        status = status_at(table, state, moment or now)
        call.record(record | {"status": status, "state": view}, table.zone)
    elif form:
        call.out(standing(table, state, moment or now, call.topic(log, table), form))
    elif table.game.seated is not None:
        _seats_shown(call, log, table, state, moment or now)
    else:
        _for_moderator(call, table, state, moment or now)


def _seats_shown(call: Call, log: Any, table: Table, state: Any, at: datetime) -> None:
    """A table with seats as the moderator sees it."""
    seated = table.game.seated
    if seated is None:
        raise TypeError(table.game.name)
    call.out(call.bold(call.say("show.seated", table=table.name, game=table.game.name)))
    status = status_at(table, state, at)
    if status in ("paused", "closed"):
        call.out(call.say(f"show.{status}"))
    call.out("")
    speaker = call.speaker(log, table)
    for line in on_terminal(seated.bulletin(state, at), speaker, colour=call.colour):
        call.out(line)


def _for_moderator(call: Call, table: Table, state: Any, at: datetime) -> None:
    from referee.words.sentences import constraint, moment

    week = table.week(at)
    view = table.view(state, at)
    closing = moment(week.end, table.zone, call.lang)
    call.out(call.bold(call.say("show.title", table=table.name, week=week.name, closing=closing)))
    call.out("")
    for line in terminal(table.game.picture(state), colour=call.colour):
        call.out(line)
    call.out("")
    for player, points, placed in table.game.ranking(state, week.name):
        call.out(f"{visible(player)} ({points}) : [{', '.join(map(str, placed))}]")
    if view["constraints"]:
        speaker = call.speaker(None, table)
        told = ", ".join(constraint(speaker, one) for one in view["constraints"])
        call.out(call.say("show.constraints", constraints=told))
    status = status_at(table, state, at)
    if status != "open":
        call.out(call.say(f"show.{status}"))
    if view["blocked"]:
        call.out(call.say("show.blocked"))
    if view["last_player"]:
        when = moment(view["last_move_at"], table.zone, call.lang)
        call.out(call.say("show.last", player=view["last_player"], when=when))
    if view["ranking_due"]:
        when = moment(view["gate_until"], table.zone, call.lang)
        key = "show.gate" if view["gate_until"] > at else "show.gate-passed"
        call.out(call.say(key, player=view["last_player"], when=when))
    if view["may_empty_at"]:
        key = "show.empty" if view["may_empty_at"] > at else "show.empty-now"
        call.out(call.say(key, when=moment(view["may_empty_at"], table.zone, call.lang)))


@command
@click.option("--player", metavar="P")
def moves_command(call: Call, player: str | None) -> None:
    """The legal moves now, of one player or of somebody who holds all steps."""
    log = call.open_log()
    table = call.table(log)
    now = call.now(table.zone)
    state = state_at(log, table, None)
    name = None
    if player is not None:
        name = player_named(log, table, player) or " ".join(player.split())
    week = table.week(now).name
    if table.game.seated is not None:
        _seated_moves(call, log, table, table.game.seated, state, name)
        return
    found = list(_moves(table, state, name or "", now, week))
    if call.json:
        for record in found:
            call.record({"table": table.name, "player": name} | record, table.zone)
        return
    title = "moves.of" if name else "moves.any"
    call.out(call.say(title, player=name or "", n=len(found)))
    if not found:
        call.out(call.say("moves.none"))
        return
    rows = []
    for emptied in (False, True):
        for step in (1, 2, 3, 4):
            chosen = [r for r in found if r["step"] == step and r["emptied"] == emptied]
            if chosen:
                cells = " ".join(r["cell"] + "+" * len(r["points"]) for r in chosen)
                kind = call.say("moves.emptied" if emptied else "moves.standing")
                rows.append([step, kind, cells])
    heads = [call.say(f"head.{h}") for h in ("step", "floor", "cells")]
    call.out(drawn(heads, rows))
    call.out(call.say("moves.legend"))


def _seated_moves(
    call: Call, log: Any, table: Table, seated: Seated, state: Any, name: str | None
) -> None:
    """The legal moves of a player, or of everyone who is awaited."""
    now, game = call.now(table.zone), table.game
    state = seated.advance(state, now)[0]
    speaker = call.speaker(log, table)
    for player in (name,) if name else seated.waiting(state):
        found = []
        for act in game.legal(state, player, now, table.week(now).name):
            move = msgspec.to_builtins(game.judge(state, act).effect.move)
            more = seated.consequence(state, act) if seated.consequence else {}
            found.append((move, more))
            if call.json:
                call.record(
                    {"table": table.name, "player": player, "move": move} | more, table.zone
                )
        if call.json:
            continue
        call.out(call.say("moves.of", player=player, n=len(found)))
        for move, more in found:
            told = speaker.note(seated.said(move))
            did = (call.say(f"moves.{k}", seen=_listed(v)) for k, v in more.items() if v)
            facts = ", ".join(did)
            call.out(f"  {told}" + (f"  ({facts})" if facts else ""))
        if not found:
            call.out(call.say("moves.none"))


def _listed(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _moves(table: Table, state: Any, player: str, now: datetime, week: str) -> Any:
    game = table.game
    for act in game.legal(state, player, now, week):
        finding = game.judge(state, act)
        move = finding.effect.move
        if move is None:
            raise Refused("bug", detail=str(act))
        yield {
            "step": move.step,
            "cell": move.cell,
            "emptied": move.emptied,
            "points": [{"clause": a.clause, "points": a.points} for a in finding.points],
        }
