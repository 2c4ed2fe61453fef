"""Signed links in mails: each does one thing for one person, for a while, and once."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from accounts import blocks, sanctions
from accounts.models import User
from accounts.selectors import preferences_of
from games import links
from games.models import Game, Offer
from games.services import deliveries, offers
from tests.factories import OfferFactory, SanctionFactory
from tests.noon import NOON
from tests.post_office import html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "confirmed")]


@pytest.fixture
def offer(alice, bob):
    return OfferFactory(
        owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob, note="Shall we?", is_rated=True
    )


@pytest.fixture
def mail(offer, post_office, clock):
    """What bob gets."""
    clock.shift(timedelta(hours=1))
    deliveries.deliver()
    (mail,) = post_office.to("bob")
    return mail


@pytest.fixture
def accept(mail):
    return link_in(mail, "Accept and play")


@pytest.fixture
def decline(mail):
    return link_in(mail, "Decline")


@pytest.fixture
def stop(mail):
    return link_in(mail, "Mail me no more about this")


@pytest.fixture
def visitor():
    """Somebody's browser in which nobody is logged in."""
    return Client()


def link_in(mail, words):
    """The path of the link behind some words."""
    return re.search(rf"{words}: https?://[^/]+(/\S+)", text_of(mail))[1]


class TestMail:
    def test_it_has_the_same_links_as_text_and_html(self, mail, accept, decline, stop):
        assert all(link in html_of(mail) for link in (accept, decline, stop))

    def test_it_says_what_is_offered(self, mail):
        assert "3 days to begin with and 1 more with every turn, up to 5, rated" in text_of(mail)
        assert "“Shall we?”" in text_of(mail)
        assert "“Shall we?”" in html_of(mail)

    def test_it_lets_mail_programs_stop_it(self, mail, stop):
        assert mail["List-Unsubscribe"].endswith(f"{stop}>")
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


class TestAnswering:
    def test_it_asks_with_one_button_and_does_nothing_yet(self, visitor, accept, offer):
        page = visitor.get(accept).content.decode()

        main = page[page.index("<main") : page.index("</main>")]
        assert main.count("<button") == 1
        assert "Shall we?" in main
        assert not Game.objects.exists()

    def test_it_begins_the_game_without_login(self, visitor, accept, alice, bob):
        answer = visitor.post(accept)

        assert answer.status_code == 200
        assert {player.user for player in Game.objects.get().players.all()} == {alice, bob}
        assert "_auth_user_id" not in visitor.session

    def test_it_declines(self, visitor, decline, offer):
        visitor.post(decline)

        offer.refresh_from_db()
        assert offer.status == "declined"

    def test_it_works_once(self, visitor, accept, decline):
        visitor.post(accept)

        assert visitor.get(accept).status_code == 409
        assert visitor.post(accept).status_code == 409
        assert visitor.post(decline).status_code == 409
        assert Game.objects.count() == 1

    def test_it_needs_the_form_of_the_page(self, accept):
        strict = Client(enforce_csrf_checks=True)

        assert strict.post(accept).status_code == 403
        assert not Game.objects.exists()

    def test_it_expires(self, visitor, accept, clock, offer):
        Offer.objects.update(expires_at=NOON + timedelta(days=99))
        clock.shift(links.ANSWER_OFFER.lasts + timedelta(seconds=1))

        answer = visitor.post(accept)

        assert answer.status_code == 409
        assert b"too old" in answer.content

    def test_it_ends_with_the_offer(self, visitor, accept, alice, offer):
        offers.withdraw(offer_id=offer.pk, user=alice)

        assert visitor.post(accept).status_code == 409

    @pytest.mark.parametrize("change", [lambda token: token[:-1], lambda token: "x" + token])
    def test_it_cannot_be_forged(self, visitor, accept, change):
        forged = f"/offers/by-mail/{change(accept.split('/')[-2])}/"

        assert visitor.get(forged).status_code == 404
        assert visitor.post(forged).status_code == 404

    def test_it_is_not_made_from_a_link_for_something_else(self, visitor, stop):
        foreign = f"/offers/by-mail/{stop.split('/')[-2]}/"

        assert visitor.post(foreign).status_code == 404

    def test_it_does_not_accept_what_is_offered_to_somebody_else(self, visitor, offer, charlie):
        token = links.sign(links.ANSWER_OFFER, user=charlie, thing=f"accept:{offer.pk.hex}")

        assert visitor.post(f"/offers/by-mail/{token}/").status_code == 404

    def test_it_is_refused_to_somebody_else_who_is_logged_in(self, visitor, accept, charlie):
        visitor.force_login(charlie)

        assert visitor.post(accept).status_code == 403
        assert not Game.objects.exists()

    def test_it_works_for_its_owner_who_is_logged_in(self, visitor, accept, bob):
        visitor.force_login(bob)

        assert visitor.post(accept).status_code == 200

    def test_it_is_refused_to_a_closed_account(self, visitor, accept, bob):
        SanctionFactory(user=bob, kind=sanctions.Kind.CLOSED, reason="Cheating.")

        assert visitor.post(accept).status_code == 403

    def test_it_is_gone_for_who_has_left(self, visitor, accept, bob):
        User.objects.filter(pk=bob.pk).update(is_active=False)

        assert visitor.post(accept).status_code == 404

    def test_it_is_no_longer_open_to_who_has_been_blocked_since(self, visitor, accept, alice, bob):
        blocks.block(owner=bob, blocked=alice)

        assert visitor.post(accept).status_code == 409

    def test_it_is_kept_nowhere(self, visitor, accept):
        assert "no-store" in visitor.get(accept)["Cache-Control"]

    def test_it_stays_out_of_the_logs(self, visitor, accept, caplog):
        visitor.get(accept)
        visitor.post(accept)
        visitor.post(accept)

        token = accept.split("/")[-2]
        lines = [record.getMessage() + str(vars(record)) for record in caplog.records]
        assert not [line for line in lines if token in line]


