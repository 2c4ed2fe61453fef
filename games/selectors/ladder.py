"""The ladder: its rules in numbers, who stands where, whom somebody may challenge and why not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Absence, Block, User
from accounts.refusals import NotFound
from engine import Ruleset
from games.boards import games_for_two
from games.clocks import Pause
from games.models import Challenge, FinalRung, Game, Ladder, Offer, Rung, Season
from games.selectors import offers

Status = Challenge.Status

# --- The rules, said in words by templates/games/ladder/partials/rules.html ------------------

LEAST_REACH = 3
SHARE = 10
"""Of so many on the ladder one more can be reached."""
MOST_OPEN = 3
"""Challenges at a time: that somebody has made, and that somebody has received."""
ANSWERED_WITHIN = timedelta(days=3)
FREE_DECLINE_EVERY = timedelta(days=30)
AGAIN_AFTER = timedelta(days=14)
WARNED_AFTER = timedelta(days=21)
SINKS_EVERY = timedelta(days=7)
"""Who was warned sinks so much later, and again each time that it is over."""
MARKED = 3
"""So many of a season are marked on their profiles."""

# --- What a page shows -----------------------------------------------------------------------

ON_A_PAGE = 50
NEIGHBOURS_ABOVE, NEIGHBOURS_BELOW = 5, 2
MOST_RUNNING, MOST_RESULTS, MOST_CLIMBERS, MOST_SEASONS = 10, 8, 5, 8


def game_of(slug: str) -> Ruleset:
    """The game whose ladder is asked for, or a NotFound."""
    for game in games_for_two():
        if game.slug == slug:
            return game
    raise NotFound(_("There is no ladder of this name."))


def reach(length: int) -> int:
    """How many rungs above oneself somebody may be challenged."""
    return max(LEAST_REACH, -(-length // SHARE))


def season_of(moment: datetime) -> date:
    """The first day of the season in which a moment lies."""
    day = moment.astimezone(UTC).date()
    return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)


def season_after(began: date) -> date:
    """When the season that began on this day is over."""
    return (began + timedelta(days=100)).replace(day=1)


def week_of(moment: datetime) -> date:
    """The Monday of the week in which a moment lies."""
    day = moment.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


# --- Who stands where ------------------------------------------------------------------------


def find(slug: str) -> Ladder | None:
    """The ladder of a game; None as long as nobody ever stood on it."""
    return Ladder.objects.filter(ruleset=slug).first()


def length_of(ladder: Ladder | None) -> int:
    """How many stand on a ladder: the number of its lowest rung."""
    if ladder is None:
        return 0
    lowest = ladder.rungs.order_by("-number").values_list("number", flat=True)
    return lowest.first() or 0


def pauses_of(users: Iterable[int]) -> Mapping[int, Sequence[Pause]]:
    """When these people are away."""
    found: dict[int, list[Pause]] = {user: [] for user in users}
    away = Absence.objects.filter(user__in=found)
    for user, begins, ends in away.values_list("user_id", "starts_at", "ends_at"):
        found[user].append(Pause(begins, ends))
    return found


def obstacle(user: User | AnonymousUser, *, running: int = 0) -> str:
    """Why somebody cannot stand on a ladder, or with so many games challenge; nothing if they can.

    A bot never asks.
    """
    if not isinstance(user, User) or user.is_guest:
        return _("The ladder is for people with an account. Sign up, it takes a minute.")
    return offers.obstacle(user, is_rated=True, running=running)


@dataclass(frozen=True, slots=True)
class Footing:
    """Where somebody stands who looks at a ladder, and what holds for all that they would do."""

    user: User | AnonymousUser
    length: int
    rung: Rung | None
    made: int
    """How many challenges of theirs run."""
    obstacle: str
    """Why they can neither join nor challenge anybody."""

    @property
    def highest(self) -> int:
        """The highest rung that they may challenge."""
        return max(1, self.rung.number - reach(self.length)) if self.rung else 1


def footing(ladder: Ladder | None, user: User | AnonymousUser) -> Footing:
    """Four queries at most, five for who is on it."""
    if not isinstance(user, User) or user.is_guest:
        return Footing(user, length_of(ladder), None, 0, obstacle(user))
    rung = Rung.objects.filter(ladder=ladder, user=user).first() if ladder else None
    if rung is None:
        return Footing(user, length_of(ladder), None, 0, obstacle(user))
    made = Challenge.objects.filter(ladder=ladder, challenger=user, ended_at=None).count()
    why = obstacle(user, running=offers.engagements(user))
    return Footing(user, length_of(ladder), rung, made, why)


def seen_by(rungs: QuerySet[Rung], user: User | AnonymousUser) -> QuerySet[Rung]:
    """Rungs, with all that decides whether somebody may challenge who stands there."""
    received = Challenge.objects.filter(challenged=OuterRef("user"), ladder=OuterRef("ladder"))
    running = received.filter(ended_at=None).order_by().values("challenged")
    last = received.exclude(status=Status.WITHDRAWN).order_by("-made_at")
    either = Q(owner=user.pk, blocked=OuterRef("user")) | Q(owner=OuterRef("user"), blocked=user.pk)
    meeting = Challenge.objects.filter(
        Q(challenger=user.pk, challenged=OuterRef("user"))
        | Q(challenger=OuterRef("user"), challenged=user.pk),
        ladder=OuterRef("ladder"),
        ended_at=None,
    )
    return rungs.select_related("user").annotate(
        received=Subquery(running.annotate(number=Count("pk")).values("number")),
        last_challenger=Subquery(last.values("challenger")[:1]),
        last_challenged_at=Subquery(last.values("made_at")[:1]),
        is_apart=Exists(Block.objects.filter(either)),
        is_meeting=Exists(meeting),
    )


def why_not(footing: Footing, rung: Rung) -> str:
    """Why who stands on this rung (as `seen_by` found it) cannot be challenged; nothing if so."""
    if footing.rung is None:
        return _("Join the ladder first.")
    if rung.number >= footing.rung.number:
        return _("You can challenge those above you.")
    if rung.number < footing.highest:
        return _("Too far above: you can challenge up to rung %(number)d.") % {
            "number": footing.highest
        }
    if footing.obstacle:
        return footing.obstacle
    return _why_not_just_now(footing, rung, vars(rung))


def _why_not_just_now(footing: Footing, rung: Rung, known: Mapping[str, Any]) -> str:
    words = {"name": rung.user.shown_name, "most": MOST_OPEN}
    if known["is_apart"]:
        return _("You two do not play each other.")  # and never by whose wish
    if known["is_meeting"]:
        return _("You two have a challenge that runs.")
    if footing.made >= MOST_OPEN:
        return _("%(most)d challenges of yours run already.") % words
    if (known["received"] or 0) >= MOST_OPEN:
        return _("%(name)s has %(most)d challenges to answer or play already.") % words
    if known["last_challenger"] != footing.user.pk:
        return ""
    again_at = known["last_challenged_at"] + AGAIN_AFTER
    if again_at <= timezone.now():
        return ""
    words["day"] = date_format(timezone.localtime(again_at), "DATE_FORMAT")
    return (
        _("You challenged them last. You can again on %(day)s, or once somebody else did.") % words
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A rung, as somebody sees it."""

    rung: Rung
    is_mine: bool
    is_above: bool
    """Whether there is a button at all: for those above who is looking."""
    why_not: str


