"""Lists of the best: what is noted when a game ends, and who stands where."""

import pytest
from django.test import Client

from accounts import farewell
from engine import get_ruleset
from games import positions
from games.models import Annulment, Game, Result
from games.selectors import bests, tables
from games.services import bests as services
from games.services import endings, farewells
from games.services.endings import finish
from tests.factories import GameFactory, TableFactory, UserFactory
from tests.games.dailies import lay_one, play_daily, recorded, solo

pytestmark = pytest.mark.django_db

PAGE = "/best/gardeners/"
RULES = get_ruleset("gardeners")


@pytest.fixture
def see(client, alice):
    client.force_login(alice)

    def page(query=""):
        answer = client.get(PAGE + query)
        assert answer.status_code == 200
        return answer.content.decode()

    return page


def reached(user, score, spent=100, **terms):
    """A game that somebody played alone, with this result."""
    game = solo(user, **terms)
    Result.objects.filter(game=game).update(score=score, done=max(score, 0), spent=spent)
    return game


def listed(number=1, course="solo.300", *, has_bots=False):
    variant = next(v for v in bests.variants(RULES) if (v.seats, v.course) == (number, course))
    return bests.of_variant(RULES, variant, has_bots=has_bots)


def together(users, mode="initiation"):
    """A team's game, played to its end as the services end it."""
    game = TableFactory(users=users, ruleset="gardeners", options={"mode": mode})
    lay_one(game)
    table = tables.find(game.pk)
    finish(table, ending=Game.Ending.PLAYED, placings=None, now=game.moved_at)
    return game


class TestNoted:
    def test_it_says_what_was_reached_and_on_which_terms(self, alice):
        game = solo(alice)

        result = Result.objects.get()
        assert (result.game, result.seats, result.course) == (game, 1, "solo.300")
        assert (result.score, result.done, result.spent, result.has_bots) == (0, 0, 1, False)
        assert result.ended_at == game.ended_at

    def test_it_is_the_same_whether_terms_were_chosen_or_not(self, alice):
        solo(alice)
        solo(alice, options={"mode": "solo", "actions": 300})

        assert set(Result.objects.values_list("course", flat=True)) == {"solo.300"}

    def test_it_has_one_for_a_team(self, alice, bob):
        together([alice, bob])

        assert Result.objects.values_list("seats", "course").get() == (2, "initiation.48")

    def test_it_counts_what_was_spent_until_the_last_success(self, alice):
        game = recorded(alice)

        result, last = Result.objects.get(), positions.load(game)
        assert (result.score, last.score(0).total) == (15, 15)
        assert result.done == last.gardens
        assert 36 < result.spent < last.actions == 200

    @pytest.mark.parametrize("mode", ["training-a", "training-b", "training-c"])
    def test_it_is_none_of_a_training(self, alice, bob, mode):
        together([alice, bob], mode)

        assert not Result.objects.exists()

    def test_it_is_none_of_a_game_that_was_called_off(self, alice):
        game = TableFactory(users=[alice], ruleset="gardeners")
        endings.abort(game_id=game.pk, user=alice)

        assert not Result.objects.exists()

    def test_it_is_none_of_a_team_that_somebody_left(self, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="gardeners", options={"mode": "full"})
        lay_one(game)
        endings.resign(game_id=game.pk, user=bob)

        assert not Game.objects.get().is_running
        assert not Result.objects.exists()

    def test_it_is_none_of_a_game_against_each_other(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=4)
        endings.resign(game_id=game.pk, user=bob)

        assert not Result.objects.exists()

    def test_it_is_none_of_a_game_that_is_played_on(self, alice):
        game = TableFactory(users=[alice], ruleset="gardeners")
        Game.objects.filter(pk=game.pk).update(given_plies=2, branched_ply=2)
        lay_one(game)
        endings.resign(game_id=game.pk, user=alice)

        assert not Result.objects.exists()

    def test_it_goes_with_the_game(self, alice):
        solo(alice).delete()

        assert not Result.objects.exists()

    def test_it_is_one_a_game(self, alice):
        game = solo(alice)

        with pytest.raises(Exception, match=r"UNIQUE|unique"):
            services.note(tables.find(game.pk))


