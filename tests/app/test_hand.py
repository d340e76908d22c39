"""How a hand is arranged: by value, for the own arm or train, in the seat's own order."""

from __future__ import annotations

from itertools import chain, pairwise

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.hand import BY_VALUE, Arrangement, Sort, arranged, moved, order_of, read, rearranged, write
from engine import GAMES, apply, legal
from engine.actions import Draw, NotationError, Open
from engine.computers.chains import longest_chain
from engine.tiles import Tile, mask_of
from engine.view import View, view
from tests.app.friends import stands
from tests.app.test_routes import HTMX, sit, until_my_turn
from tests.engine.positions import new_match, played


def views(game: str, seats: int = 3, most: int = 300) -> list[View]:
    """What seat 1 sees in the course of a random match."""
    found = []
    for at, (state, _) in enumerate(played(new_match(game, seats, "hands"))):
        found.append(view(state, 1))
        if at >= most:
            break
    return found


def tiles(seen: View, arrangement: Arrangement) -> list[Tile]:
    """The tiles as they stand."""
    return [each.tile for each in arranged(seen, arrangement)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sort", ["value", "train", "own"])
def test_no_tile_is_lost_or_doubled(game: str, sort: Sort) -> None:
    """However it is arranged, a hand shows just its tiles, each once."""
    order = order_of("9-4 6-6 0-0 9-4 12-12 5-1")
    for seen in views(game):
        shown = tiles(seen, Arrangement(sort, order))
        assert sorted(shown) == sorted(seen.hand)


def test_by_value_goes_from_high_to_low() -> None:
    """What nobody has arranged stands by value."""
    for seen in views("mexican-train", most=60):
        assert tiles(seen, BY_VALUE) == sorted(seen.hand, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_for_my_train_the_longest_chain_leads(game: str) -> None:
    """The longest chain from the own end comes first, each half on top matching the one before;
    after it the rest by value. It follows the end, play for play.
    """
    chains = set()
    for seen in views(game):
        shown = arranged(seen, Arrangement("train"))
        linked = [each for each in shown if each.linked]
        rest = [each.tile for each in shown[len(linked) :]]
        assert rest == sorted(rest, reverse=True)
        if not seen.trains:
            assert bool(linked) == any(isinstance(each, Open) for each in seen.legal)
            continue
        end = seen.train(1).end
        assert len(linked) == len(longest_chain(end, mask_of(seen.hand)))
        for each in linked:
            assert each.top == end
            end = each.tile.other(end)
        chains.add((seen.train(1).end, len(linked)))
    assert len(chains) > 10


@pytest.mark.parametrize("game", GAMES)
def test_before_the_opening_the_best_double_leads(game: str) -> None:
    """Of the doubles that may open, the one with the longest chain after it comes first."""
    several = 0
    matches = chain.from_iterable(played(new_match(game, 2, f"openings {n}")) for n in range(4))
    for seen in (view(state, 1) for state, _ in matches if not state.history):
        opens = [each.tile for each in seen.legal if isinstance(each, Open)]
        linked = [each for each in arranged(seen, Arrangement("train")) if each.linked]
        if not opens:
            assert not linked
            continue
        hand = mask_of(seen.hand)
        longest = [longest_chain(each.high, hand & ~mask_of([each])) for each in opens]
        assert linked[0].tile in opens
        assert len(linked) == 1 + max(map(len, longest))
        assert all(one.tile.other(one.top) == two.top for one, two in pairwise(linked))
        several += len({len(each) for each in longest}) > 1
    assert several > 0 or game == "mexican-train"


def test_own_order_holds_and_new_tiles_come_last() -> None:
    """The own order leads; what it does not know comes after it, the tile just drawn at the end."""
    state = next(
        state
        for state, _ in played(new_match("mexican-train", 2, "draw"))
        if state.turn == 1 and Draw() in legal(state)
    )
    before = view(state, 1)
    mixed = (*before.hand[3:], *before.hand[:1])
    drawn = view(apply(state, 1, Draw()), 1)
    shown = tiles(drawn, Arrangement("own", mixed))

    assert shown[: len(mixed)] == list(mixed)
    assert shown[len(mixed) : -1] == list(before.hand[1:3])
    assert shown[-1] == drawn.drawn


def test_rearranging_keeps_the_order_that_was_told_before() -> None:
    """Sorting by value and back to the own order brings that back; the first own order is what was
    shown.
    """
    seen = next(each for each in views("mexican-train") if each.trains and len(each.hand) > 5)
    for_train = Arrangement("train")
    own = rearranged(seen, for_train, "own")
    assert own == Arrangement("own", tuple(tiles(seen, for_train)))

    told = rearranged(seen, own, "own", (*seen.hand[::-1], Tile(12, 12), seen.hand[0]))
    assert told.own == seen.hand[::-1]
    by_value = rearranged(seen, told, "value")
    assert tiles(seen, by_value) == list(seen.hand)
    assert rearranged(seen, by_value, "own") == told


def test_moving_past_an_end_comes_in_at_the_other() -> None:
    """One place on, one place back, and round the ends."""
    a, b, c = order_of("9-4 6-6 0-0")
    assert moved((a, b, c), a, 1) == (b, a, c)
    assert moved((a, b, c), b, -1) == (b, a, c)
    assert moved((a, b, c), a, -1) == (b, c, a)
    assert moved((a, b, c), c, 1) == (c, a, b)


@pytest.mark.parametrize("sort", ["value", "train", "own"])
@pytest.mark.parametrize("order", ["", "9-4 6-6"])
def test_what_is_written_is_read(sort: Sort, order: str) -> None:
    """An arrangement survives being kept; in another round only how it is sorted does."""
    arrangement = Arrangement(sort, order_of(order))
    kept = write(arrangement, "1.12")

    assert read(kept, "1.12") == arrangement
    assert read(kept, "1.1") == Arrangement(sort)
    assert read(kept, "2.1") == Arrangement(sort)
    assert read("", "1.1") == BY_VALUE


def test_only_tiles_are_read() -> None:
    """What is no tile is refused."""
    with pytest.raises(NotationError):
        order_of("9-4 4-9")


# --- through the route


def shown_hand(page: str) -> list[str]:
    """The hand that a page shows."""
    return [
        each.attributes["value"] or "" for each in LexborHTMLParser(page).css("#hand .tile-button")
    ]


def pressed(page: str) -> list[str | None]:
    """By what the hand is sorted, as its buttons say."""
    buttons = LexborHTMLParser(page).css("#arrange [aria-pressed=true]")
    return [each.attributes["value"] for each in buttons]


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "forms"])
def test_an_own_order_is_remembered_and_is_no_event(
    client: TestClient, app: FastAPI, headers: dict[str, str]
) -> None:
    """The order holds in every later page, the log stays as it is, and earlier forms stay good."""
    address = sit(client, "mexican-train", seed="order")
    table = until_my_turn(client, app, address)
    hand = [str(tile) for tile in table.position.view(1).hand]
    order = hand[::-1]
    answer = client.post(f"{address}/hand", data={"order": " ".join(order)}, headers=headers)

    assert answer.status_code == 200
    assert shown_hand(answer.text) == order
    assert pressed(answer.text) == ["own"]
    assert shown_hand(client.get(address).text) == order
    after = stands(app, address)
    assert (after.seq, after.position) == (table.seq, table.position)
    action = str(legal(table.position.state)[0])
    confirmed = client.post(
        f"{address}/confirm", data={"seq": table.seq, "action": action}, headers=HTMX
    )
    assert confirmed.status_code == 200

    by_value = client.post(f"{address}/hand", data={"sort": "value"}, headers=headers)
    assert shown_hand(by_value.text) == sorted(shown_hand(by_value.text), key=hand.index)
    assert pressed(by_value.text) == ["value"]


