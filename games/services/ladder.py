"""The rungs: joining, moving by results, sinking, leaving.

Whatever changes the rungs of a ladder has locked its row, after all other locks. So they are
1..n at the end of every transaction.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Forbidden
from games import clocks, events
from games.clocks import Pause
from games.models import Challenge, Ladder, Offer, Player, Rung, Step
from games.selectors import ladder as selectors
from games.selectors.tables import Table
from games.services import notices

Status, Reason = Challenge.Status, Step.Reason

logger = logging.getLogger(__name__)

ASIDE = 10**9
"""Rungs that move are first put aside by so much: no number may be there twice, not even midway."""
MOST_A_RUN = 500


@dataclass(frozen=True, slots=True)
class Climb:
    """From where to where a game led its challenger, and whether that was undone."""

    before: int
    after: int
    is_undone: bool = False


def lock(slug: str) -> Ladder:
    """Lock the ladder of a game, which begins with the first to ask for it."""
    game = selectors.game_of(slug)
    began = selectors.season_of(timezone.now())
    ladder, _is_new = Ladder.objects.get_or_create(
        ruleset=game.slug, defaults={"season_began": began}
    )
    return lock_again(ladder.pk)


def lock_again(ladder_id: int) -> Ladder:
    """Lock a ladder that is known."""
    return Ladder.objects.select_for_update(no_key=True).get(pk=ladder_id)


# --- Joining and leaving ---------------------------------------------------------------------


@transaction.atomic
def join(*, user: User, ruleset: str) -> Rung:
    """Stand on the foot of a ladder; doing it twice is doing it once."""
    person = lock_people(user)
    if why := selectors.obstacle(person):
        raise Forbidden(why)
    ladder, now = lock(ruleset), timezone.now()
    if (rung := ladder.rungs.filter(user=person).first()) is not None:
        return rung
    rung = Rung(ladder=ladder, user=person, number=selectors.length_of(ladder) + 1, joined_at=now)
    _stir(rung, now)
    rung.save()
    _note(rung, Reason.JOINED, before=None, after=rung.number, now=now)
    events.tell_ladder(ladder.ruleset)
    return rung


def remove(ladder: Ladder, rung: Rung) -> None:
    """Take somebody off a ladder that is locked: everybody below moves up by one."""
    _note(rung, Reason.LEFT, before=rung.number, after=None, now=timezone.now())
    rung.delete()
    ladder.rungs.filter(number__gt=rung.number).update(number=F("number") + ASIDE)
    ladder.rungs.filter(number__gt=ASIDE).update(number=F("number") - ASIDE - 1)
    events.tell_ladder(ladder.ruleset)


# --- What follows from offers and games ------------------------------------------------------


def follow(offer: Offer) -> None:
    """Let a challenge follow the offer that it is, which is locked and has just been closed."""
    challenge = selectors.challenge_of(offer)
    if challenge is None or not challenge.is_waiting:
        return
    ladder, now = lock_again(challenge.ladder_id), timezone.now()
    challenge.due_at = None
    if offer.status == Offer.Status.ACCEPTED:
        challenge.status = Status.PLAYING
        challenge.save(update_fields=["status", "due_at"])
    else:
        _close(ladder, challenge, _came_of(challenge, Offer.Status(offer.status), now), now)
    if offer.status in (Offer.Status.ACCEPTED, Offer.Status.DECLINED):
        stir(ladder, [challenge.challenged_id], now)
    events.tell_ladder(ladder.ruleset)


def _came_of(challenge: Challenge, status: Offer.Status, now: datetime) -> Challenge.Status:
    if status == Offer.Status.WITHDRAWN:
        return Status.WITHDRAWN
    if status == Offer.Status.EXPIRED:
        return Status.SILENCE
    return Status.DECLINED if selectors.may_decline(challenge, now) else Status.REFUSED


def settle(table: Table, *, now: datetime) -> None:
    """Move the rungs by the result of a game that is locked, if it was a challenge."""
    if not table.game.is_rated or table.game.seats != 2:
        return  # no need to ask
    challenge = Challenge.objects.filter(pk=table.game.pk, status=Status.PLAYING).first()
    if challenge is None:
        return
    ladder = lock_again(challenge.ladder_id)
    _close(ladder, challenge, _result(challenge, table.players), now)
    if table.game.counts:
        both = [challenge.challenger_id, challenge.challenged_id]
        ladder.rungs.filter(user__in=both).update(games=F("games") + 1)
        stir(ladder, both, now)
    events.tell_ladder(ladder.ruleset)


def _result(challenge: Challenge, players: Sequence[Player]) -> Challenge.Status:
    """How it went for the challenger."""
    placings = {player.user_id: player.placing for player in players}
    mine, theirs = placings[challenge.challenger_id], placings[challenge.challenged_id]
    if mine is None or theirs is None:
        return Status.OFF
    if mine == theirs:
        return Status.DRAWN
    return Status.WON if mine < theirs else Status.LOST


def _close(ladder: Ladder, challenge: Challenge, status: Challenge.Status, now: datetime) -> None:
    challenge.status, challenge.ended_at = status, now
    if status in (Status.WON, *Challenge.WALKOVERS):
        _take_rung(ladder, challenge, now)
    challenge.save(update_fields=["status", "due_at", "ended_at", "before", "after"])
    if challenge.is_walkover:
        notices.tell_walkover(challenge)


def _take_rung(ladder: Ladder, challenge: Challenge, now: datetime) -> None:
    """Give the challenger the other's rung, and move everybody between down by one.

    Nothing moves where the challenger stands above already, or one of the two has left.
    """
    both = [challenge.challenger_id, challenge.challenged_id]
    rungs = {rung.user_id: rung for rung in ladder.rungs.filter(user__in=both)}
    if len(rungs) < 2 or rungs[both[0]].number < rungs[both[1]].number:
        return
    winner, loser = rungs[both[0]], rungs[both[1]]
    before, after = winner.number, loser.number
    challenge.before, challenge.after = before, after
    reason = Reason.WALKOVER if challenge.is_walkover else Reason.GAME
    _move(winner, to=after)
    _note(winner, reason, before=before, after=after, now=now)
    _note(loser, reason, before=after, after=after + 1, now=now)
    _count_climb(winner, before - after, now)


def _count_climb(rung: Rung, by: int, now: datetime) -> None:
    week = selectors.week_of(now)
    climbed = by + (rung.climbed if rung.week == week else 0)
    Rung.objects.filter(pk=rung.pk).update(week=week, climbed=climbed)


def _move(rung: Rung, *, to: int) -> None:
    """Move somebody to another rung, and those between by one: no other row is touched."""
    low, high = sorted((rung.number, to))
    rungs = Rung.objects.filter(ladder=rung.ladder_id)
    rungs.filter(number__gte=low, number__lte=high).update(number=F("number") + ASIDE)
    by = 1 if to == low else -1
    others = F("number") - ASIDE + by
    rungs.filter(number__gt=ASIDE).update(
        number=Case(When(pk=rung.pk, then=Value(to)), default=others)
    )


def _note(
    rung: Rung, reason: Step.Reason, *, before: int | None, after: int | None, now: datetime
) -> None:
    Step.objects.create(
        ladder_id=rung.ladder_id,
        user_id=rung.user_id,
        reason=reason,
        before=before,
        after=after,
        made_at=now,
    )


# --- Games that are taken out ----------------------------------------------------------------


def take_back(table: Table, *, now: datetime) -> Climb | None:
    """Undo what a game that is locked, and was taken out, moved on its ladder.

    The challenger goes back down to where they were, and those between up by one, if since then
    nobody has moved there by anything else. Else all stays as it is: what came of it cannot be
    told from what did not. None where the game moved nothing.
    """
    challenge = Challenge.objects.filter(pk=table.game.pk, before__isnull=False).first()
    if challenge is None or challenge.before is None or challenge.after is None:
        return None
    climb = Climb(before=challenge.before, after=challenge.after)
    ladder = lock_again(challenge.ladder_id)
    if not _stands_still(ladder, challenge, top=climb.after, foot=climb.before):
        return climb
    _swap(ladder, challenge, to=climb.before, now=now)
    challenge.before = challenge.after = None
    challenge.save(update_fields=["before", "after"])
    return replace(climb, is_undone=True)


def put_back(table: Table, climb: Climb, *, now: datetime) -> bool:
    """Let a game that counts again move the rungs as it did, if nobody has moved there since."""
    challenge = Challenge.objects.get(pk=table.game.pk)
    ladder = lock_again(challenge.ladder_id)
    if not _stands_still(ladder, challenge, top=climb.after, foot=climb.before):
        return False
    _swap(ladder, challenge, to=climb.after, now=now)
    challenge.before, challenge.after = climb.before, climb.after
    challenge.save(update_fields=["before", "after"])
    return True


def _swap(ladder: Ladder, challenge: Challenge, *, to: int, now: datetime) -> None:
    """Move the challenger up past the other again, or down as far as they came."""
    rung = ladder.rungs.get(user=challenge.challenger_id)
    other = ladder.rungs.get(user=challenge.challenged_id)
    before, by = rung.number, -1 if to > rung.number else 1
    _move(rung, to=to)
    _note(rung, Reason.RULED, before=before, after=to, now=now)
    _note(other, Reason.RULED, before=other.number, after=other.number + by, now=now)
    if challenge.ended_at and rung.week == selectors.week_of(challenge.ended_at):
        climbed = Greatest(F("climbed") + Value(before - to), Value(0))
        Rung.objects.filter(pk=rung.pk).update(climbed=climbed)
    events.tell_ladder(ladder.ruleset)


def _stands_still(ladder: Ladder, challenge: Challenge, *, top: int, foot: int) -> bool:
    """Whether nothing has moved between two rungs since the two of a challenge moved there."""
    both = [challenge.challenger_id, challenge.challenged_id]
    if ladder.rungs.filter(user__in=both).count() < 2:
        return False
    if ladder.seasons.filter(ended_at__gte=challenge.ended_at).exists():
        return False  # everybody was given another rung
    ways = Q(before=foot, after=top) | Q(before=top, after=foot)
    theirs = ladder.steps.filter(ways, user=challenge.challenger_id)
    own = theirs.filter(reason__in=[Reason.GAME, Reason.RULED]).order_by("pk").last()
    if own is None:
        return False
    later = ladder.steps.filter(_between(top, foot), pk__gt=own.pk)
    return not later.exclude(user=challenge.challenged_id, made_at=own.made_at).exists()


def _between(top: int, foot: int) -> Q:
    """Steps that moved somebody between two rungs, or past them; who leaves moves all below."""
    left = Q(reason=Reason.LEFT, before__lte=foot)
    from_above = Q(before__lte=foot) | Q(after__lte=foot)
    from_below = Q(before__gte=top) | Q(after__gte=top)
    went = Q(before__isnull=False, after__isnull=False)
    return left | (went & from_above & from_below)


# --- Idleness --------------------------------------------------------------------------------


def stir(ladder: Ladder, users: Sequence[int], now: datetime) -> None:
    """Note that these people did something on a ladder that is locked."""
    for rung in ladder.rungs.filter(user__in=users):
        _stir(rung, now)
        rung.save(update_fields=["quiet_since", "is_warned", "look_at"])


def _stir(rung: Rung, now: datetime) -> None:
    rung.quiet_since, rung.is_warned = now, False
    rung.look_at = now + selectors.WARNED_AFTER


def sweep_idle() -> None:
    """Warn those who have done nothing for long, and let those sink who were warned.

    Safe to run late or twice: each step takes its whole time from when the last one was done.
    """
    due = Rung.objects.filter(look_at__lte=timezone.now())
    for ladder_id in sorted(set(due.values_list("ladder", flat=True)[:MOST_A_RUN])):
        _look_after(ladder_id)


@transaction.atomic
def _look_after(ladder_id: int) -> None:
    ladder, now = lock_again(ladder_id), timezone.now()
    # From below: who sinks changes places with the one beneath, who has been looked at by then.
    due = ladder.rungs.filter(look_at__lte=now).select_related("user").order_by("-number")
    idle = list(due[:MOST_A_RUN])
    pauses = selectors.pauses_of([rung.user_id for rung in idle])
    length = selectors.length_of(ladder)
    for rung in idle:
        if _is_over(rung, pauses, now):
            _take_step(ladder, rung, length, now)
            rung.quiet_since = now
        rung.look_at = _ends_at(rung, pauses)
        rung.save(update_fields=["quiet_since", "is_warned", "look_at"])
    if idle:
        events.tell_ladder(ladder.ruleset)


def _is_over(rung: Rung, pauses: Mapping[int, Sequence[Pause]], now: datetime) -> bool:
    """Whether the step really is over: somebody may have been away."""
    return _ends_at(rung, pauses) <= now


def _ends_at(rung: Rung, pauses: Mapping[int, Sequence[Pause]]) -> datetime:
    lasts = selectors.SINKS_EVERY if rung.is_warned else selectors.WARNED_AFTER
    return clocks.deadline(rung.quiet_since, lasts, pauses[rung.user_id])


def _take_step(ladder: Ladder, rung: Rung, length: int, now: datetime) -> None:
    if not rung.is_warned:
        rung.is_warned = True
        notices.tell_idle(ladder, rung)
    elif rung.number < length:
        _move(rung, to=rung.number + 1)
        _note(rung, Reason.IDLE, before=rung.number, after=rung.number + 1, now=now)


# --- The nightly look ------------------------------------------------------------------------


def inspect() -> list[str]:
    """Report whatever is not as it should be; a person has to look at it."""
    found = selectors.inconsistencies()
    for line in found:
        logger.error("inconsistent ladder: %s", line)
    return found
