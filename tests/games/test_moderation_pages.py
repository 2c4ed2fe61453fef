"""The pages of moderators: who sees them, what they show, and what they cost."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts import roles
from games.models import Case, CaseNote
from games.selectors import moderation as selectors
from games.services import moderation
from tests.factories import GameFactory, SanctionFactory, UserFactory
from tests.games.leaks import differing, permute
from tests.games.moderating import (
    appoint,
    close,
    insult,
    moderator,
    report_game,
    report_line,
    report_person,
    say,
)
from tests.games.test_moderation import lay_cases

pytestmark = pytest.mark.django_db

Kind, Role = Case.Kind, roles.Role
XSS = "<script>alert('weed')</script>"
SAFE = "&lt;script&gt;alert(&#x27;weed&#x27;)&lt;/script&gt;"


@pytest.fixture
def moira(db):
    return moderator()


@pytest.fixture
def at_moira(client, moira):
    client.force_login(moira)
    return client


@pytest.fixture
def case(alice, bob):
    return insult(alice, bob).case


def text_of(answer):
    return " ".join(answer.content.decode().split())


def browser_of(person):
    browser = Client()
    if person:
        browser.force_login(person)
    return browser


def addresses(case):
    """Every page and form, with what the form sends."""
    path = f"/moderation/{case.pk}/"
    yield "get", "/moderation/", {}
    yield "get", path, {}
    yield "post", f"{path}claim/", {"claim": "yes"}
    yield "post", f"{path}notes/", {"text": "A note."}
    yield "post", f"{path}merge/", {"other": "1"}
    yield "post", f"{path}close/", {"verdict": "acted"}


class TestDoor:
    @pytest.mark.parametrize("name", ["visitor", "guest", "player", "reported", "reporter"])
    def test_it_is_not_there_for_others(self, case, alice, bob, charlie, name):
        guest = UserFactory(username="gast")
        guest.is_guest = True
        guest.save()
        people = {
            "visitor": None, "guest": guest, "player": charlie, "reported": bob, "reporter": alice,
        }  # fmt: skip
        browser = browser_of(people[name])

        for method, path, sent in addresses(case):
            assert getattr(browser, method)(path, sent).status_code == 404, path
        case.refresh_from_db()
        assert case.is_open
        assert case.claimed_by is None

    @pytest.mark.parametrize("role", [Role.MODERATOR, Role.SENIOR, Role.ADMINISTRATOR])
    def test_it_opens_to_every_role_above(self, case, role):
        browser = browser_of(moderator("judge", role))

        assert browser.get("/moderation/").status_code == 200
        assert browser.get(f"/moderation/{case.pk}/").status_code == 200

    def test_it_tells_nobody_of_a_case_about_themselves(self, alice, moira, at_moira):
        """Neither here, nor by another answer, nor in the admin."""
        case = report_person(alice, moira).case

        for method, path, sent in addresses(case):
            if path != "/moderation/":
                assert getattr(at_moira, method)(path, sent).status_code in (404, 422), path
        listed = at_moira.get("/admin/games/case/").content.decode()
        row = at_moira.get(f"/admin/games/case/{case.pk}/change/", follow=True)
        assert "alice" not in listed + row.content.decode()

    def test_it_bears_a_number_that_no_case_can_have(self, at_moira):
        assert at_moira.post(f"/moderation/{10**30}/claim/").status_code == 404

    def test_it_keeps_a_note_that_is_refused(self, case, at_moira):
        answer = at_moira.post(f"/moderation/{case.pk}/notes/", {"text": "w" * 2001})

        assert answer.status_code == 422
        assert "w" * 2001 in answer.content.decode()

    def test_it_asks_for_a_second_factor(self, case, charlie):
        browser = browser_of(appoint(charlie, second_factor=False))

        for method, path, sent in addresses(case):
            assert getattr(browser, method)(path, sent)["Location"] == "/account/2fa/"
        assert not CaseNote.objects.exists()

    def test_it_is_at_the_foot_of_the_page_for_them_alone(self, at_moira, alice):
        assert 'href="/moderation/"' in text_of(at_moira.get("/privacy/"))
        assert 'href="/moderation/"' not in text_of(browser_of(alice).get("/privacy/"))


class TestQueue:
    def test_it_lists_cases_and_who_looks_after_them(self, at_moira, case):
        moderation.claim(case_id=case.pk, by=moderator("mona"))
        page = text_of(at_moira.get("/moderation/"))

        assert f'href="/moderation/{case.pk}/"' in page
        assert "with mona" in page
        assert "1 report," in page

    def test_it_keeps_the_kind_in_the_address(self, at_moira, bob):
        lay_cases(7 * 30, person=bob)
        page = text_of(at_moira.get("/moderation/?kind=spam"))

        assert 'href="/moderation/?kind=spam" aria-current="page"' in page
        assert "/moderation/?kind=spam&amp;after=" in page

    def test_it_has_further_pages(self, at_moira, bob):
        lay_cases(30, person=bob)
        sight = selectors.queue(moderator("mona"))
        page = text_of(at_moira.get("/moderation/", {"after": str(sight.further)}))

        assert page.count('href="/moderation/') - page.count("?kind=") >= 5
        assert "From the beginning" in page

    @pytest.mark.parametrize(
        ("query", "status"), [("kind=weeds", 404), ("after=x", 400), ("after=1_2_3", 400)]
    )
    def test_it_knows_no_other_words(self, at_moira, query, status):
        assert at_moira.get(f"/moderation/?{query}").status_code == status

    def test_it_says_that_nothing_waits(self, at_moira):
        assert "Nothing waits here." in text_of(at_moira.get("/moderation/"))

    def test_it_asks_the_same_with_a_thousand_cases(
        self, at_moira, case, bob, django_assert_num_queries
    ):
        lay_cases(1000, person=bob)
        at_moira.get("/moderation/")

        # session, person, bell; role, second factor, rank, the page
        with django_assert_num_queries(7):
            at_moira.get("/moderation/")


class TestCase:
    def show(self, browser, case):
        return text_of(browser.get(f"/moderation/{case.pk}/"))

    def test_it_shows_the_lines_and_who_said_them(self, at_moira, alice, bob):
        game = GameFactory(users=[alice, bob])
        say(game, alice, "Good morning.")
        case = report_line(alice, say(game, bob, "You weed!"), text="He is rude.").case
        page = self.show(at_moira, case)

        for words in ("Good morning.", "You weed!", "He is rude.", "by alice"):
            assert words in page

    def test_it_leads_to_the_replay_at_the_ply(self, at_moira, alice, bob):
        game = GameFactory(users=[alice, bob], turns=3)
        case = report_game(alice, bob, game, ply=2).case

        assert f'href="/games/{game.pk}/replay/2/"' in self.show(at_moira, case)
        assert at_moira.get(f"/games/{game.pk}/replay/2/").status_code == 200

    def test_it_leads_to_no_private_game(self, at_moira, alice, bob):
        game = GameFactory(users=[alice, bob], is_private=True)
        case = report_game(alice, bob, game, ply=0).case
        page = self.show(at_moira, case)

        assert f"/games/{game.pk}/" not in page
        assert "a private game, for its players alone" in page

    def test_it_escapes_every_text(self, at_moira, alice, bob, charlie, moira):
        bob.about = bob.pronouns = bob.languages = XSS[:30]
        bob.save()
        game = GameFactory(users=[alice, bob], note=XSS)
        cases = [
            report_line(alice, say(game, bob, XSS), text=XSS).case,
            report_person(alice, bob, text=XSS).case,
            report_game(alice, bob, game, text=XSS).case,
        ]
        report_game(alice, bob, GameFactory(users=[alice, bob]), text=XSS)
        moderation.note(case_id=cases[0].pk, by=moira, text=XSS)
        SanctionFactory(user=bob, kind="no-chat", reason=XSS)

        for case in cases:
            page = self.show(at_moira, case)
            assert SAFE in page
            assert "<script>alert" not in page

    def test_it_shows_who_shares_a_device_with_a_caution(self, at_moira, case, bob):
        twin = UserFactory(username="twin")
        device = browser_of(bob)
        device.get("/rules/")
        other = browser_of(twin)
        other.cookies["device"] = device.cookies["device"].value
        other.get("/rules/")
        page = self.show(at_moira, case)

        assert 'href="/@twin/"' in page
        assert "Neither proves anything by itself" in page

    def test_it_shows_how_reliable_the_reporter_was(self, at_moira, moira, alice, bob, charlie):
        close(report_person(alice, charlie).case, moira)
        case = report_person(alice, bob).case

        assert "of earlier reports 1 were right, 0 were not" in self.show(at_moira, case)

    def test_it_offers_nothing_to_who_reported_it(self, at_moira, moira, bob):
        case = report_person(moira, bob).case
        page = self.show(at_moira, case)

        assert "You have reported this yourself" in page
        assert f"/moderation/{case.pk}/claim/" not in page
        assert f"/moderation/{case.pk}/close/" not in page

    def test_it_offers_to_close_what_one_has_claimed(self, at_moira, case):
        assert f"/moderation/{case.pk}/close/" not in self.show(at_moira, case)
        at_moira.post(f"/moderation/{case.pk}/claim/", {"claim": "yes"})

        assert f"/moderation/{case.pk}/close/" in self.show(at_moira, case)

    def test_it_shows_how_it_ended(self, at_moira, case):
        close(case, moderator("mona"), Case.Outcome.NOTHING, "honest")
        page = self.show(at_moira, case)

        assert "by mona: nothing to object to" in page
        assert "What happened there happens in honest games, too." in page

    def test_it_is_in_french(self, at_moira, case):
        page = at_moira.get(f"/moderation/{case.pk}/", headers={"accept-language": "fr"})

        assert "Ce qui a été signalé" in text_of(page)

    def test_it_tells_nothing_of_what_is_still_to_be_drawn(self, moira, alice, bob, time_machine):
        time_machine.move_to(timezone.now(), tick=False)  # the page says how long a case waits
        game = GameFactory(users=[alice, bob], turns=6)
        case = report_game(alice, bob, game, ply=1).case
        asked = [("get", f"/moderation/{case.pk}/", None, None)]

        assert differing(game, {"moira": browser_of(moira)}, asked, permute) == []

    def test_it_asks_the_same_however_many_reported(
        self, at_moira, alice, bob, django_assert_max_num_queries
    ):
        case = report_person(alice, bob).case
        for reporter in UserFactory.create_batch(5):
            report_person(reporter, bob)
        at_moira.get(f"/moderation/{case.pk}/")

        with django_assert_max_num_queries(28):
            at_moira.get(f"/moderation/{case.pk}/")


class TestForms:
    def test_it_is_claimed_and_left_to_others(self, at_moira, moira, case):
        at_moira.post(f"/moderation/{case.pk}/claim/", {"claim": "yes"})
        case.refresh_from_db()
        assert case.claimed_by == moira

        at_moira.post(f"/moderation/{case.pk}/claim/", {"claim": "no"})
        case.refresh_from_db()
        assert case.claimed_by is None

    def test_it_is_closed_with_a_ready_answer(self, at_moira, case):
        at_moira.post(f"/moderation/{case.pk}/claim/", {"claim": "yes"})
        answer = at_moira.post(f"/moderation/{case.pk}/close/", {"verdict": "acted:spoken"})

        case.refresh_from_db()
        assert (answer["Location"], case.outcome, case.answer) == (
            "/moderation/", "acted", "spoken",
        )  # fmt: skip

    def test_it_is_merged(self, at_moira, case, bob, charlie):
        other = report_person(charlie, bob).case
        at_moira.post(f"/moderation/{case.pk}/claim/", {"claim": "yes"})
        page = text_of(at_moira.get(f"/moderation/{case.pk}/"))
        assert f'name="other" value="{other.pk}"' in page

        at_moira.post(f"/moderation/{case.pk}/merge/", {"other": other.pk})
        assert Case.objects.get() == case

    @pytest.mark.parametrize(
        ("form", "sent", "status"),
        [
            ("close", {"verdict": "acted:?"}, 422),
            ("close", {}, 422),
            ("merge", {"other": "x"}, 422),
            ("merge", {"other": "9" * 40}, 422),
            ("notes", {"text": ""}, 422),
            ("close", {"verdict": "acted"}, 409),
        ],
    )
    def test_it_refuses_what_does_not_fit(self, at_moira, case, form, sent, status):
        assert at_moira.post(f"/moderation/{case.pk}/{form}/", sent).status_code == status

    def test_it_is_not_there_for_a_case_that_is_not(self, at_moira):
        for form in ("claim", "notes", "close"):
            sent = {"text": "A note.", "verdict": "acted"}
            assert at_moira.post(f"/moderation/999/{form}/", sent).status_code == 404
