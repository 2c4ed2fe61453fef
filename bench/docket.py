"""A site where very much was reported, and a moderator who looks at it.

Runs inside the site's own environment: `manage.py shell -c "from bench import docket; ..."`.
"""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db import connection, transaction

from accounts import audit, roles
from accounts.models import AuditEntry, User
from accounts.services import create_player
from bench import field
from bench.field import LOOKS
from games.models import Case, Game, Line, Report
from games.selectors.moderation import GRAVITY
from games.selectors.reports import about_person
from games.services import offers, reports

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
    wish = offers.Wish(ruleset="botanik", seating={0: 0})
    offer = offers.make(owner=judge, wish=wish)
    offers.accept(offer_id=offer.pk, user=accused)
    print(json.dumps(f"/games/{offer.pk}/talk/"))


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


def add_lines(first: int, last: int) -> None:
    """Let the two at the one table say so much."""
    game = Game.objects.get()
    users = [player.user for player in game.players.select_related("user").order_by("seat")]
    Line.objects.bulk_create(
        Line(
            game=game,
            user=users[number % 2],
            room=Line.Room.PLAYERS,
            ply=0,
            text=f"Line {number} of very many.",
            said_at=BEGAN + timedelta(minutes=number),
        )
        for number in range(first, last + 1)
    )


def add_entries(number: int) -> None:
    """Let the audit log have so many entries, chained as they are when they are written."""
    last = AuditEntry.objects.order_by("-number").first()
    first, previous = (last.number + 1, last.digest) if last else (1, audit.BEGINNING)
    entries = []
    for at in range(first, number + 1):
        entry = AuditEntry(
            number=at,
            made_at=BEGAN + timedelta(minutes=at),
            actor=1,
            person=at % 1000,
            action="impose:warning",
            previous=previous,
        )
        entry.digest = previous = audit.digest_of(entry)
        entries.append(entry)
    AuditEntry.objects.bulk_create(entries, batch_size=2000)
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
    field.look_at(*paths, name=JUDGE)


def time_report() -> None:
    """Print how many milliseconds it takes to report somebody, at the least; nothing stays."""
    reporter, accused = (User.objects.get(username=name) for name in (REPORTER, ACCUSED))
    _time(lambda: _report(reporter, accused))


def time_entry() -> None:
    """The same of writing into the audit log."""
    judge = User.objects.get(username=JUDGE)
    _time(lambda: audit.append("impose:warning", actor=judge))


def _time(deed: Callable[[], object]) -> None:
    taken = []
    for _ in range(LOOKS):
        begin = time.perf_counter()
        with transaction.atomic():
            deed()
            taken.append(1000 * (time.perf_counter() - begin))
            transaction.set_rollback(True)
    print(json.dumps(min(taken)))
