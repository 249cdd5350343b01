"""A post as BBCode, from the quote or edit form of a forum: one post, without a header.

Form of the tags: phpBB's phpbb/textformatter/s9e/utils.php. Whose it is, and of when, the
moderator says; quotes, spoilers and code blocks are left to `own_words`.
"""

import re

from referee.core.patterns import lazy
from referee.posts.engines import simple
from referee.posts.source import Found, Source

NAME = "bbcode"

_TAG = lazy(r"\[(?P<tag>quote|code|spoiler)\b[^\]\n]{0,300}\]", re.IGNORECASE)


def looks(source: Source) -> bool:
    """Whether a tag is opened and closed, below no header."""
    lower = source.text.lower().lstrip()
    if lower[:1] in ("{", "<"):  # an export that holds BBCode
        return False
    opened = {found["tag"].lower() for found in _TAG.finditer(source.text)}
    if not any(f"[/{tag}]" in lower for tag in opened):
        return False
    return not simple.has_header(source) and not simple.is_layout(source)


def read(source: Source) -> list[Found]:
    """The one post that the text is, without an author."""
    return [Found(author="", stamp=None, text=source.text)]
