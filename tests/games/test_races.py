"""Two things in the same instant. They mean most on PostgreSQL: SQLite lets nobody race."""

import random
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts import blocks, farewell
from accounts import selectors as people
from accounts import services as accounts
from accounts.models import Absence, Block, User
from accounts.refusals import Conflict, Refusal
from games import positions
from games.clocks import TimeControl
from games.models import Game, Move, Note, Offer, Player
from games.services import absences, clocks, endings, farewells, notes, offers, turns
from tests.at_once import at_once
from tests.factories import GameFactory, OfferFactory, TableFactory, some_turn
from tests.games.scripted import lay_deck

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(5)


@pytest.fixture
def game(alice, bob):
    # One turn in, nobody can hold a tile yet: the word goes from one to the other.
    return GameFactory(users=[alice, bob], turns=1, time=TimeControl("turn", 1))


@pytest.fixture
def submission(game, alice, bob):
    """The next turn, to be submitted by whoever has the word."""
    seat, moves = some_turn(positions.load(game), random.Random(5))
    user = (alice, bob)[seat]
    return partial(turns.submit, game_id=game.pk, user=user, moves=moves, ply=game.ply)


def refused(answers):
    return [answer for answer in answers if isinstance(answer, Refusal)]


class TestSubmissions:
    def test_it_makes_one_turn_of_fifty_submissions(self, game, submission):
        before = game.moves.filter(seat__isnull=False).count()

        answers = at_once(*[submission] * 50)

        made = game.moves.filter(seat__isnull=False).count() - before
        assert made == len(submission.keywords["moves"])
        assert refused(answers) == []  # the same once more is answered as the first time
        assert positions.rebuilt(game) == positions.load(Game.objects.get(pk=game.pk))

    def test_it_plays_one_of_several_different_turns(self, game, alice, bob):
        state = positions.load(game)
        different = {tuple(some_turn(state, random.Random(seed))[1]) for seed in range(3)}
        (seat,) = state.to_move
        user = (alice, bob)[seat]

        answers = at_once(
            *[
                partial(turns.submit, game_id=game.pk, user=user, moves=moves, ply=game.ply)
                for moves in different
            ]
        )

        assert len(refused(answers)) == len(different) - 1
        assert all(isinstance(answer, Conflict) for answer in refused(answers))
        assert Move.objects.filter(game=game, ply=game.ply + 1).count() == 1


class TestSubmissionAgainstSweep:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_has_one_outcome_and_says_which(self, game, submission, _round):
        Player.objects.filter(game=game, deadline_at__isnull=False).update(
            deadline_at=timezone.now()
        )
        clocks.beat()

        submitted, _swept = at_once(submission, endings.sweep)

        game.refresh_from_db()
        if isinstance(submitted, Refusal):
            assert (game.ending, submitted.status) == ("time", 409)
            assert "out of time" in submitted.message
            assert game.moves.count() == game.ply
        else:
            assert game.is_running
            assert game.ply > submission.keywords["ply"]


class TestResigningAgainstMoving:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_ends_the_game_and_the_move_is_played_or_refused(
        self, game, submission, alice, bob, _round
    ):
        other = bob if submission.keywords["user"] == alice else alice

        submitted, resigned = at_once(
            submission, partial(endings.resign, game_id=game.pk, user=other)
        )

        game.refresh_from_db()
        assert resigned is None
        assert game.ending == "resigned"
        assert game.ply == game.moves.count()
        assert isinstance(submitted, Conflict) == (game.ply == submission.keywords["ply"])


