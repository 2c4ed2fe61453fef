"""Every page and action for staff: who may, what may be asked there, and what nonsense gets.

Models, actions, fields and routes are found in the admin itself; a new one fails until it is
decided about.
"""

import logging
import re
import uuid
from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import NamedTuple

import pytest
import time_machine
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminToField
from django.contrib.admin.utils import flatten_fieldsets
from django.core.exceptions import FieldError, SuspiciousOperation, ValidationError
from django.core.serializers import serialize
from django.db import DatabaseError, transaction
from django.db.models import Model
from django.test import RequestFactory
from django.urls import URLPattern, reverse

from accounts import absences, blocks, services, staffing
from accounts.models import AuditEntry, User
from accounts.refusals import Refusal
from accounts.roles import Role
from games.models import Appeal, Archive, Case, Featured, Review, Ruling, Signal
from games.services import notes
from tests.everybody import WHO, a_guest, browsers_of, logged_in
from tests.factories import (
    GameFactory,
    ModeratorFactory,
    OfferFactory,
    SanctionFactory,
    SuperuserFactory,
    UserFactory,
    prove,
)
from tests.games.dailies import play_daily, solo
from tests.games.ladders import challenge, stand
from tests.laid_once import laid_for_class

pytestmark = pytest.mark.django_db

# What each gets in the end: visitors are shown the door.
STAFF = ("door", 403, 403, 200, 200, 200)
NOBODY = ("door", 403, 403, 403, 403, 403)
CLOSED = (404,) * 6

SITE = {
    ("get", "index"): STAFF,
    ("get", "login"): STAFF,
    ("get", "logout"): ("door", 403, 403, 405, 405, 405),
    ("post", "logout"): ("door", 403, 403, 200, 200, 200),
    # Leads to where everybody changes theirs, who is asked for it there.
    ("get", "password_change"): ("door", 200, 200, 200, 200, 200),
    ("get", "password_change_done"): STAFF,
    ("get", "jsi18n"): STAFF,
    ("get", "app_list"): STAFF,
    ("get", "autocomplete"): CLOSED,
    ("get", "view_on_site"): CLOSED,
}
LOOKED_AT = {
    ("get", "changelist"): STAFF,
    ("post", "changelist"): STAFF,
    ("get", "add"): NOBODY,
    ("post", "add"): NOBODY,
    ("get", "change"): STAFF,
    ("post", "change"): NOBODY,
    ("get", "delete"): NOBODY,
    ("post", "delete"): NOBODY,
    ("get", "history"): STAFF,
}
MODELS = {
    # Administrators say there who has which role.
    "accounts.user": {**LOOKED_AT, ("post", "change"): ("door", 403, 403, 403, 403, 200)},
    "accounts.sanction": {**LOOKED_AT, ("get", "add"): STAFF, ("post", "add"): STAFF},
    "accounts.auditentry": LOOKED_AT,
    "games.appeal": LOOKED_AT,
    "games.case": LOOKED_AT,
    "games.ruling": LOOKED_AT,
    "games.signal": LOOKED_AT,
    "games.game": LOOKED_AT,
    "games.move": LOOKED_AT,
    "games.offer": LOOKED_AT,
    "games.result": LOOKED_AT,
    "games.daily": LOOKED_AT,
    "games.rung": LOOKED_AT,
    "games.challenge": LOOKED_AT,
    "games.review": LOOKED_AT,
    "games.archive": LOOKED_AT,
    "games.featured": LOOKED_AT,
}
# Who changes something by them.
ACTIONS = {("accounts.sanction", "lift"): ("moderator", "senior", "administrator")}

REGISTERED = {model._meta.label_lower: page for model, page in admin.site._registry.items()}
PAGES = [(label, *page) for label, table in MODELS.items() for page in table]


@pytest.fixture
def browsers(db, laid):
    """One for each. Alice plays, charlie moderates, the administrator is called boss."""
    return browsers_of(laid.sessions)


