"""Les pages d'aide, l'exemple d'abord."""

from referee.words.fr import typeset

_PAGES = {
    "help.usage": "Usage :",
    "help.commands": "Commandes",
    "help.options": "Options",
    "help.referee": """\
  referee open quadrille bal          ouvrir une table
  referee check --author Alice        coller un message, lire la décision
  referee tally --week                les points de la semaine

L'arbitre des jeux qui se jouent en postant sur un forum.""",
    "help.open.short": "ouvrir une table",
    "help.check.short": "lire un message collé et le juger",
    "help.import.short": "lire tout un sujet exporté",
    "help.status.short": "une ligne par table : ce qui est attendu",
    "help.show.short": "la piste et le classement",
    "help.moves.short": "les coups possibles",
    "help.why.short": "pourquoi cette décision, ou ces points",
    "help.tally.short": "les points de la semaine ou de la saison",
    "help.constrain.short": "une contrainte de la maison",
    "help.overrule.short": "accepter ou refuser un coup malgré les règles",
    "help.award.short": "donner ou retirer des points",
    "help.amend.short": "corriger l'auteur, l'heure ou le numéro d'un message",
    "help.undo.short": "annuler une décision, retirer un message",
    "help.alias.short": "deux noms, un seul joueur",
    "help.replace.short": "passer une place à quelqu'un d'autre",
    "help.extend.short": "donner du temps à un joueur",
    "help.ranking.short": "le classement sur les parties finies",
    "help.timeouts.short": "les délais écoulés et à venir",
    "help.roll.short": "tirer, ou noter un tirage",
    "help.salt.short": "le sel d'un joueur",
    "help.place.short": "le placement secret d'un joueur",
    "help.pause.short": "mettre une table en pause",
    "help.resume.short": "reprendre après une pause",
    "help.close.short": "fermer une table",
    "help.backup.short": "copier le journal",
    "help.restore.short": "reprendre une copie",
    "help.replay.short": "l'histoire d'une table, pas à pas",
    "help.verify.short": "le journal tient-il ?",
    "help.log.short": "les événements tels quels",
    "help.tables.short": "les tables",
    "help.rules.short": "le texte d'une clause, à citer",
    "help.demo.short": "un exemple guidé",
    "help.open": """\
  referee open quadrille bal --set reward=🍪
  referee open deuxpas duel --player Alice --player Bruno --set clock=3d+12h

Ouvre une table et écrit le message d'ouverture. --from reprend une partie
en cours : un fichier avec la piste et le classement, ou ce qu'écrit
`referee show --json`. Options (--set) : toutes, lang=fr|en,
reply=text|markdown|bbcode|discord ; quadrille, reward=⭐, rewards=8:2,3:1 ;
qwixx, answer_limit=48h, first=JOUEUR ; azul, side=coloured|grey,
turn_limit=none, first=JOUEUR ; deuxpas, start=classic|varied, clock=7d ; à
places, chance=seed|outside.""",
    "help.check": """\
  referee check --author Alice --at "21/11/2026 20:58" message.txt
  referee check                       (puis collez, et finissez par un point)

Lit un message, le juge, l'enregistre, écrit la décision et la réponse à
coller. Sans fichier, lit l'entrée ; une première ligne « Alice,
21/11/2026 20:58 » remplace --author et --at.""",
    "help.overrule": """\
  referee overrule @12 accept --reason "la capture montre le bon pas"
  referee overrule @14 accept --move "3 b2" --reason "lu sur l'image"

Accepte un coup refusé ou illisible, ou refuse un coup valable, à la place
du message ; ce qui suit est rejugé. Une copie fausse acceptée n'ajoute que
son pas à la piste en vigueur.""",
    "help.award": '  referee award Alice 1 --reason "oublié la semaine dernière" --week last\n\nDonne des points à un joueur, ou en retire (-1).',
    "help.amend": '  referee amend @12 --author Bruno --reason "mon erreur de nom"\n\nCorrige ce qui a été enregistré d\'un message ; la suite est rejugée.',
    "help.undo": '  referee undo @31 --reason "je me suis trompé de message"\n\nAnnule une décision, retire un message ou une modification, ou annule une annulation.',
    "help.alias": "  referee alias Ali Alice\n\nDit qu'un nom est celui d'un joueur, dans tous les messages.",
    "help.replace": "  referee replace Alice Chloé --reason \"Alice arrête\"\n\nPasse une place à quelqu'un d'autre, aux tables qui ont une liste de joueurs.",
    "help.extend": '  referee extend Alice 24h --reason "en voyage"\n\nDonne du temps à un joueur, dans les jeux où chacun a un délai.',
    "help.pause": '  referee pause --until "24/11/2026 08:00" --reason "forum en panne"\n\nMet la table en pause : rien ne s\'y joue, aucun délai ne court.',
    "help.resume": "  referee resume\n\nReprend une table en pause.",
    "help.close": '  referee close --reason "fin de saison"\n\nFerme une table ; `referee undo` la rouvre.',
    "help.backup": "  referee backup copie.db\n\nCopie le journal dans un nouveau fichier, même pendant qu'on y écrit.",
    "help.restore": "  referee restore copie.db\n\nMet une copie vérifiée à la place du journal ; l'ancien est gardé à côté.",
    "help.import": """\
  referee import sujet.json
  referee import page1.html page2.html

Lit un sujet entier (pages enregistrées ou exports), juge chaque message
dans l'ordre et dit ce qui n'est pas simplement bon. Relire le même sujet
n'ajoute que ce qui est nouveau.""",
    "help.ranking": "  referee ranking qwixx\n\nLe classement d'un jeu sur les parties terminées.",
    "help.timeouts": "  referee timeouts --apply\n\nCe qui est écoulé ou va l'être. Un délai passé est un fait : --apply l'enregistre,\ntout message suivant aussi.",
    "help.roll": '  referee roll\n  referee roll --record "3 4 2 5 - 1"\n\nTire ce que la table attend (dés, tuiles, cases, premier joueur, coup au\nhasard) et écrit le message ; --record note un tirage fait ailleurs.',
    "help.salt": '  referee salt Alice "les sanglots longs"\n\nAjoute à la graine le texte d\'un joueur, avant le premier tirage (F10).',
    "help.place": '  referee place Alice "a1 b1 g1 h1"\n\nEnregistre un placement scellé (D3) ; le dernier les révèle tous. Avec -, lit l\'entrée.',
    "help.status": "  referee status\n\nUne ligne par table : qui peut jouer, ce qui est attendu, ce qui reste à trancher.",
    "help.show": '  referee show --at "samedi 21/11/2026 21:00"\n  referee show --format png > plateau.png\n\nLa piste et le classement, maintenant ou à un moment passé ; en image avec\n--format svg ou png.',
    "help.moves": "  referee moves --player Alice\n\nLes coups possibles maintenant.",
    "help.why": "  referee why @12\n  referee why Alice\n\nLa décision d'un message, ou chaque point d'un joueur avec le message et la clause.",
    "help.tally": """\
  referee tally --week                la dernière semaine close (puis, une fois
                                      scellée, la semaine en cours)
  referee tally --week current        la semaine en cours
  referee tally                       la saison
  referee tally --format html > points.html

Les points de toutes les tables de Quadrille, ou d'une seule (--table).""",
    "help.constrain": """\
  referee constrain diagonals --at "21/11/2026 18:00"
  referee constrain ban 2 white --lift

Ajoute une contrainte (Q12), ou la lève. Formes : diagonals, touching,
knight, closed CASE, ban PAS ZONE, only PAS ZONE ; une zone est une ligne
1–4, une colonne a–d, red, blue, white, black, ou une case.""",
    "help.replay": "  referee replay --player Alice\n  referee replay --html bal.html\n\nL'histoire d'une table : chaque message, sa décision, la piste après ; avec\n--html en une page à parcourir, dans tout navigateur, sans réseau.",
    "help.verify": "  referee verify --deep\n\nVérifie la chaîne, les formes, et rejuge chaque message. --deep relit aussi les textes.",
    "help.log": "  referee log --after 100\n\nLes événements du journal, tels qu'ils y sont écrits.",
    "help.tables": "  referee tables\n\nLes tables du journal.",
    "help.rules": "  referee rules quadrille Q6\n\nLe texte court d'une clause, à citer dans le sujet ; sans clause, toutes.",
    "help.demo": "  referee demo\n\nUne table temporaire, trois messages, la réponse et les points.",
    "opt.log": "le journal ($REFEREE_LOG)",
    "opt.lang": "langue de l'affichage ($REFEREE_LANG)",
    "opt.table": "la table, s'il y en a plusieurs ($REFEREE_TABLE)",
    "opt.now": "l'heure à laquelle vous agissez",
    "opt.by": "votre nom de modérateur ($REFEREE_BY)",
    "opt.as_json": "une ligne de JSON par résultat",
    "opt.help": "cette page",
    "opt.version": "la version",
    "opt.players": "un joueur (une fois par joueur)",
    "opt.zone": "fuseau horaire",
    "opt.options": "option de table (voir plus haut)",
    "opt.start": "une partie déjà en cours",
    "opt.at": "quand cela a lieu",
    "opt.show.at": "à ce moment passé",
    "opt.author": "l'auteur du message",
    "opt.post_time": "l'heure du message ; --at en court",
    "opt.post_id": "le numéro du message sur le forum",
    "opt.edited_at": "l'heure de sa dernière modification",
    "opt.pasted_at": "l'heure à laquelle il a été copié",
    "opt.check.zone": "fuseau dans lequel le forum écrit les heures",
    "opt.new": "c'est un nouveau message, pas une modification",
    "opt.new_player": "ce nom est bien celui d'un nouveau joueur",
    "opt.source": "la forme du texte : auto ou text",
    "opt.reply": "la forme de la réponse",
    "opt.dry_run": "juger sans rien enregistrer",
    "opt.form": "la forme du résultat",
    "opt.player": "seulement ce joueur",
    "opt.post": "seulement ce message (numéro, ou @12)",
    "opt.end": "jusqu'à cette heure",
    "opt.replay.start": "à partir de cette heure",
    "opt.replay.file": "en une page, dans ce fichier",
    "opt.week": "une semaine, une date, current ou last",
    "opt.move": "le coup à accepter, comme « 3 b2 »",
    "opt.reason": "pourquoi ; affiché partout où la décision compte",
    "opt.record": "un tirage fait ailleurs",
    "opt.apply": "enregistrer ce qui est écoulé",
    "opt.seed": "une graine de 64 chiffres hexadécimaux",
    "opt.until": "jusqu'à cette heure",
    "opt.amend.author": "le bon auteur",
    "opt.amend.at": "la bonne heure",
    "opt.amend.post_id": "le bon numéro",
    "opt.sealing": "publier une semaine close",
    "opt.yes": "sans demander",
    "opt.clipboard": "lire le presse-papiers, et y laisser la réponse",
    "opt.lift": "lever la contrainte",
    "opt.after": "seulement après ce numéro",
    "opt.head": "une empreinte publiée qui doit être dans la chaîne",
    "opt.deep": "relire aussi les textes",
}

TEXTS = {key: typeset(text) for key, text in _PAGES.items()}
