"""Playing on from a game that is over, against bots: a friendly game of its own."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Unprocessable
from engine import Seat
from games.models import Game, Player
from games.selectors import branches
from games.selectors.branches import Branch
from games.services import bots
from games.services.beginnings import Prefix
from games.services.offers import Wish


def wish_for(branch: Branch, *, bot: str, seat: Seat | None) -> Wish:
    """What is offered to bots: to play on from the end of a branch, by default as who is to move.

    It is private if the game was, for everybody at the new table sees its moves.
    """
    if branch.problem:
        raise Unprocessable(branch.problem)
    if why := branches.obstacle(branch):
        raise Unprocessable(why)
    game, own = branch.game, branch.to_move[0] if seat is None else seat
    if own not in range(game.seats) or own in branch.state.gone:
        raise Unprocessable(_("Nobody can play on for this seat."))
    # For who has left the site plays: the bot that was chosen gets a seat of somebody who stays.
    others = [other for other in range(game.seats) if other != own]
    others.sort(key=lambda seat: seat in branch.state.gone)
    wish = bots.wish_for(
        *bots.beside(bot)[: len(others)], ruleset=game.ruleset, options=game.options
    )
    return replace(
        wish,
        seating=dict(enumerate([own, *others])),
        is_private=game.is_private,
        prefix=Prefix(game, branch.ply, branches.given(branch)),
    )


@transaction.atomic
def play_on(*, wish: Wish, user: User, entropy: bytes | None = None, address: str = "") -> Game:
    """Begin the game that is wished for; doing it twice (a double click) is doing it once."""
    # Whoever asked in the same instant held that lock, too.
    lock_people(user)
    same = _same(wish, user)
    return same or bots.begin(wish=wish, user=user, entropy=entropy, address=address)


def _same(wish: Wish, user: User) -> Game | None:
    """The same game, if they have begun it and not moved in it yet."""
    prefix = wish.prefix
    assert prefix is not None
    begun = Player.objects.filter(
        user=user,
        is_playing=True,
        turns=0,
        seat=wish.seating[0],
        game__branched_from=prefix.origin,
        game__branched_ply=prefix.ply,
        game__given_plies=len(prefix.moves),
    )
    for player in begun.select_related("game").order_by("-pk"):
        if _begins_alike(player.game, wish):
            return player.game
    return None


def _begins_alike(game: Game, wish: Wish) -> bool:
    assert wish.prefix is not None
    given = game.moves.filter(ply__lte=game.given_plies).order_by("ply")
    bots_there = set(game.players.exclude(user__bot="").values_list("user", flat=True))
    moves = list(given.values_list("notation", flat=True))
    return moves == list(wish.prefix.moves) and bots_there == {bot.pk for bot in wish.invited}
