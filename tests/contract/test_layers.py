"""The house: which layer may import which, and how large its rooms may be."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee

ROOT = Path(referee.__file__).parent
MODULES = {path.relative_to(ROOT).as_posix(): path for path in sorted(ROOT.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}

BELOW = {
    "core": {"core"},
    "games": {"core"},
    "posts": {"posts", "core"},
    "projections": {"projections", "core"},
    "store": {"store", "core"},
    "words": {"words", "core"},
    "render": {"render", "words", "core"},
    "desk": {"desk", "store", "posts", "projections", "games", "core"},
    "cli": {"cli", "desk", "store", "posts", "projections", "render", "words", "core"},
    "__main__": {"start"},
    "start": {"cli"},
    "__init__": set(),
}
"""What each layer may import of ours. A game may import itself besides (below)."""

EXCEPTIONS = {("desk/labels.py", "words")}

PURE = ("core", "games", "projections", "words", "render")
ALLOWED = {
    "bisect", "collections", "dataclasses", "datetime", "difflib", "enum", "fractions", "functools",
    "hashlib", "heapq", "hmac", "html", "importlib", "itertools", "math", "msgspec", "operator",
    "re", "string", "textwrap", "typing", "unicodedata",
}  # fmt: skip
OWN_ALLOWED = {
    "render/tables.py": {"tabulate"},
    "projections/deuxpas_ranking.py": {"openskill"},
}
OWNERS = {"sqlite3": "store", "sqlite_utils": "store", "click": "cli"}
ASKS_THE_WORLD = {"now", "today", "utcnow", "time_ns", "getenv", "read_text", "write_text"}


def layer(name: str) -> str:
    return name.partition("/")[0].removesuffix(".py")


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported, by statement or by name, anywhere in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            if node.module == "referee":
                yield from (f"referee.{alias.name}" for alias in node.names)
            else:
                yield node.module or ""
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield beginning(node.args[0])


def beginning(name: ast.expr) -> str:
    """The constant text that a module's name begins with: `a.` of `f"a.{x}"`."""
    part = name.values[0] if isinstance(name, ast.JoinedStr) else name
    assert isinstance(part, ast.Constant), f"an import of no known layer: {ast.unparse(name)}"
    return str(part.value)


def ours(name: str) -> set[str]:
    return {module for module in imported(TREES[name]) if module.split(".")[0] == "referee"}


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_down(name: str) -> None:
    allowed = BELOW[layer(name)]
    for module in ours(name):
        target = module.split(".")[1]
        own_game = layer(name) == "games" and target == "games"
        assert target in allowed or own_game or (name, target) in EXCEPTIONS, module


def test_every_layer_is_known() -> None:
    assert {layer(name) for name in MODULES} <= set(BELOW)


@pytest.mark.parametrize(
    "name", [n for n in MODULES if n.startswith("games/") and n.count("/") > 1]
)
def test_games_never_import_one_another(name: str) -> None:
    own = f"referee.games.{name.split('/')[1]}"
    games = {module for module in ours(name) if module.startswith("referee.games")}
    assert {m for m in games if m != own and not m.startswith(f"{own}.")} == set()


def test_nobody_but_the_desk_loads_games() -> None:
    users = {layer(name) for name in MODULES for m in ours(name) if m.startswith("referee.games")}
    assert users <= {"desk", "games"}


@pytest.mark.parametrize("name", [name for name in MODULES if layer(name) in PURE])
def test_pure_modules_import_only_what_is_pure(name: str) -> None:
    allowed = ALLOWED | {"referee"} | OWN_ALLOWED.get(name, set())
    assert {module.split(".")[0] for module in imported(TREES[name])} - allowed == set()


@pytest.mark.parametrize("name", [name for name in MODULES if layer(name) in PURE])
def test_pure_modules_ask_the_world_nothing(name: str) -> None:
    calls = [node.func for node in ast.walk(TREES[name]) if isinstance(node, ast.Call)]
    methods = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    functions = {call.id for call in calls if isinstance(call, ast.Name)}
    assert methods & ASKS_THE_WORLD == set()
    assert functions & {"open", "print", "input", "eval", "exec", "__import__"} == set()


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_has_one_owner(library: str) -> None:
    users = {
        layer(name)
        for name, tree in TREES.items()
        if library in {module.split(".")[0] for module in imported(tree)}
    }
    assert users == {OWNERS[library]}


@pytest.mark.parametrize("name", MODULES)
def test_no_module_over_400_lines_and_no_function_over_50(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= 400
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, node.name


@pytest.mark.parametrize("name", MODULES)
def test_every_exception_to_a_check_carries_its_reason(name: str) -> None:
    source = io.StringIO(MODULES[name].read_text(encoding="utf-8"))
    for token in tokenize.generate_tokens(source.readline):
        if token.type != tokenize.COMMENT:
            continue
        if "noqa" in token.string:
            assert re.search(r"# noqa: [A-Z]+\d+(, [A-Z]+\d+)* - \w.{7,}", token.string), token.line
        if "type: ignore" in token.string:
            assert re.search(r"# type: ignore\[[\w, -]+\]  # \w.{7,}", token.string), token.line
