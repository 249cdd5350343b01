"""The words of Qwixx in French and English (X14, F15), folded: small letters, no accents."""

import unicodedata
from functools import lru_cache

from referee.core.names import one_slip
from referee.games.qwixx.board import COLOURS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NAMES = (
    "rouge rouges red 🔴 🟥 ❤",
    "jaune jaunes yellow 🟡 🟨 💛",
    "vert verts verte vertes green 🟢 🟩 💚",
    "bleu bleus bleue bleues blue 🔵 🟦 💙",
)
COLOUR = {name: row for row, names in zip(COLOURS, _NAMES, strict=True) for name in names.split()}
"""A row by its name or emoji."""

INITIAL = {"r": "red", "j": "yellow", "y": "yellow", "v": "green", "g": "green", "b": "blue"}

_FRENCH = "zero un deux trois quatre cinq six sept huit neuf dix onze douze"
_ENGLISH = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBER_WORDS = {
    word: value
    for words in (_FRENCH, _ENGLISH)
    for value, word in enumerate(words.split())
    if value >= 2
}

WHITE_WORDS = _words("blanc blancs blanche blanches white whites ⚪ ⬜")
COLOUR_WORDS = _words("couleur couleurs colour colours color colors coloured colored")

JOINS = _words("et puis ensuite apres and then plus aussi also & +")
CORRECTIONS = _words(
    "non no nope pardon finalement plutot oups oops correction rectification rectifie erratum "
    "actually sorry desole desolee rather instead edit errata modif"
)
APOLOGIES = _words("pardon sorry desole desolee")
OF = ("de", "du", "pour", "for", "of")
LIKE = frozenset(("comme", "like", "as", "merci", "bravo"))
ME = _words("je j moi me i mon ma mes my i'm i'll")
OTHERS = _words("il elle ils elles tu toi vous he she they you lui")
THEIR = _words("ton ta tes votre vos son sa ses your his her their leur")
THIRD = _words(
    "a as ont avait avais avez coche coches cochait cocha cocher prend prends prenait pris "
    "passe passes joue joues met mets marque marques choisit choisi had has have took takes "
    "take marks marked mark picks picked pick did does do peut peux pouvez va vas doit dois "
    "veut veux ferait fait fais semble aurait is was est s'est n'a vient viens viennent just"
)
"""Verbs that make the name or pronoun before them the one who acts."""

CONDITIONS = _words("si s'il s'ils if unless when")
HESITATIONS = _words(
    "peut-etre maybe perhaps possible possiblement probably probablement pense crois hesite "
    "hesitation espere hope think guess might could should pourrais pourrait pourrai aurais "
    "vise attends attend manque manquait faut joli jolie hier yesterday avais avait etait "
    "derniere dernier "
    "devrais voudrai verrai doute demande wonder envisage tente suppose"
)
VERBS = _words(
    "coche cocher cochee coches cochez prends prend prendre pris marque marquer joue jouer "
    "mets met choisis choisir check mark take tick cross pick i'll vais"
)
NOTS = _words("pas not sans without don't dont")

FILLERS = (
    _words(
        "je j moi i me m de d du des le la les l un une pour ce cette cet tour fois donc alors "
        "bon ok okay hop allez voila ici encore malheureusement helas tant pis merci ne n pas que "
        "mes mon ma sur en a au aux dans avec car et puis ensuite bah ben euh hmm mouais desole "
        "moi-meme this time the for my turn on in it so well then and thanks again here sadly "
        "only just cases case croix chiffre nombre ligne rangee row number box y suis suite point"
    )
    | VERBS
)

