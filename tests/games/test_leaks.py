"""Nothing that the site says depends on what is still to be drawn.

The same rows are rendered twice, and in between the secret of the deck is changed: another seed,
other bytes, the undrawn tiles in another order. Every answer must be the same to the byte. All
routes of the site join by themselves; one that cannot is decided about below, or the test fails.
"""

import random
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Archive, Game, Ladder
from games.selectors import branches, drafts, tables
from games.services import archives, endings, seasons
from games.services import branches as branch_services
from tests.factories import GameFactory, OfferFactory, SuperuserFactory, TableFactory
from tests.games.archived import finished_game
from tests.games.dailies import a_daily, play_daily
from tests.games.ladders import challenge, stand
from tests.games.leaks import (
    CHANGING,
    ELSEWHERE,
    ROUTES,
    STAFF,
    answer,
    differing,
    drafts_about,
    other_requests,
    permute,
    requests_about,
    staff_addresses,
)
from tests.games.moderating import reported

pytestmark = pytest.mark.django_db


@pytest.fixture
def fillings(alice, bob):
    """What goes into the blanks of an address."""
    offer = OfferFactory(owner=alice)
    # One season of the ladder is over, and in the next one they stand on it again.
    stand(alice, bob)
    Ladder.objects.update(season_began=date(2026, 1, 1))
    seasons.turn_over()
    stand(alice, bob)
    challenge(bob, alice)
    _archive_of_april(alice, bob)
    return {
        "offer_id": offer.pk,
        "name": "alice",
        "check_id": offer.pk,
        "ruleset": "botanik",
        "lesson": "link",
        "number": 1,
        "year": 2026,
        "quarter": 1,
        "month": 4,
        "room": "players",
        **reported(alice, bob),
    }


def _archive_of_april(alice, bob):
    """A month with one game: those that run are in no archive."""
    over = finished_game(alice, bob)
    Game.objects.filter(pk=over.pk).update(ended_at=datetime(2026, 4, 1, tzinfo=UTC))
    archives.make(Archive.objects.create(ruleset="botanik", month=date(2026, 4, 1)).pk)


@pytest.fixture(params=[0, 31])
def game(request, alice, bob, at_noon):
    return GameFactory(users=[alice, bob], turns=request.param)


@pytest.fixture
def at_noon(time_machine):
    time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)


@pytest.fixture
def viewers(alice, bob, charlie):
    """Both at the table, the stranger, and a visitor."""
    clients = {name: Client(raise_request_exception=False) for name in ("a", "b", "c", "nobody")}
    for name, user in zip("abc", (alice, bob, charlie), strict=True):
        clients[name].force_login(user)
    return clients


class TestEveryOutput:
    def test_it_is_the_same_on_every_page_about_a_game(self, game, viewers, fillings):
        assert differing(game, viewers, list(requests_about(game, fillings)), permute) == []

    def test_it_is_the_same_for_every_step_of_a_turn(self, game, viewers):
        at_table = {name: viewers[name] for name in "ab"}

        assert differing(game, at_table, list(drafts_about(game)), permute) == []

    @pytest.mark.parametrize("game", [7], indirect=True)
    def test_it_is_the_same_on_every_other_page(self, game, viewers, fillings):
        assert differing(game, {"a": viewers["a"]}, list(other_requests(fillings)), permute) == []

    @pytest.mark.parametrize("game", [7], indirect=True)
    def test_it_is_the_same_for_staff(self, game):
        client = Client()
        client.force_login(SuperuserFactory())

        wanted = [("get", address, None, None) for address in staff_addresses(game)]

        assert differing(game, {"staff": client}, wanted, permute) == []

    def test_it_is_the_same_for_who_thinks_about_the_position(self, game, alice):
        """What a bot is given."""
        before = drafts.read(tables.access(game.pk, alice), "", "").state.view_for(0)
        permute(game)
        after = drafts.read(tables.access(game.pk, alice), "", "").state.view_for(0)

        assert before == after
        assert before.sample(random.Random(1)) == after.sample(random.Random(1))

    def test_it_would_notice_a_leak(self, game, viewers):
        """When the game is over the secret is shown: the same test must see the difference."""
        address = reverse("games:record", args=[game.pk])
        Game.objects.filter(pk=game.pk).update(
            status="over", ending="aborted", ended_at=game.started_at
        )

        before = answer(viewers["nobody"], "get", address)
        permute(game)

        assert answer(viewers["nobody"], "get", address) != before


