"""How an Azul table begins: its options, a new game, or one already under way (A1-A3)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from referee.core.durations import BadDuration, seconds
from referee.core.game import Opening
from referee.core.names import key
from referee.core.seated import BadStart
from referee.games.azul.board import MARKER, SPACES, Board, accepting
from referee.games.azul.moving import named_first, waiting_since
from referee.games.azul.offer import CENTRE, FACTORIES, Offer, all_tiles, exhausted
from referee.games.azul.state import State, asked_of, seat_of
from referee.games.azul.tiles import COLOURS, EACH, FULL_BAG, LETTERS, ONE, SHIFTS, heaped, size
from referee.games.azul.wall import HOMES, Wall, occupied, with_tile

OPTIONS = {"side": "coloured", "turn_limit": "none", "first": ""}


def check_option(name: str, value: str) -> str:
    """What an option takes, if `value` is not such; empty if it is."""
    if name == "side" and value not in ("coloured", "grey"):
        return "coloured, grey"
    if name == "turn_limit":
        try:
            _limit(value)
        except BadDuration:
            return "none, 48h, 2d, 90min"
    if name == "first" and not (value.isprintable() and len(value) <= 100):
        return "PLAYER"
    return ""


def _limit(value: str) -> int | None:
    """A turn limit in seconds; None for none, BadDuration for what is no duration."""
    return None if value == "none" else seconds(value)


def setup(opening: Opening) -> State:
    """The table at its opening; a start is a state of the contract, what it lacks is as at the
    start, tiles that it does not show are in the bag. Raises BadStart."""
    options = {**OPTIONS, **opening.options}
    players = opening.players
    if len(players) not in FACTORIES:
        raise BadStart(f"{len(players)} players; 2 to 4 (A1)")
    state = State(
        since=opening.since,
        players=players,
        offer=Offer((0,) * FACTORIES[len(players)], (Board(),) * len(players)),
        moved=opening.since,
        grey=options["side"] == "grey",
        limit=_limit(options["turn_limit"]),
    )
    first = options["first"]
    seat = seat_of(state, first) if first else None
    if first and seat is None:
        raise BadStart(f"first: {first}; {', '.join(players)} (F12)")
    if seat is not None:
        state = named_first(state, seat)
    return _under_way(state, opening.start, opening.since) if opening.start else state


def _under_way(state: State, start: Mapping[str, Any], at: datetime) -> State:
    phase = start.get("phase", "deal")
    if phase not in ("deal", "offer", "tiling") or start.get("over"):
        raise BadStart(f"phase: {phase}")
    number = start.get("round", 1)
    if not _whole(number, 1, 99):
        raise BadStart(f"round: {number}")
    boards = _boards(state, _shown(start, "boards", {}))
    factories = _factories(state, _shown(start, "factories", []))
    centre = heaped(_tiles("centre", _shown(start, "centre", [])))
    offer = Offer(factories, boards, 0, centre, CENTRE, 0, 0)
    offer = _supplied(offer, start)
    state = msgspec.structs.replace(state, offer=offer, round=number)
    state = _seated(state, start)
    return _phased(waiting_since(state, at), phase)


def _phased(state: State, phase: str) -> State:
    """The state in its phase, once it is one that a game can be in."""
    replace = msgspec.structs.replace
    if phase == "deal":
        if not exhausted(state.offer):
            raise BadStart("deal: factories and centre (A7)")
        if any(MARKER in board.floor for board in state.offer.boards):
            raise BadStart("deal: marker (A10)")
        return replace(state, phase="deal" if state.first is not None else "first")
    if state.first is None:
        raise BadStart(f"{phase}: active (A3)")
    if phase == "offer":
        if exhausted(state.offer):
            raise BadStart("offer: factories and centre (A7)")
        return replace(state, phase="offer")
    state = replace(state, phase="tiling", chosen=((),) * len(state.players))
    if not (state.grey and exhausted(state.offer)):
        raise BadStart("tiling (A15)")
    if not any(asked_of(state, seat) for seat in range(len(state.players))):
        raise BadStart("tiling: waiting_for (A15)")
    return state


def _shown(start: Mapping[str, Any], name: str, otherwise: Any) -> Any:
    """What a state shows; as at the start where it is left out, or null."""
    shown = start.get(name)
    return otherwise if shown is None else shown


def _whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _tiles(where: str, tiles: Any, most: int = 100) -> list[int]:
    if not isinstance(tiles, list | tuple) or len(tiles) > most:
        raise BadStart(f"{where}: {tiles}")
    strange = [tile for tile in tiles if tile not in COLOURS]
    if strange:
        raise BadStart(f"{where}: {strange[0]} (A1)")
    return [COLOURS.index(tile) for tile in tiles]


def _factories(state: State, shown: Any) -> tuple[int, ...]:
    wanted = len(state.offer.factories)
    if not isinstance(shown, list | tuple) or len(shown) not in (0, wanted):
        raise BadStart(f"factories: {wanted} (A1)")
    heaps = tuple(heaped(_tiles("factories", one, 4)) for one in shown)
    return heaps or (0,) * wanted


def _supplied(offer: Offer, start: Mapping[str, Any]) -> Offer:
    """Bag and lid as shown; a bag that is left out holds what lies nowhere else."""
    lid = _supply("lid", _shown(start, "lid", {}))
    offer = msgspec.structs.replace(offer, lid=lid)
    shown = [all_tiles(offer) >> shift & 63 for shift in SHIFTS]
    if any(number > EACH for number in shown) or size(all_tiles(offer)) > 100:
        raise BadStart("more than 20 tiles of a colour (A1)")
    bag = FULL_BAG - all_tiles(offer)
    if start.get("bag") is not None and _supply("bag", start["bag"]) != bag:
        raise BadStart("bag: not 20 tiles of each colour in all (A1)")
    return msgspec.structs.replace(offer, bag=bag)


def _supply(where: str, shown: Any) -> int:
    if not isinstance(shown, dict):
        raise BadStart(where)
    heap = 0
    for colour, number in shown.items():
        if colour not in COLOURS or not _whole(number, 0, EACH):
            raise BadStart(f"{where}: {colour} {number} (A1)")
        heap += number * ONE[COLOURS.index(colour)]
    return heap


def _seated(state: State, start: Mapping[str, Any]) -> State:
    """Marker and active player."""
    marker, active = start.get("marker"), start.get("active")
    holders = [seat for seat, b in enumerate(state.offer.boards) if MARKER in b.floor]
    if len(holders) > 1:
        raise BadStart("marker: on two floor lines (A4)")
    holder = holders[0] if holders else CENTRE
    if marker not in (None, "centre"):
        seat = _seat(state, "marker", marker)
        if holders and holder != seat:
            raise BadStart(f"marker: {marker} (A4)")
        holder = seat
    elif marker == "centre" and holders:
        raise BadStart("marker: centre (A4)")
    turn = state.first if active is None else _seat(state, "active", active)
    if turn is None and holder != CENTRE:
        turn = holder
    offer = msgspec.structs.replace(state.offer, marker=holder, turn=turn or 0)
    return msgspec.structs.replace(state, offer=offer, first=turn)


def _seat(state: State, where: str, name: Any) -> int:
    seat = seat_of(state, name) if isinstance(name, str) else None
    if seat is None:
        raise BadStart(f"{where}: {name} (F12)")
    return seat


def _boards(state: State, shown: Any) -> tuple[Board, ...]:
    if not isinstance(shown, dict):
        raise BadStart("boards")
    known = {key(name) for name in state.players}
    strange = [name for name in shown if key(str(name)) not in known]
    if strange:
        raise BadStart(f"boards: {strange[0]} (F12)")
    by_key = {key(name): board for name, board in shown.items()}
    return tuple(
        _board(name, _shown(by_key, key(name), {}), grey=state.grey) for name in state.players
    )


def _board(name: str, shown: Any, *, grey: bool) -> Board:
    if not isinstance(shown, dict):
        raise BadStart(name)
    score = shown.get("score", 0)
    if not _whole(score, 0, 240):
        raise BadStart(f"{name}: score {score} (A10)")
    wall = _wall(name, _shown(shown, "wall", (".....",) * 5), grey=grey)
    lines = _lines(name, _shown(shown, "lines", (None,) * 5), wall)
    shown_floor = _shown(shown, "floor", [])
    if not isinstance(shown_floor, list | tuple):
        raise BadStart(f"{name}: floor")
    if len(shown_floor) > SPACES or list(shown_floor).count("marker") > 1:
        raise BadStart(f"{name}: floor (A6)")
    tiles = _tiles(name, [tile for tile in shown_floor if tile != "marker"], SPACES)
    found = iter(tiles)
    floor = tuple(MARKER if tile == "marker" else next(found) for tile in shown_floor)
    return Board(score, lines, accepting(lines, wall), wall, floor)


def _wall(name: str, rows: Any, *, grey: bool) -> Wall:
    if (
        not isinstance(rows, list | tuple)
        or len(rows) != 5
        or not all(isinstance(row, str) and len(row) == 5 for row in rows)
    ):
        raise BadStart(f"{name}: wall")
    wall: Wall = (0, 0, 0, 0, 0)
    for row, text in enumerate(rows):
        for column, letter in enumerate(text):
            if letter == ".":
                continue
            colour = "byrkw".find(letter)
            where = f"{name}: wall {text}, {row + 1}"
            if colour < 0:
                raise BadStart(f"{where}: {letter} (A1)")
            if not grey and HOMES[row][colour] != column:
                raise BadStart(f"{where}: {letter} (A8: {_order(row)})")
            if not _free(wall, colour, row, column):
                raise BadStart(f"{where}: {letter} (A15)")
            wall = with_tile(wall, colour, row, column)
    for row, text in enumerate(rows):
        if occupied(wall) >> 5 * row & 31 == 31:
            raise BadStart(f"{name}: wall {text} (A12)")
    return wall


def _order(row: int) -> str:
    """The letters of a row of the coloured side (A8)."""
    return "".join(letter for _, letter in sorted(zip(HOMES[row], LETTERS.lower(), strict=True)))


def _free(wall: Wall, colour: int, row: int, column: int) -> bool:
    """Whether a colour is still missing in a row and in a column."""
    mask = wall[colour]
    return not mask >> 5 * row & 31 and not mask >> column & 0b00001_00001_00001_00001_00001


def _lines(name: str, shown: Any, wall: Wall) -> int:
    if not isinstance(shown, list | tuple) or len(shown) != 5:
        raise BadStart(f"{name}: lines")
    lines = 0
    for row, held in enumerate(shown):
        if not held:  # null, or an empty list where a format has no null
            continue
        if not isinstance(held, list | tuple) or len(held) != 2 or held[0] not in COLOURS:
            raise BadStart(f"{name}: lines {held}")
        colour = COLOURS.index(held[0])
        if not _whole(held[1], 1, row + 1):
            raise BadStart(f"{name}: lines {held}, 1 – {row + 1} (A5)")
        if wall[colour] >> 5 * row & 31:
            raise BadStart(f"{name}: lines {held}, wall {row + 1} (A5)")
        lines |= (colour << 3 | held[1]) << 6 * row
    return lines
