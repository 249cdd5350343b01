"""The words of A18 and F15, French and English, without accents and in small letters."""

from functools import cache

from referee.core.names import one_slip
from referee.games.azul.tiles import COLOURS


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COLOUR_WORDS = {
    "bleu": "blue", "bleue": "blue", "bleus": "blue", "bleues": "blue",
    "blue": "blue", "blues": "blue",
    "jaune": "yellow", "jaunes": "yellow", "yellow": "yellow", "yellows": "yellow",
    "rouge": "red", "rouges": "red", "red": "red", "reds": "red",
    "noir": "black", "noire": "black", "noirs": "black", "noires": "black",
    "black": "black", "blacks": "black",
    "blanc": "white", "blanche": "white", "blancs": "white", "blanches": "white",
    "white": "white", "whites": "white",
    "turquoise": "white", "turquoises": "white", "cyan": "white", "cyans": "white",
    "orange": "orange", "oranges": "orange",
    "vert": "green", "verte": "green", "verts": "green", "vertes": "green", "green": "green",
    "violet": "purple", "violette": "purple", "violets": "purple", "violettes": "purple",
    "purple": "purple", "marron": "brown", "marrons": "brown", "brown": "brown",
    "gris": "grey", "grise": "grey", "grises": "grey", "grey": "grey", "gray": "grey",
    "rose": "pink", "roses": "pink", "pink": "pink",
}  # fmt: skip

TILE_SIGNS = {
    **dict.fromkeys("🔵🟦", "blue"),
    **dict.fromkeys("🟡🟨", "yellow"),
    **dict.fromkeys("🔴🟥", "red"),
    **dict.fromkeys("⚫⬛◼◾▪", "black"),
    **dict.fromkeys("⚪⬜◻◽▫", "white"),
    **dict.fromkeys("🟠🟧", "orange"),
    **dict.fromkeys("🟢🟩", "green"),
    **dict.fromkeys("🟣🟪", "purple"),
    **dict.fromkeys("🟤🟫", "brown"),
}

INITIALS: dict[str, tuple[str, ...]] = {
    "b": ("blue", "white", "black"), "j": ("yellow",), "y": ("yellow",), "r": ("red",),
    "n": ("black",), "k": ("black",), "w": ("white",), "o": ("orange",),
}  # fmt: skip
"""What a letter alone may stand for, in French or in English; `b` fits several colours."""

FACTORY = _words(
    "fabrique fabriques fab fabr usine disque cercle factory factories fact display disc disk"
)
CENTRE = _words("centre center milieu middle")
LINE = _words("ligne lignes lig line lines row rows rangee rang motif")
COLUMN = _words("colonne colonnes col column columns")
FLOOR = _words("plancher sol floor")
GROUND = frozenset(("terre",))  # `par terre`, `à terre`
BETWEEN = _words("motif motifs pattern de du des d n no num numero number nr nb ° º # . - : =")
"""What may stand between a line and its number, or between `ligne` and `plancher`."""

BETWEEN_FACTORY = BETWEEN | FACTORY
"""The same for factories: `factory display 2`."""

CARDINALS = {
    word: value
    for value, words in enumerate(
        (
            "un une one", "deux two", "trois three", "quatre four", "cinq five", "six",
            "sept seven", "huit eight", "neuf nine", "dix ten", "onze eleven", "douze twelve",
        ),
        1,
    )
    for word in words.split()
} | {"both": 2}  # fmt: skip
ORDINALS = {
    word: value
    for value, words in enumerate(
        (
            "premier premiere first", "deuxieme second seconde", "troisieme third",
            "quatrieme fourth", "cinquieme fifth", "sixieme sixth", "septieme seventh",
            "huitieme eighth", "neuvieme ninth", "dixieme tenth",
        ),
        1,
    )
    for word in words.split()
}  # fmt: skip
ORDINAL_ENDS = _words("e er ere eme ieme st nd nde rd th")
TILE = _words("tuile tuiles tile tiles carreau carreaux")
OF = _words("de d des du of couleur colour color en the")
TO = _words("en sur dans a à au la le to on in into onto vers ligne")

REST = _words(
    "reste restes restant restants restante restantes rest autres others surplus excedent excess "
    "excedentaires leftover leftovers remaining remainder"
)
"""What follows them tells where other tiles go, which is no choice."""

FALLS = _words("partent tombe tombent retombe fall falls")
"""What they tell is what becomes of other tiles."""

FIRST_PERSON = _words("je j moi i mine")
OTHERS = _words("il elle ils elles tu vous he she they you")
THEIR_VERBS = _words(
    "devrais devriez ferais ferait feriez pourrais pourrait pourriez laisse laisses "
    "a as ont avez prend prends prennent prenez prit joue joues joua jouez jouent pose poses posa "
    "posez met mets mit mettez choisit avait aurait va vas vient viens devrait peut peux took take "
    "takes play plays played puts put places placed has have had will chose chooses picks picked "
    "should can could might would"
)
SKIPPED = _words("nous lui deja just already also aussi ne n y en m t te se s me")
LABEL = _words("le coup move tour turn de d of s '")
"""What may stand beside a name before a colon: `Coup de Bruno : …`."""

