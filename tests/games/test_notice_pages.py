"""What one was told, as pages: the bell, the list, and the ledger."""

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from accounts import blocks
from accounts.models import Preferences, User
from accounts.notices import DEFAULT_WISHES
from games import events
from games.models import Delivery, Notice
from games.selectors.notices import bell_of
from games.services import endings, notices
from games.services.notices import Event, News
from tests.factories import GameFactory, OfferFactory, play_turns

pytestmark = pytest.mark.django_db
PAGE, LEDGER, BELL = "/notices/", "/notices/ledger/", "/notices/bell/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def client(alice):
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def game(alice, bob):
    """Just begun: her offer was accepted, and the word is alice's."""
    return GameFactory(users=[alice, bob])


def text_of(client, path, **more):
    return client.get(path, **more).content.decode()


def tell_often(user, times):
    for number in range(times):
        notices.tell(News(user=user, event=Event.ABSENCE, about=str(number), detail="begins"))


class TestBell:
    def test_it_counts_what_is_new(self, client, game, bob):
        endings.ask_draw(game_id=game.pk, user=bob)

        assert '<span class="new" aria-hidden="true">3</span>' in text_of(client, "/rules/")

    def test_it_says_how_many_games_wait(self, client, alice, bob):
        GameFactory(users=[alice, bob])
        GameFactory(users=[alice, bob], turns=1)

        assert 'data-waiting="1"' in text_of(client, BELL)

    def test_it_is_silent_when_all_is_read(self, client, game):
        client.get(PAGE)

        assert 'class="new"' not in text_of(client, BELL)

    def test_it_does_not_count_what_is_not_wished_here(self, client, alice, bob):
        wishes = {event: {**wish, "page": False} for event, wish in DEFAULT_WISHES.items()}
        Preferences.objects.create(user=alice, notices=wishes)

        GameFactory(users=[alice, bob])

        assert 'class="new"' not in text_of(client, BELL)

    def test_it_does_not_count_what_is_no_longer_so(self, alice, bob, game):
        Notice.objects.filter(event="offer-answered").delete()
        assert bell_of(alice).unread == 1

        endings.resign(game_id=game.pk, user=bob)

        assert bell_of(alice).unread == 1  # the result, and no longer her turn

    def test_it_listens_to_its_owner_alone(self, client, alice):
        assert f'data-topic="user.{alice.pk}"' in text_of(client, BELL)

    def test_it_is_nothing_for_a_visitor(self, db):
        assert Client().get(BELL).status_code == 204
        assert 'id="bell"' not in text_of(Client(), "/")

    def test_it_is_there_for_a_guest(self, bob):
        guest = User.objects.create(username="guest-1", is_guest=True)
        GameFactory(users=[guest, bob])
        client = Client()
        client.force_login(guest)

        assert 'class="new"' in text_of(client, BELL)

    def test_it_asks_once(self, alice, game, django_assert_num_queries):
        with django_assert_num_queries(1):
            assert bell_of(alice).unread == 2


