"""The line in which the thoughts of bots stand: whose is next.

Who plays many games against bots has many thoughts in it, and a newcomer's first one does not
stand behind them.
"""

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from celery import current_app
from django.db.models import QuerySet

from engine import Seat, get_opponent
from games import tasks
from games.commits import after_commit
from games.models import Player
from games.selectors.tables import Table

LINE = "botanik-bots"
LAST = 9  # the broker tells no more apart


def place(*, bot: str, waiting: int) -> int:
    """Where a thought joins the line, 0 in front, if so many stand there for the same person.

    One of a bot that searches takes a hundred times as long, and stands behind one that does not.
    """
    searches = get_opponent(bot).bot.nodes > 0
    return min(waiting + searches, LAST)


def queue_on_commit(table: Table, bot: Player) -> None:
    """Let a bot think about a table, once what changed there can be read."""
    person = _who_waits(bot, table.players)
    found = place(bot=bot.user.bot, waiting=_count_waiting(person.user_id, but=table.game.pk))
    after_commit(_queue, table.game.pk, bot.word_ply, bot.seat, found)


def wanted() -> QuerySet[Player]:
    """The bots that have the word."""
    return Player.objects.filter(is_playing=True, deadline_at__isnull=False).exclude(user__bot="")


def renew() -> None:
    """Let the line hold what the database says, each thought once.

    So what was lost is found, and nothing piles up while no worker is there. First it is emptied:
    what joins it before the rows are read stands there twice, which is harmless.
    """
    with current_app.connection_for_write() as link:
        current_app.amqp.queues[LINE].bind(link).purge()
    waiting: Counter[int] = Counter()
    bots = wanted().order_by("word_since", "pk").select_related("user", "game")
    for bot in bots.prefetch_related("game__players__user"):
        person = _who_waits(bot, bot.game.players.all()).user_id
        found = place(bot=bot.user.bot, waiting=waiting[person])
        waiting[person] += 1
        _queue(bot.game_id, bot.word_ply, bot.seat, found)


def _count_waiting(user_id: int, *, but: UUID) -> int:
    """For how many bots somebody waits in other games of theirs."""
    theirs = wanted().filter(game__players__user=user_id, game__players__is_playing=True)
    return theirs.exclude(game=but).exclude(user=user_id).count()


def _who_waits(bot: Player, players: Iterable[Player]) -> Player:
    """The person for whose sake a bot thinks, the first of several; a bot where there is none."""
    people = (player for player in players if player.is_playing and not player.user.bot)
    return next(people, bot)


def _queue(game_id: UUID, ply: int | None, seat: Seat, place: int) -> None:
    tasks.play_bot_turn.apply_async((str(game_id), ply, seat), priority=place)
