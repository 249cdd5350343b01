"""The schema of the log as named migrations. Imported only when a log is made or brought up."""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

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
CREATE TRIGGER entry_is_made_again AFTER DELETE ON entry
BEGIN INSERT OR IGNORE INTO stale VALUES (1); END;
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
    precision INTEGER,
    withdrawn INTEGER NOT NULL DEFAULT 0
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
CREATE TABLE stale (
    entry INTEGER PRIMARY KEY
);
"""

_RULINGS = """
SELECT r.seq, r.table_id, n.seq AS post, n.post_id,
    json_extract(r.data, '$.player') AS player, json_extract(r.data, '$.posted_at') AS posted_at,
    json_extract(r.data, '$.verdict') AS verdict,
    coalesce(json_extract(r.data, '$.objections[0].clause'),
             json_extract(r.data, '$.basis')) AS clause,
    json_extract(r.data, '$.effect.move') AS move,
    coalesce(json_extract(r.data, '$.effect.withdraws.week'),
             json_extract(r.data, '$.week')) AS week,
    (SELECT coalesce(sum(json_extract(value, '$.points')), 0)
     FROM json_each(r.data, '$.points')) AS points
FROM entry AS n JOIN event AS r ON r.seq = n.stands
WHERE r.type = 'ruling_made' AND NOT n.withdrawn
"""

_POSTS = """
SELECT seq, table_id, json_extract(data, '$.post_id') AS post_id,
    json_extract(data, '$.author') AS author, json_extract(data, '$.posted_at') AS posted_at,
    json_extract(data, '$.text') AS text, recorded_at, "by"
FROM event WHERE type = 'post_recorded'
"""

_RANKINGS = """
SELECT table_id, week, player, sum(points) AS points, sum(moved) AS moves FROM (
    SELECT table_id, week, player, points, verdict = 'valid' AS moved
    FROM rulings WHERE verdict IN ('valid', 'edited')
    UNION ALL
    SELECT e.table_id, json_extract(e.data, '$.week'), json_extract(e.data, '$.player'),
        json_extract(e.data, '$.points'), 0
    FROM entry AS n JOIN event AS e ON e.seq = n.stands
    WHERE e.type = 'points_awarded' AND NOT n.withdrawn
) GROUP BY table_id, week, player
"""


@migrations()
def m001_events(db: Database) -> None:
    """The events, their triggers, the caches and the views for other readers."""
    db.execute(_EVENT)
    db.execute("CREATE INDEX event_tables ON event (type, table_id) WHERE type = 'table_opened'")
    db.execute(
        "CREATE INDEX event_decisions ON event (table_id, seq)"
        " WHERE type NOT IN ('post_recorded', 'ruling_made')"
    )
    for statement in (*_CACHES.split(";"), *_TRIGGERS.split("END;")):
        if statement.strip():
            db.execute(f"{statement}END" if "TRIGGER" in statement else statement)
    db.table("entry").create_index(["table_id", "micros", "rank", "number", "seq"], "entry_place")
    db.execute("CREATE INDEX entry_id ON entry (table_id, post_id) WHERE post_id IS NOT NULL")
    db.execute("CREATE INDEX entry_coarse ON entry (table_id, micros) WHERE precision > 3600")
    db.create_view("posts", _POSTS)
    db.create_view("rulings", _RULINGS)
    db.create_view("rankings", _RANKINGS)
    db.execute("PRAGMA user_version = 1")  # in the migration's own transaction


@migrations()
def m002_secrets(db: Database) -> None:
    """Seeds and sealed placements, beside the chain and its views until they are revealed."""
    db.execute(
        "CREATE TABLE secret (table_id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,"
        " value TEXT NOT NULL, PRIMARY KEY (table_id, kind, name)) WITHOUT ROWID"
    )
    db.execute("PRAGMA user_version = 2")


# The views as Datasette shows them: a post with what was ruled on it, ranks within a week, weeks.
_POSTS_RULED = """
SELECT p.seq, p.table_id, n.post_id, json_extract(p.data, '$.author') AS author,
    json_extract(r.data, '$.player') AS player, json_extract(p.data, '$.posted_at') AS posted_at,
    json_extract(r.data, '$.week') AS week, json_extract(r.data, '$.verdict') AS verdict,
    coalesce(json_extract(r.data, '$.objections[0].clause'),
             json_extract(r.data, '$.basis')) AS clause,
    json_extract(p.data, '$.text') AS text, n.withdrawn, p.recorded_at, p."by"
FROM event AS p JOIN entry AS n ON n.seq = p.seq
LEFT JOIN event AS r ON r.seq = n.stands AND r.type = 'ruling_made' AND NOT n.withdrawn
WHERE p.type = 'post_recorded'
"""

_RANKS = """
SELECT table_id, week, rank() OVER (PARTITION BY table_id, week ORDER BY points DESC) AS rank,
    player, points, moves
