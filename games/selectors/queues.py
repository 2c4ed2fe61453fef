"""A player's games as one queue: what waits for them first, the most urgent on top."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Absence, User
from accounts.prepared import Prepared
from games import positions
from games.models import Game, Player
from games.selectors import ratings, results, talk
from games.selectors.ratings import Change

MOST_FINISHED = 5
NO_GAME = UUID(int=0)
NOBODY: Mapping[int, datetime] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """One running game, from the side of one of its players."""

    game: Game
    me: Player
    opponents: Sequence[Player]
    away_until: datetime | None
    """When the opponent who has the word is back, if they are away."""

    @property
    def deadline_at(self) -> datetime | None:
        """The deadline of whoever has the word: mine, or the first of the others'."""
        if self.me.deadline_at is not None:
            return self.me.deadline_at
        return min((p.deadline_at for p in self.opponents if p.deadline_at), default=None)

    @property
    def title(self) -> str:
        """Who plays with me; alone, what I play."""
        if not self.opponents:
            return positions.ruleset_of(self.game).name
        return results.names_of(self.opponents)

    @property
    def faces(self) -> Sequence[Player]:
        """Whose initials stand beside the title."""
        return self.opponents or [self.me]

    @property
    def rival(self) -> Player | None:
        """The one against whom I play, if it is one."""
        return (
            self.opponents[0] if self.game.seats == 2 and not results.is_team(self.game) else None
        )

    @property
    def unread(self) -> int:
        """How many lines of the talk at this table are new to me."""
        return int(getattr(self.me, "unread", 0))

    @property
    def outcome(self) -> str:
        """How it went for me against a rival, once it is over."""
        return results.outcome(self.me, [self.me, *self.opponents])

    @property
    def grade(self) -> str:
        """What a team, or I alone, made of it, once it is over."""
        return results.grade(self.game)

    @property
    def change(self) -> Change | None:
        """What it changed of my rating, once it is over."""
        return ratings.change_of(self.me)

    @property
    def place(self) -> str:
        """Where I am among several."""
        return results.place(self.me, [self.me, *self.opponents])


@dataclass(frozen=True, slots=True)
class Queue:
    """Those that wait for me by deadline, then those that wait for others."""

    mine: list[Entry]
    theirs: list[Entry]


def queue_of(user: User) -> Queue:
    """All running games of somebody."""
    away = dict(_away.all(user_id=user.pk, now=timezone.now()))
    running = sorted(entries(user, _running.all(user_id=user.pk), away), key=_urgency)
    return Queue(
        mine=[entry for entry in running if entry.me.has_word],
        theirs=[entry for entry in running if not entry.me.has_word],
    )


def belongings(user: User) -> list[Entry]:
    """What somebody takes along into an account: the games that they play, or else have played."""
    queue = queue_of(user)
    return queue.mine + queue.theirs or finished_games(user)


def next_game(user: User, *, but: UUID | None = None) -> UUID | None:
    """The game that waits for somebody most urgently, other than the one they look at."""
    found = _next.first(user_id=user.pk, but=but or NO_GAME)
    return found[0] if found else None


@Prepared
def _next(*, user_id: int, but: UUID) -> QuerySet[Player, tuple[UUID]]:
    waiting = Player.objects.filter(user=user_id, is_playing=True, deadline_at__isnull=False)
    return waiting.exclude(game=but).order_by("deadline_at", "pk").values_list("game_id")[:1]


def waiting_for(user: User) -> int:
    """How many games wait for somebody."""
    return Player.objects.filter(user=user, is_playing=True, deadline_at__isnull=False).count()


def finished_games(user: User) -> list[Entry]:
    """The games of somebody that ended last, newest first."""
    return entries(user, _finished.all(user_id=user.pk))


@Prepared
def _running(*, user_id: int) -> QuerySet[Player]:
    """Everybody at the tables where somebody plays."""
    tables = _at_tables(Player.objects.filter(user=user_id, is_playing=True))
    return tables.annotate(unread=talk.unread())


@Prepared
def _finished(*, user_id: int) -> QuerySet[Player]:
    """Everybody at the tables where somebody played last, the newest of them first."""
    plays = Player.objects.filter(user=user_id, is_playing=False)
    # Who has left a game that goes on plays it no more, and it has not ended.
    last = plays.filter(game__ended_at__isnull=False).order_by("-game__ended_at", "-pk")[
        :MOST_FINISHED
    ]
    return at_finished_tables(last).annotate(unread=talk.unread())


def at_finished_tables(plays: QuerySet[Player]) -> QuerySet[Player]:
    """Everybody at the tables of these plays, those that ended last first."""
    players = ratings.with_changes(_at_tables(plays)).defer("game__position")
    return players.order_by("-game__ended_at", "game", "seat")


def _at_tables(plays: QuerySet[Player]) -> QuerySet[Player]:
    players = Player.objects.filter(game__in=plays.values("game")).order_by("game", "seat")
    return players.select_related("game", "user")


@Prepared
def _away(*, user_id: int, now: datetime) -> QuerySet[Absence, tuple[int, datetime]]:
    """Who of those whom somebody plays is away now, and until when."""
    tables = Player.objects.filter(user=user_id, is_playing=True).values("game")
    people = Player.objects.filter(game__in=tables).exclude(user=user_id).values("user")
    absent = Absence.objects.filter(user__in=people, starts_at__lte=now, ends_at__gt=now)
    return absent.values_list("user_id", "ends_at")


def entries(
    user: User, players: list[Player], away: Mapping[int, datetime] = NOBODY
) -> list[Entry]:
    """One for each table, from the side of `user`, in the order in which they come."""
    tables = groupby(players, key=lambda player: player.game_id)
    return [_entry(user, list(table), away) for _game, table in tables]


def _entry(user: User, players: list[Player], away: Mapping[int, datetime]) -> Entry:
    (me,) = [player for player in players if player.user_id == user.pk]
    opponents = [player for player in players if player is not me]
    back = next((away[p.user_id] for p in opponents if p.user_id in away and p.has_word), None)
    return Entry(me.game, me, opponents, back)


def _urgency(entry: Entry) -> tuple[bool, float, float, int]:
    """First what waits for me, by deadline; then what moved last."""
    deadline = entry.me.deadline_at
    until = deadline.timestamp() if deadline else 0
    return deadline is None, until, -entry.game.moved_at.timestamp(), entry.me.pk
