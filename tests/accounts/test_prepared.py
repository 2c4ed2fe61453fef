"""A prepared query finds what the same query finds that is built for the occasion."""

from datetime import datetime, timedelta
from uuid import UUID

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.prepared import Prepared, PreparedUpdate
from games.models import Offer, Place
from games.selectors.notices import _bell, bell_of
from tests.factories import GameFactory, OfferFactory

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@Prepared
def open_offers(*, owner_id: int, now: datetime):
    offers = Offer.objects.filter(owner=owner_id, expires_at__gt=now, is_rated=False)
    return offers.order_by("pk").values_list("pk", "note")


@Prepared
def the_other_place(*, offer_id: UUID):
    places = Place.objects.filter(offer=offer_id, number=1).select_related("offer__owner", "user")
    return places.annotate(bearer=F("offer__owner__username")).defer("answer")


@PreparedUpdate
def lengthen(*, owner_id: int, until: datetime):
    return Offer.objects.filter(owner=owner_id).exclude(note="short"), {"expires_at": until}


class TestPrepared:
    def test_it_finds_what_its_values_say(self, alice, bob):
        OfferFactory(owner=alice, note="hers")
        OfferFactory(owner=bob, note="his")

        for person, note in ((alice, "hers"), (bob, "his"), (alice, "hers")):
            assert open_offers.first(owner_id=person.pk, now=timezone.now())[1] == note

    def test_it_finds_nothing_when_the_moment_has_passed(self, alice):
        OfferFactory(owner=alice)
        late = timezone.now() + 30 * DAY

        assert open_offers.first(owner_id=alice.pk, now=late) is None

    def test_it_makes_models_as_the_query_does(self, alice, bob, django_assert_num_queries):
        offer = OfferFactory(owner=alice, recipient=bob, reach=Offer.Reach.PERSONAL)

        with django_assert_num_queries(1):
            found = the_other_place.first(offer_id=offer.pk)
            seen = found.offer.owner, found.user, found.offer.made_at, found.bearer

        built = the_other_place.build(offer_id=offer.pk).get()
        assert seen == (built.offer.owner, built.user, built.offer.made_at, alice.username)
        assert not found.get_deferred_fields() ^ built.get_deferred_fields()

    def test_it_refuses_what_computes_with_its_values(self):
        @Prepared
        def late_offers(*, now: datetime):
            return Offer.objects.filter(expires_at__gt=now + DAY)

        with pytest.raises(AssertionError, match="computes with its values"):
            late_offers.all(now=timezone.now())

    def test_it_refuses_values_that_are_not_asked_for(self):
        @Prepared
        def all_offers(*, now: datetime):
            return Offer.objects.all()

        with pytest.raises(AssertionError, match="does not use all of its values"):
            all_offers.all(now=timezone.now())

    def test_it_is_one_query(self, alice, django_assert_num_queries):
        with django_assert_num_queries(1):
            open_offers.first(owner_id=alice.pk, now=timezone.now())


class TestPreparedUpdate:
    def test_it_changes_what_its_values_find_and_says_how_many(
        self, alice, bob, django_assert_num_queries
    ):
        long = [OfferFactory(owner=alice), OfferFactory(owner=alice)]
        others = [OfferFactory(owner=alice, note="short"), OfferFactory(owner=bob)]
        until = timezone.now() + 40 * DAY
        lengthen.write(owner_id=0, until=until)  # the first time it is built

        with django_assert_num_queries(1):
            assert lengthen.write(owner_id=alice.pk, until=until) == 2

        assert {one.pk for one in Offer.objects.filter(expires_at=until)} == {o.pk for o in long}
        assert Offer.objects.exclude(expires_at=until).count() == len(others)

    def test_it_changes_nothing_where_nothing_is_found(self, alice, bob):
        OfferFactory(owner=alice)

        assert lengthen.write(owner_id=bob.pk, until=timezone.now()) == 0

    def test_it_refuses_what_computes_with_its_values(self):
        @PreparedUpdate
        def lengthen_by_a_day(*, until: datetime):
            return Offer.objects.all(), {"expires_at": until + DAY}

        with pytest.raises(AssertionError, match="computes with its values"):
            lengthen_by_a_day.write(until=timezone.now())


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
            built = _bell.build(user_id=person.pk, now=timezone.now()).get()
            bell = bell_of(person)
            assert (bell.unread, bell.waiting) == tuple(number or 0 for number in built)
