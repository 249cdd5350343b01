"""Whether a paste may have been split at a header that a player typed inside a post."""

from collections.abc import Sequence
from typing import Any

from referee.cli.shared import Call
from referee.core.names import key
from referee.core.post import Post
from referee.core.table import Table
from referee.posts.reader import Unread
from referee.words.sentences import hour


def warn(call: Call, log: Any, table: Table, name: str, posts: Sequence[Post | Unread]) -> None:
    """Name what does not fit among posts in the order of their source: one dated before the post
    above it, or by somebody unknown whom nobody else's post names. Only pastes can be so split."""
    if len(posts) < 2 or not (name == "text" or name.endswith("-paste")):
        return
    last = posts[0].at
    back = []
    for post in posts[1:]:
        if post.at < last:
            back.append(post)
        last = max(last, post.at)
    if len(back) * 2 < len(posts):  # else the newest stands on top
        for post in back[:3]:
            facts = {"author": post.author, "when": hour(post.at, table.zone)}
            call.hint("split.back", **facts)
    texts = [(post.author, post.text.casefold()) for post in posts]
    known = {key(player) for player in table.opened.players}
    for author in dict.fromkeys(post.author for post in posts):
        folded = author.casefold()
        if key(author) in known or log.has_author(table.name, key(author)):
            continue
        if sum(folded == other.casefold() for other, _ in texts) > 1:
            continue
        if not any(folded in text for other, text in texts if other.casefold() != folded):
            call.hint("split.unknown", author=author)
