"""`log` and `verify`: the events as they stand in the file, and whether they hold."""

from typing import Any

import click
import msgspec

from referee.cli.shared import Call, command
from referee.core.patterns import lazy
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.desk.tables import all_tables
from referee.desk.verify import Fault, Verified, verify
from referee.render.records import of_ruling
from referee.render.reply import visible
from referee.store.rows import FORGED

_HEAD = lazy("[0-9a-f]{64}")


@command
@click.option("--after", type=click.IntRange(0, 2**63 - 1), default=0, metavar="SEQ")
def log_command(call: Call, after: int) -> None:
    """The raw events, of one table or of all."""
    log = call.open_log()
    wanted = call.table(log).name if call.table_name else None
    for row in log.events(wanted, after):
        if call.json:
            record = {
                "seq": row.seq,
                "table": row.table,
                "type": row.type,
                "version": row.version,
                "at": row.at,
                "recorded_at": row.recorded_at,
                "by": row.by,
                "data": msgspec.Raw(row.data.encode()),
                "hash": row.hash,
            }
            click.echo(msgspec.json.encode(record).decode())
        else:
            data = visible(row.data)
            short = data if len(data) <= 160 else data[:159] + "…"
            head = f"{row.seq:>6}  {row.at}  {visible(row.table)}  {row.type}/{row.version}"
            call.out(f"{head}  {visible(row.by)}\n        {short}")


@command
@click.option("--head", metavar="HASH")
@click.option("--deep", is_flag=True)
def verify_command(call: Call, head: str | None, deep: bool) -> None:  # noqa: FBT001 - click's flag
    """Check the hash chain, the schemas, and judge every ruling again."""
    log = call.open_log()
    if head is not None:
        head = head.strip().lower()
        if not _HEAD.fullmatch(head):
            raise Refused("bad-head", text=head)
    done = verify(log, head=head, deep=deep)
    if call.json:
        _record(call, log, done)
    else:
        _told(call, log, done)
    call.ctx.exit(1 if done.fault else 0)


def _record(call: Call, log: Any, done: Verified) -> None:
    fault = done.fault
    zone = next((table.zone for table in all_tables(log)), None) if fault is None else None
    record: dict[str, Any] = {
        "ok": fault is None,
        "head": done.head.hash,
        "seq": done.head.seq,
        "events": done.events,
        "rulings": done.rulings,
        "counted": done.counted,
        "fault": None,
        "otherwise": [
            {"table": table.name, "seq": was.post, "was": was.verdict, "now": now.verdict}
            for table, was, now in done.otherwise
        ],
    }
    if fault is not None:
        record["fault"] = {"seq": fault.seq, "case": fault.case, **_facts(call, log, fault)}
    from datetime import UTC

    call.record(record, zone or UTC)


def _facts(call: Call, log: Any, fault: Fault) -> dict[str, Any]:
    if fault.case != "ruling":
        return fault.facts
    table = next(t for t in all_tables(log) if t.name == fault.facts["table"])
    speaker = call.speaker(log, table)
    was = fault.facts["was"]
    try:
        shown = of_ruling(was, speaker)
    except FORGED:
        shown = msgspec.to_builtins(was)
    return {
        "table": table.name,
        "was": shown,
        "now": of_ruling(fault.facts["now"], speaker),
        "state": table.view(fault.facts["before"], fault.facts["was"].posted_at),
    }


def _told(call: Call, log: Any, done: Verified) -> None:
    if done.fault is None:
        call.out(call.say("verify.ok", events=done.events, rulings=done.rulings))
        if done.counted:
            call.out(call.say("verify.counted", n=done.counted))
    else:
        call.out(call.say("verify.fault", seq=done.fault.seq))
        facts = {
            name: fact for name, fact in done.fault.facts.items() if isinstance(fact, str | int)
        }
        call.out(call.say(f"verify.{done.fault.case}", **facts))
        if done.fault.case == "ruling":
            _both(call, log, done.fault)
    for table, was, now in done.otherwise:
        label = call.speaker(log, table).label(was.post)
        verdicts = {k: call.say(f"verdict.{r.verdict}") for k, r in (("was", was), ("now", now))}
        call.out(call.say("verify.otherwise", table=table.name, post=label, **verdicts))
    call.out(call.say("tally.head", head=done.head.hash))


def _both(call: Call, log: Any, fault: Fault) -> None:
    """What the log says and what the rules say, each with the board after it."""
    from referee.core.history import standing_act
    from referee.render.standing import board_lines
    from referee.render.verdicts import ruling_told

    table: Table = next(t for t in all_tables(log) if t.name == fault.facts["table"])
    speaker = call.speaker(log, table)
    for key in ("was", "now"):
        ruling = fault.facts[key]
        call.out(call.say(f"verify.{key}"))
        try:
            told = list(ruling_told(ruling, speaker, colour=call.colour))
            after = table.game.apply(fault.facts["before"], standing_act(table.game, ruling))
            board = list(board_lines(table, after, ruling.posted_at))
        except FORGED:
            told, board = [visible(msgspec.json.encode(ruling).decode())], []
        for line in (*told, *(f"  {row}" for row in board)):
            call.out(f"  {line}")
