"""Whatever people do in whatever order: the rungs are 1..n, and no challenge hangs.

First one after the other, in sequences that Hypothesis makes up; then in the same instant, by
threads, which means most on PostgreSQL.
"""

import random
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from accounts.refusals import Refusal
from accounts.roles import Role
from accounts.staffing import appoint_here
from games.models import Challenge, Game, Ladder, Ruling, Rung, Season
from games.services import absences, challenges, endings, ladder, offers, rulings, seasons
from tests.at_once import at_once
from tests.factories import UserFactory
from tests.games.ladders import GAME, all_is_well, confirm, order

START = datetime(2026, 5, 4, 12, tzinfo=UTC)
PEOPLE = 7


# -- what can be done, by people and challenges that are chosen by numbers ----------------------


def join(people, one, other):
    ladder.join(user=people[one % PEOPLE], ruleset=GAME)


def leave(people, one, other):
    challenges.leave(user=people[one % PEOPLE], ruleset=GAME)


def challenge(people, one, other):
    challenges.challenge(user=people[one % PEOPLE], ruleset=GAME, opponent=people[other % PEOPLE])


def climb(people, one, other):
    """Challenge somebody who can be challenged: one of the three above."""
    rungs = list(Rung.objects.order_by("number").select_related("user"))
    if len(rungs) > 1:
        at = 1 + one % (len(rungs) - 1)
        above = rungs[max(0, at - 3) : at]
        opponent = above[other % len(above)].user
        challenges.challenge(user=rungs[at].user, ruleset=GAME, opponent=opponent)


def _one_of(number, **known):
    found = Challenge.objects.filter(**known).order_by("made_at", "pk")
    return found[number % len(found)] if found else None


def accept(people, one, other):
    if (waiting := _one_of(one, status="waiting")) is not None:
        offers.accept(offer_id=waiting.pk, user=waiting.challenged)


def decline(people, one, other):
    if (waiting := _one_of(one, status="waiting")) is not None:
        offers.decline(offer_id=waiting.pk, user=waiting.challenged)


def withdraw(people, one, other):
    if (waiting := _one_of(one, status="waiting")) is not None:
        offers.withdraw(offer_id=waiting.pk, user=waiting.challenger)


def win(people, one, other):
    if (playing := _one_of(one, status="playing")) is not None:
        endings.resign(game_id=playing.pk, user=playing.challenged)


def lose(people, one, other):
    if (playing := _one_of(one, status="playing")) is not None:
        endings.resign(game_id=playing.pk, user=playing.challenger)


def call_off(people, one, other):
    if (playing := _one_of(one, status="playing")) is not None:
        endings.abort(game_id=playing.pk, user=playing.challenged)


def be_silent(people, one, other):
    """Nobody answers for three days."""
    Challenge.objects.filter(status="waiting").update(
        since=timezone.now() - timedelta(days=4), due_at=timezone.now() - timedelta(days=1)
    )
    challenges.sweep()


def be_idle(people, one, other):
    """Somebody has done nothing for a month, and was warned or is warned now."""
    then = timezone.now() - timedelta(days=30)
    Rung.objects.filter(user=people[one % PEOPLE]).update(
        quiet_since=then, look_at=then, is_warned=other % 2
    )
    ladder.sweep_idle()


def be_away(people, one, other):
    now = timezone.now()
    absences.book(
        user=people[one % PEOPLE], starts_at=now, ends_at=now + timedelta(days=1 + other % 3)
    )


def end_season(people, one, other):
    Ladder.objects.update(season_began=_some_earlier_season())
    seasons.turn_over()


def _some_earlier_season():
    """One of which there is no archive yet."""
    return datetime(1000 + Season.objects.count(), 1, 1, tzinfo=UTC).date()


def void(people, one, other):
    """A moderator takes a game out that somebody won, or lets it count again."""
    judge = User.objects.get(username="judge")
    if (won := _one_of(one, status="won")) is not None:
        rulings.void(judge=judge, game=Game.objects.get(pk=won.pk), reason="It was arranged.")


def count_again(people, one, other):
    standing = Ruling.objects.filter(undone_at=None).order_by("pk")
    if standing:
        judge = User.objects.get(username="judge")
        rulings.undo(judge=judge, ruling=standing[one % len(standing)])


DEEDS = (
    join, leave, challenge, accept, decline, withdraw, win, lose, call_off, be_silent, be_idle,
    be_away, end_season, void, void, count_again,
)  # fmt: skip
# What makes for a lively ladder is done more often.
OFTEN = (join, join, climb, climb, climb, climb, accept, accept, win, win, lose) * 3


def crowd():
    people = UserFactory.create_batch(PEOPLE)
    confirm(*people)
    appoint_here(person=UserFactory(username="judge"), role=Role.ADMINISTRATOR)
    return people


def nobody_is_lost(people):
    """The ladder is whole; `order` fails where it is not 1..n."""
    if Ladder.objects.exists():
        names = order()
        assert len(names) == len(set(names))
    all_is_well()
    running = Game.objects.filter(status="running").count()
    assert Challenge.objects.filter(status="playing").count() == running


class TestOneAfterTheOther:
    @pytest.mark.django_db
    @settings(
        max_examples=40,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        deeds=st.lists(
            st.tuples(st.sampled_from(DEEDS + OFTEN), st.integers(0, 50), st.integers(0, 50)),
            min_size=15,
            max_size=45,
        )
    )
    def test_it_is_a_permutation_whatever_happens(self, deeds):
        with time_machine.travel(START, tick=False) as clock, transaction.atomic():
            people = crowd()
            for person in people[:4]:
                join(people, people.index(person), 0)
            for deed, one, other in deeds:
                clock.shift(timedelta(minutes=7))
                with suppress(Refusal):
                    deed(people, one, other)
                nobody_is_lost(people)
            transaction.set_rollback(True)


class TestInTheSameInstant:
    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("seed", range(4))
    def test_it_is_a_permutation_whatever_happens_at_once(self, seed):
        rng, people = random.Random(seed), crowd()
        for at in range(5):
            join(people, at, 0)
        for _round in range(12):
            chosen = [rng.choice(DEEDS + OFTEN) for _ in range(5)]
            calls = [partial(deed, people, rng.randrange(50), rng.randrange(50)) for deed in chosen]

            at_once(*calls)

            nobody_is_lost(people)

    @pytest.mark.django_db(transaction=True)
    def test_it_gives_everybody_who_joins_at_once_a_rung_of_their_own(self):
        people = crowd()

        at_once(*[partial(join, people, at, 0) for at in range(PEOPLE)] * 2)

        assert len(order()) == PEOPLE

    @pytest.mark.django_db(transaction=True)
    def test_it_makes_no_challenge_too_many(self):
        people = crowd()
        for at in range(PEOPLE):
            join(people, at, 0)

        at_once(*[partial(challenge, people, 3, at) for at in range(3)] * 3)

        assert Challenge.objects.count() == 3

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("_round", range(3))
    def test_it_is_answered_or_lost_by_silence_and_never_both(self, _round):
        people = crowd()
        for at in range(3):
            join(people, at, 0)
        challenge(people, 2, 0)
        one = Challenge.objects.get()

        at_once(
            partial(accept, people, 0, 0),
            partial(be_silent, people, 0, 0),
            partial(leave, people, 0, 0),
        )

        one.refresh_from_db()
        assert one.status in ("playing", "silence", "withdrawn")
        nobody_is_lost(people)
