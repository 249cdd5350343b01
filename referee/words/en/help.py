"""The help pages, the example first."""

TEXTS = {
    "help.usage": "Usage:",
    "help.commands": "Commands",
    "help.options": "Options",
    "help.referee": """\
  referee open quadrille ball         open a table
  referee check --author Alice        paste a post, read the ruling
  referee tally --week                the points of the week

The referee of games that are played by posting on a forum.""",
    "help.open.short": "open a table",
    "help.check.short": "read a pasted post and judge it",
    "help.import.short": "read a whole exported topic",
    "help.status.short": "one line a table: what is awaited",
    "help.show.short": "floor and ranking",
    "help.moves.short": "the possible moves",
    "help.why.short": "why this ruling, or these points",
    "help.tally.short": "the points of the week or the season",
    "help.constrain.short": "a house constraint",
    "help.overrule.short": "accept or refuse a move against the rules",
    "help.award.short": "give or take points",
    "help.amend.short": "correct author, time or number of a post",
    "help.undo.short": "take back a decision, withdraw a post",
    "help.alias.short": "two names, one player",
    "help.replace.short": "pass a seat to somebody else",
    "help.extend.short": "give a player time",
    "help.ranking.short": "standings over finished games",
    "help.timeouts.short": "limits that have run out or will",
    "help.roll.short": "draw, or record a draw",
    "help.salt.short": "a player's salt",
    "help.place.short": "a player's sealed placement",
    "help.pause.short": "pause a table",
    "help.resume.short": "go on after a pause",
    "help.close.short": "close a table",
    "help.backup.short": "copy the log",
    "help.restore.short": "go back to a copy",
    "help.replay.short": "a table's history, step by step",
    "help.verify.short": "does the log hold?",
    "help.log.short": "the events as they are",
    "help.tables.short": "the tables",
    "help.rules.short": "the text of a clause, to quote",
    "help.demo.short": "a guided example",
    "help.open": """\
  referee open quadrille ball --set reward=🍪
  referee open deuxpas duel --player Alice --player Bruno --set clock=3d+12h

Opens a table and writes the opening post. --from takes up a game already
under way: a file with floor and ranking, or what `referee show --json`
writes. Options (--set): all, lang=fr|en,
reply=text|markdown|bbcode|discord; quadrille, reward=⭐, rewards=8:2,3:1;
qwixx, answer_limit=48h, first=PLAYER; azul, side=coloured|grey,
turn_limit=none, first=PLAYER; deuxpas, start=classic|varied, clock=7d; with
seats, chance=seed|outside.""",
    "help.check": """\
  referee check --author Alice --at "2026-11-21 20:58" post.txt
  referee check                       (then paste, and end with a full stop)

Reads a post, judges it, records it, writes the ruling and the reply to
paste. Without a file it reads its input; a first line "Alice,
21/11/2026 20:58" stands for --author and --at.""",
    "help.overrule": """\
  referee overrule @12 accept --reason "the screenshot shows the right step"
  referee overrule @14 accept --move "3 b2" --reason "read from the picture"

Accepts a refused or unclear move, or refuses a valid one, at the place of
its post; what follows is judged again. An accepted wrong copy adds only
its step to the standing floor.""",
    "help.award": '  referee award Alice 1 --reason "forgotten last week" --week last\n\nGives a player points, or takes some (-1).',
    "help.amend": '  referee amend @12 --author Bruno --reason "I typed the wrong name"\n\nCorrects what was recorded of a post; what follows is judged again.',
    "help.undo": '  referee undo @31 --reason "wrong post"\n\nTakes back a decision, withdraws a post or an edit, or undoes an undo.',
    "help.alias": "  referee alias Ali Alice\n\nSays that a name belongs to a player, in every post.",
    "help.replace": '  referee replace Alice Chloé --reason "Alice stops"\n\nPasses a seat to somebody else, at tables with a list of players.',
    "help.extend": '  referee extend Alice 24h --reason "travelling"\n\nGives a player time, in games where each has a limit.',
    "help.pause": '  referee pause --until "2026-11-24 08:00" --reason "forum down"\n\nPauses the table: nothing is played, no limit runs.',
    "help.resume": "  referee resume\n\nLets a paused table go on.",
    "help.close": '  referee close --reason "end of the season"\n\nCloses a table; `referee undo` opens it again.',
    "help.backup": "  referee backup copy.db\n\nCopies the log to a new file, even while others write to it.",
    "help.restore": "  referee restore copy.db\n\nPuts a verified copy in the place of the log; the old one is kept beside it.",
    "help.import": """\
  referee import topic.json
  referee import page1.html page2.html

Reads a whole topic (saved pages or exports), judges every post in order
and says what is not plainly fine. Reading the same topic again adds only
what is new.""",
    "help.ranking": "  referee ranking qwixx\n\nThe standings of a game over the finished games.",
    "help.timeouts": "  referee timeouts --apply\n\nWhat has run out or will. A deadline is a fact: --apply records it, and so\ndoes the next post.",
    "help.roll": '  referee roll\n  referee roll --record "3 4 2 5 - 1"\n\nDraws what the table waits for (dice, tiles, cells, first player, a random\nmove) and prints the post; --record takes what was drawn elsewhere.',
    "help.salt": '  referee salt Alice "the slings and arrows"\n\nAdds a player\'s text to the seed, before the first draw (F10).',
    "help.place": '  referee place Alice "a1 b1 g1 h1"\n\nRecords a sealed placement (D3); the last one reveals them all. With -, reads the input.',
    "help.status": "  referee status\n\nOne line a table: who may play, what is awaited, what is still to be decided.",
    "help.show": '  referee show --at "2026-11-21 21:00"\n  referee show --format png > board.png\n\nFloor and ranking, now or at a past moment; as a picture with --format svg\nor png.',
    "help.moves": "  referee moves --player Alice\n\nThe possible moves now.",
    "help.why": "  referee why @12\n  referee why Alice\n\nThe ruling of a post, or each point of a player with the post and clause that gave it.",
    "help.tally": """\
  referee tally --week                the last closed week (once it is sealed,
                                      the running one)
  referee tally --week current        the running week
  referee tally                       the season
  referee tally --format html > points.html

The points of all Quadrille tables, or of one (--table).""",
    "help.constrain": """\
  referee constrain diagonals --at "2026-11-21 18:00"
  referee constrain ban 2 white --lift

Adds a constraint (Q12), or lifts it. Forms: diagonals, touching, knight,
closed CELL, ban STEP AREA, only STEP AREA; an area is a row 1–4, a column
a–d, red, blue, white, black, or a cell.""",
    "help.replay": "  referee replay --player Alice\n  referee replay --html ball.html\n\nA table's history: each post, its ruling, the floor after it; with --html as\none page to step through, for any browser, without a network.",
    "help.verify": "  referee verify --deep\n\nChecks the chain and the schemas and judges every post again. --deep reads the texts again too.",
    "help.log": "  referee log --after 100\n\nThe events of the log, as they are written there.",
    "help.tables": "  referee tables\n\nThe tables of the log.",
    "help.rules": "  referee rules quadrille Q6\n\nThe short text of a clause, to quote in the topic; without a clause, all of them.",
    "help.demo": "  referee demo\n\nA temporary table, three posts, the reply and the points.",
    "opt.log": "the log ($REFEREE_LOG)",
    "opt.lang": "language of the output ($REFEREE_LANG)",
    "opt.table": "the table, if there are several ($REFEREE_TABLE)",
    "opt.now": "the time at which you act",
    "opt.by": "your name as moderator ($REFEREE_BY)",
    "opt.as_json": "one line of JSON a result",
    "opt.help": "this page",
    "opt.version": "the version",
    "opt.players": "a player (once for each)",
    "opt.zone": "time zone",
    "opt.options": "option of the table (see above)",
    "opt.start": "a game already under way",
    "opt.at": "when it takes place",
    "opt.show.at": "at that past moment",
    "opt.author": "the author of the post",
    "opt.post_time": "the time of the post; --at for short",
    "opt.post_id": "the number of the post on the forum",
    "opt.edited_at": "the time of its last edit",
    "opt.pasted_at": "the time at which it was copied",
    "opt.check.zone": "zone in which the forum writes times",
    "opt.new": "this is a new post, not an edit",
    "opt.new_player": "this is indeed the name of a new player",
    "opt.source": "the form of the text: auto or text",
    "opt.reply": "the form of the reply",
    "opt.dry_run": "judge without recording",
    "opt.form": "the form of the result",
    "opt.player": "this player only",
    "opt.post": "this post only (its number, or @12)",
    "opt.end": "up to that time",
    "opt.replay.start": "from that time on",
    "opt.replay.file": "as a page, to that file",
    "opt.week": "a week, a date, current or last",
    "opt.move": "the move to accept, like “3 b2”",
    "opt.reason": "why; shown wherever the decision counts",
    "opt.record": "a draw made elsewhere",
    "opt.apply": "record what has run out",
    "opt.seed": "a seed of 64 hexadecimal digits",
    "opt.until": "until that time",
    "opt.amend.author": "the right author",
    "opt.amend.at": "the right time",
    "opt.amend.post_id": "the right number",
    "opt.sealing": "publish a closed week",
    "opt.yes": "without asking",
    "opt.clipboard": "read the clipboard, and leave the reply there",
    "opt.lift": "lift the constraint",
    "opt.after": "only after that number",
    "opt.head": "a published hash that must be in the chain",
    "opt.deep": "read the texts again too",
}
