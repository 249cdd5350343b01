"""What the parts of a post count for: corrections, exclusions, doubts, moves of others (F15)."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from referee.games.azul import lexicon as lx
from referee.games.azul.words import Element, Part, elements, tokens

_EXCLUSIONS = 20
"""How many exclusions of a part are followed; no sentence of a person has more."""


class Piece(NamedTuple):
    """A part as it counts: what it names; whether it holds words that no plain move needs; its
    doubt (a case of F15, empty for none) and whether it says nothing else; whose it is (None the
    author's, otherwise a name, empty for somebody); whether it puts right what came before."""

    elements: tuple[Element, ...]
    chatty: bool
    doubt: str
    teller: str | None
    sentence: int
    plain_doubt: bool = False
    corrects: bool = False


def pieces(parts: Sequence[Part], names: Sequence[str]) -> list[Piece]:
    """The parts of a post as pieces, one or more a part, in order."""
    tellers = _name_tokens(names)
    found: list[Piece] = []
    doubts = _doubts(parts)
    teller: str | None = None
    sentence = -1
    for part in parts:
        if part.sentence != sentence:
            teller, sentence = None, part.sentence
        texts = [token.text for token in part.tokens]
        if any(text in lx.FIRST_PERSON for text in texts):
            teller = None
        else:
            told = _labelled(part, texts, tellers) or _told(texts, tellers)
            teller = told if told is not None else teller
        found += _pieces_of(part, doubts[part.sentence], teller)
    return found


def _pieces_of(part: Part, doubt: str, teller: str | None) -> list[Piece]:
    texts = [token.text for token in part.tokens]
    named, used = elements(part.tokens)
    named = _weighed(_counted(_without_rest(named, texts)), part, used)
    named = _without_excluded(named, texts)
    chatty = any(
        text.isalpha() and text not in lx.FILLER and at not in used and len(text) > 1
        for at, text in enumerate(texts)
    )
    plain = bool(doubt) and not named and len(texts) <= 4
    marks = _matches(texts, lx.CORRECTION)
    cut = marks[-1] if marks else None
    if cut is None:
        return [Piece(tuple(named), chatty, doubt, teller, part.sentence, plain)]
    first = tuple(e for e in named if e.at < cut[0])
    then = tuple(e for e in named if e.at >= cut[0])
    if first and not then and cut[2] in lx.POSTFIX:
        first, then = (), first
    return [
        Piece(first, chatty, doubt, teller, part.sentence),
        Piece(then, chatty, doubt, teller, part.sentence, plain, corrects=True),
    ]


@cache
def _by_first_word(phrases: tuple[str, ...]) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append(words)
    return found


def _matches(texts: Sequence[str], phrases: tuple[str, ...]) -> list[tuple[int, int, str]]:
    """Where phrases stand among words: start, end and phrase, in order."""
    known = _by_first_word(phrases)
    found = [
        (at, at + len(words), " ".join(words))
        for at, text in enumerate(texts)
        for words in known.get(text, ())
        if tuple(texts[at : at + len(words)]) == words
    ]
    return [one for one in found if not _part_of_another(one, texts)]


def _part_of_another(match: tuple[int, int, str], texts: Sequence[str]) -> bool:
    """Whether a phrase is the beginning of one that says something else: `plutôt que`, `no 3`."""
    start, end, phrase = match
    after = texts[end] if end < len(texts) else ""
    before = texts[start - 1] if start else ""
    if phrase in ("plutot", "rather", "instead"):
        return after in ("que", "qu", "than", "of")
    if phrase == "no":
        return after.isdecimal() or after == "°" or after in ("worries", "problem")
    if phrase == "non":
        return before == "et" or after == "pas"
    if phrase == "si":
        return after == "si" or before == "si"
    return False


def _doubts(parts: Sequence[Part]) -> dict[int, str]:
    """The doubt of each sentence: a question, a condition, a hesitation, or none (F15)."""
    found: dict[int, str] = {}
    for part in parts:
        texts = [token.text for token in part.tokens if token.text not in ("-", "'")]
        if part.stop == "?" or _matches(texts, lx.QUESTION):
            doubt = "azul-question"
        elif _matches(texts, lx.CONDITION):
            doubt = "azul-condition"
        elif _matches(texts, lx.HESITATION) or _alternative(part):
            doubt = "azul-hesitation"
        else:
            doubt = ""
        found[part.sentence] = found.get(part.sentence) or doubt
    return found


def _alternative(part: Part) -> bool:
    """Whether `ou` stands between two things that a move could be made of."""
    texts = [token.text for token in part.tokens]
    cuts = [at for at, text in enumerate(texts[:-1]) if text in ("ou", "or")]
    cuts = [at for at in cuts if texts[at + 1] not in lx.POSTFIX]  # `ou plutôt`
    if not cuts:
        return False
    named, _ = elements(part.tokens)
    return any(
        any(e.at < cut for e in named) and any(e.at > cut for e in named) for cut in cuts[:4]
    )


def _name_tokens(names: Sequence[str]) -> list[tuple[tuple[str, ...], str]]:
    """Names as the words they are made of, longest first; names that are all keywords left out."""
    found = []
    for name in names:
        words = tuple(token.text for token in tokens(name) if token.text != "\n")
        if words and not all(word in lx.COLOUR_WORDS or word in lx.FILLER for word in words):
            found.append((words, name))
    return sorted(found, key=lambda one: -len(one[0]))


def _labelled(
    part: Part, texts: list[str], tellers: list[tuple[tuple[str, ...], str]]
) -> str | None:
    """The name that stands alone before a colon: `Bruno : F3 bleu L4`."""
    if not part.colon:
        return None
    texts = [text for text in texts if text != "@"]
    return next((name for words, name in tellers if list(words) == texts), None)


def _told(texts: list[str], tellers: list[tuple[tuple[str, ...], str]]) -> str | None:
    """Whose move a part tells: a player's name, empty for somebody, None for the author."""
    texts = [text for text in texts if text not in ("'", "-", "@")]
    for words, name in tellers:
        size = len(words)
        for at in range(len(texts) - size + 1):
            if tuple(texts[at : at + size]) == words and _is_subject(texts, at, at + size):
                return name
    for at, text in enumerate(texts):
        if text in lx.OTHERS:
            end = at + 1
            while end < len(texts) and texts[end] in lx.SKIPPED:
                end += 1
            if end < len(texts) and texts[end] in lx.THEIR_VERBS and "y" not in texts[at + 1 : end]:
                return ""
    return None


def _is_subject(texts: list[str], start: int, end: int) -> bool:
    """Whether a name at these words does the taking: a verb follows, or it is `for` that player."""
    if start and texts[start - 1] in lx.FOR:
        return True
    while end < len(texts) and texts[end] in lx.SKIPPED:
        end += 1
    return end < len(texts) and texts[end] in lx.THEIR_VERBS


def _without_rest(named: list[Element], texts: Sequence[str]) -> list[Element]:
    """Without `le reste au plancher`, `un bleu tombe par terre`: no choices of the player's."""
    cut = next((at for at, text in enumerate(texts) if text in lx.REST), len(texts))
    named = [element for element in named if element.at < cut]
    falls = next((at for at, text in enumerate(texts) if text in lx.FALLS), None)
    if falls is None:
        return named
    whole: list[Element] = []
    for element in named:
        if {"source", "colour", "line"} <= {known.slot for known in whole}:
            return whole
        whole.append(element)
    return []


def _counted(named: list[Element]) -> list[Element]:
    """Tiles drawn side by side as one colour and their number."""
    found: list[Element] = []
    for element in named:
        last = found[-1] if found else None
        if (
            last is not None
            and last.slot == element.slot == "colour"
            and last.value == element.value
            and element.at - last.at == 1
        ):
            count = found[-2] if len(found) > 1 and found[-2].slot == "count" else None
            number = int(count.value) + 1 if count else 2
            found = found[:-2] if count else found[:-1]
            found += [last._replace(slot="count", value=number), element]
        else:
            found.append(element)
    return found


def _weighed(named: list[Element], part: Part, used: set[int]) -> list[Element]:
    """Letters alone (`C rouge P`, `F3 r L4`) as what they stand for, where the part needs one and
    is short, or they are capitals; other letters are none."""
    have: set[str] = {element.slot for element in named}
    if "letter" not in have:
        return named
    compact = all(
        token.text in lx.FILLER or at in used or not token.text.isalpha()
        for at, token in enumerate(part.tokens)
    )
    found: list[Element] = []
    for element in named:
        if element.slot != "letter":
            found.append(element)
            continue
        letter = str(element.value)
        meant = _letter_as(element, letter.lower(), have) if compact or letter.isupper() else None
        if meant is not None:
            found.append(meant)
            have.add(meant.slot)
    return found


def _letter_as(letter: Element, word: str, have: set[str]) -> Element | None:
    if word in ("p", "f") and "line" not in have and ("colour" in have or "letter" in have):
        return letter._replace(slot="line", value=0)
    if word == "c" and "source" not in have and "column" not in have:
        return letter._replace(slot="source", value=0)
    if word in lx.INITIALS and "colour" not in have and have & {"source", "line", "bare"}:
        return letter._replace(slot="colour", value="|".join(lx.INITIALS[word]), seen=word)
    return None


def _without_excluded(named: list[Element], texts: Sequence[str]) -> list[Element]:
    """The elements without those that `pas X` and `plutôt que X` exclude: what follows, until one
    part of a move is named again."""
    for _, end, _ in _matches(texts, lx.EXCLUSION)[:_EXCLUSIONS]:
        following = [element for element in named if element.at >= end]
        if not following or not all(text in lx.FILLER for text in texts[end : following[0].at]):
            continue
        dropped: list[Element] = []
        for element in following:
            if element.slot in {gone.slot for gone in dropped} or _turned(texts, end, element.at):
                break
            dropped.append(element)
        named = [element for element in named if element not in dropped]
    return named


def _turned(texts: Sequence[str], start: int, end: int) -> bool:
    """Whether `mais` or a verb of the author's comes between."""
    return any(text in ("mais", "but", "je", "i") for text in texts[start:end])
