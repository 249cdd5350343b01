"""Help and usage errors in the moderator's language. Loaded only when somebody needs it."""

import inspect

import click

from referee.words import say, texts


def _lang(ctx: click.Context) -> str:
    from referee.cli.shared import lang_of

    return lang_of(ctx)


def group_help(group: click.Group, ctx: click.Context) -> str:
    """The front page: an example, what there is, the shared options."""
    lang = _lang(ctx)
    formatter = ctx.make_formatter()
    formatter.write(say("help.referee", lang).rstrip() + "\n\n")
    with formatter.section(say("help.commands", lang)):
        rows = [(name, say(f"help.{name}.short", lang)) for name in group.list_commands(ctx)]
        formatter.write_dl(rows)
    _options(group, ctx, formatter, lang)
    return formatter.getvalue().rstrip("\n")


def command_help(command: click.Command, ctx: click.Context) -> str:
    """The page of one command: an example first, what it does, its options."""
    lang = _lang(ctx)
    formatter = ctx.make_formatter()
    formatter.write(inspect.cleandoc(say(f"help.{command.name}", lang)) + "\n\n")
    usage = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, usage, say("help.usage", lang) + " ")
    _options(command, ctx, formatter, lang)
    return formatter.getvalue().rstrip("\n")


def _options(
    command: click.Command, ctx: click.Context, formatter: click.HelpFormatter, lang: str
) -> None:
    known = texts(lang)
    rows = []
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None and isinstance(parameter, click.Option):
            name = "help" if "--help" in parameter.opts else parameter.name
            own = f"opt.{command.name}.{name}"
            rows.append((record[0], known.get(own) or known[f"opt.{name}"]))
    with formatter.section(say("help.options", lang)):
        formatter.write_dl(rows, col_max=28)


def usage_error(error: click.ClickException, lang: str) -> str:
    """What click found wrong with the words of a call, in one line that says what to do."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "referee"
    facts = {"command": command, "detail": error.format_message().replace("\n", " ")}
    if isinstance(error, click.NoSuchOption):
        near = ", ".join(error.possibilities or ())
        key = "error.no-option-near" if near else "error.no-option"
        return say(key, lang, option=error.option_name, near=near, **facts)
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx:
        return say(
            "error.missing-parameter", lang, name=error.param.make_metavar(error.ctx), **facts
        )
    if isinstance(error, click.BadParameter) and error.param is not None:
        return say("error.bad-parameter", lang, name=error.param.opts[-1], **facts)
    if isinstance(error, click.FileError):
        return say("error.file", lang, path=error.ui_filename, detail=error.message)
    if "No such command" in error.message:
        return say("error.no-command", lang, name=error.message.split("'")[1])
    return say("error.usage", lang, **facts)
