"""Deliveries on their way out: claimed by one worker, handed over, put off, or given up.

No lock is held while talking to others. A worker that dies leaves its claim behind; after a while
another takes it over, with the same Message-ID, so that who gets both sees one.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts import sanctions
from accounts import selectors as people
from accounts.models import Preferences
from accounts.notices import ByMail, Event, is_wished
from games.models import Delivery, Notice
from games.selectors import notices as selectors
from games.services import notices
from games.services.outlets import OUTLETS, NotTaken, OutOfReach

Channel, Status, Why = Delivery.Channel, Delivery.Status, Delivery.Why

# Longer than handing over one mail can take, with EMAIL_TIMEOUT for each of its steps.
CLAIM_LASTS = timedelta(minutes=5)
RUNS_FOR = timedelta(minutes=1)
FIRST_DELAY, LONGEST_DELAY = timedelta(minutes=1), timedelta(hours=2)
GIVEN_UP_AFTER = timedelta(days=1)
ONE_MINUTE = timedelta(minutes=1)
# More than a day has with growing delays: whoever claims it dies of it, again and again.
MOST_ATTEMPTS = 30


def deliver(channel: Delivery.Channel = Channel.MAIL) -> None:
    """Hand over what is due, as far as the rate allows. Safe to run late, twice or twice at once.

    It ends where nobody answers: what else is due would only wait for the same, too.
    """
    until = timezone.now() + RUNS_FOR
    while timezone.now() < until and _has_room(channel) and (claimed := claim(channel)):
        try:
            _hand_over(claimed)
        except OutOfReach:
            return


def claim(channel: Delivery.Channel = Channel.MAIL) -> list[Delivery]:
    """Take what is due longest, with all that goes out together with it; nothing if nothing is."""
    while True:
        now = timezone.now()
        due = _due(channel, now)
        first = due.select_related("notice").order_by("due_at", "pk").first()
        if first is None:
            return []
        message_id = first.message_id or f"<{uuid4().hex}@{settings.SITE_HOST}>"
        mates = list(_mates(first, due).values_list("pk", flat=True))
        # One statement: who else chose the same rows finds none of them free any more.
        if due.filter(pk__in=mates, message_id=first.message_id).update(
            status=Status.CLAIMED,
            claimed_at=now,
            message_id=message_id,
            attempts=F("attempts") + 1,
            tried_at=Coalesce("tried_at", now),
        ):
            mine = Delivery.objects.filter(message_id=message_id, claimed_at=now)
            return list(mine.filter(status=Status.CLAIMED).order_by("pk"))


def _due(channel: Delivery.Channel, now: datetime) -> QuerySet[Delivery]:
    """What may be taken: its time has come, or whoever took it has died."""
    free = Q(status=Status.WAITING, due_at__lte=now)
    abandoned = Q(status=Status.CLAIMED, claimed_at__lte=now - CLAIM_LASTS)
    return Delivery.objects.filter(free | abandoned, channel=channel)


def _mates(first: Delivery, due: QuerySet[Delivery]) -> QuerySet[Delivery]:
    """What goes out together: the games that wait, or all of a day's news.

    What was tried before stays as it is.
    """
    due = due.filter(message_id=first.message_id)
    if first.message_id:
        return due
    due = due.filter(notice__user=first.notice.user_id, pace=first.pace)
    if first.pace == ByMail.DAILY:
        return due
    if first.notice.event == Event.YOUR_TURN:
        return due.filter(notice__event=Event.YOUR_TURN)
    return due.filter(pk=first.pk)


def _has_room(channel: Delivery.Channel) -> bool:
    """Whether less than the rate allows was handed over in the last minute."""
    lately = Delivery.objects.filter(
        channel=channel, claimed_at__gt=timezone.now() - ONE_MINUTE
    ).exclude(status=Status.DROPPED)
    return lately.values("message_id").distinct().count() < settings.MAIL_PER_MINUTE


def _hand_over(claimed: Sequence[Delivery]) -> None:
    """Let go out what was claimed, but for what there is a reason not to tell."""
    wanted = Notice.objects.filter(pk__in=[delivery.notice_id for delivery in claimed])
    told = {notice.pk: notice for notice in selectors.with_parties(wanted)}
    standing = set(wanted.filter(selectors.standing()).values_list("pk", flat=True))
    likings = people.preferences_of(told[claimed[0].notice_id].user)
    now = timezone.now()
    if claimed[0].attempts > MOST_ATTEMPTS:
        _settle(claimed, Status.FAILED, Why.BROKEN)
        return
    if (later := likings.quiet.after(now)) > now:
        _settle(claimed, Status.WAITING, due_at=later)
        return
    is_closed = sanctions.forbidding(likings.user, "enter") is not None
    kept = []
    for delivery in claimed:
        notice = told[delivery.notice_id]
        why = _why_not(delivery, notice, likings, stands=notice.pk in standing)
        # How else would they learn of it, and of the way to object.
        why = Why.CLOSED if is_closed and notice.ruling is None else why
        if why is None:
            kept.append(delivery)
        else:
            _settle([delivery], Status.DROPPED, why)
    if kept:
        _send(kept, [told[delivery.notice_id] for delivery in kept], likings)


def _why_not(
    delivery: Delivery, notice: Notice, likings: Preferences, *, stands: bool
) -> Delivery.Why | None:
    """Why something is no longer to be told in this way, if there is a reason."""
    if not is_wished(notices.wish_about(notice, likings), delivery.channel):
        return Why.NOT_WISHED
    if not stands:
        return Why.ANSWERED if notice.game and notice.game.is_running else Why.GONE
    return Why.SEEN if notice.read_at else None


def _send(kept: Sequence[Delivery], told: Sequence[Notice], likings: Preferences) -> None:
    try:
        OUTLETS[Channel(kept[0].channel)](told, likings, kept[0])
    except NotTaken as trouble:
        _put_off(kept, trouble)
        if isinstance(trouble, OutOfReach):
            raise
    else:
        _settle(kept, Status.SENT)


def _put_off(kept: Sequence[Delivery], trouble: NotTaken) -> None:
    """Try again after a delay that doubles, or give up: at once, or after a day."""
    now, tried_at = timezone.now(), kept[0].tried_at
    assert tried_at is not None
    if trouble.why == Why.NO_ADDRESS:
        _settle(kept, Status.DROPPED, trouble.why)
    elif trouble.for_good or tried_at <= now - GIVEN_UP_AFTER:
        _settle(kept, Status.FAILED, trouble.why)
    else:
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
