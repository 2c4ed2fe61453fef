"""Reporting something: what somebody saw becomes a case, or a part of one that is open."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Forbidden, TooMany, Unprocessable
from games.models import Case, Report
from games.selectors import moderation
from games.selectors.reports import ABOUT_PLAY, Thing, context_of

LONGEST: Final = 1000
MOST_A_DAY: Final = 10
MOST_ADDED: Final = 10
"""So many games more may be added to one report."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A report, and whether it was made or added to just now, or stood there already."""

    report: Report
    is_new: bool = False
    is_added: bool = False


def demand_account(person: User) -> None:
    """Raise a Forbidden for a guest: what came of a report is told to who made it."""
    if person.is_guest:
        raise Forbidden(
            _(
                "Reports need an account, so that we can tell you what came of them. Sign up, it"
                " takes a minute, and you keep your games."
            )
        )


@transaction.atomic
def file(*, reporter: User, thing: Thing, person: User, kind: Case.Kind, text: str) -> Filed:
    """Report something that `reporter` may see, to moderators alone.

    Both are locked: of two who report the same matter at once the second joins the case of the
    first, and who reports it twice is led to what they said before.
    """
    demand_account(reporter)
    _demand_fitting(thing, person, kind, text)
    lock_people(reporter, person)
    matter = thing.matter(kind, person)
    case = _open_case(matter, person)
    known = case.reports.filter(reporter=reporter, matter=matter).first() if case else None
    if known is not None:
        return _add(known, thing, text)
    _demand_patience(reporter)
    case = case or _begin(matter, kind, person)
    report = _write(case, matter, reporter, thing, text)
    moderation.weigh(case)
    return Filed(report, is_new=True)


def _demand_fitting(thing: Thing, person: User, kind: Case.Kind, text: str) -> None:
    if kind not in thing.kinds or person not in thing.people:
        raise Unprocessable(_("This cannot be reported in this way."))
    if len(text) > LONGEST:
        raise Unprocessable(_("Say it in at most %(most)d letters.") % {"most": LONGEST})
    if kind in ABOUT_PLAY and thing.game is None and not text:
        raise Unprocessable(_("Say what you saw, and in which games."))


def _demand_patience(reporter: User) -> None:
    lately = timezone.now() - timedelta(days=1)
    if reporter.reports_made.filter(made_at__gt=lately).count() >= MOST_A_DAY:
        raise TooMany(
            _("You have made %(most)d reports within a day, which is the most. Come back tomorrow.")
            % {"most": MOST_A_DAY}
        )


def _open_case(matter: str, person: User) -> Case | None:
    """The case to which a matter belongs, also by a merger; locked, so that it stays open."""
    merged = Report.objects.filter(case=OuterRef("pk"), matter=matter)
    cases = Case.objects.filter(Q(matter=matter) | Exists(merged), person=person, closed_at=None)
    return cases.select_for_update(of=("self",), no_key=True).order_by("pk").first()


def _begin(matter: str, kind: Case.Kind, person: User) -> Case:
    return Case.objects.create(
        kind=kind, person=person, matter=matter, weight=0, opened_at=timezone.now()
    )


def _write(case: Case, matter: str, reporter: User, thing: Thing, text: str) -> Report:
    return Report.objects.create(
        case=case,
        reporter=reporter,
        matter=matter,
        text=text,
        made_at=timezone.now(),
        line=thing.line,
        game=thing.game,
        ply=thing.ply,
        offer=thing.offer,
        context=context_of(thing, case.person),
    )


def _add(report: Report, thing: Thing, text: str) -> Filed:
    """Put another game to a report; of what is known already nothing becomes of it."""
    further: list[dict[str, Any]] = report.context.get("further", [])
    known = {str(report.game_id), *(one["game"] for one in further)}
    if thing.game is None or thing.line is not None or str(thing.game.pk) in known:
        return _say_more(report, text)
    if len(further) >= MOST_ADDED:
        raise TooMany(_("Your report has games enough for moderators to look at. Thank you."))
    added = {"game": str(thing.game.pk), "ply": thing.ply, "text": text}
    report.context = {**report.context, "further": [*further, added]}
    report.save(update_fields=["context"])
    return Filed(report, is_added=True)


def _say_more(report: Report, text: str) -> Filed:
    """Put words to a report that stands already, as far as there is room for them."""
    both = "\n\n".join(filter(None, [report.text, text]))
    if not text or text in report.text or len(both) > LONGEST:
        return Filed(report)
    report.text = both
    report.save(update_fields=["text"])
    return Filed(report, is_added=True)
