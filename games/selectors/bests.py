"""Lists of the best: results of the same terms, the highest score first.

Where scores are equal who spent less is ahead; who is equal in both shares a place. A list is read
off the end of an index, a page at a time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.utils.text import capfirst

from accounts.models import User
from engine import Options, Ruleset, all_setups, get_ruleset
from games.boards import chosen, games_here
from games.models import Annulment, Player, Result
from games.selectors.results import names_of

PAGE: Final = 25


@dataclass(frozen=True, slots=True)
class Variant:
    """Terms on which a game is played: only results of the same are compared."""

    seats: int
    course: str
    options: tuple[tuple[str, str | int], ...]

    @property
    def code(self) -> str:
        """How an address names it."""
        return f"{self.seats}.{self.course}"

    def words(self, ruleset: str) -> str:
        return str(capfirst(", ".join(chosen(ruleset, dict(self.options)))))


@dataclass(frozen=True, slots=True)
class Place:
    """A result in a list, and who reached it."""

    number: int
    result: Result
    players: Sequence[Player]

    @property
    def people(self) -> str:
        return names_of(self.players)


@dataclass(frozen=True, slots=True)
class Sight:
    """A page of a list, and the viewer's own best."""

    rows: list[Place]
    mine: Place | None
    next_after: UUID | None


def games_with_bests() -> list[Ruleset]:
    return [game for game in games_here() if game.bests]


def course_of(ruleset: Ruleset, terms: Options) -> str:
    """Terms as one word, in the order of the options."""
    return ".".join(str(terms[one.name]) for one in ruleset.options if one.name in terms)


def variants(ruleset: Ruleset) -> tuple[Variant, ...]:
    """All terms of which there is a list."""
    return _variants(ruleset.slug, ruleset.version)


@cache
def _variants(slug: str, version: int) -> tuple[Variant, ...]:
    ruleset = get_ruleset(slug, version)
    found: dict[tuple[int, str], Variant] = {}
    for setup in all_setups(ruleset):
        state = setup.initial()
        if state.feat is not None:
            course = course_of(ruleset, state.terms)
            known = Variant(setup.seats, course, tuple(sorted(state.terms.items())))
            found.setdefault((setup.seats, course), known)
    return tuple(found.values())


def default_variant(ruleset: Ruleset) -> Variant:
    """What is shown first: how one alone plays it where nothing was chosen."""
    known = variants(ruleset)
    seats = known[0].seats
    course = course_of(ruleset, ruleset.initial(seats).terms)
    return next((one for one in known if (one.seats, one.course) == (seats, course)), known[0])


# --- Lists ---------------------------------------------------------------------------------------


def of_variant(ruleset: Ruleset, variant: Variant, *, has_bots: bool) -> QuerySet[Result]:
    """What stands in the list of these terms: public games, of people who have an account."""
    return _public().filter(
        ruleset=ruleset.slug,
        rules_version=ruleset.version,
        seats=variant.seats,
        course=variant.course,
        has_bots=has_bots,
        daily=None,
    )


def _public() -> QuerySet[Result]:
    """As on leaderboards: without guests, and without those who have left or are shut out."""
    listed = Player.objects.filter(
        game=OuterRef("pk"), user__is_active=True, user__is_guest=False, user__bot=""
    )
    return counting().filter(Exists(listed), game__is_private=False)


def counting() -> QuerySet[Result]:
    """All but those of games that moderators have taken out."""
    voided = Annulment.objects.filter(game=OuterRef("pk"), reason=Annulment.Reason.VOIDED)
    return Result.objects.filter(~Exists(voided))


def look(
    listed: QuerySet[Result],
    viewer: User | AnonymousUser,
    *,
    after: UUID | None = None,
    own: QuerySet[Result] | None = None,
) -> Sight:
    """The page of a list that follows a result, and the viewer's best among `own`."""
    results = list(_after(listed, after)[: PAGE + 1])
    page, has_more = results[:PAGE], len(results) > PAGE
    mine = best_of(listed if own is None else own, viewer)
    tables = _players([*page, *([mine] if mine else [])])
    rows = _numbered(listed, page, tables)
    place = Place(place_of(listed, mine), mine, tables[mine.pk]) if mine else None
    return Sight(rows, place, page[-1].pk if has_more else None)


def best_of(listed: QuerySet[Result], viewer: User | AnonymousUser) -> Result | None:
    """The best that somebody has reached in a list."""
    if not isinstance(viewer, User):
        return None
    sat = Player.objects.filter(game=OuterRef("pk"), user=viewer)
    return in_order(listed.filter(Exists(sat))).first()


def in_order(listed: QuerySet[Result]) -> QuerySet[Result]:
    return listed.order_by("-score", "spent", "game")


def place_of(listed: QuerySet[Result], result: Result) -> int:
    ahead = Q(score__gt=result.score) | Q(score=result.score, spent__lt=result.spent)
    return 1 + listed.filter(ahead).count()


def _after(listed: QuerySet[Result], after: UUID | None) -> QuerySet[Result]:
    last = Result.objects.filter(pk=after).first() if after else None
    if last is None:
        return in_order(listed)
    behind = Q(score__lt=last.score) | Q(score=last.score, spent__gt=last.spent)
    behind |= Q(score=last.score, spent=last.spent, pk__gt=last.pk)
    return in_order(listed.filter(behind))


def _numbered(
    listed: QuerySet[Result], page: Sequence[Result], tables: dict[UUID, list[Player]]
) -> list[Place]:
    """Give a page its places: they are counted for its first, and go on from there."""
    if not page:
        return []
    first = page[0]
    rows = [Place(place_of(listed, first), first, tables[first.pk])]
    equal = listed.filter(score=first.score, spent=first.spent, pk__lt=first.pk).count()
    for at, (before, result) in enumerate(pairwise(page), start=1):
        is_equal = (result.score, result.spent) == (before.score, before.spent)
        number = rows[-1].number if is_equal else rows[0].number + equal + at
        rows.append(Place(number, result, tables[result.pk]))
    return rows


def _players(results: Iterable[Result]) -> dict[UUID, list[Player]]:
    """Who sat at these tables, in one query."""
    found: dict[UUID, list[Player]] = {result.pk: [] for result in results}
    players = Player.objects.filter(game__in=found).select_related("user").order_by("seat")
    for player in players:
        found[player.game_id].append(player)
    return found


# --- One's own -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Own:
    """The best that somebody has reached on some terms, private games among them."""

    variant: Variant
    has_bots: bool
    score: int


def own_bests(ruleset: Ruleset, viewer: User | AnonymousUser) -> list[Own]:
    """Somebody's best by terms, in the order of these; for their eyes alone."""
    if not isinstance(viewer, User):
        return []
    mine = counting().filter(
        ruleset=ruleset.slug,
        rules_version=ruleset.version,
        daily=None,
        game__players__user=viewer,
    )
    rows = mine.order_by().values_list("seats", "course", "has_bots")
    best = {
        (seats, course, bots): score for seats, course, bots, score in rows.annotate(Max("score"))
    }
    return [
        Own(variant, has_bots, best[variant.seats, variant.course, has_bots])
        for variant in variants(ruleset)
        for has_bots in (False, True)
        if (variant.seats, variant.course, has_bots) in best
    ]
