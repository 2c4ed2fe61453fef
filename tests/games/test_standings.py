"""Leaderboards: who stands on them, in which order, and the page that shows it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Leaderboard, Rating, RatingChange, Standing
from games.selectors import standings as selectors
from games.services import bots, endings, farewells, standings
from games.strengths import Strength, mu_of
from tests.at_once import at_once
from tests.factories import GameFactory, UserFactory, play_turns

pytestmark = pytest.mark.django_db

PAGE = "/leaders/botanik/"


def rate(user, points, *, sigma=3.0, days=0):
    """A rating as games would have left it, the last of them so many days ago."""
    rated_at = timezone.now() - timedelta(days=days)
    Rating.objects.create(
        user=user, ruleset="botanik", mu=mu_of(points), sigma=sigma, games=20, rated_at=rated_at
    )


def changed(user):
    """Note a change, as every game does."""
    old = Rating.objects.get(user=user)
    RatingChange.objects.create(
        user=user,
        ruleset="botanik",
        reason="mended",
        made_at=timezone.now(),
        mu_before=old.mu,
        sigma_before=old.sigma,
        mu_after=old.mu,
        sigma_after=old.sigma,
    )


def listed(kind="rating"):
    rows = Standing.objects.filter(leaderboard__ruleset="botanik", leaderboard__kind=kind)
    return [(row.place, row.user.username, row.value) for row in rows.order_by("number")]


def lost_by(loser, *users, **terms):
    game = GameFactory(users=list(users), turns=2, **terms)
    endings.resign(game_id=game.pk, user=loser)
    return game


class TestByRating:
    def test_it_lists_from_the_highest_and_equals_share_a_place(self, alice, bob, charlie):
        for user, points in ((alice, 1500), (bob, 1700), (charlie, 1500)):
            rate(user, points)

        standings.refresh()

        assert listed() == [(1, "bob", 1700), (2, "alice", 1500), (2, "charlie", 1500)]

    def test_it_lists_nobody_who_is_still_unsure(self, alice, bob):
        rate(alice, 1600, sigma=7)
        rate(bob, 1500, sigma=200.4 / 30)

        standings.refresh()

        assert listed() == [(1, "bob", 1500)]

    def test_it_counts_the_weeks_since_the_last_game_as_a_rating_does(self, alice, bob):
        """Each is just below what is sure enough, but one has not played for five weeks."""
        for user, days in ((alice, 36), (bob, 1)):
            rate(user, 1600, sigma=6.6, days=days)

        standings.refresh()

        assert listed() == [(1, "bob", 1600)]
        now = timezone.now()
        rating = Rating.objects.get(user=alice)
        assert selectors.aged(rating.strength, since=rating.rated_at, now=now).is_unsure

    def test_it_says_how_unsure_as_the_rating_itself(self, alice):
        rate(alice, 1600, sigma=3, days=22)
        rating = Rating.objects.get(user=alice)

        standings.refresh()

        margin = selectors.aged(
            Strength(rating.mu, 3), since=rating.rated_at, now=timezone.now()
        ).margin
        assert Standing.objects.get().margin == margin

    def test_it_lists_nobody_who_has_not_played_for_long(self, alice):
        rate(alice, 1600, days=46)

        standings.refresh()

        assert listed() == []

    @pytest.mark.parametrize("change", [{"is_active": False}, {"is_guest": True}, {"bot": "x"}])
    def test_it_lists_no_guest_no_bot_and_nobody_who_has_left(self, alice, change):
        rate(alice, 1600)
        for name, value in change.items():
            setattr(alice, name, value)
        alice.save()

        standings.refresh()

        assert listed() == []

    def test_it_knows_how_ratings_are_spread(self, alice, bob, charlie):
        for user, points in ((alice, 1500), (bob, 1549), (charlie, 1600)):
            rate(user, points)

        standings.refresh()

        board = Leaderboard.objects.get(ruleset="botanik", kind="rating")
        assert board.shape == [[1500, 2], [1550, 0], [1600, 1]]


class TestByGames:
    def test_it_counts_public_games_between_people_of_this_month(self, alice, bob, charlie):
        lost_by(bob, alice, bob)
        lost_by(bob, alice, bob)
        lost_by(bob, alice, bob, is_private=True)
        lost_by(charlie, alice, charlie)
        endings.abort(game_id=GameFactory(users=[alice, bob]).pk, user=bob)

        standings.refresh()

        assert listed("games") == [(1, "alice", 3), (2, "bob", 2), (3, "charlie", 1)]

    def test_it_counts_no_game_with_a_bot(self, alice):
        game = bots.begin(wish=bots.wish_for("pip", ruleset="botanik"), user=alice)
        play_turns(game, 2)
        endings.resign(game_id=game.pk, user=alice)

        standings.refresh()

        assert listed("games") == []

    def test_it_begins_anew_each_month(self, alice, bob, time_machine):
        lost_by(bob, alice, bob)
        time_machine.move_to(timezone.now() + timedelta(days=32))

        standings.refresh()

        assert listed("games") == []


class TestRefreshing:
    def test_it_is_written_anew_after_a_game(self, alice, bob):
        rate(alice, 1500)
        standings.refresh()
        rate(bob, 1700)
        changed(bob)

        standings.refresh()

        assert [name for _place, name, _value in listed()] == ["bob", "alice"]

    def test_it_is_left_alone_while_nothing_has_changed(self, alice, time_machine):
        now = timezone.now().replace(hour=9)
        time_machine.move_to(now, tick=False)
        rate(alice, 1500)
        changed(alice)
        assert standings.write("botanik", selectors.Kind.RATING, now=now)
        # Who was on the way while it was written is caught up with once, and then it is quiet.
        later = now + timedelta(minutes=3)
        standings.write("botanik", selectors.Kind.RATING, now=later)

        assert not standings.write("botanik", selectors.Kind.RATING, now=later)

    def test_it_is_written_anew_each_day(self, alice):
        rate(alice, 1500)
        now = timezone.now()
        assert standings.write("botanik", selectors.Kind.RATING, now=now)
        assert not standings.write("botanik", selectors.Kind.RATING, now=now)

        assert standings.write("botanik", selectors.Kind.RATING, now=now + timedelta(days=1))

    @pytest.mark.django_db(transaction=True)
    def test_it_stands_once_where_two_write_it(self, alice, bob):
        rate(alice, 1500)
        rate(bob, 1600)

        at_once(standings.refresh, standings.refresh)

        assert listed() == [(1, "bob", 1600), (2, "alice", 1500)]


@pytest.fixture
def crowd(db):
    """Thirty, the first of them the best."""
    users = UserFactory.create_batch(30)
    for number, user in enumerate(users):
        rate(user, 1900 - 10 * number)
    standings.refresh()
    return users


class TestPage:
    def test_it_leads_to_the_ladder_of_the_same_game(self, client):
        assert 'href="/ladder/botanik/"' in client.get(PAGE).content.decode()

    def test_it_shows_my_place_and_my_neighbours_first(self, client, crowd):
        client.force_login(crowd[27])

        text = client.get(PAGE).content.decode()

        mine, everybody = text.split('id="all-title"')
        assert "Your place: 28 of 30" in mine
        for user in crowd[25:30]:
            assert f"/@{user.username}/" in mine
        assert f"/@{crowd[24].username}/" not in mine
        assert f"/@{crowd[24].username}/" in everybody

    def test_it_goes_on_by_places(self, client, crowd):
        text = client.get(PAGE).content.decode()
        assert f"{PAGE}?after=25" in text
        assert f"/@{crowd[25].username}/" not in text

        text = client.get(f"{PAGE}?after=25").content.decode()
        assert f"/@{crowd[25].username}/" in text
        assert "Further places" not in text

    @pytest.mark.parametrize("name", ["ali", "ALI", "Álice"])
    def test_it_finds_by_the_beginning_of_a_name_or_all_of_it(self, client, crowd, alice, name):
        rate(alice, 1200)
        changed(alice)
        standings.refresh()

        text = client.get(PAGE, {"name": name}).content.decode()

        assert 'href="/@alice/"' in text
        assert crowd[0].username not in text

    def test_it_says_that_nobody_is_called_so(self, client, crowd):
        assert b"begins so" in client.get(PAGE, {"name": "zzz"}).content

    def test_it_draws_where_i_am(self, client, crowd):
        client.force_login(crowd[0])

        text = client.get(PAGE).content.decode()

        assert "you are here" in text
        assert "30 players; most are around" in text
        assert '<th scope="row">1900 – 1949</th><td>1</td>' in text

    def test_it_shows_nobody_who_has_left_since(self, client, crowd):
        crowd[0].is_active = False
        crowd[0].save()

        text = client.get(PAGE).content.decode()

        assert crowd[0].username not in text
        assert "deleted player" not in text

    @pytest.mark.parametrize(
        ("rating", "said"),
        [
            (None, b"not played a rated game yet"),
            ({"sigma": 8.0}, b"still unsure"),
            ({"days": 50}, b"for 45 days. The next"),
            ({}, b"will be there soon"),
        ],
    )
    def test_it_says_why_i_have_no_place(self, client, crowd, alice, rating, said):
        if rating is not None:
            rate(alice, 1500, **rating)
        client.force_login(alice)

        assert said in client.get(PAGE).content

    def test_it_leads_from_one_to_the_other(self, client, crowd, alice, bob):
        lost_by(bob, alice, bob)
        standings.refresh()

        text = client.get(PAGE, {"by": "games"}).content.decode()

        assert 'href="/@alice/"' in text
        assert f'href="{PAGE}"' in text

    @pytest.mark.parametrize(
        ("query", "status"),
        [("after=x", 400), ("after=-1", 400), ("after=²", 400), ("after=99999999999999", 400),
         ("after=999999999", 200), ("by=nothing", 404)],
    )  # fmt: skip
    def test_it_answers_to_nonsense(self, client, crowd, query, status):
        assert client.get(f"{PAGE}?{query}").status_code == status

    def test_it_is_there_before_anybody_is_rated(self, client, db):
        assert b"Nobody stands here yet" in client.get(PAGE).content

    def test_it_does_not_exist_for_a_game_that_is_not_here(self, client, db):
        assert client.get("/leaders/chess/").status_code == 404

    def test_it_is_found_without_naming_the_only_game(self, client, db, sole_game):
        assert client.get("/leaders/")["Location"] == PAGE

    def test_it_asks_a_fixed_number_of_times(self, client, crowd, django_assert_num_queries):
        client.force_login(crowd[3])
        client.get(PAGE)

        # session, viewer, board, page, my place, my neighbours, bell
        with django_assert_num_queries(7):
            client.get(PAGE)
        # and the search: the name, its beginning as it is typed and with a capital, the places
        with django_assert_num_queries(11):
            client.get(PAGE, {"name": "player"})


class TestLeaving:
    def test_it_takes_who_leaves_from_every_leaderboard(self, alice, bob):
        rate(alice, 1500)
        lost_by(bob, alice, bob)
        standings.refresh()
        assert alice.standings.count() == 2

        farewells.leave_tables(alice)

        assert not alice.standings.exists()
        assert alice.tallies.exists()  # bob keeps what came of his games, and so do both counts