class TestOffers:
    @pytest.fixture
    def offer(self, alice):
        return OfferFactory(owner=alice)

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_gives_one_game_to_the_first_of_two(self, offer, bob, charlie, _round):
        answers = at_once(
            *[partial(offers.accept, offer_id=offer.pk, user=user) for user in (bob, charlie)]
        )

        (loser,) = refused(answers)
        assert "faster" in loser.message
        assert Game.objects.count() == 1
        assert Player.objects.count() == 2

    def test_it_gives_one_game_for_a_double_click(self, offer, bob):
        answers = at_once(*[partial(offers.accept, offer_id=offer.pk, user=bob)] * 6)

        assert {answer.pk for answer in answers} == {offer.pk}
        assert Game.objects.count() == 1

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_accepted_or_withdrawn_and_never_both(self, offer, alice, bob, _round):
        accepted, withdrawn = at_once(
            partial(offers.accept, offer_id=offer.pk, user=bob),
            partial(offers.withdraw, offer_id=offer.pk, user=alice),
        )

        offer.refresh_from_db()
        assert isinstance(accepted, Game) != isinstance(withdrawn, Offer)
        assert (offer.status == "accepted") == isinstance(accepted, Game)
        assert Game.objects.count() == (1 if isinstance(accepted, Game) else 0)

    def test_it_gives_nobody_one_game_too_many(self, alice, bob, monkeypatch):
        monkeypatch.setattr("games.selectors.offers.MOST_RUNNING_GAMES", 1)
        several = [OfferFactory(owner=alice) for _ in range(3)]

        answers = at_once(
            *[partial(offers.accept, offer_id=offer.pk, user=bob) for offer in several]
        )

        assert len(refused(answers)) == 2
        assert Game.objects.count() == 1


class TestRematch:
    @pytest.fixture
    def over(self, game, alice):
        endings.resign(game_id=game.pk, user=alice)
        return game

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_one_game_when_both_ask_many_times(self, over, alice, bob, _round):
        answers = at_once(
            *[partial(offers.rematch, game_id=over.pk, user=user) for user in (alice, bob)] * 15
        )

        assert refused(answers) == []
        assert len({answer.pk for answer in answers}) == 1
        assert Offer.objects.get(rematch_of=over).status == "accepted"
        assert Game.objects.count() == 2

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_one_game_when_it_is_asked_for_and_accepted_at_once(
        self, over, alice, bob, _round
    ):
        waiting = offers.rematch(game_id=over.pk, user=alice)
        calls = [
            partial(ask, user=user)
            for user in (alice, bob)
            for ask in (
                partial(offers.rematch, game_id=over.pk),
                partial(offers.accept, offer_id=waiting.pk),
            )
        ]

        answers = at_once(*calls * 7)

        # Alice cannot accept what she has offered herself; everybody else is led to the game.
        assert len(refused(answers)) == 7
        assert {answer.pk for answer in answers if not isinstance(answer, Refusal)} == {waiting.pk}
        assert Game.objects.count() == 2

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_one_offer_when_one_that_expired_is_renewed_meanwhile(
        self, over, alice, bob, _round
    ):
        expired = offers.rematch(game_id=over.pk, user=alice)
        Offer.objects.update(status="expired", closed_at=timezone.now())

        answers = at_once(
            *[partial(offers.rematch, game_id=over.pk, user=bob)] * 5,
            *[partial(offers.renew, offer_id=expired.pk, user=alice)] * 5,
        )

        assert all(isinstance(answer, Conflict) for answer in refused(answers))
        assert Offer.objects.filter(status__in=["open", "accepted"]).count() == 1

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_does_not_stand_in_the_way_of_an_absence(self, game, alice, bob, _round):
        """Which locks the person and their games, also one that ends in the same instant."""
        now = timezone.now()
        away = {"starts_at": now + timedelta(hours=2), "ends_at": now + timedelta(days=3)}

        at_once(
            partial(endings.resign, game_id=game.pk, user=alice),
            *[partial(offers.rematch, game_id=game.pk, user=bob)] * 5,
            partial(absences.book, user=alice, **away),
            partial(absences.book, user=bob, **away),
        )

        assert Absence.objects.count() == 2


class TestNotes:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_is_one_note_however_many_are_written_at_once(self, game, alice, _round):
        write = partial(notes.write, game_id=game.pk, user=alice)

        answers = at_once(*[partial(write, text=f"note {number}") for number in range(30)])

        assert refused(answers) == []
        assert Note.objects.get().text.startswith("note")

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_has_one_outcome_when_it_is_written_and_removed(self, game, alice, _round):
        write = partial(notes.write, game_id=game.pk, user=alice)

        answers = at_once(*[partial(write, text="a note"), partial(write, text="")] * 15)

        assert refused(answers) == []
        assert Note.objects.count() <= 1


