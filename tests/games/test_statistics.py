"""How somebody plays, in numbers and pictures."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player
from games.selectors import statistics
from games.selectors.reliability import Reliability, reliability_of
from games.services import bots, endings
from games.views.statistics import in_words
from tests.factories import GameFactory, UserFactory, play_turns

pytestmark = pytest.mark.django_db

PAGE = "/@alice/statistics/botanik/"


def lost_by(loser, *users, turns=2, **terms):
    game = GameFactory(users=list(users), turns=turns, **terms)
    endings.resign(game_id=game.pk, user=loser)
    return game


def late(*users, **terms):
    """A game in which the time of whoever has the word ran out: after two turns the first."""
    game = GameFactory(users=list(users), turns=2, **terms)
    Player.objects.filter(game=game, word_since__isnull=False).update(
        deadline_at=timezone.now() - timedelta(minutes=1)
    )
    endings.end_on_time(game.pk)
    return game


def results(share):
    return share.won, share.drawn, share.lost


class TestLastGames:
    def test_it_counts_by_seat(self, alice, bob, charlie):
        lost_by(bob, alice, bob)
        lost_by(alice, bob, alice)

        found = statistics.last(alice, charlie, "botanik")

        assert [(seat, results(share)) for seat, share in found.seats] == [
            (0, (1, 0, 0)),
            (1, (0, 0, 1)),
        ]

    def test_it_counts_by_ending(self, alice, bob, charlie):
        lost_by(bob, alice, bob)
        late(alice, bob)

        found = statistics.last(alice, charlie, "botanik")

        assert [(share.words, results(share)) for share in found.endings] == [
            ("given up", (1, 0, 0)),
            ("out of time", (0, 0, 1)),
        ]

    def test_it_counts_private_games_for_their_player_alone(self, alice, bob, charlie):
        lost_by(bob, alice, bob, is_private=True)

        assert statistics.last(alice, charlie, "botanik").looked_at == 0
        assert statistics.last(alice, alice, "botanik").looked_at == 1

    def test_it_looks_at_the_newest_and_no_more(self, alice, bob, monkeypatch):
        monkeypatch.setattr(statistics, "LOOKED_AT", 2)
        for loser in (alice, bob, bob):
            lost_by(loser, alice, bob)

        ((_seat, share),) = statistics.last(alice, alice, "botanik").seats

        assert results(share) == (2, 0, 0)

    def test_it_knows_where_points_came_from(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=999)
        lost_by(bob, alice, bob)
        parts = game.players.get(user=alice).parts

        found = statistics.last(alice, alice, "botanik")

        assert found.counted == 1
        assert [mean for _words, mean in found.parts] == [parts["groups"], parts["flowers"]]


class TestRivals:
    def test_it_names_first_whom_somebody_met_most(self, alice, bob, charlie):
        lost_by(bob, alice, bob)
        lost_by(alice, alice, charlie)
        lost_by(charlie, alice, charlie)

        found = statistics.rivals(alice, bob, "botanik")

        assert [(one.rival, results(one)) for one in found] == [
            (charlie, (1, 0, 1)),
            (bob, (1, 0, 0)),
        ]

    def test_it_leaves_private_games_out_for_others(self, alice, bob, charlie):
        lost_by(bob, alice, bob, is_private=True)

        assert statistics.rivals(alice, charlie, "botanik") == []
        assert len(statistics.rivals(alice, alice, "botanik")) == 1


class TestReliability:
    def test_it_is_the_share_of_games_that_were_not_lost_on_time(self, alice, bob):
        late(alice, bob)
        for _ in range(2):
            lost_by(alice, alice, bob)

        assert reliability_of(alice) == Reliability(2, 3)
        assert reliability_of(bob) == Reliability(3, 3)

    def test_it_counts_private_games_too(self, alice, bob):
        late(alice, bob, is_private=True)

        assert reliability_of(alice) == Reliability(0, 1)

    def test_it_counts_no_game_with_a_bot_and_none_that_never_began(self, alice, bob):
        game = bots.begin(wish=bots.wish_for("pip", ruleset="botanik"), user=alice)
        play_turns(game, 2)
        endings.resign(game_id=game.pk, user=alice)
        endings.abort(game_id=GameFactory(users=[alice, bob]).pk, user=bob)

        assert reliability_of(alice).games == 0

    def test_it_is_not_all_while_one_is_missing(self):
        assert Reliability(kept=999, games=1000).percent == 99
        assert Reliability(kept=1000, games=1000).percent == 100


class TestTimeToAnswer:
    def test_it_is_the_median_from_the_move_of_another(self, alice, bob, time_machine):
        begin = timezone.now()
        time_machine.move_to(begin, tick=False)
        game = GameFactory(users=[alice, bob])
        # alice moves first; then she takes 2, 30 and 4 hours to answer, and bob one hour each.
        for hours in (0, 1, 2, 1, 30, 1, 4):
            time_machine.shift(timedelta(hours=hours))
            play_turns(Game.objects.get(pk=game.pk), 1)
        plays = [(game.pk, player.seat) for player in game.players.order_by("seat")]

        mine, theirs = (statistics.usual_answer([play]) for play in plays)

        assert mine == timedelta(hours=4)
        assert theirs == timedelta(hours=1)

    def test_it_is_not_known_without_games(self):
        assert statistics.usual_answer([]) is None

    @pytest.mark.parametrize(
        ("span", "words"),
        [
            (timedelta(seconds=9), "less than a minute"),
            (timedelta(minutes=1), "1 minute"),
            (timedelta(minutes=89), "89 minutes"),
            (timedelta(hours=5), "5 hours"),
            (timedelta(days=3), "3 days"),
        ],
    )
    def test_it_is_said_in_one_unit(self, span, words):
        assert in_words(span) == words


class TestPage:
    def test_it_shows_all_of_it(self, client, alice, bob):
        for loser in (bob, alice, bob):
            lost_by(loser, alice, bob, is_rated=True)
        GameFactory(users=[alice, bob], turns=999)

        text = client.get(PAGE).content.decode()

        for said in (
            "still unsure", "Rating over time. From ", "Most wins in a row", "Not lost on time",
            "100 % of the last 4 games with people", "Usual time to answer", "By seat",
            "By ending", "given up", 'href="/@bob/"', "Groups of three or more", 'role="img"',
            "The numbers as a table",
        ):  # fmt: skip
            assert said in text, said

    def test_it_says_how_far_off_a_sure_rating_may_be(self, client, alice, bob):
        lost_by(bob, alice, bob, is_rated=True)
        alice.ratings.update(sigma=2)

        assert "±60" in client.get(PAGE).content.decode()
        assert "±60" in client.get("/@alice/").content.decode()

    def test_it_is_led_to_from_the_profile(self, client, alice, bob):
        lost_by(bob, alice, bob, is_rated=True)

        text = client.get("/@alice/").content.decode()

        assert f'href="{PAGE}"' in text
        assert "still unsure" in text
        assert "Rating over time" in text

    def test_it_shows_nothing_private_to_others(self, client, alice, bob, charlie):
        lost_by(bob, alice, bob, is_private=True)
        client.force_login(charlie)

        text = client.get(PAGE).content.decode()

        assert "has not ended a game yet that you may know of" in text
        assert "/@bob/" not in text

    def test_it_is_there_for_somebody_who_has_played_nothing(self, client, alice):
        assert client.get(PAGE).status_code == 200

    @pytest.mark.parametrize(
        "path",
        ["/@nobody/statistics/botanik/", "/@alice/statistics/chess/", "/@Pip/statistics/botanik/"],
    )
    def test_it_does_not_exist_for_nobody_no_game_and_bots(self, client, alice, path):
        bots.bot_user("pip")

        assert client.get(path).status_code == 404

    def test_it_leads_to_the_right_address_from_another_case(self, client, alice):
        assert client.get("/@ALICE/statistics/botanik/")["Location"] == PAGE

    def test_it_asks_as_often_however_many_games_there_are(
        self, client, alice, bob, django_assert_num_queries
    ):
        lost_by(bob, alice, bob, is_rated=True)
        User.objects.update(last_seen_at=timezone.now())
        for other in UserFactory.create_batch(3):
            # player, curve, last games, their moves, rating, tally, rivals, reliability
            with django_assert_num_queries(8):
                client.get(PAGE)
            lost_by(other, alice, other, is_rated=True)
