"""The pages about rulings: one's own, and those from which moderators act."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import sanctions
from accounts.models import Preferences, Sanction
from games import links
from games.models import Appeal, Case, Line, Notice, Ruling
from games.services import appeals, endings, rulings
from tests.factories import GameFactory, SanctionFactory, UserFactory
from tests.games.ladders import climb, stand
from tests.games.moderating import report_line, say
from tests.games.rulings.conftest import ROLES, judge_of

pytestmark = pytest.mark.django_db

EVIL = "<script>alert('x')</script><img src=x onerror=alert(1)>"


def browser_of(person):
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def moderator(db):
    return judge_of("moderator")


@pytest.fixture
def judging(moderator):
    """The browser of a moderator."""
    return browser_of(moderator)


@pytest.fixture
def hers(alice):
    """Alice's own browser."""
    return browser_of(alice)


@pytest.fixture
def muted(alice, moderator):
    return rulings.mute(judge=moderator, person=alice, reason="Insults.", lasts=timedelta(days=3))


def text_of(response):
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


class TestOwnList:
    def test_it_is_empty_for_most(self, hers):
        assert "May it stay so" in text_of(hers.get("/account/rulings/"))

    def test_it_tells_what_holds_and_what_is_over(self, hers, alice, moderator, muted):
        warned = rulings.warn(judge=moderator, person=alice, reason="Mind your words.")
        rulings.undo(judge=moderator, ruling=warned)

        page = text_of(hers.get("/account/rulings/"))

        now, over = page.split("Done, or over")
        assert "may not talk" in now
        assert "Insults." in now
        assert "warned you" in over
        assert "undone on" in over

    def test_it_shows_sanctions_from_before_there_were_rulings(self, hers, alice):
        SanctionFactory(user=alice, kind="no-play", reason="Long ago.")

        assert "Long ago." in text_of(hers.get("/account/rulings/"))

    def test_it_never_says_who_decided(self, hers, muted, moderator):
        for path in ("/account/rulings/", f"/account/rulings/{muted.pk}/"):
            assert moderator.username not in text_of(hers.get(path))

    def test_it_asks_the_same_however_much_there_is(self, hers, alice, moderator):
        def queries():
            with CaptureQueriesContext(connection) as asked:
                hers.get("/account/rulings/")
            return len(asked)

        for _ in range(2):
            rulings.mute(judge=moderator, person=alice, reason="Insults.")
        queries()  # the first look notes when they were here
        few = queries()
        for _ in range(5):
            one = rulings.mute(judge=moderator, person=alice, reason="Insults.")
            appeals.appeal(person=alice, ruling=one, text="Unfair.")

        assert queries() == few


