"""Input that cannot be used: a case and its facts, which the command line puts into words."""

from typing import Any


class Refused(Exception):
    """What was asked cannot be done as it stands; nothing was appended. Exit code 2."""

    def __init__(self, case: str, **facts: Any) -> None:
        super().__init__(case)
        self.case = case
        self.facts = facts
