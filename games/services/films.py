"""Games as animated pictures. To draw one takes a second, so it is done in the background."""

from datetime import timedelta
from typing import Final

from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import limits
from accounts.refusals import NotFound, TooMany
from games import positions, tasks
from games.boards import board_of
from games.commits import after_commit
from games.models import Film
from games.selectors import sharing
from games.selectors.tables import Table

KEPT: Final = timedelta(days=7)
# Longer than a task may run (CELERY_TASK_TIME_LIMIT): nobody works on what was silent for so long.
GIVEN_UP_AFTER: Final = timedelta(minutes=10)
MOST_TRIES: Final = 3
MOST_BYTES: Final = 3_000_000
MOST_WAITING: Final = 60  # for the whole site: a minute or two of one worker
A_DAY: Final = limits.Limit("film", most=20, seconds=24 * 60 * 60)
LAST: Final = 9  # in the line of tasks: clocks and mails come first


def find(table: Table) -> Film | None:
    """The film of a game as it would be made now, without what is in it."""
    kept = Film.objects.defer("data").filter(game=table.game, digest=_digest(table))
    return kept.filter(asked_at__gt=timezone.now() - KEPT).first()


def access(table: Table) -> Film:
    """A film that is ready, or a NotFound."""
    film = Film.objects.filter(game=table.game, digest=_digest(table)).first()
    if film is None or film.finished_at is None:
        raise NotFound(_("This film is not made yet, or no longer kept."))
    return film


def ask(*, table: Table, address: str) -> Film:
    """Have the film of a finished public game made, unless it is there or on its way.

    So many a day from one address: it is counted before anything is locked.
    """
    if (known := find(table)) is not None and not known.failed_at:
        return known
    sentence = _("That is enough films for today. Come back tomorrow.")
    limits.demand(A_DAY, address=address, otherwise=sentence)
    with transaction.atomic():
        return _ask(table)


def _ask(table: Table) -> Film:
    if _running().count() >= MOST_WAITING:
        raise TooMany(_("Many films are being made. Try again in a few minutes."))
    same = Film.objects.filter(game=table.game, digest=_digest(table))
    same.filter(Q(failed_at__isnull=False) | Q(asked_at__lte=timezone.now() - KEPT)).delete()
    # Of two who ask in the same moment the second finds the row of the first.
    film, is_new = Film.objects.defer("data").get_or_create(
        game=table.game, digest=_digest(table), defaults={"language": sharing.language()}
    )
    if is_new:
        after_commit(_queue, film.pk)
    return film


def _queue(film_id: int) -> None:
    tasks.make_film.apply_async((film_id,), priority=LAST)


def make(film_id: int, *, most_bytes: int = MOST_BYTES) -> None:
    """Draw it. Whoever comes late or second finds it claimed, and does nothing."""
    film = _claim(film_id)
    if film is None:
        return
    data = _drawn(film)
    if data is None or len(data) > most_bytes:
        _mine(film).update(failed_at=timezone.now())
        return
    _mine(film).update(data=data, size=len(data), finished_at=timezone.now())


def tend() -> None:
    """Remove what was kept long enough, and begin again what stopped in the middle."""
    now = timezone.now()
    Film.objects.filter(asked_at__lte=now - KEPT).delete()
    silent = _running().filter(
        Q(begun_at__lte=now - GIVEN_UP_AFTER) | Q(begun_at=None, asked_at__lte=now - GIVEN_UP_AFTER)
    )
    silent.filter(tries__gte=MOST_TRIES).update(failed_at=now)
    for pk in silent.values_list("pk", flat=True):
        _queue(pk)


def _drawn(film: Film) -> bytes | None:
    """The film in its language; None where it would be another by now, for a name has changed."""
    with translation.override(film.language):
        table = sharing.finished(film.game_id)
        caption = sharing.caption(table)
        if sharing.digest(table, caption) != film.digest:
            return None
        game = table.game
        steps = positions.steps(game, game.moves.all())
        by_turn = {step.after.turn: step.after for step in steps}
        views = [state.view_for(None) for state in by_turn.values()]
        return board_of(game.ruleset).film(views, caption) if views else None


def _digest(table: Table) -> str:
    return sharing.digest(table, sharing.caption(table))


def _running() -> models.QuerySet[Film]:
    return Film.objects.filter(finished_at=None, failed_at=None)


def _claim(film_id: int) -> Film | None:
    """Take it on, if nobody else has, or if whoever had is gone."""
    now = timezone.now()
    free = Q(tries=0) | Q(begun_at__lte=now - GIVEN_UP_AFTER)
    claimed = _running().filter(free, pk=film_id, tries__lt=MOST_TRIES)
    if not claimed.update(tries=F("tries") + 1, begun_at=now):
        return None
    return Film.objects.defer("data").get(pk=film_id)


def _mine(film: Film) -> models.QuerySet[Film]:
    """The row, as long as nobody else has begun it anew."""
    return _running().filter(pk=film.pk, tries=film.tries)
