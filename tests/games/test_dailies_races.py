"""Two things in the same instant to the game of a day. It means most on PostgreSQL."""

from functools import partial

import pytest
from django.db import IntegrityError
from django.utils import timezone

from games.models import Daily, DailyTry, Game, Result
from games.models.secrets import DeckSecret
from games.selectors import dailies as selectors
from games.services import dailies, endings
from tests.at_once import at_once
from tests.games.dailies import a_daily, play_daily

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = range(3)
TABS = 6


def begin(user):
    return partial(dailies.play, ruleset=a_daily(), user=user)


@pytest.mark.parametrize("_round", ROUNDS)
def test_it_is_one_try_in_several_tabs(alice, _round):
    answers = at_once(*[begin(alice)] * TABS)

    assert {answer.pk for answer in answers} == {Game.objects.get().pk}
    assert DailyTry.objects.count() == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_it_is_one_deck_for_who_comes_first_at_once(alice, bob, charlie, _round):
    answers = at_once(*[begin(user) for user in (alice, bob, charlie)])

    assert not [answer for answer in answers if isinstance(answer, IntegrityError)]
    assert len({answer.daily_id for answer in answers}) == 1
    reveals = [list(game.moves.values_list("notation", flat=True)) for game in answers]
    assert reveals[0] == reveals[1] == reveals[2]
    assert (Daily.objects.count(), DeckSecret.objects.count()) == (1, 1)


@pytest.mark.parametrize("_round", ROUNDS)
def test_it_has_one_result_when_it_ends_twice(alice, _round):
    game = play_daily(alice, ends=False)

    at_once(*[partial(endings.resign, game_id=game.pk, user=alice)] * TABS)

    assert Result.objects.get().game_id == game.pk


@pytest.mark.parametrize("_round", ROUNDS)
def test_it_is_opened_while_it_ends(alice, _round, time_machine):
    game = play_daily(alice, ends=False)
    time_machine.move_to(selectors.closes_at(timezone.now().date()), tick=False)

    at_once(
        partial(endings.resign, game_id=game.pk, user=alice),
        dailies.tend,
        dailies.tend,
        dailies.tend,
    )

    game.refresh_from_db()
    assert (game.is_running, game.is_private) == (False, False)
    assert not Result.objects.exists()
    assert Daily.objects.filter(opened_at=None).count() == 2