class TestRuling:
    def test_it_tells_what_why_how_long_and_how_to_appeal(self, hers, muted):
        page = text_of(hers.get(f"/account/rulings/{muted.pk}/"))

        assert "may not talk at tables" in page
        assert "Insults." in page
        assert "until" in page
        assert "Object" in page

    @pytest.mark.parametrize("who", ["bob", "the judge"])
    def test_it_is_shown_to_its_person_alone(self, bob, muted, judging, who):
        client = judging if who == "the judge" else browser_of(bob)

        assert client.get(f"/account/rulings/{muted.pk}/").status_code == 404

    def test_it_asks_a_visitor_to_log_in(self, client, muted):
        assert client.get(f"/account/rulings/{muted.pk}/").status_code == 302

    def test_it_is_where_the_notice_leads(self, hers, alice, muted):
        assert f'href="/account/rulings/{muted.pk}/"' in hers.get("/notices/").content.decode()

        hers.get(f"/account/rulings/{muted.pk}/")

        assert Notice.objects.get(user=alice).read_at is not None

    def test_it_takes_an_appeal(self, hers, muted):
        response = hers.post(f"/account/rulings/{muted.pk}/", {"text": "A joke."}, follow=True)

        assert Appeal.objects.get().text == "A joke."
        page = text_of(response)
        assert "A joke." in page
        assert "Another moderator will look at it" in page
        assert 'name="text"' not in response.content.decode()

    @pytest.mark.parametrize("text", ["", "x" * 1001])
    def test_it_keeps_what_was_typed(self, hers, muted, text):
        response = hers.post(f"/account/rulings/{muted.pk}/", {"text": text})

        assert response.status_code == 422
        assert text in response.content.decode()
        assert not Appeal.objects.exists()

    def test_it_shows_the_answer(self, hers, alice, muted):
        made = appeals.appeal(person=alice, ruling=muted, text="A joke.")
        colleague = judge_of("moderator", "colleague")
        appeals.answer(judge=colleague, appeal=made, is_granted=False, text="Nobody laughed.")

        page = text_of(hers.get(f"/account/rulings/{muted.pk}/"))

        assert "It is refused" in page
        assert "Nobody laughed." in page
        assert "once more from" in page
        assert "colleague" not in page

    def test_it_shows_the_line_that_was_hidden(self, hers, alice, bob, moderator):
        game = GameFactory(users=[alice, bob])
        line = Line.objects.create(
            game=game, user=alice, room="players", ply=0, text=EVIL, said_at=timezone.now()
        )
        ruling = rulings.hide(judge=moderator, line=line, reason="Insults.")

        page = hers.get(f"/account/rulings/{ruling.pk}/").content.decode()

        assert "&lt;script&gt;" in page
        assert "<script>alert" not in page

    def test_it_asks_few_questions(self, hers, muted, django_assert_max_num_queries):
        hers.get(f"/account/rulings/{muted.pk}/")

        with django_assert_max_num_queries(8):
            hers.get(f"/account/rulings/{muted.pk}/")


class TestByMail:
    def address(self, person, ruling):
        token = links.sign(links.APPEAL, user=person, thing=str(ruling.pk))
        return f"/account/rulings/by-mail/{token}/"

    @pytest.fixture
    def closed(self, alice):
        return rulings.close(judge=judge_of("senior"), person=alice, reason="Spam.")

    def test_it_lets_who_is_shut_out_object(self, client, alice, closed):
        address = self.address(alice, closed)
        assert "Spam." in text_of(client.get(address))

        response = client.post(address, {"text": "Not me."}, follow=True)

        assert Appeal.objects.get().text == "Not me."
        assert "Not me." in text_of(response)
        assert "_auth_user_id" not in client.session

    def test_it_shows_no_other_ruling(self, client, alice, bob, closed):
        token = links.sign(links.APPEAL, user=bob, thing=str(closed.pk))

        assert client.get(f"/account/rulings/by-mail/{token}/").status_code == 404

    def test_it_is_not_to_be_forged(self, client, alice, closed):
        address = self.address(alice, closed)

        assert client.get(address[:-3] + "xx/").status_code == 404

    def test_it_is_no_link_for_anything_else(self, client, alice, closed):
        token = links.sign(links.STOP_MAIL, user=alice, thing=str(closed.pk))

        assert client.get(f"/account/rulings/by-mail/{token}/").status_code == 404

    def test_it_gets_too_old(self, client, alice, closed, time_machine):
        address = self.address(alice, closed)
        time_machine.move_to(timezone.now() + timedelta(days=91))

        assert client.get(address).status_code == 409


class TestDoor:
    PATHS = ("/moderation/person/alice/", "/moderation/appeals/", "/moderation/appeals/1/")
    POSTS = ("/moderation/act/warn/", "/moderation/act/undo/1/")

    @pytest.mark.parametrize("path", PATHS)
    def test_it_is_no_page_for_players_and_visitors(self, client, alice, hers, path):
        assert client.get(path).status_code == 404
        assert hers.get(path).status_code == 404

    @pytest.mark.parametrize("path", POSTS)
    def test_it_takes_nothing_from_players_and_visitors(self, client, alice, hers, path, muted):
        path = path.replace("undo/1", f"undo/{muted.pk}")
        form = {"person": alice.pk, "reason": "Spite."}

        assert client.post(path, form).status_code == 404
        assert hers.post(path, form).status_code == 404
        assert Ruling.objects.get().undone_at is None

    @pytest.mark.parametrize("path", [*PATHS[:2], *POSTS])
    def test_it_asks_for_a_second_factor(self, alice, moderator, path):
        moderator.authenticator_set.all().delete()
        client = browser_of(moderator)
        method = client.post if path in self.POSTS else client.get

        response = method(path)

        assert (response.status_code, response["Location"]) == (302, "/account/2fa/")
        assert not Ruling.objects.exists()


