"""Real streams: colour and its absence, a conversation at a terminal, pipes and odd encodings."""

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import NOW, Referee, drawn

CHECK = ["check", "--author", "Alice", "--at", "2026-11-28 21:04"]
READING = [["status"], ["show"], ["moves"], ["tally"], ["replay"], ["why", "1041"], ["verify"]]
REFEREE = "from referee.cli import main; main(prog_name='referee')"
COMMAND = [sys.executable, "-c", REFEREE]
WAIT = 10.0


def environment(**more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**kept, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **more}


def shared(referee: Referee) -> list[str]:
    return ["--log", str(referee.log), "--now", NOW, "--by", "David", "--lang", referee.lang]


class Terminal:
    """A command at a pseudo-terminal: type, wait for words, and see what was shown."""

    def __init__(self, referee: Referee, *words: str, **env: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *shared(referee), *words],
            stdin=slave, stdout=slave, stderr=slave, close_fds=True, start_new_session=True,
            env=environment(**env),
        )  # fmt: skip
        os.close(slave)
        self.shown, self._read_up_to = "", 0

    def until(self, words: str) -> None:
        """Read until these words are shown after those waited for before."""
        end = time.monotonic() + WAIT
        while words not in self.shown[self._read_up_to :]:
            assert self._read(end - time.monotonic()), f"waited for {words!r} in {self.shown!r}"
        self._read_up_to = self.shown.index(words, self._read_up_to) + len(words)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        """Read what is left and return the exit code."""
        end = time.monotonic() + WAIT
        while self._read(end - time.monotonic()):
            pass
        return self.process.wait(WAIT)

    def _read(self, left: float) -> bool:
        if not select.select([self.master], [], [], max(left, 0))[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # Linux says so when the other side is gone
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals to close, whatever happens."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def talk(terminals: list[Terminal], referee: Referee, *words: str, **env: str) -> Terminal:
    terminals.append(Terminal(referee, *words, **env))
    return terminals[-1]


def test_a_conversation(game: Referee, terminals: list[Terminal]) -> None:
    terminal = talk(terminals, game, "check")
    terminal.until("Ctrl-D")
    terminal.type(drawn(("....", ".3..", "...1", "2...")) + "\n.\n")
    terminal.until("Author")
    terminal.type("Alice\n")
    terminal.until("Posted at")
    terminal.type("2026-11-28 21:04:00\n")
    terminal.until("VALID")
    terminal.until("Next post")
    terminal.type("Chloé, 28/11/2026 21:04\n\nhello\n.\n")
    terminal.until("NO MOVE")
    terminal.until("Next post")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert [row[2] for row in game.rows()[9:]] == ["post_recorded", "ruling_made"] * 2
    assert "Traceback" not in terminal.shown


def test_a_conversation_goes_on_after_what_cannot_be_used(
    game: Referee, terminals: list[Terminal]
) -> None:
    terminal = talk(terminals, game, "check", "--lang", "fr")
    terminal.until("Ctrl-D")
    terminal.type("Alice, 31/02/2026 20:58\n\nbonjour\n.\n")
    terminal.until("n'existe pas")
    terminal.until("Message suivant")
    terminal.type("Alice, 28/11/2026 21:01\n\nbonjour\n.\n")
    terminal.until("PAS UN COUP")
    terminal.until("Message suivant")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert len(game.rows()) == 11


def test_a_conversation_with_a_refused_post_ends_with_1(
    game: Referee, terminals: list[Terminal]
) -> None:
    terminal = talk(terminals, game, *CHECK)
    terminal.until("Ctrl-D")
    terminal.type(drawn(("....", ".3..", "...1", "...1")) + "\n.\n\x04")
    assert terminal.end() == 1
    assert "REFUSED" in terminal.shown


def test_the_last_post_needs_no_full_stop(game: Referee, terminals: list[Terminal]) -> None:
    terminal = talk(terminals, game, *CHECK)
    terminal.until("Ctrl-D")
    terminal.type("hello\n\x04")
    terminal.end()
    assert len(game.rows()) == 11


def test_an_empty_conversation_records_nothing(game: Referee, terminals: list[Terminal]) -> None:
    terminal = talk(terminals, game, "check")
    terminal.until("Ctrl-D")
    terminal.type("\x04")
    assert terminal.end() == 0
    assert len(game.rows()) == 9


@pytest.mark.parametrize(
    "words", [["show"], ["replay"], ["why", "1041"]], ids=lambda words: words[0]
)
def test_colour_at_a_terminal_only(
    game: Referee, terminals: list[Terminal], words: list[str]
) -> None:
    coloured = talk(terminals, game, *words)
    assert coloured.end() == 0
    assert "\x1b[" in coloured.shown
    plain = talk(terminals, game, *words, NO_COLOR="1")
    assert plain.end() == 0
    assert "\x1b" not in plain.shown


def test_a_picture_is_kept_from_a_terminal(game: Referee, terminals: list[Terminal]) -> None:
    terminal = talk(terminals, game, "show", "--format", "png")
    assert terminal.end() == 2
    assert "> board.png" in terminal.shown
    assert "PNG\r" not in terminal.shown


def test_a_page_is_utf8_whatever_the_terminal_speaks(game: Referee) -> None:
    words = [*COMMAND, *shared(game), "tally", "--format", "html"]
    done = subprocess.run(
        words, capture_output=True, check=True, env=environment(PYTHONIOENCODING="latin-1")
    )
    page = done.stdout.decode()
    assert page.startswith("<!doctype html>")
    assert "Chloé" in page


@pytest.mark.parametrize("words", [*READING, CHECK, ["--help"]], ids=lambda words: words[0])
def test_no_escape_sequences_where_there_is_no_terminal(game: Referee, words: list[str]) -> None:
    result = game(*words, stdin=drawn(("....", ".3..", "...1", "...1")))
    assert "\x1b" not in result.stdout + result.stderr


def run(referee: Referee, *words: str, stdin: str = "", **env: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*COMMAND, *shared(referee), *words],
        input=stdin.encode(), capture_output=True, check=False, env=environment(**env),
    )  # fmt: skip
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode()


