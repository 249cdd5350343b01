"""One way of torturing one target, in a process of its own: atheris ends its process, and a reader
may well take it along."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> None:
    """`child WAY TARGET SECONDS SEED CORPUS`."""
    way, name, seconds, seed, corpus = sys.argv[1:]
    given = (name, int(seconds), int(seed), Path(corpus))
    if way == "guided":
        atheris: Any = import_module("atheris")
        with atheris.instrument_imports(include=["referee"]):
            import_module("tests.torture.targets")
        from tests.torture.runs import guided

        guided(*given)
        return
    from tests.torture.runs import at_random, longer

    count = (at_random if way == "random" else longer)(*given)
    print(f"{name}: {way}: {count:,} inputs", file=sys.stderr)  # noqa: T201 - what a run reports


if __name__ == "__main__":
    main()