FOR = _words("pour for")
IMPERATIVES = _words(
    "prends prenez joue jouez pose posez mets mettez choisis choisissez take play put"
)
"""What a player is told to do, where a name stands before: `Bruno, prends F3 rouge L4`."""

MODALS = _words(
    "devrais devrait devriez pourrais pourrait pourriez peux peut pouvez should can could might "
    "would will va vas ferais ferait feriez"
)
"""Verbs that say what somebody might do: a move is told only where it is named with them."""

ADVICE = (
    "a ta place", "à ta place", "a votre place", "à votre place", "a sa place", "à sa place",
    "si j etais toi", "si j etais vous", "if i were you", "in your place", "in your shoes",
    "te conseille", "vous conseille", "conseille a", "conseille à", "conseil pour", "conseil a",
    "conseil à", "advise you", "advice for", "my advice", "te suggere", "vous suggere",
    "suggest you", "mieux pour toi", "better for you", "tu ferais mieux", "you should",
)  # fmt: skip
"""What gives somebody else's move away: the author tells them what to do."""

QUESTION = (
    "puis je", "je peux", "peux je", "est ce que", "can i", "could i", "may i", "ai je le droit",
    "j ai le droit", "pourrais je", "je pourrais", "possible de", "am i allowed",
)  # fmt: skip
CONDITION = (
    "si",
    "if",
    "sauf si",
    "unless",
    "au cas ou",
    "a condition",
    "à condition",
    "a moins",
    "à moins",
    "in case",
)
HESITATION = (
    "peut etre", "maybe", "perhaps", "possible", "possibly", "eventuellement", "probablement",
    "probably", "hesite", "hesitation", "sais pas", "crois", "pense", "pensais", "penche", "think",
    "thinking", "thought", "guess", "dunno", "not sure", "pas sur", "pas sure", "sans doute",
    "pourquoi pas", "why not", "ou bien", "aurais", "aurait", "would have", "could", "might",
    "devrais", "should", "allais", "was going", "impossible", "dommage que", "dommage qu",
    "interdit", "ou pas", "or not", "tente", "tentee", "tempted", "aimerais bien",
)  # fmt: skip
CORRECTION = (
    "non", "pardon", "finalement", "plutot", "en fait", "oups", "oops", "erreur", "correction",
    "rectification", "rectif", "sorry", "desole", "desolee", "actually", "i mean", "i meant",
    "je voulais dire", "je veux dire", "rather", "instead", "no", "wait", "errata", "nope",
    "my mistake", "scratch that", "ou plutot",
)  # fmt: skip
POSTFIX = frozenset(("plutot", "finalement", "instead", "rather", "en fait", "actually"))
"""Corrections that may also follow what they put right: `L5 plutôt`."""

RETRACTION = (
    "annule", "annulee", "annules", "annulees", "annuler", "j annule", "annulation", "oublie",
    "oubliez", "oublions", "ignore", "ignorez", "cancel",
    "cancelled", "canceled", "cancelling", "never mind", "nevermind", "forget", "disregard",
    "retire mon coup", "reprends mon coup", "take it back", "take that back", "retract",
)  # fmt: skip
"""What takes a move back, before it or after it: `oubliez F1 bleu L2`, `F1 bleu L2 (annulé)`."""

SECOND_THOUGHTS = (
    "reflechis encore", "dois reflechir", "vais reflechir", "reflechir encore",
    "me suis trompe", "me suis trompee", "suis gourre", "suis gouree",
    "suis plante", "suis plantee", "change d avis", "changed my mind", "pas mon tour",
    "not my turn", "need to think", "let me think", "thinking again", "my mistake", "my bad",
    "laisse tomber", "laissez tomber", "scratch that",
    "pas encore", "not yet", "pas tout de suite", "une minute", "deux minutes", "hold on",
)  # fmt: skip
"""What takes back a move that stands before it, where nothing else is named after it."""

NOISES = _words(
    "ah oh euh heu hum bon mais et alors mince zut flute argh aie but and er um uh well actually "
    "en fait sorry pardon desole desolee"
)
"""What may stand before a retraction: `ah non`, `euh attends`."""

BRIEF = _words("attends attendez wait stop")
AFTER_BRIEF = _words("un une je non i a moi quand")
"""What may follow those of them that are also said to somebody: `attends ton tour`."""

FORGOTTEN = _words("oublie oubliez forget ignore ignorez")
NOT_FORGOTTEN = _words("n t not never ai avais avait a as")
"""What stands before them, or `pas` after them, where nothing is taken back: `n'oublie pas`."""

