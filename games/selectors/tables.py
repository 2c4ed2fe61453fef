"""A game with those who play it, and who may see it."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.prepared import Prepared
from accounts.refusals import Forbidden, NotFound
from games.models import OWN, Game, Player


@dataclass(frozen=True, slots=True)
class Table:
    """A game, its players in the order of their seats, and who of them is looking."""

    game: Game
    players: list[Player]
    me: Player | None

    @property
    def others(self) -> list[Player]:
        """The opponents of who is looking; everybody, for a spectator."""
        return [player for player in self.players if player != self.me]

    @property
    def thinking(self) -> list[Player]:
        """Those who have the word."""
        return [player for player in self.players if player.has_word]

    @property
    def is_first(self) -> bool:
        """Whether who is looking never sat at a table of this game before.

        To play on from another's is no first game: its first steps are not theirs.
        """
        is_new = self.me is not None and not getattr(self.me, "played_before", True)
        return is_new and not self.game.is_branch

    def is_current(self, ply: int) -> bool:
        """Whether what who is looking chose on `ply` still stands.

        Who has the word keeps it while others act: theirs stands from when it came, or from their
        own last move. Where one has the word at a time, that is the newest position.
        """
        since = self.me.word_ply if self.me else None
        return (self.game.ply if since is None else since) <= ply <= self.game.ply

    @property
    def player(self) -> Player:
        """Who is looking, where only a player may; a stranger is refused."""
        if self.me is None:
            raise Forbidden(_("Only those who sit at this table can do that."))
        return self.me


def left_already() -> str:
    """What somebody is told who has left and wants to do something."""
    return _("You have left this game: the others play on without you.")


def find(game_id: UUID | str, *, for_update: bool = False) -> Table | None:
    """Find any game, for the site itself. With `for_update` its row is locked.

    The lock of a game comes before that of anything else.
    """
    number = UUID(str(game_id))
    game = (_locked if for_update else _game).first(game_id=number)
    if game is None:
        return None
    players = _players.all(game_id=number)
    for player in players:
        player.game = game
    return Table(game, players, None)


@Prepared
def _game(*, game_id: UUID) -> QuerySet[Game]:
    return Game.objects.filter(pk=game_id)


@Prepared
def _locked(*, game_id: UUID) -> QuerySet[Game]:
    return Game.objects.select_for_update(no_key=True).filter(pk=game_id)


@Prepared
def _players(*, game_id: UUID) -> QuerySet[Player]:
    players = Player.objects.filter(game=game_id).order_by("seat")
    earlier = Player.objects.filter(
        OWN, user=OuterRef("user"), game__ruleset=OuterRef("game__ruleset"), pk__lt=OuterRef("pk")
    )
    return players.select_related("user__preferences").annotate(played_before=Exists(earlier))


def access(game_id: UUID | str, user: User | AnonymousUser, *, for_update: bool = False) -> Table:
    """Find a game that `user` may see, or raise a NotFound."""
    table = find(game_id, for_update=for_update)
    players = table.players if table else []
    me = next((player for player in players if player.user_id == user.pk), None)
    if table is None or (table.game.is_private and me is None):
        raise NotFound(_("There is no such game, or it is private."))
    return Table(table.game, players, me)


def may_watch(game_id: UUID | str, user: User | AnonymousUser) -> bool:
    """Whether `user` may see a game, and so hear that it has changed."""
    public = Game.objects.filter(pk=game_id, is_private=False)
    if public.exists():
        return True
    return user.is_authenticated and Player.objects.filter(game_id=game_id, user=user).exists()
