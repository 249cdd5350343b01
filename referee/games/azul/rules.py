"""The clauses of Azul as a judge: one `if` is one clause, and every broken one is listed."""

from typing import Any

from referee.core.limits import paused_at
from referee.core.names import key
from referee.core.reading import Note
from referee.core.ruling import Finding, Objection, in_precedence, seen_edited
from referee.games.azul.acts import RESIGNS, Posted, Said, Sheet, choice_move, take_move
from referee.games.azul.board import Board, line
from referee.games.azul.choosing import judge_choices
from referee.games.azul.folding import before
from referee.games.azul.offer import heap_at
from referee.games.azul.state import Effect, State, awaited_seats, seat_of
from referee.games.azul.tiles import COLOURS, colours, count
from referee.games.azul.wall import in_row

PRECEDENCE = ("F12", "F14", "A17", "A1", "A4", "A5", "A15")


def judge(state: State, act: Posted) -> Finding:
    """The finding on a post: A1-A18 in the precedence of F13. The state is only read."""
    sheet = act.sheet
    if sheet.edit is not None:
        return _judge_edit(sheet)
    warnings = seen_edited(sheet.edited_at)
    if sheet.silent:
        return Finding("no-move", Effect(), (Objection("F3", "azul-chat", {}),), warnings)
    if sheet.teller is not None and key(sheet.teller) != key(act.player):
        told = Objection("F15", "azul-told", {"told": _teller(sheet.teller)})
        return Finding("no-move", Effect(), (told,), warnings)
    state = before(state, act.at)
    seat = seat_of(state, act.player)
    barred = _not_in_play(state, act, seat)
    if sheet.unread is not None:
        if barred:
            return _refused([*barred, sheet.unread], warnings)
        return Finding("unclear", Effect(), (sheet.unread,), warnings)
    if sheet.resign:
        return _judge_resigning(barred, warnings)
    if seat is None or state.phase == "over":
        return _refused(barred, warnings)
    if sheet.choices:
        broken = [*barred, *judge_choices(state, seat, sheet.choices)]
        move, basis = choice_move(sheet.choices), "A15"
    else:
        return _judge_take(state, seat, act, barred)
    if broken:
        return _refused(broken, warnings)
    return Finding("valid", Effect(move), (), warnings, basis)


def _refused(broken: list[Objection], warnings: tuple[Objection, ...]) -> Finding:
    return Finding("invalid", Effect(), in_precedence(broken, PRECEDENCE), warnings)


def _teller(teller: str) -> Any:
    return teller or Note("azul-somebody", {})


def _judge_edit(sheet: Sheet) -> Finding:
    """A17: the first version seen counts, whatever the post says now."""
    words = Objection("F5", "words", {})
    if sheet.edit is None or not sheet.edit.floor:
        return Finding("edited", Effect(), (words,))
    return Finding("edited", Effect(), (Objection("A17", "edited", {}), words))


def _not_in_play(state: State, act: Posted, seat: int | None) -> list[Objection]:
    """F12 and F14: whether anybody may move, and this player at all."""
    found = []
    if seat is None:
        facts = {"player": act.player, "seats": list(state.players)}
        found.append(Objection("F12", "azul-no-seat", facts))
    elif seat in state.resigned:
        found.append(Objection("F12", "azul-resigned", {"player": act.player}))
    if state.closed:
        found.append(Objection("F14", "closed", {}))
    elif state.phase == "over":
        found.append(Objection("F14", "azul-over", {}))
    elif paused_at(state.pauses, act.at):
        found.append(Objection("F14", "paused", {}))
    elif state.dispute is not None:
        found.append(Objection("F14", "azul-dispute", {"round": state.round}))
    elif state.phase == "first":
        found.append(Objection("F14", "azul-first", {}))
    elif state.phase == "deal":
        found.append(Objection("F14", "azul-deal", {"round": state.round}))
    return found


def _judge_resigning(barred: list[Objection], warnings: tuple[Objection, ...]) -> Finding:
    """F12: a seated player may resign at any time, as long as there is a game."""
    last = ("closed", "azul-over")
    broken = [o for o in barred if o.clause == "F12" or o.case in last]
    if broken:
        return _refused(broken, warnings)
    return Finding("valid", Effect(dict(RESIGNS)), (), warnings, "F12")


