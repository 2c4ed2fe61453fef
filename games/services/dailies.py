"""The game of a day: made and committed to beforehand, begun once by everybody, shown when over."""

from datetime import date
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import NotFound
from engine import Ruleset, Setup
from games.models import Daily, DailyTry, Game, Player
from games.selectors import dailies, tables
from games.selectors.dailies import A_DAY
from games.services import archives, decks, offers
from games.services.offers import Wish


def tend() -> None:
    """Make the days that are to be committed to, and show those that are over.

    Safe to run late, twice or twice at once: until a day is shown, it stays secret.
    """
    today = dailies.day_of(timezone.now())
    for ruleset in dailies.games_with_dailies():
        for day in (today, today + A_DAY):
            of_day(ruleset, day)
    for daily in Daily.objects.filter(opened_at=None, day__lt=today).order_by("day"):
        if dailies.closes_at(daily.day) <= timezone.now():
            _open(daily)


def of_day(ruleset: Ruleset, day: date) -> Daily:
    """The game of a day, made on first need: of two who make it at once, one does."""
    found = dailies.find(ruleset.slug, day)
    if found is not None:
        return found
    try:
        return _make(ruleset, day)
    except IntegrityError:
        return Daily.objects.get(ruleset=ruleset.slug, day=day)


@transaction.atomic
def _make(ruleset: Ruleset, day: date) -> Daily:
    daily_id, options = uuid4(), dict(ruleset.daily or {})
    return Daily.objects.create(
        id=daily_id,
        ruleset=ruleset.slug,
        rules_version=ruleset.version,
        options=options,
        day=day,
        commitment=decks.commit_to_daily(daily_id=daily_id, setup=Setup(ruleset, 1, options)),
        made_at=timezone.now(),
    )


@transaction.atomic
def play(*, ruleset: Ruleset, user: User, address: str = "") -> Game:
    """Begin today's game, or lead to it where somebody has begun: there is one try.

    The person is locked, so of two tabs the second finds the game of the first; a constraint
    says the same.
    """
    daily = of_day(ruleset, dailies.day_of(timezone.now()))
    lock_people(user)
    begun = dailies.try_of(daily, user)
    if begun is not None:
        return begun.game
    # Private until the day is over: nobody but its player sees it, on any way.
    wish = Wish(ruleset=daily.ruleset, seats=1, options=daily.options, is_private=True, daily=daily)
    offer = offers.make(owner=user, wish=wish, address=address)
    now = timezone.now()
    return DailyTry.objects.create(daily=daily, user=user, game_id=offer.pk, begun_at=now).game


def _open(daily: Daily) -> None:
    """Show the games of a day that is over, each in a transaction of its own, and then its proof.

    Those that still run count for nothing any more, and may be watched.
    """
    sealed = Game.objects.filter(daily=daily, is_private=True).order_by("pk")
    for game_id in list(sealed.values_list("pk", flat=True)):
        _show(game_id)
    Daily.objects.filter(pk=daily.pk, opened_at=None).update(opened_at=timezone.now())


@transaction.atomic
def _show(game_id: UUID) -> None:
    table = tables.find(game_id, for_update=True)
    if table is None:
        return
    table.game.is_private = False
    table.game.save(update_fields=["is_private"])
    Player.objects.filter(game=game_id).update(is_private=False)
    if not table.game.is_running:
        archives.take_in(table.game)  # its month may have been archived without it


def demand(slug: str) -> Ruleset:
    """The game of this name, if there is one of every day."""
    found = next((one for one in dailies.games_with_dailies() if one.slug == slug), None)
    if found is None:
        raise NotFound(_("There is no daily game of this name."))
    return found
