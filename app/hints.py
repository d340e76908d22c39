"""Why a hint advises what it does: the engine's reasons in words."""

from __future__ import annotations

from typing import Final

from app.speech import N_, Speech
from engine.computers import Reason

# The reasons without a number, for arms and for trains.
_PLAIN: Final = {
    "only_move": (
        N_("It is the only thing you can do."),
        N_("It is the only thing you can do."),
    ),
    "any_move": (N_("No move is better than another."), N_("No move is better than another.")),
    "last_tile": (
        N_("It is your last tile: you win the round."),
        N_("It is your last tile: this round costs you nothing."),
    ),
    "closes": (N_("It closes your arm."), N_("It closes your train.")),
    "coverable": (
        N_("You have a tile to cover this double."),
        N_("You have a tile to cover this double."),
    ),
    "blocks": (
        N_("It leaves %(name)s's arm on a value that %(name)s does not have: %(value)s."),
        N_("It leaves %(name)s's arm on a value that %(name)s does not have: %(value)s."),
    ),
}


class Hints(Speech):
    """The reasons for hints, as one reader hears them."""

    __slots__ = ()

    def why(self, reason: Reason) -> str:
        """Why a hint advises what it does, in one sentence."""
        if reason.code in _PLAIN:
            return self.say(
                _PLAIN[reason.code][self.trains],
                name=self.name(reason.seat) if reason.seat else "",
                value=self.value(reason.value) if reason.value is not None else "",
            )
        if "chain" in reason.code:
            told = self._train_chain if self.trains else self._arm_chain
            return told(reason.code, reason.count)
        return self._counted(reason.code, reason.count)

    def _counted(self, code: str, count: int) -> str:
        if code == "most_pips":
            return self.ngettext(
                "It sheds the most pips: %(num)s.", "It sheds the most pips: %(num)s.", count
            )
        if code == "pips":
            return self.ngettext("It sheds %(num)s pip.", "It sheds %(num)s pips.", count)
        if code == "ways":
            return self.ngettext(
                "It leaves you %(num)s tile that fits the table as it stands.",
                "It leaves you %(num)s tiles that fit the table as it stands.",
                count,
            )
        if code == "values":
            return self.ngettext(
                "It leaves %(num)s different value in your hand.",
                "It leaves %(num)s different values in your hand.",
                count,
            )
        assert code == "tried", code
        return self.ngettext(
            "It did best when tried out with %(num)s guess at the hidden tiles.",
            "It did best when tried out with %(num)s guesses at the hidden tiles.",
            count,
        )

    def _train_chain(self, code: str, count: int) -> str:
        if code == "begins_chain":
            return self.ngettext(
                "It begins your longest chain: %(num)s tile for your train.",
                "It begins your longest chain: %(num)s tiles for your train.",
                count,
            )
        if code == "keeps_chain":
            return self.ngettext(
                "It keeps your longest chain: %(num)s tile for your train.",
                "It keeps your longest chain: %(num)s tiles for your train.",
                count,
            )
        return self.ngettext(
            "It leaves you a chain of %(num)s tile for your train.",
            "It leaves you a chain of %(num)s tiles for your train.",
            count,
        )

    def _arm_chain(self, code: str, count: int) -> str:
        if code == "begins_chain":
            return self.ngettext(
                "It begins your longest chain: %(num)s tile for your arm.",
                "It begins your longest chain: %(num)s tiles for your arm.",
                count,
            )
        if code == "keeps_chain":
            return self.ngettext(
                "It keeps your longest chain: %(num)s tile for your arm.",
                "It keeps your longest chain: %(num)s tiles for your arm.",
                count,
            )
        return self.ngettext(
            "It leaves you a chain of %(num)s tile for your arm.",
            "It leaves you a chain of %(num)s tiles for your arm.",
            count,
        )
