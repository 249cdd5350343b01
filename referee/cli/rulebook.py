"""The clauses of the rulebook, for people: title and text in both languages."""

import tomllib
from importlib.resources import files

BOOKS = ("forum", "quadrille", "qwixx", "azul", "deuxpas")
LETTERS = {"F": "forum", "Q": "quadrille", "X": "qwixx", "A": "azul", "D": "deuxpas"}


def load(book: str) -> dict[str, dict[str, str]]:
    """The clauses of a rulebook, in order."""
    path = files("referee.words") / "rules" / f"{book}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def clause_text(clause: str, lang: str) -> tuple[str, str] | None:
    """Title and text of a clause; None where there is none of that name."""
    book = LETTERS.get(clause[:1])
    text = load(book).get(clause) if book else None
    return (text[f"{lang}_title"], text[lang]) if text else None
