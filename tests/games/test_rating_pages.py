"""Ratings where they are shown: at tables, in lists, in mails, at offers."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Notice, Player, Rating
from games.services import endings
from tests.factories import GameFactory, OfferFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("confirmed")]


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=2, is_rated=True)


def lose_on_time(game):
    """Alice has the word after two turns, and lets her time run out."""
    Player.objects.filter(game=game, word_since__isnull=False).update(
        deadline_at=timezone.now() - timedelta(minutes=1)
    )
    endings.end_on_time(game.pk)


def page_of(client, user, path):
    client.force_login(user)
    return re.sub(r"\s+", " ", client.get(path).content.decode())


class TestTable:
    def test_it_shows_how_strong_both_are(self, client, alice, game):
        Rating.objects.create(
            user=alice, ruleset="botanik", mu=27, sigma=2, games=80, rated_at=timezone.now()
        )

        page = page_of(client, alice, f"/games/{game.pk}/")

        assert 'title="Rating, ±60">1560<' in page

    def test_it_says_where_a_rating_is_still_unsure(self, client, alice, bob, game):
        endings.resign(game_id=game.pk, user=bob)
        other = GameFactory(users=[alice, bob], turns=2, is_rated=True)

        assert 'title="Rating, still unsure">1579?<' in page_of(
            client, alice, f"/games/{other.pk}/"
        )

    def test_it_shows_none_where_nothing_is_at_stake(self, client, alice, bob, game):
        endings.resign(game_id=game.pk, user=bob)
        friendly = GameFactory(users=[alice, bob], turns=2)

        assert 'class="rating"' not in page_of(client, alice, f"/games/{friendly.pk}/")

    def test_it_shows_at_the_end_what_changed(self, client, alice, bob, game):
        endings.resign(game_id=game.pk, user=bob)

        page = page_of(client, bob, f"/games/{game.pk}/")

        assert "Your rating</dt> <dd>1500 → <strong>1421</strong>, −79" in page
        assert "alice</dt> <dd>1500 → <strong>1579</strong>, +79" in page

    def test_it_says_that_a_loss_on_time_counts_less(self, client, alice, bob, game):
        lose_on_time(game)
        second = GameFactory(users=[alice, bob], turns=2, is_rated=True)
        lose_on_time(second)

        assert "counts less" not in page_of(client, bob, f"/games/{game.pk}/")
        assert "counts less" in page_of(client, bob, f"/games/{second.pk}/")


class TestWaiving:
    def test_it_is_offered_to_the_winner_on_time_alone(self, client, alice, bob, charlie, game):
        lose_on_time(game)

        shown = {
            person.username: "Let it change no ratings"
            in page_of(client, person, f"/games/{game.pk}/")
            for person in (alice, bob, charlie)
        }

        assert shown == {"alice": False, "bob": True, "charlie": False}

    def test_it_says_afterwards_that_nothing_changes(self, client, bob, game):
        lose_on_time(game)
        client.force_login(bob)

        answer = client.post(f"/games/{game.pk}/waive/", follow=True)

        assert "The winner has waived it" in answer.content.decode()
        assert "1579" not in answer.content.decode()

    def test_it_is_refused_with_a_sentence_to_others(self, client, alice, game):
        lose_on_time(game)
        client.force_login(alice)

        answer = client.post(f"/games/{game.pk}/waive/")

        assert answer.status_code == 403
        assert "Only who won a game on time" in answer.content.decode()

    def test_it_wants_somebody_who_is_signed_in(self, client, game):
        assert client.post(f"/games/{game.pk}/waive/").status_code == 302


class TestLists:
    def test_it_is_said_beside_games_that_ended(self, client, alice, bob, game):
        endings.resign(game_id=game.pk, user=bob)

        for path in ("/play/", "/play/all/", "/@alice/"):
            assert '<span class="gain">+79</span>' in page_of(client, alice, path)

    def test_it_is_said_in_the_mail_of_the_result(self, alice, bob, game):
        from accounts.selectors import preferences_of
        from games import mails

        endings.resign(game_id=game.pk, user=bob)
        notice = Notice.objects.get(user=alice, event="game-over")

        letter = mails.compose(
            [notice], likings=preferences_of(alice), address="a@b.example", message_id="x",
            is_digest=False,
        )  # fmt: skip

        assert "Your rating: 1500 → 1579, +79" in letter.body

    def test_it_stands_beside_who_offers(self, client, alice, bob, charlie, game):
        endings.resign(game_id=game.pk, user=bob)
        offer = OfferFactory(owner=alice, is_rated=True)

        for path in ("/offers/", f"/offers/{offer.pk}/"):
            assert ">1579?</span>" in page_of(client, charlie, path)