class TestLeaving:
    """The sweep carries a farewell out while somebody else, or the leaver, is still at work."""

    @pytest.fixture
    def leaver(self, alice, client):
        """Alice, whose week is over; a request of hers that began before is on its way."""
        client.force_login(alice)
        client.get("/play/")
        cache.clear()  # it is time to note again that she is here
        User.objects.filter(pk=alice.pk).update(leaving_at=timezone.now())
        alice.refresh_from_db()
        return alice

    def traces(self, leaver):
        """What is left of somebody, by the name of its table."""
        rows = {
            "running games": Player.objects.filter(user=leaver, is_playing=True),
            "open offers": Offer.objects.filter(owner=leaver, status="open"),
            "places": leaver.places.filter(is_waiting=True).exclude(state="declined"),
            "texts": Offer.objects.filter(owner=leaver).exclude(note=""),
            "sessions": Session.objects.all(),
            **{model.__name__: model.objects.filter(user=leaver) for model in farewell.DELETED},
            **{
                model.__name__: model.objects.filter(**{column: leaver})
                for model, column in farewells.DELETED.items()
            },
            "blocks": Block.objects.all(),
            "name": User.objects.filter(pk=leaver.pk).exclude(username__startswith="deleted-"),
            "account": User.objects.filter(pk=leaver.pk, is_active=True),
        }
        return [name for name, left in rows.items() if left.exists()]

    @pytest.mark.parametrize("_round", range(4))
    def test_it_leaves_nothing_of_what_an_opponent_does_meanwhile(
        self, game, submission, leaver, bob, _round
    ):
        over = GameFactory(users=[leaver, bob], turns=2)
        endings.resign(game_id=over.pk, user=bob)
        open_offer = OfferFactory(owner=leaver, note="alice would like to play")
        offer = partial(OfferFactory, owner=bob, reach=Offer.Reach.PERSONAL, recipient=leaver)

        at_once(
            farewells.carry_out_farewells,
            submission,
            partial(offers.accept, offer_id=open_offer.pk, user=bob),
            partial(offers.rematch, game_id=over.pk, user=bob),
            *[offer] * 3,
        )

        assert self.traces(leaver) == []
        assert not Player.objects.filter(user=bob, is_playing=True).exists()

    @pytest.mark.parametrize("_round", range(3))
    def test_it_ends_a_game_that_could_be_called_off_until_just_now(self, leaver, bob, _round):
        """Both have moved once the move is made, so it has to be given up instead."""
        game = GameFactory(users=[leaver, bob], turns=1)
        state = positions.load(game)
        (seat,) = state.to_move
        moves = some_turn(state, random.Random(5))[1]
        move = partial(
            turns.submit, game_id=game.pk, user=(leaver, bob)[seat], moves=moves, ply=game.ply
        )

        at_once(farewells.carry_out_farewells, *[move] * 4)

        game.refresh_from_db()
        assert game.ending in ("aborted", "resigned")

    @pytest.mark.parametrize("_round", range(3))
    def test_it_leaves_nothing_of_what_the_leaver_does_meanwhile(
        self, game, leaver, bob, client, time_machine, _round
    ):
        now = timezone.now()
        away = {"starts_at": now + timedelta(hours=2), "ends_at": now + timedelta(days=3)}
        likings = people.preferences_of(leaver)
        tab = Client(raise_request_exception=False)
        tab.cookies = client.cookies
        answers = at_once(
            farewells.carry_out_farewells,
            partial(notes.write, game_id=game.pk, user=leaver, text="alice was here"),
            partial(absences.book, user=leaver, **away),
            partial(blocks.block, owner=leaver, blocked=bob),
            partial(
                accounts.save_preferences,
                preferences=likings,
                time_zone="Europe/Paris",
                notices=likings.notices,
            ),
            partial(OfferFactory, owner=leaver, note="alice would like to play"),
            partial(tab.post, "/account/profile/", {"about": "alice writes about ferns"}),
            partial(tab.get, "/play/"),
        )
        time_machine.move_to(timezone.now() + timedelta(hours=1))
        farewells.carry_out_farewells()

        assert answers[-1].status_code in (200, 302, 400)
        assert self.traces(leaver) == []
        assert User.objects.get(pk=leaver.pk).about == ""

    @pytest.mark.parametrize("_round", range(3))
    def test_it_is_carried_out_or_taken_back_and_never_halfway(self, game, leaver, _round):
        _swept, stayed = at_once(farewells.carry_out_farewells, partial(farewell.stay, leaver))

        leaver.refresh_from_db()
        game.refresh_from_db()
        assert isinstance(stayed, Refusal) != leaver.is_active
        assert game.is_running == leaver.is_active
        assert (leaver.username == "alice") == leaver.is_active