def rows(footing: Footing, rungs: Iterable[Rung]) -> list[Row]:
    """Rungs as `seen_by` found them, as who is looking sees them."""
    return [_row(footing, rung) for rung in rungs]


def _row(footing: Footing, rung: Rung) -> Row:
    mine = footing.rung
    is_above = mine is not None and rung.number < mine.number
    why = why_not(footing, rung) if is_above else ""
    return Row(rung, mine is not None and rung.pk == mine.pk, is_above, why)


def neighbours(ladder: Ladder, footing: Footing) -> list[Row]:
    """Those around who is looking, from above to below."""
    if footing.rung is None:
        return []
    at = footing.rung.number
    # Those within reach, and one more, who says that it ends there.
    above = min(NEIGHBOURS_ABOVE, reach(footing.length) + 1)
    below = NEIGHBOURS_BELOW + max(0, above - at + 1) // 2
    around = ladder.rungs.filter(number__gte=at - above, number__lte=at + below)
    return rows(footing, seen_by(around, footing.user).order_by("number"))


def rungs_from(ladder: Ladder, footing: Footing, *, start: int) -> tuple[list[Row], int]:
    """A page of the ladder from one rung on, and where the next page begins; 0 if there is none."""
    page = ladder.rungs.filter(number__gte=start).order_by("number")[: ON_A_PAGE + 1]
    found = list(seen_by(page, footing.user))
    more = found[ON_A_PAGE].number if len(found) > ON_A_PAGE else 0
    return rows(footing, found[:ON_A_PAGE]), more


def climbers(ladder: Ladder) -> list[Rung]:
    """Who won most rungs this week."""
    this_week = ladder.rungs.filter(week=week_of(timezone.now()), climbed__gt=0)
    return list(this_week.select_related("user").order_by("-climbed", "pk")[:MOST_CLIMBERS])


# --- Challenges ------------------------------------------------------------------------------


def challenge_of(offer: Offer) -> Challenge | None:
    """The challenge that an offer is, if it is one."""
    if not offer.is_rated or offer.reach != Offer.Reach.PERSONAL:
        return None  # no need to ask
    return Challenge.objects.filter(pk=offer.pk).select_related("ladder").first()


