"""What `referee check` on a plain paste loads: start-up time is a promise, so this is a list."""

import subprocess
import sys

import pytest

from tests.conftest import EMPTY, NOW, OPENED, Referee, drawn

SCRIPT = """
import sys
before = set(sys.modules)
from referee.cli import main
try:
    main()
except SystemExit as end:
    code = end.code
new = sorted(set(sys.modules) - before)
print(code, *new, sep="\\n", file=sys.stderr)
"""

THIRD_PARTY = {"click", "msgspec"}

BY_CHANCE = {
    "typing_extensions",  # msgspec takes it where another package has installed it
    "tzdata",  # zoneinfo takes it where the system has no zones
    "colorama",  # click takes it on Windows
}

SLOW = {
    "argparse", "asyncio", "concurrent", "csv", "dateutil", "email", "html", "http", "ipaddress",
    "jinja2", "json", "locale", "logging", "multiprocessing", "pathlib", "selectolax", "selectors",
    "shlex", "socket", "sqlite_utils", "ssl", "subprocess", "tabulate", "tempfile", "tomllib",
    "unittest", "urllib", "wcwidth", "xml", "yaml",
}  # fmt: skip

OURS = """
cli cli.check cli.reading cli.shared core core.decisions core.events core.game core.history
core.house core.limits core.names core.patterns core.picture core.post core.reading core.ruling
core.table
core.timeline core.week desk desk.check desk.errors desk.labels desk.recorded
desk.session desk.table desk.tables games games.quadrille games.quadrille.acts
games.quadrille.boards games.quadrille.constraints games.quadrille.copying games.quadrille.edits
games.quadrille.floor games.quadrille.game games.quadrille.notation games.quadrille.overruling
games.quadrille.picture games.quadrille.ranking games.quadrille.ranking_lines
games.quadrille.rules games.quadrille.state posts posts.dates posts.decode posts.documents
posts.emoji posts.headers posts.own_words posts.reader posts.source
render render.board render.decisions render.records render.reply
render.standing render.verdicts
store store.connection store.errors store.index store.log store.rows words words.fr
words.fr.commands words.fr.rulings words.sentences
"""


@pytest.fixture
def loaded(referee: Referee) -> set[str]:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    shared = ["--log", str(referee.log), "--now", NOW, "--lang", "fr"]
    said = ["--author", "Alice", "--at", "2026-11-28 20:41"]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *shared, "check", *said],
        input=drawn((".3..", *EMPTY[1:])).encode(),
        capture_output=True,
        check=True,
    )
    code, *modules = done.stderr.decode().split("\n")[:-1]
    assert code == "0"
    assert "VALIDE" in done.stdout.decode()
    return set(modules)


def test_a_plain_paste_loads_what_is_listed(loaded: set[str]) -> None:
    top = {module.split(".")[0] for module in loaded}
    foreign = {name for name in top - sys.stdlib_module_names if not name.startswith("_")}
    assert foreign - BY_CHANCE == THIRD_PARTY | {"referee"}
    assert top & SLOW == set()
    ours = {name.removeprefix("referee.") for name in loaded if name.startswith("referee.")}
    assert ours == set(OURS.split())
