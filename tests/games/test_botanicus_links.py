"""The last turns of Botanicus, by the links of the pages alone: no choice leads to a dead end."""

import random
import re
from html import unescape

import pytest
from django.test import Client

from games import positions
from tests.factories import TableFactory, UserFactory, play_turns

pytestmark = pytest.mark.django_db

LINK = re.compile(r"<a\b[^>]*>")
MOVES = re.compile(r'name="moves" value="([^"]+)"')
MOST_PAGES = 60
MOST = 60
"""No turn has so many choices, also of who changes their mind now and then."""


def attribute(name, tag):
    return unescape(re.search(rf'{name}="([^"]*)"', tag)[1])


def choices(page):
    """The links to moves, else those that pick something up."""
    links = LINK.findall(page)
    return [tag for tag in links if "data-move=" in tag] or [
        tag for tag in links if "data-pick=" in tag
    ]


def draft_a_turn(client, path, rng):
    """Follow links at random until the turn can be confirmed; return its moves."""
    address, chosen = path, []
    for _ in range(MOST):
        page = client.get(address).content.decode()
        if 'id="confirm"' in page:
            return unescape(MOVES.search(page)[1])
        link = rng.choice(choices(page))
        chosen.append(attribute("data-(?:move|pick)", link))
        address = attribute("href", link)
    raise AssertionError(f"the turn does not end: {chosen}")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_played_to_its_end_by_links(seats):
    clients = [Client() for _ in range(seats)]
    users = UserFactory.create_batch(seats)
    for client, user in zip(clients, users, strict=True):
        client.force_login(user)
    game, rng = (
        TableFactory(users=users, ruleset="botanicus", turns=14 * seats),
        random.Random(seats),
    )
    path = f"/games/{game.pk}/"
    while game.is_running:
        (seat,) = positions.load(game).to_move
        moves = draft_a_turn(clients[seat], path, rng)
        clients[seat].post(path, {"ply": game.ply, "moves": moves})
        ply = game.ply
        game.refresh_from_db()
        assert game.ply > ply

    assert positions.load(game).is_over


def table_with_a_choice(users):
    """A game in which somebody may walk or play a card; in one of many nobody ever may."""
    while True:
        game = TableFactory(users=users, ruleset="botanicus", turns=6 * len(users))
        while not (state := positions.load(game)).is_over:
            if can_walk_or_play(state):
                return game
            play_turns(game, 1, seed=game.ply)


def can_walk_or_play(state):
    (seat,) = state.to_move
    kinds = {move.kind for move in state.legal_moves(seat)}
    return {"walk", "sell"} <= kinds


def tables(page, path):
    """The addresses of all links of a page that show this table otherwise."""
    links = LINK.findall(page)
    found = [attribute("href", tag) for tag in links if f'href="{path}?' in tag]
    return [address for address in found if "pick=" in address or "draft=" in address]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_none_of_its_links_leads_to_an_error(client, seats):
    users = UserFactory.create_batch(seats)
    game = table_with_a_choice(users)
    (seat,) = positions.load(game).to_move
    client.force_login(users[seat])

    path = f"/games/{game.pk}/"
    waiting, seen = [path], {path}
    for address in waiting:
        answer = client.get(address)
        assert answer.status_code == 200, address
        found = tables(answer.content.decode(), path)
        waiting += [new for new in found if new not in seen][: MOST_PAGES - len(waiting)]
        seen.update(found)

    assert {f"pick={step}" for step in ("walk", "card", "flower")} <= {
        part for address in seen for part in address.split("&")
    }
