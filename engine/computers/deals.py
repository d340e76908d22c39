"""Dealing what a seat cannot see, as it may lie: in agreement with all that is public.

Public are the sizes of the hands and, from what was done, tiles that a seat cannot hold: whoever
drew or passed had nothing to play, and who let the search for the opener go by had no double. The
round is played over once by a *ghost*, whose hands could be anything; it knows the table, and at
every draw and pass it knows what could have been played.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from random import Random

from engine import GAMES
from engine.actions import Action, Draw, Finish, Open, Pass, Play
from engine.deal import Deal
from engine.tiles import DOUBLES, Tile, deck, mask_of
from engine.trains import State, replaced, round_the_table
from engine.view import View


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat can work out of a round.

    ``table`` is the round as it stands, but for the other hands and the boneyard. ``unseen`` are
    the tiles that are neither in the own hand nor on the table. ``barred`` has for each seat,
    seat 1 first, one mask for each tile of its hand: what that tile cannot be. The own seat's is
    empty.
    """

    view: View
    table: State
    unseen: tuple[Tile, ...]
    barred: tuple[tuple[int, ...], ...]

    @property
    def seat(self) -> int:
        """Whose knowledge it is."""
        assert self.view.seat is not None
        return self.view.seat

    def after(self, action: Action) -> State:
        """The table after a legal action of the seat, and its hand."""
        after = self.table.copy()
        GAMES[self.view.game].advance(after, action)
        return after

    def lacks(self, seat: int) -> int:
        """The tiles that this seat certainly does not hold."""
        lacking = -1
        for bar in self.barred[seat - 1]:
            lacking &= bar
        return lacking if self.barred[seat - 1] else 0


def known(view: View, *, trusting: bool = True) -> Known:
    """All that the seat of this view can work out before it moves.

    If ``trusting``, who finishes a first turn is taken to have no more tile for it, which is not
    certain (M7).
    """
    assert view.seat is not None
    table = _ghost(view)
    barred = _barred_at_opening(view)
    game = GAMES[view.game]
    for seat, action in view.history:
        bars = barred[seat - 1]
        if isinstance(action, Draw | Pass) or (trusting and isinstance(action, Finish)):
            could = mask_of(each.tile for each in game.moves(table) if isinstance(each, Play))
            bars[:] = [bar | could for bar in bars]
            if isinstance(action, Draw):
                bars.append(0)
        elif isinstance(action, Play | Open):
            _leaves(bars, action.tile)
        game.advance(table, action)
    table.drawn = view.drawn
    table.hands = replaced(table.hands, view.seat, mask_of(view.hand))
    barred[view.seat - 1] = []
    seen = mask_of(view.hand) | mask_of(_played(view.history))
    unseen = tuple(each for each in deck(game.TOP) if not each.bit & seen)
    return Known(view, table, unseen, tuple(map(tuple, barred)))


def _leaves(bars: list[int], tile: Tile) -> None:
    """A tile leaves the hand: the one of which most is known among those that it may have been.

    Bars grow with the time that a tile is held, so the oldest come first. Whichever it truly was,
    the others agree with the bars that remain.
    """
    bars.pop(next((at for at, bar in enumerate(bars) if not bar & tile.bit), 0))


def _ghost(view: View) -> State:
    """The round at its opening, dealt so that every seat could do all that it did, or anything.

    A seat with an empty hand has just what it played, since an empty hand ends a first turn.
    """
    everything = mask_of(deck(GAMES[view.game].TOP))
    hands = tuple(
        everything if count else mask_of(_played(view.history, seat))
        for seat, count in enumerate(view.counts, 1)
    )
    draws = sum(isinstance(action, Draw) for _, action in view.history)
    blank = deck(0)[0]
    deal = Deal(view.game, view.round, 1, view.search_from, (), ())
    stock = (blank,) * (view.stock + draws)
    return State(deal, view.opener, "opening", view.opener, None, hands, stock)


def _played(history: tuple[tuple[int, Action], ...], by: int | None = None) -> list[Tile]:
    """The tiles that were played, by everybody or by a seat."""
    return [
        action.tile
        for seat, action in history
        if isinstance(action, Play | Open) and by in (None, seat)
    ]


def _barred_at_opening(view: View) -> list[list[int]]:
    """What the tiles of each hand cannot have been as the round began."""
    sizes = list(view.counts)
    for seat, action in view.history:
        if isinstance(action, Play | Open):
            sizes[seat - 1] += 1
        elif isinstance(action, Draw):
            sizes[seat - 1] -= 1
    bars = [0] * view.seats
    if GAMES[view.game].REDEALS:  # Longana's search for the opener goes by doubles held
        if view.search_from is not None:  # L4
            for seat in round_the_table(view.search_from, view.seats):
                if seat == view.opener:
                    break
                bars[seat - 1] = DOUBLES
        elif view.hub is not None:  # L3
            bars = [DOUBLES & ~(2 * view.hub.bit - 1)] * view.seats
    return [[bar] * size for bar, size in zip(bars, sizes, strict=True)]


def dealt(known: Known, rng: Random) -> State:
    """The round with hands and boneyard as they may be.

    Where no deal agrees with everything, since somebody was trusted wrongly, one that agrees with
    most of it.
    """
    view = known.view
    bars = [bar for row in known.barred for bar in row]
    random = rng.random
    tiles = sorted(known.unseen, key=lambda _: random())  # half the time of a shuffle
    for place, bar in enumerate(bars):
        if tiles[place].bit & bar:
            _moved_on(tiles, bars, place, rng.randrange(len(tiles)))
    state = known.table.copy()
    hands, at = [], 0
    for seat, row in enumerate(known.barred, 1):
        if seat == view.seat:
            hands.append(mask_of(view.hand))
        else:
            hands.append(mask_of(tiles[at : at + len(row)]))
            at += len(row)
    state.hands = tuple(hands)
    state.stock = tuple(tiles[at : at + view.stock])
    return state


def _moved_on(tiles: list[Tile], bars: list[int], place: int, first: int) -> None:
    """Let tiles change places, as few as possible, so that none lies where it cannot.

    A search for a round from ``place``: it gets a tile that may lie there, whose place gets one
    that may lie there, and so on, until some place may have the tile from ``place``. Places
    beyond the bars have none. ``first`` is where the search begins, so that chance has its say.
    """
    misfit, count = tiles[place].bit, len(tiles)
    gives: dict[int, int] = {}
    waiting = deque([place])
    while waiting:
        taker = waiting.popleft()
        bar = bars[taker]
        for at in range(first, first + count):
            giver = at % count
            if giver in gives or giver == place or tiles[giver].bit & bar:
                continue
            gives[giver] = taker
            if giver >= len(bars) or not misfit & bars[giver]:
                tile = tiles[place]
                while giver != place:
                    tiles[giver], tile = tile, tiles[giver]
                    giver = gives[giver]
                tiles[place] = tile
                return
            waiting.append(giver)
