"""The pages of who reports something: the form, the receipt, and in the end the answer."""

import pytest
from django.test import Client

from accounts import blocks
from accounts.models import User
from games.models import Case, Report
from games.services import bots, reports
from tests.factories import GameFactory, OfferFactory, TableFactory, UserFactory
from tests.games.moderating import close, insult, moderator, report_person, say

pytestmark = pytest.mark.django_db

XSS = "<script>alert('weed')</script>"
SAFE = "&lt;script&gt;alert(&#x27;weed&#x27;)&lt;/script&gt;"


@pytest.fixture
def at_alice(client, alice):
    client.force_login(alice)
    return client


def text_of(answer):
    return answer.content.decode()


def send(client, path, person, kind="name", text="Look."):
    return client.post(path, {"kind": kind, "person": person.pk, "text": text})


class TestForm:
    def test_it_says_of_each_kind_what_it_asks_for_and_what_not(self, at_alice, bob):
        page = text_of(at_alice.get("/report/person/bob/"))

        assert "One person plays under two names." in page
        assert "Not for two people of one household." in page
        assert 'value="abuse"' not in page

    def test_it_is_in_french(self, at_alice, bob):
        page = text_of(at_alice.get("/report/person/bob/", headers={"accept-language": "fr"}))

        assert "Signaler bob" in page
        assert "Pas pour deux personnes d’un même foyer." in page

    def test_it_shows_the_line(self, at_alice, alice, bob):
        line = say(GameFactory(users=[alice, bob]), bob, XSS)
        page = text_of(at_alice.get(f"/report/line/{line.pk}/"))

        assert SAFE in page
        assert XSS not in page

    def test_it_shows_the_note(self, at_alice, bob):
        offer = OfferFactory(owner=bob, note=XSS)
        page = text_of(at_alice.get(f"/report/offer/{offer.pk}/"))

        assert SAFE in page
        assert XSS not in page

    def test_it_asks_whom_it_concerns_where_there_are_several(
        self, at_alice, alice, bob, charlie, seedlings
    ):
        game = TableFactory(users=[alice, bob, charlie])
        page = text_of(at_alice.get(f"/report/game/{game.pk}/"))

        assert ">bob</option>" in page
        assert ">charlie</option>" in page
        assert ">alice</option>" not in page

    @pytest.mark.parametrize(
        ("ply", "kept"), [("2", 2), ("99", None), ("x", None), ("-1", None), ("9" * 30, None)]
    )
    def test_it_keeps_the_ply_of_the_address(self, at_alice, alice, bob, ply, kept):
        game = GameFactory(users=[alice, bob], turns=3)
        send(at_alice, f"/report/game/{game.pk}/?ply={ply}", bob, "engine")

        assert Report.objects.get().ply == kept

    def test_it_offers_to_block(self, at_alice, bob):
        assert 'action="/@bob/block/"' in text_of(at_alice.get("/report/person/bob/"))

    def test_it_does_not_offer_to_block_twice(self, at_alice, alice, bob):
        blocks.block(owner=alice, blocked=bob)

        assert 'action="/@bob/block/"' not in text_of(at_alice.get("/report/person/bob/"))

    def test_it_asks_for_a_login(self, client, bob):
        answer = client.get("/report/person/bob/")

        assert answer["Location"].startswith("/account/login/")

    def test_it_tells_guests_kindly_that_it_needs_an_account(self, client, bob):
        client.force_login(User.objects.create(username="guest-1", is_guest=True))
        answer = client.get("/report/person/bob/")

        assert answer.status_code == 403
        assert "Reports need an account" in text_of(answer)

    @pytest.mark.parametrize(
        ("path", "status"),
        [
            ("/report/person/nobody/", 404),
            ("/report/person/alice/", 422),
            ("/report/line/1/", 404),
            ("/report/game/00000000-0000-0000-0000-000000000000/", 404),
            ("/report/offer/00000000-0000-0000-0000-000000000000/", 404),
            ("/report/1/", 404),
        ],
    )
    def test_it_is_not_there_for_what_cannot_be_reported(self, at_alice, path, status):
        assert at_alice.get(path).status_code == status

    def test_it_costs_the_same_whatever_was_reported(
        self, at_alice, bob, django_assert_num_queries
    ):
        at_alice.get("/report/person/bob/")

        with django_assert_num_queries(5):  # session, person, bell; bob, blocked
            at_alice.get("/report/person/bob/")