@pytest.fixture
def rows(db, laid):
    """A row of each model: bob's, of whom there is something of everything to be asked about."""
    return {label: row._meta.model.objects.get(pk=row.pk) for label, row in laid.rows.items()}


class Laid(NamedTuple):
    """A row of each model, and the session of everybody but a visitor."""

    rows: dict[str, Model]
    sessions: dict[str, str]


def sessions():
    charlie = prove(UserFactory(username="charlie"))
    staffing.appoint_here(person=charlie, role=Role.MODERATOR)
    return logged_in(
        {
            "visitor": None,
            "guest": a_guest(),
            "player": User.objects.get(username="alice"),
            "moderator": charlie,
            "senior": ModeratorFactory(role=Role.SENIOR),
            "administrator": SuperuserFactory(username="boss"),
        }
    )


def rows_of_each():
    alice = UserFactory(username="alice")
    bob = UserFactory(username="bob", email="robin@botanik.example")
    services.change_username(user=bob, name="robert")
    bob.emailaddress_set.create(email="elsewhere@botanik.example")
    absences.book(user=bob, starts_at=bob.date_joined, ends_at=bob.date_joined + timedelta(days=2))
    game = GameFactory(users=[bob, alice], turns=3)
    notes.write(game_id=game.pk, user=bob, text="column 3")
    offer = OfferFactory(owner=bob, recipient=alice, reach="personal", note="Come!")
    stand(alice, bob)
    challenged = challenge(bob, alice)
    blocks.block(owner=bob, blocked=alice)
    return {
        "accounts.user": User.objects.get(pk=bob.pk),
        "accounts.sanction": SanctionFactory(user=bob, kind="no-chat"),
        "accounts.auditentry": AuditEntry.objects.latest("number"),
        **a_judgement(bob, alice, game.started_at),
        "games.game": game,
        "games.move": game.moves.first(),
        "games.offer": offer,
        "games.result": solo(bob).result,
        "games.daily": play_daily(bob).daily,
        "games.rung": bob.rungs.get(),
        "games.challenge": challenged,
        "games.review": Review.objects.create(
            game=game, asked_by=bob, bot="yew", nodes=100, method=1, total=3
        ),
        "games.archive": an_archive(game),
        "games.featured": Featured.objects.create(day=date(2026, 4, 1), game=game),
    }


def a_judgement(bob, alice, now):
    """Alice has reported bob, somebody has acted, and bob objects."""
    case = Case.objects.create(
        kind="abuse", person=bob, matter="abuse:person:bob", weight=9, opened_at=now
    )
    case.reports.create(reporter=alice, text="Rude.", made_at=now, context={"lines": []})
    case.notes.create(by=alice, text="Again.", made_at=now)
    ruling = Ruling.objects.create(
        kind="warn", person=bob, by=alice, reason="Rude.", made_at=now, case=case
    )
    appeal = Appeal.objects.create(ruling=ruling, text="I was not.", made_at=now)
    signal = Signal.objects.create(kind="held", person=bob, made_at=now, noted_at=now)
    return {
        "games.case": case, "games.ruling": ruling, "games.appeal": appeal, "games.signal": signal,
    }  # fmt: skip


def an_archive(game):
    """One that is made, and being made anew."""
    now = game.started_at
    archive = Archive.objects.create(
        ruleset="botanik", month=date(2026, 4, 1), edition=1, making=2, wanted=2, made_at=now,
        begun_at=now, noted_at=now, claims=3, games=1, parts=1, size=3, sha256="0" * 64,
    )  # fmt: skip
    archive.pieces.create(
        edition=1, number=0, games=1, last_ended_at=now, last_id=game.pk, data=b"abc"
    )
    return archive


def lay():
    # All in one instant: a season that ends in between refuses the challenge.
    with time_machine.travel(datetime.now(UTC), tick=False):
        return Laid(rows_of_each(), sessions())


laid = laid_for_class(lay)