TAKING_BACK = _words("non no nope nah finalement attends attendez wait stop oups oops erreur")
NOT_TAKING_BACK = {
    "non": _words("mais merci plus pas seulement sans non"),
    "no": _words(
        "worries problem doubt rush hard one idea need hurry luck more offence offense thanks"
    ),
}
"""What says something else if it follows: `non mais quelle partie`, `no worries`."""

ALTERNATIVES = _words("ou or sinon otherwise else")
"""What stands before a second choice: `(ou P)`, `sinon L3`."""

TIMES = _words("x × fois")
"""What makes a number a count: `x3`, `3×`."""

TAKE_VERBS = _words("prends prend prenant prendrai ramasse recupere prenne take taking took grab")

EXCLUSION = (
    "plutot que", "plutot qu", "rather than", "instead of", "au lieu de", "au lieu du", "et non",
    "and not", "but not", "et pas", "mais pas", "non pas", "pas", "not",
)  # fmt: skip

FILLER = _words(
    "je j moi i me my mon ma mes prends prendre prendrai "
    "prendrais prend pris ai joue jouer jouerai "
    "pose poser poserai met mets mettre mettrai place placer placerai range ranger choisis choisir "
    "vais va en sur dans de du des d le la les l un une au aux a à the "
    "to from of in into onto on at with for pour vers et and puis then donc ensuite alors so "
    "ok okay tuile tuiles tile tiles "
    "carreau carreaux couleur colour color motif pattern coup move tour turn voici voila here tout "
    "tous toutes toute all ce ces cette this these those it them sont c est take taking took put "
    "putting placing play playing ll will go going ones merci thanks thank please svp stp bonjour "
    "bonsoir salut hello hi hey hop allez bon well mien mienne voudrais veux want d like x table "
    "par que qu y s se jouant prenant mettant depuis avec mais but non pardon finalement "
    "plutot oups oops erreur correction sorry desole desolee actually mean meant rather "
    "instead no wait mets voulais dire numero n ligne plancher pas not m am"
)
"""Words that a plain move may hold; any other makes its part of the sentence chat."""

_NEAR = frozenset(
    (
        *(word for word, colour in COLOUR_WORDS.items() if colour in COLOURS and len(word) >= 4),
        *(word for word in (*FACTORY, *CENTRE, *LINE, *COLUMN, *FLOOR) if len(word) >= 5),
    )
) - frozenset(("cyan", "cyans"))
_ORDINARY = _words("jeune jeunes aune aunes bouge bouges bouger gouge gouges "
    "route routes roue roues rougi rougis "
    "rouget rogues bougre rouler voir voire soir soirs loir loirs noix noie nord nor nous moi "
    "banc bancs flanc flancs plan plans blank blanks block blocks back backs lack lacks slack "
    "blast bland bloc blocs lieu lieux pieu dieu feu glue clue clues flue blur blew bleut blow "
    "lue lues ble bles blame while whine write whit quite wite whites fellow mellow bellow yell "
    "franc francs planche planches branche branches tranche blanchi blancher grange granges range "
    "ranges oranger fabriquer fabriquee fabriquees factor factors victory entre entres entree "
    "ventre ventres rentre rentrer contre centra centrer enter entered renter signe signes digne "
    "dignes vigne vignes ligue ligues lignee lige liges lingue cligne flood floods flour door "
    "planchas plancha lancher colon colons colonie colonnade colonel volume risque risques bisque "
    "disquette cercla cercler cerclee splay displayed displays riddle fiddle meddle middles "
    "milieus lieues usures usurer rusine cuisine usinee usiner rangees range ranger")  # fmt: skip
"""Words of either language that are one letter away from a keyword and mean something else."""


def meaning(word: str) -> str:
    """What a keyword stands for, so that several near ones can be the same."""
    if word in COLOUR_WORDS:
        return COLOUR_WORDS[word]
    groups = (FACTORY, CENTRE, LINE, COLUMN, FLOOR)
    return next((min(group) for group in groups if word in group), word)


@cache
def _shortened() -> dict[str, tuple[str, ...]]:
    """Keywords by every form that lacks one letter, and by themselves."""
    found: dict[str, list[str]] = {}
    for word in sorted(_NEAR):
        for form in _forms(word):
            found.setdefault(form, []).append(word)
    return {form: tuple(words) for form, words in found.items()}


def _forms(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def slip_of(word: str) -> str | None:
    """The keyword that a word misses by one letter (another, one more, one less, two swapped), if
    all that are so near mean the same and the word is no ordinary one (F15)."""
    if not 3 <= len(word) <= 12 or word in _ORDINARY:
        return None
    near = {
        known
        for form in _forms(word)
        for known in _shortened().get(form, ())
        if one_slip(word, known)
    }
    return min(near) if len({meaning(known) for known in near}) == 1 else None
