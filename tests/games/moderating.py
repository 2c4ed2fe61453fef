"""Reports and moderators, made by the services that make the real ones."""

from django.utils import timezone

from accounts import staffing
from accounts.models import User
from accounts.roles import Role
from games.models import Case, Line
from games.selectors import reports as selectors
from games.services import moderation, reports
from tests.factories import GameFactory, ModeratorFactory, prove

Kind = Case.Kind


def appoint(person, role=Role.MODERATOR, *, second_factor=True):
    """Give somebody a role, and what proves who they are."""
    if second_factor:
        prove(person)
    staffing.appoint_here(person=person, role=role)
    return User.objects.get(pk=person.pk)


def moderator(name="moira", role=Role.MODERATOR):
    return ModeratorFactory(username=name, role=role)


def report_person(reporter, person, kind=Kind.NAME, text="Look at this."):
    thing = selectors.about_person(person.username, reporter)
    return _filed(reporter, thing, person, kind, text)


def report_game(reporter, person, game, kind=Kind.ENGINE, text="", ply=None):
    thing = selectors.about_game(game.pk, reporter, ply=ply)
    return _filed(reporter, thing, person, kind, text)


def report_line(reporter, line, kind=Kind.ABUSE, text=""):
    thing = selectors.about_line(line.pk, reporter)
    return _filed(reporter, thing, line.user, kind, text)


def report_offer(reporter, offer, kind=Kind.SPAM, text=""):
    thing = selectors.about_offer(offer.pk, reporter)
    return _filed(reporter, thing, offer.owner, kind, text)


def _filed(reporter, thing, person, kind, text):
    filed = reports.file(reporter=reporter, thing=thing, person=person, kind=kind, text=text)
    return filed.report


def say(game, user, text="You weed!", room=Line.Room.PLAYERS, **more):
    """Something that somebody said at a table."""
    return Line.objects.create(
        game=game, user=user, room=room, ply=game.ply, text=text, said_at=timezone.now(), **more
    )


def close(case, by, outcome=Case.Outcome.ACTED, answer=""):
    moderation.claim(case_id=case.pk, by=by)
    return moderation.close(case_id=case.pk, by=by, outcome=outcome, answer=answer)


def insult(alice, bob):
    """Bob has insulted alice, and she has reported it."""
    return report_line(alice, say(GameFactory(users=[alice, bob]), bob))


def reported(alice, bob):
    """What goes into the blanks of addresses about reports: what bob said, and alice's report."""
    report = insult(alice, bob)
    return {"line_id": report.line_id, "report_id": report.pk, "case_id": report.case_id}
