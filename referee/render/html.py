"""Pages: one file each, without a network. The only place that knows Jinja2."""

import base64
import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo
from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from referee.words import say
from referee.words.sentences import moment


class About(NamedTuple):
    """What a page says of itself: its language, the head of the log, the version of the program,
    when it was made; and how a clause reads: title and text."""

    lang: str
    head: str
    version: str
    now: datetime
    clause: Callable[[str], tuple[str, str] | None]

    def made(self, zone: tzinfo) -> str:
        """When and by what the page was made."""
        when = moment(self.now, zone, self.lang, seconds=False)
        return say("page.made", self.lang, when=when, version=self.version)


def labels(names: Iterable[str], said: Callable[[str], str]) -> dict[str, str]:
    """Texts by the last part of their keys, as templates name them."""
    found = ((key.partition(".")[2].replace("-", "_"), said(key)) for key in names)
    return {name: text[:1].upper() + text[1:] for name, text in found}


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("referee.render", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _source(name: str) -> str:
    environment = _environment()
    if environment.loader is None:
        raise TypeError(name)
    return environment.loader.get_source(environment, name)[0].strip()


def _hashed(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def page(template: str, styles: tuple[str, ...], scripts: tuple[str, ...], **facts: Any) -> str:
    """A page: every outside word in it is escaped, and its policy lets run what is inlined here,
    known by hash, and nothing else; nothing is fetched, sent or framed."""
    style = "\n".join(_source(name) for name in styles)
    sources = [_source(name) for name in scripts]
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src {_hashed(style)}",
            f"script-src {' '.join(map(_hashed, sources))}" if sources else "script-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    # Our own files, which go in as they are.
    ours = [Markup(source) for source in (style, *sources)]  # noqa: S704 - as said above  # nosec B704
    inlined = {"style": ours[0], "scripts": ours[1:]}
    rendered: str = _environment().get_template(template).render(policy=policy, **inlined, **facts)
    return rendered


def drawing(svg: str) -> Markup:
    """SVG that is ours, to stand in a page as it is; what is not ours in it was escaped there."""
    return Markup(svg)  # noqa: S704 - svg.py and glyphs.py escape  # nosec B704
