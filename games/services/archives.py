"""The archive: all public games of a month as one file, made in the background.

What is due stands in the database: a month that is over and has no archive yet, or one from which
something has to be removed. An archive is made part by part, so that neither memory nor the time of
a task grows with the number of games; whoever is killed in the middle loses one part.
"""

import hashlib
from datetime import UTC, date, datetime, timedelta

from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import TruncMonth
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.boards import games_here
from games.commits import after_commit
from games.models import Archive, ArchivePart, Game, Player
from games.selectors import archives as selectors
from games.selectors.dailies import CLOSES_AFTER
from games.services import bundles

GAMES_A_PART = 500
"""Which games are compressed together: another number makes other bytes of the same games."""
PARTS_A_TURN = 10
"""After so many parts others are let through: clocks are swept by the same workers."""
SETTLED_AFTER = timedelta(hours=1) + CLOSES_AFTER
"""How long after its end a month is waited for: games that ended in it may not be stored yet, and
the daily ones of its last day are not shown."""
REMADE_EVERY = timedelta(days=1)
GIVEN_UP_AFTER = timedelta(minutes=10)
FORMER_KEPT = timedelta(hours=1)
"""How long a former edition is kept, for those who are being sent it."""
CLOCKS_DIFFER_BY = timedelta(minutes=10)


def tend() -> None:
    """Have all made that is due, and remove what nobody needs any more. Safe to run late or twice.

    One after the other: those who sweep clocks would else wait for all of them.
    """
    now = timezone.now()
    for game in games_here():
        _note_months(game.slug, until=selectors.month_of(now - SETTLED_AFTER))
    _forget_former(now)
    _queue_next(now)


def make(archive_id: int, *, most: int = PARTS_A_TURN, games: int = GAMES_A_PART) -> None:
    """Go on with an archive that is due, unless somebody else does."""
    archive = _claim(archive_id)
    if archive is None:
        return
    last = archive.pieces.filter(edition=archive.making).defer("data").order_by("number").last()
    for _turn in range(most):
        found = list(selectors.games_of(archive, after=last)[:games])
        if not found:
            _hand_out(archive)
            _queue_next(timezone.now())
            return
        part = _add(archive, found, after=last)
        if part is None:
            return
        last = part
    if _mine(archive).update(noted_at=None):
        after_commit(tasks.make_archive.delay, archive.pk)


def forget_name(person: User) -> None:
    """Have every archive made anew that names somebody who has left.

    They are shut out already, so what is begun from now on does not. Doing it again later, as for
    all that somebody leaves behind, finds them made.
    """
    if person.is_guest or person.leaving_at is None:
        return
    named = Archive.objects.filter(begun_at__lte=person.leaving_at + CLOCKS_DIFFER_BY)
    plays = Player.objects.filter(user=person, ended_at__isnull=False, game__is_private=False)
    months = plays.order_by().values_list("game__ruleset", TruncMonth("ended_at", tzinfo=UTC))
    for ruleset, month in months.distinct():
        _want_anew(named.filter(ruleset=ruleset, month=month.date()))


def take_out(game: Game) -> None:
    """Have the archive that a game is in made anew, for it does not belong there any more."""
    _remake(game)


def take_in(game: Game) -> None:
    """Have the archive made anew in which a game belongs again."""
    _remake(game)


def _remake(game: Game) -> None:
    assert game.ended_at is not None
    month = selectors.month_of(game.ended_at)
    _want_anew(Archive.objects.filter(ruleset=game.ruleset, month=month))


def _want_anew(archives: "models.QuerySet[Archive]") -> None:
    """Whoever is at work on one may have read what is to be removed: they write nothing more."""
    archives.update(wanted=F("making") + 1, noted_at=None)


def _note_months(ruleset: str, *, until: date) -> None:
    """Make the row of every month that is over and has public games."""
    public = selectors.in_public(Game.objects.filter(ruleset=ruleset))
    first = public.order_by("ended_at").values_list("ended_at", flat=True).first()
    if first is None:
        return
    known = set(Archive.objects.filter(ruleset=ruleset).values_list("month", flat=True))
    month = selectors.month_of(first)
    while month < until:
        fresh = Archive(ruleset=ruleset, month=month)
        if month not in known and selectors.games_of(fresh, after=None).exists():
            # Another beat may do the same.
            Archive.objects.bulk_create([fresh], ignore_conflicts=True)
        month = selectors.next_month(month)


def _due(now: datetime) -> "models.QuerySet[Archive]":
    """What is to be made and nobody works on; however often it is wanted anew, once a day."""
    free = Q(noted_at=None) | Q(noted_at__lte=now - GIVEN_UP_AFTER)
    rested = Q(made_at=None) | Q(made_at__lte=now - REMADE_EVERY)
    return Archive.objects.filter(free, rested, edition__lt=F("wanted"))


def _queue_next(now: datetime) -> None:
    archive = _waiting(now).first()
    if archive is not None:
        after_commit(tasks.make_archive.delay, archive.pk)


def _waiting(now: datetime) -> "models.QuerySet[Archive]":
    """What is due, the oldest first, and last what somebody failed to make before."""
    return _due(now).order_by(F("noted_at").asc(nulls_first=True), "month", "pk")


@transaction.atomic
def _claim(archive_id: int) -> Archive | None:
    """Take it on: go on with the edition that was begun, unless another is wanted since."""
    now = timezone.now()
    held = _due(now).select_for_update(no_key=True)
    archive = held.filter(pk=archive_id).first()
    if archive is None:
        return None
    if archive.making < archive.wanted:
        archive.making, archive.begun_at = archive.wanted, now
    archive.claims += 1
    archive.noted_at = now
    archive.save(update_fields=["making", "begun_at", "claims", "noted_at"])
    return archive


def _mine(archive: Archive) -> "models.QuerySet[Archive]":
    """The row, as long as nobody else has taken it on and what is being made is still wanted."""
    return Archive.objects.filter(
        pk=archive.pk, claims=archive.claims, making=archive.making, wanted=archive.making
    )


def _add(archive: Archive, games: list[Game], *, after: ArchivePart | None) -> ArchivePart | None:
    """Store the next part; None if the archive is no longer ours to make."""
    data, last = bundles.bundle(games), games[-1]
    assert last.ended_at is not None
    with transaction.atomic():
        if not _mine(archive).update(noted_at=timezone.now()):
            return None
        return ArchivePart.objects.create(
            archive=archive,
            edition=archive.making,
            number=after.number + 1 if after else 0,
            games=len(games),
            last_ended_at=last.ended_at,
            last_id=last.pk,
            data=data,
        )


def _hand_out(archive: Archive) -> None:
    """Let the edition that is made take the place of the former one."""
    made = Archive(pk=archive.pk, edition=archive.making)
    counted = archive.pieces.filter(edition=archive.making).aggregate(
        games=models.Sum("games", default=0), parts=models.Count("pk")
    )
    made.parts = counted["parts"]
    digest, size = hashlib.sha256(), 0
    for piece in selectors.pieces(made):
        digest.update(piece)
        size += len(piece)
    _mine(archive).update(
        edition=archive.making,
        made_at=timezone.now(),
        noted_at=None,
        **counted,
        size=size,
        sha256=digest.hexdigest(),
    )


def _forget_former(now: datetime) -> None:
    """Remove editions that are neither handed out nor being made, once nobody is sent them."""
    of_use = Q(edition=F("archive__edition")) | Q(edition=F("archive__making"))
    at_rest = Q(archive__made_at=None) | Q(archive__made_at__lte=now - FORMER_KEPT)
    ArchivePart.objects.filter(at_rest).exclude(of_use).delete()
