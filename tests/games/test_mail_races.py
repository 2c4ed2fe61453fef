"""Several workers and beats at once. They mean most on PostgreSQL: SQLite lets nobody race."""

import random
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.refusals import Refusal
from games import positions
from games.models import Delivery, Notice, Player
from games.services import notices, reminders, turns
from games.services.deliveries import deliver
from tests.at_once import at_once
from tests.factories import GameFactory, UserFactory, some_turn

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = range(3)


@pytest.fixture
def people():
    """Five people who can be mailed."""
    people = UserFactory.create_batch(5)
    for person in people:
        person.emailaddress_set.create(email=person.email, verified=True, primary=True)
    return people


def make_due():
    """Let the time pass after which mails follow."""
    Delivery.objects.filter(channel="mail").update(due_at=timezone.now())


def use_up(game, share):
    """Let a share of the time of who has the word be over."""
    player = Player.objects.get(game=game, deadline_at__isnull=False)
    gone = player.allowance * share
    for moment in ("word_since", "deadline_at", "remind_at"):
        setattr(player, moment, getattr(player, moment) - gone)
    player.save()


class TestWorkers:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_mails_each_person_once_with_all_their_games(self, people, post_office, _round):
        for person in people:
            for _ in range(2):
                GameFactory(users=[person, UserFactory()])
        Notice.objects.filter(event="offer-answered").delete()
        make_due()

        at_once(*[deliver] * 4)

        assert Counter(mail["To"] for mail in post_office.mails) == Counter(
            person.email for person in people
        )
        assert {mail["Subject"] for mail in post_office.mails} == {"2 games wait for you"}
        assert len({mail["Message-ID"] for mail in post_office.mails}) == len(people)

    def test_it_does_not_keep_anybody_from_playing(self, people, post_office):
        games = [GameFactory(users=[person, UserFactory()]) for person in people]
        make_due()
        submissions = []
        for game in games:
            seat, moves = some_turn(positions.load(game), random.Random(1))
            user = game.players.get(seat=seat).user
            submissions.append(
                partial(turns.submit, game_id=game.pk, user=user, moves=moves, ply=game.ply)
            )

        answers = at_once(deliver, *submissions, deliver)

        assert not [answer for answer in answers if isinstance(answer, Refusal)]
        told = Delivery.objects.filter(channel="mail", notice__event="your-turn")
        mine = told.filter(notice__user__in=people)
        assert set(mine.values_list("status", "why")) <= {("sent", ""), ("dropped", "answered")}


class TestBeats:
    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_reminds_once(self, alice, bob, _round):
        game = GameFactory(users=[alice, bob])
        use_up(game, 0.6)

        at_once(*[reminders.remind] * 4)

        assert Notice.objects.filter(event="reminder").count() == 1
        assert Delivery.objects.filter(notice__event="reminder").count() == 2

    @pytest.mark.parametrize("_round", ROUNDS)
    def test_it_does_not_remind_after_the_move(self, alice, bob, _round):
        game = GameFactory(users=[alice, bob])
        use_up(game, 0.6)
        seat, moves = some_turn(positions.load(game), random.Random(1))
        user = game.players.get(seat=seat).user
        move = partial(turns.submit, game_id=game.pk, user=user, moves=moves, ply=game.ply)

        at_once(move, reminders.remind)

        game.refresh_from_db()
        moved_at = game.moves.filter(ply=game.ply).get().made_at
        for reminder in Notice.objects.filter(event="reminder"):
            assert reminder.made_at <= moved_at

    def test_it_tells_of_an_absence_once(self, alice):
        now = timezone.now()
        alice.absences.create(starts_at=now - timedelta(hours=1), ends_at=now + timedelta(days=1))

        at_once(*[notices.tell_absences] * 4)

        assert Notice.objects.filter(event="absence").count() == 1
