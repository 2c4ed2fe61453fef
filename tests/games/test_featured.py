"""The game of a day on the front page."""

from datetime import UTC, date, datetime, timedelta

import pytest

from accounts.models import User
from accounts.selectors import preferences_of
from accounts.services import save_preferences
from games import tasks
from games.models import Annulment, Featured, Game
from games.selectors import featured as selectors
from games.selectors.featured import SHOWN_FOR
from games.services import farewells, featured
from tests.at_once import at_once
from tests.factories import GameFactory
from tests.games.archived import finished_game
from tests.games.scripted import play_script, scripted_game

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
NEXT = datetime(2026, 5, 5, 0, 10, tzinfo=UTC)
TWICE, ONCE, NEVER = "word-comes-back", "three-tiles-held", "equal-points"
"""Records by how often the lead passes in them."""


@pytest.fixture(autouse=True)
def at_noon(time_machine):
    time_machine.move_to(NOON, tick=False)
    return time_machine


def worked_game(first, second, record=TWICE, **wish):
    """A game that went as in a record."""
    game, script = scripted_game(record, first, second, **wish)
    play_script(game, script, [first, second])
    return game


@pytest.fixture
def game(alice, bob):
    return worked_game(alice, bob)


@pytest.fixture
def chosen(game, at_noon):
    """The game that is on the front page on the next day."""
    at_noon.move_to(NEXT, tick=False)
    featured.choose()
    assert Featured.objects.get().game == game
    return game


def choose_next_day(time_machine):
    time_machine.move_to(NEXT, tick=False)
    tasks.choose_featured()
    return Featured.objects.get()


def front(client):
    return " ".join(client.get("/").content.decode().split())


def agree(user, answer):
    preferences = preferences_of(user)
    preferences.on_front_page = answer
    save_preferences(preferences=preferences, time_zone="UTC", notices=preferences.notices)


class TestChoosing:
    def test_it_is_the_one_in_which_the_lead_passed_most_often(self, alice, bob, at_noon):
        games = [worked_game(alice, bob, record) for record in (ONCE, TWICE, NEVER)]

        chosen = choose_next_day(at_noon)

        assert (chosen.game, chosen.lead_changes) == (games[1], 2)
        assert chosen.day == NOON.date()

    def test_it_is_none_where_the_lead_never_passed(self, alice, bob, at_noon):
        worked_game(alice, bob, NEVER)

        assert choose_next_day(at_noon).game is None

    def test_it_looks_at_one_day_alone(self, game, at_noon):
        at_noon.move_to(NEXT + timedelta(days=1), tick=False)

        featured.choose()

        assert Featured.objects.get().game is None

    def test_it_leaves_out_what_may_not_be_shown(self, game, alice, bob):
        """The same game, of which one thing at a time is otherwise."""
        finished_game(alice, bob)  # too short
        mine, people = Game.objects.filter(pk=game.pk), User.objects.filter(pk=bob.pk)
        otherwise = (
            (mine, {"is_private": True}),
            (mine, {"ending": "aborted"}),
            (mine, {"ply": selectors.LONG_ENOUGH - 1}),
            (people, {"bot": "hazel"}),
            (people, {"is_guest": True}),
            (people, {"is_active": False}),
        )

        def chosen():
            return selectors.best_of(NOON.date(), ["botanik"])[0]

        assert chosen() == game
        for rows, change in otherwise:
            before = rows.values(*change).get()
            rows.update(**change)
            assert chosen() is None, change
            rows.update(**before)
        agree(bob, False)
        assert chosen() is None
        agree(bob, True)
        Annulment.objects.create(game=game, reason="voided", by=alice, made_at=NOON)
        assert chosen() is None

    def test_it_waits_until_all_games_of_the_day_are_stored(self, game, at_noon):
        at_noon.move_to(NEXT.replace(minute=2), tick=False)

        featured.choose()

        assert [one.day for one in Featured.objects.all()] == [date(2026, 5, 3)]

    def test_it_chooses_once_a_day(self, chosen, alice, bob, django_assert_num_queries):
        with django_assert_num_queries(1):
            featured.choose()

        assert Featured.objects.count() == 1

    def test_it_makes_two_beats_choose_the_same(self, transactional_db, alice, bob, at_noon):
        game = worked_game(alice, bob)
        at_noon.move_to(NEXT, tick=False)

        at_once(featured.choose, featured.choose)

        assert Featured.objects.get().game == game


