"""What every command has: shared options, the log, the table, errors as one line and a code."""

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from functools import wraps
from typing import Any, TypeVar

import click
import msgspec

from referee.core.patterns import lazy
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.posts.dates import BadStamp, Stamp
from referee.render.records import line
from referee.render.reply import one_line, visible
from referee.store.errors import LogError, NoLog
from referee.store.rows import UnknownEvent
from referee.words import LANGS, say
from referee.words.sentences import Speaker, moment, weekday

LAST_RESORT = (
    click.ClickException,
    click.Abort,
    Refused,
    LogError,
    BadStamp,
    OSError,
    UnknownEvent,
    msgspec.MsgspecError,
)
"""What a command may end with; each becomes one line and an exit code."""

_FILES = {
    FileNotFoundError: "error.no-file",
    IsADirectoryError: "error.a-folder",
    PermissionError: "error.no-access",
}

_SHARED = ("log", "lang", "table", "now", "by", "as_json")
_BROKEN = lazy("[\ud800-\udfff]")
_PATHS = ("file", "start")
"""Words that name files, which may have any name."""

F = TypeVar("F", bound=Callable[..., Any])


class Command(click.Command):
    """A command whose help is in the moderator's language and leads with an example."""

    def get_help(self, ctx: click.Context) -> str:
        from referee.cli.help import command_help

        return command_help(self, ctx)


_FIRST_YEAR, _LAST_YEAR = 1980, 2200
"""Forums are younger, games shorter; and weeks and limits stay inside the calendar."""


