"""Every sentence a person reads, in French and English; sentences are made from facts, last."""

from functools import cache
from importlib import import_module
from typing import Any

LANGS = ("fr", "en")

_VOWELS = frozenset("AEIOUYÀÂÄÉÈÊËÎÏÔÖÙÛÜaeiouyàâäéèêëîïôöùûü")


class Count(int):
    """A number that chooses its noun: `{n:point|points}` writes `1 point`, `2 points`.

    French counts 0 and 1 as singular, English only 1; the language sets `one`, the largest
    singular. Any other format is that of int.
    """

    one = 1

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return int.__format__(self, form)
        single, several = form.split("|")
        singular = (0 <= self <= 1) if self.one == 1 else self == 1
        return f"{int(self)} {single if singular else several}"


class _EnglishCount(Count):
    one = 0


@cache
def texts(lang: str) -> dict[str, str]:
    """The texts of a language by their keys, the help pages excepted."""
    found: dict[str, str] = import_module(f"referee.words.{lang}").TEXTS
    return found


@cache
def pages(lang: str) -> dict[str, str]:
    """The help pages of a language by their keys."""
    found: dict[str, str] = import_module(f"referee.words.{lang}.help").TEXTS
    return found


@cache
def game_texts(lang: str) -> dict[str, str]:
    """What only games with seats, pages and pictures say, by key; loaded when such a key is asked
    for."""
    typeset = import_module(f"referee.words.{lang}").typeset
    found: dict[str, str] = {}
    for part in ("seats", "qwixx", "azul", "deuxpas", "page"):
        found |= import_module(f"referee.words.{lang}.{part}").TEXTS
    return {key: typeset(text) for key, text in found.items()}


def template(text: str, lang: str) -> str:
    """The text of that key, its facts still to be put in; KeyError where there is none."""
    own = texts(lang).get(text)
    return game_texts(lang)[text] if own is None else own


def say(text: str, lang: str, /, **facts: Any) -> str:
    """The text of that key with its facts put in. Facts are values, never templates."""
    count = Count if lang == "fr" else _EnglishCount
    spoken = {
        name: count(value) if isinstance(value, int) and not isinstance(value, bool) else value
        for name, value in facts.items()
    }
    sentence = template(text, lang)
    if lang == "fr" and "e {" in sentence:
        sentence = _elided(sentence, spoken)
    return sentence.format_map(spoken)


def _elided(template: str, facts: dict[str, Any]) -> str:
    """French: `de {player}` and `que {player}` before a vowel (`d'Alice`, `qu'Alice`)."""
    for name, fact in facts.items():
        if isinstance(fact, str) and fact[:1] in _VOWELS and fact:
            for word in ("d", "qu"):
                template = template.replace(f" {word}e {{{name}}}", f" {word}'{{{name}}}")
    return template
