"""Playing a round of Mexican Train to its end, by a quick habit that everybody has.

A decision is worth what hundreds of such rounds make of it. So here the rules are worked out once
more, in plain numbers and without lists of legal actions; tests/engine/test_computers_playouts.py
holds what it comes to against the rules.

Everybody plans the longest chain for the own train. First go the heaviest tiles that are not part
of it, wherever they fit; then the chain. Seats and trains count from 0 here, the public train is
the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.actions import PUBLIC
from engine.computers.chains import longest_chain
from engine.tiles import DOUBLES, SHOWING, TILES, Tile, pips_in
from engine.trains import State, anyone_matches

_PIPS: Final = tuple(each.pips for each in TILES)
"""By tile index."""


_A_TILE: Final = 2048
"""What a tile of a plan is worth beside its pips: the longest chain counts, then its pips."""

_SMALL: Final = 12
"""Up to so many tiles every walk through a hand is tried."""


class Plan(NamedTuple):
    """A seat's chain for its train: the value at which it begins, the mask of its tiles, what they
    are worth, the index of the first and the plan of the others; without tiles the index is -1 and
    there is no other.
    """

    start: int
    mask: int
    worth: int = 0
    first: int = -1
    rest: Plan | None = None


Plans = dict[tuple[int, int], Plan]
"""Plans by end of the train and hand: worked out once for all playouts of a decision."""


@dataclass(slots=True)
class _Table:
    """A round as it is played out.

    ``open`` has the marked trains in ascending order, ``exposed`` those that end in an exposed
    double, the oldest first. ``drawn`` tiles of the boneyard are gone. ``running`` are the plans
    that the seats follow.
    """

    hands: list[int]
    ends: list[int]
    open: list[int]
    exposed: list[int]
    stock: tuple[Tile, ...]
    plans: Plans
    running: list[Plan | None]
    drawn: int = 0

    def plan(self, seat: int) -> Plan:
        """The seat's plan: the one that it follows while it can."""
        hand, end = self.hands[seat], self.ends[seat]
        plan = self.running[seat]
        if plan is None or plan.start != end or plan.mask & ~hand:
            plan = self.running[seat] = planned(self.plans, end, hand)
        return plan

    def lay(self, seat: int, index: int, on: int) -> None:
        """The tile with this index goes from the seat's hand on a train."""
        self.hands[seat] ^= 1 << index
        self.ends[on] = _PIPS[index] - self.ends[on]
        if on in self.exposed:
            self.exposed.remove(on)  # M17
        if on == seat:
            if seat in self.open:
                self.open.remove(seat)  # M13
            plan = self.running[seat]
            if plan is not None and plan.first == index:
                self.running[seat] = plan.rest

    def mark(self, seat: int) -> None:
        """The seat's train is open from now on (M8, M13)."""
        if seat not in self.open:
            self.open.append(seat)
            self.open.sort()

    def blocked(self) -> bool:
        """Whether nobody can ever play again (M19)."""
        if self.drawn < len(self.stock):
            return False
        ends = [self.ends[self.exposed[0]]] if self.exposed else self.ends
        return not anyone_matches(self.hands, ends)


def planned(plans: Plans, end: int, hand: int) -> Plan:
    """The plan for this hand. Of a small hand every walk is tried, which is quicker there."""
    known = plans.get((end, hand))
    if known is not None:
        return known
    best = Plan(end, 0)
    fits = hand & SHOWING[end]
    if fits and hand.bit_count() > _SMALL:
        best = _in_order(end, longest_chain(end, hand))
    elif fits:
        fits = fits & DOUBLES or fits
        while fits:
            index = fits.bit_length() - 1
            bit = 1 << index
            fits ^= bit
            rest = planned(plans, _PIPS[index] - end, hand ^ bit)
            worth = rest.worth + _A_TILE + _PIPS[index]
            if worth > best.worth:
                best = Plan(end, rest.mask | bit, worth, index, rest)
    plans[end, hand] = best
    return best


