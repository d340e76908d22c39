"""What each page shows: one dataclass per page, and the one place that renders them.

Whole pages, answers to a POST and refreshed fragments all come from ``render``. Templates are given
a page, never a state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from app import drawing, i18n, learning, ledger, rules_examples, shown
from app.hand import BY_VALUE, Arrangement
from app.i18n import Language
from app.ledger import MatchScores, Seed
from app.plain_text import PlainText
from app.speech import capital
from engine.actions import Action
from engine.computers import Reason
from engine.computers.lessons import Lesson
from engine.log import Note
from engine.match import Standing
from engine.tiles import Tile
from engine.view import View

if TYPE_CHECKING:
    from app.tables import Seat

Pace = Literal["step", "slow", "normal", "fast"]

ROOT: Final = Path(__file__).resolve().parent.parent
TEMPLATES: Final = ROOT / "templates"
STATIC: Final = ROOT / "static"


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat as everybody sees it. ``level`` is a computer's, ``mine`` marks the reader's own.

    ``free`` waits for a friend. ``present``: its person has the table open, as far as is known.
    ``back``: the reader let a computer stand in there.
    """

    number: int
    name: str
    kind: Literal["human", "computer"]
    level: str | None
    mine: bool
    free: bool = False
    present: bool = True
    back: bool = False


