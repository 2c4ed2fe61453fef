"""A board is given what its viewer may see, and never a position: that knows more."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Preferences
from engine import GameState
from games import mails, positions
from games.boards import BOARDS
from games.models import Notice
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


class WatchfulBoard:
    """A board like another, which keeps what it is given."""

    def __init__(self, board):
        self.board, self.given = board, []

    def __getattr__(self, name):
        found = getattr(self.board, name)
        if not callable(found):
            return found

        def kept(*args):
            self.given.append((name, args))
            return found(*args)

        return kept

    def given_to(self, name):
        return [args for asked, args in self.given if asked == name]


@pytest.fixture
def board(monkeypatch):
    watchful = WatchfulBoard(BOARDS["botanik"])
    monkeypatch.setitem(BOARDS, "botanik", watchful)
    return watchful


@pytest.fixture(params=[7, 200], ids=["running", "over"])
def game(request, alice, bob):
    return GameFactory(users=[alice, bob], turns=request.param)


@pytest.fixture
def viewers(alice, bob, charlie):
    clients = {0: Client(), 1: Client(), "charlie": Client(), "nobody": Client()}
    for client, user in zip(clients.values(), (alice, bob, charlie), strict=False):
        client.force_login(user)
    return clients


def addresses(game):
    """Everything that can be seen of a table, and the list of one's games."""
    table = reverse("games:table", args=[game.pk])
    yield from (table, f"{table}?at=1&since=0", f"{table}?at={game.ply}&since=1")
    yield from (reverse("games:moves", args=[game.pk]), reverse("games:record", args=[game.pk]))
    yield reverse("games:play")
    if game.is_running:
        state = positions.load(game)
        (seat,) = state.to_move
        yield from (f"{table}?ply={game.ply}&pick={tile.code}" for tile in state.arrival)
        moves = state.legal_moves(seat)[:5]
        yield from (f"{table}?ply={game.ply}&draft={move.notation}" for move in moves)


def answers(game, client):
    for address in addresses(game):
        for headers in ({}, HTMX):
            yield client.get(address, headers=headers)


def told_to_templates(response):
    """All that templates were given for an answer, each thing once."""
    contexts = response.context or ()
    layers = [layer for context in contexts for layer in getattr(context, "dicts", [context])]
    return list({id(thing): thing for layer in layers for thing in layer.values()}.values())


def parts(thing):
    """A value and all that it is made of. A view is a whole: what is in it is for its viewer."""
    yield thing
    if isinstance(thing, Mapping):
        thing = list(thing.values())
    elif is_dataclass(thing) and not hasattr(thing, "viewer"):
        thing = [getattr(thing, field.name) for field in fields(thing)]
    if isinstance(thing, Sequence) and not isinstance(thing, str | bytes):
        for part in thing:
            yield from parts(part)


def has_position(thing):
    return any(isinstance(part, GameState) for part in parts(thing))


class TestBoards:
    def test_it_is_given_no_position_whoever_looks(self, board, game, viewers):
        for client in viewers.values():
            list(answers(game, client))

        assert board.given_to("present")
        assert not [name for name, args in board.given if has_position(args)]

    def test_it_is_given_the_view_of_who_looks(self, board, game, viewers):
        for name, client in viewers.items():
            board.given.clear()
            list(answers(game, client))
            seat = name if name in (0, 1) else None
            scenes = [scene for (scene,) in board.given_to("present")]

            assert {scene.seat for scene in scenes} == {seat}
            assert {view.viewer for s in scenes for view in (s.view, s.before)} == {seat}
            assert {view.viewer for view, _seat in board.given_to("glimpse")} <= {seat}

    def test_it_shows_a_spectator_somebody_below_without_their_eyes(self, board, game, viewers):
        list(answers(game, viewers["nobody"]))

        assert {scene.at for (scene,) in board.given_to("present")} == {0}

    def test_its_template_is_given_no_position(self, game, viewers):
        for client in viewers.values():
            for response in answers(game, client):
                assert not has_position(told_to_templates(response))

    def test_it_is_given_the_view_of_who_is_written_to(self, board, game, confirmed):
        for notice in Notice.objects.filter(game=game):
            likings, _is_new = Preferences.objects.get_or_create(user=notice.user)
            mails.compose([notice], likings=likings, address="", message_id="one", is_digest=False)
            seat = game.players.get(user=notice.user).seat
            drawn = [*board.given_to("sketch"), *board.given_to("picture")]

            assert {view.viewer for view, *_rest in drawn} <= {seat}
            assert not [args for _name, args in board.given if has_position(args)]
            board.given.clear()
