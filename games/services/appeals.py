"""Appeals: somebody objects to what was done about them, and another moderator answers."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import audit
from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, NotFound, Unprocessable
from games.models import Appeal, Ruling
from games.selectors import rulings as selectors
from games.services import rulings

LONGEST: Final = 1000


@transaction.atomic
def appeal(*, person: User, ruling: Ruling, text: str) -> Appeal:
    """Object to what was done about oneself; while an appeal waits, asking again leads to it."""
    text = _text(text)
    person = lock_people(person)
    row = Ruling.objects.select_for_update(no_key=True).filter(pk=ruling.pk, person=person).first()
    if row is None:
        raise NotFound(_("There is no such ruling."))
    newest = row.appeals.order_by("pk").last()
    if newest is not None and newest.answered_at is None:
        return newest
    _demand_open(row, newest)
    made = Appeal.objects.create(ruling=row, text=text, made_at=timezone.now())
    audit.append("appeal", actor=person, person=person, thing=f"ruling:{row.pk}")
    return made


def _demand_open(row: Ruling, newest: Appeal | None) -> None:
    if row.undone_at is not None:
        raise Conflict(_("This was undone already."))
    if (again := selectors.again_from(newest)) is not None and again > timezone.now():
        date = date_format(timezone.localtime(again), "DATE_FORMAT")
        raise Conflict(_("You can object to this once more from %(date)s on.") % {"date": date})


@transaction.atomic
def answer(*, judge: User, appeal: Appeal, is_granted: bool, text: str) -> Appeal:
    """Answer an appeal, with reasons. What is granted is undone, if it can be.

    Not by who did it, and by nobody of a lower rank. Of two answers at once the first counts.
    """
    text = _text(text)
    judge, rows = rulings.hold(appeal.ruling, judge=judge)
    ruling = rows[0]
    if ruling.by_id == judge.pk:
        raise Forbidden(_("An appeal is answered by somebody else than who it is about."))
    row = Appeal.objects.select_for_update(no_key=True).get(pk=appeal.pk)
    if row.answered_at is not None:
        raise Conflict(_("This appeal is answered already."))
    row.granted, row.answer = is_granted, text
    row.answered_at, row.answered_by = timezone.now(), judge
    row.save()
    detail = "granted" if is_granted else "refused"
    rulings.tell(ruling, detail=detail, about=f"{ruling.pk}:{row.pk}")
    if is_granted and ruling.undone_at is None and ruling.kind not in rulings.FINAL:
        rulings.reverse(rows, judge=judge, silent_for=ruling.person)
    audit.append(f"appeal:{detail}", actor=judge, person=ruling.person, thing=f"ruling:{ruling.pk}")
    return row


def _text(text: str) -> str:
    text = text.strip()
    if not 1 <= len(text) <= LONGEST:
        raise Unprocessable(_("Write something, in at most 1000 characters."))
    return text
