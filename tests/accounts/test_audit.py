"""The audit log: written once, chained, and verified."""

from functools import partial
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import audit, triggers
from accounts.models import AuditEntry
from tests.at_once import at_once
from tests.factories import SuperuserFactory

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/auditentry/"
ANOTHER = "number + 100, made_at, actor, person, action, thing, facts, previous, digest"


@pytest.fixture
def entries(alice, bob):
    """Three of them: alice did something to bob."""
    return [audit.append("warn", actor=alice, person=bob, days=days) for days in (1, 2, 3)]


@pytest.fixture
def unguarded(entries):
    """The log as somebody finds it who has taken the triggers away."""
    triggers.let_go(connection)
    yield entries
    triggers.keep(connection)


def verified():
    out = StringIO()
    call_command("verify_audit", stdout=out)
    return out.getvalue()


def found():
    """What the command says is wrong."""
    err = StringIO()
    with pytest.raises(CommandError, match="not as it was written"):
        call_command("verify_audit", stderr=err)
    return err.getvalue().splitlines()


class TestWriting:
    def test_it_chains_each_entry_to_the_one_before(self, entries):
        first, second, third = entries

        assert first.previous == audit.BEGINNING
        assert (second.previous, third.previous) == (first.digest, second.digest)
        assert [entry.number for entry in entries] == [1, 2, 3]

    def test_it_says_the_same_when_it_is_read_back(self, entries):
        for entry in AuditEntry.objects.all():
            assert audit.digest_of(entry) == entry.digest

    def test_it_is_gone_with_what_it_tells_of(self, alice):
        @transaction.atomic
        def warn():
            audit.append("warn", actor=alice)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            warn()

        assert not AuditEntry.objects.exists()

    def test_it_notes_what_the_site_does_by_itself(self):
        assert audit.append("sweep", actor=None).actor is None

    def test_it_costs_a_fixed_number_of_queries(self, entries, alice, django_assert_num_queries):
        with django_assert_num_queries(3):
            audit.append("warn", actor=alice)

    @pytest.mark.django_db(transaction=True)
    def test_it_has_one_order_whoever_writes_at_once(self, alice):
        append = transaction.atomic(audit.append)

        at_once(*[partial(append, "warn", actor=alice, days=days) for days in range(6)])

        assert verified().startswith("6 entries")


CHANGES = {
    "by another value": lambda: AuditEntry.objects.filter(number=2).update(action="praise"),
    "by saving a row": lambda: AuditEntry.objects.get(number=2).save(),
    "by deleting a row": lambda: AuditEntry.objects.get(number=3).delete(),
    "by deleting all": lambda: AuditEntry.objects.all().delete(),
    "by a bulk update": lambda: AuditEntry.objects.bulk_update(
        [AuditEntry(number=2, action="praise")], ["action"]
    ),
    "by writing over one": lambda: AuditEntry.objects.bulk_create(
        [AuditEntry(number=2, action="praise", made_at="2026-01-01T00:00Z", digest="x")],
        update_conflicts=True,
        unique_fields=["number"],
        update_fields=["action"],
    ),
}
STATEMENTS = {
    "an update": "UPDATE accounts_auditentry SET action = 'praise' WHERE number = 2",
    "an update of everything": "UPDATE accounts_auditentry SET number = number + 1",
    "a deletion": "DELETE FROM accounts_auditentry WHERE number = 3",
    "a deletion of all": "DELETE FROM accounts_auditentry",
}
OF_POSTGRESQL = {
    "emptying": "TRUNCATE accounts_auditentry",
    "emptying with others": "TRUNCATE accounts_trace, accounts_auditentry CASCADE",
}
OF_SQLITE = {
    "replacing": "REPLACE INTO accounts_auditentry SELECT number, made_at, actor, person, 'praise',"
    " thing, facts, previous, digest FROM accounts_auditentry WHERE number = 2",
    "replacing by its digest": "INSERT OR REPLACE INTO accounts_auditentry"
    f" SELECT {ANOTHER} FROM accounts_auditentry WHERE number = 2",
}


def refused(change):
    before = list(AuditEntry.objects.order_by("number").values())

    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        change()

    assert list(AuditEntry.objects.order_by("number").values()) == before


def run(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


class TestKeeping:
    @pytest.mark.parametrize("way", CHANGES)
    def test_it_cannot_be_changed_through_the_orm(self, entries, way):
        refused(CHANGES[way])

    @pytest.mark.parametrize("way", STATEMENTS)
    def test_it_cannot_be_changed_by_sql(self, entries, way):
        refused(partial(run, STATEMENTS[way]))

    def test_it_cannot_be_changed_in_the_words_of_one_database(self, entries):
        own = OF_POSTGRESQL if connection.vendor == "postgresql" else OF_SQLITE
        for statement in own.values():
            refused(partial(run, statement))

    @pytest.mark.parametrize("way", ["change", "delete", "add"])
    def test_it_cannot_be_changed_in_the_admin(self, entries, way):
        before = list(AuditEntry.objects.order_by("number").values())
        client = Client()
        client.force_login(SuperuserFactory())
        path = "add/" if way == "add" else f"2/{way}/"

        answer = client.post(f"/admin/accounts/auditentry/{path}", {"action": "x", "post": "yes"})

        assert answer.status_code == 403
        assert list(AuditEntry.objects.order_by("number").values()) == before


class TestLooking:
    def test_it_asks_a_fixed_number_of_times(self, entries, alice, django_assert_num_queries):
        client = Client()
        client.force_login(SuperuserFactory())
        client.get(LIST)
        with CaptureQueriesContext(connection) as few:
            client.get(LIST)
        for number in range(300):
            audit.append("warn", actor=alice, days=number)

        with django_assert_num_queries(len(few)):
            client.get(LIST)


class TestVerifying:
    def test_it_says_how_long_the_log_is_and_how_it_ends(self, entries):
        assert verified() == f"3 entries, the last of them {entries[-1].digest}.\n"

    def test_it_bears_an_empty_log(self):
        assert verified() == "The audit log is empty.\n"

    @pytest.mark.parametrize(
        "change",
        [
            {"action": "praise"}, {"actor": None}, {"person": 1}, {"thing": "line:1"},
            {"facts": {"days": 4}}, {"made_at": "2026-01-01T00:00Z"},
        ],
    )  # fmt: skip
    def test_it_finds_a_changed_entry(self, unguarded, change):
        AuditEntry.objects.filter(number=2).update(**change)

        assert found() == ["Entry 2 was changed."]

    def test_it_finds_one_that_was_changed_with_its_digest(self, unguarded):
        entry = AuditEntry.objects.get(number=2)
        entry.action = "praise"
        entry.digest = audit.digest_of(entry)
        entry.save()

        assert found() == ["Entry 3 does not follow the one before it."]

    def test_it_finds_that_one_is_missing(self, unguarded):
        AuditEntry.objects.filter(number=2).delete()

        assert found() == ["Entry 2 is missing."]
