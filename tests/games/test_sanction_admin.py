"""Sanctions on the pages for staff: made and lifted by rulings, so that people are told."""

import pytest

from accounts import sanctions
from accounts.models import AuditEntry, Sanction
from games.models import Notice, Ruling
from games.services import rulings
from tests.factories import SanctionFactory
from tests.games.rulings.conftest import judge_of
from tests.games.test_ruling_pages import browser_of

pytestmark = pytest.mark.django_db

ADD = "/admin/accounts/sanction/add/"
LIST = "/admin/accounts/sanction/"


@pytest.fixture
def judge(db):
    return judge_of("administrator")


@pytest.fixture
def client(judge):
    return browser_of(judge)


def lift(client, sanction):
    return client.post(LIST, {"action": "lift", "_selected_action": [sanction.pk]})


class TestAdd:
    @pytest.mark.parametrize("kind", Sanction.Kind)
    def test_it_is_a_ruling_that_is_told(self, client, alice, judge, kind):
        before = AuditEntry.objects.count()
        form = {"username": "alice", "kind": kind, "reason": "Insults.", "days": "3"}

        assert client.post(ADD, form).status_code == 302

        ruling = Ruling.objects.get()
        assert (ruling.person, ruling.by, ruling.sanction.kind) == (alice, judge, kind)
        assert Notice.objects.filter(user=alice, ruling=ruling).count() == 1
        assert AuditEntry.objects.count() == before + 1

    def test_it_is_refused_to_who_lacks_the_role(self, alice):
        moderator = browser_of(judge_of("moderator"))
        form = {"username": "alice", "kind": "closed", "reason": "Insults.", "days": ""}

        response = moderator.post(ADD, form)

        assert b"Your role does not allow this." in response.content
        assert not Sanction.objects.exists()


class TestLift:
    def test_it_undoes_the_ruling(self, client, alice, judge):
        ruling = rulings.mute(judge=judge, person=alice, reason="Insults.")

        lift(client, ruling.sanction)

        ruling.refresh_from_db()
        assert ruling.undone_at is not None
        assert sanctions.forbidding(alice, "chat") is None

    def test_it_ends_one_without_a_ruling(self, client, alice):
        sanction = SanctionFactory(user=alice, kind="no-chat", by=judge_of("senior"))

        lift(client, sanction)

        assert sanctions.forbidding(alice, "chat") is None
