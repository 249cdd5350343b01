"""What the parts of a post count for: corrections, exclusions, doubts, moves of others (F15)."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from referee.games.azul import lexicon as lx
from referee.games.azul.words import Element, Part, elements, tokens

_WHOLE = frozenset(("source", "colour", "line"))
_EXCLUSIONS = 20
"""How many exclusions of a part are followed; no sentence of a person has more."""


ADVISED = "\n"
"""Whose move it is where a player is told to make it, unless that is the author's own way of saying
that they make it: no name is like this."""


class Piece(NamedTuple):
    """A part as it counts: what it names; whether it holds words that no plain move needs; its
    doubt (a case of F15, empty for none) and whether it says nothing else; whose it is (None the
    author's, otherwise a name, empty for somebody); whether it puts right what came before, or
    takes it back; its line."""

    elements: tuple[Element, ...]
    chatty: bool
    doubt: str
    teller: str | None
    sentence: int
    plain_doubt: bool = False
    corrects: bool = False
    retracts: bool = False
    line: int = 0


def pieces(parts: Sequence[Part], names: Sequence[str]) -> list[Piece]:
    """The parts of a post as pieces, one or more a part, in order."""
    owners = _owners(parts, _name_tokens(names))
    own = [_doubt(part) for part in parts]
    doubts = _doubts(parts, owners, own)
    found: list[Piece] = []
    for part, teller, doubtful in zip(parts, owners, own, strict=True):
        doubt = doubts[part.sentence, teller is None]
        found += _pieces_of(part, doubt, teller, doubtful=bool(doubtful))
    return found


def _owners(parts: Sequence[Part], tellers: list[tuple[tuple[str, ...], str]]) -> list[str | None]:
    """Whose move each part tells: None for the author's, a name, or empty for somebody."""
    owners: list[str | None] = []
    teller: str | None = None
    sentence, called = -1, False
    advised = {part.sentence for part in parts if _matches(_words_of(part), lx.ADVICE)}
    for part in parts:
        texts = [token.text for token in part.tokens]
        if part.sentence != sentence:
            teller, sentence, called = None, part.sentence, False
        told = _labelled(part, texts, tellers) or _told(texts, tellers)
        if told is not None and _only_might(part, texts):
            told = None  # `tu pourrais attendre`
        if told is None and called and texts[0] in lx.IMPERATIVES:
            told = ADVISED
        if part.sentence in advised:
            teller = told or teller or ""
        elif any(text in lx.FIRST_PERSON for text in texts):
            teller = told if told is not None and _told_first(part, texts) else None
        else:
            teller = told if told is not None else teller
        owners.append(teller)
        called = any(list(words) == [t for t in texts if t != "@"] for words, _ in tellers)
    return owners


def _only_might(part: Part, texts: list[str]) -> bool:
    """Whether a part says what somebody might do, and names nothing that a move is made of."""
    return part.stop != "?" and bool(lx.MODALS.intersection(texts)) and not elements(part.tokens)[0]


def _told_first(part: Part, texts: list[str]) -> bool:
    """Whether all that a part names stands before the author comes in: `si tu prends F3 bleu L4,
    je perds`."""
    me = next(at for at, text in enumerate(texts) if text in lx.FIRST_PERSON)
    named, _ = elements(part.tokens)
    return bool(named) and all(element.at < me for element in named)


def _words_of(part: Part) -> list[str]:
    return [token.text for token in part.tokens if token.text not in ("-", "'")]


def _pieces_of(part: Part, doubt: str, teller: str | None, *, doubtful: bool) -> list[Piece]:
    texts, line = [token.text for token in part.tokens], part.tokens[0].line
    named, used = elements(part.tokens)
    named = _weighed(_counted(_without_rest(named, texts)), part, used)
    named = _without_excluded(named, texts)
    chatty = any(
        text.isalpha() and text not in lx.FILLER and at not in used and len(text) > 1
        for at, text in enumerate(texts)
    )
    plain = doubtful and not named and (len(texts) <= 4 or doubt == "azul-retracted")
    back = not named and _takes_back(_words_of(part))
    marks = _matches(texts, lx.CORRECTION)
    cut = marks[-1] if marks else None
    if cut is None:
        return [
            Piece(
                tuple(named), chatty, doubt, teller, part.sentence, plain, retracts=back, line=line
            )
        ]
    first = tuple(e for e in named if e.at < cut[0])
    then = tuple(e for e in named if e.at >= cut[0])
    if first and not then and cut[2] in lx.POSTFIX:
        first, then = (), first
    back = not then and _takes_back(_words_of(part._replace(tokens=part.tokens[marks[0][0] :])))
    return [
        Piece(first, chatty, doubt, teller, part.sentence, line=line),
        Piece(
            then,
            chatty,
            doubt,
            teller,
            part.sentence,
            plain,
            corrects=True,
            retracts=back,
            line=line,
        ),
    ]


def _takes_back(texts: list[str]) -> bool:
    """Whether words that name nothing take back the move before them: `ah non`, `finalement je
    réfléchis encore`."""
    if _matches(texts, lx.SECOND_THOUGHTS) or texts[-2:] == ["je", "reflechis"]:
        return True
    start = 0
    while start < len(texts) and texts[start] in lx.NOISES:
        start += 1
    if start == len(texts) or texts[start] not in lx.TAKING_BACK:
        return False
    after = texts[start + 1] if start + 1 < len(texts) else ""
    if texts[start] in lx.BRIEF and after and after not in lx.AFTER_BRIEF:
        return False
    return after not in lx.NOT_TAKING_BACK.get(texts[start], ())


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
    if phrase in lx.FORGOTTEN:
        return before in lx.NOT_FORGOTTEN or after in ("pas", "jamais", "about")
    if phrase == "si":
        return after == "si" or before == "si"
    return False


Doubts = dict[tuple[int, bool], str]
"""The doubt of a sentence, in what it says of the author's move and in what it says of others'."""


def _doubts(parts: Sequence[Part], owners: Sequence[str | None], own: Sequence[str]) -> Doubts:
    """The doubt of each sentence: a question, a condition, a hesitation, a retraction, or none
    (F15). One that ends in a comma at the end of its line is for the next one too."""
    found: Doubts = {}
    carried, sentence, stop = "", -1, ""
    for part, owner, found_here in zip(parts, owners, own, strict=True):
        if part.sentence != sentence:
            before = found.get((sentence, True), "") or found.get((sentence, False), "")
            carried = before if stop in (",", ":") and before == "azul-condition" else ""
            sentence, stop = part.sentence, part.stop
        doubt = found_here or carried
        both = doubt in ("azul-question", "azul-condition")
        for mine in (True, False):
            before = found.get((sentence, mine), "")
            found[sentence, mine] = before or (doubt if both or mine == (owner is None) else "")
    return found


def _doubt(part: Part) -> str:
    texts = _words_of(part)
    if part.stop == "?" or _matches(texts, lx.QUESTION):
        return "azul-question"
    if _matches(texts, lx.CONDITION):
        return "azul-condition"
    if _matches(texts, lx.RETRACTION):
        return "azul-retracted"
    if _matches(texts, lx.HESITATION) or _alternative(part):
        return "azul-hesitation"
    return ""


def _alternative(part: Part) -> bool:
    """Whether `ou` stands between two things that a move could be made of, or before one that
    comes after something said already: `(ou P)`, `sinon L3`."""
    texts = [token.text for token in part.tokens]
    if texts[0] in lx.ALTERNATIVES and len(texts) > 1 and texts[1] not in lx.POSTFIX:
        named, _ = elements(part.tokens)
        return any(element.slot not in ("count", "letter") for element in named) or (
            len(texts) == 2 and (texts[1] in ("p", "f", "c") or texts[1].isdecimal())
        )
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
    """The name that stands before a colon: `Bruno : F3 bleu L4`, `Coup de Bruno : …`."""
    if not part.colon:
        return None
    texts = [text for text in texts if text != "@" and text not in lx.LABEL]
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
    slots: set[str] = set()
    for element in named:
        if slots >= _WHOLE:
            break
        whole.append(element)
        slots.add(element.slot)
    return whole if slots >= _WHOLE else []


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
    slots = set(have)
    line = next((element.at for element in named if element.slot == "line"), -1)
    found: list[Element] = []
    for element in named:
        if element.slot != "letter":
            found.append(element)
            continue
        letter = str(element.value)
        meant = _letter_as(element, letter.lower(), have) if compact or letter.isupper() else None
        meant = meant or _letter_beside(element, letter, slots, line)
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


def _letter_beside(letter: Element, word: str, slots: set[str], line: int) -> Element | None:
    """A letter that names a second floor or source: `L2 P`, `F1 C bleu L2`; `line`: where the
    first line is named."""
    if "line" in slots and (word == "P" or (word == "F" and line < letter.at)):
        return letter._replace(slot="line", value=0)
    if word == "C" and "source" in slots and "column" not in slots:
        return letter._replace(slot="source", value=0)
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