def test_a_hand_is_arranged_out_of_turn_and_keeps_the_chosen_tile(
    client: TestClient, app: FastAPI
) -> None:
    """While a computer is to move the hand can be arranged; the tile that was chosen stays so, and
    its buttons move it on.
    """
    address = sit(client, "longana", seats="4", seed="waiting", pace="step")
    table = stands(app, address)
    assert table.computer_to_move
    tile = str(table.position.view(1).hand[2])
    page = client.post(f"{address}/preview", data={"seq": table.seq, "tile": tile}).text
    for place in (1, 0, -1):
        button = LexborHTMLParser(page).css_first("#move-back")
        assert button is not None
        form = {"order": button.attributes["value"] or "", "tile": tile}
        page = client.post(f"{address}/hand", data=form).text
        assert shown_hand(page)[place] == tile
        assert LexborHTMLParser(page).css("#hand [aria-pressed=true]")
    assert stands(app, address).seq == table.seq


def test_wrong_orders_do_no_harm(client: TestClient, app: FastAPI, stranger: TestClient) -> None:
    """Foreign tiles are left out, missing ones come last, what is no tile is refused in words, and
    nobody arranges another's hand.
    """
    address = sit(client, "longana", seed="wrong")
    hand = [str(tile) for tile in stands(app, address).position.view(1).hand]
    foreign = "9-9" if "9-9" not in hand else "8-8"
    order = f"{foreign} {hand[-1]} 12-12 {hand[-1]}"
    answer = client.post(f"{address}/hand", data={"order": order}, headers=HTMX)
    assert shown_hand(answer.text) == [hand[-1], *hand[:-1]]

    for form in ({"order": "4-9"}, {"order": "x" * 700}, {"sort": "best"}, {"tile": "x"}):
        refused = client.post(f"{address}/hand", data=form, headers=HTMX)
        assert refused.status_code == 422
        assert "could not be read" in refused.text
    other = stranger.post(f"{address}/hand", data={"sort": "value"}, headers=HTMX)
    assert other.status_code == 403
    assert shown_hand(client.get(address).text) == [hand[-1], *hand[:-1]]


