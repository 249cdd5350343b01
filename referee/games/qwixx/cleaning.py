"""A post's own words made ready: what is struck out, quoted dice and numbers that name things are
taken away, set phrases become single signs (F15, X14).

Every pattern is bounded, so that hostile text costs no more than its length.
"""

from referee.core.patterns import lazy
from referee.games.qwixx.lexicon import fold

NOTHING, REST, THAN, WHITE, COLOUR, PENALTY, NOT_MARKED, FIX = (
    "\ue000", "\ue001", "\ue002", "\ue003", "\ue004", "\ue005", "\ue006", "\ue007",
)  # fmt: skip
"""Signs in place of set phrases: nothing is marked, nothing beside, rather than, with the white
dice, with a coloured die, the penalty is taken, not marked, a correction."""

SIGNS = NOTHING + REST + THAN + WHITE + COLOUR + PENALTY + NOT_MARKED + FIX

_STRUCK = lazy(
    r"~~[^~\n]{1,300}~~|\[(?:s|strike|del)\][^\[\n]{1,300}\[/(?:s|strike|del)\]"
    r"|<(?:s|del|strike)>[^<\n]{1,300}</(?:s|del|strike)>|(?:.\u0336){1,300}",
    2,
)
_TAGS = lazy(r"\[/?[a-z]{1,12}(?:=[^\]\n]{0,60})?\]|</?[a-z]{1,10}>|[*_`]|https?://\S{1,500}", 2)
_COLOURED_DIE = lazy(r"\b(?:dé|dés) (?:de )?(?:rouge|jaune|vert|bleu)s?\b(?! ?\d)", 2)
_SIGNED = lazy(f"[{SIGNS}]")

_C = r"(?:rouge|jaune|vert|bleu|blanc|red|yellow|green|blue|white)s?"
_DIE = rf"(?:(?:le |un |de |the ){{0,2}}(?:{_C} )?[1-6](?: {_C}| (?:du )?{_C})?)"
_SUM = lazy(
    rf"\( ?{_DIE} ?\+ ?{_DIE} ?\)"
    rf"|\(? ?{_DIE} ?(?:\+|et|plus|and) ?{_DIE} ?\)? ?(?:=|=>|font|fait|makes?) ?(?=\S)"
)
_ADDRESSED = lazy(rf"@[\w.-]{{1,40}}[ ,:]{{1,3}}(?=(?:le |la |the )?(?:{_C}\b|\d|[rjyvgb]\d))")
_BESIDE_SUM = lazy(
    rf"\b(?:avec|with|using|en utilisant) {_DIE} ?(?:\+|et|plus|and) ?{_DIE}(?! ?\+)"
)
_TWO_IN_ONE = lazy(r"(?<![a-z\d])([rjyvgb]\d{1,2})(?=[rjyvgb]\d{1,2}(?![a-z\d]))")
_BARE_SUM = lazy(r"\(\s?[1-6]\s?\+\s?[1-6]\s?\)|(?<![\d+])\b([1-6])\s?\+\s?([1-6])\b(?!\s?[+\d])")
_DICE_LINE = lazy(
    r"^\W*(?:(?:les? )?(?:des|lancers?|jets?|tirages?|lance|dice|roll|rolled|rolls)\b"
    r"(?! (?:blanc|couleur|white|colou?r))[^\n]{0,12}?:[^\n]{0,80}"
    r"|[1-6] ?[,;/ -] ?[1-6](?: ?[,;/ -] ?[1-6-]){2,4}\W*$)"
)
_DICE_LIST = lazy(
    rf"(?:blancs?|whites?|⚪)\W{{0,4}}[1-6]\W{{1,5}}(?:blancs? ?|whites? ?|⚪ ?)?[1-6]"
    rf"(?:\W{{1,5}}(?:{_C}|[🔴🟡🟢🔵])\W{{0,4}}[1-6-]){{2,4}}|(?:[⚪🔴🟡🟢🔵]\W{{0,2}}[1-6-]\W{{0,3}}){{4,6}}"
)

