"""What moderators do with cases: claim, note, merge, close with an answer; and what is forgotten.

Whoever handles a case may judge whom it concerns, and has no part in it. People are locked before
the case, as who reports does it.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import audit, roles, sanctions
from accounts.models import User
from accounts.notices import Event
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games import events
from games.models import Case, CaseNote, Report
from games.selectors import moderation as selectors
from games.selectors.reports import ANSWERS
from games.services import notices
from games.services.notices import News

KEPT: Final = timedelta(days=365)
LONGEST_NOTE: Final = 2000
WAITS: Final = "waits"
"""What moderators are told by, in games/selectors/notices.py."""


def hold(case_id: int, *, by: User) -> tuple[Case, User]:
    """Lock an open case and who handles it, both as they are now; a Refusal unless they may.

    Nobody handles a case about themselves or somebody of their rank or above, nor one that they
    reported, nor one about a game in which they played.
    """
    found = Case.objects.filter(pk=case_id).select_related("person").first()
    if found is None:
        raise NotFound(_("There is no such case, or it is not for you to look at."))
    judge, _person = sanctions.hold_for_judging(judge=by, person=found.person)
    roles.demand(judge, roles.MODERATE)
    case = Case.objects.select_for_update(no_key=True).filter(pk=case_id).first()
    if case is None or not case.is_open:
        raise Conflict(_("This case is closed already."))
    if why := selectors.obstacle(case, judge):
        raise Forbidden(why)
    return case, judge


@transaction.atomic
def claim(*, case_id: int, by: User) -> Case:
    """Look after a case for half an hour, unless somebody else does; once more begins it anew."""
    case, judge = hold(case_id, by=by)
    if selectors.claim_ends(case) and case.claimed_by_id != judge.pk:
        raise Conflict(_("Another moderator looks after this case."))
    case.claimed_by, case.claimed_at = judge, timezone.now()
    case.save(update_fields=["claimed_by", "claimed_at"])
    return case


@transaction.atomic
def release(*, case_id: int, by: User) -> None:
    """Leave a case to others; of what one does not have nothing is left."""
    held = Case.objects.filter(pk=case_id, claimed_by=by, closed_at=None)
    held.update(claimed_by=None, claimed_at=None)


@transaction.atomic
def note(*, case_id: int, by: User, text: str) -> CaseNote:
    """Tell other moderators something about a case."""
    text = text.replace("\r\n", "\n").strip()
    if not text or len(text) > LONGEST_NOTE:
        said = _("A note has at least one letter, and at most %(most)d.")
        raise Unprocessable(said % {"most": LONGEST_NOTE})
    case, judge = hold(case_id, by=by)
    return CaseNote.objects.create(case=case, by=judge, text=text, made_at=timezone.now())


@transaction.atomic
def close(*, case_id: int, by: User, outcome: str, answer: str = "") -> Case:
    """Close a case that one has claimed, and tell everybody who reported it how it ended."""
    if outcome not in ANSWERS or (answer and answer not in ANSWERS[outcome]):
        raise Unprocessable(_("Say how it ended, with an answer that fits."))
    case, judge = hold(case_id, by=by)
    _demand_claim(case, judge)
    case.outcome, case.answer = outcome, answer
    case.closed_by, case.closed_at = judge, timezone.now()
    case.claimed_by = case.claimed_at = None
    case.save()
    _tell_reporters(case)
    audit.append(
        "case:close",
        actor=judge,
        person=case.person,
        thing=f"case:{case.pk}",
        kind=case.kind,
        outcome=outcome,
        answer=answer,
        reports=case.reports_made,
    )
    return case


def _demand_claim(case: Case, judge: User) -> None:
    """Who was longer than half an hour may go on, while nobody else has taken it."""
    if case.claimed_by_id != judge.pk:
        raise Conflict(_("Claim the case first, so that nobody else works on it meanwhile."))


def _tell_reporters(case: Case) -> None:
    """Each once, however many of their reports were merged here."""
    first: dict[int, Report] = {}
    for report in case.reports.select_related("reporter").order_by("pk"):
        first.setdefault(report.reporter_id, report)
    here = [report for report in first.values() if report.reporter.is_active]
    notices.tell(
        *[
            News(
                user=report.reporter,
                event=Event.MODERATION,
                report=report,
                about=f"case:{case.pk}",
                detail=case.outcome,
            )
            for report in here
        ]
    )
    for report in here:
        events.tell_person(report.reporter_id)


@transaction.atomic
def merge(*, case_id: int, other_id: int, by: User) -> Case:
    """Make one case of two about the same person: what belongs to the other moves into this one.

    Reports stay as they are, each with its matter, so that who reports it again joins this case.
    Who reported both keeps both reports, and is answered once.
    """
    both = Case.objects.filter(pk__in=[case_id, other_id]).values_list("person", flat=True)
    if len(both) != 2 or len(set(both)) != 1:
        raise Unprocessable(_("Only two cases about the same person can be merged."))
    # In the same order, whichever of the two is merged into the other.
    held = {key: hold(key, by=by) for key in sorted([case_id, other_id])}
    (case, judge), (other, _judge) = held[case_id], held[other_id]
    _demand_claim(case, judge)
    if selectors.claim_ends(other) and other.claimed_by_id != judge.pk:
        raise Conflict(_("Another moderator looks after the other case."))
    _move(other, case)
    audit.append(
        "case:merge",
        actor=judge,
        person=case.person,
        thing=f"case:{case.pk}",
        other=other_id,
        reports=case.reports_made,
    )
    return case


def _move(other: Case, case: Case) -> None:
    other.reports.update(case=case)
    other.notes.update(case=case)
    other.rulings.update(case=case)
    case.opened_at = min(case.opened_at, other.opened_at)
    case.save(update_fields=["opened_at"])
    other.delete()
    selectors.weigh(case)


def forget() -> None:
    """Delete cases a year after they were closed, with all that was said in them.

    What moderators did stays in the audit log, without texts.
    """
    Case.objects.filter(closed_at__lte=timezone.now() - KEPT).delete()


def tell_moderators() -> None:
    """Tell moderators, at most once a day, that something grave waits for them. Safe to run twice.

    Those without a second factor cannot open the queue, and are spared.
    """
    today = timezone.now().date().isoformat()
    for person in roles.of_rank(roles.Role.MODERATOR).order_by("pk"):
        news = News(user=person, event=Event.MODERATION, about=f"queue:{today}", detail=WAITS)
        if roles.has_second_factor(person) and selectors.is_grave_one_waiting(person):
            notices.tell_once(news)
