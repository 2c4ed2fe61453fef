"""A player's games as one queue: what waits for them first, the most urgent on top."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from accounts.models import Absence, User
from games.models import Game, Player


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
        """The deadline of whoever has the word."""
        return next((p.deadline_at for p in (self.me, *self.opponents) if p.has_word), None)


@dataclass(frozen=True, slots=True)
class Queue:
    """Those that wait for me by deadline, then those that wait for others."""

    mine: list[Entry]
    theirs: list[Entry]


def queue_of(user: User) -> Queue:
    """All running games of somebody."""
    plays = (
        Player.objects.filter(user=user, is_playing=True)
        .select_related("game")
        .prefetch_related("game__players__user")
        .order_by(F("deadline_at").asc(nulls_last=True), "-game__moved_at", "pk")
    )
    away = _away(user)
    entries = [_entry(play, away) for play in plays]
    return Queue(
        mine=[entry for entry in entries if entry.me.has_word],
        theirs=[entry for entry in entries if not entry.me.has_word],
    )


def next_game(user: User, *, but: UUID | None = None) -> UUID | None:
    """The game that waits for somebody most urgently, other than the one they look at."""
    waiting = Player.objects.filter(user=user, is_playing=True, deadline_at__isnull=False)
    if but is not None:
        waiting = waiting.exclude(game_id=but)
    return waiting.order_by("deadline_at", "pk").values_list("game_id", flat=True).first()


def waiting_for(user: User) -> int:
    """How many games wait for somebody."""
    return Player.objects.filter(user=user, is_playing=True, deadline_at__isnull=False).count()


def finished_games(user: User, *, most: int) -> list[Entry]:
    """The games of somebody that ended last, newest first."""
    plays = (
        Player.objects.filter(user=user, is_playing=False)
        .select_related("game")
        .prefetch_related("game__players__user")
        .order_by("-game__ended_at", "-pk")[:most]
    )
    return [_entry(play, {}) for play in plays]


def _entry(play: Player, away: dict[int, datetime]) -> Entry:
    players = sorted(play.game.players.all(), key=lambda player: player.seat)
    opponents = [player for player in players if player.pk != play.pk]
    back = next((away[p.user_id] for p in opponents if p.user_id in away and p.has_word), None)
    return Entry(play.game, play, opponents, back)


def _away(user: User) -> dict[int, datetime]:
    """Which opponents of somebody are away now, and until when."""
    now = timezone.now()
    opponents = Player.objects.filter(game__players__user=user, game__players__is_playing=True)
    absent = Absence.objects.filter(
        user__in=opponents.exclude(user=user).values("user"), starts_at__lte=now, ends_at__gt=now
    )
    return dict(absent.values_list("user_id", "ends_at"))
