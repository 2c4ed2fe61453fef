"""A person as everybody may see them."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts import blocks
from accounts.absences import book
from accounts.services import change_username
from games.selectors import profiles
from games.services import bots, endings
from tests.factories import GameFactory, TableFactory, play_turns

pytestmark = pytest.mark.django_db


class TestPage:
    def test_it_shows_what_the_person_said(self, client, alice):
        alice.about, alice.country = "I like <b>ferns</b>.", "FR"
        alice.save()

        content = client.get("/@alice/").content.decode()

        assert "I like &lt;b&gt;ferns&lt;/b&gt;." in content
        assert "France" in content

    def test_it_never_shows_the_mail_address(self, client, alice, bob):
        client.force_login(bob)

        assert alice.email.encode() not in client.get("/@alice/").content

    def test_it_says_when_somebody_who_is_away_is_back(self, client, alice):
        now = timezone.now()
        book(user=alice, starts_at=now, ends_at=now + timedelta(days=2))

        assert b"alice is away" in client.get("/@alice/").content

    @pytest.mark.parametrize(("days", "is_said"), [(3, True), (20, False)])
    def test_it_says_when_somebody_will_soon_be_away(self, client, alice, days, is_said):
        leaves = timezone.now() + timedelta(days=days)
        book(user=alice, starts_at=leaves, ends_at=leaves + timedelta(days=2))

        assert (b"alice will be away from" in client.get("/@alice/").content) == is_said

    def test_it_leads_to_the_right_address_from_another_case(self, client, alice):
        assert client.get("/@ALICE/")["Location"] == "/@alice/"

    def test_it_leads_to_the_right_address_from_a_former_name(self, client, alice):
        change_username(user=alice, name="alix")

        assert client.get("/@alice/")["Location"] == "/@alix/"

    def test_it_does_not_exist_for_a_name_that_nobody_has(self, client):
        assert client.get("/@nobody-at-all/").status_code == 404

    def test_it_does_not_exist_for_somebody_who_is_gone(self, client, alice):
        alice.is_active = False
        alice.save()

        assert client.get("/@alice/").status_code == 404

    def test_it_offers_the_way_to_change_it_to_its_owner_alone(self, client, alice, bob):
        client.force_login(bob)
        assert b"/account/profile/" not in client.get("/@alice/").content

        client.force_login(alice)
        assert b"/account/profile/" in client.get("/@alice/").content

    def test_it_asks_a_fixed_number_of_times(self, client, alice, bob, django_assert_num_queries):
        client.force_login(bob)
        client.get("/@alice/")

        # session, viewer, player, head to head, absence, block, results, last games, bell
        with django_assert_num_queries(10):
            client.get("/@alice/")

    def test_it_asks_as_often_however_many_games_there_are(
        self, client, alice, bob, django_assert_num_queries
    ):
        client.force_login(bob)
        for _ in range(3):
            play(alice, bob, loser=bob)
        client.get("/@alice/")

        with django_assert_num_queries(10):
            client.get("/@alice/")

    def test_it_asks_five_times_for_a_visitor(self, client, alice, django_assert_num_queries):
        with django_assert_num_queries(5):  # player, absence, results, last games, marks
            client.get("/@alice/")

    def test_it_offers_a_game_to_others_only(self, client, alice, bob):
        client.force_login(alice)
        assert b"Offer a game" not in client.get("/@alice/").content

        client.force_login(bob)
        assert b'href="/offers/new/?to=alice"' in client.get("/@alice/").content

    def test_it_offers_no_game_to_who_is_blocked(self, client, alice, bob):
        blocks.block(owner=bob, blocked=alice)
        client.force_login(bob)

        assert b"Offer a game" not in client.get("/@alice/").content

    def test_it_is_led_to_from_the_table(self, client, alice, bob):
        game = GameFactory(users=[alice, bob])
        client.force_login(bob)

        text = client.get(f"/games/{game.pk}/").content.decode()

        assert 'href="/@alice/"' in text
        assert 'href="/@bob/"' not in re.sub("(?s)<header class=.site.*?</header>", "", text)


def play(*users, loser, **terms):
    """A game of theirs that one of them has given up."""
    game = GameFactory(users=users, turns=2, **terms)
    endings.resign(game_id=game.pk, user=loser)
    return game


def counted(records):
    return [(row.ruleset.slug, row.played, row.won, row.drawn, row.lost) for row in records]


class TestResults:
    def test_it_counts_what_was_won_drawn_and_lost(self, alice, bob, charlie):
        play(alice, bob, loser=bob)
        play(alice, charlie, loser=alice)
        drawn = GameFactory(users=[alice, bob])
        endings.ask_draw(game_id=drawn.pk, user=alice)
        endings.answer_draw(game_id=drawn.pk, user=bob, agrees=True)

        assert counted(profiles.records(alice, charlie)) == [("botanik", 3, 1, 1, 1)]

    def test_it_leaves_out_what_runs_or_was_called_off(self, alice, bob):
        GameFactory(users=[alice, bob])
        off = GameFactory(users=[alice, bob])
        endings.abort(game_id=off.pk, user=alice)

        assert profiles.records(alice, bob) == []

    def test_it_counts_private_games_for_those_who_played_them(self, alice, bob, charlie):
        play(alice, bob, loser=bob, is_private=True)

        assert profiles.records(alice, charlie) == []
        assert profiles.recent(alice, charlie) == []
        assert profiles.recent(alice, AnonymousUser()) == []
        for player in (alice, bob):
            assert counted(profiles.records(alice, player)) == [("botanik", 1, 1, 0, 0)]
            assert len(profiles.recent(alice, player)) == 1

    def test_it_counts_a_team_as_played(self, alice, bob, shared_nursery):
        game = TableFactory(users=[alice, bob], ruleset=shared_nursery.slug, turns=2)
        endings.resign(game_id=game.pk, user=bob)

        assert counted(profiles.records(alice, bob)) == [(shared_nursery.slug, 1, 0, 0, 0)]


class TestHeadToHead:
    def test_it_counts_from_the_side_of_who_looks(self, alice, bob, charlie):
        play(alice, bob, loser=bob)
        play(alice, charlie, loser=charlie)

        assert counted(profiles.head_to_head(alice, bob)) == [("botanik", 1, 0, 0, 1)]

    def test_it_is_not_for_oneself_nor_for_visitors(self, alice, bob):
        play(alice, bob, loser=bob)

        assert profiles.head_to_head(alice, alice) == []
        assert profiles.head_to_head(alice, AnonymousUser()) == []

    def test_it_stands_on_the_page_of_a_bot(self, client, alice):
        game = bots.begin(wish=bots.wish_for("pip", ruleset="botanik"), user=alice)
        play_turns(game, 2)
        endings.resign(game_id=game.pk, user=alice)
        client.force_login(alice)

        text = client.get("/@Pip/").content.decode()

        assert "You and Pip" in text
        assert 'href="/@Bramble/"' in text


class TestLastGames:
    def test_it_leads_to_them_with_how_they_went(self, client, alice, bob):
        game = play(alice, bob, loser=bob)

        text = client.get("/@alice/").content.decode()

        assert f"/games/{game.pk}/" in text
        assert "won" in text
