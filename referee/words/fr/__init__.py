"""Les phrases en français."""

from referee.words.fr import commands, rulings

_NBSP = "\u00a0"


def typeset(text: str) -> str:
    """French typography: the space before `: ; ! ? »` and after `«` does not break."""
    for mark in ":;!?»":
        text = text.replace(f" {mark}", f"{_NBSP}{mark}")
    return text.replace("« ", f"«{_NBSP}")


TEXTS = {key: typeset(text) for key, text in (rulings.TEXTS | commands.TEXTS).items()}
