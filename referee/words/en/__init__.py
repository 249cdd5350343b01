"""The sentences in English."""

from referee.words.en import commands, rulings


def typeset(text: str) -> str:
    """English typography: as it stands."""
    return text


TEXTS = rulings.TEXTS | commands.TEXTS
