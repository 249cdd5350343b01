"""The schema of the log as named migrations. Imported only when a log is made or brought up."""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from referee.store.rows import FORMAT

migrations = Migrations("referee")

_EVENT = """
CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    "by" TEXT NOT NULL,
    data TEXT NOT NULL,
    hash TEXT NOT NULL
)"""

# SQLite runs no DELETE trigger for the rows that INSERT OR REPLACE throws out, so the insertion
# itself refuses a seq that is taken, and any gap.
_TRIGGERS = """
CREATE TRIGGER event_is_never_updated BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the log only grows: an event is never changed'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the log only grows: an event is never deleted'); END;
CREATE TRIGGER event_is_only_appended BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM event)
BEGIN SELECT RAISE(ABORT, 'the log only grows: an event takes the next number'); END;
"""

# What can be made again from the events: where each thing stands in the order of its table, which
# ruling stands, and the state at the end.
_CACHES = """
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    micros INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    number INTEGER NOT NULL,
    stands INTEGER NOT NULL,
    post_id TEXT,
    author TEXT,
    digest TEXT,
    precision INTEGER
);
CREATE TABLE snapshot (
    table_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    edition TEXT NOT NULL,
    place TEXT NOT NULL,
    state TEXT NOT NULL,
    proof TEXT NOT NULL
);
"""

_RULINGS = """
SELECT r.seq, r.table_id, n.seq AS post, n.post_id,
    json_extract(r.data, '$.player') AS player, json_extract(r.data, '$.posted_at') AS posted_at,
    json_extract(r.data, '$.verdict') AS verdict,
    coalesce(json_extract(r.data, '$.objections[0].clause'),
             json_extract(r.data, '$.basis')) AS clause,
    json_extract(r.data, '$.effect.move') AS move, json_extract(r.data, '$.week') AS week,
    (SELECT coalesce(sum(json_extract(value, '$.points')), 0)
     FROM json_each(r.data, '$.points')) AS points
FROM entry AS n JOIN event AS r ON r.seq = n.stands
WHERE r.type = 'ruling_made'
"""

_POSTS = """
SELECT seq, table_id, json_extract(data, '$.post_id') AS post_id,
    json_extract(data, '$.author') AS author, json_extract(data, '$.posted_at') AS posted_at,
    json_extract(data, '$.text') AS text, recorded_at, "by"
FROM event WHERE type = 'post_recorded'
"""

_RANKINGS = """
SELECT table_id, week, player, sum(points) AS points, count(*) AS moves
FROM rulings WHERE verdict = 'valid' GROUP BY table_id, week, player
"""


@migrations()
def m001_events(db: Database) -> None:
    """The events, their triggers, the caches and the views for other readers."""
    db.execute(_EVENT)
    db.table("event").create_index(["table_id", "seq"], "event_of_table")
    db.execute("CREATE INDEX event_tables ON event (table_id) WHERE type = 'table_opened'")
    for statement in (*_TRIGGERS.split("END;"), *_CACHES.split(";")):
        if statement.strip():
            db.execute(f"{statement}END" if "TRIGGER" in statement else statement)
    db.table("entry").create_index(["table_id", "micros", "rank", "number", "seq"], "entry_place")
    db.table("entry").create_index(["table_id", "post_id"], "entry_id")
    db.table("entry").create_index(["table_id", "author", "micros"], "entry_author")
    db.create_view("posts", _POSTS)
    db.create_view("rulings", _RULINGS)
    db.create_view("rankings", _RANKINGS)


def migrate(path: str) -> None:
    """Bring the log at `path` up to the newest schema, made new where it has none."""
    db = Database(path)
    try:
        db.execute("PRAGMA busy_timeout = 5000")
        db.enable_wal()
        migrations.apply(db)
        db.execute(f"PRAGMA user_version = {FORMAT}")
    finally:
        db.close()
