"""Results in words: on the table, in notices, in lists and in mails."""

import pytest
from django.utils import translation

from accounts.notices import Event
from games import mails
from games.models import Game, Notice
from games.selectors import notices, queues, results, tables
from games.services import endings, reminders, turns
from tests.factories import GameFactory, TableFactory, UserFactory, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(alice, bob, charlie):
    return [alice, bob, charlie]


def ended(users, placings, *, ruleset="nursery", ending="played"):
    """A game of theirs that came out like that."""
    game = TableFactory(users=users, ruleset=ruleset)
    table = tables.find(game.pk)
    for seat, player in enumerate(table.players):
        player.score = 30 - seat
        player.save()
    now = game.started_at
    endings.finish(table, ending=Game.Ending(ending), placings=placings, now=now, grade="green")
    return Game.objects.get(pk=game.pk)


def verdict(game, user):
    table = tables.access(game.pk, user)
    return results.verdict(table.game, table.players, table.me)


def news(game, user):
    notice = notices.with_parties(Notice.objects.filter(game=game, event=Event.GAME_OVER))
    return notices.sentence(notice.get(user=user))


def row(user):
    (entry,) = queues.finished_games(user)
    return entry.title, entry.me.score, entry.place


class TestTwo:
    def test_it_counts_the_points_where_it_was_played_to_its_end(
        self, alice, bob, charlie, nursery
    ):
        game = ended([alice, bob], (1, 2))

        assert verdict(game, alice) == "You win, 30 to 29"
        assert verdict(game, bob) == verdict(game, charlie) == "alice wins, 30 to 29"
        assert news(game, alice) == "You have won your game against bob."
        assert news(game, bob) == "alice has won your game."

    def test_it_says_who_gave_up(self, alice, bob, charlie):
        game = GameFactory(users=[alice, bob], turns=4)
        endings.resign(game_id=game.pk, user=alice)

        assert verdict(game, bob) == "You win: alice gave up"
        assert verdict(game, alice) == "You gave up: bob wins"
        assert verdict(game, charlie) == "bob wins: alice gave up"

    def test_it_says_whose_time_ran_out(self, alice, bob, charlie, nursery):
        game = ended([alice, bob], (2, 1), ending="time")

        assert verdict(game, bob) == "You win: the time of alice ran out"
        assert verdict(game, alice) == "Your time ran out: bob wins"
        assert verdict(game, charlie) == "bob wins: the time of alice ran out"

    @pytest.mark.parametrize(
        ("placings", "ending", "outcomes"),
        [
            ((2, 1), "played", ("lost", "won")),
            ((2, 1), "time", ("lost", "won")),
            ((1, 1), "agreed", ("drawn", "drawn")),
            (None, "aborted", ("called off", "called off")),
        ],
    )
    def test_it_is_in_a_word_in_a_list(self, alice, bob, nursery, placings, ending, outcomes):
        ended([alice, bob], placings, ending=ending)

        entries = [queues.finished_games(user)[0] for user in (alice, bob)]
        assert tuple(entry.outcome for entry in entries) == outcomes

    def test_it_is_a_draw_by_agreement(self, alice, bob):
        game = GameFactory(users=[alice, bob])
        endings.ask_draw(game_id=game.pk, user=alice)
        endings.answer_draw(game_id=game.pk, user=bob, agrees=True)

        assert verdict(game, alice) == "A draw, 0 to 0"
        assert news(game, alice) == "Your game against bob ended in a draw."

    def test_it_has_no_result_when_called_off(self, alice, bob):
        game = GameFactory(users=[alice, bob])
        endings.abort(game_id=game.pk, user=alice)

        assert verdict(game, alice) == "Nobody won or lost"
        assert "called off" in news(game, alice)


class TestList:
    """What ended lately, on the page of who played."""

    @pytest.mark.parametrize("who", ["three", "team"])
    def test_it_says_nothing_twice(self, client, people, bob, nursery, shared_nursery, who):
        if who == "three":
            ended(people, (2, 1, 3))
        else:
            ended(people, None, ruleset=shared_nursery.slug)
        client.force_login(bob)

        text = client.get("/play/").content.decode()

        assert text.count("played to the end") == 1
        assert text.count("first of three") == (1 if who == "three" else 0)


@pytest.mark.usefixtures("nursery")
class TestSeveral:
    def test_it_says_who_won(self, people, alice, bob):
        game = ended(people, (2, 1, 3))

        assert verdict(game, bob) == "You win"
        assert news(game, bob) == "You have won your game against alice and charlie."

    def test_it_says_which_place_the_others_have(self, people, alice, charlie):
        game = ended(people, (2, 1, 3))

        assert verdict(game, alice) == "You came second of three"
        assert news(game, alice) == "You came second of three in your game against bob and charlie."
        assert verdict(game, charlie) == "You came third of three"

    def test_it_says_that_a_place_is_shared(self, people, alice, charlie, django_user_model):
        game = ended(people, (1, 3, 1))
        stranger = django_user_model(pk=0)

        assert verdict(game, alice) == "You share the first place"
        assert news(game, charlie).startswith("You share the first place in your game")
        assert verdict(game, stranger) == "alice and charlie share the first place"

    def test_it_names_the_winner_to_who_watches(self, people, django_user_model):
        assert verdict(ended(people, (1, 2, 3)), django_user_model(pk=0)) == "alice wins"

    def test_it_is_a_row_with_points_and_place(self, people, bob):
        ended(people, (2, 3, 1))

        assert row(bob) == ("alice and charlie", 29, "third of three")

    def test_it_says_in_a_running_game_where_one_stands(self, people, alice):
        game = TableFactory(users=people, ruleset="nursery", turns=1)
        points = {one.user: one.score for one in game.players.all()}
        (entry,) = queues.queue_of(alice).theirs

        assert points[alice] > points[people[1]]
        assert entry.place == "first of three"

    def test_it_is_said_in_french(self, people, alice):
        game = ended(people, (2, 1, 3))

        with translation.override("fr"):
            assert verdict(game, alice) == "Vous finissez à la deuxième place sur trois"


