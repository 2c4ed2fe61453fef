"""A prepared query finds what the same query finds that is built for the occasion."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Offer
from games.selectors.notices import _bell, bell_of
from games.selectors.prepared import A_MOMENT, A_NUMBER, Prepared
from tests.factories import GameFactory, OfferFactory

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def open_offers(*, owner_id, now):
    offers = Offer.objects.filter(owner=owner_id, expires_at__gt=now, is_rated=False)
    return offers.order_by("pk").values_list("pk", "note")


@pytest.fixture
def prepared():
    return Prepared(open_offers, owner_id=A_NUMBER, now=A_MOMENT)


class TestPrepared:
    def test_it_finds_what_its_values_say(self, prepared, alice, bob):
        OfferFactory(owner=alice, note="hers")
        OfferFactory(owner=bob, note="his")

        for person, note in ((alice, "hers"), (bob, "his"), (alice, "hers")):
            assert prepared.first(owner_id=person.pk, now=timezone.now())[1] == note

    def test_it_finds_nothing_when_the_moment_has_passed(self, prepared, alice):
        OfferFactory(owner=alice)
        late = timezone.now() + 30 * DAY

        assert prepared.first(owner_id=alice.pk, now=late) is None

    def test_it_is_one_query(self, prepared, alice, django_assert_num_queries):
        with django_assert_num_queries(1):
            prepared.first(owner_id=alice.pk, now=timezone.now())


class TestBell:
    @pytest.mark.parametrize("days", [0, 1, 20])
    def test_it_says_the_same_as_the_query_that_it_was_built_of(
        self, alice, bob, charlie, days, time_machine
    ):
        GameFactory(users=[alice, bob], turns=3)
        OfferFactory(owner=charlie, reach=Offer.Reach.PERSONAL, recipient=alice)
        OfferFactory(owner=bob, reach=Offer.Reach.PERSONAL, recipient=alice)
        time_machine.move_to(timezone.now() + days * DAY, tick=False)

        for person in (alice, bob, charlie):
            built = _bell(user_id=person.pk, now=timezone.now()).get()
            bell = bell_of(person)
            assert (bell.unread, bell.waiting) == tuple(number or 0 for number in built)
