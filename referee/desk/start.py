"""A game already under way (`open --from`): its state as JSON, or as floor and ranking lines."""

from datetime import datetime, tzinfo
from typing import Annotated, Any

import msgspec

from referee.core.names import key
from referee.desk.errors import Refused
from referee.games import NAMES
from referee.posts.dates import BadStamp, read_stamp
from referee.posts.decode import NotText, decode
from referee.posts.emoji import canonical

Row = Annotated[str, msgspec.Meta(pattern=r"^[.1-4]{4}$")]
Step = Annotated[int, msgspec.Meta(ge=1, le=4)]


class _Hand(msgspec.Struct):
    points: int = 0
    placed: list[Step] = []


class _Quadrille(msgspec.Struct, forbid_unknown_fields=True):
    """The contract's state of Quadrille; what can be derived is read over."""

    floor: tuple[Row, Row, Row, Row] = ("....", "....", "....", "....")
    last_player: str | None = None
    last_move_at: str | None = None
    ranking_due: bool = False
    week: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$")] | None = None
    constraints: list[str] = []
    players: dict[str, _Hand] = {}
    blocked: bool = False
    gate_until: str | None = None
    may_empty_at: str | None = None


def start_from(game: str, data: bytes, zone: tzinfo, now: datetime) -> dict[str, Any]:
    """The state that a file holds, its times in the table's zone; refused with what is wrong."""
    if game not in NAMES:
        raise Refused("no-game", game=game, known=", ".join(NAMES))
    try:
        text = decode(data)
    except NotText as error:
        raise Refused(f"text.{error.case}", file="--from", **error.facts) from error
    if game != "quadrille":
        return _as_shown(text)
    return _from_json(text, zone, now) if text.lstrip().startswith("{") else _from_post(text)


def _as_shown(text: str) -> dict[str, Any]:
    """A state as `show --json` prints it; the game itself says whether it can be."""
    try:
        whole = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Refused("bad-start", detail=str(error)) from error
    state = whole.get("state", whole)
    if not isinstance(state, dict):
        raise Refused("bad-start", detail="state")
    return state


def _from_json(text: str, zone: tzinfo, now: datetime) -> dict[str, Any]:
    try:
        whole = msgspec.json.decode(text)
        state = whole.get("state", whole)
        start = msgspec.convert(state, _Quadrille)
    except (msgspec.MsgspecError, AttributeError, RecursionError) as error:
        raise Refused("bad-start", detail=str(error)) from error
    if start.last_move_at is not None:
        try:
            start.last_move_at = read_stamp(start.last_move_at, zone, now).at.isoformat()
        except BadStamp as error:
            raise Refused("bad-start", detail=f"last_move_at {start.last_move_at}") from error
    kept: dict[str, Any] = msgspec.to_builtins(start)
    kept["players"] = _sets(kept["players"])
    for derived in ("blocked", "gate_until", "may_empty_at"):
        kept.pop(derived)
    return kept


def _from_post(text: str) -> dict[str, Any]:
    """Floor and ranking as a post shows them."""
    from referee.games.quadrille.notation import read

    sheet = read(canonical(text)[0]).act
    if sheet.floor is None:
        raise Refused("start-floor")
    players: dict[str, dict[str, Any]] = {}
    for line in sheet.ranking:
        placed = sorted(set(line.placed))
        if len(placed) != len(line.placed) or not set(placed) <= {1, 2, 3, 4}:
            raise Refused("start-line", name=line.name, placed=list(line.placed))
        players[line.name] = {"points": line.points, "placed": placed}
    return {"floor": list(sheet.floor), "players": _sets(players)}


def _sets(players: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The players, each once (F8), with a complete set as the new one that it begins (Q3)."""
    seen: dict[str, str] = {}
    for name, hand in players.items():
        if key(name) in seen:
            raise Refused("same-player", name=name, other=seen[key(name)])
        seen[key(name)] = name
        hand["placed"] = [] if set(hand["placed"]) == {1, 2, 3, 4} else sorted(set(hand["placed"]))
    return players