FROM (
    SELECT table_id, week, player, sum(points) AS points, sum(moved) AS moves FROM (
        SELECT table_id, week, player, points, verdict = 'valid' AS moved
        FROM rulings WHERE verdict = 'valid' OR (verdict = 'edited' AND points <> 0)
        UNION ALL
        SELECT e.table_id, json_extract(e.data, '$.week'), json_extract(e.data, '$.player'),
            json_extract(e.data, '$.points'), 0
        FROM entry AS n JOIN event AS e ON e.seq = n.stands
        WHERE e.type = 'points_awarded' AND NOT n.withdrawn
        UNION ALL
        SELECT o.table_id, json_extract(o.data, '$.start.week'), hand.key,
            json_extract(hand.value, '$.points'), 0
        FROM event AS o, json_each(o.data, '$.start.players') AS hand
        WHERE o.type = 'table_opened' AND json_extract(hand.value, '$.points') <> 0
    )
    WHERE table_id IN (SELECT table_id FROM event
        WHERE type = 'table_opened' AND json_extract(data, '$.game') = 'quadrille')
    GROUP BY table_id, week, player
)
"""

_WEEKS = """
WITH read AS (
    SELECT r.table_id, json_extract(r.data, '$.week') AS week,
        json_extract(r.data, '$.verdict') AS verdict
    FROM entry AS n JOIN event AS r ON r.seq = n.stands
    WHERE r.type = 'ruling_made' AND NOT n.withdrawn
), counted AS (
    SELECT table_id, week, count(*) AS posts, sum(verdict = 'valid') AS valid,
        sum(verdict = 'invalid') AS invalid, sum(verdict = 'unclear') AS unclear
    FROM read GROUP BY table_id, week
), won AS (
    SELECT table_id, week, count(*) AS players, sum(points) AS points,
        group_concat(CASE WHEN rank = 1 AND points > 0 THEN player END, ', ') AS leaders
    FROM rankings GROUP BY table_id, week
), named AS (
    SELECT table_id, week FROM counted UNION SELECT table_id, week FROM won
), sealed AS (
    SELECT table_id, json_extract(data, '$.week') AS week, recorded_at, "by",
        json_extract(data, '$.head') AS head
    FROM event WHERE type = 'week_sealed'
)
SELECT table_id, week, coalesce(posts, 0) AS posts, coalesce(valid, 0) AS valid,
    coalesce(invalid, 0) AS invalid, coalesce(unclear, 0) AS unclear,
    coalesce(players, 0) AS players, coalesce(points, 0) AS points, leaders,
    recorded_at AS sealed_at, "by" AS sealed_by, head
FROM named LEFT JOIN counted USING (table_id, week) LEFT JOIN won USING (table_id, week)
LEFT JOIN sealed USING (table_id, week)
"""


@migrations()
def m003_views(db: Database) -> None:
    """Views that answer what people ask: what became of a post, who leads a week, which weeks."""
    db.create_view("posts", _POSTS_RULED, replace=True)
    db.create_view("rankings", _RANKS, replace=True)
    db.create_view("weeks", _WEEKS, replace=True)
    db.execute("PRAGMA user_version = 3")


@migrations()
def m004_authors(db: Database) -> None:
    """Whoever is new at a table is told from who is not without reading all of its posts."""
    db.execute(
        "CREATE INDEX entry_author ON entry (table_id, author, seq) WHERE author IS NOT NULL"
    )
    db.execute("PRAGMA user_version = 4")


# Several states of a table, each after a place. Those of before have no schema, and are made anew.
_SNAPSHOTS = """
CREATE TABLE snapshot (
    table_id TEXT NOT NULL,
    micros INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    number INTEGER NOT NULL,
    after INTEGER NOT NULL,
    things INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL,
    edition TEXT NOT NULL,
    schema TEXT NOT NULL,
    state TEXT NOT NULL,
    proof TEXT NOT NULL,
    PRIMARY KEY (table_id, micros, rank, number, after)
)"""


@migrations()
def m005_snapshots(db: Database) -> None:
    """States on the way, so that a late post starts from the nearest one before it."""
    db.execute("DROP TABLE snapshot")
    db.execute(_SNAPSHOTS)
    db.execute("PRAGMA user_version = 5")


def migrate(path: str) -> None:
    """Bring the log at `path` up to the newest schema, made new where it has none."""
    db = Database(path)
    try:
        db.execute("PRAGMA busy_timeout = 5000")
        db.enable_wal()
        migrations.apply(db)
    finally:
        db.close()
