"""Rows are written as Django writes them, by statements that are built once."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from accounts import rows
from accounts.notices import Event
from games.models import Delivery, Game, Move, Notice, Player
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob])


def move(game, *, ply):
    return Move(game=game, ply=ply, seat=None, notation=f"m{ply}", made_at=timezone.now())


class TestInsert:
    def test_it_writes_rows_with_one_query_and_gives_them_their_keys(
        self, game, django_assert_num_queries
    ):
        made = [move(game, ply=90), move(game, ply=91)]

        with django_assert_num_queries(1):
            rows.insert(made)

        stored = Move.objects.filter(ply__gte=90)
        assert [(one.pk, one.notation) for one in stored] == [
            (one.pk, one.notation) for one in made
        ]

    def test_it_writes_every_kind_of_value_that_the_model_has(self, game, alice):
        notice = Notice(
            user=alice, event=Event.YOUR_TURN, key="k", game=game, made_at=timezone.now()
        )
        rows.insert([notice])
        delivery = Delivery(
            notice=notice, channel="page", due_at=notice.made_at, history=[["a", "b"]]
        )
        rows.insert([delivery])

        stored = Delivery.objects.select_related("notice__game").get(pk=delivery.pk)
        assert stored.history == [["a", "b"]]
        assert stored.due_at == stored.notice.made_at == notice.made_at
        assert stored.notice.game == game
        assert stored.notice.ply is stored.notice.offer is None

    def test_it_leaves_what_was_inserted_to_be_saved_again(self, game):
        made = move(game, ply=90)
        rows.insert([made])
        made.notation = "other"
        made.save()

        assert Move.objects.get(ply=90).notation == "other"

    def test_it_asks_nothing_for_no_rows(self, django_assert_num_queries):
        with django_assert_num_queries(0):
            rows.insert([])

    def test_it_refuses_what_a_constraint_refuses(self, game):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.insert([move(game, ply=90), move(game, ply=90)])

        assert not Move.objects.filter(ply=90).exists()


class TestUpdate:
    def test_it_writes_the_named_fields_and_no_others(self, game, django_assert_num_queries):
        game.position, game.ply, game.commitment = {"a": [None, 1]}, 7, "other"

        with django_assert_num_queries(1):
            rows.update(game, fields=["position", "ply"])

        stored = Game.objects.get()
        assert (stored.position, stored.ply) == ({"a": [None, 1]}, 7)
        assert stored.commitment != "other"

    def test_it_changes_one_row_alone(self, game):
        first, second = game.players.order_by("seat")
        first.score, first.remind_at = 5, None
        rows.update(first, fields=["score", "remind_at"])

        assert Player.objects.get(pk=first.pk).score == 5
        assert Player.objects.get(pk=second.pk).score == second.score

    def test_it_tells_if_the_row_is_gone(self, game):
        gone = game.players.first()
        gone.pk = 0

        with pytest.raises(DatabaseError):
            rows.update(gone, fields=["score"])
