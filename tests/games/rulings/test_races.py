"""In the same instant: each thing is done once, whoever is first."""

from functools import partial

import pytest

from accounts import audit, sanctions
from accounts.models import AuditEntry
from games.models import Annulment, Appeal, Game, Notice, Ruling
from games.services import appeals, endings, ratings, rulings
from tests.at_once import at_once
from tests.factories import GameFactory
from tests.games.ladders import all_is_well, climb, stand
from tests.games.rulings.conftest import judge_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def judges(db):
    return [judge_of("administrator", f"judge-{letter}") for letter in "abc"]


@pytest.fixture
def muted(alice, judges):
    return rulings.mute(judge=judges[0], person=alice, reason="Insults.")


def is_chained():
    assert list(audit.problems()) == []


def actions():
    return list(AuditEntry.objects.exclude(action="appoint").values_list("action", flat=True))


class TestAtOnce:
    def test_it_is_answered_once(self, alice, muted, judges):
        objection = appeals.appeal(person=alice, ruling=muted, text="Unfair.")

        at_once(
            partial(
                appeals.answer, judge=judges[1], appeal=objection, is_granted=True, text="Yes."
            ),
            partial(
                appeals.answer, judge=judges[2], appeal=objection, is_granted=False, text="No."
            ),
        )

        objection.refresh_from_db()
        is_free = sanctions.forbidding(alice, "chat") is None
        assert is_free is objection.granted
        assert Notice.objects.filter(detail__in=["granted", "refused"]).count() == 1
        assert sum(one.startswith("appeal:") for one in actions()) == 1
        is_chained()

    def test_it_is_objected_to_or_undone_and_nothing_waits(self, alice, muted, judges):
        at_once(
            partial(appeals.appeal, person=alice, ruling=muted, text="Unfair."),
            partial(rulings.undo, judge=judges[1], ruling=Ruling.objects.get()),
        )

        assert Ruling.objects.get().undone_at is not None
        assert not Appeal.objects.filter(answered_at=None).exists()
        is_chained()

    def test_it_is_objected_to_once(self, alice, muted):
        say = partial(appeals.appeal, person=alice, ruling=muted, text="Unfair.")

        at_once(*[say] * 4)

        assert Appeal.objects.count() == 1
        assert actions().count("appeal") == 1

    def test_it_is_undone_once(self, muted, judges):
        at_once(
            *[partial(rulings.undo, judge=judge, ruling=Ruling.objects.get()) for judge in judges]
        )

        assert actions().count("lift:no-chat") == 1
        assert Notice.objects.filter(detail="undone").count() == 1

    def test_it_is_taken_out_once(self, alice, bob, judges):
        game = GameFactory(users=[alice, bob], turns=2, is_rated=True)
        endings.resign(game_id=game.pk, user=bob)

        at_once(
            *[partial(rulings.void, judge=one, game=game, reason="Arranged.") for one in judges]
        )

        assert Annulment.objects.count() == 1
        assert Ruling.objects.count() == 2
        assert actions().count("void") == 1
        assert ratings.recompute("botanik", write=False) == []

    def test_it_is_decided_or_given_up(self, alice, bob, judges):
        game = GameFactory(users=[alice, bob], turns=2)

        at_once(
            partial(rulings.adjudicate, judge=judges[0], game=game, verdict=0, reason="It hangs."),
            partial(endings.resign, game_id=game.pk, user=alice),
        )

        game.refresh_from_db()
        assert game.ending in ("adjudicated", "resigned")
        assert Ruling.objects.exists() is (game.ending == "adjudicated")

    def test_it_renames_somebody_twice_and_keeps_both_names(self, alice, judges):
        at_once(
            *[
                partial(rulings.rename, judge=one, person=alice, reason="Rude.")
                for one in judges[:2]
            ]
        )

        alice.refresh_from_db()
        assert alice.username.startswith("player-")
        assert alice.former_names.count() == 2
        is_chained()

    def test_it_keeps_the_ladder_whole(self, alice, bob, charlie, judges):
        stand(alice, bob, charlie)
        first = climb(charlie, bob)  # alice charlie bob
        second = climb(bob, alice)  # bob alice charlie
        games = [Game.objects.get(pk=one.pk) for one in (first, second)]

        at_once(
            *[
                partial(rulings.void, judge=judge, game=game, reason="Arranged.")
                for judge, game in zip(judges, games, strict=False)
            ]
        )

        all_is_well()
        assert Annulment.objects.count() == 2
        is_chained()
