"""Facts and codes turned into sentences in the reader's language.

``Words`` is all that pages need; its parts stand by concern in ``speech`` (names), ``refusals``
(why not), ``hints`` (why that) and ``endings`` (how it ended). Every sentence is one key with
named placeholders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.endings import Endings
from app.hints import Hints
from app.lines import Placed
from app.refusals import Refusals
from app.speech import N_, capital
from engine.actions import Action, Draw, Finish, Open, Pass, Play
from engine.log import Note, Redo, Restart, Undo
from engine.tiles import Tile
from engine.view import View

if TYPE_CHECKING:
    from app.pages import WishInfo

_I_PLAYED: Final = {
    ("own", False): N_("You played %(tile)s on your arm"),
    ("other", False): N_("You played %(tile)s on %(owner)s's arm"),
    ("own", True): N_("You played %(tile)s on your train"),
    ("other", True): N_("You played %(tile)s on %(owner)s's train"),
    ("public", True): N_("You played %(tile)s on the public train"),
}
_PLAYED: Final = {
    ("theirs", False): N_("%(name)s played %(tile)s on their own arm"),
    ("own", False): N_("%(name)s played %(tile)s on your arm"),
    ("other", False): N_("%(name)s played %(tile)s on %(owner)s's arm"),
    ("theirs", True): N_("%(name)s played %(tile)s on their own train"),
    ("own", True): N_("%(name)s played %(tile)s on your train"),
    ("other", True): N_("%(name)s played %(tile)s on %(owner)s's train"),
    ("public", True): N_("%(name)s played %(tile)s on the public train"),
}
_DID: Final = {
    # what was done: (by the reader, by somebody else)
    "open": (
        N_("You opened the round with the %(tile)s"),
        N_("%(name)s opened the round with the %(tile)s"),
    ),
    "draw": (N_("You drew a tile"), N_("%(name)s drew a tile")),
    "finish": (N_("You finished your first turn"), N_("%(name)s finished the first turn")),
    "pass arm": (
        N_("You passed; your arm is open"),
        N_("%(name)s passed; %(name)s's arm is open"),
    ),
    "pass train": (
        N_("You passed; your train is open"),
        N_("%(name)s passed; %(name)s's train is open"),
    ),
}

# What a play would bring about, by place and effect.
_ON_ARM: Final = {
    ("own", "plain"): N_("%(tile)s on your arm"),
    ("own", "closes"): N_("%(tile)s on your arm; your arm closes"),
    ("own", "last"): N_("%(tile)s on your arm, your last tile: you win the round"),
    ("other", "plain"): N_("%(tile)s on %(owner)s's arm"),
    ("other", "closes"): N_("%(tile)s on %(owner)s's arm; your arm closes"),
    ("other", "last"): N_("%(tile)s on %(owner)s's arm, your last tile: you win the round"),
}
_ON_TRAIN: Final = {
    ("own", "plain"): N_("%(tile)s on your train"),
    ("own", "closes"): N_("%(tile)s on your train; your train closes"),
    ("own", "double"): N_("%(tile)s on your train: you play again"),
    ("own", "double closes"): N_("%(tile)s on your train: it closes, and you play again"),
    ("own", "covers"): N_("%(tile)s on your train covers the %(double)s"),
    ("own", "covers closes"): N_("%(tile)s on your train covers the %(double)s; your train closes"),
    ("own", "last"): N_("%(tile)s on your train, your last tile: the round ends"),
    ("own", "last first"): N_("%(tile)s on your train, your last tile: your first turn ends"),
    ("other", "plain"): N_("%(tile)s on %(owner)s's train"),
    ("other", "double"): N_("%(tile)s on %(owner)s's train: you play again"),
    ("other", "covers"): N_("%(tile)s on %(owner)s's train covers the %(double)s"),
    ("other", "last"): N_("%(tile)s on %(owner)s's train, your last tile: the round ends"),
    ("public", "plain"): N_("%(tile)s on the public train"),
    ("public", "double"): N_("%(tile)s on the public train: you play again"),
    ("public", "covers"): N_("%(tile)s on the public train covers the %(double)s"),
    ("public", "last"): N_("%(tile)s on the public train, your last tile: the round ends"),
}

# What to do about the oldest exposed double, by its place and by what can be done.
_COVER: Final = {
    ("own", "play"): N_("Cover the %(double)s on your train"),
    ("other", "play"): N_("Cover the %(double)s on %(owner)s's train"),
    ("public", "play"): N_("Cover the %(double)s on the public train"),
    ("own", "draw"): N_("No tile of yours covers the %(double)s on your train: draw one"),
    ("other", "draw"): N_("No tile of yours covers the %(double)s on %(owner)s's train: draw one"),
    ("public", "draw"): N_("No tile of yours covers the %(double)s on the public train: draw one"),
    ("own", "pass"): N_("No tile of yours covers the %(double)s on your train: pass"),
    ("other", "pass"): N_("No tile of yours covers the %(double)s on %(owner)s's train: pass"),
    ("public", "pass"): N_("No tile of yours covers the %(double)s on the public train: pass"),
}

# What to do after a double of one's own, and otherwise.
_FOLLOW: Final = {
    "play": N_("The double needs another tile: play again"),
    "draw": N_("The double needs another tile, and none of yours fits: draw one"),
    "pass": N_("The double needs another tile, and none of yours fits: pass"),
}
_ANY: Final = {
    "play": N_("Your turn: choose a tile"),
    "draw": N_("None of your tiles fits: draw one"),
    "pass": N_("None of your tiles fits: pass"),
}

_OPENED: Final = (
    N_("open, 1st"),
    N_("open, 2nd"),
    N_("open, 3rd"),
    N_("open, 4th"),
)

_NOTES: Final[dict[type, str]] = {
    Undo: N_("A move was taken back"),
    Redo: N_("The move was brought back"),
    Restart: N_("The round was restarted from its deal"),
}


_WISHES: Final = {
    ("undo", True): N_("You asked to take the last move back; the others are asked."),
    ("undo", False): N_("%(name)s asks to take the last move back."),
    ("redo", True): N_("You asked to bring the move back; the others are asked."),
    ("redo", False): N_("%(name)s asks to bring back what was taken back."),
    ("restart", True): N_("You asked to restart this round; the others are asked."),
    ("restart", False): N_("%(name)s asks to restart this round from its deal."),
}


class Words(Endings, Refusals, Hints):
    """Everything that is said at a table, as one reader hears it."""

    __slots__ = ()

    def action(self, seat: int, action: Action) -> str:
        """What a seat did: ``Ana played 9–4 on your arm``, ``You passed; your train is open``."""
        mine = seat == self.me
        if isinstance(action, Play):
            return self._played(seat, action)
        kind = str(action).split(" ")[0]
        if isinstance(action, Pass):
            kind = "pass train" if self.trains else "pass arm"
        tile = self.written(action.tile) if isinstance(action, Open) else ""
        return self.say(_DID[kind][0 if mine else 1], name=self.name(seat), tile=tile)

    def _played(self, seat: int, play: Play) -> str:
        whose = self.whose(play.on)
        if seat == self.me:
            sentence = _I_PLAYED[whose, self.trains]
        else:
            sentence = _PLAYED["theirs" if play.on == seat else whose, self.trains]
        return self.say(
            sentence,
            name=self.name(seat),
            tile=self.written(play.tile),
            owner=self.owner(play.on),
        )

    def preview(self, action: Action, view: View) -> str:
        """One line that says exactly what the reader's action would bring about."""
        if isinstance(action, Play):
            return self._would_play(action, view)
        if isinstance(action, Open):
            return self.say(N_("Open the round with the %(tile)s"), tile=self.written(action.tile))
        if isinstance(action, Draw):
            return self.language.gettext("Draw one tile")
        if isinstance(action, Finish):
            return self.language.gettext("Finish your first turn")
        assert self.me is not None
        return self.language.gettext(
            {
                (False, False): N_("Pass; your arm opens"),
                (False, True): N_("Pass; your arm stays open"),
                (True, False): N_("Pass; your train opens"),
                (True, True): N_("Pass; your train stays open"),
            }[self.trains, view.train(self.me).open]
        )

    def option(self, action: Draw | Pass | Finish) -> str:
        """The button for what can be done without a tile; pressed, it is previewed."""
        if isinstance(action, Draw):
            return self.language.gettext(N_("Draw"))
        return self.language.gettext(N_("Pass") if isinstance(action, Pass) else N_("Finish"))

    def _would_play(self, play: Play, view: View) -> str:
        table = _ON_TRAIN if self.trains else _ON_ARM
        place = view.train(play.on)
        covered = place.tiles[-1].tile if place.queue else None
        return capital(
            self.say(
                table[self.whose(play.on), self._effect(play, view)],
                tile=self.written(play.tile),
                owner=self.owner(play.on),
                double=self.written(covered) if covered else "",
            )
        )

    def _effect(self, play: Play, view: View) -> str:
        """Which of the effects that a preview can name this play would have."""
        assert self.me is not None
        if len(view.hand) == 1:
            return "last first" if view.phase == "first" else "last"
        open_before = view.train(self.me).open
        if not self.trains:
            return "closes" if open_before else "plain"
        closes = " closes" if open_before and play.on == self.me else ""
        if play.tile.is_double and view.phase != "first":
            return f"double{closes}"
        if view.train(play.on).queue:
            return f"covers{closes}"
        return closes.strip() or "plain"

    def turn(self, view: View) -> str:
        """Whose move it is."""
        if view.turn is None:
            return self.language.gettext("The round is over")
        if view.turn == self.me:
            return self.language.gettext("Your turn")
        if self.seats[view.turn - 1].free:
            return self.language.gettext("Waiting for somebody to sit down")
        return self.say(N_("Waiting for %(name)s"), name=self.name(view.turn))

    def hand_over(self, seat: int) -> str:
        """On the cover between two people: who is to have the device."""
        return self.say(N_("Hand the tablet to %(name)s"), name=self.name(seat))

    def i_am(self, seat: int) -> str:
        """The button with which that person says so."""
        return self.say(N_("I am %(name)s"), name=self.name(seat))

    def prompt(self, view: View) -> str:
        """What the reader, whose turn it is, is asked to do."""
        can = self._can(view)
        if view.phase == "opening":
            return self._prompt_opening(view)
        if view.phase == "first":
            return self._prompt_first(view, can)
        if view.drawn is not None:
            return self._prompt_drawn(view.drawn, can)
        if view.phase == "follow":
            return self.language.gettext(_FOLLOW[can])
        oldest = next((each for each in view.trains if each.queue == 1), None)
        if oldest is not None:
            return self.say(
                _COVER[self.whose(oldest.owner), can],
                double=self.written(oldest.tiles[-1].tile),
                owner=self.owner(oldest.owner),
            )
        return self.language.gettext(_ANY[can])

    @staticmethod
    def _can(view: View) -> str:
        """What the reader can do: play a tile, or else draw, or else pass."""
        if any(isinstance(each, Play) for each in view.legal):
            return "play"
        return "draw" if any(isinstance(each, Draw) for each in view.legal) else "pass"

    def _prompt_opening(self, view: View) -> str:
        opens = [each for each in view.legal if isinstance(each, Open)]
        if len(opens) != 1:
            return self.language.gettext("Your turn: open the round with one of your doubles")
        if self.trains:
            tile = self.written(opens[0].tile)
            return self.say(N_("You hold the %(tile)s, so you open the round"), tile=tile)
        if view.search_from is None:
            return self.language.gettext("You hold the highest double, so you open the round")
        return self.language.gettext("You open this round with a double")

    def _prompt_first(self, view: View, can: str) -> str:
        begun = any(isinstance(each, Finish) for each in view.legal)
        sentences = {
            (True, "play"): N_("Your turn: play the next tile of your chain, or finish"),
            (True, "pass"): N_("Nothing more fits: finish your first turn"),
            (False, "play"): N_("Your turn: play your first chain on your own train"),
            (False, "pass"): N_("None of your tiles starts your train: pass"),
        }
        return self.language.gettext(sentences[begun, can])

    def _prompt_drawn(self, drawn: Tile, can: str) -> str:
        if can == "play":
            return self.say(N_("You drew %(tile)s: play it"), tile=self.written(drawn))
        return self.say(N_("You drew %(tile)s, which does not fit: pass"), tile=self.written(drawn))

    def waiting(self, view: View) -> str:
        """One line for the reader: what to do, or who is awaited."""
        if view.turn is not None and view.turn == self.me:
            return self.prompt(view)
        return self.turn(view)

    def search(self, view: View) -> str | None:
        """What the search for the opener brought (M5); None if there was none."""
        if not any(view.searched):
            return None
        most = max(view.searched)
        return self.ngettext(
            "Nobody held the opening double, so everybody drew %(num)s tile in search of it.",
            "Nobody held the opening double, so everybody drew %(num)s tiles in search of it.",
            most,
        )

    def note(self, note: Note) -> str:
        """What the log says of a move taken back or brought back, and of a restart."""
        return self.language.gettext(_NOTES[type(note.event)])

    def wished(self, wish: WishInfo) -> str:
        """What somebody asks the others for, or waits for (T5, T6)."""
        if wish.declined:
            return self.say(
                N_("%(name)s would rather not; play goes on."), name=self.name(wish.declined)
            )
        return self.say(_WISHES[wish.kind, wish.mine], name=self.name(wish.number))

    def laid(self, placed: Placed, exposed: int) -> str:
        """A tile on the board as it is spoken, with what is to be known of it.

        ``exposed`` is how many exposed doubles there are (M16).
        """
        spoken = self.tile(placed.tile)
        if placed.ghost:
            spoken = self.say(N_("%(tile)s, preview"), tile=spoken)
        elif placed.last:
            spoken = self.say(N_("%(tile)s, played last"), tile=spoken)
        elif placed.fresh:
            spoken = self.say(N_("%(tile)s, new"), tile=spoken)
        if placed.queue:
            due = self.to_cover(placed.queue, exposed)
            spoken = self.say(N_("%(tile)s, %(due)s"), tile=spoken, due=due)
        return spoken

    def opened(self, place: int | None) -> str:
        """That an arm or train is open; ``place`` in the order of opening where it counts (L12)."""
        if place is not None:
            return self.language.gettext(_OPENED[place - 1])
        if self.trains:
            return self.language.pgettext("a train", "open")
        return self.language.pgettext("an arm", "open")

    def total(self, points: int) -> str:
        """A seat's points or penalties so far."""
        if self.trains:
            return self.ngettext("penalty %(num)s", "penalty %(num)s", points)
        return self.ngettext("%(num)s point", "%(num)s points", points)

    def to_cover(self, queue: int, exposed: int) -> str:
        """The place of an exposed double in the queue of ``exposed`` ones (M16)."""
        if queue > 1:
            return self.say(N_("to cover: no. %(place)s"), place=self.language.number(queue))
        return self.say(N_("to cover first") if exposed > 1 else N_("to cover"))

    def tiles_held(self, count: int) -> str:
        """How many tiles a hand holds."""
        return self.ngettext("%(num)s tile", "%(num)s tiles", count)

    def in_hand(self, count: int) -> str:
        """How many tiles a seat holds, beside its name."""
        return self.ngettext("%(num)s tile in hand", "%(num)s tiles in hand", count)

    def held(self, tile: Tile, *, playable: bool) -> str:
        """A tile in the reader's hand as it is spoken, with whether it can be played."""
        if playable:
            return self.say(N_("%(tile)s, can be played"), tile=self.tile(tile))
        return self.tile(tile)
