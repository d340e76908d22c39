"""How tiles, seats, places and choices are called; the base of everything that is said."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from app.i18n import Language
from engine import GAMES
from engine.actions import PUBLIC
from engine.tiles import Tile

if TYPE_CHECKING:
    from app.pages import SeatInfo

Whose = Literal["own", "other", "public"]


def N_(sentence: str) -> str:  # noqa: N802 (what gettext's tools look for)
    """Mark a sentence that is translated where it is used."""
    return sentence


_VALUES: Final = (
    N_("blank"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
    N_("eleven"),
    N_("twelve"),
)
_DOUBLES: Final = (
    N_("double blank"),
    N_("double one"),
    N_("double two"),
    N_("double three"),
    N_("double four"),
    N_("double five"),
    N_("double six"),
    N_("double seven"),
    N_("double eight"),
    N_("double nine"),
    N_("double ten"),
    N_("double eleven"),
    N_("double twelve"),
)
_GAMES: Final = {"longana": N_("Longana"), "mexican-train": N_("Mexican Train")}
_LEVELS: Final = {"relaxed": N_("relaxed"), "steady": N_("steady"), "sharp": N_("sharp")}
_PACES: Final = {
    "step": N_("Step by step"),
    "slow": N_("Slow"),
    "normal": N_("Normal"),
    "fast": N_("Fast"),
}


@cache
def _spoken(language: Language, tile: Tile) -> str:
    """A tile in words; kept, since a page speaks of a hundred."""
    if tile.is_double:
        return language.gettext(_DOUBLES[tile.high])
    high, low = (language.gettext(_VALUES[end]) for end in (tile.high, tile.low))
    # Translators: a tile by the words for its two ends, higher first: nine–four.
    return language.say(N_("%(high)s–%(low)s"), high=high, low=low)


def capital(text: str) -> str:
    """The text with a capital at its start, as a sentence has; nothing else changes."""
    return text[:1].upper() + text[1:]


def game_name(language: Language, game: str) -> str:
    """The name of a game."""
    return language.gettext(_GAMES[game])


def level_name(language: Language, level: str) -> str:
    """How well a computer plays."""
    return language.gettext(_LEVELS[level])


def pace_name(language: Language, pace: str) -> str:
    """How fast the computers take their turns."""
    return language.gettext(_PACES[pace])


@dataclass(frozen=True, slots=True)
class Speech:
    """Words in the reader's language at a table; ``me`` is the reader's seat, if there is one."""

    language: Language
    seats: tuple[SeatInfo, ...]
    me: int | None
    game: str

    @property
    def trains(self) -> bool:
        """Whether this game's lines are called trains; else they are arms."""
        return GAMES[self.game].HAS_PUBLIC

    def say(self, sentence: str, /, **facts: str) -> str:
        """The sentence with its facts."""
        return self.language.say(sentence, **facts)

    def ngettext(self, one: str, many: str, count: int, /, **facts: str) -> str:
        """The sentence that goes with the count, which it names ``%(num)s``, with its facts."""
        return self.language.count(one, many, count, **facts)

    def name(self, seat: int) -> str:
        """The name at a seat."""
        return self.seats[seat - 1].name

    def whose(self, on: int) -> Whose:
        """Whose arm or train that is, for the reader."""
        if on == PUBLIC:
            return "public"
        return "own" if on == self.me else "other"

    def owner(self, on: int) -> str:
        """The name of whoever owns an arm or train; empty for the public train."""
        return "" if on == PUBLIC else self.name(on)

    def value(self, pips: int) -> str:
        """An end's value in a word: ``nine``."""
        return self.language.gettext(_VALUES[pips])

    def tile(self, tile: Tile) -> str:
        """A tile as it is spoken: ``nine–four``, ``double six``."""
        return _spoken(self.language, tile)

    def written(self, tile: Tile) -> str:
        """A tile as it stands in a sentence: ``9–4``, ``double six``."""
        if tile.is_double:
            return self.language.gettext(_DOUBLES[tile.high])
        return f"{tile.high}–{tile.low}"

    def place(self, on: int) -> str:
        """An arm or train by itself: ``your train``, ``Ana's arm``, ``the public train``."""
        places = {
            ("public", True): N_("the public train"),
            ("own", True): N_("your train"),
            ("own", False): N_("your arm"),
            ("other", True): N_("%(owner)s's train"),
            ("other", False): N_("%(owner)s's arm"),
        }
        return self.say(places[self.whose(on), self.trains], owner=self.owner(on))