class TestFrontPage:
    def test_it_shows_both_gardens_the_result_and_the_way_to_the_replay(self, client, chosen):
        french = client.get("/", headers={"Accept-Language": "fr"}).content.decode()
        page = front(client)

        assert "La partie du jour" in french
        assert "Game of the day" in page
        assert f'href="/games/{chosen.pk}/replay/"' in page
        assert "The lead changed hands 2 times." in page
        assert page.count('<span class="glimpse">') == 2
        scores = dict(chosen.players.values_list("user__username", "score"))
        winner = max(scores, key=scores.get)
        assert f"{winner} wins, {max(scores.values())} to {min(scores.values())}" in page

    def test_it_costs_one_query(self, client, django_assert_num_queries, chosen):
        with django_assert_num_queries(1):
            client.get("/")

    def test_it_shows_nothing_where_there_is_none(self, client, django_assert_num_queries):
        with django_assert_num_queries(1):
            assert "Game of the day" not in front(client)

    def test_it_goes_as_soon_as_one_of_them_does_not_agree_any_more(
        self, client, chosen, alice, bob
    ):
        for user in (alice, bob):
            agree(user, False)
            assert "Game of the day" not in front(client)

            agree(user, True)
            assert "Game of the day" in front(client)

    def test_it_goes_when_somebody_leaves(self, client, chosen, bob):
        bob.leaving_at = NEXT
        bob.save()
        farewells.carry_out_farewells()

        assert "Game of the day" not in front(client)

    def test_it_goes_when_it_is_made_private_or_taken_out(self, client, chosen, alice):
        Game.objects.filter(pk=chosen.pk).update(is_private=True)
        assert "Game of the day" not in front(client)
        Game.objects.filter(pk=chosen.pk).update(is_private=False)
        assert "Game of the day" in front(client)

        Annulment.objects.create(game=chosen, reason="voided", by=alice, made_at=NEXT)

        assert "Game of the day" not in front(client)

    def test_it_is_followed_by_the_one_of_the_day_before_where_it_goes(
        self, client, chosen, alice, charlie, at_noon
    ):
        at_noon.move_to(NOON + timedelta(days=1), tick=False)
        newer = worked_game(alice, charlie, ONCE)
        at_noon.shift(timedelta(days=1))
        featured.choose()
        assert str(newer.pk) in front(client)

        agree(charlie, False)

        assert str(chosen.pk) in front(client)

    def test_it_goes_after_some_days(self, client, chosen, at_noon):
        at_noon.move_to(NOON + SHOWN_FOR, tick=False)
        assert "Game of the day" in front(client)

        at_noon.shift(timedelta(seconds=1))

        assert "Game of the day" not in front(client)

    def test_it_goes_with_its_game(self, alice, bob):
        game = GameFactory(users=[alice, bob])
        Featured.objects.create(day=NOON.date(), game=game)

        game.delete()

        assert not Featured.objects.exists()


class TestPreference:
    def test_it_is_a_row_of_the_preferences_and_yes_at_first(self, client, alice):
        client.force_login(alice)
        page = " ".join(client.get("/account/preferences/").content.decode().split())

        assert "y games may be shown on the front page" in page
        assert preferences_of(alice).on_front_page

    def test_it_is_kept(self, client, alice):
        client.force_login(alice)
        form = client.get("/account/preferences/").context["form"]
        data = {name: form[name].value() for name in form.fields}
        data = {name: value for name, value in data.items() if value not in (None, False)}
        del data["on_front_page"]

        client.post("/account/preferences/", data)

        assert not preferences_of(alice).on_front_page
