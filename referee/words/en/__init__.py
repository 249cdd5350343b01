"""The sentences in English."""

from referee.words.en import commands, rulings

TEXTS = rulings.TEXTS | commands.TEXTS