def test_streams_of_a_real_process(game: Referee) -> None:
    code, out, err = run(game, *CHECK, stdin=drawn(("....", ".3..", "...1", "...1")))
    assert (code, err) == (1, "")
    assert "REFUSED" in out
    assert "\x1b" not in out


def test_a_reader_that_goes_away_is_no_fault(game: Referee) -> None:
    for words in (["log"], ["replay"], ["--json", "log"]):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(
            [*COMMAND, *shared(game), *words],
            stdout=write, stderr=subprocess.PIPE, check=False, env=environment(),
        )  # fmt: skip
        os.close(write)
        assert (done.stderr, done.returncode) == (b"", 0)


def test_a_result_that_cannot_be_written_is_told_in_one_line(game: Referee) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *shared(game), "show"],
            stdout=full, stderr=subprocess.PIPE, check=False, env=environment(),
        )  # fmt: skip
    assert done.returncode != 0
    line = done.stderr.decode()
    assert line.count("\n") == 1
    assert line.removeprefix("referee:").strip()[0] != ":", f"where? {line}"


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
@pytest.mark.parametrize("words", [["show"], CHECK], ids=lambda words: words[0])
def test_an_output_without_emoji_is_no_traceback(
    game: Referee, words: list[str], encoding: str
) -> None:
    text = drawn(("....", ".3..", "...1", "2..."))
    code, out, err = run(game, *words, stdin=text, PYTHONIOENCODING=encoding)
    assert "Traceback" not in err
    assert (code, bool(out)) == (0, True)


def test_words_that_are_no_text(game: Referee) -> None:
    done = subprocess.run(
        [*COMMAND, *shared(game), "check", "--author", b"L\xe9a", "--at", "2026-11-28 21:04"],
        input=b"hello", capture_output=True, check=False, env=environment(),
    )  # fmt: skip
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)
    assert len(game.rows()) == (9 if done.returncode else 11)


def test_interrupting_a_conversation_is_told_in_no_more_than_a_line(
    game: Referee, terminals: list[Terminal]
) -> None:
    terminal = talk(terminals, game, "check")
    terminal.until("Ctrl-D")
    terminal.process.send_signal(2)
    assert terminal.end() != 0
    assert "Traceback" not in terminal.shown
    assert len(game.rows()) == 9
