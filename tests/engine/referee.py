"""A second, slow reading of the rules, against which the engine is checked.

It is written sentence by sentence from the rules and shares nothing with the engine: a tile is a
pair of numbers, a place is ``"1"`` to ``"10"`` or ``"public"``, an action is its text, and every
question is answered by looking at every tile on every place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol

Pair = tuple[int, int]


class CannotOpen(Exception):
    """No hand can open this deal."""


class Round(Protocol):
    """What the two referees answer."""

    turn: int | None
    phase: str
    opener: int

    def legal(self) -> list[str]: ...
    def do(self, action: str) -> None: ...
    def copy(self) -> Round: ...
    def ends_told(self) -> dict[str, int]: ...
    def open_told(self) -> list[int]: ...
    def exposed_told(self) -> list[str]: ...
    def stock_left(self) -> int: ...
    def hands_told(self) -> list[list[str]]: ...
    def result(self) -> tuple[str, int | None, list[int], list[int]] | None: ...


def read(text: str) -> Pair:
    """The tile of a text like ``9-4``."""
    high, low = text.split("-")
    return int(high), int(low)


def written(tile: Pair) -> str:
    """The text of a tile."""
    return f"{tile[0]}-{tile[1]}"


def is_double(tile: Pair) -> bool:
    """Whether both ends are equal."""
    return tile[0] == tile[1]


def far_end(tile: Pair, near: int) -> int:
    """The end that stays free when the tile lies with ``near`` inward."""
    return tile[1] if tile[0] == near else tile[0]


def pips(hand: Iterable[Pair]) -> int:
    """The pips of a hand."""
    return sum(high + low for high, low in hand)


def high_to_low(hand: Iterable[Pair]) -> list[Pair]:
    """A hand in the order in which actions are listed."""
    return sorted(hand, reverse=True)


def from_seat(first: int, seats: int) -> list[int]:
    """All seats in turn order from one on."""
    return [(first - 1 + step) % seats + 1 for step in range(seats)]


def by_the_book(key: str, top: int, *, skipping: bool = True) -> list[str]:
    """The shuffled deck of a deal's key, step by step as the record format says."""
    deck = [f"{high}-{low}" for high in range(top + 1) for low in range(high + 1)]
    words: list[int] = []
    block = 0
    for i in range(len(deck) - 1, 0, -1):
        n = i + 1
        while True:
            if not words:
                text = key.encode("utf-8") + b"|" + str(block).encode()
                digest = hashlib.sha256(text).hexdigest()
                words = [int(digest[at : at + 8], 16) for at in range(0, 64, 8)]
                block += 1
            word = words.pop(0)
            if word < (2**32 // n) * n or not skipping:
                break
        j = word % n
        deck[i], deck[j] = deck[j], deck[i]
    return deck


class Longana:
    """L1 to L17 for one round."""

    def __init__(self, hands: Sequence[Sequence[str]], search_from: int | None) -> None:
        self.hands = {seat: {read(t) for t in hand} for seat, hand in enumerate(hands, 1)}
        self.seats = len(hands)
        self.highest_only = search_from is None
        self.ends: dict[int, int] = {}
        self.opened_at: dict[int, int] = {}  # arm: when it was opened
        self.clock = 0
        self.phase = "opening"
        self.reason: str | None = None
        holders = [s for s in self.hands if any(is_double(t) for t in self.hands[s])]
        if not holders:
            raise CannotOpen  # L6
        if search_from is None:  # L3
            self.opener = max(holders, key=lambda s: max(t for t in self.hands[s] if is_double(t)))
        else:  # L4, L5
            self.opener = next(s for s in from_seat(search_from, self.seats) if s in holders)
        self.turn: int | None = self.opener

    def copy(self) -> Longana:
        twin = object.__new__(Longana)
        twin.__dict__.update(self.__dict__)
        twin.hands = {seat: set(hand) for seat, hand in self.hands.items()}
        twin.ends = dict(self.ends)
        twin.opened_at = dict(self.opened_at)
        return twin

    def legal(self) -> list[str]:
        if self.turn is None:
            return []
        hand = high_to_low(self.hands[self.turn])
        if self.phase == "opening":
            doubles = [t for t in hand if is_double(t)]
            return [f"open {written(t)}" for t in (doubles[:1] if self.highest_only else doubles)]
        found = [f"play {written(t)} on {a}" for t in hand for a in self.ends if self.may(t, a)]
        return found or ["pass"]  # L8

    def may(self, tile: Pair, arm: int) -> bool:
        """Whether the seat to move may play this tile of its hand on this arm."""
        end = self.ends[arm]
        if end not in tile:
            return False
        if arm == self.turn:
            return True  # L9: own arm; L12: outside the priority
        if arm not in self.opened_at:
            return is_double(tile)  # L9, L12: closed arms are outside it too
        same = [a for a in self.opened_at if a != self.turn and self.ends[a] == end]
        return arm == min(same, key=lambda a: self.opened_at[a])  # L12

    def do(self, action: str) -> None:
        assert action in self.legal(), action
        seat = self.turn
        assert seat is not None
        words = action.split()
        self.clock += 1
        self.turn = seat % self.seats + 1  # L7, L13
        if words[0] == "pass":
            self.opened_at.setdefault(seat, self.clock)  # L10
        else:
            tile = read(words[1])
            self.hands[seat].remove(tile)
            if words[0] == "open":
                self.ends = dict.fromkeys(self.hands, tile[0])
                self.phase = "turn"
            else:
                arm = int(words[3])
                self.ends[arm] = far_end(tile, self.ends[arm])
                self.opened_at.pop(seat, None)  # L11
        if any(not hand for hand in self.hands.values()):
            self.reason = "out"  # L14
        elif not any(
            end in tile
            for hand in self.hands.values()
            for tile in hand
            for end in self.ends.values()
        ):
            self.reason = "blocked"  # L15
        if self.reason:
            self.turn, self.phase = None, "over"

    def result(self) -> tuple[str, int | None, list[int], list[int]] | None:
        """Reason, winner, pips left and points of an ended round."""
        if self.reason is None:
            return None
        left = [pips(self.hands[seat]) for seat in sorted(self.hands)]
        if self.reason == "out":
            winners = [seat for seat in self.hands if not self.hands[seat]]
        else:  # L16
            winners = [seat for seat in self.hands if left[seat - 1] == min(left)]
        winner = winners[0] if len(winners) == 1 else None  # L17
        return self.reason, winner, left, [sum(left) * (s == winner) for s in sorted(self.hands)]

    def ends_told(self) -> dict[str, int]:
        return {str(arm): end for arm, end in self.ends.items()}

    def open_told(self) -> list[int]:
        return sorted(self.opened_at, key=lambda arm: self.opened_at[arm])

    def exposed_told(self) -> list[str]:
        return []

    def stock_left(self) -> int:
        return 0

    def hands_told(self) -> list[list[str]]:
        return [[written(t) for t in high_to_low(hand)] for hand in self.hands.values()]


class MexicanTrain:
    """M1 to M21 for one round."""

    def __init__(
        self, hands: Sequence[Sequence[str]], stock: Sequence[str], number: int, search_from: int
    ) -> None:
        self.hands = {seat: {read(t) for t in hand} for seat, hand in enumerate(hands, 1)}
        self.stock = [read(t) for t in stock]
        self.seats = len(hands)
        self.hub = (13 - number, 13 - number)  # M2
        self.ends: dict[str, int] = {}
        self.marked: set[int] = set()
        self.exposed: list[tuple[Pair, str]] = []
        self.first_turns: list[int] = []  # the seats that still have theirs, in order
        self.chain: list[Pair] = []
        self.drew = False
        self.phase = "opening"
        while not any(self.hub in hand for hand in self.hands.values()):  # M5
            if not self.stock:
                raise CannotOpen
            for seat in from_seat(search_from, self.seats):
                if self.stock:
                    self.hands[seat].add(self.stock.pop(0))
        self.opener = next(seat for seat, hand in self.hands.items() if self.hub in hand)  # M4
        self.turn: int | None = self.opener

    def copy(self) -> MexicanTrain:
        twin = object.__new__(MexicanTrain)
        twin.__dict__.update(self.__dict__)
        twin.hands = {seat: set(hand) for seat, hand in self.hands.items()}
        twin.stock, twin.ends, twin.marked = list(self.stock), dict(self.ends), set(self.marked)
        twin.exposed, twin.chain = list(self.exposed), list(self.chain)
        twin.first_turns = list(self.first_turns)
        return twin

    def may(self, tile: Pair, place: str) -> bool:
        """Whether the seat to move may play this tile of its hand on this train."""
        if self.ends[place] not in tile:
            return False
        if self.phase == "first":
            return place == str(self.turn)  # M7
        if self.phase == "turn" and self.exposed:
            return place == self.exposed[0][1]  # M16
        return place in ("public", str(self.turn)) or int(place) in self.marked  # M11, M15

    def legal(self) -> list[str]:
        if self.turn is None:
            return []
        if self.phase == "opening":
            return [f"open {written(self.hub)}"]
        hand = high_to_low(self.hands[self.turn])
        found = [f"play {written(t)} on {p}" for t in hand for p in self.ends if self.may(t, p)]
        if self.phase == "first":
            return [*found, "finish"] if self.chain else found or ["pass"]  # M7, M8
        if found:
            return found
        return ["draw"] if self.stock and not self.drew else ["pass"]  # M12

    def do(self, action: str) -> None:
        assert action in self.legal(), action
        seat = self.turn
        assert seat is not None
        words = action.split()
        if words[0] == "draw":
            self.hands[seat].add(self.stock.pop(0))
            self.drew = True
        elif words[0] == "open":
            self.hands[seat].remove(self.hub)
            self.ends = {str(s): self.hub[0] for s in self.hands} | {"public": self.hub[0]}  # M3
            self.first_turns = from_seat(seat, self.seats)  # M6
            self.next_first_turn()
        elif words[0] == "play":
            self.play(seat, read(words[1]), words[3])
        else:
            if words[0] == "pass":
                self.marked.add(seat)  # M8, M13
            self.turn_ends(seat)

    def play(self, seat: int, tile: Pair, place: str) -> None:
        self.hands[seat].remove(tile)
        self.ends[place] = far_end(tile, self.ends[place])
        self.exposed = [(double, on) for double, on in self.exposed if on != place]  # M17
        if place == str(seat):
            self.marked.discard(seat)  # M13
        self.drew = False
        if self.phase == "first":
            self.chain.append(tile)
            if not self.hands[seat]:
                self.turn_ends(seat)  # M7
            return
        if is_double(tile):
            self.exposed.append((tile, place))
        if not self.hands[seat]:
            self.phase, self.turn = "over", None  # M18
        elif is_double(tile):
            self.phase = "follow"  # M14
        else:
            self.turn_ends(seat)

    def turn_ends(self, seat: int) -> None:
        if self.first_turns:
            if self.chain and is_double(self.chain[-1]):
                self.exposed.append((self.chain[-1], str(seat)))  # M9
            self.first_turns.remove(seat)
            self.next_first_turn()
        else:
            self.turn_begins(seat % self.seats + 1)

    def next_first_turn(self) -> None:
        self.chain = []
        self.first_turns = [s for s in self.first_turns if self.hands[s]]  # M8
        if self.first_turns:
            self.phase, self.turn = "first", self.first_turns[0]
        elif all(self.hands.values()):
            self.turn_begins(self.opener)  # M10
        else:
            self.phase, self.turn = "over", None

    def turn_begins(self, seat: int) -> None:
        self.phase, self.turn, self.drew = "turn", seat, False
        places = [on for _, on in self.exposed[:1]] or list(self.ends)
        if not self.stock and not any(
            self.ends[place] in tile
            for hand in self.hands.values()
            for tile in hand
            for place in places
        ):
            self.phase, self.turn = "over", None  # M19, M20

    def result(self) -> tuple[str, int | None, list[int], list[int]] | None:
        """Reason, no winner, pips left and penalties of an ended round."""
        if self.phase != "over":
            return None
        left = [pips(self.hands[seat]) for seat in sorted(self.hands)]  # M21
        return "blocked" if all(self.hands.values()) else "out", None, left, left

    def ends_told(self) -> dict[str, int]:
        return dict(self.ends)

    def open_told(self) -> list[int]:
        return sorted(self.marked)

    def exposed_told(self) -> list[str]:
        return [written(double) for double, _ in self.exposed]

    def stock_left(self) -> int:
        return len(self.stock)

    def hands_told(self) -> list[list[str]]:
        return [[written(t) for t in high_to_low(hand)] for hand in self.hands.values()]
