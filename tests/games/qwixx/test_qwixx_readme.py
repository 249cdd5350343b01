"""The lines of the README with which a player checks the dice, run as they stand there (F10)."""

import contextlib
import io
import random
import re
from pathlib import Path
from typing import Any

from referee.core.chance import commitment, key_of, numbers

README = Path(__file__).parents[3] / "README.md"
BLOCK = re.compile(r"### Checking the dice yourself.*?```python\n(.*?)```", re.DOTALL)


def test_the_lines_of_the_readme_draw_what_the_referee_draws() -> None:
    found = BLOCK.search(README.read_text(encoding="utf-8"))
    assert found is not None
    lines = [line for line in found[1].splitlines() if line]
    assert len(lines) <= 10
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(found[1], names)  # noqa: S102 - our own README, as a player would run it
    assert printed.getvalue().splitlines() == [commitment(bytes(32)), "[2, 5, 5, 4, 3, 1]"]
    luck = random.Random(9)  # noqa: S311 - which draws are compared
    for draw in range(1, 300):
        seed, count = luck.randbytes(32), luck.randint(1, 6)
        salts = ["sel", "poivre d'Inès"][: luck.randrange(3)]
        below = numbers(key_of(seed, salts), "été", draw)
        ours = [1 + below(6) for _ in range(count)]
        assert names["dice"](seed, "été", draw, count, salts) == ours
