"""The line chart of a match's totals as coordinates: pure, no words and no HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

WIDTH: Final = 480
HEIGHT: Final = 300
_LEFT: Final = 66
_RIGHT: Final = WIDTH - 16
_TOP: Final = 16
_BOTTOM: Final = HEIGHT - 48
_SIGN: Final = 16
_NEAR: Final = 7
"""Signs of one round that are less than this apart are moved side by side."""
_MOST_LABELS: Final = 13


class Point(NamedTuple):
    """A place in the picture."""

    x: int
    y: int


class Tick(NamedTuple):
    """A labelled place on an axis."""

    at: int
    value: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's totals: the line from zero on, and where the seat's sign stands for each round."""

    seat: int
    line: tuple[Point, ...]
    signs: tuple[Point, ...]

    @property
    def points(self) -> str:
        """The line as SVG writes it."""
        return " ".join(f"{x},{y}" for x, y in self.line)


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture: ``across`` are the rounds, ``up`` the totals, ``goal`` where the match is won.

    Signs are ``sign`` wide and stand around their points.
    """

    width: ClassVar[int] = WIDTH
    height: ClassVar[int] = HEIGHT
    left: ClassVar[int] = _LEFT
    right: ClassVar[int] = _RIGHT
    top: ClassVar[int] = _TOP
    bottom: ClassVar[int] = _BOTTOM
    sign: ClassVar[int] = _SIGN
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    curves: tuple[Curve, ...]
    goal: int | None


def chart(totals: Sequence[Sequence[int]], goal: int | None = None) -> Chart:
    """The chart of the totals after each round, seat 1 first; ``goal`` is a total to mark."""
    rounds, seats = len(totals), len(totals[0])
    step = _step(max(goal or 0, 4, *(max(each) for each in totals)))
    most = step * -(-max(goal or 0, 4, *(max(each) for each in totals)) // step)
    columns = [_LEFT + (_RIGHT - _SIGN - _LEFT) * at // rounds for at in range(rounds + 1)]
    room = columns[1] - columns[0]

    def height(total: int) -> int:
        return _BOTTOM - (_BOTTOM - _TOP) * total // most

    heights = [[height(total) for total in each] for each in totals]
    signs = [_apart(x, ys, room) for x, ys in zip(columns[1:], heights, strict=True)]
    curves = tuple(
        Curve(
            seat=at + 1,
            line=(
                Point(columns[0], _BOTTOM),
                *(Point(x, ys[at]) for x, ys in zip(columns[1:], heights, strict=True)),
            ),
            signs=tuple(each[at] for each in signs),
        )
        for at in range(seats)
    )
    every = -(-rounds // _MOST_LABELS)
    return Chart(
        across=tuple(Tick(columns[n], n) for n in range(every, rounds + 1, every)),
        up=tuple(Tick(height(value), value) for value in range(0, most + 1, step)),
        curves=curves,
        goal=height(goal) if goal is not None else None,
    )


def _step(most: int) -> int:
    """A round number that divides the axis into at most five parts."""
    step = 1
    while step * 5 < most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _apart(x: int, heights: Sequence[int], room: int) -> list[Point]:
    """Where the signs of one round stand: those at about the same height side by side."""
    signs = [Point(x, y) for y in heights]
    seats = sorted(range(len(heights)), key=lambda at: heights[at])
    while seats:
        together = [at for at in seats if heights[at] - heights[seats[0]] < _NEAR]
        apart = min(_SIGN * 3 // 4, room * 9 // 10 // len(together))
        for place, at in enumerate(sorted(together)):
            signs[at] = Point(x + apart * (2 * place - len(together) + 1) // 2, heights[at])
        seats = seats[len(together) :]
    return signs
