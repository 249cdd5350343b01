"""Help and usage errors in the moderator's language. Loaded only when somebody needs it."""

import inspect

import click

from referee.render.reply import one_line
from referee.words import pages, say


def _lang(ctx: click.Context) -> str:
    from referee.cli.shared import lang_of

    return lang_of(ctx)


def _space(lang: str) -> str:
    return "\u00a0" if lang == "fr" else ""


def group_help(group: click.Group, ctx: click.Context) -> str:
    """The front page: an example, what there is, the shared options."""
    lang = _lang(ctx)
    formatter = ctx.make_formatter()
    formatter.write(pages(lang)["help.referee"].rstrip() + "\n\n")
    with formatter.section(pages(lang)["help.commands"] + _space(lang)):
        rows = [(name, pages(lang)[f"help.{name}.short"]) for name in group.list_commands(ctx)]
        formatter.write_dl(rows)
    _options(group, ctx, formatter, lang)
    return formatter.getvalue().rstrip("\n")


def command_help(command: click.Command, ctx: click.Context) -> str:
    """The page of one command: an example first, what it does, its options."""
    lang = _lang(ctx)
    formatter = ctx.make_formatter()
    formatter.write(inspect.cleandoc(pages(lang)[f"help.{command.name}"]) + "\n\n")
    usage = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, usage, pages(lang)["help.usage"] + " ")
    _options(command, ctx, formatter, lang)
    return formatter.getvalue().rstrip("\n")


def _options(
    command: click.Command, ctx: click.Context, formatter: click.HelpFormatter, lang: str
) -> None:
    known = pages(lang)
    rows = []
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None and isinstance(parameter, click.Option):
            name = "help" if "--help" in parameter.opts else parameter.name
            own = f"opt.{command.name}.{name}"
            rows.append((record[0], known.get(own) or known[f"opt.{name}"]))
    with formatter.section(pages(lang)["help.options"] + _space(lang)):
        formatter.write_dl(rows, col_max=28)


def _bad_parameter(parameter: click.Parameter, message: str, lang: str) -> str:
    name = parameter.opts[-1]
    given = message.split("'")[1] if "'" in message else message.split(" ", maxsplit=1)[0]
    if isinstance(parameter.type, click.Choice):
        known = ", ".join(map(str, parameter.type.choices))
        return say("error.choice", lang, name=name, given=given, known=known)
    return say("error.number", lang, name=name, given=given)


def usage_error(error: click.ClickException, lang: str) -> str:
    """What click found wrong with the words of a call, in one line that says what to do."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context else "referee"
    message = one_line(error.format_message())
    facts = {"command": command, "detail": message}
    if isinstance(error, click.NoSuchOption):
        near = ", ".join(error.possibilities or ())
        key = "error.no-option-near" if near else "error.no-option"
        return say(key, lang, option=one_line(error.option_name), near=near, **facts)
    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx:
        name = error.param.make_metavar(error.ctx)
        if isinstance(error.param, click.Option):
            name = f"{error.param.opts[-1]} {name}"
        return say("error.missing-parameter", lang, name=name, **facts)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _bad_parameter(error.param, one_line(error.message), lang)
    if isinstance(error, click.FileError):
        return say("error.file", lang, path=one_line(error.ui_filename), detail=error.message)
    if isinstance(error, click.BadOptionUsage):
        return say("error.option-argument", lang, option=one_line(error.option_name), **facts)
    if message.startswith("Got unexpected extra argument"):
        extra = message.partition("(")[2].rstrip(")")
        return say("error.extra", lang, command=command, detail=extra)
    if message.startswith("No such command "):
        name = message.removeprefix("No such command ").removesuffix(".")
        return say("error.no-command", lang, name=name[1:-1])
    return say("error.usage", lang, **facts)