def leaving(name: str, text: Callable[[click.Context], str]) -> Callable[[F], F]:
    """A flag that says a text and ends the command. Click's own of this kind look for translations
    of their help, which is never shown, at every start: Python loads its locales for that."""

    def leave(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - as click calls it
        if value and not ctx.resilient_parsing:
            click.echo(text(ctx), color=ctx.color)
            ctx.exit()

    return click.option(
        name, is_flag=True, expose_value=False, is_eager=True, callback=leave, help=" "
    )


HELP = leaving("--help", click.Context.get_help)


def shared_options(function: F) -> F:
    """The options that are accepted before and after the command; the later one wins."""
    for option in reversed(
        (
            click.option("--log", metavar="PATH"),
            click.option("--lang", type=click.Choice(LANGS)),
            click.option("--table", metavar="T"),
            click.option("--now", metavar="T"),
            click.option("--by", metavar="NAME"),
            click.option("--json", "as_json", is_flag=True, default=None),
        )
    ):
        function = option(function)
    return function


def command(function: Callable[..., Any]) -> Command:
    """A command of ours: takes the shared options, and its function gets a Call first."""
    return command_of()(function)


def command_of(**settings: Any) -> Callable[[Callable[..., Any]], Command]:
    """A command with context settings of click's."""
    return lambda function: _made(function, settings)


def _made(function: Callable[..., Any], settings: dict[str, Any]) -> Command:
    name = function.__name__.removesuffix("_command")

    @wraps(function)
    @click.pass_context
    def run(ctx: click.Context, /, **given: Any) -> Any:
        remember(ctx, {key: given.pop(key, None) for key in _SHARED})
        asked = {key: value if key in _PATHS else checked(value) for key, value in given.items()}
        return function(Call(ctx), **asked)

    own = list(getattr(function, "__click_params__", ()))  # click keeps a function's options there
    run.__click_params__ = []  # type: ignore[attr-defined]  # as above
    HELP(run)
    run.__click_params__ += own  # type: ignore[attr-defined]  # as above
    made = click.command(name=name, cls=Command, context_settings=settings)
    return made(shared_options(run))


def remember(ctx: click.Context, given: dict[str, Any]) -> None:
    """Keep the shared options that were given, over those given before the command."""
    settings = ctx.find_root().ensure_object(dict)
    for key, value in given.items():
        if value is not None:
            settings[key] = value if key == "log" else checked(value)


def checked(value: Any) -> Any:
    """Words of a call, refused where a terminal of another encoding broke them."""
    for word in value if isinstance(value, tuple) else (value,):
        if isinstance(word, str) and _BROKEN.search(word):
            raise Refused("not-text", text=word)
    return value


def lang_in(args: list[str]) -> str | None:
    """The language that a call asks for, before its words are read (help and errors need it)."""
    found = None
    for word, following in zip(args, [*args, ""][1:], strict=True):
        name, _, value = word.partition("=")
        if name == "--lang" and (value or following) in LANGS:
            found = value or following
    return found


def lang_of(ctx: click.Context) -> str:
    """The moderator's language: `--lang`, `$REFEREE_LANG`, locale, else French."""
    chosen = (ctx.find_root().obj or {}).get("lang") or os.environ.get("REFEREE_LANG", "")[:2]
    if chosen in LANGS:
        return str(chosen)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "en" if value.lower().startswith("en") else "fr"
    return "fr"


class Call:
    """One call of a command: its settings, and the log and tables it asks for."""

    def __init__(self, ctx: click.Context) -> None:
        self.ctx = ctx
        self.settings: dict[str, Any] = ctx.find_root().obj
        self.lang = lang_of(ctx)
        self.json = bool(self.settings.get("as_json"))

    @property
    def log_path(self) -> str:
        """Where the log is: `--log`, `$REFEREE_LOG`, else click's folder for the application."""
        chosen = self.settings.get("log") or os.environ.get("REFEREE_LOG")
        return str(chosen or os.path.join(click.get_app_dir("referee"), "referee.db"))  # noqa: PTH118 - pathlib is not needed to join a name

    @property
    def by(self) -> str:
        """Who acts."""
        from referee.desk.tables import login

        return str(self.settings.get("by") or login())

    @property
    def colour(self) -> bool:
        """Whether the result goes to a terminal that wants colour."""
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")

    def now(self, zone: tzinfo) -> datetime:
        """The moment at which the moderator acts."""
        clock = datetime.now(UTC)
        given = self.settings.get("now")
        return self.stamp(given, zone, clock).at if given else clock

    def stamp(self, text: str, zone: tzinfo, now: datetime) -> Stamp:
        """A time as an option gives it."""
        from referee.posts.dates import read_stamp

        stamp = read_stamp(text, zone, now)
        if not _FIRST_YEAR <= stamp.at.year <= _LAST_YEAR:
            raise BadStamp("no-date", text)
        return stamp

    def open_log(self) -> Any:
        """The log, which must be there."""
        from referee.store.log import Log

        log = Log.open(self.log_path)
        self.ctx.call_on_close(log.close)
        return log

    def table(self, log: Any) -> Table:
        """The table that is meant."""
        from referee.desk.tables import find

        return find(log, self.table_name)

    @property
    def table_name(self) -> str | None:
        """The table that is named by option or environment; None for none."""
        return self.settings.get("table") or os.environ.get("REFEREE_TABLE") or None

    def speaker(self, log: Any, table: Table) -> Speaker:
        """Who is spoken to: the moderator."""
        from referee.desk.labels import Labels

        labels = Labels(log, table.zone, self.lang)
        return Speaker(self.lang, table.zone, labels.of, labels.post_id, *_own(table))

    def topic(self, log: Any, table: Table) -> Speaker:
        """Who is spoken to: the players, in the topic."""
        from referee.desk.labels import Labels

        labels = Labels(log, table.zone, table.opened.lang, public=True)
        own = _own(table)
        return Speaker(table.opened.lang, table.zone, labels.of, labels.post_id, *own)

    def say(self, text: str, /, **facts: Any) -> str:
        """A text in the moderator's language, what is not ours in it made visible."""
        safe = {k: visible(v) if isinstance(v, str) else v for k, v in facts.items()}
        return say(text, self.lang, **safe)

    def out(self, text: str) -> None:
        """A line of the result."""
        click.echo(text)

    def tell(self, text: str) -> None:
        """A line of the result, broken between words where it goes to a terminal."""
        if not sys.stdout.isatty():
            click.echo(text)
            return
        import shutil
        import textwrap

        width = max(40, shutil.get_terminal_size().columns)
        indent = " " * (len(text) - len(text.lstrip()) + 4)
        for part in text.split("\n"):
            wrapped = textwrap.wrap(
                part, width, subsequent_indent=indent, break_long_words=False, tabsize=4
            )
            click.echo("\n".join(wrapped))

    def hint(self, text: str, /, **facts: Any) -> None:
        """A line beside the result, not shown where only JSON is wanted."""
        if not self.json:
            sys.stdout.flush()  # so that the two streams keep their order on one screen
            click.echo(self.say(text, **facts), err=True)

    def record(self, record: dict[str, Any], zone: tzinfo) -> None:
        """A line of JSON."""
        click.echo(line(record, zone))

    def bold(self, text: str, colour: str | None = None) -> str:
        """Text that stands out where colour is wanted."""
        return click.style(text, fg=colour, bold=True) if self.colour else text


def _own(table: Table) -> tuple[Any, Any]:
    """How the game of a table says a move and spells a draw, where it has its own way."""
    seated = table.game.seated
    return (seated.said, seated.spelled) if seated is not None else (None, None)


def reported(ctx: click.Context, error: BaseException, *, leave: bool = True) -> int:
    """Say what is wrong on stderr, in one line, and leave with its exit code."""
    code, text = worded(error, lang_of(ctx))
    if isinstance(error, OSError) and not error.filename:  # the output itself is gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            code, text = 0, ""
    if text:
        click.echo(f"referee : {text}" if lang_of(ctx) == "fr" else f"referee: {text}", err=True)
    if leave:
        ctx.exit(code)
    return code


def worded(error: BaseException, lang: str) -> tuple[int, str]:
    """The exit code of an error and the line that says what, where and what to do."""
    if isinstance(error, click.Abort):
        return 1, say("aborted", lang)
    if isinstance(error, NoLog):
        return 2, say("error.log.missing", lang, path=one_line(error.path))
    if isinstance(error, LogError):
        facts = {"path": one_line(error.path), "detail": one_line(error.detail)}
        return 3, say(f"error.log.{error.case}", lang, **facts)
    if isinstance(error, BadStamp):
        return 2, stamp_said(error, lang)
    if isinstance(error, Refused):
        facts = {name: _shown(fact, lang) for name, fact in error.facts.items()}
        if error.case in ("no-seed", "draw-kind"):
            facts |= {name: say(facts[name], lang) for name in ("kind", "wanted") if name in facts}
        return 2, say(f"error.{error.case}", lang, **facts)
    if isinstance(error, click.ClickException):
        from referee.cli.help import usage_error

        return error.exit_code, usage_error(error, lang)
    if isinstance(error, OSError):
        detail = error.strerror or str(error)
        if not error.filename:
            return 2, say("error.output", lang, detail=detail)
        folder = os.path.dirname(str(error.filename))  # noqa: PTH120 - pathlib costs start-up time
        if isinstance(error, FileNotFoundError) and folder and not os.path.isdir(folder):  # noqa: PTH112 - as above
            return 2, say("error.no-folder", lang, path=one_line(folder))
        key = next((k for kind, k in _FILES.items() if isinstance(error, kind)), "error.file")
        return 2, say(key, lang, path=one_line(str(error.filename)), detail=detail)
    if isinstance(error, UnknownEvent | msgspec.MsgspecError):
        return 3, say("error.log.damaged", lang, detail=one_line(str(error)))
    raise error


def stamp_said(bad: BadStamp, lang: str) -> str:
    """What is wrong with a date."""
    facts = {name: _shown(fact, lang) for name, fact in bad.facts.items()}
    for name in ("written", "actual"):  # days by their numbers
        if name in bad.facts:
            facts[name] = weekday(bad.facts[name], lang)
    return say(f"error.stamp.{bad.case}", lang, **facts)


def _shown(fact: Any, lang: str) -> Any:
    if isinstance(fact, datetime):
        return moment(fact, fact.tzinfo or UTC, lang)
    if isinstance(fact, str) and fact.startswith(("type.", "left.", "check.pasted")):
        return say(fact, lang)
    if isinstance(fact, BadStamp):
        return stamp_said(fact, lang)
    return one_line(fact) if isinstance(fact, str) else fact