def seat_infos(
    seats: Iterable[Seat],
    mine: Collection[int | None],
    *,
    key_hash: str = "",
    present: Collection[str] | None = None,
) -> tuple[SeatInfo, ...]:
    """The seats of a table for the reader whose are the numbers in ``mine``.

    ``key_hash`` is of the reader's browser, and ``present`` are those of all that are here.
    """
    return tuple(
        SeatInfo(
            seat.number,
            seat.name,
            seat.kind,
            seat.level,
            mine=seat.number in mine,
            free=seat.free,
            present=present is None or seat.key_hash is None or seat.key_hash in present,
            back=bool(key_hash) and seat.away == key_hash,
        )
        for seat in seats
    )


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence to the reader in their language: plain news, or why something was refused."""

    text: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Tools:
    """What can be taken back, brought back or restarted now (T5, T6), and what tells of it.

    ``asking`` is set where a restart was asked for and waits for a yes.
    """

    undo: bool = False
    redo: bool = False
    restart: bool = False
    asking: bool = False
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class WishInfo:
    """That seat ``number`` would like to take back, bring back or restart; ``mine`` is the
    reader's own wish, ``answered`` whether the reader's device has agreed, and ``declined`` the
    seat that said no.
    """

    kind: Literal["undo", "redo", "restart"]
    number: int
    mine: bool
    answered: bool
    declined: int | None = None


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table as the holder of ``view.seat`` sees it.

    On a device that several people share (``shared``) ``cover`` is the seat to hand it to before
    anything is shown; the view is a spectator's then.

    ``version`` is the number of the last change that the page shows.
    ``chosen`` is the tile in hand that was tapped, ``preview`` the legal action that Confirm would
    take. ``news`` is what happened since the reader's own last action, oldest first. ``step`` says
    whether a computer is to move, ``pace`` how soon the page asks for that, unless it is
    ``paused``, as while somebody is ``reading`` the rules or the record. ``why`` is the reason for
    a preview that is a hint.
    ``arrangement`` is how the reader's tiles are arranged.

    ``several``: people sit at other devices too. ``alone``: nobody does, or may come back there.
    ``invite``: a seat waits for a friend. ``looking_on``: the reader has no seat, and no say.
    ``claims``, for the host only, are who says that a seat was theirs: what the form sends, and
    the name.
    ``wish`` is what somebody asked the others to agree to. ``learn`` are the match and the number
    of the last round that has ended, from which the reader may learn.
    """

    table: str
    seq: int
    version: int
    seats: tuple[SeatInfo, ...]
    pace: Pace
    view: View
    standing: Standing
    seed: Seed
    shared: bool = False
    cover: int | None = None
    news: tuple[tuple[int, Action], ...] = ()
    chosen: Tile | None = None
    preview: Action | None = None
    notice: Notice | None = None
    step: bool = False
    paused: bool = False
    reading: bool = False
    tools: Tools = Tools()
    why: Reason | None = None
    arrangement: Arrangement = BY_VALUE
    several: bool = False
    alone: bool = True
    invite: bool = False
    looking_on: bool = False
    claims: tuple[tuple[str, str], ...] = ()
    wish: WishInfo | None = None
    learn: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TableCard:
    """One of the reader's own tables on the front page; ``awaited`` is the seat to move, and
    ``alone`` tells that nobody sits there at another device.
    """

    table: str
    game: str
    seats: tuple[SeatInfo, ...]
    match: int
    round: int
    awaited: int | None
    over: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """The front page."""

    tables: tuple[TableCard, ...]
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class SetTablePage:
    """The form to set a table, filled with what was sent or with the usual values.

    ``names`` and ``players`` have one entry for each possible seat of any game; a player is
    ``human``, a person on this device, or a computer's level. The first is always the reader.
    """

    game: str
    seats: int
    names: tuple[str, ...]
    players: tuple[str, ...]
    pace: Pace
    seed: str
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """The scores of a table: ``match`` in full, all ``matches`` in a line each, the last running.

    ``history`` is what was done in the present round; empty if another match than its is shown.
    ``settled`` is how many rounds of ``match`` can be replayed: undo cannot reach them any more.
    """

    table: str
    game: str
    seats: tuple[SeatInfo, ...]
    match: MatchScores
    matches: tuple[MatchScores, ...]
    round: int
    settled: int
    history: tuple[tuple[int, Action], ...]


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A finished round after ``step`` of its ``steps`` actions, with all hands.

    ``acted`` is the action that led there and ``drawn`` the tile that it drew.
    """

    table: str
    game: str
    seats: tuple[SeatInfo, ...]
    match: int
    view: View
    standing: Standing
    hands: tuple[tuple[Tile, ...], ...]
    acted: tuple[int, Action] | None
    drawn: Tile | None
    step: int
    steps: int


@dataclass(frozen=True, slots=True)
class LearnPage:
    """What ``seat``, one of the reader's ``own``, can learn from a round that has ended; once it is
    ``settled``, undo cannot reach it any more, and there is a replay of it.

    ``moments`` are the places in its ``steps`` actions where a hint would have advised otherwise.
    Number ``at`` of them is shown as the seat saw it: ``view`` is of before the action, ``lesson``
    what there is to learn. Both are None if there is nothing to learn.
    """

    table: str
    game: str
    seats: tuple[SeatInfo, ...]
    match: int
    round: int
    seat: int
    own: tuple[int, ...]
    view: View | None
    standing: Standing
    lesson: Lesson | None
    at: int
    moments: tuple[int, ...]
    steps: int
    settled: bool

    @property
    def address(self) -> str:
        """Where it can be had again."""
        query = f"seat={self.seat}&at={self.at}"
        return f"/t/{self.table}/learn/{self.match}/{self.round}?{query}"


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game; ``seats`` are who sits at its examples, the reader first."""

    game: str
    seats: tuple[SeatInfo, ...]


@dataclass(frozen=True, slots=True)
class CodePage:
    """The form for the short code of a table; ``code`` is what was written there."""

    code: str = ""
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class MovePage:
    """The form with which a seat is taken along to this device."""

    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The table for somebody who holds no seat there: which are free, and how to come back.

    ``claimed`` is the seat that the reader says was theirs; ``refused``: the host did not agree.
    """

    table: str
    version: int
    game: str
    seats: tuple[SeatInfo, ...]
    locked: bool
    watching: bool
    claimed: int | None = None
    refused: bool = False
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    """An address to pass on: ``address`` in letters, ``qr`` the same as a picture."""

    address: str
    qr: Markup


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Who sits at a table, how others get there, and what its host may do.

    ``invitations`` are the addresses of the table, the best first; ``bare`` tells that this page
    itself was opened by an address that is good on this machine only, and ``code`` is the table's
    short name. ``host`` is the name of who looks after the seats and ``hosting`` whether that is
    the reader. ``claims`` are who says that a seat was theirs: what the form sends, and the name.
    ``move`` takes one of the reader's seats along to another device.
    """

    table: str
    version: int
    game: str
    seats: tuple[SeatInfo, ...]
    code: str
    invitations: tuple[Invitation, ...]
    bare: bool
    host: str
    hosting: bool
    locked: bool
    watching: bool
    alone: bool
    claims: tuple[tuple[str, str], ...] = ()
    move: Invitation | None = None
    notice: Notice | None = None


