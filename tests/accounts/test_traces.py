"""Traces: from where somebody was here, as digests, for 90 days."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import traces
from accounts.models import Trace, User
from accounts.tasks import forget_traces
from tests.factories import OfferFactory, UserFactory

pytestmark = pytest.mark.django_db

Kind = Trace.Kind


def visit(person, *, address="192.0.2.1", device=""):
    """Somebody looks at a page, from an address and maybe with a browser that is known."""
    browser = Client(REMOTE_ADDR=address)
    if device:
        browser.cookies[traces.COOKIE] = device
    browser.force_login(person)
    browser.get("/rules/")
    return browser.cookies[traces.COOKIE].value


class TestNoting:
    def test_it_keeps_digests_and_never_the_thing_itself(self, alice):
        device = visit(alice, address="192.0.2.7")

        kept = " ".join(Trace.objects.values_list("digest", flat=True))
        assert Trace.objects.filter(user=alice).count() == 2
        assert device not in kept
        assert "192.0.2.7" not in kept

    def test_it_gives_the_same_number_a_digest_of_its_own_by_its_kind(self):
        assert traces.digest_of(Kind.DEVICE, "a") != traces.digest_of(Kind.ADDRESS, "a")

    def test_it_depends_on_the_secret_of_the_site(self, settings):
        before = traces.digest_of(Kind.DEVICE, "a")
        settings.SECRET_KEY = "another one, of which nobody knows"

        assert traces.digest_of(Kind.DEVICE, "a") != before

    def test_it_takes_a_network_of_one_household_as_one_address(self, alice, bob):
        visit(alice, address="2001:db8::1")
        visit(bob, address="2001:db8::2")

        digests = Trace.objects.filter(kind=Kind.ADDRESS).values_list("digest", flat=True)
        assert len(set(digests)) == 1

    def test_it_notes_who_logs_in(self, log_in, verified_alice):
        log_in()

        kinds = verified_alice.traces.values_list("kind", flat=True)
        assert set(kinds) == {Kind.DEVICE, Kind.ADDRESS}

    def test_it_notes_who_becomes_a_guest(self, client):
        client.post(f"/offers/{OfferFactory().pk}/accept/", {})

        guest = User.objects.get(is_guest=True)
        assert guest.traces.count() == 2

    def test_it_notes_no_visitor(self, client):
        client.get("/rules/")

        assert not Trace.objects.exists()
        assert traces.COOKIE not in client.cookies

    def test_it_asks_nothing_more_on_ordinary_pages(self, client, alice, django_assert_num_queries):
        client.force_login(alice)
        client.get("/privacy/")

        with django_assert_num_queries(3):  # the session, the person, the bell
            client.get("/privacy/")

    def test_it_writes_once_a_day_for_the_same_place(self, client, alice):
        client.force_login(alice)
        client.get("/privacy/")
        Trace.objects.update(last_seen_at=timezone.now() - timedelta(hours=1))
        cache.delete(f"session-noted:{client.session.session_key}")  # ten minutes later
        client.get("/privacy/")

        assert not alice.traces.filter(last_seen_at__gt=timezone.now() - timedelta(hours=1))

    def test_it_writes_anew_the_next_day(self, client, alice):
        client.force_login(alice)
        client.get("/privacy/")
        long_ago = timezone.now() - timedelta(days=2)
        Trace.objects.update(first_seen_at=long_ago, last_seen_at=long_ago)
        cache.clear()
        client.get("/privacy/")

        assert alice.traces.filter(first_seen_at=long_ago, last_seen_at__gt=long_ago).count() == 2

    def test_it_notes_another_address_at_the_next_look(self, client, alice):
        client.force_login(alice)
        client.get("/privacy/")
        cache.delete(f"session-noted:{client.session.session_key}")
        client.get("/privacy/", REMOTE_ADDR="192.0.2.99")

        assert alice.traces.filter(kind=Kind.ADDRESS).count() == 2
        assert alice.traces.filter(kind=Kind.DEVICE).count() == 1


class TestCookie:
    def test_it_is_random_kept_from_scripts_and_lasts_90_days(self, client, alice):
        client.force_login(alice)
        client.get("/privacy/")
        cookie = client.cookies[traces.COOKIE]

        assert traces.IS_DEVICE.fullmatch(cookie.value)
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["max-age"] == 90 * 24 * 60 * 60

    def test_it_goes_over_https_alone_where_the_site_does(self, client, alice, settings):
        settings.HTTPS = True
        client.force_login(alice)
        client.get("/privacy/")

        assert client.cookies[traces.COOKIE]["secure"]

    def test_it_stays_the_same_for_who_comes_next_in_that_browser(self, alice, bob):
        device = visit(alice)

        assert visit(bob, device=device) == device

    @pytest.mark.parametrize("forged", ["<script>", "0", "g" * 32, "a" * 31, "é" * 32])
    def test_it_takes_no_number_that_is_not_ours(self, alice, forged):
        assert visit(alice, device=forged) != forged

    def test_it_is_not_set_with_what_everybody_may_be_sent(self, client, alice):
        client.force_login(alice)
        answer = client.get("/cards/botanik.png")

        assert "public" in answer["Cache-Control"]
        assert traces.COOKIE not in answer.cookies


class TestSharing:
    def test_it_finds_who_used_the_same_device(self, alice, bob, charlie):
        device = visit(alice, address="192.0.2.1")
        visit(bob, address="192.0.2.2", device=device)
        visit(charlie, address="192.0.2.3")

        (one,) = traces.sharing(alice)
        assert (one.user, one.devices, one.addresses) == (bob, 1, 0)

    def test_it_finds_who_came_from_the_same_address(self, alice, bob):
        visit(alice)
        visit(bob)

        (one,) = traces.sharing(alice)
        assert (one.user, one.devices, one.addresses) == (bob, 0, 1)

    def test_it_names_first_whose_device_is_the_same(self, alice, bob, charlie):
        device = visit(alice)
        visit(bob, address="192.0.2.2", device=device)
        visit(charlie)

        assert [one.user for one in traces.sharing(alice)] == [bob, charlie]

    def test_it_finds_nobody_for_who_left_no_trace(self, alice):
        assert traces.sharing(alice) == []

    def test_it_asks_the_same_however_many_there_are(self, alice, django_assert_num_queries):
        device = visit(alice)
        for person in UserFactory.create_batch(5):
            visit(person, device=device)

        with django_assert_num_queries(4):
            assert len(traces.sharing(alice)) == 5


class TestForgetting:
    def test_it_forgets_after_90_days_and_not_before(self, alice, bob):
        visit(alice)
        visit(bob)
        now = timezone.now()
        alice.traces.update(last_seen_at=now - timedelta(days=90))
        bob.traces.update(last_seen_at=now - timedelta(days=89))
        forget_traces()

        assert not alice.traces.exists()
        assert bob.traces.count() == 2
