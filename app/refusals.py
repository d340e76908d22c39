"""Why something cannot be done: one sentence for every code of the engine and of the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.i18n import Language
from app.speech import N_, Speech, capital
from engine.actions import IllegalAction
from engine.log import IllegalEvent
from engine.tiles import Tile

_PLAIN: Final = {
    "round_over": N_("The round is over."),
    "no_such_place": N_("There is no such place at this table."),
    "not_in_hand": N_("%(tile)s is not in your hand."),
    "open_first": N_("The round has to be opened with a double first."),
    "already_open": N_("The round is open already."),
    "not_a_double": N_("%(tile)s is not a double, and only a double opens the round."),
    "highest_double_opens": N_(
        "In the first round the highest double of all opens: your %(tile)s."
    ),
    "round_double_opens": N_("This round opens with the %(tile)s."),
    "closed_arm": N_("%(owner)s's arm is closed: only a double may be played on it."),
    "earlier_opened_first": N_(
        "%(first)s's arm has the same end and was opened earlier, so %(tile)s has to go there."
    ),
    "closed_train": N_("%(owner)s's train is not marked open."),
    "own_train_only": N_("In the first turn you play on your own train only."),
    "must_play": N_("You hold a tile that can be played, and who can play must play."),
    "must_finish": N_("Your chain has begun: play on, or finish your first turn."),
    "must_draw": N_("Draw a tile first; you pass only if that cannot be played either."),
    "no_drawing": N_("There is no drawing in Longana: who cannot play passes."),
    "no_drawing_yet": N_("There is no drawing in the first turn: who cannot start passes."),
    "nothing_to_draw": N_("The boneyard is empty."),
    "already_drawn": N_("You have drawn already: one tile for each opportunity to play."),
    "no_finishing": N_("There is no first turn to finish."),
    "play_before_finish": N_("Play at least one tile before you finish your first turn."),
    "nothing_to_undo": N_("There is nothing to take back in this round."),
    "nothing_to_redo": N_("There is nothing to bring back."),
    "match_over": N_("The match is over."),
    "round_running": N_("The round is still being played."),
    "match_running": N_("The match is still being played."),
}
"""By code: those that need no more than names put in."""

_NO_RULE: Final = frozenset({"round_over", "no_such_place", "not_in_hand", "not_your_turn"})
"""Where the number of a rule would tell nobody anything."""

_ENDS_DIFFER: Final = {
    ("own", False): N_("%(tile)s does not fit your arm, whose end is %(end)s."),
    ("other", False): N_("%(tile)s does not fit %(owner)s's arm, whose end is %(end)s."),
    ("own", True): N_("%(tile)s does not fit your train, whose end is %(end)s."),
    ("other", True): N_("%(tile)s does not fit %(owner)s's train, whose end is %(end)s."),
    ("public", True): N_("%(tile)s does not fit the public train, whose end is %(end)s."),
}
_COVER_OLDEST: Final = {
    "own": N_("The %(double)s on your train must be covered first."),
    "other": N_("The %(double)s on %(owner)s's train must be covered first."),
    "public": N_("The %(double)s on the public train must be covered first."),
}

_TROUBLE: Final = {
    "stale": N_("The table has moved on; here is how it stands now."),
    "covered": N_("Nothing was done: first say who has the device."),
    "seat_taken": N_(
        "The seats at this table are taken. "
        "If one was yours, this browser is not known here any more."
    ),
    "seat_gone": N_("That seat is not free any more."),
    "locked": N_("The host has locked the table: nobody can sit down now."),
    "not_host": N_("Only the host of the table can do that."),
    "wrong_code": N_("There is no table with that code."),
    "too_many": N_("Too many wrong codes came from here. Try again in some minutes."),
    "moved_already": N_("That link has been used or is too old. Ask for a new one."),
    "hands_shown": N_("The hands have been shown, so nothing of this round is taken back."),
    "unknown_table": N_("There is no table at this address."),
    "not_found": N_("There is nothing at this address."),
    "not_allowed": N_("This address does not answer that kind of request."),
    "cross_site": N_(
        "That came from another site, so it was not done. Reload the page and try again."
    ),
    "wrong_host": N_("This table does not answer to that address."),
    "too_large": N_("That was more than this table reads."),
    "bad_form": N_("That form could not be read. Reload the page and try again."),
    "bad_name": N_("A name has at most 30 characters, and all of them can be seen."),
    "bad_seed": N_("A seed has 1 to 64 characters."),
    "busy": N_("The table is busy. Try again in a moment."),
    "server_error": N_("Something went wrong here. What was confirmed is kept; try again."),
}
"""By the app's own codes."""