PLAIN = FILLERS | _words(
    "bonjour bonsoir salut coucou hello hi hey tous toutes tout monde everyone everybody guys all "
    "c'est ca va dire coup choix toujours egalement juste uniquement seulement cadenas lock verrou "
    "lol mdr ptdr haha hihi hehe xd p o x s ma notre mon moi-meme evidemment naturellement "
    "voudrais veux souhaite j'aimerais aimerais j'ai n'ai n'utilise utilise utiliser use using "
    "ferme fermer verrouille verrouiller valide valider barre barrer noircis noircir opte me lance "
    "font fait croise coup reponse answer choice move "
    "i'm i'd i've going go gonna be is it's like want marking taking ticking crossing picking "
    "choosing playing took marked ticked crossed picked with of that to no yes oui ouais yep "
    "one dice die dices whites blancs des do day really today aujourd'hui round "
    "cote part colonne column lines line rows ci w "
    "sera ferai cocherai prendrai mettrai marquerai dis choose let's pars retard bonne journee "
    "soiree chance luck"
)
"""Words that may stand beside an answer and leave it plain; any other makes it unclear."""

ASIDES = _words(
    "prochain prochaine prochains prochaines next later tard demain tomorrow bientot soon deja "
    "already bravo gg nice dommage damage tentait tentant garde gardais gardait record voulais "
    "voulait wanted cocherais prendrais aurait felicitations congrats joue oublie rate "
    "prevu"
)
"""Words of a comment: a mark beside them is no second answer where a plain one stands."""

PRAISE = _words("bravo gg nice felicitations congrats well bien joli jolie super great")
BREAKS = _words("car parce puisque because since comme merci thanks thx cheers")
"""After an answer they begin an aside."""

THENCE = _words("so donc alors")
LATER_WORDS = _words("plutot finalement rather instead actually")
"""Corrections that may follow what they bring in: `rouge 7, vert 7 plutôt`."""

EDIT_NOTES = _words("edit errata erratum modif correction rectification")
"""They head a correction, or a remark on one, which takes nothing back."""

_ORDINARY = _words(
    "ble vet lue bue leu rue due que sue vu ni vin rin ras pas par pis "
    "route routes roue bouge gouge rouget rough rouler jeune jeunes jauge jeune june vers "
    "verre verres veut vent vents vente vera sert very verbe vest pert perte cert ver vertu "
    "bled blet bles pleu lieu dieu feu glue clue blues blur bluet greed greet greens queen "
    "greek agreen while whine write fellow bellow mellow bien rein tien sien mien lien viens "
    "biens chien riens riez rient masse tasse basse lasse casse chasse passer pause passes "
    "passez passee passe-t basses passons past pas mass bass pads banc flanc bland blank "
    "blond franc blancs couler couleurs couloir coules collar dolor valeur chaleur douleur "
    "noting notching none nine gone bone done tone aucune aucun rire rie reel rend reds read "
    "bed fed led rod rid what where vie rive rien nothing passe pass vote votre verra vertes "
    "jaunir jaune bleuir bleuet porte sorte forte carte voire voir poire loire boire verte "
    "rouge rouges"
)
"""Words that are one letter away from a key word and mean something themselves (F15)."""

_KEY_WORDS = (
    *(name for name in COLOUR if name.isalpha() and len(name) > 3),
    "blanc", "blancs", "white", "couleur", "colour", "color", "rien", "passe", "nothing",
    "aucune", "penalite", "penalty",
)  # fmt: skip
_KNOWN = frozenset((*_KEY_WORDS, *FILLERS, *JOINS, *CORRECTIONS, *HESITATIONS, *VERBS, *THIRD))
_COMBINING = "Mn"


def fold(text: str) -> str:
    """Small letters without accents, typographic apostrophes and dashes made plain."""
    if not text.isascii():
        text = text.replace("’", "'").replace("‘", "'").replace("ʼ", "'").replace("🔟", "10")
        text = text.replace("–", "-").replace("—", "-").replace("−", "-").replace("…", "...")
        text = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in text if unicodedata.category(c) != _COMBINING)
        text = text.replace("œ", "oe")
    return text.casefold()


@lru_cache(maxsize=1024)
def slip(word: str) -> str:
    """The key word that a word of three letters or more is one slip away from; empty where it is an
    ordinary word, or near none or two that mean different things (F15)."""
    if not 3 <= len(word) <= 12 or word in _KNOWN or word in _ORDINARY or not word.isalpha():
        return ""
    near = [key for key in _KEY_WORDS if one_slip(word, key)]
    meanings = {COLOUR.get(key, key.rstrip("s")) for key in near}
    return near[0] if len(meanings) == 1 else ""
