"""`rules`: the text of a clause, short enough to quote in the topic."""

import click

from referee.cli.rulebook import BOOKS, LETTERS, load
from referee.cli.shared import Call, command
from referee.desk.errors import Refused


@command
@click.argument("book", metavar="GAME|forum")
@click.argument("clause", required=False)
def rules_command(call: Call, book: str, clause: str | None) -> None:
    """The rules of a game, or one clause, to quote in the topic."""
    if book.casefold() not in BOOKS:
        raise Refused("no-book", book=book, known=", ".join(BOOKS))
    wanted = clause.upper() if clause else None
    if wanted and wanted[:1] in LETTERS:
        book = LETTERS[wanted[0]]  # `rules quadrille F6` is what a ruling on F6 makes people type
    clauses = load(book.casefold())
    if wanted and wanted not in clauses:
        raise Refused("no-clause", clause=clause, book=book, known=", ".join(clauses))
    for name, text in clauses.items():
        if wanted in (None, name):
            title, words = text[f"{call.lang}_title"], text[call.lang]
            if call.json:
                click.echo(_record(book.casefold(), name, title, words))
            else:
                call.out(f"{name} – {title}\n{words}" + ("" if wanted else "\n"))


def _record(book: str, clause: str, title: str, text: str) -> str:
    from datetime import UTC

    from referee.render.records import line

    return line({"book": book, "clause": clause, "title": title, "text": text}, UTC)