class TestPerson:
    def test_it_shows_what_was_done_by_whom(self, judging, muted, moderator):
        page = text_of(judging.get("/moderation/person/alice/"))

        assert "No talk" in page
        assert f"by {moderator.username}" in page
        assert "Insults." in page

    @pytest.mark.parametrize("role", [one for one in ROLES if one != "player"])
    def test_it_offers_what_the_role_allows(self, alice, bob, role):
        game = GameFactory(users=[alice, bob], turns=2, is_rated=True)
        endings.resign(game_id=game.pk, user=bob)
        game = GameFactory(users=[alice, bob], turns=2)
        report_line(bob, say(game, alice))

        page = browser_of(judge_of(role)).get("/moderation/person/alice/").content.decode()

        offered = set(re.findall(r'action="/moderation/act/([a-z-]+)/"', page))
        seniors = {"no-play", "close", "void", "adjudicate"}
        everything = {str(kind) for kind in Ruling.Kind}
        assert offered == (everything - seniors if role == "moderator" else everything)

    def test_it_is_none_about_ones_equals(self, judging):
        judge_of("moderator", "colleague")

        assert judging.get("/moderation/person/colleague/").status_code == 404

    def test_it_leads_from_another_writing_of_the_name(self, judging, alice):
        assert judging.get("/moderation/person/Alice/")["Location"] == "/moderation/person/alice/"

    def test_it_is_linked_from_the_profile_for_who_may_judge(self, judging, hers, bob, alice):
        assert "/moderation/person/bob/" in judging.get("/@bob/").content.decode()
        assert "/moderation/" not in hers.get("/@bob/").content.decode()

    def test_it_asks_the_same_however_much_there_is(self, judging, alice, bob, moderator):
        def grow():
            game = GameFactory(users=[alice, bob], turns=2)
            Line.objects.create(
                game=game, user=alice, room="players", ply=0, text="Rude.", said_at=timezone.now()
            )
            one = rulings.mute(judge=moderator, person=alice, reason="Insults.")
            appeals.appeal(person=alice, ruling=one, text="Unfair.")

        def queries():
            with CaptureQueriesContext(connection) as asked:
                assert judging.get("/moderation/person/alice/").status_code == 200
            return len(asked)

        grow()
        queries()  # the first look notes when they were here
        few = queries()
        for _ in range(4):
            grow()

        assert queries() == few


