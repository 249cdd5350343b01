"""`backup` and `restore`: the log, copied and brought back."""

from pathlib import Path

import click

from referee.cli.shared import Call, command
from referee.desk.errors import Refused
from referee.desk.verify import verify
from referee.store.copies import backup, restore
from referee.store.log import Log


@command
@click.argument("file")
def backup_command(call: Call, file: str) -> None:
    """Copy the log to a new file, while others may be writing to it."""
    log = call.open_log()
    if Path(file).exists():
        raise Refused("file-exists", path=file)
    backup(log, file)
    copy = Log.open(file)
    call.ctx.call_on_close(copy.close)
    head = copy.head()
    if call.json:
        from datetime import UTC

        call.record({"file": file, "events": head.seq, "head": head.hash}, UTC)
        return
    call.out(call.say("backup.done", path=file, events=head.seq))
    call.out(call.say("tally.head", head=head.hash))


@command
@click.argument("file")
def restore_command(call: Call, file: str) -> None:
    """Put a backup in the place of the log; the log that was there is kept beside it."""
    if Path(file).is_file() and not Path(file).stat().st_size:
        raise Refused("backup-empty", path=file)
    source = Log.open(file)
    done = verify(source)
    source.close()
    if done.fault is not None:
        raise Refused("backup-broken", path=file, seq=done.fault.seq)
    if not done.events:
        raise Refused("backup-empty", path=file)
    kept = restore(file, call.log_path)
    if call.json:
        from datetime import UTC

        record = {"file": file, "events": done.events, "head": done.head.hash, "kept": kept}
        call.record(record, UTC)
        return
    call.out(call.say("restore.done", path=call.log_path, events=done.events))
    if kept:
        call.out(call.say("restore.kept", path=kept))
    call.out(call.say("tally.head", head=done.head.hash))