APP_CODES: Final = frozenset(_TROUBLE)
"""What the app itself refuses or regrets, each with a sentence."""

_TITLES: Final = {
    "seat_taken": N_("Taken"),
    "unknown_table": N_("No such table"),
    "not_found": N_("Not found"),
    "server_error": N_("Something went wrong"),
}
_ELSE: Final = N_("That did not work")


def trouble(language: Language, code: str) -> str:
    """The sentence for one of ``APP_CODES``."""
    return language.gettext(_TROUBLE[code])


def trouble_title(language: Language, code: str) -> str:
    """The heading of a page that says nothing else."""
    return language.gettext(_TITLES.get(code, _ELSE))


class Refusals(Speech):
    """Sentences for what the rules refuse."""

    __slots__ = ()

    def trouble(self, code: str) -> str:
        """The sentence for one of ``APP_CODES``."""
        return trouble(self.language, code)

    def refusal(self, refused: IllegalAction | IllegalEvent) -> str:
        """One sentence that says why, and which rule says so."""
        reason = self._reason(refused)
        return reason if refused.code in _NO_RULE else self._by_rule(reason, refused.rule)

    def _by_rule(self, reason: str, rule: str) -> str:
        # Translators: a reason, and the number of the rule behind it.
        return self.say(N_("%(reason)s (Rule %(rule)s)"), reason=reason, rule=rule)

    def _reason(self, refused: IllegalAction | IllegalEvent) -> str:
        facts: dict[str, Tile | int] = {}
        if isinstance(refused, IllegalAction):
            facts = refused.facts
        on = facts.get("on")
        where = on if isinstance(on, int) else None
        told = {key: self._told(key, fact) for key, fact in facts.items()}
        if where is not None:
            told["owner"] = self.owner(where)
        return capital(self.say(self._sentence(refused.code, facts, where), **told))

    def _sentence(self, code: str, facts: dict[str, Tile | int], on: int | None) -> str:
        if code == "not_your_turn":
            mine = facts.get("seat") == self.me
            return N_("It is your turn.") if mine else N_("It is %(seat)s's turn.")
        if code == "ends_differ":
            assert on is not None
            return _ENDS_DIFFER[self.whose(on), self.trains]
        if code == "cover_oldest":
            assert on is not None
            return _COVER_OLDEST[self.whose(on)]
        return _PLAIN[code]

    def _told(self, key: str, fact: Tile | int) -> str:
        """A fact as a sentence names it: tiles written, seats by name, ends as numbers."""
        if isinstance(fact, Tile):
            return self.written(fact)
        return self.owner(fact) if key in {"seat", "on", "first"} else self.language.number(fact)

    def why_not(self, tile: Tile, refusals: Sequence[IllegalAction]) -> str:
        """Why a tile can be played nowhere: what the rules say about each place, in one sentence.

        ``refusals`` has one entry for each place of the table, or a single one before the opening.
        """
        by_code = {each.code: each for each in reversed(refusals)}
        for code in ("cover_oldest", "closed_arm"):
            if code in by_code:
                return self._why_here(tile, by_code[code])
        ends = [each for each in refusals if each.code == "ends_differ"]
        if not ends:
            return self.refusal(refusals[0])
        if len(ends) == 1:
            return self.refusal(ends[0])
        shown = self.language.list(
            self.language.number(end) for end in sorted({int(str(e.facts["end"])) for e in ends})
        )
        if self.trains:
            sentence = N_("%(tile)s fits no train that you may play on; their ends: %(ends)s.")
        else:
            sentence = N_("%(tile)s fits no arm; their ends: %(ends)s.")
        reason = capital(self.say(sentence, tile=self.written(tile), ends=shown))
        return self._by_rule(reason, ends[0].rule)

    def _why_here(self, tile: Tile, refused: IllegalAction) -> str:
        if refused.code == "cover_oldest":
            return self.refusal(refused)
        on = refused.facts["on"]
        assert isinstance(on, int)
        return capital(
            self.say(
                N_(
                    "%(tile)s would fit %(owner)s's arm, but that arm is closed: "
                    "only a double may be played on it. (Rule %(rule)s)"
                ),
                tile=self.written(tile),
                owner=self.owner(on),
                rule=refused.rule,
            )
        )
