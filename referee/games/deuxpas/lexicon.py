"""The words with which players announce, correct, doubt and tell moves (D16, F15), French and
English, without accents and apostrophes."""

from collections.abc import Sequence

from referee.core.names import one_slip


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in text.split("|"))


DECLARING = _phrases(
    "coup|mon coup|move|my move|je joue|je bouge|je deplace|je vais|j avance|i play|i move|i go"
    "|je joue donc|donc je joue|je tente|je joue de|je vais de|i move from|i go from|ce sera|voici"
    "|coup de"
)
"""What stands before a move that is announced: `coup :`, `je joue`."""

FILLING = _words(
    "de du des le la les un mon my the pion pawn from donc alors so ok bon bien voila voici et and"
    " mais but puis then tour turn n numero d abord ce sera c est it is en a"
    " allez hop tiens ensuite"
)
"""Words beside a move that change nothing."""

CORRECTING = _words(
    "non pardon finalement plutot oups oops correction erreur rectification actually sorry rather"
    " no zut mince wait scratch desole desolee rectificatif instead finally"
)
"""A move after one of these takes the place of what was said before (F15)."""

CORRECTING_PHRASES = _phrases("en fait|je voulais dire|i mean|i meant|in fact|je corrige|make that")

EXCLUDING = _phrases(
    "pas|plutot que|au lieu de|not|rather than|instead of|et non|et pas|and not|but not|plus"
)
"""A move right after one of these is what the author does not play (F15)."""

REFUSING = _words("non no oups oops zut mince wait scratch erreur pardon")
"""Corrections that, after a move and without another, take it back; the others (`finalement`,
`plutot`) may well speak of the move that stands."""

GOING_ON = _words("et puis ensuite and then")
"""Words with which a line goes on with the move of the line above it."""

THINGS = _words("case cases cell cells square squares carre carres")
"""What makes the cell after it a thing that is spoken of, no part of a move."""

POLITE = _phrases("s il te plait|s il vous plait|s il te plais|si si")
"""Conditions in form only."""

RETRACTING_SHORT = _phrases(
    "pas encore|not yet|ou pas|or not|attends|attendez|attend|pas tout de suite|pas maintenant"
    "|not now|on attend|stop"
)
"""Words that take back a move right after it, or with nothing else in their sentence."""

RETRACTING = _phrases(
    "je retire|j annule|annule|je reprends mon coup|laisse tomber|laissez tomber|cancel"
    "|i take it back|i take that back|oubliez|oublie|forget it|ne comptez pas|ignorez|ignore that"
    "|je reflechis|let me think|i am thinking|je change d avis|j ai change d avis|je me ravise"
    "|i changed my mind|i change my mind|never mind|nevermind|hold on|hang on|scratch that"
    "|finalement non|en fait non|actually no|on oublie|j ai annule"
)
"""Words that take back a move without another."""

CONDITIONAL = _words(
    "si s if unless serait aurait aurais pourrais pourrait voudrais would could should sinon"
    " otherwise"
)
HESITANT = _words(
    "eventuellement probablement probably possibly maybe perhaps hesite hesitate might possible"
    " envisage considering tempted"
)
HESITANT_PHRASES = _phrases(
    "peut etre|je pense|je crois|pas sur|pas sure|not sure|i think|i guess|sans doute|on verra"
)
DOUBT_ALONE = _words(
    "peut etre si possible je peux c est permis bon legal autorise ok ca marche can i is that it"
    " allowed maybe perhaps pas sur sure not hesite j if this le droit ai correct possible valide"
)
"""A line of nothing but these doubts the move above it: `je peux ?`, `si possible`."""

DOUBT_KEYS = _words(
    "etre possible peux permis legal autorise can allowed maybe perhaps sur sure hesite droit"
    " correct valide"
)

ALTERNATIVE = ("ou", "or")
"""A move after one of these is one of several."""

POSSESSIVES = _words("ton ta tes son sa ses votre vos leur leurs your his her their")
PRONOUNS = _words("il elle tu vous ils elles he she they you")
PLAYING = _words(
    "joue joues jouer jouez jouera joueras jouait jouais va vas allez vais fait fais faites bouge"
    " bouges bougez deplace deplaces play plays played move moves moved go goes went did does"
    " avance as a avez has have choisit choisi"
)
"""Verbs and their helpers that tell who plays."""

COLOURS = {"rouge": "red", "red": "red", "bleu": "blue", "blue": "blue"}

ABANDONING = _phrases("abandon|j abandonne|j abandonne la partie|resign|i resign|j abandonne ici")
"""Lines that resign (D16)."""

ABANDONING_WORDS = _phrases(
    "j abandonne|i resign|je declare forfait|je concede|i concede|je me rends|je jette l eponge"
    "|i give up|i quit"
)
"""What may be a resignation where it does not stand alone."""

_NOUNS = ("abandon", "resign")
_VERBS = _words("abandonne abandonner resign resigne resigner")
_OF = _words("de du des by of")
_BEFORE_NOUN = _words("un l d par des les le cet ton son sans quel en the an a to of by did would")
"""What makes `abandon` a thing that is spoken of."""

NEGATING = _words("pas jamais never not ne n don t won")

_ORDINARY = _words(
    "abandons abandonna abandonner abandonnes abandonnee abandoned abandonned resigns resigned"
    " design reign resigne coups cour cous cout loup coupe coupa soup moves moved more love mode"
    " mover dove cove rove moue move coup"
)
"""Ordinary words one letter away from a key word: never taken for a slip (F15)."""


def slip(word: str, keys: tuple[str, ...] = ("coup", "move")) -> str | None:
    """The one key word that is a single typing slip away; None for none, for several, and for an
    ordinary word."""
    if word in _ORDINARY or word in keys or len(word) < 4:
        return None
    near = [key for key in keys if one_slip(word, key)]
    return near[0] if len(near) == 1 else None


def abandoning(words: list[str]) -> list[str] | None:
    """The resignation that a line is, one slip of a letter in its key word allowed; None for a
    line that is none."""
    if tuple(words) in ABANDONING:
        return words
    for phrase in ABANDONING:
        if len(phrase) != len(words):
            continue
        slips = [at for at, word in enumerate(words) if word != phrase[at]]
        if len(slips) == 1 and slip(words[slips[0]], (phrase[slips[0]],)):
            return list(phrase)
    return None


def resigning(words: list[str], names: Sequence[list[str]]) -> bool:
    """Whether a sentence may be its author's resignation, though not in the form of one."""
    if NEGATING & set(words) or "failli" in words:
        return False
    if holds(words, ABANDONING_WORDS):
        return True
    others = {name[-1] for name in names if name}
    for at, word in enumerate(words):
        before, after = words[max(0, at - 4) : at], words[at + 1 : at + 2]
        if word in _VERBS and {"je", "j", "i"} & set(before) and "suis" not in before:
            return True
        beside = set(before[-1:]) & (_BEFORE_NOUN | others) or set(after) & _OF
        if word in _NOUNS and not beside and not PRONOUNS & set(words):
            return True
    return False


def ends_with(words: list[str], phrases: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the words end in one of those phrases."""
    return any(tuple(words[-len(phrase) :]) == phrase for phrase in phrases)


def holds(words: list[str], phrases: tuple[tuple[str, ...], ...]) -> bool:
    """Whether one of those phrases stands somewhere among the words."""
    text = f" {' '.join(words)} "
    return any(f" {' '.join(phrase)} " in text for phrase in phrases)
