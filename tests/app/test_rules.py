"""The rules pages: complete, sound, and with examples that say what the engine says."""

from __future__ import annotations

import gzip
import re

import pytest
from babel import Locale
from babel.messages.extract import extract_from_dir
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.i18n import Language, languages
from app.pages import ROOT, RulesPage, render
from app.routes.rules import SEATS
from app.rules_examples import SETUPS, Scene, deal_of, examples
from app.words import Words
from engine import GAMES, legal, start
from engine.actions import Draw, Open, Play
from engine.tiles import deck
from engine.trains import State
from engine.view import view
from tests.app.test_pages import Asked, one, positions, sound, tiles_named
from tests.engine.positions import after, referee_of, told, told_by

ENGLISH = languages()["en"]
HTMX = {"HX-Request": "true"}
RULES = {
    "longana": [f"L{number}" for number in range(1, 19)],
    "mexican-train": [f"M{number}" for number in range(1, 23)],
}
AGREED = {
    "longana": {"L1", "L5", "L11", "L15", "L16", "L17"},
    "mexican-train": {"M5", "M19"},
}

CLAIMS = {
    ("longana", "arms", 1): {"pass": "", "play 5-4 on 1": "ends_differ"},
    ("longana", "arms", 2): {"play 4-1 on 2": "", "play 2-1 on 3": "closed_arm"},
    ("longana", "priority", 1): {
        "play 9-5 on 1": "",
        "play 9-5 on 3": "",
        "play 9-5 on 4": "earlier_opened_first",
    },
    ("longana", "doubles", 1): {"play 6-6 on 2": "", "play 6-1 on 2": "closed_arm"},
    ("longana", "doubles", 2): {},
    ("mexican-train", "chain", 1): {
        "play 4-1 on 1": "",
        "finish": "",
        "play 12-3 on public": "own_train_only",
    },
    ("mexican-train", "follow", 1): {
        "play 9-2 on 1": "",
        "play 12-4 on public": "",
        "play 7-3 on 2": "closed_train",
        "pass": "must_play",
    },
    ("mexican-train", "cover", 1): {
        "play 6-2 on 2": "",
        "play 8-3 on 3": "cover_oldest",
        "play 9-5 on 1": "cover_oldest",
    },
    ("mexican-train", "cover", 2): {},
    ("mexican-train", "draw", 1): {"draw": "", "pass": "must_draw"},
    ("mexican-train", "draw", 2): {"pass": "", "draw": "already_drawn"},
    ("mexican-train", "close", 1): {"play 8-4 on 1": "", "play 6-1 on public": ""},
    ("mexican-train", "close", 2): {},
}
"""What each caption claims: by scene, what is allowed (empty) or how it is refused."""


def page_of(game: str, *, fragment: bool = False) -> LexborHTMLParser:
    """The parsed rules of a game, after the checks that every page must pass."""
    return sound(render(RulesPage(game, SEATS), ENGLISH, fragment=fragment))


def scene(game: str, key: str, number: int) -> tuple[State, Scene]:
    """The position of a scene, played again here, and the scene."""
    setup = SETUPS[game][key]
    moves = [move for step in setup.steps[:number] for move in step.moves]
    return after(start(deal_of(game, setup)), *moves), examples(game)[key][number - 1]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_there_in_words(game: str) -> None:
    """Each numbered rule stands once under its number, with a text, and no other number does."""
    page = page_of(game)
    numbers = [node.text(strip=True) for node in page.css(".rule .ref")]

    assert sorted(set(numbers), key=lambda n: int(n[1:])) == RULES[game]
    for number in RULES[game]:
        assert len(one(page, f"li.rule#{number} p").text(strip=True)) > 40


@pytest.mark.parametrize("game", GAMES)
def test_agreements_are_marked_and_nothing_else(game: str) -> None:
    """Exactly the rules that RULES.md calls agreements carry the mark."""
    marked = {
        ref.text(strip=True)
        for node in page_of(game).css(".rule")
        if node.css_first(".agreed") is not None
        for ref in node.css(".ref")
    }

    assert marked == AGREED[game]


