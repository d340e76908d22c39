"""The whole table in a paragraph, for somebody who does not see it; from a view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from app.speech import N_
from app.words import Words
from engine.actions import PUBLIC
from engine.match import Standing
from engine.trains import round_the_table
from engine.view import Train, View

_ENDS: Final = {
    # by whose it is, whether it is a train, and whether it is open, perhaps in an order
    ("own", False, "closed"): N_("Your arm ends in %(end)s and is closed."),
    ("own", False, "open"): N_("Your arm ends in %(end)s and is open."),
    ("own", False, "ordered"): N_(
        "Your arm ends in %(end)s and is open, no. %(place)s in the order of opening."
    ),
    ("other", False, "closed"): N_("%(owner)s's arm ends in %(end)s and is closed."),
    ("other", False, "open"): N_("%(owner)s's arm ends in %(end)s and is open."),
    ("other", False, "ordered"): N_(
        "%(owner)s's arm ends in %(end)s and is open, no. %(place)s in the order of opening."
    ),
    ("own", True, "closed"): N_("Your train ends in %(end)s and is not open."),
    ("own", True, "open"): N_("Your train ends in %(end)s and is open."),
    ("other", True, "closed"): N_("%(owner)s's train ends in %(end)s and is not open."),
    ("other", True, "open"): N_("%(owner)s's train ends in %(end)s and is open."),
    ("public", True, "open"): N_("The public train ends in %(end)s."),
}
_EXPOSED: Final = {
    "own": N_("the %(double)s on your train"),
    "other": N_("the %(double)s on %(owner)s's train"),
    "public": N_("the %(double)s on the public train"),
}


def summary(words: Words, view: View, standing: Standing) -> tuple[str, ...]:
    """The table as its reader may know it, sentence by sentence, what matters most first."""
    return (
        *_turn(words, view),
        *_exposed(words, view),
        *(_end(words, view, train) for train in _in_order(view)),
        *_held(words, view),
        *_points(words, standing),
    )


def _turn(words: Words, view: View) -> Iterator[str]:
    if view.turn is None:
        yield from words.outcome(view)
    elif view.turn == words.me:
        yield words.say(N_("It is your turn."))
    else:
        yield words.say(N_("It is %(name)s's turn."), name=words.name(view.turn))
    if view.hub is None:
        yield words.say(N_("The round has not been opened yet."))
    else:
        yield words.say(N_("The opening double is the %(double)s."), double=words.tile(view.hub))


def _exposed(words: Words, view: View) -> Iterator[str]:
    """The exposed doubles in the order in which they are to be covered (M16)."""
    due = sorted((each for each in view.trains if each.queue), key=lambda each: each.queue or 0)
    if due:
        yield words.ngettext(
            "To be covered: %(doubles)s.",
            "To be covered, in this order: %(doubles)s.",
            len(due),
            doubles=words.language.list(
                words.say(
                    _EXPOSED[words.whose(train.owner)],
                    double=words.tile(train.tiles[-1].tile),
                    owner=words.owner(train.owner),
                )
                for train in due
            ),
        )


def _in_order(view: View) -> list[Train]:
    """The reader's own first, then the public one, then the others in turn order."""
    first, *others = round_the_table(view.seat or 1, view.seats)
    order = [first, PUBLIC, *others]
    return sorted(view.trains, key=lambda train: order.index(train.owner))


def _end(words: Words, view: View, train: Train) -> str:
    """Whose it is, what fits there, and whether others may play there."""
    ordered = sum(each.opened is not None for each in view.trains) > 1  # it matters then (L12)
    state = "closed" if not train.open else "ordered" if train.opened and ordered else "open"
    return words.say(
        _ENDS[words.whose(train.owner), words.trains, state],
        owner=words.owner(train.owner),
        end=words.value(train.end),
        place=words.language.number(train.opened or 0),
    )


def _held(words: Words, view: View) -> Iterator[str]:
    """How many tiles each holds, the reader's own by name, and how many lie in the boneyard."""
    for seat in round_the_table(view.seat or 1, view.seats):
        count = view.counts[seat - 1]
        if seat != words.me:
            yield words.ngettext(
                "%(name)s holds %(num)s tile.",
                "%(name)s holds %(num)s tiles.",
                count,
                name=words.name(seat),
            )
        elif count:
            yield words.ngettext(
                "You hold %(num)s tile: %(tiles)s.",
                "You hold %(num)s tiles: %(tiles)s.",
                count,
                tiles=words.language.list(words.tile(tile) for tile in view.hand),
            )
        else:
            yield words.say(N_("You hold no tile."))
    if words.trains:
        yield words.ngettext(
            "%(num)s tile is in the boneyard.", "%(num)s tiles are in the boneyard.", view.stock
        )


def _points(words: Words, standing: Standing) -> Iterator[str]:
    if standing.results:
        each = (
            words.say(
                N_("you %(points)s") if seat == words.me else N_("%(name)s %(points)s"),
                name=words.name(seat),
                points=words.language.number(total),
            )
            for seat, total in enumerate(standing.totals, 1)
        )
        sentence = (
            N_("Penalties so far: %(totals)s.")
            if words.trains
            else N_("Points so far: %(totals)s.")
        )
        yield words.say(sentence, totals=words.language.list(each))