@dataclass(frozen=True, slots=True)
class MessagePage:
    """A page that says one thing: an error, or that the seat is taken; ``address`` is its own."""

    title: str
    notice: Notice
    status: int = 200
    address: str = "/"


Page = (
    TablePage
    | LobbyPage
    | SetTablePage
    | LedgerPage
    | ReplayPage
    | LearnPage
    | RulesPage
    | CodePage
    | MovePage
    | JoinPage
    | SeatsPage
    | MessagePage
)

_TEMPLATES: Final[dict[type, tuple[str, str]]] = {
    TablePage: ("table.html", "_table.html"),
    LobbyPage: ("lobby.html", "lobby.html"),
    SetTablePage: ("set_table.html", "set_table.html"),
    LedgerPage: ("record.html", "_ledger.html"),
    ReplayPage: ("replay.html", "_replay.html"),
    LearnPage: ("learn.html", "_learn.html"),
    RulesPage: ("rules.html", "_rules_panel.html"),
    CodePage: ("code.html", "code.html"),
    MovePage: ("move.html", "move.html"),
    JoinPage: ("join.html", "_join.html"),
    SeatsPage: ("seats.html", "_seats.html"),
    MessagePage: ("message.html", "_message.html"),
}
"""By kind of page: the whole of it, and what htmx puts into the page that it has."""


def render(page: Page, language: Language, *, fragment: bool = False) -> str:
    """The page in a language: whole, or the fragment that takes the place of ``#table``."""
    whole, part = _TEMPLATES[type(page)]
    template = environment(language).get_template(part if fragment else whole)
    return template.render(
        page=page,
        fragment=fragment,
        address=address(page),
        languages=i18n.languages().values(),
        **_given(page, language),
    )


def address(page: Page) -> str:
    """Where the page can be had again, in another language."""
    match page:
        case TablePage():
            return f"/t/{page.table}?watch" if page.looking_on else f"/t/{page.table}"
        case LobbyPage():
            return "/"
        case SetTablePage():
            return f"/new?game={page.game}"
        case LedgerPage():
            return f"/t/{page.table}/ledger?match={page.match.number}"
        case ReplayPage():
            return f"/t/{page.table}/replay/{page.match}/{page.view.round}?step={page.step}"
        case RulesPage():
            return f"/rules/{page.game}"
        case CodePage():
            return "/join"
        case MovePage():
            return "/move"
        case JoinPage():
            return f"/t/{page.table}"
        case SeatsPage():
            return f"/t/{page.table}/seats"
        case LearnPage() | MessagePage():
            return page.address


def _given(page: Page, language: Language) -> dict[str, Any]:
    """What a template needs beside its page."""
    match page:
        case TablePage():
            return shown.table(page, language)
        case LobbyPage():
            return shown.lobby(page, language)
        case SetTablePage():
            return shown.set_table(page, language)
        case LedgerPage():
            return ledger.ledger(page, language)
        case ReplayPage():
            return ledger.replay(page, language)
        case LearnPage():
            return learning.learn(page, language)
        case RulesPage():
            return rules_examples.rules(page, language)
        case JoinPage() | SeatsPage():
            return shown.seated(page, language)
        case CodePage() | MovePage() | MessagePage():
            return {}


@cache
def environment(language: Language) -> Environment:
    """The templates in one language, read and compiled once."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[PlainText],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # they do not change while the program runs
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_callables(  # type: ignore[attr-defined]
        language.gettext, language.ngettext, newstyle=True
    )
    made.globals.update(language=language, static=drawing.static, tiles=drawing, capital=capital)
    return made