_UNITS = (
    "points?|pts?|heures?|hours?|hrs?|h|min|minutes?|mn|sec|secondes?|jours?|days?|semaines?|weeks?"
    "|mois|fois|times|x|%|€|euros?|er|ere|eme|e|nd|rd|th|st|ans?|years?|pages?|messages?|posts?"
    "|tours?|turns?|cases?|croix|coches?|penalites?|penalty|penalties|joueurs?|players?|lignes?"
    "|manches?|parties?|games?|fevrier|janvier|mars|avril|mai|juin|juillet|aout|septembre|octobre"
    "|novembre|decembre|january|february|march|april|may|june|july|august|september|october"
    "|november|december|dice|lancers?|minutes|degres|km|euro|am|pm"
)
_THINGS = lazy(
    r"\b[jdh]-\d{1,4}\b"
    r"|\b\d{1,2} ?(?:h|:) ?\d{2}\b|\b\d{1,4}[/.]\d{1,4}(?:[/.]\d{1,4})?|\b\d{1,4},\d{1,4}\b"
    rf"|(?<![a-z\d])\d{{1,6}} ?(?:{_UNITS})\b(?!')"
    r"|(?:\b(?:tours?|turns?|rounds?|pages?|messages?|posts?|manches?|parties?|games?|numero|num|no"
    r"|version|joueur|player|top|score|total)|n°|#|@) ?\d{1,6}\b"
    r"|\b(?:dans|in|sous|d'ici|reste|encore|plus que|avant|vers) \d{1,4} ?(?:j|h|d)?\b"
    r"|(?<![\w)])-\d{1,4}\b|\b\d{4,}\b|\d{1,3}(?= ?%)"
)
_ENUMERATED = lazy(r"^\s*(?:[-*•>]\s+|\d{1,2}[.)]\s+)")
_NUMBERED = lazy(r"(?<!\w)[12]\) ")