class TestStopping:
    def wish(self, user, event="offer-received"):
        return preferences_of(user).notices[event]

    def test_it_asks_with_one_button_and_does_nothing_yet(self, visitor, stop, bob):
        page = visitor.get(stop).content.decode()

        main = page[page.index("<main") : page.index("</main>")]
        assert main.count("<button") == 1
        assert self.wish(bob)["mail"] == "soon"

    def test_it_changes_the_matrix_for_that_event_alone(self, visitor, stop, bob):
        before = preferences_of(bob).notices
        visitor.post(stop)

        wanted = {**before, "offer-received": {"page": True, "mail": "never"}}
        assert preferences_of(bob).notices == wanted

    def test_it_works_by_one_click_of_a_mail_program(self, stop, bob):
        program = Client(enforce_csrf_checks=True)

        answer = program.post(stop, {"List-Unsubscribe": "One-Click"})

        assert answer.status_code == 200
        assert self.wish(bob)["mail"] == "never"

    def test_it_is_done_once_however_often_it_is_asked(self, visitor, stop, bob):
        assert [visitor.post(stop).status_code for _ in range(2)] == [200, 200]
        assert self.wish(bob)["mail"] == "never"

    def test_it_stops_what_comes_once_a_day(self, visitor, bob):
        token = links.sign(links.STOP_MAIL, user=bob, thing=links.DIGEST)

        visitor.post(f"/notices/stop/{token}/")

        assert self.wish(bob, "game-over")["mail"] == "never"
        assert self.wish(bob, "your-turn")["mail"] == "soon"

    def test_it_expires(self, visitor, stop, clock):
        clock.shift(links.STOP_MAIL.lasts + timedelta(seconds=1))

        assert visitor.post(stop).status_code == 409

    def test_it_cannot_be_forged(self, visitor, stop):
        assert visitor.post(stop[:-2] + "/").status_code == 404

    def test_it_is_refused_to_somebody_else_who_is_logged_in(self, visitor, stop, charlie):
        visitor.force_login(charlie)

        assert visitor.post(stop).status_code == 403

    def test_it_works_for_a_closed_account(self, visitor, stop, bob):
        SanctionFactory(user=bob, kind=sanctions.Kind.CLOSED, reason="Cheating.")

        assert visitor.post(stop).status_code == 200
