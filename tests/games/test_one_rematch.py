"""The migration that leaves a game one rematch."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from games.models import Offer
from games.services import endings, offers
from tests.factories import GameFactory, OfferFactory

pytestmark = pytest.mark.django_db(transaction=True)

migration = import_module("games.migrations.0003_one_rematch")


@pytest.fixture
def over(alice, bob):
    game = GameFactory(users=[alice, bob], turns=2)
    endings.resign(game_id=game.pk, user=alice)
    return game


@pytest.fixture
def rematches(over, alice, bob):
    """As they were made before: two games, the second of them first accepted, and an offer."""
    constraint = next(one for one in Offer._meta.constraints if one.name == "one_rematch")
    with connection.schema_editor() as editor:
        editor.remove_constraint(Offer, constraint)
    made = [OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob) for _ in range(3)]
    for offer in (made[1], made[0]):
        offers.accept(offer_id=offer.pk, user=bob)
    Offer.objects.filter(pk__in=[offer.pk for offer in made]).update(rematch_of=over)
    yield made
    with connection.schema_editor() as editor:
        editor.add_constraint(Offer, constraint)


class TestMigration:
    def test_it_keeps_the_first_that_was_accepted(self, over, rematches):
        with connection.schema_editor() as editor:
            migration.detach_duplicates(apps, editor)

        assert [offer.pk for offer in over.rematches.all()] == [rematches[1].pk]

    def test_it_leaves_those_alone_that_came_to_nothing(self, over, rematches):
        Offer.objects.filter(pk=rematches[2].pk).update(status="declined", closed_at=timezone.now())

        with connection.schema_editor() as editor:
            migration.detach_duplicates(apps, editor)

        assert {offer.pk for offer in over.rematches.all()} == {rematches[1].pk, rematches[2].pk}