@pytest.mark.usefixtures("shared_nursery")
class TestTeams:
    def test_it_is_a_score_and_a_grade(self, people, alice):
        game = ended(people, None, ruleset="shared-nursery")

        assert verdict(game, alice) == "30 points: a green nursery"
        expected = "Your game with bob and charlie is over. 30 points: a green nursery."
        assert news(game, alice) == expected

    def test_it_notes_the_grade_and_no_place_when_played(self, people):
        game = TableFactory(users=people, ruleset="shared-nursery")
        play_turns(game, 20)

        assert game.grade in ("green", "bare")
        assert [one.placing for one in game.players.all()] == [None] * 3

    def test_it_is_no_draw_for_two(self, alice, bob):
        game = ended([alice, bob], None, ruleset="shared-nursery")

        assert "draw" not in verdict(game, alice) + news(game, alice)
        assert row(alice) == ("bob", 30, "")

    def test_it_tells_whose_turn_it_is_with_whom(self, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="shared-nursery")
        (notice,) = notices.with_parties(Notice.objects.filter(game=game, event="your-turn"))

        assert notices.sentence(notice) == "It is your turn in your game with bob."


@pytest.mark.usefixtures("shared_nursery")
class TestAlone:
    @pytest.fixture
    def game(self, alice):
        return TableFactory(users=[alice], ruleset="shared-nursery")

    def test_it_is_against_nobody(self, game, alice):
        endings.resign(game_id=game.pk, user=alice)

        assert news(game, alice) == "Your game is over. 0 points: a bare nursery."
        assert row(alice) == ("Shared nursery", 0, "")

    @pytest.mark.parametrize("act", [endings.abort, endings.resign])
    def test_it_is_mailed_under_a_subject_of_its_own(self, game, alice, act):
        act(game_id=game.pk, user=alice)
        (notice,) = Notice.objects.filter(event=Event.GAME_OVER)

        assert mails._subject([notice], is_digest=False) == "Your game"

    def test_it_reminds_without_a_name(self, game, alice, time_machine):
        deadline = game.players.get().deadline_at
        time_machine.move_to(game.started_at + (deadline - game.started_at) * 0.6)
        reminders.remind()

        (notice,) = notices.with_parties(Notice.objects.filter(event=Event.REMINDER))
        assert notices.sentence(notice) == "Half of the time for your turn is over."


class TestPages:
    """Tables and lists for one to four."""

    @pytest.fixture
    def lay(self, shared_nursery, nursery, client, people):
        everybody = [*people, UserFactory(username="daphne")]

        def laid(seats, **terms):
            users = everybody[:seats]
            ruleset = "nursery" if seats > 1 else "shared-nursery"
            client.force_login(users[-1])
            return TableFactory(users=users, ruleset=ruleset, **terms)

        return laid

    def page(self, client, path):
        return client.get(path).content.decode()

    @pytest.mark.parametrize("seats", [1, 2, 3, 4])
    @pytest.mark.parametrize("turns", [0, 2, 40])
    def test_it_shows_a_table_to_everybody(self, client, lay, seats, turns):
        game = lay(seats, turns=turns)

        for path in (f"/games/{game.pk}/", f"/games/{game.pk}/moves/", "/play/", "/notices/"):
            assert client.get(path).status_code == 200, path
        client.logout()
        assert client.get(f"/games/{game.pk}/").status_code == 200

    def test_it_begins_with_oneself_and_goes_round(self, client, lay):
        game = lay(4)
        client.force_login(game.players.get(seat=2).user)

        page = self.page(client, f"/games/{game.pk}/")

        order = [page.index(f'href="#seat-{seat}"') for seat in (2, 3, 0, 1)]
        assert order == sorted(order)

    def test_it_waits_for_several_in_one_sentence(self, client, seedlings, people, alice):
        game = TableFactory(users=people, ruleset="seedlings")
        client.force_login(alice)
        move = tables.access(game.pk, alice)
        card = game.moves.filter(notation__startswith=">0:").first().notation[-1]
        turns.submit(game_id=move.game.pk, user=alice, moves=[f"0:{card}a"], ply=game.ply)

        assert "Waiting for bob and charlie" in self.page(client, f"/games/{game.pk}/")

    def test_it_says_who_has_left(self, client, lay, bob):
        game = lay(3, turns=3)
        endings.resign(game_id=game.pk, user=bob)

        page = self.page(client, f"/games/{game.pk}/")

        assert 'has-left" href="#seat-1"' in page

    def test_it_asks_before_one_leaves(self, client, lay):
        assert "The others play on" in self.page(client, f"/games/{lay(3).pk}/resign/")
        assert "Your opponent wins at once" in self.page(client, f"/games/{lay(2).pk}/resign/")
        assert "with the points as they stand" in self.page(client, f"/games/{lay(1).pk}/resign/")

    def test_it_tells_who_has_left_that_the_others_play_on(self, client, lay, people):
        game = lay(3, turns=3)
        endings.resign(game_id=game.pk, user=people[-1])

        assert "You have left this game." in self.page(client, f"/games/{game.pk}/")