def test_the_source_is_named_and_what_is_never_mixed_in() -> None:
    """Each game says whose version it is, and that no other is mixed in, and with what."""
    longana, train = (one(page_of(game), "#rules").text() for game in GAMES)

    assert "in the Pérez/Cytro version" in longana
    assert "as recorded by Pagat" in train
    assert all("no rules of other versions are mixed in" in text for text in (longana, train))
    assert len(page_of("mexican-train").css("ul.never li")) == 6


@pytest.mark.parametrize("game", GAMES)
def test_htmx_gets_the_fragment_alone(client: TestClient, game: str) -> None:
    """A whole page by address, and for a panel the same rules without anything around them."""
    whole = client.get(f"/rules/{game}")
    part = client.get(f"/rules/{game}", headers=HTMX)

    assert (whole.status_code, part.status_code) == (200, 200)
    assert part.text.strip() in whole.text
    assert "<html" not in part.text
    assert "HX-Request" in part.headers["vary"]
    assert [len(sound(whole.text).css(each)) for each in ("h1", "main#main")] == [1, 1]
    assert len(sound(part.text).css("#rules")) == 1


def test_no_other_game_has_rules(client: TestClient) -> None:
    """An unknown game is answered by a page that says so."""
    for name in ("chess", "..%2Fetc", "Longana"):
        assert client.get(f"/rules/{name}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_links_lead_to_sections_and_ids_are_free_at_a_table(game: str) -> None:
    """Contents name every section, and a panel's ids are not those of the table around it."""
    page = page_of(game, fragment=True)
    ids = {node.attributes["id"] for node in page.css("[id]")}
    headings = [f"#{node.attributes['id']}" for node in page.css("h2")][1:]
    _, at_table = next(positions(game, 3, every=1, most=0))
    table = sound(render(at_table, ENGLISH))

    assert [link.attributes["href"] for link in page.css(".contents a")] == headings
    assert not ids & {node.attributes["id"] for node in table.css("[id]")}


def test_every_scene_has_its_claims_written_down() -> None:
    """The table of claims in this file speaks of every scene, and of all that is asked there."""
    asked = {
        (game, key, at): {str(claim.action) for claim in each.claims}
        for game in GAMES
        for key, scenes in examples(game).items()
        for at, each in enumerate(scenes, 1)
    }

    assert asked == {scene: set(claims) for scene, claims in CLAIMS.items()}


@pytest.mark.parametrize(("game", "key", "number"), CLAIMS, ids=str)
def test_examples_claim_what_the_engine_says(game: str, key: str, number: int) -> None:
    """A scene is a position of the engine's, and each claim is what its rules allow or refuse."""
    state, shown = scene(game, key, number)

    assert shown.view == view(state, 1)
    for claim in shown.claims:
        code = CLAIMS[game, key, number][str(claim.action)]
        assert (claim.action in legal(state)) == (code == "")
        assert (claim.refused.code if claim.refused else "") == code
    assert bool(shown.claims) == (state.turn == 1)


@pytest.mark.parametrize(("game", "key", "number"), CLAIMS, ids=str)
def test_the_referee_sees_the_same(game: str, key: str, number: int) -> None:
    """The second reading of the rules agrees with every position that is shown."""
    state, _ = scene(game, key, number)
    other = referee_of(deal_of(game, SETUPS[game][key]))
    for _, action in state.history:
        other.do(str(action))

    assert told(state) == told_by(other)


@pytest.mark.parametrize(("game", "key"), sorted({(game, key) for game, key, _ in CLAIMS}))
def test_examples_are_whole_deals(game: str, key: str) -> None:
    """Hands of the size that the rules give, and every tile of the set in one place."""
    deal = deal_of(game, SETUPS[game][key])
    everything = [*deal.stock, *(tile for hand in deal.hands for tile in hand)]

    assert {len(hand) for hand in deal.hands} == {GAMES[game].hand_size(len(deal.hands))}
    assert sorted(everything) == sorted(deck(GAMES[game].TOP))


@pytest.mark.parametrize(("game", "key", "number"), CLAIMS, ids=str)
def test_captions_name_tiles_that_are_in_sight(game: str, key: str, number: int) -> None:
    """Each tile in a caption lies on the table or in the reader's hand, and is drawn."""
    state, shown = scene(game, key, number)
    laid = {action.tile for _, action in state.history if isinstance(action, Open | Play)}
    figure = one(page_of(game), f'[data-scene="{key}-{number}"]')
    drawn = len(figure.css(".picture .row > g:not(.start), .picture .cross > g:not(.end)"))

    assert tiles_named(shown.caption) <= laid | set(shown.view.hand)
    assert drawn == len(laid) - (game != "longana")  # its opening double starts every row
    assert len(figure.css(".held .bone")) == len(shown.hand)
    assert len(figure.css(".held .playable")) == sum(held.playable for held in shown.hand)
    assert len(figure.css(".claims .yes")) == list(CLAIMS[game, key, number].values()).count("")


def test_later_scenes_show_what_their_captions_tell() -> None:
    """After the moves: the double lies across, the next double is due, the train is still open."""
    across, _ = scene("longana", "doubles", 2)
    due, _ = scene("mexican-train", "cover", 2)
    still, _ = scene("mexican-train", "close", 2)
    closed = after(scene("mexican-train", "close", 1)[0], "1: play 8-4 on 1")
    arm = after(scene("longana", "arms", 2)[0], "1: play 4-1 on 2")
    drew, _ = scene("mexican-train", "draw", 2)

    assert (across.ends[1], across.turn) == (6, 2)
    assert ([str(each.tile) for each in due.exposed], due.turn) == (["8-8"], 2)
    assert 1 in still.open
    assert 1 not in closed.open
    assert 1 not in arm.open
    assert str(drew.drawn) == "8-3"
    assert isinstance(drew.history[-1][1], Draw)


def test_refusals_are_told_in_the_words_of_the_table() -> None:
    """Under what is not allowed stands the table's own sentence, with the rule it names."""
    words = Words(ENGLISH, SEATS, 1, "longana")
    (refused,) = (
        claim.refused for claim in examples("longana")["priority"][0].claims if claim.refused
    )
    page = page_of("longana")

    assert words.refusal(refused) in one(page, '[data-scene="priority-1"] .no').text()
    for number in re.findall(r"Rule ([LM]\d+)", one(page, "#rules").text()):
        assert page.css_first(f"#{number}") is not None


def test_translators_find_every_sentence_of_the_rules() -> None:
    """Whatever these pages ask for stands where the translators' tool looks for it."""
    asked = Asked()
    language = Language("en", Locale("en"), asked)
    for game in GAMES:
        render(RulesPage(game, SEATS), language)
    mapping = [("**.py", "python"), ("**.html", "jinja2")]
    options = {"**.html": {"trimmed": "true", "newstyle_gettext": "true"}}
    keywords = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}
    found = {
        text
        for folder in ("app", "templates")
        for _, _, message, _, _ in extract_from_dir(
            ROOT / folder, mapping, options, keywords=keywords
        )
        for text in ([message] if isinstance(message, str) else message)
    }

    assert asked.sentences - found == set()
    assert len(asked.sentences) > 90


def test_no_sentence_of_the_rules_bypasses_translation() -> None:
    """In a language that turns every sentence into one sign, no English word is left."""

    class Signs(Asked):
        def gettext(self, message: str) -> str:
            return " ".join(["§", *re.findall(r"%\(\w+\)s", message)])

        def pgettext(self, context: str, message: str) -> str:
            return self.gettext(message)

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            return self.gettext(msgid1)

    signs = Language("en", Locale("en"), Signs())
    for game in GAMES:
        page = sound(render(RulesPage(game, SEATS), signs, fragment=True))
        words = set(re.findall(r"[A-Za-z]{2,}", one(page, "#rules").text(separator=" ")))
        assert words <= {"Ana", "Ben", "Carla", "and"}  # names, and Babel's lists
        assert "§" in one(page, "#rules").text()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_small(client: TestClient, game: str) -> None:
    """Compressed, the page stays below 15 kB."""
    assert len(gzip.compress(client.get(f"/rules/{game}").content, 4)) < 15_000
