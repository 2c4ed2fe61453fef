"""A site where very much was reported, and a moderator who looks at it.

Runs inside the site's own environment: `manage.py shell -c "from bench import docket; ..."`.
"""

import json
import logging
import time
from datetime import UTC, datetime, timedelta

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import connection, transaction
from django.test import Client

from accounts import roles
from accounts.models import User
from accounts.services import create_player
from bench.field import LOOKS
from games.models import Case, Report
from games.selectors.moderation import GRAVITY
from games.selectors.reports import about_person
from games.services import reports

JUDGE, ACCUSED, REPORTER = "moira", "nettle", "rosa"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
A_PERSON = 20
"""So many cases are about one person."""


def open_first() -> None:
    """A moderator, and the case that is looked at: reported by five."""
    judge = create_player(username=JUDGE)
    with transaction.atomic():
        roles.assign(judge, roles.Role.MODERATOR)
    TOTP.activate(judge, generate_totp_secret())
    accused = create_player(username=ACCUSED)
    for letter in "abcde":
        _report(create_player(username=f"{REPORTER}-{letter}"), accused)
    create_player(username=REPORTER)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_case SET id = 1")  # nothing else has been reported yet


def _report(reporter: User, accused: User) -> Report:
    thing = about_person(accused.username, reporter)
    filed = reports.file(
        reporter=reporter, thing=thing, person=accused, kind=Case.Kind.NAME, text="Look at this."
    )
    return filed.report


def add_reports(first: int, last: int) -> None:
    """Add so many open cases with a report each, of every kind, weight and age."""
    numbers = range(first, last + 1)
    people = {
        number // A_PERSON: create_player(username=_name(number // A_PERSON))
        for number in numbers
        if not User.objects.filter(username=_name(number // A_PERSON)).exists()
    }
    people |= {at: User.objects.get(username=_name(at)) for at in {n // A_PERSON for n in numbers}}
    cases = Case.objects.bulk_create(
        _case(number, people[number // A_PERSON]) for number in numbers
    )
    reporter = User.objects.get(username=f"{REPORTER}-a")
    Report.objects.bulk_create(
        Report(case=one, reporter=reporter, matter=one.matter, text="Look.", made_at=one.opened_at)
        for one in cases
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _name(number: int) -> str:
    return "thistle-" + "".join("bcdfghjklm"[int(digit)] for digit in str(number))


def _case(number: int, person: User) -> Case:
    kind = list(Case.Kind)[number % len(Case.Kind)]
    return Case(
        kind=kind,
        person=person,
        matter=f"{kind}:laid:{number}",
        weight=GRAVITY[kind] + number % 97,
        reports_made=1,
        opened_at=BEGAN + timedelta(minutes=number),
    )


def look_at(*paths: str) -> None:
    """Print how many milliseconds each page takes the moderator, at the least."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(username=JUDGE))
    taken: dict[str, list[float]] = {path: [] for path in paths}
    logging.disable()
    for _ in range(LOOKS):
        for path, found in taken.items():
            begin = time.perf_counter()
            answer = client.get(path, secure=True)
            found.append(1000 * (time.perf_counter() - begin))
            assert answer.status_code == 200, (path, answer.status_code)
    print(json.dumps({path: min(found) for path, found in taken.items()}))


def time_report() -> None:
    """Print how many milliseconds it takes to report somebody, at the least; nothing stays."""
    reporter, accused = (User.objects.get(username=name) for name in (REPORTER, ACCUSED))
    taken = []
    for _ in range(LOOKS):
        begin = time.perf_counter()
        with transaction.atomic():
            _report(reporter, accused)
            taken.append(1000 * (time.perf_counter() - begin))
            transaction.set_rollback(True)
    print(json.dumps(min(taken)))