class TestSeveralLists:
    """What is undrawn of a game with a reshuffle, or where all act at once."""

    @pytest.fixture(params=["nursery", "seedlings"])
    def game(self, request, nursery, seedlings, alice, bob, charlie, at_noon):
        options = {"rounds": 9} if request.param == "nursery" else {}
        users = [alice, bob, charlie]
        return TableFactory(users=users, ruleset=request.param, options=options, turns=5)

    def test_it_is_the_same_on_every_page_about_a_game(self, game, viewers, fillings):
        assert differing(game, viewers, list(requests_about(game, fillings)), permute) == []

    def test_it_is_the_same_for_every_step_of_a_turn(self, game, viewers):
        assert differing(game, viewers, list(drafts_about(game)), permute) == []


class TestPlayedOn:
    """What is undrawn of a game that is played on from another: it was drawn anew."""

    @pytest.fixture
    def game(self, alice, bob, at_noon):
        former = GameFactory(users=[alice, bob], turns=9)
        endings.resign(game_id=former.pk, user=bob)
        branch = branches.read(tables.access(former.pk, alice), 12, "")
        wish = branch_services.wish_for(branch, bot="pip", seat=0)
        return branch_services.play_on(wish=wish, user=alice)

    def test_it_is_the_same_on_every_page_about_a_game(self, game, viewers, fillings):
        assert differing(game, viewers, list(requests_about(game, fillings)), permute) == []

    def test_it_is_the_same_for_every_step_of_a_turn(self, game, viewers):
        assert differing(game, {"a": viewers["a"]}, list(drafts_about(game)), permute) == []


class TestDaily:
    """What is undrawn of the deck of a day, and what proves it: also to who has finished."""

    @pytest.fixture(params=[False, True], ids=["running", "over"])
    def game(self, request, alice, bob, at_noon):
        play_daily(bob)
        return play_daily(alice, ends=request.param)

    @pytest.fixture
    def fillings(self, fillings):
        return {**fillings, "ruleset": a_daily().slug, "lesson": "laying"}

    def test_it_is_the_same_on_every_page_about_a_game(self, game, viewers, fillings):
        assert differing(game, viewers, list(requests_about(game, fillings)), permute) == []

    def test_it_is_the_same_for_every_step_of_a_turn(self, game, viewers):
        if game.is_running:
            assert differing(game, {"a": viewers["a"]}, list(drafts_about(game)), permute) == []

    def test_it_is_the_same_for_staff(self, game):
        client = Client()
        client.force_login(SuperuserFactory())
        wanted = [("get", address, None, None) for address in staff_addresses(game)]

        assert differing(game, {"staff": client}, wanted, permute) == []

    def test_it_would_notice_a_leak(self, game, viewers):
        """When the day is over the secret is shown: the same test must see the difference."""
        if game.is_running:
            return
        Game.objects.filter(pk=game.pk).update(is_private=False)
        address = reverse("games:record", args=[game.pk])

        before = answer(viewers["nobody"], "get", address)
        permute(game)

        assert answer(viewers["nobody"], "get", address) != before


class TestRoutes:
    def test_it_has_decided_about_every_address(self, fillings):
        blanks = {*fillings, "game_id", "ply"}
        undecided = {
            name
            for name, wanted in ROUTES.items()
            if not blanks.issuperset(wanted)
            and name not in ELSEWHERE | CHANGING.keys()
            and not name.startswith(STAFF)
        }

        assert undecided == set()