def _judge_take(state: State, seat: int, act: Posted, barred: list[Objection]) -> Finding:
    said, warnings = act.sheet.take, seen_edited(act.sheet.edited_at)
    if said is None:
        raise ValueError("no move")
    broken = [*barred, *_out_of_turn(state, seat)]
    ranged = _out_of_range(state, said)
    broken += ranged
    if state.phase == "offer" and state.dispute is None:
        if not ranged:
            there = count(heap_at(state.offer, said.source), COLOURS.index(said.colour))
            if not broken and there and said.count not in (None, there):
                return Finding("unclear", Effect(), (_miscounted(said, there),), warnings)
        broken += _source_objections(state, said)
        broken += _line_objections(state.offer.boards[seat], said)
    if broken:
        return _refused(broken, warnings)
    return Finding(
        "valid", Effect(take_move(said.source, said.colour, said.line)), (), warnings, "A4"
    )


def _out_of_turn(state: State, seat: int) -> list[Objection]:
    """F12 for the order of play, A15 where choices come first, A17 for a second thought."""
    if state.dispute is not None:
        return []
    if state.phase == "tiling":
        awaited = [state.players[other] for other in awaited_seats(state)]
        return [Objection("F14", "azul-tiling", {"players": awaited})]
    if state.phase != "offer" or state.offer.turn == seat:
        return []
    whose = state.players[state.offer.turn]
    found = [Objection("F12", "azul-turn", {"player": whose})]
    last = state.last
    if last is not None and last.seat == seat and last.post:
        found.append(Objection("A17", "stands", {"post": last.post}))
    return found


def _out_of_range(state: State, said: Said) -> list[Objection]:
    """A1 and A5: factories, colours and lines that the game does not have."""
    found = []
    factories = len(state.offer.factories)
    if not 0 <= said.source <= factories:
        facts = {"factory": max(0, said.source), "factories": factories, "n": len(state.players)}
        found.append(Objection("A1", "factory", facts))
    if said.colour not in COLOURS:
        found.append(Objection("A1", "colour", {"tile": said.colour}))
    if not 0 <= said.line <= 5:
        found.append(Objection("A5", "range", {"line": max(0, said.line)}))
    return found


def place_note(source: int) -> Note:
    """A factory or the centre, in words."""
    return Note("azul-factory", {"source": source}) if source else Note("azul-centre", {})


def heap_notes(heap: int) -> list[Note]:
    """The tiles of a heap in words, a colour after the other."""
    return [tiles_note(colour, count(heap, colour)) for colour in colours(heap)]


def tiles_note(colour: int, number: int) -> Note:
    """So many tiles of a colour, in words."""
    return Note(f"azul-tiles-{COLOURS[colour]}", {"n": number})


def _miscounted(said: Said, there: int) -> Objection:
    facts = {
        "place": place_note(said.source),
        "tile": said.colour,
        "said": said.count,
        "n": there,
    }
    return Objection("A18", "count", facts)


def _source_objections(state: State, said: Said) -> list[Objection]:
    """A4: all tiles of one colour from one factory or from the centre, so there must be some."""
    if said.colour not in COLOURS or not 0 <= said.source <= len(state.offer.factories):
        return []
    heap = heap_at(state.offer, said.source)
    if count(heap, COLOURS.index(said.colour)):
        return []
    facts = {"place": place_note(said.source), "tile": said.colour}
    if not heap:
        return [Objection("A4", "empty", facts)]
    return [Objection("A4", "colour", facts | {"tiles": heap_notes(heap)})]


def _line_objections(board: Board, said: Said) -> list[Objection]:
    """A5: what a line may not take. The floor line takes everything."""
    if said.colour not in COLOURS or not 1 <= said.line <= 5:
        return []
    colour, row = COLOURS.index(said.colour), said.line - 1
    held, number = line(board, row)
    facts = {"line": said.line, "tile": said.colour}
    found = []
    if number > row:
        found.append(Objection("A5", "complete", facts | {"held": COLOURS[held]}))
    elif number and held != colour:
        held_tiles = {"held_tiles": tiles_note(held, number)}
        found.append(Objection("A5", "other", facts | held_tiles))
    if in_row(board.wall, colour, row):
        found.append(Objection("A5", "wall", facts))
    return found


def turn_objection(state: State) -> Objection:
    """Why nothing is drawn now: somebody has to move (A16) or to choose (A15) first."""
    players = [state.players[seat] for seat in awaited_seats(state)]
    if state.phase == "tiling":
        return Objection("A15", "awaited", {"players": players})
    return Objection("A16", "awaited", {"players": players})