_PHRASES = tuple(
    (lazy(pattern), sign)
    for pattern, sign in (
        (r"\bs'il (?:te|vous) plait\b|\bsvp\b|\bstp\b|\bplease\b", " "),
        (r"\b(?:meme si|even (?:if|though))\b[^,.;:!?\d\n]{0,60}(?=[,.;!?]|$)", " "),
        (r"\b(?:meme|comme) si\b|\b(?:even|as) (?:if|though)\b", " "),
        (r"\bn'est-ce pas\b|\bpas (?:mal|besoin)\b|\bnon plus\b|\bno (?:problem|worries)\b", " "),
        (r"\b(?:mots? de passe|passe-t-il|passe-temps)\b"
         r"|\bpassez? (?:(?:une?|le|de) )?(?:tres )?(?:bonn?e?s?|excellente?|agreable|joyeux)\b"
         r"|\b(?:ca|cela) (?:ne |n')?[a-z]{2,12} (?:pas |plus )?rien\b", " x-aside "),
        (r"\b(?:sans (?:hesiter|hesitation|surprise|risque)|pas d'hesitation|faute de mieux|du coup"
         r"|bien sur|of course|pour (?:le moment|l'instant|commencer|changer|finir)|for now"
         r"|de mon cote|en ce qui me concerne|comme (?:prevu|d'hab|d'habitude|d'hab'|toujours)"
         r"|quand meme|une fois de plus|encore une fois|as (?:usual|planned)|no doubt"
         r"|(?:du|de) cote (?:de )?)\b", " "),
        (r"\bplus d[eu] (?=rouge|jaune|vert|bleu|red|\d{1,2} (?:en )?(?:rouge|jaune|vert|bleu))"
         r"|(?<=\brien) encore\b(?! a)", " aside "),
        (r"\bplus tard\b|\blater on\b", " tard "),
        (r"\bnon ?(?=\?)", " "),
        (r"\bj'ai (?=(?:coche|pris|marque|mis|choisi|joue|barre|valide)\b)", "je "),
        (r"\b(?:je )?(?:ne |n')?(?:sais|sait) pas(?: trop| encore)?\b(?! si)"
         r"|\b(?:don't|do not) know\b"
         r"|\bno idea\b|\baucune idee\b|\bnot (?:so |really |too )?(?:sure|certain|convinced)\b"
         r"|\bpas (?:si |tres |trop |bien |vraiment )?(?:sure?|certaine?|convaincue?)"
         r" (?=(?:pour|du?|que|si)\b)",
         " peut-etre "),
        (r"\bpourquoi pas\b|\bwhy not\b|\bsans doute\b|\bon verra\b|\bprochain tour\b"
         r"|\bnext turn\b|\bau choix\b", " peut-etre "),
        (r"\b(?:plutot que|au lieu d[eu]|instead of|rather than)\b(?: cocher\b| de\b)?", THAN),
        (r"\bplutot\b(?=[^.!?\n]{1,60}\bque\b)", " plutot "),
        (r"\ben fait\b|\bje voulais dire\b|\bi mean(?:t)?\b|\bje corrige\b|\bno wait\b"
         r"|\bscratch that\b|\bmy mistake\b|\bje me suis trompee?\b|\bchangement d'avis\b"
         r"|\bje change d'avis\b", FIX),
        (r"\b(?:et )?(?:rien (?:d'autre|de plus)|c'est tout|nothing (?:else|more)|that's (?:all|it)"
         r"|sans plus|et basta|je m'arrete la|i'm done|j'ai (?:fini|termine)"
         r"|rien en plus)\b", REST),
        (r"\b(?:de rien|rien (?:a (?:voir|signaler|dire|ajouter|redire|faire)|compris|de special"
         r"|de grave|vu|dit|que|ne va|n'est|ne sert|contre)|(?:ca|cela|ce) (?:ne )?fait rien"
         r"|(?:pour|mine de|n'y a|n'a|plus|se passe|pas|c'est) rien(?! a cocher)"
         r"|n'ai rien (?:vu|dit|compris|recu)"
         r"|ne comprends rien|nothing (?:special|wrong|to (?:say|add)))\b", " "),
        (r"\bje passe (?=(?:le bonjour|par|te|vous|voir|en coup|une|un|du|demain|apres|chez|des"
         r"|prendre|juste (?:pour|dire|voir)|a|au|aux|dans|devant|mes|de bons?|du bon)\b)", " "),
        (r"\b(?:je |i )?(?:prends?|encaisse|accepte|j'encaisse|j'accepte|va pour|take|i'll take"
         r"|assume|mange) (?:donc |alors |bien )?(?:la |une |ma |the |a |my |l[ae]s )?"
         r"(?:penalite|penalitee|penalty|malus|-5(?: points?)?|moins (?:5|cinq)(?: points?)?)\b",
         PENALTY),
        (r"^(?:(?:la|une|the|ma|tant pis|bon|ok|va|pour|allez|donc|alors|d'accord|a)[ ,.!:]{1,4})"
         r"{0,6}"
         r"(?:penalite|penalty|malus|-5(?: points?)?)(?: pour moi| for me)?\W*$", PENALTY),
        (r"\b(?:anything|everything|all|tout|toutes?|n'importe (?:quoi|laquelle))"
         r" (?:but|except|sauf)\b", NOT_MARKED),
        (r"\bje (?:ne |n')?(?:coche|cocherai|prends|prend|marque|joue) pas\b"
         r"|\bje (?:ne |n')?(?:peux|veux) pas (?:cocher|prendre|marquer)\b"
         r"|\bi (?:don't|do not|won't|can't|cannot|can not|couldn't)"
         r" (?:mark|take|tick|cross)(?: anything)?\b"
         r"|\bje ne (?:vais|veux) pas cocher\b", NOT_MARKED),
        (r"\bje (?:ne |n')?(?:coche|cocherai|prends|prend|marque|joue|mets|peux) rien(?: cocher)?\b"
         r"|\bje ne (?:vais|veux|peux) rien (?:cocher|prendre|marquer|jouer|faire)\b"
         r"|\b(?:pas de|aucune?|zero|no) (?:case|croix|chiffre|numero|nombre|coche|marque|box"
         r"|boxes|marks?|cross|number)s?\b|\brien a cocher\b|\bni l'un ni l'autre\b"
         r"|\bje (?:vais )?pass(?:e|er|erai)(?: (?:mon|ce|le|la) (?:tour|main))?\b"
         r"|\b(?:prefere|choisis de|decide de|dois|vais|laisse) passer\b"
         r"|\b(?:prefer to|rather) (?:pass|skip)\b"
         r"|\bi(?:'ll| will)? (?:pass|skip)\b|\bje skip(?:pe)?\b", NOTHING),
        (r"^\W*(?:aucune?s?|nope|non,? merci|no,? thanks?(?: you)?|neither(?: of them| one)?)\W*$"
         r"|(?:^|(?<=[,.!;:] ))(?:sans moi|without me)(?=\W{0,9}$| ?[,.!;])"
         r"|\bje (?:saute|zappe) (?:mon|ce|le) tour\b|\bje m'abstiens\b|\bi abstain\b"
         r"|\bni (?:les? )?blancs? ni (?:la )?couleurs?\b|\baucune? des (?:deux|2)\b"
         r"|\bi'm out this (?:round|turn)\b", NOTHING),
        (r"\b(?:rien|nada|nothing|none|pass|passe|skip|que dalle)\b", NOTHING),
        (r"\b(?:1r?e|1ere|premiere|first|1st) (?:action|phase)\b|\b(?:action|phase) (?:1|blanche)\b"
         r"|\bdes blancs\b|\bsomme (?:des )?blan(?:che|cs)\b|\bwhite (?:dice|sum)\b", WHITE),
        (r"\b(?:2n?de?|2e|2eme|deuxieme|seconde?|second|2nd) (?:action|phase)\b"
         r"|\b(?:action|phase) (?:2|couleur)\b|\bdes? (?:de )?couleurs?\b"
         r"|\bcolou?red (?:die|dice)\b|\bcolou?r (?:die|dice)\b", COLOUR),
    )
)  # fmt: skip