class TestAbsence:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_moves_the_deadline_of_a_word_that_comes_in_the_same_instant(
        self, game, submission, alice, bob, _round
    ):
        other = bob if submission.keywords["user"] == alice else alice
        now = timezone.now()
        away = {"starts_at": now + timedelta(hours=2), "ends_at": now + timedelta(days=3)}

        at_once(submission, partial(absences.book, user=other, **away))

        waiting = Player.objects.get(game=game, deadline_at__isnull=False)
        pause = Absence.objects.get()
        assert waiting.user == other
        assert waiting.deadline_at == waiting.word_since + timedelta(days=1) + (
            pause.ends_at - pause.starts_at
        )


class TestConstraint:
    def test_it_keeps_two_moves_from_one_ply_even_without_the_lock(self, game):
        with pytest.raises(IntegrityError), transaction.atomic():
            Move.objects.create(game=game, ply=1, seat=0, notation="RI-1", made_at=timezone.now())


class TestSeveral:
    """At a table of three: who acts at once, and who leaves."""

    @pytest.fixture
    def garden(self, seedlings, alice, bob, charlie):
        """All have the word. Alice holds 1 and 2, bob 3 and 4, charlie 1 and 2."""
        users = [alice, bob, charlie]
        game = TableFactory(users=users, ruleset="seedlings", time=TimeControl("turn", 1))
        lay_deck(game, list("123412341231"))
        return game

    def submit(self, game, user, text):
        return partial(turns.submit, game_id=game.pk, user=user, moves=[text], ply=game.ply)

    def leave(self, game, user):
        return partial(endings.resign, game_id=game.pk, user=user)

    def check(self, game):
        game.refresh_from_db()
        assert positions.rebuilt(game) == positions.load(game)
        assert list(game.moves.values_list("ply", flat=True)) == list(range(1, game.ply + 1))

    def test_it_counts_what_all_submit(self, garden, alice, bob, charlie):
        calls = [
            self.submit(garden, user, text)
            for user, text in ((alice, "0:1a"), (bob, "1:3b"), (charlie, "2:1c"))
        ]

        answers = at_once(*calls * 3)

        assert refused(answers) == []
        assert [one.turns for one in garden.players.all()] == [1, 1, 1]
        self.check(garden)

    def test_it_lets_one_have_what_two_want(self, garden, alice, bob):
        answers = at_once(self.submit(garden, alice, "0:1a"), self.submit(garden, bob, "1:3a"))

        assert len(refused(answers)) == 1
        assert sum(one.turns for one in garden.players.all()) == 1
        self.check(garden)

    def test_it_ends_once_when_two_leave(self, garden, alice, bob, charlie):
        answers = at_once(self.leave(garden, alice), self.leave(garden, bob))

        assert refused(answers) == []
        self.check(garden)
        assert garden.ending == "resigned"
        assert garden.players.get(user=charlie).placing == 1
        assert garden.notices.filter(event="game-over").count() == 3

    def test_it_leaves_once_however_often_it_is_pressed(self, garden, alice):
        answers = at_once(*[self.leave(garden, alice)] * 4)

        assert len(refused(answers)) == 3
        assert garden.moves.filter(notation="#0").count() == 1
        self.check(garden)

    def test_it_goes_on_when_one_leaves_and_one_moves(self, garden, alice, bob):
        answers = at_once(self.leave(garden, alice), self.submit(garden, bob, "1:3b"))

        assert refused(answers) == []
        self.check(garden)
        assert garden.is_running
        assert garden.players.get(user=bob).turns == 1
        assert (
            garden.moves.filter(seat=0).count() == 2
        )  # that she left, and what was played for her

    def test_it_is_played_or_left_when_time_and_a_move_meet(self, garden, alice, bob, charlie):
        for user, text in ((alice, "0:1a"), (bob, "1:3b"), (charlie, "2:1c")):
            self.submit(garden, user, text)()
        garden.refresh_from_db()
        past = timezone.now() - timedelta(minutes=1)
        garden.players.filter(user=bob).update(deadline_at=past)

        at_once(partial(endings.end_on_time, garden.pk), self.submit(garden, bob, "1:4a"))

        self.check(garden)
        player = garden.players.get(user=bob)
        assert garden.is_running
        assert (player.turns, player.left_how) in ((2, ""), (1, "time"))
        assert garden.moves.filter(seat=1, notation__startswith="1:").count() == 2
