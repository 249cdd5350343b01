"""Torture the readers: `python -m tests.torture --seconds 60 [--seed 1] [TARGET …]`.

Finds are written to `fixtures/posts/finds`, from where the ordinary tests replay them.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from tests.torture import finds
from tests.torture.mutate import seeds_of
from tests.torture.targets import TARGETS


def main() -> int:
    """Torture each target in turn; 1 if anything was found."""
    asked = _asked()
    way = "guided" if find_spec("atheris") and not asked.random else "random"
    told = "guided by coverage (atheris)" if way == "guided" else "at random: atheris is missing"
    _say(f"{len(asked.targets)} targets, {asked.seconds} s each, {told}, seed {asked.seed}")
    before = set(finds.FOLDER.glob("*.txt"))
    for name in asked.targets:
        _torture(name, way, asked.seconds, asked.seed)
    found = sorted(set(finds.FOLDER.glob("*.txt")) - before)
    _say(f"{len(found)} new finds")
    return int(bool(found))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", action="store_true", help="without atheris")
    asked = parser.parse_args()
    unknown = [name for name in asked.targets if name not in TARGETS]
    if unknown:
        parser.error(f"no such target: {', '.join(unknown)}; there are {', '.join(TARGETS)}")
    asked.targets = asked.targets or list(TARGETS)
    return asked


def _torture(name: str, way: str, seconds: int, seed: int) -> None:
    """Three quarters of the time for any input, one quarter for ever longer ones."""
    _say(f"{name} …")
    with tempfile.TemporaryDirectory(prefix="referee-torture-") as folder:
        for number, data in enumerate(seeds_of(name)):
            (Path(folder) / f"seed-{number}").write_bytes(data)
        slow = max(1, seconds // 4)
        for how, span in ((way, max(1, seconds - slow)), ("longer", slow)):
            command = (sys.executable, "-m", "tests.torture.child", how, name)
            given = (str(span), str(seed), folder)
            done = subprocess.run(
                (*command, *given), stderr=subprocess.PIPE, check=False, text=True, errors="replace"
            )
            for line in _worth_telling(done.stderr, done.returncode):
                _say(f"  {line}")
            if done.returncode:
                _keep_artifacts(name, Path(folder))


def _worth_telling(errors: str, code: int) -> Iterator[str]:
    lines = errors.splitlines()
    if code:
        yield f"ended with {code}"
        yield from lines[-40:]
        return
    yield from (line for line in lines if line.startswith("FIND") or " inputs" in line)
    yield from (line for line in lines if line.startswith("Done "))


def _keep_artifacts(name: str, folder: Path) -> None:
    """What took the process along: a crash outside Python, a hang, memory."""
    for path in folder.iterdir():
        if path.name.startswith(("crash-", "timeout-", "oom-")):
            _say(f"  FIND {name}: {path.name}: {finds.save(name, path.read_bytes())}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - what is being done


if __name__ == "__main__":
    sys.exit(main())