def may_decline(challenge: Challenge, now: datetime) -> bool:
    """Whether it costs nothing to decline this one: none was declined for free lately."""
    lately = Challenge.objects.filter(
        ladder=challenge.ladder_id,
        challenged=challenge.challenged_id,
        status=Status.DECLINED,
        ended_at__gt=now - FREE_DECLINE_EVERY,
    )
    return not lately.exists()


def _with_both(challenges: QuerySet[Challenge]) -> QuerySet[Challenge]:
    return challenges.select_related("challenger", "challenged")


def running_of(ladder: Ladder, user: User | AnonymousUser) -> list[Challenge]:
    """Somebody's own challenges that run, both ways, what is due first on top."""
    either = Q(challenger=user.pk) | Q(challenged=user.pk)
    found = _with_both(ladder.challenges.filter(either, ended_at=None))
    return list(found.order_by(F("due_at").asc(nulls_last=True), "made_at"))


def running(ladder: Ladder, *, beside: User | AnonymousUser) -> list[Challenge]:
    """The newest challenges of others that run."""
    others = ladder.challenges.filter(ended_at=None).exclude(
        Q(challenger=beside.pk) | Q(challenged=beside.pk)
    )
    return list(_with_both(others).order_by("-made_at")[:MOST_RUNNING])


def results(ladder: Ladder) -> list[Challenge]:
    """What came of the last challenges, newest first; not of those that were withdrawn."""
    ended = ladder.challenges.filter(ended_at__isnull=False).exclude(status=Status.WITHDRAWN)
    return list(_with_both(ended).order_by("-ended_at")[:MOST_RESULTS])


# --- Seasons ---------------------------------------------------------------------------------


def seasons(ladder: Ladder) -> list[Season]:
    """The last ones that are over."""
    return list(ladder.seasons.order_by("-began")[:MOST_SEASONS])


def season(slug: str, *, year: int, quarter: int) -> Season:
    """One that is over, or a NotFound."""
    found = None
    if 1 <= quarter <= 4 and 1 <= year <= 9999:
        began = date(year, quarter * 3 - 2, 1)
        found = Season.objects.filter(ladder__ruleset=slug, began=began).first()
    if found is None:
        raise NotFound(_("There was no such season."))
    return found


def final_rungs(season: Season, *, start: int) -> tuple[list[FinalRung], int]:
    """A page of everybody's last rungs, and where the next page begins; 0 if there is none."""
    page = season.final_rungs.filter(number__gte=start).select_related("user").order_by("number")
    found = list(page[: ON_A_PAGE + 1])
    more = found[ON_A_PAGE].number if len(found) > ON_A_PAGE else 0
    return found[:ON_A_PAGE], more


def marks_of(user: User) -> list[FinalRung]:
    """The seasons in which somebody came in first, second or third, newest first."""
    marked = FinalRung.objects.filter(user=user, number__lte=MARKED)
    return list(marked.select_related("season__ladder").order_by("-season__began"))


# --- Whether all is as it should be ----------------------------------------------------------

HANGING: Final = "challenge {pk} is {status}, which its {what} is not"


def inconsistencies() -> list[str]:
    """What must never be so, a line for each: rungs that are not 1..n, challenges that hang.

    Each is asked by one query, so that a change in the same instant is not seen by half.
    """
    return [*_broken_ladders(), *_hanging_challenges()]


def _broken_ladders() -> list[str]:
    numbers = Rung.objects.order_by().values("ladder__ruleset")
    spans = numbers.annotate(count=Count("pk"), low=Min("number"), high=Max("number"))
    return [
        f"the ladder of {one['ladder__ruleset']} has {one['count']} rungs from {one['low']}"
        f" to {one['high']}"
        for one in spans
        if (one["low"], one["high"]) != (1, one["count"])
    ]


def _hanging_challenges() -> list[str]:
    open_offer = Q(offer__status=Offer.Status.OPEN)
    games = Game.objects.filter(pk=OuterRef("pk"), status=Game.Status.RUNNING)
    waiting = Challenge.objects.filter(~open_offer, status=Status.WAITING)
    forgotten = Challenge.objects.filter(open_offer).exclude(status=Status.WAITING)
    playing = Challenge.objects.filter(~Exists(games), status=Status.PLAYING)
    unnoticed = Challenge.objects.filter(Exists(games)).exclude(status=Status.PLAYING)
    found = (("offer", waiting), ("offer", forgotten), ("game", playing), ("game", unnoticed))
    return [
        HANGING.format(pk=one.pk, status=one.status, what=what)
        for what, challenges in found
        for one in challenges
    ]
