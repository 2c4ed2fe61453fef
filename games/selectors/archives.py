"""What is in the archive, and what belongs into it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.refusals import NotFound
from engine import Ruleset
from games.boards import games_here
from games.models import Annulment, Archive, ArchivePart, Game
from games.selectors.ratings import NO_RESULT


@dataclass(frozen=True, slots=True)
class Collection:
    """The archives of one game, newest month first."""

    ruleset: Ruleset
    archives: list[Archive]


def collections() -> list[Collection]:
    """All that can be taken from the archive, by game."""
    made = list(_made().order_by("-month"))
    return [
        Collection(game, [archive for archive in made if archive.ruleset == game.slug])
        for game in games_here()
    ]


def find(ruleset: str, *, year: int, month: int) -> Archive:
    """The archive of a month, or a NotFound."""
    if 1 <= year <= 9999 and 1 <= month <= 12:
        found = _made().filter(ruleset=ruleset, month=date(year, month, 1)).first()
        if found is not None:
            return found
    raise NotFound(_("There is no archive of this month."))


def pieces(archive: Archive) -> Iterator[bytes]:
    """What the file consists of, in order: one query and no more than one piece at a time.

    Where another edition has taken its place long ago, it ends too early.
    """
    parts = ArchivePart.objects.filter(archive=archive, edition=archive.edition)
    for number in range(archive.parts):
        data = parts.filter(number=number).values_list("data", flat=True).first()
        if data is None:
            return
        yield bytes(data)


def in_public(games: QuerySet[Game]) -> QuerySet[Game]:
    """Those of some games that are over with a result, for all to see, and not taken out since.

    What was played on from another game against a bot would be that game once more.
    Who won one on time and waived it took it out of the ratings: it was played nevertheless.
    """
    voided = Annulment.objects.filter(game=OuterRef("pk"), reason=Annulment.Reason.VOIDED)
    over = games.filter(status=Game.Status.OVER, is_private=False, given_plies=None)
    return over.exclude(ending__in=NO_RESULT).filter(~Exists(voided))


def games_of(archive: Archive, *, after: ArchivePart | None) -> QuerySet[Game]:
    """The games of a month by when they ended, from the last one of a part on."""
    begins, ends = start_of(archive.month), start_of(next_month(archive.month))
    games = Game.objects.filter(ruleset=archive.ruleset, ended_at__gte=begins, ended_at__lt=ends)
    if after is not None:
        later = Q(ended_at__gt=after.last_ended_at) | Q(
            ended_at=after.last_ended_at, pk__gt=after.last_id
        )
        games = games.filter(later, ended_at__gte=after.last_ended_at)
    return in_public(games).order_by("ended_at", "pk")


def month_of(moment: datetime) -> date:
    return moment.astimezone(UTC).date().replace(day=1)


def next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def start_of(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _made() -> QuerySet[Archive]:
    return Archive.objects.filter(edition__gt=0, games__gt=0)
