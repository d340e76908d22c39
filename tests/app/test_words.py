"""Sentences: every code has one, and each says what the engine does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.i18n import languages
from app.pages import SeatInfo
from app.refusals import APP_CODES, trouble, trouble_title
from app.words import Words
from engine import apply, refusals
from engine.actions import CODES, Action, IllegalAction, Pass, Play, parse_action, parse_tile
from engine.log import CODES as LOG_CODES
from engine.log import IllegalEvent
from engine.match import standing
from engine.tiles import TILES, Tile
from engine.trains import State
from engine.view import view
from tests.engine.positions import TABLES, new_match, played, round_of

ENGLISH = languages()["en"]
NAMES = ("Maria", "Ana", "Ben", "Carla", "Dora", "Emil", "Fina", "Gus", "Hana", "Ivo")


def words(game: str, seats: int, me: int | None = 1) -> Words:
    """The words at a table with these names, for the reader at seat ``me``."""
    infos = tuple(
        SeatInfo(number, NAMES[number - 1], "human", None, mine=number == me)
        for number in range(1, seats + 1)
    )
    return Words(ENGLISH, infos, me, game)


def positions(game: str, seats: int, most: int = 160) -> Iterator[tuple[State, Action | None]]:
    """The first positions of a random match."""
    for number, each in enumerate(played(new_match(game, seats, "words"))):
        if number == most:
            return
        yield each


def whole(sentence: str) -> bool:
    """Whether a sentence is one: begun with a capital or a figure, nothing left to fill in."""
    return sentence[:1].upper() == sentence[:1] and bool(sentence) and "%" not in sentence


FACTS: dict[str, Tile | int] = {
    "tile": parse_tile("9-4"),
    "double": parse_tile("6-6"),
    "on": 2,
    "end": 5,
    "first": 3,
    "seat": 2,
}


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
@pytest.mark.parametrize("code", sorted(CODES))
def test_every_refusal_of_the_rules_is_a_sentence(game: str, code: str) -> None:
    """No code of the engine is without its sentence, whatever places and seats it names."""
    for on in (0, 1, 2) if game == "mexican-train" else (1, 2):
        refused = IllegalAction(code, "M11", **{**FACTS, "on": on})
        sentence = words(game, 4).refusal(refused)

        assert whole(sentence)
        assert code not in sentence


@pytest.mark.parametrize("code", sorted(LOG_CODES))
def test_every_refusal_of_the_log_is_a_sentence(code: str) -> None:
    """So it is with what the log refuses."""
    assert whole(words("longana", 2).refusal(IllegalEvent(code, "T5")))


@pytest.mark.parametrize("code", sorted(APP_CODES))
def test_every_refusal_of_the_app_is_a_sentence(code: str) -> None:
    """And with the app's own codes, each under a heading."""
    assert whole(trouble(ENGLISH, code))
    assert whole(trouble_title(ENGLISH, code))


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        ("not_your_turn", {"seat": 3}, "It is Ben's turn."),
        ("not_your_turn", {"seat": 1}, "It is your turn."),
        (
            "cover_oldest",
            {"double": parse_tile("6-6"), "on": 3},
            "The double six on Ben's train must be covered first. (Rule M16)",
        ),
        (
            "cover_oldest",
            {"double": parse_tile("6-6"), "on": 0},
            "The double six on the public train must be covered first. (Rule M16)",
        ),
        (
            "ends_differ",
            {"tile": parse_tile("9-4"), "on": 1, "end": 12},
            "9–4 does not fit your train, whose end is 12. (Rule M16)",
        ),
        ("not_in_hand", {"tile": parse_tile("4-4")}, "Double four is not in your hand."),
    ],
)
def test_a_refusal_names_its_facts(code: str, facts: dict[str, Tile | int], sentence: str) -> None:
    """A refusal tells whose, what and where, and the number of the rule where there is one."""
    assert words("mexican-train", 4).refusal(IllegalAction(code, "M16", **facts)) == sentence


def test_every_tile_has_a_spoken_name_of_its_own() -> None:
    """Ninety-one tiles, ninety-one names, the higher end first."""
    names = [words("mexican-train", 2).tile(tile) for tile in TILES]

    assert len(set(names)) == 91
    assert {"double six", "nine–four", "twelve–blank", "double blank"} <= set(names)


