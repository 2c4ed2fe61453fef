"""Mails on their way: claimed by one worker, handed over, put off, or given up.

No lock is held while talking to the mail server. A worker that dies leaves its claim behind; after
a while another takes it over, with the same Message-ID, so that who gets both sees one.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from uuid import uuid4

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts import sanctions
from accounts import selectors as people
from accounts.models import Preferences
from accounts.notices import ByMail, Event
from games import mails
from games.models import Delivery, Notice
from games.selectors import notices as selectors
from games.selectors import offers
from games.services import notices

logger = logging.getLogger(__name__)

Channel, Status, Why = Delivery.Channel, Delivery.Status, Delivery.Why

# Longer than handing over one mail can take, with EMAIL_TIMEOUT for each of its steps.
CLAIM_LASTS = timedelta(minutes=5)
RUNS_FOR = timedelta(minutes=1)
FIRST_DELAY, LONGEST_DELAY = timedelta(minutes=1), timedelta(hours=2)
GIVEN_UP_AFTER = timedelta(days=1)
ONE_MINUTE = timedelta(minutes=1)


def deliver() -> None:
    """Hand over what is due, as far as the rate allows. Safe to run late, twice or twice at once.

    It ends where the mail server cannot be reached: what else is due would only wait for it, too.
    """
    until = timezone.now() + RUNS_FOR
    while timezone.now() < until and _has_room() and (claimed := claim()):
        if not _hand_over(claimed):
            return


def claim() -> list[Delivery]:
    """Take what is due longest, with all that goes into the same mail; nothing if nothing is."""
    while True:
        now = timezone.now()
        first = _due(now).select_related("notice").order_by("due_at", "pk").first()
        if first is None:
            return []
        message_id = first.message_id or f"<{uuid4().hex}@{settings.SITE_HOST}>"
        mates = list(_mates(first, now).values_list("pk", flat=True))
        # One statement: who else chose the same rows finds none of them free any more.
        taken = _due(now).filter(pk__in=mates, message_id=first.message_id)
        if taken.update(
            status=Status.CLAIMED,
            claimed_at=now,
            message_id=message_id,
            attempts=F("attempts") + 1,
            tried_at=Coalesce("tried_at", now),
        ):
            mine = Delivery.objects.filter(message_id=message_id, claimed_at=now)
            return list(mine.filter(status=Status.CLAIMED).order_by("pk"))


def _due(now: datetime) -> QuerySet[Delivery]:
    """What may be taken: its time has come, or whoever took it has died."""
    free = Q(status=Status.WAITING, due_at__lte=now)
    abandoned = Q(status=Status.CLAIMED, claimed_at__lte=now - CLAIM_LASTS)
    return Delivery.objects.filter(free | abandoned, channel=Channel.MAIL)


def _mates(first: Delivery, now: datetime) -> QuerySet[Delivery]:
    """What goes into one mail: the games that wait, or all of a day's news.

    A mail that was tried before stays as it is.
    """
    due = _due(now).filter(message_id=first.message_id)
    if first.message_id:
        return due
    due = due.filter(notice__user=first.notice.user_id, pace=first.pace)
    if first.pace == ByMail.DAILY:
        return due
    if first.notice.event == Event.YOUR_TURN:
        return due.filter(notice__event=Event.YOUR_TURN)
    return due.filter(pk=first.pk)


def _has_room() -> bool:
    """Whether fewer mails than the rate allows were handed over in the last minute."""
    lately = Delivery.objects.filter(
        channel=Channel.MAIL, claimed_at__gt=timezone.now() - ONE_MINUTE
    ).exclude(status=Status.DROPPED)
    return lately.values("message_id").distinct().count() < settings.MAIL_PER_MINUTE


def _hand_over(claimed: Sequence[Delivery]) -> bool:
    """Send one mail, unless there is a reason not to. False if the server cannot be reached."""
    told = {notice.pk: notice for notice in _notices(claimed)}
    person = told[claimed[0].notice_id].user
    likings = people.preferences_of(person)
    now = timezone.now()
    if (later := likings.quiet.after(now)) > now:
        _settle(claimed, Status.WAITING, due_at=later)
        return True
    address = people.confirmed_address(person)
    is_closed = sanctions.forbidding(person, "enter") is not None
    kept = []
    for delivery in claimed:
        notice = told[delivery.notice_id]
        why = Why.NO_ADDRESS if not address else Why.CLOSED if is_closed else None
        if (why := why or _why_not(notice, likings)) is not None:
            _settle([delivery], Status.DROPPED, why)
        else:
            kept.append(delivery)
    return not kept or _send(kept, [told[one.notice_id] for one in kept], likings, address)


def _notices(claimed: Sequence[Delivery]) -> QuerySet[Notice]:
    wanted = Notice.objects.filter(pk__in=[delivery.notice_id for delivery in claimed])
    return selectors.with_parties(wanted)


def _why_not(notice: Notice, likings: Preferences) -> Delivery.Why | None:
    """Why something is no longer to be mailed, if there is a reason."""
    if likings.notices[notice.event]["mail"] == ByMail.NEVER:
        return Why.NOT_WISHED
    return _overtaken(notice) or (Why.SEEN if notice.read_at else None)


def _overtaken(notice: Notice) -> Delivery.Why | None:
    """What has happened since, if it is no longer as the notice says."""
    game, offer = notice.game, notice.offer
    if notice.event in (Event.YOUR_TURN, Event.REMINDER):
        assert game is not None
        waits = selectors.player_of(notice).has_word and game.ply == notice.ply
        return None if waits else Why.ANSWERED if game.is_running else Why.GONE
    if notice.event == Event.DRAW_ASKED:
        assert game is not None
        asked = game.draw_asked_by not in (None, selectors.player_of(notice).seat)
        return None if asked else Why.ANSWERED if game.is_running else Why.GONE
    if notice.event == Event.OFFER_RECEIVED:
        assert offer is not None
        stands = offers.is_open(offer, timezone.now()) and offers.may_meet(offer, notice.user)
        return None if stands else Why.GONE
    return None


def _send(
    kept: Sequence[Delivery], told: Sequence[Notice], likings: Preferences, address: str
) -> bool:
    letter = mails.compose(
        told,
        likings=likings,
        address=address,
        message_id=kept[0].message_id,
        is_digest=kept[0].pace == ByMail.DAILY,
    )
    try:
        letter.send()
    except SMTPRecipientsRefused as refusal:
        _refused(kept, min(code for code, _text in refusal.recipients.values()))
    except SMTPDataError as refusal:
        _refused(kept, refusal.smtp_code)
    except OSError as error:  # every other way in which a mail server does not answer
        logger.warning("%s: the mail server does not answer", type(error).__name__)
        _put_off(kept, Why.UNREACHABLE)
        return False
    else:
        _settle(kept, Status.SENT)
    return True


def _refused(kept: Sequence[Delivery], code: int) -> None:
    """The server answered, and does not take it: for ever (5xx) or for now."""
    if code >= 500:
        _settle(kept, Status.FAILED, Why.REFUSED)
    else:
        _put_off(kept, Why.REFUSED)


def _put_off(kept: Sequence[Delivery], why: Delivery.Why) -> None:
    """Try again after a delay that doubles, or give up after a day."""
    now, tried_at = timezone.now(), kept[0].tried_at
    if tried_at is not None and tried_at <= now - GIVEN_UP_AFTER:
        _settle(kept, Status.FAILED, why)
        return
    delay = min(FIRST_DELAY * 2 ** min(kept[0].attempts - 1, 10), LONGEST_DELAY)
    _settle(kept, Status.WAITING, due_at=now + delay)


def _settle(
    deliveries: Sequence[Delivery],
    status: Delivery.Status,
    why: Delivery.Why | None = None,
    **changes: datetime,
) -> None:
    """Note what became of them, unless the claim was lost to somebody else meanwhile."""
    now = timezone.now()
    for delivery in deliveries:
        mine = Delivery.objects.filter(
            pk=delivery.pk, status=Status.CLAIMED, claimed_at=delivery.claimed_at
        )
        delivery.status, delivery.why = status, why or ""
        notices.note(delivery, now)
        mine.update(status=status, why=delivery.why, history=delivery.history, **changes)
