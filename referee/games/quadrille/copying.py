"""How a posted floor differs from the standing one (Q4): altered, or that of an earlier post."""

from collections.abc import Iterator
from typing import Any

import msgspec

from referee.games.quadrille import floor as fl
from referee.games.quadrille.state import Played, State


class Copy(msgspec.Struct, frozen=True):
    """A posted floor against the standing one.

    `cells`: every cell that differs, as (cell, step there, step posted), 0 for empty. `added`: the
    one new step as (cell, step) where the post has exactly one, else None. `stale`: seq of the post
    whose floor was copied instead, 0 for the floor before the first move the table remembers.
    """

    right: bool
    cells: tuple[tuple[int, int, int], ...]
    added: tuple[int, int] | None
    stale: int | None = None
    missed: tuple[tuple[int, str, str, int], ...] = ()

    def facts(self) -> dict[str, Any]:
        """For the ruling: cells that differ beside the added step, by name; the floor copied."""
        added = self.added
        facts: dict[str, Any] = {
            "cells": [
                [fl.CELLS[cell], there, posted]
                for cell, there, posted in self.cells
                if added is None or cell != added[0] or there
            ],
            "added": [fl.CELLS[added[0]], added[1]] if added else None,
        }
        if self.stale is not None:
            facts["copied"] = self.stale
            facts["missed"] = [list(missed) for missed in self.missed]
        return facts


def compare(state: State, posted: int) -> Copy:
    """The difference between a posted floor and the standing one, and where it comes from."""
    cells = tuple(_differences(state.floor, posted))
    added = _one_added(state.floor, posted)
    if len(cells) == 1 and added:
        return Copy(right=True, cells=cells, added=added)
    stale = _stale(state, posted)
    if stale is None:
        return Copy(right=False, cells=cells, added=added)
    back, step = stale
    missed = tuple(_missed(state, back))
    return Copy(right=False, cells=cells, added=step, stale=_copied(state, back), missed=missed)


def _differences(there: int, posted: int) -> Iterator[tuple[int, int, int]]:
    for cell in fl.bits(fl.taken(there ^ posted)):
        yield cell, fl.at(there, cell), fl.at(posted, cell)


def _one_added(there: int, posted: int) -> tuple[int, int] | None:
    """The one step on a cell that is empty in `there`; None for none or several."""
    new = fl.taken(posted) & ~fl.taken(there)
    if new.bit_count() != 1:
        return None
    cell = new.bit_length() - 1
    return cell, fl.at(posted, cell)


def _stale(state: State, posted: int) -> tuple[int, tuple[int, int] | None] | None:
    """How many moves back the copied floor lies, and the step added to it; None if nowhere."""
    if posted.bit_count() < 2:
        return None  # an empty floor or a lone step says nothing of where it was copied
    for back, played in enumerate(reversed(state.trail), start=1):
        older = played.floor_before
        extra = posted & ~older
        if older and not older & ~posted and extra.bit_count() <= 1:
            cells = tuple(_differences(older, posted))
            return back, ((cells[0][0], cells[0][2]) if cells else None)
    return None


def _copied(state: State, back: int) -> int:
    """The post that left the floor of `back` moves ago; 0 where it is no longer remembered."""
    at = len(state.trail) - back - 1
    return state.trail[at].post if at >= 0 else 0


def _missed(state: State, back: int) -> Iterator[tuple[int, str, str, int]]:
    """The moves between the copied floor and the standing one: post, player, cell, step."""
    trail: tuple[Played, ...] = state.trail[-back:]
    floors = [*(played.floor_before for played in trail[1:]), state.floor]
    for played, after in zip(trail, floors, strict=True):
        new = after & ~played.floor_before or after
        (cell, *_) = fl.bits(fl.taken(new))
        yield played.post, played.player, fl.CELLS[cell], fl.at(after, cell)