def address(label, kind, row=None):
    name = f"admin:{label.replace('.', '_')}_{kind}"
    return reverse(name, args=[row.pk] if kind in ("change", "delete", "history") else [])


def outcomes(browsers, method, path):
    """What each of the four gets."""
    answers = (getattr(browsers[who], method)(path, follow=True) for who in WHO)
    return tuple(outcome(response) for response in answers)


def outcome(response):
    """The status in the end, or "door" for who is asked to log in."""
    at_door = any(where.startswith("/account/login/") for where, _ in response.redirect_chain)
    return "door" if at_door else response.status_code


def stored():
    """All that staff have to do with, as it stands in the database."""
    kept = {}
    for label, page in REGISTERED.items():
        kept[label] = serialize("json", page.model.objects.order_by("pk"))
    # Noted for everybody who looks at a page.
    kept["accounts.user"] = re.sub(r'"last_(seen_at|login)": "[^"]*"', "", kept["accounts.user"])
    return kept


def routes(patterns, prefix=""):
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or prefix + str(pattern.pattern)
        else:
            yield from routes(pattern.url_patterns, str(pattern.pattern))


class TestTable:
    def test_it_has_decided_about_every_model(self):
        assert set(MODELS) == set(REGISTERED)

    def test_it_has_decided_about_every_action(self):
        found = {
            (label, name)
            for label, page in REGISTERED.items()
            for _, name, _ in page._get_base_actions()
        }

        assert set(ACTIONS) == found

    def test_it_has_decided_about_every_route(self):
        of_models = {
            f"{label.replace('.', '_')}_{kind}"
            for label, table in MODELS.items()
            for _, kind in table
        }
        # The short way to a row's page, and what is nowhere.
        unnamed = {f"{label.replace('.', '/')}/<path:object_id>/" for label in MODELS}
        unnamed.add(r"(?P<url>.*)$")

        assert set(routes(admin.site.urls[0])) == {kind for _, kind in SITE} | of_models | unnamed


class TestPages:
    @pytest.mark.parametrize(("label", "method", "kind"), PAGES)
    def test_it_answers_as_the_table_says(self, browsers, rows, label, method, kind):
        before, path = stored(), address(label, kind, rows[label])

        assert outcomes(browsers, method, path) == MODELS[label][method, kind]
        assert stored() == before

    @pytest.mark.parametrize(("method", "name"), SITE)
    def test_it_is_the_same_for_what_belongs_to_no_model(self, browsers, method, name):
        blanks = {"app_list": ["games"], "view_on_site": ["1", "1"]}
        path = reverse(f"admin:{name}", args=blanks.get(name, []))

        assert outcomes(browsers, method, path) == SITE[method, name]

    @pytest.mark.parametrize(
        ("form", "who", "done"),
        [
            ({"pronouns": "they"}, "player", False),
            ({"pronouns": "they"}, "moderator", False),
            ({"pronouns": "they"}, "administrator", False),
            ({"is_staff": "on"}, "moderator", False),
            ({"is_superuser": "on"}, "administrator", False),
            ({"role": "1"}, "moderator", False),
            ({"role": "1"}, "senior", False),
            ({"role": "1"}, "administrator", True),
            ({"role": "3"}, "administrator", False),
        ],
    )
    def test_it_changes_what_may_be_changed(self, browsers, rows, form, who, done):
        before = stored()

        browsers[who].post(address("accounts.user", "change", rows["accounts.user"]), form)

        assert (stored() != before) is done

    @pytest.mark.parametrize(("label", "action"), ACTIONS)
    @pytest.mark.parametrize("who", WHO)
    def test_it_lets_act_whom_the_table_names(self, browsers, rows, label, action, who):
        before = stored()
        form = {"action": action, "_selected_action": [rows[label].pk]}

        browsers[who].post(address(label, "changelist"), form)

        assert (stored() != before) is (who in ACTIONS[label, action])


