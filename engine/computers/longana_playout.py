"""Playing a round of Longana to its end, by a quick habit that everybody has.

A decision is worth what hundreds of such rounds make of it. So here the rules are worked out once
more, in plain numbers and without lists of legal actions; tests/engine/test_computers_playouts.py
holds what it comes to against the rules.

The habit is what counts most at first sight: a long chain for the own arm, pips, and going on the
own open arm. Seats and arms count from 0 here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.longana import TOP
from engine.tiles import DOUBLES, SHOWING, TILES, pips_in
from engine.trains import State, anyone_matches

CHAIN: Final = 10
OWN: Final = 6
"""How many pips it is worth to keep one more tile in the longest chain for the own arm, and to go
on the own open arm."""

_PIPS: Final = tuple(each.pips for each in TILES)
"""By tile index."""


def _by_end() -> tuple[dict[int, int], ...]:
    """Nothing as yet for each value at the end of an arm."""
    return tuple({} for _ in range(TOP + 1))


@dataclass(frozen=True, slots=True)
class Playouts:
    """Playouts for one decision; ``chains`` serves them all. It has the number of tiles in the
    longest chain, by the end of the arm and then by hand.
    """

    chains: tuple[dict[int, int], ...] = field(default_factory=_by_end)

    def __call__(self, state: State) -> tuple[int, ...]:
        """The pips left in each hand once the opened round has been played to its end.

        That it is blocked shows when somebody passes; no hand changes until then. The state is not
        changed.
        """
        hands, ends, opened = list(state.hands), list(state.ends), [arm - 1 for arm in state.open]
        seat = -1 if state.turn is None else state.turn - 1
        while seat >= 0:
            hand = hands[seat]
            index, arm = self._habit(seat, hand, ends, opened)
            if arm >= 0:
                hand ^= 1 << index
                hands[seat] = hand
                if not hand:
                    break
                ends[arm] = _PIPS[index] - ends[arm]
                if seat in opened:
                    opened.remove(seat)  # L11
            elif not anyone_matches(hands, ends):
                break  # L15
            elif seat not in opened:
                opened.append(seat)  # L10
            seat += 1
            if seat == len(hands):
                seat = 0
        return tuple([pips_in(hand) for hand in hands])

    def _habit(self, seat: int, hand: int, ends: list[int], opened: list[int]) -> tuple[int, int]:
        """The tile's index and the arm on which it goes; the arm is -1 if nothing can be played."""
        end = ends[seat]
        fits = hand & SHOWING[end]
        places = _elsewhere(seat, hand, ends, opened) if opened or hand & DOUBLES else ()
        if not places and not fits & fits - 1:  # at most one move
            return fits.bit_length() - 1, seat if fits else -1
        best, chosen, on = -1, 0, -1
        own = OWN if seat in opened else 0
        while fits:
            index = fits.bit_length() - 1
            bit = 1 << index
            fits ^= bit
            pips = _PIPS[index]
            score = pips + own + CHAIN * self._chain(pips - end, hand ^ bit)
            if score > best:
                best, chosen, on = score, index, seat
        for there, arm in places:
            fits = there
            while fits:
                index = fits.bit_length() - 1
                bit = 1 << index
                fits ^= bit
                score = _PIPS[index] + CHAIN * self._chain(end, hand ^ bit)
                if score > best:
                    best, chosen, on = score, index, arm
        return chosen, on

    def _chain(self, end: int, hand: int) -> int:
        """The tiles of the longest chain. Hands are small, so every walk is tried."""
        fits = hand & SHOWING[end]
        if not fits:
            return 0
        known = self.chains[end]
        longest = known.get(hand)
        if longest is None:
            fits = fits & DOUBLES or fits
            longest = 0
            while fits:
                index = fits.bit_length() - 1
                bit = 1 << index
                fits ^= bit
                longest = max(longest, 1 + self._chain(_PIPS[index] - end, hand ^ bit))
            known[hand] = longest
        return longest


def _elsewhere(seat: int, hand: int, ends: list[int], opened: list[int]) -> list[tuple[int, int]]:
    """The tiles that go on arms of others, each once, and the arms.

    A tile that goes on several open arms goes on the one that was opened first (L12); as a double
    that goes on closed ones it goes on any of them (L9).
    """
    places = []
    left = hand
    for arm in opened:
        if arm != seat and (fits := left & SHOWING[ends[arm]]):
            places.append((fits, arm))
            left ^= fits
    if left := left & DOUBLES:
        for arm, end in enumerate(ends):
            if arm != seat and (fits := left & SHOWING[end]):
                places.append((fits, arm))
                left ^= fits
    return places
