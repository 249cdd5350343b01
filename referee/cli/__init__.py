"""The command line: the only place that knows click."""

import io
import sys
from importlib import import_module
from typing import Any

import click

from referee.cli.shared import (
    HELP,
    LAST_RESORT,
    Command,
    lang_in,
    leaving,
    remember,
    reported,
    shared_options,
)

COMMANDS = {
    "open": "tables",
    "tables": "tables",
    "status": "tables",
    "check": "check",
    "import": "importing",
    "show": "board",
    "moves": "board",
    "why": "history",
    "replay": "history",
    "tally": "tally",
    "ranking": "seats",
    "timeouts": "seats",
    "roll": "seats",
    "salt": "seats",
    "place": "seats",
    "constrain": "decisions",
    "overrule": "decisions",
    "award": "decisions",
    "amend": "decisions",
    "undo": "decisions",
    "alias": "decisions",
    "replace": "decisions",
    "extend": "decisions",
    "pause": "decisions",
    "resume": "decisions",
    "close": "decisions",
    "log": "log",
    "verify": "log",
    "backup": "copies",
    "restore": "copies",
    "rules": "rules",
    "demo": "demo",
}
"""Each command and the module that holds it, imported only when it is used."""


class Main(click.Group):
    """The commands, loaded when they are named; every error ends here, as one line and a code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"referee.cli.{COMMANDS[cmd_name]}")
        command: Command = module.__dict__[f"{cmd_name}_command"]
        return command

    def get_help(self, ctx: click.Context) -> str:
        from referee.cli.help import group_help

        return group_help(self, ctx)

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # what an old encoding lacks is spelled out
                stream.reconfigure(errors="backslashreplace")
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except LAST_RESORT as error:
            return reported(ctx, error)
        except click.exceptions.Exit:
            raise
        except Exception:
            from referee.cli.damage import damage

            found = damage(ctx)  # what somebody has forged may be of any form
            if found is None:
                raise
            return reported(ctx, found)
        return result

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        lang = lang_in(args)
        if lang is not None:
            extra.setdefault("obj", {"lang": lang})
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            context = click.Context(self, info_name=info_name, obj=extra.get("obj"))
            code = reported(context, error, leave=False)
            raise click.exceptions.Exit(code) from error


def _version(ctx: click.Context) -> str:
    from importlib.metadata import version

    return f"referee, version {version('referee')}"


@click.command(cls=Main, name="referee", invoke_without_command=True, add_help_option=True)
@leaving("--version", _version)
@shared_options
@HELP
@click.pass_context
def main(ctx: click.Context, /, **given: Any) -> None:
    """Referee of games that are played by posting on a forum."""
    remember(ctx, given)
    if ctx.invoked_subcommand is None:
        status = main.get_command(ctx, "status")
        if status is not None:
            ctx.invoke(status)
