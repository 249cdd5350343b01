"""A whole topic imported: a Discourse export of a long game, against the replay of what it makes.

The bar is 5,000 posts a second where a replay reads 300,000 events a second.
"""

import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median

import msgspec

from referee.core.table import Table
from referee.desk.importing import import_posts, in_order, since_opening
from referee.desk.table import rebuilt
from referee.desk.tables import find
from referee.posts.decode import decode
from referee.posts.detect import detect
from referee.posts.reader import Said, unread
from referee.posts.source import Source
from referee.store.log import Log
from tests.bench.logs import NOW, new_log
from tests.bench.measure import Line, seconds, shown
from tests.bench.memory import peak
from tests.bench.startup import surroundings

POSTS = 10_000
FEWER = 2_000
EVENTS = 2 * POSTS
"""Events of the game that is exported: a post and its ruling each."""

BAR = 5_000 / 300_000
_ROUNDS = 5
_LARGEST = 512 << 20


class _Exported(msgspec.Struct):
    """A post as Discourse's serializer gives it."""

    id: int
    post_number: int
    username: str
    created_at: str
    updated_at: str
    raw: str
    post_type: int = 1
    version: int = 1


def lines(game: Path, folder: Path, rounds: int) -> list[Line]:
    """Posts imported a second as a share of events replayed a second, and the memory of it."""
    topics = {count: topic(game, folder, count) for count in (FEWER, POSTS)}
    shares, imports, replays = [], [], []
    for number in range(min(rounds, _ROUNDS)):
        path = folder / f"imported-{number}.db"
        imported, replayed, events = _round(path, topics[POSTS])
        imports.append(imported)
        replays.append(replayed)
        shares.append((POSTS / imported) / (events / replayed))
    shares.sort()
    posts, events_a_second = POSTS / median(imports), EVENTS / median(replays)
    note = f"{posts:,.0f} posts/s imported, {events_a_second:,.0f} events/s replayed"
    times = (shown(median(imports)), shown(median(replays)))
    speed = Line(
        f"import of {POSTS:,} posts: posts/s as a share of replayed events/s",
        median(shares),
        round(BAR, 4),
        shares[0],
        shares[-1],
        *times,
        at_least=True,
        unit="posts/event",
        note=note,
    )
    return [speed, _memory(folder, topics)]


def topic(game: Path, folder: Path, count: int) -> Path:
    """The first posts of a game as Discourse exports a topic."""
    path = folder / f"topic-{count}.json"
    with closing(Log.open(str(game))) as log:
        posts = [_exported(number, row) for number, row in enumerate(_recorded(log, count), 1)]
    if len(posts) < count:
        raise RuntimeError(f"the game has {len(posts)} posts only")
    path.write_bytes(msgspec.json.encode({"id": 7, "post_stream": {"posts": posts}}))
    return path


def _recorded(log: Log, count: int) -> Iterator[tuple[str, str, str]]:
    for row in log.events():
        if row.type == "post_recorded" and count:
            count -= 1
            data = msgspec.json.decode(row.data)
            yield data["author"], data["posted_at"], data["text"]


def _exported(number: int, row: tuple[str, str, str]) -> _Exported:
    author, at, text = row
    return _Exported(number, number, author, at, at, text)


def _round(path: Path, exported: Path) -> tuple[float, float, int]:
    """Seconds of an import, of the replay of what it recorded, and how many events that is; both
    without garbage collection, as the command line runs (`referee.start`)."""
    gc.collect()
    gc.disable()
    try:
        with closing(new_log(path)) as log:
            table = find(log, None)
            imported = seconds(partial(whole, log, table, exported))
            replayed = min(seconds(partial(rebuilt, table, log)) for _ in range(3))
            return imported, replayed, log.head().seq - 1
    finally:
        gc.enable()


def whole(log: Log, table: Table, exported: Path) -> None:
    """What `import` does with a file, from its bytes to the log; every post has to be valid."""
    name, found = detect(Source(decode(exported.read_bytes(), limit=_LARGEST), table.zone, NOW))
    seen = [unread(one, Said(), name, now=NOW) for one in found or ()]
    posts, early = since_opening(table, in_order(seen))
    done = import_posts(log, table, posts, now=NOW, by="bench", tell=lambda judged: None)
    if early or done.balance["valid"] != len(posts):
        raise RuntimeError(str(done.balance))


def _memory(folder: Path, topics: dict[int, Path]) -> Line:
    """Peak memory of two processes, of which one imports five times as many posts."""
    few, many = (_peak_of(folder / f"peak-{n}.db", topics[n]) for n in (FEWER, POSTS))
    what = f"peak memory of an import, {POSTS:,} posts / {FEWER:,}"
    note = f"{(many - few) / (POSTS - FEWER):.1f} KiB a post"
    times = (f"{many / 1024:.1f} MB", f"{few / 1024:.1f} MB")
    return Line(what, many / few, 1.6, None, None, *times, note=note)


def _peak_of(path: Path, exported: Path) -> int:
    command = (sys.executable, "-m", __name__, str(path), str(exported))
    done = subprocess.run(command, env=surroundings(), capture_output=True, check=True)
    return int(done.stdout)


def _import(path: str, exported: str) -> None:
    gc.disable()  # as above
    with closing(new_log(Path(path))) as log:
        whole(log, find(log, None), Path(exported))
    sys.stdout.write(f"{peak()}\n")


if __name__ == "__main__":
    _import(sys.argv[1], sys.argv[2])