def draw_twice(client: TestClient, app: FastAPI, address: str) -> bool:
    """Play with tiles in the own order until two were drawn; False if the round was too short."""
    client.post(f"{address}/hand", data={"sort": "own"}, headers=HTMX)
    drawn: list[str] = []
    while len(drawn) < 2:
        table = until_my_turn(client, app, address)
        if table.position.state.turn is None:
            return False
        moves = legal(table.position.state)
        action = next((each for each in moves if isinstance(each, Draw)), moves[-1])
        form = {"seq": table.seq, "action": str(action)}
        page = client.post(f"{address}/confirm", data=form, headers=HTMX).text
        if isinstance(action, Draw):
            new = str(stands(app, address).position.view(1).drawn)
            drawn.append(new)
            assert shown_hand(page)[-1] == new
        held = [tile for tile in drawn if tile in shown_hand(page)]
        if held:
            assert shown_hand(page)[-len(held) :] == held
    return until_my_turn(client, app, address).position.state.turn == 1


def test_a_drawn_tile_stays_where_it_came(client: TestClient, app: FastAPI) -> None:
    """In the own order drawn tiles come to the end one after another; undo and redo keep that, and
    the next round begins by value.
    """
    tables = (sit(client, "mexican-train", seats="4", seed=f"g {at}") for at in range(30))
    address = next(table for table in tables if draw_twice(client, app, table))
    table = stands(app, address)
    before = shown_hand(client.get(address).text)
    client.post(f"{address}/undo", data={"seq": table.seq}, headers=HTMX)
    table = stands(app, address)
    client.post(f"{address}/redo", data={"seq": table.seq}, headers=HTMX)
    assert shown_hand(client.get(address).text) == before
    while stands(app, address).position.state.deal.round == 1:
        table = until_my_turn(client, app, address)
        if table.position.state.turn is None:
            client.post(f"{address}/next", data={"seq": table.seq}, headers=HTMX)
        else:
            form = {"seq": table.seq, "action": str(legal(table.position.state)[0])}
            client.post(f"{address}/confirm", data=form, headers=HTMX)
    page = client.get(address).text
    assert pressed(page) == ["own"]
    assert shown_hand(page) == [str(each) for each in stands(app, address).position.view(1).hand]
