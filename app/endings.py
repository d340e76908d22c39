"""How a round and a match ended, and what comes next, in words."""

from __future__ import annotations

from typing import Final

from app.speech import N_, Speech
from engine import GAMES
from engine.longana import TARGET
from engine.match import Standing
from engine.mexican_train import round_double
from engine.trains import Outcome, next_seat
from engine.view import View

_STUCK: Final = {
    "own": N_("The round is blocked: no hand can cover the %(double)s on your train."),
    "other": N_("The round is blocked: no hand can cover the %(double)s on %(owner)s's train."),
    "public": N_("The round is blocked: no hand can cover the %(double)s on the public train."),
}


class Endings(Speech):
    """Sentences about how things ended."""

    __slots__ = ()

    def outcome(self, view: View) -> tuple[str, ...]:
        """How the round that ``view`` shows the end of ended, sentence by sentence."""
        ended = view.outcome
        if ended is None:
            return ()
        how = self._out(view) if ended.reason == "out" else self._blocked(view)
        if self.trains:
            return (how,)
        return (how, *self._points(ended))

    def _out(self, view: View) -> str:
        """Who has no tiles left; after the first turns of Mexican Train it can be several."""
        empty = [seat for seat, count in enumerate(view.counts, 1) if not count]
        if empty == [self.me]:
            return self.language.gettext("You played your last tile: the round is over.")
        others = self.language.list(self.name(seat) for seat in empty if seat != self.me)
        if self.me in empty:
            return self.say(
                N_("You and %(names)s have no tiles left: the round is over."), names=others
            )
        return self.ngettext(
            "%(names)s has no tiles left: the round is over.",
            "%(names)s have no tiles left: the round is over.",
            len(empty),
            names=others,
        )

    def _blocked(self, view: View) -> str:
        oldest = next((each for each in view.trains if each.queue == 1), None)
        if oldest is not None:
            return self.say(
                _STUCK[self.whose(oldest.owner)],
                double=self.written(oldest.tiles[-1].tile),
                owner=self.owner(oldest.owner),
            )
        ends = sorted({train.end for train in view.trains})
        return self.ngettext(
            "The round is blocked: every end is %(ends)s, and no hand holds that.",
            "The round is blocked: the ends are %(ends)s, and no hand holds a tile that fits.",
            len(ends),
            ends=self.language.list(self.language.number(end) for end in ends),
        )

    def _points(self, ended: Outcome) -> tuple[str, ...]:
        """Longana: who scores what, and why."""
        lowest, winner = min(ended.left), ended.winner
        if winner is None:
            return (
                self.ngettext(
                    "The lowest hands tie at %(num)s pip, so nobody wins the round or scores.",
                    "The lowest hands tie at %(num)s pips, so nobody wins the round or scores.",
                    lowest,
                ),
            )
        mine, scored = winner == self.me, ended.scored[winner - 1]
        if ended.reason == "out":
            return (self._scores(winner, scored),)
        if mine:
            fewest = self.ngettext(
                "You hold the fewest pips, %(num)s.", "You hold the fewest pips, %(num)s.", lowest
            )
        else:
            fewest = self.ngettext(
                "%(name)s holds the fewest pips, %(num)s.",
                "%(name)s holds the fewest pips, %(num)s.",
                lowest,
                name=self.name(winner),
            )
        return (fewest, self._scores(winner, scored))

    def _scores(self, winner: int, points: int) -> str:
        if winner == self.me:
            return self.ngettext(
                "You win the round and score %(num)s point.",
                "You win the round and score %(num)s points.",
                points,
            )
        return self.ngettext(
            "%(name)s wins the round and scores %(num)s point.",
            "%(name)s wins the round and scores %(num)s points.",
            points,
            name=self.name(winner),
        )

    def next_opener(self, view: View) -> str:
        """Who opens the next round, and why; ``view`` is the end of the round before it."""
        if self.trains:
            return self._next_double(view)
        winner = view.outcome.winner if view.outcome else None
        if winner is None:
            return self.say(
                N_(
                    "Nobody won, so the next opener is sought from %(name)s on, the seat after "
                    "%(opener)s: the first to hold a double opens with any of their own."
                ),
                name=self.name(next_seat(view.opener, view.seats)),
                opener=self.name(view.opener),
            )
        if winner == self.me:
            return self.language.gettext(
                "You won, so you open the next round with any double of yours; "
                "if you hold none, the next seat with a double opens."
            )
        return self.say(
            N_(
                "%(name)s won, so %(name)s opens the next round with any double; "
                "if %(name)s holds none, the next seat with a double opens."
            ),
            name=self.name(winner),
        )

    def _next_double(self, view: View) -> str:
        coming = view.round + 1
        first = GAMES[view.game].search_from(coming, None, view.seats)
        assert first is not None
        return self.say(
            N_(
                "The next round opens with the %(double)s, whoever holds it. "
                "If nobody holds it, everybody draws until it is found, beginning with %(name)s."
            ),
            double=self.written(round_double(coming)),
            name=self.name(first),
        )

    def match_result(self, standing: Standing) -> str:
        """Who won the match, as a heading; in Mexican Train several can share it."""
        winners = standing.winners
        if winners == (self.me,):
            return self.language.gettext("You win the match")
        others = self.language.list(self.name(seat) for seat in winners if seat != self.me)
        if self.me in winners:
            return self.say(N_("You share the win with %(names)s"), names=others)
        return self.ngettext(
            "%(names)s wins the match",
            "%(names)s share the win of the match",
            len(winners),
            names=others,
        )

    def round_of(self, standing: Standing) -> str:
        """Which round is played: ``Round 4 of 13``."""
        number = self.language.number(standing.round)
        if standing.rounds is None:
            return self.say(N_("Round %(round)s"), round=number)
        return self.say(
            N_("Round %(round)s of %(rounds)s"),
            round=number,
            rounds=self.language.number(standing.rounds),
        )

    def round_ended(self, standing: Standing) -> str:
        """The heading of a round's end."""
        number = self.language.number(standing.round)
        return self.say(N_("Round %(round)s is over"), round=number)

    def goal(self) -> str:
        """What the match is played for."""
        if self.trains:
            return self.language.gettext("After thirteen rounds the lowest penalty wins.")
        return self.say(
            N_("The first to reach %(points)s points wins."), points=self.language.number(TARGET)
        )

    def points_heading(self) -> str:
        """What the totals count."""
        return self.language.gettext(N_("Penalty") if self.trains else N_("Points"))