class TestList:
    def test_it_has_the_highest_score_first_and_then_who_spent_less(self, see, alice, bob, charlie):
        reached(alice, 3, spent=120)
        reached(bob, 3, spent=90)
        reached(charlie, 5, spent=299)

        sight = bests.look(listed(), alice)

        assert [(row.number, row.people) for row in sight.rows] == [
            (1, "charlie"), (2, "bob"), (3, "alice"),
        ]  # fmt: skip
        assert "Your place: 3" in see()

    def test_it_shares_places(self, alice, bob, charlie):
        for user in (alice, bob):
            reached(user, 3)
        reached(charlie, 2)

        assert [row.number for row in bests.look(listed(), alice).rows] == [1, 1, 3]

    def test_it_compares_the_same_terms_alone(self, alice, bob):
        reached(alice, 3)
        reached(bob, 9, options={"mode": "solo", "actions": 400})

        assert [row.people for row in bests.look(listed(), alice).rows] == ["alice"]
        assert [row.people for row in bests.look(listed(1, "solo.400"), alice).rows] == ["bob"]

    def test_it_parts_people_from_people_with_bots(self, see, alice):
        game = reached(alice, 3)
        Result.objects.filter(game=game).update(has_bots=True)

        assert bests.look(listed(), alice).rows == []
        assert str(game.pk) in see("?with=bots")

    def test_it_names_a_whole_team(self, alice, bob):
        together([alice, bob])

        assert [row.people for row in bests.look(listed(2, "initiation.48"), alice).rows] == [
            "alice and bob"
        ]

    def test_it_goes_on_by_pages(self, see, alice):
        games = [reached(UserFactory(), score) for score in range(bests.PAGE + 3)]
        reached(alice, 3)  # a place that the two pages share

        first = bests.look(listed(), alice)
        rest = bests.look(listed(), alice, after=first.next_after)

        assert len(first.rows) == bests.PAGE
        assert [row.number for row in rest.rows] == [25, 27, 28, 29]
        assert rest.next_after is None
        assert str(games[0].pk) in see(f"?after={first.next_after}")

    def test_it_asks_as_often_for_many_as_for_few(self, see, alice, django_assert_max_num_queries):
        reached(alice, 2)
        see()
        with django_assert_max_num_queries(14) as few:
            see()
        for _ in range(6):
            reached(UserFactory(), 1)
        reached(alice, 4, options={"mode": "solo-expert"})
        with django_assert_max_num_queries(14) as many:
            see()

        assert len(few) == len(many)

    def test_it_leaves_out_private_games_but_for_their_player(self, see, alice):
        game = reached(alice, 3, is_private=True)

        page = see()

        assert str(game.pk) not in page
        assert "Your best results" in page

    def test_it_leaves_out_guests(self, client):
        client.post("/offers/alone/gardeners/")
        game = Game.objects.get()
        lay_one(game)
        endings.resign(game_id=game.pk, user=game.players.get().user)

        assert Result.objects.exists()
        assert str(game.pk) not in client.get(PAGE).content.decode()

    def test_it_leaves_out_who_is_shut_out(self, alice, bob):
        reached(alice, 3)
        alice.is_active = False
        alice.save()

        assert bests.look(listed(), bob).rows == []

    def test_it_leaves_out_who_has_left(self, alice, bob):
        reached(alice, 3)
        farewells.leave_tables(alice)
        farewell.erase(alice.pk)

        assert Result.objects.exists()
        assert bests.look(listed(), bob).rows == []

    def test_it_names_who_has_left_a_team_by_no_name(self, alice, bob):
        together([alice, bob])
        alice.is_active = False
        alice.save()

        assert [row.people for row in bests.look(listed(2, "initiation.48"), bob).rows] == [
            "deleted player and bob"
        ]

    def test_it_leaves_out_what_moderators_have_taken_out(self, alice):
        game = reached(alice, 3)
        Annulment.objects.create(game=game, reason="voided", by=alice, made_at=game.ended_at)

        assert bests.look(listed(), alice).rows == []

    def test_it_has_a_list_for_all_terms_that_the_rules_allow(self):
        known = {(one.seats, one.course) for one in bests.variants(RULES)}

        assert {course for seats, course in known if seats == 1} == {
            f"{mode}.{actions}" for mode in ("solo", "solo-expert") for actions in (200, 300, 400)
        }
        assert len(known) == 6 + 3 * 9
        assert not [course for _, course in known if "training" in course]

    @pytest.mark.parametrize("query", ["?terms=1.solo.7", "?terms=x"])
    def test_it_has_no_other(self, client, query):
        assert client.get(PAGE + query).status_code == 404

    def test_it_refuses_what_is_no_page(self, client):
        assert client.get(f"{PAGE}?after=7").status_code == 400
        assert client.get("/best/botanik/").status_code == 404

    def test_it_is_found_without_a_game(self, client):
        assert client.get("/best/")["Location"] == PAGE

    def test_it_is_for_visitors_too(self, alice, client):
        reached(alice, 3)

        assert "alice" in Client().get(PAGE).content.decode()


class TestEndOfGame:
    """What is said of a result where a game is over: at its table, and in lists."""

    def test_it_has_score_grade_and_cards_at_the_table(self, client, alice):
        client.force_login(alice)
        game = recorded(alice)

        page = client.get(f"/games/{game.pk}/").content.decode()

        assert "15 points: Experts" in page
        assert "Cards validated" in page
        assert "Discards beyond the first" in page
        assert f"{PAGE}?terms=1.solo.200" in page.replace("&amp;", "&")

    def test_it_shows_a_grade_and_no_score_of_a_training(self, client, alice, bob):
        client.force_login(alice)
        game = together([alice, bob], "training-a")
        Game.objects.filter(pk=game.pk).update(grade="ended")

        page = client.get(f"/games/{game.pk}/").content.decode()

        heading = page.split('id="record-title"')[1].split("</h2>")[0]
        assert heading.split() == [">", "Ended"]
        assert f"{PAGE}?" not in page

    def test_it_says_the_grade_in_lists(self, client, alice):
        client.force_login(alice)
        recorded(alice)

        for way in ("/play/", "/@alice/games/"):
            assert "Experts" in client.get(way).content.decode(), way

    def test_it_leads_from_a_daily_game_to_its_day(self, client, alice):
        client.force_login(alice)
        game = play_daily(alice)

        page = client.get(f"/games/{game.pk}/").content.decode()

        assert f"/daily/gardeners/?day={game.daily.day}" in page

    def test_it_is_linked_from_where_one_looks_for_games(self, client):
        for way in ("/", "/play/", "/leaders/gardeners/", "/rules/gardeners/"):
            page = client.get(way).content.decode()
            assert "/best/" in page, way
            assert "/daily/" in page, way