class TestOwnRights:
    @pytest.mark.parametrize("who", ["moderator", "senior", "administrator"])
    @pytest.mark.parametrize("form", [{"role": "2"}, {"about": "I"}])
    def test_it_is_nobody_who_changes_themselves_here(self, browsers, who, form):
        person = User.objects.get(pk=browsers[who].session["_auth_user_id"])
        before = stored()

        response = browsers[who].post(address("accounts.user", "change", person), form)

        assert response.status_code == 403
        assert stored() == before

    @pytest.mark.parametrize("role", [Role.SENIOR, Role.ADMINISTRATOR])
    @pytest.mark.parametrize("form", [{"about": "mended"}, {"role": "0"}, {}])
    def test_it_is_nobody_of_the_same_rank_who_changes_them(self, browsers, role, form):
        other = UserFactory()
        staffing.appoint_here(person=other, role=role)
        before = stored()
        equal = "senior" if role == Role.SENIOR else "administrator"

        response = browsers[equal].post(address("accounts.user", "change", other), form)

        assert response.status_code == 403
        assert stored() == before

    def test_it_is_written_down_who_gave_a_role(self, browsers, rows):
        path = address("accounts.user", "change", rows["accounts.user"])

        browsers["administrator"].post(path, {"role": "1"})

        entry = admin.models.LogEntry.objects.get(object_id=rows["accounts.user"].pk)
        assert entry.user.username == "boss"
        assert "Role" in entry.get_change_message()
        appointed = AuditEntry.objects.filter(person=rows["accounts.user"].pk, action="appoint")
        assert appointed.get().actor == entry.user_id


# --- Questions -----------------------------------------------------------------------------------

LOOKUPS = ("exact", "startswith", "regex", "gte", "isnull")


def paths(model):
    """Every column of a model, and of each model one step away, such as "user__password"."""
    for field in model._meta.get_fields():
        yield field.name
        if field.is_relation:
            yield from (
                f"{field.name}__{f.name}" for f in field.related_model._meta.concrete_fields
            )


