"""Nothing at a table of Gardeners depends on a front that its reader may not see.

As in test_hidden_hands.py the same rows are rendered twice, and in between the hidden fronts are
exchanged. Here every tile lies: that is when a page could tell whether a wish holds.
"""

import random
from datetime import UTC, datetime

import pytest
from django.test import Client

from engine.games.gardeners.moves import Add
from games import positions
from games.services import turns
from tests.factories import TableFactory, UserFactory
from tests.games.leaks import deal_anew, differing, drafts_about, past_of

pytestmark = pytest.mark.django_db

MOST = 12
"""So many looks at the past of a long game."""


def submit(game, *moves):
    game.refresh_from_db()
    state = positions.load(game)
    (seat,) = state.to_move
    player = game.players.select_related("user").get(seat=seat)
    turns.submit(game_id=game.pk, user=player.user, moves=list(moves), ply=game.ply)
    game.refresh_from_db()


def complete(users):
    """All tiles lie, bob has the word, and only alice holds a card."""
    game = TableFactory(users=users, ruleset="gardeners", options={"mode": "full"})
    while (state := positions.load(game)).missing or state.acting != 1:
        submit(game, *one_move(state))
    return game


def one_move(state):
    """A tile is laid, if there is one: what turns up the next is sent alone, else with the end."""
    (seat,) = state.to_move
    adds = [move.notation for move in state.legal_moves(seat) if isinstance(move, Add)]
    after = state.after(seat, state.parse(adds[0])) if adds else state
    return [*adds[:1], *(["end"] if after.goes_on(seat, state.turn) else [])]


@pytest.fixture
def game(alice, bob, charlie, time_machine):
    time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
    return complete([alice, bob, charlie])


@pytest.fixture
def clients(alice, bob, charlie):
    people = {"bob": bob, "charlie": charlie, "stranger": UserFactory()}
    clients = {name: Client(raise_request_exception=False) for name in (*people, "visitor")}
    for name, person in people.items():
        clients[name].force_login(person)
    return clients


def requests(game):
    address = f"/games/{game.pk}/"
    yield from (("get", address, None, None), ("get", f"{address}moves/", None, None))
    yield "get", f"{address}record/", None, None
    for pick in ("lens1", "lens2", "A1"):
        yield "get", address, {"ply": game.ply, "pick": pick}, None
    yield from drafts_about(game)
    yield from list(past_of(game))[-MOST:]


@pytest.mark.parametrize(
    ("names", "seat"), [(["bob"], 1), (["charlie"], 2), (["stranger", "visitor"], None)]
)
def test_it_says_the_same_whatever_somebody_else_holds(game, clients, names, seat):
    viewers = {name: clients[name] for name in names}

    changed = differing(
        game, viewers, list(requests(game)), lambda game: deal_anew(game, seat, random.Random(1))
    )

    assert changed == []


def test_it_would_notice_a_leak(game, alice):
    client = Client()
    client.force_login(alice)
    address = f"/games/{game.pk}/"

    def exchange(game):
        deal_anew(game, 1, random.Random(1))

    assert differing(game, {"alice": client}, [("get", address)], exchange)


def test_done_looks_the_same_to_who_may_call_it(game, clients):
    before = clients["bob"].get(f"/games/{game.pk}/").content.decode()

    assert "Done: check it" in before
    assert "nobody can tell before the check" in before
