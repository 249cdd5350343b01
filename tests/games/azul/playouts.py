"""Azul played at random, by the engine alone: no posts, no rulings."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from referee.games.azul import rounds
from referee.games.azul.board import Board
from referee.games.azul.dealing import dealt, drawn
from referee.games.azul.offer import FACTORIES, Offer, Take, exhausted, take, takes
from referee.games.azul.tiling import homes


class Played(NamedTuple):
    """A game that is over: how many moves and rounds it took, and the table at its end."""

    moves: int
    rounds: int
    offer: Offer

    @property
    def scores(self) -> list[int]:
        """The final scores, bonuses among them."""
        return [board.score for board in self.offer.boards]


def new(players: int) -> Offer:
    """A table before its first deal."""
    return Offer((0,) * FACTORIES[players], (Board(),) * players)


def play(players: int, rng: random.Random) -> Played:
    """A whole game on the coloured side: each move is any of the legal ones, all listed."""
    chance = rng.random

    def below(k: int) -> int:
        return int(chance() * k)

    offer, first, moves, number = new(players), 0, 0, 0
    while True:
        filled = dealt(offer, drawn(offer, below), first)
        assert filled is not None
        offer = filled
        number += 1
        while not exhausted(offer):
            legal = takes(offer)
            offer = take(offer, legal[int(chance() * len(legal))], offer.turn)
            moves += 1
        offer, told = rounds.close(offer, [homes(board) for board in offer.boards], first)
        first = offer.turn
        if rounds.ending(offer):
            return Played(moves, number, rounds.end(offer, told)[0])


def sequences(offer: Offer, depth: int) -> Iterator[list[Take]]:
    """Every sequence of so many legal moves."""
    if not depth:
        yield []
        return
    for move in takes(offer):
        for rest in sequences(take(offer, move, offer.turn), depth - 1):
            yield [move, *rest]
