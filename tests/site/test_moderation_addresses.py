"""Every address of moderators as everybody: for who is none of them there is no such page.

The addresses are found among the routes; a new one fails until it is decided about.
"""

import pytest
from django.core.serializers import serialize
from django.urls import reverse

from accounts.roles import Role
from games import urls
from games.models import Appeal, Case, CaseNote, Report, Ruling, Signal
from games.services import appeals, rulings
from tests.everybody import WHO, a_guest, browsers_of, logged_in
from tests.factories import ModeratorFactory, UserFactory
from tests.games.moderating import insult
from tests.laid_once import laid_for_class

pytestmark = pytest.mark.django_db

# What each gets: (by looking, by sending an empty form). 405 says that one only looks, or sends.
PAGES = {
    "moderation": (200, 405),
    "case": (200, 405),
    "claim_case": (405, 302),
    "note_on_case": (405, 422),
    "merge_cases": (405, 422),
    "close_case": (405, 422),
    "act": (405, 404),  # nothing can be done about nobody
    "undo_ruling": (405, 302),
    "judged": (200, 405),
    "appeals": (200, 405),
    "appeal": (200, 200),
    "signals": (200, 405),
    "dismiss_signal": (405, 302),
}
KEPT = (Appeal, Case, CaseNote, Report, Ruling, Signal)


@pytest.fixture
def browsers(db, laid):
    return browsers_of(laid[0])


@pytest.fixture
def blanks(db, laid):
    """What stands in the blanks of addresses."""
    return laid[1]


def sessions(alice):
    people = {
        "visitor": None,
        "guest": a_guest(),
        "player": alice,
        "moderator": ModeratorFactory(),
        "senior": ModeratorFactory(role=Role.SENIOR),
        "administrator": ModeratorFactory(role=Role.ADMINISTRATOR),
    }
    return logged_in(people)


def about(alice, bob):
    """Alice has reported bob, who was warned and objects."""
    report = insult(alice, bob)
    judge = ModeratorFactory()
    ruling = rulings.warn(judge=judge, person=bob, reason="Rude.")
    appeal = appeals.appeal(person=bob, ruling=ruling, text="I was not.")
    now = report.made_at
    numbers = {"count": 5, "tables": 2, "lines": 90}
    signal = Signal.objects.create(
        kind="held", person=bob, numbers=numbers, made_at=now, noted_at=now
    )
    return {
        "case_id": report.case_id,
        "ruling_id": ruling.pk,
        "appeal_id": appeal.pk,
        "signal_id": signal.pk,
        "kind": "warn",
        "name": "bob",
    }


def lay():
    alice, bob = UserFactory(username="alice"), UserFactory(username="bob")
    return sessions(alice), about(alice, bob)


laid = laid_for_class(lay)


def routes():
    found = (one for one in urls.urlpatterns if str(one.pattern).startswith("moderation/"))
    return {one.name: one for one in found}


def address(name, blanks):
    wanted = routes()[name].pattern.converters
    return reverse(f"games:{name}", kwargs={blank: blanks[blank] for blank in wanted})


def stored():
    return [serialize("json", model.objects.order_by("pk")) for model in KEPT]


class TestAddresses:
    def test_it_has_decided_about_every_one(self):
        assert set(routes()) == set(PAGES)

    @pytest.mark.parametrize("method", ["get", "post"])
    @pytest.mark.parametrize("name", PAGES)
    def test_it_is_for_moderators_alone(self, browsers, blanks, name, method):
        path, before = address(name, blanks), stored()
        for who in WHO[:3]:
            assert getattr(browsers[who], method)(path).status_code == 404
        assert stored() == before

    @pytest.mark.parametrize("method", ["get", "post"])
    @pytest.mark.parametrize("who", WHO[3:])
    @pytest.mark.parametrize("name", PAGES)
    def test_it_answers_each_of_them(self, browsers, blanks, name, who, method):
        wanted = PAGES[name][0 if method == "get" else 1]

        assert getattr(browsers[who], method)(address(name, blanks)).status_code == wanted

    @pytest.mark.parametrize("name", PAGES)
    def test_it_opens_to_none_of_them_without_a_second_factor(self, browsers, blanks, name):
        path = address(name, blanks)
        for who in WHO[3:]:
            person = browsers[who].session["_auth_user_id"]
            ModeratorFactory._meta.model.objects.get(pk=person).authenticator_set.all().delete()

            answer = browsers[who].post(path)

            assert (answer.status_code, answer["Location"]) == (302, "/account/2fa/")
