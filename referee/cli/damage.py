"""Whether it is the log that brought a command down: loaded only when one has come down."""

import click

from referee.cli.shared import Call
from referee.desk.verify import verify
from referee.store.errors import LogError
from referee.store.log import Log


def damage(ctx: click.Context) -> LogError | None:
    """What is wrong with the log that a command was given; None where that holds, and the program
    is at fault."""
    path = Call(ctx).log_path
    try:
        log = Log.open(path)
    except LogError as error:
        return error
    try:
        fault = verify(log).fault
    except LogError as error:
        return error
    finally:
        log.close()
    return None if fault is None else LogError("damaged", path, f"@{fault.seq}")