class TestSending:
    def test_it_leads_to_the_receipt(self, at_alice, bob):
        answer = send(at_alice, "/report/person/bob/", bob)

        assert answer["Location"] == f"/report/{Report.objects.get().pk}/"
        page = text_of(at_alice.get(answer["Location"]))
        assert "A moderator will look at it, and you will be told what came of it." in page

    def test_it_leads_a_second_try_to_the_first(self, at_alice, bob):
        first = send(at_alice, "/report/person/bob/", bob)["Location"]
        second = send(at_alice, "/report/person/bob/", bob)["Location"]

        assert first == second
        assert "You have reported this already" in text_of(at_alice.get(second))

    def test_it_says_that_a_game_was_added(self, at_alice, alice, bob):
        for game in (GameFactory(users=[alice, bob]), GameFactory(users=[alice, bob])):
            answer = send(at_alice, f"/report/game/{game.pk}/", bob, "engine", XSS)

        page = text_of(at_alice.get(answer["Location"]))
        assert "The game was added to your report." in page
        assert f"/games/{game.pk}/" in page
        assert XSS not in page

    @pytest.mark.parametrize(
        "change", [{"kind": "abuse"}, {"kind": ""}, {"person": "x"}, {"text": "a" * 1001}]
    )
    def test_it_shows_the_form_again_for_what_does_not_fit(self, at_alice, bob, change):
        sent = {"kind": "name", "person": bob.pk, "text": "", **change}

        assert at_alice.post("/report/person/bob/", sent).status_code == 422
        assert not Report.objects.exists()

    def test_it_takes_nobody_who_is_not_concerned(self, at_alice, bob, charlie):
        assert send(at_alice, "/report/person/bob/", charlie).status_code == 422

    def test_it_says_what_is_missing(self, at_alice, bob):
        answer = send(at_alice, "/report/person/bob/", bob, "engine", "")

        assert answer.status_code == 422
        assert "Say what you saw" in text_of(answer)

    def test_it_ends_a_flood(self, at_alice):
        people = UserFactory.create_batch(reports.MOST_A_DAY + 1)
        answers = [send(at_alice, f"/report/person/{one.username}/", one) for one in people]

        assert [one.status_code for one in answers] == [302] * reports.MOST_A_DAY + [429]


class TestReceipt:
    def test_it_shows_what_was_said(self, at_alice, alice, bob):
        report = report_person(alice, bob, text=XSS)
        page = text_of(at_alice.get(f"/report/{report.pk}/"))

        assert SAFE in page
        assert XSS not in page
        assert "a moderator will look at it" in page

    def test_it_is_nobody_else_s(self, alice, bob, charlie):
        report = report_person(alice, bob)
        for other in (bob, charlie, moderator()):
            browser = Client()
            browser.force_login(other)

            assert browser.get(f"/report/{report.pk}/").status_code == 404

    def test_it_tells_in_the_end_what_came_of_it(self, at_alice, alice, bob):
        report = insult(alice, bob)
        close(report.case, moderator(), Case.Outcome.ACTED, "removed")
        page = text_of(at_alice.get(f"/report/{report.pk}/"))

        assert "you were right to tell us" in page
        assert "What you reported is no longer to be seen." in page

    def test_it_tells_it_in_the_language_of_who_reads_it(self, at_alice, alice, bob):
        report = insult(alice, bob)
        close(report.case, moderator(), Case.Outcome.NOTHING, "honest")
        page = text_of(at_alice.get(f"/report/{report.pk}/", headers={"accept-language": "fr"}))

        assert "n’avons rien trouvé de contraire aux règles" in page
        assert "dans des parties honnêtes" in page

    def test_it_names_no_moderator(self, at_alice, alice, bob):
        report = insult(alice, bob)
        close(report.case, moderator("moira"))

        assert "moira" not in text_of(at_alice.get(f"/report/{report.pk}/"))

    def test_it_is_where_the_notice_leads(self, at_alice, alice, bob):
        report = insult(alice, bob)
        close(report.case, moderator())
        page = text_of(at_alice.get("/notices/"))

        assert "You reported something: we have looked at it, and acted on it." in page
        assert f'href="/report/{report.pk}/"' in page

    def test_it_has_told_who_looks_at_it(self, at_alice, alice, bob):
        report = insult(alice, bob)
        close(report.case, moderator())
        at_alice.get(f"/report/{report.pk}/")

        assert not alice.notices.filter(event="moderation", read_at=None).exists()


class TestLinks:
    def test_it_is_on_the_profile_of_somebody_else(self, at_alice, bob):
        assert 'href="/report/person/bob/"' in text_of(at_alice.get("/@bob/"))
        assert "/report/" not in text_of(at_alice.get("/@alice/"))

    def test_it_is_not_on_the_profile_of_a_bot(self, at_alice, alice):
        bots.challenge(slug="pip", user=alice)
        name = User.objects.get(bot="pip").username

        assert "/report/" not in text_of(at_alice.get(f"/@{name}/"))

    def test_it_is_in_the_menu_of_a_table_with_people(self, at_alice, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        page = text_of(at_alice.get(f"/games/{game.pk}/"))

        assert f'href="/report/game/{game.pk}/?ply={game.ply}"' in page

    def test_it_is_not_in_the_menu_of_a_table_with_a_bot(self, at_alice, alice):
        game = bots.challenge(slug="pip", user=alice)

        assert "/report/" not in text_of(at_alice.get(f"/games/{game.pk}/"))

    def test_it_is_beside_the_note_of_an_offer(self, at_alice, alice, bob):
        offer = OfferFactory(owner=bob, note="Buy!")
        own = OfferFactory(owner=alice, note="Come!")

        assert f'href="/report/offer/{offer.pk}/"' in text_of(at_alice.get(f"/offers/{offer.pk}/"))
        assert "/report/" not in text_of(at_alice.get(f"/offers/{own.pk}/"))