class TestList:
    def test_it_says_what_happened_and_leads_there(self, client, game, bob):
        endings.resign(game_id=game.pk, user=bob)

        text = text_of(client, PAGE)

        assert f'<a href="/games/{game.pk}/">You have won your game against bob.</a>' in text
        assert "bob has accepted your offer, and the game has begun." in text

    def test_it_says_once_whose_turn_it_is(self, client, alice, game):
        play_turns(game, 1)
        while not game.players.get(user=alice).has_word:
            play_turns(game, 1)

        assert text_of(client, PAGE).count("It is your turn against bob.") == 1
        assert text_of(client, LEDGER).count("It is your turn against bob.") == 2

    def test_it_says_nothing_that_is_no_longer_so(self, client, alice, bob, game):
        Notice.objects.all().delete()
        OfferFactory(owner=bob, reach="personal", recipient=alice)
        endings.ask_draw(game_id=game.pk, user=bob)
        text = text_of(client, PAGE)
        assert "bob offers you a game." in text
        assert "bob asks you for a draw." in text

        blocks.block(owner=bob, blocked=alice)
        endings.answer_draw(game_id=game.pk, user=alice, agrees=False)

        text = text_of(client, PAGE)
        assert "bob offers you a game." not in text
        assert "bob asks you for a draw." not in text
        assert "bob asks you for a draw." in text_of(client, LEDGER)

    def test_it_shows_what_is_new_once(self, client, game):
        assert 'class="fresh"' in text_of(client, PAGE)
        assert 'class="fresh"' not in text_of(client, PAGE)

    def test_it_notes_nothing_in_a_tab_that_nobody_looks_at(self, client, game):
        client.get(PAGE, headers=HTMX)

        assert 'class="fresh"' in text_of(client, PAGE)

    def test_it_is_for_people_who_are_signed_in(self, db):
        assert Client().get(PAGE)["Location"].startswith("/account/login/")

    def test_it_shows_nothing_of_others(self, game, charlie):
        stranger = Client()
        stranger.force_login(charlie)

        assert "bob" not in text_of(stranger, PAGE) + text_of(stranger, LEDGER)

    def test_it_says_what_to_do_when_it_is_empty(self, client):
        assert "Nothing yet" in text_of(client, PAGE)

    @pytest.mark.parametrize("path", [PAGE, LEDGER])
    def test_it_comes_in_pages(self, client, alice, path):
        tell_often(alice, 25)
        last = Notice.objects.order_by("pk")[5]

        first_page = text_of(client, path)
        second_page = text_of(client, f"{path}?before={last.pk}")

        assert first_page.count("Your absence has begun") == 20
        assert f"?before={last.pk}" in first_page
        assert second_page.count("Your absence has begun") == 5
        assert "Older notices" not in second_page

    @pytest.mark.parametrize("before", ["x", "-1", "٣", "9" * 30])
    def test_it_refuses_what_is_no_page(self, client, before):
        assert client.get(PAGE, {"before": before}).status_code == 400

    @pytest.mark.parametrize(
        ("end", "said"),
        [
            (endings.resign, "bob has won your game."),
            (endings.abort, "was called off. Nobody wins or loses."),
        ],
    )
    def test_it_says_how_a_game_ended(self, client, alice, game, end, said):
        end(game_id=game.pk, user=alice)

        assert said in text_of(client, PAGE)

    def test_it_says_that_a_game_was_drawn(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        endings.ask_draw(game_id=game.pk, user=alice)
        endings.answer_draw(game_id=game.pk, user=bob, agrees=True)

        assert "ended in a draw." in text_of(client, PAGE)

    def test_it_speaks_french(self, client, game, bob):
        client.cookies["django_language"] = "fr"

        assert "bob a accepté votre offre" in text_of(client, PAGE)


class TestLedger:
    def test_it_says_how_and_when(self, client, alice, bob):
        GameFactory(users=[alice, bob])

        text = text_of(client, LEDGER)

        assert "<dt>by mail</dt>" in text
        assert "waiting, due on" in " ".join(text.split())

    def test_it_announces_no_mail_about_what_is_settled(self, client, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        endings.resign(game_id=game.pk, user=bob)

        text = " ".join(text_of(client, LEDGER).split())

        assert "waiting: nothing will come, for it is settled" in text
        assert text.count("waiting, due on") == 1  # that the game is over

    @pytest.mark.parametrize("why", Delivery.Why)
    def test_it_says_why_not(self, client, game, why):
        Delivery.objects.filter(channel="mail").update(status="dropped", why=why)

        assert str(why.label).replace("'", "&#x27;") in text_of(client, LEDGER)

    def test_it_tells_the_history(self, client, game):
        moments = [["2026-05-04T12:00:00+00:00", "waiting"], ["2026-05-04T12:10:00+00:00", "seen"]]
        Delivery.objects.filter(channel="mail").update(history=moments)

        assert "You had seen it on the page." in text_of(client, LEDGER)

    def test_it_is_for_people_who_are_signed_in(self, db):
        assert Client().get(LEDGER)["Location"].startswith("/account/login/")


@pytest.mark.django_db(transaction=True)
class TestNudges:
    async def test_it_nudges_other_tabs_when_something_was_read(self, alice, bob, channel_layer):
        channel = await channel_layer.new_channel()
        await channel_layer.group_add(events.group_name(f"user.{alice.pk}"), channel)
        game = await database_sync_to_async(GameFactory)(users=[alice, bob])
        await database_sync_to_async(play_turns)(game, 1)

        assert (await channel_layer.receive(channel))["topic"] == f"user.{alice.pk}"
