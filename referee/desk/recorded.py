"""The posts that a session has recorded itself, found again by id, or by author and stamp (F1)."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from operator import attrgetter

from referee.core.events import PostRecorded
from referee.core.history import Place
from referee.core.names import key
from referee.core.post import Post
from referee.store.rows import Recorded

_SECOND = 1_000_000
_instant = attrgetter("micros")


class Here:
    """Posts by id, and by author in the order of their stamps."""

    def __init__(self) -> None:
        self._by_id: dict[str, Recorded] = {}
        self._by_author: dict[str, list[Recorded]] = {}
        self._by_seq: dict[int, Recorded] = {}
        self._coarsest = 1

    def add(self, post: Recorded) -> None:
        """Remember a post."""
        self._coarsest = max(self._coarsest, post.precision)
        self._by_seq[post.seq] = post
        if post.post_id is not None:
            self._by_id[post.post_id] = post
        posts = self._by_author.setdefault(post.author, [])
        if posts and post.micros < posts[-1].micros:
            insort(posts, post, key=_instant)
        else:
            posts.append(post)

    def changed(self, seq: int, digest: str) -> None:
        """A post of this session now has other words."""
        old = self._by_seq.get(seq)
        if old is not None:
            self._by_author[old.author].remove(old)
            self.add(old._replace(digest=digest))

    def adopted(self, seq: int, post_id: str) -> None:
        """A post of this session turned out to carry an id."""
        old = self._by_seq.get(seq)
        if old is not None:
            self._by_author[old.author].remove(old)
            self.add(old._replace(post_id=post_id))

    def like(
        self, post_id: str | None, names: Iterable[str], start: int, end: int
    ) -> Iterator[Recorded]:
        """Posts that carry the id, or are by one of the names and stamped near two instants."""
        if post_id is not None and post_id in self._by_id:
            yield self._by_id[post_id]
        for name in names:
            posts = self._by_author.get(name)
            if not posts or posts[-1].micros < start - self._coarsest * _SECOND:
                continue  # as in a topic that is read from its beginning
            first = bisect_left(posts, start - self._coarsest * _SECOND, key=_instant)
            last = bisect_left(posts, end, key=_instant)
            yield from posts[first:last]


def identity(place: Place, post: Post) -> Recorded:
    """What identifies a post that takes a place."""
    author = key(post.author)
    return Recorded(place.seq, place.micros, post.precision, post.post_id, author, post.digest)


def as_event(post: Post) -> PostRecorded:
    """A post as the log keeps it."""
    return PostRecorded(
        post.post_id,
        post.author,
        post.at,
        post.precision,
        post.text,
        post.digest,
        post.source,
        post.edited_at,
    )