@pytest.mark.parametrize(
    ("game", "me", "seat", "action", "sentence"),
    [
        ("longana", 1, 2, "play 9-4 on 1", "Ana played 9–4 on your arm"),
        ("longana", 1, 2, "play 9-4 on 2", "Ana played 9–4 on their own arm"),
        ("longana", 1, 2, "play 6-6 on 3", "Ana played double six on Ben's arm"),
        ("longana", 1, 1, "play 9-4 on 1", "You played 9–4 on your arm"),
        ("longana", 1, 1, "pass", "You passed; your arm is open"),
        ("longana", None, 1, "pass", "Maria passed; Maria's arm is open"),
        ("mexican-train", 1, 1, "pass", "You passed; your train is open"),
        ("mexican-train", 1, 3, "play 9-4 on public", "Ben played 9–4 on the public train"),
        ("mexican-train", 1, 3, "draw", "Ben drew a tile"),
        ("mexican-train", 1, 1, "finish", "You finished your first turn"),
        ("mexican-train", 1, 2, "open 12-12", "Ana opened the round with the double twelve"),
    ],
)
def test_log_tells_who_did_what_where(
    game: str, me: int | None, seat: int, action: str, sentence: str
) -> None:
    """The log speaks to its reader: you and yours, and everybody else by name."""
    assert words(game, 4, me).action(seat, parse_action(action)) == sentence


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_preview_says_what_the_action_brings_about(game: str, seats: int) -> None:
    """At random positions every legal action's line agrees with the position that follows."""
    for state, _ in positions(game, seats):
        me = state.turn
        if me is None:
            continue
        seen = view(state, me)
        speak = words(game, seats, me)
        for action in seen.legal:
            line = speak.preview(action, seen)
            follows = apply(state, me, action)
            last = not follows.hands[me - 1]

            assert whole(line)
            assert ("last tile" in line) == last
            if last:
                continue
            assert ("closes" in line) == (me in state.open and me not in follows.open), line
            assert ("; your" in line and "opens" in line) == (
                me not in state.open and me in follows.open
            ), line
            assert ("stays open" in line) == (isinstance(action, Pass) and me in state.open), line
            assert ("play again" in line) == (
                isinstance(action, Play) and follows.phase == "follow"
            ), line
            assert ("covers" in line) == covered(state, action), line


def covered(state: State, action: Action) -> bool:
    """Whether an action lays a tile that is no double on an exposed double."""
    return (
        isinstance(action, Play)
        and not action.tile.is_double
        and any(double.on == action.on for double in state.exposed)
    )


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_whoever_looks_is_told_what_happens(game: str, seats: int) -> None:
    """At random positions turn, prompt, log and ending are whole sentences for every reader."""
    for state, _ in positions(game, seats, 110):
        for me in (None, 1, seats):
            seen, speak = view(state, me), words(game, seats, me)
            said = [speak.turn(seen), speak.waiting(seen)]
            said += [speak.action(*each) for each in state.history[-1:]]
            if state.turn is None:
                said += [*speak.outcome(seen), speak.next_opener(seen)] if seen.round < 13 else []

            assert all(whole(each) for each in said), said


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_tile_that_fits_nowhere_is_told_why(game: str, seats: int) -> None:
    """At random positions every tile that cannot be played, in turn or out of it, has a reason."""
    for state, _ in positions(game, seats, 90):
        seen, speak = view(state, 1), words(game, seats, 1)
        playable = {getattr(each, "tile", None) for each in seen.legal}
        for tile in seen.hand:
            if tile not in playable:
                assert whole(speak.why_not(tile, refusals(state, 1, tile)))


@pytest.mark.parametrize(
    ("tile", "sentence"),
    [
        (
            "4-1",
            (
                "4–1 would fit Ana's arm, but that arm is closed: "
                "only a double may be played on it. (Rule L9)"
            ),
        ),
        ("2-1", "2–1 fits no arm; their ends: 4, 6, and 9. (Rule L9)"),
        ("8-8", "Double eight is not in your hand."),
    ],
)
def test_why_not_gives_the_reason_that_matters(tile: str, sentence: str) -> None:
    """The closed arm that would fit counts for more than the ends that do not."""
    state = round_of(
        "longana",
        ["9-9 4-1 2-1", "9-4 9-1", "9-6 5-1"],
        moves=["1: open 9-9", "2: play 9-4 on 2", "3: play 9-6 on 3"],
    )
    wanted = parse_tile(tile)

    assert words("longana", 3).why_not(wanted, refusals(state, 1, wanted)) == sentence


def test_a_block_names_the_ends_that_no_hand_holds() -> None:
    """A block, even after the very first tile, says which ends are open and who scores."""
    state = round_of("longana", ["9-9 2-1", "8-7 6-5"], moves=["1: open 9-9"])

    assert words("longana", 2).outcome(view(state, 1)) == (
        "The round is blocked: every end is 9, and no hand holds that.",
        "You hold the fewest pips, 3.",
        "You win the round and score 29 points.",
    )
    assert words("longana", 2, 2).outcome(view(state, 2))[1:] == (
        "Maria holds the fewest pips, 3.",
        "Maria wins the round and scores 29 points.",
    )


def test_a_tied_block_has_no_winner_and_the_next_opener_is_sought() -> None:
    """Equal lowest hands score nothing, and the search starts after the one who opened."""
    state = round_of("longana", ["9-9 2-1", "8-7", "3-0"], moves=["1: open 9-9"])
    speak = words("longana", 3)

    assert speak.outcome(view(state, 1))[1] == (
        "The lowest hands tie at 3 pips, so nobody wins the round or scores."
    )
    assert "from Ana on, the seat after Maria" in speak.next_opener(view(state, 1))


def test_a_shared_win_names_everybody_who_shares_it() -> None:
    """Equal best totals are nobody's win alone."""
    match = new_match("mexican-train", 3, "shared")
    table = standing(match, (match.first_round(),))
    speak = words("mexican-train", 3)

    def result(*winners: int) -> str:
        return speak.match_result(replace(table, round=13, winners=winners))

    assert result(1) == "You win the match"
    assert result(2) == "Ana wins the match"
    assert result(1, 3) == "You share the win with Ben"
    assert result(2, 3) == "Ana and Ben share the win"