def _in_order(end: int, chain: tuple[Tile, ...]) -> Plan:
    """The plan to lay this chain from an end."""
    starts = [end]
    for tile in chain:
        starts.append(tile.other(starts[-1]))
    plan = Plan(starts.pop(), 0)
    for tile in reversed(chain):
        worth = plan.worth + _A_TILE + tile.pips
        plan = Plan(starts.pop(), plan.mask | tile.bit, worth, tile.index, plan)
    return plan


def play_out(state: State, plans: Plans) -> tuple[int, ...]:
    """The pips left in each hand once the opened round has been played to its end.

    ``plans`` is filled. The state is not changed.
    """
    if state.turn is not None:
        table = _Table(
            hands=list(state.hands),
            ends=list(state.ends),
            open=[on - 1 for on in state.open],
            exposed=[len(state.hands) if on == PUBLIC else on - 1 for _, on in state.exposed],
            stock=state.stock,
            plans=plans,
            running=[None] * len(state.hands),
        )
        if state.phase == "first":
            _first_turns(table, state)
            if all(table.hands):  # M10
                _turns(table, state.opener - 1, drew=False, follows=False)
        else:
            drew, follows = state.drawn is not None, state.phase == "follow"
            _turns(table, state.turn - 1, drew=drew, follows=follows)
        return tuple([pips_in(hand) for hand in table.hands])
    return tuple([pips_in(hand) for hand in state.hands])


def _first_turns(table: _Table, state: State) -> None:
    """All first turns that are not over: everybody lays the whole chain (M6 to M9)."""
    assert state.turn is not None
    seat = state.turn - 1
    newest = state.chain.index if state.chain else -1
    for _ in range(state.first_turns):
        if table.hands[seat]:
            plan = table.plan(seat)
            while plan.rest is not None:
                newest = plan.first
                table.lay(seat, newest, seat)
                plan = plan.rest
            if newest < 0:
                table.mark(seat)
            elif DOUBLES >> newest & 1:
                table.exposed.append(seat)
        newest = -1
        seat = (seat + 1) % len(table.hands)


def _turns(table: _Table, seat: int, *, drew: bool, follows: bool) -> None:
    """Normal turns until the round is over, the first from where the seat stands in it.

    That the round is blocked shows when somebody passes; no hand changes until then.
    """
    while _turn(table, seat, drew=drew, follows=follows):
        drew = follows = False
        seat = (seat + 1) % len(table.hands)


def _turn(table: _Table, seat: int, *, drew: bool, follows: bool) -> bool:
    """What is left of one turn; whether the round goes on.

    ``drew`` tells that a tile was drawn for the running opportunity, ``follows`` that a double was
    played before.
    """
    while True:
        on, fits = _habit(table, seat, obliged=bool(table.exposed) and not follows)
        if fits:
            index = fits.bit_length() - 1
            table.lay(seat, index, on)
            if not table.hands[seat]:
                return False  # M18
            if not DOUBLES >> index & 1:
                return True
            table.exposed.append(on)
            drew, follows = False, True  # M14
        elif not drew and table.drawn < len(table.stock):  # M12
            table.hands[seat] |= table.stock[table.drawn].bit
            table.drawn += 1
            drew = True
        else:
            table.mark(seat)
            return not table.blocked()


def _habit(table: _Table, seat: int, *, obliged: bool) -> tuple[int, int]:
    """The train on which the seat plays, and the tiles of which the heaviest goes there; none if
    nothing fits. ``obliged`` is who must cover the oldest exposed double (M16).
    """
    ends, plan = table.ends, table.plan(seat)
    loose = table.hands[seat] & ~plan.mask
    if obliged:
        on = table.exposed[0]
        fits = loose & SHOWING[ends[on]]
        if not fits and on != seat:
            fits = plan.mask & SHOWING[ends[on]]
    else:
        on, fits = len(ends) - 1, loose & SHOWING[ends[-1]]
        for place in (*table.open, seat):
            others = loose & SHOWING[ends[place]]
            if others > fits:
                on, fits = place, others
        if not fits:
            on = seat
    if not fits and on == seat and plan.rest is not None:
        fits = 1 << plan.first
    return on, fits