def more(value):
    """Something that is not this value, and comes after it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, uuid.UUID):
        return uuid.UUID(int=2**128 - 1)
    if isinstance(value, datetime | timedelta):
        return value + timedelta(days=1)
    return f"{value}~"


def questions(row, path):
    """Pairs of questions, of which the row answers one with yes and the other with no."""
    rows = type(row)._base_manager.filter(pk=row.pk)
    for value in rows.values_list(path, flat=True)[:1]:
        begin = str(value)[:6]
        pairs = {
            "exact": (value, more(value)),
            "startswith": (begin, "~"),
            "regex": (f"^{re.escape(begin)}", "^~"),
            "gte": (value, more(value)),
            "isnull": (value is None, value is not None),
        }
        for lookup in LOOKUPS:
            pair = [{f"{path}__{lookup}": answer} for answer in pairs[lookup]]
            if told_apart(rows, pair):
                yield [{name: str(answer) for name, answer in asked.items()} for asked in pair]


def told_apart(rows, pair):
    """Whether the database would tell. It does not understand every question."""
    try:
        with transaction.atomic():
            yes, no = (rows.filter(**asked).exists() for asked in pair)
    except (FieldError, ValidationError, ValueError, TypeError, DatabaseError):
        return False
    return yes and not no


def ask(label, asked=()):
    """What staff ask a list."""
    request = RequestFactory().get(address(label, "changelist"), dict(asked))
    request.user = User(pk=0, is_staff=True, is_superuser=True, is_active=True)
    return request


def answer(label, asked):
    """What a list says: the rows that it shows, or that it refuses."""
    try:
        listed = REGISTERED[label].get_changelist_instance(ask(label, asked))
    except (SuspiciousOperation, Refusal) as refusal:
        return type(refusal)
    return [row.pk for row in listed.result_list]


def shown(label, row, path):
    """Whether a list, or the page of a row, shows this column to staff."""
    page, request = REGISTERED[label], ask(label)
    columns = {*page.get_list_display(request)}
    columns |= {*flatten_fieldsets(page.get_fieldsets(request, row))}
    return path in columns or f"{path}_id" in columns


class TestQuestions:
    @pytest.mark.parametrize("label", MODELS)
    def test_it_answers_none_about_what_is_not_shown(self, rows, label):
        row, asked, told = rows[label], 0, []
        hidden = (path for path in paths(type(row)) if not shown(label, row, path))
        for yes, no in (pair for path in hidden for pair in questions(row, path)):
            asked += 1
            if answer(label, yes) != answer(label, no):
                told.append(yes)

        assert told == []
        # Of the audit log all is shown.
        assert asked > 30 or label == "accounts.auditentry"

    @pytest.mark.parametrize("path", ["password", "session_generation", "sanctions__reason"])
    def test_it_would_know_the_answers(self, rows, path):
        asked = list(questions(rows["accounts.user"], path))

        assert len(asked) >= len(LOOKUPS) - 1

    @pytest.mark.parametrize("label", MODELS)
    def test_it_answers_every_link_of_its_filters(self, browsers, rows, label):
        path = address(label, "changelist")
        filters = browsers["moderator"].get(path).context["cl"]

        for one in filters.filter_specs:
            for choice in one.choices(filters):
                assert browsers["moderator"].get(path + choice["query_string"]).status_code == 200

    @pytest.mark.parametrize("label", MODELS)
    def test_it_sorts_by_what_is_shown_alone(self, rows, label):
        page = REGISTERED[label]
        stored = [name for name in page.list_display if not hasattr(page, name)]
        columns = {page.opts.get_field(name).name for name in stored}
        for number in range(-3, 12):
            request = ask(label, {"o": number})
            listed = page.get_changelist_instance(request)
            used = listed.get_ordering(request, listed.root_queryset)

            assert {name.lstrip("-") for name in used} <= {*columns, "pk"}

    @pytest.mark.parametrize("label", MODELS)
    def test_it_refers_to_rows_by_their_key_alone(self, rows, label):
        page = REGISTERED[label]
        allowed = {
            field.name
            for field in page.opts.get_fields()
            if answer(label, {"_to_field": field.name}) is not DisallowedModelAdminToField
        }

        assert allowed == {page.opts.pk.name}


class TestSearch:
    @pytest.mark.parametrize("label", MODELS)
    def test_it_finds_by_nothing_that_is_not_shown(self, browsers, rows, label):
        row, found = rows[label], []
        seen = browsers["moderator"].get(address(label, "change", row)).content.decode()
        seen += browsers["moderator"].get(address(label, "changelist")).content.decode()
        nothing = answer(label, {"q": "~nothing~"})
        for path in paths(type(row)):
            for value in type(row).objects.filter(pk=row.pk).values_list(path, flat=True):
                hidden = isinstance(value, str | uuid.UUID) and value and str(value) not in seen
                if hidden and answer(label, {"q": value}) != nothing:
                    found.append(path)

        assert found == []

    @pytest.mark.parametrize(
        ("label", "field"),
        [(label, field) for label, page in REGISTERED.items() for field in page.search_fields],
    )
    def test_it_shows_to_staff_what_it_finds_by(self, browsers, rows, label, field):
        values = type(rows[label]).objects.filter(pk=rows[label].pk)
        value = values.values_list(field.lstrip("=^@"), flat=True).exclude(
            **{field.lstrip("=^@"): None}
        )[0]
        page = browsers["moderator"].get(address(label, "change", rows[label])).content.decode()

        assert str(value) in page

    @pytest.mark.parametrize("words", ["robert", "bob", "elsewhere@botanik.example"])
    def test_it_finds_people_by_name_former_name_and_address(self, rows, words):
        assert answer("accounts.user", {"q": words}) == [rows["accounts.user"].pk]


class TestAutocomplete:
    @pytest.mark.parametrize("label", MODELS)
    def test_it_completes_nothing(self, browsers, rows, label):
        model = REGISTERED[label].model
        for field in (field for field in model._meta.get_fields() if field.is_relation):
            asked = {"app_label": model._meta.app_label, "model_name": model._meta.model_name}
            asked |= {"field_name": field.name, "term": "bob"}

            assert browsers["administrator"].get("/admin/autocomplete/", asked).status_code == 404


# --- Nonsense ------------------------------------------------------------------------------------

NO_NUMBERS = ("x", "1.5", "9" * 30, "9" * 5000, "\x00", "{}", "None")
QUERIES = (
    "date_joined__year=99999", "made_at__year=0", "begins_at__gte=x", "made_at__date=9999-99-99",
    "position__a=1", "position__contains=x", "position__0__0=%00", "is_staff__exact=%00",
    "is_staff__exact=2", "is_staff__isnull=x", "is_staff__in=1,x", "is_staff=1",
    "status__exact=%00", "status__exact=nonsense", "kind__regex=(", "kind__exact=closed%00",
    "id__exact=x", "id__in=" + "9" * 30, "pk=" + "9" * 30, "players__user__password__regex=^a",
    "nothing=1", "__exact=1", "__=", "o=" + "9" * 5000, "o=x.-.--1", "p=x", "p=0", "p=-1",
    "p=" + "9" * 5000, "p=99&e=1", "e=1", "all=", "_facets=x", "_popup=x", "_to_field=x",
    "_to_field=%00", "_to_field=password", "_to_field=sanctions", "_to_field=notices",
    "q=" + "a+" * 5000, "q=%22", "q='", "q=%ED%A0%80", "q=%25_%5C", "q=" + "9" * 250,
    "_changelist_filters=%00", "&".join(["is_staff__exact=1"] * 150),
)  # fmt: skip


@pytest.fixture
def no_errors(caplog):
    yield
    errors = [entry for entry in caplog.records if entry.levelno >= logging.ERROR]
    # What Django calls suspicious is told apart by who reads the logs.
    assert [entry for entry in errors if not entry.name.startswith("django.security")] == []


@pytest.mark.usefixtures("no_errors")
class TestNonsense:
    @pytest.mark.parametrize("query", QUERIES, ids=lambda query: query[:30])
    def test_it_is_no_error_of_ours_in_a_list(self, browsers, rows, query):
        for label in MODELS:
            response = browsers["moderator"].get(f"{address(label, 'changelist')}?{query}")

            assert response.status_code in (200, 400), label

    @pytest.mark.parametrize("query", ["p=99&e=1", "p=99", "p=0"])
    def test_it_is_no_page_of_the_list(self, browsers, query):
        UserFactory.create_batch(101)

        response = browsers["moderator"].get(f"{address('accounts.user', 'changelist')}?{query}")

        assert response.status_code == 400
        assert b"This is no page of the list." in response.content

    @pytest.mark.parametrize("number", ["", *NO_NUMBERS], ids=lambda number: number[:9])
    @pytest.mark.parametrize(("label", "action"), ACTIONS)
    def test_it_is_refused_as_a_selection(self, browsers, rows, label, action, number):
        before = stored()
        form = {"action": action, "_selected_action": [number, rows[label].pk]}

        response = browsers["moderator"].post(address(label, "changelist"), form)

        assert response.status_code == 400
        assert b"That request made no sense to us" in response.content
        assert stored() == before

    @pytest.mark.parametrize("number", ["-1", *NO_NUMBERS], ids=lambda number: number[:9])
    def test_it_is_no_row(self, browsers, rows, number):
        for label, kind in product(MODELS, ("change", "delete", "history")):
            path = address(label, kind, type(rows[label])(pk=number))
            for response in (browsers["moderator"].get(path), browsers["moderator"].post(path)):
                assert response.status_code in (302, 400, 403, 404), path