def ready(text: str) -> list[str]:
    """The lines of a post, folded, with signs in place of set phrases; as many as came."""
    text = _SIGNED.sub(" ", text)
    text = _STRUCK.sub(lambda match: " " if "\n" not in match[0] else match[0], text)
    text = _TAGS.sub(" ", text)
    text = _COLOURED_DIE.sub(COLOUR, text)
    return [_line(line) for line in fold(text).split("\n")]


def _line(line: str) -> str:
    if not line or line.isspace():
        return ""
    line = " ".join(line.split())
    if _DICE_LINE.search(line) or _DICE_LIST.search(line):
        line = _DICE_LINE.sub(" ", _DICE_LIST.sub(" ", line))
    line = _NUMBERED.sub(" , ", _ENUMERATED.sub("", line))
    line = _TWO_IN_ONE.sub(r"\1 ", _ADDRESSED.sub(" , ", line))
    line = _SUM.sub(" ", _BESIDE_SUM.sub(" ", line))
    for pattern, sign in _PHRASES:
        line = pattern.sub(f" {sign} ", line)
    line = _BARE_SUM.sub(_total, _THINGS.sub(" ", line))
    return line


def _total(match: object) -> str:
    """A sum in brackets is an aside; a bare one stands for its total."""
    groups = match.groups()  # type: ignore[attr-defined]  # a match of a lazy pattern
    if groups[0] is None:
        return " "
    return f" {int(groups[0]) + int(groups[1])} "