class TestAct:
    def act(self, client, kind, person, **form):
        form = {"person": person.pk, "reason": "Insults.", **form}
        if about := form.pop("about", ""):
            form["person"] = about
        return client.post(f"/moderation/act/{kind}/", form)

    @pytest.mark.parametrize(
        ("lasts", "days"), [("1", 1), ("3", 3), ("7", 7), ("30", 30), ("365", 365)]
    )
    def test_it_mutes_for_as_long_as_chosen(self, judging, alice, lasts, days):
        response = self.act(judging, "mute", alice, lasts=lasts)

        assert response["Location"] == "/moderation/person/alice/"
        found = Sanction.objects.get()
        assert round((found.ends_at - found.begins_at) / timedelta(days=1)) == days

    def test_it_mutes_until_it_is_lifted(self, judging, alice):
        self.act(judging, "mute", alice, lasts="lifted")

        assert Sanction.objects.get().ends_at is None

    def test_it_takes_a_ready_reason_in_their_language(self, judging, alice):
        Preferences.objects.create(user=alice, language="fr")

        self.act(judging, "warn", alice, ready="losing", reason="")

        assert Ruling.objects.get().reason == "Vous avez perdu des parties exprès."

    def test_it_adds_ones_own_words_to_a_ready_reason(self, judging, alice):
        self.act(judging, "warn", alice, ready="losing", reason="Twice.")

        assert Ruling.objects.get().reason == "You lost games on purpose. Twice."

    def test_it_keeps_what_was_typed_where_something_is_missing(self, judging, alice):
        response = self.act(judging, "rename", alice, name="Gardener-one", reason="")

        assert response.status_code == 422
        page = response.content.decode()
        assert "Gardener-one" in page
        assert "Say why: they will read it." in page
        assert not Ruling.objects.exists()

    def test_it_keeps_what_was_typed_where_it_is_refused(self, judging, alice, bob):
        response = self.act(judging, "rename", alice, name="bob", reason="It <b>offends</b>.")

        assert response.status_code == 422
        page = response.content.decode()
        assert "This name is taken." in page
        assert "It &lt;b&gt;offends&lt;/b&gt;." in page

    def test_it_leads_on_from_a_name_that_is_gone(self, judging, alice):
        response = self.act(
            judging, "rename", alice, name="Gardener-one", next="/moderation/person/alice/"
        )

        assert response["Location"] == "/moderation/person/Gardener-one/"

    def test_it_leads_back_to_the_case_and_belongs_to_it(self, judging, alice):
        case = Case.objects.create(
            kind="abuse", person=alice, matter="x", weight=1, opened_at=timezone.now()
        )

        response = self.act(judging, "warn", alice, case=case.pk, next="/moderation/7/")

        assert response["Location"] == "/moderation/7/"
        assert Ruling.objects.get().case == case

    def test_it_leads_nowhere_else(self, judging, alice):
        response = self.act(judging, "warn", alice, next="https://evil.example/")

        assert response["Location"] == "/moderation/person/alice/"

    def test_it_hides_a_line_of_theirs_and_of_nobody_else(self, judging, alice, bob):
        game = GameFactory(users=[alice, bob])
        hers, his = say(game, alice), say(game, bob)
        report_line(bob, hers)
        report_line(alice, his)

        assert self.act(judging, "hide", alice, line=his.pk).status_code == 422
        assert self.act(judging, "hide", alice, line=hers.pk).status_code == 302

        assert list(Line.objects.exclude(hidden_at=None)) == [hers]

    def test_it_shows_no_line_that_nobody_has_reported(self, judging, alice, bob):
        line = say(GameFactory(users=[alice, bob], is_private=True), alice, "A secret.")

        refused = self.act(judging, "hide", alice, line=line.pk)
        page = judging.get("/moderation/person/alice/")

        assert refused.status_code == 422
        assert "A secret." not in refused.content.decode() + page.content.decode()

    def test_it_decides_a_game(self, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        client = browser_of(judge_of("senior"))

        assert self.act(client, "adjudicate", alice, verdict=f"{game.pk.hex}:1").status_code == 302

        game.refresh_from_db()
        assert (game.ending, game.winner) == ("adjudicated", 1)

    def test_it_gives_time(self, judging, alice, bob):
        game = GameFactory(users=[alice, bob], turns=2)
        before = game.players.get(user=alice).deadline_at

        to = f"{game.pk.hex}:{alice.pk}"
        assert self.act(judging, "time", alice, to=to, days="7").status_code == 302

        assert game.players.get(user=alice).deadline_at == before + timedelta(days=7)

    def test_it_says_where_the_ladder_was_left(self, alice, bob, charlie):
        stand(alice, bob, charlie)
        game = climb(bob, alice)
        climb(charlie, alice)
        client = browser_of(judge_of("senior"))

        self.act(client, "void", alice, game=game.pk.hex)

        page = text_of(client.get("/moderation/person/alice/"))
        assert "On the ladder all stays as it is" in page

    @pytest.mark.parametrize(
        ("kind", "form", "status"),
        [
            ("close", {"lasts": "1"}, 403),
            ("nonsense", {}, 404),
            ("mute", {"lasts": "99"}, 422),
            ("mute", {}, 422),
            ("hide", {"line": "x"}, 422),
            ("time", {"to": "x:y", "days": "1"}, 422),
            ("warn", {"about": "x"}, 404),
            ("warn", {"about": "99999999999999999999"}, 404),
            ("warn", {"case": "x"}, 422),
            ("warn", {"ready": "x"}, 422),
        ],
    )
    def test_it_refuses_what_makes_no_sense(self, judging, alice, kind, form, status):
        assert self.act(judging, kind, alice, **form).status_code == status
        assert not Ruling.objects.exists()


class TestUndo:
    def test_it_undoes_and_says_so(self, judging, alice, muted):
        response = judging.post(f"/moderation/act/undo/{muted.pk}/", follow=True)

        assert "It is undone" in text_of(response)
        assert sanctions.forbidding(alice, "chat") is None

    def test_it_is_refused_to_who_ranks_below(self, judging, alice):
        muted = rulings.mute(judge=judge_of("senior"), person=alice, reason="Insults.")

        assert judging.post(f"/moderation/act/undo/{muted.pk}/").status_code == 403

    def test_it_is_not_there_for_nothing(self, judging):
        assert judging.post("/moderation/act/undo/999/").status_code == 404


class TestAppeals:
    @pytest.fixture
    def objection(self, alice):
        muted = rulings.mute(
            judge=judge_of("moderator", "colleague"), person=alice, reason="Insults."
        )
        return appeals.appeal(person=alice, ruling=muted, text=EVIL)

    def test_it_lists_what_waits(self, judging, objection):
        page = text_of(judging.get("/moderation/appeals/"))

        assert "1 waits for an answer" in page
        assert "alice: no talk" in page

    def test_it_is_answered(self, judging, objection, alice):
        address = f"/moderation/appeals/{objection.pk}/"

        response = judging.post(address, {"is_granted": "yes", "text": "You are right."})

        assert response["Location"] == "/moderation/appeals/"
        assert sanctions.forbidding(alice, "chat") is None

    def test_it_keeps_what_was_typed(self, judging, objection):
        response = judging.post(f"/moderation/appeals/{objection.pk}/", {"text": "You are right."})

        assert response.status_code == 422
        assert "You are right." in response.content.decode()

    def test_it_tells_who_decided_that_another_answers(self, objection):
        client = browser_of(objection.ruling.by)

        response = client.get(f"/moderation/appeals/{objection.pk}/")

        assert "another moderator answers" in text_of(response)
        assert 'name="is_granted"' not in response.content.decode()

    def test_it_shows_texts_as_texts(self, judging, objection, hers):
        answered = judging.post(
            f"/moderation/appeals/{objection.pk}/", {"is_granted": "no", "text": EVIL}
        )
        assert answered.status_code == 302

        for client, path in (
            (judging, "/moderation/appeals/"),
            (judging, f"/moderation/appeals/{objection.pk}/"),
            (judging, "/moderation/person/alice/"),
            (hers, f"/account/rulings/{objection.ruling_id}/"),
            (hers, "/account/rulings/"),
        ):
            page = client.get(path).content.decode()
            assert "<script>alert" not in page
            assert "<img src=x" not in page

    def test_it_asks_the_same_however_many_wait(self, judging, objection):
        def queries():
            with CaptureQueriesContext(connection) as asked:
                judging.get("/moderation/appeals/")
            return len(asked)

        queries()  # the first look notes when they were here
        few = queries()
        for person in UserFactory.create_batch(4):
            muted = rulings.mute(judge=objection.ruling.by, person=person, reason="Insults.")
            appeals.appeal(person=person, ruling=muted, text="Unfair.")

        assert queries() == few


class TestEvilReason:
    def test_it_is_shown_as_text(self, hers, judging, alice, moderator):
        ruling = rulings.warn(judge=moderator, person=alice, reason=EVIL)

        for client, path in (
            (hers, "/account/rulings/"),
            (hers, f"/account/rulings/{ruling.pk}/"),
            (judging, "/moderation/person/alice/"),
        ):
            page = client.get(path).content.decode()
            assert "&lt;script&gt;alert" in page
            assert "<script>alert" not in page
