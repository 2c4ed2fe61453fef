"""The replay: a game at each of its plies, for who may see it."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from engine.story import lead_changes
from games import positions
from games.models import Game
from games.selectors import replays
from games.services import endings, turns
from tests.engine.test_worked_records import NAMES
from tests.factories import GameFactory, TableFactory
from tests.games.replay_pages import assert_true_at_every_ply, self_played_game
from tests.games.scripted import play_script, scripted_game

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=5)


@pytest.fixture
def page(game):
    return f"/games/{game.pk}/replay/"


class TestAddresses:
    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 200), ("bob", 200), ("charlie", 404), (None, 404)]
    )
    @pytest.mark.parametrize("what", ["", "1/"])
    def test_it_is_for_the_two_alone_where_the_game_is_private(
        self, client, alice, bob, who, status, what, request
    ):
        game = GameFactory(users=[alice, bob], is_private=True)
        if who:
            client.force_login(request.getfixturevalue(who))

        assert client.get(f"/games/{game.pk}/replay/{what}").status_code == status

    def test_it_is_open_to_all_where_the_game_is_public(self, client, page):
        assert client.get(page).status_code == 200

    @pytest.mark.parametrize("ply", ["0", "999", "99999999999999999999"])
    def test_it_says_that_there_is_no_such_move(self, client, game, page, ply):
        answer = client.get(f"{page}{ply}/")

        assert answer.status_code == 404
        assert f"There is no move {ply} in this game" in answer.content.decode()

    def test_it_opens_at_the_last_move(self, client, game, page):
        assert f'data-ply="{game.ply}"' in client.get(page).content.decode()

    def test_it_leads_to_the_moves_before_and_after(self, client, game, page):
        text = client.get(f"{page}3/").content.decode()

        assert f'rel="prev" data-to="previous" href="{page}2/"' in text
        assert f'rel="next" data-to="next" href="{page}4/"' in text

    def test_it_leads_from_the_slider_to_its_page(self, client, page):
        answer = client.get(page, {"ply": "3", "side": "1"})

        assert answer.status_code == 302
        assert answer.url == f"{page}3/?side=1"

    def test_it_answers_a_step_with_the_table_alone(self, client, page):
        text = client.get(f"{page}3/", headers=HTMX).content.decode()

        assert 'id="table"' in text
        assert 'class="list"' not in text
        assert 'class="stepper"' not in text

    def test_it_never_shows_more_than_was_played(self, client, game, page):
        assert client.get(f"{page}{game.ply}/").status_code == 200
        assert client.get(f"{page}{game.ply + 1}/").status_code == 404


class TestWaysHere:
    @pytest.fixture
    def over(self, alice, bob):
        return self_played_game([alice, bob], 1)

    @pytest.mark.parametrize("who", ["alice", None])
    def test_it_is_offered_at_a_table_that_is_over(self, client, over, who, request):
        if who:
            client.force_login(request.getfixturevalue(who))
        verdict = client.get(f"/games/{over.pk}/").content.decode().partition("verdict-title")[2]

        assert f'href="/games/{over.pk}/replay/"' in verdict

    def test_it_is_led_to_from_every_move_of_the_list(self, client, over):
        text = client.get(f"/games/{over.pk}/moves/").content.decode()

        assert f'href="/games/{over.pk}/replay/2/"' in text

    def test_it_is_led_to_from_all_games(self, client, alice, over):
        client.force_login(alice)

        assert f'href="/games/{over.pk}/replay/"' in client.get("/play/all/").content.decode()


class TestSides:
    """Through whose eyes one looks, in a game with hidden hands."""

    @pytest.fixture
    def game(self, nursery, alice, bob, charlie):
        return TableFactory(users=[alice, bob, charlie], ruleset="nursery", turns=4)

    def hand(self, client, game, side):
        text = client.get(f"/games/{game.pk}/replay/{game.ply}/", {"side": side}).content.decode()
        return re.search(r"Your hand: ([^<]*)<", text)[1].split()

    def hands(self, game):
        return [list(hand) for hand in positions.load(game).hands]

    @pytest.mark.parametrize("side", [0, 1, 2])
    def test_it_shows_a_player_their_own_hand_while_the_game_runs(self, client, game, alice, side):
        client.force_login(alice)

        assert self.hand(client, game, side) == self.hands(game)[0]

    @pytest.mark.parametrize("side", [0, 1, 2])
    def test_it_shows_those_who_watch_no_hand_while_the_game_runs(self, client, game, side):
        assert self.hand(client, game, side) == []

    @pytest.mark.parametrize("side", [0, 1, 2])
    def test_it_shows_everybody_any_hand_once_the_game_is_over(self, client, game, bob, side):
        Game.objects.filter(pk=game.pk).update(
            status="over", ending="aborted", ended_at=game.started_at
        )
        client.force_login(bob)

        assert self.hand(client, game, side) == self.hands(game)[side]

    def test_it_counts_what_is_possible_for_ones_own_eyes_alone(self, client, game, alice):
        """How many moves somebody has would say what they hold."""
        text = client.get(f"/games/{game.pk}/replay/").content.decode()
        assert "possible." not in text


class TestEyes:
    def test_it_speaks_to_a_player_on_their_own_side_alone(self, client, game, page, alice):
        client.force_login(alice)

        own, other = (client.get(page, {"side": side}).content.decode() for side in (0, 1))

        assert "Your machine" in own
        assert "You put" in own
        assert "Your machine" not in other
        assert "You put" not in other


def recorded_game(name, alice, bob):
    """A worked record, as they played it."""
    game, script = scripted_game(name, alice, bob)
    play_script(game, script, (alice, bob))
    return game


def points_of(game):
    """Of both, after each ply and before the first."""
    steps = positions.steps(game, game.moves.all())
    return [[0, 0], *([score.total for score in step.after.scores()] for step in steps)]


class TestStory:
    @pytest.fixture
    def record(self, alice, bob):
        return recorded_game("equal-points", alice, bob)

    def test_it_lists_every_move_with_the_way_to_it(self, client, record):
        text = client.get(f"/games/{record.pk}/replay/").content.decode()

        listed = re.findall(r'<a href="[^"]*/replay/(\d+)/" data-ply="(\d+)"(?! tabindex)', text)
        assert listed == [(str(n), str(n)) for n in range(1, record.ply + 1)]
        assert "<code>RT-1</code>" in text
        assert "alice put the red tee on pile 1." in text

    def test_it_says_what_a_reveal_allowed(self, client, record):
        """The trace of the record has 19 moves for who begins."""
        text = client.get(f"/games/{record.pk}/replay/").content.decode()

        assert "<i>19 moves are possible.</i>" in text

    def test_it_marks_where_the_lead_passed(self, client, alice, bob):
        game = recorded_game("word-comes-back", alice, bob)
        assert lead_changes(points_of(game)) == [32, 83]

        text = client.get(f"/games/{game.pk}/replay/").content.decode()

        assert text.count('class="marked"') == 2  # on the curve
        assert text.count("<strong>Change of lead</strong>") == 2  # in the list
        assert 'data-plies="32 83"' in text

    def test_it_leads_from_the_curve_to_the_plies_where_points_changed(self, client, record):
        text = client.get(f"/games/{record.pk}/replay/").content.decode()
        points = points_of(record)
        changed = [str(ply) for ply in range(1, len(points)) if points[ply] != points[ply - 1]]

        assert re.findall(r'data-ply="(\d+)" tabindex="-1"><title>', text) == changed

    @pytest.mark.parametrize(("toy", "lines"), [("shared_nursery", 1), ("seedlings", 3)])
    def test_it_has_a_line_for_each_or_one_for_a_team(
        self, client, alice, bob, charlie, request, toy, lines
    ):
        ruleset = request.getfixturevalue(toy).slug
        game = TableFactory(users=[alice, bob, charlie], ruleset=ruleset, turns=3)

        text = client.get(f"/games/{game.pk}/replay/").content.decode()

        assert text.count("<polyline") == lines

    def test_it_says_how_long_a_move_took_since_the_word_came(
        self, client, alice, bob, time_machine
    ):
        time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
        game = GameFactory(users=[alice, bob])
        for user, minutes in ((alice, 3 * 24 * 60 + 125), (bob, 5)):
            time_machine.shift(timedelta(minutes=minutes))
            game.refresh_from_db()
            (seat,) = positions.load(game).to_move
            move = positions.load(game).legal_moves(seat)[0].notation
            turns.submit(game_id=game.pk, user=user, moves=[move], ply=game.ply)

        text = client.get(f"/games/{game.pk}/replay/").content.decode()

        assert re.findall(r"</span> ([^<]*)</span>\s*</span>\s*</a>", text) == ["3 d 2 h", "5 min"]

    def test_it_says_no_time_for_who_leaves_without_the_word(
        self, client, nursery, alice, bob, charlie, time_machine
    ):
        time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
        game = TableFactory(users=[alice, bob, charlie], ruleset=nursery.slug)
        (seat,) = positions.load(game).to_move
        time_machine.shift(timedelta(hours=5))
        leaving = [alice, bob, charlie][(seat + 1) % 3]
        endings.resign(game_id=game.pk, user=leaving)

        text = client.get(f"/games/{game.pk}/replay/").content.decode()

        assert "has given up" in text
        assert "5 h" not in text


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ({}, ""),
        ({"seconds": 0.9}, ""),
        ({"seconds": 59}, "59 s"),
        ({"minutes": 59, "seconds": 59}, "59 min"),
        ({"minutes": 60}, "1 h 0 min"),
        ({"hours": 49}, "2 d 1 h"),
    ],
)
def test_it_says_a_time_in_short(time, said):
    assert replays.in_short(timedelta(**time)) == said


@pytest.mark.parametrize(
    ("ply", "before", "after"), [(1, None, 3), (3, None, 7), (5, 3, 7), (7, 3, None), (9, 7, None)]
)
def test_it_knows_the_landmarks_around_a_ply(ply, before, after):
    landmark = replays.Landmark("Reveal", [3, 7])

    assert (landmark.before(ply), landmark.after(ply)) == (before, after)


class TestQueries:
    """They are the same at every ply, however long the game is."""

    @pytest.mark.parametrize(("headers", "number"), [({}, 3), (HTMX, 3)])
    @pytest.mark.parametrize("turns", [1, 40])
    def test_it_asks_the_same_at_every_ply(
        self, client, alice, bob, django_assert_num_queries, headers, number, turns
    ):
        game = GameFactory(users=[alice, bob], turns=turns)
        for ply in (1, game.ply // 2, game.ply):
            with django_assert_num_queries(number):
                client.get(f"/games/{game.pk}/replay/{ply}/", headers=headers)

    def test_it_asks_the_same_of_a_game_that_is_over(
        self, client, alice, bob, django_assert_num_queries
    ):
        game = self_played_game([alice, bob], 1)
        for ply in (1, game.ply - 1):
            with django_assert_num_queries(4):  # and whether it was reviewed
                client.get(f"/games/{game.pk}/replay/{ply}/", headers=HTMX)


class TestTruth:
    """What the page of each ply shows is what the engine says."""

    @pytest.mark.parametrize("name", NAMES)
    def test_it_shows_every_position_of_a_worked_record(self, client, alice, bob, name):
        assert_true_at_every_ply(client, recorded_game(name, alice, bob))

    @pytest.mark.parametrize("seed", range(20))
    def test_it_shows_every_position_of_a_game_of_self_play(self, client, alice, bob, seed):
        assert_true_at_every_ply(client, self_played_game([alice, bob], seed))
