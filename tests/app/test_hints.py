"""Why a hint advises what it does: every reason of the engine is a sentence."""

from __future__ import annotations

import pytest

from engine.computers.reasons import CODES, Reason
from tests.app.test_words import whole, words


@pytest.mark.parametrize("game", ["longana", "mexican-train"])
@pytest.mark.parametrize("code", CODES)
def test_every_reason_is_a_sentence(game: str, code: str) -> None:
    """No code is without its sentence, whatever its number is."""
    for count in (1, 2, 5):
        sentence = words(game, 3).why(Reason(code, count=count, seat=2, value=5))

        assert whole(sentence)
        assert sentence.endswith(".")


def test_a_reason_names_its_facts() -> None:
    """The number, the arm's owner and the value stand in the sentence."""
    speak = words("longana", 3)

    assert (
        speak.why(Reason("blocks", seat=2, value=5))
        == "It leaves Ana's arm on a value that Ana does not have: five."
    )
    assert (
        speak.why(Reason("keeps_chain", count=4))
        == "It keeps your longest chain: 4 tiles for your arm."
    )
    assert speak.why(Reason("pips", count=1)) == "It sheds 1 pip."


def test_the_last_tile_means_what_the_game_makes_of_it() -> None:
    """In Longana it wins the round; in Mexican Train it is a round without penalty."""
    assert "win the round" in words("longana", 2).why(Reason("last_tile"))
    assert "costs you nothing" in words("mexican-train", 2).why(Reason("last_tile"))
